"""What a proposal has to satisfy to become an edge."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum

from kopa_env.spec import Field, Param, ToolSpec
from kopa_synth.graph import Edge, Plan
from kopa_synth.presets import Preset
from kopa_synth.scoring.plan import candidates, plan_rest
from kopa_synth.scoring.proposal import Proposal

GENERIC_CEILING = 0.29
"""Most a proposal scores that binds no semantic parameter."""


class Refusal(StrEnum):
    """Why a proposal became no edge."""

    UNKNOWN_PARAM = "unknown_param"
    UNKNOWN_FIELD = "unknown_field"
    BOUND_TWICE = "bound_twice"
    NOTHING_BOUND = "nothing_bound"
    NOT_CONVERTIBLE = "not_convertible"
    UNCOVERED = "required_uncovered"
    LOW_SCORE = "low_score"


@dataclass(slots=True)
class Admission:
    """Turns proposals into edges with their priors, and counts what it refuses."""

    preset: Preset
    refused: Counter[Refusal] = field(default_factory=Counter)

    def edge(self, source: ToolSpec, target: ToolSpec, proposal: Proposal) -> Edge | None:
        """Return the edge of a proposal, or ``None`` if it is refused."""
        refusal = _refusal(source, target, proposal)
        score = _score(target, proposal)
        plan = plan_rest(target, {b.param for b in proposal.bindings})
        if refusal is None and plan is None:
            refusal = Refusal.UNCOVERED
        if refusal is None and not score >= self.preset.s_min:
            refusal = Refusal.LOW_SCORE
        if refusal is not None or plan is None:
            self.refused[refusal or Refusal.UNCOVERED] += 1
            return None
        return Edge(
            source=source.name,
            target=target.name,
            bindings=tuple(sorted(proposal.bindings)),
            plan=_merged(plan, proposal, target),
            score=score,
            evidence=self.preset.prior(score),
        )


def _refusal(source: ToolSpec, target: ToolSpec, proposal: Proposal) -> Refusal | None:
    if not proposal.bindings:
        return Refusal.NOTHING_BOUND
    if len({b.param for b in proposal.bindings}) < len(proposal.bindings):
        return Refusal.BOUND_TWICE
    fields = {f.path: f for f in source.fields}
    for binding in proposal.bindings:
        param = target.param(binding.param)
        if param is None or param.role == "constant" or param.role == "token":
            return Refusal.UNKNOWN_PARAM
        if binding.field not in fields:
            return Refusal.UNKNOWN_FIELD
        if not convertible(fields[binding.field], param):
            return Refusal.NOT_CONVERTIBLE
    return None


def convertible(given: Field, param: Param) -> bool:
    """Whether a value of the field can be written as an argument of that type."""
    if param.type == "any":
        return True
    if given.type in ("array", "object") or param.type in ("array", "object"):
        return given.type == param.type
    if param.type in ("integer", "number") and given.type == "string":
        return given.example is None or _numeric(str(given.example))
    if param.type == "boolean":
        return given.type == "boolean" or str(given.example).casefold() in ("true", "false")
    return True


def _numeric(text: str) -> bool:
    try:
        float(text.replace(",", ""))
    except ValueError:
        return False
    return True


def _score(target: ToolSpec, proposal: Proposal) -> float:
    if not math.isfinite(proposal.score):
        return 0.0
    score = min(1.0, max(0.0, proposal.score))
    params = (target.param(b.param) for b in proposal.bindings)
    semantic = any(param is not None and param.role == "semantic" for param in params)
    return round(score if semantic else min(score, GENERIC_CEILING), 4)


def _merged(plan: dict[str, Plan], proposal: Proposal, target: ToolSpec) -> dict[str, Plan]:
    """Add what the scorer wants to try for optional parameters to what is needed."""
    bound = {b.param for b in proposal.bindings}
    for name, how in proposal.plan.items():
        param = target.param(name)
        if param is None or name in plan or name in bound or how is not Plan.CLARIFY:
            continue
        if param.role == "semantic" and candidates(param):
            plan[name] = how
    return dict(sorted(plan.items()))
