from __future__ import annotations

from dataclasses import replace

import pytest

from kopa_synth.queries import check, leaks
from kopa_synth.queries.brief import (
    Brief,
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

SCHOOL = Thing("중학교", "곳", "어디")
STAGE = Stage(
    SCHOOL,
    conditions=(Condition("학생 수", Test.GE, "1000", "명"),),
    reducer=Reducer(Pick.MAX, "특수학급 학생 수", "명"),
    asked=(Slot("이름", name=True), Slot("교원 수", "number", "명")),
)
BRIEF = Brief(
    "b1",
    Pattern.DRV,
    "education",
    "edudata",
    (Subject("2024", "연도"), Subject("포항시", "지역")),
    (STAGE,),
    forbidden=("해솔중학교", "37", "B100000123", "edudata_special_class_students", "sclsStdntNope"),
)
GOOD = (
    "2024년 포항시에서 학생이 1,000명 이상인 중학교 중에 특수학급 학생이 제일 많은 곳이 "
    "어디고 교원은 몇 명인가요?"
)


def kinds(text: str, brief: Brief = BRIEF, register: str = "해요체") -> set[str]:
    return {fault.kind for fault in check(text, brief, register)}


def test_a_good_query_has_no_fault() -> None:
    assert check(GOOD, BRIEF, "해요체") == []


@pytest.mark.parametrize(
    ("said", "instead", "kind"),
    [
        ("2024년 ", "", "missing"),
        ("포항시에서", "거기서", "missing"),
        ("1,000명 이상인", "많은", "missing"),
        ("특수학급 학생이 제일", "제일", "missing"),
        ("교원은 몇 명", "또 몇 명", "missing"),
        ("곳이", "해솔 중학교가", "leak"),
        ("몇 명인가요", "37명인가요", "leak"),
        ("중에", "(B100000123) 중에", "leak"),
        ("특수학급 학생이", "특수학급 학생(sclsStdntNope)이", "code"),
        ("중학교 중에", "중학교(scsmTypeNm) 중에", "code"),
        ("중에", "中에", "script"),
        ("중에", "school 중에", "script"),
        ("학생이 1", "학생가 1", "particle"),
        ("어디고", "어디{이고}", "hole"),
        ("곳이", "곳을(를)", "hole"),
        ("포항시에서", "포항시에 위치한", "translationese"),
        ("인가요?", "인지 보고할 것.", "register"),
    ],
)
def test_each_fault_is_found(said: str, instead: str, kind: str) -> None:
    assert said in GOOD
    assert kind in kinds(GOOD.replace(said, instead, 1))


def test_length_is_bounded() -> None:
    assert "length" in kinds("어디예요?")
    assert "length" in kinds(GOOD + " 정말 궁금해요." * 60)


def test_a_condition_counts_in_any_spelling() -> None:
    large = Condition("계약 금액", Test.GE, "50000000", "원")
    brief = replace(BRIEF, stages=(replace(STAGE, conditions=(large,)),))
    for spelling in ("5천만 원 이상", "50000000원 이상", "50,000,000원 이상"):
        text = GOOD.replace("학생이 1,000명 이상", f"계약 금액이 {spelling}")
        assert kinds(text, brief) == set()


def test_a_figure_leaks_only_as_a_figure() -> None:
    """A 3 in 2023, or what the asker says anyway, gives nothing away."""
    brief = replace(BRIEF, forbidden=("3", "1000", "2024", "12.5", "1,234"))
    assert leaks("2023년 13곳", brief) == []
    assert leaks("3곳", brief) == ["3"]
    assert leaks("2024년 1,000명", brief) == []
    assert leaks("12.50퍼센트", brief) == ["12.5"]
    assert leaks("1234명", brief) == ["1,234"]


def test_a_name_leaks_through_spaces_and_width() -> None:
    brief = replace(BRIEF, forbidden=("㈜한빛 엔지니어링",))
    assert leaks("(주) 한빛엔지니어링이 맞나요?", brief) == ["㈜한빛 엔지니어링"]
    named = replace(brief, subjects=(*brief.subjects, Subject("(주)한빛엔지니어링", "업체")))
    assert leaks("(주) 한빛엔지니어링이 맞나요?", named) == []


def test_labels_of_a_write_have_to_be_exact() -> None:
    brief = replace(BRIEF, write=WriteRequest("note", "특수 점검", ("학교", "교원 수")))
    said = GOOD + " 제목을 ‘특수 점검’으로 해서 ‘학교’, ‘교원 수’만 적어 주세요."
    assert kinds(said, brief) == set()
    assert "missing" in kinds(said.replace("특수 점검", "특수점검"), brief)
    assert "missing" in kinds(said.replace("‘교원 수’", "‘교원수’"), brief)


def test_a_name_that_looks_like_a_wrong_particle_is_left_alone() -> None:
    brief = replace(
        BRIEF,
        subjects=(Subject("2024", "연도"), Subject("포항시", "지역"), Subject("박가을을", "의원")),
    )
    assert "particle" not in kinds(f"박가을을 의원이 물어요. {GOOD}", brief)
