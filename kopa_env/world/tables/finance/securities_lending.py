"""Shares and bonds on loan: what was lent, returned and left, issue by issue and day by day.

What a day's totals say is the sum of its issues. A share's balance is worth its closing price.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.exchange.days import BEFORE, first_from, trading_days
from kopa_env.world.tables.exchange.prices import closes, register, shares_on
from kopa_env.world.tables.market import percent
from kopa_env.world.world import Condition, World

_SINCE = "20240102"
_FURTHER, _BONDS, _RANKED, _BY_SECTOR = 40, 40, 30, 14
_FACE = 10_000
_SECTORS = (("64", "자산운용업"), ("66", "증권업"), ("65", "보험업"), ("641", "은행업"),
            ("653", "연기금"), ("99", "외국인"))  # fmt: skip
_LENDERS = (150, 190, 60, 40, 120, 440)
_BORROWERS = (240, 310, 10, 20, 10, 410)


_Moves: TypeAlias = tuple[int, int, int, int, int]
"""Lent, recalled, returned, left, and what foreigners took."""


class Lent(NamedTuple):
    """A day of an issue; of bonds the amounts alone count."""

    day: str
    kind: str
    isin: str
    name: str
    lent: int
    recalled: int
    returned: int
    left: int
    price: int
    foreign: int


def _course(seed: int, isin: str, days: range, most: list[int]) -> Iterator[_Moves]:
    """Yield lent, recalled, returned, left and what foreigners took, none above ``most``."""
    start = Draw(seed, "on loan", isin)
    level = start.skewed(6, 70, 2)
    left = most[0] * level // 1_000
    for place, limit in zip(days, most, strict=True):
        draw = Draw(seed, "on loan", isin, place)
        usual = max(1, limit * level // 1_000)
        lent = usual * draw.bell(4, 60) * (3 if draw.chance(25) else 1) // 1_000
        pull = 1_000 + (left - usual) * 1_000 // (usual * 3)
        returned = min(left, usual * draw.bell(4, 60) * max(200, pull) // 1_000_000)
        recalled = returned * draw.between(2, 90) // 1_000
        left += lent - returned
        yield lent, recalled, returned, left, lent * draw.bell(480, 820) // 1_000


def _all(world: World) -> tuple[Lent, ...]:
    first, last = first_from(_SINCE), BEFORE + len(trading_days())
    days = trading_days()
    found: list[Lent] = []
    largest = sorted(
        (i for i in register(world) if i.row["kind"] == "보통주" and i.market != "KONEX"),
        key=lambda issue: (-issue.price * issue.shares, issue.code),
    )
    known = [i for i in largest if i.row["real"] and i.market == "KOSPI"]
    others = [issue for issue in largest if not issue.row["real"]][:_FURTHER]
    for issue in (*known, *others):
        since, until = max(first, issue.since), min(last, issue.until)
        if since >= until:
            continue
        span = range(since, until)
        prices = closes(world.seed, issue, since, until)
        most = [shares_on(issue, place) for place in span]
        isin, name = str(issue.row["isin"]), str(issue.row["abbr"])
        course = _course(world.seed, isin, span, most)
        for place, price, row in zip(span, prices, course, strict=True):
            found.append(Lent(days[place - BEFORE], "주식", isin, name, *row[:4], price, row[4]))
    found += _bonds(world, first, last)
    return tuple(found)


def _bonds(world: World, first: int, last: int) -> Iterator[Lent]:
    days = trading_days()
    state = world.select("bonds", [Condition("kind", "in", ("국채", "특수채", "금융채"))])[0]
    lively = [b for b in state if str(b["matures"]) > days[-1] and str(b["issued"]) < "20250101"]
    lively.sort(key=lambda bond: (-int(str(bond["amount"])), str(bond["isin"])))
    for bond in lively[:_BONDS]:
        since = max(first, first_from(str(bond["issued"])))
        span = range(since, last)
        pieces = int(str(bond["amount"])) // _FACE
        course = _course(world.seed, str(bond["isin"]), span, [pieces * 4] * len(span))
        for place, row in zip(span, course, strict=True):
            yield Lent(
                days[place - BEFORE], "채권", str(bond["isin"]), str(bond["name"]), *row[:4],
                _FACE, row[4],
            )  # fmt: skip


def _by_day(world: World) -> dict[str, list[Lent]]:
    days: dict[str, list[Lent]] = {}
    for row in _all(world):
        days.setdefault(row.day, []).append(row)
    return dict(sorted(days.items(), reverse=True))


def _issues(world: World) -> Iterator[Row]:
    for day, rows in _by_day(world).items():
        for kind, code in (("주식", "01"), ("채권", "02")):
            listed = [row for row in rows if row.kind == kind]
            listed.sort(key=lambda row: (-row.lent * row.price, row.isin))
            for rank, row in enumerate(listed, 1):
                yield (
                    kind, day, row.isin, row.name, code, rank, int(rank <= _RANKED), row.lent,
                    row.recalled, row.returned, row.left, row.lent * row.price,
                    row.returned * row.price, row.left * row.price, row.foreign,
                    row.foreign * row.price,
                )  # fmt: skip


LENDING = Table(
    "securities_lending",
    (
        Column("kind"),
        Column("day", domain="date"),
        Column("isin", domain="isin", gen="ref"),
        Column("name", domain="issue_name", gen="ref"),
        Column("code"),
        Column("rank", "int"),
        Column("ranked", "int"),
        Column("lent", "int"),
        Column("recalled", "int"),
        Column("returned", "int"),
        Column("left", "int"),
        Column("lent_amount", "int"),
        Column("returned_amount", "int"),
        Column("balance", "int"),
        Column("foreign", "int"),
        Column("foreign_amount", "int"),
    ),
    _issues,
    key=("day", "isin"),
    index=(("kind", "day"), ("kind", "name")),
)


def _listed(world: World) -> Iterator[tuple[str, str, list[dict[str, Any]]]]:
    """Yield day, kind and issues of the table above, in its order."""
    rows = world.rows("securities_lending")
    for (day, kind), group in groupby(rows, key=lambda row: (str(row["day"]), str(row["kind"]))):
        yield day, kind, list(group)


def _shared(seed: int, row: dict[str, Any], usual: tuple[int, ...], side: str) -> list[int]:
    draw = Draw(seed, "lender", side, str(row["isin"]), str(row["day"])[:6])
    weights = [weight * draw.bell(600, 1_400) for weight in usual]
    balance: int = row["balance"]
    parts = [balance * weight // sum(weights) for weight in weights]
    return [balance - sum(parts[1:]), *parts[1:]]


def _sectors(world: World) -> Iterator[Row]:
    for day, kind, rows in _listed(world):
        held = sorted(rows, key=lambda row: (-row["balance"], row["isin"]))[:_BY_SECTOR]
        for row in held:
            lent = _shared(world.seed, row, _LENDERS, "lent")
            borrowed = _shared(world.seed, row, _BORROWERS, "borrowed")
            for sector, one, other in zip(_SECTORS, lent, borrowed, strict=True):
                share = percent(one, sum(lent), 2)
                yield kind, day, row["isin"], row["name"], *sector, one, share, other


LENDING_SECTORS = Table(
    "securities_lending_sectors",
    (
        Column("kind"),
        Column("day", domain="date"),
        Column("isin", domain="isin", gen="ref"),
        Column("name", domain="issue_name", gen="ref"),
        Column("sector_code"),
        Column("sector"),
        Column("lent", "int"),
        Column("lent_rate"),
        Column("borrowed", "int"),
    ),
    _sectors,
    key=("day", "isin", "sector_code"),
    index=(("kind", "day"), ("kind", "sector")),
)


_FLOWS = ("lent", "lent_amount", "returned", "returned_amount")


def _days(world: World) -> Iterator[Row]:
    found: list[Row] = []
    month, flows, items = "", [0, 0, 0, 0], set[str]()
    shares = [(day, rows) for day, kind, rows in _listed(world) if kind == "주식"]
    for day, rows in reversed(shares):
        if day[:6] != month:
            month, flows, items = day[:6], [0, 0, 0, 0], set()
        items.update(row["isin"] for row in rows if row["lent"])
        moved = [sum(row[name] for row in rows) for name in _FLOWS]
        flows = [a + b for a, b in zip(flows, moved, strict=True)]
        left, balance = (sum(row[name] for row in rows) for name in ("left", "balance"))
        away, worth = (sum(row[name] for row in rows) for name in ("foreign", "foreign_amount"))
        draw = Draw(world.seed, "abroad", day)
        borrowed = balance * draw.bell(640, 690) // 1_000
        given = balance * draw.bell(400, 450) // 1_000
        found.append(
            (
                day, len(items), *flows, left, balance, balance - borrowed, borrowed,
                percent(borrowed, balance, 2), balance - given, given, percent(given, balance, 2),
                away, worth, moved[0] - away, moved[1] - worth, moved[0], moved[1],
            )
        )  # fmt: skip
    yield from reversed(found)


LENDING_DAYS = Table(
    "share_lending_days",
    (
        Column("day", domain="date"),
        Column("items", "int"),
        Column("month_lent", "int"),
        Column("month_lent_amount", "int"),
        Column("month_returned", "int"),
        Column("month_returned_amount", "int"),
        Column("left", "int"),
        Column("balance", "int"),
        Column("home_borrowed", "int"),
        Column("away_borrowed", "int"),
        Column("away_borrowed_rate"),
        Column("home_given", "int"),
        Column("away_given", "int"),
        Column("away_given_rate"),
        Column("away_lent", "int"),
        Column("away_lent_amount", "int"),
        Column("home_lent", "int"),
        Column("home_lent_amount", "int"),
        Column("lent", "int"),
        Column("lent_amount", "int"),
    ),
    _days,
    key=("day",),
)
