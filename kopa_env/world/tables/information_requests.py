"""What the Assembly's library was asked to disclose, and what it decided.

Askers are not in the register, and what they ask for is generated. Like the real one it is kept by
hand: dates lack the year, what does not apply is the text ``null``, and one early entry has that
text for its year and a serial number that a spreadsheet took for a date.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.calendar import after, weekday_on
from kopa_env.world.world import World

ASKED = dict(zip(range(2025, 2015, -1), (61, 58, 55, 49, 52, 44, 47, 45, 41, 37), strict=True))
"""Requests a year; with the entry without a year they are as many as the real register has."""

NOTHING = "null"
_MATTERS = (
    *("업무추진비 집행내역", "전자책 구입 내역", "단행본 수서 목록", "열람실 이용자 통계"),
    *("정기간행물 구독 현황", "자료보존 서고 점검 기록", "청사 청소 용역 계약서"),
    *("직원 출장 내역", "기록물 폐기 목록", "시스템 유지관리 계약서", "기증 도서 처리 내역"),
    *("외국 입법자료 번역 현황", "위원회 회의록 사본", "채용 시험 채점 기준"),
)
_DESKS = (
    "기록정책과",
    "총무담당관실",
    "기획담당관실",
    "자료수집과",
    "열람봉사과",
    "정보기술개발과",
)
_FORMS = (("전자파일", 78), ("사본·출력물", 18), ("열람·시청", 4))
_MEANS = {"전자파일": "전자우편", "사본·출력물": "우편", "열람·시청": "직접방문"}
_DECISIONS = (("공개", 66), ("부분공개", 21), ("비공개", 13))
_GROUNDS = (
    *("공공기관의 정보공개에 관한 법률 제9조제1항제5호", "개인정보(성명, 연락처) 제외"),
    *("공공기관의 정보공개에 관한 법률 제9조제1항제6호", "자료 없음"),
)
_NEW_YEAR_2021 = 44_197
"""The first of January 2021 as a spreadsheet counts days."""


def _requests(world: World) -> Iterator[Row]:
    """Yield the register by year, descending as text: ``null`` comes before any number."""
    _, _, *rest = request(world.seed, 2021, 0, ASKED[2021])
    serial = _NEW_YEAR_2021 + Draw(world.seed, "information-serial").below(31)
    yield (NOTHING, str(serial), *rest)
    for year, asked in ASKED.items():
        for number in range(asked, 0, -1):
            yield request(world.seed, year, number, asked)


def request(
    seed: int,
    year: int,
    number: int,
    asked: int,
    register: str = "information-request",
    matters: Sequence[str] = _MATTERS,
    desks: Sequence[str] = _DESKS,
) -> Row:
    """Return a request of a register: which one a year, of so many, about what, seen to by whom."""
    draw = Draw(seed, register, year, number)
    matter, form = f"{year - 1 - draw.below(3)}년 {draw.pick(matters)}", draw.weighted(_FORMS)
    decision = draw.weighted(_DECISIONS) if number else "공개"
    decided = weekday_on(date(year, 1, 6) + timedelta(days=number * 340 // asked)).isoformat()
    head = (str(year), f"{year % 100}-{number}", matter, form, draw.pick(desks), decision)
    if decision == "비공개":
        return (*head, None, draw.pick(_GROUNDS), _short(decided), None, None)
    ground = NOTHING if decision == "공개" else draw.pick(_GROUNDS[:3])
    shown = after(decided, draw.below(4))
    return (*head, matter, ground, _short(decided), _short(shown), _MEANS[form])


def _short(day: str) -> str:
    """Return a day as the register has it: month and day."""
    return f"{int(day[5:7])}.{int(day[8:])}."


LIBRARY_REQUESTS = Table(
    "library_information_requests",
    (
        Column("year", sentinel=NOTHING),
        *(Column(n) for n in ("serial", "matter", "form", "desk", "decision", "disclosed")),
        Column("withheld", sentinel=NOTHING),
        *(Column(n) for n in ("decided", "shown", "means")),
    ),
    _requests,
    index=(("year",),),
)
