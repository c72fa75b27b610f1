"""Judges a graph file from outside: against what the world was built with, and the gold list.

The graph is read as a file, not through the package that makes it, so that maker and judge share
no code. An edge is *live* if the file says it is part of the graph. It is true if every binding
of it that can be judged is true, and false if one is false.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import orjson

from kopa_bench.planted import FIDELITIES, Fidelity, PlantedTruth
from kopa_bench.ranking import auc_gain
from kopa_bench.statistics import wilson
from kopa_env.errors import UsageError

if TYPE_CHECKING:
    from kopa_env.catalogue.catalogue import Catalogue

SCHEMA = 1
_CONFUSIONS = 10
_TOLD = ("precision", "n", "recall", "true", "auc_prior", "auc_posterior", "gain_lo")
Key: TypeAlias = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class JudgedEdge:
    """An edge of the file.

    Attributes:
        bindings: (param, field) pairs.
        prior: score before any trial.
        posterior: mean of the Beta posterior.
    """

    source: str
    target: str
    bindings: tuple[tuple[str, str], ...]
    prior: float
    posterior: float
    alive: bool


@dataclass(frozen=True, slots=True)
class GraphFile:
    """A graph as its file has it."""

    tools: tuple[str, ...]
    edges: tuple[JudgedEdge, ...]
    about: Mapping[str, Any]
    hash: str


@dataclass(frozen=True, slots=True)
class Gold:
    """An edge whose truth is known from outside."""

    key: Key
    true: bool


@dataclass(frozen=True, slots=True)
class GoldList:
    """The gold edges and the hash of the file that holds them."""

    edges: tuple[Gold, ...]
    hash: str


def read_graph(path: Path) -> GraphFile:
    """Read a graph file.

    Raises:
        UsageError: if it cannot be read, is none or is of another schema.
    """
    body = _read(path)
    try:
        head, *rows = (orjson.loads(line) for line in body.splitlines() if line)
        if head["schema"] != SCHEMA:
            raise UsageError(f"graph schema {head['schema']}, expected {SCHEMA}")
        edges = tuple(_edge(row) for row in rows)
        tools, about = tuple(map(str, head["tools"])), dict(head["about"])
    except (orjson.JSONDecodeError, KeyError, TypeError, ValueError, ZeroDivisionError) as error:
        raise UsageError(f"{path} is no graph file: {error}") from None
    return GraphFile(tools, edges, about, blake2b(body, digest_size=8).hexdigest())


def shipped_gold() -> Path | None:
    """Return where the gold list lies that comes with EDGE; nothing of EDGE is imported."""
    spec = find_spec("kopa_synth")
    folders = spec.submodule_search_locations if spec is not None else None
    for folder in folders or ():
        path = Path(folder) / "gold" / "edges.tsv"
        if path.is_file():
            return path
    return None


def read_gold(path: Path) -> GoldList:
    """Read a gold list: tab-separated source, field, target, param, label (true or false), ….

    Raises:
        UsageError: if it cannot be read or lacks a column.
    """
    body = _read(path)
    try:
        head, *lines = body.decode("utf-8").splitlines()
        at = [head.split("\t").index(n) for n in ("source", "field", "target", "param", "label")]
        cells = [[line.split("\t")[n] for n in at] for line in lines if line]
    except (ValueError, IndexError) as error:
        raise UsageError(f"{path} is no gold list: {error}") from None
    edges = tuple(Gold((a, b, c, d), label == "true") for a, b, c, d, label in cells)
    return GoldList(edges, blake2b(body, digest_size=16).hexdigest())


def judge(graph: GraphFile, catalogue: Catalogue, gold: GoldList | None) -> dict[str, Any]:
    """Return what ``kopa bench graph --json`` prints.

    Args:
        graph: the graph.
        catalogue: the tools it names.
        gold: edges known from outside, ``None`` to leave them out.

    Raises:
        UsageError: if the graph names a tool that the catalogue lacks.
    """
    truth = PlantedTruth(catalogue)
    known = [edge for edge in gold.edges if _within(edge.key, graph.tools)] if gold else []
    return {
        "graph_hash": graph.hash,
        "tools": len(graph.tools),
        "edges": {"proposed": len(graph.edges), "live": sum(e.alive for e in graph.edges)},
        "planted": _planted(graph.edges, graph.tools, truth),
        "gold": {**_gold(known, graph.edges), "hash": gold.hash} if gold else None,
        "fidelity": {level: _level(level, graph, truth, known) for level in FIDELITIES},
        "confusions": _confusions(graph.edges, truth),
    }


def told(found: Mapping[str, Any]) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    """Return headers and rows of a table of the verdicts, one row a truth and fidelity."""
    rows = [("all", truth, found[truth]) for truth in ("planted", "gold")]
    for level, part in found["fidelity"].items():
        rows += [(level, truth, part[truth]) for truth in ("planted", "gold")]
    return (
        ("tools", "truth", *_TOLD),
        [
            (tools, truth, *("-" if part.get(n) is None else str(part[n]) for n in _TOLD))
            for tools, truth, part in rows
            if part
        ],
    )


def _level(
    level: Fidelity, graph: GraphFile, truth: PlantedTruth, gold: Sequence[Gold]
) -> dict[str, Any]:
    """Return the verdicts on the edges whose weaker end is of one fidelity."""
    here = [edge for edge in graph.edges if _weaker(truth, edge.source, edge.target) == level]
    tools = [name for name in graph.tools if truth.fidelity(name) == level]
    known = [edge for edge in gold if _weaker(truth, edge.key[0], edge.key[2]) == level]
    return {
        "tools": len(tools),
        "planted": _planted(here, tools, truth),
        "gold": _gold(known, here),
    }


def _weaker(truth: PlantedTruth, source: str, target: str) -> Fidelity:
    return max(truth.fidelity(source), truth.fidelity(target), key=FIDELITIES.index)


# ---- planted ---------------------------------------------------------------------------------


def _planted(
    edges: Sequence[JudgedEdge], tools: Sequence[str], truth: PlantedTruth
) -> dict[str, Any]:
    verdicts = [_verdict(edge, truth) for edge in edges]
    needs = set(truth.needs(tools))
    naming = {need for need in needs if truth.identifies(need[1], need[2])}
    judged = [(e, v) for e, v in zip(edges, verdicts, strict=True) if v is not None]
    ranked = auc_gain(
        [v for _, v in judged], [e.prior for e, _ in judged], [e.posterior for e, _ in judged]
    )
    live = [v for e, v in judged if e.alive]
    return {
        **_share("precision", sum(live), len(live)),
        **_recall(edges, truth, needs),
        "identifiers": _recall(edges, truth, naming),
        "proposed": {"n": len(judged), "true": sum(v for _, v in judged)},
        "unjudged": sum(e.alive and v is None for e, v in zip(edges, verdicts, strict=True)),
        **_areas(ranked.prior, ranked.posterior, ranked.gain_lo),
    }


def _verdict(edge: JudgedEdge, truth: PlantedTruth) -> bool | None:
    found = [truth.judge(edge.source, f, edge.target, p) for p, f in edge.bindings]
    if False in found:
        return False
    return True if True in found else None


def _recall(
    edges: Iterable[JudgedEdge], truth: PlantedTruth, needs: set[tuple[str, str, str]]
) -> dict[str, Any]:
    """Return how many true (source, target, param) are live, of all and of those proposed.

    ``covered`` is the share of arguments that a live edge can fill, of those that any could.
    """
    proposed, live = _true_needs(edges, truth)
    proposed, live = proposed & needs, live & needs
    wanted = {need[1:] for need in needs}
    return {
        "recall": _ratio(len(live), len(needs)),
        "kept": _ratio(len(live), len(proposed)),
        "covered": _ratio(len({need[1:] for need in live}), len(wanted)),
        "true": len(needs),
    }


def _true_needs(
    edges: Iterable[JudgedEdge], truth: PlantedTruth
) -> tuple[set[tuple[str, str, str]], set[tuple[str, str, str]]]:
    proposed, live = set(), set()
    for edge in edges:
        for param, field in edge.bindings:
            if truth.judge(edge.source, field, edge.target, param):
                need = (edge.source, edge.target, param)
                proposed.add(need)
                if edge.alive:
                    live.add(need)
    return proposed, live


def _confusions(edges: Iterable[JudgedEdge], truth: PlantedTruth) -> list[dict[str, Any]]:
    """Return the commonest pairs of domains that live edges join and should not."""
    counts: Counter[tuple[str, str]] = Counter()
    for edge in edges:
        for param, field in edge.bindings:
            if edge.alive and truth.judge(edge.source, field, edge.target, param) is False:
                counts[truth.domains(edge.source, field, edge.target, param)] += 1
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return [
        {"field": source, "argument": target, "edges": count}
        for (source, target), count in ordered[:_CONFUSIONS]
    ]


# ---- gold ------------------------------------------------------------------------------------


def _gold(gold: Sequence[Gold], edges: Iterable[JudgedEdge]) -> dict[str, Any]:
    """Return the verdicts on the gold edges; one that was never proposed scores 0 before and after.

    ``proposed`` leaves those out: it tells what trials add among edges that were proposed.
    """
    found = _by_key(edges)
    held = [found.get(edge.key) for edge in gold]
    labels = [edge.true for edge in gold]
    live = [edge.true for edge, scores in zip(gold, held, strict=True) if scores and scores.alive]
    before = [scores.prior if scores else 0.0 for scores in held]
    after = [scores.posterior if scores else 0.0 for scores in held]
    ranked = auc_gain(labels, before, after)
    among = [(e.true, s) for e, s in zip(gold, held, strict=True) if s is not None]
    inner = auc_gain(
        [label for label, _ in among], [s.prior for _, s in among], [s.posterior for _, s in among]
    )
    return {
        **_share("precision", sum(live), len(live)),
        "recall": _ratio(sum(live), sum(labels)),
        "kept": _ratio(sum(live), sum(label for label, _ in among)),
        "n": len(gold),
        "true": sum(labels),
        "live": len(live),
        **_areas(ranked.prior, ranked.posterior, ranked.gain_lo),
        "proposed": {
            "n": len(among),
            "true": sum(label for label, _ in among),
            **_areas(inner.prior, inner.posterior, inner.gain_lo),
        },
    }


@dataclass(frozen=True, slots=True)
class _Scores:
    """The best that edges with one binding have."""

    prior: float
    posterior: float
    alive: bool


def _by_key(edges: Iterable[JudgedEdge]) -> dict[Key, _Scores]:
    found: dict[Key, _Scores] = {}
    for edge in edges:
        for param, field in edge.bindings:
            key = (edge.source, field, edge.target, param)
            old = found.get(key, _Scores(0.0, 0.0, False))
            found[key] = _Scores(
                max(old.prior, edge.prior),
                max(old.posterior, edge.posterior),
                old.alive or edge.alive,
            )
    return found


def _within(key: Key, tools: Sequence[str]) -> bool:
    return key[0] in tools and key[2] in tools


# ---- figures ---------------------------------------------------------------------------------


def _share(name: str, part: int, whole: int) -> dict[str, Any]:
    low, high = wilson(part, whole)
    return {
        name: _ratio(part, whole),
        f"{name}_ci95": None if whole == 0 else [round(low, 4), round(high, 4)],
        "n": whole,
    }


def _ratio(part: int, whole: int) -> float | None:
    return None if whole == 0 else round(part / whole, 4)


def _areas(prior: float, posterior: float, gain_lo: float) -> dict[str, Any]:
    named = {"auc_prior": prior, "auc_posterior": posterior, "gain_lo": gain_lo}
    return {name: None if math.isnan(v) else round(v, 4) for name, v in named.items()}


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None


def _edge(row: Mapping[str, Any]) -> JudgedEdge:
    evidence = row["evidence"]
    alpha, beta = float(evidence["alpha"]), float(evidence["beta"])
    return JudgedEdge(
        source=row["source"],
        target=row["target"],
        bindings=tuple((param, field) for param, field in row["bindings"]),
        prior=float(row["score"]),
        posterior=alpha / (alpha + beta),
        alive=bool(row["alive"]),
    )
