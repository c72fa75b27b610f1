"""``planner``: a rule-based searcher over the tools on offer, the baseline without a model."""

from kopa_bench.policies.planner.planner import Planner

__all__ = ["Planner"]
