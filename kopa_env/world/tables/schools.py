"""Schools: fictional ones at real cardinality, in real 시군구, about 20,000 a year nationwide.

``schools`` has a row for each school that ever existed between 2016 and 2025; yearly figures are
in :mod:`kopa_env.world.tables.pupils`. Facts: 시도 and 시군구, the number of schools by 시도 and
level. Everything else is made by rule. Names are fictional; that some are borne by real schools
cannot be ruled out and carries no meaning. Two schools of one province may share a name (never
two of one 시군구), so that only ``open_id`` tells them apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world import school_names as names
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.districts import District, Province, districts, provinces
from kopa_env.world.tables.towns import Town, town_of
from kopa_env.world.world import World

FIRST_YEAR, LAST_YEAR = 2016, 2025
PIVOT = 2023
"""The year whose number of schools is the counted one."""

LEVELS = ("kindergarten", "elementary", "middle", "high", "special", "other")
_SCALE = {"kindergarten": "유", "elementary": "초", "middle": "중", "high": "고"}
_HIGH_KINDS = (
    ("일반고등학교", 113),
    ("특성화고등학교", 48),
    ("자율고등학교", 12),
    ("특수목적고등학교", 11),
    ("일반계고등학교", 1),
)
_PRIME = 999_983


@dataclass(frozen=True, slots=True)
class School:
    """One school; ``entry`` is its expected number of entrants in 2020."""

    number: int
    open_id: str
    name: str
    level: str
    kind: str
    province: str
    district: str
    founder: str
    branch: str
    opened: int
    closed: int
    entry: int

    def runs_in(self, year: int) -> bool:
        """Return whether the school takes part in that year's census."""
        return self.opened <= year and (not self.closed or year < self.closed)


@lru_cache(maxsize=34)
def province_schools(seed: int, short: str) -> tuple[School, ...]:
    """Return the schools of a province (short name) in the order the platform lists them."""
    counts = next((r for r in fact_rows("school_counts") if r["short"] == short), None)
    if counts is None:
        return ()
    made: list[School] = []
    elementary: dict[str, list[str]] = {}
    for level in ("elementary", "middle", "high", "special", "other", "kindergarten"):
        plan = _Plan(seed, short, level, int(counts[level]), _entrants(counts, level))
        made.extend(plan.schools(elementary))
    order = {level: n for n, level in enumerate(LEVELS)}
    made.sort(key=lambda s: (order[s.level], s.district, s.name, s.number))
    return tuple(made)


def _entrants(counts: dict[str, str], level: str) -> int:
    if level in ("elementary", "middle", "high"):
        return int(counts[f"{level}_entry"])
    return {"kindergarten": 21, "special": 14, "other": 18}[level]


