"""``graph.html``: every tool and edge in one file, drawn by its own script.

The graph is a block of JSON that nothing in it can end; the script puts all of it in as text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Any

import orjson

from kopa_env.errors import UsageError
from kopa_synth.folder import write
from kopa_synth.graph import Edge, Graph

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue

_UNSAFE = {c.encode(): f"\\u{ord(c):04x}".encode() for c in "<>&\u2028\u2029"}
SCRIPTS = ("layout.js", "state.js", "panel.js", "drawing.js", "pointing.js", "controls.js")
"""In the order in which they are read: they are one script."""

_LONGEST = 60
"""Characters of a meaning that are shown."""

_UNKNOWN = "?"
"""Platform of tools the catalogue does not have (a graph from elsewhere)."""


def page(
    graph: Graph, catalogue: Catalogue, settings: Mapping[str, Any] | None = None, start: str = ""
) -> str:
    """Return the picture as one HTML document.

    Args:
        graph: a skeleton or verified graph.
        catalogue: where titles and meanings come from.
        settings: of the run, for the line that says what answered.
        start: a tool or edge that is shown at first.

    Raises:
        UsageError: if ``start`` is in the graph neither as a tool nor as an edge.
    """
    if start and start not in graph.tools and all(start != edge.id for edge in graph.edges):
        raise UsageError(f"the graph has no tool or edge {start!r}")
    ko, en = _origin(graph, settings)
    return Template(_asset("picture.html")).substitute(
        title=escape(f"EDGE · {len(graph.tools)} tools · {len(graph.edges)} edges"),
        origin_ko=escape(ko),
        origin_en=escape(en),
        hash=graph.hash,
        style=_asset("picture.css"),
        script="\n".join(map(_asset, SCRIPTS)),
        data=embedded({**data(graph, catalogue), "start": start}),
    )


def write_page(
    path: Path, graph: Graph, catalogue: Catalogue, settings: Mapping[str, Any] | None, start: str
) -> None:
    """Write the picture, whole or not at all."""
    write(path, page(graph, catalogue, settings, start).encode())


def data(graph: Graph, catalogue: Catalogue) -> dict[str, Any]:
    """Return what the script reads: rows instead of objects, tools by their place."""
    at = {name: i for i, name in enumerate(graph.tools)}
    platforms = [*catalogue.platforms, _UNKNOWN]
    known = catalogue.platforms.values()
    return {
        "platforms": [*([p.name, p.title_ko, p.title_en] for p in known), [_UNKNOWN] * 3],
        "tools": [_tool(name, catalogue, platforms) for name in graph.tools],
        "edges": [_edge(edge, at) for edge in graph.edges if {edge.source, edge.target} <= {*at}],
        "meanings": dict(_meanings(graph, catalogue)),
    }


def embedded(value: Any) -> str:
    """Return JSON that nothing inside a script element can end or open."""
    body = orjson.dumps(value)
    for character, escaped in _UNSAFE.items():
        body = body.replace(character, escaped)
    return body.decode()


def _asset(name: str) -> str:
    return (files("kopa_synth") / "picture" / name).read_text(encoding="utf-8")


def _tool(name: str, catalogue: Catalogue, platforms: list[str]) -> list[Any]:
    spec = catalogue.get(name)
    if spec is None:
        return [name, platforms.index(_UNKNOWN), "", "", ""]
    place = platforms.index(spec.platform if spec.platform in platforms else _UNKNOWN)
    return [name, place, spec.title_ko, spec.title_en, catalogue.entries[name].fidelity]


def _edge(edge: Edge, at: Mapping[str, int]) -> list[Any]:
    evidence = edge.evidence
    return [
        at[edge.source],
        at[edge.target],
        [[b.field, b.param] for b in edge.bindings],
        round(edge.score, 3),
        round(evidence.alpha, 2),
        round(evidence.beta, 2),
        int(edge.alive),
        evidence.trials,
        evidence.cardinality,
        evidence.last_round,
        {name: str(plan) for name, plan in edge.plan.items()},
    ]


def _meanings(graph: Graph, catalogue: Catalogue) -> Iterator[tuple[str, list[str]]]:
    """Yield what bound fields (``tool.field``) and parameters (``tool>param``) mean."""
    fields = {(e.source, b.field) for e in graph.edges for b in e.bindings}
    params = {(e.target, b.param) for e in graph.edges for b in e.bindings}
    for tool, path in sorted(fields):
        spec = catalogue.get(tool)
        for field in spec.fields if spec else ():
            if field.path == path:
                yield f"{tool}.{path}", _short(field.meaning_ko, field.meaning_en)
    for tool, name in sorted(params):
        spec = catalogue.get(tool)
        if spec and (param := spec.param(name)):
            yield f"{tool}>{name}", _short(param.meaning_ko, param.meaning_en)


def _short(*texts: str) -> list[str]:
    return [t if len(t) <= _LONGEST else f"{t[: _LONGEST - 1]}…" for t in texts]


def _origin(graph: Graph, settings: Mapping[str, Any] | None) -> tuple[str, str]:
    """Return in Korean and English what the edges were executed against."""
    if graph.about.get("stage") == "skeleton":
        return (
            "아직 실행하지 않은 후보 간선입니다. 색은 사전 점수입니다.",
            "Proposed edges that were not executed yet: colours are prior scores.",
        )
    source = (settings or {}).get("source", "")
    if source == "live":
        return ("실제 API를 호출해 확인한 간선입니다.", "Edges executed against the real APIs.")
    if source:
        return (
            "공개 API를 본뜬 복제본에서 실행했습니다. 복제본의 수치는 생성된 값입니다.",
            "Edges executed against a replica of the public APIs; its figures are generated.",
        )
    return (
        "그래프 파일에는 무엇이 응답했는지 적혀 있지 않습니다.",
        "The graph file does not say what answered the calls.",
    )
