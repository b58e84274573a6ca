"""Fights built in Python."""

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
    """The rules of a fight: a preset and the options that differ from it, with the keys of ``[rules]``
    (``docs/rules.md``).

    >>> import fudgelab
    >>> rules = fudgelab.Rules("srd", graze="off", round_limit=20)
    >>> rules.replace(graze=None)
    Rules('srd', round_limit=20)
    """

    base: str
    """The preset: ``srd``, ``nutshell``, ``fudge-1993``, ``kaer``, ``lite``, ``fantasy`` or ``cinematic``."""
    options: dict[str, Any]
    """The options that differ from the preset."""

    @checked(base=_checks.text('the name of a preset, such as "srd"'))
    def __init__(self, base: str = "srd", **options: Unpack[RulesKeys]) -> None:
        self.base, self.options = base, _given(options)

    def replace(self, **options: Unpack[RulesKeys]) -> Rules:
        """Returns the rules with these options changed. None restores the preset's value."""
        return Rules(self.base, **{**self.options, **options})

    def to_dict(self) -> dict[str, Any]:
        """Returns the table ``[rules]``."""
        return {"base": self.base, **self.options}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.to_dict() == other.to_dict()

    def __repr__(self) -> str:
        return f"Rules({_arguments(repr(self.base), self.options)})"


class Fighter(Written):
    """A fighter, or several identical ones, with the keys of ``[fighters.NAME]`` (``docs/scenario.md``).

    >>> import fudgelab
    >>> goblins = fudgelab.Fighter("Goblin", like="goblin", count=3)
    >>> goblins.replace(count=6, armor="light leather")
    Fighter('Goblin', like='goblin', count=6, armor='light leather')
    """

    name: str
    """The name that results show."""
    keys: dict[str, Any]
    """All other keys."""

    @checked(name=_checks.text("a name"))
    def __init__(self, name: str, skill: Level | None = None, **keys: Unpack[FighterKeys]) -> None:
        self.name, self.keys = name, _given({"skill": skill, **keys})

    def replace(self, *, name: str | None = None, skill: Level | None = None, **keys: Unpack[FighterKeys]) -> Fighter:
        """Returns the fighter with another name, another skill or other keys. A key that is set to None is removed."""
        kept = {key: value for key, value in self.keys.items() if key != "skill"}
        return Fighter(name or self.name, self.keys.get("skill") if skill is None else skill, **{**kept, **keys})

    def to_dict(self) -> dict[str, Any]:
        """Returns the table ``[fighters.NAME]``."""
        return {"name": self.name, **self.keys}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Fighter) and self.to_dict() == other.to_dict()

    def __repr__(self) -> str:
        return f"Fighter({_arguments(repr(self.name), self.keys)})"


LARGEST = 1_000_000
"""Maximum points of damage. No wound record distinguishes larger numbers."""


Side = Union[Fighter, Iterable[Fighter]]
"""The fighters of a side: one or several."""


_FIGHTER = _checks.kind(Fighter, 'a fighter, such as fudgelab.Fighter("Ada", "Good")')
_SIDE = _checks.either(Fighter, _checks.each(_FIGHTER, "a fighter or a list of fighters for each side"))
_ASK = _checks.either(str, _checks.each(_checks.text("a question"), 'questions, such as ["party wins"]'))


def _sides(sides: Mapping[str, Side]) -> dict[str, list[Fighter]]:
    """Checks the sides, and returns the fighters of each side by its name."""
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
    """A blow that has hit, as a custom damage rule sees it."""

    degree: int
    """The relative degree of the hit; anything over 100 counts as 100."""
    factor: int
    """The offensive minus the defensive factor, including Scale."""
    scale: int
    """The attacker's Strength Scale minus the target's Mass Scale. It is already included in ``factor``."""
    tactics: int
    """The damage bonus from tactics."""
    roll: int
    """The result of the damage dice; 0 if no dice are rolled."""


Points = Callable[[Hit], int]
"""A damage rule: a function from a hit to its points of damage."""


