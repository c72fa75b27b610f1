"""What a real model wrote and its server read in it, read by ours (benchmark/results)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kopa_env.parsing import parse, parse_message

KEPT = Path(__file__).parents[2] / "benchmark/results/qwen2.5-coder-1.5b/replies.jsonl"
ROWS = [json.loads(line) for line in KEPT.read_text("utf-8").splitlines()]


def read(parsed):
    said = parsed.content if parsed.verdict == "answer" else ""
    return parsed.verdict, [(call.name, call.args) for call in parsed.calls], said


def test_the_raw_text_of_a_reply_is_read_as_its_server_read_it():
    for row in ROWS:
        cut = row["finish_reason"] == "length"
        theirs = parse_message(row["message"], truncated=cut)
        assert read(parse(row["text"], "json", truncated=cut)) == read(theirs)


@pytest.mark.parametrize("dialect", ["auto", "hermes"])
def test_a_fenced_call_is_no_answer_and_runs_only_where_json_was_asked_for(dialect):
    fenced = [row["text"] for row in ROWS if row["message"].get("tool_calls")]
    assert len(fenced) == 224
    for text in fenced:
        parsed = parse(text, dialect)
        assert (parsed.verdict, parsed.error, parsed.calls) == ("error", "call_as_text", ())
