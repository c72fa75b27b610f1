"""Stocks: every share that is or was listed on KOSPI, KOSDAQ or KONEX since 2010.

A share is of a company of the register (``companies``): same name, code and number of shares as in
its reports; what it costs is anchored to the equity of its ledger. Adverse matters (halts, being
put under administration, delisting) befall fictional companies only, and follow what they reported
(``filings``): a company that stopped payment is halted and put under administration, one that was
dissolved is delisted. Shares delisted long ago are of companies that the register has as unlisted.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.exchange.codes import former_code, isin
from kopa_env.world.tables.exchange.days import day_of, first_from, trading_days
from kopa_env.world.tables.exchange.sectors import sector
from kopa_env.world.tables.ledger import path
from kopa_env.world.tables.market import main_scope, number
from kopa_env.world.world import Condition, World

MARKETS = {"Y": "KOSPI", "K": "KOSDAQ", "N": "KONEX"}
_KONEX = "20130701"
_PREFERRED, _FORMER = 58, 260
_ABBREVIATED = {
    "롯데칠성음료": "롯데칠성", "삼성화재해상보험": "삼성화재", "한국전력공사": "한국전력",
    "현대엘리베이터": "현대엘리베이", "현대자동차": "현대차", "케이티": "KT",
}  # fmt: skip
_HALTED_BY = ("dfOcr", "bsnSp", "ctrcvsBgrq", "bnkMngtPcbg")
_DISSOLVED = "dsRsOcr"
_SECTIONS = (("중견기업부", 38), ("벤처기업부", 26), ("기술성장기업부", 15), ("우량기업부", 21))
_PROPERTY = {"리츠": "부동산투자회사", "인프라": "사회간접자본투융자회사"}
_SPLITS = (("20180504", 10), ("20190426", 5), ("20210415", 5), ("20210709", 10), ("20230321", 5),
           ("20240509", 5))  # fmt: skip

_COLUMNS = (
    Column("code", domain="stock_code"),
    Column("isin", domain="isin"),
    Column("abbr", domain="issue_name"),
    Column("name"),
    Column("english"),
    Column("market", domain="market"),
    Column("secugrp"),
    Column("section"),
    Column("kind"),
    Column("par"),
    Column("shares", "int"),
    Column("listed_on", domain="date"),
    Column("delisted_on", domain="date", null_rate=0.9),
    Column("corp_code", domain="corp_code", gen="ref"),
    Column("crno", domain="jurir_no", gen="ref", null_rate=0.08),
    Column("corp_name", domain="corp_name", gen="ref"),
    Column("real", "int", gen="fact"),
    Column("sector"),
    Column("price", "int"),
    Column("sigma", "int"),
    Column("beta", "int"),
    Column("gap", "int"),
    Column("turnover", "int"),
    Column("lively", "int"),
    Column("halts"),
    Column("managed_on", null_rate=0.97),
    Column("split_on", null_rate=0.99),
    Column("ratio", "int"),
)
"""``price`` is that of the middle of the walk in won, ``sigma`` a usual day's change in hundredths
of a per cent, ``beta`` how far the share goes along with its market (hundredths), ``gap`` the days
from one trade to the next, ``turnover`` the millionths of the shares that change hands in a day."""


def _rows(world: World) -> Iterator[Row]:
    listed = world.select("companies", [Condition("corp_cls", "in", ("Y", "K", "N"))])[0]
    trouble = _Trouble(world)
    rows = [_common(world.seed, company, trouble) for company in listed]
    rows += _preferred(world.seed, rows)
    rows += _former(world, {str(row["code"]) for row in rows})
    _split(world.seed, rows)
    order = {market: place for place, market in enumerate(MARKETS.values())}
    rows.sort(key=lambda row: (order[str(row["market"])], str(row["abbr"]), str(row["code"])))
    for row in rows:
        yield tuple(row[column.name] for column in _COLUMNS)


class _Trouble:
    """What companies reported that the exchange acts upon."""

    def __init__(self, world: World) -> None:
        kinds = (*_HALTED_BY, _DISSOLVED)
        filed = world.select("filings", [Condition("kind", "in", kinds)], [("rcept_no", False)])[0]
        self.halted: dict[str, str] = {}
        self.dissolved: dict[str, str] = {}
        for row in filed:
            where = self.dissolved if row["kind"] == _DISSOLVED else self.halted
            where.setdefault(str(row["corp_code"]), str(row["rcept_dt"]))


def _common(seed: int, company: dict[str, Value], trouble: _Trouble) -> dict[str, Value]:
    corp_code = str(company["corp_code"])
    draw = Draw(seed, "issue", corp_code)
    market = MARKETS[str(company["corp_cls"])]
    name = str(company["corp_name"])
    shares = number(company, "shares")
    price = _price(seed, company, draw)
    row: dict[str, Value] = {
        "code": company["stock_code"],
        "isin": isin(f"KR7{company['stock_code']}00"),
        "abbr": _ABBREVIATED.get(name, name),
        "name": f"{name}보통주" if market == "KOSPI" else _full_name(company, market),
        "english": company["corp_eng_name"],
        "market": market,
        "secugrp": next((v for k, v in _PROPERTY.items() if name.endswith(k)), "주권"),
        "section": _section(market, price * shares, draw),
        "kind": "보통주",
        "par": str(company["par"]) if company["par"] else "무액면",
        "shares": shares,
        "listed_on": _listed_on(company, draw),
        "delisted_on": None,
        "corp_code": corp_code,
        "crno": company["jurir_no"] or None,
        "corp_name": name,
        "real": company["real"],
        "sector": sector(company),
        "price": price,
        **_manner(market, price * shares, draw),
        "halts": "",
        "managed_on": None,
        "split_on": None,
        "ratio": 1,
    }
    if not company["real"]:
        _troubled(row, draw, trouble)
    return row


def _price(seed: int, company: dict[str, Value], draw: Draw) -> int:
    """Return a price around the book value of the end of 2023."""
    years = path(seed, company, main_scope(company))
    book = years[2023].equity // max(1, number(company, "shares"))
    earns = years[2023].net * 100 // max(1, years[2023].equity)
    worth = 35 + draw.skewed(0, 260, 2) + max(-10, min(40, earns)) * 3
    return max(300, min(900_000, book * worth // 100))


def _full_name(company: dict[str, Value], market: str) -> str:
    return str(company["corp_name_full" if market == "KOSDAQ" else "corp_name"])


def _section(market: str, cap: int, draw: Draw) -> str:
    if market != "KOSDAQ":
        return "-" if market == "KOSPI" else "일반기업부"
    drawn = draw.weighted(_SECTIONS)
    return "우량기업부" if cap > 300_000_000_000 and draw.chance(700) else drawn


def _listed_on(company: dict[str, Value], draw: Draw) -> str:
    """Return the listing day; KONEX opened in July 2013."""
    day = str(company["listed_on"])
    if company["real"]:
        return day
    if company["corp_cls"] == "N" and day < _KONEX:
        return day_of(first_from(_KONEX) + draw.skewed(0, 800, 2))
    return _listing_day(day)


def _listing_day(day: str) -> str:
    """Return the day itself, or the next weekday (from 2010 on: trading day)."""
    if day >= trading_days()[0]:
        place = first_from(day)
        return day_of(place)
    on = date(int(day[:4]), int(day[4:6]), int(day[6:]))
    return f"{on + timedelta(days=max(0, 7 - on.weekday()) if on.weekday() > 4 else 0):%Y%m%d}"


def _manner(market: str, cap: int, draw: Draw) -> dict[str, Value]:
    """Return how a share moves and how much of it is traded."""
    large = cap > 1_000_000_000_000
    if market == "KOSPI":
        low, high = (110, 200) if large else (140, 290)
    else:
        low, high = (210, 360) if market == "KOSDAQ" else (200, 380)
    sigma = draw.between(low, high)
    thin = 1000 if market == "KONEX" else 12 if large else 45
    gap = 1 + draw.between(1, 5) if draw.chance(thin) else 1
    lively = int(gap == 1 and not large and sigma <= 260 and draw.chance(600))
    median = 1_900 if market == "KOSPI" else 4_400 if market == "KOSDAQ" else 60
    return {
        "sigma": sigma,
        "beta": draw.between(12, 26) * 5 if gap == 1 else 0,
        "gap": gap,
        "turnover": max(20, median * draw.between(300, 1900) // 1000),
        "lively": lively,
    }


def _troubled(row: dict[str, Value], draw: Draw, trouble: _Trouble) -> None:
    """Enter halts, administration and delisting of a fictional company's share."""
    corp_code, halts = str(row["corp_code"]), []
    last = trading_days()[-1]
    if draw.chance(60):
        day = day_of(first_from(f"{draw.between(2011, 2024)}0601") + draw.below(150))
        halts.append((day, draw.between(1, 3) if draw.chance(600) else draw.between(15, 120)))
    reported = trouble.halted.get(corp_code)
    if reported and reported < last:
        halts.append((reported, draw.between(10, 250)))
        row["managed_on"] = reported
        if row["market"] == "KOSDAQ":
            row["section"] = "중견기업부"
    ends = trouble.dissolved.get(corp_code)
    if ends and ends < last:
        halts.append((ends, 400))
        gone = first_from(ends) + draw.between(18, 60)
        if gone < first_from(last):
            row["delisted_on"] = day_of(gone)
    if halts:
        row |= {"beta": 0, "gap": 1, "lively": 0}
        row["halts"] = " ".join(f"{day}:{days}" for day, days in sorted(halts))


