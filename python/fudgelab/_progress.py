"""How far a run is, for those who wait."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Optional, Union

Tell = Callable[[int, Optional[int]], object]

Progress = Union[bool, None, Tell]
"""``True`` for a bar, ``False`` for none, ``None`` for a bar where somebody may see it and tqdm is installed; or a function, which is
called ten times a second with the trials done and the trials to do (None where nobody knows)."""

DELAY = 1.0
"""Shorter runs show no bar, in seconds."""


@contextmanager
def reporter(progress: Progress, title: str) -> Iterator[Tell | None]:
    """What a run calls with the trials done and to do; None where nobody wants to know."""
    if callable(progress):
        yield progress
        return
    wanted = _is_watched() if progress is None else progress
    bar = _bar(title, insist=progress is True) if wanted else None
    if bar is None:
        yield None
        return

    def tell(done: int, total: int | None) -> None:
        bar.total = total
        bar.update(done - bar.n)

    try:
        yield tell
    finally:
        bar.close()


def _is_watched() -> bool:
    """Whether there is a terminal or a notebook to draw in."""
    is_terminal = sys.stderr is not None and sys.stderr.isatty()
    return is_terminal or "ipykernel" in sys.modules


def _bar(title: str, *, insist: bool) -> Any:
    with warnings.catch_warnings():
        # A notebook without widgets gets a bar of text, without a warning.
        warnings.simplefilter("ignore")
        try:
            from tqdm.auto import tqdm
        except ImportError:
            if insist:
                raise
            return None
        return tqdm(desc=title, unit=" trials", unit_scale=True, delay=DELAY, leave=False)
