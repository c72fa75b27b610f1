"""City buses outside Seoul as lists: stops, routes, and what runs at the world's clock."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Series, Table, Value
from kopa_env.world.tables.transit.cities import cities, city_by_code
from kopa_env.world.tables.transit.lines import Line, degrees, home, lines, passing, stops
from kopa_env.world.world import World

_MINUTE_PER_STOP = 2
NOW = 9 * 60
"""Minutes of the day at the world's clock."""


# ---- stops and routes ------------------------------------------------------------------------


def _stops(world: World) -> Iterator[Row]:
    for city in cities():
        for s in stops(world, city.code):
            yield (
                *(city.code, s.node, s.name, s.number, degrees(s.lat), degrees(s.lon)),
                *(s.lat, s.lon),
            )


STOPS = Table(
    "transit_stops",
    (
        Column("citycode", domain="transit_city", gen="ref"),
        Column("nodeid", domain="transit_stop"),
        Column("nodenm", domain="transit_stop_name"),
        Column("nodeno", "int", domain="transit_stop_no", null_rate=0.18),
        *(Column(n) for n in ("gpslati", "gpslong")),
        *(Column(n, "int") for n in ("lat", "lon")),
    ),
    _stops,
    key=("nodeid",),
    index=(("citycode", "nodenm"), ("nodeno",), ("lat",)),
)


def _lines(world: World) -> Iterator[Row]:
    for city in cities():
        known = stops(world, city.code)
        for r in lines(world.seed, city.code):
            yield (
                *(city.code, r.code, r.number, r.kind, known[r.out[0]].name),
                *(known[r.out[-1]].name, r.first, r.last, *(str(n) for n in r.headways)),
            )


ROUTES = Table(
    "transit_routes",
    (
        Column("citycode", domain="transit_city", gen="ref"),
        Column("routeid", domain="transit_route"),
        Column("routeno", domain="transit_route_no"),
        *(Column(n) for n in ("routetp", "startnodenm", "endnodenm")),
        *(Column(n) for n in ("startvehicletime", "endvehicletime")),
        *(Column(n) for n in ("intervaltime", "intervalsattime", "intervalsuntime")),
    ),
    _lines,
    key=("routeid",),
    index=(("citycode", "routeno"),),
)


def _of(world: World, values: tuple[Value, ...]) -> tuple[str, str, str]:
    """Return (city, route, node) of a part; the city is found from an id where it is not named."""
    city, route, node = (str(v) if v is not None else "" for v in (*values, None, None, None)[:3])
    return (city or home(world, node or route), route, node)


