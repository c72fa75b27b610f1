"""Yearly school figures, 2016–2025: pupils, classes and teachers that add up across services.

One row a school and year. A class of first-graders is a *cohort*: it keeps its size, give or take
a few moves, as it rises through the grades, so that grade ``n`` of one year follows grade ``n-1``
of the year before. Sizes follow the real course of 경북's first grades (``facts/cohorts.csv``).

How the columns add up (as the platform's own figures do):

- elementary: ``total = p1 … p6 + combined + special`` (special-class pupils stand apart);
- middle and high: ``total = s1 + s2 + s3`` and the special-class pupils are among them;
- kindergarten: ``total = kinder = age3 + age4 + age5``;
- special schools: ``total`` = the five courses;
- ``tour_girls`` repeats ``special_girls`` while touring pupils are 0: a quirk of the platform.

All schools are fictional, so every figure here is generated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.districts import provinces
from kopa_env.world.tables.schools import (
    FIRST_YEAR,
    LAST_YEAR,
    School,
    office,
    province_schools,
)
from kopa_env.world.world import World

_GRADES = {"elementary": 6, "middle": 3, "high": 3, "kindergarten": 3}
_COURSES = (("nursery", 1), ("primary", 6), ("lower", 3), ("upper", 3), ("trade", 2))
_CLASS_SIZE = {"elementary": 23, "middle": 25, "high": 22, "kindergarten": 15}
_EARLIEST = 2009

_PARTS = tuple(
    f"{course}{grade}" for course, grades in _COURSES[1:4] for grade in range(1, grades + 1)
)
_GRADE_COLUMNS = (*(f"p{n}" for n in range(1, 7)), *(f"s{n}" for n in range(1, 4)))
_INTEGERS = (
    *("total", "girls", "classes", "teachers"),
    *_GRADE_COLUMNS,
    *(f"{g}_girls" for g in _GRADE_COLUMNS),
    *(f"{g}_classes" for g in _GRADE_COLUMNS),
    *("single", "single_girls", "single_classes"),
    *("combined", "combined_girls", "combined_classes"),
    *("special", "special_girls", "special_classes"),
    *("tour", "tour_girls"),
    *("kinder", "kinder_girls"),
    *("age3", "age4", "age5", "age3_girls", "age4_girls", "age5_girls"),
    *(f"{course}_pupils" for course, _ in _COURSES),
    *(f"{course}_classes" for course, _ in _COURSES),
    *(f"{part}_pupils" for part in _PARTS),
    *(f"{part}_classes" for part in _PARTS),
    *("entrants", "entrants_girls", "graduates", "graduates_girls"),
    *("moved_in", "moved_out", "moved_in_afar", "moved_out_afar"),
    *("advanced", "to_general", "to_vocational", "to_special_purpose", "to_autonomous"),
    *("to_university", "to_college", "employed"),
    *("stopped", "zero"),
)


def _rows_of(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    year = int(str(values[0])) if str(values[0]).isdigit() else 0
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return
    for province in provinces():
        if len(values) > 1 and values[1] != province.short:
            continue
        for school in province_schools(world.seed, province.short):
            if school.runs_in(year):
                yield _row(world.seed, school, year)


def _rows(world: World) -> Iterator[Row]:
    for year in range(FIRST_YEAR, LAST_YEAR + 1):
        yield from _rows_of(world, (str(year),))


def _row(seed: int, school: School, year: int) -> Row:
    figures = _figures(seed, school, year)
    named = {"초등학교": "초등학교", "중학교": "중학교", "유치원": "유치원"}
    level = named.get(school.kind, "고등학교" if school.level == "high" else school.kind)
    text = (
        *(str(year), school.province, school.open_id, school.name, level, school.kind),
        *(school.district, office(school), school.founder, school.branch),
    )
    return (*text, *(figures.get(name, 0) for name in _INTEGERS))


@lru_cache(maxsize=4096)
def figures(seed: int, school: School, year: int) -> Mapping[str, int]:
    """Return a school's figures of a year by column; what is left out is 0."""
    return _figures(seed, school, year)


def _figures(seed: int, school: School, year: int) -> dict[str, int]:
    draw = Draw(seed, "school-year", school.open_id, year)
    if school.level == "special":
        return _special_school(seed, school, year, draw)
    level = school.level if school.level in _GRADES else "high"
    sizes = _grades(seed, school, level, year)
    girls = [_girls(seed, school, year - n, size) for n, size in enumerate(sizes)]
    if level == "kindergarten":
        return _kindergarten(school, sizes, girls, draw)
    if level == "elementary":
        found = _elementary(seed, school, year, sizes, girls)
    else:
        found = _secondary(seed, school, level, year, sizes, girls)
    found |= _moves(seed, school, level, year, found, draw)
    return found


