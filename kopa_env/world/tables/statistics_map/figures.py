"""Figures of areas by year: each table is made for the area and conditions that are asked for.

A district's figures are those that 국가통계포털 sums up; a town has its share of them by people.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.exchange.texts import decimal
from kopa_env.world.tables.population.figures import Count, counts
from kopa_env.world.tables.statistics_base.people import apportion, by_age, residents
from kopa_env.world.tables.statistics_base.places import (
    HOUSE_TYPES,
    HOUSEHOLD_TYPES,
    OCCUPANCIES,
    farms,
    firms,
    homes,
    houses,
    is_rural,
    sections,
)
from kopa_env.world.tables.statistics_map.areas import COUNTRY, Area, areas, below
from kopa_env.world.world import World

YEARS = tuple(str(year) for year in range(2015, 2025))
ALL = "0"
"""A condition that everything meets."""

Numbers = tuple[int, ...]
Measure = Callable[[int, str, int, Sequence[str]], Numbers]
"""Numbers of a district in a year under conditions; nothing for conditions that none can meet."""


@lru_cache(maxsize=4096)
def _shares(seed: int, district: str, year: int) -> tuple[int, ...]:
    return tuple(c.total for c in counts(seed, district, f"{year}12"))


def _of_area(
    seed: int, area: Area, year: int, measure: Measure, conditions: Sequence[str]
) -> Numbers:
    """Return an area's numbers: those of its districts, or a town's share."""
    parts = [measure(seed, d, year, conditions) for d in area.districts]
    if not all(parts):
        return ()
    if area.dong < 0:
        return tuple(map(sum, zip(*parts, strict=True)))
    weights = _shares(seed, area.districts[0], year)
    return tuple(apportion(number, weights)[area.dong] for number in parts[0])


def _ratio(above: int, below: int, times: int = 1, digits: int = 1) -> str:
    scale = times * 10**digits
    return decimal((above * scale * 2 + below) // (2 * below), digits) if below else "0.0"


# ---- measures ----------------------------------------------------------------------------------

_EDUCATION: Mapping[str, int] = {
    "1": 40, "2": 105, "3": 92, "4": 345, "5": 128, "6": 224, "7": 48, "8": 18,
}  # fmt: skip
_STATES: Mapping[str, int] = {"1": 298, "2": 558, "3": 74, "4": 70}
"""Of a thousand people of 15 and over: never married, married, widowed, divorced."""
_THEMES: Mapping[str, tuple[str, int]] = {
    "1001": ("G", 12), "1002": ("G", 44), "1003": ("G", 31), "2001": ("I", 310), "2002": ("I", 62),
    "2003": ("I", 118), "2004": ("I", 44), "3001": ("P", 310), "3002": ("P", 64),
    "4001": ("Q", 121), "4002": ("Q", 58), "5001": ("S", 236), "5002": ("S", 61),
    "6001": ("L", 420), "7001": ("I", 160), "7002": ("R", 92), "8001": ("K", 150),
}  # fmt: skip


def _groups(age: str) -> range | None:
    """Return the groups of five years that a code of an age stands for."""
    number = int(age) if age.isdecimal() else -1
    if number == 0:
        return range(21)
    if 1 <= number <= 21:
        return range(number - 1, number)
    if 30 <= number <= 39:
        return range((number - 30) * 2, (number - 30) * 2 + 2)
    return range(20, 21) if number == 40 else None


def _people(seed: int, district: str, year: int, conditions: Sequence[str]) -> Numbers:
    sex, age, education, state = conditions
    groups = _groups(age)
    known = (sex in "012", education == ALL or education in _EDUCATION)
    if groups is None or not all(known) or not (state == ALL or state in _STATES):
        return ()
    own, found, years = by_age(seed, district, year), 0, 0
    for n in groups:
        men, women = own[n]
        people = {"0": men + women, "1": men, "2": women}[sex]
        if education != ALL:
            people = people * _EDUCATION[education] // 1000 if n > 0 else 0
        if state != ALL:
            people = people * _STATES[state] // 1000 if n > 2 else 0
        found, years = found + people, years + people * (n * 50 + 25)
    return found, years


def _living(seed: int, district: str, year: int, conditions: Sequence[str]) -> Numbers:
    own = by_age(seed, district, year)
    ages = [men + women for men, women in own]
    c: Count = residents(seed, district, f"{year}12")
    young, old = sum(ages[:3]), sum(ages[13:])
    rural = is_rural(district)
    area = max(4, c.total // (40 + (100 - rural) * 90)) if rural < 90 else 550
    works = firms(seed, district, year).values()
    own_homes = homes(seed, district, year).values()
    return (
        c.total, c.ages, area, young, old, c.total - young - old,
        sum(n for n, _ in own_homes), sum(m for _, m in own_homes),
        sum(houses(seed, district, year)), farms(seed, district, year)[0],
        sum(n for n, _ in works), sum(w for _, w in works),
    )  # fmt: skip


def _housed(seed: int, district: str, year: int, conditions: Sequence[str]) -> Numbers:
    kind, way = conditions
    if kind not in (ALL, *HOUSEHOLD_TYPES) or way not in (ALL, *OCCUPANCIES):
        return ()
    own = [
        numbers
        for (k, w), numbers in homes(seed, district, year).items()
        if kind in (ALL, k) and way in (ALL, w)
    ]
    return sum(n for n, _ in own), sum(m for _, m in own)


def _houses(seed: int, district: str, year: int, conditions: Sequence[str]) -> Numbers:
    kind = conditions[0]
    own = houses(seed, district, year)
    if kind == ALL:
        return (sum(own),)
    return (own[HOUSE_TYPES.index(kind)],) if kind in HOUSE_TYPES else ()


def _works(seed: int, district: str, year: int, conditions: Sequence[str]) -> Numbers:
    code, theme = conditions
    own = firms(seed, district, year)
    if theme in _THEMES and code == ALL:
        section, share = _THEMES[theme]
        return tuple(n * share // 1000 for n in own[section])
    if theme != ALL:
        return ()
    if code == ALL:
        return tuple(map(sum, zip(*own.values(), strict=True)))
    if code in own:
        return own[code]
    parts = _divisions().get(code[:1], ())
    if code not in parts:
        return ()
    weights = [Draw(0, "division", part).between(40, 200) for part in parts]
    place = parts.index(code)
    return tuple(apportion(number, weights)[place] for number in own[code[0]])


@lru_cache(maxsize=1)
def _divisions() -> Mapping[str, tuple[str, ...]]:
    letters = [section for section, *_ in sections()]
    found: dict[str, tuple[str, ...]] = {letter: () for letter in letters}
    last = ""
    for r in fact_rows("industries"):
        if r["code"] in found:
            last = r["code"]
        else:
            found[last] = (*found[last], f"{last}{r['code']}")
    return found


def _farmers(seed: int, district: str, year: int, conditions: Sequence[str]) -> Numbers:
    return farms(seed, district, year)


# ---- tables ------------------------------------------------------------------------------------


def _key_figures(n: Numbers) -> Row:
    people, ages, area, young, old, rest, families, members, house, farm, firm, work = n
    return (
        people, _ratio(ages, people * 10), _ratio(people, area), _ratio(old, young, 100),
        _ratio(old, rest, 100), _ratio(young, rest, 100), families, _ratio(members, families),
        house, farm, firm, work,
    )  # fmt: skip


def _counted(n: Numbers) -> Row:
    return (n[0], _ratio(n[1], n[0] * 10))


def _families(n: Numbers) -> Row:
    return (n[0], n[1], _ratio(n[1], n[0]))


def _table(
    name: str,
    conditions: tuple[str, ...],
    columns: tuple[Column, ...],
    measure: Measure,
    told: Callable[[Numbers], Row] = tuple,
) -> Table:
    """Return a table of which each part is one area under one set of conditions."""
    by = ("year", "scope", *conditions)

    def part(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
        texts = [str(n or ALL) for n in (*names, *(ALL,) * len(by))][: len(by)]
        year, scope, *asked = texts
        if year not in YEARS:
            return
        for low, area in _asked(scope):
            numbers = _of_area(world.seed, area, int(year), measure, asked)
            if numbers:
                full = area.full if area.dong < 0 else area.name
                yield (year, scope, *asked, low, area.code, full, *told(numbers))

    def rows(world: World) -> Iterator[Row]:
        for scope in (COUNTRY, *(a.code for a in below(COUNTRY))):
            yield from part(world, (YEARS[-1], scope))

    return Table(
        name,
        (
            Column("year", domain="year4"),
            Column("scope", domain="statistics_area"),
            *map(Column, conditions),
            Column("low"),
            Column("adm_cd", domain="statistics_area", gen="ref"),
            Column("adm_nm", gen="ref"),
            *columns,
        ),
        rows,
        key=(*by, "low", "adm_cd"),
        by=by,
        part=part,
    )


def _asked(scope: str) -> Iterator[tuple[str, Area]]:
    """Yield an area itself and those below it; of the country there are the provinces alone."""
    if scope in areas():
        yield "0", areas()[scope]
    for area in below(scope):
        yield "1", area
        if scope == COUNTRY:
            yield "0", area


def _ints(*names: str) -> tuple[Column, ...]:
    return tuple(Column(name, "int") for name in names)


FIGURES: tuple[Table, ...] = (
    _table(
        "census_figures",
        (),
        (
            *_ints("tot_ppltn"),
            *map(Column, ("avg_age", "ppltn_dnsty", "aged_child_idx")),
            *map(Column, ("oldage_suprt_per", "juv_suprt_per")),
            *_ints("tot_family"),
            Column("avg_fmember_cnt"),
            *_ints("tot_house", "nongga_cnt", "corp_cnt", "employee_cnt"),
        ),
        _living,
        _key_figures,
    ),
    _table(
        "census_people",
        ("gender", "age_type", "edu_level", "mrg_state"),
        (*_ints("population"), Column("avg_age")),
        _people,
        _counted,
    ),
    _table(
        "census_households",
        ("household_type", "ocptn_type"),
        (*_ints("household_cnt", "family_member_cnt"), Column("avg_family_member_cnt")),
        _housed,
        _families,
    ),
    _table("census_houses", ("house_type",), _ints("house_cnt"), _houses),
    _table("census_firms", ("class_code", "theme_cd"), _ints("corp_cnt", "tot_worker"), _works),
    _table("census_farms", (), _ints("farm_cnt", "population"), _farmers),
)
