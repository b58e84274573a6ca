"""Runs in shards, here and on clusters. However the work is cut, and even if workers die, the result equals one run."""

from __future__ import annotations

import os
import pickle
import shutil
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import distributed
import fudgelab
import pytest

ROOT = Path(__file__).resolve().parents[2]
# Six cases: two variants of three fights.
GRID = """\
title = "Grid"
[fighters.ada]
skill = 1
offense = 2
[fighters.bo]
skill = 0
offense = 2
[variants.plain]
[variants.graze]
rules.graze = "off"
[vary]
"fighters.bo.skill" = [0, 1, 2]
[[ask]]
measure = "ada wins and not ada dies"
"""
SIMULATED = {"trials": 60_000, "seed": 5}
EXACT = {"method": "exact"}
# More trials than any machine can run before the test stops it.
ENDLESS = "50 billion"


def _machines() -> distributed.LocalCluster:
    """Starts a cluster of two processes with one thread each. Processes that die are restarted."""
    options: dict[str, Any] = {"host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", "silence_logs": 50}
    return distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, **options)


@pytest.fixture(scope="module")
def machines() -> Iterator[distributed.LocalCluster]:
    with _machines() as machines:
        yield machines


@contextmanager
def _connected(machines: distributed.LocalCluster) -> Iterator[distributed.Client]:
    with distributed.Client(machines) as client:
        client.wait_for_workers(2, timeout=60)
        yield client


@pytest.fixture
def client(machines: distributed.LocalCluster) -> Iterator[distributed.Client]:
    with _connected(machines) as client:
        yield client


@pytest.fixture
def disturbed() -> Iterator[distributed.Client]:
    """A client whose workers a test may break. Restarting shared workers can take minutes on a busy machine."""
    with _machines() as machines, _connected(machines) as client:
        yield client


@pytest.mark.parametrize("settings", [SIMULATED, EXACT], ids=["simulated", "exact"])
@pytest.mark.parametrize("of", [1, 4, 16])
def test_merged_shards_equal_one_run(of: int, settings: dict[str, Any]) -> None:
    study = fudgelab.Study(GRID)
    shards = [study.shard(number, of, **settings) for number in range(1, of + 1)]
    whole = study.run(**settings)
    assert study.merge(shards).json() == whole.json()
    # Merged in another order and with a duplicate, the page and the charts are equal too.
    merged = study.merge(iter([shards[0], *reversed(shards)]))
    assert repr(merged) == repr(whole) and merged.charts() == whole.charts()


@pytest.mark.parametrize("settings", [SIMULATED, EXACT], ids=["simulated", "exact"])
@pytest.mark.parametrize("shards", [1, 4, 16])
def test_cluster_run_equals_local_run(shards: int, settings: dict[str, Any], client: distributed.Client) -> None:
    told: list[tuple[int, int | None]] = []
    results = fudgelab.cluster.run(client, GRID, shards=shards, progress=lambda *now: told.append(now), **settings)
    assert results.json() == fudgelab.run(GRID, **settings).json()
    assert told == [(done, shards) for done in range(1, shards + 1)]


def test_program_merges_shards_of_the_package(program, tmp_path: Path) -> None:
    path = tmp_path / "grid.toml"
    path.write_text(GRID, encoding="utf-8")
    folder = tmp_path / "shards"
    folder.mkdir()
    study = fudgelab.Study(path)
    for number in [1, 2, 3]:
        (folder / f"{number}-of-3.shard").write_bytes(study.shard(number, 3, **SIMULATED))
    merged = program("merge", folder, path, "--json", "--out", "-")
    assert merged.stdout == study.run(**SIMULATED).json(), merged.stderr


