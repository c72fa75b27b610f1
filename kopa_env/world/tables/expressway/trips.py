"""How long it takes from gate to gate: today so far, by the hour, and as forecast for weekends.

Today's list mixes rows of five minutes (``00:25``) with rows of an hour (``00`` and two blanks) and
is about three hours old. Some pairs of gates have no data at all, neighbours among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.expressway.counts import CLASSES, sizes
from kopa_env.world.tables.expressway.days import (
    FEASTS,
    LATEST,
    NOW,
    hour_share,
    kind_of,
    level,
    read_day,
    span,
    text_of,
)
from kopa_env.world.tables.expressway.network import gate_by_code, gates, ways_from
from kopa_env.world.world import World

LAST_HOUR = 5
"""The last hour of today that is counted."""

_DIVISIONS = {"1": "소형차", "2": "중형차", "3": "대형차"}
_DIVISION = {"1": "1", "2": "2", "3": "2", "4": "3", "5": "3", "6": "1"}
_PACE = {"1": 100, "2": 106, "3": 108, "4": 117, "5": 119, "6": 102}
Trip = tuple[int, int, int, int]
"""Vehicles, seconds in all, longest, shortest."""


def _seconds(total: int, hour: int, per_hour: int) -> int:
    """Return the usual seconds of a way, slower where and when many drive."""
    crowd = max(0, per_hour - 32) * 6
    base = total * 360 // 98 + 40
    return base * (1000 + crowd) // 1000


def decimals(numerator: int, denominator: int, places: int, *, trim: bool = False) -> str:
    """Write a fraction with so many decimals, cut off; ``trim``: without trailing zeros."""
    whole, rest = divmod(numerator, denominator)
    digits = f"{rest * 10**places // denominator:0{places}d}"
    return f"{whole}.{(digits.rstrip('0') or '0') if trim else digits}"


@lru_cache(maxsize=64)
def _usual(seed: int, start: str, end: str) -> int:
    """Return how many vehicles go from gate to gate on a middling day; 0 where nothing is kept."""
    ways = ways_from(start) if start in gate_by_code() else {}
    if end not in ways or start == end:
        return 0
    known = gate_by_code()[start].public and gate_by_code()[end].public
    if Draw(seed, "no trips", start, end).chance(60) and not known:
        return 0
    size = min(sizes(seed)[start], sizes(seed)[end])
    return size * 30 // (40 + ways[end].total)


def _trip(draw: Draw, count: int, usual: int) -> Trip:
    spread = max(1, 200 // (count + 4))
    mean = usual * draw.between(1000 - spread, 1000 + spread) // 1000
    if count == 1:
        return (1, mean, mean, mean)
    longest = mean * draw.between(1030, 1080 + min(count, 120) * 3) // 1000
    shortest = mean * draw.between(980 - min(count, 60) * 4, 985) // 1000
    return (count, mean * count, max(longest, mean), min(shortest, mean))


def _today(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    start, end = (str(v) for v in (*values, "")[:2])
    if not end:
        for gate in gates():
            yield from _today(world, (start, gate.code))
        return
    usual = _usual(world.seed, start, end)
    if not usual:
        return
    total = ways_from(start)[end].total
    today = LATEST + timedelta(days=1)
    for car, part in CLASSES:
        for hour in range(LAST_HOUR + 1):
            share = hour_share(today, hour)
            seconds = _seconds(total, hour, share) * _PACE[car] // 100
            trips: list[tuple[str, Trip]] = []
            for minute in range(0, 60, 5):
                draw = Draw(world.seed, "trip", start, end, car, hour, minute)
                many = usual * part * share * draw.between(60, 140) // 1_200
                count = many // 1_000_000 + draw.chance(many % 1_000_000 // 1000)
                if count:
                    trips.append((f"{hour:02d}:{minute:02d}", _trip(draw, count, seconds)))
            if trips:
                counts, sums, longest, shortest = zip(*(t for _, t in trips), strict=True)
                whole = (sum(counts), sum(sums), max(longest), min(shortest))
                for text, trip in ((f"{hour:02d}  ", whole), *trips):
                    yield _trip_row(start, end, text, car, trip)


def _trip_row(start: str, end: str, text: str, car: str, trip: Trip) -> Row:
    count, seconds, longest, shortest = trip
    division = _DIVISION[car]
    return (
        *(start, gate_by_code()[start].name, end, gate_by_code()[end].name, NOW, text),
        *("2", "도착기준통행시간", car, f"{car}종", division, _DIVISIONS[division]),
        *(decimals(seconds, 60 * count, 15, trim=True), decimals(longest, 60, 6)),
        *(decimals(shortest, 60, 6), count),
    )


TRIPS = Table(
    "expressway_trips_today",
    (
        Column("startunitcode", domain="toll_gate", gen="ref"),
        Column("startunitnm", domain="toll_gate_name", gen="ref"),
        Column("endunitcode", domain="toll_gate", gen="ref"),
        Column("endunitnm", domain="toll_gate_name", gen="ref"),
        Column("stddate", domain="date"),
        *(Column(n) for n in ("stdtime", "startendstdtypecode", "startendstdtypenm")),
        Column("tcscartypecode", domain="vehicle_class"),
        *(Column(n) for n in ("tcscartypename", "tcscartypedivcode", "tcscartypedivname")),
        *(Column(n) for n in ("timeavg", "timemax", "timemin")),
        Column("efcvtrfl", "int"),
    ),
    lambda world: (row for gate in gates() for row in _today(world, (gate.code,))),
    by=("startunitcode", "endunitcode"),
    part=_today,
)


def _hourly(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    start, end = (str(v) for v in (*values, "")[:2])
    if not end:
        for gate in gates():
            yield from _hourly(world, (start, gate.code))
        return
    usual = _usual(world.seed, start, end)
    if not usual:
        return
    total = ways_from(start)[end].total
    for unit, parts in (("1", 1), ("2", 4)):
        for car, part in CLASSES:
            for hour in range(24):
                share = hour_share(LATEST, hour)
                seconds = _seconds(total, hour, share) * _PACE[car] // 100
                for quarter in range(parts):
                    draw = Draw(world.seed, "trip hour", start, end, unit, car, hour, quarter)
                    count = max(1, usual * part * share // (1_000_000 * parts))
                    _, mean, longest, shortest = _trip(draw, count, seconds)
                    yield (
                        *(start, end, unit, car, decimals(mean, 60 * count, 6)),
                        *(decimals(longest, 60, 6), decimals(shortest, 60, 6)),
                    )


TRIP_HOURS = Table(
    "expressway_trip_hours",
    (
        Column("startunitcode", domain="toll_gate", gen="ref"),
        Column("endunitcode", domain="toll_gate", gen="ref"),
        Column("tmtype"),
        Column("cartype", domain="vehicle_class"),
        *(Column(n) for n in ("timeavg", "timemax", "timemin")),
    ),
    lambda world: (row for gate in gates() for row in _hourly(world, (gate.code,))),
    by=("startunitcode", "endunitcode"),
    part=_hourly,
)

# ---- forecast --------------------------------------------------------------------------------

_CITIES = (
    # column, minutes on an empty road, whether buses have a lane of their own
    ("dj", 88), ("dg", 186), ("us", 228), ("bs", 258), ("gj", 190), ("mp", 214), ("kr", 146),
)  # fmt: skip
_PAIRS = (*((f"csu{c}", m, 0) for c, m in _CITIES), *((f"c{c}su", m, 1) for c, m in _CITIES))
_PAIRS = (*_PAIRS, ("csuyy", 108, 0), ("cyysu", 108, 1))
_OUT = (0, 0, 0, 0, 2, 8, 18, 30, 42, 50, 54, 52, 44, 34, 26, 20, 15, 10, 6, 3, 1, 0, 0, 0)
_BACK = (0, 0, 0, 0, 0, 1, 3, 6, 12, 20, 28, 36, 42, 46, 50, 54, 56, 54, 46, 34, 22, 12, 5, 1)


@lru_cache(maxsize=1)
def forecast_days() -> tuple[date, ...]:
    """Return every day with a forecast: weekends, and the days around the two feasts."""
    days = [d for d in span(date(2023, 1, 1), LATEST + timedelta(days=3)) if d.weekday() >= 5]
    for years in FEASTS.values():
        around = [feast + timedelta(n) for feast in years.values() for n in range(-2, 3)]
        days += [d for d in around if date(2023, 1, 1) <= d <= date(2026, 2, 28)]
    return tuple(sorted(set(days)))


def _forecast(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    day = read_day(values[0])
    if day is None or day not in forecast_days():
        return
    text, kind = text_of(day), kind_of(day)
    heavy = {"feast_eve": 210, "feast": 230, "feast_after": 200, "saturday": 100, "sunday": 96}
    jam = heavy.get(kind, 80)
    out_share = 125 if kind in ("saturday", "feast_eve") else 55
    back_share = 125 if kind in ("sunday", "feast_after") else 70
    whole = level(day) * 512 // 10_000
    out, back = whole * 90 // 1000, whole * 88 // 1000
    for hour in range(24):
        row: list[Value] = [text, f"{hour}:00", whole, out, back]
        for bus in (0, 1):
            for name, minutes, home in _PAIRS:
                draw = Draw(world.seed, "forecast", text, name, hour)
                peak = (_BACK if home else _OUT)[hour] * (back_share if home else out_share)
                extra = peak * jam * draw.between(88, 112) // 1_000_000
                lane = bus and name[1:5] not in ("suyy", "yysu", "sukr", "krsu")
                took = minutes * (100 + extra * (40 if lane else 100) // 100) // 100
                row.append(f"{took // 60}:{took % 60 // 10 * 10:02d}")
        yield tuple(row)


FORECASTS = Table(
    "expressway_forecasts",
    (
        Column("sdate", domain="date"),
        Column("stime"),
        *(Column(n, "int") for n in ("cjunkook", "cjibangdir", "cseouldir")),
        *(Column(name) for name, _, _ in _PAIRS),
        *(Column(f"{name}_bus") for name, _, _ in _PAIRS),
    ),
    lambda world: (row for day in forecast_days() for row in _forecast(world, (text_of(day),))),
    key=("sdate", "stime"),
    by=("sdate",),
    part=_forecast,
)
