"""The serving check: a server that does its part passes, and each fault is told with advice."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from bench_cli import bench, refused
from model_server import model_server, said, tool_calls
from typer.testing import CliRunner

from kopa_bench.cli import app
from kopa_bench.serving import CITIES, NAME, NOTE, PROBES
from kopa_env.outcome import ToolCall
from kopa_env.parsing import render_calls

Reply = Callable[[Mapping[str, Any]], Mapping[str, Any] | str]
CALLS: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "tool call": [("find_school", {"name": "한글초등학교"})],
    "Korean argument": [("find_school", {"name": NAME})],
    "parallel calls": [("get_weather", {"city": city}) for city in CITIES],
    "nested argument": [("save_note", NOTE)],
}
SAID = {
    "tool result": "1,234명입니다.",
    "stop": "네",
    "thinking": "7",
    "long conversation": "네",
}


def probe_of(body: Mapping[str, Any]) -> str:
    """Return which probe a request is, by its last words of a user."""
    asked = [m["content"] for m in body["messages"] if m["role"] == "user"][-1]
    return next(p.name for p in PROBES if p.messages[0]["content"] == asked)


def able(body: Mapping[str, Any]) -> Mapping[str, Any]:
    name = probe_of(body)
    return tool_calls(*CALLS[name]) if name in CALLS else said(SAID[name])


def but(name: str, instead: Mapping[str, Any] | str) -> Reply:
    """Return a server that does its part but for one probe."""
    return lambda body: instead if probe_of(body) == name else able(body)


def checked(reply: Reply, *words: str, code: int = 0) -> dict[str, dict[str, Any]]:
    with model_server(reply) as server:
        found = bench("check-server", "-m", "m", "--base-url", server.base_url, *words, code=code)
    return {check["name"]: check for check in found["checks"]}


def test_a_server_that_does_its_part_passes() -> None:
    checks = checked(able)
    assert list(checks) == [probe.name for probe in PROBES]
    assert {check["verdict"] for check in checks.values()} == {"ok"}
    assert all(check["advice"] is None for check in checks.values())


ESCAPED = tool_calls(("find_school", {"name": "한글초등학교"}))
FAULTS: dict[str, tuple[str, Any, str, str]] = {
    "no parser": ("tool call", said('<tool_call>{"name": "find_school"'), "cannot be read", "vLLM"),
    "says it": ("tool call", said("find_school을 불렀습니다."), "no call", "vLLM"),
    "mangled": ("Korean argument", ESCAPED, "arrived as", "vLLM"),
    "one at a time": (
        "parallel calls",
        tool_calls(("get_weather", {"city": "서울"})),
        "calls for 서울",
        "SGLang",
    ),
    "flattened": (
        "nested argument",
        tool_calls(("save_note", {**NOTE, "fields": json.dumps(NOTE["fields"])})),
        "arrived as",
        "vLLM",
    ),
    "calls again": (
        "tool result",
        tool_calls(("find_school", {"name": NAME})),
        "followed by calls",
        "llama.cpp",
    ),
    "forgets it": ("tool result", said("모르겠습니다."), "not in it", "vLLM"),
    "runs on": ("stop", said("네<|im_start|>user 또"), "tokens of the template", "vLLM"),
    "thinks aloud": ("thinking", said("3+4는... </think>7"), "in the content", "vLLM"),
    "too short": ("long conversation", "overflow", "too long", "llama.cpp"),
    "cut off": ("stop", {**said("네"), "finish": "length"}, "token limit", "vLLM"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_told_with_what_to_set(name: str) -> None:
    probe, reply, told, server = FAULTS[name]
    checks = checked(but(probe, reply), code=1)
    failed = [check for check in checks.values() if check["verdict"] != "ok"]
    assert [check["name"] for check in failed] == [probe]
    assert told in failed[0]["told"]
    assert "\n" not in failed[0]["told"]
    assert failed[0]["advice"][server]


@pytest.mark.parametrize("how", ["500", "401", "html", "cut"])
def test_a_server_that_cannot_be_used_is_asked_no_further(how: str) -> None:
    checks = checked(lambda body: how, code=1)
    assert [check["verdict"] for check in checks.values()] == ["unreachable"]


def test_raw_text_is_read_in_its_dialect() -> None:
    def raw(body: Mapping[str, Any]) -> Mapping[str, Any]:
        last = body["messages"][-1]["content"]
        name = next(
            (p.name for p in PROBES if str(p.messages[0]["content"]) in last), "tool result"
        )
        if name not in CALLS:
            return said(SAID[name])
        return said(render_calls([ToolCall(n, a) for n, a in CALLS[name]], "hermes"))

    checks = checked(raw, "--dialect", "hermes")
    assert {check["verdict"] for check in checks.values()} == {"ok"}


def test_people_are_shown_a_table_and_the_advice() -> None:
    with model_server(but("stop", said("네<|im_start|>user"))) as server:
        words = ["check-server", "-m", "m", "--base-url", server.base_url]
        shown = CliRunner().invoke(app, words)
    assert shown.exit_code == 1
    assert "stop: vLLM: --chat-template" in shown.stdout
    assert "needs both" in refused("check-server", "-m", "m")