def _preferred(seed: int, commons: list[dict[str, Value]]) -> list[dict[str, Value]]:
    """Return preferred shares: the known ones of real companies, and some of fictional ones."""
    by_code = {str(row["code"]): row for row in commons}
    made = []
    for fact in fact_rows("preferred_shares"):
        common = by_code[fact["common"]]
        made.append(_beside(seed, common, {**fact, "english": fact["name_en"]}))
    owners = [r for r in commons if not r["real"] and r["market"] == "KOSPI" and not r["halts"]]
    draw = Draw(seed, "preferred")
    for place in range(_PREFERRED + 1):
        common = owners.pop(draw.below(len(owners)))
        if place == _PREFERRED:
            fit = [
                r for r in commons if r["market"] == "KOSDAQ" and not r["real"] and not r["halts"]
            ]
            common = min(fit, key=lambda r: str(r["abbr"]))
        modern = place % 5 == 0 or place == _PREFERRED
        code = f"{str(common['code'])[:5]}{'K' if modern else 6 + 2 * (seed & 1)}"
        made.append(_beside(seed, common, {
            "code": code, "isin": isin(f"KR7{code}{'01' if modern else '00'}"),
            "abbr": f"{common['abbr']}{'우B' if modern else '우'}",
            "name": f"{'(주)' if common['market'] == 'KOSDAQ' else ''}{common['corp_name']}1우선주"
            f"{'(신형)' if modern else ''}",
            "english": f"{common['english']}(1P{'B' if modern else ''})",
            "kind": "신형우선주" if modern else "구형우선주", "par": str(common["par"]),
            "listed_on": str(common["listed_on"]),
        }))  # fmt: skip
    return made


