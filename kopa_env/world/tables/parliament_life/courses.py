"""Courses that the Assembly's training institute holds for citizens and for local councils."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.parliament_life.wording import dotted, newest_first
from kopa_env.world.world import World

_STUDENTS = "시민의정연수 (전국 국&middot;공립 및 사립대학교에 재학 중인 대학생)"
_COURSES = {
    "citizen": (
        66,
        "시민의정",
        (
            ("{y}년도 청년 민주주의 의회연수  의회정치 리더십 과정", _STUDENTS),
            ("{y}년도 제{n}기 대학생 의회아카데미", "시민의정연수 (대학생 및 대학원생)"),
            ("{y}년도 교원 의정연수", "시민의정연수 (초&middot;중등 교원)"),
            ("{y}년도 다문화가족 의회체험 과정", "시민의정연수 (다문화가족)"),
            ("{y}년도 청소년 의회교실", "시민의정연수 (중&middot;고등학생)"),
            ("{y}년도 시민사회단체 의정연수", "시민의정연수 (시민사회단체 실무자)"),
        ),
        (("고성연수원", 62), ("의정연수원 대강의실", 28), ("국회박물관 강의실", 10)),
    ),
    "region": (
        173,
        "지방의회",
        (
            ("{y}년도 지방의회 직원의정연수", "지방의회연수 (지방의회 직원)"),
            ("{y}년도 제{n}기 지방의회의원 의정연수", "지방의회연수 (광역&middot;기초의회 의원)"),
            ("{y}년도 지방의회 예산안 심사기법 과정", "지방의회연수 (지방의회 의원)"),
            ("{y}년도 행정사무감사 실무 과정", "지방의회연수 (지방의회 의원 및 직원)"),
            ("{y}년도 조례 입안 실무 과정", "지방의회연수 (지방의회 직원)"),
            ("{y}년도 지방의회 정책지원관 과정", "지방의회연수 (정책지원관)"),
            ("{y}년도 지방의회 의장단 연수", "지방의회연수 (지방의회 의장단)"),
        ),
        (
            *(("고성연수원", 44), ("의정연수원 대강의실", 22), ("제주 연수시설 강연장", 12)),
            *(("부산 연수시설 강연장", 9), ("여수 연수시설 강연장", 8), ("의정관 제1강의실", 5)),
        ),
    ),
}


def _courses(world: World) -> Iterator[Row]:
    made = [
        _course(world.seed, code, place)
        for code, (count, *_) in _COURSES.items()
        for place in range(count)
    ]
    yield from newest_first(made)


def _course(seed: int, code: str, place: int) -> tuple[str, Row]:
    count, group, titles, places = _COURSES[code]
    draw = Draw(seed, "course", code, place)
    first = date(2025, 12, 22) - timedelta(days=place * 2_900 // count)
    first -= timedelta(days=first.weekday() - draw.below(3) if first.weekday() else 0)
    last = first + timedelta(days=min(draw.pick((1, 2, 2, 4)), 4 - first.weekday()))
    opened = first - timedelta(days=draw.between(35, 65))
    closed = opened + timedelta(days=draw.between(7, 21))
    written = opened - timedelta(days=draw.between(1, 6))
    title, whom = draw.pick(titles)
    asked = _span(opened, closed)
    refundable = "~" if code == "citizen" and draw.chance(700) else asked
    return first.isoformat(), (
        *(code, group, title.format(y=first.year, n=draw.between(1, 9)), whom),
        *(draw.weighted(places), draw.pick((30, 40, 50, 60, 80, 100)), dotted(written.isoformat())),
        *(0 if code == "citizen" else draw.pick((90, 120, 150, 180, 210)) * 1_000,),
        *(_span(first, last), asked, refundable, draw.skewed(240, 3_900, 2), first.isoformat()),
    )


def _span(first: date, last: date) -> str:
    return f"{dotted(first.isoformat())}~{dotted(last.isoformat())}"


COURSES = Table(
    "assembly_courses",
    (
        *(Column(n) for n in ("code", "kind", "title", "whom", "place")),
        *(Column("seats", "int"), Column("written"), Column("fee", "int")),
        *(Column(n) for n in ("held", "asked", "refundable")),
        *(Column("views", "int"), Column("first_day", domain="date")),
    ),
    _courses,
    index=(("code",),),
)
