"""World: seeded tables with referential integrity, built on first use into the cache.

Each table is one SQLite file, written once and then opened read-only by every process, so that a
list of 200,000 rows costs no memory and a filter uses an index.
"""

from __future__ import annotations

import logging
import sqlite3
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cached_property, lru_cache
from hashlib import blake2b
from itertools import chain, product, takewhile
from pathlib import Path
from threading import Lock
from typing import Any

from kopa_env.cache import cache_dir, replacing
from kopa_env.errors import CacheError, UsageError, did_you_mean
from kopa_env.world.across import Across
from kopa_env.world.condition import Condition as Condition
from kopa_env.world.table import Row, Series, Table, Value

WORLD_VERSION = 1
"""Raised when a released table's content changes for the same seed; digests are pinned."""

PARTS_KEPT = 48
"""How many parts of large tables one world keeps in memory."""

OPEN_KEPT = 200
"""How many tables one world keeps open: each is a file, and a process may not have many."""

_LOG = logging.getLogger("kopa_env.world")
_SQL_TYPE = {"text": "TEXT", "int": "INTEGER", "real": "REAL"}


class World:
    """One seeded world. Tables are built when first asked for.

    Args:
        seed: equal seeds give equal bytes on every machine.
        tables: what exists; by default every table the package ships.
        directory: where built tables are kept; by default the cache directory.
    """

    def __init__(
        self,
        seed: int,
        tables: Mapping[str, Table] | None = None,
        directory: Path | None = None,
    ) -> None:
        self.seed = seed
        self._declared = tables
        self.hash = blake2b(f"{WORLD_VERSION}:{seed}".encode(), digest_size=8).hexdigest()
        self._given = directory
        self._open: dict[str, sqlite3.Connection] = {}
        self._parts: dict[tuple[object, ...], sqlite3.Connection] = {}
        self._builder: World | None = None
        self._lock = Lock()
        weakref.finalize(self, _close_all, self._open, self._parts)

    @cached_property
    def _directory(self) -> Path:
        return self._given or cache_dir() / "worlds" / f"{self.hash}-{_made_by()}"

    @cached_property
    def tables(self) -> dict[str, Table]:
        """Every table by name; the package's own are declared when first looked at."""
        if self._declared is not None:
            return dict(self._declared)
        from kopa_env.world.tables import TABLES

        return dict(TABLES)

    def select(
        self,
        table: str,
        where: Sequence[Condition] = (),
        order: Sequence[tuple[str, bool]] = (),
        limit: int | None = None,
        offset: int = 0,
        total: int | None = None,
    ) -> tuple[list[dict[str, Value]], int]:
        """Return one slice of the rows that match, and how many match in all.

        Args:
            table: table name.
            where: filters, all of which must hold.
            order: (column, descending) pairs; ties keep the table's natural order.
            limit: rows to return, ``None`` for all.
            offset: rows to skip.
            total: how many rows match, where the caller knows: saves counting them.
        """
        across = self._across(table, where)
        if across is not None:
            return across.select(where, order, limit, offset)
        with self._lock:
            connection = self._part(table, where) or self._connect(table)
            return _sliced(connection, where, order, limit, offset, total)

    def count(self, table: str, where: Sequence[Condition] = ()) -> int:
        """Return how many rows match."""
        across = self._across(table, where)
        if across is not None:
            return across.count(where)
        clause, values = _clause(where)
        with self._lock:
            connection = self._part(table, where) or self._connect(table)
            row = connection.execute(f"SELECT count(*) FROM t WHERE {clause}", values).fetchone()
            return int(row[0])

    def table(self, name: str) -> Table:
        """Return the table of that name.

        Raises:
            UsageError: if there is none; the message names the nearest.
        """
        table = self.tables.get(name)
        if table is None:
            raise UsageError(f"no table {name!r}{did_you_mean(name, self.tables)}")
        return table

    def add(self, table: Table) -> None:
        """Take up a further table, such as a listing generated from a tool's fields."""
        self.tables[table.name] = table

    def rows(self, table: str) -> Iterator[dict[str, Value]]:
        """Yield every row of a table in its natural order."""
        yield from self.select(table)[0]

    def digest(self, table: str) -> str:
        """Return a hash of a table's content (builds it)."""
        state = blake2b(digest_size=16)
        with self._lock:
            for row in self._connect(table).execute("SELECT * FROM t ORDER BY rowid"):
                state.update(repr(row).encode())
        return state.hexdigest()

    def close(self) -> None:
        """Close every open table."""
        with self._lock:
            _close_all(self._open, self._parts)
            if self._builder is not None:
                self._builder.close()

    def _connect(self, name: str) -> sqlite3.Connection:
        connection = self._open.pop(name, None)
        if connection is None:
            table = self.table(name)
            path = self._directory / f"{name}.sqlite"
            if not path.exists():
                self._build(table, path)
            connection = sqlite3.connect(
                f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, check_same_thread=False
            )
            if len(self._open) >= OPEN_KEPT:
                self._open.pop(next(iter(self._open))).close()
        self._open[name] = connection
        return connection

    def _across(self, name: str, where: Sequence[Condition]) -> Across | None:
        """Return what reads a table across its parts, where it can and no part is named."""
        table = self.tables.get(name)
        if table is None or table.series is None or _named(table, where):
            return None
        return Across(self, table, table.series)

    def _part(self, name: str, where: Sequence[Condition]) -> sqlite3.Connection | None:
        """Return the part that the conditions name, made in memory when first asked for."""
        table = self.tables.get(name)
        if table is None or table.part is None:
            return None
        names = _named(table, where)
        if not names:
            return None
        part = table.part
        return self._kept(
            (name, *names),
            table,
            lambda builder: chain.from_iterable(part(builder, values) for values in names),
        )

    def _kept(
        self, key: tuple[object, ...], table: Table, rows: Callable[[World], Iterable[Row]]
    ) -> sqlite3.Connection:
        """Return rows of a table kept in memory, made when first asked for."""
        connection = self._parts.pop(key, None)
        if connection is None:
            connection = sqlite3.connect(":memory:", check_same_thread=False)
            if self._builder is None:
                self._builder = World(self.seed, self.tables, self._directory)
            _fill(connection, table, rows(self._builder))
            if len(self._parts) >= PARTS_KEPT:
                self._parts.pop(next(iter(self._parts))).close()
        self._parts[key] = connection
        return connection

    def history(self, series: Series, item: str, keys: Sequence[str]) -> list[Row]:
        """Return the rows of one item of a series in the parts of these keys."""
        with self._lock:
            if self._builder is None:
                self._builder = World(self.seed, self.tables, self._directory)
            return list(series.history(self._builder, item, keys))

    def _build(self, table: Table, path: Path) -> None:
        _LOG.info("building table %s, once, into %s", table.name, path.parent)
        builder = World(self.seed, self.tables, self._directory)
        try:
            with replacing(path) as temporary, closing(sqlite3.connect(temporary)) as connection:
                connection.execute("PRAGMA journal_mode = OFF")
                connection.execute("PRAGMA synchronous = OFF")
                _fill(connection, table, table.rows(builder))
        except sqlite3.OperationalError as error:
            raise CacheError(f"cannot write {path}: {error}") from None
        finally:
            builder.close()


