"""Errors and warnings, with the messages of the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Sequence, Tuple

_Parts = Tuple[str, Optional[str], Optional[int], Optional[int], Optional[str], Optional[str]]


@dataclass(frozen=True)
class Problem:
    """One error and its place."""

    message: str
    """The error message."""
    file: str | None = None
    """The name of the file as given, or ``scenario.toml`` for text. None if the error has no place."""
    line: int | None = None
    """The line, counted from 1. None if the error is about the whole file or has no place."""
    column: int | None = None
    """The column, counted from 1. None if ``line`` is None."""
    label: str | None = None
    """The words next to the underlined text, such as "did you mean `trials`?"."""
    help: str | None = None
    """How to fix the error."""


class FudgelabError(ValueError):
    """An error in a scenario, an argument or a run. The text is what the command line prints: all errors with their
    places.

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
    """The individual errors, in the order of their places."""

    def __init__(self, text: str, problems: Sequence[_Parts] = ()) -> None:
        super().__init__(text)
        self.problems = [Problem(*parts) for parts in problems] or [Problem(text)]


class WrongTypeError(FudgelabError, TypeError):
    """An argument has the wrong type."""


class UnknownNameError(FudgelabError, KeyError):
    """A figure, case, table or side does not exist. The message suggests names that do."""

    def __str__(self) -> str:
        # KeyError would put the message in quotes.
        return str(self.args[0])


class FudgelabWarning(UserWarning):
    """Warns about something that is allowed but probably a mistake, such as dice whose results are far from 0."""
