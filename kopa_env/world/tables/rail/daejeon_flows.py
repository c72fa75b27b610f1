"""What 대전도시철도 counts by day: passengers, changes from buses, trains run, dust, water."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.rail.columns import columns
from kopa_env.world.tables.rail.daejeon import Station, stations
from kopa_env.world.tables.rail.metro import NOW, day8, span
from kopa_env.world.tables.subway import day_kind
from kopa_env.world.world import World

FIRST, LAST = date(2024, 1, 1), date(2026, 1, 28)
_HOURS = ("00", "05", "06", "07", "08", "09", "10")
_SHARES = {
    # hour: per mille of the day's boardings and alightings
    "00": (1, 4), "05": (9, 3), "06": (34, 16), "07": (92, 58), "08": (118, 104),
    "09": (70, 78), "10": (52, 56),
}  # fmt: skip
_TICKETS = (
    ("교통카드(일반)", 640),
    ("교통카드(청소년)", 82),
    ("교통카드(어린이)", 16),
    ("1회용 보통권", 62),
    ("1회용 할인권", 8),
    ("우대권", 178),
    ("단체권", 2),
    ("정기권", 12),
)


def _level(day: date) -> int:
    """Return how busy a day is, in per mille of a working day, growing a little each year."""
    base = {"1": 1000, "2": 780, "3": 610}[day_kind(day)]
    return base * (1000 + (day - FIRST).days * 40 // 365) // 1000


def _hours(seed: int, day: date, station: Station, side: int) -> list[int]:
    size = Draw(seed, "daejeon riders", station.number).skewed(1_800, 13_000, 2)
    draw = Draw(seed, "daejeon day", station.number, day8(day), side)
    total = size * _level(day) * draw.between(940, 1060) // 1_000_000
    return [total * _SHARES[h][side] * draw.between(900, 1100) // 1_000_000 for h in _HOURS]


def _riders(world: World) -> Iterator[Row]:
    for day in span(FIRST, LAST):
        for s in stations():
            for side, name in enumerate(("승차", "하차")):
                yield (day8(day), s.number, name, *_hours(world.seed, day, s, side))


DAEJEON_RIDERS = Table(
    "daejeon_riders",
    columns(
        f"day station side {' '.join(f'h{h}' for h in _HOURS)}", " ".join(f"h{h}" for h in _HOURS)
    ),
    _riders,
)


def _tickets(world: World) -> Iterator[Row]:
    """A day's passengers at all stations by kind of ticket; no train runs from one to five."""
    sums: dict[str, list[int]] = {}
    for row in world.rows("daejeon_riders"):
        held = sums.setdefault(str(row["day"]), [0] * len(_HOURS))
        for n, hour in enumerate(_HOURS):
            held[n] += int(str(row[f"h{hour}"]))
    for day, hours in sums.items():
        left = list(hours)
        for name, share in _TICKETS[1:]:
            own = [n * share // 1000 for n in hours]
            left = [a - b for a, b in zip(left, own, strict=True)]
            yield (day, name, own[0], 0, 0, 0, 0, *own[1:3])
        yield (day, _TICKETS[0][0], left[0], 0, 0, 0, 0, *left[1:3])


DAEJEON_TICKETS = Table(
    "daejeon_tickets",
    columns("day ticket h00 h01 h02 h03 h04 h05 h06", "h00 h01 h02 h03 h04 h05 h06"),
    _tickets,
)
_BUSES = (("간선", 520), ("지선", 330), ("급행", 110), ("외곽", 40))


def _transfers(world: World) -> Iterator[Row]:
    for day in span(FIRST, LAST):
        for s in stations():
            size = Draw(world.seed, "daejeon transfers", s.number).skewed(160, 1_900, 2)
            draw = Draw(world.seed, "daejeon transfer", s.number, day8(day))
            for name, share in _BUSES:
                count = size * share * _level(day) * draw.between(920, 1080) // 1_000_000_000
                if count:
                    yield (day8(day), s.number, name, count)


DAEJEON_TRANSFERS = Table(
    "daejeon_transfers", columns("day station bus count", "count"), _transfers
)


def _operations(world: World) -> Iterator[Row]:
    for day in span(FIRST, LAST):
        draw = Draw(world.seed, "daejeon trains", day8(day))
        planned = {"1": 242, "2": 218, "3": 202}[day_kind(day)]
        empty = draw.between(4, 8)
        lost = draw.between(1, 3) if draw.chance(12) else 0
        run = planned - lost
        yield (
            *(planned, empty, run, planned * 205 // 10, empty * 6),
            *(f"{run * 205 // 10}.{run * 5 % 10}", day8(day)),
        )


DAEJEON_OPERATIONS = Table(
    "daejeon_operations",
    columns(
        "planned empty run planned_km empty_km run_km day", "planned empty run planned_km empty_km"
    ),
    _operations,
    key=("day",),
)
_DEVICES = ("대합실 중앙", "승강장 상행 방면", "대합실 1번 출구 쪽")
_DUST = (24, 26, 28, 22, 18, 14, 12, 11, 12, 15, 20, 23)
"""Fine dust by month, in ㎍/㎥."""


def _dust(world: World) -> Iterator[Row]:
    for day in span(FIRST, LAST):
        outside = Draw(world.seed, "daejeon dust", day8(day)).between(45, 190)
        for s in stations():
            draw = Draw(world.seed, "dust device", s.number, day8(day))
            device = Draw(world.seed, "dust place", s.number).pick(_DEVICES)
            for hour in ("08:00", "13:00", "19:00"):
                tenths = max(20, _DUST[day.month - 1] * outside * draw.between(80, 125) // 1_000)
                yield (
                    *(s.number, device, day8(day), hour, f"{tenths // 10}.{tenths % 10}"),
                    day8(day),
                )


DAEJEON_DUST = Table("daejeon_dust", columns("station device day time value created"), _dust)


def _water(world: World) -> Iterator[Row]:
    """Bills come a month later, so that December's is the last."""
    for year in range(2019, NOW.year):
        for month in range(1, 13):
            draw = Draw(world.seed, "daejeon water", year, month)
            summer = 112 if month in (6, 7, 8, 9) else 100
            parts = [
                base * summer * (100 + (year - 2019) * 3) * draw.between(92, 108) // 1_000_000 * 10
                for base in (310_000, 120_000, 460_000, 2_150_000)
            ]
            yield (*map(str, parts), str(sum(parts)), str(year), f"{month:02d}")


DAEJEON_WATER = Table(
    "daejeon_water", columns("head oesam panam stations total year month"), _water
)

FLOW_TABLES = (
    *(DAEJEON_RIDERS, DAEJEON_TICKETS, DAEJEON_TRANSFERS, DAEJEON_OPERATIONS, DAEJEON_DUST),
    DAEJEON_WATER,
)
