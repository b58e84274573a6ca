"""HTML for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

MOST_ROWS = 60
"""Maximum number of rows of a table shown in a notebook."""

ForPeople = tuple[str, list[tuple[str, bool]], list[list[str]]]
"""A printed table: title, columns (name and whether it is numeric), rows."""


def paragraphs(texts: Iterable[str]) -> str:
    return "".join(f"<p>{escape(text)}</p>" for text in texts)


def table(shown: ForPeople) -> str:
    title, columns, rows = shown
    sides = ["right" if is_number else "left" for _, is_number in columns]
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    more = f"<p>{len(rows) - MOST_ROWS} more rows</p>" if len(rows) > MOST_ROWS else ""
    head = _row("th", [name for name, _ in columns], sides)
    body = "".join(_row("td", row, sides) for row in rows[:MOST_ROWS])
    return f"<table>{caption}<thead>{head}</thead><tbody>{body}</tbody></table>{more}"


def _row(tag: str, entries: Sequence[str], sides: Sequence[str]) -> str:
    cells = (f'<{tag} style="text-align: {side}">{escape(entry)}</{tag}>' for entry, side in zip(entries, sides))
    return f"<tr>{''.join(cells)}</tr>"


def picture(svg: str) -> str:
    # Charts are drawn for a white background, whatever the notebook's theme.
    return f'<div style="background: white; max-width: 50em">{svg}</div>'
