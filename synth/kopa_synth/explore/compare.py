"""Comparisons that Phase A is judged by: allocations at equal budgets, presets under faults.

Both judge graphs against one audit of the skeleton, made once on the clean source: which edges work
does not depend on who explored them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, get_args

from kopa_env.source import Source
from kopa_env.sources.faults import FaultOverlay
from kopa_env.sources.views import ViewSource
from kopa_synth.explore.audit import EDGES, audit
from kopa_synth.explore.posterior import above, informative_beta
from kopa_synth.explore.rates import auc, f1
from kopa_synth.explore.run import explore
from kopa_synth.graph import Edge, Graph
from kopa_synth.presets import Allocation, Preset

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue

BUDGETS = (1_000, 3_000, 10_000)
"""Calls sent to the source."""

RATES: Mapping[str, float] = {
    "timeout": 0.06,
    "connect": 0.02,
    "bad_gateway": 0.03,
    "unavailable": 0.03,
    "rate_limit": 0.03,
    "quota": 0.02,
    "truncated": 0.01,
}
"""Environmental faults that meet one call in five."""

ALLOCATIONS: tuple[Allocation, ...] = get_args(Allocation)

_Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Truth:
    """Which sampled edges work, by their place in the skeleton.

    Attributes:
        works: whether an edge succeeds more often than τ.
        sure: edges that succeeded in every trial of the audit.
        sample: edges drawn.
    """

    works: Mapping[int, bool]
    sure: frozenset[int]
    sample: int

    @property
    def valid(self) -> int:
        """Edges that work."""
        return sum(self.works.values())


def truth(
    skeleton: Graph,
    catalogue: Catalogue,
    source: Source,
    preset: Preset,
    seed: int,
    edges: int = EDGES,
) -> Truth:
    """Audit a skeleton on a clean source, with arguments that a full exploration found to work."""
    found = explore(skeleton, catalogue, source, replace(preset, stable_rounds=0), seed)
    judged = audit(found.graph, catalogue, source, found.memory, preset, seed, edges=edges)
    sure = frozenset(a.place for a in judged.told() if a.share == 1.0)
    return Truth(judged.works(preset.tau), sure, len(judged.sample))


def judge(graph: Graph, known: Truth, preset: Preset) -> dict[str, Any]:
    """Return how well a graph tells edges that work from edges that do not.

    ``kept`` judges what is in G⋆: every edge not pruned, tried or not. ``confirmed`` judges only
    edges with a success and a posterior mean above τ: what somebody building on the graph gets.
    ``false_pruned`` counts edges that work and were given up, ``sure_pruned`` those among them that
    never failed in the audit, ``by_faults`` those of all edges that only environmental charges
    brought below the line.
    """
    tau = preset.tau
    edges = [graph.edges[place] for place in known.works]
    works = list(known.works.values())
    confirmed = [e.alive and e.evidence.successes > 0 and e.evidence.mean > tau for e in edges]
    found = auc([e.evidence.mean for e in edges], works)
    return {
        "kept": f1([e.alive for e in edges], works),
        "confirmed": f1(confirmed, works),
        "auc": None if found is None else round(found, 4),
        "false_pruned": sum(w and not e.alive for e, w in zip(edges, works, strict=True)),
        "sure_pruned": sum(not graph.edges[place].alive for place in known.sure),
        "by_faults": sum(_by_faults(e, preset) for e in graph.edges),
        "untried": sum(not e.evidence.informative for e in graph.edges),
    }


def _by_faults(edge: Edge, preset: Preset) -> bool:
    """Say whether a pruned edge would have been kept had environmental faults cost nothing."""
    beta = informative_beta(edge, preset)
    kept = float(above(edge.evidence.alpha, beta, preset.tau)) >= preset.eps_prune
    return not edge.alive and (kept or edge.evidence.informative < preset.n_min)


def compare_allocations(
    skeleton: Graph,
    catalogue: Catalogue,
    source: Source,
    preset: Preset,
    seed: int,
    *,
    known: Truth | None = None,
    budgets: Sequence[int] = BUDGETS,
    allocations: Sequence[Allocation] = ALLOCATIONS,
    say: _Say | None = None,
) -> list[dict[str, Any]]:
    """Spend the same budgets under each allocation; one row a budget and allocation."""
    known = known or truth(skeleton, catalogue, source, preset, seed)
    rows = []
    for budget in budgets:
        for allocation in allocations:
            changed = replace(preset, allocation=allocation, stable_rounds=0)
            found = explore(skeleton, catalogue, source, changed, seed, budget=budget)
            row = {
                "budget": budget,
                "allocation": allocation,
                "sent": found.calls.sent,
                "distinct": found.calls.distinct,
                "paths": sum(r["paths"] for r in found.rounds),
                **judge(found.graph, known, preset),
            }
            rows.append(row)
            if say is not None:
                say(f"{allocation} at {budget:,} calls: F1 {row['kept']['f1']:.3f}")
    return rows


def compare_faults(
    skeleton: Graph,
    catalogue: Catalogue,
    source: Source,
    presets: Sequence[Preset],
    seed: int,
    *,
    known: Truth | None = None,
    rates: Mapping[str, float] = RATES,
    say: _Say | None = None,
) -> list[dict[str, Any]]:
    """Explore under environmental faults and count valid edges falsely pruned; one row a preset.

    ``clean`` is the same preset without faults: what it prunes falsely anyway.
    """
    known = known or truth(skeleton, catalogue, source, presets[-1], seed)
    rows = []
    for preset in presets:
        row: dict[str, Any] = {"preset": preset.name, "valid": known.valid}
        for name, asked in (("faulty", overlaid(source, seed, rates)), ("clean", source)):
            found = explore(skeleton, catalogue, asked, replace(preset, stable_rounds=0), seed)
            row[name] = judge(found.graph, known, preset)
            row[name]["sent"] = found.calls.sent
            share = row[name]["false_pruned"] / known.valid if known.valid else 0.0
            row[name]["false_pruned_share"] = round(share, 4)
        rows.append(row)
        if say is not None:
            say(f"{preset.name}: {row['faulty']['false_pruned_share']:.1%} of valid edges pruned")
    return rows


def overlaid(source: Source, seed: int, rates: Mapping[str, float]) -> Source:
    """Return a source whose replies meet faults; below the views, where services fail."""
    if isinstance(source, ViewSource):
        return source.over(FaultOverlay(source.source, seed, rates))
    return FaultOverlay(source, seed, rates)


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Return rows as a plain text table; nested values become columns like ``kept.f1``."""
    flat = [_flat(row) for row in rows]
    if not flat:
        return ""
    names = list(flat[0])
    cells = [names, *([row.get(name, "") for name in names] for row in flat)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(names))]
    lines = ["  ".join(c.rjust(w) for c, w in zip(row, widths, strict=True)) for row in cells]
    return "\n".join([lines[0], "  ".join("-" * w for w in widths), *lines[1:]])


def _flat(row: Mapping[str, Any], before: str = "") -> dict[str, str]:
    found: dict[str, str] = {}
    for name, value in row.items():
        if isinstance(value, Mapping):
            found |= _flat(value, f"{before}{name}.")
        else:
            found[before + name] = f"{value:,}" if isinstance(value, int) else str(value)
    return found