@lru_cache(maxsize=1)
def _course() -> dict[tuple[str, int], int]:
    """Return each year's first grade as a share of 2020's, in ten-thousandths."""
    counted = {(r["level"], int(r["entry"])): int(r["pupils"]) for r in fact_rows("cohorts")}
    return {(lv, y): n * 10_000 // counted[lv, 2020] for (lv, y), n in counted.items()}


def _share(level: str, entry: int) -> int:
    if level == "kindergarten":
        return 12_500 - 620 * (entry - FIRST_YEAR)
    table = _course()
    while (level, entry) not in table:
        entry += 1
    return table[level, entry]


def _cohort(seed: int, school: School, level: str, entry: int) -> int:
    """Return how many entered the school in a year."""
    noise = _noise(seed, school.open_id)[(entry - _EARLIEST) % 24]
    return school.entry * _share(level, entry) * noise // 1_000_000


@lru_cache(maxsize=30_000)
def _noise(seed: int, open_id: str) -> tuple[int, ...]:
    draw = Draw(seed, "cohorts", open_id)
    drift = draw.between(-9, 9)
    return tuple(draw.between(88, 112) + drift * (n - 11) // 11 for n in range(24))


def _grades(seed: int, school: School, level: str, year: int) -> list[int]:
    sizes = []
    for grade in range(1, _GRADES[level] + 1):
        size = _cohort(seed, school, level, year - grade + 1)
        lost = size * (grade - 1) // 90
        sizes.append(max(0, size - lost))
    return sizes


def _girls(seed: int, school: School, entry: int, size: int) -> int:
    if "여자" in school.name:
        return size
    return size * (440 + (_noise(seed, school.open_id)[entry % 24] * 7) % 90) // 1000


def _special_pupils(seed: int, school: School, year: int) -> tuple[int, int, int]:
    """Return special-class pupils, girls among them, and classes."""
    draw = Draw(seed, "special-class", school.open_id)
    rate = {"elementary": 660, "middle": 510, "high": 460}.get(school.level, 0)
    if school.entry < 4 or not draw.chance(rate):
        return 0, 0, 0
    base, trend = draw.between(2, 9), draw.between(-6, 12)
    step = Draw(seed, "special-class", school.open_id, year).between(-2, 2)
    pupils = max(1, base + trend * (year - FIRST_YEAR) // 10 + step)
    size = 6 if school.level != "high" else 7
    return pupils, pupils * draw.between(20, 50) // 100, -(-pupils // size)


def _elementary(
    seed: int, school: School, year: int, sizes: list[int], girls: list[int]
) -> dict[str, int]:
    found: dict[str, int] = {}
    combined = combined_girls = pairs = 0
    for n in (0, 2, 4):
        both = sizes[n] + sizes[n + 1]
        if 0 < both <= 7:
            combined, pairs = combined + both, pairs + 1
            combined_girls += girls[n] + girls[n + 1]
            sizes[n] = sizes[n + 1] = girls[n] = girls[n + 1] = 0
    special, special_girls, special_classes = _special_pupils(seed, school, year)
    found |= _by_grade(sizes, girls, "elementary")
    found["combined"], found["combined_girls"] = combined, combined_girls
    found["combined_classes"] = pairs
    found["special"], found["special_girls"] = special, special_girls
    found["special_classes"], found["tour_girls"] = special_classes, special_girls
    found["single"], found["single_girls"] = sum(sizes), sum(girls)
    found["single_classes"] = sum(found[f"p{n}_classes"] for n in range(1, 7))
    found["total"] = found["single"] + combined + special
    found["girls"] = found["single_girls"] + combined_girls + special_girls
    found["classes"] = found["single_classes"] + pairs + special_classes
    return found


def _secondary(
    seed: int, school: School, level: str, year: int, sizes: list[int], girls: list[int]
) -> dict[str, int]:
    found = _by_grade(sizes, girls, level)
    special, special_girls, special_classes = _special_pupils(seed, school, year)
    special = min(special, sum(sizes) // 3)
    special_girls = min(special_girls, special)
    special_classes = special_classes if special else 0
    found["special"], found["special_girls"] = special, special_girls
    found["special_classes"], found["tour_girls"] = special_classes, special_girls
    found["total"], found["girls"] = sum(sizes), sum(girls)
    grades = sum(found[f"s{n}_classes"] for n in range(1, 4))
    found["single_classes"] = grades
    found["classes"] = grades + special_classes
    return found


def _by_grade(sizes: list[int], girls: list[int], level: str) -> dict[str, int]:
    found = {}
    mark = "p" if level == "elementary" else "s"
    for n, (size, female) in enumerate(zip(sizes, girls, strict=True), start=1):
        found[f"{mark}{n}"], found[f"{mark}{n}_girls"] = size, female
        found[f"{mark}{n}_classes"] = -(-size // _CLASS_SIZE[level])
    return found


def _kindergarten(school: School, sizes: list[int], girls: list[int], draw: Draw) -> dict[str, int]:
    found = {}
    for n, age in enumerate(("age3", "age4", "age5")):
        found[age], found[f"{age}_girls"] = sizes[n], girls[n]
    found["total"] = found["kinder"] = sum(sizes)
    found["girls"] = found["kinder_girls"] = sum(girls)
    if school.founder == "사립":
        found["classes"] = sum(-(-size // _CLASS_SIZE["kindergarten"]) for size in sizes)
    else:
        found["classes"] = max(1, -(-sum(sizes) // 14))
    found["teachers"] = found["classes"] + draw.between(1, 3)
    found["entrants"], found["entrants_girls"] = sizes[0], girls[0]
    found["graduates"], found["graduates_girls"] = sizes[2], girls[2]
    return found


def _special_school(seed: int, school: School, year: int, draw: Draw) -> dict[str, int]:
    found: dict[str, int] = {}
    base = Draw(seed, "special-school", school.open_id)
    for course, grades in _COURSES:
        size = base.between(2, 7) * grades * school.entry // 8 + draw.between(-2, 3)
        size = max(0, size) if course != "nursery" or base.chance(500) else 0
        found[f"{course}_pupils"] = size
        if course not in ("primary", "lower", "upper"):
            found[f"{course}_classes"] = -(-size // 6)
            continue
        for grade in range(1, grades + 1):
            share = size * grade // grades - size * (grade - 1) // grades
            found[f"{course}{grade}_pupils"] = share
            found[f"{course}{grade}_classes"] = -(-share // 6)
        found[f"{course}_classes"] = sum(
            found[f"{course}{grade}_classes"] for grade in range(1, grades + 1)
        )
    found["total"] = sum(found[f"{course}_pupils"] for course, _ in _COURSES)
    found["girls"] = found["total"] * base.between(30, 42) // 100
    found["classes"] = sum(found[f"{course}_classes"] for course, _ in _COURSES)
    found["teachers"] = found["classes"] * 2 - draw.between(0, 6) + 4
    return found


def _moves(
    seed: int, school: School, level: str, year: int, found: dict[str, int], draw: Draw
) -> dict[str, int]:
    total, last = found["total"], _GRADES[level]
    before = _grades(seed, school, level, year - 1)[last - 1]
    girls = _girls(seed, school, year - last, before)
    moved: dict[str, int] = {
        "teachers": max(3, found["classes"] * (15 if level == "elementary" else 20) // 10)
        + draw.between(0, 3),
        "entrants": _cohort(seed, school, level, year),
        "graduates": before,
        "graduates_girls": girls,
        "moved_in": total * draw.between(5, 40) // 1000,
        "moved_out": total * draw.between(5, 40) // 1000,
        "moved_in_afar": total * draw.between(2, 20) // 1000,
        "moved_out_afar": total * draw.between(2, 20) // 1000,
        "stopped": total * draw.between(0, 16) // 1000,
    }
    moved["entrants_girls"] = _girls(seed, school, year, moved["entrants"])
    if level == "middle":
        moved |= _after_middle(before, draw)
    elif level == "high":
        moved |= _after_high(before, school.kind, draw)
    return moved


def _after_middle(leavers: int, draw: Draw) -> dict[str, int]:
    advanced = leavers - leavers * draw.between(0, 8) // 1000
    vocational = advanced * draw.between(80, 240) // 1000
    purpose = advanced * draw.between(5, 40) // 1000
    autonomous = advanced * draw.between(20, 90) // 1000
    return {
        "advanced": advanced,
        "to_vocational": vocational,
        "to_special_purpose": purpose,
        "to_autonomous": autonomous,
        "to_general": advanced - vocational - purpose - autonomous,
    }


def _after_high(leavers: int, kind: str, draw: Draw) -> dict[str, int]:
    trade = kind == "특성화고등학교"
    advanced = leavers * (draw.between(350, 560) if trade else draw.between(720, 880)) // 1000
    college = advanced * (draw.between(550, 750) if trade else draw.between(120, 300)) // 1000
    employed = (leavers - advanced) * (draw.between(500, 800) if trade else 100) // 1000
    return {
        "advanced": advanced,
        "to_college": college,
        "to_university": advanced - college,
        "employed": employed,
    }


PUPILS = Table(
    "school_years",
    (
        Column("year", domain="year4"),
        Column("sido_short", domain="sido_short", gen="ref"),
        Column("open_id", domain="opn_id", gen="ref"),
        Column("name", domain="school_name", gen="ref"),
        Column("level_name"),
        Column("kind", domain="school_kind", gen="ref"),
        Column("sgg", domain="sgg_name", gen="ref"),
        Column("office", domain="edu_office", gen="ref"),
        Column("founder", gen="ref"),
        Column("branch", gen="ref"),
        *(Column(name, "int") for name in _INTEGERS),
    ),
    _rows,
    key=("year", "open_id"),
    by=("year", "sido_short"),
    part=_rows_of,
)
