"""Rest areas, filling stations and shelters along the expressways, and their codes.

Two code systems name one place: six digits (``stdRestCd``) and a letter with five digits
(``serviceAreaCode``). A rest area and the station beside it have numbers of their own. Nothing here
depends on a seed; what they sell and charge does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.districts import districts
from kopa_env.world.tables.expressway.network import Branch, Spot, branch_of, place, points, routes
from kopa_env.world.tables.towns import town_of

STATIONS, PRICED, SHELTERS, RETIRED = 237, 226, 80, 57
"""Stations in the register, stations with a price, shelters, and entries without a code."""

_TAILS = {"rest": "휴게소", "station": "주유소", "shelter": "졸음쉼터", "retired": "간이휴게소"}
_RENAMED = 22
_SEOUL = (37_550_000, 126_990_000)
_PHONES = {
    "서울": "02", "경기": "031", "인천": "032", "강원": "033", "충남": "041", "대전": "042",
    "충북": "043", "세종": "044", "부산": "051", "울산": "052", "대구": "053", "경북": "054",
    "경남": "055", "전남": "061", "광주": "062", "전북": "063",
}  # fmt: skip
_KNOWN_STATIONS = {
    "서울만남(부산)주유소": ("000002", "B00001"),
    "건천(부산)주유소": ("000485", "B00200"),
    "건천(서울)주유소": ("000486", ""),
}
_KNOWN_SHELTER = ("2510", 465, "북대전", "S", "000561", "A00282")
Way = Literal["S", "E", "X"]


@dataclass(frozen=True, slots=True)
class Site:
    """A rest area, a filling station or a shelter.

    Attributes:
        way: the side of the road it is on, by where the road leads (``X``: both).
        std_code: six digits; area_code: letter and five digits, ``0`` where there is none.
        number: of a rest area: three digits.
        heading: the direction's name, empty where traffic of both sides comes in.
    """

    kind: Literal["rest", "station", "shelter", "retired"]
    name: str
    stem: str
    at: Spot
    way: Way
    heading: str
    std_code: str
    area_code: str
    number: str
    located: bool
    branch: Branch
    address: str
    zip_code: str
    phone: str

    @property
    def up(self) -> bool:
        """Say whether its side of the road leads to the capital (상행)."""
        return self.way == "X" or leads_up(self.at.route, self.way)

    @property
    def food_code(self) -> str:
        """Return the code that only the list of dishes uses."""
        return f"S{self.std_code}"


def leads_up(route: str, way: str) -> bool:
    """Say whether a direction (``S`` or ``E``) of a route leads to the capital."""
    return (way == "E") is _end_is_nearer(route)


@lru_cache(maxsize=64)
def _end_is_nearer(route: str) -> bool:
    own = [p.at for p in points() if p.at.route == route]
    start, end = (
        (s.lat - _SEOUL[0]) ** 2 * 25 + (s.lon - _SEOUL[1]) ** 2 * 16 for s in (own[0], own[-1])
    )
    return end < start


class _Codes:
    """Free numbers, given out in order; known ones are kept for their owners."""

    def __init__(self, taken: set[str], width: int, letter: str, start: int) -> None:
        self._taken, self._width, self._letter, self._next = taken, width, letter, start

    def next(self) -> str:
        while True:
            code = f"{self._letter}{self._next:0{self._width}d}"
            self._next += 1
            if code not in self._taken:
                return code


@lru_cache(maxsize=1)
def _everything() -> tuple[Site, ...]:
    rests = fact_rows("expressway_rests")
    known = {code for pair in _KNOWN_STATIONS.values() for code in pair}
    known |= {code for r in rests for code in (r["std_code"], r["area_code"])}
    known |= set(_KNOWN_SHELTER[4:])
    std = _Codes(known, 6, "", 1)
    areas, fuel = _Codes(known, 5, "A", 1), _Codes(known, 5, "B", 1)
    found: list[Site] = []
    for number, r in enumerate(_ordered(rests), start=1):
        way: Way = "S" if r["way"] == "S" else "E" if r["way"] == "E" else "X"
        site = _site(
            *("rest", r["name"], r["route"], int(r["km10"]), way, bool(r["plain"])),
            *(r["std_code"] or std.next(), r["area_code"] or areas.next()),
            *(f"{number:03d}", bool(r["located"])),
        )
        found.append(site)
    for name, route, km, side, shared in _station_plans(rests):
        codes = _KNOWN_STATIONS.get(f"{name}({routes()[route].heading(side)})주유소", ("", ""))
        codes = (codes[0] or std.next(), codes[1] or fuel.next())
        found.append(_site("station", name, route, km, side, False, *codes, "", shared))
    for route, km, name, side in _shelter_plans():
        ours = (route, km, name, side) == _KNOWN_SHELTER[:4]
        codes = _KNOWN_SHELTER[4:] if ours else (std.next(), areas.next())
        found.append(_site("shelter", name, route, km, side, False, *codes, "", False))
    for route, km, name, side in _retired_plans():
        found.append(_site("retired", name, route, km, side, False, std.next(), "0", "", False))
    return tuple(found)


def _ordered(rests: tuple[dict[str, str], ...]) -> list[dict[str, str]]:
    """Return rest areas as they are numbered: the first route from the capital, the rest along."""
    first = [r for r in rests if r["route"] == "0010"]
    down = sorted((r for r in first if r["way"] != "E"), key=lambda r: -int(r["km10"]))
    up = sorted((r for r in first if r["way"] == "E"), key=lambda r: int(r["km10"]))
    # The second number is known to belong to one of the other side.
    second = next(r for r in up if r["name"] == "죽전")
    up.remove(second)
    return [down[0], second, *down[1:], *up, *(r for r in rests if r["route"] != "0010")]


def _site(
    kind: Literal["rest", "station", "shelter", "retired"],
    name: str,
    route: str,
    km: int,
    way: Way,
    plain: bool,
    std_code: str,
    area_code: str,
    number: str,
    located: bool,
) -> Site:
    at = place(route, km)
    heading = "" if way == "X" else routes()[route].heading(way)
    draw = Draw("expressway site", kind, name, way, route)
    side = "" if plain or not heading else f"({heading})"
    zip_code = f"{draw.between(10_000, 62_999)}"
    return Site(
        *(kind, f"{name}{side}{_TAILS[kind]}", name, at, way, heading, std_code, area_code, number),
        *(located, branch_of(at)),
        f"{address_of(draw, at)} {draw.between(1, 990)}"
        + (f"-{draw.between(1, 30)}" if draw.chance(500) else ""),
        zip_code + (" " if draw.chance(120) else ""),
        f"{_PHONES[at.sido]}-0{draw.digits(2)}-{draw.digits(4)}",
    )


@lru_cache(maxsize=1)
def _district_codes() -> dict[tuple[str, str], str]:
    return {(d.province, d.name): d.code for d in districts()}


def address_of(draw: Draw, at: Spot) -> str:
    """Return an address near a place, without its number: ``경북 경주시 건천읍 방내리``."""
    code = _district_codes()[at.sido, at.district]
    town = town_of(draw.u64(), code)
    village = f" {draw.pick(town.villages)[1]}" if town.villages else ""
    city = at.sido if code == "36110" else f"{at.sido} {at.district}"
    return f"{city} {town.name}{village}"


def _station_plans(
    rests: tuple[dict[str, str], ...],
) -> Iterator[tuple[str, str, int, Way, bool]]:
    """Yield stations: beside rest areas, some under another name, and some that stand alone."""
    plans: list[tuple[str, str, int, Way, bool]] = []
    beside = [r for r in _ordered(rests) if r["way"] != "X"]
    lots = sorted(range(len(beside)), key=lambda n: Draw("station name", n).u64())
    known = {name.partition("(")[0] for name in _KNOWN_STATIONS}
    renamed = set([n for n in lots if beside[n]["name"] not in known][:_RENAMED])
    for n, r in enumerate(beside):
        way: Way = "S" if r["way"] == "S" else "E"
        name = f"{r['name']}상사" if n in renamed else r["name"]
        plans.append((name, r["route"], int(r["km10"]), way, True))
    for r in rests:
        if r["way"] == "X":
            plans += [(r["name"], r["route"], int(r["km10"]), way, True) for way in ("S", "E")]
    alone = [p for p in points() if p.kind == "IC" and p.operator == "00"]
    lots = sorted(range(len(alone)), key=lambda n: Draw("lone station", n).u64())
    for n in sorted(lots[: STATIONS - len(plans)]):
        way = "S" if n % 2 else "E"
        plans.append((f"{alone[n].name}직영", alone[n].at.route, alone[n].at.km + 6, way, False))
    return iter(plans)


def _shelter_plans() -> Iterator[tuple[str, int, str, Way]]:
    yield ("2510", 465, "북대전", "S")
    near = [p for p in points() if p.kind == "IC" and p.name != "북대전"]
    lots = sorted(range(len(near)), key=lambda n: Draw("shelter", n).u64())
    for n in sorted(lots[: SHELTERS - 1]):
        yield (near[n].at.route, near[n].at.km + 9, near[n].name, "S" if n % 2 else "E")


def _retired_plans() -> Iterator[tuple[str, int, str, Way]]:
    near = [p for p in points() if p.kind in ("IC", "TG")]
    lots = sorted(range(len(near)), key=lambda n: Draw("retired", n).u64())
    for n in sorted(lots[:RETIRED]):
        yield (near[n].at.route, near[n].at.km + 4, near[n].name, "E" if n % 2 else "S")


@lru_cache(maxsize=8)
def sites(kind: str = "") -> tuple[Site, ...]:
    """Return every place along the road, or those of one kind."""
    return tuple(s for s in _everything() if kind in ("", s.kind))


@lru_cache(maxsize=1)
def listed_rests() -> tuple[Site, ...]:
    """Return the rest areas that the list of locations knows; a few are missing from it."""
    return tuple(s for s in sites("rest") if s.located)


@lru_cache(maxsize=1)
def priced_stations() -> tuple[Site, ...]:
    """Return the stations with a price: a few of the register have closed."""
    lots = sorted(sites("station"), key=lambda s: Draw("closed station", s.std_code).u64())
    known = {code for code, _ in _KNOWN_STATIONS.values()}
    closed = [s for s in lots if s.std_code not in known][: STATIONS - PRICED]
    return tuple(s for s in sites("station") if s not in closed)
