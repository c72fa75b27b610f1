"""Days, months and times of day."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.grading.dates import days_in, is_time, months_in, parse_date, times_in


@pytest.mark.parametrize(
    "text",
    [
        "2026-01-30",
        "20260130",
        "2026.1.30.",
        "2026.01.30",
        "2026. 1. 30.(금)",
        "2026년 1월 30일",
        "2026년1월30일입니다",
        "26.1.30",
        "26.01.30.",
        "2026/1/30",
        "2026-1-30",
        "２０２６．１．３０",
        "20260130입니다",
        "'26년 1월 30일",
        "접수일은 2026-01-30입니다.",
        "2026 - 01 - 30",
    ],
)
def test_spellings_of_a_day(text):
    """B45."""
    assert parse_date(text) == date(2026, 1, 30)


@pytest.mark.parametrize(
    "text",
    [
        "2026.01",
        "2026-02-30",
        "20261301",
        "2026-13-01",
        "2026.1.32",
        "1월 30일",
        "",
        "2026",
        "2026-01-30, 2026-01-31",
        "120260130",
        "0260130",
    ],
)
def test_impossible_partial_or_several_days_are_none(text):
    """B45."""
    assert parse_date(text) is None


@pytest.mark.parametrize(
    ("text", "month"),
    [
        ("2026년 1월", (2026, 1)),
        ("2026-01", (2026, 1)),
        ("2026.01.", (2026, 1)),
        ("202601", (2026, 1)),
    ],
)
def test_months(text, month):
    assert months_in(text) == [month]


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("05:32", 19920),
        ("5:32", 19920),
        ("5시 32분", 19920),
        ("오전 5시 32분", 19920),
        ("17:32:00", 63120),
        ("오후 5시 32분", 63120),
        ("24:12", 87120),
        ("05:32에 출발", 19920),
    ],
)
def test_times(text, seconds):
    assert times_in(text) == [seconds]


def test_what_a_time_is():
    assert is_time("05:32")
    assert not is_time("05:32 출발")
    assert times_in("25:99") == []


@given(st.dates(date(2000, 1, 1), date(2099, 12, 31)))
def test_all_spellings_of_all_days_of_this_century(day):
    for text in (
        f"{day:%Y-%m-%d}",
        f"{day:%Y%m%d}",
        f"{day.year}년 {day.month}월 {day.day}일",
        f"{day.year}. {day.month}. {day.day}.",
        f"{day:%y.%m.%d}",
    ):
        assert parse_date(text) == day


@given(st.text(alphabet="0123456789-./년월일시분: 오후"))
def test_reading_dates_never_raises(text):
    days_in(text)
    months_in(text)
    times_in(text)
