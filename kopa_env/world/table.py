"""What a table of the world is (INTERFACES 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from kopa_env.world.world import Condition, World

Value: TypeAlias = str | int | float | None
Row: TypeAlias = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """One column.

    Attributes:
        domain: the code system its values belong to (``corp_code``, ``bill_id`` …): the planted
            truth by which a graph is judged; never shown to EDGE.
        gen: ``fact`` (real), ``ref`` (points at another table) or ``rule`` (generated).
    """

    name: str
    type: Literal["text", "int", "real"] = "text"
    domain: str = ""
    gen: Literal["fact", "ref", "rule"] = "rule"
    null_rate: float = 0.0
    sentinel: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """How a table in parts (days, mostly) is read where no part is named.

    Attributes:
        keys: every value of the first column of ``by`` that names a part, in natural order.
        size: how many rows such a part has, told without making it.
        items: columns whose values belong to one item alone, such as a code.
        find: ids of the items that can meet conditions on those columns, in the parts' order.
        life: the first and the last key between which an item has one row a part.
        history: an item's rows in the parts of these keys, the same as there.
        most: how many items are read one by one; of more, parts are.
        held: further columns that hold one value throughout a part, and
        of_key: what they hold in the part of a key.
    """

    keys: Callable[[World], Sequence[str]]
    size: Callable[[World, str], int]
    items: tuple[str, ...]
    find: Callable[[World, Sequence[Condition]], Sequence[str]]
    life: Callable[[World, str], tuple[str, str]]
    history: Callable[[World, str, Sequence[str]], Iterable[Row]]
    most: int = 24
    held: tuple[str, ...] = ()
    of_key: Callable[[World, str], Mapping[str, Value]] | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """One table: its columns and the function that yields its rows for a given world.

    Attributes:
        rows: yields tuples in column order, in the table's natural order (``rowid`` keeps it).
        key: columns that identify a row.
        index: column groups the replica filters on.
        persons: ``office_holder`` rows carry public facts only; generated rows use a
            ``fictional`` roster.
        by: columns that name a *part* (such as a date, or a bill) of a table too large to keep
            whole.
        part: yields the rows of one part, given the values of ``by`` (or of its leading columns
            only, which name several parts at once) as they appear in the rows; nothing for values
            that name no part. ``rows`` must yield the parts one after another.
        series: how the table is read across its parts; without it, it is built whole for that.
        either: any column of ``by`` names a part, not the leading one alone, such as a document
            found by its id, its serial number or its name: ``part`` is given ``None`` for those
            that are not asked for.
    """

    name: str
    columns: tuple[Column, ...]
    rows: Callable[[World], Iterable[Row]]
    key: tuple[str, ...] = ()
    index: tuple[tuple[str, ...], ...] = ()
    persons: Literal["none", "office_holder", "fictional"] = "none"
    by: tuple[str, ...] = ()
    part: Callable[[World, tuple[Value, ...]], Iterable[Row]] | None = None
    series: Series | None = None
    either: bool = False
