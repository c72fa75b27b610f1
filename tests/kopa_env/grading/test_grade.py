"""Whole episodes: reward, ENVIRONMENT, ACTION, evidence, validity."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kopa_env.episode.record import CallEntry, EpisodeRecord
from kopa_env.grading import GRADING_VERSION, grade
from kopa_env.grading.values import same_value
from kopa_env.spec import Paging, Param, ToolSpec
from kopa_env.task import Answer, GoldenCall, Task


def spec(name, *params, paging=None):
    return ToolSpec(name, f"t:{name}", "endpoint", "t", "t", "", "", "", "", params, paging=paging)


TOOLS = {
    "find_code": spec("find_code", Param("name", "name", required=True)),
    "filings": spec(
        "filings",
        Param("corp_code", "corp_code", required=True, pad=8),
        Param("kind", "kind", default="A"),
        Param("page_no", "page_no", type="integer", default=1, role="generic"),
        Param("page_count", "page_count", type="integer", default=10, role="generic"),
        paging=Paging("page_no", "page_count", default=10, max=100),
    ),
    "save_note": ToolSpec(
        "save_note", "w:n", "workspace", "w", "w", "", "", "", "", effect="write"
    ),
}
GOLDEN = (
    (GoldenCall("c1", "find_code", {"name": "온빛전자"}, "lookup"),),
    (
        GoldenCall("c2", "filings", {"corp_code": {"ref": "c1.records[0].corp_code"}}, "fetch"),
        GoldenCall(
            "c3", "filings", {"corp_code": {"ref": "c1.records[0].corp_code"}, "page_no": 2}, "page"
        ),
    ),
    (GoldenCall("c4", "table_count", {"result": {"ref": "c2.result"}}, "reduce"),),
)
TASK = Task(
    id="t-1",
    version=1,
    suite="test",
    domain="finance",
    platforms=("dart",),
    tier="easy",
    query_ko="온빛전자 공시는 모두 몇 건인가요?",
    gloss_en="",
    current_date="2026-01-30",
    offered_tools=(*TOOLS, "table_count"),
    max_calls=7,
    max_turns=8,
    golden=GOLDEN,
    answer=Answer("number", 17, "건"),
)
WRITE = replace(
    TASK,
    golden=(
        *GOLDEN,
        ((GoldenCall("c5", "save_note", {"title": "공시"}, "write")),),
    ),
    reward_basis=("RESPONSE", "ENVIRONMENT"),
    target_state={"notes": {"1": {"title": "공시", "n": 17}}},
)


def entry(name, /, kind="endpoint", status="ok", **args):
    effect = "write" if name == "save_note" else "read"
    return CallEntry(
        1, 0, name, args, kind, effect, status, total=17 if name == "filings" else None
    )


FIND = entry("find_code", kind="view", name="온빛전자")
PAGES = tuple(
    entry("filings", corp_code="00000101", kind_="A", page_no=page, page_count=10)
    for page in (1, 2)
)
PAGES = tuple(
    replace(p, args={"corp_code": "00000101", "kind": "A", "page_no": i, "page_count": 10})
    for i, p in enumerate(PAGES, 1)
)
COUNT = entry("table_count", kind="local", result="r2")
SAVE = entry("save_note", kind="workspace", title="공시")
GOOD = (FIND, *PAGES, COUNT)


def record(calls=GOOD, text=r"\boxed{17건}", **more):
    options = {"stop_reason": "answer", "max_calls": 7} | more
    return EpisodeRecord("t-1", 0, (), text, tuple(calls), **options)


def test_the_golden_run_scores_everything():
    verdict = grade(TASK, record(), golden=GOOD, tools=TOOLS)
    assert (verdict.RESPONSE, verdict.ENVIRONMENT, verdict.reward) == (1, 1, 1.0)
    assert (verdict.action_raw, verdict.action_gated) == (1.0, 1.0)
    assert (verdict.evidence_recall, verdict.grounded, verdict.valid) == (1.0, True, True)
    assert verdict.version == GRADING_VERSION
    json.dumps(verdict.to_json())


@pytest.mark.parametrize("known", [{}, {"tools": TOOLS}, {"golden": GOOD}])
def test_it_does_so_with_less_knowledge_too(known):
    verdict = grade(TASK, record(), **known)
    assert (verdict.reward, verdict.action_raw, verdict.evidence_recall) == (1.0, 1.0, 1.0)


@pytest.mark.parametrize(
    ("stop", "text"),
    [
        ("budget", None),
        ("turns", None),
        ("length", r"\boxed{17}"),
        ("parse_errors", None),
        ("answer", None),
        ("answer", ""),
        ("answer", "  \n"),
        (None, None),
    ],
)
def test_nothing_without_a_final_message(stop, text):
    verdict = grade(TASK, record(text=text, stop_reason=stop), tools=TOOLS)
    assert (verdict.RESPONSE, verdict.reward, verdict.action_gated) == (0, 0.0, 0.0)
    assert verdict.action_raw > 0
    assert verdict.valid
    assert " / " in verdict.reasons["RESPONSE"]


def test_a_truncated_episode_is_nothing_even_with_the_right_text():
    assert grade(TASK, record(truncated=True)).reward == 0.0


def test_an_invalid_episode_has_no_reward_at_all():
    """B54, B62: a fault of the backend is never a silent 0."""
    verdict = grade(TASK, record(valid=False, stop_reason="invalid", invalid_reason="replay miss"))
    assert verdict.valid is False
    assert (verdict.reward, verdict.RESPONSE, verdict.ENVIRONMENT) == (None, None, None)
    assert "replay miss" in verdict.reasons["valid"]


def test_a_wrong_answer_says_why():
    verdict = grade(TASK, record(text=r"\boxed{10건}"))
    assert (verdict.RESPONSE, verdict.reward) == (0, 0.0)
    assert "10건" in verdict.reasons["RESPONSE"]
    assert "17건" in verdict.reasons["RESPONSE"]


def test_only_the_last_assistant_text_is_graded():
    """B41: what a tool said is no answer."""
    messages = ({"role": "tool", "content": '{"count": 17}'},)
    assert grade(TASK, replace(record(text="알 수 없습니다."), messages=messages)).reward == 0.0


# ENVIRONMENT


STATE = {"notes": {"1": {"title": "공시", "n": 17.0, "created_at": "09:00"}}}


@pytest.mark.parametrize(
    ("state", "environment"),
    [
        (STATE, 1),
        ({}, 0),
        ({"notes": {"1": {"title": "공시", "n": 16}}}, 0),
        ({"notes": {"1": STATE["notes"]["1"], "2": STATE["notes"]["1"]}}, 0),
        ({**STATE, "calendar": {"1": {"date": "2026-01-30", "title": "x"}}}, 0),
    ],
)
def test_the_end_state_decides(state, environment):
    verdict = grade(WRITE, record((*GOOD, SAVE), state=state))
    assert (1, environment) == (verdict.RESPONSE, verdict.ENVIRONMENT)
    assert verdict.reward == float(environment)
    assert " / " in verdict.reasons["ENVIRONMENT"]


def test_the_golden_state_of_the_record_goes_first():
    verdict = grade(
        WRITE, record((*GOOD, SAVE), state={"a": {"1": {}}}, golden_state={"a": {"1": {}}})
    )
    assert verdict.ENVIRONMENT == 1


def test_a_write_task_without_a_known_golden_state_is_not_passed():
    assert grade(replace(WRITE, target_state=None), record(state={})).ENVIRONMENT == 0


READ = replace(TASK, reward_basis=("RESPONSE", "ENVIRONMENT"))


@pytest.mark.parametrize(
    ("calls", "environment"),
    [(GOOD, 1), ((), 0), ((FIND,), 0), ((FIND, PAGES[0]), 0), ((FIND, PAGES[0], PAGES[0]), 0)],
)
def test_a_read_only_task_wants_its_evidence_read(calls, environment):
    """B38: doing nothing leaves the state as it was; a right guess earns nothing."""
    verdict = grade(READ, record(calls), golden=GOOD, tools=TOOLS)
    assert (1, environment) == (verdict.RESPONSE, verdict.ENVIRONMENT)
    assert verdict.reward == float(environment)


def test_a_read_only_task_wants_the_workspace_left_alone():
    assert grade(READ, record(state=STATE), tools=TOOLS).ENVIRONMENT == 0
    same = {"notes": {"1": {"title": "처음부터"}}}
    assert grade(READ, record(state=same, initial_state=same), tools=TOOLS).ENVIRONMENT == 1


# evidence


def page(number, size, code="00000101", **more):
    args = {"corp_code": code, "kind": "A", "page_no": number, "page_count": size}
    return replace(PAGES[0], args=args, **more)


@pytest.mark.parametrize(
    ("calls", "recall"),
    [
        ([page(1, 10), page(2, 10)], 1.0),
        ([page(1, 100)], 1.0),
        ([page(4, 5), page(2, 5), page(1, 5), page(3, 5)], 1.0),
        ([page(1, 17)], 1.0),
        ([page(1, 10)], 0.5),
        ([page(2, 10)], 0.5),
        ([page(1, 10), page(3, 10)], 0.5),
        ([page(1, 5)], 0.0),
        ([page(1, 100, code="00000102")], 0.0),
        ([page(1, 100, status="structural")], 0.0),
        ([page(1, 100, status="environmental")], 0.0),
        ([page(1, 100, sent=False)], 0.0),
        ([page(1, 100, status="empty", total=0)], 1.0),
        ([], 0.0),
    ],
)
def test_evidence_is_rows_not_requests(calls, recall):
    verdict = grade(TASK, record([FIND, *calls]), golden=GOOD, tools=TOOLS)
    assert verdict.evidence_recall == recall
    assert verdict.grounded is (recall == 1.0)
    assert verdict.reward == 1.0


def test_a_task_without_fetches_rests_on_its_look_ups():
    task = replace(TASK, golden=GOLDEN[:1])
    assert grade(task, record([FIND])).grounded
    assert not grade(task, record([])).grounded
    assert grade(replace(TASK, golden=()), record([])).grounded


# ACTION


def test_corr_counts_golden_calls_in_any_order():
    figures = grade(TASK, record([*reversed(GOOD)]), golden=GOOD, tools=TOOLS).action
    assert figures["corr"] == 1.0
    figures = grade(TASK, record([FIND, PAGES[0]]), golden=GOOD, tools=TOOLS).action
    assert figures == pytest.approx(
        {"corr": 2 / 3, "cr": 1.0, "mpc": 1.0, "eff": 1.0, "action": (2 / 3 + 1) / 2}
    )


def test_reductions_are_counted_nowhere():
    many = [*GOOD, *[COUNT] * 10]
    assert grade(TASK, record(many), golden=GOOD, tools=TOOLS).action_raw == 1.0


def test_repeats_and_detours_cost():
    """B53: five different arguments are no repeats."""
    figures = grade(TASK, record([*GOOD, FIND]), golden=GOOD, tools=TOOLS).action
    assert (figures["corr"], figures["cr"], figures["mpc"]) == (1.0, 0.75, 0.75)
    fan = [entry("find_code", name=f"회사{i}") for i in range(2)]
    figures = grade(TASK, record([*GOOD, *fan]), golden=GOOD, tools=TOOLS).action
    assert (figures["cr"], figures["mpc"]) == (1.0, 0.6)


def test_mpc_is_clipped_and_no_call_is_zero():
    figures = grade(TASK, record([FIND]), tools=TOOLS).action
    assert figures["mpc"] == 1.0
    assert set(grade(TASK, record([])).action.values()) == {0.0}
    assert set(grade(replace(TASK, golden=()), record([])).action.values()) == {1.0}


def test_unreadable_messages_count_as_calls():
    assert grade(TASK, record(parse_errors=1), golden=GOOD, tools=TOOLS).action["mpc"] == 0.75


def test_efficiency_is_nothing_above_the_budget():
    calls = [*GOOD, *(entry("find_code", name=str(i)) for i in range(5))]
    figures = grade(TASK, record(calls), golden=GOOD, tools=TOOLS).action
    assert (figures["corr"], figures["eff"], figures["action"]) == (1.0, 0.0, 0.5)
    assert grade(TASK, record(stop_reason="budget"), tools=TOOLS).action["eff"] == 0.0


def test_gated_is_raw_where_the_reward_is_one():
    lost = grade(TASK, record(text="0건"), golden=GOOD, tools=TOOLS)
    assert (lost.action_raw, lost.action_gated) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("args", "corr"),
    [
        ({"name": "온빛전자"}, 1),
        ({"name": " 온빛전자 "}, 1),
        ({"name": "온빛"}, 0),
        ({"name": "온빛전자", "exact": True}, 0),
        ({}, 0),
        ({"name": None}, 0),
        ({"name": 1}, 0),
    ],
)
def test_a_call_is_golden_with_the_same_arguments_and_none_beside(args, corr):
    task = replace(TASK, golden=GOLDEN[:1])
    call = replace(FIND, args=args)
    assert grade(task, record([call]), tools=TOOLS).action["corr"] == corr


def test_defaults_padding_and_types_are_understood():
    literal = GoldenCall("c1", "filings", {"corp_code": "101", "page_no": "2"}, "fetch")
    task = replace(TASK, golden=((literal,),))
    call = replace(
        PAGES[1], args={"corp_code": "00000101", "kind": "A", "page_no": 2, "page_count": 10}
    )
    assert grade(task, record([call]), tools=TOOLS).action["corr"] == 1.0
    other = replace(call, args={**call.args, "kind": "B"})
    assert grade(task, record([other]), tools=TOOLS).action["corr"] == 0.0


def test_one_call_is_not_two_golden_calls():
    golden = (GoldenCall("c1", "find_code", {"name": {"ref": "x"}}, "lookup"),) * 2
    task = replace(TASK, golden=(golden,))
    assert grade(task, record([FIND])).action["corr"] == 0.5


@pytest.mark.parametrize(
    ("a", "b", "same"),
    [
        (1, 1.0, True),
        (1, True, False),
        (0, False, False),
        ("1", 1, False),
        (0.1, 0.1000000001, True),
        (0.1, 0.11, False),
        ("00126380", "126380", False),
        (None, "", False),
        (None, None, True),
        (None, 0, False),
        ([1, 2], [1.0, 2], True),
        ([1], [1, 2], False),
        ({"a": True}, {"a": 1}, False),
        ({"a": 1}, {"a": 1}, True),
        ("가", "가 ", True),
        (10**17, 10**17 + 1, False),
        ([], {}, False),
    ],
)
def test_same_value(a, b, same):
    """B36."""
    assert same_value(a, b) is same
    assert same_value(b, a) is same


def test_grading_is_pure():
    first = grade(TASK, record(), golden=GOOD, tools=TOOLS)
    assert first == grade(TASK, record(), golden=GOOD, tools=TOOLS)
