"""The expressway network: routes, interchanges, toll gates, rest areas, and the way between gates.

Facts: names, their order along a route, some codes. Kilometres and coordinates are rough. Nothing
here depends on a seed: the roads are the same in every world, what is counted on them is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows

GATES = 590
"""How many toll gates the platform lists; gates for electronic payment alone make up the number."""

BLANK_PLACES = 194
"""How many of them have no coordinates."""

_KNOWN_PLACES = ("065", "069", "101", "103", "105")
_SUFFIX = {"IC": "IC", "TG": "TG", "JC": "JC", "XC": "IC"}
_FIRST_CODE = 141


@dataclass(frozen=True, slots=True)
class Route:
    """One road of one number; ``start`` and ``end`` are what its directions are called."""

    code: str
    name: str
    register_name: str
    start: str
    end: str
    limit: int

    @property
    def short_code(self) -> str:
        """Return the code of three digits that some services use."""
        return self.code[:3]

    def heading(self, way: str) -> str:
        """Return where a direction (``S`` or ``E``) leads."""
        return self.start if way == "S" else self.end


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch of the corporation and its head office."""

    code: str
    name: str
    office: str
    office_name: str
    region: str
    lat: int
    lon: int


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on a route; ``km`` in tenths, ``lat`` and ``lon`` in millionths of a degree."""

    route: str
    km: int
    lat: int
    lon: int
    sido: str
    district: str


@dataclass(frozen=True, slots=True)
class Point:
    """An interchange, junction or main-line toll gate; ``gap``: no road from the point before."""

    number: int
    at: Spot
    name: str
    kind: str
    operator: str
    code: str
    gap: bool

    @property
    def label(self) -> str:
        """Return the name with its kind: ``기흥IC``, ``판교JC``, ``서울TG``."""
        return self.name + _SUFFIX[self.kind]


@dataclass(frozen=True, slots=True)
class Gate:
    """A toll gate; ``public``: its code is known, not given here."""

    code: str
    name: str
    at: Spot
    operator: str
    branch: Branch
    located: bool
    electronic: bool
    public: bool


@dataclass(frozen=True, slots=True, order=True)
class Way:
    """The way between two gates in tenths of a kilometre: in all, and by lanes.

    Ordered as they are here, so that the shortest way is the same there and back.
    """

    total: int
    lanes2: int
    lanes4: int
    lanes6: int

    def __add__(self, other: Way) -> Way:
        return Way(
            self.total + other.total,
            self.lanes2 + other.lanes2,
            self.lanes4 + other.lanes4,
            self.lanes6 + other.lanes6,
        )


@lru_cache(maxsize=1)
def routes() -> dict[str, Route]:
    """Return every route by its code of four digits."""
    return {
        r["code"]: Route(
            r["code"], r["name"], r["register_name"], r["start"], r["end"], int(r["limit_kmh"])
        )
        for r in fact_rows("expressway_routes")
    }


@lru_cache(maxsize=1)
def branches() -> tuple[Branch, ...]:
    """Return every branch, head office by head office."""
    return tuple(
        Branch(
            *(r["branch"], r["branch_name"], r["office"], r["office_name"], r["region"]),
            *(int(r["lat"]) * 1000, int(r["lon"]) * 1000),
        )
        for r in fact_rows("expressway_branches")
    )


def branch_of(spot: Spot) -> Branch:
    """Return the branch nearest to a place (a degree of longitude is four fifths as long)."""
    return min(
        branches(),
        key=lambda b: ((b.lat - spot.lat) ** 2 * 25 + (b.lon - spot.lon) ** 2 * 16, b.code),
    )


# ---- points ----------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def points() -> tuple[Point, ...]:
    """Return every point, route by route, from its start to its end."""
    rows = fact_rows("expressway_points")
    codes = _codes(rows)
    found = []
    for number, r in enumerate(rows):
        at = _place(r["route"], int(r["km10"]))
        found.append(
            Point(
                *(number, at, r["name"], r["kind"], r["operator"]),
                codes.get(number, ""),
                bool(r["gap"]) or number == 0 or rows[number - 1]["route"] != r["route"],
            )
        )
    return tuple(found)


def _codes(rows: tuple[dict[str, str], ...]) -> dict[int, str]:
    """Return gate codes by row: the known ones, then free numbers along the routes."""
    known = {n: r["code"] for n, r in enumerate(rows) if r["code"]}
    taken = set(known.values())
    on_first = iter([f"{c:03d}" for c in range(102, 141) if f"{c:03d}" not in taken])
    others = iter(range(_FIRST_CODE, 1000))
    gates = [n for n, r in enumerate(rows) if r["kind"] in ("IC", "TG")]
    first = [n for n in reversed(gates) if rows[n]["route"] == "0010" and n not in known]
    codes = dict(known)
    for n in (*first, *(n for n in gates if rows[n]["route"] != "0010")):
        code = next(on_first, "") if rows[n]["route"] == "0010" else ""
        codes[n] = code or str(next(others))
    return codes


@lru_cache(maxsize=1)
def _anchors() -> dict[str, tuple[Spot, ...]]:
    found: dict[str, list[Spot]] = {}
    for r in fact_rows("expressway_points"):
        if r["lat"]:
            lat, lon = int(r["lat"]) * 1000, int(r["lon"]) * 1000
            spot = Spot(r["route"], int(r["km10"]), lat, lon, r["sido"], r["district"])
            found.setdefault(r["route"], []).append(spot)
    return {route: tuple(spots) for route, spots in found.items()}


def _place(route: str, km: int) -> Spot:
    """Return where a kilometre of a route lies: on the line between two known places."""
    anchors = _anchors()[route]
    after = next((n for n, spot in enumerate(anchors) if spot.km >= km), len(anchors) - 1)
    b = anchors[after]
    a = anchors[after - 1] if after and b.km > km else b
    span, part = b.km - a.km, km - a.km
    near = a if span and part * 2 < span else b
    draw = Draw("expressway place", route, km)
    if not span:
        lat, lon = b.lat + draw.between(-900, 900), b.lon + draw.between(-900, 900)
        return Spot(route, km, lat, lon, b.sido, b.district)
    lat = a.lat + (b.lat - a.lat) * part // span + draw.between(-2_000, 2_000)
    lon = a.lon + (b.lon - a.lon) * part // span + draw.between(-2_000, 2_000)
    return Spot(route, km, lat, lon, near.sido, near.district)


def place(route: str, km: int) -> Spot:
    """Return where a kilometre (in tenths) of a route lies."""
    return _place(route, km)


def degrees(micro: int) -> str:
    """Write millionths of a degree with six decimals."""
    return f"{micro // 1_000_000}.{micro % 1_000_000:06d}"


# ---- gates -----------------------------------------------------------------------------------


@lru_cache(maxsize=1)
def gates() -> tuple[Gate, ...]:
    """Return every toll gate in the order of routes and codes."""
    known = {r["code"] for r in fact_rows("expressway_points") if r["code"]}
    made = [(p.code, p.name, p.at, p.operator, False) for p in points() if p.code]
    last = max(int(code) for code, *_ in made)
    used = {name for _, name, *_ in made}
    names: dict[str, tuple[str, int]] = {}
    for r in fact_rows("expressway_rests"):
        names.setdefault(f"{r['name']}하이패스", (r["route"], int(r["km10"]) + 3))
    for name, (route, km) in list(names.items())[: GATES - len(made)]:
        last += 1
        assert name not in used  # sites are named apart from interchanges
        made.append((str(last), name, _place(route, km), "00", True))
    blank = _blank([(code, electronic) for code, *_, electronic in made])
    found = [
        Gate(code, name, at, op, branch_of(at), code not in blank, electronic, code in known)
        for code, name, at, op, electronic in made
    ]
    return tuple(sorted(found, key=lambda g: (g.at.route, g.code)))


def _blank(codes: list[tuple[str, bool]]) -> frozenset[str]:
    """Return the codes of gates without coordinates: the electronic ones first, then by lot."""
    lots = [
        (not electronic, Draw("expressway blank", code).u64(), code)
        for code, electronic in codes
        if code not in _KNOWN_PLACES
    ]
    return frozenset(code for _, _, code in sorted(lots)[:BLANK_PLACES])


@lru_cache(maxsize=1)
def gate_by_code() -> dict[str, Gate]:
    """Return every gate by its code."""
    return {gate.code: gate for gate in gates()}


# ---- ways ------------------------------------------------------------------------------------

_WIDE = {
    # route: from where to where (tenths of a kilometre) it has six lanes or more
    "0010": (2700, 4200), "0100": (1060, 1600), "0150": (2830, 3400), "0500": (0, 860),
    "0350": (730, 1200), "0370": (0, 400), "1000": (0, 1300), "1100": (0, 700),
    "1200": (0, 300), "1300": (0, 400), "1710": (0, 300), "2510": (370, 540),
}  # fmt: skip
_NARROW = {"0121": (0, 90), "0160": (100, 143)}
Node = tuple[str, int] | str


def _node(point: Point) -> Node:
    """Return a point's place in the graph: junctions of one name are one place."""
    return point.name if point.kind == "JC" else (point.at.route, point.at.km)


