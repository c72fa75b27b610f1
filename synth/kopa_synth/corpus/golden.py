"""Golden trajectories in chat form: what a policy would have seen, said and been told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.schema import openai_tool
from kopa_env.errors import UsageError
from kopa_env.source import Source
from kopa_env.suites.degenerate import Shortcut, all_calls, golden_answer, play
from kopa_synth.validate.candidate import Candidate

ORACLE = Shortcut(all_calls, golden_answer)


@dataclass(frozen=True, slots=True)
class Played:
    """A golden trajectory.

    Attributes:
        row: a line of ``golden.jsonl``: ``task_id``, ``task_hash``, ``pattern``, ``domain``,
            ``split``, ``messages`` (system, user, assistant with tool calls, tool results, final
            answer) and ``tools`` (OpenAI schemas).
        reward: always 1.
        origins: where its replies came from.
    """

    row: dict[str, Any]
    reward: float
    origins: frozenset[str]


def played(candidate: Candidate, catalogue: Catalogue, source: Source, split: str) -> Played:
    """Play a task's golden calls and answer, exactly as an episode renders them.

    Raises:
        UsageError: if it does not score 1: such a task may stand in no corpus.
    """
    task = candidate.task
    done = play(ORACLE, task, catalogue, source)
    reward = done.grade.reward
    if reward != 1.0:
        reasons = "; ".join(done.grade.reasons.values())
        raise UsageError(f"{task.id}: its golden trajectory scores {reward}: {reasons}")
    row = {
        "task_id": task.id,
        "task_hash": task.content_hash,
        "pattern": candidate.pattern,
        "domain": task.domain,
        "split": split,
        "messages": [dict(message) for message in done.record.messages],
        "tools": [openai_tool(spec) for spec in done.tools.values()],
    }
    origins = {name for call in done.record.calls for name in (call.origin, call.recorded_from)}
    return Played(row, reward, frozenset(origins))
