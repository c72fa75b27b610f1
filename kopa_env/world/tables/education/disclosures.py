"""What 학교알리미 discloses: the schools of a district and level, how a subject's table is made.

The schools are those of ``schools`` without 유치원, their figures those of ``school_years``: a sum
told here is the sum told there. A subject's table comes in parts, one a district, level and year.
Schools that are left out of a disclosure are marked, and have no values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from kopa_env.world.condition import Condition
from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.districts import districts
from kopa_env.world.tables.education.days import YEARS
from kopa_env.world.tables.education.register import (
    founded,
    home_page,
    offices,
    schools_by_id,
    telephones,
)
from kopa_env.world.tables.population.figures import ratio
from kopa_env.world.tables.pupils import figures
from kopa_env.world.tables.schools import School
from kopa_env.world.tables.towns import by_code, full_name, towns_of
from kopa_env.world.world import World

KINDS = {"elementary": "02", "middle": "03", "high": "04", "special": "05", "other": "07"}
_COURSES = {"elementary": ("2", "초"), "middle": ("3", "중"), "high": ("4", "고")}
_ALL_COURSES = ("2-3-4", "초-중-고")
_METROPOLES = ("서울", "부산", "대구", "인천", "광주", "대전", "울산")
_LEFT_OUT = "해당 항목의 입력 자료가 없어 제외함"
_FIRST_CLOSED = 2024


def _office(school: School, name: Value) -> tuple[str, str, str, str]:
    """Return name and code of a school's office, and of the one below it."""
    if school.founder == "국립":
        return "교육부", "A000000001", "교육부", "A000000001"
    code, office = offices()[school.province]
    if name == office:
        return office, f"{code}0000001", office, f"{code}0000001"
    number = Draw(0, "local office", str(name)).between(100, 899)
    return office, f"{code}0000001", str(name), f"{code}0000{number}"


@lru_cache(maxsize=1)
def _codes() -> dict[tuple[str, str], str]:
    return {(d.province, d.name): d.code for d in districts()}


def _location(school: School, town: str) -> str:
    """Return the kind of location: metropolis, city, country, island."""
    if school.province in _METROPOLES:
        return "01"
    if town[-1] in "읍면":
        return "04" if Draw(0, "island", school.open_id).chance(25) else "03"
    return "02"


def _school(world: World, school: School, r: Mapping[str, Value]) -> Row:
    code = _codes()[school.province, school.district]
    address = str(r["lot_address"])
    towns = towns_of(code)
    town = next((t for t in towns if f" {t.name} " in f"{address} "), towns[0])
    base, _, lot = address.rpartition(" ")
    draw = Draw(world.seed, "disclosed", school.open_id)
    telephone, fax = telephones(world.seed, school)
    since, anniversary = founded(world.seed, school)
    course = _COURSES.get(school.level, _ALL_COURSES)
    kind = "일반고등학교" if school.kind == "일반계고등학교" else school.kind
    closed = f"{school.closed}0228" if school.closed else None
    founding = "부설" if school.founder == "국립" else "단설"
    word = f"{draw.bits() % (1 << 128):032x}"
    uuid = "-".join((word[:8], word[8:12], word[12:16], word[16:20], word[20:]))
    return (
        *(code, KINDS[school.level], code[:2], school.open_id, *_office(school, r["office"])),
        *(full_name(by_code()[code]), f"{town.code}00", _location(school, town.name)),
        *(r["kedi_code"], school.name, school.founder),
        *(kind if school.level == "high" else None, "Y" if school.branch == "분교장" else "N"),
        *(course if draw.chance(930) else (None, None)),
        *(founding, "주간", anniversary, since, f"{town.code}00", base, f"{lot}번지."),
        *(draw.digits(6), f"{r['zip']} ", r["road_address"], f"({town.name},{school.name})"),
        *(r["lat"], r["lon"], telephone, telephone, telephone, fax, home_page(school)),
        *("여" if "여자" in school.name else "남녀공학", "Y" if closed else "N"),
        *(closed or (" " * 8 if draw.chance(500) else None), "N", uuid),
    )


def _schools(world: World) -> Iterator[Row]:
    for r in world.select("schools")[0]:
        school = schools_by_id(world.seed, str(r["sido_short"]))[str(r["open_id"])]
        if school.level != "kindergarten" and not 0 < school.closed < _FIRST_CLOSED:
            yield _school(world, school, r)


_KEYS = (
    Column("sgg_code", domain="sigun5", gen="ref"),
    Column("kind_code"),
    Column("sido_code", domain="sido2", gen="ref"),
)
_HEAD = (
    Column("ATPT_OFCDC_ORG_NM", domain="edu_office", gen="ref"),
    Column("ATPT_OFCDC_ORG_CODE", domain="edu_office_code"),
    Column("JU_ORG_NM", domain="edu_office", gen="ref"),
    Column("JU_ORG_CODE", domain="edu_office_code"),
    Column("ADRCD_NM", domain="legal_name", gen="ref"),
    Column("ADRCD_CD", domain="legal_dong10", gen="ref"),
    Column("LCTN_SC_CODE"),
    Column("SCHUL_CODE", domain="kedi_code", gen="ref"),
    Column("SCHUL_NM", domain="school_name", gen="ref"),
    Column("FOND_SC_CODE", gen="ref"),
    Column("HS_KND_SC_NM", domain="school_kind", gen="ref"),
    Column("BNHH_YN"),
    *(Column(n) for n in ("SCHUL_CRSE_SC_VALUE", "SCHUL_CRSE_SC_VALUE_NM")),
)
"""How every row of a disclosure begins, in the platform's own names."""