def test_merge_reports_missing_and_wrong_shards() -> None:
    study = fudgelab.Study(GRID)
    shards = [study.shard(number, 4, **SIMULATED) for number in [1, 2, 3, 4]]
    for given, words in [
        ([], "there are no shards to merge"),
        (shards[:2] + shards[3:], "of 4 shards 1 is missing: 3"),
        ([shards[0]], "of 4 shards some are missing: 2 to 4"),
        ([*shards[:3], study.shard(4, 4, trials=60_000, seed=6)], "shard 4 of 4 was run with seed 6, but this run has 5"),
        ([shards[0], study.shard(2, 2, **SIMULATED)], "shard 2 of 2 is among shards of a run in 4 parts"),
        ([shards[0][:-9], *shards[1:]], "shard file 1: it is not a shard of a run, or it is damaged"),
        ([*shards[:3], shards[3][:-9]], "shard file 4: it is not a shard of a run, or it is damaged"),
    ]:
        with pytest.raises(fudgelab.FudgelabError, match=words):
            study.merge(given)
    with pytest.raises(fudgelab.FudgelabError, match="is from another scenario"):
        fudgelab.Study(GRID.replace("skill = 1\n", "skill = 2\n")).merge(shards)
    with pytest.raises(TypeError):
        study.merge(["text"])  # type: ignore[list-item]


def test_shard_reports_progress_and_stops_at_ctrl_c() -> None:
    study = fudgelab.Study(GRID)
    told: list[tuple[int, int | None]] = []
    study.shard(2, 4, progress=lambda *now: told.append(now), **SIMULATED)
    # Six of 24 blocks: the rest of the first fight and four full blocks of the second, each for two variants.
    trials = 2 * (60_000 - 6 * 8_192 + 4 * 8_192)
    assert told[-1] == (trials, trials)

    def stop(done: int, total: int | None) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        study.shard(1, 2, trials=ENDLESS, progress=stop)


@pytest.mark.parametrize(
    ("settings", "shards", "words"),
    [
        ({}, 4, "shards need to know whether to solve or to simulate"),
        ({"method": "both"}, 4, "shards are either exact or simulated, not both"),
        ({"precision": 0.01}, 4, "a run that stops when it is precise enough cannot be cut into shards"),
        ({"trials": 0}, 4, "`trials` is 0"),
        (EXACT, 0, "a run cannot be cut into 0 shards\nhelp: give a whole number from 1 to 1000000"),
        (EXACT, 1_000_001, "a run cannot be cut into 1000001 shards"),
    ],
)
def test_shards_reject_runs_that_cannot_be_cut(
    settings: dict[str, Any], shards: int, words: str, client: distributed.Client
) -> None:
    with pytest.raises(fudgelab.FudgelabError, match=words):
        fudgelab.Study(GRID).shard(1, shards, **settings)
    with pytest.raises(fudgelab.FudgelabError, match=words):
        fudgelab.cluster.run(client, GRID, shards=shards, **settings)


def test_workers_need_no_files(client: distributed.Client, tmp_path: Path) -> None:
    """Workers get everything that was read: the scenario, its includes, its preset and the fight before it, even from
    outside its folder."""
    folder = tmp_path / "top"
    (folder / "cast").mkdir(parents=True)
    (folder / "main.toml").write_text(
        'include = ["cast/bo.toml", "../rules.toml"]\nafter = { fight = "before.toml", side = "Ada" }\n[fighters.ada]\nname = "Ada"\nskill = 1\noffense = 2\n'
    )
    (folder / "cast/bo.toml").write_text('[fighters.bo]\nname = "Bo"\nskill = 0\noffense = 2\n')
    (tmp_path / "rules.toml").write_text('[rules]\nbase = "house.toml"\ngraze = "off"\n')
    (tmp_path / "house.toml").write_text('[rules]\nbase = "srd"\ndice = "ours"\n[dice]\nours = "3dF"\n')
    (folder / "before.toml").write_text('include = ["cast/bo.toml"]\n[fighters.ada]\nname = "Ada"\nskill = 2\noffense = 2\n')
    study = fudgelab.Study(folder / "main.toml", allow_outside=True)
    whole = study.run(**SIMULATED).json()
    shutil.rmtree(folder)
    (tmp_path / "rules.toml").unlink()
    (tmp_path / "house.toml").unlink()
    assert fudgelab.cluster.run(client, study, shards=3, **SIMULATED).json() == whole
    with pytest.raises(fudgelab.FudgelabError, match="there is no such file"):
        fudgelab.cluster.run(client, folder / "main.toml", shards=3, **SIMULATED)


