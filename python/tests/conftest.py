"""Shared fixtures: the repository, and the program that figures are compared with."""

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
    """Lets tests send SIGINT even if Python was started to ignore it, like a background job of a script."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def root() -> Path:
    """The root folder of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def program_path() -> Path:
    """The path of the program: `FUDGELAB`, or the result of `cargo build --release`."""
    path = Path(os.environ.get("FUDGELAB", ROOT / "target/release/fudgelab")).resolve()
    if not path.exists():
        pytest.fail(f"{path} is missing: `cargo build --release` makes it, or FUDGELAB names another one")
    return path


@pytest.fixture(scope="session")
def program(program_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Returns a function that runs the program."""

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
