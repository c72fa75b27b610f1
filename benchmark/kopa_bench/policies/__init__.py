"""Policies by the names users type."""

from __future__ import annotations

from kopa_bench.policies.callables import imported_policy, installed_policies, named_policy
from kopa_bench.policies.chance import Random
from kopa_bench.policies.fixed import Fixed
from kopa_bench.policies.golden import GOLDEN, Golden
from kopa_bench.policies.planner import Planner
from kopa_bench.policy import Policy
from kopa_env.errors import UsageError, did_you_mean
from kopa_env.suites.degenerate import DECLARED, applicable_name

__all__ = [
    "DECLARED",
    "EVERYWHERE",
    "FIXED",
    "GOLDEN",
    "IN_PROCESS",
    "NAMES",
    "SERVED",
    "VLLM",
    "applicable_name",
    "load_policy",
]

FIXED = {policy.name: policy for policy in (Fixed("null"), Fixed("constant"), Fixed("echo"))}
SERVED = "openai"
IN_PROCESS = "transformers"
VLLM = "vllm"

NAMES = (
    *("oracle", *FIXED, "random", "planner"),
    *(name for name in GOLDEN if name != "oracle"),
    *(SERVED, IN_PROCESS, VLLM),
)
"""Built-in policies."""

ALIASES = {"golden-calls-without-answer": "no-answer"}
"""Longer names that say the same."""

EVERYWHERE = frozenset({"null", "constant", "echo", "no-tools", "all-candidates", "random"})
"""Degenerate policies that must score 0 on every task."""


def load_policy(name: str) -> Policy | Golden:
    """Return a policy that needs no options: built in, an entry point, or ``module:attribute``.

    Raises:
        UsageError: if there is none of that name.
    """
    name = ALIASES.get(name, name)
    if name in GOLDEN:
        return GOLDEN[name]
    if name in FIXED:
        return FIXED[name]
    if name == "random":
        return Random()
    if name == "planner":
        return Planner()
    if ":" in name:
        return imported_policy(name)
    policy = named_policy(name)
    if policy is None:
        known = (*NAMES, *installed_policies())
        raise UsageError(
            f"no policy {name!r}{did_you_mean(name, known)}; policies: {', '.join(known)} "
            "or module:callable"
        )
    return policy
