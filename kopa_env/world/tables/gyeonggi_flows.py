"""What moves in 경기도: bus stops, road traffic, people about by age, and the air. All generated.

Cities have as many bus stops as they really have; names, numbers and places of stops are made up.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.school_names import place
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.gyeonggi_places import (
    City,
    Dong,
    Spot,
    bag,
    beside,
    cities,
    pick_dong,
    spot,
    stem,
    table_columns,
)
from kopa_env.world.world import World

# ---- bus stops -------------------------------------------------------------------------------

_TAILS = bag(
    (
        *(("마을", 16), ("입구", 14), ("사거리", 12), ("초등학교", 11), ("아파트", 14), ("역", 4)),
        *(
            ("주민센터", 4),
            ("교회앞", 4),
            ("공원", 6),
            ("삼거리", 7),
            ("마을회관", 6),
            ("중학교", 4),
        ),
        *(("시장", 3), ("우체국", 2)),
    )
)


_LEADS = (200, 204, 207, 208, 210, *range(213, 217), 218, *range(220, 241))
"""What station ids begin with, city by city, as the province's bus service numbers them."""


def _stops(world: World) -> Iterator[Row]:
    serial = 0
    for lead, city in zip(_LEADS, cities(), strict=True):
        for number in range(1, city.stops + 1, 2):
            draw = Draw(world.seed, "gyeonggi stop", city.code, number)
            dong = pick_dong(draw, city.code)
            name, here = _stop_name(draw, dong), spot(draw, dong)
            for side, at in enumerate((here, beside(draw, here))[: city.stops - number + 1]):
                yield _stop(draw, city, at, name, f"{lead}{number + side:06d}", serial)
                serial += 1


def _stop_name(draw: Draw, dong: Dong) -> str:
    if draw.chance(120):
        return f"{dong.name}{draw.pick(('행정복지센터', '입구', '종점'))}"
    return f"{place(draw)}{draw.pick(_TAILS)}{'.' + place(draw) if draw.chance(60) else ''}"


def _stop(draw: Draw, city: City, at: Spot, name: str, code: str, serial: int) -> Row:
    dong = at.dong
    return (
        *(city.name, city.code if draw.chance(940) else None, city.code, name, code),
        f"{1_001 + serial * 2:05d}",
        draw.weighted((("노변정류장", 92), ("중앙차로", 3), ("일반", 5))),
        *(f"경기도 {city.name}", f"경기도 {dong.ward.name} {dong.name}", at.lon, at.lat),
    )


STOPS = Table(
    "gyeonggi_bus_stops",
    table_columns(
        "sigun_nm:sigun_name=ref sigun_cd?6:sigun5=ref sigun_full:sigun5=ref station_nm_info "
        "station_id:gbis_station station_manage_no:gbis_station_no station_div_nm jurisd_inst_nm "
        "locplc_loc wgs84_logt wgs84_lat"
    ),
    _stops,
    key=("station_id",),
    index=(("sigun_nm",), ("sigun_cd",)),
)

# ---- road traffic ----------------------------------------------------------------------------

SPOTS = 36
YEAR = 2024
_HOURS = (
    *(9, 6, 4, 4, 7, 18, 38, 62, 68, 58, 53, 52, 51, 53, 55, 58, 62, 69, 66, 50, 38, 31, 24, 15),
)
"""Shares of a weekday's traffic by hour, in thousandths or so."""
_MONTHS = (94, 92, 99, 103, 105, 102, 100, 101, 102, 105, 103, 96)


def _traffic(world: World) -> Iterator[Row]:
    days = (date(YEAR + 1, 1, 1) - date(YEAR, 1, 1)).days
    for number in range(SPOTS):
        base = Draw(world.seed, "gyeonggi road", number)
        city, other = base.pick(cities()), base.pick(cities())
        other = other if other != city else cities()[number % 5 + 3]
        volume, lean = base.skewed(4_000, 52_000, 2), base.between(-12, 12)
        code = f"{base.between(300, 399):04d}-{number % 9 + 1}"
        about = (f"{stem(city)}~{stem(other)}", city.name)
        fork = f"{place(base)}교차로" if base.chance(640) else None
        for number_of_day in range(days):
            when = date(YEAR, 1, 1) + timedelta(days=number_of_day)
            draw = Draw(world.seed, "gyeonggi traffic", number, number_of_day)
            if draw.chance(9):
                continue  # the counter was down
            up, down = (_counts(draw, when, volume, way * lean) for way in (1, -1))
            both = [a + b for a, b in zip(up, down, strict=True)]
            for way, (name, counts) in enumerate((("합계", both), ("상행", up), ("하행", down))):
                yield (
                    *(code, str(way), name, str(YEAR), when.month, when.day),
                    *counts,
                    *(sum(counts), *about, fork),
                )


