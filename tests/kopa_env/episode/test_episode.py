"""The episode: budgets, refusals, order, tokens, ends, snapshots, the same bytes every time."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from school import CATALOGUE, SCHOOLS, TASK, SchoolSource, act, begun, calls

from kopa_env.episode import MAX_PARSE_ERRORS, Done, Episode, Pending, Turn
from kopa_env.errors import UsageError
from kopa_env.outcome import Origin, Reason, Rendered, ToolResult

LISTED = calls(("school_list", {"city": "포항시", "size": 30}))


def seen(step: Turn | Done) -> list[dict[str, Any]]:
    return [json.loads(message["content"]) for message in step.messages]


def running(step: Turn | Done) -> Turn:
    assert isinstance(step, Turn)
    return step


def ended(step: Any) -> Done:
    assert isinstance(step, Done)
    return step


def test_start_tells_the_rules_and_asks_the_question() -> None:
    turn = Episode(TASK, CATALOGUE).start()
    system, user = turn.messages
    assert system["role"] == "system"
    assert "2026년 1월 30일 금요일" in system["content"]
    assert "근무지: 경북교육청" in system["content"]
    assert "6번까지" in system["content"]
    assert "24번까지" in system["content"]
    assert "\\boxed{" in system["content"]
    assert user == {"role": "user", "content": TASK.query_ko}


def test_prompt_is_silent_about_tools_that_are_not_there() -> None:
    plain = replace(TASK, offered_tools=("school_list",))
    text = Episode(plain, CATALOGUE, local_tools=False).start().messages[0]["content"]
    assert "table_select" not in text
    assert "저장" not in text


def test_a_whole_episode() -> None:
    episode = begun()
    first = running(act(episode, LISTED))
    view = seen(first)[0]
    assert (view["status"], view["total"], view["result"]) == ("ok", 20, "r1")
    best = calls(
        ("table_select", {"result": "r1", "order_by": "pupils", "descending": True, "limit": 1})
    )
    assert seen(running(act(episode, best)))[0]["records"][0]["pupils"] == "1,399"
    done = ended(act(episode, "학생이 가장 많은 곳은 \\boxed{나57학교; 1,399명}입니다."))
    record = done.record
    assert (done.stop_reason, record.truncated, record.valid) == ("answer", False, True)
    assert record.final_text == "학생이 가장 많은 곳은 \\boxed{나57학교; 1,399명}입니다."
    assert [(c.turn, c.i, c.name, c.origin) for c in record.calls] == [
        (1, 0, "school_list", "derived"),
        (2, 0, "table_select", "local"),
    ]
    assert len(record.calls[0].records) == 20
    assert record.calls[0].args == {"city": "포항시", "page": 1, "size": 30}
    assert (record.calls_used, record.local_used, record.turns) == (1, 1, 3)
    assert [m["role"] for m in record.messages] == [
        "system",
        "user",
        "assistant",
        "tool",
        "assistant",
        "tool",
        "assistant",
    ]


def test_answers_keep_the_order_of_calls_whoever_runs_them() -> None:
    episode = begun()
    action = calls(
        ("school_detail", {"id": "3"}),
        ("evaluate_expression", {"expression": "r1[0]['name']"}),
        ("nope", {}),
        ("school_detail", {"id": "00004"}),
        ("save_note", {"title": "t", "fields": {"a": 1}}),
    )
    turn = running(act(episode, action))
    assert [m["tool_call_id"] for m in turn.messages] == ["t0", "t1", "t2", "t3", "t4"]
    views = seen(turn)
    assert [v["result"] for v in views] == ["r1", "r2", "r3", "r4", "r5"]
    assert views[0]["records"][0]["id"] == "00003"
    assert views[1]["records"] == [{"value": SCHOOLS[3]["name"]}]
    assert views[2]["status"] == "structural"
    assert views[3]["records"][0]["id"] == "00004"
    assert views[4]["records"] == [{"id": "1"}]


def test_unknown_tool_is_told_with_near_names_and_costs_a_call() -> None:
    """Cases B29, B52: hidden and made-up names are not callable."""
    episode = begun()
    view = seen(running(act(episode, calls(("school_lists", {}), ("verify", {})))))
    assert "school_list" in view[0]["message"]
    record = episode.record()
    assert (record.unknown_tools, record.calls_used) == (2, 2)
    assert [c.reason for c in record.calls] == ["unknown_tool", "unknown_tool"]
    assert not any(c.sent for c in record.calls)


def test_bad_arguments_are_named_and_nothing_is_sent() -> None:
    """Case B28: unknown and missing arguments in one line; the source is not asked."""
    episode = begun()
    step = episode.submit(calls(("school_detail", {"idd": "00001", "verbose": True})))
    assert isinstance(step, Pending)
    assert step.calls == ()
    message = seen(running(episode.deliver([])))[0]["message"]
    for word in ("id", "idd", "verbose"):
        assert word in message
    assert episode.calls_used == 1


@pytest.mark.parametrize(
    "action",
    [
        "<tool_call>{broken",
        {
            "role": "assistant",
            "content": '{"tool_calls":[{"function":{"name":"x","arguments":"{}"}}]}',
        },
        {
            "role": "assistant",
            "tool_calls": [{"function": {"name": "school_list", "arguments": "{]"}}],
        },
        {"role": "assistant", "tool_calls": [{"function": {"arguments": "{}"}}]},
        {"role": "assistant", "content": None},
        "",
    ],
)
def test_a_message_that_cannot_be_read_is_shown_and_never_an_answer(action: Any) -> None:
    """Cases B24, B37: neither an answer nor silence; it costs a call."""
    episode = begun()
    turn = running(act(episode, action))
    assert [m["role"] for m in turn.messages] == ["user"]
    assert seen(turn)[0]["status"] == "structural"
    assert seen(turn)[0]["result"] is None
    record = episode.record()
    assert (record.parse_errors, record.calls_used, record.final_text) == (1, 1, None)
    assert "tool_calls" not in episode.messages[-2]


def test_too_many_unreadable_messages_end_the_episode() -> None:
    episode = begun()
    steps = [act(episode, "<tool_call>{broken") for _ in range(MAX_PARSE_ERRORS)]
    done = ended(steps[-1])
    assert (done.stop_reason, done.record.truncated) == ("parse_errors", True)
    assert len(done.messages) == 1


@pytest.mark.parametrize("form", ["text", "message"])
def test_output_cut_off_at_the_token_limit_truncates(form: str) -> None:
    """Case B26: half a call is not run, half an answer is not scored."""
    text = '<tool_call>\n{"name": "school_list", "arguments": {"city": "포'
    episode = begun()
    step = (
        episode.submit(text, truncated=True)
        if form == "text"
        else episode.submit({"role": "assistant", "content": text, "finish_reason": "length"})
    )
    done = ended(step)
    assert (done.stop_reason, done.record.final_text, done.record.calls) == ("length", None, ())


def test_the_call_budget_is_exact() -> None:
    one = calls(("school_detail", {"id": "00001"}))
    exact = begun()
    for _ in range(TASK.max_calls):
        running(act(exact, one))
    assert ended(act(exact, "\\boxed{1}")).stop_reason == "answer"
    over = begun()
    for _ in range(TASK.max_calls):
        running(act(over, one))
    done = ended(act(over, one))
    assert (done.stop_reason, done.record.truncated) == ("budget", True)
    assert done.record.calls[-1].reason == Reason.TOO_MANY
    assert not done.record.calls[-1].sent


def test_a_turn_that_passes_the_budget_runs_none_of_its_calls() -> None:
    episode = begun()
    many = calls(*[("save_note", {"title": str(i), "fields": {"a": i}}) for i in range(7)])
    assert ended(act(episode, many)).record.state == {}


def test_local_calls_have_a_budget_of_their_own() -> None:
    episode = begun()
    running(act(episode, LISTED))
    count = ("table_count", {"result": "r1"})
    running(act(episode, calls(*[count] * 12)))
    running(act(episode, calls(*[count] * 11, ("list_workspace", {"kind": "notes"}))))
    assert (episode.calls_used, episode.local_used) == (1, 24)
    assert ended(act(episode, calls(count))).stop_reason == "budget"


def test_turns_run_out() -> None:
    episode = begun(task=replace(TASK, max_turns=2))
    running(act(episode, calls(("table_count", {"result": "r9"}))))
    done = ended(act(episode, LISTED))
    assert (done.stop_reason, len(done.messages)) == ("turns", 1)
    answered = begun(task=replace(TASK, max_turns=1))
    assert ended(act(answered, "\\boxed{1}")).stop_reason == "answer"


def test_a_token_must_have_been_issued_in_this_episode() -> None:
    episode, source = begun(), SchoolSource()
    refused = seen(running(act(episode, calls(("edu_counts", {"api_key": "KOPA-1"})), source)))[0]
    assert refused["status"] in ("config", "structural")
    assert source.asked == []
    issued = seen(running(act(episode, calls(("issue_api_key", {"platform": "edudata"})))))[0]
    token = issued["records"][0]["api_key"]
    assert (
        seen(running(act(episode, calls(("edu_counts", {"api_key": token})), source)))[0]["status"]
        == "ok"
    )
    assert source.asked == [("edu_counts", {})]
    assert episode.record().calls[-1].args == {"api_key": token}


def test_tokens_follow_from_the_seed_alone() -> None:
    def token(seed: int) -> str:
        return begun(seed=seed).workspace.token("edudata")

    assert token(1) == token(1) != token(2)


def test_a_ready_observation_is_used_only_for_its_own_limit() -> None:
    ready = Rendered(TASK.observation_limit, '{"ready":1,"result":', ',"records":[]}', 0, False)
    result = replace(ToolResult.ok([{"a": 1}]), rendered=ready)
    for limit, hit in ((None, True), (900, False)):
        episode = begun(observation_limit=limit)
        episode.submit(LISTED)
        content = running(episode.deliver([result])).messages[0]["content"]
        assert (content == '{"ready":1,"result":"r1","records":[]}') is hit


def test_thinking_is_kept_apart_and_calls_inside_it_are_not_run() -> None:
    """Case B18."""
    episode = begun()
    done = ended(act(episode, "<think><tool_call>{}</tool_call></think>\\boxed{12}"))
    assert done.record.final_text == "\\boxed{12}"
    assert done.record.calls == ()
    assert done.record.messages[-1]["reasoning_content"]


def test_raw_text_and_message_form_give_the_same_episode() -> None:
    """Case B06: one canonical form inside, whichever way a call came in."""
    text = '<tool_call>\n{"name": "school_detail", "arguments": {"id": "00001"}}\n</tool_call>'
    spoken, listed = begun(), begun()
    a = act(spoken, text)
    b = act(listed, {"role": "assistant", "content": text})
    assert a == b
    assert spoken.messages == listed.messages
    assert isinstance(spoken.messages[-2]["tool_calls"][0]["function"]["arguments"], str)


def test_invalidating_counts_for_nothing() -> None:
    """Case B62: a backend fault is neither a score nor a truncation of the policy's making."""
    episode = begun()
    episode.submit(LISTED)
    done = episode.invalidate("no recorded reply")
    assert (done.stop_reason, done.record.valid) == ("invalid", False)
    assert done.record.invalid_reason == "no recorded reply"


