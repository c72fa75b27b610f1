"""Two runs of the same tasks, task by task: what differs, and whether more than tasks would do.

The difference of two means hides that both runs met the same tasks. Here a task's two scores are
subtracted first; the interval is over tasks, drawn with replacement.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from kopa_bench.results import plain
from kopa_bench.runner import by_task, finished
from kopa_bench.statistics import cluster_bootstrap, mean
from kopa_env.episode.trajectory import Row
from kopa_env.errors import UsageError
from kopa_env.task import Task

Scores: TypeAlias = Mapping[str, float]

_SAME = (
    *("suite", "source", "rules", "versions.kopa-env"),
    *(f"hashes.{name}" for name in ("suite", "world", "pack", "catalogue", "grading")),
)
"""What two runs should have in common."""


def compare(
    first: Sequence[Row], second: Sequence[Row], tasks: Mapping[str, Task]
) -> dict[str, Any]:
    """Return what a second run does better or worse than a first.

    Args:
        first: rows of one run.
        second: rows of the other; tasks that only one of them holds are left out and counted.
        tasks: id → task, of the suite.

    Returns:
        ``tasks`` in both; ``left_out``; ``first`` and ``second``, their pass@1 over these;
        ``difference`` and ``ci95`` of second less first; ``better``, ``worse``, ``same``, how many
        tasks; ``changed``, the tasks with another score, largest gain first; ``by_domain``,
        ``by_tier`` and ``by_data`` with the same figures.

    Raises:
        UsageError: if no task is in both.
    """
    one, other = _scores(first), _scores(second)
    both = [name for name in one if name in other]
    if not both:
        raise UsageError("the two runs have no task in common")
    gains = {name: other[name] - one[name] for name in both}
    told: dict[str, Any] = {
        "tasks": len(both),
        "left_out": len(one) + len(other) - 2 * len(both),
        **_figures(both, one, other),
        "better": sum(gain > 0 for gain in gains.values()),
        "worse": sum(gain < 0 for gain in gains.values()),
        "same": sum(gain == 0 for gain in gains.values()),
        "changed": [
            {"task": name, "first": one[name], "second": other[name]}
            for name in sorted(both, key=lambda name: (-gains[name], name))
            if gains[name]
        ],
        "by_domain": _split(both, one, other, lambda name: tasks[name].domain),
        "by_tier": _split(both, one, other, lambda name: tasks[name].tier),
        "by_data": _split(both, one, other, lambda name: tasks[name].data),
    }
    found: dict[str, Any] = plain(told)
    return found


def differences(first: Mapping[str, Any], second: Mapping[str, Any]) -> list[str]:
    """Return what two ``run.json`` differ in beside the policy and its sampling, a line each."""
    found = []
    for name in _SAME:
        before, after = _at(first, name), _at(second, name)
        if before != after:
            found.append(f"{name} is {before} in the first and {after} in the second")
    return found


def _at(about: Mapping[str, Any], name: str) -> Any:
    value: Any = about
    for part in name.split("."):
        value = value.get(part) if isinstance(value, Mapping) else None
    return value


def _scores(rows: Sequence[Row]) -> dict[str, float]:
    return {
        name: mean([float(row["grade"]["reward"]) for row in held])
        for name, held in by_task(finished(rows)).items()
    }


def _figures(names: Sequence[str], one: Scores, other: Scores) -> dict[str, Any]:
    gains = {name: [other[name] - one[name]] for name in names}
    return {
        "first": mean([one[name] for name in names]),
        "second": mean([other[name] for name in names]),
        "difference": mean([gain for (gain,) in gains.values()]),
        "ci95": list(cluster_bootstrap(gains)),
    }


def _split(
    names: Sequence[str], one: Scores, other: Scores, part: Callable[[str], str]
) -> dict[str, Any]:
    parts: dict[str, list[str]] = {}
    for name in names:
        parts.setdefault(part(name), []).append(name)
    return {
        label: {"tasks": len(held), **_figures(held, one, other)}
        for label, held in sorted(parts.items())
    }
