"""Tasks: a walk that was played, with the question somebody wrote for it, as a task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from kopa_env.catalogue import Catalogue
from kopa_env.source import Source
from kopa_env.suites.compile import instantiate
from kopa_env.task import Task
from kopa_synth.graph import Graph
from kopa_synth.queries.brief import Brief
from kopa_synth.walk.answers import shape
from kopa_synth.walk.golden import Writer
from kopa_synth.walk.playing import Scene
from kopa_synth.walk.trajectory import Trajectory
from kopa_synth.walk.vocabulary import Vocabulary

SUITE = "train"
OFFERED = 8
"""Tools offered: those of the golden calls, and neighbours in the graph that do not help."""
_OTHERS = 3
"""Tools beside them that are offered at least."""
_DESK = ("save_table", "save_note", "add_calendar_entry")
_EASY, _MEDIUM = 3, 6
"""Most calls of an easy and of a medium task."""


def row(
    walk: Trajectory,
    scenes: Sequence[Scene],
    brief: Brief,
    catalogue: Catalogue,
    words: Vocabulary,
    today: str,
    near: Mapping[str, Sequence[str]],
) -> dict[str, Any]:
    """Return a walk as a hand-written task would stand in a file, its question left empty.

    Args:
        walk: the walk.
        scenes: what became of its legs.
        brief: its brief; what the question names is what the task is about.
        catalogue: the tools.
        words: how slots are called.
        today: the day it is, ``YYYY-MM-DD``.
        near: tool → tools that share an edge with it.
    """
    writer = Writer(walk, scenes, catalogue, words)
    solver = writer.write()
    turns = writer.golden.turns
    tools = list(dict.fromkeys(call["tool"] for turn in turns for call in turn))
    counted = sum(catalogue[c["tool"]].kind != "local" for turn in turns for c in turn)
    return {
        "id": walk.id,
        "domain": walk.domain,
        "platforms": [walk.platform],
        "tier": "easy" if counted <= _EASY else "medium" if counted <= _MEDIUM else "hard",
        "query_ko": "",
        "gloss_en": "",
        "current_date": today,
        "observation_limit": 6000,
        "bindings": {f"b{i}": s.name for i, s in enumerate(brief.subjects, 1)},
        "selector": {},
        "offered_tools": offered(walk.id, tools, near, catalogue, walk.platform),
        "golden": turns,
        "answer": {**shape(walk, scenes, words), "solver": solver},
        "applicable": [],
        "reward_basis": ["RESPONSE", "ENVIRONMENT"] if walk.write else ["RESPONSE"],
    }


def offered(
    name: str,
    tools: Sequence[str],
    near: Mapping[str, Sequence[str]],
    catalogue: Catalogue,
    platform: str,
) -> list[str]:
    """Return the tools a task offers: its own, then neighbours of these in the graph.

    Which neighbours, and where among the others they stand, depends on the task's name alone.
    """
    others = sorted({other for tool in tools for other in near.get(tool, ())} - set(tools))
    desk = [tool for tool in _DESK if tool not in tools]
    picked = sorted(others, key=lambda tool: _mark(name, tool))
    if len(picked) < _OTHERS:  # a tool that shares no edge stands among others of its platform
        more = sorted(set(catalogue.names(platform)) - {*tools, *picked})
        picked += sorted(more, key=lambda tool: _mark(name, tool))[: _OTHERS - len(picked)]
    api = [tool for tool in tools if catalogue[tool].kind != "local"]
    local = [tool for tool in tools if catalogue[tool].kind == "local"]
    whole = [*api, *picked[: max(_OTHERS, OFFERED - len(api))], *desk[:1]]
    return [*sorted(whole, key=lambda tool: _mark(name + "#", tool)), *local]


def _mark(name: str, tool: str) -> bytes:
    return blake2b(f"{name}:{tool}".encode(), digest_size=8).digest()


def neighbours(graph: Graph) -> dict[str, list[str]]:
    """Return for every tool the tools it shares a live edge with."""
    found: dict[str, set[str]] = {}
    for edge in graph.live():
        found.setdefault(edge.source, set()).add(edge.target)
        found.setdefault(edge.target, set()).add(edge.source)
    return {tool: sorted(others) for tool, others in found.items()}


def task(
    written: Mapping[str, Any], query: str, gloss: str, catalogue: Catalogue, source: Source
) -> Task:
    """Return the task: golden calls made, answer and state computed, hashes set.

    Raises:
        UsageError: if a golden call fails or the solver comes to nothing.
    """
    whole = {**written, "query_ko": query, "gloss_en": gloss}
    return instantiate(whole, whole["bindings"], catalogue, source, SUITE)
