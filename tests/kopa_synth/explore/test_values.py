from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_synth.explore.values import Held, bucket, hold, says_something, usable, values_at


@pytest.mark.parametrize(
    "value",
    [
        *(None, "", " ", "-", " - ", "null", "None", "NaN", "N/A", "0", "00000000"),
        *(0, 0.0, True, float("nan"), float("inf"), [], {}, ["x"]),
    ],
)
def test_blanks_dashes_and_ids_of_zeros_are_no_values(value: object) -> None:
    assert not usable(value)


@pytest.mark.parametrize("value", ["00126380", "0400", "가", "N", 7, -1, 2.5, "-1"])
def test_codes_and_figures_are(value: object) -> None:
    assert usable(value)


def test_nested_and_listed_values_are_found() -> None:
    record = {"a": {"b": [{"c": 1}, {"c": 2}, {}]}, "d": [{"e": "x"}]}
    assert list(values_at(record, "a.b[].c")) == [1, 2, None]
    assert list(values_at(record, "a.b.c")) == [1, 2, None]
    assert list(values_at(record, "d[].e")) == ["x"]
    assert list(values_at(record, "a.missing.c")) == [None]


def test_values_of_several_bindings_come_from_one_record() -> None:
    records = [{"id": "1", "year": "2024"}, {"id": "2", "year": "2025"}, {"id": "3", "year": "-"}]
    assert hold(records, ("id", "year"), 5) == Held(2, (("1", "2024"), ("2", "2025")))


def test_rows_from_lists_within_a_record() -> None:
    assert hold([{"k": [{"c": "x"}, {"c": "-"}, {"c": "y"}]}], ("k[].c",), 5).rows == (
        ("x",),
        ("y",),
    )


@given(st.lists(st.sampled_from(["a", "b", "c", " a ", "-", "", None, "d", "e", "f"])))
def test_distinct_rows_are_counted_whole_and_kept_up_to_phi(values: list[str | None]) -> None:
    held = hold([{"v": v} for v in values], ("v",), 2)
    distinct = list(dict.fromkeys(v.strip() for v in values if v and v.strip() not in ("", "-")))
    assert held.count == len(distinct)
    assert [row[0] for row in held.rows] == distinct[:2]


@pytest.mark.parametrize(
    ("count", "bar"), [(1, "1"), (2, "2-5"), (5, "2-5"), (6, "6-50"), (50, "6-50"), (51, ">50")]
)
def test_bars_of_the_histogram(count: int, bar: str) -> None:
    assert bucket(count) == bar


def test_a_reply_of_blanks_says_nothing() -> None:
    assert not says_something([{"a": None, "b": ""}, {"a": "-", "b": []}])
    assert says_something([{"a": None}, {"a": 0}])
    assert not says_something([])
