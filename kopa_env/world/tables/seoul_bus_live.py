"""Seoul's buses on the map: stops around a point, buses on their way, trips from point to point.

Buses are where the arrivals of ``bus_route_stops`` say that they are. A bus goes its stops there
and back, and takes the same time from stop to stop as its arrivals do.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kopa_env.outcome import JSON
from kopa_env.world.draw import Draw
from kopa_env.world.law.documents import dumped
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.bus import Stop, routes, stops
from kopa_env.world.tables.seoul_map import degrees, metres, micro, plane
from kopa_env.world.world import World

SECTION = 412
"""Metres from stop to stop, as in the list of a route's stops."""

PACE = 95
"""Seconds from stop to stop."""


@lru_cache(maxsize=2)
def places(seed: int) -> tuple[tuple[int, int], ...]:
    """Return latitude and longitude of every stop, in millionths of a degree."""
    return tuple((_micro(s.place.lat), _micro(s.place.lon)) for s in stops(seed))


def _micro(text: str) -> int:
    return micro(text) or 0


def around(seed: int, lat: int, lon: int, radius: int) -> list[tuple[int, int]]:
    """Return (metres, number) of the stops within a radius, the nearest first."""
    found = (
        (metres(lat, lon, own_lat, own_lon), number)
        for number, (own_lat, own_lon) in enumerate(places(seed))
    )
    return sorted(pair for pair in found if pair[0] <= radius)


# ---- nearby ----------------------------------------------------------------------------------


