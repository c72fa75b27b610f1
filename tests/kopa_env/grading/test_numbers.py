"""Numbers as Koreans write them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.grading.numbers import canonical_unit, numbers_in, parse_number


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("답은 9,000입니다.", "9000", ""),
        ("모두 84건, 빠짐없이 확인했습니다.", "84", "건"),
        ("$7{,}250", "7250", ""),
        (r"7\,250", "7250", ""),
        ("합계: 2,345,678.50원", "2345678.5", "원"),
        ("２，３４５건", "2345", "건"),
        ("７개", "7", "개"),
        ("7 개", "7", "개"),
        ("1e3", "1000", ""),
        ("2.5E+2", "250", ""),
        (".5", "0.5", ""),
        ("3.5%", "3.5", "%"),
        ("３．５％", "3.5", "%"),
        (r"3.5\%", "3.5", "%"),
        ("3.5 퍼센트", "3.5", "%"),
        ("3.5%p", "3.5", "%p"),
        ("3.5%포인트", "3.5", "%p"),
        ("3.5퍼센트포인트", "3.5", "%p"),
        ("1조 2,345억 6만", "1234500060000", ""),
        ("8억 2,500만원", "825000000", "원"),
        ("8.25억 원", "825000000", "원"),
        ("2천5백만 원", "25000000", "원"),
        ("3천 명", "3000", "명"),
        ("1만 2,345명", "12345", "명"),
        ("100만명", "1000000", "명"),
        ("12인", "12", "명"),
        ("4개소", "4", "곳"),
        ("4군데입니다", "4", "곳"),
        ("12개교입니다", "12", "교"),
        ("세 곳입니다", "3", "곳"),
        ("열 명이에요", "10", "명"),
        ("-1,234", "-1234", ""),
        ("−1,234원", "-1234", "원"),
        ("△1,234", "-1234", ""),
        ("▲ 1,234", "-1234", ""),
        ("마이너스 12.5%", "-12.5", "%"),
        ("$\\triangle 12$", "-12", ""),
        ("84.97㎡", "84.97", "m2"),
        ("84.97 m²", "84.97", "m2"),
        ("1,234명입니다", "1234", "명"),
        ("12로 확인됩니다", "12", ""),
        (r"12\text{명}", "12", "명"),
        ("2026년 1월 30일 기준 15곳", "15", "곳"),
        ("2026-01-30에 15곳", "15", "곳"),
        ("05:32 기준 7명", "7", "명"),
    ],
)
def test_spellings(text, value, unit):
    """B42, B44, B49, B50."""
    number = parse_number(text)
    assert number is not None, numbers_in(text)
    assert (number.value, number.unit) == (Decimal(value), unit)


@pytest.mark.parametrize(
    "text",
    [
        "1,00",
        "1,0000",
        "12,34",
        "1,234,56",
        "1_000",
        "12²",
        "7³개",
        "1.2.3",
        "½",
        "①",
        "2½",
        "12₃",
        "",
        "없음",
        "A12",
        "m2",
        "제주",
        "10, 11",
        "3~5명",
        "12개가 아니라 15개",
        "Ⅻ",
    ],
)
def test_malformed_numbers_several_numbers_and_none(text):
    """B42, B44."""
    assert parse_number(text) is None


@pytest.mark.parametrize("text", ["1,00", "1_000", "12²", "1.2.3"])
def test_a_malformed_number_is_a_candidate_without_a_value(text):
    assert [number.value for number in numbers_in(text)] == [None]


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("112개", ["112개"]),
        ("1.12개", ["1.12개"]),
        ("2012년 15개", ["2012년", "15개"]),
        ("10만 20만", ["10만", "20만"]),
        ("1만 20000", ["1만", "20000"]),
        ("8,000,", ["8,000"]),
        ("12, 13", ["12", "13"]),
        ("3-5", ["3", "5"]),
        ("12만큼", ["12"]),
    ],
)
def test_numbers_are_whole(text, texts):
    """B40: a golden 12 is not found inside 112 or 1.12."""
    assert [number.text for number in numbers_in(text)] == texts


@pytest.mark.parametrize("text", ["7호선", "제22대", "5천안", "3단지"])
def test_a_number_inside_a_name_has_an_unknown_unit(text):
    assert numbers_in(text)[0].unit == "?"


@pytest.mark.parametrize(
    ("text", "decline"),
    [("1,234 감소", True), ("1,234명이 줄었습니다", True), ("1,234 증가", False)],
)
def test_a_decline_in_words(text, decline):
    """B50."""
    assert numbers_in(text)[0].decline is decline


def test_a_law_article_is_not_ten_to_the_twelfth():
    assert parse_number("모두 38조입니다", "조").value == 38
    assert parse_number("모두 38조 원입니다").value == 38 * 10**12


@pytest.mark.parametrize(
    ("unit", "canonical"),
    [
        ("억원", ("원", 10**8)),
        ("천명", ("명", 1000)),
        ("백만원", ("원", 10**6)),
        ("인", ("명", 1)),
        ("㎡", ("m2", 1)),
        ("조", ("조", 1)),
        ("MW", ("MW", 1)),
        ("", ("", 1)),
        ("만", ("만", 1)),
    ],
)
def test_units(unit, canonical):
    assert canonical_unit(unit) == canonical


@given(st.integers(0, 10**18 - 1), st.sampled_from(["원", "명", "건", ""]))
def test_a_number_reads_the_same_plain_with_commas_and_in_mixed_writing(value, unit):
    parts, rest = [], value
    for word, size in (("경", 10**16), ("조", 10**12), ("억", 10**8), ("만", 10**4)):
        if rest >= size:
            parts.append(f"{rest // size:,}{word}")
            rest %= size
    mixed = " ".join([*parts, f"{rest:,}"] if rest or not parts else parts)
    wide = str(value).translate({ord(str(d)): chr(0xFF10 + d) for d in range(10)})
    for text in (str(value), f"{value:,}", mixed, mixed.replace(" ", ""), wide):
        number = parse_number(f"{text}{unit}")
        assert number is not None
        assert number.value == value
        assert number.unit == unit


@given(st.text())
def test_reading_numbers_never_raises(text):
    numbers_in(text)
    parse_number(text, "명")
    canonical_unit(text)
