"""Studies, and the settings of their runs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypedDict, TypeVar, Union

from . import _checks, _core
from ._checks import checked
from ._errors import WrongTypeError
from ._progress import Progress, announcer, reporter
from ._results import Results, Transcript
from ._text import Fight, Written, toml

if TYPE_CHECKING:
    from typing_extensions import Unpack

Method = Literal["auto", "exact", "simulate", "both"]
"""``auto`` solves exactly what it can and simulates the rest. ``both`` does both and compares them."""

Source = Union[str, "os.PathLike[str]", Mapping[str, Any], Written, "Study"]
"""A scenario: the path of a file, its text, a dictionary with the same content, an `Encounter` or a `Study`. A string
with a line break or an equals sign is text; any other string is a path."""

V = TypeVar("V", bool, int, float, str)


class RunOptions(TypedDict, total=False):
    """The settings of a run. Settings that are left out keep the scenario's values.

    ``trials`` without a ``method`` implies ``simulate``.
    """

    method: Method | None
    """The method: exact, simulated or both."""
    trials: int | str | None
    """The number of trials of each case, such as ``1_000_000`` or ``"50 million"``."""
    seed: int | None
    """The seed of all rolls. The same seed gives the same figures."""
    precision: float | None
    """Instead of ``trials``: simulate until the half-width of the figure's 95 % interval is at most this in every
    case."""
    relative: float | None
    """Like ``precision``, but as a fraction of the figure."""
    figure: str | None
    """The figure that must be precise; by default the first one."""
    max_trials: int | str | None
    """The maximum number of trials of a case, even if the figure is not precise enough."""
    max_time: float | str | None
    """The maximum time, in seconds or as in ``"2 min"``, even if the figure is not precise enough. The number of trials
    then depends on the clock."""
    threads: int | None
    """The number of threads; by default one per core. Figures do not depend on it."""


class Study:
    """A scenario, or encounters that are compared or varied, ready to run.

    A pickled study contains all files that were read for it, so other machines can run it without them.

    >>> import fudgelab
    >>> study = fudgelab.Study("check = { trait = 'Good', difficulty = 'Great' }")
    >>> study.run()["success"].value == 31 / 81
    True
    """

    def __init__(self, source: Source, *, allow_outside: bool = False) -> None:
        """Reads a scenario. With ``allow_outside``, ``include`` may read files outside the scenario's folder.

        Raises `FudgelabError` with all errors of the scenario, each with its place.
        """
        self._core = _read(source, allow_outside)
        self._made: _Made = source._made if isinstance(source, Study) else (Study, (source,))

    @classmethod
    def _of(cls, core: _core.Study, made: _Made) -> Study:
        study = cls.__new__(cls)
        study._core, study._made = core, made
        return study

    def __reduce__(self) -> _Made:
        packed = self._core.pack()
        return self._made if packed is None else (_unpacked, (packed, self._core.file))

    @classmethod
    @checked(variants=_checks.kind(Mapping, 'encounters by name, as in {"short": duel, "long": other}'))
    def compare(cls, variants: Mapping[str, Fight]) -> Study:
        """Creates a study that compares variants of a fight, given by name, with the first one. Simulated variants
        share their rolls.

        >>> import fudgelab
        >>> def duel(rules):
        ...     return fudgelab.Duel(fudgelab.Fighter("Ada", 1, offense=2), fudgelab.Fighter("Bo", 0, offense=2), rules=rules)
        >>> results = fudgelab.Study.compare({rules: duel(rules) for rules in ["srd", "nutshell"]}).exact()
        >>> [figure.variant for figure in results.figures("ada wins")]
        ['srd', 'nutshell']
        """
        for name, fight in variants.items():
            _checks.text("text for the name of a variant")("variants", name)
            _encounter("variants", fight)
        core = _core.Study.compare([(name, fight._core) for name, fight in variants.items()])
        return cls._of(core, (Study.compare, (dict(variants),)))

    @classmethod
    @checked(
        what=_checks.text("a name for the varied value"),
        values=_checks.each(_checks.kind(object, ""), "values, such as [1, 2, 3]"),
        fight=_checks.kind(Callable, "a function that returns an Encounter for a value"),  # type: ignore[arg-type]
    )
    def sweep(cls, what: str, values: Iterable[V], fight: Callable[[V], Fight]) -> Study:
        """Creates a study with one fight for each value. ``what`` is the name of their column in tables.

        >>> import fudgelab
        >>> def against(skill):
        ...     return fudgelab.Duel(fudgelab.Fighter("Ada", skill, offense=2), fudgelab.Fighter("Bo", 0, offense=2))
        >>> wins = fudgelab.Study.sweep("skill", range(3), against).exact().figures("ada wins")
        >>> [round(figure.value, 3) for figure in wins]
        [0.5, 0.811, 0.957]
        """
        return _swept(what, [(value, fight(value)) for value in values])

    @property
    def title(self) -> str:
        """The title, as results show it."""
        return self._core.title

    @property
    def variants(self) -> list[str]:
        """The names of the variants."""
        return self._core.variants

    @property
    def varied(self) -> list[str]:
        """The varied keys."""
        return self._core.varied

    def __len__(self) -> int:
        """The number of cases."""
        return len(self._core)

    def run(self, *, progress: Progress = None, **options: Unpack[RunOptions]) -> Results:
        """Runs the study. See `fudgelab.run` for the settings."""
        given = _options(options)
        total = self._core.work(given)
        with reporter(progress, self.title, total) as tell:
            return Results(self._core.run(given, tell, announcer(progress, self.title)))

    @checked(number=_checks.whole(0, 2**32 - 1), of=_checks.whole(0, 2**32 - 1))
    def shard(self, number: int, of: int, *, progress: Progress = None, **options: Unpack[RunOptions]) -> bytes:
        """Runs part ``number`` (from 1) of ``of`` equal parts of a run, so that several machines can share the work.
        Returns the bytes for `merge`.

        The parts of a simulation are blocks of trials; those of an exact answer are cases. So the scenario or
        ``method`` must say which it is; ``trials`` implies ``simulate``. A run that stops at a precision cannot be cut
        into parts. `fudgelab.cluster.run` does all this on a cluster.

        >>> import fudgelab
        >>> study = fudgelab.Study("check = { trait = 'Good', difficulty = 'Great' }")
        >>> shards = [study.shard(number, 3, trials=50_000) for number in [1, 2, 3]]
        >>> study.merge(shards).json() == study.run(trials=50_000).json()
        True
        """
        given = _options(options)
        total = self._core.work_of_shard(number, of, given)
        with reporter(progress, self.title, total) as tell:
            return self._core.shard(number, of, given, tell, announcer(progress, self.title))

    @checked(shards=_checks.each(_checks.kind(bytes, "bytes that `shard` returned"), "a list of what `shard` returned"))
    def merge(self, shards: Iterable[bytes], *, progress: Progress = None) -> Results:
        """Merges all parts that `shard` returned, in any order, into the results that `run` would return. The settings
        are those of the parts.

        Raises `FudgelabError` with the numbers of missing parts, or if a part is damaged or belongs to another study,
        seed, number of trials or version of fudgelab.
        """
        with reporter(progress, self.title, None) as tell:
            return Results(self._core.merge(list(shards), tell))

    def exact(self, *, progress: Progress = None) -> Results:
        """Computes every figure exactly. Raises `FudgelabError` if the study is too large to solve."""
        return self.run(method="exact", progress=progress)

    def simulate(
        self, trials: int | str = 1_000_000, seed: int = 1, *, threads: int | None = None, progress: Progress = None
    ) -> Results:
        """Estimates every figure from ``trials`` trials of each case. The same seed gives the same figures, on any
        number of threads."""
        return self.run(method="simulate", trials=trials, seed=seed, threads=threads, progress=progress)

    @checked(
        trial=_checks.trial,
        find=_checks.maybe(_checks.text('an outcome, such as "snorri dies"')),
        within=_checks.trial,
        script=_checks.maybe(_checks.either(str, _checks.each(_checks.whole(-(2**31), 2**31 - 1), "rolls, such as [1, 0, -2]"))),
        variant=_checks.maybe(_checks.text("the name of a variant")),
        cell=_checks.maybe(_checks.whole(0, _checks.MOST)),
        seed=_checks.maybe(_checks.seed),
    )
    def replay(
        self,
        trial: int = 1,
        *,
        find: str | None = None,
        within: int = 1_000_000,
        script: str | Iterable[int] | None = None,
        variant: str | None = None,
        cell: int | None = None,
        seed: int | None = None,
    ) -> Transcript:
        """Replays one trial roll by roll. See `fudgelab.replay`."""
        rolls = script if script is None or isinstance(script, str) else ",".join(str(roll) for roll in script)
        told = self._core.replay(
            trial=trial, find=find, within=within, script=rolls, variant=variant, cell=cell, seed=seed
        )
        return Transcript(*told)

    def __repr__(self) -> str:
        cases = "1 case" if len(self) == 1 else f"{len(self)} cases"
        return f"<Study of {self.title}: {cases}>"


_Made = tuple[Callable[..., Study], tuple[Any, ...]]
"""The function and arguments that recreate a study, for pickles."""


def _unpacked(packed: bytes, file: str) -> Study:
    return Study._of(_core.Study.unpack(packed, file), (_unpacked, (packed, file)))


def _encounter(name: str, fight: Any) -> None:
    """Checks that ``fight`` is an encounter."""
    if not isinstance(fight, Fight):
        raise _checks.wrong(name, fight, "an Encounter or a Duel for each")


def _swept(what: str, fights: list[tuple[Any, Fight]]) -> Study:
    for value, fight in fights:
        if not isinstance(value, (bool, int, float, str)) and not hasattr(value, "item"):
            raise _checks.wrong("values", value, "numbers or text")
        _encounter("fight", fight)
    core = _core.Study.sweep(what, [(value, fight._core) for value, fight in fights])
    return Study._of(core, (_swept, (what, fights)))


def _read(source: Source, allow_outside: bool) -> _core.Study:
    if isinstance(source, Study):
        return source._core
    if isinstance(source, str) and ("\n" in source or "=" in source):
        return _core.Study.parse(source, allow_outside)
    if isinstance(source, (str, os.PathLike)):
        return _core.Study.open(source, allow_outside)
    if isinstance(source, Written):
        return source._study(allow_outside)
    if isinstance(source, Mapping):
        return _core.Study.parse(toml(source), allow_outside)
    raise WrongTypeError(f"a scenario must be a path, text, a dictionary, an Encounter or a Study, not {type(source).__name__}")


_COUNT = _checks.maybe(_checks.either(str, _checks.whole(-(2**31), _checks.MOST)))

_SETTINGS: dict[str, _checks.Check] = {
    "method": _checks.maybe(_checks.text('"auto", "exact", "simulate" or "both"')),
    "trials": _COUNT,
    "seed": _checks.maybe(_checks.seed),
    "precision": _checks.maybe(_checks.number),
    "relative": _checks.maybe(_checks.number),
    "figure": _checks.maybe(_checks.text('the name of a figure, such as "snorri wins"')),
    "max_trials": _COUNT,
    "max_time": _checks.maybe(_checks.amount),
    "threads": _checks.maybe(_checks.whole(0, 2**31 - 1)),
}
"""The checks of all settings of a run."""


def _options(given: RunOptions) -> dict[str, Any]:
    unknown = given.keys() - RunOptions.__annotations__.keys()
    if unknown:
        raise WrongTypeError(f"unknown setting of a run: {', '.join(sorted(unknown))}\nhelp: settings are {', '.join(_SETTINGS)}")
    for name, value in given.items():
        _SETTINGS[name](name, value)
    options: dict[str, Any] = dict.fromkeys(RunOptions.__annotations__) | dict(given)
    # Users may write these numbers in words, so they are passed as text and read as on the command line.
    for name in ["trials", "max_trials", "max_time"]:
        options[name] = None if options[name] is None else str(options[name])
    return options


def run(
    source: Source,
    *,
    method: Method | None = None,
    trials: int | str | None = None,
    seed: int | None = None,
    precision: float | None = None,
    relative: float | None = None,
    figure: str | None = None,
    max_trials: int | str | None = None,
    max_time: float | str | None = None,
    threads: int | None = None,
    allow_outside: bool = False,
    progress: Progress = None,
) -> Results:
    """Runs a scenario: the path of a file, its text, or a dictionary with the same content. ``docs/scenario.md`` lists
    every table and key.

    Settings that are left out keep the scenario's values. ``trials`` without a ``method`` implies ``simulate``. With
    ``precision`` (or ``relative``) instead, the simulation continues until the half-width of the 95 % interval of
    ``figure`` is at most this in every case, but no longer than ``max_trials`` or ``max_time``. ``progress`` is
    ``True`` for a tqdm bar, ``False`` for no bar, or a function that is called with the trials done and the trials to
    do. Ctrl-C stops the run and raises ``KeyboardInterrupt``. Other Python threads keep running during a run.

    Raises `FudgelabError` with the messages of the command line.

    >>> import fudgelab
    >>> check = {"check": {"trait": "Good", "difficulty": "Great"}}
    >>> fudgelab.run(check)["success"].value
    0.38271604938271603
    >>> simulated = fudgelab.run(check, trials="20 thousand", seed=7)["success"]
    >>> simulated.low < 31 / 81 < simulated.high, simulated.method, simulated.trials
    (True, 'wilson', 20000)
    """
    return Study(source, allow_outside=allow_outside).run(
        method=method,
        trials=trials,
        seed=seed,
        precision=precision,
        relative=relative,
        figure=figure,
        max_trials=max_trials,
        max_time=max_time,
        threads=threads,
        progress=progress,
    )


def replay(
    source: Source,
    trial: int = 1,
    *,
    find: str | None = None,
    within: int = 1_000_000,
    script: str | Iterable[int] | None = None,
    variant: str | None = None,
    cell: int | None = None,
    seed: int | None = None,
    allow_outside: bool = False,
) -> Transcript:
    """Replays one trial of a scenario roll by roll, with the same rolls as in a simulation.

    ``find`` searches the first ``within`` trials for an outcome such as ``"snorri dies"``. ``script`` is a list of
    rolls to use instead. ``variant`` and ``cell`` (counted from 1) choose the case if there are several.

    >>> import fudgelab
    >>> print(fudgelab.replay("check = { trait = 'Good', difficulty = 'Great' }", find="success"))
    Scenario · trial 4, seed 1
    <BLANKLINE>
    Good, 4dF +1 = Great
    Difficulty Great: exactly reached, success.
    """
    study = Study(source, allow_outside=allow_outside)
    return study.replay(trial, find=find, within=within, script=script, variant=variant, cell=cell, seed=seed)
