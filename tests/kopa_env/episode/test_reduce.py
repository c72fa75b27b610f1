"""The table tools: filters, order, groups, joins, and what they say when asked the impossible."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.episode.local import run_local
from kopa_env.outcome import Reason, Status, ToolResult

ROWS = [
    {"id": "0001", "시": "수원", "금액": "1,200", "일": "2024-03-12", "등": "B"},
    {"id": "0002", "시": "성남", "금액": "-", "일": "20240401", "등": "A"},
    {"id": "0003", "시": "수원", "금액": "△300", "일": "2024.12.31", "등": "A"},
    {"id": "0004", "시": "용인", "금액": "950", "일": "", "등": "A"},
]
MORE = [{"id": "0005", "시": "수원", "금액": "5", "일": "2025-01-01", "등": "C"}]
OTHER = [{"no": "0001", "시": "경기", "값": 7}, {"no": "0003", "시": "경기", "값": 8}]
RESULTS = {
    "r1": ToolResult.ok(ROWS, total=4),
    "r2": ToolResult.ok(MORE, total=5),
    "r3": ToolResult.ok(OTHER),
    "r4": ToolResult.error(Reason.TIMEOUT, "x"),
    "r5": ToolResult.ok([], total=0),
}


def run(tool: str, **args: Any) -> ToolResult:
    return run_local(tool, args, RESULTS)


def ids(result: ToolResult) -> list[str]:
    assert result.status in (Status.OK, Status.EMPTY), result.message
    return [row["id"] for row in result.records]


@pytest.mark.parametrize(
    ("op", "column", "value", "expected"),
    [
        ("eq", "시", "수원", ["0001", "0003"]),
        ("ne", "시", "수원", ["0002", "0004"]),
        ("gt", "금액", 900, ["0001", "0004"]),
        ("ge", "금액", "950", ["0001", "0004"]),
        ("lt", "금액", 0, ["0003"]),
        ("le", "일", "2024년 4월 1일", ["0001", "0002"]),
        ("contains", "시", "원", ["0001", "0003"]),
        ("startswith", "id", "000", ["0001", "0002", "0003", "0004"]),
        ("in", "시", ["성남", "용인"], ["0002", "0004"]),
        ("not_null", "금액", None, ["0001", "0003", "0004"]),
        ("is_null", "일", None, ["0004"]),
        ("eq", "id", "1", []),
        ("eq", "id", 1, []),
    ],
)
def test_conditions(op: str, column: str, value: Any, expected: list[str]) -> None:
    where = [{"column": column, "op": op, "value": value}]
    assert ids(run("table_select", result="r1", where=where)) == expected
    assert run("table_count", result="r1", where=where).records == [{"count": len(expected)}]


def test_select_sorts_pages_and_narrows() -> None:
    result = run(
        "table_select",
        result="r1",
        order_by="금액",
        descending=True,
        limit=2,
        offset=1,
        columns=["id"],
    )
    assert result.records == [{"id": "0004"}, {"id": "0003"}]
    assert (result.total, result.complete) == (4, False)


def test_several_columns_sort_each_its_own_way() -> None:
    result = run("table_select", result="r1", order_by=["등", "금액"], descending=[False, True])
    assert ids(result) == ["0004", "0003", "0002", "0001"]


def test_pages_are_put_together() -> None:
    assert run("table_count", result=["r1", "r2"]).records == [{"count": 5}]


def test_an_aggregate_over_part_of_a_list_says_so() -> None:
    """Case A13: a page must not pass for the whole."""
    assert "1 of 5 rows" in run("table_count", result="r2").message
    assert run("table_count", result=["r1", "r2"]).message == ""
    assert run("table_count", result="r1").message == ""


def test_group_counts_sums_and_keeps_first_spelling() -> None:
    result = run(
        "table_group",
        result="r1",
        by="시",
        aggregates=[
            {"op": "count", "as": "건수"},
            {"op": "sum", "column": "금액", "as": "합계"},
            {"op": "mean", "column": "금액"},
            {"op": "max", "column": "일"},
            {"op": "count", "column": "금액", "as": "있음"},
            {"op": "first", "column": "id"},
        ],
    )
    assert result.records[0] == {
        "시": "수원",
        "건수": 2,
        "합계": 900,
        "mean_금액": 450,
        "max_일": "2024.12.31",
        "있음": 2,
        "first_id": "0001",
    }
    assert [row["시"] for row in result.records] == ["수원", "성남", "용인"]
    assert result.records[1]["합계"] == 0
    assert result.records[1]["mean_금액"] is None


def test_group_defaults_to_counting_and_can_filter() -> None:
    where = [{"column": "등", "value": "A"}]
    assert run("table_group", result="r1", by=["등"], where=where).records == [
        {"등": "A", "count": 3}
    ]


def test_join_keeps_both_sides_apart() -> None:
    result = run("table_join", left="r1", right="r3", left_on="id", right_on="no")
    assert [(r["id"], r["시"], r["시_right"], r["값"]) for r in result.records] == [
        ("0001", "수원", "경기", 7),
        ("0003", "수원", "경기", 8),
    ]
    kept = run("table_join", left="r1", right="r3", left_on="id", right_on="no", how="left")
    assert [r["값"] for r in kept.records] == [7, None, 8, None]


def test_join_on_a_shared_name_does_not_repeat_it() -> None:
    result = run("table_join", left="r1", right="r2", on="시")
    assert len(result.records) == 2
    assert "시_right" not in result.records[0]
    assert result.records[0]["id_right"] == "0005"


def test_join_never_matches_missing_keys() -> None:
    assert run("table_join", left="r1", right="r1", on="금액").total == 3


def test_expression_gives_a_value_or_rows() -> None:
    assert run("evaluate_expression", expression="len(r1)").records == [{"value": 4}]
    rows = run("evaluate_expression", expression="[{'n': r['id']} for r in r1]").records
    assert rows[1] == {"n": "0002"}
    assert run("evaluate_expression", expression="[1, 2]").records == [{"value": [1, 2]}]


@pytest.mark.parametrize(
    ("tool", "args", "part"),
    [
        ("table_select", {"result": "r9"}, "no result r9"),
        ("table_select", {"result": 3}, "handle"),
        ("table_select", {"result": []}, "handle"),
        ("table_select", {"result": "r4"}, "failed call"),
        ("table_select", {"result": "r1", "where": [{"column": "금약"}]}, "did you mean 금액?"),
        ("table_select", {"result": "r1", "where": ["금액"]}, "column"),
        ("table_select", {"result": "r1", "where": [{"column": "시", "op": "like"}]}, "op must be"),
        ("table_select", {"result": "r1", "where": [{"column": "시", "valeu": 1}]}, "valeu"),
        (
            "table_select",
            {"result": "r1", "where": [{"column": "시", "op": "contains", "value": 1}]},
            "string",
        ),
        ("table_select", {"result": "r1", "order_by": "없음"}, "no column"),
        ("table_select", {"result": "r1", "order_by": "시", "descending": "yes"}, "boolean"),
        ("table_select", {"result": "r1", "columns": ["없음"]}, "no column"),
        ("table_select", {"result": "r1", "limit": -1}, "negative"),
        ("table_group", {"result": "r1", "by": []}, "by"),
        ("table_group", {"result": "r1", "by": "시", "aggregates": [{"op": "avg"}]}, "op of an"),
        ("table_group", {"result": "r1", "by": "시", "aggregates": ["sum"]}, "needs a column"),
        (
            "table_group",
            {"result": "r1", "by": "시", "aggregates": [{"op": "sum", "column": "등"}]},
            "not a number",
        ),
        ("table_join", {"left": "r1", "right": "r3"}, "on"),
        (
            "table_join",
            {"left": "r1", "right": "r3", "left_on": ["id", "시"], "right_on": "no"},
            "pair up",
        ),
        ("evaluate_expression", {"expression": "r1.x"}, "only .records"),
        ("table_select", {"result": "r1", "where": [{"column": "시"}] * 65}, "at most 64"),
        ("table_select", {"result": "r1", "order_by": ["시"] * 65}, "at most 64"),
        ("table_group", {"result": "r1", "by": "시", "aggregates": ["count"] * 65}, "at most 64"),
    ],
)
def test_misuse_is_one_bilingual_line(tool: str, args: dict[str, Any], part: str) -> None:
    result = run(tool, **args)
    assert result.status is Status.STRUCTURAL
    assert part in result.message
    assert " / " in result.message
    assert "\n" not in result.message


def test_an_empty_result_can_be_reduced() -> None:
    assert run("table_select", result="r5", where=[{"column": "x"}]).status is Status.EMPTY
    assert run("table_count", result="r5").records == [{"count": 0}]


def test_a_join_that_explodes_is_refused() -> None:
    rows = [{"k": "1"} for _ in range(600)]
    results = {"r1": ToolResult.ok(rows)}
    result = run_local("table_join", {"left": "r1", "right": "r1", "on": "k"}, results)
    assert result.reason is Reason.TOO_MANY


JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["r1", "시", "eq"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["column", "op", "value", "as"]), inner, max_size=3)
    ),
    max_leaves=8,
)


ARGUMENTS = {
    "table_select": ("result", "where", "order_by", "descending", "columns"),
    "table_count": ("result", "where"),
    "table_group": ("result", "by", "aggregates", "where"),
    "table_join": ("left", "right", "on", "left_on", "right_on", "how"),
}
NEEDED: dict[str, dict[str, Any]] = {
    "table_select": {"result": "r1"},
    "table_count": {"result": "r1"},
    "table_group": {"result": "r1", "by": "시"},
    "table_join": {"left": "r1", "right": "r3", "on": "시"},
}
CASES = [(tool, name) for tool, names in ARGUMENTS.items() for name in names]


def assert_answers(tool: str, name: str, value: Any) -> None:
    result = run_local(tool, {**NEEDED[tool], name: value}, RESULTS)
    assert result.status in (Status.OK, Status.EMPTY, Status.STRUCTURAL)


@pytest.mark.parametrize("value", [5, -1, True, "abc", "", {"a": 1}, [5], [[1]], [None], {}, []])
@pytest.mark.parametrize(("tool", "name"), CASES)
def test_no_argument_breaks_a_tool(tool: str, name: str, value: Any) -> None:
    assert_answers(tool, name, value)


@given(st.sampled_from(CASES), JUNK)
def test_no_nested_argument_breaks_a_tool(case: tuple[str, str], value: Any) -> None:
    assert_answers(*case, value)
