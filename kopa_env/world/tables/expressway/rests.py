"""Rest areas and filling stations: where they are, what they have, what fuel costs.

One thing said in several lists is said alike: the facilities and brands strung together in the
summary are those of the lists with a row each, the signature dish is one of the menu.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.names import named
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.expressway.dishes import signature
from kopa_env.world.tables.expressway.network import degrees, routes
from kopa_env.world.tables.expressway.sites import Site, priced_stations, sites
from kopa_env.world.tables.schools import apportion
from kopa_env.world.world import World

STATION_FACILITIES = 429
"""How many rows the list of stations' facilities has."""

_FACILITIES = (
    # code, name, note, per mille of rest areas, per mille of stations, opens, closes
    ("01", "수면실", "누워서 쉴 수 있는 방", 260, 90, "00:00", "24:00"),
    ("02", "샤워실", "샤워기와 탈의실", 420, 260, "06:00", "22:00"),
    ("03", "세탁실", "세탁기와 건조기", 180, 120, "00:00", "24:00"),
    ("04", "수유실", "기저귀 교환대, 소파, 온수기", 960, 90, "00:00", "24:00"),
    ("05", "ATM", "현금 입출금기", 880, 190, "00:00", "24:00"),
    ("06", "매점", "음료와 간식", 940, 460, "00:00", "24:00"),
    ("07", "쉼터", "고객 쉼터, 안마 의자, 휴대전화 충전기", 900, 520, "00:00", "24:00"),
    ("08", "화물차라운지", "화물차 운전자 휴게실과 주차장", 170, 100, "00:00", "24:00"),
    ("09", "경정비", "엔진오일, 타이어, 배터리", 380, 200, "08:00", "20:00"),
    ("10", "전기차충전소", "급속 충전기", 930, 220, "00:00", "24:00"),
    ("11", "수소충전소", "수소 충전기", 130, 20, "07:00", "23:00"),
    ("12", "약국", "상비약", 90, 0, "09:00", "18:00"),
)
_BRAND_KINDS = (
    ("커피", "커피와 음료", 15), ("베이커리", "빵과 과자", 7), ("도넛", "도넛과 커피", 5),
    ("치킨", "닭튀김", 5), ("버거", "햄버거", 6), ("김밥", "김밥과 분식", 7),
    ("국밥", "국밥과 탕", 7), ("만두", "찐만두", 4), ("호두과자", "호두과자와 간식", 5),
    ("편의점", "편의점", 6), ("어묵", "어묵과 꼬치", 4), ("아이스크림", "아이스크림", 3),
)  # fmt: skip
_OILS = (("AD", 780), ("S", 70), ("G", 60), ("H", 50), ("E", 40))
_OF_REST, _OF_STATION = 3, 4
"""Where the per mille of rest areas and of stations stand."""


@dataclass(frozen=True, slots=True)
class Facility:
    """One facility of a place."""

    code: str
    name: str
    note: str | None
    opens: str
    closes: str


@lru_cache(maxsize=1024)
def facilities(seed: int, site: Site) -> tuple[Facility, ...]:
    """Return what a rest area or station has, in the order of the codes."""
    column = _OF_REST if site.kind == "rest" else _OF_STATION
    found = []
    for kind in _FACILITIES:
        draw = Draw(seed, "facility", site.std_code, kind[0])
        if draw.chance(int(kind[column])):
            code, name, note, _, _, opens, closes = kind
            late = draw.chance(140) and opens != "00:00"
            hours = ("00:00", "24:00") if late else (opens, closes)
            found.append(Facility(code, name, None if draw.chance(90) else note, *hours))
    return tuple(found)


