"""Dice formulas."""

from __future__ import annotations

from fractions import Fraction

import fudgelab
import polars
import pytest


def test_distributions_are_exact() -> None:
    # The higher of two d4 is 1, 2, 3 or 4 in 1, 3, 5 or 7 of 16 cases.
    dice = fudgelab.Dice("highest(1, 2d4)")
    assert dice.pmf == {value: Fraction(2 * value - 1, 16) for value in range(1, 5)}
    assert dice.mean == 50 / 16
    assert dice.probability(">= 3") == 0.75 and dice.probability(4) == 7 / 16 and dice.probability("!= 4") == 9 / 16
    assert polars.DataFrame(dice)["value"].to_list() == [1, 2, 3, 4]


def test_conditions_report_chance_of_true() -> None:
    dice = fudgelab.Dice("d20 + edge >= 12", edge=2)
    assert dice.pmf == {False: Fraction(9, 20), True: Fraction(11, 20)}
    assert dice.probability(True) == dice.mean == 0.55 and "true 55.00 %" in repr(dice)


def test_large_weights_become_floats() -> None:
    dice = fudgelab.Dice("100dF")
    assert isinstance(dice.pmf[0], float)
    assert abs(dice.probability(">= 20") - 0.008336093451) < 1e-12


def test_numpy_arrays_contain_values_and_chances() -> None:
    numpy = pytest.importorskip("numpy")
    values, chances = fudgelab.Dice("2d6").to_numpy()
    assert numpy.array_equal(values, numpy.arange(2, 13)) and abs(chances.sum() - 1) < 1e-12


def test_formula_errors_report_their_places() -> None:
    with pytest.raises(fudgelab.FudgelabError) as caught:
        fudgelab.Dice("let r = 4dF;\nr + ned", need=2)
    assert "formula:2:5" in str(caught.value) and "did you mean `need`?" in str(caught.value)
    with pytest.raises(fudgelab.UnknownNameError, match='">= 3"'):
        fudgelab.Dice("2d6").probability("many")
    with pytest.raises(fudgelab.WrongTypeError):
        fudgelab.Dice(6)  # type: ignore[arg-type]


def test_copied_dice_equal_original() -> None:
    import copy

    dice = fudgelab.Dice("2d6 + edge", edge=1)
    other = copy.deepcopy(dice)
    assert other.pmf == dice.pmf and other.names == {"edge": 1} and repr(other) == repr(dice)
