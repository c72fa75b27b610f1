"""Foreign workers of 고용허가제: résumés, lessons on arrival, and help with going home.

Nobody is named; employers and places of lessons are fictional.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.hrdk.acquirers import REGIONS
from kopa_env.world.tables.hrdk.korean_test import (
    INDUSTRIES,
    Nation,
    industries_of,
    jobs_of,
    nations,
)
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.world import World

_LAST = date(2026, 1, 29)
_EDUCATIONS = (("초등학교 졸업", 6), ("중학교 졸업", 22), ("고등학교 졸업", 52),
               ("전문대학 졸업", 12), ("대학교 졸업", 8))  # fmt: skip
_WEIGHTS = {"01": 70, "02": 12, "03": 16, "04": 8, "05": 6, "06": 1, "07": 1}


def _nation(draw: Draw) -> Nation:
    return draw.weighted([(n, n.weight) for n in nations()])


@lru_cache(maxsize=4)
def _resumes(seed: int) -> tuple[Row, ...]:
    found: list[Row] = []
    moments = sorted(
        (date(2021, 1, 4) + timedelta(days=Draw(seed, "resume day", n).below(1_850)), n)
        for n in range(1_900)
    )
    serial: Counter[int] = Counter()
    for day, number in moments:
        draw = Draw(seed, "resume", number)
        nation = _nation(draw)
        main = draw.weighted([(c, _WEIGHTS[c]) for c in industries_of(nation.code)])
        jobs = jobs_of(main)
        start = draw.below(len(jobs))
        count = min(len(jobs), draw.weighted(((1, 30), (2, 34), (3, 36))))
        wanted: list[str | None] = [jobs[(start + n) % len(jobs)] for n in range(count)]
        wanted += [None] * (3 - count)
        serial[day.year] += 1
        found.append(
            (
                f"{day.year}-{serial[day.year]:05d}",
                day.strftime("%Y%m%d"),
                *(nation.code, nation.name, INDUSTRIES[main][0], *wanted),
                *(draw.skewed(0, 116, 1), draw.weighted(_EDUCATIONS)),
            )
        )
    return tuple(reversed(found))


RESUMES = Table(
    "eps_resumes",
    columns(
        "receipt day eps_nation nation industry_name job1 job2 job3 months education",
        "months",
        nulls="job2 job3",
    ),
    lambda world: iter(_resumes(world.seed)),
    key=("receipt",),
)


def _seekers(world: World) -> Iterator[Row]:
    """The résumés, counted by nationality and schooling."""
    count = Counter((str(r[3]), str(r[9])) for r in _resumes(world.seed))
    for n in nations():
        for education, _ in _EDUCATIONS:
            if count[n.name, education]:
                yield (n.name, education, count[n.name, education])


SEEKERS = Table(
    "eps_seekers",
    columns("nation education count", "count"),
    _seekers,
    key=("nation", "education"),
)


def _media(world: World) -> Iterator[Row]:
    """Files of those job seekers who introduce themselves in a film."""
    for row in _resumes(world.seed):
        draw = Draw(world.seed, "media", str(row[0]))
        if draw.chance(620):
            films = draw.weighted(((1, 80), (2, 16), (3, 4)))
            yield (row[0], films, draw.below(3), draw.skewed(1, 8, 2))


MEDIA = Table(
    "eps_media",
    columns("receipt films sounds pictures", "films sounds pictures"),
    _media,
    key=("receipt",),
)

# ---- lessons ---------------------------------------------------------------------------------

_PERIODS = ("09", "10", "11", "13", "14", "15", "16")


def _timetable(world: World) -> Iterator[Row]:
    """Lessons of compatriots: courses of three days, six or seven periods a day."""
    start = date(2025, 1, 6)
    while start <= _LAST:
        draw = Draw(world.seed, "compatriots", start.isoformat())
        for n in range(3):
            day = start + timedelta(days=n)
            if day <= _LAST:
                hours = _PERIODS[: 6 + (n < 2)]
                for place, hour in enumerate(hours, start=1):
                    yield (day.strftime("%Y%m%d"), f"{place}교시", f"{hour}:00")
        start += timedelta(days=7 if draw.chance(820) else 14)


TIMETABLE = Table("compatriot_lessons", columns("day period hour"), _timetable)
_BUILDING = (
    "건설업 기초안전보건교육", "건설현장 한국어와 작업 용어", "철근·거푸집 작업의 기초",
    "비계와 추락 사고 예방",
    "건설기계 주변 작업 안전", "밀폐공간 작업과 질식 예방", "화재·폭발 예방과 용접 안전",
    "산업재해 처리와 보험", "근로기준법과 임금 체불 대응", "한국 건설현장의 문화와 예절",
    "여름철 온열질환 예방", "겨울철 동파와 미끄럼 사고 예방",
)  # fmt: skip


def _building(world: World) -> Iterator[Row]:
    for year in range(2026, 2013, -1):
        draw = Draw(world.seed, "building lessons", year)
        rounds = 2 if year == 2026 else draw.between(20, 28)
        for number in range(rounds, 0, -1):
            one = Draw(world.seed, "building lesson", year, number)
            yield (str(year), number, _BUILDING[0] if number == 1 else one.pick(_BUILDING))


BUILDING = Table(
    "building_lessons",
    columns("year number text", "number"),
    _building,
    key=("year", "number"),
)


def _venues(world: World) -> Iterator[Row]:
    tails = ("외국인취업교육원", "글로벌교육센터", "산업인력교육원", "직업교육원")
    rooms = ("본관 3층 대강의실", "별관 2층", "교육동 1층", "지하 1층 강당", None, None)
    used: set[str] = set()
    for number in range(90):
        draw = Draw(world.seed, "venue", number)
        body = names.named(draw, tails)
        if body in used:
            continue
        used.add(body)
        province = draw.weighted(REGIONS)
        address, area = names.site(draw.u64(), province)
        city = address.split()[-3].removesuffix("시").removesuffix("군")
        head = draw.between(200, 899)
        yield (
            *(f"{city} {draw.pick(('교육장', '제1교육장', '연수원'))}", body, address),
            draw.pick(rooms),
            *(f"{area}-{head}-{draw.digits(4)}", f"{area}-{head}-{draw.digits(4)}"),
        )


VENUES = Table(
    "lesson_venues",
    columns("place_label body address more phone fax", nulls="more"),
    _venues,
    key=("body",),
)

# ---- going home ------------------------------------------------------------------------------

_PROGRAMS = (
    ("귀국 창업교육", "소자본 음식점 창업"), ("귀국 창업교육", "소규모 농장 경영"),
    ("귀국 창업교육", "자동차 정비소 창업"), ("귀국 창업교육", "온라인 판매와 마케팅"),
    ("귀국 창업교육", "봉제 공방 운영"), ("기능 향상교육", "용접 기능"),
    ("기능 향상교육", "지게차 운전"),
    ("기능 향상교육", "전기 설비"), ("기능 향상교육", "컴퓨터 활용"),
    ("기능 향상교육", "제과·제빵"),
    ("기능 향상교육", "휴대전화 수리"), ("재정착 교육", "자산 관리와 송금"),
    ("재정착 교육", "한국 기업 취업 준비"),
    ("재정착 교육", "사회보험금 찾기"), ("한국어 교육", "직장 한국어 중급"),
    ("한국어 교육", "한국어능력시험 대비"),
)  # fmt: skip
_TARGETS = (
    "귀국을 1년 앞둔 외국인근로자",
    "자진 귀국 예정 근로자",
    "체류 중인 외국인근로자",
    "귀국한 근로자",
)
_WAYS = ("누리집 공지", "문자메시지", "고용센터 안내", "지원센터 방문 안내", "사업장 공문")


def _programs(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    for number in range(190):
        draw = Draw(world.seed, "home program", number)
        kind, course = draw.pick(_PROGRAMS)
        stem = names.coined(draw, number & 1)
        title = f"{course} 과정 {draw.between(1, 6)}기"
        day = date(2017, 2, 1) + timedelta(days=draw.below(3_280))
        rows.append(
            (
                *(day.strftime("%Y%m%d"), kind, title, draw.between(3, 12) * 5),
                *(f"{stem}외국인력지원센터", f"{names.romanised(stem)} Foreign Workers Center"),
                *(draw.pick(_TARGETS), draw.pick(_WAYS)),
            )
        )
    yield from sorted(rows, key=lambda r: str(r[0]), reverse=True)


PROGRAMS = Table(
    "return_programs",
    columns("day kind_of title places body body_english target way", "places"),
    _programs,
)
_TAILS = {
    "베트남": "비나",
    "인도네시아": "인도네시아",
    "중국": "차이나",
    "필리핀": "필리핀",
    "태국": "타이",
}


def _postings(world: World) -> Iterator[Row]:
    """Local employers' notices; those that are open are also found by the search."""
    seen: set[str] = set()
    for number in range(520):
        draw = Draw(world.seed, "home posting", number)
        nation = _nation(draw)
        bare, _, _ = names.firm(draw.u64(), world.seed & 1)
        name = f"{bare} {_TAILS.get(nation.name, nation.name)}"
        if name not in seen:
            seen.add(name)
            yield (nation.code, nation.name, name, draw.skewed(1, 60, 2), "YN"[number > 140])


POSTINGS = Table(
    "return_postings",
    columns("eps_nation nation employer people open", "people"),
    _postings,
    index=(("open",),),
)


def _members(world: World) -> Iterator[Row]:
    """The site's members of two kinds, month by month: they seldom get fewer."""
    rows: list[Row] = []
    abroad, hiring = 310, 1_240
    for month in range(9 * 12 + 1):
        draw = Draw(world.seed, "site members", month)
        abroad += draw.between(-1, 9)
        hiring += draw.between(-3, 34)
        rows.append((f"{2017 + month // 12}{month % 12 + 1:02d}01", abroad, hiring))
    yield from reversed(rows)


MEMBERS = Table(
    "return_site_members", columns("day abroad hiring", "abroad hiring"), _members, key=("day",)
)

FOREIGN_WORKERS = (
    RESUMES,
    SEEKERS,
    MEDIA,
    TIMETABLE,
    BUILDING,
    VENUES,
    PROGRAMS,
    POSTINGS,
    MEMBERS,
)
