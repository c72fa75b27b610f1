"""Workspace states as canonical text, their digest and their difference (INTERFACES 7).

Two states are equal when a clerk would call them equal: key order, the spelling of a number
(``25`` and ``25.0``), the composition of Hangul, the order in which rows were written, volatile
fields and read logs do not count; one row too many does.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from unicodedata import normalize

from kopa_env.outcome import JSON

VOLATILE = frozenset({"created_at", "updated_at", "read_at", "read_log", "reads"})
"""Keys left out at every depth, beside all that begin with an underscore."""

_COUNTER = re.compile(r"(?:[a-z]+[-_]?)?[1-9]\d{0,3}")


@dataclass(frozen=True, slots=True)
class StateDiff:
    """What the final state has too many of, lacks, or has otherwise than the golden state.

    Attributes:
        added: ``(table, row)`` pairs only the final state has.
        removed: ``(table, row)`` pairs only the golden state has.
        changed: ``(table, field, golden value, final value)`` of rows that are otherwise alike.
    """

    added: tuple[tuple[str, JSON], ...] = ()
    removed: tuple[tuple[str, JSON], ...] = ()
    changed: tuple[tuple[str, str, JSON, JSON], ...] = ()

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed)


def canonical_state(state: JSON) -> str:
    """Return a state ``{table: {id: row}}`` as canonical JSON text.

    Keys are sorted, text is NFC, integral numbers are written as integers, volatile keys are left
    out and tables without rows vanish. Where all ids of a table are counters (``1``, ``n2``,
    ``note-3``) the table is a bag of rows: ids only tell in which order the rows were written.
    """
    return _dump(_tables(state))


def state_hash(state: JSON) -> str:
    """Return the SHA-256 of the canonical text, in hex."""
    return hashlib.sha256(canonical_state(state).encode("utf-8", "surrogatepass")).hexdigest()


def diff_states(golden: JSON, final: JSON) -> StateDiff:
    """Return how ``final`` differs from ``golden``; falsy if and only if their texts are equal."""
    old, new = _tables(golden), _tables(final)
    if _dump(old) == _dump(new):
        return StateDiff()
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return StateDiff(added=(("", new),))
    return _diff_tables(old, new) or StateDiff(added=(("", new),))


def _diff_tables(old: dict[str, JSON], new: dict[str, JSON]) -> StateDiff:
    added: list[tuple[str, JSON]] = []
    removed: list[tuple[str, JSON]] = []
    changed: list[tuple[str, str, JSON, JSON]] = []
    for table in sorted({*old, *new}):
        lacking = _only_in(old.get(table), new.get(table))
        extra = _only_in(new.get(table), old.get(table))
        for row in lacking:
            twin = _nearest(row, extra)
            if twin is None:
                removed.append((table, row))
                continue
            extra.remove(twin)
            changed.extend((table, *change) for change in _changes(row, twin))
        added.extend((table, row) for row in extra)
    return StateDiff(tuple(added), tuple(removed), tuple(changed))


_dump = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode


def _tables(state: JSON) -> JSON:
    plain = _plain(state)
    if not isinstance(plain, dict):
        return plain
    return {name: _rows(table) for name, table in plain.items() if table not in ({}, [], None)}


def _rows(table: JSON) -> JSON:
    if isinstance(table, dict) and all(_COUNTER.fullmatch(key) for key in table):
        return sorted(table.values(), key=_dump)
    return table


def _plain(value: JSON) -> JSON:
    if isinstance(value, str):
        return normalize("NFC", value)
    if isinstance(value, bool) or value is None or isinstance(value, int):
        return value
    if isinstance(value, float):
        return int(value) if value.is_integer() else _finite(value)
    if isinstance(value, Mapping):
        return {
            normalize("NFC", str(key)): _plain(item)
            for key, item in value.items()
            if not str(key).startswith("_") and key not in VOLATILE
        }
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return str(value)


def _finite(value: float) -> float | str:
    return value if value - value == 0 else str(value)


def _entries(table: JSON) -> list[JSON]:
    if isinstance(table, dict):
        return [[key, row] for key, row in table.items()]
    return list(table) if isinstance(table, list) else [] if table is None else [table]


def _only_in(table: JSON, other: JSON) -> list[JSON]:
    theirs = [_dump(row) for row in _entries(other)]
    mine: list[JSON] = []
    for row in _entries(table):
        text = _dump(row)
        if text in theirs:
            theirs.remove(text)
        else:
            mine.append(row)
    return mine


def _fields(row: JSON) -> dict[str, JSON] | None:
    if isinstance(row, list) and len(row) == 2 and isinstance(row[1], dict):
        return {"id": row[0], **row[1]}
    return row if isinstance(row, dict) else None


def _changes(row: JSON, twin: JSON) -> Iterator[tuple[str, JSON, JSON]]:
    old, new = _fields(row) or {}, _fields(twin) or {}
    for key in sorted({*old, *new}):
        if _dump(old.get(key)) != _dump(new.get(key)) or (key in old) != (key in new):
            yield key, old.get(key), new.get(key)


def _nearest(row: JSON, others: list[JSON]) -> JSON:
    """Return the row of ``others`` with the most fields in common, at least half of them."""
    if _fields(row) is None:
        return None
    size = len(_fields(row) or {})
    near = [(len(list(_changes(row, o))), i) for i, o in enumerate(others) if _fields(o)]
    if not near or min(near)[0] * 2 > size:
        return None
    return others[min(near)[1]]
