"""Stops and routes of city buses outside Seoul, made by rule for each city.

As many stops as were counted, two of a name on either side of a road; routes run out along one side
and back along the other. Stops of 경기도 are those of the province's own list, ``GGB`` before their
ids. Figures and courses are made up; route numbers follow the usual forms.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.condition import Condition
from kopa_env.world.draw import Draw
from kopa_env.world.tables.transit.cities import City, cities, city_by_code, on_grid, town_names
from kopa_env.world.world import World

_MARKS = (
    *("행정복지센터", "우체국", "초등학교", "시장", "사거리", "아파트", "교회앞", "공원", "도서관"),
    *("파출소", "삼거리", "복지관", "보건소", "중학교", "마을회관", "농협", "입구", "고등학교"),
    *("역", "터미널", "체육관", "병원", "산업단지", "전통시장", "경로당", "저수지"),
)
_FORMS = (
    # route type, weight, lowest and highest number
    ("일반버스", 62, 1, 999), ("좌석버스", 10, 100, 999), ("마을버스", 16, 1, 99),
    ("급행버스", 7, 1, 30), ("외곽버스", 5, 200, 899),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stop:
    """A stop; place in millionths of a degree, no number in some cities."""

    node: str
    name: str
    number: int | None
    lat: int
    lon: int


@dataclass(frozen=True, slots=True)
class Line:
    """A route: the places of its stops in the city's list, out and back."""

    code: str
    number: str
    kind: str
    first: str
    last: str
    headways: tuple[int, int, int]
    out: tuple[int, ...]
    back: tuple[int, ...]

    @property
    def stops(self) -> tuple[int, ...]:
        """Return every stop in the order of the way."""
        return self.out + self.back


_KEPT = 24
_SHARED: OrderedDict[tuple[int, str], tuple[Stop, ...]] = OrderedDict()


def stops(world: World, code: str) -> tuple[Stop, ...]:
    """Return the stops of a city, 동 by 동."""
    if city_by_code()[code].sido != "경기":
        return _made(world.seed, code)
    key = (world.seed, code)
    if key not in _SHARED:
        _SHARED[key] = _shared(world, city_by_code()[code])
        if len(_SHARED) > _KEPT:
            _SHARED.popitem(last=False)
    return _SHARED[key]


def _shared(world: World, city: City) -> tuple[Stop, ...]:
    """Return the stops that the province lists for a city, pair by pair."""
    rows, _ = world.select("gyeonggi_bus_stops", [Condition("sigun_nm", "eq", city.town)])
    pairs = [rows[n : n + 2] for n in range(0, len(rows), 2)]
    pairs.sort(
        key=lambda pair: (len(pair) < 2, str(pair[0]["locplc_loc"]), str(pair[0]["wgs84_lat"]))
    )
    return tuple(
        Stop(
            *(f"GGB{r['station_id']}", str(r["station_nm_info"])),
            int(str(r["station_manage_no"])),
            *(_micro(str(r["wgs84_lat"])), _micro(str(r["wgs84_logt"]))),
        )
        for pair in pairs
        for r in pair
    )


def _micro(degrees: str) -> int:
    whole, _, part = degrees.partition(".")
    return int(whole) * 1_000_000 + int(part[:6].ljust(6, "0"))


