"""Urban railways of the whole country: stations by line, timetables, what lies at the exits.

Ids are made of the operator's, the line's and the station's code. Timetables are made up; they end
at the two ends of a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world import school_names
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.world import World

_DAYS = ("01", "02", "03")
_KINDS = (
    *(
        "주민센터",
        "우체국",
        "초등학교",
        "공원",
        "시장",
        "도서관",
        "백화점",
        "병원",
        "경찰서",
        "은행",
    ),
    *("은행", "아파트", "중학교", "보건소", "영화관", "복지관", "호텔"),
)


@dataclass(frozen=True, slots=True)
class MetroLine:
    """One line of an operator and its stations as (id, name)."""

    code: str
    name: str
    stations: tuple[tuple[str, str], ...]


@lru_cache(maxsize=1)
def metro_lines() -> tuple[MetroLine, ...]:
    """Return every line."""
    found = []
    for r in fact_rows("metro_lines"):
        prefix = f"MTR{r['operator']}{r['line']}"
        pairs = (item.partition(":") for item in r["stations"].split("|"))
        stations = tuple((prefix + code, name) for code, _, name in pairs)
        found.append(MetroLine(prefix, r["line_name"], stations))
    return tuple(found)


@lru_cache(maxsize=1)
def _homes() -> dict[str, tuple[MetroLine, int]]:
    """Return the line and the place of every station by its id."""
    return {
        code: (line, place)
        for line in metro_lines()
        for place, (code, _) in enumerate(line.stations)
    }


def _stations(world: World) -> Iterator[Row]:
    for line in metro_lines():
        for code, name in line.stations:
            yield (code, name, line.name, line.code)


METRO_STATIONS = Table(
    "transit_metro_stations",
    (
        Column("subwaystationid", domain="metro_station", gen="fact"),
        Column("subwaystationname", domain="metro_station_name", gen="fact"),
        Column("subwayroutename", domain="metro_line", gen="fact"),
        Column("line", domain="metro_line_id", gen="fact"),
    ),
    _stations,
    key=("subwaystationid",),
    index=(("subwaystationname",),),
)


def _clock(minutes: int, seconds: int = 0) -> str:
    return f"{minutes // 60:02d}{minutes % 60:02d}{seconds:02d}"


def _timetable(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    code, day, way = (str(v) if v is not None else "" for v in (*values, None, None, None)[:3])
    if code not in _homes():
        return
    line, place = _homes()[code]
    ends = {"U": line.stations[0], "D": line.stations[-1]}
    for daily in _DAYS:
        for heading, end in ends.items():
            if day not in ("", daily) or way not in ("", heading):
                continue
            yield from _trains(world.seed, line, place, daily, heading, end)


def _trains(
    seed: int, line: MetroLine, place: int, daily: str, heading: str, end: tuple[str, str]
) -> Iterator[Row]:
    code, name = line.stations[place]
    away = place if heading == "D" else len(line.stations) - 1 - place
    size = Draw(seed, "metro", line.code).between(4, 13)
    gap = size if daily == "01" else size * 5 // 4 + 1
    minute, number = 320 + away * 2, 0
    while minute < 1_440 + 20:
        rush = daily == "01" and (420 <= minute < 570 or 1_050 <= minute < 1_200)
        last = code == end[0]
        yield (
            *(code, daily, heading, name, line.code, end[0], end[1]),
            "0" if last else _clock(minute, 30 if number % 2 else 0),
            "0" if away == 0 else _clock(minute - (0 if number % 2 else 1), 30),
        )
        number += 1
        minute += max(2, gap * 6 // 10) if rush else gap


TIMETABLE = Table(
    "transit_metro_timetable",
    (
        Column("subwaystationid", domain="metro_station", gen="ref"),
        *(Column(n) for n in ("dailytypecode", "updowntypecode")),
        Column("subwaystationnm", domain="metro_station_name", gen="ref"),
        Column("subwayrouteid", domain="metro_line_id", gen="ref"),
        Column("endsubwaystationid", domain="metro_station", gen="ref"),
        Column("endsubwaystationnm", domain="metro_station_name", gen="ref"),
        *(Column(n) for n in ("deptime", "arrtime")),
    ),
    lambda world: (
        row
        for line in metro_lines()
        for code, _ in line.stations
        for row in _timetable(world, (code,))
    ),
    by=("subwaystationid", "dailytypecode", "updowntypecode"),
    part=_timetable,
)


def _exits(seed: int, code: str) -> int:
    return Draw(seed, "exits", code).between(2, 10)


def _facilities(world: World) -> Iterator[Row]:
    for line in metro_lines():
        for code, _ in line.stations:
            for number in range(1, _exits(world.seed, code) + 1):
                draw = Draw(world.seed, "exit", code, number)
                for _ in range(draw.between(1, 5)):
                    yield (code, str(number), school_names.place(draw) + draw.pick(_KINDS))


EXIT_FACILITIES = Table(
    "transit_exit_facilities",
    (
        Column("subwaystationid", domain="metro_station", gen="ref"),
        Column("exitno"),
        Column("dirdesc"),
    ),
    _facilities,
    index=(("subwaystationid",),),
)


def _exit_buses(world: World) -> Iterator[Row]:
    for line in metro_lines():
        for code, _ in line.stations:
            for number in range(1, _exits(world.seed, code) + 1):
                draw = Draw(world.seed, "exit bus", code, number)
                routes = {draw.between(1, 9_999) for _ in range(draw.between(0, 6))}
                for route in sorted(routes):
                    yield (code, str(number), str(route if route % 3 else route % 1000 or 1))


EXIT_BUSES = Table(
    "transit_exit_buses",
    (
        Column("subwaystationid", domain="metro_station", gen="ref"),
        Column("exitno"),
        Column("busrouteno"),
    ),
    _exit_buses,
    index=(("subwaystationid",),),
)