def test_infrastructure_outcomes_are_counted() -> None:
    episode = begun()
    episode.submit(LISTED)
    episode.deliver([ToolResult.error(Reason.TIMEOUT, "x").came_from(Origin.LIVE)])
    assert episode.record().infra_errors == 1


def test_steps_out_of_order_are_refused() -> None:
    episode = Episode(TASK, CATALOGUE)
    with pytest.raises(UsageError, match="not started"):
        episode.submit("x")
    episode.start()
    with pytest.raises(UsageError, match="waiting for a message"):
        episode.deliver([])
    episode.submit(LISTED)
    with pytest.raises(UsageError, match="1 calls are pending, got 2"):
        episode.deliver([ToolResult.ok([]), ToolResult.ok([])])


def test_offers_widen() -> None:
    own = set(Episode(TASK, CATALOGUE).tools)
    platform = set(Episode(TASK, CATALOGUE, offer="platform").tools)
    everything = set(Episode(TASK, CATALOGUE, offer="all").tools)
    assert own < platform <= everything == set(CATALOGUE.entries)
    assert "table_select" in own
    assert "table_select" not in Episode(TASK, CATALOGUE, local_tools=False).tools
    with pytest.raises(UsageError, match="did you mean"):
        Episode(TASK, CATALOGUE, offer="platfrom")  # type: ignore[arg-type]


