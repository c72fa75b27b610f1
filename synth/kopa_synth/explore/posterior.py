"""Beta posteriors of edges: how a trial counts, and when an edge is given up.

PAPER 4.3, step 5 and 7: a structural fault speaks against the binding, an environmental one hardly
does, so faults are charged by kind. An edge is pruned when too little of its posterior lies above
the success rate τ it must reach.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc

from kopa_synth.graph import Edge, Evidence, Fault
from kopa_synth.presets import Preset

Array = NDArray[np.float64]


def above(alpha: Any, beta: Any, tau: float) -> Array:
    """Return ``Pr[θ > τ]`` under Beta posteriors, elementwise."""
    return np.asarray(1.0 - betainc(alpha, beta, tau), dtype=np.float64)


def succeed(evidence: Evidence, preset: Preset, semantic: bool) -> None:
    """Count a success: a full one where a semantic argument was carried."""
    evidence.alpha += preset.success_semantic if semantic else preset.success_generic
    _count(evidence, Fault.NONE, 1)


def fail(evidence: Evidence, preset: Preset, fault: Fault) -> float:
    """Count a failure and return what it was charged."""
    charge = preset.weights.get(fault, 0.0)
    evidence.beta += charge
    _count(evidence, fault, 1)
    return charge


def retract(evidence: Evidence, preset: Preset, fault: Fault) -> None:
    """Take back a failure, trial and all: a retry showed it was something else."""
    evidence.beta -= preset.weights.get(fault, 0.0)
    _count(evidence, fault, -1)


def refund(evidence: Evidence, charge: float) -> None:
    """Take back what a failure was charged; the trial stays on the record."""
    evidence.beta -= charge


def prunable(edge: Edge, preset: Preset) -> bool:
    """Say whether an edge is to be given up.

    Where only informative trials count towards ``n_min``, only they count against the edge: what
    its service failed to do steers sampling away and never decides.
    """
    evidence = edge.evidence
    if preset.tried(evidence) < preset.n_min:
        return False
    informative = preset.n_min_counts == "informative"
    beta = informative_beta(edge, preset) if informative else evidence.beta
    return float(above(evidence.alpha, beta, preset.tau)) < preset.eps_prune


def informative_beta(edge: Edge, preset: Preset) -> float:
    """Return the β an edge would have if environmental faults cost nothing."""
    beta = preset.prior(edge.score).beta
    for name, n in edge.evidence.trials.items():
        fault = Fault(name)
        if not fault.environmental:
            beta += n * preset.weights.get(fault, 0.0)
    return beta


def _count(evidence: Evidence, fault: Fault, by: int) -> None:
    n = evidence.trials.get(fault, 0) + by
    if n:
        evidence.trials[str(fault)] = n
    else:
        evidence.trials.pop(fault, None)
