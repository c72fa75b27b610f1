"""Leases of homes by district and month; what renewals were before is told from June 2021 on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.property.deals import day_in, each, many, picked, unit_price
from kopa_env.world.tables.property.prices import (
    FIRST_RENT,
    is_month,
    month_number,
    month_text,
    rounded,
)
from kopa_env.world.tables.property.sales import area
from kopa_env.world.tables.property.sites import SHARED, Building, complex_key
from kopa_env.world.tables.towns import by_code
from kopa_env.world.world import World

_RATES = {"apartment": 420, "row": 150, "house": 190, "officetel": 120}
_MONTHLY = {"apartment": 420, "row": 480, "house": 690, "officetel": 660}
"""How many of a thousand leases have a monthly rent."""
_TERMS_SINCE = "202106"


@dataclass(slots=True)
class Lease:
    """One row; names are those of the wire."""

    board: str
    sggCd: str
    deal_ym: str
    sggNm: str
    umdNm: str
    jibun: str
    dealYear: str
    dealMonth: str
    dealDay: str
    deposit: int
    monthlyRent: int
    buildYear: str
    excluUseAr: str | None = None
    floor: str | None = None
    contractTerm: str | None = None
    contractType: str | None = None
    useRRRight: str | None = None
    preDeposit: int | None = None
    preMonthlyRent: int | None = None
    houseType: str | None = None
    totalFloorAr: str | None = None
    aptNm: str | None = None
    aptSeq: str | None = None
    mhouseNm: str | None = None
    offiNm: str | None = None
    roadnm: str | None = None
    roadnmsggcd: str | None = None
    roadnmcd: str | None = None
    roadnmseq: str | None = None
    roadnmbcd: str | None = None
    roadnmbonbun: str | None = None
    roadnmbubun: str | None = None


_NAMES = tuple(f.name for f in fields(Lease))


def _lease(draw: Draw, seed: int, board: str, month: str, b: Building) -> Lease:
    size = draw.pick(b.types) if b.types else draw.between(1_600, 7_800)
    worth = unit_price(seed, b, month) * size // 10_000 * draw.bell(48, 70) // 100
    deposit, monthly = rounded(worth), 0
    if draw.chance(_MONTHLY[board]):
        share = draw.between(5, 55)
        deposit = rounded(worth * share // 100)
        monthly = max(10, (worth - deposit) * 5 // 1_200 // 5 * 5)
    district = by_code()[b.district]
    lease = Lease(
        *(board, b.district, month, district.name, b.ground.label, b.lot),
        *(month[:4], str(int(month[4:])), str(day_in(draw, month)), deposit, monthly, str(b.year)),
    )
    _settle(draw, lease)
    if b.types:
        lease.excluUseAr, lease.floor = area(size), str(draw.between(1, b.floors))
    else:
        lease.totalFloorAr = area(size)
    return lease


def _settle(draw: Draw, lease: Lease) -> None:
    """Say how long the lease runs, and what it was before if it is a renewal."""
    if lease.deal_ym < _TERMS_SINCE or draw.chance(90):
        return
    renewed = draw.chance(360)
    begin = month_number(lease.deal_ym) + (draw.between(0, 3) if renewed else draw.between(0, 2))
    end = begin + draw.weighted(((24, 86), (12, 14)))
    first, last = month_text(begin), month_text(end)
    lease.contractTerm = f"{first[2:4]}.{first[4:]}~{last[2:4]}.{last[4:]}"
    lease.contractType = "갱신" if renewed else "신규"
    if renewed:
        used = draw.chance(420)
        lease.useRRRight = "사용" if used else None
        rise = draw.between(0, 5) if used else draw.between(-6, 14)
        lease.preDeposit = rounded(lease.deposit * 100 // (100 + rise))
        lease.preMonthlyRent = lease.monthlyRent * 100 // (100 + rise)


def _named(lease: Lease, b: Building) -> None:
    if lease.board == "apartment":
        lease.aptNm, lease.aptSeq = b.name, complex_key(b)
        lease.roadnm, lease.roadnmsggcd, lease.roadnmcd = b.road, b.district, b.road_code
        lease.roadnmseq, lease.roadnmbcd = f"{b.serial % 4 + 1:02d}", "0"
        lease.roadnmbonbun, lease.roadnmbubun = f"{b.door:05d}", f"{b.door_sub:05d}"
    elif lease.board == "row":
        lease.mhouseNm, lease.houseType = b.name or f"({b.lot})", b.kind.removesuffix("주택")
    elif lease.board == "house":
        lease.houseType = "다가구" if b.kind == SHARED else "단독"
    else:
        lease.offiNm = b.name


def _part(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    board, district, month = (str(v) for v in (*values, "", "", "")[:3])
    if board not in _RATES or district not in by_code() or not is_month(month, FIRST_RENT):
        return
    count = many(world.seed, district, f"{board} rents", month, _RATES[board])
    for draw in each(count, world.seed, "lease", board, district, month):
        building = picked(draw, world.seed, district, board, int(month[:4]))
        if building is not None:
            lease = _lease(draw, world.seed, board, month, building)
            _named(lease, building)
            yield tuple(getattr(lease, name) for name in _NAMES)


def _rows(world: World) -> Iterator[Row]:
    for board in _RATES:
        for district in sorted(d for d in by_code() if d.startswith("11")):
            yield from _part(world, (board, district, "202512"))


_INTS = ("deposit", "monthlyRent", "preDeposit", "preMonthlyRent")
_DOMAINS = {
    "sggCd": "sigun5", "deal_ym": "month", "aptSeq": "apt_complex", "sggNm": "sgg_name",
    "roadnmsggcd": "sigun5",
}  # fmt: skip

RENTS = Table(
    "property_rents",
    tuple(
        Column(
            name,
            "int" if name in _INTS else "text",
            domain=_DOMAINS.get(name, ""),
            gen="ref" if name in ("sggCd", "sggNm", "umdNm") else "rule",
            null_rate=0.0 if place < 12 else 0.5,
        )
        for place, name in enumerate(_NAMES)
    ),
    _rows,
    by=("board", "sggCd", "deal_ym"),
    part=_part,
)
