"""``kopa synth stats``: what a graph and the corpus made from it come to, in one object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from kopa_env.errors import UsageError
from kopa_synth.commands.audit import read_audit
from kopa_synth.folder import AUDIT, CORPUS, GRAPH, SKELETON, RunFolder
from kopa_synth.graph import Edge, Fault, Graph

STATUSES = ("skeleton", "verified", "pruned")
CORPUS_STATS = f"{CORPUS}/stats.json"
_AUC = ("prior", "posterior", "gain_lo")


@dataclass(frozen=True, slots=True)
class Opened:
    """A graph and the folder its other files lie in.

    Attributes:
        path: of the graph file.
        graph: what it holds.
    """

    path: Path
    graph: Graph

    @classmethod
    def at(cls, path: Path) -> Opened:
        """Open a graph file, or the graph of a run folder: verified, else the skeleton.

        Raises:
            UsageError: if there is none.
        """
        if path.is_dir():
            files = [path / GRAPH, path / SKELETON]
            found = next((file for file in files if file.exists()), None)
            if found is None:
                raise UsageError(f"{path} holds neither {GRAPH} nor {SKELETON}")
            path = found
        return cls(path, Graph.load(path))

    @property
    def settings(self) -> dict[str, Any] | None:
        """Return the settings of the run it lies in, if it lies in one."""
        folder = RunFolder(self.path.parent)
        return folder.settings() if folder.exists else None

    @property
    def explored(self) -> bool:
        """Whether its edges were executed."""
        return self.graph.about.get("stage") != "skeleton"

    def audit(self) -> dict[str, Any] | None:
        """Return the audit of this graph that lies beside it, if there is one."""
        path = self.path.parent / AUDIT
        if not path.exists():
            return None
        found = read_audit(path)
        return found if found.get("graph") == self.graph.hash else None


def stats(opened: Opened) -> dict[str, Any]:
    """Return the figures of a graph; what does not exist yet is ``None``."""
    from kopa_synth.explore.audit import never_succeeded

    graph, explored, audit = opened.graph, opened.explored, opened.audit()
    live = len(graph.live())
    return {
        "tools": len(graph.tools),
        "pairs_considered": graph.about.get("pairs_considered"),
        "edges": {
            "skeleton": len(graph.edges),
            "verified": live if explored else None,
            "pruned": len(graph.edges) - live if explored else None,
        },
        "audit": in_order(audit["status"]) if audit else None,
        "never_succeeded": never_succeeded(graph.edges) if explored else None,
        "auc": {name: audit["auc"][name] if audit else None for name in _AUC},
        "coverage": coverage(graph) if explored else None,
        "graph_file": str(opened.path),
        "graph_hash": graph.hash,
        "corpus": _corpus(opened.path.parent / CORPUS_STATS),
    }


def in_order(status: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rates of an audit in the order of :data:`STATUSES`; one may be absent."""
    return {name: status[name] for name in STATUSES if name in status}


def coverage(graph: Graph) -> dict[str, Any]:
    """Return how much of a graph was really tried.

    ``edges`` is the share of verified edges with at least ``n_min`` informative trials (what they
    need to be pruned), ``tools`` the share of all tools that answered with rows at least once: as
    the source of a trial, or as the target of one that succeeded.
    """
    live, least = graph.live(), graph.about.get("preset", {}).get("n_min", 1)
    tried = sum(edge.evidence.informative >= least for edge in live)
    reached = {edge.source for edge in graph.edges if edge.evidence.n}
    reached |= {edge.target for edge in graph.edges if _answered(edge)}
    return {
        "edges": round(tried / len(live), 4) if live else None,
        "tools": round(len(reached) / len(graph.tools), 4) if graph.tools else None,
        "n_min": least,
    }


def _answered(edge: Edge) -> bool:
    """Say whether the target answered with rows; one that ignored the value did too."""
    trials: Mapping[str, int] = edge.evidence.trials
    return any(trials.get(fault, 0) for fault in (Fault.NONE, Fault.IGNORED))


def _corpus(path: Path) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = orjson.loads(path.read_bytes())
    except FileNotFoundError:
        return None
    except (OSError, orjson.JSONDecodeError) as error:
        raise UsageError(f"cannot read {path}: {error}") from None
    return found