@lru_cache(maxsize=1)
def _graph() -> dict[Node, list[tuple[Node, Way]]]:
    """Return the neighbours of every node; electronic gates lie between two points."""
    chain: dict[str, list[tuple[int, Node, bool]]] = {}
    for point in points():
        entry = (point.at.km, _node(point), point.gap)
        chain.setdefault(point.at.route, []).append(entry)
    for gate in gates():
        if gate.electronic:
            at = gate.at
            chain[at.route].append((at.km, (at.route, at.km), False))
    graph: dict[Node, list[tuple[Node, Way]]] = {}
    for route, stops in chain.items():
        ordered = sorted(stops, key=lambda stop: (stop[0], str(stop[1])))
        for (km, node, _), (far, other, gap) in pairwise(ordered):
            if not gap:
                way = _stretch(route, km, far)
                graph.setdefault(node, []).append((other, way))
                graph.setdefault(other, []).append((node, way))
    return graph


def _stretch(route: str, km: int, far: int) -> Way:
    length = far - km
    wide, narrow = _WIDE.get(route, (0, 0)), _NARROW.get(route, (0, 0))
    if wide[0] <= km and far <= wide[1]:
        return Way(length, 0, 0, length)
    if narrow[0] <= km and far <= narrow[1]:
        return Way(length, length, 0, 0)
    return Way(length, 0, length, 0)


@lru_cache(maxsize=1024)
def ways_from(code: str) -> dict[str, Way]:
    """Return the shortest way from a gate to every gate that can be reached, by code."""
    start = gate_by_code()[code]
    source: Node = (start.at.route, start.at.km)
    best: dict[Node, Way] = {source: Way(0, 0, 0, 0)}
    heap: list[tuple[Way, str, Node]] = [(best[source], "", source)]
    done: set[Node] = set()
    while heap:
        _, _, node = heappop(heap)
        if node in done:
            continue
        done.add(node)
        here = best[node]
        for other, way in _graph().get(node, ()):
            there = here + way
            if other not in best or there < best[other]:
                best[other] = there
                heappush(heap, (there, str(other), other))
    return {g.code: best[g.at.route, g.at.km] for g in gates() if (g.at.route, g.at.km) in best}
