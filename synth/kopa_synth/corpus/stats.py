"""Figures of a corpus (DESIGN 12 and beyond), from the tasks themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import Any

from kopa_env.catalogue import Catalogue
from kopa_env.language import Said, check_set
from kopa_env.suites.compile import counted_calls
from kopa_env.suites.figures import shape
from kopa_synth.queries.compose import names
from kopa_synth.validate.candidate import PATTERNS, Candidate
from kopa_synth.validate.verdict import Verdict, counts

HOPS = 4
"""Calls from which a chain counts as long; the paper's figure is 57.6 %."""


def figures(candidates: Sequence[Candidate], catalogue: Catalogue) -> dict[str, Any]:
    """Return what the tasks are like: mix, calls, junctions, labels, language.

    Calls are API calls and workspace writes; local reductions are not counted.
    """
    tasks = [candidate.task for candidate in candidates]
    calls = [counted_calls(task, catalogue) for task in tasks]
    return {
        "tasks": len(tasks),
        "mix": _counted(candidates),
        "mean_calls": _mean(calls),
        "four_hops_share": _mean([n >= HOPS for n in calls]),
        "junctions": junctions(candidates),
        "labels": labels(candidates),
        "shape": shape(tasks, catalogue),
        "language": language(candidates),
    }


def filtered(verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Return how many candidates there were, how many are left, and what each filter caught."""
    return {
        "candidates": len(verdicts),
        "kept": sum(verdict.kept for verdict in verdicts),
        "revised": sum(verdict.revised is not None for verdict in verdicts),
        "filters": counts(verdicts),
    }


def labels(candidates: Sequence[Candidate]) -> dict[str, dict[str, int]]:
    """Return how many labels of each kind come from whom."""
    found: dict[str, Counter[str]] = {}
    for candidate in candidates:
        for label, origin in candidate.origins.items():
            found.setdefault(label, Counter())[origin] += 1
    return {label: dict(sorted(by.items())) for label, by in sorted(found.items())}


def junctions(candidates: Sequence[Candidate]) -> dict[str, Any]:
    """Return how many values chains carry on: their kinds, and the spread of their number."""
    rows = [row for c in candidates for row in c.provenance.get("junctions", ())]
    sizes = [int(row["n"]) for row in rows]
    return {
        "n": len(rows),
        "kinds": dict(sorted(Counter(str(row["kind"]) for row in rows).items())),
        "one_to_many": _mean([n > 1 for n in sizes]),
        "median": median(sizes) if sizes else 0,
        "max": max(sizes, default=0),
    }


def language(candidates: Sequence[Candidate]) -> dict[str, Any]:
    """Return the checks of their Korean over all questions."""
    report = check_set([Said(c.task.query_ko, names(c.brief)) for c in candidates])
    return report.to_json()


def _counted(candidates: Sequence[Candidate]) -> dict[str, int]:
    held = Counter(candidate.pattern for candidate in candidates)
    return {pattern: held[pattern] for pattern in PATTERNS}


def _mean(values: Sequence[float]) -> float:
    return round(sum(values) / len(values), 3) if values else 0.0
