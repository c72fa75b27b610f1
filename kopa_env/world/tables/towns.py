"""읍, 면, 동 and 리: the ground between a 시군구 and an address, the same in every world.

Real ones first (``facts/towns.csv``, and 경기도's own file), made-up ones after them until a
district has about as many as such districts have. Made-up 동 are numbered from 201, made-up 면
from 501 and made-up 리 from 51, where the real register has next to none, so that a code tells
which kind it is. 행정동 outside Seoul are derived: mostly one for each 동, some 동 have two, and
some share one with a neighbour.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world import school_names
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.districts import District, Province, districts, provinces

CITIES: Mapping[str, str] = {
    "수원시": "41110", "성남시": "41130", "안양시": "41170", "부천시": "41190", "안산시": "41270",
    "고양시": "41280", "용인시": "41460", "화성시": "41590", "청주시": "43110", "천안시": "44130",
    "포항시": "47110", "창원시": "48120", "전주시": "52110",
}  # fmt: skip
"""Cities that have 구 of their own, and their codes: real, of the same register."""

AREA_CODES: Mapping[str, str] = {
    "서울": "02", "부산": "051", "대구": "053", "인천": "032", "광주": "062", "대전": "042",
    "울산": "052", "세종": "044", "경기": "031", "강원": "033", "충북": "043", "충남": "041",
    "전북": "063", "전남": "061", "경북": "054", "경남": "055", "제주": "064",
}  # fmt: skip
"""Area codes of telephones by province."""

_MADE_DONG, _MADE_MYEON, _MADE_RI = 201, 501, 51


@dataclass(frozen=True, slots=True)
class Town:
    """A 읍, 면 or legal 동: its code (8 digits), its 리 as (code of 2 digits, name)."""

    code: str
    name: str
    district: str
    villages: tuple[tuple[str, str], ...]

    @property
    def rural(self) -> bool:
        """Whether it is a 읍 or 면."""
        return self.name[-1] in "읍면"


@dataclass(frozen=True, slots=True)
class AdminDong:
    """A 행정동 (a 읍 or 면 is one too): its code (10 digits) and the legal 동 it lies in."""

    code: str
    name: str
    district: str
    towns: tuple[Town, ...]

    @property
    def rural(self) -> bool:
        """Whether it is a 읍 or 면."""
        return self.name[-1] in "읍면"


@lru_cache(maxsize=1)
def by_code() -> dict[str, District]:
    """Return districts by code."""
    return {d.code: d for d in districts()}


@lru_cache(maxsize=1)
def province_of() -> dict[str, Province]:
    """Return provinces by short name."""
    return {p.short: p for p in provinces()}


def full_name(district: District) -> str:
    """Return a district's name with its province before it, as addresses begin."""
    province = province_of()[district.province].name
    return province if district.name == province else f"{province} {district.name}"


@lru_cache(maxsize=1)
def _known() -> dict[str, list[tuple[str, str, list[str]]]]:
    """Return the real 읍, 면 and 동 of each district: code, name, names of 리."""
    found: dict[str, list[tuple[str, str, list[str]]]] = {}
    for r in (*fact_rows("towns"), *fact_rows("gyeonggi_dongs")):
        villages = [v for v in r["villages"].split("|") if v]
        found.setdefault(r["code"][:5], []).append((r["code"], r["name"], villages))
    return found


@lru_cache(maxsize=512)
def towns_of(district: str) -> tuple[Town, ...]:
    """Return the 읍, 면 and legal 동 of a district (5 digits) in code order."""
    if district not in by_code():
        return ()
    draw = Draw(0, "towns", district)
    known = _known().get(district, [])
    made = [(code, name, villages) for code, name, villages in known]
    taken = {name for _, name, _ in known}
    dongs, myeons = _missing(draw, by_code()[district], known)
    for place in range(dongs):
        made.append((f"{district}{_MADE_DONG + place}", _fresh(draw, "동", taken), []))
    for place in range(myeons):
        made.append((f"{district}{_MADE_MYEON + place}", _fresh(draw, "면", taken), []))
    return tuple(
        Town(code, name, district, _villages(code, name, real)) for code, name, real in sorted(made)
    )


