"""Figures equal those of the command line to the last digit, for every shipped scenario."""

from __future__ import annotations

import json
from pathlib import Path

import fudgelab
import pytest

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ["", "friday", "claims", "studies"]
SCENARIOS = [
    path.relative_to(ROOT).as_posix() for folder in FOLDERS for path in sorted((ROOT / "scenarios" / folder).glob("*.toml"))
]
# Few trials are enough, since the same rolls are compared.
TRIALS = 1_000
# Files that take more than two seconds to solve, or to be rejected as too large. They are only simulated.
LONG = {
    "archers-closing",
    "bestiary",
    "friday/ogres",
    "friday/troll",
    "kaer-wound-tables",
    "paco-three-thugs",
    "rolled-characters",
    "studies/mixed-foes",
    "studies/party",
    "studies/wizard",
    "three-sides",
    "tucker-and-the-pirates",
    "two-fights",
}
SOLVED = [path for path in SCENARIOS if path.removeprefix("scenarios/").removesuffix(".toml") not in LONG]


@pytest.fixture(autouse=True)
def at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_simulated_figures_match_command_line(scenario: str, program) -> None:
    options = ["--method", "simulate", "--trials", str(TRIALS), "--seed", "5"]
    printed = program("run", scenario, "--json", "--out", "-", "--quiet", *options)
    assert printed.stdout, printed.stderr
    results = fudgelab.run(scenario, method="simulate", trials=TRIALS, seed=5)
    # Comparing the text compares every digit.
    assert results.json() == printed.stdout


@pytest.mark.parametrize("scenario", SOLVED)
def test_exact_figures_match_command_line(scenario: str, program) -> None:
    """If a fight is too large to solve, the errors match instead."""
    printed = program("run", scenario, "--method", "exact", "--json", "--out", "-", "--quiet")
    try:
        results = fudgelab.run(scenario, method="exact")
    except fudgelab.FudgelabError as error:
        assert str(error) in printed.stderr
    else:
        assert results.json() == printed.stdout and results.method == "exact"


def test_enough_scenarios_are_compared() -> None:
    assert len(SCENARIOS) > 80 and len(SOLVED) == len(SCENARIOS) - len(LONG)


def test_other_seed_gives_other_figures() -> None:
    """Shows that the comparisons above would notice a wrong figure."""
    one, other = (
        fudgelab.run("scenarios/barroom-duel.toml", trials=TRIALS, seed=seed)["snorri wins"].value for seed in [5, 6]
    )
    assert one != other


def test_pages_match_command_line(program) -> None:
    for scenario in ["barroom-duel", "three-presets"]:
        printed = program("run", f"scenarios/{scenario}.toml", "--out", "-", "--quiet")
        assert printed.stdout == ""
        printed = program("run", f"scenarios/{scenario}.toml", "--out", "-")
        assert repr(fudgelab.run(f"scenarios/{scenario}.toml")) == printed.stdout.rstrip("\n")


def test_odds_and_tables_match_command_line(program) -> None:
    asked = {"trait": "Good", "opposed": "Fair", "modifier": -1, "opposed_dice": "2dF"}
    flags = [text for name, value in asked.items() for text in [f"--{name.replace('_', '-')}", str(value)]]
    odds = fudgelab.odds("4dF", **asked)
    assert repr(odds) == program("odds", "4dF", *flags).stdout.rstrip("\n")
    assert odds.document == json.loads(program("odds", "4dF", *flags, "--json").stdout)
    rates = fudgelab.table("d%")
    assert repr(rates) == program("table", "d%").stdout.rstrip("\n")
    assert rates.rows == json.loads(program("table", "d%", "--json").stdout)["rates"]


def test_transcripts_match_command_line(program) -> None:
    scenario, outcome = "scenarios/barroom-duel.toml", "brynhild near death"
    told = fudgelab.replay(scenario, find=outcome, seed=3)
    printed = program("replay", scenario, "--find", outcome, "--seed", "3")
    assert repr(told) == printed.stdout.rstrip("\n")
    printed = program("replay", scenario, "--find", outcome, "--seed", "3", "--json")
    assert told.document == json.loads(printed.stdout)
