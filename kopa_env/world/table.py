"""What a table of the world is (INTERFACES 6)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from kopa_env.world.world import World

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
    """

    name: str
    columns: tuple[Column, ...]
    rows: Callable[[World], Iterable[Row]]
    key: tuple[str, ...] = ()
    index: tuple[tuple[str, ...], ...] = ()
    persons: Literal["none", "office_holder", "fictional"] = "none"
    by: tuple[str, ...] = ()
    part: Callable[[World, tuple[Value, ...]], Iterable[Row]] | None = None
