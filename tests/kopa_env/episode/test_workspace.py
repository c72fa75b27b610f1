"""The desk: entries by value, counters, refusals that change nothing, golden states."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from school import CATALOGUE, SCHOOLS, TASK

from kopa_env.episode.refs import Reply, golden_state, resolve, resolved_call
from kopa_env.episode.workspace import WORKSPACE_TOOLS, Workspace, normal_value
from kopa_env.errors import UsageError
from kopa_env.grading.state import diff_states, state_hash
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.task import GoldenCall

SPECS = {name: CATALOGUE[name] for name in CATALOGUE.entries}


def desk(*writes: tuple[str, dict[str, Any]], seed: int = 0) -> Workspace:
    workspace = Workspace(seed)
    for name, args in writes:
        result = workspace.run(name, args)
        assert result.status is Status.OK, result.message
    return workspace


def note(**fields: Any) -> tuple[str, dict[str, Any]]:
    return "save_note", {"title": "메모", "fields": fields}


def table(columns: list[str], *rows: Any) -> tuple[str, dict[str, Any]]:
    return "save_table", {"name": "표", "columns": columns, "rows": list(rows)}


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (note(역="숭실대입구", 승차차=1234), note(**{"승차 차": "1,234명", "역": "숭실대입구"})),
        (note(첫차="05:31:00"), note(첫차="5시 31분")),
        (note(막차="24:12:30"), note(막차="24시 12분 30초")),
        (note(일="2024.3.12"), note(일="20240312")),
        (note(비율=25), note(비율="25.0%")),
        (note(이름="강남구  청담동"), note(이름=" 강남구 청담동 ")),
        (note(시="\u1109\u1165\u110b\u116e\u11af"), note(시="서울")),
        (table(["a", "b"], ["x", 1], ["y", 2]), table(["가", "나"], ["y", "2"], ["x", "1"])),
        (table(["a", "b"], ["x", 1]), table(["a", "b"], {"b": 1, "a": "x"})),
    ],
)
def test_what_a_clerk_would_call_the_same_is_the_same_state(a: Any, b: Any) -> None:
    """Case B36's kind: spelling and order of rows do not count."""
    assert state_hash(desk(a).state) == state_hash(desk(b).state)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (note(코드="00126380"), note(코드="126380")),
        (note(값=1), note(값=2)),
        (note(값=1), note(값=1, 더=2)),
        (note(인원=6, 노선=79), note(인원=79, 노선=6)),
        (table(["a", "b"], ["x", "y"]), table(["a", "b"], ["y", "x"])),
        (table(["a"], ["x"]), table(["a"], ["x"], ["x"])),
        (note(값="예"), ("save_report", {"title": "메모", "fields": {"값": "예"}})),
    ],
)
def test_what_differs_is_another_state(a: Any, b: Any) -> None:
    assert state_hash(desk(a).state) != state_hash(desk(b).state)


def test_a_second_write_is_an_extra_entry() -> None:
    once, twice = desk(note(a=1)), desk(note(a=1), note(a=1))
    assert diff_states(once.state, twice.state).added


def test_ids_count_up_and_are_not_given_twice() -> None:
    workspace = desk(note(a=1), note(a=2))
    workspace.run("delete_workspace_item", {"kind": "notes", "id": "2"})
    assert workspace.run(*note(a=3)).records == [{"id": "3"}]
    assert list(workspace.state["notes"]) == ["1", "3"]


def test_a_mistake_can_be_undone() -> None:
    workspace = desk(note(a=1))
    wrong = workspace.run(*note(a=9)).records[0]["id"]
    workspace.run("delete_workspace_item", {"kind": "notes", "id": wrong})
    assert state_hash(workspace.state) == state_hash(desk(note(a=1)).state)


def test_issued_keys_count_but_their_value_does_not() -> None:
    issue = ("issue_api_key", {"platform": "edudata"})
    one, other = desk(issue, seed=1), desk(issue, issue, seed=2)
    assert state_hash(one.state) == state_hash(other.state) != state_hash({})
    assert one.token("edudata") != other.token("edudata")


def test_reading_shows_what_was_written_and_changes_nothing() -> None:
    workspace = desk(note(역="숭실대입구"), ("issue_api_key", {"platform": "edudata"}))
    before = state_hash(workspace.state)
    shown = workspace.run("list_workspace", {"kind": "notes"}).records[0]
    assert (shown["id"], shown["title"], shown["fields"]) == ("1", "메모", {"역": "숭실대입구"})
    assert workspace.run("list_workspace", {"kind": "tables"}).status is Status.EMPTY
    assert state_hash(workspace.state) == before


