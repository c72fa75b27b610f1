"""법정동 codes: every 시도, 시군구, 읍면동 and 리, and some that are no longer in force.

As of the world's day: 광주 and 전남 are apart, 강원 and 전북 have the codes they got in 2023 and
2024. Codes that were given up then are listed too, marked by a remark.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.districts import districts, provinces
from kopa_env.world.tables.towns import (
    CITIES,
    admin_dongs,
    by_code,
    full_name,
    province_of,
    towns_of,
)
from kopa_env.world.world import World

_SINCE: Mapping[str, str] = {"36": "20120701", "51": "20230611", "52": "20240118"}
"""The day on which a province's codes were made, where it is one of the last years."""

_FORMER = (
    ("51", "42", "강원도", "2023-06-11 강원특별자치도 출범으로 폐지"),
    ("52", "45", "전라북도", "2024-01-18 전북특별자치도 출범으로 폐지"),
)
_MOVED = (
    ("4772000000", "경상북도 군위군", "2023-07-01 대구광역시 편입으로 폐지"),
    ("2817000000", "인천광역시 남구", "2018-07-01 미추홀구로 이름을 바꾸어 폐지"),
)


@dataclass(frozen=True, slots=True)
class Place:
    """One code and its name in full; ``remark`` says why it is no longer in force."""

    code: str
    name: str
    remark: str = ""


def places() -> Iterator[Place]:
    """Yield every code in force, in code order within each province."""
    for province in provinces():
        yield Place(f"{province.code}00000000", province.name)
        named: set[str] = set()
        for district in (d for d in districts() if d.province == province.short):
            city = CITIES.get(district.name.split()[0], "")
            if city and " " in district.name and city not in named:
                named.add(city)
                yield Place(f"{city}00000", f"{province.name} {district.name.split()[0]}")
            yield Place(f"{district.code}00000", full_name(district))
            for town in towns_of(district.code):
                base = f"{full_name(district)} {town.name}"
                yield Place(f"{town.code}00", base)
                for number, village in town.villages:
                    yield Place(f"{town.code}{number}", f"{base} {village}")


def former() -> Iterator[Place]:
    """Yield codes of provinces and districts that were given up."""
    for now, then, name, remark in _FORMER:
        yield Place(f"{then}00000000", name, remark)
        present = next(p for p in provinces() if p.code == now)
        for district in (d for d in districts() if d.province == present.short):
            yield Place(f"{then}{district.code[2:]}00000", f"{name} {district.name}", remark)
    yield from (Place(*moved) for moved in _MOVED)


def above(code: str) -> str:
    """Return the code one level up; a province has none."""
    for digits in (8, 5, 2):
        if code[digits:].strip("0"):
            return code[:digits].ljust(10, "0")
    return "0000000000"


def _rows(world: World) -> Iterator[Row]:
    ranks: dict[str, int] = {}
    known = sorted((*places(), *former()), key=lambda p: p.code)
    for place in known:
        code = place.code
        higher = above(code)
        ranks[higher] = ranks.get(higher, 0) + 1
        since = None if code[5:].strip("0") else _SINCE.get(code[:2])
        yield (
            *(code, code[:2], code[2:5], code[5:8], code[8:], code, code, place.name),
            *(ranks[higher], place.remark or None, higher, place.name.split()[-1], since),
            "N" if place.remark else "Y",
        )


LEGAL_DISTRICTS = Table(
    "legal_districts",
    (
        Column("region_cd", domain="legal_dong10", gen="fact"),
        Column("sido_cd", domain="sido2", gen="fact"),
        *(Column(n, gen="fact") for n in ("sgg_cd", "umd_cd", "ri_cd")),
        Column("locatjumin_cd", domain="legal_dong10", gen="fact"),
        Column("locatjijuk_cd", domain="legal_dong10", gen="fact"),
        Column("locatadd_nm", domain="legal_name", gen="fact"),
        Column("locat_order", "int"),
        Column("locat_rm", null_rate=0.99),
        Column("locathigh_cd", domain="legal_dong10", gen="ref"),
        Column("locallow_nm", gen="fact"),
        Column("adpt_de", domain="date", gen="fact", null_rate=0.99),
        Column("in_force"),
    ),
    _rows,
    key=("region_cd",),
    index=(("in_force",),),
)


def _admin(world: World) -> Iterator[Row]:
    for dong in admin_dongs().values():
        district = by_code()[dong.district]
        province = province_of()[district.province]
        legal = "|".join(f"{town.code}00" for town in dong.towns)
        yield (dong.code, province.name, district.name, dong.name, dong.district, legal)


ADMIN_DONGS = Table(
    "admin_dongs",
    (
        Column("code", domain="admin_dong10"),
        Column("sido", domain="sido_name", gen="ref"),
        Column("sgg", domain="sgg_name", gen="ref"),
        Column("name"),
        Column("sgg_code", domain="sigun5", gen="ref"),
        Column("legal_codes"),
    ),
    _admin,
    key=("code",),
    index=(("sgg_code",),),
)
"""행정동, 읍 and 면, with the legal districts each lies in."""
