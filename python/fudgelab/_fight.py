"""Fights put together in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Union

from . import _checks, _core
from ._checks import checked
from ._errors import FudgelabError, UnknownNameError, WrongTypeError
from ._odds import Level
from ._progress import Progress
from ._results import Results, Transcript
from ._study import RunOptions, Study
from ._text import Fight, Written, toml

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._keys import FighterKeys, RulesKeys


class Rules(Written):
    """The rules of a fight: a preset, and options that differ from it, by the keys of ``[rules]`` (``docs/rules.md``).

    >>> import fudgelab
    >>> rules = fudgelab.Rules("srd", graze="off", round_limit=20)
    >>> rules.replace(graze=None)
    Rules('srd', round_limit=20)
    """

    base: str
    """The preset: ``srd``, ``nutshell``, ``fudge-1993``, ``kaer``, ``lite``, ``fantasy`` or ``cinematic``."""
    options: dict[str, Any]
    """What differs from it."""

    @checked(base=_checks.text('the name of a preset, such as "srd"'))
    def __init__(self, base: str = "srd", **options: Unpack[RulesKeys]) -> None:
        self.base, self.options = base, _given(options)

    def replace(self, **options: Unpack[RulesKeys]) -> Rules:
        """The same rules with these options; None takes one back."""
        return Rules(self.base, **{**self.options, **options})

    def to_dict(self) -> dict[str, Any]:
        """The table ``[rules]``."""
        return {"base": self.base, **self.options}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.to_dict() == other.to_dict()

    def __repr__(self) -> str:
        return f"Rules({_arguments(repr(self.base), self.options)})"


class Fighter(Written):
    """Somebody in a fight, or several who are alike, by the keys of ``[fighters.NAME]`` (``docs/scenario.md``).

    >>> import fudgelab
    >>> goblins = fudgelab.Fighter("Goblin", like="goblin", count=3)
    >>> goblins.replace(count=6, armor="light leather")
    Fighter('Goblin', like='goblin', count=6, armor='light leather')
    """

    name: str
    """The name shown."""
    keys: dict[str, Any]
    """Everything else."""

    @checked(name=_checks.text("a name"))
    def __init__(self, name: str, skill: Level | None = None, **keys: Unpack[FighterKeys]) -> None:
        self.name, self.keys = name, _given({"skill": skill, **keys})

    def replace(self, *, name: str | None = None, skill: Level | None = None, **keys: Unpack[FighterKeys]) -> Fighter:
        """The same fighter with another name, another skill or other keys; None takes a key back."""
        kept = {key: value for key, value in self.keys.items() if key != "skill"}
        return Fighter(name or self.name, self.keys.get("skill") if skill is None else skill, **{**kept, **keys})

    def to_dict(self) -> dict[str, Any]:
        """The table ``[fighters.NAME]``."""
        return {"name": self.name, **self.keys}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fighter) and self.to_dict() == other.to_dict()

    def __repr__(self) -> str:
        return f"Fighter({_arguments(repr(self.name), self.keys)})"


LARGEST = 1_000_000
"""More points than any record tells apart."""


Side = Union[Fighter, Iterable[Fighter]]
"""Who fights on a side."""


_FIGHTER = _checks.kind(Fighter, 'a fighter, such as fudgelab.Fighter("Ada", "Good")')
_SIDE = _checks.either(Fighter, _checks.each(_FIGHTER, "a fighter or a list of fighters for each side"))
_ASK = _checks.either(str, _checks.each(_checks.text("a question"), 'questions, such as ["party wins"]'))


def _sides(sides: Mapping[str, Side]) -> dict[str, list[Fighter]]:
    """The fighters of each side, by the name of the side."""
    _checks.kind(Mapping, 'fighters by side, as in {"party": [ada, bo], "wolves": wolf}')("sides", sides)
    found: dict[str, list[Fighter]] = {}
    for name, side in sides.items():
        _checks.text("text for the name of a side")("sides", name)
        _SIDE(name, side)
        found[name] = [side] if isinstance(side, Fighter) else list(side)
        for fighter in found[name]:
            _FIGHTER(name, fighter)
    return found


class Hit(NamedTuple):
    """A blow that has hit: what a damage rule of one's own may use."""

    degree: int
    """The relative degree that it hit by; more than 100 count as 100."""
    factor: int
    """The offensive minus the defensive factor, Scale included."""
    scale: int
    """The attacker's Scale of Strength minus the target's of Mass, which is part of ``factor``."""
    tactics: int
    """What tactics add to damage."""
    roll: int
    """What the damage dice show; 0 if none are rolled."""