@lru_cache(maxsize=_KEPT)
def _made(seed: int, code: str) -> tuple[Stop, ...]:
    """Return the stops made up for a city."""
    city = city_by_code()[code]
    names = town_names(city)
    numbered = city.metropolitan or Draw("stop numbers", code).chance(820)
    found: list[Stop] = []
    seen: dict[str, int] = {}
    for place in range(0, city.stops, 2):
        draw = Draw(seed, "city stop", code, place)
        town = names[place * len(names) // city.stops]
        word = draw.bits()
        name = town + _MARKS[word % len(_MARKS)]
        seen[name] = seen.get(name, 0) + 1
        name = name if seen[name] == 1 else f"{name}{seen[name]}"
        lat, lon = on_grid(draw, city, place // 2)
        for side in range(min(2, city.stops - place)):
            number = place + side + 1
            found.append(
                Stop(
                    *(node_id(city, number), name, 10_000 + number if numbered else None),
                    *(lat + side * 180, lon + side * 140),
                )
            )
    return tuple(found)


def node_id(city: City, number: int) -> str:
    """Return the id of a city's n-th stop."""
    if city.code == "25":
        return f"DJB{8_000_000 + number}"
    return f"{city.prefix}{int(city.code) % 10_000:04d}{number:05d}"


def _route_id(city: City, number: int) -> str:
    if city.code == "25":
        return f"DJB{30_300_000 + number}"
    if city.code.startswith("31"):
        return f"GGB{int(city.code[2:4]) + 199}{number + 100:06d}"
    return f"{city.prefix}{int(city.code) % 10_000:04d}{number:04d}"


@lru_cache(maxsize=24)
def lines(seed: int, code: str) -> tuple[Line, ...]:
    """Return the routes of a city."""
    city = city_by_code()[code]
    pairs = city.stops // 2
    used: set[tuple[str, str]] = set()
    found: list[Line] = []
    for place in range(max(6, city.stops // 28)):
        draw = Draw(seed, "city route", code, place)
        kind, low, high = draw.weighted([((k, a, b), w) for k, w, a, b in _FORMS])
        number = _number(draw, kind, low, high)
        while (number, kind) in used:
            number = _number(draw, kind, low, high + len(used))
        used.add((number, kind))
        count = min(pairs, draw.between(12, 20) if kind == "마을버스" else draw.between(18, 38))
        here, way = draw.below(pairs), []
        for _ in range(count):
            way.append(here % pairs)
            here += draw.between(1, 5)
        way = list(dict.fromkeys(way))
        headway = draw.skewed(7, 90, 2)
        if _route_id(city, place + 1) == "DJB30300004":
            # The route and the stop that examples name belong together.
            way, headway = list(range(884, 910)), 9
        found.append(
            Line(
                *(_route_id(city, place + 1), number, kind),
                *(f"{draw.between(5, 6):02d}{draw.between(0, 5)}0", f"{draw.between(20, 23)}30"),
                (headway, headway * 6 // 5, headway * 3 // 2),
                tuple(2 * pair for pair in way),
                tuple(2 * pair + 1 for pair in reversed(way) if 2 * pair + 1 < city.stops),
            )
        )
    return tuple(found)


def _number(draw: Draw, kind: str, low: int, high: int) -> str:
    number = draw.between(low, high)
    if kind == "급행버스":
        return f"급행{number}"
    branch = f"-{draw.between(1, 4)}" if draw.chance(180) else ""
    return f"{number}{branch}"


@lru_cache(maxsize=_KEPT)
def passing(seed: int, code: str) -> dict[int, list[tuple[Line, int]]]:
    """Return the routes that stop at each place of a city's list, and where on their way."""
    found: dict[int, list[tuple[Line, int]]] = {}
    for line in lines(seed, code):
        for order, place in enumerate(line.stops):
            found.setdefault(place, []).append((line, order))
    return found


@lru_cache(maxsize=1)
def _homes() -> dict[str, str]:
    """Return the city of every route id, and of every node id that is made here."""
    found: dict[str, str] = {}
    for city in cities():
        for number in range(max(6, city.stops // 28)):
            found[_route_id(city, number + 1)] = city.code
        if city.sido != "경기":
            for number in range(city.stops):
                found[node_id(city, number + 1)] = city.code
    return found


def home(world: World, code: str) -> str:
    """Return the city that a route or a stop belongs to; empty for none."""
    home = _homes().get(code, "")
    if home or not code.startswith("GGB"):
        return home
    own = [Condition("station_id", "eq", code.removeprefix("GGB"))]
    rows, _ = world.select("gyeonggi_bus_stops", own)
    names = {str(r["sigun_nm"]) for r in rows}
    return next((c.code for c in cities() if c.sido == "경기" and c.town in names), "")


def degrees(micro: int) -> str:
    """Write millionths of a degree with eight decimals."""
    return f"{micro // 1_000_000}.{micro % 1_000_000:06d}{micro * 7 % 100:02d}"