def _ways(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    city, route, node = _of(world, values)
    if city not in city_by_code():
        return
    known = stops(world, city)
    for r in lines(world.seed, city):
        if route and r.code != route:
            continue
        for order, place in enumerate(r.stops, start=1):
            s = known[place]
            if node and s.node != node:
                continue
            yield (
                *(city, r.code, s.node, s.name, s.number, str(order)),
                *(degrees(s.lat), degrees(s.lon), "0" if order <= len(r.out) else "1"),
                *(r.number, r.kind, known[r.out[0]].name, known[r.out[-1]].name),
            )


_SERIES = Series(
    keys=lambda world: [city.code for city in cities()],
    size=lambda world, code: sum(len(r.stops) for r in lines(world.seed, code)),
    items=(),
    find=lambda world, conditions: [],
    life=lambda world, item: ("", ""),
    history=lambda world, item, keys: [],
)

WAYS = Table(
    "transit_route_stops",
    (
        Column("citycode", domain="transit_city", gen="ref"),
        Column("routeid", domain="transit_route", gen="ref"),
        Column("nodeid", domain="transit_stop", gen="ref"),
        Column("nodenm", domain="transit_stop_name", gen="ref"),
        Column("nodeno", "int", null_rate=0.18),
        *(Column(n) for n in ("nodeord", "gpslati", "gpslong", "updowncd")),
        Column("routeno", domain="transit_route_no", gen="ref"),
        *(Column(n) for n in ("routetp", "startnodenm", "endnodenm")),
    ),
    lambda world: (row for city in cities() for row in _ways(world, (city.code,))),
    key=("routeid", "nodeord"),
    by=("citycode", "routeid", "nodeid"),
    part=_ways,
    series=_SERIES,
    either=True,
)

# ---- at the world's clock --------------------------------------------------------------------


def _running(seed: int, line: Line) -> list[tuple[int, int, str, str]]:
    """Return the buses on the road: stop reached, minutes since, plate, type."""
    headway, found = line.headways[0], []
    whole = len(line.stops) * _MINUTE_PER_STOP
    lag = Draw(seed, "running", line.code).below(headway)
    begin = int(line.first[:2]) * 60 + int(line.first[2:])
    for number in range(1 + whole // headway):
        gone = lag + number * headway
        if gone >= whole or NOW - gone < begin:
            continue
        draw = Draw(seed, "vehicle", line.code, number)
        plate = f"{draw.between(70, 79)}자{draw.between(1000, 9999)}"
        kind = "저상버스" if draw.chance(380) else "일반차량"
        found.append((gone // _MINUTE_PER_STOP, gone % _MINUTE_PER_STOP, plate, kind))
    return found


def _arrivals(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    city, route, node = _of(world, values)
    if city not in city_by_code():
        return
    known, through = stops(world, city), passing(world.seed, city)
    for place in sorted(through):
        if node and known[place].node != node:
            continue
        for line, order in through[place]:
            if route and line.code != route:
                continue
            ahead = [bus for bus in _running(world.seed, line) if bus[0] < order]
            for reached, since, _, kind in sorted(ahead, reverse=True)[:2]:
                left = order - reached
                seconds = max(20, left * _MINUTE_PER_STOP * 60 - since * 60 - order * 7 % 50)
                yield (
                    *(city, line.code, known[place].node, known[place].name, line.number),
                    *(line.kind, left, kind),
                    seconds,
                )


ARRIVALS = Table(
    "transit_arrivals",
    (
        Column("citycode", domain="transit_city", gen="ref"),
        Column("routeid", domain="transit_route", gen="ref"),
        Column("nodeid", domain="transit_stop", gen="ref"),
        Column("nodenm", domain="transit_stop_name", gen="ref"),
        Column("routeno", domain="transit_route_no", gen="ref"),
        Column("routetp"),
        Column("arrprevstationcnt", "int"),
        Column("vehicletp"),
        Column("arrtime", "int"),
    ),
    lambda world: (row for city in cities() for row in _arrivals(world, (city.code,))),
    by=("citycode", "routeid", "nodeid"),
    part=_arrivals,
    either=True,
)


def _positions(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    city, route, node = _of(world, values)
    if city not in city_by_code():
        return
    known = stops(world, city)
    for line in lines(world.seed, city):
        if route and line.code != route:
            continue
        target = [n for n, place in enumerate(line.stops) if known[place].node == node]
        if node and not target:
            continue
        for reached, _, plate, kind in _running(world.seed, line):
            if node and reached >= target[0]:
                continue
            s = known[line.stops[reached]]
            yield (
                *(city, line.code, node or None, line.number, line.kind, s.node, s.name),
                *(reached + 1, degrees(s.lat + 90), degrees(s.lon - 60), plate, kind),
            )


POSITIONS = Table(
    "transit_positions",
    (
        Column("citycode", domain="transit_city", gen="ref"),
        Column("routeid", domain="transit_route", gen="ref"),
        Column("towards", domain="transit_stop", gen="ref", null_rate=0.5),
        Column("routenm", domain="transit_route_no", gen="ref"),
        Column("routetp"),
        Column("nodeid", domain="transit_stop", gen="ref"),
        Column("nodenm", domain="transit_stop_name", gen="ref"),
        Column("nodeord", "int"),
        *(Column(n) for n in ("gpslati", "gpslong", "vehicleno", "vehicletp")),
    ),
    lambda world: (row for city in cities() for row in _positions(world, (city.code,))),
    by=("citycode", "routeid", "towards"),
    part=_positions,
    either=True,
)
