"""Courses of remote training: their classes, who attended, how it went, captchas on the way.

Every sum agrees: an agency's statistics count its courses, classes and attendances; the months of
captchas count the submissions. Trainees are numbers without names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.tables.hrdk.remote_agencies import (
    LAST,
    Agency,
    agencies,
    between,
    day8,
    stamp,
)
from kopa_env.world.world import World

_TOPICS = (
    # topic, hours; those with 0 are statutory courses with a fixed name
    ("직장 내 성희롱 예방교육", 0), ("직장 내 괴롭힘 예방교육", 0), ("개인정보보호 교육", 0),
    ("직장 내 장애인 인식개선교육", 0), ("퇴직연금 제도의 이해", 0), ("사무직 산업안전보건교육", 0),
    ("관리감독자 안전보건교육", 0), ("긴급복지 신고의무자 교육", 0),
    ("아동학대 신고의무자 교육", 0),
    ("엑셀 실무", 20), ("엑셀 함수와 피벗 테이블", 16), ("파워포인트 보고서 디자인", 16),
    ("파이썬 데이터 분석", 30), ("파이썬 프로그래밍", 40), ("자바 웹 개발", 48),
    ("리눅스 서버 관리", 32),
    ("SQL 데이터베이스", 30), ("정보보안 관리", 24), ("클라우드 서비스 운영", 24),
    ("생성형 AI 업무 활용", 12), ("머신러닝 입문", 30), ("빅데이터 시각화", 20),
    ("노코드 업무 자동화", 12),
    ("오토캐드 2D 도면 작성", 36), ("3D 모델링", 40), ("PLC 제어", 36), ("전기설비 유지보수", 30),
    ("용접 결함과 대책", 20), ("기계요소 설계", 32), ("금형 구조의 이해", 24), ("CNC 가공", 30),
    ("품질관리 통계", 24), ("식스시그마 문제해결", 20), ("생산계획과 재고관리", 20),
    ("설비보전", 24),
    ("스마트팩토리 구축", 20), ("반도체 공정의 이해", 24), ("이차전지 소재", 20),
    ("화학물질 취급 안전", 16),
    ("위험성평가 실무", 16), ("건설현장 안전관리", 20), ("건축 견적 실무", 30), ("조경 시공", 24),
    ("재무제표 읽기", 16), ("원가관리", 20), ("전산세무회계", 36), ("부가가치세 신고 실무", 16),
    ("급여와 4대 보험 실무", 20), ("노동법과 근로계약", 16), ("인사평가와 면담", 12),
    ("채용 면접관", 8),
    ("무역실무와 통관", 30), ("구매와 협력사 관리", 20), ("물류센터 운영", 20), ("유통관리", 24),
    ("B2B 영업 전략", 16), ("고객응대와 불만 처리", 12), ("디지털 마케팅", 20),
    ("SNS 콘텐츠 기획", 16),
    ("브랜드 전략", 16), ("서비스 기획", 16), ("프로젝트 관리", 24), ("애자일 협업", 12),
    ("기획서 작성", 12), ("보고와 발표", 10), ("비즈니스 글쓰기", 10), ("협상의 기술", 12),
    ("중간관리자 리더십", 16), ("신입사원 적응", 12), ("팀장의 코칭", 12), ("갈등 관리", 10),
    ("시간 관리와 우선순위", 8), ("스트레스 관리", 8), ("비즈니스 영어 회화", 30),
    ("비즈니스 일본어", 30),
    ("비즈니스 중국어", 30), ("영문 이메일 작성", 16), ("요양보호사 직무", 8),
    ("간호조무사 보수교육", 8),
    ("보육교직원 직무", 12), ("사회복지 사례관리", 16), ("병원 코디네이터", 24),
    ("의료기기 규제 이해", 20),
    ("식품위생과 해썹", 16), ("제과 이론", 24), ("커피 바리스타 이론", 20),
    ("호텔 객실 서비스", 16),
    ("여행상품 기획", 16), ("헤어 트렌드", 16), ("포토샵 이미지 편집", 24),
    ("일러스트레이터 그래픽", 24),
    ("영상 편집", 30), ("UI·UX 디자인", 30), ("공인중개 실무", 20), ("보험상품의 이해", 16),
    ("자산관리와 세금", 16), ("ESG 경영", 12), ("탄소중립과 기업 대응", 12),
    ("중대재해처벌법 대응", 8),
    ("특허와 지식재산", 16), ("연구노트 작성", 8),
)  # fmt: skip
_FORMS = (
    ("{}", 26), ("{} 기초", 14), ("{} 심화", 9), ("{} 실무 과정", 8), ("한 번에 끝내는 {}", 6),
    ("처음 만나는 {}", 7), ("현장에서 바로 쓰는 {}", 7), ("{} 완성", 5), ("사례로 배우는 {}", 7),
    ("{} 핵심 정리", 5), ("실무자를 위한 {}", 7), ("{} Ⅰ", 4), ("{} Ⅱ", 3), ("알기 쉬운 {}", 6),
)  # fmt: skip
_METHODS = (
    ("최종평가(시험)", 44),
    ("과제", 26),
    ("진행단계평가", 18),
    ("토론", 7),
    ("서술형평가", 5),
)
_SURVEYS = (
    ("과정 만족도", ("{} 과정 만족도 조사", "{}을(를) 마치며"), "수료자"),
    ("강사 만족도", ("{} 강사·튜터 만족도", "{} 튜터 지원 평가"), "수강생"),
    ("시스템 만족도", ("{} 학습시스템 이용 만족도", "{} 수강 환경 조사"), "수강생"),
    ("현업적용도", ("{} 현업적용도 조사", "{}은(는) 업무에 얼마나 도움이 되었나요"), "수료자"),
    ("사업주 만족도", ("{} 위탁훈련 사업주 만족도", "{} 훈련 성과 조사"), "기업 훈련담당자"),
)
CAPTCHAS = ("01", "02", "03")
"""Where a captcha is asked for: 진도, 과제, 시험."""


@dataclass(frozen=True, slots=True)
class Course:
    """A course of an agency."""

    id: str
    agency: Agency
    name: str
    hours: int
    temporary: bool
    account: bool
    registered: date


@dataclass(frozen=True, slots=True)
class Class:
    """A class of a course."""

    id: str
    course: Course
    start: date
    end: date
    size: int


@dataclass(frozen=True, slots=True)
class Attendance:
    """Someone's attendance of a class."""

    id: str
    trainee: str
    held: Class
    progress: int
    score: int

    @property
    def passed(self) -> bool:
        """Whether it counts as completed: 80 % of progress and 60 points."""
        return self.progress >= 800 and self.score >= 60


