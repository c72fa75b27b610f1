"""How a pack holds the records of a reply: few rows as JSON, many by column.

By column they take less room, and a column is parsed only when somebody reads it: to look one
company up among 100,000 takes one column of names, not 100,000 mappings. A body that is nothing but
such rows with something before and after them is put together from the columns again, so that
the rows are not in the pack twice.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from hashlib import blake2b
from threading import Lock
from weakref import WeakValueDictionary

import orjson

from kopa_env.columns import Columns
from kopa_env.errors import IntegrityError
from kopa_env.outcome import JSON, Record

BY_COLUMN_FROM = 64
"""Rows from which on they are held by column."""

SHELF = 32 << 20
"""Bytes of columns that a process keeps for the next episode that reads them."""

_DIGEST = 8
_SIZES = _DIGEST + 4


def rows_json(records: Sequence[Record]) -> tuple[bytes, bool]:
    """Return records as JSON, and whether they hold integers past 64 bits."""
    rows = [dict(row) for row in records]
    try:
        return orjson.dumps(rows), False
    except TypeError:
        return json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode(), True


def by_column(records: Sequence[Record]) -> bytes:
    """Return records by column: a line of names and sizes, then each column as JSON.

    Empty if they are few or do not all have the same columns in the same order.
    """
    if len(records) < BY_COLUMN_FROM:
        return b""
    names = list(records[0])
    if any(list(row) != names for row in records):
        return b""
    columns = [orjson.dumps([row[name] for row in records]) for name in names]
    head = [[name, len(column)] for name, column in zip(names, columns, strict=True)]
    return b"".join((orjson.dumps(head), b"\n", *columns))


def around(body: bytes, rows: bytes) -> bytes:
    """Return what is needed beside the rows to make the body; empty if they are not inside it."""
    start = body.find(rows)
    if start < 0:
        return b""
    rest = body[:start] + body[start + len(rows) :]
    return _digest(body) + start.to_bytes(4, "little") + rest


def body_around(stored: bytes, records: Sequence[Record], name: str) -> bytes:
    """Return the body that :func:`around` took apart.

    Raises:
        IntegrityError: if it is not what it was, byte for byte.
    """
    start = _SIZES + int.from_bytes(stored[_DIGEST:_SIZES], "little")
    rows = orjson.dumps(list(records))
    body = b"".join((stored[_SIZES:start], rows, stored[start:]))
    if _digest(body) != stored[:_DIGEST]:
        raise IntegrityError(f"the body of {name} cannot be put together as it was recorded")
    return body


def _digest(body: bytes) -> bytes:
    return blake2b(body, digest_size=_DIGEST).digest()


class Shelf:
    """Opened columns, the last used ones, up to a number of bytes; safe to share by threads."""

    def __init__(self, room: int = SHELF) -> None:
        self._room = room
        self._held: OrderedDict[int, tuple[StoredColumns, int]] = OrderedDict()
        self._known: WeakValueDictionary[int, StoredColumns] = WeakValueDictionary()
        self._lock = Lock()

    def get(self, place: int, make: Callable[[], StoredColumns]) -> StoredColumns:
        """Return the columns at a place in the pack."""
        with self._lock:
            if place in self._held:
                self._held.move_to_end(place)
                return self._held[place][0]
            known = self._known.get(place)
            if known is None:  # whoever else asks while this one lives gets the same
                known = self._known[place] = make()
            return known

    def put(self, place: int, columns: StoredColumns, size: int) -> None:
        """Keep columns that have been opened."""
        with self._lock:
            self._room += self._held.pop(place, (columns, 0))[1] - size
            self._held[place] = columns, size
            while self._room < 0:
                self._room += self._held.popitem(last=False)[1][1]


class StoredColumns(Columns):
    """Rows of a pack, each column parsed when it is first read.

    Args:
        size: number of rows.
        load: returns what :func:`by_column` made of them.
    """

    __slots__ = ("__weakref__", "_data", "_load", "_places", "_size", "_whole")

    def __init__(self, size: int, load: Callable[[], bytes]) -> None:
        super().__init__()
        self._size = size
        self._load: Callable[[], bytes] | None = load
        self._places: dict[str, tuple[int, int]] | None = None
        self._whole: list[tuple[str, Sequence[JSON]]] | None = None
        self._data = b""

    @property
    def names(self) -> Sequence[str]:
        """The columns of every row."""
        return tuple(self._opened())

    def __len__(self) -> int:
        return self._size

    def _opened(self) -> dict[str, tuple[int, int]]:
        if self._places is None:
            assert self._load is not None
            data, self._load = self._load(), None  # it may hold these columns: let them go free
            start = data.index(b"\n") + 1
            places = {}
            for name, size in orjson.loads(data[: start - 1]):
                places[name] = (start, start + size)
                start += size
            self._data, self._places = data, places
        return self._places

    def _read(self, name: str) -> Sequence[JSON]:
        place = self._opened().get(name)
        if place is None:
            return (None,) * self._size
        column: list[JSON] = orjson.loads(self._data[place[0] : place[1]])
        return column

    def _row(self, position: int) -> Record:
        if self._whole is None:
            self._whole = [(name, self.column(name)) for name in self._opened()]
        return {name: column[position] for name, column in self._whole}

    def __iter__(self) -> Iterator[Record]:
        names = self.names
        for values in zip(*map(self.column, names), strict=True):
            yield dict(zip(names, values, strict=True))
