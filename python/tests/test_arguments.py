"""Wrong arguments get readable errors."""

from __future__ import annotations

import re
from typing import Any

import fudgelab
import pytest

ADA, BO = fudgelab.Fighter("Ada", "Good", offense=2), fudgelab.Fighter("Bo", "Fair", offense=2)
DUEL = fudgelab.Duel(ADA, BO)
LEFT = DUEL.aftermath("Ada")
ODDS = fudgelab.odds("4dF", trait="Good", difficulty="Great")
RESULTS = DUEL.exact()
STUDY = DUEL.study()
CHECK = "check = { trait = 1, difficulty = 2 }"

CALLS: list[tuple[Any, dict[str, Any]]] = [
    (fudgelab.odds, {"dice": "4dF", "trait": "Good", "difficulty": 2, "modifier": 0, "spend": "reroll", "fudge_points": 1}),
    (fudgelab.odds, {"dice": "4dF", "trait": "Good", "opposed": 2, "opposed_dice": "4dF"}),
    (fudgelab.table, {"lowest": -1, "highest": 2, "opposed": True, "opposed_dice": "4dF"}),
    (lambda dice: fudgelab.table(dice), {"dice": "4dF"}),
    (ODDS.probability, {"outcome": "success"}),
    (ODDS.__getitem__, {"outcome": "success"}),
    (fudgelab.run, {"source": CHECK, "method": "simulate", "trials": 100, "seed": 1, "threads": 1}),
    (fudgelab.run, {"source": CHECK, "precision": 0.1, "figure": "success", "max_trials": 9000, "max_time": 2}),
    (fudgelab.run, {"source": CHECK, "relative": 0.5}),
    (fudgelab.replay, {"source": CHECK, "trial": 1, "find": "success", "within": 100, "variant": None, "cell": None, "seed": 1}),
    (fudgelab.replay, {"source": CHECK, "script": [1]}),
    (fudgelab.Fighter, {"name": "Ada"}),
    (fudgelab.Rules, {"base": "srd"}),
    (fudgelab.Encounter, {"sides": {"a": ADA, "b": [BO]}, "rules": "srd", "ask": "a wins and within 2 rounds"}),
    (lambda side: fudgelab.Encounter({"a": ADA, "b": side}), {"side": BO}),
    (lambda side: fudgelab.Encounter({"a": ADA, "b": [side]}), {"side": BO}),
    (fudgelab.Duel, {"one": ADA, "other": BO}),
    (fudgelab.Study, {"source": CHECK}),
    (fudgelab.Study.compare, {"variants": {"a": DUEL}}),
    (lambda fight: fudgelab.Study.compare({"a": fight}), {"fight": DUEL}),
    (fudgelab.Study.sweep, {"what": "skill", "values": [0], "fight": lambda value: DUEL}),
    (lambda value, made: fudgelab.Study.sweep("x", [value], lambda _: made), {"value": 0, "made": DUEL}),
    (lambda number, of: STUDY.shard(number, of, trials=10), {"number": 1, "of": 1}),
    (STUDY.merge, {"shards": [b""]}),
    (DUEL.simulate, {"trials": 100, "seed": 1, "threads": 1}),
    (DUEL.after, {"aftermath": LEFT}),
    (DUEL.aftermath, {"side": "Ada"}),
    (DUEL.play, {"trial": 1, "seed": 1}),
    (DUEL.play().aftermath, {"side": "Ada"}),
    (LEFT.chance_fit, {"name": "Ada"}),
    (LEFT.without, {"name": "Eve"}),
    (RESULTS.__getitem__, {"name": "ada wins"}),
    (RESULTS.figures, {"name": "ada wins"}),
    (RESULTS.table, {"name": "summary"}),
    (lambda variant: RESULTS.case(variant), {"variant": None}),
    (lambda skill: RESULTS.case(skill=skill), {"skill": 3}),
    (RESULTS.cases[0].__getitem__, {"name": "ada wins"}),
    (RESULTS.cases[0].get, {"name": "ada wins"}),
    (fudgelab.Aftermath, {}),
]  # fmt: skip

WRONG = [object(), None, True, 4, -1, 2**70, 1.5, float("nan"), "x", "", b"x", [1], [None], {"a": 1}, (), lambda: None, DUEL, ADA]

BINDING = re.compile(
    r"argument '|cannot be (converted|interpreted)|can't convert|unable to infer|object is not|has no attribute|not (iterable|subscriptable)"
    r"|out of range integral|too (big|large) to convert|unhashable|PyO3|extract|<class|help: (choose one by )?;"
)


@pytest.mark.parametrize(("call", "arguments"), CALLS)
def test_wrong_arguments_get_readable_errors(call: Any, arguments: dict[str, Any]) -> None:
    for name in arguments:
        for value in WRONG:
            try:
                call(*[value], **{}) if list(arguments) == [name] else call(**{**arguments, name: value})
            except fudgelab.FudgelabError as error:
                assert not BINDING.search(str(error)), f"{name}={value!r}: {error}"
            except TypeError as error:
                # The second message is Python's own, for a function that accepts no arguments.
                assert "cannot contain" in str(error) or "takes 0 positional arguments" in str(error), f"{name}={value!r}: {error}"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: fudgelab.odds(4), '`dice` is 4\nhelp: give dice, such as "4dF"'),
        (lambda: RESULTS[0], '`name` is 0\nhelp: give the name of a figure, such as "snorri wins"'),
        (lambda: fudgelab.run(CHECK, seed=-1), "`seed` is -1\nhelp: give a whole number from 0 up"),
        (lambda: fudgelab.Encounter([ADA]), "help: give fighters by side, as in"),
        (lambda: RESULTS.case(skill=3), "there is no varied key `skill`\nhelp: there are no varied keys here"),
        (lambda: fudgelab.run(CHECK, trials=True), "`trials` is True"),
    ],
)  # fmt: skip
def test_wrong_arguments_report_a_fix(call: Any, words: str) -> None:
    with pytest.raises(fudgelab.FudgelabError) as raised:
        call()
    assert words in str(raised.value)


def test_only_wrong_types_raise_type_errors() -> None:
    with pytest.raises(TypeError):
        fudgelab.odds(4)  # type: ignore[arg-type]
    with pytest.raises(fudgelab.FudgelabError) as raised:
        fudgelab.run(CHECK, seed=-1)
    assert not isinstance(raised.value, TypeError)
