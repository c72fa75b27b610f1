"""Contamination audit: what a corpus has in common with the suites it must not give away."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kopa_env.catalogue import Catalogue
from kopa_env.episode.observation import dumps
from kopa_env.grading.normalise import name_key
from kopa_env.outcome import JSON
from kopa_env.suites import Suite
from kopa_env.task import GoldenCall, Task
from kopa_synth.queries.check import normalised
from kopa_synth.validate.duplicates import grams, jaccard

_NAMED = re.compile(r"\bc\d+\b")
_SHOWN = 20
"""Shared entities that are named."""


def audit(tasks: Sequence[Task], suites: Sequence[Suite], catalogue: Catalogue) -> dict[str, Any]:
    """Return what tasks have in common with other suites.

    Args:
        tasks: of the corpus.
        suites: those that must not be given away.
        catalogue: the tools of both.

    Returns:
        ``max_overlap_with_bench``, the largest Jaccard index of the three-character sets of two
        questions, over all suites; ``suites``: by name what :func:`against` returns.
    """
    found = {suite.name: against(tasks, list(suite.tasks.values()), catalogue) for suite in suites}
    queries = [about["query"]["jaccard"] for about in found.values()]
    return {"max_overlap_with_bench": max(queries, default=0.0), "suites": found}


def against(tasks: Sequence[Task], others: Sequence[Task], catalogue: Catalogue) -> dict[str, Any]:
    """Return what tasks have in common with those of one suite.

    Returns:
        ``verbatim``: questions that stand in both, blanks and punctuation aside. ``query``,
        ``chain``, ``edge_chain``: the nearest two tasks by their questions, by the steps of their
        tools and by the edges they use, each ``{"jaccard", "task", "other"}``. ``edges``: Jaccard
        index of all edges. ``tools``: share of the suite's tools that the corpus uses too.
        ``entities``: how many bindings are shared, and some of them. ``same_world``: whether any
        world is shared.
    """
    mine, theirs = [_edges(t, catalogue) for t in tasks], [_edges(t, catalogue) for t in others]
    own = [frozenset(_steps(task, catalogue)) for task in tasks]
    foreign = [frozenset(_steps(task, catalogue)) for task in others]
    shared = sorted(_entities(tasks) & _entities(others))
    tools, used = _tools(others, catalogue), _tools(tasks, catalogue)
    said = {normalised(task.query_ko) for task in tasks}
    return {
        "tasks": len(others),
        "verbatim": sum(normalised(task.query_ko) in said for task in others),
        "query": _nearest(
            tasks, others, [grams(t.query_ko) for t in tasks], [grams(t.query_ko) for t in others]
        ),
        "chain": _nearest(tasks, others, own, foreign),
        "edge_chain": _nearest(tasks, others, mine, theirs),
        "edges": round(jaccard(frozenset().union(*mine), frozenset().union(*theirs)), 4),
        "tools": round(len(tools & used) / len(tools), 4) if tools else 0.0,
        "entities": {"shared": len(shared), "some": shared[:_SHOWN]},
        "same_world": bool(_worlds(tasks) & _worlds(others)),
    }


def _nearest(
    tasks: Sequence[Task],
    others: Sequence[Task],
    mine: Sequence[frozenset[Any]],
    theirs: Sequence[frozenset[Any]],
) -> dict[str, Any]:
    """Return the two tasks whose sets are nearest, the first of equals."""
    at: defaultdict[Any, list[int]] = defaultdict(list)
    for place, held in enumerate(theirs):
        for item in held:
            at[item].append(place)
    best = (0.0, "", "")
    for task, wanted in zip(tasks, mine, strict=True):
        both = Counter(place for item in wanted for place in at.get(item, ()))
        for place, n in sorted(both.items()):
            similarity = n / (len(wanted) + len(theirs[place]) - n)
            if similarity > best[0]:
                best = (similarity, task.id, others[place].id)
    return {"jaccard": round(best[0], 4), "task": best[1], "other": best[2]}


def _edges(task: Task, catalogue: Catalogue) -> frozenset[tuple[str, str, str]]:
    """Return the edges of a task: tool, the tool it feeds, and by which argument."""
    calls = {call.id: call for call in task.golden_calls()}
    return frozenset(
        (source, call.tool, name)
        for call in calls.values()
        if _is_remote(call.tool, catalogue)
        for name, value in call.args.items()
        for source in _sources(value, calls, catalogue)
    )


def _sources(value: JSON, calls: Mapping[str, GoldenCall], catalogue: Catalogue) -> Iterator[str]:
    """Yield the tools that an argument's references come from, through local calls."""
    waiting = [name for ref in _refs(value) for name in _NAMED.findall(ref)]
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name in seen or name not in calls:
            continue
        seen.add(name)
        tool = calls[name].tool
        if catalogue[tool].kind == "local":
            waiting += _NAMED.findall(dumps(dict(calls[name].args)))
        elif _is_remote(tool, catalogue):
            yield tool


def _refs(value: JSON) -> Iterator[str]:
    if isinstance(value, Mapping):
        if set(value) == {"ref"}:
            yield str(value["ref"])
        else:
            for inner in value.values():
                yield from _refs(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _refs(inner)


def _steps(task: Task, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield each tool with the one that is called next, repeated calls told once."""
    tools = [c.tool for c in task.golden_calls() if catalogue[c.tool].kind != "local"]
    chain = [tool for i, tool in enumerate(tools) if i == 0 or tools[i - 1] != tool]
    yield from zip(["", *chain], [*chain, ""], strict=True)


def _is_remote(tool: str, catalogue: Catalogue) -> bool:
    return catalogue[tool].kind in ("endpoint", "view")


def _tools(tasks: Iterable[Task], catalogue: Catalogue) -> set[str]:
    called = {call.tool for task in tasks for call in task.golden_calls()}
    return {tool for tool in called if _is_remote(tool, catalogue)}


def _entities(tasks: Iterable[Task]) -> set[str]:
    values = [value for task in tasks for value in task.bindings.values()]
    return {name_key(v) for v in values if isinstance(v, str) and not v.isdecimal()}


def _worlds(tasks: Iterable[Task]) -> set[str]:
    return {task.world_hash for task in tasks if task.world_hash}
