"""The results of a run."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _checks, _core, _html
from ._errors import UnknownNameError
from ._tables import Table

if TYPE_CHECKING:
    import os

    import pandas
    import polars
    import pyarrow

MOST_NAMED = 20
"""Maximum number of known names listed in an error."""


@dataclass(frozen=True)
class Figure:
    """One figure of one case. ``float(figure)`` is its value."""

    title: str
    """The name in words, as results show it: ``Snorri wins``."""
    value: float
    """The value; a chance is a number from 0 to 1. NaN if it is not known."""
    low: float | None
    """The lower end of the interval; None if exact."""
    high: float | None
    """The upper end of the interval; None if exact."""
    method: str
    """``exact``, or the type of interval: ``wilson``, ``mean`` and others (``docs/json.md`` lists them)."""
    unit: str
    """The unit: ``probability``, ``rounds``, ``levels`` and others."""
    level: float | None
    """The confidence level of the interval; None if exact."""
    bound: float | None
    """The largest possible error of an exact figure; None if simulated."""
    trials: int | None
    """The number of simulated trials; None if exact."""
    id: str
    """The measure's name in data files, which never changes: ``wins``."""
    subject: str | None
    """The fighter, side or contestant that the figure is about; None for the whole fight or check."""
    label: str | None
    """A detail of the measure, such as a wound level; None if it has no details."""
    variant: str | None = None
    """The variant; None without variants."""
    varied: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """The varied keys and their values in this case."""

    def __float__(self) -> float:
        return self.value


_FIGURE = _checks.text('the name of a figure, such as "snorri wins"')
_TABLE = _checks.text('the name of a table, such as "summary"')


class Case:
    """The figures of one case, which is one variant with one combination of varied values. ``case["snorri wins"]`` is a
    `Figure`."""

    variant: str | None
    """The variant; None without variants."""
    varied: Mapping[str, Any]
    """The varied keys and their values in this case."""
    figures: list[Figure]
    """All figures, the headline first."""

    def __init__(self, variant: str | None, varied: Mapping[str, Any], figures: list[Figure]) -> None:
        self.variant, self.varied, self.figures = variant, varied, figures

    def __getitem__(self, name: str) -> Figure:
        _FIGURE("name", name)
        found = self.get(name)
        if found is None:
            raise UnknownNameError(_unknown("figure", name, [figure.title for figure in self.figures]))
        return found

    def get(self, name: str) -> Figure | None:
        """Returns the figure with this name in words; None if there is no such figure."""
        _FIGURE("name", name)
        return next((figure for figure in self.figures if _core.same_words(figure.title, name)), None)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self.get(name) is not None

    def __repr__(self) -> str:
        named = [repr(self.variant)] if self.variant is not None else []
        named += [f"{path}={value!r}" for path, value in self.varied.items()]
        return f"<Case {', '.join(named)}: {len(self.figures)} figures>" if named else f"<Case: {len(self.figures)} figures>"


