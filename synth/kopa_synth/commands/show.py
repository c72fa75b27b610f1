"""``kopa synth show``: a tool's edges, or the whole evidence of one."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from kopa_env.errors import UsageError, did_you_mean
from kopa_synth.commands.stats import Opened
from kopa_synth.graph import Edge, Graph


def describe(graph: Graph, item: str) -> dict[str, Any]:
    """Return what a graph knows of a tool or of the edges with an id.

    Raises:
        UsageError: if it holds neither.
    """
    if item in graph.tools:
        return tool(graph, item)
    found = [edge for edge in graph.edges if edge.id == item]
    if not found:
        known = [*graph.tools, *(edge.id for edge in graph.edges)]
        raise UsageError(f"the graph has no tool or edge {item!r}{did_you_mean(item, known)}")
    return {"edges": [edge_row(edge) for edge in found]}


def tool(graph: Graph, name: str) -> dict[str, Any]:
    """Return a tool with the edges that lead into it and out of it, the best first."""
    ranked = sorted(graph.edges, key=lambda edge: (not edge.alive, -edge.evidence.mean, edge.key))
    return {
        "tool": name,
        "in": [edge_row(edge) for edge in ranked if edge.target == name],
        "out": [edge_row(edge) for edge in ranked if edge.source == name],
    }


def edge_row(edge: Edge) -> dict[str, Any]:
    """Return an edge with its evidence as plain values."""
    evidence = edge.evidence
    return {
        "id": edge.id,
        "source": edge.source,
        "target": edge.target,
        "bindings": [{"param": b.param, "field": b.field} for b in edge.bindings],
        "plan": {name: str(plan) for name, plan in edge.plan.items()},
        "alive": edge.alive,
        "score": edge.score,
        "posterior": round(evidence.mean, 4),
        "alpha": evidence.alpha,
        "beta": evidence.beta,
        "trials": evidence.trials,
        "cardinality": evidence.cardinality,
        "last_round": evidence.last_round,
    }


def tools(graph: Graph) -> list[dict[str, Any]]:
    """Return every tool with the number of edges into and out of it, live and proposed."""
    live, proposed = _degrees(graph.live()), _degrees(graph.edges)
    return [
        {
            "tool": name,
            "in": live[name, "in"],
            "out": live[name, "out"],
            "proposed_in": proposed[name, "in"],
            "proposed_out": proposed[name, "out"],
        }
        for name in graph.tools
    ]


def draw(opened: Opened, path: Path, start: str) -> dict[str, Any]:
    """Write the picture of a graph; return what was written."""
    from kopa_env.catalogue import Catalogue
    from kopa_synth.picture import write_page

    graph = opened.graph
    write_page(path, graph, Catalogue.load(), opened.settings, start)
    return {
        "picture": str(path),
        "tools": len(graph.tools),
        "edges": len(graph.edges),
        "bytes": path.stat().st_size,
        "graph_hash": graph.hash,
    }


def _degrees(edges: list[Edge]) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for edge in edges:
        found[edge.source, "out"] += 1
        found[edge.target, "in"] += 1
    return found
