"""A suite as a whole: its gates and its shape."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from kopa_bench.policies import DECLARED, applicable_name
from kopa_bench.validation.gates import Bench, Finding, failures, flags
from kopa_bench.validation.golden_run import Remembering
from kopa_env.catalogue import Catalogue
from kopa_env.source import Source
from kopa_env.suites import Suite
from kopa_env.suites.compile import counted_calls
from kopa_env.task import GoldenCall, Task

SHARE = 0.3
"""Share of tasks on which first-page, skip-lookup and no-answer must each apply."""
_SHARED = ("first-page", "skip-lookup", "no-answer")


def validate_suite(
    suite: Suite,
    catalogue: Catalogue,
    source: Source,
    progress: Callable[[Task], None] | None = None,
) -> dict[str, Any]:
    """Hold every task of a suite to every gate.

    Args:
        suite: the tasks.
        catalogue: their tools.
        source: answers golden calls.
        progress: told of each task when it is through.

    Returns:
        Plain JSON: counts and means of the suite (DESIGN 12); ``failures``, which must be empty;
        ``flags``, which a person should look at.
    """
    bench = Bench(catalogue, Remembering(source))
    found: list[Finding] = []
    doubtful: list[Finding] = []
    tasks = list(suite.tasks.values())
    for task in tasks:
        found += failures(task, bench)
        doubtful += flags(task, bench)
        if progress is not None:
            progress(task)
    doubtful += _shares(tasks)
    return {
        "suite": suite.name,
        "tasks": len(tasks),
        "failures": [asdict(finding) for finding in found],
        "flags": [asdict(finding) for finding in doubtful],
        **shape(tasks, catalogue),
        "content_hash": suite.hash,
        "world_hash": source.hashes().get("world", ""),
    }


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


def _shares(tasks: Sequence[Task]) -> list[Finding]:
    flagged = []
    for name in _SHARED:
        held = sum(applicable_name(name) in task.applicable for task in tasks)
        if held < SHARE * len(tasks):
            message = f"{name} applies to {held} of {len(tasks)} tasks, fewer than {SHARE:.0%}"
            flagged.append(Finding("", "applicable", message))
    return flagged


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
