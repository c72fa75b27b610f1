"""``random``: well-formed calls drawn from the schemas, then a value it has seen."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kopa_bench.policies.fixed import REFUSAL
from kopa_bench.policy import Action, View, said
from kopa_env.episode import Message
from kopa_env.outcome import JSON

if TYPE_CHECKING:
    from kopa_env.world.draw import Draw

TURNS = 2
"""Turns of calls before it answers."""

_EXAMPLE = re.compile(r"예: (.+)$")


class Random:
    """Seeded: the same seed, sample and question give the same moves."""

    name = "random"

    async def act(self, view: View) -> Action:
        """Call tools at random, then answer with a value that some reply held."""
        from kopa_env.world.draw import Draw

        question = next(str(m["content"]) for m in view.messages if m["role"] == "user")
        draw = Draw("random policy", view.seed, view.sample, view.turn, question)
        if view.turn < TURNS and view.tools:
            return Action(_calls(view.tools, draw))
        values = seen_values(view.messages)
        return said(rf"\boxed{{{draw.pick(values)}}}" if values else REFUSAL)


def seen_values(messages: Sequence[Message]) -> list[str]:
    """Return the cells of the records in tool observations, in order of appearance."""
    values: list[str] = []
    for message in messages:
        if message["role"] == "tool":
            try:
                records = json.loads(message["content"])["records"]
            except (ValueError, KeyError, TypeError):
                continue
            values += [str(v) for row in records for v in row.values() if v not in (None, "", "-")]
    return values


def _calls(tools: Sequence[Mapping[str, Any]], draw: Draw) -> Message:
    chosen = [draw.pick(tools)["function"] for _ in range(draw.between(1, 2))]
    return {
        "role": "assistant",
        "content": "",
        "tool_calls": [
            {
                "id": f"random_{i}",
                "type": "function",
                "function": {
                    "name": function["name"],
                    "arguments": json.dumps(
                        _arguments(function["parameters"], draw), ensure_ascii=False
                    ),
                },
            }
            for i, function in enumerate(chosen)
        ],
    }


def _arguments(parameters: Mapping[str, Any], draw: Draw) -> dict[str, JSON]:
    required = parameters.get("required", ())
    return {
        name: _value(schema, draw)
        for name, schema in parameters.get("properties", {}).items()
        if name in required or draw.chance(300)
    }


def _value(schema: Mapping[str, Any], draw: Draw) -> JSON:
    if "enum" in schema:
        return draw.pick(schema["enum"])
    found = _EXAMPLE.search(schema.get("description", ""))
    text = found[1] if found else ""
    kind = schema.get("type")
    if kind == "integer":
        return int(text) if text.isdecimal() else draw.between(1, 10)
    if kind == "number":
        return draw.between(1, 1000)
    if kind == "boolean":
        return draw.chance(500)
    if kind == "array":
        return [text] if text else []
    if kind == "object":
        return {"값": text} if text else {}
    return text or draw.digits(8)
