"""What goes wrong, in the words of the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Sequence, Tuple

_Parts = Tuple[str, Optional[str], Optional[int], Optional[int], Optional[str], Optional[str]]


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong, and where."""

    message: str
    """What is wrong."""
    file: str | None = None
    """The file, as it was named; ``scenario.toml`` for text. None where it has no place."""
    line: int | None = None
    """The line, counted from 1."""
    column: int | None = None
    """The column, counted from 1."""
    label: str | None = None
    """The words beside the underlined text, such as "did you mean `trials`?"."""
    help: str | None = None
    """How to fix it."""


class FudgelabError(ValueError):
    """A scenario, an argument or a run is wrong. Its text is what the command line prints, with all errors and their places.

    >>> import fudgelab
    >>> try:
    ...     fudgelab.run("[fighters.ada]\\nskil = 'Good'")
    ... except fudgelab.FudgelabError as error:
    ...     print(error)
    ...     print(error.problems[-1].line, error.problems[-1].label)
    error: unknown key `skil` in fighter `ada`
     --> scenario.toml:2:1
      |
    2 | skil = 'Good'
      | ^^^^ did you mean `skill`?
    2 did you mean `skill`?
    """

    problems: list[Problem]
    """Each error by itself, in the order of their places."""

    def __init__(self, text: str, problems: Sequence[_Parts] = ()) -> None:
        super().__init__(text)
        self.problems = [Problem(*parts) for parts in problems] or [Problem(text)]


class WrongTypeError(FudgelabError, TypeError):
    """An argument of a type that has no meaning there."""


class UnknownNameError(FudgelabError, KeyError):
    """A figure, a case, a table or a side that is not there, with the nearest names that are."""

    def __str__(self) -> str:
        # A KeyError would show its text in quotes.
        return str(self.args[0])


class FudgelabWarning(UserWarning):
    """Something that is allowed and most likely a slip, such as dice far from 0."""