def _missing(
    draw: Draw, district: District, known: list[tuple[str, str, list[str]]]
) -> tuple[int, int]:
    """Return how many 동 and 면 a district still lacks."""
    rural = sum(name[-1] in "읍면" for _, name, _ in known)
    urban = len(known) - rural
    if district.province in ("서울", "경기"):
        return 0, 0
    if district.name.endswith("군"):
        return 0, max(0, draw.between(7, 12) - rural)
    if not rural:
        return max(0, draw.between(8, 17) - urban), 0
    return max(0, draw.between(9, 19) - urban), max(0, draw.between(4, 9) - rural)


def _fresh(draw: Draw, kind: str, taken: set[str]) -> str:
    name = school_names.place(draw) + kind
    while name in taken:
        name = school_names.place(draw) + kind
    taken.add(name)
    return name


def _villages(code: str, name: str, real: list[str]) -> tuple[tuple[str, str], ...]:
    if name[-1] not in "읍면":
        return ()
    draw, taken = Draw(0, "villages", code), set(real)
    made = [_fresh(draw, "리", taken) for _ in range(max(0, draw.between(7, 14) - len(real)))]
    return (
        *((str(21 + n), village) for n, village in enumerate(real)),
        *((str(_MADE_RI + n), village) for n, village in enumerate(made)),
    )


def town_of(word: int, district: str) -> Town:
    """Return the 읍, 면 or 동 of a district that a draw stands for."""
    found = towns_of(district)
    return found[word % len(found)]


# ---- 행정동 ----------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def admin_dongs_of(district: str) -> tuple[AdminDong, ...]:
    """Return the 행정동, 읍 and 면 of a district (5 digits) in code order."""
    towns = towns_of(district)
    rural = [AdminDong(f"{t.code}00", t.name, district, (t,)) for t in towns if t.rural]
    urban = [t for t in towns if not t.rural]
    named = _in_seoul(district, urban) if district.startswith("11") else _derived(district, urban)
    return tuple(sorted((*named, *rural), key=lambda d: d.code))


def _in_seoul(district: str, towns: list[Town]) -> list[AdminDong]:
    """Return Seoul's 행정동, each with the 동 that it is named after, or one nearby in the list."""
    by_name = {t.name: t for t in towns}
    made = []
    rows = [r for r in fact_rows("seoul_dongs") if r["gu_code"] == district]
    for place, r in enumerate(rows):
        bare = re.sub(r"본?\d*동$", "동", r["dong"])
        town = by_name.get(r["dong"]) or by_name.get(bare) or towns[place % len(towns)]
        made.append(AdminDong(f"{r['code']}00", r["dong"], district, (town,)))
    held = {t.code for dong in made for t in dong.towns}
    for place, town in enumerate(t for t in towns if t.code not in held):
        at = place % len(made)
        dong = made[at]
        made[at] = AdminDong(dong.code, dong.name, district, (*dong.towns, town))
    return made


def _derived(district: str, towns: list[Town]) -> list[AdminDong]:
    draw = Draw(0, "admin dongs", district)
    groups: list[tuple[str, tuple[Town, ...]]] = []
    for town in towns:
        stem = town.name.removesuffix("동")
        if groups and draw.chance(170):
            name, held = groups[-1]
            groups[-1] = (name, (*held, town))
        elif draw.chance(240) and town.name.endswith("동"):
            groups += [(f"{stem}{n}동", (town,)) for n in range(1, draw.between(2, 3) + 1)]
        else:
            groups.append((town.name, (town,)))
    return [
        AdminDong(f"{district}{510 + 10 * n if n < 49 else n - 48:03d}00", name, district, held)
        for n, (name, held) in enumerate(groups)
    ]


@lru_cache(maxsize=1)
def admin_dongs() -> dict[str, AdminDong]:
    """Return every 행정동, 읍 and 면 by code."""
    return {dong.code: dong for d in districts() for dong in admin_dongs_of(d.code)}
