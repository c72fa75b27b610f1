"""Apartment complexes that publish their fees: what they are, who runs them, what a month costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.names import coined
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.property.ground import district_places
from kopa_env.world.tables.property.prices import month_number, month_text
from kopa_env.world.tables.property.sites import APT, Building, buildings
from kopa_env.world.world import World

LEAST = 100
"""Complexes with fewer homes need not publish."""
FIRST, LAST = "201501", "202512"

_FEES: Mapping[str, tuple[int, int, int]] = {
    # item: won for each 100 m² and month, how many of 1000 complexes have it, of 1000 months
    "fuelCost": (110, 420, 1000),
    "refairCost": (60, 420, 300),
    "carInsurance": (70, 420, 90),
    "carEtc": (20, 420, 500),
    "careItemCost": (700, 1000, 1000),
    "accountingCost": (260, 800, 350),
    "hiddenCost": (900, 1000, 1000),
    "officeSupply": (420, 1000, 1000),
    "bookSupply": (180, 950, 800),
    "transportCost": (90, 900, 700),
    "clothesCost": (150, 900, 260),
    "eduCost": (60, 900, 300),
    "cleanCost": (19_000, 1000, 1000),
    "guardCost": (31_000, 960, 1000),
    "disinfCost": (900, 1000, 820),
    "elevCost": (3_900, 960, 1000),
    "hnetwCost": (520, 350, 900),
    "lrefCost1": (7_800, 1000, 980),
    "lrefCost2": (2_900, 980, 900),
    "lrefCost3": (1_100, 960, 460),
    "lrefCost4": (240, 800, 200),
    "manageCost": (1_250, 780, 1000),
    "pay": (33_000, 1000, 1000),
    "sundryCost": (7_200, 1000, 1000),
    "bonus": (1_800, 700, 400),
    "pension": (3_600, 1000, 1000),
    "accidentPremium": (420, 1000, 1000),
    "employPremium": (560, 1000, 1000),
    "electCost": (3_200, 1000, 1000),
    "telCost": (240, 1000, 1000),
    "postageCost": (40, 900, 800),
    "taxrestCost": (420, 900, 500),
}


@lru_cache(maxsize=1)
def _districts() -> dict[int, str]:
    return {place: code for code, place in district_places().items()}


@lru_cache(maxsize=64)
def complexes(seed: int, district: str) -> tuple[Building, ...]:
    """Return the complexes of a district that publish."""
    return tuple(b for b in buildings(seed, district) if b.kind == APT and b.homes >= LEAST)


def code_of(district: str, place: int) -> str:
    """Return the code of a district's n-th complex, from 1."""
    return f"A{1000 + district_places()[district]}{place:04d}"


def find(seed: int, code: str) -> Building | None:
    """Return the complex of a code."""
    if len(code) != 9 or not code[1:].isdigit() or code[0] != "A":
        return None
    district, place = _districts().get(int(code[1:5]) - 1000), int(code[5:])
    found = complexes(seed, district) if district else ()
    return found[place - 1] if 1 <= place <= len(found) else None


def _about(seed: int, code: str, b: Building) -> Row:
    draw = Draw(seed, "complex", code)
    rented = draw.chance(110)
    heat = draw.weighted((("개별난방", 62), ("지역난방", 30), ("중앙난방", 8)))
    entrusted = draw.chance(790)
    guard = draw.weighted((("위탁관리", 74), ("자체관리", 16), ("기계경비", 10)))
    return (
        *(code, b.name, b.zip, b.parcel, "임대" if rented else draw.pick(("분양", "분양", "혼합"))),
        *(heat, f"{b.gross // 100}.{b.gross % 100:02d}", b.blocks),
        *(draw.between(0, 4 + b.homes // 60) if b.cellars else 0,),
        *("위탁관리" if entrusted else "자치관리", 3 + b.homes // 130),
        f"{coined(draw, 0)}{draw.pick(('주택관리', '종합관리', '하우징서비스'))}(주)"
        if entrusted
        else None,
        *(guard, 0 if guard == "기계경비" else 2 + b.homes // 90),
    )


def _one(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    building = find(world.seed, str(values[0]))
    if building is not None:
        yield _about(world.seed, str(values[0]), building)


def _codes(seed: int, districts: list[str]) -> Iterator[str]:
    for district in districts:
        for place in range(1, len(complexes(seed, district)) + 1):
            yield code_of(district, place)


COMPLEXES = Table(
    "apartment_complexes",
    (
        Column("kaptCode", domain="kapt_code"),
        *(Column(n) for n in ("kaptName", "zipcode")),
        Column("kaptAddr", gen="ref"),
        *(Column(n) for n in ("codeSaleNm", "codeHeatNm", "kaptTarea")),
        *(Column(n, "int") for n in ("kaptDongCnt", "undergroundElChargerCnt")),
        Column("codeMgr"),
        Column("kaptMgrCnt", "int"),
        Column("kaptCcompany", null_rate=0.2),
        Column("codeSec"),
        Column("kaptdScnt", "int"),
    ),
    lambda world: (
        row
        for code in _codes(world.seed, sorted(district_places()))
        for row in _one(world, (code,))
    ),
    by=("kaptCode",),
    part=_one,
)


def _fee(seed: int, code: str, b: Building, item: str, month: str) -> int:
    won, having, months = _FEES[item]
    own = Draw(seed, "fee", code, item)
    if not own.chance(having):
        return 0
    usual = won * own.bell(62, 140) // 100 * (b.gross // 100) // 100
    draw = Draw(seed, "fee", code, item, month)
    if not draw.chance(months):
        return 0
    # Wages and prices rise by about three in a hundred a year.
    rise = 100 + (month_number(month) - month_number(FIRST)) * 36 // 132
    return usual * rise // 100 * draw.between(88, 113) // 1000 * 10


def _fees(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    code, wanted = str(values[0]), str(values[1]) if len(values) > 1 else ""
    building = find(world.seed, code)
    if building is None:
        return
    for month in months(building):
        if wanted in ("", month):
            yield (
                *(code, month, building.name),
                *(_fee(world.seed, code, building, item, month) for item in _FEES),
            )


def months(building: Building) -> list[str]:
    """Return the months of which a complex has published its fees."""
    first = max(FIRST, building.built[:6])
    return [month_text(n) for n in range(month_number(first), month_number(LAST) + 1)]


FEES = Table(
    "apartment_fees",
    (
        Column("kaptCode", domain="kapt_code", gen="ref"),
        Column("month", domain="month"),
        Column("kaptName", gen="ref"),
        *(Column(item, "int") for item in _FEES),
    ),
    lambda world: (
        row for code in _codes(world.seed, ["11140"]) for row in _fees(world, (code, LAST))
    ),
    by=("kaptCode", "month"),
    part=_fees,
)
