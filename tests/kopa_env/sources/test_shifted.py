"""A source some years later: days move, everything else stays."""

from __future__ import annotations

import asyncio
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.catalogue import Catalogue
from kopa_env.outcome import JSON
from kopa_env.sources.named import open_source
from kopa_env.sources.shifted import ShiftedSource, moved

DAYS = st.dates(date(1910, 1, 1), date(2080, 12, 31))
FORMS = ("%Y%m%d", "%Y-%m-%d", "%Y.%m.%d", "%Y년 %m월 %d일", "%Y%m", "%Y", "%Y-%m-%d %H:%M:%S")


@given(DAYS, st.sampled_from(FORMS), st.integers(-9, 9))
def test_a_day_moves_in_its_own_form(day: date, form: str, years: int) -> None:
    leap = (day.month, day.day) == (2, 29)
    wanted = day.replace(year=day.year + years, day=28 if leap and years % 4 else day.day)
    assert moved(day.strftime(form), years) == wanted.strftime(form)


@given(DAYS, st.integers(-9, 9))
def test_it_comes_back_but_for_leap_days(day: date, years: int) -> None:
    text = day.strftime("%Y%m%d")
    if not text.endswith("0229"):
        assert moved(moved(text, years), -years) == text


@pytest.mark.parametrize("value", [None, "", "-", True, 12, "1234567", "2200467", "제2024호", 3.5])
def test_what_is_no_day_stays(value: JSON) -> None:
    assert moved(value, 1) == value


def test_a_leap_day_is_known_without_zeros_too() -> None:
    assert moved("2024.2.29.", 1) == "2025.2.28."
    assert moved("2024년 2월 29일", 4) == "2028년 2월 29일"
    assert moved("2024.12.29.", 1) == "2025.12.29."


def test_a_year_that_is_a_number_stays_one() -> None:
    assert moved(2024, 2) == 2026


def test_a_list_is_asked_for_a_year_earlier_and_told_a_year_later() -> None:
    catalogue = Catalogue.load()
    source = open_source("replica", catalogue)
    later = ShiftedSource(source, 1)
    spec = catalogue["dart_list_disclosures"]
    before = source.call(spec, {"bgn_de": "20251001", "end_de": "20251003", "page_count": 5})
    args: dict[str, JSON] = {"bgn_de": "20261001", "end_de": "20261003", "page_count": 5}
    after = later.call(spec, args)
    assert after.total == before.total
    assert [row["rcept_dt"] for row in after.records] == [
        f"2026{str(row['rcept_dt'])[4:]}" for row in before.records
    ]
    assert [row["corp_code"] for row in after.records] == [r["corp_code"] for r in before.records]
    assert asyncio.run(later.acall(spec, args)).records == after.records
    assert later.hashes()["world"] == f"{source.hashes()['world']}+1y"
