"""Golden calls as a plan that baselines cut down: what is left out, what is written instead.

A plan is a pure function of the task and its tools. What of it has been made so far is read off
the episode, by the ids of the calls, so that a policy keeps no state of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from kopa_env.episode import Episode, Message
from kopa_env.episode.refs import Reply
from kopa_env.errors import UsageError
from kopa_env.outcome import JSON, ToolResult
from kopa_env.spec import ToolSpec
from kopa_env.suites.golden import golden_message
from kopa_env.task import GoldenCall, Task

Turns: TypeAlias = tuple[tuple[GoldenCall, ...], ...]
Keep: TypeAlias = Callable[[GoldenCall], bool]

_ID = "g_"


@dataclass(frozen=True, slots=True)
class Plan:
    """Calls to make in order, and which golden calls they leave out.

    Attributes:
        turns: the calls of each turn; a turn may be empty.
        left_out: ids of golden calls that are never made.
    """

    turns: Turns
    left_out: frozenset[str] = frozenset()


def whole(task: Task) -> Plan:
    """Return every golden call as it stands."""
    return Plan(task.golden)


def without(task: Task, drop: Keep, instead: Callable[[str], JSON] | None = None) -> Plan:
    """Return a plan that leaves calls out.

    References to a call left out go from lists; elsewhere ``instead`` says what is written in
    their place; where it does not, the calls that need them are skipped when their turn comes.

    Args:
        task: the task.
        drop: which golden calls to leave out.
        instead: call id → the value that stands for anything of it.
    """
    left_out = frozenset(call.id for call in task.golden_calls() if drop(call))
    turns = tuple(
        tuple(
            replace(call, args=_mended(call.args, left_out, instead))
            for call in turn
            if call.id not in left_out
        )
        for turn in task.golden
    )
    return Plan(turns, left_out)


def first_pages(task: Task, specs: Mapping[str, ToolSpec]) -> Plan:
    """Return a plan that asks for every list once, with the platform's own page and size."""
    cut = without(task, lambda call: call.role == "page")

    def unpaged(call: GoldenCall) -> GoldenCall:
        paging = specs[call.tool].paging
        if paging is None:
            return call
        turning = (paging.page, paging.size)
        return replace(call, args={k: v for k, v in call.args.items() if k not in turning})

    return replace(cut, turns=tuple(tuple(unpaged(c) for c in turn) for turn in cut.turns))


def without_lookups(task: Task) -> Plan:
    """Return a plan that looks nothing up and writes the question's own words for codes."""
    calls = {call.id: call for call in task.golden_calls()}
    return without(task, lambda call: call.role == "lookup", lambda name: words(task, calls[name]))


def words(task: Task, lookup: GoldenCall) -> str:
    """Return the words of the question that a look-up would have turned into a code."""
    literal = [value for value in lookup.args.values() if isinstance(value, str) and value]
    bound = [str(value) for value in task.bindings.values() if isinstance(value, str) and value]
    told = [value for value in (*literal, *bound) if value in task.query_ko]
    return (told or bound or literal or [task.query_ko[:20]])[0]


def replies(episode: Episode) -> dict[str, Reply]:
    """Return the replies to the plan's calls so far, by golden call id."""
    answered = [m for m in episode.messages if m["role"] == "tool"]
    return {
        str(message["tool_call_id"]).removeprefix(_ID): Reply(
            entry.result, episode.results[entry.result]
        )
        for message, entry in zip(answered, episode.calls, strict=False)
    }


def next_message(plan: Plan, episode: Episode) -> Message | None:
    """Return the message that makes the next calls, or ``None`` when there are no more.

    A call whose references lead nowhere is skipped: a degenerate policy goes on with what it has.
    """
    held = replies(episode)
    made = [i for i, turn in enumerate(plan.turns) if any(call.id in held for call in turn)]
    for turn in plan.turns[made[-1] + 1 if made else 0 :]:
        calls = [written for call in turn if (written := _written(call, plan, held))]
        if calls:
            return {"role": "assistant", "content": "", "tool_calls": calls}
    return None


def results(plan: Plan, episode: Episode) -> dict[str, ToolResult]:
    """Return what the solver may look at: a call left out came to nothing."""
    nothing = ToolResult.ok((), total=0, complete=True)
    held = {name: reply.result for name, reply in replies(episode).items()}
    return {**{call.id: nothing for call in episode.task.golden_calls()}, **held}


def _written(call: GoldenCall, plan: Plan, held: Mapping[str, Reply]) -> JSON:
    """Return a call in OpenAI form, or ``None`` if a reference of it leads nowhere."""
    try:
        message = golden_message((_named(call, plan.left_out, held),), held)
    except UsageError:
        return None
    return message["tool_calls"][0]


def _named(call: GoldenCall, left_out: frozenset[str], held: Mapping[str, Reply]) -> GoldenCall:
    """Return a call whose expression reads empty lists where it names calls that were not made."""
    expression = call.args.get("expression")
    if not isinstance(expression, str):
        return call

    def value(found: re.Match[str]) -> str:
        if found[1] in held:
            return found[0]
        return "0" if found[2] == ".total" else "[]"

    text = re.sub(r"\b(c\d+)\b(\.records|\.value|\.total)?", value, expression)
    return replace(call, args={**call.args, "expression": text})


def _mended(value: Any, left_out: frozenset[str], instead: Callable[[str], JSON] | None) -> Any:
    if isinstance(value, Mapping):
        name = _referred(value)
        if name in left_out and instead is not None and not str(value["ref"]).endswith(".result"):
            return instead(name)
        return {key: _mended(item, left_out, instead) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [
            _mended(item, left_out, instead)
            for item in value
            if not (_referred(item) in left_out and (instead is None or _is_handle(item)))
        ]
    return value


def _referred(value: Any) -> str:
    is_ref = isinstance(value, Mapping) and set(value) == {"ref"}
    return str(value["ref"]).partition(".")[0] if is_ref else ""


def _is_handle(value: Mapping[str, Any]) -> bool:
    return str(value["ref"]).endswith(".result")
