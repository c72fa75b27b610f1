"""Bonds day by day: what was traded on the exchange, what is outstanding, and bond indices."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Series, Table, Value
from kopa_env.world.tables.exchange.assets import asset_logs
from kopa_env.world.tables.exchange.contracts import interest
from kopa_env.world.tables.exchange.days import day_of, first_from, number, trading_days
from kopa_env.world.tables.exchange.stocks import SINCE, since_2020
from kopa_env.world.tables.exchange.texts import decimal
from kopa_env.world.tables.exchange.walk import power, values
from kopa_env.world.world import Condition, World


class _Bond(NamedTuple):
    isin: str
    name: str
    market: str
    issued: str
    matures: str
    coupon: int
    spread: int
    tenor: int
    row: dict[str, Value]


_kept: dict[int, tuple[_Bond, ...]] = {}


def _bonds(world: World) -> tuple[_Bond, ...]:
    if world.seed not in _kept:
        if len(_kept) >= 3:
            _kept.clear()
        _kept[world.seed] = tuple(
            _Bond(
                str(r["isin"]), str(r["name"]), str(r["market"]), str(r["issued"]),
                str(r["matures"]), int(str(r["coupon"])), int(str(r["spread"])),
                min(50, int(str(r["matures"])[:4]) - int(str(r["issued"])[:4])),
                r,
            )
            for r in world.rows("bonds")
        )  # fmt: skip
    return _kept[world.seed]


def _quoted(world: World, bond: _Bond, day: int, moved: int) -> tuple[int, int]:
    """Return (price in tenths of a won, yield in thousandths of a per cent) at a time of a day.

    Args:
        world: the tables.
        bond: the issue.
        day: number of the day.
        moved: how far the yield stands from the day's close.
    """
    left = _days_left(bond, day)
    noise = values(world.seed, f"bond {bond.isin}", 1, day, day + 1)[0]
    base = interest(world.seed, day, max(1, (left + 180) // 365) if left > 200 else 0)
    linked = -1_900 if bond.spread < 0 else 0
    wanted = max(150, base + bond.spread + linked + noise * (8 if bond.spread else 2) // 32_768
                 + moved)  # fmt: skip
    years = left * 1_000 // 365
    reach = years * 100_000_000 // (100_000_000 + wanted * years // 2)
    price = 100_000 + (bond.coupon - wanted) * reach // 1_000
    if bond.row["style"] == "복리채":
        age = max(0, bond.tenor * 1_000 - years)
        price += bond.coupon * age // 1_000
    return max(20_000, price // 5 * 5), wanted


def _days_left(bond: _Bond, day: int) -> int:
    if bond.matures.startswith("9999"):
        return 365 * 5
    now = day_of(day)
    years, months = int(bond.matures[:4]) - int(now[:4]), int(bond.matures[4:6]) - int(now[4:6])
    return max(1, years * 365 + months * 30 + int(bond.matures[6:]) - int(now[6:]))


_OFTEN = {"treasury": 240, "general": 78, "small": 52}
"""How many days of a thousand a bond of each kind is traded by the public."""


def _trades(world: World, bond: _Bond, day: int) -> bool:
    word = values(world.seed, f"trade {bond.isin}", 1, day, day + 1)[0]
    return (word + 32_768) * 1_000 >> 16 < _OFTEN.get(bond.market, 0)


def _row(world: World, bond: _Bond, day: int, market: str, volume: int, always: bool) -> Row:
    draw = Draw(world.seed, "bond day", bond.isin, day)
    close, rate = _quoted(world, bond, day, 0)
    moves = [draw.between(-18, 18) for _ in range(3)]
    opening, high, low = (
        _quoted(world, bond, day, m) for m in (moves[0], min(0, *moves), max(0, *moves))
    )
    change = None
    if always or _trades(world, bond, day - 1):
        change = decimal(close - _quoted(world, bond, day - 1, 0)[0], 1)
    benchmark = day_of(day) < f"{int(bond.issued[:4]) + 1}{bond.issued[4:]}"
    prices = [
        text for price, yld in ((opening), (high), (low))
        for text in (decimal(price, 1), decimal(yld, 3))
    ]  # fmt: skip
    return (
        day_of(day), market, bond.isin, bond.name, str(bond.tenor), "지표" if benchmark else "경과",
        decimal(close, 1), change, decimal(rate, 3), *prices, volume, volume * close // 100_000,
    )  # fmt: skip


COLUMNS = (
    Column("day", domain="date"),
    Column("market"),
    Column("isin", domain="isin", gen="ref"),
    Column("name", domain="issue_name", gen="ref"),
    Column("tenor"),
    Column("class"),
    Column("close"),
    Column("change", null_rate=0.3),
    Column("close_rate"),
    Column("open"),
    Column("open_rate"),
    Column("high"),
    Column("high_rate"),
    Column("low"),
    Column("low_rate"),
    Column("volume", "int"),
    Column("value", "int"),
)


def _treasury(world: World, day: int) -> Iterator[Row]:
    """Yield the newest issue of each tenor and a few older ones: dealers trade them every day."""
    text = day_of(day)
    alive = [b for b in _bonds(world) if b.market == "treasury" and b.issued <= text < b.matures]
    newest: dict[tuple[int, bool], _Bond] = {}
    for bond in sorted(alive, key=lambda b: b.issued):
        newest[bond.tenor, bond.spread < 0] = bond
    chosen = {bond.isin for bond in newest.values()}
    ordered = sorted(newest.values(), key=lambda b: (b.tenor, b.spread))
    older = [
        b for b in alive
        if b.isin not in chosen and values(world.seed, b.isin, 1, day, day + 1)[0] > 29_500
    ]  # fmt: skip
    for bond in [*ordered, *older]:
        busy = 30 if bond.tenor in (3, 10) else 12 if bond.tenor in (5, 30) else 2
        volume = Draw(world.seed, "dealers", bond.isin, day).between(1, 62) * busy
        yield _row(world, bond, day, "국채전문유통시장", volume * 1_000_000_000, True)


def _general(world: World, day: int) -> Iterator[Row]:
    text = day_of(day)
    for bond in _bonds(world):
        if bond.issued <= text < bond.matures and _trades(world, bond, day):
            volume = Draw(world.seed, "retail", bond.isin, day).skewed(1, 90_000, 4)
            yield _row(world, bond, day, "일반채권시장", volume * 10_000, False)


def _small(world: World, day: int) -> Iterator[Row]:
    """Yield this and last month's series of the bonds that buyers of homes and cars take."""
    text = day_of(day)
    month = int(text[:4]) * 12 + int(text[4:6]) - 1
    for bond in _bonds(world):
        made = int(bond.issued[:4]) * 12 + int(bond.issued[4:6]) - 1
        if bond.market == "small" and made in (month, month - 1):
            volume = Draw(world.seed, "counter", bond.isin, day).skewed(20, 900_000, 3)
            yield _row(world, bond, day, "소액채권시장", volume * 10_000, True)


