"""Golden conversations: what a policy that solves a task would have seen, said and been told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kopa_env.envs.drivers import drive
from kopa_env.episode import Episode
from kopa_env.episode.record import Message
from kopa_env.errors import UsageError
from kopa_env.grading import render_answer
from kopa_env.outcome import JSON
from kopa_env.suites.golden import golden_message, replies_of
from kopa_env.task import Task
from kopa_rl.rollout import Stage


@dataclass(frozen=True, slots=True)
class Conversation:
    """A task's conversation.

    Attributes:
        task: the task.
        messages: OpenAI form; only system prompt and question in :func:`questions`.
        tools: OpenAI schemas of the tools on offer.
    """

    task: Task
    messages: Sequence[Message]
    tools: Sequence[Mapping[str, JSON]]

    @property
    def question(self) -> Sequence[Message]:
        """System prompt and question."""
        return self.messages[:2]


def questions(stage: Stage, split: str = "all") -> Iterator[Conversation]:
    """Yield what a policy is shown first, for every task of a split.

    Raises:
        UsageError: if there is no such split.
    """
    settings = stage.settings
    for task_id in stage.suite.ids(split):
        task = stage.suite.task(task_id)
        episode = Episode(
            task, stage.catalogue, offer=settings.offer, local_tools=settings.local_tools
        )
        yield Conversation(task, episode.start().messages, episode.tool_schemas())


def conversations(stage: Stage, split: str = "all") -> Iterator[Conversation]:
    """Yield the golden conversation of every task of a split, replies as an episode renders them.

    Raises:
        UsageError: if there is no such split, or a golden trajectory does not score 1.
    """
    for task_id in stage.suite.ids(split):
        session = stage.session()
        session.begin({"task_id": task_id}, 0)
        episode = session.running()
        for calls in episode.task.golden:
            drive(session, golden_message(calls, replies_of(episode)))
        drive(session, render_answer(episode.task.answer))
        done = session.done
        if done is None or done.grade.reward != 1.0:
            reasons = "; ".join(done.grade.reasons.values()) if done else "it goes on"
            raise UsageError(f"{task_id}: its golden trajectory does not score 1: {reasons}")
        yield Conversation(episode.task, tuple(episode.messages), episode.tool_schemas())


def hasty(one: Conversation) -> Conversation:
    """Return a conversation that answers one turn of calls too early, with what it has by then.

    It is how a model goes wrong that was shown what nobody verified: the look-up or the write that
    it leaves out is missing from the reward, which is 0.
    """
    last = max(i for i, message in enumerate(one.messages) if message.get("tool_calls"))
    before = one.messages[:last]
    said = {"role": "assistant", "content": rf"\boxed{{{_seen(before)}}}"}
    return replace(one, messages=(*before, said))


def _seen(messages: Sequence[Message]) -> str:
    """Return the first cell of the last reply, or the question's last code or figure."""
    last = messages[-1]
    if last["role"] == "tool":
        for record in json.loads(last["content"])["records"]:
            return str(next(iter(record.values()), 0))
        return "0"
    codes = re.findall(r"\d[\d.,-]*", str(last["content"]))
    return codes[-1] if codes else "0"
