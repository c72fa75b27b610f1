"""What compiled expressions run in, and the small readings they share."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias
from unicodedata import normalize

from kopa_env.episode.expression.operations import Meter, lift, reply_value, scalar
from kopa_env.outcome import JSON, ToolResult


class Scope(dict[str, JSON]):
    """Names in sight, and the meter of the whole evaluation."""

    __slots__ = ("meter",)

    def __init__(self, names: Mapping[str, JSON], meter: Meter) -> None:
        super().__init__(names)
        self.meter = meter


Code: TypeAlias = Callable[[Scope], JSON]
Loop: TypeAlias = Callable[[Scope, Callable[[Scope], None]], None]
"""Runs an action once for each turn."""


def text_in(node: ast.expr | None) -> str | None:
    """Return the text a node always stands for, ``None`` if it is not a text."""
    held = node.value if isinstance(node, ast.Constant) else None
    return normalize("NFC", held) if isinstance(held, str) else None


def key_of(value: JSON) -> JSON:
    """Return a value as the key of a mapping."""
    held = scalar(value)
    return normalize("NFC", held) if isinstance(held, str) else held


def _records(result: ToolResult) -> Sequence[JSON]:
    return result.records


def _total(result: ToolResult) -> JSON:
    total = result.total
    return lift(len(result.records) if total is None else total)


ATTRIBUTES: dict[str, Callable[[ToolResult], JSON]] = {
    "records": _records,
    "total": _total,
    "value": reply_value,
}
"""What may be read of a result."""
