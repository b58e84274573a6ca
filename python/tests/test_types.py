"""Type hints and docstrings, for editors and type checkers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import fudgelab._core
import keys
import pytest

PROGRAM = """\
from fractions import Fraction

import distributed
import fudgelab
import polars

chance: Fraction | None = fudgelab.odds("4dF", trait="Good", difficulty=2)["success"].fraction
ada = fudgelab.Fighter("Ada", "Great", weapon="broadsword", place="back", count=2)
fight = fudgelab.Encounter({"party": [ada], "goblins": fudgelab.Fighter("Goblin", like="goblin")}, fudgelab.Rules("srd", graze="off"))
results: fudgelab.Results = fight.run(trials="20 thousand", seed=4, progress=False)
low: float | None = results["party wins"].low
frame: polars.DataFrame = results.to_polars("rounds")
same: polars.DataFrame = polars.DataFrame(results)
study: fudgelab.Study = fudgelab.Study.sweep("skill", [0, 1], lambda skill: fudgelab.Duel(ada, ada.replace(name="Bo", skill=skill)))
left: float | None = fight.aftermath("party").chance_fit("Ada")
shards: list[bytes] = [study.shard(number, 2, trials=10_000) for number in [1, 2]]
merged: fudgelab.Results = study.merge(shards)

def over(client: distributed.Client) -> fudgelab.Results:
    return fudgelab.cluster.run(client, study, shards=8, method="simulate")
"""

WRONG = [
    ('fudgelab.Fighter("Ada", 1, weapn="sword")', "weapn"),
    ('fudgelab.Fighter("Ada", 1, place="front row")', "place"),
    ('fudgelab.Rules("srd", graze="of")', "graze"),
    ('fudgelab.run("a.toml", method="exactly")', "method"),
    ('fudgelab.odds(dificulty=1)', "dificulty"),
    ('fudgelab.cluster.run("tcp://scheduler:8786", "a.toml")', "Client"),
]


def check(text: str, folder: Path) -> str:
    """Runs mypy on a program that uses the installed package, and returns its output."""
    path = folder / "program.py"
    path.write_text(text, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", folder / "cache", path],
        cwd=folder, capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout


def test_mypy_accepts_program_and_rejects_mistakes(tmp_path: Path) -> None:
    assert check(PROGRAM, tmp_path).startswith("Success"), check(PROGRAM, tmp_path)
    # All mistakes are in one program, since starting mypy takes most of the time.
    lines = ["import fudgelab", *(line for line, _ in WRONG)]
    told = check("\n".join(lines) + "\n", tmp_path)
    for number, (_, word) in enumerate(WRONG, start=2):
        assert f"program.py:{number}: error" in told and word in told, told


def test_mypy_accepts_package(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--disable-error-code=import-untyped", "--cache-dir", tmp_path / "cache", "-p", "fudgelab"],
        cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout.startswith("Success"), done.stdout


def test_keys_match_schema() -> None:
    path = Path(__file__).resolve().parents[1] / "fudgelab/_keys.py"
    text = keys.module(json.loads(fudgelab._core.schema()))
    if os.environ.get("UPDATE"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text, "UPDATE=1 writes it anew"


def test_public_names_have_docstrings() -> None:
    for name in fudgelab.__all__:
        shown = getattr(fudgelab, name)
        if isinstance(shown, type) and shown.__module__.startswith("fudgelab"):
            lacking = [
                member for member, value in vars(shown).items()
                if not member.startswith("_") and (callable(value) or isinstance(value, property)) and not value.__doc__
            ]  # fmt: skip
            assert shown.__doc__ and not lacking, f"{name}: {lacking}"
        elif callable(shown) and shown.__class__.__module__ != "typing":
            assert shown.__doc__, name


@pytest.mark.parametrize("name", ["Encounter", "Results", "Study", "Table", "Playthrough", "Aftermath"])
def test_stub_matches_module(name: str) -> None:
    stub = (Path(fudgelab.__file__).parent / "_core.pyi").read_text(encoding="utf-8")
    body = stub.split(f"class {name}:", 1)[1].split("@final", 1)[0]
    stubbed = {line.split("def ", 1)[1].split("(", 1)[0] for line in body.splitlines() if "def " in line}
    has = {member for member in vars(getattr(fudgelab._core, name)) if not member.startswith("__") or member.startswith(("__arrow", "__len"))}
    assert stubbed == has
