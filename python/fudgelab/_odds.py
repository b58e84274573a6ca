"""The odds of one roll, and tables of success rates."""

from __future__ import annotations

import json
import math
import operator
import re
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Union

from . import _checks, _core, _html
from ._checks import checked
from ._errors import FudgelabError, FudgelabWarning, UnknownNameError
from ._tables import Table

Level = Union[str, int]
"""A level: a word of the ladder (``"Great"``, ``"Superb+2"``) or its number, with Fair as 0."""


@dataclass(frozen=True)
class Chance:
    """An exact chance. ``float(chance)`` is its probability."""

    probability: float
    """The chance as a number from 0 to 1."""
    fraction: Fraction | None
    """The chance as a fraction in lowest terms; None if it does not fit in 128 bits."""

    def __float__(self) -> float:
        return self.probability


_SIGNS = {
    ">=": operator.ge, "<=": operator.le, ">": operator.gt, "<": operator.lt, "!=": operator.ne, "==": operator.eq, "=": operator.eq,
}  # fmt: skip
_COMPARISON = re.compile(r"\s*(>=|<=|==|!=|>|<|=)?\s*(.*\S)\s*$")


class Odds:
    """The odds of one roll. Printing shows the same page as ``fudgelab odds``."""

    chances: dict[str, Chance]
    """The chance of each outcome, by its name; empty without a difficulty or an opponent."""
    distribution: Table
    """The chance of each degree (``value``, with Fair as 0; against an opponent, the relative degree), and of at least
    that degree."""

    def __init__(
        self, words: str, page: str, document: str, distribution: _core.Table, shown: list[_html.ForPeople]
    ) -> None:
        self._words, self._page, self._shown = words, page, shown
        self.document: dict[str, Any] = json.loads(document)
        self.distribution = Table(distribution)
        self.chances = {row["figure"]: _chance(row) for row in self.document["figures"]}

    @property
    def mean(self) -> float:
        """The mean of the distribution, in levels."""
        return math.fsum(row["value"] * row["probability"] for row in self.distribution.rows)

    @property
    def sd(self) -> float:
        """The standard deviation of the distribution."""
        mean = self.mean
        return math.sqrt(math.fsum((row["value"] - mean) ** 2 * row["probability"] for row in self.distribution.rows))

    def probability(self, outcome: str | int) -> float:
        """The chance of an outcome (``"success"``), of a degree (``2`` or ``"Great"``), or of a range of degrees
        (``">= Great"``).

        >>> import fudgelab
        >>> odds = fudgelab.odds("4dF", trait="Good", difficulty="Great")
        >>> odds.probability("success") == odds.probability(">= Great")
        True
        """
        _checks.level("outcome", outcome)
        if isinstance(outcome, str) and outcome in self.chances:
            return self.chances[outcome].probability
        found = _COMPARISON.match(str(outcome))
        if found is None:
            raise self._unknown(str(outcome))
        sign, word = found.groups()
        try:
            level = _core.level(word)
        except FudgelabError as error:
            raise self._unknown(str(outcome)) from error
        fits = _SIGNS[sign or "="]
        return math.fsum(row["probability"] for row in self.distribution.rows if fits(row["value"], level))

    def _unknown(self, outcome: str) -> UnknownNameError:
        known = f"outcomes are {', '.join(self.chances)}" if self.chances else "this roll has no difficulty or opponent"
        degrees = '`probability` also accepts degrees, as in ">= Great"'
        return UnknownNameError(f"there is no outcome `{outcome}`\nhelp: {known}; {degrees}")

    def __getitem__(self, outcome: str) -> Chance:
        _checks.text('the name of an outcome, such as "success"')("outcome", outcome)
        found = self.chances.get(outcome)
        if found is None:
            raise self._unknown(outcome)
        return found

    def __repr__(self) -> str:
        return self._page.rstrip("\n")

    def _repr_html_(self) -> str:
        return _html.paragraphs([self._words]) + "".join(_html.table(shown) for shown in self._shown)


def _chance(row: dict[str, Any]) -> Chance:
    fraction = row.get("fraction")
    return Chance(row["probability"], None if fraction is None else Fraction(fraction))


_DICE = _checks.text('dice, such as "4dF"')
_MAYBE_DICE = _checks.maybe(_DICE)
_LEVEL = _checks.maybe(_checks.level)