def test_a_task_with_an_unknown_tool_is_refused() -> None:
    with pytest.raises(UsageError, match="did you mean school_list"):
        Episode(replace(TASK, offered_tools=("school_lst",)), CATALOGUE)


SCRIPT = st.lists(
    st.sampled_from(
        [
            LISTED,
            calls(("school_detail", {"id": "7"}), ("issue_api_key", {"platform": "edudata"})),
            calls(
                ("table_count", {"result": "r1", "where": [{"column": "city", "value": "포항시"}]})
            ),
            calls(("evaluate_expression", {"expression": "sum(num(r['pupils']) for r in r1)"})),
            calls(("save_note", {"title": "메모", "fields": {"값": "1,234"}})),
            calls(("nope", {})),
            "<tool_call>{broken",
            '<tool_call>\n{"name": "school_list", "arguments": {}}\n</tool_call>',
        ]
    ),
    max_size=5,
)


def played(actions: list[Any], pause: int | None, *, waiting: bool, forked: bool) -> list[Any]:
    """Play a script; before action ``pause`` put the episode through JSON or a fork."""
    episode, source, trace = begun(seed=3), SchoolSource(), []

    def paused() -> Episode:
        if forked:
            return episode.fork()
        return Episode.restore(json.loads(json.dumps(episode.snapshot())), TASK, CATALOGUE)

    for i, action in enumerate([*actions, "\\boxed{1}"]):
        if i == pause and not waiting:
            episode = paused()
        step = episode.submit(action)
        if i == pause and waiting and isinstance(step, Pending):
            episode = paused()
        if isinstance(step, Pending):
            step = episode.deliver([source.call(c.spec, c.args) for c in step.calls])
        trace.append(step.messages)
        if isinstance(step, Done):
            break
    return [*trace, json.dumps(episode.snapshot(), ensure_ascii=False)]


