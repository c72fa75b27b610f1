from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from kopa_env.cassettes.calls import example_calls
from kopa_env.cassettes.capture import served_by
from kopa_env.cassettes.compile import compile_pack
from kopa_env.cassettes.record import Provenance, Recorder, through
from kopa_env.catalogue import Catalogue
from kopa_env.errors import UsageError
from kopa_env.sources.replay import ReplaySource
from kopa_env.suites.golden import golden_run
from kopa_env.task import Answer, GoldenCall, Task


def task(*turns: tuple[GoldenCall, ...]) -> Task:
    names = tuple(dict.fromkeys(call.tool for turn in turns for call in turn))
    return Task(
        "t-1",
        1,
        "s",
        "d",
        ("dart",),
        "easy",
        "질문",
        "",
        "2026-01-30",
        names,
        9,
        9,
        turns,
        Answer("number", 1),
    )


GOLDEN = task(
    (GoldenCall("c1", "dart_list", {"corp_name": "서울 전자", "page_no": 2}, "lookup"),),
    (
        GoldenCall("c2", "dart_company", {"corp_code": "2"}, "fetch"),
        GoldenCall("c3", "dart_list", {"corp_name": {"ref": "c1.records[0].amount"}}, "fetch"),
    ),
)


def test_golden_calls_are_recorded_and_replay_alone(
    tmp_path: Path, tools: Catalogue, server: Any
) -> None:
    recorder = Recorder(tmp_path / "c", tools, Provenance("replica", "w"))
    with httpx.Client(transport=served_by(server.respond)) as client:
        ask = through(client, lambda platform, host: "some-key-or-other")
        with recorder.source(ask) as source:
            _, first = golden_run(GOLDEN, tools, source)
            asked = len(server.asked)
            _, second = golden_run(GOLDEN, tools, source)
            assert len(server.asked) == asked == 3, "what is held is not asked again"
    recorder.save("small")
    compile_pack(tmp_path / "c", tmp_path / "small.pack", tools, level=3)
    replay = ReplaySource.open(tmp_path / "small.pack", tools)
    _, replayed = golden_run(GOLDEN, tools, replay)
    assert len(replay.ledger) == 0, "a recorded trajectory hits every time"
    for name, result in replayed.items():
        assert result.records == first[name].records == second[name].records


def test_examples_of_tools(tools: Catalogue) -> None:
    (call,) = example_calls(Catalogue.load(), ["dart_company"])
    assert call[0].name == "dart_company"
    assert call[1] == {"corp_code": "00126380"}
    (view,) = example_calls(Catalogue.load(), ["dart_find_corp_code"])
    assert view[0].kind == "endpoint"
    with pytest.raises(UsageError, match="nothing to record"):
        example_calls(Catalogue.load(), ["table_select"])
