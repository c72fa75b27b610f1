"""Rows kept by column are the rows they stand for, however they were taken, chained or joined."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kopa_env.columns import Chained, Columns, Joined, Taken, column_of, names_of, taken
from tests.support.columns import stored

CELLS = st.none() | st.text("가나1 -", max_size=3) | st.integers(-9, 9)
RAGGED = st.lists(st.dictionaries(st.sampled_from("abcd"), CELLS, max_size=4), max_size=6)


def listing(size: int) -> Columns:
    return stored([{"no": f"{i:04d}", "이름": f"이름{i % 7}", "n": i} for i in range(size)])


def assert_same(rows: Columns, wanted: list[dict[str, Any]]) -> None:
    """Compare by iteration, by position from both ends, by part and by column."""
    assert list(rows) == wanted
    assert [list(row) for row in rows] == [list(row) for row in wanted]
    assert [rows[i] for i in range(len(rows))] == wanted
    assert [rows[i - len(rows)] for i in range(len(rows))] == wanted
    assert rows[1:3] == wanted[1:3]
    assert list(rows.names) == list(dict.fromkeys(name for row in wanted for name in row)) or (
        set(rows.names) >= {name for row in wanted for name in row}
    )
    for name in rows.names:
        assert list(rows.column(name)) == [row.get(name) for row in wanted]


@given(st.lists(RAGGED, min_size=1, max_size=4))
def test_chained(parts: list[list[dict[str, Any]]]) -> None:
    assert_same(Chained(parts), [row for part in parts for row in part])


@given(st.lists(st.integers(0, 79), max_size=20))
def test_taken(positions: list[int]) -> None:
    rows = listing(80)
    picked = taken(rows, positions)
    assert isinstance(picked, Taken)
    assert_same(picked, [dict(rows[p]) for p in positions])
    again = taken(picked, range(len(picked)))
    assert again == picked


@given(
    st.lists(st.sampled_from([0, 1, 70, 200, 500]), min_size=1, max_size=4),
    st.sampled_from(["no", "이름", "n", "absent"]),
    st.booleans(),
    st.data(),
)
def test_cells_of_a_few_rows_are_those_of_the_column(
    sizes: list[int], name: str, opened: bool, data: st.DataObject
) -> None:
    """Pages of a pack, short lists among them, whether the column was read before or not."""
    pages: list[Any] = [listing(size) if size > 64 else list(listing(70))[:size] for size in sizes]
    rows = Chained(pages)
    whole = [row.get(name) for page in pages for row in list(page)]
    if opened:
        for page in pages:
            column_of(page, name)
    positions = data.draw(st.lists(st.integers(0, len(rows) - 1), max_size=6)) if whole else []
    assert rows.cells(name, positions) == [whole[position] for position in positions]
    assert list(column_of(taken(rows, positions), name)) == [whole[p] for p in positions]


@given(RAGGED, RAGGED, st.data())
def test_joined(
    left: list[dict[str, Any]], right: list[dict[str, Any]], data: st.DataObject
) -> None:
    pair = st.tuples(st.integers(0, len(left) - 1), st.integers(-1, len(right) - 1))
    pairs = data.draw(st.lists(pair, max_size=8)) if left else []
    labels = {name: f"{name}_right" for name in names_of(right)}
    here, there = [p[0] for p in pairs], [p[1] for p in pairs]
    wanted = [
        {**left[i], **{label: right[j].get(n) if j >= 0 else None for n, label in labels.items()}}
        for i, j in pairs
    ]
    assert_same(Joined(left, right, (here, there), labels), wanted)


def test_a_column_that_no_row_has_is_empty() -> None:
    rows = listing(70)
    assert set(column_of(rows, "없음")) == {None}
    assert set(column_of(Taken(rows, [1, 2]), "없음")) == {None}
    assert column_of([{"a": 1}], "없음") == [None]


def test_they_compare_with_lists() -> None:
    rows = listing(66)
    same = [dict(row) for row in rows]
    assert rows == same
    assert same == rows
    assert rows != same[1:]
    assert hash(rows) == hash(listing(66))
    assert "66" in repr(rows)
