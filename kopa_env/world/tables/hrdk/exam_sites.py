"""Branch offices, whom they serve, and where exams are held.

Branch codes and names are real, their addresses made up. Exams are held in schools of the world
(the same as every platform's) and in the branches' own fictional exam centres.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world import school_names
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.districts import District, districts, provinces
from kopa_env.world.tables.firms import firms
from kopa_env.world.tables.hrdk.acquirers import counts
from kopa_env.world.tables.hrdk.exam_breakdowns import YEARS, year_of
from kopa_env.world.tables.hrdk.exam_figures import of_year, shared
from kopa_env.world.tables.hrdk.exam_papers import NO_CHOICE
from kopa_env.world.tables.hrdk.exam_rounds import of_rounds
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.tables.hrdk.qualifications import examined
from kopa_env.world.tables.schools import School, province_schools, road_address
from kopa_env.world.world import World

_AREA_CODES = {
    "서울": "02", "부산": "051", "대구": "053", "인천": "032", "광주": "062", "대전": "042",
    "울산": "052", "세종": "044", "경기": "031", "강원": "033", "충북": "043", "충남": "041",
    "전북": "063", "전남": "061", "경북": "054", "경남": "055", "제주": "064",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Branch:
    """A branch office."""

    code: str
    name: str
    full_name: str
    province: str
    seat: str


@dataclass(frozen=True, slots=True)
class Site:
    """A place where exams are held."""

    branch: Branch
    name: str
    kind: str
    address: str
    phone: str | None
    way: str | None
    own: bool


@lru_cache(maxsize=1)
def branches() -> tuple[Branch, ...]:
    """Return the branch offices, by code."""
    rows = sorted(fact_rows("hrdk_branches"), key=lambda r: r["code"])
    return tuple(Branch(r["code"], r["name"], r["full_name"], *r["seat"].split(":")) for r in rows)


@lru_cache(maxsize=1)
def jurisdictions() -> tuple[tuple[District, Branch], ...]:
    """Return every 시군구 with the branch that serves it."""
    known = {branch.code: branch for branch in branches()}
    places: list[tuple[str, str, Branch]] = []
    for row in fact_rows("hrdk_branches"):
        for area in row["areas"].split(";"):
            province, _, parts = area.partition(":")
            places += [(province, part, known[row["code"]]) for part in parts.split("|")]
    found = []
    for d in districts():
        named = (b for p, part, b in places if p == d.province and d.name.startswith(part))
        rest = (b for p, part, b in places if p == d.province and part == "*")
        branch = next(named, None) or next(rest)
        found.append((d, branch))
    return tuple(found)


@lru_cache(maxsize=1)
def branch_of_province() -> dict[str, Branch]:
    """Return the branch that serves most of each province (by its long name)."""
    names = {p.short: p.name for p in provinces()}
    served: dict[str, dict[str, int]] = {}
    for d, branch in jurisdictions():
        counts_ = served.setdefault(names[d.province], {})
        counts_[branch.code] = counts_.get(branch.code, 0) + d.weight
    known = {branch.code: branch for branch in branches()}
    return {
        province: known[max(sorted(counts_), key=lambda code: counts_[code])]
        for province, counts_ in served.items()
    }


def _phone(draw: Draw, province: str) -> str:
    return f"{_AREA_CODES[province]}-{draw.between(200, 899)}-{draw.digits(4)}"


def _road(draw: Draw, province: str, district: str) -> str:
    long = next(p.name for p in provinces() if p.short == province)
    place = "" if district == long else f" {district}"
    return f"{long}{place} {school_names.road(draw)}"


@lru_cache(maxsize=8)
def sites(seed: int) -> tuple[Site, ...]:
    """Return every place of exams, branch by branch."""
    found: list[Site] = []
    for branch in branches():
        found += _centres(seed, branch)
        found += _schools(seed, branch)
    return tuple(found)


def _schools(seed: int, branch: Branch) -> Iterator[Site]:
    """Yield schools of a branch's area; 서울's also uses some far from it."""
    near = {(d.province, d.name) for d, b in jurisdictions() if b is branch}
    schools = [s for s in _exam_schools(seed, near) if (s.province, s.district) in near]
    step = next(n for n in (7, 11, 13, 17, 19, 23) if len(schools) % n)
    start = Draw(seed, "sites", branch.code).below(len(schools))
    used = [
        schools[(start + n * step) % len(schools)]
        for n in range(min(len(schools), max(14, len(schools) * 22 // 100)))
    ]
    if branch.code == "01":
        far = _exam_schools(seed, {("경기", ""), ("강원", "")})
        used += [far[n] for n in range(start, len(far), 97)][:9]
    for n, school in enumerate(used):
        draw = Draw(seed, "site", branch.code, n)
        note = draw.weighted((("", 80), ("_주차불가", 12), ("_주차협소", 8)))
        yield Site(
            *(branch, school.name + note, draw.weighted((("필기", 70), ("필기·실기", 30)))),
            road_address(seed, school),
            _phone(draw, school.province) if draw.chance(760) else None,
            f"{school.name} 정문 하차" if draw.chance(420) else None,
            own=False,
        )


def _exam_schools(seed: int, areas: Iterable[tuple[str, str]]) -> list[School]:
    return [
        school
        for province in sorted({province for province, _ in areas})
        for school in province_schools(seed, province)
        if school.level in ("middle", "high") and not school.closed
    ]


def _centres(seed: int, branch: Branch) -> Iterator[Site]:
    if not branch.seat:
        return
    for number in range(1, 3 + len(branch.code) % 2):
        draw = Draw(seed, "centre", branch.code, number)
        name = f"{branch.name}국가자격시험장" + (f" 제{number}관" if number > 1 else "")
        yield Site(
            *(branch, name, "CBT" if number == 1 else "실기"),
            _road(draw, branch.province, branch.seat),
            _phone(draw, branch.province),
            f"{school_names.place(draw)}역 {draw.between(1, 8)}번 출구",
            own=True,
        )


def _sites(world: World) -> Iterator[Row]:
    for s in sites(world.seed):
        kind = s.kind if s.own or Draw(world.seed, "kind told", s.name).chance(700) else None
        yield (s.branch.code, s.branch.name, s.name, kind, s.address, s.phone, s.way)


SITES = Table(
    "exam_sites",
    columns("branch branch_name site kind_of address phone way", nulls="kind_of phone way"),
    _sites,
    index=(("branch",),),
)
_ROOMS = (("교실", "교실", 8, 34), ("교실", "PC실", 20, 60), ("작업장", "실습장", 4, 24))


def _facilities(world: World) -> Iterator[Row]:
    for place, s in enumerate(sites(world.seed)):
        draw = Draw(world.seed, "facility", place)
        for group, name, low, high in _ROOMS[: 1 + draw.below(3) if not s.own else 3]:
            total = draw.between(low, high)
            usable = total if draw.chance(640) else total * draw.between(40, 95) // 100
            told = draw.chance(930)
            screen = "Y" if s.own and name == "PC실" else "N"
            role = "가상시험장(장애인)" if draw.chance(18) else "시험장"
            yield (
                *(s.branch.code, s.branch.name, role, screen, s.name, group),
                *(name if told else None, total if told else 0, usable if told else 0),
            )


FACILITIES = Table(
    "exam_facilities",
    columns(
        "branch branch_name role screen site facility_group facility total usable",
        "total usable",
        nulls="facility",
    ),
    _facilities,
    index=(("branch",),),
)


def _workshops(world: World) -> Iterator[Row]:
    """Where a qualification's practical exam is held, with what is there."""
    places = [s for s in sites(world.seed) if s.own or "실기" in s.kind]
    things = (
        "작업대",
        "공구함",
        "측정기",
        "용접기",
        "가스레인지",
        "PC",
        "제도판",
        "계측기",
        "집진기",
    )
    goods = ("철판", "목재", "전선", "식재료", "시멘트", "원단", "시약", "종이", "알루미늄 봉")
    for q in examined(world.seed):
        draw = Draw(world.seed, "workshop", q.code)
        for _ in range(draw.between(1, 9) if q.grade in ("31", "40") else draw.below(3)):
            at = draw.pick(places)
            what = f"{draw.pick(things)}, {draw.pick(things)}"
            yield (q.code, q.name, at.branch.code, at.name, what, draw.pick(goods), NO_CHOICE)


