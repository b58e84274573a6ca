"""Exact attempts that take long issue warnings."""

from __future__ import annotations

import warnings

import fudgelab
import pytest
from fudgelab import _progress

DUEL = fudgelab.Duel(fudgelab.Fighter("Ada", 1, offense=2), fudgelab.Fighter("Bo", 0, offense=2))


def test_long_exact_attempt_warns_again_after_twice_the_time() -> None:
    announce = _progress.announcer(None, "Ghouls")
    assert announce is not None
    with pytest.warns(fudgelab.LongRunWarning) as heard:
        for seconds in [1.0, 9.9, 10.0, 15.0, 19.9, 20.0, 39.9, 40.0]:
            announce(seconds, 0, 1)
    assert len(heard) == 3
    words = "Ghouls: still solving exactly after about 10 seconds (one case, time left unknown). Press Ctrl-C to stop."
    assert str(heard[0].message).startswith(words)
    assert 'method="simulate"' in str(heard[0].message)


def test_warning_reports_time_left() -> None:
    announce = _progress.announcer(True, "Grid")
    assert announce is not None
    with pytest.warns(fudgelab.LongRunWarning, match="3 of 13 cases done, about 40 seconds left"):
        announce(12.0, 3, 13)


def test_short_and_quiet_runs_do_not_warn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_progress, "LONG", 0.0)
    assert _progress.announcer(False, "Duel") is None
    with warnings.catch_warnings():
        warnings.simplefilter("error", fudgelab.LongRunWarning)
        DUEL.simulate(1_000)
        DUEL.run(method="exact", progress=False)