Points = Callable[[Hit], int]
"""A damage rule: the points of a hit."""


class Aftermath:
    """The condition in which a fight leaves a side: wounds and all else that lasts longer than the fight.

    >>> import fudgelab
    >>> duel = fudgelab.Duel(fudgelab.Fighter("Ada", "Great", offense=3), fudgelab.Fighter("Orc", "Fair", offense=3))
    >>> left = duel.aftermath("Ada")
    >>> left.chance_fit("Ada") == left.chance_any_fit()
    True
    """

    def __init__(self) -> None:
        raise WrongTypeError("an Aftermath is made by a fight\nhelp: call `aftermath` of an Encounter or a Playthrough")

    @classmethod
    def _of(cls, core: _core.Aftermath, made: tuple[Any, ...]) -> Aftermath:
        left = object.__new__(cls)
        left._core, left._made = core, made
        return left

    _core: _core.Aftermath
    _made: tuple[Any, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickled as the call that made it: computing the chances again is quicker than sending them.
        return self._made

    @checked(name=_checks.text("a fighter's name"))
    def chance_fit(self, name: str) -> float | None:
        """The chance that this fighter can fight on; None if no fighter of the side has this name."""
        return self._core.chance_fit(name)

    def chance_any_fit(self) -> float:
        """The chance that at least one of the side can fight on."""
        return self._core.chance_any_fit()

    @checked(name=_checks.text("a fighter's name"))
    def without(self, name: str) -> Aftermath:
        """The same without this fighter, who does not come along."""
        return Aftermath._of(self._core.without(name), (Aftermath.without, (self, name)))


class Encounter(Fight):
    """A fight between two sides, or up to four.

    >>> import fudgelab
    >>> ada, bo = (fudgelab.Fighter(name, "Good", weapon="broadsword", armor="heavy leather") for name in ["Ada", "Bo"])
    >>> wolves = fudgelab.Fighter("Wolf", like="wolf", count=3)
    >>> fight = fudgelab.Encounter({"party": [ada, bo], "wolves": wolves}, ask=["party wins and not any of party left for dead"])
    >>> results = fight.simulate(trials=20_000)
    >>> results["party wins"].value > results["party wins and not any of party left for dead"].value
    True
    """

    sides: dict[str, list[Fighter]]
    """Who fights on which side."""
    rules: Rules
    """By which rules."""
    asked: list[str]
    """Figures that are asked for beyond the usual ones."""

    def __init__(self, sides: Mapping[str, Side], rules: Rules | str = "srd", *, ask: str | Iterable[str] = ()) -> None:
        """``ask`` asks for figures beyond the usual ones, in the words of ``[[ask]]``.

        Raises `FudgelabError` with all that is wrong; places are those of `to_toml`.
        """
        self.sides = _sides(sides)
        _checks.kind((Rules, str), 'rules, such as fudgelab.Rules("srd")')("rules", rules)
        _ASK("ask", ask)
        self.rules = rules if isinstance(rules, Rules) else Rules(rules)
        self.asked = [ask] if isinstance(ask, str) else list(ask)
        self._begun: list[Aftermath] = []
        self._damage: tuple[Points, str | None, str] | None = None
        self._core = _core.Encounter.parse(self.to_toml())

    def to_dict(self) -> dict[str, Any]:
        """The scenario of this fight, to be run as it is or to be added to.

        >>> import fudgelab
        >>> duel = fudgelab.Duel(fudgelab.Fighter("Ada", "Good"), fudgelab.Fighter("Bo", "Fair"))
        >>> scenario = duel.to_dict() | {"vary": {"fighters.bo.skill": ["Fair", "Good"]}}
        >>> len(fudgelab.run(scenario).cases)
        2
        """
        if self._damage:
            raise FudgelabError("a scenario cannot hold a damage rule written in Python\n"
                                "help: a file can have one as formulas, by `damage` in [rules]; see docs/fight-formulas.md")
        if self._begun:
            raise FudgelabError("a scenario cannot say how another fight left the fighters of this one\n"
                                "help: a file can, by `after`; see docs/scenario.md")
        return self._scenario()

    def _scenario(self) -> dict[str, Any]:
        """The scenario of this fight, without the fights before it."""
        fighters: dict[str, Any] = {}
        for side, members in self.sides.items():
            for fighter in members:
                table = _table_name(fighter.name)
                if table in fighters:
                    raise FudgelabError(f"two fighters are called `{fighter.name}`\nhelp: give one of them another name")
                fighters[table] = {**fighter.to_dict(), "side": side}
        asked = {"ask": [{"measure": measure} for measure in self.asked]} if self.asked else {}
        return {"rules": self.rules.to_dict(), "fighters": fighters, **asked}

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_core"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._core = _core.Encounter.parse(toml(self._scenario()))
        if self._damage:
            self._core = _damaging(self._core, *self._damage)
        for aftermath in self._begun:
            self._core = self._core.after(aftermath._core)

    def after(self, aftermath: Aftermath) -> Encounter:
        """The same fight, begun as an earlier one left its fighters, who are found by their names. Figures hold for the case that at least
        one of them can fight on.

        >>> import fudgelab
        >>> def fight(orc):
        ...     return fudgelab.Duel(fudgelab.Fighter("Ada", "Great", offense=3), fudgelab.Fighter(orc, "Fair", offense=3))
        >>> first = fight("Orc")
        >>> second = fight("Second orc").after(first.aftermath("Ada"))
        >>> second.exact()["ada wins"].value < first.exact()["ada wins"].value
        True
        """
        _checks.kind(Aftermath, "what `aftermath` of another fight gives")("aftermath", aftermath)
        begun = object.__new__(type(self))
        begun.__dict__.update(self.__dict__)
        begun._core, begun._begun = self._core.after(aftermath._core), [*self._begun, aftermath]
        return begun

    def with_damage(self, points: Points, *, dice: str | None = None, name: str | None = None) -> Encounter:
        """The same fight by a damage rule of your own: a function from a `Hit` to its points of damage, of which 0 or less are none. It
        replaces the rules' own damage, its roll and grazes; which wound the points are is left to the record. The function is asked once
        about each hit that there can be, before anything is played, and must always give the same answer. ``dice`` are rolled for each
        hit. To be pickled, a fight needs a function that can be: one that a module defines.

        >>> import fudgelab
        >>> duel = fudgelab.Duel(fudgelab.Fighter("Ada", "Great", offense=3), fudgelab.Fighter("Bo", "Good", offense=4))
        >>> half = duel.with_damage(lambda hit: hit.factor + hit.degree // 2)
        >>> half.exact()["rounds"].value > duel.exact()["rounds"].value
        True
        """
        if not callable(points):
            raise _checks.wrong("points", points, "a function of a hit, such as lambda hit: hit.degree + hit.factor")
        _checks.maybe(_checks.text('dice, such as "1dF"'))("dice", dice)
        _checks.maybe(_checks.text("a name"))("name", name)
        damaged = object.__new__(type(self))
        damaged.__dict__.update(self.__dict__)
        called = name or str(getattr(points, "__name__", "a rule in Python"))
        damaged._damage = (points, dice, called)
        damaged._core = _damaging(self._core, points, dice, called)
        return damaged

    @checked(side=_checks.text("the name of a side"))
    def aftermath(self, side: str) -> Aftermath:
        """What a side carries on from this fight, exactly: wounds and all else that lasts longer than the fight."""
        return Aftermath._of(self._core.aftermath(side), (Encounter.aftermath, (self, side)))

    def study(self) -> Study:
        """A study of this fight alone."""
        return Study(self)

    def run(self, *, progress: Progress = None, **options: Unpack[RunOptions]) -> Results:
        """Runs it: see `fudgelab.run` for the settings."""
        return self.study().run(progress=progress, **options)

    def exact(self, *, progress: Progress = None) -> Results:
        """Every figure, exactly. Raises `FudgelabError` where the fight is too large to be solved."""
        return self.study().exact(progress=progress)

    def simulate(
        self, trials: int | str = 1_000_000, seed: int = 1, *, threads: int | None = None, progress: Progress = None
    ) -> Results:
        """Every figure from this many trials. The same seed gives the same figures, on any number of threads."""
        return self.study().simulate(trials, seed, threads=threads, progress=progress)

    def replay(
        self, trial: int = 1, *, find: str | None = None, within: int = 1_000_000, seed: int | None = None
    ) -> Transcript:
        """One trial, roll by roll: see `fudgelab.replay`."""
        return self.study().replay(trial, find=find, within=within, seed=seed)

    @checked(trial=_checks.trial, seed=_checks.seed)
    def play(self, trial: int = 1, *, seed: int = 1) -> Playthrough:
        """One trial, to be taken round by round: the one that `replay` shows."""
        return Playthrough(self._core.play(trial, seed), self, trial, seed)

    def __repr__(self) -> str:
        sides = " against ".join(f"{name} ({_counted(side)})" for name, side in self.sides.items())
        return f"<{type(self).__name__}: {sides}, {self.rules!r}>"


class Duel(Encounter):
    """A fight of two, each on a side of their own name.

    >>> import fudgelab
    >>> duel = fudgelab.Duel(fudgelab.Fighter("Ada", "Good", offense=2), fudgelab.Fighter("Bo", "Fair", offense=2))
    >>> round(duel.exact()["ada wins"].value, 3)
    0.811
    """

    def __init__(
        self, one: Fighter, other: Fighter, rules: Rules | str = "srd", *, ask: str | Iterable[str] = ()
    ) -> None:
        for name, fighter in [("one", one), ("other", other)]:
            _FIGHTER(name, fighter)
        if one.name == other.name:
            raise FudgelabError(f"two fighters are called `{one.name}`\nhelp: give one of them another name")
        super().__init__({one.name: one, other.name: other}, rules, ask=ask)


class Playthrough:
    """One fight, taken round by round.

    >>> import fudgelab
    >>> duel = fudgelab.Duel(fudgelab.Fighter("Ada", "Good", offense=3), fudgelab.Fighter("Bo", "Good", offense=3))
    >>> play = duel.play(trial=1, seed=1)
    >>> round(play.standing["Ada"], 6)
    0.5
    >>> while play.play_round():
    ...     assert set(play.wounds) == {"Ada", "Bo"}
    >>> play.is_over
    True
    """

    def __init__(self, core: _core.Playthrough, fight: Encounter, trial: int, seed: int) -> None:
        self._core, self._sides = core, list(fight.sides)
        self._made = (fight, trial, seed)

    def __reduce__(self) -> tuple[Any, ...]:
        return _played, (*self._made, self.rounds)

    def play_round(self) -> bool:
        """Plays a round; False where the fight was over, or had come to its round limit."""
        return self._core.play_round()

    @property
    def is_over(self) -> bool:
        """Whether the fight is over, or has come to its round limit."""
        return self._core.is_over

    @property
    def rounds(self) -> int:
        """The rounds played."""
        return self._core.rounds

    @property
    def winner(self) -> str | None:
        """The side that has won; None while the fight goes on, and where nobody has."""
        return self._core.winner

    @property
    def wounds(self) -> dict[str, str]:
        """Everybody's worst wound, by name."""
        return dict(self._core.wounds())

    @property
    def standing(self) -> dict[str, float]:
        """The chance that each side wins from here, by its name, without regard to the round limit. The first time it solves the fight."""
        wins, _nobody = self._core.standing()
        return dict(zip(self._sides, wins))

    @checked(side=_checks.text("the name of a side"))
    def aftermath(self, side: str) -> Aftermath:
        """What a side carries on from this very fight, as it stands."""
        if side not in self._sides:
            raise UnknownNameError(f"there is no side `{side}`\nhelp: sides are {', '.join(self._sides)}")
        return Aftermath._of(self._core.aftermath(side), (_left_of, (*self._made, self.rounds, side)))


def _played(fight: Encounter, trial: int, seed: int, rounds: int) -> Playthrough:
    play = fight.play(trial, seed=seed)
    for _ in range(rounds):
        play.play_round()
    return play


def _left_of(fight: Encounter, trial: int, seed: int, rounds: int, side: str) -> Aftermath:
    return _played(fight, trial, seed, rounds).aftermath(side)


def _damaging(core: _core.Encounter, points: Points, dice: str | None, name: str) -> _core.Encounter:
    def asked(*hit: int) -> int:
        found = points(Hit(*hit))
        # Integers of other packages count as such.
        if isinstance(found, bool) or not hasattr(found, "__index__"):
            raise WrongTypeError(f"a damage rule must give a whole number, and {name} gives {found!r} for {Hit(*hit)!r}")
        return max(-LARGEST, min(found.__index__(), LARGEST))

    return core.with_damage(name, asked, dice)


def _given(keys: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in keys.items() if value is not None}


def _arguments(first: str, others: Mapping[str, Any]) -> str:
    return ", ".join([first, *(f"{key}={value!r}" for key, value in others.items())])


def _table_name(name: str) -> str:
    """How a fighter's table is called: figures and outcomes go by the name, so this is for readers alone."""
    return name.lower().replace(" ", "-")


def _counted(side: list[Fighter]) -> int:
    return sum(fighter.keys.get("count", 1) for fighter in side)
