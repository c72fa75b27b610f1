"""Briefs on schools, pupils, classes, teachers, regions and years."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from kopa_synth.queries.brief import (
    Aggregate,
    Branch,
    Brief,
    Comparison,
    Condition,
    Pattern,
    Pick,
    Reducer,
    Slot,
    Stage,
    Subject,
    Test,
    Thing,
    WriteRequest,
)

T = TypeVar("T")
Maker = Callable[[str, int], Brief]

CITIES = ["포항시", "수원시", "청주시", "전주시", "제주시", "김해시", "원주시", "여수시", "안산시"]
YEARS = ["2020", "2021", "2022", "2023", "2024"]
NAMES = ["해솔중학교", "나래초등학교", "가온고등학교", "도담중학교", "새빛초등학교", "한결중학교"]
KINDS = [Thing(noun, "곳", "어디") for noun in ("초등학교", "중학교", "일반고", "특성화고")]
SPECIAL = Thing("특수학교", "곳", "어디")
SCHOOL = Thing("학교", "곳", "어디")
OFFICE = Thing("교육지원청", "곳", "어디")
MEASURES = [
    ("특수학급 학생 수", "명"),
    ("학생 수", "명"),
    ("교원 수", "명"),
    ("학급 수", "학급"),
    ("졸업생 수", "명"),
    ("도서관 장서 수", "권"),
    ("여학생 비율", "%"),
    ("학교 용지 면적", "㎡"),
]
FACTS = [
    Slot("관할 교육지원청"),
    Slot("설립 구분"),
    Slot("개교일", "date"),
    Slot("도로명 주소"),
    Slot("교원 수", "number", "명"),
    Slot("학급 수", "number", "학급"),
    Slot("학생 수", "number", "명", digits=1, per="교원 수"),
]
NAME = Slot("이름", name=True)
PUBLIC = Condition("설립 구분", Test.EQ, "공립", said="공립")
CENTRAL = Condition("학교 이름", Test.CONTAINS, "중앙")
MODES: list[Any] = ["difference", "ratio", "largest"]


def at(options: Sequence[T], i: int) -> T:
    return options[i % len(options)]


def number(measure: tuple[str, str], aggregate: Aggregate | None = None) -> Slot:
    digits = 1 if measure[1] == "%" else 0
    return Slot(measure[0], "number", measure[1], digits=digits, aggregate=aggregate)


def brief(
    key: str, kind: Pattern, subjects: Sequence[Subject], *stages: Stage, **more: Any
) -> Brief:
    return Brief(key, kind, "education", "edudata", tuple(subjects), stages, **more)


def year(i: int) -> Subject:
    return Subject(at(YEARS, i), "연도")


def city(i: int) -> Subject:
    return Subject(at(CITIES, i), "지역")


def school(i: int) -> Subject:
    return Subject(at(NAMES, i), "학교")


def here(i: int) -> list[Subject]:
    return [year(i), city(i)]


def kind(i: int) -> Thing:
    return at(KINDS, i // 2)


def seq_facts(key: str, i: int) -> Brief:
    asked = (at(FACTS, i), at(FACTS, i + 3))
    return brief(key, Pattern.SEQ, [*here(i), school(i)], Stage(SCHOOL, named=True, asked=asked))


def seq_office(key: str, i: int) -> Brief:
    asked = (NAME, Slot("대표 전화번호"))
    office = Stage(OFFICE, reached="관할 교육지원청", asked=asked)
    return brief(key, Pattern.SEQ, [year(i), school(i)], Stage(SCHOOL, named=True), office)


def drv_name(key: str, i: int) -> Brief:
    measure = at(MEASURES, i)
    reducer = Reducer(at([Pick.MAX, Pick.MAX, Pick.MIN], i), *measure)
    stage = Stage(kind(i), reducer=reducer, asked=(NAME, number(measure)))
    return brief(key, Pattern.DRV, here(i), stage)


def drv_under(key: str, i: int) -> Brief:
    size = Condition("학생 수", Test.GE, at(["100", "300", "1000"], i), "명")
    given = at([(size,), (PUBLIC,), (PUBLIC, size)], i)
    reducer = Reducer(at([Pick.MAX, Pick.MIN], i), *at(MEASURES, i))
    stage = Stage(kind(i), conditions=given, reducer=reducer, asked=(NAME, at(FACTS, i)))
    return brief(key, Pattern.DRV, here(i), stage)


def drv_top(key: str, i: int) -> Brief:
    measure = at(MEASURES, i)
    reducer = Reducer(at([Pick.TOP, Pick.BOTTOM], i), *measure, k=3)
    stage = Stage(kind(i), reducer=reducer, asked=(NAME, number(measure)))
    return brief(key, Pattern.DRV, here(i), stage)


def fan_sum(key: str, i: int) -> Brief:
    top = Reducer(Pick.TOP, *at(MEASURES, i), k=at([2, 3, 4], i))
    total = number(at(MEASURES, i + 2), Aggregate.SUM)
    if total.unit in {"%", "㎡"}:
        total = number(MEASURES[0], Aggregate.SUM)
    first = Stage(kind(i), reducer=top, each=True)
    return brief(key, Pattern.FAN, here(i), first, Stage(kind(i), asked=(total,)))


def fan_each(key: str, i: int) -> Brief:
    second = Stage(SPECIAL, asked=(at(FACTS, i),))
    return brief(key, Pattern.FAN, here(i), Stage(SPECIAL, each=True), second)


def fan_pick(key: str, i: int) -> Brief:
    first = Stage(kind(i), conditions=(CENTRAL,), each=True)
    measure = at(MEASURES[1:4], i)
    second = Stage(kind(i), reducer=Reducer(Pick.MAX, *measure), asked=(NAME, number(measure)))
    return brief(key, Pattern.FAN, here(i), first, second)


def sem_facts(key: str, i: int) -> Brief:
    asked = tuple(at(FACTS, i + k) for k in (0, 2, 4))[: 2 + i % 2]
    return brief(key, Pattern.SEM, [*here(i), school(i)], Stage(SCHOOL, named=True, asked=asked))


def sem_measures(key: str, i: int) -> Brief:
    first = Stage(SCHOOL, named=True, asked=(number(at(MEASURES, i)),))
    second = Stage(SCHOOL, asked=(number(at(MEASURES, i + 3)),))
    return brief(key, Pattern.SEM, [year(i), school(i)], first, second)


def two_years(i: int) -> tuple[Subject, ...]:
    return tuple(Subject(y, "연도") for y in (at(["2021", "2022", "2023"], i), "2024"))


def cmp_years(key: str, i: int) -> Brief:
    total = number(at(MEASURES[:5], i), Aggregate.SUM)
    over = Comparison(two_years(i), total, at(MODES, i), values=i % 3 == 0)
    return brief(key, Pattern.CMP, [city(i)], Stage(kind(i)), comparison=over)


def cmp_places(key: str, i: int) -> Brief:
    total = number(at(MEASURES[:5], i), Aggregate.SUM)
    places = tuple(city(i + k) for k in range(3))
    modes: list[Any] = ["largest", "smallest", "order"]
    over = Comparison(places, total, at(modes, i), values=i % 2 == 0)
    return brief(key, Pattern.CMP, [year(i)], Stage(kind(i)), comparison=over)


def cmp_schools(key: str, i: int) -> Brief:
    over = Comparison((school(i), school(i + 1)), number(at(MEASURES[:5], i)), at(MODES, i))
    return brief(key, Pattern.CMP, [year(i)], Stage(SCHOOL), comparison=over)


def cmp_named(key: str, i: int) -> Brief:
    over = Comparison(two_years(i), number(at(MEASURES[:5], i)), at(MODES, i))
    named = Stage(SCHOOL, named=True)
    return brief(key, Pattern.CMP, [city(i), school(i)], named, comparison=over)


def cond_named(key: str, i: int) -> Brief:
    test = Condition("특수학급 학생 수", at([Test.GE, Test.LT], i), at(["10", "5"], i), "명")
    classes = number(("특수학급 수", "학급"))
    branch = Branch(test, (classes,), (number(MEASURES[2]),))
    named = Stage(SCHOOL, named=True)
    return brief(key, Pattern.COND, [*here(i), school(i)], named, branch=branch)


def cond_picked(key: str, i: int) -> Brief:
    branch = Branch(Condition("설립 구분", Test.EQ, "사립"), (FACTS[6],), (FACTS[0],))
    stage = Stage(kind(i), reducer=Reducer(Pick.MAX, *at(MEASURES[:4], i)))
    return brief(key, Pattern.COND, here(i), stage, branch=branch)


def mixed_facts(key: str, i: int) -> Brief:
    reducer = Reducer(Pick.MAX, *at(MEASURES, i))
    second = Stage(kind(i), asked=(at(FACTS, i), at(FACTS, i + 2)))
    note = WriteRequest("note", f"{city(i).name} 학교 점검", ("학교", at(FACTS, i).label))
    first = Stage(kind(i), reducer=reducer, asked=(NAME,))
    return brief(key, Pattern.MIXED, here(i), first, second, write=None if i % 3 else note)


def mixed_top(key: str, i: int) -> Brief:
    measure = at(MEASURES[1:], i)
    first = Stage(kind(i), reducer=Reducer(Pick.TOP, *measure, k=3), each=True, asked=(NAME,))
    second = Stage(kind(i), asked=(number(MEASURES[0], Aggregate.SUM),))
    kept = WriteRequest("table", f"{city(i).name} 상위 학교", ("학교", measure[0]))
    return brief(key, Pattern.MIXED, here(i), first, second, write=None if i % 2 else kept)


def mixed_change(key: str, i: int) -> Brief:
    stage = Stage(kind(i), reducer=Reducer(Pick.MAX, *at(MEASURES[1:4], i)), period="2024")
    over = Comparison(two_years(i), number(MEASURES[0]), "difference")
    return brief(key, Pattern.MIXED, [city(i)], stage, comparison=over)


FORMS: Mapping[Pattern, Sequence[Maker]] = {
    Pattern.SEQ: [seq_facts, seq_office],
    Pattern.DRV: [drv_name, drv_under, drv_top],
    Pattern.FAN: [fan_sum, fan_each, fan_pick],
    Pattern.SEM: [sem_facts, sem_measures],
    Pattern.CMP: [cmp_years, cmp_places, cmp_schools, cmp_named],
    Pattern.COND: [cond_named, cond_picked],
    Pattern.MIXED: [mixed_facts, mixed_top, mixed_change],
}
