"""References of golden calls into results of earlier ones (INTERFACES 5).

``{"ref": "c2.records[*].corp_code"}`` stands for a value known only once ``c2`` has been
answered: ``c2.records[0].x`` one cell, ``c2.records[*].x`` a column, ``c2.records`` the rows,
``c2.total``, ``c2.value``, and ``c2.result`` its handle. In the text of ``evaluate_expression``
the names ``c1``, ``c2`` … become the handles of this run.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kopa_env.episode.expression import reply_value
from kopa_env.episode.expression.operations import Meter, plain
from kopa_env.episode.reduce import Misuse, cell
from kopa_env.episode.workspace import State, Workspace
from kopa_env.errors import UsageError, did_you_mean
from kopa_env.outcome import JSON, ToolCall, ToolResult
from kopa_env.spec import ToolSpec
from kopa_env.task import GoldenCall, Task

_PATH = re.compile(r"(?P<call>\w+)\.(?P<part>records|total|value|result)(?P<rest>.*)", re.DOTALL)
_CELL = re.compile(r"\[(?P<index>\*|-?\d+)\](?:\.(?P<column>.+))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Reply:
    """What a golden call came to in this run: its handle and its result."""

    handle: str
    result: ToolResult


def resolve(value: JSON, replies: Mapping[str, Reply]) -> JSON:
    """Return a value with every reference in it replaced.

    Raises:
        UsageError: for a reference that leads nowhere; the message names it.
    """
    if isinstance(value, Mapping):
        if set(value) == {"ref"}:
            return _follow(str(value["ref"]), replies)
        return {key: resolve(item, replies) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [resolve(item, replies) for item in value]
    return value


def resolved_call(call: GoldenCall, replies: Mapping[str, Reply]) -> ToolCall:
    """Return a golden call with its references replaced, ready to be made.

    Raises:
        UsageError: as :func:`resolve`.
    """
    args = {name: resolve(value, replies) for name, value in call.args.items()}
    if call.tool == "evaluate_expression" and isinstance(args.get("expression"), str):
        args["expression"] = _renamed(args["expression"], replies)
    return ToolCall(call.tool, args, call.id)


def golden_state(
    task: Task, specs: Mapping[str, ToolSpec], results: Mapping[str, ToolResult], seed: int = 0
) -> State:
    """Return the workspace the golden run ends in, by replaying its writes in a fresh one.

    Args:
        task: the task.
        specs: tool name → spec, for the golden tools at least.
        results: golden call id → its result; not needed for writes with literal arguments.
        seed: seed of issued keys.

    Raises:
        UsageError: where a write is refused or a reference leads nowhere: the task is broken.
    """
    from kopa_env.catalogue.arguments import validate

    desk = Workspace(seed)
    replies = {name: Reply(name, result) for name, result in results.items()}
    for call in task.golden_calls():
        spec = specs[call.tool]
        if spec.kind != "workspace" or spec.effect != "write":
            continue
        args = validate(spec, resolved_call(call, replies).args)
        done = args if isinstance(args, ToolResult) else desk.run(call.tool, args)
        if done.reason:
            raise UsageError(f"{task.id}: golden call {call.id}: {done.message}")
        replies[call.id] = Reply(call.id, done)
    return desk.state


def _renamed(expression: str, replies: Mapping[str, Reply]) -> str:
    def handle(found: re.Match[str]) -> str:
        reply = replies.get(found[0])
        return found[0] if reply is None else reply.handle

    return re.sub(r"\bc\d+\b", handle, expression)


def _follow(path: str, replies: Mapping[str, Reply]) -> JSON:
    found = _PATH.fullmatch(path)
    reply = replies.get(found["call"]) if found else None
    if found is None or reply is None:
        raise UsageError(f"reference {path!r} leads nowhere{did_you_mean(path, replies)}")
    try:
        return plain(_part(reply, found["part"], found["rest"]), Meter())
    except (Misuse, IndexError) as error:
        raise UsageError(f"reference {path!r}: {error}") from None


def _part(reply: Reply, part: str, rest: str) -> JSON:
    if part == "records":
        return _records(reply.result.records, rest)
    if rest:
        raise Misuse(f"{part} 뒤에 {rest}", f"nothing may follow .{part}")
    if part == "result":
        return reply.handle
    return reply.result.total if part == "total" else reply_value(reply.result)


def _records(records: Sequence[Mapping[str, JSON]], rest: str) -> JSON:
    if not rest:
        return records
    found = _CELL.fullmatch(rest)
    if found is None:
        raise Misuse(f"읽을 수 없는 경로 {rest}", f"unreadable path {rest}")
    column = found["column"]
    chosen = records if found["index"] == "*" else [records[int(found["index"])]]
    if column is None:
        values: list[JSON] = list(chosen)
    elif any(column.split(".")[0] in row or column in row for row in chosen) or not chosen:
        values = [cell(row, column) for row in chosen]
    else:
        raise Misuse(f"{column} 열이 없음", f"no column {column}")
    return values if found["index"] == "*" else values[0]
