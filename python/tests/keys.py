"""Generates `fudgelab/_keys.py`, the types of the keys of fighters and rules, from the JSON Schema of scenarios."""

from __future__ import annotations

import json
from textwrap import wrap
from typing import Any

HEADING = '''\
"""The keys of fighters and rules, for editors and type checkers. Written by `UPDATE=1 pytest tests/test_types.py`: do not edit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict
'''


def module(schema: dict[str, Any]) -> str:
    """Returns the text of the module."""
    rules = {key: spec for key, spec in schema["properties"]["rules"]["properties"].items() if key != "base"}
    # Name and skill are separate arguments, and encounters set the sides.
    aside = {"name", "skill", "side"}
    fighter = {key: spec for key, spec in schema["$defs"]["fighter"]["properties"].items() if key not in aside}
    return "\n\n".join(
        [
            HEADING,
            _keys("FighterKeys", "The keys of ``[fighters.NAME]``; None stands for a key that is not set.", fighter, schema),
            _keys("RulesKeys", "The keys of ``[rules]``; None stands for a key that is not set.", rules, schema),
        ]
    )


def _keys(name: str, meaning: str, keys: dict[str, Any], schema: dict[str, Any]) -> str:
    lines = [f"class {name}(TypedDict, total=False):", f'    """{meaning}"""', ""]
    for key, spec in keys.items():
        resolved = _resolved(spec, schema)
        lines.append(f"    {key}: {' | '.join([*_types(resolved, schema), 'None'])}")
        default = f" Default: {json.dumps(resolved['default'])}." if "default" in resolved else ""
        words = (resolved["description"] + default).replace("\\", "\\\\").replace('"""', "'''")
        # A docstring cannot end with a quotation mark.
        text = "\n    ".join(wrap(words, 130))
        lines.append(f'    """{text}{" " if text.endswith(chr(34)) else ""}"""')
    return "\n".join(lines) + "\n"


def _resolved(spec: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" not in spec:
        return spec
    found: dict[str, Any] = schema["$defs"][spec["$ref"].removeprefix("#/$defs/")]
    return {**found, **{key: value for key, value in spec.items() if key != "$ref"}}


def _types(spec: dict[str, Any], schema: dict[str, Any]) -> list[str]:
    """Returns the types that a value can have, without duplicates."""
    spec = _resolved(spec, schema)
    if "anyOf" in spec:
        return list(dict.fromkeys(one for part in spec["anyOf"] for one in _types(part, schema)))
    if "enum" in spec:
        return [f"Literal[{', '.join(repr(one) for one in spec['enum'])}]"]
    kinds = spec["type"] if isinstance(spec["type"], list) else [spec["type"]]
    simple = {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "object": "Mapping[str, Any]"}
    inner = " | ".join(_types(spec["items"], schema)) if "array" in kinds and "items" in spec else "Any"
    return [f"Sequence[{inner}]" if kind == "array" else simple[kind] for kind in kinds]
