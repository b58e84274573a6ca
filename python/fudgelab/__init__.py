"""Odds, fights and rule changes in games of the Fudge family, solved exactly or simulated.

>>> import fudgelab
>>> fudgelab.odds("4dF", trait="Good", difficulty="Great")["success"].fraction
Fraction(31, 81)
>>> ada, goblin = fudgelab.Fighter("Ada", "Great", weapon="sword"), fudgelab.Fighter("Goblin", like="goblin")
>>> fight = fudgelab.Encounter({"Ada": ada, "goblins": goblin.replace(count=2)}, rules="srd")
>>> results = fight.exact()
>>> 0 < results["ada wins"].value < 1
True

`Dice` is a formula and its distribution. `odds` and `table` compute the chances of single rolls. `run` runs a scenario:
a file, its text or a dictionary. `Duel` and `Encounter` build fights in Python, and `Study` compares and varies them.
Results print as on the command line, display in notebooks, and convert to polars, pandas and pyarrow. `cluster.run`
runs a scenario on many machines.
"""

from __future__ import annotations

from . import cluster
from ._core import VERSION as __version__
from ._dice import Dice
from ._errors import FudgelabError, FudgelabWarning, Problem, UnknownNameError, WrongTypeError
from ._fight import Aftermath, Duel, Encounter, Fighter, Hit, Playthrough, Rules
from ._odds import Chance, Level, Odds, Rates, odds, table
from ._progress import LongRunWarning, Progress
from ._results import Case, Chart, Figure, Results, Transcript
from ._study import Method, RunOptions, Source, Study, replay, run
from ._tables import Table

__all__ = [
    "Aftermath",
    "Case",
    "Chance",
    "Chart",
    "Dice",
    "Duel",
    "Encounter",
    "Fighter",
    "Figure",
    "FudgelabError",
    "FudgelabWarning",
    "Hit",
    "Level",
    "LongRunWarning",
    "Method",
    "Odds",
    "Playthrough",
    "Problem",
    "Progress",
    "Rates",
    "Results",
    "Rules",
    "RunOptions",
    "Source",
    "Study",
    "Table",
    "Transcript",
    "UnknownNameError",
    "WrongTypeError",
    "__version__",
    "cluster",
    "odds",
    "replay",
    "run",
    "table",
]
