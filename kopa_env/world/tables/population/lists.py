"""Lists of registered residents: by 행정동, by 법정동, and moves between districts.

A list is named by the area asked about (``scope``: a province, district, town or village by its ten
digits), the level of its rows and the kind of registration. Level 1 is provinces, 2 districts, 3
towns, 4 what towns are made of: 통 and 반 of a 행정동; each pair of a legal 동 and a 행정동, or
a 리.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.districts import districts
from kopa_env.world.tables.population.figures import (
    KINDS,
    Count,
    before,
    counts,
    months,
    ratio,
    summed,
)
from kopa_env.world.tables.towns import (
    CITIES,
    AdminDong,
    admin_dongs,
    admin_dongs_of,
    by_code,
    province_of,
)
from kopa_env.world.world import World

LEVELS = ("1", "2", "3", "4")
NATION = "1000000000"
"""The code of the whole country."""


@dataclass(frozen=True, slots=True)
class Area:
    """One line of a list: names, and the 행정동 it sums up, as places in their districts."""

    code: str
    names: tuple[str, str | None, str | None]
    parts: tuple[tuple[str, int], ...]
    legal: str = ""
    village: str | None = None

    def count(self, seed: int, month: str, kind: str) -> Count:
        """Return how many live there."""
        return summed(counts(seed, d, month, kind)[place] for d, place in self.parts)


def scopes() -> Iterator[str]:
    """Yield the codes of all provinces, districts and 행정동."""
    for province in province_of().values():
        yield f"{province.code}00000000"
    for district in districts():
        yield f"{district.code}00000"
        yield from (dong.code for dong in admin_dongs_of(district.code))


def _districts_in(scope: str) -> list[str]:
    """Return the districts of a country, province, city or district."""
    if scope == NATION:
        return [d.code for d in districts()]
    if scope[5:].strip("0"):
        return []
    if not scope[2:].strip("0"):
        return [d.code for d in districts() if d.code[:2] == scope[:2]]
    city = scope[:5]
    own = [d.code for d in districts() if d.code == city]
    return own or [d.code for d in districts() if " " in d.name and _city_of(d.code) == city]


def _city_of(district: str) -> str:
    return CITIES.get(by_code()[district].name.split()[0], "")


def _names(district: str) -> tuple[str, str]:
    known = by_code()[district]
    return province_of()[known.province].name, known.name


def _whole(district: str) -> tuple[tuple[str, int], ...]:
    return tuple((district, place) for place in range(len(admin_dongs_of(district))))


def areas(scope: str, level: str) -> list[Area]:
    """Return the lines of a list by 행정동, in code order; 통 and 반 are parted later."""
    within = _districts_in(scope)
    if level == "1":
        return _provinces(within) if scope == NATION or not scope[2:].strip("0") else []
    if level == "2":
        return [Area(f"{d}00000", (*_names(d), None), _whole(d)) for d in within]
    if within and scope != NATION:
        return [area for d in within for area in _dongs(d)]
    return [area for area in _dongs(scope[:5]) if area.code == scope]


def _provinces(within: Sequence[str]) -> list[Area]:
    held: dict[str, list[str]] = {}
    for district in within:
        held.setdefault(district[:2], []).append(district)
    return [
        Area(f"{code}00000000", (_names(own[0])[0], None, None), sum(map(_whole, own), ()))
        for code, own in held.items()
    ]


def _dongs(district: str) -> list[Area]:
    if district not in by_code():
        return []
    names = _names(district)
    return [
        Area(dong.code, (*names, dong.name), ((district, place),))
        for place, dong in enumerate(admin_dongs_of(district))
    ]


# ---- by 행정동 -------------------------------------------------------------------------------


def _blocks(seed: int, area: Area) -> list[tuple[int, int, int]]:
    """Return the 통 and 반 of a 행정동 and the share of each in 10,000, summed up."""
    size = area.count(seed, months()[-1], "1").total
    draw = Draw(seed, "blocks", area.code)
    found, end = [], 0
    for tong in range(1, max(1, size // 900) + 1):
        for ban in range(1, draw.between(3, 5) + 1):
            end += draw.between(60, 140)
            found.append((tong, ban, end))
    return found


def _parted(whole: Count, blocks: Sequence[tuple[int, int, int]]) -> Iterator[Count]:
    last, done = blocks[-1][2], Count(0, 0, 0, 0, 0)
    fields = (whole.total, whole.male, whole.households, whole.ages, whole.women_100)
    for _, _, end in blocks:
        upto = Count(*(value * end // last for value in fields))
        yield Count(
            upto.total - done.total,
            upto.male - done.male,
            upto.households - done.households,
            upto.ages - done.ages,
            upto.women_100 - done.women_100,
        )
        done = upto


def _figures(now: Count, then: Count) -> Row:
    return (
        *(now.total, now.households, ratio(now.total, now.households), now.male, now.female),
        *(ratio(now.male, now.female), then.total, ratio(now.ages, now.total * 10, 1)),
        now.women_100,
    )


def _by_dong(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    scope, level, kind = (*map(str, values), *("3", "1")[len(values) - 1 :])[:3]
    if level not in LEVELS or kind not in KINDS:
        return
    lines = areas(scope, level)
    blocks = {a.code: _blocks(world.seed, a) for a in lines} if level == "4" else {}
    for month in months():
        for area in lines:
            head = (scope, level, kind, month, area.code, *area.names)
            now = area.count(world.seed, month, kind)
            then = area.count(world.seed, before(month), kind)
            if level != "4":
                yield (*head, None, None, *_figures(now, then))
                continue
            own = blocks[area.code]
            pairs = zip(own, _parted(now, own), _parted(then, own), strict=True)
            for (tong, ban, _), new, old in pairs:
                yield (*head, tong, ban, *_figures(new, old))


def _listed(
    part: Callable[[World, tuple[Value, ...]], Iterator[Row]],
) -> Callable[[World], Iterator[Row]]:
    """Return what yields all parts: the lists of every province, district and town."""

    def rows(world: World) -> Iterator[Row]:
        for scope in scopes():
            for level in LEVELS[:3]:
                yield from part(world, (scope, level, "1"))

    return rows


_NAMES = (
    Column("ctpvNm", domain="sido_name", gen="ref"),
    Column("sggNm", domain="sgg_name", gen="ref"),
)

RESIDENTS = Table(
    "resident_counts",
    (
        Column("scope", domain="admin_dong10", gen="ref"),
        *(Column(n) for n in ("lv", "reg_se")),
        Column("statsYm", domain="month"),
        Column("admmCd", domain="admin_dong10", gen="ref"),
        *_NAMES,
        Column("dongNm", gen="ref"),
        *(Column(n, "int") for n in ("tong", "ban", "totNmprCnt", "hhCnt")),
        Column("hhNmpr"),
        *(Column(n, "int") for n in ("maleNmprCnt", "femlNmprCnt")),
        Column("maleFemlRate"),
        Column("lsmtNmprCnt", "int"),
        Column("totAvrgAge"),
        Column("feml100AgeNmprCnt", "int"),
    ),
    _listed(_by_dong),
    by=("scope", "lv", "reg_se"),
    part=_by_dong,
)


# ---- by 법정동 -------------------------------------------------------------------------------


def legal_areas(scope: str, level: str) -> list[Area]:
    """Return the lines of a list by 법정동: each legal 동 once for every 행정동 it lies in."""
    if level in ("1", "2"):
        return areas(scope, level)
    within = _districts_in(scope)
    if within and scope != NATION:
        return [line for d in within for line in _legal_lines(d, level == "4")]
    whole = level == "4" or scope[8:] != "00"
    found = _legal_lines(scope[:5], whole)
    if scope[8:] == "00":
        return [line for line in found if line.legal[:8] == scope[:8]]
    return [line for line in found if line.legal == scope]


def _legal_lines(district: str, villages: bool) -> list[Area]:
    if district not in by_code():
        return []
    names, found = _names(district), []
    for place, dong in enumerate(admin_dongs_of(district)):
        part = ((district, place),)
        for town in dong.towns:
            held = town.villages if villages and town.villages else (("00", None),)
            for number, village in held:
                code = f"{town.code}{number}"
                found.append(Area(dong.code, (*names, dong.name), part, code, village))
    return sorted(found, key=lambda line: (line.legal, line.code))


def _town_name(line: Area, dong: AdminDong | None) -> str | None:
    if dong is None:
        return None
    return next((t.name for t in dong.towns if t.code == line.legal[:8]), None)


def _by_law(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    scope, level, kind = (*map(str, values), *("3", "1")[len(values) - 1 :])[:3]
    if level not in LEVELS or kind not in KINDS:
        return
    lines = legal_areas(scope, level)
    for month in months():
        for line in lines:
            now = line.count(world.seed, month, kind)
            town = _town_name(line, admin_dongs().get(line.code))
            yield (
                *(scope, level, kind, month, line.legal or line.code, *line.names[:2], town),
                *(line.village, line.code, line.names[2], ratio(now.male, now.female)),
            )


LEGAL_RESIDENTS = Table(
    "legal_residents",
    (
        Column("scope", domain="legal_dong10", gen="ref"),
        *(Column(n) for n in ("lv", "reg_se")),
        Column("statsYm", domain="month"),
        Column("stdgCd", domain="legal_dong10", gen="ref"),
        *_NAMES,
        Column("stdgNm", gen="ref"),
        Column("liNm", gen="ref"),
        Column("admmCd", domain="admin_dong10", gen="ref"),
        Column("dongNm", gen="ref"),
        Column("maleFemlRate"),
    ),
    _listed(_by_law),
    by=("scope", "lv", "reg_se"),
    part=_by_law,
)


# ---- moves -----------------------------------------------------------------------------------


def _moves(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    into, out, level = (*map(str, values), *("", "3")[len(values) - 1 :])[:3]
    if not into or not out or level not in LEVELS:
        return
    depth = "1" if level == "4" else level
    wide = depth == "3" and not all(code[2:].strip("0") for code in (into, out))
    arrivals, departures = areas(into, depth), [] if wide else areas(out, depth)
    for month in months():
        for area in arrivals:
            for other in departures:
                if area.code != other.code and _moved(world.seed, area, other, month):
                    yield (
                        *(into, out, level, month, area.code, other.code, *area.names),
                        *(other.names[0], other.names[1]),
                    )


def _moved(seed: int, area: Area, other: Area, month: str) -> bool:
    """Say whether anybody moved: always within a province, rarely between far villages."""
    if area.code[:2] == other.code[:2] or len(area.parts) > 1:
        return True
    return Draw(seed, "moved", area.code, other.code, month).chance(240)


def _move_rows(world: World) -> Iterator[Row]:
    provinces = [f"{p.code}00000000" for p in province_of().values()]
    for into in provinces:
        for out in provinces:
            yield from _moves(world, (into, out, "1"))


MOVES = Table(
    "population_moves",
    (
        Column("into", domain="admin_dong10", gen="ref"),
        Column("out", domain="admin_dong10", gen="ref"),
        Column("lv"),
        Column("statsYm", domain="month"),
        Column("mvinAdmmCd", domain="admin_dong10", gen="ref"),
        Column("mvtAdmmCd", domain="admin_dong10", gen="ref"),
        Column("mvinCtpvNm", domain="sido_name", gen="ref"),
        Column("mvinSggNm", domain="sgg_name", gen="ref"),
        Column("mvinDongNm", gen="ref"),
        Column("mvtCtpvNm", domain="sido_name", gen="ref"),
        Column("mvtSggNm", domain="sgg_name", gen="ref"),
    ),
    _move_rows,
    by=("into", "out", "lv"),
    part=_moves,
)