def _nearby(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    asked = tuple("" if value is None else str(value) for value in (*values, "", "")[:3])
    lon, lat = micro(asked[0]), micro(asked[1])
    if lon is None or lat is None or not asked[2].partition(".")[0].isdigit():
        return
    known = stops(world.seed)
    for distance, number in around(world.seed, lat, lon, int(asked[2].partition(".")[0])):
        s = known[number]
        kind = Draw(world.seed, "stop kind", number).weighted((("0", 70), ("1", 16), ("2", 14)))
        yield (*asked, s.node, s.name, s.ars, s.place.lon, s.place.lat, distance, kind)


NEARBY = Table(
    "seoul_bus_stops_nearby",
    (
        *(Column(n) for n in ("tmx", "tmy", "radius")),
        Column("stationid", domain="stop_id", gen="ref"),
        Column("stationnm", domain="stop_name", gen="ref"),
        Column("arsid", domain="ars_no", gen="ref"),
        *(Column(n) for n in ("gpsx", "gpsy")),
        Column("dist", "int"),
        Column("stationtp"),
    ),
    lambda world: (),  # asked for by point and radius alone
    by=("tmx", "tmy", "radius"),
    part=_nearby,
)

# ---- buses on their way ----------------------------------------------------------------------

_CROWDING = (("3", 46), ("4", 34), ("5", 15), ("6", 5))
_KINDS = (("0", 34), ("1", 64), ("2", 2))


def _positions(world: World) -> Iterator[Row]:
    lengths = {str(r["busrouteid"]): str(r["length"]) for r in world.rows("bus_routes")}
    numbers = {s.node: n for n, s in enumerate(stops(world.seed))}
    for stops_of in _by_route(world):
        running = {str(r["vehid1"]): r for r in stops_of}  # the furthest stop that awaits the bus
        for row in sorted(running.values(), key=lambda r: int(str(r["sectord1"]))):
            line = [numbers[str(r["station"])] for r in stops_of]
            yield _position(world.seed, row, stops_of, line, lengths[str(row["busrouteid"])])


def _by_route(world: World) -> Iterator[list[dict[str, Value]]]:
    group: list[dict[str, Value]] = []
    for row in world.rows("bus_route_stops"):
        if group and group[0]["busrouteid"] != row["busrouteid"]:
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _position(
    seed: int, row: dict[str, Value], on_route: list[dict[str, Value]], line: list[int], length: str
) -> Row:
    draw = Draw(seed, "bus at", str(row["busrouteid"]), str(row["vehid1"]))
    order = int(str(row["sectord1"]))
    here, ahead = line[order - 1], line[order]
    stopped = draw.chance(220)
    gone = 0 if stopped else draw.between(20, SECTION - 20)
    (lat, lon), (to_lat, to_lon) = places(seed)[here], places(seed)[ahead]
    lat, lon = lat + (to_lat - lat) * gone // SECTION, lon + (to_lon - lon) * gone // SECTION
    crowding = draw.weighted(_CROWDING)
    left = PACE - PACE * gone // SECTION
    second = str(row["reptm1"])[17:19]
    following, last = on_route[order], on_route[-1]
    return (
        *(row["busrouteid"], row["vehid1"], row["plainno1"], draw.weighted(_KINDS)),
        *(degrees(lon), degrees(lat), *plane(lat, lon), str(order)),
        *(f"{gone // 1000}.{gone % 1000:03d}", following["section"], "1" if stopped else "0"),
        *(f"202601300859{second}", str(left + (len(line) - order - 1) * PACE), last["station"]),
        *(following["station"], str(left), "1" if crowding == "6" else "0", "0", crowding, "1"),
        *(last["station"], length, str(SECTION)),
    )


POSITIONS = Table(
    "seoul_bus_positions",
    (
        Column("busrouteid", domain="bus_route_id", gen="ref"),
        Column("vehid", domain="bus_id", gen="ref"),
        *(Column(n) for n in ("plainno", "bustype", "gpsx", "gpsy", "posx", "posy")),
        Column("sectord", domain="stop_order", gen="ref"),
        *(Column(n) for n in ("sectdist", "sectionid", "stopflag", "datatm", "laststtm")),
        Column("laststnid", domain="stop_id", gen="ref"),
        Column("nextstid", domain="stop_id", gen="ref"),
        *(Column(n) for n in ("nextsttm", "isfullflag", "islastyn", "congetion", "isrunyn")),
        Column("trnstnid", domain="stop_id", gen="ref"),
        *(Column(n) for n in ("rtdist", "fullsectdist")),
    ),
    _positions,
    key=("busrouteid", "vehid"),
)

# ---- trips -----------------------------------------------------------------------------------

WALK, CHANGE = 3_000, 350
"""How far one walks to the first stop and from the last, and from one stop to the next."""

DOORS = 12
"""How many of the nearest stops a trip may begin or end at."""

MOST_LEGS, MOST_TRIPS = 4, 5
"""A trip takes at most so many buses; at most so many trips are told."""

Place = tuple[int, int]
"""Latitude and longitude in millionths of a degree."""

Ride = tuple[int, int, int]
"""A route and the places along it where one gets on and off."""

Rides = tuple[Ride, ...]
Trip = tuple[int, int, Rides]


@lru_cache(maxsize=2)
def calls(seed: int) -> dict[int, tuple[tuple[int, int], ...]]:
    """Return by stop the routes that call there and the place of the stop along each."""
    found: dict[int, list[tuple[int, int]]] = {}
    for number, route in enumerate(routes(seed)):
        for place, stop in enumerate(route.stops):
            found.setdefault(stop, []).append((number, place))
    return {stop: tuple(own) for stop, own in found.items()}


@lru_cache(maxsize=2)
def _cells(seed: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return the stops by square of some 550 metres."""
    found: dict[tuple[int, int], list[int]] = {}
    for number, (lat, lon) in enumerate(places(seed)):
        found.setdefault((lat // 5_000, lon // 6_000), []).append(number)
    return {cell: tuple(own) for cell, own in found.items()}


def close_by(seed: int, lat: int, lon: int) -> list[tuple[int, int]]:
    """Return (metres, number) of the stops in the squares around a place, the nearest first."""
    cells = _cells(seed)
    return sorted(
        (metres(lat, lon, *places(seed)[stop]), stop)
        for north in (-1, 0, 1)
        for east in (-1, 0, 1)
        for stop in cells.get((lat // 5_000 + north, lon // 6_000 + east), ())
    )


@lru_cache(maxsize=16_384)
def _on_foot(seed: int, stop: int) -> tuple[int, ...]:
    """Return the stops to which one can change from a stop, itself included."""
    near = close_by(seed, *places(seed)[stop])
    return tuple(other for away, other in near if away <= CHANGE)


def trips(seed: int, start: Place, end: Place) -> list[Trip]:
    """Return the trips between two places, the quickest first."""
    ends = {stop for _, stop in around(seed, *end, WALK)[:DOORS]}
    front: dict[int, Rides] = {stop: () for _, stop in around(seed, *start, WALK)[:DOORS]}
    seen: set[int] = set()
    found: dict[tuple[int, ...], Rides] = {}
    for _ in range(MOST_LEGS):
        boarded: dict[int, tuple[Rides, int]] = {}
        for stop, before in front.items():
            for route, place in calls(seed).get(stop, ()):
                if route not in seen:
                    boarded.setdefault(route, (before, place))
        seen |= boarded.keys()
        front = {}
        for route, (before, place) in boarded.items():
            for off, stop in enumerate(routes(seed)[route].stops):
                rides = (*before, (route, place, off))
                if stop in ends and off != place:
                    _keep(found, rides)
                elif off != place:
                    for other in _on_foot(seed, stop):
                        front.setdefault(other, rides)
        if found:
            break
    return sorted(_trip(seed, start, end, rides) for rides in found.values())[:MOST_TRIPS]


def _keep(found: dict[tuple[int, ...], Rides], rides: Rides) -> None:
    """Keep of the trips on the same routes the one of the fewest stops."""
    key = tuple(route for route, _, _ in rides)
    if key not in found or _stops_on(rides) < _stops_on(found[key]):
        found[key] = rides


def _stops_on(rides: Rides) -> int:
    return sum(abs(off - on) for _, on, off in rides)


def _trip(seed: int, start: Place, end: Place, rides: Rides) -> Trip:
    """Return minutes (walks, waits of half the interval, rides), metres and rides of a trip."""
    (first, on, _), (last, _, off) = rides[0], rides[-1]
    walk = metres(*start, *places(seed)[routes(seed)[first].stops[on]])
    walk += metres(*end, *places(seed)[routes(seed)[last].stops[off]])
    waits = sum(routes(seed)[route].term for route, _, _ in rides)
    ridden = _stops_on(rides)
    return walk // 70 + waits // 2 + ridden * PACE // 60 + 1, walk + ridden * SECTION, rides


def _trips(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    asked = tuple("" if value is None else str(value) for value in (*values, "", "", "")[:4])
    from_lon, from_lat, to_lon, to_lat = map(micro, asked)
    if from_lon is None or from_lat is None or to_lon is None or to_lat is None:
        return
    known = stops(world.seed)
    for minutes, length, rides in trips(world.seed, (from_lat, from_lon), (to_lat, to_lon)):
        legs: list[JSON] = [_leg(world.seed, known, ride) for ride in rides]
        yield (*asked, str(length), str(minutes), dumped(legs))


def _leg(seed: int, known: tuple[Stop, ...], ride: Ride) -> dict[str, JSON]:
    number, on, off = ride
    route = routes(seed)[number]
    board, alight = known[route.stops[on]], known[route.stops[off]]
    return {
        **{"fid": board.node, "fname": board.name, "fx": board.place.lon, "fy": board.place.lat},
        **{"routeId": route.code, "routeNm": route.number},
        **{"tid": alight.node, "tname": alight.name},
        **{"tx": alight.place.lon, "ty": alight.place.lat},
    }


TRIPS = Table(
    "seoul_bus_trips",
    tuple(Column(n) for n in ("startx", "starty", "endx", "endy", "distance", "time", "pathlist")),
    lambda world: (),  # asked for by its two ends alone
    by=("startx", "starty", "endx", "endy"),
    part=_trips,
)