class Aftermath:
    """The state in which a fight leaves a side: wounds and everything else that outlasts the fight.

    >>> import fudgelab
    >>> duel = fudgelab.Duel(fudgelab.Fighter("Ada", "Great", offense=3), fudgelab.Fighter("Orc", "Fair", offense=3))
    >>> left = duel.aftermath("Ada")
    >>> left.chance_fit("Ada") == left.chance_any_fit()
    True
    """

    def __init__(self) -> None:
        raise WrongTypeError("an Aftermath cannot be created directly\nhelp: call `aftermath` of an Encounter or a Playthrough")

    @classmethod
    def _of(cls, core: _core.Aftermath, made: tuple[Any, ...]) -> Aftermath:
        left = object.__new__(cls)
        left._core, left._made = core, made
        return left

    _core: _core.Aftermath
    _made: tuple[Any, ...]

    def __reduce__(self) -> tuple[Any, ...]:
        # A pickle holds the call that made the aftermath: computing the chances again is quicker than sending them.
        return self._made

    @checked(name=_checks.text("a fighter's name"))
    def chance_fit(self, name: str) -> float | None:
        """The chance that this fighter can fight on; None if no fighter of the side has this name."""
        return self._core.chance_fit(name)

    def chance_any_fit(self) -> float:
        """The chance that at least one fighter of the side can fight on."""
        return self._core.chance_any_fit()

    @checked(name=_checks.text("a fighter's name"))
    def without(self, name: str) -> Aftermath:
        """Returns the aftermath without this fighter, who stays behind."""
        return Aftermath._of(self._core.without(name), (Aftermath.without, (self, name)))


class Encounter(Fight):
    """A fight between two to four sides.

    >>> import fudgelab
    >>> ada, bo = (fudgelab.Fighter(name, "Good", weapon="broadsword", armor="heavy leather") for name in ["Ada", "Bo"])
    >>> wolves = fudgelab.Fighter("Wolf", like="wolf", count=3)
    >>> fight = fudgelab.Encounter({"party": [ada, bo], "wolves": wolves}, ask=["party wins and not any of party left for dead"])
    >>> results = fight.simulate(trials=20_000)
    >>> results["party wins"].value > results["party wins and not any of party left for dead"].value
    True
    """

    sides: dict[str, list[Fighter]]
    """The fighters of each side, by the name of the side."""
    rules: Rules
    """The rules of the fight."""
    asked: list[str]
    """The requested figures beyond the usual ones."""

    def __init__(self, sides: Mapping[str, Side], rules: Rules | str = "srd", *, ask: str | Iterable[str] = ()) -> None:
        """Creates a fight. ``ask`` requests figures beyond the usual ones, in the words of ``[[ask]]``.

        Raises `FudgelabError` with all errors. Their places are those in the text of `to_toml`.
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
        """Returns the scenario of this fight, to run it or to add to it.

        Raises `FudgelabError` if the fight has a damage rule written in Python or follows another fight.

        >>> import fudgelab
        >>> duel = fudgelab.Duel(fudgelab.Fighter("Ada", "Good"), fudgelab.Fighter("Bo", "Fair"))
        >>> scenario = duel.to_dict() | {"vary": {"fighters.bo.skill": ["Fair", "Good"]}}
        >>> len(fudgelab.run(scenario).cases)
        2
        """
        if self._damage:
            raise FudgelabError("a scenario cannot contain a damage rule written in Python\n"
                                "help: write the rule as a formula, in `damage` of [rules]; see docs/fight-formulas.md")
        if self._begun:
            raise FudgelabError("a scenario cannot contain the earlier fight that this one follows\n"
                                "help: save the earlier fight as a file and name it in `after`; see docs/scenario.md")
        return self._scenario()

    def _scenario(self) -> dict[str, Any]:
        """Like `to_dict`, but ignores earlier fights and damage rules written in Python."""
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
        """Returns this fight with fighters as an earlier fight left them, matched by name. All figures are conditional
        on at least one of them still being able to fight.

        >>> import fudgelab
        >>> def fight(orc):
        ...     return fudgelab.Duel(fudgelab.Fighter("Ada", "Great", offense=3), fudgelab.Fighter(orc, "Fair", offense=3))
        >>> first = fight("Orc")
        >>> second = fight("Second orc").after(first.aftermath("Ada"))
        >>> second.exact()["ada wins"].value < first.exact()["ada wins"].value
        True
        """
        _checks.kind(Aftermath, "what `aftermath` of another fight returns")("aftermath", aftermath)
        begun = object.__new__(type(self))
        begun.__dict__.update(self.__dict__)
        begun._core, begun._begun = self._core.after(aftermath._core), [*self._begun, aftermath]
        return begun

    def with_damage(self, points: Points, *, dice: str | None = None, name: str | None = None) -> Encounter:
        """Returns this fight with a custom damage rule: a function from a `Hit` to its points of damage.

        The function replaces the damage of the rules, including their damage roll and grazes. 0 points or less do not
        wound. The wound record decides which wound the points cause. The function is called once for each possible hit,
        before the first trial, and must always return the same points for the same hit. ``dice`` are rolled for each
        hit. ``name`` appears in transcripts; by default it is the name of the function. The fight can be pickled only
        if the function can, so define it in a module.

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
        """Computes exactly the state in which this fight leaves a side: wounds and everything else that outlasts it."""
        return Aftermath._of(self._core.aftermath(side), (Encounter.aftermath, (self, side)))

    def study(self) -> Study:
        """Returns a study of this fight alone."""
        return Study(self)

    def run(self, *, progress: Progress = None, **options: Unpack[RunOptions]) -> Results:
        """Runs the fight. See `fudgelab.run` for the settings."""
        return self.study().run(progress=progress, **options)

    def exact(self, *, progress: Progress = None) -> Results:
        """Computes every figure exactly. Raises `FudgelabError` if the fight is too large to solve."""
        return self.study().exact(progress=progress)

    def simulate(
        self, trials: int | str = 1_000_000, seed: int = 1, *, threads: int | None = None, progress: Progress = None
    ) -> Results:
        """Estimates every figure from ``trials`` trials. The same seed gives the same figures, on any number of
        threads."""
        return self.study().simulate(trials, seed, threads=threads, progress=progress)

    def replay(
        self, trial: int = 1, *, find: str | None = None, within: int = 1_000_000, seed: int | None = None
    ) -> Transcript:
        """Replays one trial roll by roll. See `fudgelab.replay`."""
        return self.study().replay(trial, find=find, within=within, seed=seed)

    @checked(trial=_checks.trial, seed=_checks.seed)
    def play(self, trial: int = 1, *, seed: int = 1) -> Playthrough:
        """Starts a trial that is played round by round, with the same rolls as in `replay`."""
        return Playthrough(self._core.play(trial, seed), self, trial, seed)

    def __repr__(self) -> str:
        sides = " against ".join(f"{name} ({_counted(side)})" for name, side in self.sides.items())
        return f"<{type(self).__name__}: {sides}, {self.rules!r}>"


