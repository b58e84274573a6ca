"""Results, odds, tables, fights and aftermaths can be pickled and copied."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import fudgelab
import polars
import pytest

ADA, ORC = fudgelab.Fighter("Ada", "Great", offense=3), fudgelab.Fighter("Orc", "Fair", offense=3)
DUEL = fudgelab.Duel(ADA, ORC)

WAYS: list[Callable[[Any], Any]] = [lambda one: pickle.loads(pickle.dumps(one)), copy.copy, copy.deepcopy]


def results(one: fudgelab.Results) -> Any:
    charts = [(chart.title, chart.svg) for chart in one.charts()]
    tables = [one.table(name).rows for name in one.tables]
    return repr(one), one.json(), one.sentences, one._repr_html_(), one.report_html(), one.markdown(), charts, tables


def odds(one: fudgelab.Odds) -> Any:
    return repr(one), one.document, one.chances, one.distribution.rows, one._repr_html_()


def aftermath(one: fudgelab.Aftermath) -> Any:
    return one.chance_fit("Ada"), one.chance_any_fit(), DUEL.after(one).exact().json()


def play(one: fudgelab.Playthrough) -> Any:
    return one.rounds, one.wounds, one.winner


def played() -> fudgelab.Playthrough:
    begun = DUEL.play(3, seed=5)
    begun.play_round()
    return begun


@pytest.mark.parametrize(
    ("one", "seen"),
    [
        (DUEL.exact(), results),
        (fudgelab.Study.compare({"srd": DUEL, "nutshell": fudgelab.Duel(ADA, ORC, "nutshell")}).simulate(2_000), results),
        (fudgelab.odds("4dF", trait="Good", difficulty="Great"), odds),
        (fudgelab.table("4dF", "d%"), lambda one: (repr(one), one.rows, one._repr_html_())),
        (DUEL.exact().table(), lambda one: (one.columns, one.rows, polars.DataFrame(one).schema)),
        (DUEL.aftermath("Ada"), aftermath),
        (played().aftermath("Ada"), aftermath),
        (played(), play),
        (DUEL.after(DUEL.aftermath("Ada")), lambda one: one.exact().json()),
        (DUEL.after(DUEL.aftermath("Ada")).study(), lambda one: one.exact().json()),
        (fudgelab.replay(DUEL), lambda one: (repr(one), one.lines)),
    ],
)  # fmt: skip
def test_copies_equal_original(one: Any, seen: Callable[[Any], Any]) -> None:
    for way in WAYS:
        assert seen(way(one)) == seen(one)


def test_pickled_aftermath_keeps_removal_of_fighter() -> None:
    bo = fudgelab.Fighter("Bo", "Good")
    left = fudgelab.Encounter({"us": [ADA, bo], "orcs": ORC}).aftermath("us").without("Bo")
    assert pickle.loads(pickle.dumps(left)).chance_fit("Bo") is None


def test_odds_report_mean_deviation_and_chances() -> None:
    odds = fudgelab.odds("4dF", trait="Good", difficulty="Great")
    assert odds.mean == pytest.approx(1) and odds.sd == pytest.approx((8 / 3) ** 0.5)
    assert odds.probability("success") == odds.probability(">= Great") == pytest.approx(31 / 81)
    assert odds.probability(1) == odds.probability("Good") == odds.probability("= 1") == pytest.approx(19 / 81)
    assert odds.probability("< -2") == pytest.approx(1 / 81) and odds.probability("> Superb+3") == 0
    with pytest.raises(fudgelab.UnknownNameError, match="outcomes are success, failure"):
        odds.probability("sucess")
