"""Why a rollout failed: one class each, the earliest cause first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kopa_env.episode import CallEntry
from kopa_env.episode.trajectory import Row
from kopa_env.grading.action import GoldenStep
from kopa_env.grading.evidence import evidence_recall
from kopa_env.grading.values import has_reference
from kopa_env.spec import ToolSpec
from kopa_env.task import GoldenCall, Task

CLASSES = (
    "no_call",
    "wrong_tool",
    "skipped_lookup",
    "first_page_only",
    "wrong_argument",
    "right_evidence_wrong_answer",
    "wrong_write",
    "budget",
    "format",
    "context_overflow",
)
"""Classes of failure.

- ``no_call``: it answered without calling anything.
- ``wrong_tool``: a tool that brings evidence was never called.
- ``skipped_lookup``: one that looks a code up was never called.
- ``first_page_only``: it asked the right list for too few rows.
- ``wrong_argument``: it asked the right tools for other things.
- ``right_evidence_wrong_answer``: it had all it needed.
- ``wrong_write``: the answer is right, the workspace is not.
- ``budget``: it ran out of calls or turns.
- ``format``: it could not be read, or was cut off.
- ``context_overflow``: the conversation no longer fitted.
"""

_STOPPED = {
    "budget": "budget",
    "turns": "budget",
    "length": "format",
    "parse_errors": "format",
    "context_overflow": "context_overflow",
}
_FETCHING = ("fetch", "page")


def failure(row: Row, task: Task, tools: Mapping[str, ToolSpec]) -> str:
    """Return why a rollout failed, empty if it did not (or is invalid).

    Args:
        row: the rollout.
        task: its task.
        tools: specs of the golden tools at least.
    """
    grade = row["grade"]
    if not row["valid"] or grade["reward"] == 1.0:
        return ""
    if row["stop_reason"] in _STOPPED:
        return _STOPPED[row["stop_reason"]]
    calls: Sequence[Mapping[str, Any]] = row["calls"]
    if not calls:
        return "format" if row["parse_errors"] else "no_call"
    if grade["RESPONSE"] == 1 and "ENVIRONMENT" in task.reward_basis:
        return "wrong_write"
    if grade["grounded"]:
        return "right_evidence_wrong_answer"
    return _lacking(task, calls, tools)


def _lacking(task: Task, calls: Sequence[Mapping[str, Any]], tools: Mapping[str, ToolSpec]) -> str:
    """Return what the calls lack of the golden ones."""
    made = {call["name"] for call in calls if call["sent"]}
    golden = [
        call
        for call in task.golden_calls()
        if call.tool in tools and tools[call.tool].kind != "local"
    ]
    if any(call.role == "lookup" and call.tool not in made for call in golden):
        return "skipped_lookup"
    if any(call.role in _FETCHING and call.tool not in made for call in golden):
        return "wrong_tool"
    short = [call for call in golden if call.role in _FETCHING and _is_short(call, calls, tools)]
    return "first_page_only" if short else "wrong_argument"


def _is_short(
    golden: GoldenCall, calls: Sequence[Mapping[str, Any]], tools: Mapping[str, ToolSpec]
) -> bool:
    """Tell whether a list was asked for rightly, and fewer rows came than match."""
    spec = tools[golden.tool]
    if spec.paging is None:
        return False
    turning = (spec.paging.page, spec.paging.size)
    asked = golden.args if golden.resolved is None else golden.resolved
    opened = frozenset(name for name, value in asked.items() if has_reference(value))
    entries = [_entry(call) for call in calls if call["name"] == golden.tool]

    def recall(args: Mapping[str, Any]) -> float:
        step = GoldenStep(golden.tool, args, opened, "fetch", complete=False)
        return evidence_recall([step], entries, tools)

    rest = {k: v for k, v in asked.items() if k not in turning}
    return recall(asked) < 1.0 and recall({**rest, **_first_row(spec)}) == 1.0


def _first_row(spec: ToolSpec) -> dict[str, int]:
    assert spec.paging is not None
    return {spec.paging.page: spec.paging.first, spec.paging.size: 1}


def _entry(call: Mapping[str, Any]) -> CallEntry:
    return CallEntry(**{k: v for k, v in call.items() if k != "key"})