@settings(max_examples=60)
@given(SCRIPT, st.integers(0, 5), st.booleans(), st.booleans())
def test_restored_and_forked_episodes_go_on_byte_for_byte(
    actions: list[Any], pause: int, waiting: bool, forked: bool
) -> None:
    whole = played(actions, None, waiting=False, forked=False)
    assert played(actions, pause, waiting=waiting, forked=forked) == whole


def test_a_fork_does_not_touch_its_origin() -> None:
    episode = begun()
    act(episode, LISTED)
    before = json.dumps(episode.snapshot(), ensure_ascii=False)
    twin = episode.fork()
    act(twin, calls(("save_note", {"title": "t", "fields": {"a": 1}})))
    act(twin, "\\boxed{1}")
    assert json.dumps(episode.snapshot(), ensure_ascii=False) == before


@pytest.mark.parametrize(
    ("change", "message"),
    [({"schema": 9}, "schema"), ({"task_hash": "h2"}, "of task"), ({"task_id": "x"}, "of task")],
)
def test_a_snapshot_of_something_else_is_refused(change: dict[str, Any], message: str) -> None:
    saved = {**begun().snapshot(), **change}
    with pytest.raises(UsageError, match=message):
        Episode.restore(saved, TASK, CATALOGUE)


@pytest.mark.parametrize("saved", ["a text", None, [], {}])
def test_what_is_no_snapshot_is_refused(saved: Any) -> None:
    with pytest.raises(UsageError, match="snapshot has schema None, expected 1"):
        Episode.restore(saved, TASK, CATALOGUE)


