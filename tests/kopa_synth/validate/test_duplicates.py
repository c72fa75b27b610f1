"""Near duplicates: the index finds what comparing every pair finds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from bench_stage import LOOKED_UP, PAGED
from hypothesis import given
from hypothesis import strategies as st
from school import CATALOGUE

from kopa_synth.validate.duplicates import NearIndex, chain_key, grams, jaccard

WORDS = st.sampled_from(["경주시", "포항시", "학교", "학생", "가장", "많은", "곳은", "몇", "명"])
TEXTS = st.lists(WORDS, min_size=1, max_size=12).map(" ".join) | st.text(max_size=8)


def naive(texts: list[str], text: str, threshold: float) -> tuple[str, float] | None:
    best = None
    for i, held in enumerate(texts):
        similarity = jaccard(grams(held), grams(text))
        if similarity >= threshold and (best is None or similarity > best[1]):
            best = (str(i), similarity)
    return best


@given(
    texts=st.lists(TEXTS, max_size=12),
    text=TEXTS,
    threshold=st.sampled_from([0.2, 0.5, 0.7, 0.85, 1.0]),
)
def test_the_index_finds_what_comparing_all_finds(
    texts: list[str], text: str, threshold: float
) -> None:
    index = NearIndex(threshold)
    for i, held in enumerate(texts):
        index.add(str(i), held)
    near = index.nearest(text)
    assert (near and (near.name, near.similarity)) == naive(texts, text, threshold)
    assert len(index) == len(texts)


def test_blanks_punctuation_and_width_do_not_tell_texts_apart() -> None:
    index = NearIndex()
    index.add("a", "경주시 학교는 모두 몇 곳인가요?")
    near = index.nearest("경주시  학교는, 모두 몇 곳인가요")
    assert near is not None
    assert (near.name, near.similarity) == ("a", 1.0)
    assert index.nearest("포항시에서 학생이 가장 많은 학교는 어디인가요?") is None


def test_two_thousand_texts_are_not_compared_pair_by_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0

    def counting(one: frozenset[str], other: frozenset[str]) -> float:
        nonlocal compared
        compared += 1
        return jaccard(one, other)

    monkeypatch.setattr("kopa_synth.validate.duplicates.jaccard", counting)
    index = NearIndex()
    for i in range(2000):
        digits = "".join(chr(0xAC00 + (i * 37 + k * k * 211) % 11000) for k in range(60))
        assert index.nearest(digits) is None
        index.add(str(i), digits)
    assert compared < 20_000


def test_a_chain_is_known_by_pattern_tools_and_arguments() -> None:
    key = chain_key(PAGED, "SEQ", CATALOGUE)
    assert key == chain_key(replace(PAGED, id="x", query_ko="다른 말"), "SEQ", CATALOGUE)
    assert key != chain_key(PAGED, "DRV", CATALOGUE)
    assert key != chain_key(LOOKED_UP, "SEQ", CATALOGUE)
    other = replace(PAGED.golden[0][0], args={"city": "포항시", "page": 1, "size": 10})
    assert key != chain_key(replace(PAGED, golden=((other,), *PAGED.golden[1:])), "SEQ", CATALOGUE)