class Duel(Encounter):
    """A fight between two fighters. Each is alone on a side with the fighter's name.

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
    """One trial of a fight, played round by round.

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
        """Plays a round. Returns False without playing if the fight has ended or reached its round limit."""
        return self._core.play_round()

    @property
    def is_over(self) -> bool:
        """Whether the fight has ended or reached its round limit."""
        return self._core.is_over

    @property
    def rounds(self) -> int:
        """The number of rounds played."""
        return self._core.rounds

    @property
    def winner(self) -> str | None:
        """The name of the winning side; None while the fight continues, or if no side has won."""
        return self._core.winner

    @property
    def wounds(self) -> dict[str, str]:
        """Every fighter's worst wound, by the fighter's name."""
        return dict(self._core.wounds())

    @property
    def standing(self) -> dict[str, float]:
        """The chance that each side wins from here, by the side's name, ignoring the round limit. The first access
        solves the fight."""
        wins, _nobody = self._core.standing()
        return dict(zip(self._sides, wins))

    @checked(side=_checks.text("the name of a side"))
    def aftermath(self, side: str) -> Aftermath:
        """The state in which this fight, as it is now, leaves a side."""
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
        # Integer types of other packages, such as numpy, are accepted.
        if isinstance(found, bool) or not hasattr(found, "__index__"):
            raise WrongTypeError(f"a damage rule must return a whole number, but {name} returns {found!r} for {Hit(*hit)!r}")
        return max(-LARGEST, min(found.__index__(), LARGEST))

    return core.with_damage(name, asked, dice)


def _given(keys: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in keys.items() if value is not None}


def _arguments(first: str, others: Mapping[str, Any]) -> str:
    return ", ".join([first, *(f"{key}={value!r}" for key, value in others.items())])


def _table_name(name: str) -> str:
    """The key of a fighter's table. It only matters to readers, since figures and outcomes use the fighter's name."""
    return name.lower().replace(" ", "-")


def _counted(side: list[Fighter]) -> int:
    return sum(fighter.keys.get("count", 1) for fighter in side)
