"""Runs on many machines, by Dask."""

from __future__ import annotations

import hashlib
import pickle
from typing import TYPE_CHECKING, Any

from . import _core
from ._errors import FudgelabError
from ._progress import Progress, reporter
from ._results import Results
from ._study import RunOptions, Source, Study, _options

if TYPE_CHECKING:
    from distributed import Client
    from typing_extensions import Unpack

__all__ = ["run"]


def run(
    client: Client,
    source: Source,
    *,
    shards: int = 64,
    retries: int = 3,
    allow_outside: bool = False,
    progress: Progress = None,
    **options: Unpack[RunOptions],
) -> Results:
    """Runs a scenario on a Dask cluster: what `fudgelab.run` gives, to the byte, with the same settings.

    The run is cut into ``shards`` equal parts, which the workers take one after another. Choose a few for each thread of the cluster, so
    that fast workers take more of them. If a worker dies, others run its shards again; a shard that fails for another reason is tried
    ``retries`` times more. The scenario is read here, with everything it includes: workers need none of its files, only the same version
    of fudgelab. Each shard uses ``threads`` threads, one by default; Dask runs as many shards at once as a worker has threads.

    The scenario or ``method`` must say whether to solve or to simulate; ``trials`` simulates. A run that stops at a precision cannot be
    cut. Analyses of ``[[ask]]`` are answered here at the end. ``progress`` counts shards. Ctrl-C stops all of them.

    Raises `FudgelabError` as `fudgelab.run` does, and where a worker has another version.

    >>> import fudgelab
    >>> from distributed import Client, LocalCluster
    >>> check = {"check": {"trait": "Good", "difficulty": "Great"}}
    >>> with LocalCluster(n_workers=1, processes=False, dashboard_address=None) as machines, Client(machines) as client:
    ...     results = fudgelab.cluster.run(client, check, trials=100_000, shards=4)
    >>> results.json() == fudgelab.run(check, trials=100_000).json()
    True
    """
    dask = _dask()
    if not isinstance(client, dask.Client) or client.asynchronous:
        raise TypeError(f"a client is a dask.distributed.Client that is not asynchronous, not {client!r}")
    # Dask has types for a part of what it does.
    machines: Any = client
    study = Study(source, allow_outside=allow_outside)
    if options.get("threads") is None:
        options["threads"] = 1
    given = _options(options)
    # What cannot be run is refused before anything is sent.
    study._core.work_of_shard(shards, shards, given)
    packed = pickle.dumps(study)
    # The same shard of the same run is the same task.
    name = hashlib.sha256(packed + repr(given).encode()).hexdigest()[:32]
    _check_versions(machines)
    tasks: list[Any] = []
    parts: list[bytes] = []
    try:
        # A task of its own, so that each worker reads the scenario once.
        sent = machines.submit(pickle.loads, packed)
        tasks = machines.map(
            _shard,
            range(1, shards + 1),
            key=[f"fudgelab-shard-{name}-{number}-of-{shards}" for number in range(1, shards + 1)],
            retries=retries,
            study=sent,
            of=shards,
            options=given,
            version=_core.VERSION,
        )
        with reporter(progress, study.title, shards, "shards") as tell:
            for _, part in dask.as_completed(tasks, with_results=True):
                if isinstance(part, FudgelabError):
                    raise part
                parts.append(part)
                if tell is not None:
                    tell(len(parts))
    except BaseException:
        # Those that have failed are forgotten as well: as long as a traceback holds them, the same call would get the same failures.
        machines.cancel(tasks)
        raise
    return study.merge(parts, progress=False)


def _dask() -> Any:
    try:
        import distributed
    except ImportError as missing:
        raise ImportError("fudgelab.cluster needs Dask: pip install distributed", name="distributed") from missing
    return distributed


def _shard(number: int, *, study: Study, of: int, options: dict[str, Any], version: str) -> bytes | FudgelabError:
    """The task of a worker. What is wrong with a scenario is a result: to try again would not help."""
    worker = _dask().get_worker()
    if _core.VERSION != version:
        return _differs(worker.address, _core.VERSION, version)
    key = worker.get_current_task()
    try:
        return study._core.shard(number, of, options, lambda _done: _stop_if_cancelled(worker, key), None)
    except FudgelabError as error:
        return error


def _stop_if_cancelled(worker: Any, key: Any) -> None:
    """Dask cannot stop a task that is running: it has to look by itself whether it is still wanted."""
    task = worker.state.tasks.get(key)
    if task is not None and task.state == "cancelled":
        # Should it be wanted again meanwhile, it is begun anew.
        raise _dask().Reschedule


def _check_versions(machines: Any) -> None:
    """Refuses workers that have another version of fudgelab, or none. Those that come later are refused by their tasks."""
    for worker, version in machines.run(_version, on_error="return").items():
        if isinstance(version, OSError):
            # It has gone meanwhile.
            continue
        if isinstance(version, Exception):
            raise FudgelabError(f"the worker {worker} cannot use fudgelab: {version}\nhelp: install version {_core.VERSION} there")
        if version != _core.VERSION:
            raise _differs(worker, version)


def _version() -> str:
    return _core.VERSION


def _differs(worker: str, version: str, own: str = _core.VERSION) -> FudgelabError:
    return FudgelabError(
        f"the worker {worker} has fudgelab {version}, and this is {own}\nhelp: install the same version everywhere"
    )
