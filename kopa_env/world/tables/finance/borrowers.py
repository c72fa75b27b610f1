"""Companies as borrowers: insolvency cases behind bad loans, and public money that they used.

Cases of listed companies are the petitions that DART holds; the others, and all who used public
money, are unlisted companies. All of them are fictional.
"""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.exchange.days import trading_days
from kopa_env.world.tables.finance.company_notices import listed, on_or_after
from kopa_env.world.world import Condition, World

_NOW = TODAY.replace("-", "")
_POLICY = (
    ("창업기반지원자금", 9), ("개발기술사업화자금", 6), ("신시장진출지원자금", 4),
    ("혁신성장지원자금", 8), ("제조현장스마트화자금", 3), ("재도약지원자금", 3),
    ("긴급경영안정자금", 7), ("지역신용보증재단 특례보증", 6), ("온렌딩 대출", 4),
    ("금융중개지원대출", 5), ("에너지이용합리화자금", 1), ("관광진흥개발기금", 1),
    ("농식품 모태펀드", 1), ("환경정책자금", 2),
)  # fmt: skip
_PUBLIC = (
    ("예금보험기금채권상환기금", 5), ("부실채권정리기금", 6), ("구조조정기금", 3),
    ("예금보험기금", 2), ("공공자금관리기금", 1),
)  # fmt: skip


def _plus(day: str, months: int) -> str:
    index = int(day[:4]) * 12 + int(day[4:6]) - 1 + months
    return f"{index // 12}{index % 12 + 1:02d}{min(28, int(day[6:])):02d}"


def _drawn_day(draw: Draw, first: int, last: int = 2025) -> str:
    year, month, day = draw.between(first, last), draw.between(1, 12), draw.between(1, 28)
    return on_or_after(f"{year}{month:02d}{day:02d}")


def _case(day: str, crno: Value, filed: str, draw: Draw) -> Row:
    """Return a rehabilitation; its first meeting of creditors is still open if it lies ahead."""
    meeting = on_or_after(_plus(filed, draw.between(3, 6)))
    later = meeting >= trading_days()[-1]
    return ("rehabilitation", day, crno, filed[:4], None if later else meeting, None, None)


def _bankrupt(world: World, crno: Value, draw: Draw) -> Iterator[Row]:
    day = _drawn_day(draw, 2018)
    for creditor in range(1, 2 + draw.skewed(0, 8, 2)):
        yield ("bankruptcy", day, crno, day[:4], None, str(creditor), None)


def _used(kind: str, crno: Value, draw: Draw) -> Iterator[Row]:
    first, funds = (2018, _POLICY) if kind == "policy" else (2009, _PUBLIC)
    seen: dict[str, None] = {}
    for _ in range(1 + draw.chance(350) + draw.chance(120)):
        seen.setdefault(draw.weighted(funds))
    for fund in seen:
        day = _drawn_day(draw, first, 2025 if kind == "policy" else 2019)
        yield (kind, day, crno, day[:4], None, None, fund)


def _rows(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    numbers = {str(c["corp_code"]): c["jurir_no"] for c in listed(world)}
    for event in world.rows("dart_ctrcvsBgrq"):
        draw = Draw(world.seed, "rehabilitation", str(event["rcept_no"]))
        crno = numbers[str(event["corp_code"])]
        rows.append(_case(str(event["received"]), crno, str(event["rqd"]), draw))
    where = [Condition("corp_cls", "eq", "E"), Condition("real", "eq", 0)]
    for company in world.select("companies", where)[0]:
        rows += _unlisted(world, company)
    yield from sorted(rows, key=lambda row: (str(row[1]), str(row[2])), reverse=True)


def _unlisted(world: World, company: dict[str, Value]) -> Iterator[Row]:
    code, crno = str(company["corp_code"]), company["jurir_no"]
    lot = int(code) * 7_919 % 1_000
    if lot > 33 or not crno:
        return
    draw = Draw(world.seed, "borrower", code)
    if lot < 5:
        filed = _drawn_day(draw, max(2016, int(str(company["est_dt"])[:4]) + 1))
        yield _case(filed, crno, filed, draw)
    elif lot < 9:
        yield from _bankrupt(world, crno, draw)
    else:
        yield from _used("policy" if lot < 29 else "public", crno, draw)


BORROWERS = Table(
    "borrower_records",
    (
        Column("kind", domain="borrower_record"),
        Column("day", domain="date"),
        Column("crno", domain="jurir_no", gen="ref", null_rate=0.01),
        Column("year", domain="year"),
        Column("meeting", domain="date", null_rate=0.9),
        Column("creditor", null_rate=0.8),
        Column("fund", null_rate=0.33),
    ),
    _rows,
    index=(("kind", "day"), ("kind", "crno")),
)
