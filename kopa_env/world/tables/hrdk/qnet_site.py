"""What Q-Net's sites publish beside exams: contents, surveys, the days of exchange with HRD-Net."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.hrdk.acquirers import REGIONS
from kopa_env.world.tables.hrdk.course_quals import course_qualifications
from kopa_env.world.tables.hrdk.exam_figures import shared
from kopa_env.world.tables.hrdk.meisters import MAJORS
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.world import World

_LAST = date(2026, 1, 29)
_AREAS = (
    # department, what it writes about, kinds of pages
    ("기술자격운영부", ("기술사", "기능장", "기사", "산업기사", "기능사"),
     ("{}이란(란)", "{} 응시자격", "{} 시험과목과 검정방법", "{} 합격자 결정기준",
      "{} 시험 진행 절차")),
    ("전문자격운영부", ("공인중개사", "세무사", "공인노무사", "주택관리사보",
      "관광통역안내사", "행정사"),
     ("{} 시험 안내", "{} 응시자격과 면제", "{} 시험과목")),
    ("과정평가형자격부", ("과정평가형 자격", "일학습병행 자격"),
     ("{} 제도 안내", "{} 참여 방법", "{} 외부평가 안내", "{} 지정 절차")),
    ("자격관리부", ("자격증", "확인서", "경력·학력 서류"),
     ("{} 발급 안내", "{} 발급 수수료", "{} 진위 확인", "{}을(를) 우편으로 받는 방법")),
    ("고객지원부", ("원서접수", "수험표", "환불", "시험장", "장애인 편의 제공", "회원가입"),
     ("{} 안내", "{}에 관해 자주 묻는 질문", "{} 이용 방법", "{} 유의사항")),
    ("CBT운영부", ("CBT 필기시험", "모의시험", "공학용계산기"),
     ("{} 안내", "{} 체험하기", "{} 화면 설명", "{} 부정행위 예방")),
    ("자격출제부", ("공개문제", "출제기준", "가답안", "이의신청"),
     ("{} 안내", "{} 보는 방법", "{} 공개 일정")),
)  # fmt: skip


def _contents(world: World) -> Iterator[Row]:
    number = 0
    for department, things, forms in _AREAS:
        for thing in things:
            for form in forms:
                number += 1
                draw = Draw(world.seed, "qnet content", number)
                title = settle(form.format(thing))
                label = f"{thing} {draw.pick(('안내', '도움말', '소개', '정보'))}"
                shown = "N" if draw.chance(90) else "Y"
                yield (f"CTS{number:05d}", label, title, department, shown)


CONTENTS = Table(
    "qnet_contents",
    columns("content content_label title department shown"),
    _contents,
    key=("content",),
)
_SURVEYS = (
    ("{} 과정평가형 자격 교육·훈련생 만족도 조사", 40),
    ("{} 과정평가형 자격 외부평가 수험자 만족도 조사", 35),
    ("{} 일학습병행 학습근로자 만족도 조사", 30), ("{} 일학습병행 참여기업 수요조사", 12),
    ("{} 과정평가형 자격 교육·훈련기관 의견수렴", 9), ("{} 외부평가위원 운영 개선 설문", 6),
    ("{} 누리집 이용 만족도 조사", 25), ("{} 신규 과정 개발 희망 종목 조사", 8),
)  # fmt: skip


def _surveys(world: World) -> Iterator[Row]:
    for year in range(2025, 2017, -1):
        size = sum(q.size for q in course_qualifications(world.seed) if q.since <= year)
        for half in ("하반기", "상반기"):
            for place, (form, share) in enumerate(_SURVEYS):
                draw = Draw(world.seed, "qnet survey", year, half, place)
                if draw.chance(560):
                    answered = size * share * draw.between(60, 140) // 100_000
                    won = draw.pick((0, 20, 30, 50, 100)) if answered > 100 else 0
                    title = form.format(f"{year}년 {half}")
                    yield (title, draw.between(5, 28), answered, min(won, answered))


SURVEYS = Table(
    "qnet_surveys", columns("title questions answered won", "questions answered won"), _surveys
)


def _links(world: World) -> Iterator[Row]:
    """The days on which data went over, with the few on which the exchange failed left out."""
    day = _LAST
    while day >= date(2019, 1, 2):
        if day.weekday() < 5 and not Draw(world.seed, "hrdnet", day.isoformat()).chance(35):
            yield (str(day.year), day.strftime("%Y%m%d"))
        day -= timedelta(days=1)


LINKS = Table("hrdnet_links", columns("year day"), _links, key=("day",), index=(("year",),))


def _career(world: World) -> Iterator[Row]:
    """Career lessons of 2022, shared among the regions by their size."""
    draw = Draw(world.seed, "career lessons")
    weights = [w for _, w in REGIONS]
    bodies, teachers = (shared(draw, total, weights, 200) for total in (1_460, 2_380))
    for (region, _), held, taught in zip(REGIONS, bodies, teachers, strict=True):
        yield (region, held, taught, held * draw.between(52, 96))


CAREER = Table(
    "career_lessons",
    columns("sido bodies teachers people", "bodies teachers people"),
    _career,
    key=("sido",),
)


def _wishes(world: World) -> Iterator[Row]:
    """Who wishes for a professor of the field: the field and the region, no more."""
    fields = [(name, 30 if code < "05" else 12) for code, name, _ in MAJORS]
    for number in range(860):
        draw = Draw(world.seed, "professor wish", number)
        yield (draw.weighted(fields), draw.weighted(REGIONS))


WISHES = Table("professor_wishes", columns("major_name sido"), _wishes)

QNET_SITE = (CONTENTS, SURVEYS, LINKS, CAREER, WISHES)
