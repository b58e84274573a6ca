"""How far a run is, for those who wait."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Optional, Union

from ._errors import FudgelabWarning

Progress = Union[bool, None, Callable[[int, Optional[int]], object]]
"""``True`` for a bar, ``False`` for none, ``None`` for a bar where somebody may see it and tqdm is installed; or a function, which is
called ten times a second with the trials done and the trials to do (None where nobody knows)."""

DELAY = 1.0
"""Shorter runs show no bar, in seconds."""


LONG = 10.0
"""Exact attempts that take longer than this are announced, in seconds."""


class LongRunWarning(FudgelabWarning):
    """An exact answer takes long: it says for how long, how much is left, and how to stop it."""


def announcer(progress: Progress, title: str) -> Callable[[float, int, int], None] | None:
    """What a run calls during its exact attempt, with its seconds, the cases done, and of how many; None for ``progress=False``."""
    if progress is False:
        return None
    due = LONG

    def announce(seconds: float, done: int, of: int) -> None:
        nonlocal due
        if seconds < due:
            return
        # Each report comes after twice the time.
        due = 2 * seconds
        cases = "one case" if of == 1 else f"{done} of {of} cases done"
        left = f"{_about(seconds * (of - done) / done)} left" if done else "time left unknown"
        words = (
            f"{title}: solving exactly for {_about(seconds)}: {cases}, {left}; interrupt it (Ctrl-C) to stop it, "
            'and method="simulate" answers sooner, with intervals'
        )
        # Two frames of this package stand between the warning and the call.
        warnings.warn(words, LongRunWarning, stacklevel=3)

    return announce


def _about(seconds: float) -> str:
    """A time in words."""
    if seconds < 100:
        return f"about {seconds:.0f} seconds"
    return f"about {seconds / 60:.0f} minutes" if seconds < 6000 else f"about {seconds / 3600:.0f} hours"


@contextmanager
def reporter(
    progress: Progress, title: str, total: int | None, unit: str = "trials"
) -> Iterator[Callable[[int], object] | None]:
    """What a run calls with the trials done so far, or with another unit; None where nobody wants to know."""
    if callable(progress):
        tell = progress
        yield lambda done: tell(done, total)
        return
    is_wanted = progress is not False and (progress or _is_watched())
    bar = _bar(title, total, unit, insist=progress is True) if is_wanted else None
    if bar is None:
        yield None
        return
    try:
        yield lambda done: bar.update(done - bar.n)
    finally:
        bar.close()


def _is_watched() -> bool:
    """Whether there is a terminal or a notebook to draw in."""
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    return is_terminal or "ipykernel" in sys.modules


def _bar(title: str, total: int | None, unit: str, *, insist: bool) -> Any:
    with warnings.catch_warnings():
        # A notebook without widgets gets a bar of text, without a warning.
        warnings.simplefilter("ignore")
        try:
            from tqdm.auto import tqdm
        except ImportError:
            if insist:
                raise
            return None
        return tqdm(total=total, desc=title, unit=f" {unit}", unit_scale=unit == "trials", delay=DELAY, leave=False)
