"""Reductions work on columns: same answers as looking at every row, whatever holds the rows."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.columns import Columns, Taken
from kopa_env.episode import reduce
from kopa_env.episode.expression import evaluate
from kopa_env.episode.expression.operations import lift
from kopa_env.episode.local import run_local
from kopa_env.episode.values import (
    canonical,
    canonical_column,
    equal,
    holding,
    is_missing,
    order,
    ordered,
    predicate,
)
from kopa_env.outcome import JSON, ToolResult
from tests.support.columns import stored

CELL = st.sampled_from(
    [
        *(None, "", " ", "-", "0", "1", "01", "1.0", "1,234", "1234", 1, 1234, True, False, 1.0),
        *("20240312", "2024.3.12", "2024-03-12 09:30", "2024년 3월 12일", "20241399", "9:05"),
        *("가나", " 가나 ", "12명", "1명", "ST-7", "△3", "(3)", "３", "3일", "1234567", "12345678"),
    ]
)
ROWS = st.lists(
    st.tuples(CELL, CELL).map(lambda pair: dict(zip("kv", pair, strict=True))), max_size=8
)
OPS = st.sampled_from(["eq", "ne", "lt", "le", "gt", "ge", "not_null", "is_null"])


def held_by_column(rows: list[dict[str, JSON]]) -> Columns:
    """Return the rows the way a long reply of a pack comes."""
    padded = [*rows, *[{"k": None, "v": None}] * 64]
    return Taken(stored(padded), range(len(rows)))


@given(ROWS, ROWS, st.sampled_from(["inner", "left"]))
def test_join_is_every_pair_with_equal_keys(
    left: list[dict[str, JSON]], right: list[dict[str, JSON]], how: str
) -> None:
    def partners(row: dict[str, JSON]) -> list[dict[str, JSON]]:
        key = canonical(row["k"])
        return [r for r in right if key is not None and canonical(r["k"]) == key]

    empty: list[dict[str, JSON]] = [{}] if how == "left" else []
    other = {"v": "v_right"} if left else {"v": "v"}
    wanted = [
        {**row, **({label: match.get("v") for label in other.values()} if right else {})}
        for row in left
        for match in partners(row) or empty
    ]
    assert list(reduce.join(left, right, on="k", how=how)) == wanted
    if left and right:
        columns = reduce.join(held_by_column(left), held_by_column(right), on="k", how=how)
        assert list(columns) == wanted


@given(ROWS, OPS, CELL)
def test_filters_look_at_every_row(rows: list[dict[str, JSON]], op: str, value: JSON) -> None:
    test = predicate(op, value)
    wanted = [row for row in rows if test(row["v"])]
    where = [{"column": "v", "op": op, "value": value}]
    assert list(reduce.filtered(rows, where)) == wanted
    if rows:
        assert list(reduce.filtered(held_by_column(rows), where)) == wanted


@given(ROWS, st.booleans())
def test_order_and_groups_do_not_depend_on_what_holds_the_rows(
    rows: list[dict[str, JSON]], down: bool
) -> None:
    if not rows:
        return
    columns = held_by_column(rows)
    by_rows = reduce.select(rows, order_by=["v", "k"], descending=down, limit=3, offset=1)
    by_columns = reduce.select(columns, order_by=["v", "k"], descending=down, limit=3, offset=1)
    assert (list(by_rows[0]), by_rows[1]) == (list(by_columns[0]), by_columns[1])
    plan = [{"op": "count"}, {"op": "count_distinct", "column": "v"}, {"op": "max", "column": "v"}]
    assert reduce.group(rows, by="k", aggregates=plan) == reduce.group(
        columns, by="k", aggregates=plan
    )


@given(st.lists(CELL, max_size=12), OPS, CELL)
def test_each_distinct_value_is_judged_once_and_right(
    cells: list[JSON], op: str, value: JSON
) -> None:
    test = predicate(op, value)
    assert holding(test, cells, range(len(cells))) == [i for i, v in enumerate(cells) if test(v)]
    odd = range(1, len(cells), 2)
    assert holding(test, cells, odd) == [i for i in odd if test(cells[i])]


@given(CELL, CELL)
def test_what_is_equal_is_canonically_equal(a: JSON, b: JSON) -> None:
    """Texts compare by what is left of them, and as in a column of their own."""
    assert canonical_column([a, b]) == [canonical(a), canonical(b)]
    if isinstance(a, str) and isinstance(b, str):
        day = isinstance(canonical(b), tuple) and canonical(b)[1] < 0  # type: ignore[index]
        same = canonical(a) == canonical(b)
        assert equal(a, b) is same or day


@pytest.mark.parametrize(
    ("texts", "held"),
    [
        (["25", " 25 ", "25.0"], Decimal(25)),
        (["1,234", "1234", "1234.0"], Decimal(1234)),
        (["12345678901", "12,345,678,901"], Decimal(12345678901)),
        (["-", "", "  "], None),
        (["00126380"], "00126380"),
        (["007"], "007"),
        (["0"], Decimal(0)),
        (["ST-7"], "ST-7"),
        (["３"], Decimal(3)),
        (["△3", "-3", "−3"], Decimal(-3)),
        (["20241399"], Decimal(20241399)),
    ],
)
def test_spellings_of_one_value(texts: list[str], held: JSON) -> None:
    assert [canonical(text) for text in texts] == [held] * len(texts)


@given(st.lists(CELL, max_size=10), st.booleans())
def test_sorting_keeps_ties_and_puts_missing_last(cells: list[JSON], down: bool) -> None:
    positions = ordered(cells, descending=down)
    assert sorted(positions) == list(range(len(cells)))
    missing = [i for i in positions if is_missing(cells[i])]
    assert missing == sorted(missing)
    readable = [i for i in positions if not is_missing(cells[i])]
    for a, b in pairwise(readable):
        if cells[a] == cells[b] and type(cells[a]) is type(cells[b]):
            assert a < b


@given(st.integers(10_000_101, 99_991_231), st.integers(10_000_101, 99_991_231))
def test_numbers_that_are_days_are_in_the_order_of_days(a: int, b: int) -> None:
    assert order(a, b) == order(Decimal(a), b) == (a > b) - (a < b)


RESULTS = {
    "r1": ToolResult.ok(held_by_column([{"k": f"a{i % 3}", "v": str(i)} for i in range(9)])),
    "r2": ToolResult.ok([{"k": "a1", "w": 5}]),
}


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("len(concat(r1.records, r2.records))", 10),
        ("len(concat(where(r1, 'k', 'eq', 'a1'), r2))", 4),
        ("sum([num(v) for v in column(where(r1, 'k', 'eq', 'a2'), 'v')])", 15),
        ("len(unique(r1, key='k'))", 3),
        ("first(sorted(r1, key='v', reverse=True))['v']", "8"),
        ("[k for k, rows in items(group(r1, 'k'))]", ["a0", "a1", "a2"]),
        ("r1.records[-1]['v']", "8"),
        ("len(r1.records[2:4])", 2),
        ("max(r1, key=lambda r: num(r['v']))['k']", "a2"),
        ("r1.records == r1.records", True),
    ],
)
def test_expressions_over_columns(expression: str, value: JSON) -> None:
    assert evaluate(expression, RESULTS) == value


LISTED = {
    "r1": ToolResult.ok([{"k": f"a{i % 3}", "v": str(i)} for i in range(9)]),
    "r2": ToolResult.ok([{"k": "a1", "w": 5}]),
}


@pytest.mark.parametrize(
    "expression",
    [
        "concat(r1, r2)",
        "[r['k'] for r in concat(r1, r2, r1) if r['k'] != 'a1']",
        "[r['v'] for r in concat(r1, r2)]",
        "column(concat(r1, r2), 'v')",
        "max(concat(r1, r1), key='v')",
        "sorted(concat(r2, r1), key='k')[0]",
        "group(concat(r1, r2), 'k')",
        "unique(concat(r1, r1), key='v')",
        "where(concat(r1, r2), 'w', 'eq', 5)",
        "concat(r1, r2)[-1]['w'] + len(concat(r1, r2)[2:4])",
        "first(concat(r2, r1)) in concat(r1, r2)",
        "concat(concat(r1, r2), r2) == concat(r1, [r2, r2])",
        "concat(r1, r2) + r2.records",
        "concat(r1, [{'k': 'b'}])[-1]",
        "concat(r1, r2)['k']",
        "concat(r1, r2) == []",
    ],
)
def test_pages_put_together_are_the_list_of_their_rows(expression: str) -> None:
    args = {"expression": expression}
    by_column = run_local("evaluate_expression", args, RESULTS)
    by_row = run_local("evaluate_expression", args, LISTED)
    assert (by_column.records, by_column.message) == (by_row.records, by_row.message)


@given(CELL, st.sampled_from(["가나", "25", "20240312", "", "-", "0", "ST-7", "12명", "x" * 130]))
def test_a_column_compares_with_a_text_as_any_two_values_do(cell: JSON, text: str) -> None:
    results = {"r1": ToolResult.ok([{"k": cell}])}
    same = f"r1[0]['k'] == {text!r}"
    told = evaluate(f"[{same}, r1[0]['k'] != {text!r}]", results)
    assert told == [equal(lift(cell), text), not equal(lift(cell), text)]


@pytest.mark.parametrize("expression", ["num(r1.records)", "{r1.records: 1}", "r2[0][r1.records]"])
def test_columns_are_no_single_value(expression: str) -> None:
    result = run_local("evaluate_expression", {"expression": expression}, RESULTS)
    assert result.reason
    assert " / " in result.message


def test_an_unknown_column_is_named_with_the_nearest() -> None:
    where: Any = [{"column": "kk", "value": 1}]
    result = run_local("table_select", {"result": "r1", "where": where}, RESULTS)
    assert "no column kk" in result.message
    empty = [{"column": "k", "value": "none"}]
    args = {"result": "r1", "where": empty, "order_by": "absent"}
    assert run_local("table_select", args, RESULTS).total == 0