@lru_cache(maxsize=4)
def brands(seed: int) -> tuple[tuple[str, str, str], ...]:
    """Return every brand of a world: code, name, what it sells. None of them exists."""
    found: dict[str, str] = {}
    for kind, note, count in _BRAND_KINDS:
        made = 0
        while made < count:
            name = named(Draw(seed, "brand", kind, made, len(found)), (kind,))
            if name in found:
                name = f"{name}앤"
            if name not in found:
                found[name] = note
            made += 1
    return tuple((f"{n:03d}", name, note) for n, (name, note) in enumerate(found.items(), start=1))


@lru_cache(maxsize=1024)
def brands_of(seed: int, site: Site) -> tuple[tuple[str, str, str], ...]:
    """Return the brands of a rest area, by code."""
    draw = Draw(seed, "brands", site.std_code)
    count = draw.skewed(1, 8, 2)
    picked = {draw.pick(brands(seed)) for _ in range(count)}
    return tuple(sorted(picked))


def stamped(draw: Draw) -> tuple[str, str, str, str]:
    """Return who registered a row and when, who changed it last and when."""
    year = draw.between(10, 24)
    registered = f"{year:02d}/{draw.between(1, 12):02d}/{draw.between(1, 28):02d}"
    changed = f"20{draw.between(year + 1, 25)}-{draw.between(1, 12):02d}-{draw.between(1, 28):02d}"
    return (f"USER_{draw.between(1, 60):02d}", registered, "SYSTEM", changed)


def place_of(site: Site) -> tuple[str, str, str, str]:
    """Return what most lists say of a place: code, name, address, route."""
    return (site.std_code, site.name, site.address, site.at.route)


# ---- where they are --------------------------------------------------------------------------


def _rests(world: World) -> Iterator[Row]:
    for site in sites("rest"):
        route = routes()[site.at.route]
        own = facilities(world.seed, site)
        held = {f.code for f in own}
        shown = brands_of(world.seed, site)
        dish, price = signature(world.seed, site)
        yield (
            *(site.number, site.name, route.code, route.name),
            *(degrees(site.at.lon), degrees(site.at.lat), site.std_code, site.area_code),
            *("Y" if site.located else "N", site.heading or None, site.way, site.phone),
            *(site.address, f"{shown[0][1]} 등" if len(shown) > 1 else shown[0][1]),
            *("|".join(f.name for f in own), "O" if "09" in held else "X"),
            *("O" if "08" in held else "X", dish, _price_text(site, price)),
        )


def _price_text(site: Site, price: int) -> str:
    """Write a price in one of the ways the list has: no two authors agree."""
    draw = Draw("price text", site.std_code)
    ways = (f"{price:,}원", f"￦{price:,}", f"{price}", f"{price}원", "null")
    return ways[draw.weighted(((0, 50), (1, 20), (2, 14), (3, 12), (4, 4)))]


REST_AREAS = Table(
    "expressway_rest_areas",
    (
        Column("unitcode", domain="rest_number"),
        Column("unitname", domain="rest_name", gen="fact"),
        Column("routeno", domain="route4", gen="fact"),
        Column("routename", domain="route_name", gen="fact"),
        *(Column(n) for n in ("xvalue", "yvalue")),
        Column("stdrestcd", domain="rest_code"),
        Column("servicearea", domain="service_area"),
        Column("located"),
        Column("direction", null_rate=0.06),
        *(Column(n) for n in ("way", "telno", "svaraddr", "brand", "convenience")),
        *(Column(n) for n in ("maintenanceyn", "trucksayn", "batchmenu", "saleprice")),
    ),
    _rests,
    key=("stdrestcd",),
    index=(("routeno",), ("servicearea",)),
)


