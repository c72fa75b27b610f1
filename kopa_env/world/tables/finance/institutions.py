"""Financial institutions: banks, insurers, brokers, savings banks, lenders, co-operatives.

One register behind 예금보험공사, 금융상품한눈에 and the Commission's statistics of institutions.
Names of banks, large insurers and brokers are real (``facts/financial_institutions.csv``); all
savings banks and co-operatives, and whoever else makes up the numbers, are fictional. Those named
가람 are in every world, so that examples find them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.names import person_of, romanised, site, stem
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.companies import business_number, legal_number
from kopa_env.world.tables.districts import provinces
from kopa_env.world.world import World

FIXED = "가람"
FIXED_FAILED = "한벼리저축은행"


class Sector(NamedTuple):
    """A kind of institution.

    Attributes:
        region: its sector as 예금보험공사 names it; blank if nothing there is insured.
        group: its sector as 금융상품한눈에 numbers them; blank if it is not there.
        total: how many there are.
        endings: what fictional names end with.
        size: usual total assets in billions of won.
    """

    name: str
    region: str
    group: str
    total: int
    endings: tuple[str, ...]
    size: int


SECTORS: tuple[Sector, ...] = (
    Sector("은행", "은행", "020000", 20, ("은행",), 180_000),
    Sector("외은지점", "은행", "", 33, ("은행 서울지점",), 9_000),
    Sector("금융투자", "금융투자", "060000", 62, ("증권", "투자증권"), 12_000),
    Sector("생명보험", "생명보험", "050000", 22, ("생명보험",), 40_000),
    Sector("손해보험", "손해보험", "050000", 31, ("화재해상보험", "손해보험"), 16_000),
    Sector("종합금융", "종합금융", "", 1, ("종합금융",), 6_000),
    Sector("저축은행", "저축은행", "030300", 79, ("저축은행", "상호저축은행"), 1_500),
    Sector("선물", "금융투자", "", 4, ("선물",), 900),
    Sector("자산운용", "금융투자", "060000", 210, ("자산운용",), 60),
    Sector("투자자문", "", "", 110, ("투자자문",), 9),
    Sector("부동산신탁", "", "", 14, ("부동산신탁", "자산신탁"), 700),
    Sector("카드", "", "030200", 8, ("카드",), 24_000),
    Sector("할부금융", "", "030200", 24, ("캐피탈",), 7_500),
    Sector("리스", "", "", 26, ("리스", "오토리스"), 2_400),
    Sector("신기술금융", "", "", 64, ("기술투자", "벤처투자"), 160),
    Sector("금융지주", "", "", 10, ("금융지주",), 300_000),
    Sector("신용협동조합", "", "", 190, ("신협",), 180),
    Sector("농업협동조합", "", "", 210, ("농협",), 420),
    Sector("수산업협동조합", "", "", 42, ("수협",), 390),
    Sector("산림조합", "", "", 42, ("산림조합",), 70),
)

INSURED = tuple(dict.fromkeys(s.region for s in SECTORS if s.region))
_INSURED_MANAGERS = 40
"""Asset managers that hold deposits of investors; the others' are not insured."""

_KDIC_FORMS = ("{}", "{}", "{}", "(주){}", "{} 주식회사", "주식회사 {}", "{}㈜")

_COLUMNS = (
    Column("fin_id", domain="fin_id"),
    Column("code", domain="fin_co_no", null_rate=0.04),
    Column("name", domain="fin_name"),
    Column("kdic_name", domain="fin_name_kdic"),
    Column("sector", domain="fin_sector"),
    Column("region", domain="kdic_region"),
    Column("grp", domain="fin_group"),
    Column("crno", domain="jurir_no", null_rate=0.06),
    Column("bizno"),
    Column("stock_code", domain="stock_code", gen="ref", null_rate=0.97),
    Column("real", "int", gen="fact"),
    Column("founded"),
    Column("ceo"),
    Column("address"),
    Column("zip", domain="zip5"),
    Column("phone"),
    Column("desk"),
    Column("url"),
    Column("insured"),
    Column("lat"),
    Column("lon"),
    Column("size", "int"),
    Column("place", "int"),
    Column("as_of", domain="date"),
)


