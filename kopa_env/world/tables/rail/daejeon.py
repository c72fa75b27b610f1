"""대전도시철도's stations: what they are called, hold, and when trains leave them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world import school_names
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.rail.columns import columns
from kopa_env.world.tables.transit.metro import TIMETABLE as METRO_TIMETABLE
from kopa_env.world.world import World

_PREFIX = "MTRDJ1"
_REFERENCE = "20251231"


@dataclass(frozen=True, slots=True)
class Station:
    """A station: its number, name and district, and where it lies."""

    number: str
    name: str
    gu: str
    dong: str
    lat: int
    lon: int

    @property
    def sign(self) -> str:
        """Return the name with 역 behind it."""
        return f"{self.name}역"


@lru_cache(maxsize=1)
def stations() -> tuple[Station, ...]:
    """Return the stations in running order."""
    return tuple(
        Station(r["number"], r["korean"], r["gu"], r["dong"], int(r["lat"]), int(r["lon"]))
        for r in fact_rows("daejeon_stations")
    )


def degrees(ten_thousandths: int, more: int) -> str:
    """Write a degree with six decimals."""
    return f"{ten_thousandths // 10_000}.{ten_thousandths % 10_000:04d}{more:02d}"


def address(seed: int, station: Station) -> str:
    """Return a station's address: a real district, a made-up road."""
    draw = Draw(seed, "daejeon address", station.number)
    return f"대전광역시 {station.gu} {school_names.road(draw)} ({station.dong})"


def _yes(draw: Draw, per_mille: int) -> str:
    return "유" if draw.chance(per_mille) else "무"


def _stations(world: World) -> Iterator[Row]:
    for r, s in zip(fact_rows("daejeon_stations"), stations(), strict=True):
        draw = Draw(world.seed, "daejeon station", s.number)
        lifts, stairs = draw.between(2, 4), draw.between(4, 14)
        yield (
            *(s.number, s.name, r["english"], r["hanja"], address(world.seed, s)),
            *(degrees(s.lat, draw.below(100)), degrees(s.lon, draw.below(100)), r["origin"]),
            *(_yes(draw, 900), f"엘리베이터 {lifts}대, 에스컬레이터 {stairs}대", "유"),
            *(_yes(draw, 640), "유" if s.name in ("대전", "시청", "반석") else "무"),
            *("섬식" if draw.chance(520) else "상대식", "설치"),
        )


DAEJEON_STATIONS = Table(
    "daejeon_stations",
    columns(
        "station station_name english hanja address latitude longitude origin bicycles lifts "
        "elevator nursing lost_office platform screen_door"
    ),
    _stations,
    key=("station",),
)


def _toilets(world: World) -> Iterator[Row]:
    for s in stations():
        for n in range(Draw(world.seed, "daejeon toilets", s.number).between(1, 2)):
            draw = Draw(world.seed, "daejeon toilet", s.number, n)
            yield (
                *(s.number, degrees(s.lat, draw.below(100)), degrees(s.lon, draw.below(100))),
                *("대전교통공사", f"042-539-{3000 + int(s.number):04d}"),
                *(str(draw.between(2, 6)), str(draw.below(2)), str(draw.below(3)), _REFERENCE),
            )


DAEJEON_TOILETS = Table(
    "daejeon_toilets",
    columns("station latitude longitude manager phone bowls child_bowls child_urinals created"),
    _toilets,
)
_CAMERAS = (
    ("대합실", "시설안전 및 화재예방", 6, 16), ("승강장", "시설안전 및 화재예방", 8, 20),
    ("엘리베이터 내부", "교통약자 안전", 2, 4), ("에스컬레이터", "교통약자 안전", 4, 12),
    ("출입구", "범죄예방", 2, 8), ("환승주차장", "주차관리", 1, 6),
    ("화장실 입구 통로", "범죄예방", 1, 2), ("승차권 발매기 주변", "범죄예방", 1, 3),
)  # fmt: skip


def _cameras(world: World) -> Iterator[Row]:
    for s in stations():
        for place, purpose, low, high in _CAMERAS:
            draw = Draw(world.seed, "daejeon camera", s.number, place)
            if place == "환승주차장" and not draw.chance(300):
                continue
            opened = 2006 if int(s.number) <= 112 else 2007
            renewed = draw.between(2015, 2025) if draw.chance(640) else opened
            lot = f"{draw.between(10, 980)}-{draw.between(1, 40)}"
            yield (
                *(f"{s.sign} {place}", str(draw.pick((40, 200, 200, 210, 400)))),
                *(str(draw.between(low, high)), purpose, f"{renewed}{draw.between(1, 12):02d}"),
                *(f"대전광역시 {s.gu} {s.dong} {lot}", str(draw.pick((30, 30, 30, 60)))),
                _REFERENCE,
            )


DAEJEON_CAMERAS = Table(
    "daejeon_cameras",
    columns("place pixels quantity purpose month address days created"),
    _cameras,
)

# ---- trains ----------------------------------------------------------------------------------

_DAY_KINDS = (("01", "0"), ("03", "1"))
"""Working days and holidays: in the country's timetable, and here."""

_WAYS = (("D", "0"), ("U", "1"))


def _timetable(world: World) -> Iterator[Row]:
    for place, s in enumerate(stations(), start=1):
        code = f"{_PREFIX}{place:04d}"
        for day, own_day in _DAY_KINDS:
            for heading, own_way in _WAYS:
                hours: dict[str, list[str]] = {}
                part = METRO_TIMETABLE.part
                for row in part(world, (code, day, heading)) if part else ():
                    leaves = str(row[7])
                    if leaves != "0":
                        hours.setdefault(leaves[:2], []).append(leaves[2:4])
                for hour in sorted(hours):
                    yield (s.number, own_day, own_way, hour, " ".join(hours[hour]))


DAEJEON_TIMETABLE = Table(
    "daejeon_timetable",
    columns("station day way hour minutes"),
    _timetable,
    key=("station", "day", "way", "hour"),
)


@lru_cache(maxsize=1)
def _metres() -> tuple[int, ...]:
    """Return how far each station lies from the first."""
    found = [0]
    for n in range(1, len(stations())):
        found.append(found[-1] + Draw("daejeon leg", n).bell(6, 16) * 100)
    return tuple(found)


def metres_between(first: int, last: int) -> int:
    """Return the metres between two places along the line."""
    return abs(_metres()[first] - _metres()[last])


def _times(world: World) -> Iterator[Row]:
    for i, a in enumerate(stations()):
        for j, b in enumerate(stations()):
            if i == j:
                continue
            metres = metres_between(i, j)
            seconds = metres * 60 // 700 + abs(i - j) * 25
            fare = 1_550 if metres <= 10_000 else 1_650
            yield (
                *(a.number, b.number, f"{metres // 1000}.{metres % 1000 // 100}", str(fare)),
                *(str(seconds // 60), str(seconds % 60)),
            )


DAEJEON_TIMES = Table(
    "daejeon_times",
    columns("station target distance fare minutes seconds"),
    _times,
    key=("station", "target"),
)

STATION_TABLES = (
    *(DAEJEON_STATIONS, DAEJEON_TOILETS, DAEJEON_CAMERAS, DAEJEON_TIMETABLE, DAEJEON_TIMES),
)
