"""Who rides 서울교통공사's lines by hour and card, and the trains' timetable.

The hours of a day add up to the boardings that the city tells of the station.
"""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables import subway, timetable
from kopa_env.world.tables.rail.columns import columns
from kopa_env.world.tables.rail.metro import MetroStation, day8, metro_stations, span
from kopa_env.world.tables.rail.network import branch
from kopa_env.world.world import World

_WEEK = [day8(d) for d in span(subway.LAST_DAY.replace(day=21), subway.LAST_DAY)]
"""The days that the service still tells of."""

_CARDS = (
    # card, name, rider, name, per mille
    ("1", "선불카드", "01", "일반", 118), ("1", "선불카드", "02", "어린이", 12),
    ("1", "선불카드", "03", "청소년", 44), ("2", "후불카드", "01", "일반", 682),
    ("3", "정기권", "01", "일반", 21), ("4", "우대권", "04", "우대", 123),
)  # fmt: skip
_HOURS = {
    # hour: share of boardings and of alightings where people live; the other way where they work
    "05": (18, 6), "06": (46, 20), "07": (112, 42), "08": (128, 66), "09": (76, 52),
    "10": (54, 44), "11": (50, 46), "12": (48, 48), "13": (48, 48), "14": (47, 48),
    "15": (47, 52), "16": (48, 58), "17": (58, 76), "18": (66, 112), "19": (44, 82),
    "20": (34, 58), "21": (32, 54), "22": (26, 48), "23": (14, 30), "00": (4, 10),
}  # fmt: skip


def _parted(total: int, weights: list[int]) -> list[int]:
    """Part a number by weights without losing any of it."""
    whole, so_far, given = sum(weights), 0, 0
    found = []
    for weight in weights:
        so_far += weight
        now = total * so_far // whole
        found.append(now - given)
        given = now
    return found


def _totals(world: World, day: str) -> dict[tuple[str, str], tuple[int, int]]:
    rows = subway.BOARDINGS.part(world, (day,)) if subway.BOARDINGS.part else ()
    return {(str(r[1]), str(r[2])): (int(str(r[3])), int(str(r[4]))) for r in rows}


def _shares(seed: int, station: MetroStation, side: int) -> list[int]:
    draw = Draw(seed, "metro hours", station.code, side)
    homes = Draw(seed, "metro homes", station.code).between(15, 85)
    shares = [
        (pair[side] * homes + pair[1 - side] * (100 - homes)) * draw.between(90, 110)
        for pair in _HOURS.values()
    ]
    return [share * weight[4] for share in shares for weight in _CARDS]


def _station_day(
    seed: int, day: str, station: MetroStation, totals: tuple[int, int]
) -> Iterator[Row]:
    ons, offs = (_parted(total, _shares(seed, station, side)) for side, total in enumerate(totals))
    kinds = [(hour, card) for hour in _HOURS for card in _CARDS]
    for (hour, card), up, down in zip(kinds, ons, offs, strict=True):
        if up or down:
            yield (
                *(day, hour, station.line, station.code, station.number, station.name),
                *(*card[:4], up, down, day),
            )


def _hourly(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    day, code = (*values, None)[:2]
    if day not in _WEEK:
        return
    totals = _totals(world, str(day))
    for station in metro_stations(world.seed):
        if code in (None, station.code):
            told = totals.get((station.card_line, station.full), (0, 0))
            yield from _station_day(world.seed, str(day), station, told)


METRO_HOURLY = Table(
    "metro_hourly_riders",
    columns(
        "pasngde pasnghr linenm stncd stnno stnnm trnscdsecd trnscdsecdnm trnscdusersecd "
        "trnscdusersecdnm ridenope gffnope crtrymd",
        "ridenope gffnope",
    ),
    lambda world: (row for day in _WEEK for row in _hourly(world, (day,))),
    by=("pasngde", "stncd"),
    part=_hourly,
)

# ---- trains ----------------------------------------------------------------------------------

_DAYS = {"평일": "1", "주말": "2", "공휴일": "3"}
_WAYS = {"상행": "1", "하행": "2", "내선": "1", "외선": "2"}
_LINES = tuple(f"{n}호선" for n in range(1, 9))


def _runs(world: World, line: str, way: str, week: str) -> Iterator[Row]:
    stops = timetable.path(line, _WAYS[way])
    runs = timetable.trains(world.seed, line, _DAYS[week], _WAYS[way])
    own = {s.number for s in metro_stations(world.seed) if s.line == line}
    for place, train in enumerate(runs):
        back = runs[(place * 7 + 3) % len(runs)].number
        first, last = stops[train.first], stops[train.last]
        for stop in stops[train.first : train.last + 1]:
            if stop.outer in own:
                yield (
                    *(way, week, line, "N", train.number, back, "Y" if train.express else "N"),
                    *("급행" if train.express else "일반", branch(stop.outer)),
                    *(stop.code.lstrip("0"), stop.name),
                    *(first.code.lstrip("0"), first.name, last.code.lstrip("0"), last.name),
                )


def _schedule(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    way, week = (*values, None)[:2]
    for line in _LINES:
        own = ("내선", "외선") if line == "2호선" else ("상행", "하행")
        for name in own:
            for day in _DAYS:
                if way in (None, name) and week in (None, day):
                    yield from _runs(world, line, name, day)


METRO_SCHEDULE = Table(
    "metro_schedule",
    columns(
        "upbdnbse wkndse linenm tmprtmtblyn trainno lnkgtrainno etrnyn trainknd brlnnm stncd "
        "stnnm dptrestncd dptrestnnm arvlstncd arvlstnnm",
        nulls="brlnnm",
    ),
    lambda world: (row for way in _WAYS for week in _DAYS for row in _schedule(world, (way, week))),
    by=("upbdnbse", "wkndse"),
    part=_schedule,
)