@lru_cache(maxsize=1)
def _made_by() -> str:
    """Return a hash of the rules and facts of tables: changed, everything is built anew."""
    state = blake2b(digest_size=4)
    root = Path(__file__).parent
    for path in sorted(root.rglob("*")):
        if path.suffix in (".py", ".csv", ".txt"):
            state.update(path.relative_to(root).as_posix().encode() + path.read_bytes())
    return state.hexdigest()


def _clause(where: Sequence[Condition]) -> tuple[str, list[Value]]:
    fragments = [condition.sql() for condition in where]
    clause = " AND ".join(sql for sql, _ in fragments) or "1"
    return clause, [value for _, group in fragments for value in group]


def _named(table: Table, where: Sequence[Condition]) -> list[tuple[Value, ...]]:
    """Return the parts that conditions name; none if they do not name the leading column."""
    given: dict[str, tuple[Value, ...]] = {}
    for c in where:
        if c.op in ("eq", "in"):
            given[c.column] = tuple(c.value) if c.op == "in" else (c.value,)
    leading = list(takewhile(given.__contains__, table.by))
    if table.either and any(column in given for column in table.by):
        given = {**dict.fromkeys(table.by, (None,)), **given}
        leading = list(table.by)
    if not leading:
        return []
    return list(product(*(dict.fromkeys(given[column]) for column in leading)))


def _sliced(
    connection: sqlite3.Connection,
    where: Sequence[Condition],
    order: Sequence[tuple[str, bool]],
    limit: int | None,
    offset: int,
    total: int | None = None,
) -> tuple[list[dict[str, Value]], int]:
    clause, values = _clause(where)
    keys = [f'"{column}" {"DESC" if down else "ASC"}' for column, down in order]
    ordered = f"ORDER BY {', '.join([*keys, 'rowid'])}"
    slice_ = f"FROM t WHERE {clause} {ordered} LIMIT ? OFFSET ?"
    # Rows that are skipped are never read: an index alone counts them off.
    sql = f"SELECT * FROM t WHERE rowid IN (SELECT rowid {slice_}) {ordered}"
    cursor = connection.execute(
        sql if offset else f"SELECT * {slice_}",
        [*values, -1 if limit is None else limit, offset],
    )
    names = [item[0] for item in cursor.description]
    rows = [dict(zip(names, row, strict=True)) for row in cursor]
    if limit is None and offset == 0:
        return rows, len(rows)
    if total is None:
        count = connection.execute(f"SELECT count(*) FROM t WHERE {clause}", values)
        total = int(count.fetchone()[0])
    return rows, total


def _close_all(*groups: dict[Any, sqlite3.Connection]) -> None:
    """Close connections; also run when a world is forgotten, which Python 3.13 would report."""
    for connections in groups:
        for connection in connections.values():
            connection.close()
        connections.clear()


def _fill(connection: sqlite3.Connection, table: Table, rows: Iterable[Row]) -> None:
    columns = ", ".join(f'"{c.name}" {_SQL_TYPE[c.type]}' for c in table.columns)
    connection.execute(f"CREATE TABLE t ({columns})")
    marks = ", ".join("?" * len(table.columns))
    connection.executemany(f"INSERT INTO t VALUES ({marks})", rows)
    for number, group in enumerate(dict.fromkeys((table.key, *table.index))):
        if not group:
            continue
        names = ", ".join(f'"{name}"' for name in group)
        connection.execute(f"CREATE INDEX i{number} ON t ({names})")
    connection.commit()