def _rows(world: World) -> Iterator[Row]:
    used: set[str] = set()
    for place, sector in enumerate(SECTORS):
        facts = [r for r in fact_rows("financial_institutions") if r["sector"] == sector.name]
        for number in range(sector.total):
            draw = Draw(world.seed, "institution", sector.name, number)
            fact = facts[number] if number < len(facts) else None
            serial = place * 1_000 + number
            row = _institution(world.seed, sector, number - len(facts), serial, draw, fact, used)
            yield tuple(row[column.name] for column in _COLUMNS)


def _institution(
    seed: int,
    sector: Sector,
    number: int,
    serial: int,
    draw: Draw,
    fact: dict[str, str] | None,
    used: set[str],
) -> dict[str, Value]:
    name = fact["name"] if fact else _name(seed, sector, number, draw, used)
    used.add(name)
    address, area = site(draw.u64())
    lat, lon = _spot(address, draw)
    size = max(1, sector.size * draw.skewed(90, 4_200, 2) // 1_000)
    if sector.name == "은행" and fact:
        size = sector.size * draw.between(300, 2_900) // 1_000
    fixed = fact is None and name.startswith(FIXED)
    crno = legal_number(f"120111{serial:05d}{draw.digits(1)}")
    if fixed:
        crno = f"11011100000{serial // 1_000 + 1:02d}"
    if fact:
        crno = ""
    latin = romanised(name[:2]).lower() or "fin"
    region = sector.region
    if sector.name == "자산운용" and number >= _INSURED_MANAGERS:
        region = ""
    return {
        "fin_id": f"F{serial:05d}",
        "code": (fact["code"] if fact else f"00{30_000 + serial:05d}") or None,
        "name": name,
        "kdic_name": fact["kdic_name"] if fact
        else name if fixed else draw.pick(_KDIC_FORMS).format(name),
        "sector": sector.name,
        "region": region,
        "grp": sector.group,
        "crno": crno or None,
        "bizno": "" if fact else business_number(draw.digits(9)),
        "stock_code": (fact["stock_code"] if fact else "") or None,
        "real": int(fact is not None),
        "founded": f"{draw.between(1962, 2017)}{draw.between(1, 12):02d}{draw.between(1, 28):02d}",
        "ceo": "" if fact else person_of(draw.u64()),
        "address": "" if fact else address,
        "zip": draw.digits(5),
        "phone": f"{area}-{draw.between(200, 899)}-0{draw.digits(3)}",
        "desk": draw.pick(("상품기획부", "개인상품부", "수신상품부", "고객지원팀", "여신기획부")),
        "url": f"https://www.{latin}{serial}.example",
        "insured": "Y" if region else "N",
        "lat": lat,
        "lon": lon,
        "size": size,
        "place": serial,
        "as_of": "20251231",
    }  # fmt: skip


def _name(seed: int, sector: Sector, number: int, draw: Draw, used: set[str]) -> str:
    if number == 0:
        return FIXED + sector.endings[0]
    while True:
        name = stem(draw.u64(), seed & 1, rare=sector.total > 40) + draw.pick(sector.endings)
        if name not in used:
            return name


def _spot(address: str, draw: Draw) -> tuple[str, str]:
    found = next((p for p in provinces() if address.startswith(p.name)), provinces()[0])
    lat = found.lat + draw.between(-found.spread, found.spread)
    lon = found.lon + draw.between(-found.spread, found.spread)
    return f"{lat // 10_000}.{lat % 10_000:04d}", f"{lon // 10_000}.{lon % 10_000:04d}"


INSTITUTIONS = Table(
    "financial_institutions",
    _COLUMNS,
    _rows,
    key=("fin_id",),
    index=(("sector",), ("grp",), ("crno",)),
    persons="fictional",
)

_kept: dict[int, tuple[dict[str, Value], ...]] = {}


def institutions(world: World, sector: str = "") -> list[dict[str, Value]]:
    """Return the institutions of a sector, or all."""
    if world.seed not in _kept:
        if len(_kept) >= 4:
            _kept.clear()
        _kept[world.seed] = tuple(world.rows("financial_institutions"))
    return [row for row in _kept[world.seed] if sector in ("", row["sector"])]