WORKSHOPS = Table(
    "exam_workshops",
    columns("jmcd jmnm branch site facilities material choice"),
    _workshops,
    index=(("jmcd",),),
)


def _jurisdictions(world: World) -> Iterator[Row]:
    names = {p.short: p.name for p in provinces()}
    for d, branch in jurisdictions():
        yield (branch.code, branch.name, names[d.province], d.name)


JURISDICTIONS = Table(
    "branch_districts", columns("branch branch_name sido sigungu"), _jurisdictions
)


def _offices(world: World) -> Iterator[Row]:
    for branch in branches():
        if not branch.seat:
            continue
        draw = Draw(world.seed, "office", branch.code)
        address = _road(draw, branch.province, branch.seat)
        code = next(p.code for p in provinces() if p.short == branch.province)
        yield (
            *(branch.code, branch.name, f"한국산업인력공단 {branch.full_name}", address),
            *(f"{code}{draw.digits(3)}", f"https://www.hrdkorea.or.kr/branch/{branch.code}"),
            f"{school_names.place(draw)} 정류장 하차, {draw.between(10, 990)}번",
            *(f"office_{branch.code}.jpg", f"site_{branch.code}.jpg"),
        )


OFFICES = Table(
    "branch_offices",
    columns(
        "branch branch_name full_name address zip url bus office_map site_map",
        facts=("branch", "branch_name"),
    ),
    _offices,
    key=("branch",),
)


