"""Exported rows: what each trainer reads, from tasks and golden conversations."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kopa_env.errors import UsageError
from kopa_rl import forms
from kopa_rl.cli import app
from kopa_rl.export import FORMATS, export
from kopa_rl.golden import Conversation, questions
from kopa_rl.rollout import Stage


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("form", FORMATS)
def test_every_format_holds_a_row_for_every_task(stage: Stage, tmp_path: Path, form: str) -> None:
    made = export(stage, "all", form, tmp_path)
    assert set(made["files"].values()) == {len(stage.suite.tasks)}
    assert all((tmp_path / name).is_file() for name in made["files"])
    about = json.loads((tmp_path / "export.json").read_text())
    assert about["hashes"]["suite"] == stage.suite.hash
    assert export(stage, "all", form, tmp_path / "again") == made
    for name in made["files"]:
        if not name.endswith(".parquet"):
            assert (tmp_path / name).read_bytes() == (tmp_path / "again" / name).read_bytes()


def test_openai_rows_are_conversations_that_end_in_an_answer(golden: list[Conversation]) -> None:
    for one in golden:
        row = forms.openai(one)
        roles = [message["role"] for message in row["messages"]]
        assert roles[:2] == ["system", "user"]
        assert roles[-1] == "assistant"
        asked = [c["id"] for m in row["messages"] for c in m.get("tool_calls") or ()]
        told = [m["tool_call_id"] for m in row["messages"] if m["role"] == "tool"]
        assert asked == told


def test_sharegpt_turns_alternate_and_hold_every_call(golden: list[Conversation]) -> None:
    for one in golden:
        turns = forms.sharegpt(one)["conversations"]
        sides = [turn["from"] in {"human", "observation"} for turn in turns]
        assert sides == [i % 2 == 0 for i in range(len(turns))]
        calls = [json.loads(t["value"]) for t in turns if t["from"] == "function_call"]
        made = sum(len(c) if isinstance(c, list) else 1 for c in calls)
        assert made == sum(len(m.get("tool_calls") or ()) for m in one.messages)


def test_rows_for_grpo_say_which_tools_and_give_nothing_away(
    stage: Stage, golden: list[Conversation]
) -> None:
    for one, asked in zip(golden, questions(stage), strict=True):
        row = forms.trl_grpo(asked)
        assert [message["role"] for message in row["prompt"]] == ["system", "user"]
        assert row == forms.trl_grpo(one)
        given = json.dumps([row, forms.verl(one, "all", 0)], ensure_ascii=False)
        assert one.messages[-1]["content"] not in given


def test_tasks_that_offer_the_same_tools_share_a_class(golden: list[Conversation]) -> None:
    names = {forms.toolset(one.tools) for one in golden}
    sets = {frozenset(tool["function"]["name"] for tool in one.tools) for one in golden}
    assert len(names) == len(sets)


def test_an_unknown_format_and_a_split_that_is_not_there_are_one_line(
    stage: Stage, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match="did you mean"):
        export(stage, "all", "sharegtp", tmp_path)
    with pytest.raises(UsageError, match="split"):
        export(stage, "nowhere", "openai", tmp_path)


def test_the_command_writes_files_and_tells_them(tmp_path: Path) -> None:
    words = ["export", "--suite", "mini", "--split", "all", "--format", "trl", "--json"]
    run = CliRunner().invoke(app, [*words, "-o", str(tmp_path)], catch_exceptions=False)
    assert run.exit_code == 0, run.output
    assert set(json.loads(run.stdout)["files"]) == {"all-sft.jsonl", "all-grpo.jsonl"}
    assert len(rows(tmp_path / "all-sft.jsonl")) == 16


def test_an_option_of_the_other_trainer_is_refused(tmp_path: Path) -> None:
    words = ["grpo", "-m", "none", "-o", str(tmp_path), "--set", "trainer.nnodes=2"]
    with pytest.raises(UsageError, match="--backend verl"):
        CliRunner().invoke(app, words, catch_exceptions=False)
