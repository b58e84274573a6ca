"""Dice formulas."""

from __future__ import annotations

import json
import math
import warnings
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Union

from . import _checks, _core, _html
from ._checks import checked
from ._errors import FudgelabWarning, UnknownNameError
from ._odds import _COMPARISON, _SIGNS
from ._tables import Table

if TYPE_CHECKING:
    import numpy

_NUMBER = _checks.whole(-1_000_000, 1_000_000)


class Dice:
    """A dice formula and the distribution of its result.

    The values of names in the formula are keyword arguments. Printing shows the same page as ``fudgelab odds``.

    >>> import fudgelab
    >>> dice = fudgelab.Dice("count(6d6 >= 5) - 2")
    >>> dice.mean, dice.probability(">= 3") == 13 / 729
    (0.0, True)
    >>> dice.pmf[-2]
    Fraction(64, 729)
    >>> fudgelab.Dice("d20 + edge >= 12", edge=2).probability(True)
    0.55
    """

    formula: str
    """The formula."""
    names: dict[str, int]
    """The values of the names in the formula."""
    distribution: Table
    """The chance of each value, and of at least that value; for a condition, the chances of False and True."""

    @checked(formula=_checks.text('a formula, such as "highest(3, 4d6)"'))
    def __init__(self, formula: str, **names: int) -> None:
        for name, value in names.items():
            _NUMBER(name, value)
        self.formula, self.names = formula, names
        self._page, document, distribution, self._shown, notes = _core.formula(formula, list(names.items()))
        for note in notes:
            warnings.warn(note, FudgelabWarning, stacklevel=3)
        self._document: dict[str, Any] = json.loads(document)
        self.distribution = Table(distribution)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.formula, self.names)

    @property
    def pmf(self) -> dict[Union[int, bool], Union[Fraction, float]]:
        """The chance of each value: a fraction, or a float if the weights do not fit in 128 bits."""
        return {
            row["value"]: row["probability"] if row.get("fraction") is None else Fraction(row["fraction"]) for row in self._document["distribution"]
        }

    @property
    def mean(self) -> float:
        """The mean; for a condition, the chance of True."""
        return float(_sum([value * chance for value, chance in self.pmf.items()]))

    @property
    def sd(self) -> float:
        """The standard deviation."""
        chances = self.pmf.items()
        mean = _sum([value * chance for value, chance in chances])
        return math.sqrt(_sum([(value - mean) ** 2 * chance for value, chance in chances]))

    def probability(self, outcome: Union[str, int, bool]) -> float:
        """The chance of a value (``3``, ``True``) or of a range of values (``">= 3"``)."""
        found = _COMPARISON.match(str(outcome).lower().replace("true", "1").replace("false", "0"))
        sign, number = found.groups() if found else (None, "")
        try:
            value = int(number)
        except ValueError:
            raise UnknownNameError(f'there is no outcome `{outcome}`\nhelp: write a number, or a comparison such as ">= 3"') from None
        fits = _SIGNS[sign or "="]
        return float(_sum([chance for known, chance in self.pmf.items() if fits(known, value)]))

    def to_numpy(self) -> tuple[numpy.ndarray[Any, Any], numpy.ndarray[Any, Any]]:
        """The values in ascending order and their chances, as numpy arrays."""
        import numpy

        rows = self._document["distribution"]
        return numpy.array([row["value"] for row in rows]), numpy.array([row["probability"] for row in rows])

    def __arrow_c_schema__(self) -> object:
        return self.distribution.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.distribution.__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        return self._page.rstrip("\n")

    def _repr_html_(self) -> str:
        return _html.paragraphs([self.formula]) + _html.table(self._shown)


def _sum(terms: list[Union[Fraction, float]]) -> Union[Fraction, float]:
    """The sum of the terms, exact if all of them are fractions."""
    return sum(terms, Fraction(0)) if all(isinstance(term, Fraction) for term in terms) else math.fsum(terms)


def _restored(formula: str, names: dict[str, int]) -> Dice:
    return Dice(formula, **names)
