"""The way between two stations of 서울교통공사: quickest, shortest, or with the fewest changes.

Stations and their order are real; running times and distances are made up.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.rail.columns import columns
from kopa_env.world.tables.rail.metro import MetroStation, metro_stations
from kopa_env.world.world import World

_CHAINS: dict[str, tuple[str, ...]] = {
    "1호선": ("133~128 124 127~125",),
    "2호선": ("201~243 201", "211 244 245 250 246", "234 247~249 234-4"),
    "3호선": ("319~352",),
    "4호선": ("409~434",),
    "5호선": ("510~553 561~565", "548 554~560"),
    "6호선": ("610~615 610", "610 616~648"),
    "7호선": ("709~750",),
    "8호선": ("808~820 827 821~826",),
}
"""The order of the stations' numbers along each line, branches after it."""

_BRANCHES = {
    "성수지선": ("244", "245", "250", "246"),
    "신정지선": ("247", "248", "249", "234-4"),
    "마천지선": tuple(str(n) for n in range(554, 561)),
}
_CHANGE = 4
_KINDS = ("duration", "distance", "transfer")

Edge = tuple[str, int, int, str]
"""To which station, minutes, metres, and the name of the station where one changes lines."""


def branch(number: str) -> str | None:
    """Return the branch that a station lies on, by its number."""
    return next((name for name, numbers in _BRANCHES.items() if number in numbers), None)


def _numbers(chain: str, known: set[str]) -> list[str]:
    found: list[str] = []
    for part in chain.split():
        low, _, high = part.partition("~")
        if not high:
            found.append(low)
            continue
        step = 1 if int(low) < int(high) else -1
        found += [str(n) for n in range(int(low), int(high) + step, step)]
    return [number for number in found if number in known]


@lru_cache(maxsize=2)
def _by_code(seed: int) -> dict[str, MetroStation]:
    return {s.code: s for s in metro_stations(seed)}


@lru_cache(maxsize=2)
def _by_name(seed: int) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for station in metro_stations(seed):
        found.setdefault(station.name, []).append(station.code)
    return {name: tuple(codes) for name, codes in found.items()}


@lru_cache(maxsize=2)
def _edges(seed: int) -> dict[str, list[Edge]]:
    found: dict[str, list[Edge]] = {s.code: [] for s in metro_stations(seed)}
    for line, chains in _CHAINS.items():
        own = {s.number: s.code for s in metro_stations(seed) if s.line == line}
        for chain in chains:
            for a, b in pairwise(_numbers(chain, set(own))):
                metres = Draw(seed, "metro leg", own[a], own[b]).bell(6, 18) * 100
                minutes = max(1, (metres + 300) // 700)
                found[own[a]].append((own[b], minutes, metres, ""))
                found[own[b]].append((own[a], minutes, metres, ""))
    for name, codes in _by_name(seed).items():
        for code in codes:
            found[code] += [(other, _CHANGE, 0, name) for other in codes if other != code]
    return found


def _cost(kind: str, edge: Edge) -> int:
    _, minutes, metres, change = edge
    if kind == "distance":
        return metres * 10 + bool(change)
    return minutes + (10_000 if kind == "transfer" and change else 0)


def reach(
    seed: int, starts: tuple[str, ...], kind: str, shunned: tuple[str, ...] = ()
) -> tuple[dict[str, int], dict[str, str]]:
    """Return the cost of every station from any of the starts, and the one before it."""
    costs, before = dict.fromkeys(starts, 0), dict[str, str]()
    heap = [(0, code) for code in starts]
    while heap:
        cost, here = heappop(heap)
        if cost > costs[here]:
            continue
        for edge in _edges(seed)[here]:
            if edge[3] in shunned and edge[3]:
                continue
            total = cost + _cost(kind, edge)
            if total < costs.get(edge[0], total + 1):
                costs[edge[0]], before[edge[0]] = total, here
                heappush(heap, (total, edge[0]))
    return costs, before


def way(
    seed: int, origin: str, target: str, kind: str, shunned: tuple[str, ...] = ()
) -> list[MetroStation]:
    """Return the stations from one name to another; none if there is no way."""
    starts, ends = (_by_name(seed).get(name, ()) for name in (origin, target))
    costs, before = reach(seed, starts, kind, shunned)
    reached = [code for code in ends if code in costs]
    if not reached:
        return []
    here = min(reached, key=lambda code: (costs[code], code))
    found = [here]
    while here in before:
        here = before[here]
        found.append(here)
    return [_by_code(seed)[code] for code in reversed(found)]


def _via(seed: int, names: list[str], kind: str, shunned: tuple[str, ...]) -> list[MetroStation]:
    found: list[MetroStation] = []
    for origin, target in pairwise(names):
        leg = way(seed, origin, target, kind, shunned)
        if not leg:
            return []
        found += leg[1:] if found and leg[0] == found[-1] else leg
    return found


def _split(value: Value) -> list[str]:
    return [part.strip() for part in str(value or "").split(",") if part.strip()]


def _path(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    origin, target, kind, excluded, through = (*values, *(None,) * 5)[:5]
    names = [str(origin or ""), *_split(through), str(target or "")]
    for way_kind in _KINDS if kind is None else (str(kind),):
        if way_kind not in _KINDS:
            continue
        found = _via(world.seed, names, way_kind, tuple(_split(excluded)))
        for place, s in enumerate(found, start=1):
            yield (
                *(origin, target, way_kind, excluded or "", through or "", place),
                *(branch(s.number), s.line, s.code, s.number, s.name),
            )


METRO_PATHS = Table(
    "metro_paths",
    columns(
        "origin target kind excluded through place brlnnm linenm stncd stnno stnnm",
        "place",
        nulls="brlnnm",
    ),
    lambda world: (
        row
        for origin in _by_name(world.seed)
        for target in _by_name(world.seed)
        for row in _path(world, (origin, target, "duration"))
    ),
    by=("origin", "target", "kind", "excluded", "through"),
    part=_path,
    either=True,
)
"""Ways through wished stations, or without changing at others, are made when they are asked for."""


def _surcharge(metres: int) -> str:
    kilometres = (metres + 999) // 1000
    if kilometres <= 10:
        return "기본운임 구간(10km 이내)"
    if kilometres <= 50:
        added = (kilometres - 10 + 4) // 5 * 100
        return f"10km 초과 5km마다 100원씩 {added}원 추가"
    return "50km 초과 8km마다 100원씩 추가"


def _fares(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    origin = _by_code(world.seed).get(str(values[0]))
    if origin is None:
        return
    costs, _ = reach(world.seed, (origin.code,), "distance")
    for s in metro_stations(world.seed):
        if s.code == origin.code:
            continue
        metres = costs[s.code] // 10
        yield (
            *(origin.code, origin.number, origin.name, s.code, s.number, s.name),
            *(f"{metres // 1000}.{metres % 1000 // 100}", _surcharge(metres)),
        )


METRO_FARES = Table(
    "metro_fares",
    columns("dptrestncd dptrestnno dptrestnnm arvlstncd arvlstnno arvlstnnm mvmndstc addcrgexpln"),
    lambda world: (row for s in metro_stations(world.seed) for row in _fares(world, (s.code,))),
    key=("dptrestncd", "arvlstncd"),
    by=("dptrestncd",),
    part=_fares,
)
