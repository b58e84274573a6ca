"""Progress bars, and warnings about long runs."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Optional, Union

from ._errors import FudgelabWarning

Progress = Union[bool, None, Callable[[int, Optional[int]], object]]
"""``True`` for a bar, ``False`` for no bar, ``None`` for a bar if tqdm is installed and there is a terminal or notebook
to show it. A function is called ten times a second with the number of trials done and the total (None if it is not
known)."""

DELAY = 1.0
"""Seconds before a bar appears."""


LONG = 10.0
"""Seconds before the first warning about an exact attempt."""


class LongRunWarning(FudgelabWarning):
    """An exact answer takes long. The message has the time so far, the time left, and how to stop the run."""


def announcer(progress: Progress, title: str) -> Callable[[float, int, int], None] | None:
    """Returns the function that a run calls during its exact attempt, with the seconds so far, the number of cases
    done, and the number of all cases; None if ``progress`` is False."""
    if progress is False:
        return None
    due = LONG

    def announce(seconds: float, done: int, of: int) -> None:
        nonlocal due
        if seconds < due:
            return
        # The next warning comes after twice the time.
        due = 2 * seconds
        cases = "one case" if of == 1 else f"{done} of {of} cases done"
        left = f"{_about(seconds * (of - done) / done)} left" if done else "time left unknown"
        words = (
            f"{title}: still solving exactly after {_about(seconds)} ({cases}, {left}). Press Ctrl-C to stop. "
            'method="simulate" is faster, but its answers have intervals.'
        )
        # Two frames of this package are between the warning and the user's call.
        warnings.warn(words, LongRunWarning, stacklevel=3)

    return announce


def _about(seconds: float) -> str:
    """A duration in words, such as ``about 10 seconds``."""
    if seconds < 100:
        return f"about {seconds:.0f} seconds"
    return f"about {seconds / 60:.0f} minutes" if seconds < 6000 else f"about {seconds / 3600:.0f} hours"


@contextmanager
def reporter(
    progress: Progress, title: str, total: int | None, unit: str = "trials"
) -> Iterator[Callable[[int], object] | None]:
    """Provides the function that a run calls with the number of trials (or other units) done; None if no progress is
    shown."""
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
    """Whether there is a terminal or a notebook to show a bar in."""
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    return is_terminal or "ipykernel" in sys.modules


def _bar(title: str, total: int | None, unit: str, *, insist: bool) -> Any:
    with warnings.catch_warnings():
        # Without widgets, a notebook gets a text bar. The warning about that is not worth showing.
        warnings.simplefilter("ignore")
        try:
            from tqdm.auto import tqdm
        except ImportError:
            if insist:
                raise
            return None
        return tqdm(total=total, desc=title, unit=f" {unit}", unit_scale=unit == "trials", delay=DELAY, leave=False)
