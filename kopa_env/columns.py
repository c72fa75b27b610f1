"""Rows kept by column: a mapping is made of a row only where somebody looks at the whole row.

Reductions read a few columns of thousands of rows. Filtered, joined and chained rows therefore
stay what they are made of: positions in other rows. Nothing is copied, and every column is put
together at most once.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import TypeAlias, overload

from kopa_env.outcome import JSON, LazyRecords, Record

Rows: TypeAlias = Sequence[Record]


class Columns(Sequence[Record]):
    """Rows that can be read a column at a time. Immutable: they are shared between episodes."""

    __slots__ = ("_held",)

    def __init__(self) -> None:
        self._held: dict[str, Sequence[JSON]] = {}

    @property
    @abstractmethod
    def names(self) -> Sequence[str]:
        """Every column that some row has, in order of first appearance."""

    @abstractmethod
    def _read(self, name: str) -> Sequence[JSON]:
        """Put one column together."""

    @abstractmethod
    def _row(self, position: int) -> Record:
        """Put one row together."""

    def column(self, name: str) -> Sequence[JSON]:
        """Return one column; ``None`` stands where a row lacks it."""
        held = self._held.get(name)
        if held is None:
            held = self._held[name] = self._read(name)
        return held

    def cells(self, name: str, positions: Sequence[int]) -> Sequence[JSON]:
        """Return one column of some rows."""
        column = self.column(name)
        return [column[position] for position in positions]

    def have(self, names: Sequence[str]) -> bool:
        """Whether every row has all these columns."""
        return set(names) <= set(self.names)

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Record]: ...
    def __getitem__(self, index: int | slice) -> Record | Sequence[Record]:
        positions = range(len(self))[index]
        if isinstance(positions, range):
            return [self._row(position) for position in positions]
        return self._row(positions)

    def __iter__(self) -> Iterator[Record]:
        return map(self._row, range(len(self)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(len(self))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {len(self)}>"


LISTS = (list, Columns, LazyRecords)
"""What holds rows or values one after another, and is no text."""


def names_of(rows: Rows) -> Sequence[str]:
    """Return every column that some row has, in order of first appearance."""
    if isinstance(rows, Columns):
        return rows.names
    return tuple(dict.fromkeys(chain.from_iterable(rows)))


def column_of(rows: Rows, name: str) -> Sequence[JSON]:
    """Return one column; ``None`` stands where a row lacks it."""
    return rows.column(name) if isinstance(rows, Columns) else [row.get(name) for row in rows]


def cells_of(rows: Rows, name: str, positions: Sequence[int]) -> Sequence[JSON]:
    """Return one column of some rows; ``None`` stands where a row lacks it."""
    if isinstance(rows, Columns):
        return rows.cells(name, positions)
    return [rows[position].get(name) for position in positions]


def taken(rows: Rows, positions: Sequence[int]) -> Rows:
    """Return the rows at some positions."""
    if isinstance(rows, Columns):
        return Taken(rows, positions)
    return [rows[position] for position in positions]


class Taken(Columns):
    """Some rows of others, in an order of their own."""

    __slots__ = ("_positions", "_rows")

    def __init__(self, rows: Columns, positions: Sequence[int]) -> None:
        super().__init__()
        self._rows = rows
        self._positions = positions

    @property
    def names(self) -> Sequence[str]:
        """The columns of the rows they were taken from."""
        return self._rows.names

    def __len__(self) -> int:
        return len(self._positions)

    def _read(self, name: str) -> Sequence[JSON]:
        return self._rows.cells(name, self._positions)

    def have(self, names: Sequence[str]) -> bool:
        """Whether all rows they were taken from have these columns."""
        return self._rows.have(names)

    def _row(self, position: int) -> Record:
        return self._rows._row(self._positions[position])


class Chained(Columns):
    """Rows one after another, such as the pages of a list."""

    __slots__ = ("_ends", "_parts")

    def __init__(self, parts: Sequence[Rows]) -> None:
        super().__init__()
        self._parts = parts
        self._ends = list(accumulate(len(part) for part in parts))

    @property
    def names(self) -> Sequence[str]:
        """The columns of all parts."""
        return tuple(dict.fromkeys(chain.from_iterable(map(names_of, self._parts))))

    def __len__(self) -> int:
        return self._ends[-1]

    def _read(self, name: str) -> Sequence[JSON]:
        return list(chain.from_iterable(column_of(part, name) for part in self._parts))

    def cells(self, name: str, positions: Sequence[int]) -> Sequence[JSON]:
        """Return one column of some rows, whichever part they are in."""
        chosen: dict[int, list[int]] = {}
        for position in positions:
            chosen.setdefault(bisect_right(self._ends, position), []).append(position)
        found: dict[int, JSON] = {}
        for number, held in chosen.items():
            part, start = self._parts[number], self._ends[number] - len(self._parts[number])
            inside = [position - start for position in held]
            found.update(zip(held, cells_of(part, name, inside), strict=True))
        return [found[position] for position in positions]

    def have(self, names: Sequence[str]) -> bool:
        """Whether every part has all these columns in every row."""
        return all(isinstance(part, Columns) and part.have(names) for part in self._parts)

    def _row(self, position: int) -> Record:
        number = bisect_right(self._ends, position)
        return self._parts[number][position - self._ends[number]]

    def __iter__(self) -> Iterator[Record]:
        return chain.from_iterable(self._parts)


class Joined(Columns):
    """Rows of two sides next to each other.

    Args:
        left: the left side, whose rows come whole.
        right: the right side.
        pairs: position on the left and on the right, -1 where a row has no partner.
        labels: column of the right side → its name in the result.
    """

    __slots__ = ("_labels", "_left", "_pairs", "_right", "_theirs")

    def __init__(
        self,
        left: Rows,
        right: Rows,
        pairs: tuple[Sequence[int], Sequence[int]],
        labels: Mapping[str, str],
    ) -> None:
        super().__init__()
        self._left, self._right, self._pairs, self._labels = left, right, pairs, labels
        self._theirs = {label: name for name, label in labels.items()}

    @property
    def names(self) -> Sequence[str]:
        """The columns of the left side, then those of the right under their labels."""
        return tuple(dict.fromkeys((*names_of(self._left), *self._theirs)))

    def __len__(self) -> int:
        return len(self._pairs[0])

    def _read(self, name: str) -> Sequence[JSON]:
        if name not in self._theirs:
            column = column_of(self._left, name)
            return [column[position] for position in self._pairs[0]]
        column = column_of(self._right, self._theirs[name])
        return [None if position < 0 else column[position] for position in self._pairs[1]]

    def have(self, names: Sequence[str]) -> bool:
        """Whether every row of the left side has those columns that are not the right side's."""
        own = [name for name in names if name not in self._theirs]
        left = self._left
        if isinstance(left, Columns):
            return left.have(own)
        return not own or all(set(own) <= row.keys() for row in left)

    def _row(self, position: int) -> Record:
        there = self._pairs[1][position]
        match: Record = {} if there < 0 else self._right[there]
        others = {label: match.get(name) for name, label in self._labels.items()}
        return {**self._left[self._pairs[0][position]], **others}
