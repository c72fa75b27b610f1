"""Search: call what can be called, follow equal names of columns, rank, answer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kopa_bench.policies.fixed import REFUSAL
from kopa_bench.policies.planner.question import Question, read_question
from kopa_bench.policies.planner.tools import Parameter, Tool, read_tools
from kopa_bench.policy import Action, View, said
from kopa_env.catalogue.search import terms
from kopa_env.episode import Message
from kopa_env.outcome import JSON

TURNS = 5
"""Turns of API calls before it ranks and answers."""
AT_ONCE = 2
"""API calls a turn."""
_NUMBER = re.compile(r"-?[\d,]+(?:\.\d+)?")
_NAMED = re.compile(r"명$|이름|명칭|상호|제목|역명")


@dataclass(frozen=True, slots=True)
class Seen:
    """A call that was answered, and what came of it."""

    tool: str
    args: Mapping[str, JSON]
    reply: Mapping[str, Any]

    @property
    def rows(self) -> Sequence[Mapping[str, JSON]]:
        """The rows that were shown."""
        return [row for row in self.reply.get("records") or () if isinstance(row, Mapping)]


class Planner:
    """Reads slots off the question, binds equal names between tools, ranks by one column.

    It keeps nothing between moves: what has been done is read off the conversation.
    """

    name = "planner"

    async def act(self, view: View) -> Action:
        """Return the next calls, a ranking of the best reply, or the answer."""
        tools = read_tools(view.tools)
        system = "\n".join(str(m["content"]) for m in view.messages if m["role"] == "system")
        asked = next(str(m["content"]) for m in view.messages if m["role"] == "user")
        question = read_question(system, asked, tools)
        seen = list(_seen(view.messages))
        if view.turn < TURNS and (calls := _next_calls(question, tools, seen)):
            return Action(_message(calls, view.turn))
        ranked = any(one.tool == "table_select" for one in seen)
        offered = {schema["function"]["name"] for schema in view.tools}
        best = _best(question, tools, seen)
        if best is None:
            return said(REFUSAL)
        column = _measure(question, tools, best)
        if question.descending is not None and column and not ranked and "table_select" in offered:
            return Action(_message([_ranking(question, best, column)], view.turn))
        return said(_answer(question, tools, seen[-1] if ranked else best, best.tool))


def _seen(messages: Sequence[Message]) -> Iterator[Seen]:
    """Yield the calls made so far with their replies, in order."""
    replies = {m["tool_call_id"]: m["content"] for m in messages if m["role"] == "tool"}
    for message in messages:
        for call in message.get("tool_calls") or ():
            try:
                args = json.loads(call["function"]["arguments"])
                reply = json.loads(replies[call["id"]])
            except (ValueError, KeyError):
                continue
            yield Seen(call["function"]["name"], args, reply)


def _next_calls(
    question: Question, tools: Sequence[Tool], seen: Sequence[Seen]
) -> list[tuple[str, dict[str, JSON]]]:
    """Return the calls of tools, nearest to the question first, that were not made before."""
    made = {one.tool for one in seen}
    order = sorted(tools, key=lambda tool: -tool.nearness(question.text))
    calls = []
    for tool in order:
        if tool.name not in made and (args := _filled(tool, question, seen)) is not None:
            calls.append((tool.name, args))
    return calls[:AT_ONCE]


def _filled(tool: Tool, question: Question, seen: Sequence[Seen]) -> dict[str, JSON] | None:
    """Return arguments for a tool, or ``None`` if a required one is known from nowhere."""
    args: dict[str, JSON] = {}
    for parameter in tool.parameters:
        value = _value(tool, parameter, question, seen)
        if value is not None:
            args[parameter.name] = value
        elif parameter.required:
            return None
    return args


def _value(tool: Tool, parameter: Parameter, question: Question, seen: Sequence[Seen]) -> JSON:
    if parameter.is_generic:
        if parameter.most:
            return parameter.most
        return 1 if parameter.required and parameter.kind == "integer" else None
    if parameter.name == "platform":
        return tool.name.partition("_")[0]
    bound = _bound(parameter, question, seen)
    if bound is not None:
        return bound
    told = question.value(parameter)
    if told is None:
        return None
    return int(told) if parameter.kind == "integer" and told.isdecimal() else told


def _bound(parameter: Parameter, question: Question, seen: Sequence[Seen]) -> JSON:
    """Return the value of a column of the same name, of the row that the question is most about."""
    for one in reversed(seen):
        rows = [row for row in one.rows if row.get(parameter.name) not in (None, "", "-")]
        if rows:
            row = max(rows, key=lambda row: _about(row, question.text))
            value = row[parameter.name]
            return str(value) if parameter.kind == "string" else value
    return None


def _about(row: Mapping[str, JSON], text: str) -> int:
    """Return how many characters of a row's cells the question holds."""
    return sum(len(v) for v in row.values() if isinstance(v, str) and len(v) > 1 and v in text)


def _best(question: Question, tools: Sequence[Tool], seen: Sequence[Seen]) -> Seen | None:
    """Return the reply with rows of the tool that is nearest to the question."""
    near = {tool.name: tool.nearness(question.text) for tool in tools}
    held = [one for one in seen if one.rows and one.tool in near]
    return max(held, key=lambda one: near[one.tool], default=None)


def _measure(question: Question, tools: Sequence[Tool], best: Seen) -> str:
    """Return the numeric column whose meaning is nearest to the question."""
    meanings = next(tool.columns for tool in tools if tool.name == best.tool)
    asked = set(terms(question.text))
    numeric = [k for k, v in best.rows[0].items() if _NUMBER.fullmatch(str(v))]
    shared = {k: len(asked & set(terms(meanings.get(k, "")))) for k in numeric}
    return max(shared, key=lambda k: shared[k], default="")


def _ranking(question: Question, best: Seen, column: str) -> tuple[str, dict[str, JSON]]:
    args: dict[str, JSON] = {
        "result": best.reply["result"],
        "order_by": column,
        "descending": bool(question.descending),
        "limit": 1,
    }
    return "table_select", args


def _answer(question: Question, tools: Sequence[Tool], last: Seen, tool: str) -> str:
    """Return a box with the first row's name and figure, or the number of rows."""
    meanings = next(t.columns for t in tools if t.name == tool)
    if not last.rows:
        return REFUSAL
    row = max(last.rows, key=lambda row: _about(row, question.text))
    names = [str(v) for k, v in row.items() if _NAMED.search(meanings.get(k, "")) and v]
    figure = row.get(_measure(question, tools, Seen(tool, {}, last.reply)), "")
    if question.descending is None and "몇" in question.text:
        figure = str(last.reply.get("total", ""))
    parts = [part for part in (*names[:1], figure) if part not in (None, "")]
    return rf"\boxed{{{'; '.join(map(str, parts))}}}" if parts else REFUSAL


def _message(calls: Sequence[tuple[str, Mapping[str, JSON]]], turn: int) -> Message:
    return {
        "role": "assistant",
        "content": "",
        "tool_calls": [
            {
                "id": f"plan_{turn}_{i}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(args, ensure_ascii=False)},
            }
            for i, (name, args) in enumerate(calls)
        ],
    }
