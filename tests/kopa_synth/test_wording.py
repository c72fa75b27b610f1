from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_synth.wording import pieces, terms


@pytest.mark.parametrize("name", ["corp_code", "corpCode", "CORP_CODE", "CorpCode", "corp-code"])
def test_identifiers_split_alike_however_they_are_joined(name: str) -> None:
    assert pieces(name) == ["corp", "code"]


def test_hangul_becomes_overlapping_pairs_and_short_runs_stay_whole() -> None:
    assert terms("의안번호 역 BILL_NO2") == ["의안", "안번", "번호", "역", "bill", "no", "2"]


@given(st.text())
def test_composed_and_decomposed_spellings_are_the_same_words(text: str) -> None:
    assert terms(unicodedata.normalize("NFD", text)) == terms(text)


@given(st.from_regex(r"[a-z]{1,8}(_[a-z]{1,8}){0,3}", fullmatch=True))
def test_snake_and_screaming_case_agree(name: str) -> None:
    assert pieces(name) == pieces(name.upper()) == name.split("_")
