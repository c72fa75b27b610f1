"""Scripted models: what a model that knows the golden calls would write, and ways to spoil it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from kopa_env.episode.record import Message
from kopa_env.outcome import ToolCall
from kopa_env.parsing import render_calls
from kopa_rl.golden import Conversation

Turns = Callable[[int], str]
"""What is written in the n-th turn; a text that ends in :data:`CUT` was cut off there."""

CUT = "\N{END OF TEXT}"


@dataclass(frozen=True)
class Script:
    """One scripted rollout."""

    kind: str
    conversation: Conversation
    dialect: str

    @property
    def task_id(self) -> str:
        """The task it plays."""
        return self.conversation.task.id

    def turn(self, n: int) -> str:
        """Return what is written in the n-th turn."""
        said = golden_turns(self.conversation.messages, self.dialect)
        return _KINDS[self.kind](said, n, self.dialect)


def golden_turns(messages: Sequence[Message], dialect: str) -> list[str]:
    """Return what the assistant says in a golden conversation, in a dialect."""
    return [_said(message, dialect) for message in messages if message["role"] == "assistant"]


def _said(message: Message, dialect: str) -> str:
    calls = [_call(call["function"]) for call in message.get("tool_calls") or ()]
    return render_calls(calls, dialect) if calls else str(message["content"])


def _call(function: Mapping[str, str]) -> ToolCall:
    return ToolCall(function["name"], json.loads(function["arguments"]))


def _at(said: Sequence[str], n: int) -> str:
    return said[min(n, len(said) - 1)]


def _late(first: str) -> Callable[[Sequence[str], int, str], str]:
    return lambda said, n, dialect: first if n == 0 else _at(said, n - 1)


_KINDS: Mapping[str, Callable[[Sequence[str], int, str], str]] = {
    "golden": lambda said, n, dialect: _at(said, n),
    "wrong": lambda said, n, dialect: _at([*said[:-1], "\\boxed{모름}"], n),
    "hasty": lambda said, n, dialect: "아마 \\boxed{1} 일 것입니다.",
    "garbled": _late('<tool_call>\n{"name": "'),
    "unknown": lambda said, n, dialect: (
        render_calls([ToolCall("no_such_tool", {"q": "서울"})], dialect)
        if n == 0
        else _at(said, n - 1)
    ),
    "bad_argument": lambda said, n, dialect: (
        render_calls([ToolCall("evaluate_expression", {"nope": 1})], dialect)
        if n == 0
        else _at(said, n - 1)
    ),
    "stuck": lambda said, n, dialect: said[0],
    "cut": lambda said, n, dialect: _at([*said[:-1], f"정답은{CUT}"], n),
}
KINDS = tuple(_KINDS)


def scripts(conversations: Sequence[Conversation], dialect: str) -> list[Script]:
    """Return every kind of script for every task."""
    return [Script(kind, one, dialect) for one, kind in product(conversations, KINDS)]
