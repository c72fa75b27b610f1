"""Spaces of chat messages: ``gymnasium.spaces.Text`` serves neither Korean nor tool calls."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

import numpy as np
from gymnasium import Space

from kopa_env.catalogue.schema import openai_tool
from kopa_env.episode.record import Message
from kopa_env.outcome import JSON
from kopa_env.spec import Param, ToolSpec

ROLES = ("system", "user", "tool")

Observation: TypeAlias = tuple[Message, ...]
Action: TypeAlias = Message | str


class Messages(Space[Observation]):
    """A tuple of chat messages in OpenAI form: those that are new since the last action.

    Args:
        roles: roles a message may have.
        seed: as in gymnasium.
    """

    def __init__(
        self, roles: Iterable[str] = ROLES, seed: int | np.random.Generator | None = None
    ) -> None:
        self.roles = frozenset(roles)
        super().__init__(None, None, seed)

    @property
    def is_np_flattenable(self) -> bool:
        """Messages are not numbers."""
        return False

    def contains(self, x: Any) -> bool:
        """Whether ``x`` is a tuple of messages of these roles with text content."""
        return isinstance(x, tuple) and all(
            isinstance(m, Mapping)
            and m.get("role") in self.roles
            and isinstance(m.get("content"), str)
            for m in x
        )

    def sample(self, mask: Any = None, probability: Any = None) -> Observation:
        """Return the empty observation: what a platform says cannot be drawn."""
        return ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Messages) and other.roles == self.roles

    def __repr__(self) -> str:
        return f"Messages({sorted(self.roles)})"


class AssistantMessage(Space[Action]):
    """One assistant message in OpenAI form, or raw model text.

    Args:
        tools: what ``sample`` draws calls of; without any it draws answers.
        seed: as in gymnasium.
    """

    def __init__(
        self,
        tools: Sequence[ToolSpec] = (),
        seed: int | np.random.Generator | None = None,
    ) -> None:
        self.tools = tuple(tools)
        super().__init__(None, None, seed)

    @property
    def is_np_flattenable(self) -> bool:
        """Messages are not numbers."""
        return False

    def contains(self, x: Any) -> bool:
        """Whether ``x`` is a text, or an assistant message with text, calls or both."""
        if isinstance(x, str):
            return True
        if not isinstance(x, Mapping) or x.get("role") != "assistant":
            return False
        content, calls = x.get("content"), x.get("tool_calls")
        return (content is None or isinstance(content, str)) and (
            calls is None or (isinstance(calls, list | tuple) and all(map(_is_call, calls)))
        )

    def sample(self, mask: Any = None, probability: Any = None) -> Action:
        """Draw a well-formed call of one of the tools (three times in four) or an answer."""
        random = self.np_random
        if not self.tools or random.integers(4) == 0:
            return {"role": "assistant", "content": f"\\boxed{{{random.integers(10_000)}}}"}
        spec = self.tools[int(random.integers(len(self.tools)))]
        args = {p.name: draw_value(p, random) for p in spec.params if _is_drawn(p, random)}
        call = {
            "id": f"s{random.integers(10**6)}",
            "type": "function",
            "function": {
                "name": spec.name,
                "arguments": json.dumps(args, ensure_ascii=False),
            },
        }
        return {"role": "assistant", "content": "", "tool_calls": [call]}

    def schemas(self) -> list[dict[str, JSON]]:
        """Return the tools in OpenAI form."""
        return [openai_tool(spec) for spec in self.tools]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AssistantMessage) and other.tools == self.tools

    def __repr__(self) -> str:
        return f"AssistantMessage({len(self.tools)} tools)"


def _is_call(call: Any) -> bool:
    return isinstance(call, Mapping) and isinstance(call.get("function"), Mapping)


def _is_drawn(param: Param, random: np.random.Generator) -> bool:
    if param.role == "constant":
        return False
    return param.required or (param.default is None and bool(random.integers(3) == 0))


_BY_TYPE: dict[str, JSON] = {
    "integer": 1,
    "number": 1,
    "boolean": True,
    "array": [],
    "object": {"값": 1},
    "any": "r1",
    "string": "가",
}
_BY_FORMAT = {
    "YYYY": "2024",
    "YYYYMM": "202401",
    "YYYYMMDD": "20240102",
    "YYYY-MM-DD": "2024-01-02",
    "YYYY-MM": "2024-01",
}


def draw_value(param: Param, random: np.random.Generator) -> JSON:
    """Draw a value that fits a parameter: one of its enum, its example, or one of its form."""
    if param.enum:
        return list(param.enum)[int(random.integers(len(param.enum)))]
    if param.example is not None:
        return param.example
    kind, _, width = param.format.partition(":")
    if kind in ("digits", "alnum"):
        return "1" * int(width or 1)
    return _BY_FORMAT.get(param.format, _BY_TYPE[param.type])