def _beside(seed: int, common: dict[str, Value], own: dict[str, str]) -> dict[str, Value]:
    draw = Draw(seed, "preferred", own["code"])
    row = {**common, "split_on": None, "ratio": 1, "halts": "", "managed_on": None}
    for name in ("code", "isin", "abbr", "name", "english", "kind", "par"):
        row[name] = own[name]
    row["listed_on"] = max(own["listed_on"], str(common["listed_on"]))
    row["shares"] = max(100_000, number(common, "shares") * draw.between(15, 130) // 1000)
    row["price"] = number(common, "price") * draw.between(420, 1150) // 1000
    row["sigma"] = draw.between(120, 240)
    row["turnover"] = draw.between(150, 1800)
    row["lively"] = 0
    return row


def _former(world: World, used: set[str]) -> Iterator[dict[str, Value]]:
    """Yield shares that were delisted before 2022, of companies now unlisted."""
    gone = world.select(
        "companies", [Condition("corp_cls", "eq", "E")], limit=_FORMER, offset=4_000
    )[0]
    for place, company in enumerate(gone):
        draw = Draw(world.seed, "former", str(company["corp_code"]))
        code = former_code(world.seed, place, used)
        size = max(20_000, number(company, "assets") * draw.between(4, 30))
        par, shares = 500, 4_000_000 + draw.below(60_000_000)
        market = "KOSDAQ" if draw.chance(760) else "KOSPI" if draw.chance(700) else "KONEX"
        since = draw.between(1990, 2013)
        left = first_from(f"{draw.between(max(2010, since + 2), 2021)}0301") + draw.below(190)
        loss = draw.between(12, 90)
        yield {
            "code": code, "isin": isin(f"KR7{code}00"), "abbr": company["corp_name"],
            "name": f"{company['corp_name']}보통주" if market == "KOSPI"
            else _full_name(company, market), "english": company["corp_eng_name"],
            "market": market, "secugrp": "주권", "section": _section(market, 0, draw),
            "kind": "보통주", "par": str(par), "shares": shares,
            "listed_on": _KONEX if market == "KONEX" else _listing_day(f"{since}0611"),
            "delisted_on": day_of(max(left, first_from("20131002")) if market == "KONEX" else left),
            "corp_code": company["corp_code"], "crno": company["jurir_no"] or None,
            "corp_name": company["corp_name"], "real": 0, "sector": sector(company),
            "price": max(300, size * 1_000_000 // shares), **_manner(market, 0, draw),
            "halts": f"{day_of(left - loss)}:400" if market != "KONEX" else "",
            "managed_on": None, "split_on": None, "ratio": 1, "beta": 0, "gap": 1, "lively": 0,
        }  # fmt: skip


def _split(seed: int, rows: list[dict[str, Value]]) -> None:
    """Let a few fictional companies split their shares; the day before, trade was halted."""
    fit = [r for r in rows if not r["real"] and r["gap"] == 1 and not r["halts"]
           and r["kind"] == "보통주" and str(r["listed_on"]) < "20150101"
           and 3_000 < number(r, "price") < 60_000 and str(r["par"]) in ("100", "500")
           and not r["delisted_on"]]  # fmt: skip
    draw = Draw(seed, "splits")
    for day, ratio in _SPLITS:
        row = fit.pop(draw.below(len(fit)))
        row |= {"split_on": day, "ratio": ratio, "beta": 0, "lively": 0}
        row["halts"] = f"{day_of(first_from(day) - 3)}:3"


ISSUES = Table(
    "stock_issues",
    _COLUMNS,
    _rows,
    key=("code",),
    index=(("isin",), ("corp_code",), ("market",)),
)
