"""KOPA-Bench: policies, runner, statistics and report.

Everything public is imported when it is first asked for, so that the command line starts at once.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kopa_bench.folder import RunFolder
    from kopa_bench.policies import load_policy
    from kopa_bench.policies.served import Sampling, Served, Server
    from kopa_bench.policy import Action, ContextOverflow, Policy, PolicyFault, View
    from kopa_bench.results import summary
    from kopa_bench.rollout import Key, Rules, Stage, play
    from kopa_bench.runner import Pace, Plan, run
    from kopa_bench.validation import validate_suite

__all__ = [
    "Action",
    "ContextOverflow",
    "Key",
    "Pace",
    "Plan",
    "Policy",
    "PolicyFault",
    "Rules",
    "RunFolder",
    "Sampling",
    "Served",
    "Server",
    "Stage",
    "View",
    "load_policy",
    "play",
    "run",
    "summary",
    "validate_suite",
]

_HOMES = {
    "folder": ("RunFolder",),
    "policies": ("load_policy",),
    "policies.served": ("Sampling", "Served", "Server"),
    "policy": ("Action", "ContextOverflow", "Policy", "PolicyFault", "View"),
    "results": ("summary",),
    "rollout": ("Key", "Rules", "Stage", "play"),
    "runner": ("Pace", "Plan", "run"),
    "validation": ("validate_suite",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
