"""Errors have the same text as on the command line."""

from __future__ import annotations

from pathlib import Path

import fudgelab
import pytest

BAD = '[fighters.ada]\nskill = "Graet"\nweapn = "sword"\n[fighters.bo]\nskill = 1\n'


def test_scenario_errors_match_command_line(tmp_path: Path, program) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(BAD, encoding="utf-8")
    with pytest.raises(fudgelab.FudgelabError) as raised:
        fudgelab.run(path)
    assert str(raised.value) in program("run", path).stderr
    found = [(problem.line, problem.column, problem.label) for problem in raised.value.problems]
    assert found == [(2, 9, None), (3, 1, "did you mean `weapon`?")]
    assert all(problem.file == str(path) for problem in raised.value.problems)
    assert isinstance(raised.value, ValueError)


@pytest.mark.parametrize(
    ("call", "flags"),
    [
        (lambda: fudgelab.odds("4dX"), ["odds", "4dX"]),
        (lambda: fudgelab.odds(trait="Graet"), ["odds", "--trait", "Graet"]),
        (lambda: fudgelab.table("3d"), ["table", "3d"]),
        (lambda: fudgelab.run("scenarios/no-such.toml"), ["run", "scenarios/no-such.toml"]),
        (lambda: fudgelab.run("scenarios/sixty-on-sixty.toml", method="exact"), ["run", "scenarios/sixty-on-sixty.toml", "--method", "exact", "--out", "-"]),
        (lambda: fudgelab.replay("scenarios/barroom-duel.toml", variant="x"), ["replay", "scenarios/barroom-duel.toml", "--variant", "x"]),
        (lambda: fudgelab.replay("scenarios/barroom-duel.toml", 0), None),
        (lambda: fudgelab.replay("scenarios/barroom-duel.toml", find="snorri flies"), ["replay", "scenarios/barroom-duel.toml", "--find", "snorri flies"]),
        (lambda: fudgelab.run("scenarios/barroom-duel.toml", precision=0.01, figure="x wins"), ["run", "scenarios/barroom-duel.toml", "--precision", "0.01", "--figure", "x wins", "--out", "-"]),
    ],
)  # fmt: skip
def test_other_errors_match_command_line(call, flags, program, root, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    with pytest.raises(fudgelab.FudgelabError) as raised:
        call()
    if flags is not None:
        assert str(raised.value) in program(*flags).stderr
    assert raised.value.problems[0].message in str(raised.value)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"trials": 0}, "`trials` is 0"),
        ({"trials": "many"}, "`trials` is many"),
        ({"trials": 10**12}, "1 to 1e11"),
        ({"trials": 10, "precision": 0.1}, "`trials` and `precision` contradict"),
        ({"precision": 0.1, "relative": 0.1}, "`precision` and `relative` contradict"),
        ({"precision": float("nan")}, "`precision` is NaN"),
        ({"precision": 0.1, "method": "exact"}, "cannot be combined"),
        ({"method": "simulat"}, "did you mean `simulate`"),
        ({"max_time": "soon"}, "`max_time` is soon"),
        ({"threads": 0}, "`threads` is 0"),
    ],
)
def test_run_rejects_wrong_settings(settings, words: str) -> None:
    with pytest.raises(fudgelab.FudgelabError, match=words):
        fudgelab.run({"check": {"trait": 1, "difficulty": 2}}, **settings)


def test_wrong_types_raise_type_errors() -> None:
    with pytest.raises(TypeError, match="a scenario must be a path"):
        fudgelab.run(5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="unknown setting of a run: trails"):
        fudgelab.Study({"check": {"trait": 1, "difficulty": 2}}).run(trails=5)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="cannot contain"):
        fudgelab.run({"check": {"trait": object()}})


def test_odds_reject_contradictions_and_warn_about_unusual_dice() -> None:
    with pytest.raises(fudgelab.FudgelabError, match="`difficulty` and `opposed`"):
        fudgelab.odds(trait=1, difficulty=2, opposed=1)
    with pytest.raises(fudgelab.FudgelabError, match="no effect without `difficulty`"):
        fudgelab.odds(trait=1, spend="reroll")
    with pytest.warns(fudgelab.FudgelabWarning, match="plain sum far from 0"):
        fudgelab.odds("3d6", trait=1, difficulty=2)


def test_encounters_report_all_errors() -> None:
    with pytest.raises(fudgelab.FudgelabError) as raised:
        fudgelab.Duel(fudgelab.Fighter("Ada", "Graet"), fudgelab.Fighter("Bo", 1), fudgelab.Rules("kear"))
    messages = [problem.message for problem in raised.value.problems]
    assert len(messages) == 2 and all(problem.line for problem in raised.value.problems), messages
    ada = fudgelab.Fighter("Ada", 1)
    with pytest.raises(fudgelab.FudgelabError, match="two fighters are called `Ada`"):
        fudgelab.Duel(ada, ada)
    with pytest.raises(fudgelab.FudgelabError, match="two fighters are called `ada`"):
        fudgelab.Encounter({"a": ada, "b": ada.replace(name="ada")})
    with pytest.raises(fudgelab.FudgelabError, match="two sides"):
        fudgelab.Encounter({"a": ada})
