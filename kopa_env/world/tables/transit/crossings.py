"""Domestic ships and flights: ports and airports, the day's departures and fares.

Ports, airports and airlines are real, ships and times are not.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from math import isqrt

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.names import named
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.expressway.days import read_day, text_of
from kopa_env.world.world import World

FIRST, LAST = date(2024, 1, 1), date(2026, 3, 1)
SHIP_KINDS = (
    *(("1", "여객선"), ("2", "쾌속선"), ("3", "초쾌속선"), ("4", "카페리"), ("5", "차도선")),
    *(("6", "초쾌속카페리"), ("7", "고속선")),
)
_PHONES = {"인천": "032", "전남": "061", "제주": "064", "경남": "055", "부산": "051", "경북": "054",
           "강원": "033", "충남": "041", "전북": "063"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Place:
    """A port or an airport; place in thousandths of a degree."""

    code: str
    name: str
    lat: int
    lon: int
    weight: int


@lru_cache(maxsize=1)
def ports() -> dict[str, Place]:
    """Return every port by its id; ports that sailings start from weigh more."""
    return {
        r["id"]: Place(r["id"], r["name"], int(r["lat"]), int(r["lon"]), 3 if r["hub"] else 1)
        for r in fact_rows("sea_ports")
    }


@lru_cache(maxsize=1)
def airports() -> dict[str, Place]:
    """Return every airport by its id."""
    return {
        r["id"]: Place(r["id"], r["name"], int(r["lat"]), int(r["lon"]), int(r["weight"]))
        for r in fact_rows("airports")
    }


def _km(a: Place, b: Place) -> int:
    north, east = a.lat - b.lat, (a.lon - b.lon) * 4 // 5
    return max(4, isqrt(north * north + east * east) * 111 // 1_000)


def _stamp(day: date, minutes: int) -> str:
    return f"{text_of(day)}{minutes // 60:02d}{minutes % 60:02d}"


PORTS = Table(
    "transit_ports",
    (
        Column("nodeid", domain="sea_port"),
        Column("nodenm", domain="sea_port_name", gen="fact"),
    ),
    lambda world: [(p.code, p.name) for p in ports().values()],
    key=("nodeid",),
)


def _terminals(world: World) -> Iterator[Row]:
    for r in fact_rows("sea_ports"):
        draw = Draw("ferry terminal", r["id"])
        phone = f"{_PHONES[r['sido']]}-0{draw.digits(2)}-{draw.digits(4)}"
        address = f"{r['sido']} {r['district']} 해안로 {draw.between(1, 480)}"
        yield (f"T{r['id'][3:]}", r["terminal"], phone, address)


FERRY_TERMINALS = Table(
    "transit_ferry_terminals",
    (
        Column("terminalid", domain="ferry_terminal"),
        Column("terminalnm", gen="fact"),
        *(Column(n) for n in ("tel", "address")),
    ),
    _terminals,
    key=("terminalid",),
)
SHIP_KIND_TABLE = Table(
    "transit_ship_kinds",
    (Column("shipkndid", domain="ship_kind"), Column("shipkndnm", gen="fact")),
    lambda world: list(SHIP_KINDS),
    key=("shipkndid",),
)


def _islands(port: Place) -> list[Place]:
    """Return where ships of a port go: the nearest ports, and far ones from the large."""
    others = sorted((_km(port, p), p.code) for p in ports().values() if p.code != port.code)
    reach = 6 if port.weight > 1 else 2
    return [ports()[code] for _, code in others[:reach]]


def _sailings(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    start, text = (str(v) if v is not None else "" for v in (*values, None, None)[:2])
    day, port = read_day(text), ports().get(start)
    if port is None or day is None or not FIRST <= day <= LAST:
        return
    made: list[Row] = []
    for other in _islands(port):
        km = _km(port, other)
        pair = Draw(world.seed, "ship", *sorted((port.code, other.code)))
        ship = named(pair, ("호", "페리호", "스타호", "익스프레스호"))
        pace, fare = pair.between(24, 62), pair.between(210, 330)
        count = max(1, min(6, 240 // km))
        for place in range(count):
            if Draw(world.seed, "sea", text, port.code, other.code).chance(60):
                continue  # a stormy day: nothing sails to that port
            leaves = 420 + place * 560 // count + pair.between(0, 20)
            made.append(
                (
                    *(port.code, text, f"{max(3_000, km * fare // 100 * 100)}", ship, port.name),
                    *(other.name, _stamp(day, leaves), _stamp(day, leaves + 10 + km * 60 // pace)),
                )
            )
    yield from sorted(made, key=lambda row: (str(row[6]), str(row[5])))


SAILINGS = Table(
    "transit_sailings",
    (
        Column("depid", domain="sea_port", gen="ref"),
        Column("day", domain="date"),
        *(Column(n) for n in ("charge", "vihiclenm")),
        Column("depplacenm", domain="sea_port_name", gen="ref"),
        Column("arrplacenm", domain="sea_port_name", gen="ref"),
        *(Column(n) for n in ("depplandtime", "arrplandtime")),
    ),
    lambda world: iter(()),
    by=("depid", "day"),
    part=_sailings,
)

# ---- flights ---------------------------------------------------------------------------------

AIRPORTS = Table(
    "transit_airports",
    (
        Column("airportid", domain="airport", gen="fact"),
        Column("airportnm", domain="airport_name", gen="fact"),
    ),
    lambda world: [(a.code, a.name) for a in airports().values()],
    key=("airportid",),
)
AIRLINES = Table(
    "transit_airlines",
    (Column("airlineid", domain="airline", gen="fact"), Column("airlinenm", gen="fact")),
    lambda world: [(r["id"], r["name"]) for r in fact_rows("airlines")],
    key=("airlineid",),
)


def _per_day(a: Place, b: Place) -> int:
    """Return how many flights go a day; only 제주 and 김포 have routes to most airports."""
    hubs = ("NAARKPC", "NAARKSS")
    if a.code == b.code or not {a.code, b.code} & set(hubs):
        return 0
    if _km(a, b) < 120:
        return 0
    return max(1, min(96, a.weight * b.weight // 105))


def _flights(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    start, end, text = (str(v) if v is not None else "" for v in (*values, None, None, None)[:3])
    a, b, day = airports().get(start), airports().get(end), read_day(text)
    if a is None or b is None or day is None or not FIRST <= day <= LAST:
        return
    count = _per_day(a, b)
    lines = [(r, int(r["weight"])) for r in fact_rows("airlines")]
    minutes = 45 + _km(a, b) * 60 // 620
    for place in range(count):
        draw = Draw(world.seed, "flight", a.code, b.code, place)
        line = draw.weighted(lines)
        leaves = 360 + place * 870 // count + draw.between(0, 8) * 5 % 40
        fare = Draw(world.seed, "fare", line["id"], a.code, b.code, text, place)
        economy = fare.between(320, 980) * _km(a, b) // 300 * 100
        business = economy + fare.between(50, 80) * 1_000 if line["id"] in ("KAL", "AAR") else 0
        number = f"{line['flight']}{1_000 + place * 7 + (1 if a.code < b.code else 500):04d}"
        yield (
            *(a.code, b.code, text, line["id"], line["name"], number, a.name, b.name),
            *(_stamp(day, leaves), _stamp(day, leaves + minutes), str(economy), str(business)),
        )


FLIGHTS = Table(
    "transit_flights",
    (
        Column("depid", domain="airport", gen="ref"),
        Column("arrid", domain="airport", gen="ref"),
        Column("day", domain="date"),
        Column("airlineid", domain="airline", gen="ref"),
        Column("airlinenm", gen="fact"),
        Column("vihicleid"),
        Column("depairportnm", domain="airport_name", gen="ref"),
        Column("arrairportnm", domain="airport_name", gen="ref"),
        *(Column(n) for n in ("depplandtime", "arrplandtime")),
        *(Column(n) for n in ("economycharge", "prestigecharge")),
    ),
    lambda world: iter(()),
    by=("depid", "arrid", "day"),
    part=_flights,
)
