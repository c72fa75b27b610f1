"""Reading a table of many parts where no part is named: by item, or part after part.

A day's list and one item's course over the years are two cuts of the same rows. Neither needs the
whole: conditions on an item find its course, and of a span of days only those on the page are made,
because a series tells how many rows a day has without making them. What would need the rows of too
many days is not answered (:class:`TooWide`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from kopa_env.errors import UsageError
from kopa_env.world.condition import Condition
from kopa_env.world.table import Series, Table, Value

if TYPE_CHECKING:
    from kopa_env.world.world import World

MOST_PARTS = 24
"""How many parts are made for one question."""

Order = Sequence[tuple[str, bool]]
Rows = list[dict[str, Value]]


class TooWide(UsageError):
    """A question that only the rows of too many parts could answer."""


class Across:
    """One table, read across its parts. Rows are in the order of the parts, or the reverse."""

    def __init__(self, world: World, table: Table, series: Series) -> None:
        self.world, self.table, self.series = world, table, series
        self.key = table.by[0]

    def select(
        self, where: Sequence[Condition], order: Order, limit: int | None, offset: int
    ) -> tuple[Rows, int]:
        """Return one slice of the rows that match, and how many match in all.

        Raises:
            TooWide: if that would take the rows of too many parts.
        """
        if order and order[0][0] != self.key:
            raise UsageError(
                f"{self.table.name}: across parts rows are ordered by {self.key} first"
            )
        down = bool(order) and order[0][1]
        end = None if limit is None else offset + limit
        found = self._items(where)
        if found is None:
            return self._of_parts(where, order, down, limit, offset)
        pairs = self._pairs(found, where, down)
        if self._plain(where):
            return self._rows_of(pairs[offset:end]), len(pairs)
        rows = [row for row in self._rows_of(pairs) if _meets(row, where)]
        return rows[offset:end], len(rows)

    def count(self, where: Sequence[Condition]) -> int:
        """Return how many rows match.

        Raises:
            TooWide: as for :meth:`select`.
        """
        found = self._items(where)
        if found is None:
            return sum(size for _, size in self._parts(where)[0])
        pairs = self._pairs(found, where, down=False)
        if self._plain(where):
            return len(pairs)
        return sum(_meets(row, where) for row in self._rows_of(pairs))

    def _of_parts(
        self, where: Sequence[Condition], order: Order, down: bool, limit: int | None, offset: int
    ) -> tuple[Rows, int]:
        parts, rest = self._parts(where)
        rows: Rows = []
        total = 0
        for part, size in reversed(parts) if down else parts:
            wanted = None if limit is None else limit - len(rows)
            if size > 0 and offset < total + size and wanted != 0:
                named = [Condition(self.key, "eq", part), *rest]
                begin = max(0, offset - total)
                rows += self.world.select(self.table.name, named, order[1:], wanted, begin)[0]
            total += size
        return rows, total

    def _items(self, where: Sequence[Condition]) -> list[str] | None:
        """Return the items asked for; ``None`` where none, or too many, are."""
        named = [c for c in where if c.column in self.series.items]
        if not named:
            return None
        found = list(self.series.find(self.world, named))
        return found if len(found) <= self.series.most else None

    def _pairs(
        self, items: Sequence[str], where: Sequence[Condition], down: bool
    ) -> list[tuple[str, str]]:
        """Return (key, item) of every row of some items in the parts asked for, in order."""
        lives = [(item, *self.series.life(self.world, item)) for item in items]
        keys = self._keys(where)
        return [
            (key, item)
            for key in (reversed(keys) if down else keys)
            for item, first, last in lives
            if first <= key <= last
        ]

    def _rows_of(self, pairs: Sequence[tuple[str, str]]) -> Rows:
        wanted: dict[str, list[str]] = {}
        for key, item in pairs:
            wanted.setdefault(item, []).append(key)
        names = [column.name for column in self.table.columns]
        made: dict[tuple[str, str], dict[str, Value]] = {}
        for item, keys in wanted.items():
            for row in self.world.history(self.series, item, sorted(keys)):
                values = dict(zip(names, row, strict=True))
                made[str(values[self.key]), item] = values
        return [made[pair] for pair in pairs]

    def _plain(self, where: Sequence[Condition]) -> bool:
        """Say whether nothing is asked but keys and items."""
        return all(c.column == self.key or c.column in self.series.items for c in where)

    def _keys(self, where: Sequence[Condition]) -> list[str]:
        keys = [
            key
            for key in self.series.keys(self.world)
            if all(c.meets(key) for c in where if c.column == self.key)
        ]
        on_part = [c for c in where if c.column in self.series.held]
        if self.series.of_key is None or not on_part:
            return keys
        of_key = self.series.of_key
        return [key for key in keys if _meets(of_key(self.world, key), on_part)]

    def _parts(self, where: Sequence[Condition]) -> tuple[list[tuple[str, int]], list[Condition]]:
        """Return the parts asked for and how many rows of each match, and what else is asked."""
        rest = [c for c in where if c.column != self.key and c.column not in self.series.held]
        keys = self._keys(where)
        if not rest:
            return [(key, self.series.size(self.world, key)) for key in keys], rest
        if len(keys) > MOST_PARTS:
            raise TooWide(f"{self.table.name}: {len(keys)} parts asked for, at most {MOST_PARTS}")
        name = self.table.name
        return [
            (key, self.world.count(name, [Condition(self.key, "eq", key), *rest])) for key in keys
        ], rest


def _meets(row: Mapping[str, Value], where: Sequence[Condition]) -> bool:
    return all(row[c.column] is not None and c.meets(row[c.column]) for c in where)