@pytest.mark.parametrize("action", [None, 5, ["메시지"], {"role": "assistant", "content": 5}])
def test_what_is_no_message_is_a_visible_error_and_costs_a_call(action: Any) -> None:
    episode = begun()
    turn = act(episode, action)
    assert isinstance(turn, Turn)
    assert json.loads(turn.messages[0]["content"])["status"] == "structural"
    assert (episode.calls_used, episode.parses[0].verdict) == (1, "error")


def test_records_do_not_change_with_the_episode() -> None:
    episode = begun()
    act(episode, calls(("save_note", {"title": "t", "fields": {"a": 1}})))
    record = episode.record()
    act(episode, calls(("save_note", {"title": "u", "fields": {"a": 2}})))
    assert list(record.state["notes"]) == ["1"]


PROGRAM = """
import json
from school import CATALOGUE, TASK, SchoolSource, act, begun, calls
episode = begun(seed=3)
act(episode, calls(("school_list", {"city": "포항시"}), ("nope", {})))
act(episode, calls(("issue_api_key", {"platform": "edudata"})))
act(episode, calls(("table_group", {"result": "r1", "by": "city"})))
print(json.dumps([episode.tool_schemas(), episode.snapshot()]))
"""


def test_other_processes_and_hash_seeds_give_the_same_bytes(request: pytest.FixtureRequest) -> None:
    """Case B34: nothing is left over from other episodes, nothing depends on set order."""
    support = request.config.rootpath / "tests" / "support"
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(support)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(outputs) == 1
    assert b"school_list" in outputs.pop()


def test_calls_with_one_id_get_ids_of_their_own() -> None:
    action = calls(("school_detail", {"id": "1"}), ("school_detail", {"id": "2"}))
    action["tool_calls"][1]["id"] = action["tool_calls"][0]["id"]
    turn = running(act(begun(), action))
    assert [m["tool_call_id"] for m in turn.messages] == ["call_1_0", "call_1_1"]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.just("r1"),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)
PARAMS = sorted({p.name for name in CATALOGUE.entries for p in CATALOGUE[name].params})


@settings(max_examples=200)
@given(
    st.sampled_from([*CATALOGUE.entries, "nope"]),
    st.dictionaries(st.sampled_from(PARAMS) | st.text(max_size=4), VALUES, max_size=4),
)
def test_no_call_breaks_an_episode(name: str, args: dict[str, Any]) -> None:
    """Whatever is called with whatever arguments comes back as one readable observation."""
    episode = begun(task=replace(TASK, offered_tools=tuple(CATALOGUE.entries)))
    act(episode, LISTED)
    step = running(act(episode, calls((name, args))))
    assert seen(step)[0]["status"] in ("ok", "empty", "structural", "config")
    assert len(step.messages[0]["content"]) <= TASK.observation_limit
    json.dumps(episode.snapshot(), ensure_ascii=False, allow_nan=True)


@given(
    st.recursive(
        VALUES,
        lambda x: st.dictionaries(
            st.sampled_from(
                ["role", "content", "tool_calls", "function", "name", "arguments", "id"]
            ),
            x,
            max_size=4,
        ),
    )
)
def test_no_message_breaks_an_episode(message: Any) -> None:
    episode = begun()
    action = (
        message if isinstance(message, (dict, str)) else {"role": "assistant", "content": message}
    )
    step = act(episode, action)
    assert isinstance(step, (Turn, Done))
