"""Seoul's subway: real stations, generated boardings, timetables and trains at the world's clock.

Facts: station names, lines and (where ``code_from`` is ``public``) codes. Everything counted or
timed is generated. Names come in two spellings, as on the platform: card statistics keep the
byname in brackets (``어린이대공원(세종대)``), the station register does not (``어린이대공원``),
except where the bracket is part of the name (``총신대입구(이수)``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.world import World

FIRST_DAY, LAST_DAY = date(2025, 1, 1), date(2026, 1, 27)
"""Card statistics of a day appear three days later; the world's clock is 2026-01-30 09:00."""

_HOLIDAYS = frozenset(
    (
        *("20250101", "20250128", "20250129", "20250130", "20250301", "20250505", "20250606"),
        *("20250815", "20251003", "20251006", "20251007", "20251008", "20251009", "20251225"),
        "20260101",
    )
)
_KEPT = ("총신대입구(이수)",)
_SUBWAY_IDS = {
    **{f"0{n}호선": f"100{n}" for n in range(1, 10)},
    **{"경의선": "1063", "공항철도": "1065", "경춘선": "1067", "수인분당선": "1075"},
    **{"신분당선": "1077", "경강선": "1081", "우이신설경전철": "1092", "서해선": "1093"},
    **{"신림선": "1094", "GTX-A": "1032"},
}


@dataclass(frozen=True, slots=True)
class Station:
    """One station of one line; ``place`` is its place along ``card_line``."""

    code: str
    outer: str
    full: str
    name: str
    card_line: str
    line: str
    place: int


@lru_cache(maxsize=1)
def stations() -> tuple[Station, ...]:
    """Return the stations line by line, in running order."""
    groups: dict[str, list[dict[str, str]]] = {}
    for r in fact_rows("stations"):
        groups.setdefault(r["card_line"], []).append(r)
    found = []
    for line in sorted(groups):
        ordered = sorted(groups[line], key=lambda r: (_number(r["outer_code"]), r["outer_code"]))
        for place, r in enumerate(ordered):
            full = r["name"]
            bare = full if full in _KEPT else re.sub(r"\(.*\)$", "", full)
            found.append(Station(r["code"], r["outer_code"], full, bare, line, r["line"], place))
    return tuple(found)


def _number(outer: str) -> int:
    return int(re.sub(r"\D", "", outer.partition("-")[0]) or 0)


@lru_cache(maxsize=1)
def by_line() -> dict[str, tuple[Station, ...]]:
    """Return the stations of each card line in running order."""
    found: dict[str, list[Station]] = {}
    for station in stations():
        found.setdefault(station.card_line, []).append(station)
    return {line: tuple(group) for line, group in found.items()}


def _register(world: World) -> Iterator[Row]:
    for s in sorted(stations(), key=lambda s: (s.line, s.code)):
        yield (s.code, s.name, None, s.line, s.outer, None, None)


STATIONS = Table(
    "subway_stations",
    (
        Column("station_cd", domain="station_cd", gen="fact"),
        Column("station_nm", domain="station_name", gen="fact"),
        Column("station_nm_eng", null_rate=1.0),
        Column("line_num", domain="subway_line", gen="fact"),
        Column("fr_code", domain="fr_code", gen="fact"),
        Column("station_nm_chn", null_rate=1.0),
        Column("station_nm_jpn", null_rate=1.0),
    ),
    _register,
    key=("station_cd",),
    index=(("station_nm",), ("line_num",)),
)

# ---- boardings -------------------------------------------------------------------------------


def day_kind(day: date) -> str:
    """Return ``1`` for working days, ``2`` for Saturdays, ``3`` for Sundays and holidays."""
    if day.weekday() == 6 or day.strftime("%Y%m%d") in _HOLIDAYS:
        return "3"
    return "2" if day.weekday() == 5 else "1"


@lru_cache(maxsize=2)
def _habits(seed: int) -> dict[str, tuple[int, int, int, int]]:
    """Return (boardings on a working day, Saturday %, Sunday %, bias ‰) by station code."""
    found = {}
    for s in stations():
        draw = Draw(seed, "station", s.code)
        urban = s.line[:2] in ("01", "02", "03", "04", "05", "06", "07", "08", "09")
        size = draw.skewed(2_400, 61_000, 3) if urban else draw.skewed(600, 24_000, 3)
        saturday = draw.between(52, 108)
        found[s.code] = (size, saturday, saturday - draw.between(8, 24), draw.between(-70, 70))
    return found


