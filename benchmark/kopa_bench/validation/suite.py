"""A suite as a whole: its gates and its shape."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from kopa_bench.policies import applicable_name
from kopa_bench.validation.gates import Bench, Finding, failures
from kopa_env.catalogue import Catalogue
from kopa_env.source import Source
from kopa_env.suites import Suite
from kopa_env.suites.figures import shape
from kopa_env.suites.outcomes import Remembering
from kopa_env.task import Task

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
    tasks = list(suite.tasks.values())
    for task in tasks:
        found += failures(task, bench)
        if progress is not None:
            progress(task)
    return {
        "suite": suite.name,
        "tasks": len(tasks),
        "failures": [asdict(finding) for finding in found],
        "flags": [asdict(finding) for finding in _shares(tasks)],
        **shape(tasks, catalogue),
        "content_hash": suite.hash,
        "world_hash": source.hashes().get("world", ""),
    }


def _shares(tasks: Sequence[Task]) -> list[Finding]:
    flagged = []
    for name in _SHARED:
        held = sum(applicable_name(name) in task.applicable for task in tasks)
        if held < SHARE * len(tasks):
            message = f"{name} applies to {held} of {len(tasks)} tasks, fewer than {SHARE:.0%}"
            flagged.append(Finding("", "applicable", message))
    return flagged
