"""Code tables of the qualification services: eligibility, studies, recognition, fees."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.firms import firms
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.tables.hrdk.qualifications import (
    GRADES,
    KINDS,
    SERIES,
    Field,
    fields,
    prof_series,
)
from kopa_env.world.tables.universities import university_names
from kopa_env.world.world import World


def fixed(name: str, names: str, rows: tuple[Row, ...], integers: str = "") -> Table:
    """Return a table whose rows are the same in every world."""
    return Table(name, columns(names, integers), lambda world: iter(rows))


# ---- eligibility -----------------------------------------------------------------------------


def _eligibility(world: World) -> Iterator[Row]:
    for row in fact_rows("eligibility"):
        yield (row["code"], row["name"], row["grade"], GRADES[row["grade"]], "T", KINDS["T"])


ELIGIBILITY = Table(
    "eligibility_codes",
    columns("emqual emqual_name grade grade_name kind kind_name", facts=("emqual", "emqual_name")),
    _eligibility,
    key=("emqual",),
)
_ITEMS = (
    ("경력", ("동일직무분야 경력", "유사직무분야 경력", "군 경력", "해외 경력", "교육훈련 경력")),
    (
        "학력",
        ("대학졸업", "대학졸업예정", "전문대학졸업", "고등학교졸업", "대학원졸업", "학점인정"),
    ),
    ("자격", ("기술사", "기능장", "기사", "산업기사", "기능사", "외국자격")),
    ("훈련", ("기사수준 훈련", "산업기사수준 훈련", "기능사수준 훈련", "기능장 과정")),
    ("입상", ("국제기능경기 입상", "전국기능경기 입상", "지방기능경기 입상")),
    ("면제", ("1차시험 면제", "과목 면제", "경력에 따른 면제")),
)


def _items(world: World) -> Iterator[Row]:
    """A head and what stands under it, for each of the two kinds that have exams."""
    for kind in ("T", "S"):
        for place, (name, parts) in enumerate(_ITEMS, start=1):
            head = f"{kind}{place}00"
            yield (head, name, "대분류", kind, KINDS[kind], None)
            for number, part in enumerate(parts, start=1):
                yield (f"{kind}{place}{number:02d}", part, "소분류", kind, KINDS[kind], head)


ELIGIBILITY_ITEMS = Table(
    "eligibility_items",
    columns("item item_name division kind kind_name upper", nulls="upper"),
    _items,
    key=("item",),
)


# ---- studies ---------------------------------------------------------------------------------

_STEMS = {
    "14": "건축 토목 도시 조경 측량 건설", "16": "기계 자동차 항공 조선 메카트로닉스 기계설계",
    "17": "재료 금속 신소재", "18": "화학 화학공 응용화학", "19": "섬유 의류 패션디자인",
    "20": "전기 전자 제어 반도체 로봇", "21": "컴퓨터 소프트웨어 정보통신 인공지능 데이터",
    "22": "식품 식품영양 제과제빵", "23": "인쇄 공예 목재 가구디자인",
    "24": "농 원예 축산 산림 수산 동물자원", "25": "안전 소방 방재 산업안전",
    "26": "환경 에너지 기상 신재생에너지", "02": "경영 회계 산업경영 무역",
    "08": "디자인 시각디자인 산업디자인",
    "13": "조리 외식조리", "12": "미용 뷰티 관광 체육", "06": "보건 간호 임상",
    "07": "사회복지 상담",
}  # fmt: skip
_ENDS = ("학과", "공학과", "과", "학부", "시스템과", "융합학과", "기술과", "관리과")


@lru_cache(maxsize=1)
def departments() -> tuple[tuple[str, str, tuple[Field, ...]], ...]:
    """Return departments: code, name, and the job fields they lead to."""
    groups: dict[str, list[Field]] = {}
    for field in fields().values():
        groups.setdefault(field.big, []).append(field)
    found = []
    number = 1_000
    for big, stems in _STEMS.items():
        for place, stem in enumerate(stems.split()):
            for end in _ENDS:
                number += 1
                draw = Draw("department", stem, end)
                own = groups[big]
                near = [own[(place + n) % len(own)] for n in range(draw.between(1, 3))]
                if draw.chance(300):
                    near.append(draw.pick(list(fields().values())))
                linked = tuple(dict.fromkeys(near))
                found.append((str(number), stem + end, linked))
    return tuple(found)


def _fields_of(world: World) -> Iterator[Row]:
    for code, name, linked in departments():
        for field in linked:
            yield (code, name, field.big, field.big_name, field.code, field.name)


DEPARTMENT_FIELDS = Table(
    "department_fields",
    columns("dept dept_name big big_name field field_name"),
    _fields_of,
    key=("dept", "field"),
)


def _series_of(world: World) -> Iterator[Row]:
    for series, name in SERIES.items():
        for code, dept, _ in departments():
            if series in ("01", "03") or Draw("series", series, code).chance(420):
                yield (series, name, code, dept)


DEPARTMENT_SERIES = Table(
    "department_series",
    columns("series series_name dept dept_name"),
    _series_of,
    key=("series", "dept"),
)


def university_code(place: int) -> str:
    """Return the code of a university by its place in the list."""
    return f"U{place + 1:04d}"


def _universities(world: World) -> Iterator[Row]:
    every = departments()
    for place, name in enumerate(university_names(world.seed)):
        draw = Draw(world.seed, "departments", name)
        for code, dept, _ in every:
            if draw.chance(110):
                yield (university_code(place), name, code, dept)


UNIVERSITY_DEPARTMENTS = Table(
    "university_departments",
    columns("university university_name dept dept_name"),
    _universities,
    key=("university", "dept"),
)


def _curricula(world: World) -> Iterator[Row]:
    for place, name in enumerate(university_names(world.seed)):
        draw = Draw(world.seed, "curricula", name)
        for year in range(2021, 2026):
            for grade in ("1", "2", "3", "4")[: draw.below(5)]:
                file = f"{year}학년도_{name}_교과과정_{grade}학년.hwp"
                yield (university_code(place), name, str(year), grade, file)


CURRICULA = Table(
    "curriculum_files", columns("university university_name year study_year file"), _curricula
)


# ---- recognition of work ---------------------------------------------------------------------

_BODIES = (
    "한국건설기술인협회", "한국전기기술인협회", "한국엔지니어링협회", "한국정보통신공사협회",
    "한국소방시설협회", "대한기계설비건설협회", "한국환경기술인협회", "한국조경협회",
    "대한산업안전협회",
    "한국가스안전기술협회", "한국식품산업협회", "한국자동차정비협회",
)  # fmt: skip


def _bodies(world: World) -> Iterator[Row]:
    for place, name in enumerate(_BODIES, start=1):
        draw = Draw("recognition", name)
        for rate, first, last in (("100.0", 2012, 9999), ("80.0", 2005, 2011)):
            if rate == "100.0" or draw.chance(500):
                yield (f"R{place:03d}", name, rate, f"{first}0101", f"{last}1231")


RECOGNITION = Table(
    "career_bodies", columns("body body_name recognised first_day last_day"), _bodies
)


def _careers(world: World) -> Iterator[Row]:
    for number, firm in enumerate(firms(world, 3_200)):
        place = Draw(world.seed, "career body", number).below(len(_BODIES))
        yield (firm.name, f"R{place + 1:03d}", _BODIES[place])


CAREERS = Table("career_companies", columns("company body body_name"), _careers)


# ---- short lists -----------------------------------------------------------------------------

_DISABILITIES = (
    ("01", "시각장애", ("확대문제지", "점자문제지", "시험시간 연장", "대필")),
    ("02", "청각장애", ("수어통역", "안내문 배부", "별도 좌석")),
    ("03", "지체장애", ("휠체어 좌석", "시험시간 연장", "별도 시험실", "대필")),
    ("04", "뇌병변장애", ("시험시간 연장", "별도 시험실", "대필", "보조공학기기 지참")),
    ("05", "기타 장애", ("별도 시험실", "화장실 사용", "의료기기 지참")),
)


def _disabilities(world: World) -> Iterator[Row]:
    for series, name in SERIES.items():
        for code, label, requests in _DISABILITIES:
            for number, request in enumerate(requests, start=1):
                yield (code, label, f"{code}{number:02d}", request, series, name)


DISABILITIES = Table(
    "disability_requests",
    columns("disability disability_name request request_name series series_name"),
    _disabilities,
)
_RULES = (
    "합격자발표 평균 공개여부", "합격자발표 총점 공개여부", "합격자발표 과목점수 공개여부",
    "1차면제자 일반응시자 접수시 응시자격 심사불필요", "가답안 공개여부", "최종정답 공개여부",
    "시험문제 공개여부", "원서접수 사진 등록여부", "빈자리 접수 시행여부",
    "응시자격 서류 온라인 제출여부",
    "면접 시행여부", "과락 적용여부", "시험시간 연장 허용여부", "수험표 출력여부",
)  # fmt: skip


def _rules(world: World) -> Iterator[Row]:
    """Rules repeat, and some rows of one rule contradict another, as on the platform."""
    names = {**SERIES, **{code: row["name"] for code, row in prof_series().items()}}
    for series, name in names.items():
        for rule in _RULES:
            draw = Draw(world.seed, "rule", series, rule)
            for _ in range(draw.between(1, 5)):
                yield (series, name, rule, "Y" if draw.chance(520) else "N")


RULES = Table("series_rules", columns("series series_name rule applied"), _rules)


def _groups(world: World) -> Iterator[Row]:
    parts = ("공통", "전공", "선택")
    for code, row in prof_series().items():
        for group in parts:
            for number in range(1, 2 + Draw(world.seed, "group", code, group).below(3)):
                yield (code, row["name"], f"{group}과목군", f"{row['name']} {group}과목 {number}")


SUBJECT_GROUPS = Table("series_subjects", columns("series series_name group subject"), _groups)

_STAMP = "2019-03-0{} 09:00:00"
SYSTEM_CODES = fixed(
    "exam_systems",
    "system system_name kind kind_name made_by end_day registered changed",
    tuple(
        (code, name, code[0], KINDS[code[0]], "시스템", "99991231", *(_STAMP.format(n),) * 2)
        for n, (code, name) in enumerate(
            (
                ("T1", "국가기술 정기"), ("T2", "국가기술 상시"), ("T3", "국가기술 수시"),
                ("S1", "국가전문 정기"), ("C1", "과정평가형 정기"), ("C2", "과정평가형 수시"),
                ("W1", "일학습병행 정기"), ("W2", "일학습병행 수시"), ("W3", "일학습병행 도제"),
            ),
            start=1,
        )
    ),
)  # fmt: skip
_CHOICES = (
    "선택분야없음", "기계분야", "전기분야", "동물", "식물", "태양광", "날염", "침염", "화약분야",
    "영어",
    "일본어", "중국어", "보수", "단청", "실측설계", "조경", "대목수", "소목수", "청과", "수산",
    "축산", "화훼",
)  # fmt: skip
CHOICES = fixed(
    "elective_fields",
    "choice_code choice first_day last_day made_by registered changed",
    tuple(
        (f"{n:03d}", name, "20050101", "99991231", "시스템", "2005-01-03 10:00:00",
         f"20{18 + n % 7}-0{n % 9 + 1}-11 14:20:00")
        for n, name in enumerate(_CHOICES)
    ),
)  # fmt: skip
DOCUMENTS = fixed(
    "confirmation_documents",
    "document document_name fee first second third guide term",
    tuple(
        (f"{n:02d}", name, fee, *flags, f"{name} 발급 안내", term)
        for n, (name, fee, flags, term) in enumerate(
            (
                ("자격취득사항확인서", "N", "YYY", "상시"),
                ("시험응시확인서", "N", "YYN", "시험일로부터 2년"),
                ("합격확인서", "N", "YYN", "발표일로부터 2년"),
                ("수수료납부확인서", "N", "YYY", "5년"),
                ("득점확인서", "Y", "YNN", "발표일로부터 1년"),
                ("영문자격확인서", "Y", "YYY", "상시"),
            ),
            start=1,
        )
    ),
)  # fmt: skip


QUAL_CODES = (
    ELIGIBILITY,
    ELIGIBILITY_ITEMS,
    DEPARTMENT_FIELDS,
    DEPARTMENT_SERIES,
    UNIVERSITY_DEPARTMENTS,
    CURRICULA,
    RECOGNITION,
    CAREERS,
    DISABILITIES,
    RULES,
    SUBJECT_GROUPS,
    SYSTEM_CODES,
    CHOICES,
    DOCUMENTS,
)