def _extended(world: World) -> Iterator[Row]:
    for branch in branches():
        draw = Draw(world.seed, "extended", branch.code)
        for d in [d for d, b in jurisdictions() if b is branch][: draw.below(4)]:
            yield (branch.name, d.name, f"20{draw.between(10, 24)}0{draw.between(1, 9)}01")


EXTENDED = Table("branch_extended", columns("branch_name region_name start_day"), _extended)

_LOST = (
    ("전자기기", "무선이어폰"), ("전자기기", "휴대전화"), ("전자기기", "공학용계산기"),
    ("의류", "외투"),
    ("의류", "모자"), ("가방", "배낭"), ("지갑", "카드지갑"), ("기타", "우산"), ("기타", "안경"),
    ("기타", "필통"),
)  # fmt: skip


def _lost(world: World) -> Iterator[Row]:
    own: dict[str, list[str]] = {}
    for s in sites(world.seed):
        own.setdefault(s.branch.code, []).append(s.name)
    for branch in branches():
        for number in range(Draw(world.seed, "lost", branch.code).between(20, 90)):
            draw = Draw(world.seed, "lost", branch.code, number)
            kind, name = draw.pick(_LOST)
            day = f"2025{draw.between(1, 12):02d}{draw.between(1, 26):02d}"
            told = f"{day[:6]}{int(day[6:]) + draw.below(3):02d}"
            place = f"{draw.pick(own[branch.code])} {draw.between(1, 4)}층"
            yield (branch.code, branch.name, day, kind, name, place, told)


LOST = Table(
    "exam_lost_items",
    columns("branch branch_name lost_day kind_of item place told_day"),
    _lost,
    index=(("branch",),),
)


def _groups(world: World) -> Iterator[Row]:
    companies = iter(firms(world, 2_640))
    for branch in branches():
        near = {(d.province, d.name) for d, b in jurisdictions() if b is branch}
        trades = [s for s in _exam_schools(world.seed, near) if s.kind == "특성화고등학교"]
        for number in range(Draw(world.seed, "groups", branch.code).between(24, 110)):
            draw = Draw(world.seed, "group", branch.code, number)
            school = trades and draw.chance(420)
            name = draw.pick(trades).name if school else next(companies).name
            used, approved = ("Y" if draw.chance(n) else "N" for n in (880, 940))
            yield (branch.code, branch.name, branch.name, name, approved, used)


GROUPS = Table(
    "group_members",
    columns("branch branch_name approved_by group_name approved used"),
    _groups,
    index=(("branch",),),
)


# ---- where applicants live -------------------------------------------------------------------


def _residence(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    """Applications of a year by round, stage and province, told with the province's branch."""
    year = year_of(values)
    places = list(branch_of_province().items())
    for q, _ in of_year(world.seed, year) if year else ():
        if q.rolling:
            continue
        rounds = of_rounds(world.seed, q.code, year)
        weights = [n * 20 + 3 for n in counts(world.seed, q.code, year)["region"]]
        for place, (number, f) in enumerate(rounds):
            last = "Y" if place == len(rounds) - 1 else "N"
            plan = f"{year}년 정기 {q.series_name} {number}회"
            for stage, applied in ((1, f.written.applied), (2, f.practical.applied)):
                draw = Draw(world.seed, "residence", q.code, year, number, stage)
                for n, count in enumerate(shared(draw, applied, weights, 60)):
                    if count:
                        sido, branch = places[n]
                        yield (
                            *(str(year), q.code, q.name, q.grade, plan, stage, sido),
                            *(branch.name, count, last),
                        )


RESIDENCE = Table(
    "applicants_by_residence",
    columns("year jmcd jmnm grade plan stage sido branch_name applied last", "stage applied"),
    lambda world: (row for year in YEARS for row in _residence(world, (year,))),
    by=("year",),
    part=_residence,
)

EXAM_SITES = (
    SITES,
    FACILITIES,
    WORKSHOPS,
    JURISDICTIONS,
    OFFICES,
    EXTENDED,
    LOST,
    GROUPS,
    RESIDENCE,
)
