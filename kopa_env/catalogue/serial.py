"""ToolSpecs to and from plain mappings (YAML rows, compiled lines)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from typing import Any

from kopa_env.spec import Endpoint, Field, Match, Paging, Param, ToolSpec, View


def spec_from_dict(row: Mapping[str, Any]) -> ToolSpec:
    """Build a ToolSpec from a mapping whose keys are the dataclass fields, defaults left out."""
    values = dict(row)
    values["params"] = tuple(Param(**p) for p in row.get("params", ()))
    values["fields"] = tuple(Field(**f) for f in row.get("fields", ()))
    if endpoint := row.get("endpoint"):
        values["endpoint"] = Endpoint(**endpoint)
    if paging := row.get("paging"):
        values["paging"] = Paging(**paging)
    if view := row.get("view"):
        where = {name: Match(**match) for name, match in view["where"].items()}
        values["view"] = View(**{**view, "where": where, "columns": tuple(view["columns"])})
    return ToolSpec(**values)


def to_dict(value: object) -> Any:
    """Return plain JSON values for a dataclass, fields at their default left out."""
    if is_dataclass(value) and not isinstance(value, type):
        return {
            f.name: to_dict(getattr(value, f.name))
            for f in fields(value)
            if f.default is MISSING or getattr(value, f.name) != f.default
        }
    if isinstance(value, tuple | list):
        return [to_dict(item) for item in value]
    if isinstance(value, Mapping):
        return {key: to_dict(item) for key, item in value.items()}
    return value
