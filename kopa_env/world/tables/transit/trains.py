"""Trains between stations: a timetable made up for real lines, kinds and stations.

A pair of stations is served by every line that has both in its list; fast trains leave some out.
Weekends and feasts have more trains. Fares go by kilometre and kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.expressway.days import kind_of, read_day, text_of
from kopa_env.world.world import World

FIRST, LAST = date(2024, 1, 1), date(2026, 3, 1)
KINDS = (
    # code, name, km/h, tenths of a won a kilometre
    ("00", "KTX", 190, 1_440), ("01", "새마을호", 88, 960), ("02", "무궁화호", 76, 650),
    ("03", "통근열차", 52, 300), ("04", "누리로", 78, 650), ("06", "AirPort직통", 90, 2_000),
    ("07", "KTX-산천(A-type)", 182, 1_440), ("08", "ITX-새마을", 92, 960),
    ("09", "ITX-청춘", 95, 900), ("10", "KTX-산천(B-type)", 182, 1_440),
    ("16", "KTX-이음", 150, 1_300), ("17", "SRT", 190, 1_300), ("18", "ITX-마음", 96, 960),
    ("19", "KTX-청룡", 200, 1_440),
)  # fmt: skip
_LEAST = 2_600


@dataclass(frozen=True, slots=True)
class Station:
    """A railway station."""

    code: str
    name: str
    region: str


@dataclass(frozen=True, slots=True)
class TrainLine:
    """Trains of one kind on one line: stations by id with their kilometre."""

    number: int
    kind: str
    trains: int
    stops: tuple[tuple[str, int], ...]


@lru_cache(maxsize=1)
def stations() -> dict[str, Station]:
    """Return every station by its id."""
    return {r["id"]: Station(r["id"], r["name"], r["region"]) for r in fact_rows("train_stations")}


@lru_cache(maxsize=1)
def train_lines() -> tuple[TrainLine, ...]:
    """Return every line and kind."""
    by_name = {s.name: s.code for s in stations().values()}
    found = []
    for number, r in enumerate(fact_rows("train_lines")):
        pairs = (stop.rpartition(":") for stop in r["stops"].split("|"))
        stops = tuple((by_name[name], int(km)) for name, _, km in pairs)
        found.append(TrainLine(number, r["kind"], int(r["trains"]), stops))
    return tuple(found)


def _station_rows(world: World) -> Iterator[Row]:
    for s in sorted(stations().values(), key=lambda s: (s.region, s.code)):
        yield (s.code, s.name, s.region)


STATIONS = Table(
    "transit_train_stations",
    (
        Column("nodeid", domain="train_station", gen="fact"),
        Column("nodename", domain="train_station_name", gen="fact"),
        Column("citycode", domain="transit_region", gen="fact"),
    ),
    _station_rows,
    key=("nodeid",),
    index=(("citycode",),),
)

TRAIN_KINDS = Table(
    "transit_train_kinds",
    (
        Column("vehiclekndid", domain="train_kind", gen="fact"),
        Column("vehiclekndnm", gen="fact"),
    ),
    lambda world: [(code, name) for code, name, _, _ in KINDS],
    key=("vehiclekndid",),
)


def _fare(kind: str, km: int) -> int:
    rate = next(rate for _, name, _, rate in KINDS if name == kind)
    return max(_LEAST, (km * rate + 500) // 1_000 * 100)


def _stops_at(seed: int, line: TrainLine, train: int, station: str) -> bool:
    ends = (line.stops[0][0], line.stops[-1][0])
    fast = line.kind.startswith(("KTX", "ITX"))
    if station in ends or not fast:
        return True
    return not Draw(seed, "train stop", line.number, train, station).chance(240)


def _stamp(day: date, minutes: int) -> str:
    day += timedelta(days=minutes // 1440)
    return f"{text_of(day)}{minutes % 1440 // 60:02d}{minutes % 60:02d}00"


def _trains(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    start, end, text = (str(v) if v is not None else "" for v in (*values, None, None, None)[:3])
    day = read_day(text)
    if start not in stations() or end not in stations() or day is None or not FIRST <= day <= LAST:
        return
    made: list[Row] = []
    for line in train_lines():
        places = {code: km for code, km in line.stops}
        if start in places and end in places and start != end:
            made.extend(_of_line(world.seed, line, start, end, day))
    yield from sorted(made, key=lambda row: (str(row[6]), str(row[3])))


def _of_line(seed: int, line: TrainLine, start: str, end: str, day: date) -> Iterator[Row]:
    places = dict(line.stops)
    up = places[end] < places[start]
    origin = line.stops[-1][1] if up else 0
    code, kind, pace, _ = next(k for k in KINDS if k[1] == line.kind)
    busy = kind_of(day) in ("friday", "saturday", "sunday", "feast_eve", "feast", "feast_after")
    for train in range(line.trains):
        draw = Draw(seed, "train", line.number, train, "up" if up else "down")
        extra = train % 6 == 5
        leaves = 310 + train * (1_070 // line.trains) + draw.between(0, 14)
        number = line.number * 120 + 2 * train + (2 if up else 1)
        if extra and not busy:
            continue
        if not (_stops_at(seed, line, train, start) and _stops_at(seed, line, train, end)):
            continue
        gone, taken = (
            abs(places[s] - origin) * 60 // pace + abs(places[s] - origin) // 30
            for s in (start, end)
        )
        km = abs(places[end] - places[start])
        yield (
            *(start, end, text_of(day), f"{number:03d}", code, kind),
            *(_stamp(day, leaves + gone), _stamp(day, leaves + taken)),
            *(stations()[start].name, stations()[end].name, str(_fare(kind, km))),
        )


TRAINS = Table(
    "transit_trains",
    (
        Column("depid", domain="train_station", gen="ref"),
        Column("arrid", domain="train_station", gen="ref"),
        Column("day", domain="date"),
        Column("trainno"),
        Column("kindid", domain="train_kind", gen="ref"),
        Column("traingradename", gen="fact"),
        *(Column(n) for n in ("depplandtime", "arrplandtime")),
        Column("depplacename", domain="train_station_name", gen="ref"),
        Column("arrplacename", domain="train_station_name", gen="ref"),
        Column("adultcharge"),
    ),
    lambda world: iter(()),
    by=("depid", "arrid", "day"),
    part=_trains,
)
