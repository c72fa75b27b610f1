"""Places in 경기도: 31 real cities and counties, their 구, 읍, 면 and 동; roads are made up.

Everything that lies in the province is put down here, so that the city, both addresses, the
postcode and the coordinates of a row are of one place. Where a 동 lies within its district is our
own guess, the same in every world.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from itertools import accumulate
from typing import Literal, cast

from kopa_env.world import school_names
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column

TODAY = date(2026, 1, 30).toordinal()
"""The world's day: nothing is registered after the day before."""


@dataclass(frozen=True, slots=True)
class City:
    """A 시 or 군, with the code of its office in licence registers and its area code."""

    code: str
    name: str
    org: str
    phone: str
    stops: int
    people: int


@dataclass(frozen=True, slots=True)
class Ward:
    """A 시군구 as the districts table has it; its middle and half widths in thousandths."""

    code: str
    name: str
    city: City
    lat: int
    lon: int
    dlat: int
    dlon: int
    people: int
    zip_low: int
    zip_high: int


@dataclass(frozen=True, slots=True)
class Dong:
    """A 읍, 면 or 동: its middle in millionths of a degree, its share of the province's people."""

    code: str
    name: str
    ward: Ward
    villages: tuple[str, ...]
    lat: int
    lon: int
    weight: int

    @property
    def city(self) -> City:
        """Its city or county."""
        return self.ward.city


@dataclass(frozen=True, slots=True)
class Spot:
    """An address: by road, by lot, its postcode and where it lies."""

    dong: Dong
    road: str
    lot: str
    zip: str
    lat: str
    lon: str


@lru_cache(maxsize=1)
def cities() -> tuple[City, ...]:
    """Return the 31 cities and counties in code order."""
    people: dict[str, int] = {}
    for r in fact_rows("gyeonggi_wards"):
        name = r["name"].split()[0]
        people[name] = people.get(name, 0) + int(r["people"])
    return tuple(
        City(r["code"], r["name"], r["org"], r["phone"], int(r["stops"]), people[r["name"]])
        for r in fact_rows("gyeonggi_cities")
    )


@lru_cache(maxsize=1)
def wards() -> tuple[Ward, ...]:
    """Return the 48 시군구 (a city with 구 of its own appears as those 구)."""
    by_name = {city.name: city for city in cities()}
    numbers = ("lat", "lon", "dlat", "dlon", "people", "zip_low", "zip_high")
    return tuple(
        Ward(r["code"], r["name"], by_name[r["name"].split()[0]], *(int(r[n]) for n in numbers))
        for r in fact_rows("gyeonggi_wards")
    )