DISCLOSED_SCHOOLS = Table(
    "disclosed_schools",
    (
        *_KEYS,
        Column("open_id", domain="opn_id", gen="ref"),
        *_HEAD,
        *(Column(n) for n in ("SCHUL_FOND_TYP_CODE", "DGHT_SC_CODE")),
        *(Column(n, domain="date") for n in ("FOAS_MEMRD", "FOND_YMD")),
        Column("ADRCD_ID", domain="legal_dong10", gen="ref"),
        *(Column(n) for n in ("ADRES_BRKDN", "DTLAD_BRKDN", "ZIP_CODE", "SCHUL_RDNZC")),
        *(Column(n) for n in ("SCHUL_RDNMA", "SCHUL_RDNDA", "LTTUD", "LGTUD")),
        *(Column(n) for n in ("USER_TELNO", "USER_TELNO_SW", "USER_TELNO_GA", "PERC_FAXNO")),
        *(Column(n) for n in ("HMPG_ADRES", "COEDU_SC_CODE", "ABSCH_YN", "ABSCH_YMD")),
        *(Column(n) for n in ("CLOSE_YN", "SHL_IDF_CD")),
    ),
    _schools,
    key=("SCHUL_CODE",),
    index=(("sgg_code", "kind_code"), ("open_id",)),
)


# ---- a subject -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Case:
    """One school in one year, as a subject's table is made: its figures and its own draws."""

    seed: int
    school: School
    year: int
    subject: str
    figures: Mapping[str, int]
    code: str

    def of(self, name: str) -> int:
        """Return a figure of ``school_years``."""
        return self.figures.get(name, 0)

    @property
    def level(self) -> str:
        """The school's level."""
        return self.school.level

    @property
    def pupils(self) -> int:
        """All pupils."""
        return self.of("total")

    def draw(self, *keys: str | int) -> Draw:
        """Return a stream of the school's own, for this subject and year."""
        return Draw(self.seed, "disclosure", self.subject, self.school.open_id, self.year, *keys)

    def trait(self, *keys: str | int) -> Draw:
        """Return a stream that is the same every year, whatever the subject."""
        return Draw(self.seed, "school trait", self.school.open_id, *keys)


Values = Mapping[str, Value]
Maker = Callable[[Case], Iterable[Values]]


def disclosure(name: str, columns: str, make: Maker, levels: str = "") -> Table:
    """Return the table of a subject.

    Args:
        name: the table's, beginning with ``disclosed_``.
        columns: names parted by blanks, ``*`` behind those that are whole numbers.
        make: yields the values of each row of a school.
        levels: the levels that have the subject; all by default.
    """
    own = tuple(Column(c.rstrip("*"), "int" if c[-1] == "*" else "text") for c in columns.split())
    names = tuple(c.name for c in own)
    subject = name.removeprefix("disclosed_")

    def part(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
        for case, start in _cases(world, subject, values, levels.split()):
            if case.trait("left out", subject, case.year).chance(5):
                yield (*start, "Y", _LEFT_OUT, *(None,) * len(names))
                continue
            for row in make(case):
                yield (*start, "N", None, *(row.get(n) for n in names))

    def rows(world: World) -> Iterator[Row]:
        for d in districts():
            for kind in KINDS.values():
                for year in YEARS:
                    yield from part(world, (d.code, kind, str(year)))

    keys = (*_KEYS, Column("pban_yr", domain="year4"))
    left_out = (Column("PBAN_EXCP_YN"), Column("PBAN_EXCP_RSN", null_rate=0.99))
    by = ("sgg_code", "kind_code", "pban_yr")
    return Table(name, (*keys, *_HEAD, *left_out, *own), rows, by=by, part=part)


def _cases(
    world: World, subject: str, values: tuple[Value, ...], levels: list[str]
) -> Iterator[tuple[Case, Row]]:
    if len(values) < 3 or str(values[2]) not in map(str, YEARS):
        return
    year = int(str(values[2]))
    where = [Condition(c, "eq", v) for c, v in zip(("sgg_code", "kind_code"), values, strict=False)]
    for r in world.select("disclosed_schools", where)[0]:
        short = by_code()[str(r["sgg_code"])].province
        school = schools_by_id(world.seed, short)[str(r["open_id"])]
        if not school.runs_in(year) or (levels and school.level not in levels):
            continue
        start = (r["sgg_code"], r["kind_code"], r["sido_code"], str(year))
        found = figures(world.seed, school, year)
        case = Case(world.seed, school, year, subject, found, str(r["SCHUL_CODE"]))
        yield case, (*start, *(r[c.name] for c in _HEAD))


def percent(part: int, whole: int) -> str:
    """Write a share in per cent with one decimal."""
    return ratio(part * 100, whole, 1)


def each(part: int, whole: int) -> str:
    """Write a quotient with one decimal."""
    return ratio(part, whole, 1)


def parted(total: int, weights: Iterable[int]) -> list[int]:
    """Share a number by weights so that the shares add up to it."""
    given = list(weights)
    whole, ends, end = max(1, sum(given)), [0], 0
    for weight in given:
        end += weight
        ends.append(total * end // whole)
    return [b - a for a, b in pairwise(ends)]


def yes(flag: bool) -> str:
    """Write a truth value."""
    return "Y" if flag else "N"


__all__ = ["DISCLOSED_SCHOOLS", "Case", "Values", "disclosure", "each", "parted", "percent", "yes"]
