"""Timetables by station, day kind and direction, and the trains running at the world's clock.

A train keeps its number and runs forward in time along its line, so that the rows of neighbouring
stations agree. Trains that start or end at a station have no arrival or departure there; times
after midnight go on counting (``24:12:30``), as the platform writes them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.subway import Station, by_line, stations, subway_id
from kopa_env.world.world import World

CLOCK = 9 * 3600
"""Nine in the morning of Friday, 30 January 2026: what real-time services answer for."""

_NOW = "2026-01-30 09:00:00"


@dataclass(frozen=True, slots=True)
class Train:
    """One run: first and last place along its direction, and when it leaves the first (s)."""

    number: str
    first: int
    last: int
    start: int
    express: bool


def clock(seconds: int) -> str:
    """Write seconds since midnight as ``HH:MM:SS``; hours go past 24."""
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


@lru_cache(maxsize=64)
def path(line: str, direction: str) -> tuple[Station, ...]:
    """Return a line's stations in the direction of travel (1 up, 2 down)."""
    group = by_line()[line]
    return group if direction == "2" else tuple(reversed(group))


@lru_cache(maxsize=64)
def legs(seed: int, line: str) -> tuple[int, ...]:
    """Return the running time, in seconds, before each station of the downward direction."""
    draw = Draw(seed, "legs", line)
    return (0, *(draw.between(3, 6) * 30 for _ in by_line()[line][1:]))


def offsets(seed: int, line: str, direction: str) -> list[int]:
    """Return seconds from the first station to each, stops of half a minute included."""
    runs = legs(seed, line)
    steps = runs[1:] if direction == "2" else tuple(reversed(runs[1:]))
    total, found = 0, [0]
    for step in steps:
        total += step + 30
        found.append(total)
    return found