def _counts(draw: Draw, when: date, volume: int, lean: int) -> list[int]:
    """Return one direction's cars by hour; mornings lean one way, evenings the other."""
    level = volume * _MONTHS[when.month - 1] * (100, 100, 100, 101, 106, 97, 84)[when.weekday()]
    weekend = when.weekday() > 4
    bits = draw.bits()
    counts = []
    for hour, share in enumerate(_HOURS):
        share = share * (70 if weekend and 6 <= hour <= 9 else 100) // 10
        tilt = 100 + (lean if hour < 12 else -lean)
        noise = 92 + (bits >> 5 * hour & 31) % 17
        counts.append(level * share * tilt * noise // 2_000_000_000_000)
    return counts


TRAFFIC = Table(
    "gyeonggi_traffic",
    table_columns(
        "spot_no_info:gg_traffic_spot upndw_cd upndw_div yy:year4 mt* de* "
        + " ".join(f"tm{hour:02d}_trnsport_amnt*" for hour in range(1, 25))
        + " tday_sum* route_nm region:sigun_name=ref circumfr_bfrct_nm?36"
    ),
    _traffic,
)

# ---- people about ----------------------------------------------------------------------------

AGES = tuple(range(10, 75, 5))
_AGE_SHARE = (46, 50, 62, 66, 68, 72, 80, 82, 86, 84, 74, 56, 96)
_NIGHT = (62, 58, 55, 54, 55, 60, 72, 88, 100, 104, 105, 107, 110, 110, 108, 107, 108, 110)
_DAY = (*_NIGHT, 107, 101, 94, 86, 78, 70)
"""How many people are about at each hour, in per cent of the usual."""


def _people(world: World) -> Iterator[Row]:
    for number in range(31):
        when = date(2023, 12, 1) + timedelta(days=number)
        stamp = when.strftime("%Y%m%d")
        festive = 118 if when.day in (24, 25, 31) else 108 if when.weekday() > 4 else 100
        for city in cities():
            for hour in range(24):
                bits = Draw(world.seed, "gyeonggi people", stamp, city.code, hour).bits()
                level = city.people * _DAY[hour] * festive
                counts = [
                    level * share * (88 + (bits >> 6 * n & 63) % 25) // 2_000_000
                    for n, share in enumerate((*_AGE_SHARE, *_AGE_SHARE))
                ]
                yield (stamp, city.name, str(hour), *counts)


PEOPLE = Table(
    "gyeonggi_floating_people",
    table_columns(
        "etl_ymd:date8 cty_nm:sigun_name=ref time_cd "
        + " ".join(f"{sex}_{age}_cnt*" for sex in "mf" for age in AGES)
    ),
    _people,
    key=("etl_ymd", "cty_nm", "time_cd"),
)

# ---- air -------------------------------------------------------------------------------------

_LAST_HOURS = 34


def _air(world: World) -> Iterator[Row]:
    """Yield the fine dust of each station for the hours up to 09:00 of the world's day."""
    for back in range(_LAST_HOURS):
        wave = 18 + abs((back * 7) % 40 - 20)
        for city in cities():
            for station in range(1 + city.people // 220):
                draw = Draw(world.seed, "gyeonggi air", back, city.code, station)
                yield (
                    *(city.code, city.name),
                    None if draw.chance(28) else max(2, wave + draw.bell(-12, 16)),
                )


AIR = Table(
    "gyeonggi_air",
    table_columns("sigun_cd:sigun5=ref sigun_nm:sigun_name=ref pm25*?3"),
    _air,
    index=(("sigun_cd",),),
)

GYEONGGI_FLOWS: tuple[Table, ...] = (STOPS, TRAFFIC, PEOPLE, AIR)
