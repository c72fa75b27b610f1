"""The numbers EDGE runs with: what the paper is said to have used, and ours.

Both phases read the same preset, and the graph file names it. Numbers published for the paper are
kept in ``paper``; where nothing is published, both presets carry our choice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any, Literal

from kopa_env.errors import UsageError, did_you_mean
from kopa_synth.graph import Evidence, Fault

Allocation = Literal["thompson", "thompson+coverage", "boundary"]
Starts = Literal["uniform", "untried"]

_WEIGHTS: Mapping[Fault, float] = {
    Fault.MISSING_FIELD: 1.5,
    Fault.BAD_ARGUMENT: 1.25,
    Fault.IGNORED: 1.25,
    Fault.EMPTY: 1.0,
    Fault.AMBIGUOUS: 0.8,
    Fault.AUTH: 0.5,
    Fault.SERVER: 0.3,
    Fault.TIMEOUT: 0.3,
    Fault.RATE_LIMIT: 0.1,
    Fault.QUOTA: 0.1,
}


@dataclass(frozen=True, slots=True)
class Preset:
    """Parameters of skeleton, Phase A and Phase B.

    Attributes:
        s_min: prior score an edge needs to be admitted to the skeleton.
        kappa: strength κ of the prior: ``α₀ = 1 + κs``, ``β₀ = 1 + κ(1 − s)``.
        k_same: targets retrieved per source in its own domain.
        k_cross: targets retrieved per source in other domains.
        k_back: sources retrieved per target, so that tools which look like many others are
            reached as well.
        success_semantic: added to α when a bound value reached a semantic parameter.
        success_generic: added to α when only generic parameters were bound.
        weights: added to β, by fault; a fault that is not named charges nothing.
        n_min: trials an edge needs before it can be pruned.
        n_min_counts: whether environmental trials count towards ``n_min``.
        tau: success rate τ an edge must reach.
        eps_prune: an edge is pruned when ``Pr[θ > τ]`` falls below this.
        eps_explore: probability of a uniformly random step.
        rounds: T, rounds of Phase A.
        paths: M, paths a round.
        max_len: most tools on a path of Phase A.
        phi: φ, most values one junction fans out over.
        fresh_values: whether a trial takes a value the edge was not tried on before, if the
            reply holds one among the first φ.
        allocation: how trials are spread over edges.
        starts: where paths start: at any tool alike, or by edges not yet tried ``n_min`` times.
        coverage_share: share of paths started at the least tried edges
            (``thompson+coverage`` only).
        outage_guard: whether a target that fails environmentally under several edges of one round
            is put on cool-down instead of charging them.
        outage_edges: distinct edges that must fail for that.
        outage_rounds: length of the cool-down.
        revive_every: rounds between revival trials of pruned edges, 0 for never.
        stable_rounds: rounds the graph must stay as it is to stop early, 0 for never.
        stable_share: share of edges that may change sides of τ, be pruned or revived in all of
            these rounds together.
    """

    name: str
    s_min: float = 0.3
    kappa: float = 2.0
    k_same: int = 15
    k_cross: int = 10
    k_back: int = 0
    success_semantic: float = 1.0
    success_generic: float = 0.3
    weights: Mapping[Fault, float] = field(default_factory=lambda: dict(_WEIGHTS), hash=False)
    n_min: int = 2
    n_min_counts: Literal["all", "informative"] = "all"
    tau: float = 0.5
    eps_prune: float = 0.3
    eps_explore: float = 0.1
    rounds: int = 100
    paths: int = 500
    max_len: int = 4
    phi: int = 5
    fresh_values: bool = False
    allocation: Allocation = "thompson"
    starts: Starts = "uniform"
    coverage_share: float = 0.0
    outage_guard: bool = False
    outage_edges: int = 3
    outage_rounds: int = 1
    revive_every: int = 0
    stable_rounds: int = 0
    stable_share: float = 0.005

    def prior(self, score: float) -> Evidence:
        """Return the evidence of an edge nobody has tried yet, as exact as the graph file."""
        alpha, beta = 1.0 + self.kappa * score, 1.0 + self.kappa * (1.0 - score)
        return Evidence(alpha=round(alpha, 4), beta=round(beta, 4))

    def tried(self, evidence: Evidence) -> int:
        """Return the trials that count towards ``n_min``."""
        return evidence.n if self.n_min_counts == "all" else evidence.informative

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON values, for the graph file and hashes."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return {**values, "weights": {str(k): v for k, v in self.weights.items()}}


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "paper": Preset("paper"),
        "kopa": Preset(
            "kopa",
            k_back=5,
            weights={k: v for k, v in _WEIGHTS.items() if k is not Fault.AUTH},
            n_min=3,
            n_min_counts="informative",
            allocation="thompson+coverage",
            starts="untried",
            fresh_values=True,
            coverage_share=0.5,
            outage_guard=True,
            revive_every=20,
            stable_rounds=5,
        ),
    }
)
"""By name. ``kopa`` differs where the paper's numbers let hiccups kill edges: environmental trials
do not count towards ``n_min``, a missing key charges no edge, outages are noticed. Every tool is
also retrieved as a target of some sources: of eighty tools that all take one identifier and differ
in their title alone, fifteen would win every time."""


def preset(name: str, **changes: Any) -> Preset:
    """Return the preset of that name with some parameters changed.

    Raises:
        UsageError: if there is no such preset or parameter.
    """
    if name not in PRESETS:
        raise UsageError(f"no preset {name!r}{did_you_mean(name, PRESETS)}")
    known = [f.name for f in fields(Preset)]
    for wrong in changes.keys() - known:
        raise UsageError(f"no preset parameter {wrong!r}{did_you_mean(wrong, known)}")
    return replace(PRESETS[name], **changes)
