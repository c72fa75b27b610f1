"""따릉이: about 2,740 rental stations, the bikes standing there at the world's clock, and use."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.seoul_places import dongs, spot
from kopa_env.world.world import World

COUNT = 2_740
_MARKS = (
    *("1번출구 앞", "2번출구 앞", "주민센터", "사거리", "공원 입구", "아파트 정문", "도서관 앞"),
    *("시장 입구", "우체국 옆", "학교 후문", "하천변", "복지관", "체육관", "교차로"),
)
_MONTHS = tuple(f"{y}{m:02d}" for y in (2024, 2025) for m in range(1, 13))


@lru_cache(maxsize=2)
def _bikes(seed: int) -> tuple[tuple[str, ...], ...]:
    """Return (id, number, name, 구, address, detail, lat, lon, racks, standing) by station."""
    found = []
    for place in range(COUNT):
        draw = Draw(seed, "bikes", place)
        dong = dongs()[place * len(dongs()) // COUNT]
        at = spot(draw, dong)
        name = f"{dong.name.removesuffix('동')} {draw.pick(_MARKS)}"
        racks = draw.between(6, 30)
        standing = draw.skewed(0, racks * 2, 2)
        number = str(102 + place + place // 9)
        found.append(
            (
                *(f"ST-{4 + place}", number, f"{number}. {name}", dong.gu, at.road, name),
                *(at.lat + "00", at.lon + "00", str(racks), str(standing)),
            )
        )
    return tuple(found)


def _stations(world: World) -> Iterator[Row]:
    for bid, number, name, gu, road, detail, lat, lon, racks, standing in _bikes(world.seed):
        yield (
            *(number, name, gu, road, detail, lat, lon, bid, name, racks, racks, name),
            *(standing, str(int(standing) * 100 // int(racks)), lat, lon, bid),
        )


_DOMAINS = {
    **{"rent_id": "bike_station_id", "stationid": "bike_station_id", "rent_no": "bike_station_no"},
    **{"rent_nm": "bike_station_name", "rent_id_nm": "bike_station_name"},
}

BIKE_STATIONS = Table(
    "bike_stations",
    tuple(
        Column(name, domain=_DOMAINS.get(name, ""))
        for name in (
            *("rent_no", "rent_nm", "sta_loc", "sta_add1", "sta_add2", "sta_lat", "sta_long"),
            *("rent_id", "rent_id_nm", "hold_num", "racktotcnt", "stationname"),
            *("parkingbiketotcnt", "shared", "stationlatitude", "stationlongitude", "stationid"),
        )
    ),
    _stations,
    key=("rent_id",),
)


def _month(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    month = str(values[0])
    if month not in _MONTHS:
        return
    season = (38, 44, 70, 96, 112, 118, 96, 92, 116, 118, 88, 52)[int(month[4:]) - 1]
    for bid, number, *_rest in _bikes(world.seed):
        usual = Draw(world.seed, "bike-use", bid).skewed(160, 4_200, 2)
        draw = Draw(world.seed, "bike-month", bid, month)
        uses = usual * season * draw.between(88, 112) // 10_000
        minutes, metres = uses * draw.between(17, 32), uses * draw.between(1_700, 3_300)
        yield (f"{month}01", bid, month, number, str(uses), str(minutes), str(metres))


BIKE_MONTHS = Table(
    "bike_months",
    tuple(
        Column(name, domain={**_DOMAINS, "rent_nm": "month6", "rent_date": "date"}.get(name, ""))
        for name in (
            *("rent_date", "rent_id", "rent_nm", "rent_no"),
            *("rent_use_cnt", "move_time", "move_meter"),
        )
    ),
    lambda world: (row for month in _MONTHS for row in _month(world, (month,))),
    key=("rent_nm", "rent_id"),
    by=("rent_nm",),
    part=_month,
)
"""``rent_nm`` holds the month (``YYYYMM``): a quirk of the platform."""
