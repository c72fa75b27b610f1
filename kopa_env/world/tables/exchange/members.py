"""Which shares an index holds in a year, and where its level stood when the year began.

An index is chained year by year: through a year it holds the shares that were listed before it
began and stayed to its end, by their size on the last trading day before, and moves as their worth
does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.exchange.days import BEFORE, first_from, span, years
from kopa_env.world.tables.exchange.prices import Issue, closes, register, shares_on
from kopa_env.world.tables.exchange.sectors import GROUPS
from kopa_env.world.world import World

ANCHOR = 2024
"""The year that begins with every index at its usual size."""

FINE = 1_000_000
"""Levels are kept in millionths of a point."""


class Index(NamedTuple):
    """One index of the exchange; ``low`` and ``high`` are ranks by size, 0 for no bound."""

    place: int
    series: str
    kind: str
    name: str
    level: int
    ranged: bool
    market: str
    low: int
    high: int
    group: str
    base: str
    factor: int
    kept: bool


@lru_cache(maxsize=1)
def indices() -> tuple[Index, ...]:
    """Return every index in the order in which the exchange lists them."""
    return tuple(
        Index(
            place, r["series"], r["class"], r["name"], int(float(r["level"] or 0) * 100),
            r["ranged"] == "Y", r["market"], int(r["low"] or 0), int(r["high"] or 0), r["group"],
            r["base"], int(r["factor"].rstrip("+") or 0), r["factor"].endswith("+"),
        )
        for place, r in enumerate(fact_rows("krx_indices"))
    )  # fmt: skip


@lru_cache(maxsize=1)
def member_indices() -> tuple[Index, ...]:
    """Return the indices made of shares."""
    return tuple(index for index in indices() if index.market)


def begins(year: int) -> int:
    """Return the number of the last trading day before a year."""
    return span(year).start - 1


def worth(world: World, day: int) -> list[int]:
    """Return what every share of the register was worth on a day; 0 where it was not listed."""
    listed = max(day, BEFORE)
    return [
        closes(world.seed, issue, day, day + 1)[0] * shares_on(issue, day)
        if issue.since <= listed < issue.until
        else 0
        for issue in register(world)
    ]


Places = tuple[int, ...]
_members: dict[tuple[int, int], dict[int, Places]] = {}


def members(world: World, year: int, caps: Sequence[int] | None = None) -> dict[int, Places]:
    """Return, for each share (by its place in the register) in any index, the indices' places."""
    key = (world.seed, year)
    if key not in _members:
        if len(_members) >= 24:
            _members.clear()
        _members[key] = _chosen(register(world), year, caps or worth(world, begins(year)))
    return _members[key]


def _chosen(issues: Sequence[Issue], year: int, caps: Sequence[int]) -> dict[int, Places]:
    ends = span(year).stop
    stays = [n for n, i in enumerate(issues) if caps[n] and i.until >= ends and i.market != "KONEX"]
    ranks: dict[str, dict[int, int]] = {}
    for market in ("KOSPI", "KOSDAQ", "ALL"):
        pool = [n for n in stays if market in ("ALL", issues[n].market)]
        pool.sort(key=lambda n: (-caps[n], n))
        ranks[market] = {n: rank for rank, n in enumerate(pool, 1)}
    held: dict[int, list[int]] = {n: [] for n in stays}
    for index in member_indices():
        trades = GROUPS.get(index.group)
        for n, rank in ranks[index.market].items():
            if rank < index.low or (index.high and rank > index.high):
                continue
            if index.group.endswith("기업부"):
                if issues[n].row["section"] != index.group:
                    continue
            elif trades is not None and issues[n].sector not in trades:
                continue
            held[n].append(index.place)
    return {n: tuple(places) for n, places in held.items()}


def _rows(world: World) -> Iterator[Row]:
    sums: dict[tuple[int, int], tuple[int, int, int]] = {}
    spans = years()
    caps = worth(world, begins(spans[0]))
    for year in spans:
        held = members(world, year, caps)
        last = span(year).stop - 1
        after = worth(world, last)
        opening: dict[int, int] = {}
        closing: dict[int, int] = {}
        counts: dict[int, int] = {}
        for n, places in held.items():
            for place in places:
                opening[place] = opening.get(place, 0) + caps[n]
                closing[place] = closing.get(place, 0) + after[n]
                counts[place] = counts.get(place, 0) + 1
        for place in opening:
            sums[year, place] = (opening[place], closing[place], counts[place])
        caps = after
    yield from _chained(sums)


def _chained(sums: dict[tuple[int, int], tuple[int, int, int]]) -> Iterator[Row]:
    levels: dict[tuple[int, int], int] = {}
    for index in member_indices():
        level = index.level * FINE // 100
        for year in range(ANCHOR, years()[-1] + 1):
            levels[year, index.place] = level
            opening, closing, _ = sums.get((year, index.place), (1, 1, 0))
            level = level * closing // opening
        level = index.level * FINE // 100
        for year in range(ANCHOR - 1, years()[0] - 1, -1):
            opening, closing, _ = sums.get((year, index.place), (1, 1, 0))
            level = level * opening // closing
            levels[year, index.place] = level
    for year in years():
        for index in member_indices():
            opening, _, count = sums.get((year, index.place), (0, 0, 0))
            yield (
                year,
                index.place,
                index.series,
                index.name,
                levels[year, index.place],
                opening,
                count,
            )


INDEX_YEARS = Table(
    "index_years",
    (
        Column("year", "int", domain="year"),
        Column("place", "int"),
        Column("series"),
        Column("name", domain="index_name", gen="fact"),
        Column("level", "int"),
        Column("cap", "int"),
        Column("count", "int"),
    ),
    _rows,
    key=("year", "place"),
)

__all__ = ["INDEX_YEARS", "Index", "begins", "first_from", "indices", "member_indices", "members"]
