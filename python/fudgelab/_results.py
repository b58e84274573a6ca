"""What a run found out."""

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
"""An error names no more of what there is."""


@dataclass(frozen=True)
class Figure:
    """One figure of one case. ``float(figure)`` is its value."""

    title: str
    """Its name in words, as results show it: ``Snorri wins``."""
    value: float
    """The figure; a chance is a fraction of 1."""
    low: float | None
    """The lower end of its interval; None where exact."""
    high: float | None
    """The upper end."""
    method: str
    """``exact``, or the kind of interval: ``wilson``, ``mean`` and others (``docs/json.md`` lists them)."""
    unit: str
    """What it is measured in: ``probability``, ``rounds``, ``levels`` and others."""
    level: float | None
    """The confidence level of the interval; None where exact."""
    bound: float | None
    """The largest error of an exact figure; None where simulated."""
    trials: int | None
    """The trials that it comes from; None where exact."""
    id: str
    """The measure's name in data files, which never changes: ``wins``."""
    subject: str | None
    """Whom it is about; None where it is about the whole fight or check."""
    label: str | None
    """What distinguishes it within the measure, such as a wound level."""
    variant: str | None = None
    """The variant, where there are several."""
    varied: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What is varied, and its value here."""

    def __float__(self) -> float:
        return self.value


_FIGURE = _checks.text('the name of a figure, such as "snorri wins"')
_TABLE = _checks.text('the name of a table, such as "summary"')


class Case:
    """The figures of one case: one variant with one combination of varied values. ``case["snorri wins"]`` is a `Figure`."""

    variant: str | None
    """The variant, where there are several."""
    varied: Mapping[str, Any]
    """What is varied, and its value here."""
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
        """The figure of this name in words; None if there is no such figure."""
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
    """A finished chart. A notebook shows it."""

    kind: str
    """The kind of chart, as ``fudgelab list charts`` names it."""
    name: str
    """A name for its file, without an ending."""
    title: str
    """Its title."""
    svg: str = field(repr=False)
    """The picture, a whole SVG document."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the SVG to a file."""
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_svg_(self) -> str:
        return self.svg


