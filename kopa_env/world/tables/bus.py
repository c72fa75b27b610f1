"""Seoul's buses: made-up routes over real 동, their stops, riders and running buses.

Route numbers follow the city's rules (blue 3 digits, green 4, village buses by 구); the routes are
not the real ones. A stop is ``동 + landmark`` with an ARS number of five digits, and lies on every
route that names it. Running buses are frozen at the world's clock, 2026-01-30 09:00.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.seoul_places import Spot, dongs, gus, spot
from kopa_env.world.tables.subway import FIRST_DAY, LAST_DAY, day_kind, day_of, days
from kopa_env.world.world import World

STOPS, ROUTES = 6_800, 362
_MARKS = (
    *("주민센터", "우체국", "초등학교", "시장입구", "사거리", "아파트정문", "성당앞", "공원입구"),
    *("도서관", "파출소", "삼거리", "복지관", "종점", "보건소", "중학교", "다리앞"),
)
_FIRMS = ("누리교통", "한마음운수", "새벽여객", "푸른버스", "동행운수", "가온교통", "도담여객")
_DOMAINS = {
    **{"busrouteid": "bus_route_id", "busroutenm": "bus_route_no", "busrouteabrv": "bus_route_no"},
    **{"seq": "stop_order", "station": "stop_id", "arsid": "ars_no", "stationnm": "stop_name"},
    **{"vehid1": "bus_id", "vehid2": "bus_id"},
    **{"at1": "stop_name", "at2": "stop_name", "nxtstn": "stop_name", "direction": "stop_name"},
    **{"stbegin": "stop_name", "stend": "stop_name"},
    **{"ststationnm": "stop_name", "edstationnm": "stop_name"},
}
_KINDS = (("3", 120), ("4", 170), ("2", 52), ("6", 8), ("5", 2), ("1", 10))


@dataclass(frozen=True, slots=True)
class Stop:
    """A bus stop."""

    node: str
    ars: str
    name: str
    place: Spot


@dataclass(frozen=True, slots=True)
class Route:
    """A bus route and its stops in order, there and back."""

    number: str
    code: str
    kind: str
    firm: str
    term: int
    first: str
    last: str
    stops: tuple[int, ...]
    start: str
    end: str


@lru_cache(maxsize=2)
def stops(seed: int) -> tuple[Stop, ...]:
    """Return all stops, 동 by 동."""
    names: dict[str, int] = {}
    found = []
    order = {gu.gu: n for n, gu in enumerate(gus(), start=1)}
    counts: dict[str, int] = {}
    for place in range(STOPS):
        dong = dongs()[place * len(dongs()) // STOPS]
        draw = Draw(seed, "stop", place)
        base = dong.name.removesuffix("동") + draw.pick(_MARKS)
        names[base] = names.get(base, 0) + 1
        counts[dong.gu] = counts.get(dong.gu, 0) + 1
        gu = order[dong.gu]
        found.append(
            Stop(
                f"1{gu:02d}{counts[dong.gu]:06d}",
                f"{gu:02d}{counts[dong.gu]:03d}",
                base if names[base] < 3 else f"{base}.{dong.gu}",
                spot(draw, dong),
            )
        )
    return tuple(found)


@lru_cache(maxsize=2)
def routes(seed: int) -> tuple[Route, ...]:
    """Return all routes, by number."""
    found: dict[str, Route] = {}
    place = 0
    while len(found) < ROUTES:
        draw = Draw(seed, "route", place)
        place += 1
        kind = draw.weighted(_KINDS)
        number = _number(draw, kind)
        if number not in found:
            found[number] = _route(seed, draw, number, kind, len(found))
    return tuple(found[number] for number in sorted(found))


def _number(draw: Draw, kind: str) -> str:
    if kind == "2":
        return f"{draw.pick(gus()).gu.removesuffix('구')}{draw.between(1, 14):02d}"
    if kind == "1":
        return f"{draw.between(6000, 6099)}"
    if kind == "6":
        return f"9{draw.between(400, 799)}"
    if kind == "5":
        return f"{draw.between(1, 9):02d}"
    return f"{draw.between(100, 774)}" if kind == "3" else f"{draw.between(1010, 7739)}"


def _route(seed: int, draw: Draw, number: str, kind: str, place: int) -> Route:
    here = draw.below(STOPS)
    count = draw.between(18, 30) if kind == "2" else draw.between(34, 62)
    chain = []
    for _ in range(count):
        chain.append(here)
        here = (here + draw.between(1, 3 if kind == "2" else 14)) % STOPS
    there = list(dict.fromkeys(chain))
    all_stops = stops(seed)
    code = f"{'100' if kind != '2' else '10' + str(draw.between(5, 8))}{place + 100_001:06d}"
    return Route(
        number=number,
        code=code,
        kind=kind,
        firm=draw.pick(_FIRMS),
        term=draw.between(5, 16),
        first=f"0{draw.between(4, 5)}{draw.between(0, 11) * 5:02d}",
        last=f"{draw.between(22, 23)}{draw.between(0, 11) * 5:02d}",
        stops=tuple(there),
        start=all_stops[there[0]].name,
        end=all_stops[there[-1]].name,
    )


# ---- registers -------------------------------------------------------------------------------


def _routes(world: World) -> Iterator[Row]:
    for r in routes(world.seed):
        day = "2026 01 30"
        yield (
            *(r.code, r.number, r.number, f"{len(r.stops) * 52 // 100 + 4}.{len(r.stops) % 10}"),
            *(r.kind, r.start, r.end, str(r.term), " "),
            *(f"{day} {r.last[:2]}:{r.last[2:]} 00", f"{day} {r.first[:2]}:{r.first[2:]} 00"),
            *(" ", f"20260130{r.first}00", r.firm),
        )


BUS_ROUTES = Table(
    "bus_routes",
    tuple(
        Column(name, domain=_DOMAINS.get(name, ""))
        for name in (
            *("busrouteid", "busroutenm", "busrouteabrv", "length", "routetype", "ststationnm"),
            *("edstationnm", "term", "lastbusyn", "lastbustm", "firstbustm", "lastlowtm"),
            *("firstlowtm", "corpnm"),
        )
    ),
    _routes,
    key=("busrouteid",),
    index=(("busroutenm",),),
)


def _grid(stop: Stop) -> tuple[str, str]:
    """Return made-up plane coordinates of the size the platform uses."""
    x = f"{200_000 + int(stop.ars[2:]) * 7}.{stop.ars[3:]}"
    return x, f"{450_000 + int(stop.ars[2:]) * 5}.{stop.ars[2:]}"


def _stops(world: World) -> Iterator[Row]:
    for s in stops(world.seed):
        kind = "마을버스" if int(s.ars) % 5 == 0 else "일반차로"
        yield (s.ars, s.name, s.place.lon, s.place.lat, s.node, kind, *_grid(s))


BUS_STOPS = Table(
    "bus_stops",
    (
        Column("stops_no", domain="ars_no"),
        Column("stops_nm", domain="stop_name"),
        Column("xcrd"),
        Column("ycrd"),
        Column("node_id", domain="stop_id"),
        Column("stops_type"),
        Column("posx"),
        Column("posy"),
    ),
    _stops,
    key=("node_id",),
    index=(("stops_no",), ("stops_nm",)),
)


def _route_stops(world: World) -> Iterator[Row]:
    known = stops(world.seed)
    for r in routes(world.seed):
        for order, stop in enumerate(r.stops, start=1):
            s = known[stop]
            ahead = r.stops[min(order, len(r.stops) - 1)]
            arrive = _waits(world.seed, r, order, known)
            yield (
                *(r.code, r.number, str(order), f"{r.code[-6:]}{order:04d}", s.node, s.ars),
                *(s.name, s.place.lon, s.place.lat, str(order * 412), r.end, r.kind),
                *(f"{r.first[:2]}:{r.first[2:]}", f"{r.last[:2]}:{r.last[2:]}", str(r.term)),
                *("Y" if order == len(r.stops) else "N", known[ahead].name, r.start, r.end),
                *arrive,
                *_grid(s),
                *(f"20260130{r.first}00", f"20260130{r.last}00"),
            )


def _waits(seed: int, route: Route, order: int, known: tuple[Stop, ...]) -> tuple[str, ...]:
    """Return what is told of the next two buses.

    Their messages, seconds, vehicles, plates, the stop each is at and its order, and when the
    first one reported.
    """
    lag = Draw(seed, "lag", route.code).below(route.term * 60)
    first = (lag + order * 95) % (route.term * 60) + 20
    waits = (first, first + route.term * 60)
    orders = [max(1, order - max(1, wait // 95)) for wait in waits]
    vehicles = [f"{route.code[-6:]}{(order * 95 // (route.term * 60) + n):03d}" for n in (0, 1)]
    plates = [f"서울7{int(route.code[-1]) % 5}사{int(v[-5:]):04d}" for v in vehicles]
    return (
        *(f"{wait // 60}분{wait % 60}초후[{max(1, wait // 95)}번째 전]" for wait in waits),
        *(str(wait) for wait in waits),
        *vehicles,
        *plates,
        *(known[route.stops[place - 1]].name for place in orders),
        *(str(place) for place in orders),
        f"2026-01-30 08:59:{first % 60:02d}.0",
    )


BUS_ROUTE_STOPS = Table(
    "bus_route_stops",
    tuple(
        Column(name, domain=_DOMAINS.get(name, ""))
        for name in (
            *("busrouteid", "busroutenm", "seq", "section", "station", "arsid", "stationnm"),
            *("gpsx", "gpsy", "fullsectdist", "direction", "routetype", "begintm", "lasttm"),
            *("term", "transyn", "nxtstn", "stbegin", "stend", "arrmsg1", "arrmsg2"),
            *("tratime1", "tratime2", "vehid1", "vehid2", "plainno1", "plainno2", "at1", "at2"),
            *("sectord1", "sectord2", "reptm1", "posx", "posy", "first_stamp", "last_stamp"),
        )
    ),
    _route_stops,
    key=("busrouteid", "seq"),
    index=(("arsid",), ("station",)),
)

# ---- riders ----------------------------------------------------------------------------------


def _riders(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    day = day_of(values[0])
    if day is None or not FIRST_DAY <= day <= LAST_DAY:
        return
    text, posted = day.strftime("%Y%m%d"), (day + timedelta(days=3)).strftime("%Y%m%d")
    share = {"1": 100, "2": 78, "3": 58}[day_kind(day)]
    known = stops(world.seed)
    for r in routes(world.seed):
        weight = 40 if r.kind == "2" else 100
        base = Draw(world.seed, "bus-load", r.code).skewed(12, 260, 2)
        draw = Draw(world.seed, "bus-day", r.code, text)
        name = f"{r.number}번({r.start}~{r.end})"
        for order, stop in enumerate(r.stops):
            s, last = known[stop], len(r.stops) - 1
            on = base * weight * share * draw.between(40, 170) // 1_000_000
            off = base * weight * share * draw.between(40, 170) // 1_000_000
            on, off = (0, off) if order == last else (on, 0) if order == 0 else (on, off)
            yield (text, r.code, r.number, name, s.node, s.ars, s.name, on, off, posted)


BUS_RIDERS = Table(
    "bus_riders",
    (
        Column("use_ymd", domain="date"),
        Column("rte_id", domain="bus_route_id"),
        Column("rte_no", domain="bus_route_no"),
        Column("rte_nm"),
        Column("stops_id", domain="stop_id"),
        Column("stops_ars_no", domain="ars_no"),
        Column("sbwy_stns_nm", domain="stop_name"),
        Column("gton_tnope", "int"),
        Column("gtoff_tnope", "int"),
        Column("reg_ymd", domain="date"),
    ),
    lambda world: (row for day in days() for row in _riders(world, (day,))),
    key=("use_ymd", "rte_id", "stops_id"),
    index=(("rte_no",),),
    by=("use_ymd",),
    part=_riders,
)
