"""Traffic on the sections at the world's clock, on controlled shoulders, and by class in detail.

A section has speed, volume, occupancy and travel time that fit one another and its length; the
grade follows from the speed. A few sections have no detector that works and are not listed.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.expressway.days import (
    FIRST,
    LATEST,
    NOW,
    hour_share,
    level,
    read_day,
    span,
    text_of,
)
from kopa_env.world.tables.expressway.roads import Section, classifiers, sections
from kopa_env.world.world import World

LISTED = 1297
"""How many sections report."""

_NOW_HOUR = "0855"
_CENTRES = ((37_520_000, 127_010_000), (35_180_000, 129_050_000), (35_880_000, 128_590_000))


@lru_cache(maxsize=1)
def listed() -> tuple[Section, ...]:
    """Return the sections that report, in the register's order; the named ones among them."""
    lots = sorted(sections(), key=lambda s: Draw("section silent", s.code).u64())
    kept = [s for s in lots if s.code not in ("0010CZE010",)]
    silent = {s.code for s in kept[: len(lots) - LISTED]}
    return tuple(s for s in sections() if s.code not in silent)


@lru_cache(maxsize=4)
def loads(seed: int) -> dict[str, int]:
    """Return how full each section is on a middling day (per mille of what it bears)."""
    found = {}
    for s in sections():
        middle = s.middle
        near = min(abs(middle.lat - lat) + abs(middle.lon - lon) for lat, lon in _CENTRES)
        city = max(0, 420 - near // 1_000)
        draw = Draw(seed, "load", s.route.code, min(s.start, s.end) // 100, s.way)
        own = Draw(seed, "load", s.code).between(-90, 130)
        found[s.code] = max(40, draw.between(90, 420) + city + own)
    return found


def speed_of(seed: int, section: Section, day: date, hour: int, lot: int) -> int:
    """Return the speed on a section in an hour, ``lot`` (0–99) for what cannot be foreseen."""
    much = loads(seed)[section.code] * level(day) * hour_share(day, hour) // 500_000
    free = section.limit - 6 + lot % 11
    if much < 620:
        return free - much * 9 // 620
    slow = free - 9 - (much - 620) * (70 + lot % 50) // 400
    return max(8 + lot % 17, slow)


def _grade(speed: int) -> str:
    return "1" if speed >= 70 else "2" if speed >= 40 else "3"


def _now(world: World) -> Iterator[Row]:
    today = read_day(NOW)
    assert today is not None
    for s in listed():
        draw = Draw(world.seed, "flow", s.code)
        speed = speed_of(world.seed, s, today, 8, draw.below(100))
        much = loads(world.seed)[s.code] * hour_share(today, 8) // 50
        volume = much * draw.between(80, 120) * min(speed, 80) // 110_000
        share = much * draw.between(80, 120) * 90 // max(speed, 10) // 1_000
        seconds = s.metres * 36 // (max(speed, 1) * 10)
        unknown = draw.chance(12)
        yield (
            *(s.route.name, s.route.code, s.code, s.name, s.way, s.detector, NOW, _NOW_HOUR),
            *(str(0 if unknown else speed), str(0 if unknown else volume)),
            *(f"{share // 10}.{share % 10}", str(seconds), "0" if unknown else _grade(speed)),
            s.metres,
        )


FLOW = Table(
    "expressway_flow",
    (
        Column("routename", domain="route_name", gen="fact"),
        Column("routeno", domain="route4", gen="fact"),
        Column("conzoneid", domain="conzone", gen="ref"),
        Column("conzonename", domain="conzone_name", gen="fact"),
        Column("updowntypecode"),
        Column("vdsid", domain="detector", gen="ref"),
        Column("stddate", domain="date"),
        Column("stdhour"),
        *(Column(n) for n in ("speed", "trafficamout", "shareratio", "timeavg", "grade")),
        Column("metres", "int"),
    ),
    _now,
    key=("conzoneid",),
    index=(("grade",), ("routeno",)),
)

# ---- shoulders that open ---------------------------------------------------------------------

_SHOULDER_HOURS = (*range(7, 11), *range(16, 21))
_SHOULDER_FIRST = date(2022, 1, 1)
_UNITS = (("1", "1시간", 1), ("2", "15분", 4))
_LANES = (("1", "갓길차로", 24), ("2", "본선차로", 76))


@lru_cache(maxsize=1)
def shoulders() -> tuple[Section, ...]:
    """Return the sections whose hard shoulder can be opened: near cities, on large roads."""
    wide = ("0010", "0150", "0500", "1000", "0450", "0250")
    near = [
        s
        for s in sections()
        if s.route.code in wide
        and s.metres >= 2_000
        and s.middle.sido in ("서울", "경기", "인천", "충남", "부산", "대구")
        and Draw("lcs", s.code).chance(420)
    ]
    return tuple(near[:44])


def _length(section: Section) -> str:
    return f"{section.metres // 1000}.{section.metres % 1000 // 100}"


def _shoulder(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    day = read_day(values[0])
    if day is None or not _SHOULDER_FIRST <= day <= LATEST:
        return
    text = text_of(day)
    for s in shoulders():
        middle = (s.start + s.end) * 5
        for unit, term, parts in _UNITS:
            for hour in _SHOULDER_HOURS:
                for quarter in range(parts):
                    draw = Draw(world.seed, "lcs", text, s.code, unit, hour, quarter)
                    speed = speed_of(world.seed, s, day, hour, draw.below(100))
                    much = loads(world.seed)[s.code] * hour_share(day, hour) * level(day)
                    for lane, name, part in _LANES:
                        many = much * part * draw.between(90, 110) // (parts * 800_000_000)
                        yield (
                            *(text, f"{hour:02d}{quarter * 15:02d}", term, s.route.code),
                            *(s.code, s.name, s.detector, lane, name, s.way, unit, many),
                            str(max(5, speed - (8 if lane == "1" else 0))),
                            *(f"{middle // 100}.{middle % 100 // 10}", _length(s)),
                        )


SHOULDERS = Table(
    "expressway_shoulders",
    (
        Column("criteriadate", domain="date"),
        *(Column(n) for n in ("stime", "term")),
        Column("routeno", domain="route4", gen="fact"),
        Column("conzoneid", domain="conzone", gen="ref"),
        Column("conzonenm", domain="conzone_name", gen="fact"),
        Column("vdsid", domain="detector", gen="ref"),
        *(Column(n) for n in ("lanetypecode", "lanetypenm", "updowntype", "sumtmunittypecode")),
        Column("trafficamout", "int"),
        *(Column(n) for n in ("speed", "roadshift", "dlcnlength")),
    ),
    lambda world: (
        row for day in span(_SHOULDER_FIRST, LATEST) for row in _shoulder(world, (text_of(day),))
    ),
    by=("criteriadate",),
    part=_shoulder,
)

# ---- by class in detail ----------------------------------------------------------------------

_MIX = (7_200, 420, 900, 360, 300, 220, 160, 110, 90, 120, 60, 60)
"""Per ten thousand: the twelve classes that a detector tells apart."""


def _detail(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    day = read_day(values[0])
    if day is None or not FIRST <= day <= LATEST:
        return
    text, much = text_of(day), level(day)
    for quarter in range(96):
        hour, minute = divmod(quarter * 15, 60)
        share = hour_share(day, hour)
        at = f"{hour:02d}{minute:02d}"
        for c in classifiers():
            load = loads(world.seed)[c.section.code] * share * much // 10_000_000
            for lane in range(1, c.lanes + 1):
                word = Draw(world.seed, "class detail", text, at, c.code, lane).bits()
                base = load * (130 - lane * 12) * (70 + word % 61) // 1_000
                speed = speed_of(world.seed, c.section, day, hour, word % 97) * 10 - lane * 25
                yield (
                    *(text, at, c.code, str(lane), c.section.way, f"{text}{at}00"),
                    *(c.section.route.code, c.section.route.name, c.section.code),
                    *(c.section.name, _km(c.position // 10 * 10), _km(c.position)),
                    *_cells(word >> 16, base, max(90, speed)),
                )


def _cells(word: int, base: int, speed: int) -> list[Value]:
    """Return the speeds of the twelve classes and of the rest, then their volumes."""
    volumes, speeds = [], []
    for place, part in enumerate((*_MIX, 100)):
        lot = word >> (place * 8) & 255
        whole, rest = divmod(base * part, 10_000)
        count = whole * (224 + lot // 4) // 256 + (lot * 39 < rest)
        volumes.append(count)
        pace = speed - place * 9 + lot % 41 - 20
        speeds.append(f"{pace // 10}.{pace % 10}" if count else "0.0")
    return [*speeds, *volumes]


def _km(hundredths: int) -> str:
    return f"{hundredths // 100}.{hundredths % 100:02d}"


CLASS_DETAIL = Table(
    "expressway_class_detail",
    (
        Column("totldates", domain="date"),
        Column("totlhhmm"),
        Column("avcid", domain="classifier", gen="ref"),
        *(Column(n) for n in ("crgwno", "drctclsscd", "gthrdetldates")),
        Column("routeno", domain="route4", gen="fact"),
        Column("routenm", domain="route_name", gen="fact"),
        Column("cnznid", domain="conzone", gen="ref"),
        Column("cnznnm", domain="conzone_name", gen="fact"),
        *(Column(n) for n in ("roaddstnc", "avcdstnc")),
        *(Column(f"avgsped{n}") for n in range(1, 13)),
        Column("ucsdkncravgsped"),
        *(Column(f"trfv{n}", "int") for n in range(1, 13)),
        Column("ucsdkncrtrfv", "int"),
    ),
    lambda world: (row for day in span(FIRST, LATEST) for row in _detail(world, (text_of(day),))),
    key=("totldates", "totlhhmm", "avcid", "crgwno"),
    by=("totldates",),
    part=_detail,
)