@lru_cache(maxsize=96)
def trains(seed: int, line: str, week: str, direction: str) -> tuple[Train, ...]:
    """Return a day's trains of a line and direction."""
    size = len(by_line()[line])
    draw = Draw(seed, "trains", line, week, direction)
    busy = line[0].isdigit()
    found, now, n = [], 5 * 3600 + draw.between(18, 26) * 60, 0
    while now < 24 * 3600 + 10 * 60:
        peak = week == "1" and (7 * 3600 <= now < 9 * 3600 or 17.5 * 3600 <= now < 20 * 3600)
        gap = draw.between(6, 9) * 30 if peak else draw.between(10, 17) * 30
        if week != "1":
            gap = draw.between(11, 18) * 30
        if not busy:
            gap = gap * 2 + 120
        now += gap
        early = now < 5 * 3600 + 55 * 60
        first = size * draw.between(1, 3) // 4 if early and draw.chance(700) else 0
        short = now > 23 * 3600 or draw.chance(180)
        last = size - 1 - (draw.between(1, max(1, size // 3)) if short and size > 6 else 0)
        express = line in ("9호선", "경인선") and draw.chance(300)
        number = f"{'K' if not busy else ''}{line[0] if busy else ''}{n * 2 + int(direction):03d}"
        found.append(Train(number, first, max(first + 1, last), now, express))
        n += 1
    return tuple(found)


@lru_cache(maxsize=1)
def _by_code() -> dict[str, Station]:
    return {s.code: s for s in stations()}


def _rows_of(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    if len(values) < 3:
        for rest in ("1", "2", "3") if len(values) == 1 else ("1", "2"):
            yield from _rows_of(world, (*values, rest))
        return
    code, week, direction = map(str, values)
    station = _by_code().get(code)
    if station is None or week not in ("1", "2", "3") or direction not in ("1", "2"):
        return
    stops = path(station.card_line, direction)
    if len(stops) < 2:
        return
    place = stops.index(station)
    off = offsets(world.seed, station.card_line, direction)
    for train in trains(world.seed, station.card_line, week, direction):
        if not train.first <= place <= train.last:
            continue
        leave = train.start + off[place] - off[train.first]
        yield (
            *(station.line, station.outer, code, station.name, train.number),
            None if place == train.first else clock(leave - 30),
            None if place == train.last else clock(leave),
            *(stops[train.first].code, stops[train.last].code),
            *(stops[train.first].name, stops[train.last].name, None, None, week, direction),
            *(None, "G" if not train.express else "D", None),
        )


def _rows(world: World) -> Iterator[Row]:
    for station in stations():
        for week in ("1", "2", "3"):
            for direction in ("1", "2"):
                yield from _rows_of(world, (station.code, week, direction))


TIMETABLE = Table(
    "subway_timetable",
    (
        Column("line_num", domain="subway_line", gen="fact"),
        Column("fr_code", domain="fr_code", gen="fact"),
        Column("station_cd", domain="station_cd", gen="fact"),
        Column("station_nm", domain="station_name", gen="fact"),
        Column("train_no", domain="train_no"),
        Column("arrivetime"),
        Column("lefttime"),
        Column("originstation", domain="station_cd", gen="fact"),
        Column("deststation", domain="station_cd", gen="fact"),
        Column("subwaysname", domain="station_name", gen="fact"),
        Column("subwayename", domain="station_name", gen="fact"),
        Column("subwaysename", null_rate=1.0),
        Column("subwayeename", null_rate=1.0),
        Column("week_tag"),
        Column("inout_tag"),
        Column("fl_flag", null_rate=1.0),
        Column("express_yn"),
        Column("branch_line", null_rate=1.0),
    ),
    _rows,
    key=("station_cd", "week_tag", "inout_tag", "train_no"),
    by=("station_cd", "week_tag", "inout_tag"),
    part=_rows_of,
)

# ---- at the world's clock --------------------------------------------------------------------


def _statn_id(station: Station) -> str:
    return f"{subway_id(station.line)}{station.place + 100:06d}"


def _arrivals(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    here = [s for s in stations() if s.name == values[0]]
    lines = ",".join(dict.fromkeys(subway_id(s.line) for s in here))
    ids = ",".join(_statn_id(s) for s in here)
    found = [
        row
        for station in here
        for direction in ("1", "2")
        for row in _next_trains(world.seed, station, direction, lines, ids, len(here))
    ]
    for number, row in enumerate(found, start=1):
        yield (*row, None, len(found), number, len(found))


def _next_trains(
    seed: int, station: Station, direction: str, lines: str, ids: str, count: int
) -> Iterator[Row]:
    stops = path(station.card_line, direction)
    if len(stops) < 2:
        return
    place = stops.index(station)
    off = offsets(seed, station.card_line, direction)
    due = []
    for train in trains(seed, station.card_line, "1", direction):
        if train.first < place <= train.last:
            arrive = train.start + off[place] - off[train.first] - 30
            if CLOCK <= arrive < CLOCK + 1500:
                due.append((arrive, train))
    for order, (arrive, train) in enumerate(sorted(due, key=lambda d: d[0])[:2]):
        so_far = off[place] - (arrive - CLOCK) - 30
        passed = max((k for k in range(place + 1) if off[k] <= so_far), default=0)
        away, end = place - passed, stops[train.last]
        wait = arrive - CLOCK
        message = f"[{away}]번째 전역 ({stops[passed].name})" if away > 1 else f"{wait // 60}분 후"
        after = stops[min(place + 1, len(stops) - 1)]
        yield (
            *(subway_id(station.line), {"1": "상행", "2": "하행"}[direction]),
            f"{end.name}행 - {after.name}방면",
            *(_statn_id(stops[place - 1]), _statn_id(after), _statn_id(station), station.name),
            *(
                str(count),
                f"{int(direction) - 1}{order + 1}{away:03d}{end.name}{int(train.express)}",
            ),
            *(lines, ids, "급행" if train.express else "일반", str(wait), train.number),
            *(end.code, end.name, f"{_NOW}.0", message, stops[passed].name),
            *("99" if away > 1 else "3", "0"),
        )


_LIVE_DOMAINS = {
    **{"subwayid": "subway_id", "subwaynm": "subway_line_name", "bstatnid": "station_cd"},
    **{"statnid": "live_station_id", "statnfid": "live_station_id", "statntid": "live_station_id"},
    **{"statnnm": "station_name", "bstatnnm": "station_name", "statntnm": "station_name"},
    **{"btrainno": "train_no", "trainno": "train_no", "lastrecptndt": "date"},
}

ARRIVALS = Table(
    "subway_arrivals",
    tuple(
        Column(
            name,
            "int" if name in ("totalcount", "rownum", "selectedcount") else "text",
            domain=_LIVE_DOMAINS.get(name, ""),
        )
        for name in (
            *("subwayid", "updnline", "trainlinenm", "statnfid", "statntid", "statnid", "statnnm"),
            *("trnsitco", "ordkey", "subwaylist", "statnlist", "btrainsttus", "barvldt"),
            *("btrainno", "bstatnid", "bstatnnm", "recptndt", "arvlmsg2", "arvlmsg3", "arvlcd"),
            *("lstcarat", "unrecorded", "totalcount", "rownum", "selectedcount"),
        )
    ),
    lambda world: (
        row
        for name in dict.fromkeys(s.name for s in stations())
        for row in _arrivals(world, (name,))
    ),
    by=("statnnm",),
    part=_arrivals,
)


def _positions(world: World) -> Iterator[Row]:
    for line in by_line():
        if len(by_line()[line]) < 2:
            continue
        for direction in ("1", "2"):
            yield from _running(world.seed, line, direction)


def _running(seed: int, line: str, direction: str) -> Iterator[Row]:
    stops = path(line, direction)
    off = offsets(seed, line, direction)
    name = stops[0].line
    shown = f"{name[1:]}" if name[0] == "0" else {"경의선": "경의중앙선"}.get(name, name)
    for train in trains(seed, line, "1", direction):
        gone = CLOCK - train.start + off[train.first]
        if not off[train.first] <= gone <= off[train.last]:
            continue
        place = max(k for k in range(train.first, train.last + 1) if off[k] <= gone)
        here, end = stops[place], stops[train.last]
        yield (
            *(subway_id(name), shown, _statn_id(here), here.name, train.number, "20260130"),
            *(_NOW, str(int(direction) - 1), _statn_id(end), end.name),
            *(str(min(2, (gone - off[place]) // 20)), "1" if train.express else "0", "0"),
        )


POSITIONS = Table(
    "subway_positions",
    tuple(
        Column(name, domain=_LIVE_DOMAINS.get(name, ""))
        for name in (
            *("subwayid", "subwaynm", "statnid", "statnnm", "trainno", "lastrecptndt"),
            *("recptndt", "updnline", "statntid", "statntnm", "trainsttus", "directat"),
            "lstcarat",
        )
    ),
    _positions,
    index=(("subwaynm",),),
)
