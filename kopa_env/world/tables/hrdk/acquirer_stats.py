"""Who acquired which 국가기술자격: sums over the persons of :mod:`.acquirers`, year by year."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.hrdk.acquirers import (
    AGES,
    EDUCATIONS,
    REGIONS,
    SEXES,
    Acquirers,
    acquirers,
    counts,
)
from kopa_env.world.tables.hrdk.course_stats import course_profiles
from kopa_env.world.tables.hrdk.exam_breakdowns import YEARS, year_of
from kopa_env.world.tables.hrdk.exam_figures import FIRST, of_year, shared
from kopa_env.world.tables.hrdk.qual_columns import columns, numbered
from kopa_env.world.tables.hrdk.qualifications import (
    GRADES,
    HRDK,
    SERIES,
    Qualification,
    examined,
    fields,
)
from kopa_env.world.world import World

BANDS = ("10대 이하", "20대", "30대", "40대", "50대 이상")
_BAND_OF = bytes((0, 1, 1, 2, 2, 3, 3, 4, 4, 4, 4, 4))
"""Which of ``BANDS`` each of ``AGES`` belongs to."""

_QUARTER_OF = bytes((0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3))
_COLLEGE = (4, 5)
_HIGH = (0, 1, 2, 3)

_Q = "year jmcd jmnm grade grade_name field field_name"


@lru_cache(maxsize=4_000)
def stock(seed: int, code: str, year: int, trait: str) -> tuple[int, ...]:
    """Return how many acquired a qualification up to a year, by a trait."""
    if year < FIRST:
        return tuple(counts(seed, code, FIRST - 1)[trait])
    earlier, now = stock(seed, code, year - 1, trait), counts(seed, code, year)[trait]
    return tuple(a + b for a, b in zip(earlier, now, strict=True))


def _named(q: Qualification, year: int) -> tuple[str, ...]:
    field = fields()[q.field]
    return (str(year), q.code, q.name, q.grade, q.grade_name, field.code, field.name)


def _sexes(world: World) -> Iterator[Row]:
    """Holders are those who acquired a qualification and have not lost it."""
    for year in map(int, YEARS):
        for q in examined(world.seed):
            total = stock(world.seed, q.code, year, "sex")
            for sex, number in zip(SEXES, total, strict=True):
                if number:
                    yield (*_named(q, year), sex, number, number - number * 11 // 1000)


ACQUIRERS_BY_SEX = Table(
    "acquirers_by_sex",
    columns(f"{_Q} sex acquired held", "acquired held"),
    _sexes,
    key=("year", "jmcd", "sex"),
    index=(("year",),),
)


def _ages(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    year = year_of(values)
    for q in examined(world.seed) if year else ():
        body = "N" if q.body == HRDK else "Y"
        for age, number in zip(AGES, stock(world.seed, q.code, year, "age"), strict=True):
            if number:
                yield (*_named(q, year), age, body, number)


ACQUIRERS_BY_AGE = Table(
    "acquirers_by_age",
    columns(f"{_Q} age entrusted acquired", "acquired"),
    lambda world: (row for year in YEARS for row in _ages(world, (year,))),
    key=("year", "jmcd", "age"),
    by=("year",),
    part=_ages,
)


def _educated(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    year = year_of(values)
    for q, _ in of_year(world.seed, year) if year else ():
        who = acquirers(world.seed, q.code, year)
        both = Counter(zip(who.age, who.education, strict=True))
        for place, age in enumerate(AGES):
            by = [both.get((place, e), 0) for e in range(len(EDUCATIONS))]
            if sum(by):
                high = sum(by[e] for e in _HIGH)
                studying, college = (by[e] for e in _COLLEGE)
                yield (*_named(q, year)[:5], age, sum(by), high, studying, college)


ACQUIRERS_BY_EDUCATION = Table(
    "acquirers_by_education",
    columns(
        "year jmcd jmnm grade grade_name age acquired high studying college",
        "acquired high studying college",
    ),
    lambda world: (row for year in YEARS for row in _educated(world, (year,))),
    key=("year", "jmcd", "age"),
    by=("year",),
    part=_educated,
)


def _entrusted(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    year = year_of(values)
    sums: Counter[tuple[tuple[str, str], str, int, int, int]] = Counter()
    for q, _ in of_year(world.seed, year) if year else ():
        if q.body != HRDK:
            who = acquirers(world.seed, q.code, year)
            for traits, n in Counter(zip(who.sex, who.age, who.education, strict=True)).items():
                sums[(q.body, q.grade, *traits)] += n
    for (body, grade, sex, age, education), number in sorted(sums.items()):
        yield (
            *(str(year), *body, grade, GRADES[grade]),
            *(SEXES[sex], AGES[age], EDUCATIONS[education], number),
        )


ENTRUSTED_ACQUIRERS = Table(
    "entrusted_acquirers",
    columns("year insti insti_name grade grade_name sex age education acquired", "acquired"),
    lambda world: (row for year in YEARS for row in _entrusted(world, (year,))),
    by=("year",),
    part=_entrusted,
)


# ---- by region -------------------------------------------------------------------------------


@lru_cache(maxsize=4)
def _province_sums(seed: int, year: int) -> Counter[tuple[str, int, int]]:
    """Return acquirers of a year by grade, province and sex."""
    sums: Counter[tuple[str, int, int]] = Counter()
    people = acquirers if year >= FIRST else acquirers.__wrapped__  # too many to be kept
    for q in examined(seed):
        who = people(seed, q.code, year)
        for (region, sex), n in Counter(zip(who.region, who.sex, strict=True)).items():
            sums[(q.grade, region, sex)] += n
    return sums


def _provinces(world: World) -> Iterator[Row]:
    """Years 1 to 5 run from the fourth year before to the base year, 0 is all that is earlier."""
    running: Counter[tuple[str, int, int]] = Counter()
    spans = {y: _province_sums(world.seed, y) for y in range(FIRST - 1, int(YEARS[0]) + 1)}
    rows: dict[int, list[Row]] = {}
    for year in range(FIRST - 1, int(YEARS[0]) + 1):
        running.update(spans[year])
        if str(year + 4) not in YEARS:
            continue
        base, earlier = year + 4, Counter(running)
        earlier.subtract(spans[year])
        found = rows.setdefault(base, [])
        for grade in GRADES:
            for region, (name, _) in enumerate(REGIONS):
                for sex in (0, 1):
                    key = (grade, region, sex)
                    recent = [spans[y][key] for y in range(year, base + 1)]
                    if earlier[key] or any(recent):
                        total = earlier[key] + sum(recent)
                        row = (str(base), grade, GRADES[grade], name, SEXES[sex], total)
                        found.append((*row, earlier[key], *recent))
    for base in sorted(rows, reverse=True):
        yield from rows[base]


PROVINCE_ACQUIRERS = Table(
    "province_acquirers",
    columns(
        f"year grade grade_name sido sex total earlier {numbered('n', 5)}",
        f"total earlier {numbered('n', 5)}",
    ),
    _provinces,
    key=("year", "grade", "sido", "sex"),
    index=(("year",),),
)


def _region_year(seed: int, code: str, year: int) -> Counter[tuple[int, int]]:
    """Return acquirers of a qualification and year by (quarter, region)."""
    who = acquirers(seed, code, year)
    return Counter(zip(who.month.translate(_padded(_QUARTER_OF)), who.region, strict=True))


def _padded(mapping: bytes) -> bytes:
    return mapping.ljust(256, b"\0")


def _regions(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    year = year_of(values)
    rows: dict[tuple[int, int, str], list[list[Value]]] = {}
    for q, _ in of_year(world.seed, year) if year else ():
        for (quarter, region), numbers in _regional(world.seed, q, year).items():
            place = (quarter, region, q.series)
            rows.setdefault(place, []).append([q.code, q.name, q.grade_name, *numbers])
    for (quarter, region, series), found in sorted(rows.items()):
        found.sort(key=lambda row: (-int(str(row[3])), row[0]))
        for rank, row in enumerate(found, start=1):
            yield (
                *(str(year), str(quarter + 1), f"A1{region + 1:02d}", REGIONS[region][0]),
                *(series, SERIES[series], rank, *row),
            )


def _regional(seed: int, q: Qualification, year: int) -> dict[tuple[int, int], list[int]]:
    """Return by (quarter, region): all, by sex, by age band, and of each of five years."""
    who = acquirers(seed, q.code, year)
    quarters = who.month.translate(_padded(_QUARTER_OF))
    bands = who.age.translate(_padded(_BAND_OF))
    sexes = Counter(zip(quarters, who.region, who.sex, strict=True))
    ages = Counter(zip(quarters, who.region, bands, strict=True))
    past = [_region_year(seed, q.code, year - back) for back in (4, 3, 2, 1)]
    found = {}
    for key, total in Counter(zip(quarters, who.region, strict=True)).items():
        by_age = (ages[(*key, band)] for band in range(len(BANDS)))
        years = (*(span[key] for span in past), total)
        found[key] = [total, sexes[(*key, 0)], sexes[(*key, 1)], *by_age, *years]
    return found


REGION_ACQUIRERS = Table(
    "region_acquirers",
    columns(
        "year quarter region sido series series_name rank jmcd jmnm grade_name acquired men women "
        f"{numbered('age y', 5)}",
        f"rank acquired men women {numbered('age y', 5)}",
    ),
    lambda world: (row for year in YEARS for row in _regions(world, (year,))),
    key=("year", "quarter", "region", "jmcd"),
    by=("year",),
    part=_regions,
)


# ---- by relation to one's studies, by ministry's body, by rank -------------------------------


def _majors(world: World) -> Iterator[Row]:
    for year in map(int, YEARS):
        for q in examined(world.seed):
            total = sum(stock(world.seed, q.code, year, "sex"))
            older = sum(stock(world.seed, q.code, year - 5, "sex"))
            if not total:
                continue
            related = Draw(world.seed, "majors", q.code).between(260, 880)
            for flag, share in (("Y", related), ("N", 1000 - related)):
                old = older * related // 1000
                now = (total - older) * related // 1000
                parts = (now + old, old) if share == related else (total - now - old, older - old)
                yield (*_named(q, year), fields()[q.field].big_name, flag, *parts)


MAJOR_ACQUIRERS = Table(
    "major_acquirers",
    columns(f"{_Q} big_name related acquired older", "acquired older"),
    _majors,
    key=("year", "jmcd", "related"),
    index=(("year", "grade"),),
)


def _military(world: World) -> Iterator[Row]:
    for year in map(int, YEARS):
        for q, f in of_year(world.seed, year):
            suits = q.grade in ("31", "40") and fields()[q.field].men > 850 and not q.made
            if suits and f.acquired > 120:
                draw = Draw(world.seed, "military", q.code, year)
                inside = f.acquired * draw.between(2, 38) // 1000
                yield (*_named(q, year)[:5], inside, f.acquired)


MILITARY_ACQUIRERS = Table(
    "military_acquirers",
    columns("year jmcd jmnm grade grade_name military acquired", "military acquired"),
    _military,
    key=("year", "jmcd"),
)


def _profiles(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    year = year_of(values)
    for q, _ in of_year(world.seed, year) if year else ():
        for (month, region, age, sex), number in sorted(_profile(world.seed, q, year).items()):
            yield (
                *(str(year), f"{month + 1:02d}", "T", "국가기술자격", f"{region + 1:03d}"),
                *(REGIONS[region][0], f"{age + 1:02d}0", f"{age + 1}0대", "MF"[sex]),
                *(("남성", "여성")[sex], q.series, q.code, q.name, number),
            )
    if year:
        yield from course_profiles(world.seed, year)


def _profile(seed: int, q: Qualification, year: int) -> Counter[tuple[int, int, int, int]]:
    who: Acquirers = acquirers(seed, q.code, year)
    decades = who.age.translate(_padded(bytes((0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 3))))
    return Counter(zip(who.month, who.region, decades, who.sex, strict=True))


PROFILES = Table(
    "acquirer_profiles",
    columns(
        "year month kind kind_name region3 sido age_code age sex_code sex series jmcd jmnm "
        "acquired",
        "acquired",
    ),
    lambda world: (row for year in YEARS for row in _profiles(world, (year,))),
    by=("year",),
    part=_profiles,
)


def _revoked(world: World) -> Iterator[Row]:
    kinds = (("자격증 대여", 52), ("부정취득", 21), ("이중취업", 17), ("법령위반", 10))
    for year in map(int, YEARS):
        for q, _ in of_year(world.seed, year):
            held = sum(stock(world.seed, q.code, year, "sex"))
            if q.grade in ("10", "20", "30", "31") and held > 4_000:
                draw = Draw(world.seed, "revoked", q.code)
                weights = [w for _, w in kinds]
                totals = shared(draw, held * draw.between(2, 9) // 10_000, weights)
                for (kind, _), total in zip(kinds, totals, strict=True):
                    if total:
                        spans = (total * 62 // 100, total * 11 // 100, total * 9 // 100)
                        yield (*_named(q, year)[:5], kind, total, *spans)


REVOCATIONS = Table(
    "qualification_revocations",
    columns("year jmcd jmnm grade grade_name revoked_for total yy1 yy2 yy3", "total yy1 yy2 yy3"),
    _revoked,
    key=("year", "jmcd", "revoked_for"),
    index=(("year", "grade"),),
)


ACQUIRER_STATS = (
    ACQUIRERS_BY_SEX,
    ACQUIRERS_BY_AGE,
    ACQUIRERS_BY_EDUCATION,
    ENTRUSTED_ACQUIRERS,
    PROVINCE_ACQUIRERS,
    REGION_ACQUIRERS,
    MAJOR_ACQUIRERS,
    MILITARY_ACQUIRERS,
    PROFILES,
    REVOCATIONS,
)
