"""Checks of arguments, so that a wrong one is met in words."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from ._errors import FudgelabError, WrongTypeError

P = ParamSpec("P")
R = TypeVar("R")

Check = Callable[[str, Any], None]
"""Raises where the argument of this name has a wrong value."""

MOST = 2**64 - 1
"""The largest seed, and the largest number of a trial."""

SHOWN = 40
"""An error shows no more characters of a value."""


def checked(**checks: Check) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Checks these arguments of a function before it is called."""

    def of(function: Callable[P, R]) -> Callable[P, R]:
        signature = inspect.signature(function)

        @wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            given = signature.bind(*args, **kwargs).arguments
            for name, check in checks.items():
                if name in given:
                    check(name, given[name])
            return function(*args, **kwargs)

        return call

    return of


def wrong(name: str, value: Any, wanted: str) -> WrongTypeError:
    """The error for an argument of a wrong type."""
    shown = repr(value)
    shown = shown if len(shown) <= SHOWN else shown[:SHOWN] + "…"
    return WrongTypeError(f"`{name}` is {shown}\nhelp: give {wanted}")


def text(wanted: str) -> Check:
    """Text, described by `wanted`."""
    return kind(str, wanted)


def kind(types: type | tuple[type, ...], wanted: str) -> Check:
    """A value of one of these types."""

    def check(name: str, value: Any) -> None:
        if not isinstance(value, types):
            raise wrong(name, value, wanted)

    return check


def maybe(check: Check) -> Check:
    """The same, or None."""
    return lambda name, value: None if value is None else check(name, value)


def each(check: Check, wanted: str) -> Check:
    """Several values. A text is not taken for its letters."""

    def check_all(name: str, values: Any) -> None:
        if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
            raise wrong(name, values, wanted)
        # An iterator would be used up.
        if isinstance(values, (list, tuple, set, frozenset)):
            for value in values:
                check(name, value)

    return check_all


def either(one: type, check: Check) -> Check:
    """A value of this type, or one that passes the check."""
    return lambda name, value: None if isinstance(value, one) else check(name, value)


def level(name: str, value: Any) -> None:
    """A level: its word or its number."""
    if not isinstance(value, str) and _whole(value) is None:
        raise wrong(name, value, 'a level, such as "Good" or 1')


def whole(least: int, most: int) -> Check:
    """A whole number within these limits."""
    # The limits of the machine's integers are no help to a user.
    upward = f"from {least} up" if most >= 2**31 - 1 else f"from {least} to {most}"
    wanted = "a whole number" if least <= -(2**31) else f"a whole number {upward}"

    def check(name: str, value: Any) -> None:
        number = _whole(value)
        if number is None:
            raise wrong(name, value, wanted)
        if not least <= number <= most:
            raise FudgelabError(f"`{name}` is {number}\nhelp: give {wanted}")

    return check


def number(name: str, value: Any) -> None:
    """A number."""
    if isinstance(value, (str, bytes, bool)) or not hasattr(type(value), "__float__"):
        raise wrong(name, value, "a number")


def amount(name: str, value: Any) -> None:
    """A number, or the same in words."""
    if not isinstance(value, str):
        number(name, value)


seed = whole(0, MOST)
trial = whole(0, MOST)


def _whole(value: Any) -> int | None:
    """A whole number as Python or numpy has it."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None