def _sri(world: World, day: int) -> Iterator[Row]:
    text = day_of(day)
    alive = [b for b in _bonds(world) if b.row["sri"] and b.issued <= text < b.matures]
    for bond in sorted(alive, key=lambda b: (b.row["type_name"] != "회사채", b.isin)):
        yield _outstanding(bond, text)


def _outstanding(bond: _Bond, day: str) -> Row:
    row = bond.row
    return (
        day, bond.isin, bond.name, row["issuer"], row["crno"], row["kind_code"], row["kind"],
        row["sri"], row["listed_on"], bond.issued, bond.matures, row["rate"], row["amount"],
        row["amount"], row["type_name"], row["currency"], row["currency_name"],
        f"{row['placing']}{row['style']}",
    )  # fmt: skip


OUTSTANDING = (
    Column("day", domain="date"),
    Column("isin", domain="isin", gen="ref"),
    Column("name", domain="issue_name", gen="ref"),
    Column("issuer", domain="corp_name", gen="ref"),
    Column("crno", domain="jurir_no", gen="ref", null_rate=0.45),
    Column("kind_code", gen="ref"),
    Column("kind", domain="bond_kind", gen="ref"),
    Column("sri", null_rate=0.8),
    Column("listed_on", domain="date"),
    Column("issued", domain="date"),
    Column("matures", domain="date"),
    Column("rate"),
    Column("amount", "int"),
    Column("listed_amount", "int"),
    Column("type_name"),
    Column("currency"),
    Column("currency_name"),
    Column("form"),
)

_GROUPS = (
    # name, asset it follows, duration, its length and convexity (thousandths), usual level, kept
    ("KRX 채권지수", "KTB5", 5_230, 80_000, 18_500, 10_050, True),
    ("KTB 지수", "KTB3", 2_790, 10_600, 1_480_000, 1_030_000, False),
    ("국고채프라임지수", "KTB5", 4_000, 23_700, 18_600, 10_550, False),
)


