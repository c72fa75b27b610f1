"""How a pack holds the records of a reply: few rows as JSON, many by column.

By column they take less room, and a column is opened only when somebody reads it: to look one
company up among 100,000 takes one column of names, not 100,000 mappings, and the row found there a
group of each other column. Equal columns of several replies (the same schools, another figure) are
in the pack once. A body that is nothing but such rows with something before and after them is put
together from the columns again, so that the rows are not in the pack twice.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from threading import Lock
from typing import TypeAlias
from weakref import WeakValueDictionary

import orjson

from kopa_env.columns import Columns
from kopa_env.errors import IntegrityError
from kopa_env.outcome import JSON, LazyRecords, Record

BY_COLUMN_FROM = 64
"""Rows from which on they are held by column."""

GROUP = 64
"""Rows of which all columns are parsed when one of them is looked at."""

SHELF = 32 << 20
"""Bytes of records that a process keeps for the next episode that reads them."""

Place: TypeAlias = tuple[int, int]
"""Offset and size of a block."""

_DIGEST = 8
_SIZES = _DIGEST + 4


def rows_json(records: Sequence[Record]) -> tuple[bytes, bool]:
    """Return records as JSON, and whether they hold integers past 64 bits."""
    rows = [dict(row) for row in records]
    try:
        return orjson.dumps(rows), False
    except TypeError:
        return json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode(), True


def by_column(records: Sequence[Record]) -> dict[str, bytes]:
    """Return records by column, each as a JSON list, a line for each group of rows.

    Empty if they are few or do not all have the same columns in the same order.
    """
    if len(records) < BY_COLUMN_FROM:
        return {}
    names = list(records[0])
    if any(list(row) != names for row in records):
        return {}
    return {name: _grouped([row[name] for row in records]) for name in names}


def _grouped(values: Sequence[JSON]) -> bytes:
    """Return a JSON list with a line for each group: no text inside JSON holds a raw line end."""
    groups = (values[start : start + GROUP] for start in range(0, len(values), GROUP))
    return b"[" + b"\n,".join(orjson.dumps(group)[1:-1] for group in groups) + b"]"


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


class StoredRows(LazyRecords):
    """Few rows of a pack, parsed when they are first read, for all who read them.

    Args:
        size: number of rows.
        read: returns them as JSON.
        wide: whether they hold integers past 64 bits.
        opened: is told the bytes that were parsed.
    """

    __slots__ = ("__weakref__", "_opened", "_read", "_wide")

    def __init__(
        self,
        size: int,
        read: Callable[[], bytes],
        wide: bool,
        opened: Callable[[StoredRows, int], None],
    ) -> None:
        super().__init__(size, tuple)
        self._read: Callable[[], bytes] | None = read
        self._wide = wide
        self._opened = opened

    def _all(self) -> Sequence[Record]:
        read = self._read  # another thread may be done with it at any moment
        if read is not None:
            data = read()
            rows: list[Record] = (json if self._wide else orjson).loads(data)
            self._rows, self._read = rows, None
            self._opened(self, len(data))
        return self._rows


class Shelf:
    """Opened records, the last used ones, up to a number of bytes; safe to share by threads."""

    def __init__(self, room: int = SHELF) -> None:
        self._room = room
        self._held: OrderedDict[int, tuple[Stored, int]] = OrderedDict()
        self._known: WeakValueDictionary[int, Stored] = WeakValueDictionary()
        self._lock = Lock()

    def get(self, place: int, make: Callable[[], Stored]) -> Stored:
        """Return the records at a place in the pack."""
        with self._lock:
            if place in self._held:
                self._held.move_to_end(place)
                return self._held[place][0]
            known = self._known.get(place)
            if known is None:  # whoever else asks while this one lives gets the same
                known = self._known[place] = make()
            return known

    def put(self, place: int, records: Stored, size: int) -> None:
        """Keep records of which so many bytes have been opened."""
        with self._lock:
            self._room += self._held.pop(place, (records, 0))[1] - size
            self._held[place] = records, size
            while self._room < 0:
                self._room += self._held.popitem(last=False)[1][1]


class StoredColumns(Columns):
    """Rows of a pack, each column opened when it is first read.

    Args:
        size: number of rows.
        places: returns where each column is.
        read: returns the column at such a place, as JSON.
        opened: is told the bytes of all columns opened so far, each time there is one more.
    """

    __slots__ = (
        *("__weakref__", "_bytes", "_groups", "_lines"),
        *("_opened", "_places", "_read_at", "_size"),
    )

    def __init__(
        self,
        size: int,
        places: Callable[[], Mapping[str, Place]],
        read: Callable[[Place], bytes],
        opened: Callable[[StoredColumns, int], None] = lambda columns, size: None,
    ) -> None:
        super().__init__()
        self._size = size
        self._places: Callable[[], Mapping[str, Place]] | Mapping[str, Place] = places
        self._read_at = read
        self._opened = opened
        self._lines: dict[str, list[bytes]] = {}
        self._groups: dict[int, list[tuple[str, Sequence[JSON]]]] = {}
        self._bytes = 0

    @property
    def names(self) -> Sequence[str]:
        """The columns of every row."""
        return tuple(self._located())

    def __len__(self) -> int:
        return self._size

    def _located(self) -> Mapping[str, Place]:
        places = self._places  # another thread may put the mapping there at any moment
        if callable(places):
            places = self._places = places()
        return places

    def _read(self, name: str) -> Sequence[JSON]:
        place = self._located().get(name)
        if place is None:
            return (None,) * self._size
        lines = self._lines.pop(name, None)
        column: list[JSON] = orjson.loads(b"".join(lines) if lines else self._load(place))
        return column

    def _load(self, place: Place) -> bytes:
        data = self._read_at(place)
        self._bytes += len(data)
        self._opened(self, self._bytes)
        return data

    def cells(self, name: str, positions: Sequence[int]) -> Sequence[JSON]:
        """Return one column of some rows; of few rows, out of their groups alone."""
        few = name not in self._held and len(positions) * GROUP < self._size
        if not few or name not in self._located():
            return super().cells(name, positions)
        numbers = {position // GROUP for position in positions}
        parts = {number: self._part(name, number) for number in numbers}
        return [parts[position // GROUP][position % GROUP] for position in positions]

    def _row(self, position: int) -> Record:
        number, place = divmod(position, GROUP)
        group = self._groups.get(number)
        if group is None:
            group = [(name, self._part(name, number)) for name in self.names]
            self._groups[number] = group
        return {name: values[place] for name, values in group}

    def _part(self, name: str, number: int) -> Sequence[JSON]:
        """Return one group of a column."""
        if name in self._held:
            return self._held[name][number * GROUP : (number + 1) * GROUP]
        lines = self._lines.get(name)
        if lines is None:
            lines = self._lines[name] = self._load(self._located()[name]).split(b"\n")
        end = -1 if number == len(lines) - 1 else None
        values: list[JSON] = orjson.loads(b"[%b]" % lines[number][1:end])
        return values

    def __iter__(self) -> Iterator[Record]:
        names = self.names
        for values in zip(*map(self.column, names), strict=True):
            yield dict(zip(names, values, strict=True))


Stored: TypeAlias = StoredColumns | StoredRows
"""Records as a pack gives them out."""
