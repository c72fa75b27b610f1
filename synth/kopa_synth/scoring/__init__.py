"""Scorers: how much is to be believed of a dependency before anything is called."""

from kopa_synth.scoring.admission import Admission, Refusal
from kopa_synth.scoring.asking import ModelScorer
from kopa_synth.scoring.plan import candidates, plan_rest
from kopa_synth.scoring.proposal import Proposal, Scorer
from kopa_synth.scoring.rules import RuleScorer

__all__ = [
    "Admission",
    "ModelScorer",
    "Proposal",
    "Refusal",
    "RuleScorer",
    "Scorer",
    "candidates",
    "plan_rest",
]