def test_cluster_accepts_scenarios_from_code(client: distributed.Client) -> None:
    def duel(skill: int, rules: str = "srd") -> fudgelab.Duel:
        return fudgelab.Duel(fudgelab.Fighter("Ada", skill, offense=2), fudgelab.Fighter("Bo", 0, offense=2), rules, ask="not ada wins")

    check = {"check": {"trait": "Good", "difficulty": "Great"}}
    swept = fudgelab.Study.sweep("skill", [0, 1], duel)
    compared = fudgelab.Study.compare({rules: duel(1, rules) for rules in ["srd", "nutshell"]})
    second = duel(0).after(duel(1).aftermath("Ada"))
    for source in [check, duel(1), swept, compared, pickle.loads(pickle.dumps(fudgelab.Study(swept))), second]:
        whole = fudgelab.run(source, **SIMULATED).json()
        assert fudgelab.cluster.run(client, source, shards=5, **SIMULATED).json() == whole


def _dies_once(marker: str) -> None:
    """Makes this worker die in the middle of a shard, unless another worker has died before."""

    def die(worker: Any, key: Any) -> None:
        try:
            Path(marker).touch(exist_ok=False)
        except FileExistsError:
            return
        Path(marker).write_text(f"{os.getpid()} {key}")
        os.kill(os.getpid(), signal.SIGKILL)

    # A shard calls this function ten times a second while it runs, and again when it is done.
    fudgelab.cluster._stop_if_cancelled = die


@pytest.mark.skipif(sys.platform == "win32", reason="kills as Unix does")
# Enough trials that a shard is still running at the first of these calls.
@pytest.mark.parametrize("settings", [{"trials": 3_000_000}, EXACT], ids=["simulated", "exact"])
def test_killed_worker_does_not_change_results(settings: dict[str, Any], disturbed: distributed.Client, tmp_path: Path) -> None:
    whole = fudgelab.run(GRID, **settings).json()
    marker = tmp_path / "killed"
    before = set(disturbed.run(os.getpid).values())
    disturbed.run(_dies_once, str(marker))
    results = fudgelab.cluster.run(disturbed, GRID, shards=6, retries=0, **settings)
    pid, key = marker.read_text().split(maxsplit=1)
    assert int(pid) in before and key.startswith("fudgelab-shard")
    disturbed.wait_for_workers(2, timeout=60)
    assert int(pid) not in disturbed.run(os.getpid).values()
    assert results.json() == whole


def _fails(times: int, marker: str) -> None:
    """Makes this worker fail in the middle of a shard, up to ``times`` times over all workers."""

    def fail(worker: Any, key: Any) -> None:
        for number in range(times):
            try:
                Path(f"{marker}-{number}").touch(exist_ok=False)
            except FileExistsError:
                continue
            raise OSError("no space left")

    fudgelab.cluster._stop_if_cancelled = fail


def test_failed_shard_is_retried(disturbed: distributed.Client, tmp_path: Path) -> None:
    whole = fudgelab.run(GRID, **SIMULATED).json()
    disturbed.run(_fails, 3, str(tmp_path / "fails"))
    with pytest.raises(OSError, match="no space left") as kept:
        fudgelab.cluster.run(disturbed, GRID, shards=1, retries=1, **SIMULATED)
    assert (tmp_path / "fails-1").exists() and not (tmp_path / "fails-2").exists()
    # The same call tries again, although its tasks have the same names and a traceback keeps the failed ones alive.
    assert kept.tb is not None
    assert fudgelab.cluster.run(disturbed, GRID, shards=1, retries=1, **SIMULATED).json() == whole
    assert (tmp_path / "fails-2").exists()


def _pretends(version: str) -> None:
    fudgelab._core.VERSION = version


def _has_none() -> None:
    sys.modules["fudgelab.cluster"] = None  # type: ignore[assignment]


