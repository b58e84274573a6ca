"""What the tests share: the repository, and the program that figures are held to."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session", autouse=True)
def ctrl_c_arrives() -> Iterator[None]:
    """Tests send SIGINT, which Python ignores if its parent does, as a script's background jobs do."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def program_path() -> Path:
    """The program, which `FUDGELAB` names or `cargo build --release` has made."""
    path = Path(os.environ.get("FUDGELAB", ROOT / "target/release/fudgelab")).resolve()
    if not path.exists():
        pytest.fail(f"{path} is missing: `cargo build --release` makes it, or FUDGELAB names another one")
    return path


@pytest.fixture(scope="session")
def program(program_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the program."""

    def run(*arguments: str | Path, text: str = "") -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1"}
        return subprocess.run(
            [program_path, *arguments],
            cwd=ROOT,
            env=environment,
            input=text,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=240,
        )

    return run
