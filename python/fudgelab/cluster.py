"""Runs on many machines, with Dask."""

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
    """Runs a scenario on a Dask cluster, with the same settings and, to the byte, the same results as `fudgelab.run`.

    The run is cut into ``shards`` equal parts, which the workers take one after another. Choose a few for each thread
    of the cluster, so that fast workers can take more of them. If a worker dies, others run its shards again. A shard
    that fails for another reason is retried up to ``retries`` times. The scenario is read here, with everything that it
    includes, so workers do not need its files, only the same version of fudgelab. Each shard uses ``threads`` threads,
    one by default. A worker runs as many shards at the same time as it has threads.

    The scenario or ``method`` must say whether to solve or to simulate; ``trials`` implies ``simulate``. A run that
    stops at a precision cannot be cut into shards. Analyses in ``[[ask]]`` are answered here, at the end. ``progress``
    counts shards. Ctrl-C stops all of them.

    Raises `FudgelabError` for the same reasons as `fudgelab.run`, and if a worker has another version of fudgelab.

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
        raise TypeError(f"`client` must be a dask.distributed.Client that is not asynchronous, not {client!r}")
    # Dask is only partly typed.
    machines: Any = client
    study = Study(source, allow_outside=allow_outside)
    if options.get("threads") is None:
        options["threads"] = 1
    given = _options(options)
    # Raises an error before anything is sent if the run cannot be cut.
    study._core.work_of_shard(shards, shards, given)
    packed = pickle.dumps(study)
    # Names tasks by their content, so that Dask recognizes the same shard of the same run.
    name = hashlib.sha256(packed + repr(given).encode()).hexdigest()[:32]
    _check_versions(machines)
    tasks: list[Any] = []
    parts: list[bytes] = []
    try:
        # A separate task, so that each worker reads the scenario only once.
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
        # Cancels failed tasks too: as long as a traceback keeps them alive, the same call would get the same failures.
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
    """Runs one shard on a worker. A `FudgelabError` is returned instead of raised, since a retry would not help."""
    worker = _dask().get_worker()
    if _core.VERSION != version:
        return _differs(worker.address, _core.VERSION, version)
    key = worker.get_current_task()
    try:
        return study._core.shard(number, of, options, lambda _done: _stop_if_cancelled(worker, key), None)
    except FudgelabError as error:
        return error


def _stop_if_cancelled(worker: Any, key: Any) -> None:
    """Ends the current task if it was canceled. Dask cannot stop a running task, so the task has to check."""
    task = worker.state.tasks.get(key)
    if task is not None and task.state == "cancelled":
        # If the task has been requested again by now, Dask starts it again from the beginning.
        raise _dask().Reschedule


def _check_versions(machines: Any) -> None:
    """Raises an error if a worker has another version of fudgelab, or lacks it. Tasks check workers that join later."""
    for worker, version in machines.run(_version, on_error="return").items():
        if isinstance(version, OSError):
            # The worker has left in the meantime.
            continue
        if isinstance(version, Exception):
            raise FudgelabError(f"the worker {worker} cannot use fudgelab: {version}\nhelp: install version {_core.VERSION} there")
        if version != _core.VERSION:
            raise _differs(worker, version)


def _version() -> str:
    return _core.VERSION


def _differs(worker: str, version: str, own: str = _core.VERSION) -> FudgelabError:
    return FudgelabError(
        f"the worker {worker} has fudgelab {version}, but this is {own}\nhelp: install the same version everywhere"
    )
