"""Ignored signals, SIGTERM, and terminals that close during a run of the package or the program."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends Unix signals")

SCENARIO = '[check]\ntrait = "Good"\ndifficulty = "Great"\n'
# More trials than any machine can run before the test stops it.
ENDLESS = "50 billion"
CODE = f"""
import fudgelab, pathlib
tell = lambda done, total: done and pathlib.Path("going").touch()
fudgelab.run("climb.toml", trials={ENDLESS!r}, progress=tell)
"""
SECONDS = 60


def started(command: list[str | Path], folder: Path, ignored: str = "", terminal: int | None = None) -> subprocess.Popen[bytes]:
    """Starts a process in a new session, with a terminal or nothing as input and output. It ignores the signal
    ``ignored``, if given."""
    folder.joinpath("climb.toml").write_text(SCENARIO)
    trap = f"trap '' {ignored}; " if ignored else ""
    streams = subprocess.DEVNULL if terminal is None else terminal
    # The first terminal that a session opens becomes its controlling terminal. When it closes, the process gets SIGHUP.
    own = "" if terminal is None else f"exec < {os.ttyname(terminal)}; "
    return subprocess.Popen(
        ["sh", "-c", own + trap + 'exec "$@"', "sh", *command],
        cwd=folder,
        stdin=streams,
        stdout=streams,
        stderr=streams,
        start_new_session=True,
    )


def wait_for(path: Path) -> None:
    deadline = time.monotonic() + SECONDS
    while not path.exists():
        assert time.monotonic() < deadline, f"{path} did not appear"
        time.sleep(0.05)


def running_package(folder: Path, ignored: str = "", terminal: int | None = None) -> subprocess.Popen[bytes]:
    run = started([sys.executable, "-c", CODE], folder, ignored, terminal)
    wait_for(folder / "going")
    return run


def running_program(path: Path, folder: Path, ignored: str = "", terminal: int | None = None) -> subprocess.Popen[bytes]:
    run = started([path, "run", "climb.toml", "--trials", ENDLESS, "--no-charts"], folder, ignored, terminal)
    wait_for(folder / "reports/out/climb")
    # The program handles signals before it creates the folder, and has trials to write soon after.
    time.sleep(0.5)
    return run


def goes_on(run: subprocess.Popen[bytes]) -> bool:
    try:
        run.wait(1)
    except subprocess.TimeoutExpired:
        return True
    return False


def test_package_started_to_ignore_ctrl_c_still_ends_at_sigterm(tmp_path: Path) -> None:
    run = running_package(tmp_path, ignored="INT")
    run.send_signal(signal.SIGINT)
    assert goes_on(run)
    run.send_signal(signal.SIGTERM)
    assert run.wait(SECONDS) == -signal.SIGTERM


def test_package_ends_when_its_terminal_closes(tmp_path: Path) -> None:
    control, terminal = os.openpty()
    run = running_package(tmp_path, terminal=terminal)
    os.close(terminal)
    os.close(control)
    assert run.wait(SECONDS) == -signal.SIGHUP


def test_program_writes_results_when_its_terminal_closes(program_path: Path, tmp_path: Path) -> None:
    control, terminal = os.openpty()
    run = running_program(program_path, tmp_path, terminal=terminal)
    os.close(terminal)
    os.close(control)
    # The results are written, although nothing can be printed anymore.
    assert run.wait(SECONDS) in (1, 130)
    assert (tmp_path / "reports/out/climb/summary.csv").exists()


def test_program_started_by_nohup_survives_closed_terminal(program_path: Path, tmp_path: Path) -> None:
    control, terminal = os.openpty()
    run = running_program(program_path, tmp_path, ignored="HUP", terminal=terminal)
    os.close(terminal)
    os.close(control)
    assert goes_on(run)
    run.send_signal(signal.SIGTERM)
    assert run.wait(SECONDS) in (1, 130)
    assert (tmp_path / "reports/out/climb/summary.csv").exists()
