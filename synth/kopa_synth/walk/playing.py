"""Playing a walk: its calls are made, its rows kept, grouped and chosen, its answer computed.

This is the walk's own arithmetic, straight on the records. The task's solver is an expression over
golden calls; validation holds both to the same answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from kopa_env.columns import Rows
from kopa_env.episode.values import plain_number, predicate, read_date, read_number
from kopa_env.outcome import JSON, Record
from kopa_synth.explore.values import Row, hold
from kopa_synth.queries.brief import Aggregate, Pick
from kopa_synth.queries.brief import Test as Compared
from kopa_synth.walk.listing import Lister, Listing
from kopa_synth.walk.trajectory import GROUPED, Ask, Branch, Choice, Group, Leg, Trajectory, Where

OPERATORS: Mapping[Compared, str] = {
    Compared.EQ: "eq",
    Compared.NE: "ne",
    Compared.GE: "ge",
    Compared.LE: "le",
    Compared.GT: "gt",
    Compared.LT: "lt",
    Compared.CONTAINS: "contains",
    Compared.SINCE: "ge",
    Compared.UNTIL: "le",
    Compared.AFTER: "gt",
    Compared.FILLED: "not_null",
    Compared.BLANK: "is_null",
}
_ALL = 1_000_000
_DOWN = frozenset({Pick.MAX, Pick.TOP, Pick.LATEST, Pick.MODE})
DIGITS = 1
"""Decimals that means and ratios are told with."""


@dataclass(frozen=True, slots=True)
class Visit:
    """One call of a leg with all its pages: the values that led to it, and what it answered."""

    values: Row
    listing: Listing


@dataclass(frozen=True, slots=True)
class Scene:
    """What became of a leg.

    Attributes:
        found: rows of all visits.
        kept: those that conditions leave, or groups of them.
        rows: those that were chosen.
    """

    visits: tuple[Visit, ...]
    found: Rows
    kept: Sequence[Record]
    rows: Sequence[Record]


def scene(leg: Leg, before: Sequence[Record], lister: Lister) -> Scene | None:
    """Make a leg's calls for the rows chosen before it, ``None`` if any of them fails."""
    visits = []
    for values in arguments(leg, before):
        bound = dict(zip(varied(leg), values, strict=True))
        listing = lister.all(leg.tool, {**leg.free, **bound})
        if listing is None:
            return None
        visits.append(Visit(values, listing))
    if not visits:
        return None
    if len(visits) == 1:
        found = visits[0].listing.rows
    else:
        found = [row for visit in visits for row in visit.listing.rows]
    kept = narrowed(leg, found)
    rows = chosen(kept, leg.choice) if leg.choice else kept
    return Scene(tuple(visits), found, kept, rows) if rows else None


def varied(leg: Leg) -> tuple[str, ...]:
    """Return the arguments that differ between a leg's calls."""
    return (leg.over,) if leg.over else tuple(b.param for b in leg.bindings)


def arguments(leg: Leg, before: Sequence[Record]) -> Sequence[Row]:
    """Return the values of these arguments for each call."""
    if leg.over:
        return [(value,) for value in leg.values]
    return carried(leg, before) if leg.bindings else [()]


def carried(leg: Leg, rows: Sequence[Record]) -> tuple[Row, ...]:
    """Return the distinct values that an edge takes from rows, in their order."""
    return hold(rows, tuple(b.field for b in leg.bindings), _ALL).rows


def narrowed(leg: Leg, rows: Rows) -> Sequence[Record]:
    """Return the rows that meet a leg's conditions, grouped if it groups."""
    tests = [(w.column, predicate(OPERATORS[w.test], w.value)) for w in (*leg.kind_of, *leg.where)]
    kept = [row for row in rows if all(test(row.get(column)) for column, test in tests)]
    return grouped(kept, leg.group) if leg.group else kept


def grouped(rows: Sequence[Record], group: Group) -> list[Record]:
    """Count or sum rows by a column, in order of first appearance."""
    totals: dict[JSON, Decimal] = {}
    for row in rows:
        label = row.get(group.by)
        more = Decimal(1) if group.op == "count" else read_number(row.get(group.column))
        totals[label] = totals.get(label, Decimal(0)) + (more or Decimal(0))
    return [{group.by: label, GROUPED: plain_number(total)} for label, total in totals.items()]


