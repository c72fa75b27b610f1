"""Bonds: treasury, municipal and public ones, those of banks and of companies.

What a company has issued publicly adds up, at the end of 2024, to the public part of the bonds in
its ledger; an issue that falls due is followed by the next of its line. Bonds with rights to shares
are those that companies decided on (``dart_cvbdIsDecsn`` and its like): same day, sum and price.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.districts import provinces
from kopa_env.world.tables.exchange.codes import isin, letter, year_letter
from kopa_env.world.tables.exchange.contracts import interest, month_letter
from kopa_env.world.tables.exchange.days import BEFORE, first_from, trading_days
from kopa_env.world.tables.finance.institutions import institutions
from kopa_env.world.tables.ledger import path
from kopa_env.world.tables.market import number
from kopa_env.world.world import Condition, World

_FIRST, _LAST = 2012, 2026
_UNIT = 100_000_000
_LEAST = 20_000_000_000

_TREASURY = (
    # tenor in years, months of issue, serial part of the code, whether it pays with prices
    (2, (3, 6, 9, 12), "03", False), (3, (6, 12), "01", False), (5, (3, 9), "01", False),
    (10, (6, 12), "02", False), (10, (6,), "06", True), (20, (9,), "04", False),
    (30, (3, 9), "02", False), (50, (9,), "05", False),
)  # fmt: skip
_REGIONS = (
    *("서울도시철도", "강원지역개발", "대전지역개발", "인천지역개발", "광주지역개발"),
    *(
        "부산지역개발",
        "대구지역개발",
        "울산지역개발",
        "충남지역개발",
        "충북지역개발",
        "경기지역개발",
    ),
    *("전북지역개발", "전남지역개발", "경북지역개발", "경남지역개발", "제주지역개발"),
    *("창원지역개발", "세종지역개발", "부산도시철도", "대구도시철도"),
)
_PUBLIC: tuple[tuple[str, str, int, int], ...] = (
    # issuer, short name, issues a year, share of responsible ones in per mille
    ("한국주택금융공사", "한국주택금융공사MBS", 150, 960),
    ("한국장학재단", "한국장학재단", 14, 900), ("한국토지주택공사", "토지주택채권", 18, 420),
    ("중소벤처기업진흥공단", "중진공채권", 22, 850), ("한국도로공사", "도로공사", 20, 120),
    ("한국수자원공사", "수자원공사", 8, 400), ("국가철도공단", "국가철도", 10, 250),
    ("한국전력공사", "한국전력", 46, 60), ("한국가스공사", "한국가스공사", 12, 60),
    ("한국수출입은행", "수출입은행", 30, 80), ("서울주택도시공사", "서울주택도시공사", 6, 500),
    ("경기주택도시공사", "경기주택도시공사", 8, 450),
)  # fmt: skip
_SRI = (("녹색채권", "녹"), ("사회적채권", "사"), ("지속가능채권", "지"))


class Bond(NamedTuple):
    """One issue; ``spread`` is over treasury bonds in thousandths of a per cent."""

    isin: str
    name: str
    issuer: str
    crno: str | None
    corp_code: str | None
    kind: str
    market: str
    issued: str
    matures: str
    coupon: int
    amount: int
    sri: str | None
    spread: int
    style: str
    target: str | None = None
    strike: int | None = None
    opens: str | None = None
    closes: str | None = None


_KINDS = {
    "국채": "1101", "국민주택채권": "1102", "지방채": "1201", "특수채": "1301", "금융채": "1401",
    "회사채": "1501", "전환사채": "1502", "신주인수권부사채": "1503", "교환사채": "1504",
}  # fmt: skip


def _plus(day: str, years: int) -> str:
    return f"{int(day[:4]) + years}{day[4:6]}{min(28, int(day[6:])):02d}"


def _coupon(seed: int, day: str, tenor: int, spread: int) -> int:
    """Return what a bond of a day pays, to an eighth of a hundredth of a per cent."""
    place = min(first_from(day), BEFORE + len(trading_days()) - 1)
    return max(500, interest(seed, place, tenor) + spread) // 25 * 25


def _treasury(seed: int) -> Iterator[Bond]:
    for year in range(2004, _LAST):
        serial = 0
        for month in range(1, 13):
            for tenor, months, part, linked in _TREASURY:
                if month not in months or year + tenor < 2009 or (tenor == 2 and year < 2021):
                    continue
                if (tenor == 50 and (year < 2016 or year % 2)) or (tenor == 30 and year < 2012):
                    continue
                serial += 1
                day = f"{year}{month:02d}10"
                base = max(day, "20100104")
                coupon = _coupon(seed, base, tenor, -1_700 if linked else 40) // 125 * 125
                due = _plus(day, tenor)
                head = "물가" if linked else "국고"
                yield Bond(
                    isin(f"KR1035{part}{'G' if year > 2009 else 'H'}{year_letter(year)}"
                         f"{month_letter(month - 1)}"),
                    f"{head}{coupon:05d}-{due[2:6]}({year % 100:02d}-{serial})", "대한민국정부",
                    None, None, "국채", "treasury", day, due, coupon,
                    Draw(seed, "treasury", year, serial).between(40, 240) * 100_000_000_000,
                    None, -700 if linked else 0, "이표채",
                )  # fmt: skip


def _small(seed: int) -> Iterator[Bond]:
    """Yield the bonds that whoever registers a house or car must buy: a series each month."""
    for year in range(2016, _LAST + 1):
        for month in range(1, 13 if year < _LAST else 2):
            day, tail = f"{year}{month:02d}28", f"{year % 100:02d}-{month:02d}"
            code = f"{year_letter(year)}{month_letter(month - 1)}"
            coupon = 1_000 if 2019 < year < 2023 else 1_300 if year > 2022 else 1_750
            yield Bond(
                isin(f"KR101501D{code}"), f"국민주택1종{tail}", "대한민국정부", None, None,
                "국민주택채권", "small", day, _plus(day, 5), coupon, 900_000_000_000, None, 210,
                "복리채",
            )  # fmt: skip
            for place, name in enumerate(_REGIONS, 1):
                years = 7 if "도시철도" in name else 5
                amount = Draw(seed, "region", name, year, month).between(4, 90) * 1_000_000_000
                yield Bond(
                    isin(f"KR2{place:03d}022{code}"), f"{name}{tail}", _issuer(name), None, None,
                    "지방채", "small", day, _plus(day, years), coupon + 250, amount, None, 260,
                    "복리채",
                )  # fmt: skip


def _issuer(name: str) -> str:
    short = name[:2]
    return next((p.name for p in provinces() if p.short == short), f"{short}특례시")


def _public(seed: int) -> Iterator[Bond]:
    for place, (issuer, short, yearly, responsible) in enumerate(_PUBLIC):
        for year in range(2017, _LAST):
            for n in range(yearly):
                draw = Draw(seed, "public bond", issuer, year, n)
                day = f"{year}{1 + n * 12 // yearly:02d}{draw.between(3, 26):02d}"
                tenor = (
                    (1, 2, 3, 5, 7, 10, 20)[n % 7] if place == 0 else draw.pick((2, 3, 3, 5, 10))
                )
                sri = draw.pick(_SRI) if draw.chance(responsible) else None
                if sri and place == 0:
                    sri = _SRI[1]
                serial = (
                    f"{year}-{1 + n // 7}(1-{n % 7 + 1})" if place == 0 else f"{year % 100}{n:02d}"
                )
                yield Bond(
                    isin(f"KR3{60 + place:02d}{letter(n // 33 % 33)}{letter(n % 33)}00"
                         f"{year_letter(year)}{month_letter(int(day[4:6]) - 1)}"[:11]),
                    f"{short}{serial}{f'({sri[1]})' if sri else ''}", issuer, None, None,
                    "특수채", "general", day, _plus(day, tenor), _coupon(seed, day, tenor, 250),
                    draw.between(3, 60) * 10_000_000_000, sri[0] if sri else None, 230, "이표채",
                )  # fmt: skip


def _of_lenders(world: World) -> Iterator[Bond]:
    """Yield bonds of banks and of lenders that take no deposits."""
    lenders = [
        *((row, 9) for row in institutions(world, "은행")),
        *((row, 7) for row in institutions(world, "카드")),
        *((row, 4) for row in institutions(world, "할부금융")),
    ]
    for place, (row, yearly) in enumerate(lenders):
        name = str(row["name"]).removesuffix("주식회사").removeprefix("주식회사 ").strip()
        for year in range(2018, _LAST):
            for n in range(yearly):
                draw = Draw(world.seed, "lender bond", str(row["fin_id"]), year, n)
                month = 1 + n * 12 // yearly
                day = f"{year}{month:02d}{17 if n == 0 else draw.between(3, 26):02d}"
                perpetual, tenor = draw.chance(40), draw.pick((1, 1, 2, 3, 3, 5, 10))
                tenor = 3 if n == 0 else tenor
                sri = draw.pick(_SRI) if draw.chance(330) else None
                head = f"{name}{year % 100}-{month:02d}-이{tenor * 12}갑{int(day[6:])}"
                if perpetual:
                    head = f"{name} 조건부자본증권(상){year % 100}{month:02d}"
                bank = row["sector"] == "은행"
                spread = draw.between(90, 420) if bank else draw.between(300, 1_400)
                yield Bond(
                    isin(f"KR6000{letter(10 + place // 10)}{place % 10}{letter(n + 1)}"
                         f"{year_letter(year)}{month_letter(month - 1)}"),
                    f"{head}{f'({sri[1]})' if sri else ''}", name,
                    str(row["crno"]) if row["crno"] else None, None, "금융채" if bank else "회사채",
                    "general", day, "99991231" if perpetual else _plus(day, tenor),
                    _coupon(world.seed, day, tenor, spread), draw.between(2, 40) * 10_000_000_000,
                    sri[0] if sri else None, spread, "이표채",
                )  # fmt: skip


def _of_companies(world: World) -> Iterator[Bond]:
    used: set[tuple[str, str, int, int]] = set()
    listed = world.select("companies", [Condition("corp_cls", "in", ("Y", "K"))])[0]
    for company in listed:
        due = path(world.seed, company, "OFS")[2024].bonds * 6 // 10 // _UNIT * _UNIT
        if due >= _LEAST:
            yield from _lines(world.seed, company, due, used)


def _lines(
    seed: int, company: dict[str, Value], due: int, used: set[tuple[str, str, int, int]]
) -> Iterator[Bond]:
    """Yield the issues of a company: so many lines, each rolled over when it falls due."""
    draw = Draw(seed, "bonds", str(company["corp_code"]))
    count = 1 + min(5, due // 150_000_000_000)
    left, serial = due, draw.between(2, 90)
    spread = draw.skewed(260, 2_600, 2)
    name, code = str(company["corp_name"]), str(company["stock_code"])
    for line in range(count):
        last = line == count - 1
        amount = left if last else due // count // _UNIT * _UNIT
        left -= amount
        tenor = draw.pick((2, 3, 3, 5))
        month, day = draw.between(1, 12), draw.between(3, 26)
        sri = draw.pick(_SRI) if draw.chance(240) else None
        first = 2024 - draw.below(tenor)
        while first > _FIRST:
            first -= tenor
        for year in range(first, _LAST, tenor):
            serial += 1
            issued = f"{year}{month:02d}{day:02d}"
            marked = sri if year >= 2019 else None
            place = next(c for c in "123456789ABCDEF" if (code[:5], c, year, month) not in used)
            used.add((code[:5], place, year, month))
            yield Bond(
                isin(f"KR6{code[:5]}{place}{year_letter(year)}"
                     f"{month_letter(month - 1)}"),
                f"{name}{serial}-{line + 1}{f'({marked[1]})' if marked else ''}", name,
                str(company["jurir_no"]) or None, str(company["corp_code"]), "회사채", "general",
                issued, _plus(issued, tenor), _coupon(seed, issued, tenor, spread), amount,
                marked[0] if marked else None, spread, "이표채",
            )  # fmt: skip


_EVENTS = (
    ("dart_cvbdIsDecsn", "전환사채", "CB", "cv_prc", "cvrqpd_bgd", "cvrqpd_edd"),
    ("dart_bdwtIsDecsn", "신주인수권부사채", "BW", "ex_prc", "expd_bgd", "expd_edd"),
    ("dart_exbdIsDecsn", "교환사채", "EB", "ex_prc", "exrqpd_bgd", "exrqpd_edd"),
)


def _with_rights(world: World) -> Iterator[Bond]:
    register = {
        str(row["corp_code"]): row
        for row in world.select("companies", [Condition("corp_cls", "ne", "E")])[0]
    }
    counts: dict[str, int] = {}
    for table, kind, mark, price, opens, closes in _EVENTS:
        for event in world.rows(table):
            company = register.get(str(event["corp_code"]))
            if company is None or not event["pymd"]:
                continue
            code = str(company["stock_code"])
            counts[code] = counts.get(code, 0) + 1
            n, issued = counts[code], str(event["pymd"])
            rate = str(event["bd_intr_ex"]).replace(".", "")
            yield Bond(
                isin(f"KR6{code[:5]}{letter((15 + n) % 33)}{year_letter(int(issued[:4]))}"
                     f"{letter(int(issued[4:6]) + 12 + mark.count('C') + 2 * mark.count('E'))}"),
                f"{company['corp_name']}{n}{mark}", str(company["corp_name"]),
                str(company["jurir_no"]) or None, str(company["corp_code"]), kind, "none", issued,
                str(event["bd_mtd"]), int(rate) * 100 if rate.isdigit() else 0,
                number(event, "bd_fta"), None, 900, "이표채", code, number(event, price),
                str(event[opens]), str(event[closes]),
            )  # fmt: skip


def _all(world: World) -> Iterator[Bond]:
    yield from _treasury(world.seed)
    yield from _small(world.seed)
    yield from _public(world.seed)
    yield from _of_lenders(world)
    yield from _of_companies(world)
    yield from _with_rights(world)


def _rows(world: World) -> Iterator[Row]:
    seen: set[str] = set()
    for bond in sorted(_all(world), key=lambda bond: (bond.isin, bond.name)):
        if bond.isin in seen:
            continue
        seen.add(bond.isin)
        style = "공모" if bond.market != "none" else "사모"
        yield (
            bond.isin, bond.name, bond.issuer, bond.crno, bond.corp_code, _KINDS[bond.kind],
            bond.kind, bond.market, bond.issued, bond.matures, bond.coupon,
            f"{bond.coupon // 1000}.{bond.coupon % 1000:03d}00", bond.amount, bond.issued, bond.sri,
            "회사채" if bond.kind in ("회사채", "금융채") else bond.kind, bond.spread, bond.style,
            style, "KRW", "대한민국 원", bond.target, bond.strike, bond.opens,
            bond.closes,
        )  # fmt: skip


BONDS = Table(
    "bonds",
    (
        Column("isin", domain="isin"),
        Column("name", domain="issue_name"),
        Column("issuer", domain="corp_name"),
        Column("crno", domain="jurir_no", gen="ref", null_rate=0.45),
        Column("corp_code", domain="corp_code", gen="ref", null_rate=0.5),
        Column("kind_code"),
        Column("kind", domain="bond_kind"),
        Column("market"),
        Column("issued", domain="date"),
        Column("matures", domain="date"),
        Column("coupon", "int"),
        Column("rate"),
        Column("amount", "int"),
        Column("listed_on", domain="date"),
        Column("sri", null_rate=0.85),
        Column("type_name"),
        Column("spread", "int"),
        Column("style"),
        Column("placing"),
        Column("currency"),
        Column("currency_name"),
        Column("target", domain="stock_code", gen="ref", null_rate=0.8),
        Column("strike", "int", null_rate=0.8),
        Column("opens", null_rate=0.8),
        Column("closes", null_rate=0.8),
    ),
    _rows,
    key=("isin",),
    index=(("crno",), ("issuer",)),
)
