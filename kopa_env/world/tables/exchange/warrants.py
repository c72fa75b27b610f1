"""Stock warrants and subscription rights: of fictional companies, priced off their share."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.exchange.codes import isin, year_letter
from kopa_env.world.tables.exchange.days import BEFORE, day_of, first_from, number, trading_days
from kopa_env.world.tables.exchange.options import worth
from kopa_env.world.tables.exchange.prices import Issue, closes, register
from kopa_env.world.tables.exchange.texts import rate
from kopa_env.world.tables.exchange.walk import values
from kopa_env.world.world import World

_WARRANTS, _RIGHTS = 110, 120
_RIGHT_DAYS = 5
_SURE = "20240104"
"""A right of this first day is in every world, because so many days have none."""


def _owners(world: World, markets: tuple[str, ...]) -> list[Issue]:
    ends = BEFORE + len(trading_days())
    return [
        i
        for i in register(world)
        if i.market in markets and not i.row["real"] and i.row["kind"] == "보통주"
        and i.until == ends and i.gap == 1 and not i.halts and i.since < first_from("20140101")
    ]  # fmt: skip


def _warrants(world: World) -> Iterator[Row]:
    owners = _owners(world, ("KOSPI", "KOSDAQ"))
    used: set[str] = set()
    for place in range(_WARRANTS):
        draw = Draw(world.seed, "warrant", place)
        issue = draw.pick(owners)
        begin = first_from("20080101") + (len(trading_days()) - 5) * place // _WARRANTS
        since = day_of(begin)
        code = f"{issue.code[:5]}21{year_letter(int(since[:4]))}"
        if code in used:
            continue
        used.add(code)
        price = closes(world.seed, issue, begin, begin + 1)[0]
        strike = max(100, price * draw.between(80, 135) // 100)
        serial = draw.between(1, 24)
        kept = draw.between(2, 5)
        until = f"{int(since[:4]) + kept}{since[4:6]}{min(28, int(since[6:])):02d}"
        yield (
            code, isin(f"KRA{code}"), f"{issue.row['abbr']} {serial}WR",
            issue.market, issue.code, issue.row["isin"], issue.row["abbr"], issue.row["crno"],
            issue.row["corp_name"], strike, since, until, draw.between(15, 180) * 100_000,
            f"{issue.row['corp_name']}{serial}", serial, "100",
        )  # fmt: skip


WARRANTS = Table(
    "warrants",
    (
        Column("code", domain="warrant_code"),
        Column("isin", domain="isin"),
        Column("name", domain="issue_name"),
        Column("market"),
        Column("stock_code", domain="stock_code", gen="ref"),
        Column("stock_isin", domain="isin", gen="ref"),
        Column("stock_name", domain="issue_name", gen="ref"),
        Column("crno", domain="jurir_no", gen="ref"),
        Column("issuer", domain="corp_name", gen="ref"),
        Column("strike", "int"),
        Column("since", domain="date"),
        Column("until", domain="date"),
        Column("units", "int"),
        Column("bond"),
        Column("serial", "int"),
        Column("ratio"),
    ),
    _warrants,
    key=("code",),
)


def _rights(world: World) -> Iterator[Row]:
    owners = _owners(world, ("KOSPI",))
    span = len(trading_days()) - 10
    for place in range(_RIGHTS):
        draw = Draw(world.seed, "right", place)
        issue = draw.pick(owners)
        begin = BEFORE + 30 + span * place // _RIGHTS - draw.below(9)
        if place == 0:
            begin = first_from(_SURE)
        first = day_of(begin)
        price = closes(world.seed, issue, begin, begin + 1)[0]
        code = f"{issue.code[:5]}0{1 + place % 3}{year_letter(int(first[:4]))}"
        gone = begin + _RIGHT_DAYS
        yield (
            code, f"{issue.row['abbr']} {draw.between(1, 4)}R", issue.market, issue.code,
            issue.row["abbr"], max(100, price * draw.between(68, 86) // 1000 * 10), first,
            day_of(gone), draw.between(10, 160) * 50_000,
        )  # fmt: skip


RIGHTS = Table(
    "subscription_rights",
    (
        Column("code", domain="right_code"),
        Column("name", domain="issue_name"),
        Column("market"),
        Column("stock_code", domain="stock_code", gen="ref"),
        Column("stock_name", domain="issue_name", gen="ref"),
        Column("strike", "int"),
        Column("since", domain="date"),
        Column("until", domain="date"),
        Column("units", "int"),
    ),
    _rights,
)


def _day_of(source: str, volatility: int, most: int) -> Table:
    """Return the daily prices of the securities of a register.

    Args:
        source: the register.
        volatility: in thousandths a year.
        most: days of worth that a price holds at most (a right lives for days alone).
    """

    def part(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
        day = number(names[0])
        if day is None:
            return
        text = day_of(day)
        issues = {issue.code: issue for issue in register(world)}
        for row in world.rows(source):
            if str(row["since"]) <= text < str(row["until"]):
                yield _row(world.seed, issues[str(row["stock_code"])], row, day)

    def _row(seed: int, issue: Issue, row: dict[str, Value], day: int) -> Row:
        strike, units = int(str(row["strike"])), int(str(row["units"]))
        before, now = closes(seed, issue, day - 1, day + 1)
        end = first_from(str(row["until"]))
        price, last = (
            max(1, worth(spot, strike, volatility, min(most, (end - on) * 7 // 5 + 20), call=True))
            for on, spot in ((day, now), (day - 1, before))
        )
        word = values(seed, f"{row['code']} day", 1, day, day + 1)[0]
        volume = units * (1 + (word & 127)) // 9_000 if word > -18_000 else 0
        opening = high = low = 0
        if volume:
            opening = max(1, last + (price - last) * (word & 63) // 60)
            high = max(opening, price) * (1_000 + (word >> 6 & 63)) // 1_000
            low = max(1, min(opening, price) * (1_000 - (word >> 9 & 63)) // 1_000)
        return (
            day_of(day), row["market"], row["code"], row["name"], price, price - last,
            rate(price - last, last), opening, high, low, volume,
            volume * (price * 3 + opening) // 4, price * units, units, strike, row["since"],
            row["until"], row["stock_code"], row["stock_name"], now,
        )  # fmt: skip

    return Table(
        f"{source}_days",
        (
            Column("day", domain="date"),
            Column("market"),
            Column("code", gen="ref"),
            Column("name", domain="issue_name", gen="ref"),
            Column("close", "int"),
            Column("change", "int"),
            Column("rate"),
            Column("open", "int"),
            Column("high", "int"),
            Column("low", "int"),
            Column("volume", "int"),
            Column("value", "int"),
            Column("cap", "int"),
            Column("units", "int"),
            Column("strike", "int"),
            Column("since", domain="date"),
            Column("until", domain="date"),
            Column("stock_code", domain="stock_code", gen="ref"),
            Column("stock_name", domain="issue_name", gen="ref"),
            Column("spot", "int"),
        ),
        lambda world: (row for day in trading_days() for row in part(world, (day,))),
        key=("day", "code"),
        by=("day",),
        part=part,
    )


WARRANT_TABLES: tuple[Table, ...] = (
    WARRANTS,
    RIGHTS,
    _day_of("warrants", 520, 2_000),
    _day_of("subscription_rights", 520, 45),
)