@pytest.mark.parametrize(
    ("name", "args", "reason"),
    [
        ("save_note", {"title": "t", "fields": {}}, Reason.MISSING_ARG),
        ("save_note", {"title": "가" * 300, "fields": {"a": 1}}, Reason.BAD_VALUE),
        ("save_note", {"title": "t", "fields": {"a": list(range(30_000))}}, Reason.TOO_MANY),
        ("save_table", {"name": "t", "columns": [], "rows": []}, Reason.BAD_VALUE),
        ("save_table", {"name": "t", "columns": ["a", "a"], "rows": []}, Reason.BAD_VALUE),
        ("save_table", {"name": "t", "columns": ["a"], "rows": [[1, 2]]}, Reason.BAD_VALUE),
        ("save_table", {"name": "t", "columns": ["a"], "rows": [{"b": 1}]}, Reason.BAD_VALUE),
        ("save_table", {"name": "t", "columns": ["a"], "rows": ["x"]}, Reason.BAD_VALUE),
        ("delete_workspace_item", {"kind": "notes", "id": "1"}, Reason.UNKNOWN_ID),
    ],
)
def test_a_refused_write_changes_nothing(name: str, args: dict[str, Any], reason: Reason) -> None:
    workspace = Workspace(0)
    result = workspace.run(name, args)
    assert result.reason is reason
    assert " / " in result.message
    assert workspace.state == {}


@pytest.mark.parametrize(
    "write",
    [
        ("add_to_watchlist", {"list_name": "점검", "name": "해온은행", "detail": "051-000-0000"}),
        (
            "add_to_watchlist",
            {"list_name": "점검", "name": "해온은행", "detail": {"전화": "051-000-0000"}},
        ),
    ],
)
def test_a_detail_counts_with_or_without_a_label(write: Any) -> None:
    other = (
        "add_to_watchlist",
        {"list_name": "점검", "name": "해온은행", "detail": ["051-000-0000"]},
    )
    assert state_hash(desk(write).state) == state_hash(desk(other).state)


def test_every_workspace_tool_has_its_data_and_the_other_way_round() -> None:
    described = {name for name, spec in SPECS.items() if spec.kind == "workspace"}
    assert described == WORKSPACE_TOOLS


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=12),
        lambda x: st.lists(x, max_size=3) | st.dictionaries(st.text(max_size=3), x, max_size=3),
        max_leaves=6,
    )
)
def test_normal_values_are_stable(value: Any) -> None:
    once = normal_value(value)
    assert normal_value(once) == once


REPLIES = {
    "c1": Reply("r1", ToolResult.ok(SCHOOLS[:3], total=60)),
    "c2": Reply("r4", ToolResult.ok([{"count": 7}])),
}


@pytest.mark.parametrize(
    ("ref", "expected"),
    [
        ("c1.records[0].id", "00000"),
        ("c1.records[-1].id", "00002"),
        ("c1.records[*].id", ["00000", "00001", "00002"]),
        ("c1.total", 60),
        ("c1.result", "r1"),
        ("c2.value", 7),
        ("c2.records", [{"count": 7}]),
    ],
)
def test_references(ref: str, expected: Any) -> None:
    assert resolve({"a": [{"ref": ref}]}, REPLIES) == {"a": [expected]}


@pytest.mark.parametrize(
    "ref",
    ["c9.total", "c1", "c1.records[9].id", "c1.records[0].nope", "c1.total.x", "c1.records[x]"],
)
def test_a_reference_that_leads_nowhere_is_named(ref: str) -> None:
    with pytest.raises(UsageError, match="reference"):
        resolve({"ref": ref}, REPLIES)


def test_names_in_an_expression_become_handles() -> None:
    call = GoldenCall(
        "c3", "evaluate_expression", {"expression": "len(c1) + c2.value + c10"}, "compute"
    )
    assert resolved_call(call, REPLIES).args == {"expression": "len(r1) + r4.value + c10"}


def test_the_golden_state_is_replayed_from_golden_results() -> None:
    results = {"c2": ToolResult.ok([{"name": "나57학교"}])}
    state = golden_state(TASK, SPECS, results)
    assert state_hash(state) == state_hash(
        desk(("save_note", {"title": "최다 학생", "fields": {"학교": "나57학교"}})).state
    )


def test_a_broken_golden_write_is_reported() -> None:
    broken = replace(TASK, golden=((GoldenCall("c1", "save_note", {"title": "t"}, "write"),),))
    with pytest.raises(UsageError, match="golden call c1"):
        golden_state(broken, SPECS, {})
