"""Canonical states: what counts as the same workspace, and how a difference is told."""

from __future__ import annotations

from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.grading.state import canonical_state, diff_states, state_hash

NOTE = {"title": "7호선 쏠림 점검", "gap": 25}


@pytest.mark.parametrize(
    "same",
    [
        {"notes": {"1": {"gap": 25, "title": "7호선 쏠림 점검"}}},
        {"notes": {"1": {"title": "7호선 쏠림 점검", "gap": 25.0}}},
        {"notes": {"n1": {"title": normalize("NFD", "7호선 쏠림 점검"), "gap": 25}}},
        {"notes": {"1": {**NOTE, "created_at": "2026-01-30T09:00"}}, "read_log": {"1": {"q": 1}}},
        {"notes": {"7": {**NOTE, "_rev": 3}}, "keys": {}},
    ],
)
def test_spelling_and_logs_do_not_change_a_state(same):
    assert state_hash(same) == state_hash({"notes": {"1": NOTE}})
    assert not diff_states({"notes": {"1": NOTE}}, same)


@pytest.mark.parametrize(
    "other",
    [
        {},
        {"notes": {"1": {**NOTE, "gap": "25"}}},
        {"notes": {"1": {**NOTE, "gap": 25.5}}},
        {"notes": {"1": {**NOTE, "gap": None}}},
        {"notes": {"1": {"title": NOTE["title"]}}},
        {"notes": {"1": NOTE, "2": NOTE}},
        {"notes": {"1": NOTE}, "keys": {"1": {"platform": "edudata"}}},
        {"memo": {"1": NOTE}},
    ],
)
def test_a_duplicate_an_extra_write_or_another_value_is_another_state(other):
    assert state_hash(other) != state_hash({"notes": {"1": NOTE}})
    assert diff_states({"notes": {"1": NOTE}}, other)


def test_true_is_not_one():
    assert canonical_state({"t": {"1": {"x": True}}}) != canonical_state({"t": {"1": {"x": 1}}})


def test_the_order_of_parallel_writes_does_not_count_but_named_rows_keep_their_names():
    a, b = {"title": "가"}, {"title": "나"}
    assert state_hash({"t": {"1": a, "2": b}}) == state_hash({"t": {"1": b, "2": a}})
    assert state_hash({"w": {"00126380": a, "00164779": b}}) != state_hash(
        {"w": {"00126380": b, "00164779": a}}
    )


def test_a_changed_row_is_told_field_by_field():
    diff = diff_states(
        {"t": {"1": {"a": 1, "b": 2, "c": 3}}}, {"t": {"1": {"a": 1, "b": 2, "c": 4}}}
    )
    assert diff.changed == (("t", "c", 3, 4),)
    assert not diff.added
    assert not diff.removed


def test_missing_and_extra_rows_are_told_apart():
    diff = diff_states({"t": {"1": {"a": 1}}}, {"u": {"1": {"b": 2}}})
    assert diff.removed == (("t", {"a": 1}),)
    assert diff.added == (("u", {"b": 2}),)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


@given(VALUES, VALUES)
def test_a_difference_is_empty_exactly_when_the_texts_are_equal(a, b):
    assert bool(diff_states(a, b)) == (canonical_state(a) != canonical_state(b))
    assert not diff_states(a, a)
    assert len(state_hash(a)) == 64
