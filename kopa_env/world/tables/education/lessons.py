"""Timetables: what every class is taught in each period of a day that its school is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.education.classes import SchoolClass, classes
from kopa_env.world.tables.education.days import TODAY, YEARS, all_parts, term_of, year_of
from kopa_env.world.tables.education.register import OFFICE, head, school_of
from kopa_env.world.tables.schools import School
from kopa_env.world.world import World

_YOUNG = "국어 국어 국어 수학 수학 바른생활 슬기로운생활 즐거운생활 즐거운생활 자율활동"
_OLDER = "국어 국어 수학 수학 사회 과학 영어 영어 음악 미술 체육 도덕 실과 동아리활동"
_MIDDLE = (
    "국어 국어 수학 수학 영어 영어 사회 역사 과학 과학 체육 음악 미술 기술·가정 정보 도덕 한문 "
    "진로와직업 동아리활동 주제선택"
)
_HIGH = (
    "국어 문학 수학 수학Ⅰ 영어 영어Ⅰ 한국사 통합사회 통합과학 물리학Ⅰ 화학Ⅰ 생명과학Ⅰ 지구과학Ⅰ "
    "체육 음악 미술 정보 진로활동 자율활동 동아리활동 일본어Ⅰ 중국어Ⅰ 한문Ⅰ"
)
_TRADE = "전공기초 전공실습 전공실습 성공적인직업생활 국어 수학 영어 한국사 체육 진로활동"
_SPECIAL = "국어 수학 사회 과학 실과 체육 음악 미술 생활영어 일상생활활동 창의적체험활동"
_ROOMS = {"음악": "음악실", "미술": "미술실", "정보": "컴퓨터실", "체육": "체육관"}
_EXAM = "지필평가"


def _subjects(school: School, c: SchoolClass) -> Sequence[str]:
    return _known(school, c).split()


def _known(school: School, c: SchoolClass) -> str:
    if school.level == "special":
        return _SPECIAL
    if school.level == "elementary":
        return _YOUNG if c.grade < 3 else _OLDER
    if school.level == "middle":
        return _MIDDLE
    return _TRADE if school.kind == "특성화고등학교" else _HIGH


def _periods(school: School, grade: int, weekday: int) -> int:
    if school.level == "elementary":
        return (
            (5 if weekday in (1, 3) else 4) if grade < 3 else 6 if grade > 4 or weekday != 2 else 5
        )
    if school.level == "special":
        return 6 if weekday != 2 else 5
    return 6 if school.level == "middle" and weekday in (2, 4) else 7


def _week(seed: int, school: School, c: SchoolClass, year: int, term: str) -> list[list[str]]:
    """Return a class's lessons by weekday and period."""
    known = _subjects(school, c)
    word = Draw(seed, "week", school.open_id, year, term, c.grade, c.course, c.name).bits()
    week = []
    for weekday in range(5):
        day = []
        for _ in range(_periods(school, c.grade, weekday)):
            word, place = divmod(word, len(known))
            day.append(known[place])
        week.append(day)
    return week


def _within(day: str, year: int) -> bool:
    """Say whether a day lies in a school year."""
    return f"{year}03" <= day[:6] <= f"{year + 1}02"


def _rows(world: World, values: tuple[Value, ...], years: Sequence[int]) -> Iterator[Row]:
    school = school_of(world, *values[:2]) if len(values) > 1 else None
    if school is None or school.level == "other":
        return
    wanted = str(values[2]) if len(values) > 2 else ""
    start = (school.level, *head(world, school, values[1]))
    mark = "-" if Draw(world.seed, "hyphen", school.open_id).chance(140) else ""
    for year in years:
        if not school.runs_in(year) or (wanted and not _within(wanted, year)):
            continue
        held = year_of(world.seed, school, year)
        exams = {e.day for e in held.events if e.name.endswith(_EXAM)}
        own = list(classes(world.seed, school, year))
        weeks = {
            term: [_week(world.seed, school, c, year, term) for c in own] for term in ("1", "2")
        }
        for day in held.open_days():
            if day > TODAY:
                return
            term, text = term_of(day, year), day.strftime("%Y%m%d")
            if wanted not in ("", text):
                continue
            loaded = min(day + timedelta(days=6 - day.weekday()), TODAY).strftime("%Y%m%d")
            head_ = (*start, str(year), term, text)
            for c, week in zip(own, weeks[term], strict=True):
                lessons = [_EXAM] * 3 if day in exams else week[day.weekday()]
                yield from _day(head_, c, lessons, mark, loaded)


def _day(
    start: Row, c: SchoolClass, lessons: Sequence[str], mark: str, loaded: str
) -> Iterator[Row]:
    for period, lesson in enumerate(lessons, start=1):
        room = _ROOMS.get(lesson, c.name)
        yield (
            *(*start, "주간", c.course, c.track, c.department, str(c.grade), room, c.name),
            *(str(period), f"{mark}{lesson}", loaded),
        )


def _present(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    yield from _rows(world, values, YEARS[-1:])


def _past(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    yield from _rows(world, values, YEARS[:-1])


_COLUMNS = (
    Column("level"),
    *OFFICE,
    Column("AY", domain="year4"),
    Column("SEM"),
    Column("ALL_TI_YMD", domain="date"),
    *(Column(n) for n in ("DGHT_CRSE_SC_NM", "SCHUL_CRSE_SC_NM", "ORD_SC_NM", "DDDEP_NM")),
    *(Column(n) for n in ("GRADE", "CLRM_NM", "CLASS_NM", "PERIO", "ITRT_CNTNT")),
    Column("LOAD_DTM", domain="date"),
)

LESSONS = Table(
    "lessons",
    _COLUMNS,
    lambda world: (row for part in all_parts(world) for row in _present(world, part)),
    by=("ATPT_OFCDC_SC_CODE", "SD_SCHUL_CODE", "ALL_TI_YMD"),
    part=_present,
)
"""Of the present school year, up to the world's day."""

PAST_LESSONS = Table(
    "past_lessons",
    _COLUMNS,
    lambda world: (row for part in all_parts(world) for row in _past(world, part)),
    by=("ATPT_OFCDC_SC_CODE", "SD_SCHUL_CODE", "ALL_TI_YMD"),
    part=_past,
)
"""Of the two school years before."""