def _register(world: World) -> Iterator[Row]:
    for site in sorted(sites(), key=lambda s: (s.at.route, s.std_code)):
        route = routes()[site.at.route]
        station = site.kind == "station"
        draw = Draw("parking", site.std_code)
        cars, trucks, disabled = (
            draw.skewed(45, 420, 2), draw.skewed(15, 150, 2), draw.between(4, 16),
        )  # fmt: skip
        parking = (cars, trucks, disabled) if site.kind == "rest" else (0, 0, 0)
        yield (
            *(site.std_code, site.name, route.code, route.register_name),
            *(site.branch.office, site.branch.office_name, site.branch.code, site.branch.name),
            *("1" if station else "0", "주유소" if station else "휴게소"),
            *("0" if site.up else "1", "상행" if site.up else "하행"),
            *(site.zip_code, site.address, *(str(n) for n in parking), site.area_code),
            site.phone.replace("-", ""),
        )


REGISTER = Table(
    "expressway_service_register",
    (
        Column("svarcd", domain="rest_code"),
        Column("svarnm", domain="rest_name"),
        Column("routecd", domain="route4", gen="fact"),
        Column("routenm", domain="route_register_name", gen="fact"),
        Column("hdqrcd", domain="head_office"),
        Column("hdqrnm", domain="head_office_name", gen="fact"),
        Column("mtnofcd", domain="branch_office"),
        Column("mtnofnm", domain="branch_office_name", gen="fact"),
        *(Column(n) for n in ("svargsstclsscd", "svargsstclssnm", "gudclsscd", "gudclssnm")),
        *(Column(n) for n in ("pstnocd", "svaraddr")),
        *(Column(n) for n in ("cocrprkgtrcn", "fscarprkgtrcn", "dspnprkgtrcn")),
        Column("bsopadtnlfcltcd", domain="service_area", sentinel="0"),
        Column("rprstelno"),
    ),
    _register,
    key=("svarcd",),
    index=(("routecd",), ("svargsstclsscd",)),
)

# ---- what they have --------------------------------------------------------------------------

_ROW = (
    Column("stdrestcd", domain="rest_code", gen="ref"),
    Column("stdrestnm", domain="rest_name", gen="ref"),
    Column("svaraddr"),
    Column("routecd", domain="route4", gen="fact"),
)
_TAIL = tuple(Column(n) for n in ("redid", "reddtime", "lsttmaltruser", "lsttmaltrdttm"))
_HOURS = tuple(Column(n) for n in ("stime", "etime"))
_ROUTE_NAME = Column("routenm", domain="route_name", gen="fact", null_rate=0.01)
_FACILITY = (
    Column("pscode", domain="facility_code"), Column("psname"), Column("psdesc", null_rate=0.09),
)  # fmt: skip


def _facility_row(seed: int, site: Site, facility: Facility) -> Row:
    draw = Draw(seed, "facility row", site.std_code, facility.code)
    name: Value = None if draw.chance(10) else routes()[site.at.route].name
    return (
        *place_of(site),
        name,
        *(facility.opens, facility.closes, *stamped(draw)),
        *(facility.code, facility.name, facility.note),
    )


def _rest_facilities(world: World) -> Iterator[Row]:
    for site in sites("rest"):
        for facility in facilities(world.seed, site):
            yield _facility_row(world.seed, site, facility)


def _station_facilities(world: World) -> Iterator[Row]:
    held = [(site, facilities(world.seed, site)) for site in sites("station")]
    shares = apportion(STATION_FACILITIES, [len(own) for _, own in held])
    for (site, own), share in zip(held, shares, strict=True):
        for facility in own[:share]:
            yield _facility_row(world.seed, site, facility)


REST_FACILITIES, STATION_ROWS = (
    Table(
        name,
        (*_ROW, _ROUTE_NAME, *_HOURS, *_TAIL, *_FACILITY),
        rows,
        key=("stdrestcd", "pscode"),
        index=(("pscode",),),
    )
    for name, rows in (
        ("expressway_rest_facilities", _rest_facilities),
        ("expressway_station_facilities", _station_facilities),
    )
)


