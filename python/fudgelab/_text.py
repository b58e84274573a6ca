"""Scenarios as Python data, and as TOML."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any

import tomli_w

from ._core import Encounter, Study


class Written(ABC):
    """Something that a scenario file can say."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The tables and keys that a scenario file has for it."""

    def to_toml(self) -> str:
        """The same as TOML."""
        return toml(self.to_dict())

    def _study(self, allow_outside: bool) -> Study:
        return Study.parse(self.to_toml(), allow_outside)


class Fight(Written):
    """A fight put together in Python."""

    _core: Encounter

    def _study(self, allow_outside: bool) -> Study:
        return Study.of(self._core)


def toml(document: Mapping[str, Any]) -> str:
    """A document as TOML, in the order of its keys; what is None is left out."""
    return tomli_w.dumps(_plain(document))


def _plain(value: Any) -> Any:
    if isinstance(value, Written):
        value = value.to_dict()
    if isinstance(value, Mapping):
        return {str(key): _plain(entry) for key, entry in value.items() if entry is not None}
    if isinstance(value, (str, bool, int, float)):
        return value
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:
        # A number of numpy's or of a dataframe.
        return _plain(value.item())
    if isinstance(value, Iterable):
        return [_plain(entry) for entry in value]
    raise TypeError(f"a scenario cannot hold {value!r}: it has text, numbers, True and False, lists and dictionaries")