@lru_cache(maxsize=4)
def courses(seed: int) -> tuple[Course, ...]:
    """Return the courses, by id."""
    found: list[Course] = []
    for agency in agencies(seed):
        own: dict[str, int] = {}
        for place in range(max(2, agency.size // 20)):
            draw = Draw(seed, "remote course", agency.id, place)
            topic, hours = draw.pick(_TOPICS)
            form = draw.weighted(_FORMS) if hours and "실무" not in topic else "{}"
            name = form.format(topic)
            own.setdefault(name, hours or draw.pick((1, 1, 2, 3)))
        for name, hours in own.items():
            draw = Draw(seed, "remote course kind", agency.id, name)
            found.append(
                Course(
                    id=f"C{len(found) + 1:05d}",
                    agency=agency,
                    name=name,
                    hours=hours,
                    temporary=draw.chance(60),
                    account=hours >= 8 and draw.chance(420),
                    registered=between(draw, date(2021, 1, 4), date(2024, 12, 20)),
                )
            )
    return tuple(found)


@lru_cache(maxsize=4)
def classes(seed: int) -> tuple[Class, ...]:
    """Return the classes, by id: all are over."""
    found: list[Class] = []
    for course in courses(seed):
        for place in range(1 + Draw(seed, "remote classes", course.id).below(3)):
            draw = Draw(seed, "remote class", course.id, place)
            first = max(course.registered + timedelta(days=14), date(2023, 1, 2))
            start = between(draw, first, date(2025, 12, 22))
            length = 13 if course.hours < 8 else 29
            size = draw.between(2, 10)
            end = start + timedelta(days=length)
            found.append(Class(f"L{len(found) + 1:05d}", course, start, end, size))
    return tuple(found)


@lru_cache(maxsize=4)
def attendances(seed: int) -> tuple[Attendance, ...]:
    """Return every attendance; some people attend several classes."""
    found: list[Attendance] = []
    for held in classes(seed):
        for place in range(held.size):
            draw = Draw(seed, "attendance", held.id, place)
            trainee = f"U{draw.between(1, 5200):06d}"
            progress, score = draw.weighted(((1000, 70), (draw.between(800, 999), 16), (0, 14))), 0
            progress = progress or draw.between(20, 790)
            score = draw.bell(52, 100) if progress >= 800 else draw.between(0, 70)
            found.append(Attendance(f"T{len(found) + 1:06d}", trainee, held, progress, score))
    return tuple(found)


# ---- courses and how they are measured -------------------------------------------------------


def _courses(world: World) -> Iterator[Row]:
    for number, c in enumerate(courses(world.seed), start=1):
        draw = Draw(world.seed, "course told", c.id)
        o = c.agency.office
        yield (
            *(c.id, c.agency.id, c.name, c.hours, "Y" if c.temporary else "N"),
            stamp(draw, c.registered),
            *("account" if c.account else "worker", str(50_000 + number)),
            *(o.office, o.branch, o.centre),
        )


COURSES = Table(
    "remote_courses",
    columns(
        "course_id agent course hours temporary registered kind_of serial labor_office_name "
        "branch centre",
        "hours",
    ),
    _courses,
    key=("course_id",),
    index=(("kind_of",),),
)


def _assessments(world: World) -> Iterator[Row]:
    number = 0
    for held in classes(world.seed):
        draw = Draw(world.seed, "assessment", held.id)
        methods = dict.fromkeys(draw.weighted(_METHODS) for _ in range(draw.between(1, 3)))
        for method in methods:
            number += 1
            due = held.end + timedelta(days=draw.pick((0, 0, 3, 7)))
            told = stamp(draw, held.start - timedelta(days=draw.between(1, 12)))
            yield (number, held.course.id, held.course.name, method, day8(due), told)


ASSESSMENTS = Table(
    "remote_assessments",
    columns("number course_id course method due_day registered", "number"),
    _assessments,
    key=("number",),
)


def _results(world: World) -> Iterator[Row]:
    """What was reported of an attendance: mostly once on the way, and once at its end."""
    number = 0
    for a in attendances(world.seed):
        draw = Draw(world.seed, "result", a.id)
        half = a.held.start + (a.held.end - a.held.start) // 2
        if draw.chance(620):
            number += 1
            part = a.progress * draw.between(20, 75) // 100
            yield (a.id, number, f"{part / 10:.1f}", 0, stamp(draw, half, 0, 6))
        number += 1
        end = min(a.held.end + timedelta(days=draw.between(1, 5)), LAST)
        yield (a.id, number, f"{a.progress / 10:.1f}", a.score, stamp(draw, end, 0, 6))


RESULTS = Table(
    "remote_results",
    columns("attend number progress score registered", "number score"),
    _results,
    key=("number",),
)


def _logins(world: World) -> Iterator[Row]:
    """Each trainee's logins, some days of a class; the count goes on from class to class."""
    total: Counter[str] = Counter()
    rows: list[tuple[str, str, int]] = []
    for a in sorted(attendances(world.seed), key=lambda a: (a.held.start, a.id)):
        draw = Draw(world.seed, "login", a.id)
        days = sorted({between(draw, a.held.start, a.held.end) for _ in range(draw.between(1, 3))})
        for day in days:
            total[a.trainee] += draw.between(1, 6)
            rows.append((a.trainee, stamp(draw, day, 6, 23), total[a.trainee]))
    yield from sorted(rows, key=lambda r: (r[1], r[0]), reverse=True)


LOGINS = Table("remote_logins", columns("trainee moment count", "count"), _logins)


def _surveys(world: World) -> Iterator[Row]:
    attended = Counter(a.held.course.id for a in attendances(world.seed))
    for c in courses(world.seed):
        draw = Draw(world.seed, "remote survey", c.id)
        if attended[c.id] < 4 or not draw.chance(700):
            continue
        kind, titles, target = draw.pick(_SURVEYS)
        answered = attended[c.id] * draw.between(35, 92) // 100
        answered = min(answered, 3) if target.startswith("기업") else answered
        day = between(draw, max(c.registered, date(2023, 2, 1)), date(2025, 12, 30))
        title = settle(draw.pick(titles).format(c.name))
        yield (kind, title, target, answered, stamp(draw, day))


SURVEYS = Table(
    "remote_surveys", columns("kind_of title target answered registered", "answered"), _surveys
)


def _statistics(world: World) -> Iterator[Row]:
    held: Counter[str] = Counter(c.agency.id for c in courses(world.seed))
    taught: Counter[str] = Counter(c.course.agency.id for c in classes(world.seed))
    came: Counter[str] = Counter(a.held.course.agency.id for a in attendances(world.seed))
    done: Counter[str] = Counter(
        a.held.course.agency.id for a in attendances(world.seed) if a.passed
    )
    for agency in agencies(world.seed):
        yield (agency.id, *(found[agency.id] for found in (held, taught, came, done)))


STATISTICS = Table(
    "remote_agency_statistics",
    columns("agent courses classes attended passed", "courses classes attended passed"),
    _statistics,
    key=("agent",),
)

# ---- captchas --------------------------------------------------------------------------------


def _captchas(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    for a in attendances(world.seed):
        draw = Draw(world.seed, "captcha", a.id)
        for _ in range(draw.below(3) if a.progress < 800 else draw.between(1, 3)):
            kind = draw.weighted(((CAPTCHAS[0], 68), (CAPTCHAS[1], 12), (CAPTCHAS[2], 20)))
            day = day8(between(draw, a.held.start, a.held.end))
            rows.append((a.held.course.id, a.held.id, a.trainee, a.id, day, kind))
    yield from sorted(rows, key=lambda r: (str(r[4]), str(r[3])), reverse=True)


SUBMISSIONS = Table(
    "captcha_submissions",
    columns("course_id class_id trainee attend day kind_of"),
    _captchas,
    index=(("attend",),),
)


def _captcha_months(world: World) -> Iterator[Row]:
    found: Counter[tuple[str, str]] = Counter()
    for row in world.rows("captcha_submissions"):
        found[str(row["day"])[:6], str(row["kind_of"])] += 1
    months = sorted({month for month, _ in found}, reverse=True)
    for month in months:
        for category in ("M", "Y"):
            span = [m for m in months if m == month or (category == "Y" and _earlier(m, month))]
            counts = [sum(found[m, kind] for m in span) for kind in CAPTCHAS]
            yield (month, category, sum(counts), *counts)


def _earlier(month: str, than: str) -> bool:
    return month[:4] == than[:4] and month < than


CAPTCHA_MONTHS = Table(
    "captcha_months",
    columns("ym category total progress task exam", "total progress task exam"),
    _captcha_months,
    key=("ym", "category"),
)

REMOTE_COURSES = (
    COURSES,
    ASSESSMENTS,
    RESULTS,
    LOGINS,
    SURVEYS,
    STATISTICS,
    SUBMISSIONS,
    CAPTCHA_MONTHS,
)
