"""경기도's buses as its own service tells of them: the stops and routes of the transport centre.

Ids are those of the national lists without the letters before them; live lists stand at the world's
clock and say the same as the transport centre's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest
from math import isqrt

from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.names import coined
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.transit.cities import City, cities
from kopa_env.world.tables.transit.lines import Line, Stop, home, lines, stops
from kopa_env.world.world import Condition, World

_PREFIX = "GGB"
_KINDS = {
    "일반버스": (13, "일반형시내버스"),
    "좌석버스": (12, "좌석형시내버스"),
    "마을버스": (30, "마을버스"),
    "급행버스": (14, "광역급행형시내버스"),
    "외곽버스": (11, "직행좌석형시내버스"),
}
_FIRMS = ("운수", "여객", "교통", "고속")
_AROUND = 500
"""How far the search for stops nearby reaches, in metres."""


@lru_cache(maxsize=1)
def towns() -> tuple[City, ...]:
    """Return the cities and counties of the province."""
    return tuple(city for city in cities() if city.sido == "경기")


def number(code: str) -> int:
    """Return an id as the province writes it."""
    return int(code.removeprefix(_PREFIX))


def _city(world: World, code: int) -> str:
    found = home(world, f"{_PREFIX}{code}")
    return found if found.startswith("31") else ""


# ---- stops -----------------------------------------------------------------------------------


def _stops(world: World) -> Iterator[Row]:
    for r in world.select("gyeonggi_bus_stops")[0]:
        code, name, own = int(str(r["station_id"])), r["station_nm_info"], r["station_manage_no"]
        centre = "Y" if r["station_div_nm"] == "중앙차로" else "N"
        x, y = str(r["wgs84_logt"]), str(r["wgs84_lat"])
        yield (
            *(code, name, int(str(own)), r["jurisd_inst_nm"], centre, x, y),
            *(_micro(y), _micro(x), f"{name} {own}"),
        )


def _micro(degrees: str) -> int:
    whole, _, part = degrees.partition(".")
    return int(whole) * 1_000_000 + int(part[:6].ljust(6, "0"))


_STOP_COLUMNS = (
    Column("stationId", "int", domain="gbis_station"),
    Column("stationName"),
    Column("mobileNo", "int", domain="gbis_station_no"),
    Column("regionName", gen="ref"),
    *(Column(n) for n in ("centerYn", "x", "y")),
)

STOPS = Table(
    "gbis_stops",
    (*_STOP_COLUMNS, Column("lat", "int"), Column("lon", "int"), Column("search")),
    _stops,
    key=("stationId",),
    index=(("lat",),),
)


def _nearby(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    asked_x, asked_y = (str(v) for v in (*values, "0", "0")[:2])
    form = r"\d{1,3}(\.\d+)?"
    if not (re.fullmatch(form, asked_x) and re.fullmatch(form, asked_y)):
        return
    lon, lat = _micro(asked_x), _micro(asked_y)
    box = [
        Condition("lat", "range", (lat - 4_600, lat + 4_600)),
        Condition("lon", "range", (lon - 5_700, lon + 5_700)),
    ]
    found = []
    for r in world.select("gbis_stops", box)[0]:
        north, east = int(str(r["lat"])) - lat, int(str(r["lon"])) - lon
        away = isqrt((north * 1_112) ** 2 + (east * 886) ** 2) // 10_000
        if away <= _AROUND:
            found.append((away, r))
    for away, r in sorted(found, key=lambda pair: (pair[0], str(pair[1]["stationId"]))):
        yield (asked_x, asked_y, away, *(r[c.name] for c in _STOP_COLUMNS))


NEARBY = Table(
    "gbis_stops_nearby",
    (Column("asked_x"), Column("asked_y"), Column("distance", "int"), *_STOP_COLUMNS),
    lambda world: _nearby(world, ("127.0115", "37.3026")),
    by=("asked_x", "asked_y"),
    part=_nearby,
)

# ---- routes ----------------------------------------------------------------------------------


def _served(city: City, line: Line, seed: int) -> str:
    """Return the cities a route runs through: its own, and a neighbour of a long one."""
    draw = Draw(seed, "gbis served", line.code)
    if line.kind in ("급행버스", "외곽버스", "좌석버스") and draw.chance(700):
        other = draw.pick(towns())
        if other != city:
            return f"{city.town[:-1]},{other.town[:-1]}"
    return city.town[:-1]


def _route(seed: int, city: City, line: Line, known: tuple[Stop, ...]) -> Row:
    kind, kind_name = _KINDS[line.kind]
    draw = Draw(seed, "gbis firm", city.code, int(line.code[-3:]) % 9)
    firm = f"{coined(draw, 0)}{draw.pick(_FIRMS)}"
    end = known[line.out[-1]]
    return (
        *(number(line.code), line.number, kind, kind_name, _served(city, line, seed)),
        *(f"경기도 {city.town}", 2, number(end.node), end.name),
        *(4_100_000 + draw.between(100, 9_900), firm),
        f"031-{draw.between(200, 989)}-{draw.between(1000, 9999)}",
        *(int(line.first) + 10, int(line.last) - 10, line.headways[2]),
    )


def _routes(world: World) -> Iterator[Row]:
    for city in towns():
        known = stops(world, city.code)
        for line in lines(world.seed, city.code):
            yield _route(world.seed, city, line, known)


ROUTES = Table(
    "gbis_routes",
    (
        Column("routeId", "int", domain="gbis_route"),
        Column("routeName"),
        Column("routeTypeCd", "int"),
        *(Column(n) for n in ("routeTypeName", "regionName", "adminName")),
        *(Column(n, "int") for n in ("districtCd", "endStationId")),
        Column("endStationName", gen="ref"),
        Column("companyId", "int"),
        *(Column(n) for n in ("companyName", "companyTel")),
        *(Column(n, "int") for n in ("downFirstTime", "downLastTime", "sunPeekAlloc")),
    ),
    _routes,
    key=("routeId",),
)


def _asked(values: tuple[Value, ...]) -> tuple[int, int]:
    route, stop = (int(str(v)) if v is not None else 0 for v in (*values, None, None)[:2])
    return route, stop


def _ways(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    route, stop = _asked(values)
    code = _city(world, route or stop)
    city = next((c for c in towns() if c.code == code), None)
    if city is None:
        return
    own = {int(str(r["stationId"])): r for r in _of_city(world, city)}
    known = stops(world, code)
    for line in lines(world.seed, code):
        if route and number(line.code) != route:
            continue
        kind, kind_name = _KINDS[line.kind]
        served, back = _served(city, line, world.seed), len(line.out)
        for order, place in enumerate(line.stops, start=1):
            here = number(known[place].node)
            if stop and here != stop:
                continue
            last = known[line.out[-1] if order <= back else (line.back or line.out)[-1]]
            yield (
                *(number(line.code), order, line.number, kind, kind_name, served, 2),
                *(number(last.node), last.name, *(own[here][c.name] for c in _STOP_COLUMNS)),
            )


def _of_city(world: World, city: City) -> list[dict[str, Value]]:
    return world.select("gbis_stops", [Condition("regionName", "eq", f"경기도 {city.town}")])[0]


WAYS = Table(
    "gbis_ways",
    (
        Column("routeId", "int", domain="gbis_route", gen="ref"),
        Column("staOrder", "int"),
        Column("routeName", gen="ref"),
        Column("routeTypeCd", "int"),
        *(Column(n) for n in ("routeTypeName", "served")),
        *(Column(n, "int") for n in ("districtCd", "routeDestId")),
        Column("routeDestName", gen="ref"),
        *_STOP_COLUMNS,
    ),
    lambda world: (
        row
        for line in lines(world.seed, towns()[0].code)
        for row in _ways(world, (number(line.code),))
    ),
    by=("routeId", "stationId"),
    part=_ways,
    either=True,
)


def _line(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    """Yield the points of a route: its stops, and two bends between each and the next."""
    route = int(str(values[0]))
    way = world.select("gbis_ways", [Condition("routeId", "eq", route)])[0]
    serial = 0
    for here, after in zip_longest(way, way[1:]):
        x, y = _micro(str(here["x"])), _micro(str(here["y"]))
        points = [(x, y)]
        if after is not None:
            to_x, to_y = _micro(str(after["x"])), _micro(str(after["y"]))
            points += [(x + (to_x - x) * n // 3, y + (to_y - y) * (n - 1) // 2) for n in (1, 2)]
        for point in points:
            serial += 1
            yield (route, serial, *(f"{v // 1_000_000}.{v % 1_000_000:06d}" for v in point))


LINE = Table(
    "gbis_route_points",
    (
        Column("routeId", "int", domain="gbis_route", gen="ref"),
        Column("lineSeq", "int"),
        *(Column(n) for n in ("x", "y")),
    ),
    lambda world: _line(world, (number(lines(world.seed, towns()[0].code)[0].code),)),
    by=("routeId",),
    part=_line,
)

# ---- at the world's clock --------------------------------------------------------------------


def _special(kind: Value, draw: Draw) -> int:
    """Return what kind of vehicle a bus is."""
    return 1 if kind == "저상버스" else 2 if draw.chance(30) else 0


def _arrivals(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    route, stop = _asked(values)
    where = [Condition("nodeid", "eq", f"{_PREFIX}{stop}")] if stop else []
    where += [Condition("routeid", "eq", f"{_PREFIX}{route}")] if route else []
    coming: dict[tuple[str, str], list[dict[str, Value]]] = {}
    for r in world.select("transit_arrivals", where)[0]:
        coming.setdefault((str(r["routeid"]), str(r["nodeid"])), []).append(r)
    orders = {
        (r["routeId"], r["stationId"]): r["staOrder"]
        for r in world.select("gbis_ways", _named(route, stop))[0]
    }
    for (line, node), buses in coming.items():
        pair = (number(line), number(node))
        yield (*pair, orders[pair], *_next(world.seed, line, buses))


def _named(route: int, stop: int) -> list[Condition]:
    return [Condition(n, "eq", v) for n, v in (("routeId", route), ("stationId", stop)) if v]


def _next(seed: int, line: str, buses: list[dict[str, Value]]) -> Row:
    """Return what is told of the next two buses; nothing of a second that is not there."""
    told: list[list[Value]] = []
    for bus in buses:
        left = int(str(bus["arrprevstationcnt"]))
        draw = Draw(seed, "gbis bus", line, left)
        seconds = int(str(bus["arrtime"]))
        crowd = draw.weighted(((1, 50), (2, 32), (3, 14), (4, 4)))
        told.append([seconds, left, crowd, _special(bus["vehicletp"], draw), draw.below(3)])
    told.append([None] * 5)
    first, second = told[0], told[1]
    flag = "PASS" if int(str(first[1])) < 3 else "RUN"
    return (flag, *(v for pair in zip(first, second, strict=True) for v in pair))


ARRIVALS = Table(
    "gbis_arrivals",
    (
        Column("routeId", "int", domain="gbis_route", gen="ref"),
        Column("stationId", "int", domain="gbis_station", gen="ref"),
        Column("staOrder", "int"),
        Column("flag"),
        *(
            Column(f"{name}{n}", "int", null_rate=0.0 if n == 1 else 0.3)
            for name in ("predictTimeSec", "locationNo", "crowded", "lowPlate", "stateCd")
            for n in (1, 2)
        ),
    ),
    lambda world: _arrivals(world, (number(lines(world.seed, towns()[0].code)[0].code),)),
    by=("routeId", "stationId"),
    part=_arrivals,
    either=True,
)


def _positions(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    route = int(str(values[0]))
    rows = world.select("transit_positions", [Condition("routeid", "eq", f"{_PREFIX}{route}")])[0]
    for r in rows:
        draw = Draw(world.seed, "gbis position", str(r["vehicleno"]))
        kind = _KINDS[str(r["routetp"])][0]
        seats = draw.between(0, 42) if kind in (11, 12, 14) else -1
        yield (
            *(route, number(str(r["nodeid"])), r["nodeord"], kind, f"경기{r['vehicleno']}"),
            *(_special(r["vehicletp"], draw), seats, draw.below(3)),
            str(draw.weighted(((1, 50), (2, 32), (3, 14), (4, 4)))),
        )


POSITIONS = Table(
    "gbis_positions",
    (
        Column("routeId", "int", domain="gbis_route", gen="ref"),
        Column("stationId", "int", domain="gbis_station", gen="ref"),
        Column("stationSeq", "int"),
        Column("routeTypeCd", "int"),
        Column("plateNo"),
        *(Column(n, "int") for n in ("lowPlate", "remainSeatCnt", "stateCd")),
        Column("crowded"),
    ),
    lambda world: _positions(world, (number(lines(world.seed, towns()[0].code)[0].code),)),
    by=("routeId",),
    part=_positions,
)


def _files(_world: World) -> Iterator[Row]:
    day = TODAY.replace("-", "")
    names = ("area", "route", "routeLine", "routeStation")
    versions = [f"{day[:6]}{n:02d}" for n in (5, 29, 29, 30)]
    yield tuple(
        value
        for name, version in zip(names, versions, strict=True)
        for value in (
            f"https://openapi.gbis.go.kr/ws/download?{name.lower()}{version}.txt",
            version,
        )
    )


FILES = Table(
    "gbis_files",
    tuple(
        Column(f"{name}{what}")
        for name in ("area", "route", "routeLine", "routeStation")
        for what in ("DownloadUrl", "Version")
    ),
    _files,
)

GYEONGGI_BUSES: tuple[Table, ...] = (
    *(STOPS, NEARBY, ROUTES, WAYS, LINE, ARRIVALS, POSITIONS, FILES),
)
