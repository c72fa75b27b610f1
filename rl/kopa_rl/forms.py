"""Forms: one conversation as a row of each trainer's dataset."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from itertools import groupby
from typing import Any, TypeAlias

from kopa_env.episode.record import Message
from kopa_env.outcome import JSON
from kopa_rl.golden import Conversation

Row: TypeAlias = dict[str, Any]

DATA_SOURCE = "kopa"
AGENT = "kopa_agent"
"""Name under which verl finds our agent loop."""


def openai(conversation: Conversation) -> Row:
    """Return a row of OpenAI's fine-tuning form: messages and tools."""
    return {"messages": list(conversation.messages), "tools": list(conversation.tools)}


def trl_sft(conversation: Conversation) -> Row:
    """Return a row for TRL's SFT: the same, with tools as JSON text.

    Tools and arguments of different tasks have different keys, which arrow would merge into one
    structure with a null for each key that is missing; as text they stay what they are.
    """
    return {
        "messages": list(conversation.messages),
        "tools": as_text(conversation.tools),
        "task_id": conversation.task.id,
    }


def trl_grpo(conversation: Conversation) -> Row:
    """Return a row for TRL's GRPO: prompt, and which environment class holds its tools."""
    return {
        "prompt": list(conversation.question),
        "environment": toolset(conversation.tools),
        "task_id": conversation.task.id,
        "task_hash": conversation.task.content_hash,
    }


def verl(conversation: Conversation, split: str, index: int) -> Row:
    """Return a row for verl: prompt, agent, and the task behind ``extra_info``."""
    task = conversation.task
    return {
        "data_source": DATA_SOURCE,
        "agent_name": AGENT,
        "ability": task.domain,
        "prompt": list(conversation.question),
        "reward_model": {"style": "rule", "ground_truth": task.content_hash},
        "extra_info": {
            "index": index,
            "split": split,
            "suite": task.suite,
            "task_id": task.id,
            "task_hash": task.content_hash,
            "tools": as_text(conversation.tools),
        },
    }


def sharegpt(conversation: Conversation) -> Row:
    """Return a row of the ShareGPT form with tools: turns from human, gpt and tools in alternation.

    Calls that were made together stand in one turn as a list, and so do their replies.
    """
    system, *rest = conversation.messages
    return {
        "system": system["content"],
        "conversations": [
            {"from": who, "value": value}
            for role, group in groupby(rest, key=lambda message: message["role"])
            for who, value in _turns(role, list(group))
        ],
        "tools": as_text([tool["function"] for tool in conversation.tools]),
    }


def _turns(role: str, group: Sequence[Message]) -> Iterator[tuple[str, str]]:
    if role == "tool":
        replies = [message["content"] for message in group]
        yield "observation", replies[0] if len(replies) == 1 else as_text(replies)
        return
    for message in group:
        if calls := message.get("tool_calls"):
            made = [_call(call["function"]) for call in calls]
            yield "function_call", as_text(made[0] if len(made) == 1 else made)
        else:
            yield "human" if role == "user" else "gpt", message["content"]


def _call(function: Mapping[str, str]) -> dict[str, JSON]:
    return {"name": function["name"], "arguments": json.loads(function["arguments"])}


def toolset(tools: Sequence[Mapping[str, JSON]]) -> str:
    """Return the name of a set of tools: tasks that offer the same tools share it."""
    names = "\n".join(sorted(str(tool["function"]["name"]) for tool in tools))
    return f"kopa_{blake2b(names.encode(), digest_size=6).hexdigest()}"


def as_text(value: JSON | Sequence[JSON]) -> str:
    """Return JSON text, Korean as it is."""
    return json.dumps(value, ensure_ascii=False)
