"""Daily prices of shares and the lists of what was listed, day by day and share by share.

``stock_days`` and ``listed_days`` hold a market day each part, as the exchange serves them;
``stock_prices`` and ``listed_items`` the same rows from 2020 on, as the Financial Services
Commission serves them: also by share, over years.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence

from kopa_env.world.table import Column, Row, Series, Table, Value
from kopa_env.world.tables.exchange.days import day_of, first_from, number, trading_days
from kopa_env.world.tables.exchange.prices import (
    NEW_TICKS,
    Issue,
    closes,
    limit_of,
    register,
    shares_on,
    step,
    tick,
    volumes,
)
from kopa_env.world.tables.exchange.texts import bare, rate
from kopa_env.world.tables.exchange.walk import values
from kopa_env.world.world import Condition, World

SINCE = "20200102"
"""First day of the Commission's price data."""

_LOG_UNITS = 94_548
"""Logarithm units that a price grows by its own size in, roughly: 65536 / ln 2."""


def course(world: World, issue: Issue, first: int, last: int) -> Iterator[Row]:
    """Yield a share's rows of the days numbered ``first`` to ``last - 1`` on which it is listed."""
    first, last = max(first, issue.since), min(last, issue.until)
    if first >= last:
        return
    seed = world.seed
    prices = closes(seed, issue, first - 1, last)
    bases = [
        p // issue.ratio if day == issue.split else p for day, p in enumerate(prices[:-1], first)
    ]
    changes = [price - base for price, base in zip(prices[1:], bases, strict=True)]
    moved = [abs(change) for change in changes]
    traded = volumes(seed, issue, first, last, moved, prices[1:])
    words = values(seed, f"{issue.code} range", 1, first, last)
    row = issue.row
    for n, day in enumerate(range(first, last)):
        base, close, volume = bases[n], prices[n + 1], traded[n]
        opening, high, low = _range(issue, day, base, close, words[n]) if volume else (0, 0, 0)
        value = turnover(volume, base, close, words[n])
        shares = shares_on(issue, day)
        text = rate(changes[n], base)
        yield (
            day_of(day), issue.code, row["isin"], row["abbr"], issue.market, section(issue, day),
            close, changes[n], text, bare(text), opening, high, low, volume, value,
            close * shares, shares, float(text),
        )  # fmt: skip


def section(issue: Issue, day: int) -> str:
    """Return the division a share stood in on a day."""
    if issue.market == "KOSDAQ" and day >= issue.managed:
        return "관리종목(소속부없음)"
    return str(issue.row["section"])


def opening_price(base: int, close: int, word: int) -> int:
    """Return the price a day opened at, before it is put on a tick."""
    return base + (close - base) * ((word & 63) - 12) // 52


def turnover(volume: int, base: int, close: int, word: int) -> int:
    """Return what the shares traded on a day cost, at a price between opening and close."""
    return volume * (3 * close + opening_price(base, close, word)) // 4


def _range(issue: Issue, day: int, base: int, close: int, word: int) -> tuple[int, int, int]:
    """Return opening, highest and lowest price of a day."""
    new, kosdaq = day >= NEW_TICKS, issue.market != "KOSPI"
    percent = 15 if issue.market == "KONEX" else 30
    wide = base * issue.sigma
    opening = opening_price(base, close, word)
    high = max(opening, close) + wide * (word >> 6 & 31) // (_LOG_UNITS * 26)
    low = min(opening, close) - wide * (word >> 11 & 31) // (_LOG_UNITS * 26)
    most, least = limit_of(base, percent, new, kosdaq), limit_of(base, -percent, new, kosdaq)
    opening, high, low = (
        max(least, min(most, tick(max(1, p), new, kosdaq))) for p in (opening, high, low)
    )
    high, low = max(high, opening, close), min(low, opening, close)
    mean = 3 * close + opening_price(base, close, word)
    if mean > 4 * high:
        high += step(high, new, kosdaq)
    elif mean < 4 * low:
        low = tick(low - 1, new, kosdaq)
    return opening, high, low


PRICES = (
    Column("day", domain="date"),
    Column("code", domain="stock_code", gen="ref"),
    Column("isin", domain="isin", gen="ref"),
    Column("abbr", domain="issue_name", gen="ref"),
    Column("market", domain="market", gen="ref"),
    Column("section"),
    Column("close", "int"),
    Column("change", "int"),
    Column("rate"),
    Column("rate_bare"),
    Column("open", "int"),
    Column("high", "int"),
    Column("low", "int"),
    Column("volume", "int"),
    Column("value", "int"),
    Column("cap", "int"),
    Column("shares", "int"),
    Column("rate_num", "real"),
)


def listing(world: World, issue: Issue, first: int, last: int) -> Iterator[Row]:
    """Yield what the lists of issues say of a share on each day."""
    row, beside = issue.row, _preferred(world)
    for day in range(max(first, issue.since), min(last, issue.until)):
        before = issue.split and day < issue.split
        par = str(int(str(row["par"])) * issue.ratio) if before else row["par"]
        yield (
            day_of(day), row["isin"], issue.code, f"A{issue.code}", row["name"], row["abbr"],
            row["english"], row["listed_on"], issue.market, row["secugrp"], section(issue, day),
            row["kind"], par, shares_on(issue, day), row["crno"], row["corp_name"],
            _KIND_CODES[str(row["kind"])], beside.get(str(row["corp_code"]), 0),
        )  # fmt: skip