@dataclass(frozen=True, slots=True)
class _Plan:
    """The schools of one level of one province."""

    seed: int
    short: str
    level: str
    count: int
    entrants: int

    def schools(self, elementary: dict[str, list[str]]) -> Iterator[School]:
        """Yield the level's schools; remembers and uses the elementary schools' names."""
        used: set[tuple[str, str]] = set()
        areas = [d for d in districts() if d.province == self.short]
        shares = apportion(self.count, [d.weight for d in areas])
        kinds = self._kinds()
        number = 0
        for area, share in zip(areas, shares, strict=True):
            gone = (share * 4 + 60) // 100 if self.level != "special" else 0
            late = (share * 2 + 70) // 100 if self.level in ("elementary", "middle") else 0
            for place in range(share + gone + late):
                fate = "stays" if place < share else "gone" if place < share + gone else "late"
                yield self._school(number, area, fate, kinds, used, elementary)
                number += 1

    def _kinds(self) -> list[str]:
        shares = apportion(self.count, [weight for _, weight in _HIGH_KINDS])
        kinds = [k for (k, _), n in zip(_HIGH_KINDS, shares, strict=True) for _ in range(n)]
        draw = Draw(self.seed, "high-kinds", self.short)
        for i in range(len(kinds) - 1, 0, -1):
            j = draw.below(i + 1)
            kinds[i], kinds[j] = kinds[j], kinds[i]
        return kinds

    def _school(
        self,
        number: int,
        area: District,
        fate: str,
        kinds: list[str],
        used: set[tuple[str, str]],
        elementary: dict[str, list[str]],
    ) -> School:
        draw = Draw(self.seed, "school", self.short, self.level, number)
        kind = self._kind(draw, fate, kinds)
        branch = self.level == "elementary" and area.name.endswith("군") and draw.chance(90)
        name, public = self._name(draw, area, kind, branch, elementary)
        while (area.code, name) in used:
            name, public = self._name(draw, area, kind, branch, elementary)
        used.add((area.code, name))
        if self.level == "elementary" and not branch:
            elementary.setdefault(area.code, []).append(name)
        opened, closed = _life(draw, fate)
        return School(
            number=number,
            open_id=self._open_id(number),
            name=name,
            level=self.level,
            kind=kind,
            province=self.short,
            district=area.name,
            founder=_founder(draw, self.level, public),
            branch="분교장" if branch else "본교",
            opened=opened,
            closed=closed,
            entry=self._entry(draw, area, branch, public),
        )

    def _kind(self, draw: Draw, fate: str, kinds: list[str]) -> str:
        if self.level == "high":
            return kinds.pop() if fate == "stays" and kinds else "일반고등학교"
        return {
            "kindergarten": "유치원",
            "elementary": "초등학교",
            "middle": "중학교",
            "special": "특수학교",
            "other": "각종학교",
        }[self.level]

    def _name(
        self,
        draw: Draw,
        area: District,
        kind: str,
        branch: bool,
        elementary: dict[str, list[str]],
    ) -> tuple[str, bool]:
        town = area.name.split()[0][:-1] if len(area.name.split()[0]) > 2 else ""
        lead = town if town and draw.chance(120) else ""
        if kind == "유치원":
            hosts = elementary.get(area.code, [])
            if hosts and draw.chance(470):
                return f"{draw.pick(hosts)}병설유치원", True
            return f"{lead}{names.nursery(draw)}유치원", False
        if kind == "초등학교":
            host = f"{lead}{names.stem(draw)}초등학교"
            return (f"{host} {names.place(draw)}분교장" if branch else host), True
        if kind == "특성화고등학교":
            return f"{lead}{names.stem(draw)}{names.craft(draw)}고등학교", draw.chance(550)
        if kind == "특수목적고등학교":
            return f"{lead}{names.stem(draw)}{names.apart(draw)}고등학교", draw.chance(600)
        if kind == "특수학교":
            return f"{lead}{names.stem(draw)}학교", draw.chance(600)
        if kind == "각종학교":
            return f"{lead}{names.stem(draw)}대안학교", draw.chance(200)
        tail = "중학교" if kind == "중학교" else "고등학교"
        gendered = "여자" if draw.chance(70) else ""
        return f"{lead}{names.stem(draw)}{gendered}{tail}", draw.chance(680)

    def _open_id(self, number: int) -> str:
        province = next(i for i, p in enumerate(provinces()) if p.short == self.short)
        place = (province * len(LEVELS) + LEVELS.index(self.level)) * 3000 + number
        step = 1 + Draw(self.seed, "open_id").below(_PRIME - 1)
        return f"E{100_000_000 + place * step % _PRIME * 541:09d}"

    def _entry(self, draw: Draw, area: District, branch: bool, public: bool) -> int:
        if branch:
            return draw.between(1, 4)
        if self.level == "kindergarten":
            return draw.between(2, 8) if public else draw.between(10, 38)
        rural = 34 if area.name.endswith("군") else 116
        size = draw.between(16, 92) + draw.skewed(0, 130, 2)
        return max(1, self.entrants * rural * size // 7900)


def apportion(total: int, weights: list[int]) -> list[int]:
    """Share ``total`` by weight in whole numbers (largest remainder)."""
    whole = sum(weights)
    shares = [total * w // whole for w in weights]
    rest = sorted(range(len(weights)), key=lambda i: (-(total * weights[i] % whole), i))
    for i in rest[: total - sum(shares)]:
        shares[i] += 1
    return shares


def _life(draw: Draw, fate: str) -> tuple[int, int]:
    """Return the years of opening and closing (0: still open) for a fate around ``PIVOT``."""
    if fate == "gone":
        return 0, draw.between(FIRST_YEAR + 1, PIVOT)
    if fate == "late":
        return draw.between(PIVOT + 1, LAST_YEAR), 0
    opened = draw.between(FIRST_YEAR + 1, PIVOT) if draw.chance(30) else 0
    return opened, draw.between(PIVOT + 1, LAST_YEAR) if draw.chance(18) else 0


def _founder(draw: Draw, level: str, public: bool) -> str:
    if public:
        return "국립" if draw.chance(6) else "공립"
    return "사립"


@lru_cache(maxsize=1)
def _codes() -> dict[tuple[str, str], str]:
    return {(d.province, d.name): d.code for d in districts()}


def seat_town(school: School, drawn: str) -> tuple[Town, str]:
    """Return the 읍, 면 or 동 that a drawn word stands for, and one of its 리 after a blank."""
    draw = Draw(0, "seat town", school.open_id, drawn)
    town = town_of(draw.u64(), _codes()[school.province, school.district])
    return town, f" {draw.pick(town.villages)[1]}" if town.villages else ""


def _seat(draw: Draw, school: School, province: Province) -> tuple[str, str, str, str, str]:
    """Return 도로명주소, 지번주소, zip, latitude and longitude."""
    alone = school.district == province.name
    base = province.name if alone else f"{province.name} {school.district}"
    drawn = names.place(draw) + (names.place(draw) if school.district.endswith("군") else "")
    town, village = seat_town(school, drawn)
    area = Draw(0, "district-centre", province.short, school.district)
    spread = province.spread
    lat = province.lat + area.between(-spread, spread) + draw.between(-180, 180)
    lon = province.lon + area.between(-spread, spread) + draw.between(-180, 180)
    return (
        f"{base} {names.road(draw)}",
        f"{base} {town.name}{village} {draw.between(1, 980)}-{draw.between(1, 40)}",
        f"{province.code}{draw.digits(3)}",
        f"{lat // 10000}.{lat % 10000:04d}{draw.digits(2)}",
        f"{lon // 10000}.{lon % 10000:04d}{draw.digits(2)}",
    )


def road_address(seed: int, school: School) -> str:
    """Return where a school is, by road."""
    province = next(p for p in provinces() if p.short == school.province)
    return _seat(Draw(seed, "seat", school.open_id), school, province)[0]


_KNOWN = {"elementary": "7131001", "middle": "7091001", "high": "7010569", "special": "7012001"}
"""Codes of four schools of Seoul in every world, so that examples can name a school."""


def _known(schools: tuple[School, ...]) -> dict[str, str]:
    """Return the known codes by id: of the first school of a level that always ran."""
    found: dict[str, str] = {}
    for level, code in _KNOWN.items():
        first = next(s for s in schools if s.level == level and not (s.opened or s.closed))
        found[first.open_id] = code
    return found


def _fresh(code: str, used: set[str]) -> str:
    """Return a code that no school has yet: the one drawn, or the next that is free."""
    while code in used:
        head, number = code[0], int(code[1:]) + 1
        code = f"{head}{number % 10 ** (len(code) - 1):0{len(code) - 1}d}"
    used.add(code)
    return code


def _own_code(drawn: str, school: School, known: dict[str, str], used: set[str]) -> str:
    return known.get(school.open_id) or _fresh(drawn, used)


def _rows(world: World) -> Iterator[Row]:
    known = _known(province_schools(world.seed, "서울"))
    used = set(known.values())
    for province in provinces():
        for school in province_schools(world.seed, province.short):
            draw = Draw(world.seed, "seat", school.open_id)
            road, lot, zipcode, lat, lon = _seat(draw, school, province)
            new = school.opened >= LAST_YEAR - 1
            state = "3" if school.closed else "1" if new else "2"
            yield (
                school.open_id,
                school.name,
                school.kind,
                school.level,
                province.short,
                province.name,
                school.district,
                office(school),
                school.founder,
                school.branch,
                school.opened or None,
                school.closed or None,
                _fresh(f"S{draw.digits(9)}", used),
                _own_code(f"7{draw.digits(6)}", school, known, used),
                f"{province.code}{draw.digits(3)}",
                state,
                {"1": "신설", "2": "기존", "3": "폐교"}[state],
                {"1": "01", "2": "00", "3": "02"}[state],
                f"S{draw.digits(9)}" if draw.chance(20) else None,
                "N" if school.closed else "Y",
                road,
                lot,
                zipcode,
                lat,
                lon,
            )


def office(school: School) -> str:
    """Return the education office in charge of a school."""
    town = school.district.split()[0]
    if school.level in ("high", "special", "other") or school.province == "세종":
        return {p.short: p.name for p in provinces()}[school.province] + "교육청"
    stem = town[:-1] if len(town) > 2 else town
    province = {p.short: p.name for p in provinces()}[school.province]
    return f"{province}{stem}교육지원청"


SCHOOLS = Table(
    "schools",
    (
        Column("open_id", domain="opn_id"),
        Column("name", domain="school_name"),
        Column("kind", domain="school_kind", gen="fact"),
        Column("level"),
        Column("sido_short", domain="sido_short", gen="ref"),
        Column("sido", domain="sido_name", gen="ref"),
        Column("sgg", domain="sgg_name", gen="ref"),
        Column("office", domain="edu_office"),
        Column("founder"),
        Column("branch"),
        Column("opened", "int", null_rate=0.95),
        Column("closed", "int", null_rate=0.93),
        Column("kedi_code", domain="kedi_code"),
        Column("neis_code", domain="neis_school_code"),
        Column("kedi_sigun", domain="kedi_sigun"),
        Column("state"),
        Column("state_name"),
        Column("change"),
        Column("former_code", domain="kedi_code", null_rate=0.98),
        Column("running"),
        Column("road_address"),
        Column("lot_address"),
        Column("zip", domain="zip5"),
        Column("lat"),
        Column("lon"),
    ),
    _rows,
    key=("open_id",),
    index=(("sido_short",), ("sgg",), ("kedi_code",)),
)
