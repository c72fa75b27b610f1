"""Reading the platforms' texts: numbers, days, times, missing values; comparing and sorting."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.episode.values import (
    OPERATORS,
    canonical,
    equal,
    order,
    ordered,
    plain_number,
    predicate,
    read_date,
    read_number,
    read_text,
    read_time,
    write_number,
)

CELLS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20))


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("1,234,567", "1234567"),
        ("(12,345)", "-12345"),
        ("-9,876", "-9876"),
        ("△55", "-55"),
        ("−1.5", "-1.5"),
        ("１，２３４건", "1234"),
        ("    82,500", "82500"),
        ("1,543원", "1543"),
        ("12.3%", "12.3"),
        ("0.50", "0.50"),
        (3, "3"),
        (0.1, "0.1"),
    ],
)
def test_numbers_are_read_exactly(cell: Any, expected: str) -> None:
    """Cases A12, A26: commas, blanks, brackets and triangles."""
    assert read_number(cell) == Decimal(expected)


@pytest.mark.parametrize(
    "cell",
    [
        "",
        " ",
        "-",
        None,
        "X",
        "1,00",
        "12²",
        "1_000",
        "①",
        "3만",
        "1.2.3",
        "(5",
        "--5",
        True,
        "9" * 80,
    ],
)
def test_what_is_not_a_number_is_not_guessed(cell: Any) -> None:
    """Case B44: superscripts, underscores and circled digits are no numbers."""
    assert read_number(cell) is None


@pytest.mark.parametrize(
    "cell",
    [
        "2024-03-12",
        "20240312",
        20240312,
        "2024.03.12",
        "2024. 3. 12.",
        "2024/3/12",
        "2024년 3월 12일",
        "2024-03-12 10:20:30",
        "20240312102030",
    ],
)
def test_days_in_every_spelling_are_one_day(cell: Any) -> None:
    assert read_date(cell) == date(2024, 3, 12)
    assert equal(cell, "2024-03-12")
    assert order(cell, "2024년 3월 13일") == -1


@pytest.mark.parametrize(
    "cell", ["2024-02-30", "2024.03", "202403", "20241301", "", None, "24-3-12"]
)
def test_what_is_not_a_day_is_not_guessed(cell: Any) -> None:
    assert read_date(cell) is None


def test_times_count_past_midnight() -> None:
    assert read_time("24:12:30") == 87150
    assert order("9:05", "10:00") == -1
    assert order("24:12:30", "23:59:59") == 1


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        (1, 1.0, True),
        (1, True, False),
        ("25", "25.0", True),
        ("1,234", 1234, True),
        ("00126380", "126380", False),
        ("0400", 400, False),
        (None, "", True),
        ("-", None, True),
        ("-", 0, False),
        ("서울", "서울".encode().decode(), True),
        ("\u1109\u1165\u110b\u116e\u11af", "서울", True),
        (" 강남구 ", "강남구", True),
        ("20240101", "2024-01-02", False),
        ("20240312101010", "20240312101011", False),
    ],
)
def test_equality_of_cells(a: Any, b: Any, same: bool) -> None:
    """Case B36: one is not true, codes keep their zeros; Hangul is compared composed."""
    assert equal(a, b) is same
    assert OPERATORS["ne"](a, b) is not same


@pytest.mark.parametrize("op", ["lt", "le", "gt", "ge", "contains", "startswith"])
@pytest.mark.parametrize("cell", [None, "", "-"])
def test_a_missing_cell_meets_no_condition(op: str, cell: Any) -> None:
    assert not OPERATORS[op](cell, "")
    assert not OPERATORS[op](cell, "0")


def test_text_and_number_do_not_order() -> None:
    assert order("X", 5) is None
    assert order("가", "나") == -1
    assert order("어제", "2024-01-01") is None


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["9,000", "82,500", "-", "700"], ["82,500", "9,000", "700", "-"]),
        (["1,543원", "X", "999원", "1,600원"], ["1,600원", "1,543원", "999원", "X"]),
        (["2024-03-12", "20240401", "2023.1.1"], ["20240401", "2024-03-12", "2023.1.1"]),
        (["9:05", "24:12:30", "10:00"], ["24:12:30", "10:00", "9:05"]),
        (["나", None, "가"], ["나", "가", None]),
        (["2024-03-12 09:00", "2024-03-12 10:00"], ["2024-03-12 10:00", "2024-03-12 09:00"]),
    ],
)
def test_sorting_downwards(cells: list[Any], expected: list[Any]) -> None:
    assert [cells[i] for i in ordered(cells, descending=True)] == expected


def test_ties_keep_their_order_both_ways() -> None:
    cells = ["5", "5.0", "7", "5"]
    assert ordered(cells) == [0, 1, 3, 2]
    assert ordered(cells, descending=True) == [2, 0, 1, 3]


@given(st.lists(CELLS), st.booleans())
def test_sorting_is_a_permutation(cells: list[Any], down: bool) -> None:
    assert sorted(ordered(cells, descending=down)) == list(range(len(cells)))


@given(CELLS, CELLS)
def test_equal_cells_share_their_canonical_form(a: Any, b: Any) -> None:
    if canonical(a) == canonical(b) and not isinstance(a, float):
        assert equal(a, b) or isinstance(b, bool) or isinstance(a, bool)


@given(CELLS, CELLS)
def test_order_is_antisymmetric(a: Any, b: Any) -> None:
    forth, back = order(a, b), order(b, a)
    if forth is not None and back is not None:
        assert forth == -back


@given(st.integers(-(10**15), 10**15))
def test_written_numbers_are_read_back(number: int) -> None:
    assert read_number(f"{number:,}") == number
    assert read_number(write_number(Decimal(number))) == number
    assert plain_number(Decimal(number)) == number


@pytest.mark.parametrize(
    ("number", "text"), [("-0", "0"), ("1E+3", "1000"), ("2.50", "2.5"), ("-0.5", "-0.5")]
)
def test_numbers_are_written_plainly(number: str, text: str) -> None:
    assert write_number(Decimal(number)) == text
    assert read_text(Decimal(number)) == text


def test_division_leaves_no_float_noise() -> None:
    assert repr(plain_number(Decimal("0.1") + Decimal("0.2"))) == "0.3"
    assert repr(plain_number(Decimal(2) / Decimal(3))) == "0.666666666666667"


@given(st.sampled_from(sorted(OPERATORS)), CELLS, CELLS | st.lists(CELLS, max_size=4))
def test_a_test_made_ready_judges_as_the_operator_does(op: str, cell: Any, value: Any) -> None:
    if not isinstance(value, list) or op == "in":
        assert predicate(op, value)(cell) == OPERATORS[op](cell, value)


def test_a_day_stands_for_every_time_of_it() -> None:
    assert predicate("in", ["2024-03-12"])("2024.03.12 10:20")
    assert not predicate("in", ["2024-03-12 10:21"])("2024.03.12 10:20")


def test_many_options_are_looked_up_at_once() -> None:
    test = predicate("in", [f"{i:05d}" for i in range(100_000)])
    assert test("00007")
    assert not test("7")