def _daily(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    day = day_of(values[0])
    if day is None or not FIRST_DAY <= day <= LAST_DAY:
        return
    text = day.strftime("%Y%m%d")
    posted = (day + timedelta(days=3)).strftime("%Y%m%d")
    kind, habits = day_kind(day), _habits(world.seed)
    for line, group in by_line().items():
        merged: dict[str, tuple[int, int]] = {}
        for s in group:
            size, saturday, sunday, bias = habits[s.code]
            draw = Draw(world.seed, "boardings", s.code, text)
            share = {"1": 100, "2": saturday, "3": sunday}[kind]
            on = size * share * draw.between(945, 1055) // 100_000
            off = on * (1000 + bias + draw.between(-12, 12)) // 1000
            before = merged.get(s.full, (0, 0))
            merged[s.full] = (before[0] + on, before[1] + off)
        for name, (on, off) in merged.items():
            yield (text, line, name, on, off, posted)


def day_of(value: Value) -> date | None:
    """Read ``YYYYMMDD``; ``None`` if it is no day."""
    text = str(value)
    try:
        return date(int(text[:4]), int(text[4:6]), int(text[6:8])) if len(text) == 8 else None
    except ValueError:
        return None


def days() -> Iterator[str]:
    """Yield every day with statistics, as ``YYYYMMDD``."""
    day = FIRST_DAY
    while day <= LAST_DAY:
        yield day.strftime("%Y%m%d")
        day += timedelta(days=1)


BOARDINGS = Table(
    "subway_boardings",
    (
        Column("use_ymd", domain="date"),
        Column("sbwy_rout_ln_nm", domain="card_line", gen="fact"),
        Column("sbwy_stns_nm", domain="station_full_name", gen="fact"),
        Column("gton_tnope", "int"),
        Column("gtoff_tnope", "int"),
        Column("reg_ymd", domain="date"),
    ),
    lambda world: (row for day in days() for row in _daily(world, (day,))),
    key=("use_ymd", "sbwy_rout_ln_nm", "sbwy_stns_nm"),
    by=("use_ymd",),
    part=_daily,
)

# ---- interchanges ----------------------------------------------------------------------------


def interchanges() -> list[tuple[str, list[Station]]]:
    """Return the names served by two or more numbered lines, with their stations."""
    groups: dict[str, list[Station]] = {}
    for s in stations():
        if s.line.endswith("호선"):
            groups.setdefault(s.name, []).append(s)
    return [(n, g) for n, g in groups.items() if len({s.line for s in g}) > 1]


def _transfers(world: World) -> Iterator[Row]:
    found = []
    for name, _ in interchanges():
        draw = Draw(world.seed, "transfers", name)
        working = draw.skewed(12_000, 330_000, 2)
        found.append((working, name, draw.between(55, 98), draw.between(40, 80)))
    found.sort(key=lambda item: (-item[0], item[1]))
    for number, (working, name, saturday, sunday) in enumerate(found[:44], start=1):
        yield (str(number), name, working, working * saturday // 100, working * sunday // 100)


TRANSFERS = Table(
    "subway_transfers",
    (
        Column("sn"),
        Column("statn_nm", domain="station_name", gen="fact"),
        *(Column(n, "int") for n in ("wkday", "satday", "sunday")),
    ),
    _transfers,
    key=("sn",),
)


def _addresses(world: World) -> Iterator[Row]:
    from kopa_env.world.tables.seoul_places import spot

    for s in sorted(stations(), key=lambda s: (s.line, s.code)):
        if s.line in ("01호선", "02호선", "03호선", "04호선"):
            at = spot(Draw(world.seed, "station-address", s.code))
            phone = f"02-6110-{_number(s.outer):04d}"
            yield (s.line[1:2], s.name, at.lot, at.road, phone)


STATION_ADDRESSES = Table(
    "station_addresses",
    (
        Column("line"),
        Column("statn_nm", domain="station_name", gen="fact"),
        *(Column(n) for n in ("adres", "rdnmadr", "telno")),
    ),
    _addresses,
)


def subway_id(line: str) -> str:
    """Return the line's id in the real-time services."""
    return _SUBWAY_IDS.get(line, "1099")