def test_cluster_rejects_workers_of_another_version(disturbed: distributed.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    workers = sorted(disturbed.scheduler_info()["workers"])
    words = f"the worker %s has fudgelab 9.9.9, but this is {fudgelab.__version__}\nhelp: install the same version everywhere"

    def refused() -> str:
        with pytest.raises(fudgelab.FudgelabError) as raised:
            fudgelab.cluster.run(disturbed, GRID, shards=4, **SIMULATED)
        return str(raised.value)

    disturbed.run(_pretends, "9.9.9", workers=workers[1:])
    assert refused() == words % workers[1]
    # Workers that join after the check are rejected by their first shard.
    disturbed.run(_pretends, "9.9.9")
    with monkeypatch.context() as patched:
        patched.setattr("fudgelab.cluster._check_versions", lambda machines: None)
        assert refused() in [words % worker for worker in workers]
    disturbed.run(_pretends, fudgelab.__version__)
    disturbed.run(_has_none, workers=workers[1:])
    told = refused()
    assert told.startswith(f"the worker {workers[1]} cannot use fudgelab: ModuleNotFoundError(") and "help: install version" in told


def test_cluster_errors_equal_local_errors(client: distributed.Client, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('[fighters.ada]\nskill = "Graet"\nweapn = "sword"\n[fighters.bo]\nskill = 1\n', encoding="utf-8")
    large = ROOT / "scenarios/sixty-on-sixty.toml"
    # The first error is found here, the second by a worker.
    for source, settings in [(path, {}), (large, EXACT)]:
        with pytest.raises(fudgelab.FudgelabError) as raised:
            fudgelab.run(source, **settings)
        with pytest.raises(fudgelab.FudgelabError) as remote:
            fudgelab.cluster.run(client, source, shards=2, **settings)
        assert str(remote.value) == str(raised.value) and remote.value.problems == raised.value.problems


def test_ctrl_c_stops_shards_of_all_workers(client: distributed.Client) -> None:
    def busy() -> list[int]:
        return list(client.run(lambda dask_worker: len(dask_worker.state.executing)).values())

    def press() -> None:
        while busy() != [1, 1]:
            time.sleep(0.1)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=press, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        fudgelab.cluster.run(client, GRID, shards=4, trials=ENDLESS)
    # The wait is long, for slow machines. A shard that was not stopped would still be running after it.
    for _ in range(600):
        if busy() == [0, 0]:
            break
        time.sleep(0.1)
    assert busy() == [0, 0]
    assert fudgelab.cluster.run(client, GRID, shards=4, **SIMULATED).json() == fudgelab.run(GRID, **SIMULATED).json()


def test_exception_from_progress_stops_shards(client: distributed.Client) -> None:
    class Enough(Exception):
        pass

    def enough(done: int, total: int | None) -> None:
        raise Enough

    with pytest.raises(Enough):
        fudgelab.cluster.run(client, GRID, shards=16, progress=enough, **SIMULATED)


def test_progress_bar_counts_shards(
    client: distributed.Client, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("fudgelab._progress.DELAY", 0.0)
    fudgelab.cluster.run(client, GRID, shards=4, progress=True, **SIMULATED)
    drawn = capsys.readouterr().err
    assert "Grid" in drawn and "shards" in drawn and "trials" not in drawn


def test_missing_dask_reports_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ImportError, match="fudgelab.cluster needs Dask: pip install distributed"):
        fudgelab.cluster.run(None, GRID, **EXACT)  # type: ignore[arg-type]


def test_cluster_rejects_address_instead_of_client() -> None:
    with pytest.raises(TypeError, match="`client` must be a dask.distributed.Client that is not asynchronous, not 'tcp:"):
        fudgelab.cluster.run("tcp://127.0.0.1:8786", GRID, **EXACT)  # type: ignore[arg-type]


def test_pickled_errors_keep_their_problems() -> None:
    with pytest.raises(fudgelab.FudgelabError) as raised:
        fudgelab.run("[fighters.ada]\nskil = 'Good'\nweapn = 'sword'")
    with pytest.raises(fudgelab.UnknownNameError) as unknown:
        fudgelab.run(GRID, **SIMULATED)["eve wins"]
    for error in [raised.value, unknown.value]:
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and str(again) == str(error) and again.problems == error.problems
    assert len(raised.value.problems) >= 2
