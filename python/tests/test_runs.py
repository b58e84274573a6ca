"""Long runs: other threads keep running, Ctrl-C stops the work, and progress is reported."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import fudgelab
import pytest

DUEL = fudgelab.Duel(fudgelab.Fighter("Ada", 1, offense=2), fudgelab.Fighter("Bo", 0, offense=2))
# More trials than any machine can run before the test stops it.
ENDLESS = "50 billion"


def stop_at_first_word(done: int, total: int | None) -> None:
    """Presses Ctrl-C once the first trials are done."""
    assert total == 50_000_000_000
    if done > 0:
        os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_stops_simulation() -> None:
    with pytest.raises(KeyboardInterrupt):
        DUEL.simulate(trials=ENDLESS, progress=stop_at_first_word)
    # The next run is not affected.
    assert DUEL.simulate(trials=1_000).method == "simulate"


# A fight of one round that takes many seconds to solve.
MAGE = fudgelab.Fighter("Mage", "Poor", dodge="Fair")
ARCHERS = fudgelab.Fighter("Archer", "Fair", count=3, missile={"weapon": "bow", "skill": "Good"})
VOLLEY = fudgelab.Encounter({"mage": MAGE, "archers": ARCHERS}, fudgelab.Rules("srd", closing=1, round_limit=1))
TUNED = """
[rules]
base = "fantasy"
[run]
method = "simulate"
trials = 50_000_000
[fighters.hero]
skill = "Good"
[fighters.ghoul]
like = "ghoul"
side = "ghouls"
count = 2
[[ask]]
tune = "fighters.hero.skill"
to = "hero wins >= 50 %"
"""
# More than 9,000 cases, which take seconds to read.
GRID = """
[fighters]
a = { skill = 0 }
b = { skill = 0 }
[vary]
"fighters.a.skill" = { from = -9, to = 9 }
"fighters.b.skill" = { from = -9, to = 9 }
"fighters.a.offense" = { from = 0, to = 25 }
"""
LONG_WORK: dict[str, Callable[[], object]] = {
    "solving": VOLLEY.exact,
    "aftermath": lambda: VOLLEY.aftermath("mage"),
    "standing": lambda: VOLLEY.play().standing,
    "replay": lambda: DUEL.replay(find="rounds >= 400", within=10_000_000_000),
    "reading": lambda: fudgelab.Study(GRID),
    "tuning": lambda: fudgelab.Study(TUNED).run(),
}


@pytest.mark.parametrize("work", LONG_WORK.values(), ids=LONG_WORK.keys())
def test_ctrl_c_stops_long_work(work: Callable[[], object]) -> None:
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(0.4, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    # This takes half a second on an idle machine; the work itself takes several seconds.
    assert time.monotonic() - pressed[0] < 2


def test_ctrl_c_stops_python_process() -> None:
    code = (
        "import fudgelab, sys\n"
        "ada, bo = (fudgelab.Fighter(name, 1, offense=2) for name in ['Ada', 'Bo'])\n"
        "tell = lambda done, total: done and print('going', flush=True)\n"
        "fudgelab.Duel(ada, bo).simulate(trials='50 billion', progress=tell)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None and run.stderr is not None
        assert run.stdout.readline() == "going\n"
        run.send_signal(signal.SIGINT)
        assert "KeyboardInterrupt" in run.stderr.read()
    assert run.returncode != 0


def test_exception_from_progress_stops_run() -> None:
    class Enough(Exception):
        pass

    def enough(done: int, total: int | None) -> None:
        raise Enough

    with pytest.raises(Enough):
        DUEL.simulate(trials=ENDLESS, progress=enough)


def test_other_threads_keep_running() -> None:
    """Another thread stops the simulation. It could not if the run held the interpreter lock."""
    begun, stop = threading.Event(), threading.Event()

    def answer() -> None:
        assert begun.wait(60)
        stop.set()

    other = threading.Thread(target=answer)
    other.start()

    class Stopped(Exception):
        pass

    def tell(done: int, total: int | None) -> None:
        begun.set()
        if stop.is_set():
            raise Stopped

    with pytest.raises(Stopped):
        DUEL.simulate(trials=ENDLESS, progress=tell)
    other.join()


def test_simultaneous_runs_give_same_figures() -> None:
    found: list[str] = []
    threads = [threading.Thread(target=lambda: found.append(DUEL.simulate(20_000).json())) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4 and len(set(found)) == 1


def _forked(queue) -> None:
    queue.put(DUEL.simulate(20_000).json())


@pytest.mark.skipif(sys.platform != "linux", reason="forks as Linux does")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forked_process_gives_same_figures() -> None:
    here = DUEL.simulate(20_000).json()
    context = multiprocessing.get_context("fork")
    queue = context.Queue()
    child = context.Process(target=_forked, args=(queue,))
    child.start()
    assert queue.get(timeout=60) == here
    child.join()


def test_progress_reports_trials_done_and_to_do() -> None:
    told: list[tuple[int, int | None]] = []
    DUEL.simulate(trials=30_000, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (30_000, 30_000) and told == sorted(told)
    told.clear()
    DUEL.run(method="simulate", precision=0.01, progress=lambda done, total: told.append((done, total)))
    assert told[-1][0] > 0 and told[-1][1] is None


def test_progress_bar_needs_tqdm(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fudgelab._progress.DELAY", 0.0)
    DUEL.simulate(trials=30_000, progress=True)
    assert "Ada against Bo" in capsys.readouterr().err
    DUEL.simulate(trials=30_000, progress=False)
    assert capsys.readouterr().err == ""
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    with pytest.raises(ImportError):
        DUEL.simulate(trials=30_000, progress=True)
    # Without an explicit request, a missing tqdm is not an error.
    monkeypatch.setattr("fudgelab._progress._is_watched", lambda: True)
    DUEL.simulate(trials=30_000)