def _brands(world: World) -> Iterator[Row]:
    for site in sites("rest"):
        for code, name, note in brands_of(world.seed, site):
            draw = Draw(world.seed, "brand row", site.std_code, code)
            opens = draw.weighted((("07:00", 40), ("08:00", 40), ("00:00", 20)))
            closes = "24:00" if opens == "00:00" else f"{draw.between(19, 22)}:00"
            yield (
                *place_of(site),
                routes()[site.at.route].name,
                *(opens, closes, *stamped(draw), code, name, note),
            )


BRANDS = Table(
    "expressway_rest_brands",
    (
        *(*_ROW, _ROUTE_NAME, *_HOURS, *_TAIL),
        Column("brdcode", domain="brand_code"),
        Column("brdname", domain="brand_name"),
        Column("brddesc"),
    ),
    _brands,
    key=("stdrestcd", "brdcode"),
)

_SHOPS = tuple(
    ["분식", "상회", "도시락", "수제버거", "커피로스터스", "떡볶이", "쌀국수", "과일가게", "꽈배기"]
)


def _startups(world: World) -> Iterator[Row]:
    seq = 200
    for site in sites("rest"):
        draw = Draw(world.seed, "startup", site.std_code)
        shops = draw.weighted(((0, 52), (1, 30), (2, 12), (3, 6)))
        for _ in range(max(1, shops) if site.std_code == "000042" else shops):
            seq += draw.between(1, 9)
            day = f"20{draw.between(15, 25)}-{draw.between(1, 12):02d}-{draw.between(1, 28):02d}"
            at = f"{draw.between(9, 17):02d}:{draw.between(0, 59):02d}:{draw.between(0, 59):02d}"
            user, _, last, changed = stamped(draw)
            yield (
                *place_of(site),
                routes()[site.at.route].name,
                *(f"{draw.between(7, 10):02d}:00", f"{draw.between(18, 22)}:00"),
                *(str(seq), named(draw, _SHOPS), user, f"{day} {at}.0", last, changed),
            )


STARTUPS = Table(
    "expressway_rest_startups",
    (
        *(*_ROW, _ROUTE_NAME, *_HOURS, Column("seq"), Column("bznm")),
        *(Column(n) for n in ("regid", "regdtime", "lsttmaltruser", "lsttmaltrdttm")),
    ),
    _startups,
    key=("seq",),
    index=(("stdrestcd",),),
)

# ---- fuel ------------------------------------------------------------------------------------


def _prices(world: World) -> Iterator[Row]:
    base = Draw(world.seed, "fuel").between(-25, 25)
    for site in priced_stations():
        draw = Draw(world.seed, "fuel", site.std_code)
        company = draw.weighted(_OILS)
        extra = base + draw.bell(-45, 70) + (0 if company == "AD" else draw.between(20, 90))
        petrol, lpg = 1_655 + extra, 1_085 + base + draw.bell(-40, 60)
        diesel = petrol - draw.between(88, 118)
        gas, closed = draw.chance(410), draw.chance(8)
        yield (
            *(None if draw.chance(15) else site.heading, routes()[site.at.route].name),
            *(site.area_code, site.name, site.phone, site.at.route, company, "Y" if gas else "N"),
            *("X" if closed else f"{petrol:,}원", "X" if closed else f"{diesel:,}원"),
            *(f"{lpg:,}원" if gas else "X", site.std_code, site.address, site.way),
        )


FUEL_PRICES = Table(
    "expressway_fuel_prices",
    (
        Column("direction", null_rate=0.015),
        Column("routename", domain="route_name", gen="fact"),
        Column("servicearea", domain="service_area"),
        Column("unitname", domain="rest_name"),
        Column("telno"),
        Column("routeno", domain="route4", gen="fact"),
        Column("oilcompany", domain="oil_company"),
        *(Column(n) for n in ("lpgyn", "gasolineprice", "diselprice", "lpgprice")),
        Column("stdrestcd", domain="rest_code"),
        *(Column(n) for n in ("svaraddr", "way")),
    ),
    _prices,
    key=("stdrestcd",),
    index=(("routeno",), ("oilcompany",)),
)