@dataclass(frozen=True)
class _Snapshot:
    """The answers of the extension's results as plain data, for pickles."""

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
    """Everything that a run found out. Printed it is the page of the command line; a notebook shows the answer, its table and a chart.

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
        """Everything as one JSON document: what ``fudgelab run --json`` prints (``docs/json.md``)."""
        return self._core.json()

    @cached_property
    def document(self) -> dict[str, Any]:
        """The same as Python data."""
        found: dict[str, Any] = json.loads(self._core.json())
        return found

    @property
    def title(self) -> str:
        """What it is about."""
        return str(self.document["title"])

    @property
    def method(self) -> str:
        """``exact``, ``simulate`` or ``both``."""
        return str(self.document["method"])

    @property
    def sentences(self) -> list[str]:
        """The answer, then what it means, a sentence each."""
        # For people's screens, units stick to their numbers; text that is compared or searched has plain spaces.
        return [sentence.replace("\xa0", " ") for sentence in self._core.sentences()]

    @property
    def answers(self) -> list[dict[str, Any]]:
        """The answer of each analysis that the scenario asks for: ``kind``, ``title``, ``sentences``, ``trials`` and ``rows``."""
        return list(self.document.get("answers", []))

    @property
    def warnings(self) -> list[dict[str, str]]:
        """What to know before a figure is quoted: ``message`` and ``remedy``."""
        return list(self.document["warnings"])

    @property
    def expectations(self) -> list[dict[str, Any]]:
        """Whether the scenario's ``[[expect]]`` hold."""
        return list(self.document.get("expectations", []))

    @property
    def variants(self) -> list[str]:
        """The names of the variants."""
        return list(self.document["variants"])

    @property
    def varied(self) -> list[str]:
        """What is varied."""
        return list(self.document["varied"])

    @cached_property
    def cases(self) -> list[Case]:
        """Every case with its figures."""
        paths = self.varied
        cases: dict[tuple[Any, ...], Case] = {}
        for row in self.document["summary"]:
            varied = {path: row[path] for path in paths}
            case = cases.setdefault((row["variant"], *varied.values()), Case(row["variant"], varied, []))
            case.figures.append(_figure(row, varied))
        return list(cases.values())

    def case(self, variant: str | None = None, **varied: Any) -> Case:
        """The case of this variant and these varied values; what goes without saying may be left out.

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
            known = "; ".join(f"{name} is {_listed(all_of)}" for name, all_of in values.items())
            raise UnknownNameError(f"no case fits\nhelp: {known or 'look at `cases`'}")
        names = ["variant"] if self.variants else []
        raise UnknownNameError(f"{len(found)} cases fit\nhelp: name {_listed([*names, *self.varied])}; `cases` has all of them")

    def __getitem__(self, name: str) -> Figure:
        _FIGURE("name", name)
        if len(self.cases) != 1:
            raise UnknownNameError(
                f"the results have {len(self.cases)} cases, so `{name}` has a figure in each\n"
                "help: take `figures(name)`, or `case(…)[name]`"
            )
        return self.cases[0][name]

    def __contains__(self, name: object) -> bool:
        return any(name in case for case in self.cases)

    def figures(self, name: str) -> list[Figure]:
        """The figure of this name in each case that has it."""
        _FIGURE("name", name)
        found = [figure for figure in (case.get(name) for case in self.cases) if figure is not None]
        if not found:
            titles = [figure.title for case in self.cases for figure in case.figures]
            raise UnknownNameError(_unknown("figure", name, titles))
        return found

    @property
    def tables(self) -> list[str]:
        """The names of the data tables: ``summary``, ``differences`` where variants were compared, one for each kind of
        distribution, one for each analysis."""
        return self._core.names()

    def table(self, name: str = "summary") -> Table:
        """A data table by name: one row for each figure or value. polars, pandas and pyarrow take it as it is."""
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
        """A table as a polars dataframe."""
        return self.table(name).to_polars()

    def to_pandas(self, name: str = "summary") -> pandas.DataFrame:
        """A table as a pandas dataframe."""
        return self.table(name).to_pandas()

    def to_pyarrow(self, name: str = "summary") -> pyarrow.Table:
        """A table as pyarrow has it."""
        return self.table(name).to_pyarrow()

    def __arrow_c_schema__(self) -> object:
        return self.table().__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.table().__arrow_c_stream__(requested_schema)

    def charts(self) -> list[Chart]:
        """Every chart that fits the results."""
        return [Chart(*parts) for parts in self._core.charts()]

    def report_html(self) -> str:
        """The report: a page of HTML with every table and chart, which needs nothing beside it."""
        return self._core.html()

    def markdown(self) -> str:
        """Every table for people, in Markdown."""
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
    help_ = f"did you mean `{by_small[near[0]]}`?" if near else f"there is {_listed(known) or 'none here'}"
    return f"there is no {what} `{name}`\nhelp: {help_}"


def _listed(names: Iterable[str]) -> str:
    names = list(names)
    return ", ".join(names[:MOST_NAMED]) + (" …" if len(names) > MOST_NAMED else "")


class Transcript:
    """One trial, roll by roll. Printed it is what ``fudgelab replay`` prints."""

    def __init__(self, page: str, document: str) -> None:
        self._page = page
        self.document: dict[str, Any] = json.loads(document)
        """The same as data: ``title``, ``variant``, ``varied``, ``rolls`` and ``lines``, a tree."""

    @property
    def lines(self) -> list[dict[str, Any]]:
        """What happened, in order."""
        return list(self.document["lines"])

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self.lines)

    def __repr__(self) -> str:
        return self._page.rstrip("\n")

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self._page)}</pre>"
