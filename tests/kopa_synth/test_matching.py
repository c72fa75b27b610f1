"""How well a field serves as a parameter: the rules, each by what it must tell apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolshed import field, param

from kopa_synth.scoring.matching import match
from kopa_synth.scoring.sense import field_sense, param_sense


def fit(given_field: str, asked: str) -> float:
    return match(field_sense(field(given_field)), param_sense(param(asked))).score


ID = "book_id 도서 ID @id =B-17"


def test_same_identifier_under_the_same_name_is_nearly_certain() -> None:
    assert fit(ID, "book_id 도서 ID =B-99") > 0.9


def test_same_meaning_binds_under_another_name() -> None:
    assert fit("SIGUN_NM 시군 이름 @place =가람시", "rgn 시군 이름 =나래시") > 0.5
    assert fit("LBRRY_SEQ 도서관 번호 @code:5 =00017", "libNo 도서관 고유번호 @digits:5") > 0.7


def test_same_name_with_another_meaning_is_doubted() -> None:
    alike, other = fit(ID, "book_id 도서 ID =B-9"), fit(ID, "book_id 서가 위치 ID =B-9")
    assert 0.3 < other < alike


@pytest.mark.parametrize(
    ("given_field", "asked"),
    [
        ("cmit_cd 위원회코드 @alnum:2 =AB", "cmit_cd 위원회코드 @digits:7"),
        ("no 도서 번호 @code:7 =2213276", "no 도서 번호 @digits:6"),
        ("no 도서 번호 @id =B-1234", "no 도서 번호 @digits:6"),
        ("no 도서 번호 @alnum:6 =AB1234", "no 도서 번호 @digits:6"),
        ("book_nm 도서명 @org =별 헤는 밤", "book_id 도서 ID =B-17"),
        ("pages 쪽수 @int =320", "book_id 도서 ID =17"),
        ("year 연도 @year4 =2024", "reg_dt 등록일 @YYYYMMDD"),
        ("kind 종류 @enum:A|B =A", "kind 종류 =x"),
    ],
)
def test_other_code_systems_widths_and_kinds_do_not_bind(given_field: str, asked: str) -> None:
    values = {"X": "다른 것"} if "enum" in given_field else None
    told = match(field_sense(field(given_field)), param_sense(param(asked, enum=values)))
    assert told.score == 0.0


def test_codes_written_another_way_are_another_system() -> None:
    same = fit("age 대수 @int =22", "term 대수 =21")
    assert fit("age 대수 @int =22", "term 대수 =제21대") < 0.5 * same
    assert fit("rte 노선 번호 =741", "rte 노선 ID =100100124") < 0.3
    assert fit("line 호선 =07호선", "line 호선 =7호선") < 0.5 * fit(
        "line 호선 =7호선", "line 호선 =3호선"
    )


def test_what_the_documentation_denies_is_denied() -> None:
    ruled_out = "no 고유번호 여섯 자리(종목코드가 아니다) @digits:6"
    assert fit("no 종목코드 @code:6 =005930", ruled_out) == 0.0
    assert fit("no 고유번호 @code:6 =005930", ruled_out) > 0.5


def test_a_field_the_documentation_names_is_believed() -> None:
    plain = fit("PERSON_REF 회원코드 @alnum:8 =A1B2C3D4", "seat 의원 부호")
    named = fit(
        "PERSON_REF 회원코드 @alnum:8 =A1B2C3D4", "seat 의원 부호(명부의 PERSON_REF와 같은 값)"
    )
    assert plain < 0.3 < 0.9 < named


def test_identifiers_outweigh_names_names_outweigh_dates_and_titles() -> None:
    code = fit(ID, "book_id 도서 ID =B-9")
    name = fit("branch_nm 분관명 @org =가람분관", "branch_nm 분관명 =나래분관")
    date = fit("loan_dt 대출일 @date10 =2024-03-02", "loan_dt 대출일 @YYYY-MM-DD")
    title = fit("title 제목 =가을 소식", "title 제목 =봄 소식")
    assert code > name > date > title > 0


def test_generic_words_prove_little() -> None:
    special = fit("branch_nm 분관명 @org =가람분관", "branch_nm 분관명 =나래분관")
    generic = fit("name 이름 @org =가람분관", "name 이름 =나래분관")
    assert generic < 0.7 * special


def test_dates_are_rewritten_but_dates_with_a_time_are_not() -> None:
    assert fit("loan_dt 대출일 @date10 =2024-03-02", "loan_dt 대출일 @YYYYMMDD") > 0.3
    assert fit("loan_dt 대출일 @datetime19 =2024-03-02 10:00:00", "loan_dt 대출일 @YYYYMMDD") < 0.2


def test_allowed_values_must_be_met() -> None:
    asked = param_sense(param("cls 자료 구분", enum={"B": "책", "M": "영화"}))
    held = [field_sense(field(f"cls 자료 구분 @enum:{v} =B")) for v in ("B|M", "B|Z", "X|Z")]
    scores = [match(sense, asked).score for sense in held]
    assert scores[0] > scores[1] > scores[2] == 0.0


def test_guessed_fields_count_less() -> None:
    sure = match(field_sense(field(ID)), param_sense(param("book_id 도서 ID =B-9")))
    guessed = field_sense(field(ID, confidence="inferred"))
    assert match(guessed, param_sense(param("book_id 도서 ID =B-9"))).score < sure.score


texts = st.sampled_from(
    ["도서 ID", "도서 번호", "분관명", "등록일", "대수", "경도", "제목", "", "값"]
)
examples = st.sampled_from(
    [None, "B-17", "17", "004711", "제22대", "2024-03-02", "가람분관", "37.5"]
)
shapes = st.sampled_from(["text", "id", "code:6", "int", "org", "date10", "alnum:2", "enum:A|B"])
formats = st.sampled_from(["", "digits:6", "alnum:2", "YYYYMMDD", "YYYY"])


@given(texts, texts, examples, examples, shapes, formats)
def test_scores_stay_between_nothing_and_certainty(
    meaning: str, asked: str, ours: str | None, theirs: str | None, shape: str, form: str
) -> None:
    told = match(
        field_sense(field("book_id x", meaning_ko=meaning, shape=shape, example=ours)),
        param_sense(param("book_id x", meaning_ko=asked, format=form, example=theirs)),
    )
    assert 0.0 <= told.score <= 1.0
    assert bool(told.reason) == (told.score > 0)
