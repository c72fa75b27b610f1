"""Loops over rows that read a few columns: what they need not look at is never put together."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from kopa_env.columns import Columns
from kopa_env.episode.expression.scope import text_in
from kopa_env.outcome import JSON


def columns_read(node: ast.AST, target: ast.expr) -> tuple[str, ...] | None:
    """Return the columns that a loop reads of its variable; ``None`` if it needs whole rows.

    Args:
        node: the whole comprehension.
        target: the loop's variable.
    """
    if not isinstance(target, ast.Name):
        return None
    names: dict[str, None] = {}
    by_column = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Subscript) and _is(part.value, target.id):
            column = text_in(part.slice)
            if column is None:
                return None
            names[column] = None
            by_column.add(id(part.value))
    for part in ast.walk(node):
        if _is(part, target.id) and part is not target and id(part) not in by_column:
            return None
    return tuple(names)


def _is(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def narrowed(rows: Sequence[JSON], names: tuple[str, ...] | None) -> Iterable[JSON]:
    """Return rows cut down to some columns where they are kept by column and all have these."""
    if names is None or not names or not isinstance(rows, Columns) or not rows.have(names):
        return rows
    return (
        dict(zip(names, values, strict=True))
        for values in zip(*map(rows.column, names), strict=True)
    )
