"""What the traces of a run come to: the figures of DESIGN 12, and where they come from.

Every figure is a mean over tasks of the mean over a task's rollouts: a task counts once. Rollouts
that infrastructure faults made invalid are in no figure but their own count.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from kopa_bench.policies import DECLARED, EVERYWHERE, applicable_name
from kopa_bench.runner import by_task, finished, key_of
from kopa_bench.statistics import cluster_bootstrap, mean, pass_at_k, pass_hat_k, student_t
from kopa_bench.taxonomy import CLASSES, failure
from kopa_env.catalogue import Catalogue
from kopa_env.episode.trajectory import Row
from kopa_env.task import Task

Grouped: TypeAlias = Mapping[str, Sequence[Row]]
Figures: TypeAlias = dict[str, Any]

_TIERS = ("easy", "medium", "hard")
_TOKENS = ("prompt_tokens", "completion_tokens", "total_tokens")


def summary(
    rows: Iterable[Row],
    tasks: Mapping[str, Task],
    catalogue: Catalogue,
    about: Mapping[str, Any] | None = None,
) -> Figures:
    """Return the figures of a run.

    Args:
        rows: its traces, in any order, invalid ones included.
        tasks: id → task, of the suite.
        catalogue: knows which platforms are withheld.
        about: ``run.json``: names the policy, the hashes and the time taken.

    Returns:
        Plain JSON; a figure that cannot be told is ``None``.
    """
    about = about or {}
    everything = list(rows)
    kept = finished(everything)
    grouped = by_task(kept)
    lost = {key_of(row) for row in everything} - set(kept)
    counted = [row for task_rows in grouped.values() for row in task_rows]
    figures = {
        **_scores(grouped),
        **_dimensions(grouped, tasks),
        "episodes": len(counted),
        "tasks": len(grouped),
        "infra_errors": len(lost),
        "infra_attempts": sum(not row["valid"] for row in everything),
        "origins": _origins(counted),
        "ungrounded": sum(_ungrounded(row) for row in counted),
        "applicable": _applicable(grouped, tasks, str(about.get("policy", {}).get("name", ""))),
        "failures": failures(counted, tasks, catalogue),
        "stop_reasons": dict(sorted(Counter(row["stop_reason"] for row in counted).items())),
        "usage": _usage(counted),
        "by_domain": _split(grouped, lambda t: (tasks[t].domain,)),
        "by_platform": _split(grouped, lambda t: tasks[t].platforms),
        "by_tier": _split(grouped, lambda t: (tasks[t].tier,)),
        "by_withheld": _split(grouped, lambda t: (_withheld(tasks[t], catalogue),)),
        "by_basis": _split(grouped, lambda t: ("+".join(tasks[t].reward_basis),)),
        "by_data": _split(grouped, lambda t: (tasks[t].data,)),
        **_time(about),
        "hashes": dict(about.get("hashes", {})),
    }
    told: Figures = plain(figures)
    return told


def _scores(grouped: Grouped) -> Figures:
    rewards = {name: [_reward(row) for row in rows] for name, rows in grouped.items()}
    k = max((_samples(rows) for rows in grouped.values()), default=0)
    wins = [(len(values), round(sum(values))) for values in rewards.values()]
    able = [(n, c) for n, c in wins if n >= k > 0]
    interval, method = _interval(grouped, rewards)
    return {
        "pass@1": mean([mean(values) for values in rewards.values()]),
        "pass@k": mean([pass_at_k(n, c, k) for n, c in able]),
        "pass^k": mean([pass_hat_k(n, c, k) for n, c in able]),
        "k": k,
        "k_tasks": len(able),
        "by_k": _by_k(wins, k),
        "ci95": list(interval),
        "ci95_method": method,
    }


def _by_k(wins: Sequence[tuple[int, int]], most: int) -> list[Figures]:
    """Return both estimates for every number of samples up to the most."""
    found = []
    for k in range(1, most + 1):
        able = [(n, c) for n, c in wins if n >= k]
        at, hat = ([rate(n, c, k) for n, c in able] for rate in (pass_at_k, pass_hat_k))
        found.append({"k": k, "pass@k": mean(at), "pass^k": mean(hat)})
    return found


def _interval(
    grouped: Grouped, rewards: Mapping[str, Sequence[float]]
) -> tuple[tuple[float, float], str]:
    """Return the interval of pass@1, within 0 and 1, and how it was made.

    Over seeds where there are several and each has as many rollouts of every task: otherwise their
    means are not of the same tasks, and the interval need not even hold the figure.
    """
    per_seed: dict[int, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for name, rows in grouped.items():
        for row in rows:
            per_seed[row["seed"]][name].append(_reward(row))
    counts = [{name: len(v) for name, v in held.items()} for held in per_seed.values()]
    if len(per_seed) > 1 and all(held == counts[0] for held in counts):
        means = [mean([mean(v) for v in held.values()]) for held in per_seed.values()]
        low, high = student_t(means)
        return (max(low, 0.0), min(high, 1.0)), f"student-t over {len(means)} seeds"
    return cluster_bootstrap(rewards), f"bootstrap over {len(rewards)} tasks"


def _dimensions(grouped: Grouped, tasks: Mapping[str, Task]) -> Figures:
    def of(name: str, rows: Grouped) -> float:
        return mean([mean([float(row["grade"][name]) for row in held]) for held in rows.values()])

    def based(dimension: str) -> Grouped:
        return {t: rows for t, rows in grouped.items() if dimension in tasks[t].reward_basis}

    return {
        "response": of("RESPONSE", based("RESPONSE")),
        "environment": of("ENVIRONMENT", based("ENVIRONMENT")),
        "action_raw": of("action_raw", grouped),
        "action_gated": of("action_gated", grouped),
        "evidence_recall": of("evidence_recall", grouped),
    }


def failures(
    rows: Sequence[Row], tasks: Mapping[str, Task], catalogue: Catalogue
) -> dict[str, int]:
    """Return class of failure → how many rollouts failed so."""
    counts = Counter(failure_of(row, tasks[row["task_id"]], catalogue) for row in rows)
    return {name: counts[name] for name in CLASSES}


def failure_of(row: Row, task: Task, catalogue: Catalogue) -> str:
    """Return why a rollout failed, empty if it did not."""
    specs = {c.tool: spec for c in task.golden_calls() if (spec := catalogue.get(c.tool))}
    return failure(row, task, specs)


def _applicable(grouped: Grouped, tasks: Mapping[str, Task], policy: str) -> Figures | None:
    """Return the score of a degenerate policy on the tasks where it must score 0."""
    if policy not in EVERYWHERE | DECLARED:
        return None
    name = applicable_name(policy)
    held = [
        mean([_reward(row) for row in rows])
        for task_id, rows in grouped.items()
        if policy in EVERYWHERE or name in tasks[task_id].applicable
    ]
    return {"n": len(held), "pass@1": mean(held)}


def _split(grouped: Grouped, names: Callable[[str], Sequence[str]]) -> dict[str, Figures]:
    parts: dict[str, dict[str, Sequence[Row]]] = defaultdict(dict)
    for task_id, rows in grouped.items():
        for name in names(task_id):
            parts[name][task_id] = rows
    return {name: _part(parts[name]) for name in sorted(parts, key=_rank)}


def _rank(name: str) -> tuple[int, str]:
    """Return where a part stands: tiers by what they ask, all others by name."""
    return _TIERS.index(name) if name in _TIERS else 0, name


def _part(grouped: Grouped) -> Figures:
    rewards = {name: [_reward(row) for row in rows] for name, rows in grouped.items()}
    return {
        "tasks": len(grouped),
        "episodes": sum(len(values) for values in rewards.values()),
        "pass@1": mean([mean(values) for values in rewards.values()]),
        "ci95": list(cluster_bootstrap(rewards)),
    }


def _withheld(task: Task, catalogue: Catalogue) -> str:
    held = [p.withheld for name in task.platforms if (p := catalogue.platforms.get(name))]
    return "withheld" if held and all(held) else "mixed" if any(held) else "open"


def _origins(rows: Iterable[Row]) -> dict[str, int]:
    counts = Counter(call["origin"] for row in rows for call in row["calls"] if call["origin"])
    return dict(sorted(counts.items()))


def _usage(rows: Sequence[Row]) -> dict[str, int]:
    totals = Counter[str]()
    for row in rows:
        totals.update({name: row.get("usage", {}).get(name, 0) for name in _TOKENS})
        totals["calls"] += row["calls_used"]
        totals["local_calls"] += row["local_used"]
        totals["turns"] += row["turns"]
        totals["parse_errors"] += row["parse_errors"]
    return dict(totals)


def _time(about: Mapping[str, Any]) -> Figures:
    """Return the time that sessions of the run took; a killed session left none."""
    sessions = about.get("sessions", ())
    return {
        name: round(sum(session[name] for session in sessions), 3) if sessions else None
        for name in ("cpu_s", "wall_s")
    }


def _samples(rows: Sequence[Row]) -> int:
    return max(Counter(row["seed"] for row in rows).values())


def _reward(row: Row) -> float:
    return float(row["grade"]["reward"])


def _ungrounded(row: Row) -> bool:
    return row["grade"]["RESPONSE"] == 1 and not row["grade"]["grounded"]


def plain(value: Any) -> Any:
    """Return a value with ``None`` for what is not a number, rounded to six digits."""
    if isinstance(value, float):
        return None if math.isnan(value) else round(value, 6)
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value
