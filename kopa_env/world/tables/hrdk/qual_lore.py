"""What is told of a qualification beside its exam: its past, its laws, open questions."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.hrdk.course_quals import course_qualifications
from kopa_env.world.tables.hrdk.exam_papers import subjects
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.tables.hrdk.qualifications import (
    KINDS,
    SERIES,
    Qualification,
    by_code,
    english,
    fields,
    prof_series,
    qualifications,
    technical,
    topic,
)
from kopa_env.world.world import World

_RENAMED = (
    # former code (assigned here), former name, name now, year of the change
    ("1340A", "열관리기사", "에너지관리기사", 2005),
    ("7761A", "보일러기능사", "에너지관리기능사", 2013),
    ("6921A", "정보처리기능사", "프로그래밍기능사", 2023),
    ("7862A", "굴삭기운전기능사", "굴착기운전기능사", 2019),
    ("1530A", "식품기사", "식품안전기사", 2024),
    ("7798A", "웹디자인기능사", "웹디자인개발기능사", 2023),
    ("7796A", "컴퓨터그래픽스운용기능사", "컴퓨터그래픽기능사", 2023),
    ("6415A", "생산자동화기능사", "자동화설비기능사", 2023),
    ("2034A", "생산자동화산업기사", "자동화설비산업기사", 2023),
    ("6224A", "특수용접기능사", "가스텅스텐아크용접기능사", 2022),
    ("6225A", "특수용접기능사", "이산화탄소가스아크용접기능사", 2022),
    ("6223A", "용접기능사", "피복아크용접기능사", 2022),
    ("2035A", "기계정비산업기사", "설비보전산업기사", 2024),
    ("7061A", "건축제도기능사", "전산응용건축제도기능사", 2005),
)  # fmt: skip
"""Changes of name as publicly known."""

_WAYS = ("명칭변경", "종목통합", "종목분리")


def _succession(world: World) -> Iterator[Row]:
    """Real changes of name, and former names of fictional qualifications."""
    by_name = {q.name: q for q in technical(world.seed)}
    for code, former, name, year in _RENAMED:
        if name in by_name:
            yield _change(by_name[name], code, former, year, _WAYS[0])
    for q in technical(world.seed):
        draw = Draw(world.seed, "succession", q.code)
        if q.made and draw.chance(480):
            former = f"{topic(q)[: max(2, len(topic(q)) - 1)]}기술{q.grade_name}"
            year = min(2025, q.since + draw.between(4, 15))
            yield _change(q, f"{q.code}{'BCD'[draw.below(3)]}", former, year, draw.pick(_WAYS))


def _change(q: Qualification, code: str, former: str, year: int, way: str) -> Row:
    return (q.code, q.name, "2", way, code, former, f"{year}0101", "99991231")


SUCCESSION = Table(
    "qualification_successions",
    columns("jmcd jmnm version way former former_name first_day last_day"),
    _succession,
    index=(("jmcd",), ("former",)),
)


def _conversions(world: World) -> Iterator[Row]:
    known = by_code(world.seed)
    pairs = (
        ("8090", "사출금형기능사보"), ("8070", "공구제작기능사보"), ("8080", "프레스금형기능사보"),
        ("8010", "기계조립기능사보"), ("8020", "용접기능사보"), ("8030", "전기기기기능사보"),
    )  # fmt: skip
    targets = ("6105", "6042", "6105", "6042", "6223", "7780")
    for (code, name), target in zip(pairs, targets, strict=True):
        q = known.get(target)
        if q is not None:
            yield (code, name, q.code, q.name, "전환")


CONVERSIONS = Table(
    "assistant_conversions",
    columns("former former_name jmcd jmnm made_by"),
    _conversions,
    key=("former",),
)


def _profiles(world: World) -> Iterator[Row]:
    for q in technical(world.seed):
        field = fields()[q.field]
        name = topic(q)
        former = f"{q.since}년 {q.name} 신설" if q.since > 1974 else f"1974년 {q.name} 신설"
        yield (
            *(q.code, q.name, english(q), q.series, f"{field.big_name}/{field.name}"),
            *(q.body[1], q.ministry),
            f"{name} 분야의 지식과 숙련을 바탕으로 계획, 시공, 점검, 관리 업무를 수행",
            f"{field.big_name} 관련 업체, 연구소, 공공기관에 진출할 수 있다.",
            f"{field.name} 분야의 전문 인력을 기르고자 {q.name} 자격을 두었다.",
            f"{subjects(world.seed, q.code)[-1].kind} 시험으로 {name} 실무 능력을 평가",
            former,
        )


PROFILES = Table(
    "qualification_profiles",
    columns(
        "jmcd jmnm english series field_label insti_name ministry job career summary trend history"
    ),
    _profiles,
    key=("jmcd",),
    index=(("series",),),
)


def _similar(world: World) -> Iterator[Row]:
    for field in fields().values():
        group = [q for q in technical(world.seed) if q.field == field.code]
        if len(group) > 1:
            for q in group:
                yield (f"{field.name} 유사종목", q.code, q.name, q.series_name)


SIMILAR = Table("similar_qualifications", columns("group jmcd jmnm series_name"), _similar)

_GROUNDS = (
    "미성년자", "피성년후견인 또는 피한정후견인", "파산선고를 받고 복권되지 아니한 사람",
    "금고 이상의 실형을 선고받고 그 집행이 끝나거나 면제된 날부터 일정한 기간이 지나지 아니한 사람",
    "금고 이상의 형의 집행유예 기간 중에 있는 사람",
    "자격이 취소된 날부터 일정한 기간이 지나지 아니한 사람",
    "부정행위로 시험이 무효가 된 날부터 일정한 기간이 지나지 아니한 사람",
)  # fmt: skip


def _grounds(world: World) -> Iterator[Row]:
    for q in qualifications(world.seed):
        if q.kind == "S":
            draw = Draw(world.seed, "grounds", q.series)
            chosen = [g for g in _GROUNDS if draw.chance(700)] or [_GROUNDS[0]]
            for number, ground in enumerate(chosen, start=1):
                yield (q.code, q.name, q.series_name, number, ground)


GROUNDS = Table(
    "disqualifications", columns("jmcd jmnm series_name number ground", "number"), _grounds
)


def _exempt(world: World) -> Iterator[Row]:
    rights = ("관련 경력 10년 이상", "관련 자격 소지자", "전년도 1차시험 합격자", "공무원 경력자")
    for q in qualifications(world.seed):
        if q.kind == "S":
            draw = Draw(world.seed, "exempt", q.code)
            first = [s for s in subjects(world.seed, q.code) if s.stage == 1]
            for right in rights[: draw.below(4)]:
                for s in first[: draw.between(1, len(first))]:
                    yield (q.code, q.name, right, s.name, "1차")


EXEMPT = Table("exempt_subjects", columns("jmcd jmnm right subject stage"), _exempt)


def _law(q: Qualification) -> str:
    return prof_series()[q.series]["law"] if q.kind == "S" else "국가기술자격법"


_CHANGES = (
    "응시자격에 관한 규정 개정", "시험과목 변경", "결격사유 정비", "수수료에 관한 규정 개정",
    "용어 정비",
    "시험 면제 대상 확대", "자격증 발급 절차 개선",
)  # fmt: skip


def _law_changes(world: World) -> Iterator[Row]:
    for q in qualifications(world.seed):
        draw = Draw(world.seed, "law changes", q.code)
        group = fields()[q.field].big_name if q.field else "전문자격"
        part = fields()[q.field].name if q.field else q.series_name
        for _ in range(draw.below(3)):
            yield (q.code, q.name, _law(q), draw.pick(_CHANGES), group, part)


LAW_CHANGES = Table(
    "qualification_law_changes",
    columns("jmcd jmnm law change group part"),
    _law_changes,
)


def _revisions(world: World) -> Iterator[Row]:
    laws = dict.fromkeys(("국가기술자격법", *(row["law"] for row in prof_series().values())))
    for place, law in enumerate(laws, start=1):
        draw = Draw(world.seed, "revisions", law)
        for number in range(1, draw.between(4, 14)):
            when = f"{2010 + number}. {draw.between(1, 12)}. {draw.between(1, 28)}."
            kind = draw.pick(("일부개정", "타법개정", "전부개정"))
            yield (f"L{place:03d}", law, f"{number:03d}", f"{when} {kind} {draw.pick(_CHANGES)}")


REVISIONS = Table("qualification_law_revisions", columns("law_code law revision text"), _revisions)


def _favourites(world: World) -> Iterator[Row]:
    every = technical(world.seed)
    for number in range(2_400):
        draw = Draw(world.seed, "favourite", number)
        q = every[draw.skewed(0, len(every) - 1, 1)]
        near = [other for other in every if other.field == q.field and other is not q] or [q]
        one, two = draw.pick(near), draw.pick(near)
        day = f"2025-{draw.between(1, 12):02d}-{draw.between(1, 28):02d}"
        time = f"{draw.between(0, 23):02d}:{draw.between(0, 59):02d}:{draw.between(0, 59):02d}"
        stamp = f"{day} {time}"
        yield (q.code, q.name, one.code, one.name, two.code, two.name, stamp, stamp)


FAVOURITES = Table(
    "favourite_qualifications",
    columns("jmcd jmnm first first_name second second_name registered changed"),
    _favourites,
)


def _questions(world: World) -> Iterator[Row]:
    number = 5_200_001
    held = [("T", q.series, q.code, q.name, int(q.written > 9_000)) for q in technical(world.seed)]
    held += [("C", q.grade, q.code, q.name, 0) for q in course_qualifications(world.seed)]
    for kind, series, code, name, least in held:
        draw = Draw(world.seed, "open question", code)
        for place in range(max(least, draw.below(4))):
            year = draw.between(2019, 2025)
            month, day = draw.between(1, 12), draw.between(1, 27)
            made = f"{year}-{month:02d}-{day:02d} {draw.between(9, 17):02d}:{draw.digits(1)}0:00"
            changed = f"{year}-{month:02d}-{day + 1:02d} 10:00:00"
            yield (
                *(str(number), kind, KINDS[kind], series, code, name),
                f"[{year}년] {name} 실기 공개문제 {place + 1}형",
                f"{name} 실기시험 공개문제입니다. 요구사항과 유의사항을 확인하시기 바랍니다.",
                *(made, changed),
            )
            number += draw.between(1, 40)


QUESTIONS = Table(
    "open_questions",
    columns("article kind kind_name series jmcd jmnm title text registered changed"),
    _questions,
    key=("article",),
    index=(("jmcd",),),
)


def _files(world: World) -> Iterator[Row]:
    for q in technical(world.seed):
        if q.rolling:
            draw = Draw(world.seed, "files", q.code)
            for number in range(1, draw.between(3, 9)):
                day = f"202{draw.between(2, 5)}{draw.between(1, 12):02d}{draw.between(1, 28):02d}"
                yield (q.code, q.name, f"{q.name}_상시시험 안내_{number}.pdf", day)


FILES = Table("rolling_exam_files", columns("jmcd jmnm file registered"), _files)


def _surveys(world: World) -> Iterator[Row]:
    names = [*SERIES.values(), *(row["name"] for row in prof_series().values())]
    for name in names:
        for year in (2025, 2024, 2023):
            month = Draw(world.seed, "survey", name, year).between(2, 10)
            yield (name, f"{year}{month:02d}01", f"{year}{month + 2:02d}28")


SURVEYS = Table("survey_periods", columns("series_name first_day last_day"), _surveys)

QUAL_LORE = (
    SUCCESSION,
    CONVERSIONS,
    PROFILES,
    SIMILAR,
    GROUNDS,
    EXEMPT,
    LAW_CHANGES,
    REVISIONS,
    FAVOURITES,
    QUESTIONS,
    FILES,
    SURVEYS,
)