@checked(
    dice=_DICE,
    trait=_LEVEL,
    difficulty=_LEVEL,
    opposed=_LEVEL,
    opposed_dice=_MAYBE_DICE,
    modifier=_checks.whole(-(2**31), 2**31 - 1),
    spend=_checks.either(str, _checks.each(_checks.text('a use of a point, such as "reroll"'), 'uses of points, such as "reroll"')),
    fudge_points=_checks.whole(0, 255),
)
def odds(
    dice: str = "4dF",
    *,
    trait: Level | None = None,
    difficulty: Level | None = None,
    opposed: Level | None = None,
    opposed_dice: str | None = None,
    modifier: int = 0,
    spend: str | Iterable[str] = (),
    fudge_points: int = 1,
) -> Odds:
    """Computes the exact odds of one roll.

    ``difficulty`` is the level that the roll must reach. ``opposed``, instead, is the trait of an opponent who rolls
    too, and ``opposed_dice`` are the opponent's dice (``"none"`` for no roll; the same dice by default). With neither,
    the result is the distribution alone. ``spend`` lists the uses of Fudge points: ``"success"``, ``"shift"``,
    ``"automatic"`` or ``"reroll"``. Points are spent only if they help.

    >>> import fudgelab
    >>> odds = fudgelab.odds("4dF", trait="Good", difficulty="Great")
    >>> odds["success"].fraction
    Fraction(31, 81)
    >>> print(odds)
    4dF · Good against a difficulty of Great
    <BLANKLINE>
      success  38.27 %  31/81
      failure  61.73 %  50/81
    <BLANKLINE>
      degree    exactly         at least
      Superb+2   1.23 %   1/81    1.23 %   1/81
      Superb+1   4.94 %   4/81    6.17 %   5/81
      Superb    12.35 %  10/81   18.52 %   5/27
      Great     19.75 %  16/81   38.27 %  31/81
      Good      23.46 %  19/81   61.73 %  50/81
      Fair      19.75 %  16/81   81.48 %  22/27
      Mediocre  12.35 %  10/81   93.83 %  76/81
      Poor       4.94 %   4/81   98.77 %  80/81
      Terrible   1.23 %   1/81     100 %    1/1
    >>> round(float(fudgelab.odds("4dF", trait="Good", opposed="Fair")["win"]), 4)
    0.5844
    """
    if difficulty is not None and (opposed is not None or opposed_dice is not None):
        raise _contradiction("difficulty", "opposed" if opposed is not None else "opposed_dice")
    if opposed_dice is not None and opposed is None:
        raise _needs("opposed_dice", "opposed")
    uses = spend.split(",") if isinstance(spend, str) and spend else list(spend)
    if uses and difficulty is None:
        raise _needs("spend", "difficulty")
    words, page, document, distribution, shown, doubts = _core.odds(
        dice,
        level=_word(trait),
        modifier=modifier,
        difficulty=_word(difficulty),
        opposed=_word(opposed),
        opposed_dice=opposed_dice,
        spend=uses,
        fudge_points=fudge_points,
    )
    for doubt in doubts:
        warnings.warn(doubt, FudgelabWarning, stacklevel=2)
    return Odds(words, page, document, distribution, shown)


def _word(level: Level | None) -> str | None:
    return None if level is None else str(level)


def _contradiction(one: str, other: str) -> FudgelabError:
    return FudgelabError(f"`{one}` and `{other}` contradict each other\nhelp: give one of them")


def _needs(one: str, other: str) -> FudgelabError:
    return FudgelabError(f"`{one}` has no effect without `{other}`\nhelp: give both, or neither")


class Rates:
    """Success rates. Printing shows the same page as ``fudgelab table``."""

    table: Table
    """One row for each rate."""

    def __init__(self, page: str, table: _core.Table, shown: list[_html.ForPeople]) -> None:
        self._page, self._shown, self.table = page, shown, Table(table)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rates as dictionaries."""
        return self.table.rows

    def __arrow_c_schema__(self) -> object:
        return self.table.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.table.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return self._page.rstrip("\n")

    def _repr_html_(self) -> str:
        return "".join(_html.table(shown) for shown in self._shown)


@checked(
    dice=_checks.each(_DICE, 'dice, such as "4dF"'),
    lowest=_LEVEL,
    highest=_LEVEL,
    opposed=_checks.kind(bool, "True or False"),
    opposed_dice=_MAYBE_DICE,
)
def table(
    *dice: str,
    lowest: Level | None = None,
    highest: Level | None = None,
    opposed: bool = False,
    opposed_dice: str | None = None,
) -> Rates:
    """Computes success rates of dice methods.

    For one method (4dF by default), the rates are by trait and difficulty. For several, they are the chances of at
    least each result. ``lowest`` and ``highest`` limit the levels shown. With ``opposed``, an opponent rolls too, with
    ``opposed_dice`` or the same dice.

    >>> import fudgelab
    >>> rates = fudgelab.table("4dF", "d%")
    >>> print(rates.rows[0]["dice"], rates.rows[0]["at_least"], rates.rows[0]["fraction"])
    4dF 4 1/81
    """
    levels = {"lowest": _word(lowest), "highest": _word(highest)}
    return Rates(*_core.rates(list(dice), **levels, opposed=opposed, opposed_dice=opposed_dice))
