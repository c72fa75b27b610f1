"""Figures of a suite: counts and means that say what its tasks are like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from kopa_env.catalogue import Catalogue
from kopa_env.suites.compile import counted_calls
from kopa_env.suites.degenerate import DECLARED, applicable_name
from kopa_env.task import GoldenCall, Task


def shape(tasks: Sequence[Task], catalogue: Catalogue) -> dict[str, Any]:
    """Return counts and means of a suite.

    Calls are API calls and workspace writes; local reduction is counted apart. Steps are turns
    with such a call.
    """
    calls = [counted_calls(task, catalogue) for task in tasks]
    steps = [_steps(task, catalogue) for task in tasks]
    return {
        "by_domain": _counts([task.domain for task in tasks]),
        "by_tier": _counts([task.tier for task in tasks]),
        "by_platform": _counts([name for task in tasks for name in task.platforms]),
        "withheld": sum(_is_withheld(task, catalogue) for task in tasks),
        "recorded_tasks": sum(task.data == "recorded" for task in tasks),
        "environment_tasks": sum("ENVIRONMENT" in task.reward_basis for task in tasks),
        "mean_calls": _mean(calls),
        "max_calls": max(calls, default=0),
        "mean_local_calls": _mean(
            [sum(catalogue[c.tool].kind == "local" for c in t.golden_calls()) for t in tasks]
        ),
        "mean_steps": _mean([len(widths) for widths in steps]),
        "parallel_share": _mean([max(widths, default=0) > 1 for widths in steps]),
        "mean_tools_offered": _mean([len(task.offered_tools) for task in tasks]),
        "mean_budget_ratio": _mean(
            [task.max_calls / max(n, 1) for task, n in zip(tasks, calls, strict=True)]
        ),
        "applicable": {
            name: sum(applicable_name(name) in task.applicable for task in tasks)
            for name in sorted(DECLARED)
        },
    }


def _steps(task: Task, catalogue: Catalogue) -> list[int]:
    """Return how many calls that count each golden turn makes, turns without one left out."""

    def counts(call: GoldenCall) -> bool:
        spec = catalogue[call.tool]
        return spec.kind in ("endpoint", "view") or spec.effect == "write"

    widths = [sum(counts(call) for call in turn) for turn in task.golden]
    return [width for width in widths if width]


def _is_withheld(task: Task, catalogue: Catalogue) -> bool:
    held = [p.withheld for name in task.platforms if (p := catalogue.platforms.get(name))]
    return bool(held) and all(held)


def _counts(names: Sequence[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items()))


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 3) if values else 0.0
