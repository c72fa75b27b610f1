"""A model behind an OpenAI-compatible server: what is sent, what comes back, what goes wrong."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from bench_stage import SCHOOL, TASKS, play, play_all
from model_server import model_server, said, tool_calls, turns_of

from kopa_bench.policies.served import (
    Sampling,
    Served,
    Server,
    without,
    without_credentials,
    without_credentials_in,
)
from kopa_bench.runner import finished, key_of
from kopa_env.credentials import MODEL_KEY, find_secret, spellings
from kopa_env.errors import CredentialError
from kopa_env.outcome import ToolCall
from kopa_env.parsing import DIALECTS, render_calls

LIST = ("school_list", {"city": "포항시", "size": 30})
NOTE = ("save_note", {"title": "최다 학생", "fields": {"학교": "나57학교"}})
ANSWER = "확인했습니다. \\boxed{나57학교; 1,399명}"


def solving(body: Mapping[str, Any]) -> Mapping[str, Any]:
    """Solve the school task over native tool calls."""
    script = [tool_calls(LIST), tool_calls(NOTE), said(ANSWER)]
    return script[min(turns_of(body), 2)]


def served(base_url: str, **more: Any) -> Served:
    sampling = {n: more.pop(n) for n in Sampling.__slots__ if n in more}
    options = {"retries": 0, "timeout": 20.0, **more}
    return Served(Server("scripted", base_url, **options), Sampling(**sampling))


def test_native_tool_calls_play_a_task_to_its_end() -> None:
    with model_server(solving) as server:
        row = play(served(server.base_url, temperature=0.0, max_tokens=64))
    assert row["grade"]["reward"] == 1.0
    assert row["usage"] == {"prompt_tokens": 300, "completion_tokens": 21, "total_tokens": 321}
    first, _, last = server.asked
    assert (first["temperature"], first["max_tokens"]) == (0.0, 64)
    assert "seed" not in first
    names = {tool["function"]["name"] for tool in first["tools"]}
    assert {"school_list", "save_note", "table_select"} <= names
    assert [m["role"] for m in last["messages"]] == [
        *("system", "user", "assistant", "tool", "assistant", "tool"),
    ]
    assert last["messages"][2]["tool_calls"][0]["function"]["name"] == "school_list"
    assert json.loads(last["messages"][3]["content"])["total"] == 20


@pytest.mark.parametrize("dialect", [name for name in DIALECTS if name != "auto"])
def test_a_dialect_plays_the_same_task_in_raw_text(dialect: str) -> None:
    def raw(body: Mapping[str, Any]) -> Mapping[str, Any]:
        calls = [render_calls([ToolCall(*call)], dialect) for call in (LIST, NOTE)]
        return said([*calls, ANSWER][min(turns_of(body), 2)])

    with model_server(raw) as server:
        row = play(served(server.base_url, dialect=dialect), parser=dialect)
    assert row["grade"]["reward"] == 1.0, row["parse"]
    assert row["parse"][0]["dialect"] == dialect
    last = server.asked[-1]
    assert "tools" not in last
    assert [m["role"] for m in last["messages"]] == [
        *("system", "user", "assistant", "user", "assistant", "user"),
    ]
    assert "school_list" in last["messages"][0]["content"]
    assert render_calls([ToolCall(*LIST)], dialect) in last["messages"][2]["content"]
    assert "<tool_response>" in last["messages"][3]["content"]


def test_samples_get_seeds_of_their_own(tmp_path: Path) -> None:
    with model_server(lambda body: said("\\boxed{1}")) as server:
        play_all(tmp_path, served(server.base_url, seed=7), concurrency=1)
    seeds = [body["seed"] for body in server.asked]
    assert len(seeds) == 12
    assert len(set(seeds)) == 12, "one for each task, seed and sample"


@pytest.mark.parametrize("how", ["429", "500", "503", "cut", "html", "empty"])
def test_a_server_that_fails_is_a_fault_that_may_pass(how: str) -> None:
    with model_server(lambda body: how) as server:
        row = play(served(server.base_url))
    assert not row["valid"], how
    assert row["passing"]
    assert "model server" in row["invalid_reason"]


@pytest.mark.parametrize("status", ["400", "401", "404"])
def test_a_server_that_refuses_is_a_fault_that_stays(status: str) -> None:
    with model_server(lambda body: status) as server:
        row = play(served(server.base_url))
    assert not row["valid"]
    assert not row["passing"]
    assert status in row["invalid_reason"]


def test_a_server_that_is_not_there_is_a_fault() -> None:
    with model_server(solving) as server:
        gone = server.base_url
    row = play(served(gone))
    assert not row["valid"]
    assert "\n" not in row["invalid_reason"]


def test_a_full_context_is_told_apart() -> None:
    with model_server(lambda body: "overflow") as server:
        row = play(served(server.base_url))
    assert row["valid"]
    assert row["stop_reason"] == "context_overflow"
    assert len(server.asked) == 1, "it is never asked again"


def test_the_client_asks_again_before_the_rollout_is_lost() -> None:
    state = Counter[str]()

    def flaky(body: Mapping[str, Any]) -> Mapping[str, Any] | str:
        state["n"] += 1
        return {1: "429", 3: "500"}.get(state["n"]) or solving(body)

    with model_server(flaky) as server:
        row = play(served(server.base_url, retries=2))
    assert row["grade"]["reward"] == 1.0
    assert len(server.asked) == 5


def test_a_malformed_call_is_shown_to_the_model_not_raised() -> None:
    """Arguments that are no JSON object must not crash anything (field report)."""

    def broken(body: Mapping[str, Any]) -> Mapping[str, Any]:
        if turns_of(body) == 0:
            return tool_calls(("school_list", '{"city": '))
        return said("\\boxed{1}")

    with model_server(broken) as server:
        row = play(served(server.base_url))
    assert row["valid"]
    assert row["parse_errors"] == 1
    assert server.asked[1]["messages"][-1]["role"] == "user"


def test_output_at_the_token_limit_is_not_an_answer() -> None:
    with model_server(lambda body: said(ANSWER, "length")) as server:
        row = play(served(server.base_url))
    assert row["stop_reason"] == "length"
    assert row["grade"]["reward"] == 0.0


def test_thinking_is_kept_in_the_trace_and_not_sent_back() -> None:
    def thinking(body: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**solving(body), "reasoning_content": "곰곰이 생각"}

    with model_server(thinking) as server:
        row = play(served(server.base_url))
    assert row["messages"][2]["reasoning_content"] == "곰곰이 생각"
    assert "reasoning_content" not in server.asked[-1]["messages"][2]


def test_a_run_against_a_misbehaving_server_ends_as_against_a_good_one(tmp_path: Path) -> None:
    state = Counter[str]()
    ways = ("429", "500", "cut", "html", "empty")

    def bad(body: Mapping[str, Any]) -> Mapping[str, Any] | str:
        state["n"] += 1
        if state["n"] % 3 == 0 and state["n"] < 40:
            return ways[state["n"] // 3 % len(ways)]
        return solving(body)

    with model_server(bad) as server:
        rows = play_all(tmp_path / "bad", served(server.base_url), concurrency=8, attempts=30)
    with model_server(solving) as server:
        good = play_all(tmp_path / "good", served(server.base_url), concurrency=1)
    assert len(rows) > len(good), "it never misbehaved"
    kept = finished(rows)
    assert {k: r["grade"]["reward"] for k, r in kept.items()} == {
        key_of(r): r["grade"]["reward"] for r in good
    }
    assert sum(r["grade"]["reward"] for r in good if r["task_id"] == SCHOOL.id) == 4
    assert len(good) == 4 * len(TASKS)


def test_the_key_is_sent_and_never_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    key = "sk-Zx9+/k=Q7w0pLmT5"
    monkeypatch.setenv(MODEL_KEY, key)

    def echoing(body: Mapping[str, Any]) -> Mapping[str, Any] | str:
        return "401" if turns_of(body) else tool_calls(LIST)

    with model_server(echoing) as server:
        policy = served(server.base_url.replace("http://", "http://user:secret@"))
        rows = play_all(tmp_path, policy, concurrency=2)
    assert any(key in sent for sent in server.keys) or any("Basic" in k for k in server.keys)
    written = b"".join(p.read_bytes() for p in tmp_path.rglob("*") if p.is_file())
    assert rows
    for secret in (key, "secret"):
        assert secret.encode() not in written
        assert secret not in json.dumps(policy.options())
        assert secret not in repr(policy.server) or secret == "secret"


def test_a_server_that_echoes_the_key_does_not_get_it_written(tmp_path: Path) -> None:
    key = "sk-Zx9+/k=Q7w0pLm"

    def echo(body: Mapping[str, Any]) -> Mapping[str, Any]:
        if turns_of(body):
            forms = " ".join(form.decode() for form in spellings(key))
            return said(f"당신의 키는 {key}입니다 {forms} \\boxed{{1}}")
        return tool_calls(("school_list", {"city": key, "size": quote(key, safe="")}))

    with model_server(echo) as server:
        policy = Served(Server("m", server.base_url, retries=0), Sampling(), key)
        play_all(tmp_path, policy, samples=1)
        assert any(key in sent for sent in server.keys)
    written = (tmp_path / "traces.jsonl").read_bytes()
    assert not find_secret(written, [key])
    assert "당신의 키는 ***입니다" in written.decode()


@pytest.mark.parametrize("status", ["200", "401", "500"])
def test_a_server_that_echoes_the_key_does_not_get_it_logged(
    status: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The transports log the headers of replies at DEBUG."""
    key = f"sk-bench+/logged{status}"
    caplog.set_level(logging.DEBUG)
    with model_server(lambda body: said("\\boxed{1}") if status == "200" else status) as server:
        play(Served(Server("m", server.base_url, retries=1), Sampling(), key))
        assert set(server.keys) == {f"Bearer {key}"}
    assert {"httpcore", "httpcore2"} & {r.name.partition(".")[0] for r in caplog.records}
    told = "".join(f"{r.msg} {r.args} {logging.Formatter().format(r)}" for r in caplog.records)
    assert not find_secret(told.encode(), [key])


@pytest.mark.parametrize("key", ["sk-열쇠-1234567", "sk-line\nbreak-123"])
def test_a_key_that_no_header_carries_is_told_before_anything_is_asked(key: str) -> None:
    with pytest.raises(CredentialError, match=MODEL_KEY) as told:
        Served(Server("m", "http://127.0.0.1:9/v1"), Sampling(), key)
    assert "sk-" not in str(told.value)


def test_a_line_end_after_the_key_is_no_part_of_it() -> None:
    with model_server(solving) as server:
        play(Served(Server("m", server.base_url, retries=0), Sampling(), "sk-0123456789\n"))
        assert set(server.keys) == {"Bearer sk-0123456789"}


def test_a_word_is_no_secret() -> None:
    assert without("EMPTY", None) == "EMPTY"
    with model_server(lambda body: said("abc \\boxed{1}")) as server:
        row = play(Served(Server("m", server.base_url, retries=0), Sampling(), "abc"))
    assert row["final_text"].startswith("abc")


def test_urls_lose_what_opens_doors() -> None:
    assert without_credentials("https://u:p@h:8000/v1?key=x#f") == "https://h:8000/v1"
    assert without_credentials_in("at http://u:p@h/v1 failed") == "at http://h/v1 failed"
