"""Rows the way a long reply of a pack comes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kopa_env.pack.records import StoredColumns, by_column


def stored(rows: Sequence[dict[str, Any]]) -> StoredColumns:
    """Return rows by column, each column parsed when it is read."""
    columns = by_column(rows)
    data = list(columns.values())
    places = {name: (number, 0) for number, name in enumerate(columns)}
    return StoredColumns(len(rows), lambda: places, lambda place: data[place[0]])
