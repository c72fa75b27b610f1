"""Calls to record: examples of tools, and lists from a file."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from kopa_env.errors import UsageError
from kopa_env.outcome import JSON
from kopa_env.spec import ToolSpec

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue

Call: TypeAlias = tuple[ToolSpec, Mapping[str, JSON]]


def example_calls(catalogue: Catalogue, names: Iterable[str]) -> list[Call]:
    """Return one call per tool, made of its parameters' examples; of a view, its endpoint's.

    Raises:
        UsageError: if a tool does not exist or reaches no platform.
    """
    calls: list[Call] = []
    for name in names:
        spec = catalogue[name]
        if spec.view is not None:
            spec = catalogue[spec.view.over]
        if spec.kind != "endpoint":
            raise UsageError(f"{name} is a {spec.kind} tool: there is nothing to record")
        args = {
            p.name: p.example
            for p in spec.params
            if p.role == "semantic" and p.example is not None and (p.required or p.default is None)
        }
        calls.append((spec, args))
    return calls


def calls_in(path: Path, catalogue: Catalogue) -> list[Call]:
    """Read calls from a file: one JSON object ``{"tool": …, "args": {…}}`` a line.

    Raises:
        UsageError: if the file cannot be read or a line is not of that form.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"cannot read {path}") from None
    calls: list[Call] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            name, args = row["tool"], row.get("args", {})
        except (ValueError, KeyError, TypeError, AttributeError):
            name, args = None, None
        if not isinstance(name, str) or not isinstance(args, dict):
            raise UsageError(f'{path.name} line {number} is not {{"tool": …, "args": {{…}}}}')
        calls.append((catalogue[name], args))
    return calls
