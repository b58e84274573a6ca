"""Scenarios as Python data and as TOML."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

import tomli_w

from ._core import Encounter, Study


class Written(ABC):
    """Something that a scenario file can contain."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Returns the tables and keys for a scenario file."""

    def to_toml(self) -> str:
        """Returns the tables and keys of `to_dict` as TOML."""
        return toml(self.to_dict())

    def _study(self, allow_outside: bool) -> Study:
        return Study.parse(self.to_toml(), allow_outside)


class Fight(Written):
    """A fight built in Python."""

    _core: Encounter

    def _study(self, allow_outside: bool) -> Study:
        return Study.of(self._core)


def toml(document: Mapping[str, Any]) -> str:
    """Converts a document to TOML, in the order of its keys. Keys set to None are left out."""
    return tomli_w.dumps(_plain(document))


def _plain(value: Any) -> Any:
    if isinstance(value, Written):
        value = value.to_dict()
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items() if entry is not None}
    if isinstance(value, (str, bool, int, float)):
        return value
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        # A single value of numpy or of a dataframe.
        return _plain(value.item())
    if isinstance(value, Iterable):
        return [_plain(entry) for entry in value]
    raise TypeError(f"a scenario cannot contain {value!r}: use text, numbers, True, False, lists and dictionaries")