LISTINGS = (
    Column("day", domain="date"),
    Column("isin", domain="isin", gen="ref"),
    Column("code", domain="stock_code", gen="ref"),
    Column("code_a"),
    Column("name"),
    Column("abbr", domain="issue_name", gen="ref"),
    Column("english"),
    Column("listed_on", domain="date"),
    Column("market", domain="market", gen="ref"),
    Column("secugrp"),
    Column("section"),
    Column("kind"),
    Column("par"),
    Column("shares", "int"),
    Column("crno", domain="jurir_no", gen="ref", null_rate=0.08),
    Column("corp_name", domain="corp_name", gen="ref"),
    Column("kind_code"),
    Column("preferred", "int"),
)

_KIND_CODES = {"보통주": "0101", "구형우선주": "0201", "신형우선주": "0202", "종류주권": "0301"}
_preferred_kept: dict[int, dict[str, int]] = {}


def _preferred(world: World) -> dict[str, int]:
    """Return how many preferred shares a company has, by its code."""
    if world.seed not in _preferred_kept:
        found: dict[str, int] = {}
        for issue in register(world):
            if issue.row["kind"] != "보통주":
                code = str(issue.row["corp_code"])
                found[code] = found.get(code, 0) + issue.shares
        _preferred_kept[world.seed] = found
    return _preferred_kept[world.seed]


Course = Callable[[World, Issue, int, int], Iterator[Row]]


def by_day(made: Course, since: str = "") -> Callable[[World, tuple[Value, ...]], Iterator[Row]]:
    """Return what yields one market day: nothing for a day without trade."""

    def part(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
        day = number(names[0])
        if day is None or str(names[0]) < since:
            return
        for issue in register(world):
            if issue.since <= day < issue.until:
                yield from made(world, issue, day, day + 1)

    return part


_spans: dict[int, tuple[list[int], list[int]]] = {}


def size(world: World, day: str) -> int:
    """Return how many shares were listed on a day."""
    if world.seed not in _spans:
        issues = [issue for issue in register(world) if issue.since < issue.until]
        _spans[world.seed] = sorted(i.since for i in issues), sorted(i.until for i in issues)
    since, until = _spans[world.seed]
    place = first_from(day)
    return bisect_right(since, place) - bisect_right(until, place)


def find(world: World, where: Sequence[Condition]) -> list[str]:
    """Return the codes of the shares that meet conditions on code, ISIN or name."""
    found = []
    for issue in register(world):
        names = {
            "code": issue.code,
            "code_a": f"A{issue.code}",
            "isin": str(issue.row["isin"]),
            "abbr": str(issue.row["abbr"]),
            "crno": str(issue.row["crno"] or ""),
            "corp_name": str(issue.row["corp_name"]),
        }
        if all(c.meets(names[c.column]) for c in where):
            found.append(issue.code)
    return found


def life(world: World, code: str) -> tuple[str, str]:
    """Return the first and the last day on which a share was listed; two blanks for none."""
    for issue in register(world):
        if issue.code == code and issue.since < issue.until:
            return day_of(issue.since), day_of(issue.until - 1)
    return "9", ""


def _history(made: Course) -> Callable[[World, str, Sequence[str]], Iterable[Row]]:
    def history(world: World, code: str, days: Sequence[str]) -> Iterator[Row]:
        wanted = set(days)
        for issue in register(world):
            if issue.code == code:
                rows = made(world, issue, first_from(days[0]), first_from(days[-1]) + 1)
                yield from (row for row in rows if row[0] in wanted)

    return history


def since_2020(world: World) -> Sequence[str]:
    """Return the days of the Commission's data."""
    return trading_days()[first_from(SINCE) - first_from("") :]


def _whole(
    part: Callable[[World, tuple[Value, ...]], Iterable[Row]], since: str
) -> Callable[[World], Iterator[Row]]:
    def rows(world: World) -> Iterator[Row]:
        for day in trading_days():
            if day >= since:
                yield from part(world, (day,))

    return rows


def daily(
    name: str, columns: tuple[Column, ...], made: Course, items: tuple[str, ...] = ()
) -> Table:
    """Return a table of days; with ``items``, from 2020 on and readable by share too."""
    part = by_day(made, SINCE if items else "")
    series = Series(since_2020, size, items, find, life, _history(made)) if items else None
    return Table(
        name, columns, _whole(part, SINCE if items else ""), key=("day", "code"), by=("day",),
        part=part, series=series,
    )  # fmt: skip


STOCK_DAYS = daily("stock_days", PRICES, course)
LISTED_DAYS = daily("listed_days", LISTINGS, listing)
STOCK_PRICES = daily("stock_prices", PRICES, course, ("code", "isin", "abbr"))
LISTED_ITEMS = daily(
    "listed_items", LISTINGS, listing, ("code", "code_a", "isin", "abbr", "crno", "corp_name")
)

STOCKS: tuple[Table, ...] = (STOCK_DAYS, LISTED_DAYS, STOCK_PRICES, LISTED_ITEMS)
