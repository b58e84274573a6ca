"""Checks of arguments, with readable errors."""

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
"""Called with the name and the value of an argument; raises an error if the value is wrong."""

MOST = 2**64 - 1
"""The largest seed and the largest trial number."""

SHOWN = 40
"""Maximum number of characters of a value shown in an error."""


def checked(**checks: Check) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Decorates a function so that these arguments are checked before each call."""

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
    """Returns the error for an argument of the wrong type. ``wanted`` says what to give instead."""
    shown = repr(value)
    shown = shown if len(shown) <= SHOWN else shown[:SHOWN] + "…"
    return WrongTypeError(f"`{name}` is {shown}\nhelp: give {wanted}")


def text(wanted: str) -> Check:
    """Accepts text. ``wanted`` describes it in errors."""
    return kind(str, wanted)


def kind(types: type | tuple[type, ...], wanted: str) -> Check:
    """Accepts a value of one of these types."""

    def check(name: str, value: Any) -> None:
        if not isinstance(value, types):
            raise wrong(name, value, wanted)

    return check


def maybe(check: Check) -> Check:
    """Accepts None and what ``check`` accepts."""
    return lambda name, value: None if value is None else check(name, value)


def each(check: Check, wanted: str) -> Check:
    """Accepts an iterable of values that pass ``check``, but not text, bytes or a mapping."""

    def check_all(name: str, values: Any) -> None:
        if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Iterable):
            raise wrong(name, values, wanted)
        # Checking an iterator would use it up.
        if isinstance(values, (list, tuple, set, frozenset)):
            for value in values:
                check(name, value)

    return check_all


def either(one: type, check: Check) -> Check:
    """Accepts a value of the type ``one`` and what ``check`` accepts."""
    return lambda name, value: None if isinstance(value, one) else check(name, value)


def level(name: str, value: Any) -> None:
    """Accepts a level: a word or a number."""
    if not isinstance(value, str) and _whole(value) is None:
        raise wrong(name, value, 'a level, such as "Good" or 1')


def whole(least: int, most: int) -> Check:
    """Accepts a whole number from ``least`` to ``most``."""
    # The limits of integer types would not help the user, so errors leave them out.
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
    """Accepts a number."""
    if isinstance(value, (str, bytes, bool)) or not hasattr(type(value), "__float__"):
        raise wrong(name, value, "a number")


def amount(name: str, value: Any) -> None:
    """Accepts a number or text."""
    if not isinstance(value, str):
        number(name, value)


seed = whole(0, MOST)
trial = whole(0, MOST)


def _whole(value: Any) -> int | None:
    """Converts a whole number of Python or numpy to an int; None for any other value, including a bool."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)
    except TypeError:
        return None
