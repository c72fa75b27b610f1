"""What is read off the documentation of one value."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolshed import field, param

from kopa_synth.scoring.sense import Kind, field_sense, name_key, param_sense, pattern


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("no 도서 번호 @code:6 =004711", Kind.CODE),
        ("no 도서 번호 =741", Kind.CODE),
        ("file_id 파일 ID @int =77", Kind.CODE),
        ("pages 쪽수 @int =320", Kind.MEASURE),
        ("cost 비용 @int_comma =1,200", Kind.MEASURE),
        ("x 경도 @decimal =126.9", Kind.COORDINATE),
        ("age 대수 @int =22", Kind.ORDINAL),
        ("unit 대수 코드 @code:6 =100022", Kind.ORDINAL),
        ("reg 등록일 @date10 =2024-03-02", Kind.DATE),
        ("reg 등록일 @datetime19 =2024-03-02 10:00:00", Kind.DATETIME),
        ("occur 발생 시각(HHMMSS) @code:6 =093000", Kind.TIME),
        ("who 작성자 @name =홍길동", Kind.PERSON),
        ("who 발의자 =김예시", Kind.PERSON),
        ("where 분관명 @org =가람분관", Kind.NAME),
        ("title 책 제목 =별 헤는 밤", Kind.LABEL),
        ("report 보고서명 =가을 보고서", Kind.LABEL),
        ("sn 일련번호 =23-3", Kind.LABEL),
        ("bill 의안명 =도서관법 개정안", Kind.NAME),
        ("yn 휴관 여부 @yn =Y", Kind.FLAG),
        ("kind 자료 종류 =단행본", Kind.CHOICE),
        ("mail 이메일 =a@example.invalid", Kind.CONTACT),
        ("link 주소 링크 @url =https://example.invalid", Kind.CONTACT),
    ],
)
def test_the_kind_of_a_field(text: str, kind: Kind) -> None:
    assert field_sense(field(text)).kind is kind


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("no 도서 번호 @digits:6", Kind.CODE),
        ("no 도서 번호 또는 그 일부 =741", Kind.CODE),
        ("MON 월 두 자리(06) @digits:2 =06", Kind.ORDINAL),
        ("from 대출 기간의 시작 @YYYYMMDD", Kind.DATE),
        ("year 연도 @YYYY", Kind.YEAR),
        ("radius 반지름(m) =300", Kind.MEASURE),
        ("mail 이메일 =a@example.invalid", Kind.CONTACT),
        ("area 주요 장소 이름 또는 장소 코드(P01) =가람광장", Kind.NAME),
    ],
)
def test_the_kind_of_a_parameter(text: str, kind: Kind) -> None:
    assert param_sense(param(text)).kind is kind


def test_nested_values_serve_nothing() -> None:
    assert field_sense(field("rows 목록", type="array")).kind is Kind.NOTHING
    assert param_sense(param("rows 목록", type="object")).kind is Kind.NOTHING


def test_remarks_widths_and_synonyms_leave_the_meaning() -> None:
    told = param_sense(param("arsId 정류장 고유번호 다섯 자리(앞의 0을 지우지 않는다). 꼭 넣는다."))
    assert (told.meaning, told.stem, told.suffix) == ("정류소번호", "정류소", "번호")


def test_what_the_documentation_denies_and_names() -> None:
    told = param_sense(param("no 도서 번호(청구기호가 아니다). lib_books의 book_no를 쓴다."))
    assert told.denied == {"청구기호"}
    assert {"lib_books", "book_no"} <= told.mentions


@pytest.mark.parametrize(
    ("one", "other"),
    [("CMIT_NM", "COMMITTEE_NAME"), ("busRouteId", "BUS_RTE_ID"), ("deptCd", "DEPARTMENT_CODE")],
)
def test_abbreviations_are_one_name(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("제22대", "가9가"),
        ("PRC_B2K5", "A_X"),
        ("2024-03-02", "9-9-9"),
        ("24-172", "9-9"),
        ("", ""),
    ],
)
def test_the_pattern_of_an_example(value: str, expected: str) -> None:
    assert pattern(value) == expected


@given(
    st.text(max_size=40), st.text(max_size=20), st.sampled_from(["", "id", "code:4", "text", "int"])
)
def test_any_documentation_can_be_read(meaning: str, example: str, form: str) -> None:
    told = field_sense(field("f x", meaning_ko=meaning, example=example, shape=form or "text"))
    asked = param_sense(param("p x", meaning_ko=meaning, example=example))
    assert told.meaning.startswith(told.stem)
    assert asked.meaning == told.meaning
