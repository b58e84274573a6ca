"""How far a run is, for those who wait."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Optional, Union

Progress = Union[bool, None, Callable[[int, Optional[int]], object]]
"""``True`` for a bar, ``False`` for none, ``None`` for a bar where somebody may see it and tqdm is installed; or a function, which is
called ten times a second with the trials done and the trials to do (None where nobody knows)."""

DELAY = 1.0
"""Shorter runs show no bar, in seconds."""


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
