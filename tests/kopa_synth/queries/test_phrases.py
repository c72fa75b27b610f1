from __future__ import annotations

import pytest

from kopa_synth.queries.brief import Condition, Pick, Reducer, Slot, Subject, Test, Thing
from kopa_synth.queries.phrases import (
    base,
    clause,
    conditions,
    per,
    picked,
    question_word,
    short,
    subject,
    title,
)

SCHOOL = Thing("중학교", "곳", "어디")


@pytest.mark.parametrize(
    ("who", "said"),
    [
        (Subject("2024", "연도"), "2024년"),
        (Subject("2024년", "연도"), "2024년"),
        (Subject("22", "대수"), "22대 국회"),
        (Subject("22대", "대수"), "22대 국회"),
        (Subject("포항시", "지역"), "포항시"),
        (Subject("김해담", "의원"), "김해담 의원"),
        (Subject("도서관법 개정안", "법안"), "「도서관법 개정안」"),
        (Subject("20240301", "날짜"), "2024년 3월 1일"),
        (Subject("교육위원회", "위원회", "{} 소관"), "교육위원회 소관"),
        (Subject("김해담", "의원", "{}이(가) 대표발의한"), "김해담이 대표발의한"),
        (Subject("원자력", "제목"), "제목에 ‘원자력’이 들어간"),
        (Subject("의원실", "발주처"), "발주처가 의원실인"),
        (Subject("무엇"), "무엇"),
    ],
)
def test_subject(who: Subject, said: str) -> None:
    assert subject(who) == said


@pytest.mark.parametrize(
    ("test", "before_noun", "before_if"),
    [
        (Test.EQ, "학생이 300명인", "학생이 300명이면"),
        (Test.NE, "학생이 300명이 아닌", "학생이 300명이 아니면"),
        (Test.GE, "학생이 300명 이상인", "학생이 300명 이상이면"),
        (Test.LE, "학생이 300명 이하인", "학생이 300명 이하이면"),
        (Test.GT, "학생이 300명을 넘는", "학생이 300명을 넘으면"),
        (Test.LT, "학생이 300명 미만인", "학생이 300명 미만이면"),
    ],
)
def test_clause(test: Test, before_noun: str, before_if: str) -> None:
    """EXAMPLE: 「두 번 넘게」 is ambiguous; every bound says 이상, 이하, 미만 or 넘는."""
    given = Condition("학생 수", test, "300", "명")
    assert clause(given, 0) == before_noun
    assert clause(given, 2) == before_if


def test_every_test_can_be_said_in_every_place() -> None:
    for test in Test:
        given = Condition("접수일", test, "2024-03-01")
        assert all(
            "{" not in clause(given, form) and "(" not in clause(given, form) for form in range(3)
        )


def test_conditions_join_and_keep_what_is_said_as_it_is() -> None:
    given = (
        Condition("설립 구분", Test.EQ, "공립", said="공립"),
        Condition("학생 수", Test.GE, "1000", "명"),
        Condition("계약 금액", Test.LT, "50000000", "원"),
    )
    assert conditions(given) == ("공립", "학생이 1,000명 이상이고 계약 금액이 5천만 원 미만인")


@pytest.mark.parametrize(
    ("reducer", "said"),
    [
        (Reducer(Pick.MAX, "특수학급 학생 수", "명"), "특수학급 학생이 가장 많은 학교"),
        (Reducer(Pick.MIN, "여학생 비율", "%"), "여학생 비율이 가장 낮은 학교"),
        (Reducer(Pick.MAX, "학교 용지 면적", "㎡"), "학교 용지 면적이 가장 넓은 학교"),
        (Reducer(Pick.MAX, "계약 금액", "원"), "계약 금액이 가장 큰 학교"),
        (Reducer(Pick.TOP, "교원 수", "명", k=3), "교원이 가장 많은 세 곳"),
        (Reducer(Pick.EARLIEST, "개교일"), "개교일이 가장 빠른 학교"),
        (Reducer(Pick.MODE, "관할 교육지원청"), "가장 많이 나오는 관할 교육지원청"),
        (
            Reducer(Pick.MAX, "반대표", said="반대표가 가장 많이 나온"),
            "반대표가 가장 많이 나온 학교",
        ),
    ],
)
def test_picked(reducer: Reducer, said: str) -> None:
    assert picked(reducer, SCHOOL, "가장", 1) == said


@pytest.mark.parametrize(
    ("slot", "word"),
    [
        (Slot("학생 수", "number", "명"), "몇 명"),
        (Slot("학급 수", "number", "학급"), "몇 개"),
        (Slot("계약 금액", "number", "원"), "얼마"),
        (Slot("여학생 비율", "number", "%"), "몇 퍼센트"),
        (Slot("접수일", "date"), "언제"),
        (Slot("소속 정당"), "어디"),
        (Slot("대표발의자"), "누구"),
        (Slot("의안번호"), "무엇"),
    ],
)
def test_question_word(slot: Slot, word: str) -> None:
    assert question_word(slot) == word


def test_second_mentions() -> None:
    assert short(SCHOOL) == "학교"
    assert short("계약 상대") == "업체"
    assert short("예금 상품") == "상품"
    assert title(Thing("청원")) == "청원 제목"
    assert base("학생 수", "명") == "학생"
    assert base("의안 수", "") == "의안 수"
    assert per("교원 수") == "교원 한 명당"
    assert per("학급 수") == "학급당"
    assert per("정원") == "정원 대비"
