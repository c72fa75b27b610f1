"""Build the skeleton: retrieve pairs of tools, score them, admit what is sound.

What has been scored is appended to a progress file, one source a line, so that a killed build
goes on where it stopped and gives the same graph.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson

from kopa_env.cache import replacing
from kopa_env.catalogue import Catalogue
from kopa_env.spec import ToolSpec
from kopa_synth.graph import Binding, Edge, Graph, Plan
from kopa_synth.presets import Preset
from kopa_synth.retrieval import Candidate, Retriever, ThreeView
from kopa_synth.scoring import Admission, Proposal, RuleScorer, Scorer

Told = Callable[[int, int], None]
"""Called with the number of sources done and of all."""

_Scored = list[tuple[str, list[Proposal]]]


def nodes(catalogue: Catalogue) -> list[ToolSpec]:
    """Return the tools a graph is built over: what reads from a platform, in catalogue order.

    Views are among them; tools of the episode itself and tools that write are not.
    """
    specs = [catalogue[entry.name] for entry in catalogue.entries.values()]
    return [s for s in specs if s.kind in ("endpoint", "view") and s.effect == "read"]


def build_skeleton(
    catalogue: Catalogue,
    preset: Preset,
    retriever: Retriever | None = None,
    scorer: Scorer | None = None,
    *,
    progress: Path | None = None,
    workers: int = 1,
    tell: Told | None = None,
) -> Graph:
    """Return the skeleton of a catalogue.

    Args:
        catalogue: the tools.
        preset: how many pairs to consider, what score admits, how strong priors are.
        retriever: BM25 in three views by default.
        scorer: fixed rules by default.
        progress: file that scored pairs are appended to; a file left by another catalogue,
            preset, retriever or scorer is started anew.
        workers: pairs of one source scored at a time (for scorers that wait for a server).
        tell: is told how far the build is.
    """
    retriever, scorer = retriever or ThreeView(), scorer or RuleScorer()
    specs = nodes(catalogue)
    about: dict[str, Any] = {
        "stage": "skeleton",
        "catalogue": catalogue.hash,
        "preset": preset.as_dict(),
        "retriever": retriever.name,
        "scorer": scorer.name,
    }
    rows = retriever.candidates(specs, preset.k_same, preset.k_cross, preset.k_back)
    admission = Admission(preset)
    edges: dict[tuple[str, str, tuple[Binding, ...]], Edge] = {}
    counts = {"pairs_considered": 0, "proposals": 0}
    with _Log(progress, about) as log:
        build = _Build(catalogue, scorer, workers, log)
        for done, (source, row) in enumerate(zip(specs, rows, strict=True), start=1):
            for target, proposals in build.scored(source, row):
                counts["pairs_considered"] += 1
                counts["proposals"] += len(proposals)
                for edge in _admitted(admission, source, catalogue[target], proposals):
                    known = edges.get(edge.key)
                    if known is None or known.score < edge.score:
                        edges[edge.key] = edge
            if tell:
                tell(done, len(specs))
    about |= counts | {
        "edges": len(edges),
        "refused": {str(why): n for why, n in sorted(admission.refused.items())},
    }
    return Graph(tuple(s.name for s in specs), [edges[key] for key in sorted(edges)], about)


def write_graph(graph: Graph, path: Path) -> None:
    """Write a graph file; a reader sees the old one or the new one."""
    with replacing(path) as temporary:
        temporary.write_bytes(graph.to_bytes())


def _admitted(
    admission: Admission, source: ToolSpec, target: ToolSpec, proposals: Sequence[Proposal]
) -> Iterator[Edge]:
    for proposal in proposals:
        if edge := admission.edge(source, target, proposal):
            yield edge


@dataclass(frozen=True, slots=True)
class _Build:
    """Scores what the progress file does not hold yet."""

    catalogue: Catalogue
    scorer: Scorer
    workers: int
    log: _Log

    def scored(self, source: ToolSpec, row: Sequence[Candidate]) -> _Scored:
        """Return the proposals of each candidate of a source."""
        targets = [candidate.target for candidate in row]
        known = self.log.known.get(source.name)
        if known is not None and [target for target, _ in known] == targets:
            return known
        specs = [self.catalogue[target] for target in targets]
        if self.workers > 1:
            with ThreadPoolExecutor(self.workers) as pool:
                found = list(pool.map(lambda target: self.scorer.score(source, target), specs))
        else:
            found = [self.scorer.score(source, target) for target in specs]
        result = list(zip(targets, found, strict=True))
        self.log.append(source.name, result)
        return result


class _Log:
    """Append-only file of scored pairs, one source a line after a head line."""

    def __init__(self, path: Path | None, about: dict[str, Any]) -> None:
        head = blake2b(orjson.dumps(about, option=orjson.OPT_SORT_KEYS), digest_size=8).hexdigest()
        self.known: dict[str, _Scored] = {}
        self._file = None
        if path is None:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = _whole_lines(path)
        if kept[:1] != [_line({"build": head})]:
            kept = [_line({"build": head})]
        with replacing(path) as temporary:
            temporary.write_bytes(b"".join(kept))
        for line in kept[1:]:
            row = orjson.loads(line)
            self.known[row["source"]] = [(t, [_proposal(p) for p in ps]) for t, ps in row["pairs"]]
        self._file = path.open("ab")

    def append(self, source: str, scored: _Scored) -> None:
        """Add one source and hand it to the operating system."""
        if self._file is not None:
            pairs = [[target, [_row(p) for p in proposals]] for target, proposals in scored]
            self._file.write(_line({"source": source, "pairs": pairs}))
            self._file.flush()

    def __enter__(self) -> _Log:
        return self

    def __exit__(self, *_failure: object) -> None:
        if self._file is not None:
            self._file.close()


def _whole_lines(path: Path) -> list[bytes]:
    """Return the lines of a file; a last line that was cut off by a kill is left out."""
    try:
        lines = path.read_bytes().splitlines(keepends=True)
    except FileNotFoundError:
        return []
    return [line for line in lines if line.endswith(b"\n")]


def _line(row: dict[str, Any]) -> bytes:
    return orjson.dumps(row, option=orjson.OPT_SORT_KEYS) + b"\n"


def _row(proposal: Proposal) -> dict[str, Any]:
    return {
        "bindings": [[b.param, b.field] for b in proposal.bindings],
        "score": proposal.score,
        "reason": proposal.reason,
        "plan": {name: str(plan) for name, plan in proposal.plan.items()},
    }


def _proposal(row: dict[str, Any]) -> Proposal:
    return Proposal(
        bindings=tuple(Binding(*pair) for pair in row["bindings"]),
        score=row["score"],
        reason=row["reason"],
        plan={name: Plan(plan) for name, plan in row["plan"].items()},
    )