def _indices(world: World, day: int) -> Iterator[Row]:
    for name, asset, length, bend, level, clean, kept in _GROUPS:

        def at(start: int, on: int, a_day: int, asset: str = asset) -> int:
            return power(asset_logs(world.seed, asset, on, on + 1)[0] + a_day * (on - 3_710), start)

        def both(start: int, a_day: int) -> tuple[str, str]:
            now, before = at(start, day, a_day), at(start, day - 1, a_day)
            return decimal(now, 2), decimal(now - before, 2)

        draw = Draw(world.seed, "bond index", name, day // 20)
        blank: tuple[Value, Value] = (None, None)
        total, net = both(level, 13), both(clean, 0)
        zero, call = (
            (both(level * 97 // 100, 13), both(level * 99 // 100, 13)) if kept else (blank, blank)
        )
        market = both(clean * 99 // 100, 0) if "프라임" not in name else blank
        yield (
            day_of(day), name, *total, *net, *zero, *call, *market,
            decimal(length + draw.between(-60, 60), 3), decimal(bend + draw.between(-700, 700), 3),
            decimal(interest(world.seed, day, length // 1_000), 3),
        )  # fmt: skip


INDEX_COLUMNS = tuple(
    Column(name, "text", "date" if name == "day" else "", null_rate=0.4 if "re" in name else 0.0)
    for name in (
        *("day", "name", "total", "total_change", "net", "net_change", "zero_re", "zero_re_change"),
        *("call_re", "call_re_change", "market_re", "market_re_change", "duration", "convexity"),
        "rate",
    )
)
_MAKERS = {
    "treasury_days": (COLUMNS, _treasury),
    "general_bond_days": (COLUMNS, _general),
    "small_bond_days": (COLUMNS, _small),
    "sri_bond_days": (OUTSTANDING, _sri),
    "bond_index_days": (INDEX_COLUMNS, _indices),
}


def _days(name: str) -> Table:
    columns, made = _MAKERS[name]

    def part(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
        day = number(names[0])
        if day is not None and (name != "sri_bond_days" or str(names[0]) >= "20190101"):
            yield from made(world, day)

    return Table(
        name,
        columns,
        lambda world: (row for day in trading_days() for row in part(world, (day,))),
        by=("day",),
        part=part,
    )


def _alive(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    day = str(names[0])
    if number(day) is not None and day >= SINCE:
        for bond in _bonds(world):
            if bond.issued <= day < bond.matures:
                yield _outstanding(bond, day)


_spans: dict[int, tuple[list[str], list[str]]] = {}


def _size(world: World, day: str) -> int:
    if world.seed not in _spans:
        bonds = [bond for bond in _bonds(world) if bond.issued < bond.matures]
        _spans[world.seed] = sorted(b.issued for b in bonds), sorted(b.matures for b in bonds)
    issued, matured = _spans[world.seed]
    return bisect_right(issued, day) - bisect_right(matured, day)


def _find(world: World, where: Sequence[Condition]) -> list[str]:
    return [
        b.isin for b in _bonds(world)
        if all(b.row[c.column] is not None and c.meets(b.row[c.column]) for c in where)
    ]  # fmt: skip


def _life(world: World, isin: str) -> tuple[str, str]:
    bond = next(b for b in _bonds(world) if b.isin == isin)
    if bond.issued >= bond.matures or bond.matures <= SINCE:
        return "9", ""
    end = min(first_from(bond.matures) - 1, first_from("99991231") - 1)
    return bond.issued, day_of(end)


def _history(world: World, isin: str, days: Sequence[str]) -> Iterator[Row]:
    bond = next(b for b in _bonds(world) if b.isin == isin)
    for day in days:
        yield _outstanding(bond, day)


BOND_REGISTER = Table(
    "bond_register",
    OUTSTANDING,
    lambda world: (row for day in since_2020(world) for row in _alive(world, (day,))),
    key=("day", "isin"),
    by=("day",),
    part=_alive,
    series=Series(
        keys=since_2020,
        size=_size,
        items=("isin", "crno", "issuer"),
        find=_find,
        life=_life,
        history=_history,
        most=2_000,
    ),
)

BOND_TABLES: tuple[Table, ...] = (*(_days(name) for name in _MAKERS), BOND_REGISTER)