@dataclass(frozen=True)
class Chart:
    """A finished chart, which notebooks display."""

    kind: str
    """The type of chart, as ``fudgelab list charts`` names it."""
    name: str
    """A name for a file, without an extension."""
    title: str
    """The title."""
    svg: str = field(repr=False)
    """The picture, as a complete SVG document."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the SVG to a file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True)
class _Snapshot:
    """The results as plain data, for pickles. It replaces ``_core.Results``, which cannot be pickled."""

    texts: dict[str, str]
    lists: dict[str, Any]
    data: dict[str, Table]

    @classmethod
    def of(cls, core: _core.Results) -> _Snapshot:
        texts = {"json": core.json(), "page": core.page(), "markdown": core.markdown(), "html": core.html()}
        lists = {"sentences": core.sentences(), "headline": core.headline(), "charts": core.charts()}
        tables = {name: core.table(name) for name in core.names()}
        return cls(texts, lists, {name: Table(table) for name, table in tables.items() if table is not None})

    def json(self) -> str:
        return self.texts["json"]

    def page(self) -> str:
        return self.texts["page"]

    def sentences(self) -> list[str]:
        return list(self.lists["sentences"])

    def markdown(self) -> str:
        return self.texts["markdown"]

    def headline(self) -> _html.ForPeople | None:
        found: _html.ForPeople | None = self.lists["headline"]
        return found

    def charts(self) -> list[tuple[str, str, str, str]]:
        return list(self.lists["charts"])

    def html(self) -> str:
        return self.texts["html"]

    def names(self) -> list[str]:
        return list(self.data)

    def table(self, name: str) -> _core.Table | None:
        found = self.data.get(name)
        return None if found is None else found._core


class Results:
    """The results of a run. Printing shows the same page as the command line; notebooks display the answer, its table
    and a chart.

    >>> import fudgelab
    >>> snorri = fudgelab.Fighter("Snorri", "Great", offense=5, defense=3, weapon=4)
    >>> brynhild = fudgelab.Fighter("Brynhild", "Good", offense=5, defense=2, weapon=3, shield=1)
    >>> results = fudgelab.Duel(snorri, brynhild).exact()
    >>> results.sentences[0]
    'Snorri wins 56.10 % of the time, Brynhild 43.90 %.'
    >>> wins = results["snorri wins"]
    >>> round(wins.value, 4), wins.method, wins.low
    (0.561, 'exact', None)
    >>> results.table("rounds").rows[0]["probability"]
    0.15038922476813038
    """

    def __init__(self, core: _core.Results | _Snapshot) -> None:
        self._core = core

    def __reduce__(self) -> tuple[Any, ...]:
        return Results, (self._core if isinstance(self._core, _Snapshot) else _Snapshot.of(self._core),)

    def json(self) -> str:
        """Returns everything as one JSON document, as ``fudgelab run --json`` prints it (``docs/json.md``)."""
        return self._core.json()

    @cached_property
    def document(self) -> dict[str, Any]:
        """The content of `json` as Python data."""
        found: dict[str, Any] = json.loads(self._core.json())
        return found

    @property
    def title(self) -> str:
        """The title of the study."""
        return str(self.document["title"])

    @property
    def method(self) -> str:
        """``exact``, ``simulate`` or ``both``."""
        return str(self.document["method"])

    @property
    def sentences(self) -> list[str]:
        """The requested figures, then the answer and its meaning, one sentence each."""
        # The library joins numbers and units with non-breaking spaces. Plain spaces are easier to search and compare.
        return [sentence.replace("\xa0", " ") for sentence in self._core.sentences()]

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The answer of each analysis in ``[[ask]]``: ``kind``, ``title``, ``sentences``, ``trials`` and ``rows``."""
        return list(self.document.get("answers", []))

    @property
    def warnings(self) -> list[dict[str, str]]:
        """The warnings to read before quoting a figure, each with ``message`` and ``remedy``."""
        return list(self.document["warnings"])

    @property
    def expectations(self) -> list[dict[str, Any]]:
        """The verdicts of the scenario's ``[[expect]]`` tables."""
        return list(self.document.get("expectations", []))

    @property
    def variants(self) -> list[str]:
        """The names of the variants."""
        return list(self.document["variants"])

    @property
    def varied(self) -> list[str]:
        """The varied keys."""
        return list(self.document["varied"])

    @cached_property
    def cases(self) -> list[Case]:
        """All cases with their figures."""
        paths = self.varied
        cases: dict[tuple[Any, ...], Case] = {}
        for row in self.document["summary"]:
            varied = {path: row[path] for path in paths}
            case = cases.setdefault((row["variant"], *varied.values()), Case(row["variant"], varied, []))
            case.figures.append(_figure(row, varied))
        return list(cases.values())

    def case(self, variant: str | None = None, **varied: Any) -> Case:
        """Returns the case with this variant and these varied values.

        Anything that is not needed to find the case may be left out. Raises `UnknownNameError` unless exactly one case
        fits.

        >>> import fudgelab
        >>> def against(skill):
        ...     return fudgelab.Duel(fudgelab.Fighter("Ada", skill), fudgelab.Fighter("Bo", "Fair"))
        >>> results = fudgelab.Study.sweep("skill", [0, 1], against).exact()
        >>> round(results.case(skill=0)["ada wins"].value, 6)
        0.5
        """
        _checks.maybe(_checks.text("the name of a variant"))("variant", variant)
        if variant is not None and variant not in self.variants:
            raise UnknownNameError(_unknown("variant", variant, self.variants))
        for name in varied:
            if name not in self.varied:
                raise UnknownNameError(_unknown("varied key", name, self.varied))

        def fits(case: Case) -> bool:
            return variant in (None, case.variant) and all(case.varied[name] == value for name, value in varied.items())

        found = [case for case in self.cases if fits(case)]
        if len(found) == 1:
            return found[0]
        if not found:
            values = {name: list(dict.fromkeys(str(case.varied[name]) for case in self.cases)) for name in varied}
            known = "; ".join(f"{name} can be {_listed(all_of)}" for name, all_of in values.items())
            raise UnknownNameError(f"no case matches\nhelp: {known or '`cases` lists all cases'}")
        names = ["variant"] if self.variants else []
        raise UnknownNameError(f"{len(found)} cases match\nhelp: choose one by {_listed([*names, *self.varied])}; `cases` lists all cases")

    def __getitem__(self, name: str) -> Figure:
        _FIGURE("name", name)
        if len(self.cases) != 1:
            raise UnknownNameError(
                f"the results have {len(self.cases)} cases, and `{name}` may differ in each\n"
                "help: use `figures(name)` or `case(…)[name]`"
            )
        return self.cases[0][name]

    def __contains__(self, name: object) -> bool:
        return any(name in case for case in self.cases)

    def figures(self, name: str) -> list[Figure]:
        """Returns the figure with this name in each case that has it."""
        _FIGURE("name", name)
        found = [figure for figure in (case.get(name) for case in self.cases) if figure is not None]
        if not found:
            titles = [figure.title for case in self.cases for figure in case.figures]
            raise UnknownNameError(_unknown("figure", name, titles))
        return found

    @property
    def tables(self) -> list[str]:
        """The names of the data tables: ``summary``, ``differences`` if variants were compared, one for each type of
        distribution, and one for each analysis."""
        return self._core.names()

    def table(self, name: str = "summary") -> Table:
        """Returns the data table with this name: one row for each figure or value. polars, pandas and pyarrow read it
        directly."""
        _TABLE("name", name)
        found = self._core.table(name)
        if found is None:
            raise UnknownNameError(_unknown("table", name, self.tables))
        return Table(found)

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The rows of the summary: every figure of every case."""
        return self.table().rows

    def to_polars(self, name: str = "summary") -> polars.DataFrame:
        """Returns a table as a polars dataframe."""
        return self.table(name).to_polars()

    def to_pandas(self, name: str = "summary") -> pandas.DataFrame:
        """Returns a table as a pandas dataframe."""
        return self.table(name).to_pandas()

    def to_pyarrow(self, name: str = "summary") -> pyarrow.Table:
        """Returns a table as a pyarrow table."""
        return self.table(name).to_pyarrow()

    def __arrow_c_schema__(self) -> object:
        return self.table().__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.table().__arrow_c_stream__(requested_schema)

    def charts(self) -> list[Chart]:
        """Returns every chart that suits the results."""
        return [Chart(*parts) for parts in self._core.charts()]

    def report_html(self) -> str:
        """Returns the report: a self-contained HTML page with every table and chart."""
        return self._core.html()

    def markdown(self) -> str:
        """Returns every printed table as Markdown."""
        return self._core.markdown()

    def __repr__(self) -> str:
        return self._core.page().rstrip("\n")

    def _repr_html_(self) -> str:
        headline, charts = self._core.headline(), self.charts()
        warnings = [f"Note: {one['message']}; {one['remedy']}" for one in self.warnings]
        return (
            f"<h4>{escape(self.title)}</h4>"
            + _html.paragraphs(self.sentences)
            + (_html.table(headline) if headline else "")
            + (_html.picture(charts[0].svg) if charts else "")
            + _html.paragraphs(warnings)
        )


def _figure(row: Mapping[str, Any], varied: Mapping[str, Any]) -> Figure:
    value = row["value"]
    return Figure(
        title=row["title"],
        value=float("nan") if value is None else value,
        low=row["low"],
        high=row["high"],
        method=row["method"],
        unit=row["unit"],
        level=row["level"],
        bound=row["bound"],
        trials=row["trials"],
        id=row["figure"],
        subject=row["subject"],
        label=row["label"],
        variant=row["variant"],
        varied=varied,
    )


def _unknown(what: str, name: str, known: Iterable[str]) -> str:
    known = list(dict.fromkeys(known))
    near = difflib.get_close_matches(name.lower(), [one.lower() for one in known], n=1)
    by_small = {one.lower(): one for one in known}
    listed = f"{what}s are {_listed(known)}" if known else f"there are no {what}s here"
    help_ = f"did you mean `{by_small[near[0]]}`?" if near else listed
    return f"there is no {what} `{name}`\nhelp: {help_}"


def _listed(names: Iterable[str]) -> str:
    names = list(names)
    return ", ".join(names[:MOST_NAMED]) + (" …" if len(names) > MOST_NAMED else "")


class Transcript:
    """One trial, roll by roll. Printing shows the same page as ``fudgelab replay``."""

    def __init__(self, page: str, document: str) -> None:
        self._page = page
        self.document: dict[str, Any] = json.loads(document)
        """The trial as data: ``title``, ``variant``, ``varied``, ``rolls``, and ``lines`` as a tree."""

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The events of the trial, in order."""
        return list(self.document["lines"])

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.lines)

    def __repr__(self) -> str:
        return self._page.rstrip("\n")

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self._page)}</pre>"
