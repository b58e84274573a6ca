"""Fights built in Python equal those of scenario files."""

from __future__ import annotations

import fudgelab
import pytest


def party() -> fudgelab.Encounter:
    ada = fudgelab.Fighter("Ada", "Great", weapon="broadsword", armor="heavy leather", shield="medium")
    bo = fudgelab.Fighter("Bo the Archer", "Good", place="back", missile={"weapon": "bow", "skill": "Great"})
    goblins = fudgelab.Fighter("Goblin", like="goblin", count=3)
    rules = fudgelab.Rules("srd", closing=1, round_limit=50)
    return fudgelab.Encounter({"party": [ada, bo], "goblins": goblins}, rules, ask="party wins and not any of party dies")


def test_encounter_equals_its_scenario_file() -> None:
    fight = party()
    options = {"method": "simulate", "trials": 20_000, "seed": 4}
    from_file = fudgelab.run(fight.to_toml(), **options)
    from_code = fight.run(**options)
    assert from_file.document["summary"] == from_code.document["summary"]
    assert from_file.document["warnings"] == from_code.document["warnings"]
    assert "party wins and not any of party dies" in from_code


def test_scenario_dictionary_accepts_fighters_and_rules() -> None:
    ada, bo = fudgelab.Fighter("Ada", 1, offense=2), fudgelab.Fighter("Bo", 0, offense=2)
    scenario = {"rules": fudgelab.Rules("nutshell"), "fighters": {"ada": ada, "bo": bo}}
    assert fudgelab.run(scenario)["ada wins"].value == fudgelab.Duel(ada, bo, "nutshell").exact()["ada wins"].value


def test_fights_accept_numpy_numbers() -> None:
    numpy = pytest.importorskip("numpy")
    study = fudgelab.Study.sweep(
        "skill", numpy.arange(2), lambda skill: fudgelab.Duel(fudgelab.Fighter("Ada", skill, offense=2), fudgelab.Fighter("Bo", numpy.int64(0), offense=numpy.float64(2).astype(int)))
    )  # fmt: skip
    assert [case.varied["skill"] for case in study.exact().cases] == [0, 1]


def test_replace_changes_and_removes_keys() -> None:
    ada = fudgelab.Fighter("Ada", "Good", weapon="sword", armor=2)
    assert ada.replace(armor=None) == fudgelab.Fighter("Ada", "Good", weapon="sword")
    assert ada.replace(name="Eve", skill=0, count=2).to_dict() == {"name": "Eve", "skill": 0, "weapon": "sword", "armor": 2, "count": 2}
    assert eval(repr(ada), {"Fighter": fudgelab.Fighter}) == ada
    rules = fudgelab.Rules("kaer", round_limit=9)
    assert eval(repr(rules), {"Rules": fudgelab.Rules}) == rules and rules.replace(round_limit=None) == fudgelab.Rules("kaer")


def test_play_matches_replay() -> None:
    fight = party()
    play, told = fight.play(7, seed=3), fight.replay(7, seed=3)
    assert set(play.wounds) == {"Ada", "Bo the Archer", "Goblin 1", "Goblin 2", "Goblin 3"}
    while play.play_round():
        pass
    assert play.rounds == sum(line["kind"] == "round" for line in told.lines)
    assert play.is_over and f"{play.winner}" in repr(told)
    assert play.standing[play.winner] == 1.0 and sum(play.standing.values()) == 1.0


def test_python_damage_rule_matches_formula() -> None:
    ada, bo = fudgelab.Fighter("Ada", "Great", offense=3), fudgelab.Fighter("Bo", "Good", offense=4)
    duel = fudgelab.Duel(ada, bo, "nutshell")
    written = {"roll": "1dF", "points": "2 * degree + offense - defense + scale + roll"}
    of_file = fudgelab.Duel(ada, bo, fudgelab.Rules("nutshell", damage=written)).exact()
    asked: list[fudgelab.Hit] = []

    def points(hit: fudgelab.Hit) -> int:
        asked.append(hit)
        return 2 * hit.degree + hit.factor + hit.roll

    fight = duel.with_damage(points, dice="1dF")
    assert len(asked) == len(set(asked)) > 0
    known = len(asked)
    for name in ["ada wins", "rounds"]:
        assert fight.exact()[name].value == pytest.approx(of_file[name].value, abs=1e-12)
    assert fight.simulate(1_000).json() == fight.simulate(1_000, threads=1).json()
    assert len(asked) == known, "tabulated once"
    assert duel.exact()["ada wins"].value != fight.exact()["ada wins"].value
    with pytest.raises(fudgelab.FudgelabError, match="written in Python"):
        fight.to_toml()


def test_faulty_damage_rules_raise_errors() -> None:
    duel = fudgelab.Duel(fudgelab.Fighter("Ada", 2, offense=3), fudgelab.Fighter("Bo", 0, offense=3))
    asked: list[fudgelab.Hit] = []

    def divided(hit: fudgelab.Hit) -> int:
        asked.append(hit)
        return hit.degree // 0

    with pytest.raises(ZeroDivisionError):
        duel.with_damage(divided)
    assert len(asked) == 1, "it is not asked again"
    with pytest.raises(fudgelab.WrongTypeError, match="must return a whole number"):
        duel.with_damage(lambda hit: hit.degree / 2)  # type: ignore[arg-type, return-value]
    with pytest.raises(fudgelab.WrongTypeError):
        duel.with_damage(3)  # type: ignore[arg-type]
    with pytest.raises(fudgelab.FudgelabError):
        duel.with_damage(lambda hit: 1, dice="no dice")


def test_fight_after_another_rejects_to_toml() -> None:
    def fight(orc: str) -> fudgelab.Encounter:
        return fudgelab.Duel(fudgelab.Fighter("Ada", 2, offense=3), fudgelab.Fighter(orc, 0, offense=3))

    first = fight("Orc")
    left = first.aftermath("Ada")
    assert left.chance_fit("Ada") == pytest.approx(first.exact()["ada wins"].value)
    assert left.chance_fit("Eve") is None and left.chance_any_fit() == left.chance_fit("Ada")
    second = fight("Second orc").after(left)
    assert second.exact()["ada wins"].value < first.exact()["ada wins"].value
    with pytest.raises(fudgelab.FudgelabError, match="earlier fight"):
        second.to_toml()
    with pytest.raises(fudgelab.FudgelabError, match="none of"):
        fight("Orc").after(left.without("Ada")).exact()