def chosen(rows: Sequence[Record], choice: Choice) -> Sequence[Record]:
    """Return the rows a reducer leaves; none if a tie decides which, or in what order."""
    keyed = [(key, i) for i, row in enumerate(rows) if (key := order_key(row, choice)) is not None]
    keyed.sort(key=lambda pair: pair[0], reverse=choice.op in _DOWN)
    best = [key for key, _ in keyed[: choice.k + 1]]
    if len(best) < choice.k or len(set(best)) < len(best):
        return []
    return [rows[i] for _, i in keyed[: choice.k]]


def order_key(row: Record, choice: Choice) -> Decimal | date | None:
    """Return what a reducer orders a row by."""
    cell = row.get(choice.column)
    return read_date(cell) if choice.op in (Pick.LATEST, Pick.EARLIEST) else read_number(cell)


def play(walk: Trajectory, lister: Lister) -> list[Scene] | None:
    """Make all calls of a walk, those of both branches; ``None`` if one of them fails."""
    scenes: list[Scene] = []
    for leg in walk.legs:
        before = scenes[leg.parent].rows if leg.parent >= 0 else ()
        found = scene(leg, before, lister)
        if found is None:
            return None
        scenes.append(found)
    return scenes


def taken(branch: Branch, scenes: Sequence[Scene]) -> bool:
    """Say whether a branch's condition holds."""
    row = scenes[branch.leg].rows[0]
    return predicate(OPERATORS[branch.test.test], branch.test.value)(row.get(branch.test.column))


# ---- values ------------------------------------------------------------------------------------


def value(ask: Ask, rows: Sequence[Record], kind: str) -> JSON:
    """Return what an ask comes to over rows.

    Args:
        ask: what is asked.
        rows: the rows it is asked of; one, if nothing is computed.
        kind: ``number``, ``date`` or ``string``.
    """
    if ask.aggregate is Aggregate.COUNT:
        return len(rows)
    cells = [row.get(ask.column) for row in rows]
    if ask.aggregate is Aggregate.DISTINCT:
        return len({cell for cell in cells if cell not in (None, "", "-")})
    if ask.aggregate in (Aggregate.LATEST, Aggregate.EARLIEST):
        days = [day for cell in cells if (day := read_date(cell))]
        return (max if ask.aggregate is Aggregate.LATEST else min)(days).isoformat()
    if ask.aggregate is None:
        return plain(cells[0], kind)
    return plain_number(_computed(ask.aggregate, cells))


def rounded(number: Decimal) -> Decimal:
    """Return a figure as it is told: one decimal, half up."""
    return number.quantize(Decimal(1).scaleb(-DIGITS), rounding=ROUND_HALF_UP)


def plain(cell: JSON, kind: str) -> JSON:
    """Return one cell as an answer: a number, a day in ISO form, or the text."""
    if kind == "number":
        number = read_number(cell)
        return None if number is None else plain_number(number)
    if kind == "date":
        day = read_date(cell)
        return None if day is None else day.isoformat()
    return str(cell).strip() if cell is not None else None


def _computed(aggregate: Aggregate, cells: Sequence[JSON]) -> Decimal:
    numbers = [number for cell in cells if (number := read_number(cell)) is not None]
    if aggregate is Aggregate.SUM:
        return sum(numbers, Decimal(0))
    if aggregate is Aggregate.MEAN:
        return rounded(sum(numbers, Decimal(0)) / len(numbers))
    if aggregate is Aggregate.RANGE:
        return max(numbers) - min(numbers)
    return max(numbers) if aggregate is Aggregate.MAX else min(numbers)


def condition(where: Where) -> dict[str, JSON]:
    """Return a condition as ``table_select`` takes it."""
    row: dict[str, JSON] = {"column": where.column, "op": OPERATORS[where.test]}
    if where.test not in (Compared.FILLED, Compared.BLANK):
        row["value"] = where.value
    return row
