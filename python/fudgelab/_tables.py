"""Data tables for dataframe libraries."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from . import _core, _html

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow


class Table:
    """A data table, which libraries with Arrow's PyCapsule interface read without copying.

    Examples are ``polars.DataFrame(table)``, ``pyarrow.table(table)``, ``pandas.DataFrame.from_arrow(table)`` and
    ``duckdb.sql("from table")``.

    >>> import fudgelab
    >>> table = fudgelab.odds("4dF").distribution
    >>> table.columns
    ['value', 'probability', 'fraction', 'at_least']
    >>> table.rows[0]
    {'value': -4, 'probability': 0.012345679012345678, 'fraction': '1/81', 'at_least': 1.0}
    """

    def __init__(self, core: _core.Table) -> None:
        self._core = core

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._core.pack(),)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._core.columns

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """The rows as dictionaries."""
        return self._core.rows()

    def __len__(self) -> int:
        return len(self._core)

    def __arrow_c_schema__(self) -> object:
        return self._core.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._core.__arrow_c_stream__(requested_schema)

    def to_polars(self) -> polars.DataFrame:
        """Returns the table as a polars dataframe."""
        import polars

        return polars.DataFrame(self)

    def to_pyarrow(self) -> pyarrow.Table:
        """Returns the table as a pyarrow table."""
        import pyarrow

        return pyarrow.table(self)

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the table as a pandas dataframe, through Arrow if pyarrow is installed, otherwise row by row."""
        import pandas

        try:
            frame: pandas.DataFrame = self.to_pyarrow().to_pandas()
        except ImportError:
            frame = pandas.DataFrame(self.rows, columns=self.columns)
        return frame

    def __repr__(self) -> str:
        return f"<Table of {len(self)} rows: {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        shown = self.rows[: _html.MOST_ROWS + 1]
        numbers = [any(isinstance(row[name], (int, float)) for row in shown) for name in self.columns]
        entries = [["" if row[name] is None else str(row[name]) for name in self.columns] for row in self.rows]
        return _html.table(("", list(zip(self.columns, numbers)), entries))


def _restored(packed: list[tuple[str, str, list[Any]]]) -> Table:
    return Table(_core.Table.unpack(packed))
