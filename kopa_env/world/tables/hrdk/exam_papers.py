"""What an exam consists of: subjects and papers, fees, guide texts, things to bring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.tables.hrdk.qualifications import (
    NEWEST,
    Qualification,
    by_code,
    examined,
    fields,
    prof_series,
    qualifications,
    technical,
    topic,
)
from kopa_env.world.world import World

NO_CHOICE = "선택분야없음"


@dataclass(frozen=True, slots=True)
class Subject:
    """A subject of one stage (1 written, 2 practical)."""

    stage: int
    order: int
    name: str
    kind: str
    items: int
    minutes: int


_KNOWN = {
    "1320": (
        "소프트웨어설계", "소프트웨어개발", "데이터베이스구축", "프로그래밍언어활용",
        "정보시스템구축관리",
    ),
    "1150": ("전기자기학", "전력공학", "전기기기", "회로이론및제어공학", "전기설비기술기준"),
    "1250": (
        "응용역학", "측량학", "수리학및수문학", "철근콘크리트및강구조", "토질및기초",
        "상하수도공학",
    ),
    "1630": ("건축계획", "건축시공", "건축구조", "건축설비", "건축관계법규"),
}  # fmt: skip
_POOL = {
    "02": ("생산관리", "품질관리", "원가관리", "통계적방법", "경영전략", "고객관리"),
    "08": ("디자인론", "색채학", "조형원리", "재료및공법", "디자인실무", "컴퓨터그래픽"),
    "12": ("공중위생관리", "피부학", "화장품학", "경영관리", "서비스실무"),
    "13": ("재료관리", "음식조리", "위생관리", "영양학", "원가계산"),
    "14": ("응용역학", "시공학", "측량학", "재료학", "구조공학", "적산학", "관계법규", "안전관리"),
    "15": ("채광학", "지질학", "화약및발파", "광산보안", "선광학"),
    "16": ("재료역학", "기계열역학", "기계유체역학", "기계재료", "자동제어", "정비공학"),
    "17": ("금속재료학", "열처리", "재료시험", "용해주조", "표면처리", "품질관리"),
    "18": ("화공열역학", "반응공학", "공정제어", "화학분석", "위험물취급", "유기화학"),
    "19": ("섬유재료", "염색가공", "의복구성", "패션디자인", "생산관리"),
    "20": ("전기자기학", "회로이론", "전자회로", "제어공학", "전력공학", "설비기준", "계측공학"),
    "21": ("시스템설계", "프로그래밍", "데이터베이스", "네트워크", "정보보안", "운영관리"),
    "22": ("식품화학", "식품위생학", "식품가공학", "미생물학", "생산작업", "품질관리"),
    "23": ("재료학", "제도", "조형실기", "인쇄공학", "공예사", "색채관리"),
    "24": ("재배학", "작물생리", "토양학", "병해충관리", "육종학", "종자학", "사료학", "수산학"),
    "25": ("안전관리론", "산업심리", "위험방지기술", "시험방법", "관계법규", "재해조사"),
    "26": ("환경오염개론", "처리기술", "공정시험방법", "관계법규", "에너지공학", "기상학"),
}  # fmt: skip
_OTHER = ("개론", "실무이론", "관계법규", "조사방법", "상담이론")


@lru_cache(maxsize=2_000)
def subjects(seed: int, code: str) -> tuple[Subject, ...]:
    """Return the subjects of a qualification, the written ones first."""
    q = by_code(seed)[code]
    draw = Draw(seed, "subjects", code)
    names = _KNOWN.get(code) or _names(draw, q)
    if q.grade == "10":
        written = [Subject(1, n, f"{topic(q)}", "주관식논술형", 13, 100) for n in (1, 2, 3, 4)]
        return (*written, Subject(2, 1, "대표과목", "구술형면접", 1, 30))
    if q.kind == "S":
        count, minutes = (40, 50) if len(names) > 3 else (25, 25)
        first = [Subject(1, n, name, "객관식", count, minutes) for n, name in enumerate(names, 1)]
        stages = prof_series()[q.series]["stages"].split("|")
        kind = "면접" if stages[-1] == "면접" else "주관식논술형"
        second = [Subject(2, 1, f"{topic(q)} 실무", kind, 6, 90)] if len(stages) > 1 else []
        return (*first, *second)
    if q.grade in ("20", "40", "41"):
        joined = f"{topic(q)} {', '.join(names[:2])} 및 {names[2]}"
        written = [Subject(1, 1, joined, "객관식", 60, 60)]
    else:
        written = [Subject(1, n, name, "객관식", 20, 30) for n, name in enumerate(names, 1)]
    return (*written, Subject(2, 1, "대표과목", *_practical(draw, q)))


def _names(draw: Draw, q: Qualification) -> tuple[str, ...]:
    pool = _POOL.get(fields()[q.field].big, _OTHER) if q.field else _OTHER
    count = 5 if q.grade == "30" else 4 if q.kind == "S" else 3
    start = draw.below(len(pool))
    turned = [*pool[start:], *pool[:start]]
    return tuple(f"{topic(q)}{turned[0]}" if n == 0 else turned[n] for n in range(count))


def _practical(draw: Draw, q: Qualification) -> tuple[str, int, int]:
    """Return kind, number of questions and minutes of the practical exam."""
    if q.grade in ("30", "31") and draw.chance(420):
        return "필답형", draw.between(10, 20), draw.pick((120, 150, 180))
    kind = draw.weighted((("작업형", 62), ("복합형", 38)))
    return kind, draw.between(1, 12), draw.between(6, 42) * 10


def _subjects(world: World) -> Iterator[Row]:
    for q in qualifications(world.seed):
        for s in subjects(world.seed, q.code):
            choice = s.kind == "객관식"
            yield (
                *(q.code, q.name, q.grade or None, q.series, s.kind, s.name, s.order, "필수과목"),
                *(str(s.order) if q.grade == "10" and s.stage == 1 else "1",),
                *(s.items if choice else 0, 100, s.items, NO_CHOICE, str(s.stage), s.minutes),
            )


SUBJECTS = Table(
    "exam_subjects",
    columns(
        "jmcd jmnm grade series paper subject subject_order required period marked_items "
        "full_marks items choice stage minutes",
        "subject_order marked_items full_marks items minutes",
        nulls="grade",
    ),
    _subjects,
    index=(("jmcd",), ("grade",)),
)


def _papers(world: World) -> Iterator[Row]:
    """One row a stage: its kind of paper, and in which ways one may apply."""
    for q in examined(world.seed):
        seen = {(s.stage, s.kind) for s in subjects(world.seed, q.code)}
        for stage, kind in sorted(seen):
            yield (q.code, q.name, q.grade, stage, kind, NO_CHOICE, "일반응시", "일반")
            if stage == 1:
                yield (q.code, q.name, q.grade, stage, kind, NO_CHOICE, "장애인응시", "장애인")
            else:
                exempt = (q.code, q.name, q.grade, stage, kind, NO_CHOICE)
                yield (*exempt, "필기시험 면제자 응시", "1차면제")


PAPERS = Table(
    "exam_papers",
    columns("jmcd jmnm grade stage paper choice applied_as applied_as_short", "stage"),
    _papers,
    index=(("grade",),),
)


# ---- fees ------------------------------------------------------------------------------------


@lru_cache(maxsize=2_000)
def fee(seed: int, code: str) -> tuple[int, ...]:
    """Return a qualification's exam fees in won, stage by stage; nothing where none is told."""
    q = by_code(seed)[code]
    draw = Draw(seed, "fee", code)
    if q.since >= NEWEST or (draw.chance(70) and q.written < 3_000):
        return ()
    if q.kind == "S":
        stages = len(prof_series()[q.series]["stages"].split("|"))
        return tuple(draw.between(4, 15) * 5_000 for _ in range(stages))
    level = Draw(seed, "fee level").between(3, 14) * 100
    first = {"10": 66_400, "20": 33_200, "40": 13_700, "41": 11_900}.get(q.grade, 18_300) + level
    if q.grade == "10":
        return (first, 85_500 + level * 2)
    kind = next(s.kind for s in subjects(seed, code) if s.stage == 2)
    dear = {"필답형": (198, 240), "복합형": (232, 520)}.get(kind, (180, 1_160))
    return (first, (draw.skewed(*dear, 3) + level // 100) * 100)


def _fees(world: World) -> Iterator[Row]:
    for q in qualifications(world.seed):
        parts = [f"{n}차 : {won}" for n, won in enumerate(fee(world.seed, q.code), 1)]
        if not parts:
            continue
        if q.written < 3_000 and Draw(world.seed, "fee gap", q.code).chance(25):
            parts[0] = ""
        yield (*_headed(q), "응시수수료", f"{', '.join(parts)} ")


def _headed(q: Qualification) -> Row:
    field = fields().get(q.field)
    codes = (field.big, field.big_name, field.code, field.name) if field else (None,) * 4
    return (q.code, q.name, *codes)


_HEAD = "jmcd jmnm big big_name field field_name"
_NULLS = "big big_name field field_name"
FEES = Table("exam_fees", columns(f"{_HEAD} info text", nulls=_NULLS), _fees, key=("jmcd",))


# ---- guide texts -----------------------------------------------------------------------------


def _texts(world: World) -> Iterator[Row]:
    for q in qualifications(world.seed):
        draw = Draw(world.seed, "guide", q.code)
        for info, lines in _guide(world.seed, q, draw):
            head = [""] * 3 + [f"{q.name} {info}"] + [""] * 5
            yield (*_headed(q), info, "\r\n".join([*head, *lines, "", ""]))


def _guide(seed: int, q: Qualification, draw: Draw) -> Iterator[tuple[str, list[str]]]:
    parts = subjects(seed, q.code)
    written = [s for s in parts if s.stage == 1]
    practical = next((s for s in parts if s.stage == 2), None)
    if q.kind == "T":
        yield (
            "출제경향",
            [
                "&lt;실기시험 출제 경향>",
                f"{topic(q)} 직무를 수행하는 데 필요한 지식과 기능을 평가합니다.",
                "- 필기시험의 내용은 고객지원>자료실의 출제기준을 참고바랍니다.",
                f"- 실기시험은 {practical.kind if practical else '작업형'}으로 시행됩니다.",
            ],
        )
        yield (
            "출제기준",
            [
                f"{q.name} 출제기준입니다.",
                "",
                "메뉴상단 고객지원-자료실-출제기준 에서도 보실 수 있습니다.",
            ],
        )
        yield "취득방법", _how(q, written, practical)
        return
    law = prof_series()[q.series]["law"]
    if draw.chance(40):
        return
    yield "응시자격", ["□ 응시자격", "o 제한 없음", f"o 결격사유(「{law}」)"]
    lines = [f"{s.order}. {s.name}" for s in written]
    yield "시험과목 및 배점", ["□ 시험과목 및 방법", "제1차시험", *lines, "객 관 식"]
    if draw.chance(550):
        yield "취득방법", [f"{q.ministry}에서 자격증 발급", "o 한국산업인력공단 시행"]


def _how(q: Qualification, written: list[Subject], practical: Subject | None) -> list[str]:
    names = ", ".join(dict.fromkeys(s.name for s in written))
    first, minutes = written[0], sum(s.minutes for s in written)
    lines = [
        f"1. 시 행 처 : {q.body[1]}",
        "2. 시험과목",
        f" - 필기 : {names}",
        "3. 검정방법",
        f" - 필기 : {first.kind}, {sum(s.items for s in written)}문항({minutes}분)",
    ]
    if practical:
        lines += [f" - 실기 : {practical.kind}({practical.minutes}분 정도)"]
    return [*lines, "4. 합격기준", " - 필기 · 실기 : 100점을 만점으로 하여 60점 이상"]


GUIDES = Table(
    "exam_guides", columns(f"{_HEAD} info text", nulls=_NULLS), _texts, index=(("jmcd",),)
)


# ---- things to bring and to make -------------------------------------------------------------

_THINGS = (
    ("흑색 필기구", "검정색", 1), ("신분증", "유효기간 이내", 1), ("작업복", "긴소매", 1),
    ("안전화", "규격품", 1), ("공학용계산기", "허용 기종", 1), ("줄자", "5m", 1),
    ("버니어캘리퍼스", "150mm", 1), ("드라이버", "십자·일자", 2), ("니퍼", "150mm", 1),
    ("삼각자", "45·60도", 1), ("면장갑", "작업용", 2), ("보안경", "투명", 1), ("칼", "조리용", 1),
    ("위생복", "흰색", 1), ("앞치마", "흰색", 1), ("마스크", "KF94", 2), ("붓", "평붓 2호", 2),
    ("망치", "450g", 1), ("수평기", "300mm", 1), ("절연장갑", "저압용", 1),
)  # fmt: skip


def _supplies(world: World) -> Iterator[Row]:
    for q in examined(world.seed):
        if q.grade not in ("31", "40") or q.rolling:
            continue
        base = Draw(world.seed, "supplies", q.code)
        count, start = base.between(3, 7), base.below(len(_THINGS))
        drawing, many = "YN"[base.below(2)], "YN"[base.below(2)]
        for number in (1, 2, 3):
            plan = f"2025년 정기 {q.series_name} {number}회"
            for place in range(count):
                thing, size, quantity = _THINGS[(start + place * 3) % len(_THINGS)]
                day = f"2025{(4, 7, 11)[number - 1]:02d}{base.between(5, 26):02d}"
                head = ("2025", str(number), q.code, q.name, plan, day)
                yield (*head, thing, size, quantity, drawing, many)


SUPPLIES = Table(
    "exam_supplies",
    columns(
        "year round jmcd jmnm plan exam_day thing size quantity drawing many_tools", "quantity"
    ),
    _supplies,
    index=(("jmcd",),),
)


def _tasks(world: World) -> Iterator[Row]:
    acts = ("제작", "점검", "설계", "조립", "분석", "시공", "정비", "조리")
    for q in technical(world.seed):
        draw = Draw(world.seed, "tasks", q.code)
        for number in range(draw.below(4)):
            name = f"{topic(q)} {draw.pick(acts)} 작업 {number + 1}"
            yield (q.code, q.name, q.series_name, NO_CHOICE, name)


TASKS = Table("exam_tasks", columns("jmcd jmnm series_name choice task"), _tasks)

EXAM_PAPERS = (SUBJECTS, PAPERS, FEES, GUIDES, SUPPLIES, TASKS)
