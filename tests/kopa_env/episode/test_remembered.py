"""Reductions are made once for the same rows and arguments; loops read the columns they name."""

from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.columns import Chained, Columns, Joined, Taken
from kopa_env.episode.expression import ExpressionError, evaluate
from kopa_env.episode.expression.narrow import narrowed
from kopa_env.episode.remembered import LEAST, SHORT, Remembered
from kopa_env.outcome import ToolResult
from kopa_env.pack.records import StoredColumns, by_column
from tests.support import columns

ROWS = [{"no": f"{i:04d}", "name": f"이름{i % 7}", "n": i, "wide": "x" * 20} for i in range(300)]


def stored(rows: list[dict[str, Any]] = ROWS) -> StoredColumns:
    return columns.stored(rows)


class Making:
    """Counts how often it makes something."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> ToolResult:
        self.times += 1
        return ToolResult.ok([{"made": self.times}])


ARGS: dict[str, Any] = {"result": "r1", "limit": 3}


def test_the_same_rows_and_arguments_are_reduced_once() -> None:
    held, make, shared = Remembered(), Making(), ToolResult.ok(stored())
    first = held.reduced("table_select", ARGS, {"r1": shared}, make)
    assert held.reduced("table_select", ARGS, {"r1": shared, "r2": shared}, make) is first
    assert make.times == 1


@pytest.mark.parametrize(
    ("name", "args", "rows"),
    [
        ("table_group", ARGS, None),
        ("table_select", {**ARGS, "limit": 4}, None),
        ("table_select", ARGS, stored()),
        ("table_select", ARGS, stored(ROWS[1:])),
    ],
    ids=["another tool", "other arguments", "equal rows of another reply", "other rows"],
)
def test_what_differs_is_made_anew(name: str, args: dict[str, Any], rows: Any) -> None:
    held, make, shared = Remembered(), Making(), ToolResult.ok(stored())
    held.reduced("table_select", ARGS, {"r1": shared}, make)
    other = shared if rows is None else ToolResult.ok(rows)
    held.reduced(name, args, {"r1": other}, make)
    assert make.times == 2


@pytest.mark.parametrize(("size", "times"), [(SHORT - 1, 1), (SHORT, 2)])
def test_short_lists_are_the_same_where_they_are_written_alike(size: int, times: int) -> None:
    held, make = Remembered(), Making()
    for _ in range(2):
        held.reduced("table_select", ARGS, {"r1": ToolResult.ok(list(ROWS[:size]))}, make)
    assert make.times == times


def test_values_that_only_compare_alike_are_others() -> None:
    held, make = Remembered(), Making()
    for value in (1, True, 1.0, 1):
        held.reduced("table_select", ARGS, {"r1": ToolResult.ok([{"n": value}])}, make)
    assert make.times == 4


def test_however_little_is_read_the_number_kept_is_bounded() -> None:
    held, make = Remembered(room=2 * LEAST), Making()
    for limit in (1, 2, 3, 3, 2, 1):
        held.reduced("table_select", {**ARGS, "limit": limit}, {"r1": ToolResult.ok([])}, make)
    assert make.times == 4


def test_what_is_kept_is_bounded() -> None:
    held, make = Remembered(room=700), Making()
    results = [ToolResult.ok(stored()) for _ in range(4)]
    for n, result in enumerate(results):
        held.reduced("table_select", {**ARGS, "limit": n}, {"r1": result}, make)
    held.reduced("table_select", {**ARGS, "limit": 3}, {"r1": results[3]}, make)
    assert make.times == 4, "the last one is still known"
    held.reduced("table_select", {**ARGS, "limit": 0}, {"r1": results[0]}, make)
    assert make.times == 5, "the first one has gone"


def test_an_expression_names_what_it_reads() -> None:
    held, make, shared = Remembered(), Making(), ToolResult.ok(stored())
    args = {"expression": "len(r1) + len(r2)"}
    for second in (ToolResult.ok(ROWS[:3]), ToolResult.ok(list(ROWS[:3]))):
        held.reduced("evaluate_expression", args, {"r1": shared, "r2": second}, make)
    assert make.times == 1, "short lists are compared by what they hold"
    held.reduced("evaluate_expression", args, {"r1": shared, "r2": ToolResult.ok([])}, make)
    assert make.times == 2


# ---- loops ------------------------------------------------------------------------------------

LOOPS = (
    '[r["n"] for r in c1 if r["name"] == "이름3"]',
    'sum(r["n"] for r in c1 if r["n"] > 20 and r["no"] != "0100")',
    '{r["no"]: r["n"] for r in c1 if r["n"] < 5}',
    '[r for r in c1 if r["n"] == 7]',
    '[[a["n"], b["n"]] for a in c1 if a["n"] < 3 for b in c1 if b["n"] == a["n"] + 1]',
    '[get(r, "wide") for r in c1 if r["n"] == 2]',
    "len([1 for r in c1])",
    '[r[k] for r in c1 if r["n"] == 1 for k in ["no", "name"]]',
    '[(x := r["n"]) for r in c1 if r["n"] < 2]',
    '[r["n"] for r in [r for r in c1 if r["n"] < 4]]',
)


@pytest.mark.parametrize("source", LOOPS)
@pytest.mark.parametrize("kind", ["stored", "taken", "chained", "joined"])
def test_a_loop_over_columns_is_a_loop_over_rows(source: str, kind: str) -> None:
    whole = stored()
    rows: Columns = {
        "stored": whole,
        "taken": Taken(whole, range(len(ROWS))),
        "chained": Chained([stored(ROWS[:100]), stored(ROWS[100:])]),
        "joined": Joined(whole, stored(), (range(len(ROWS)), range(len(ROWS))), {}),
    }[kind]
    assert evaluate(source, {"c1": ToolResult.ok(rows)}) == evaluate(
        source, {"c1": ToolResult.ok(ROWS)}
    )


@pytest.mark.parametrize("rows", [stored(), Chained([stored(), ROWS[:2]]), ROWS], ids=str)
def test_a_column_that_is_not_there_is_told_as_before(rows: Any) -> None:
    with pytest.raises(ExpressionError) as lean:
        evaluate('[r["none"] for r in c1]', {"c1": ToolResult.ok(rows)})
    with pytest.raises(ExpressionError) as plain:
        evaluate('[r["none"] for r in c1]', {"c1": ToolResult.ok(ROWS)})
    assert str(lean.value) == str(plain.value)


PARTS = st.lists(
    st.lists(st.fixed_dictionaries({"a": st.integers(0, 9)}, optional={"b": st.text(max_size=2)})),
    min_size=1,
    max_size=3,
)


@given(PARTS, st.sampled_from([("a",), ("a", "b"), ("b",), ()]))
def test_narrowed_rows_lose_only_what_was_not_asked_for(
    parts: list[list[dict[str, Any]]], names: tuple[str, ...]
) -> None:
    kept = [columns.stored(part) if by_column(part) else part for part in parts]
    rows = Chained(kept)
    lean = cast(list[dict[str, Any]], list(narrowed(rows, names)))
    whole = [row for part in parts for row in part]
    for row, full in zip(lean, whole, strict=True):
        assert all(full.get(name) == row.get(name) for name in names)
        assert all((name in full) is (name in row) for name in names)
