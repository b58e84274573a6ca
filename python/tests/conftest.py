"""What the tests share: the repository, and the program that figures are held to."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return ROOT


@pytest.fixture(scope="session")
def program() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs the program, which `FUDGELAB` names or `cargo build --release` has made."""
    path = Path(os.environ.get("FUDGELAB", ROOT / "target/release/fudgelab")).resolve()
    if not path.exists():
        pytest.fail(f"{path} is missing: `cargo build --release` makes it, or FUDGELAB names another one")

    def run(*arguments: str | Path, text: str = "") -> subprocess.CompletedProcess[str]:
        environment = {**os.environ, "COLUMNS": "80", "NO_COLOR": "1"}
        return subprocess.run(
            [path, *arguments], cwd=ROOT, env=environment, input=text, capture_output=True, text=True, encoding="utf-8"
        )

    return run
