"""Calls to record: examples of tools, lists from a file, the golden calls of a suite's tasks."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from kopa_env.errors import UsageError, did_you_mean
from kopa_env.outcome import JSON, ToolCall
from kopa_env.source import Source
from kopa_env.spec import ToolSpec
from kopa_env.task import Task

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue

Call: TypeAlias = tuple[ToolSpec, Mapping[str, JSON]]


def example_calls(catalogue: Catalogue, names: Iterable[str]) -> list[Call]:
    """Return one call per tool, made of its parameters' examples; of a view, its endpoint's.

    Raises:
        UsageError: if a tool does not exist or reaches no platform.
    """
    calls: list[Call] = []
    for name in names:
        spec = catalogue[name]
        if spec.view is not None:
            spec = catalogue[spec.view.over]
        if spec.kind != "endpoint":
            raise UsageError(f"{name} is a {spec.kind} tool: there is nothing to record")
        args = {
            p.name: p.example
            for p in spec.params
            if p.role == "semantic" and p.example is not None and (p.required or p.default is None)
        }
        calls.append((spec, args))
    return calls


def calls_in(path: Path, catalogue: Catalogue) -> list[Call]:
    """Read calls from a file: one JSON object ``{"tool": …, "args": {…}}`` a line.

    Raises:
        UsageError: if the file cannot be read or a line is not of that form.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        raise UsageError(f"cannot read {path}") from None
    calls: list[Call] = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
            name, args = row["tool"], row.get("args", {})
        except (ValueError, KeyError, TypeError, AttributeError):
            name, args = None, None
        if not isinstance(name, str) or not isinstance(args, dict):
            raise UsageError(f'{path.name} line {number} is not {{"tool": …, "args": {{…}}}}')
        calls.append((catalogue[name], args))
    return calls


def suite_tasks(name: str) -> Sequence[Task]:
    """Return the tasks of an installed suite.

    Raises:
        UsageError: if there is no such suite.
    """
    points = {point.name: point for point in entry_points(group="kopa.suites")}
    if name not in points:
        raise UsageError(f"no suite {name!r}{did_you_mean(name, points)}")
    loaded = points[name].load()
    return tuple(loaded() if callable(loaded) else loaded)


def play(task: Task, catalogue: Catalogue, source: Source) -> int:
    """Run a task's golden calls in an episode over a source; return how many it answered.

    Args:
        task: the task.
        catalogue: the tools.
        source: answers endpoint and view calls.

    Raises:
        UsageError: if the episode ends before its golden calls do: the task is broken.
    """
    from kopa_env.episode import Done, Episode, Pending
    from kopa_env.episode.refs import Reply, resolved_call

    episode = Episode(task, catalogue)
    episode.start()
    replies: dict[str, Reply] = {}
    answered = 0
    for turn in task.golden:
        before = len(episode.results)
        step = episode.submit(_message(resolved_call(call, replies) for call in turn))
        if not isinstance(step, Pending):
            raise UsageError(f"{task.id}: the golden calls of a turn are not taken up")
        results = [source.call(call.spec, call.args) for call in step.calls]
        answered += len(results)
        if isinstance(episode.deliver(results), Done):
            raise UsageError(f"{task.id}: the episode ends before its golden calls do")
        handles = list(episode.results)[before:]
        for call, handle in zip(turn, handles, strict=True):
            replies[call.id] = Reply(handle, episode.results[handle])
    return answered


def _message(calls: Iterable[ToolCall]) -> dict[str, JSON]:
    return {"role": "assistant", "content": "", "tool_calls": list(_written(calls))}


def _written(calls: Iterable[ToolCall]) -> Iterator[JSON]:
    for call in calls:
        arguments = json.dumps(dict(call.args), ensure_ascii=False)
        function = {"name": call.name, "arguments": arguments}
        yield {"id": call.id, "type": "function", "function": function}