@lru_cache(maxsize=1)
def dongs() -> tuple[Dong, ...]:
    """Return the 읍, 면 and 동, district by district."""
    of_code = {ward.code: ward for ward in wards()}
    made = []
    for r in fact_rows("gyeonggi_dongs"):
        ward, draw = of_code[r["code"][:5]], Draw(0, "gyeonggi dong", r["code"])
        lat = ward.lat * 1000 + ward.dlat * draw.bell(-780, 780)
        lon = ward.lon * 1000 + ward.dlon * draw.bell(-780, 780)
        villages = tuple(filter(None, r["villages"].split("|")))
        share = draw.between(30, 200) if r["name"][-1] != "면" else draw.between(10, 50)
        made.append((Dong(r["code"], r["name"], ward, villages, lat, lon, 0), share))
    whole: dict[str, int] = {}
    for dong, share in made:
        whole[dong.ward.code] = whole.get(dong.ward.code, 0) + share
    return tuple(
        Dong(
            *(d.code, d.name, d.ward, d.villages, d.lat, d.lon),
            max(1, d.ward.people * 1000 * share // whole[d.ward.code]),
        )
        for d, share in made
    )


@lru_cache(maxsize=128)
def _within(code: str) -> tuple[tuple[Dong, ...], tuple[int, ...]]:
    """Return the 동 of a code's city or district (blank: all) and their weights summed up."""
    found = tuple(d for d in dongs() if code in ("", d.city.code, d.ward.code))
    return found, tuple(accumulate(d.weight for d in found))


def dongs_of(code: str) -> tuple[Dong, ...]:
    """Return the 읍, 면 and 동 of a city or a district."""
    return _within(code)[0]


def pick_dong(draw: Draw, code: str = "") -> Dong:
    """Return a 동 where people live, of the city or district ``code`` if one is named."""
    found, sums = _within(code)
    return found[bisect_right(sums, draw.below(sums[-1]))]


def by_city(draw: Draw, total: int, *, even: int = 0) -> list[int]:
    """Share ``total`` among the cities by people (each city counts as ``even`` thousand more)."""
    weights = [city.people + even for city in cities()]
    weights = [w * draw.between(80, 125) for w in weights]
    whole = sum(weights)
    ends = [total * end // whole for end in accumulate(weights)]
    return [end - start for start, end in zip([0, *ends], ends, strict=False)]


@lru_cache(maxsize=64)
def _roads(ward: str) -> tuple[str, ...]:
    """Return the roads of a district: each with many houses."""
    draw = Draw(0, "gyeonggi road", ward)
    kinds = ("로", "로", "로", "대로", "길", "로12번길", "로37번길", "길8", "번영로", "중앙로")
    return tuple(school_names.place(draw) + draw.pick(kinds) for _ in range(64))


def spot(draw: Draw, dong: Dong | None = None) -> Spot:
    """Return a made-up address in a real 동."""
    dong = dong or pick_dong(draw)
    ward = dong.ward
    lat = dong.lat * 10 + draw.between(-ward.dlat, ward.dlat) * 2_000 + draw.below(2_000)
    lon = dong.lon * 10 + draw.between(-ward.dlon, ward.dlon) * 2_000 + draw.below(2_000)
    base = f"경기도 {ward.name}"
    road = draw.pick(_roads(ward.code))
    house = str(draw.skewed(1, 480, 2)) + (f"-{draw.between(1, 38)}" if draw.chance(260) else "")
    lot = f"{draw.between(1, 1180)}" + (f"-{draw.between(1, 60)}" if draw.chance(720) else "")
    lot += "번지" if draw.chance(300) else ""
    if dong.name[-1] in "읍면":
        village = f" {draw.pick(dong.villages)}" if dong.villages else ""
        roadside, lots = f"{base} {dong.name} {road} {house}", f"{base} {dong.name}{village} {lot}"
    else:
        roadside, lots = f"{base} {road} {house} ({dong.name})", f"{base} {dong.name} {lot}"
    code = f"{draw.between(ward.zip_low, ward.zip_high):05d}"
    return Spot(dong, roadside, lots, code, _degree(lat), _degree(lon))


def beside(draw: Draw, at: Spot) -> Spot:
    """Return a place across the road."""
    lat, lon = (int(text.replace(".", "")[:-3]) for text in (at.lat, at.lon))
    lat += draw.pick((-1, 1)) * draw.between(1_200, 3_000)
    lon += draw.pick((-1, 1)) * draw.between(1_200, 3_000)
    return replace(at, lat=_degree(lat), lon=_degree(lon))


def _degree(scaled: int) -> str:
    return f"{scaled // 10_000_000}.{scaled % 10_000_000:07d}000"


def metric(spot: Spot) -> tuple[str, str]:
    """Return the old plane coordinates (metres east and north) of a place, roughly."""
    lat, lon = (int(text.replace(".", "")[:-3]) for text in (spot.lat, spot.lon))
    east = 2_000_000 + (lon - 1_270_029_000) * 8_854 // 100_000
    north = 5_000_000 + (lat - 380_000_000) * 11_098 // 100_000
    return f"{east // 10}.{east % 10}", f"{north // 10}.{north % 10}"


def phone(draw: Draw, city: City) -> str:
    """Return a telephone number of the city that nobody has: no exchange begins with 0."""
    return f"{city.phone}-0{draw.between(100, 999)}-{draw.digits(4)}"


def day(ordinal: int) -> str:
    """Write a day as ``20260130``."""
    return date.fromordinal(ordinal).isoformat().replace("-", "")


def bag(pairs: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    """Return each word as often as its weight says: quick to pick from."""
    return tuple(word for word, weight in pairs for _ in range(weight))


def flags(word: int, *odds: int) -> tuple[bool, ...]:
    """Return up to six chances, each in 1,024, from one draw."""
    return tuple((word >> 10 * place & 1023) < odd for place, odd in enumerate(odds))


def stem(city: City) -> str:
    """Return the city's name without 시 or 군."""
    return city.name[:-1]


_COLUMN = re.compile(r"(\w+)(\*?)(?:\?(\d+))?(?::(\w+))?(?:=(fact|ref))?")


def table_columns(text: str) -> tuple[Column, ...]:
    """Return columns from their short form, such as ``sigun_cd?60:sigun5=ref beds*``.

    A name, then what is needed of: ``*`` (whole numbers), ``?`` per cent of rows without a value,
    ``:`` domain, ``=`` where its values come from.
    """
    return tuple(_columns(text))


def _columns(text: str) -> Iterator[Column]:
    for token in text.split():
        match = _COLUMN.fullmatch(token)
        assert match is not None, token
        name, whole, nulls, domain, gen = match.groups()
        yield Column(
            name,
            "int" if whole else "text",
            domain=domain or "",
            gen=cast('Literal["fact", "ref", "rule"]', gen or "rule"),
            null_rate=int(nulls or 0) / 100,
        )
