"""The reward function for TRL: one product, its parts logged apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any

from kopa_env.episode.record import Message
from kopa_rl.reward import Verdict, figures
from kopa_rl.trl.environments import ToolEnvironment


def kopa_reward(
    completions: Sequence[Sequence[Message]],
    environments: Sequence[ToolEnvironment],
    task_id: Sequence[str],
    log_metric: Callable[[str, float], None] | None = None,
    **row: Any,
) -> list[float]:
    """Return the reward of each rollout: RESPONSE times ENVIRONMENT, as its task's basis has it.

    A rollout whose backend failed takes the mean of the others of its group: its advantage is 0
    and it moves nobody else's mean. (TRL counts a ``None`` as a 0.)

    Args:
        completions: messages of each rollout.
        environments: of each rollout, as it stands.
        task_id: of each rollout.
        log_metric: of the trainer; is told the parts, and what share of groups teaches nothing.
        **row: the other columns of the dataset.
    """
    verdicts = [
        environment._close(completion)
        for environment, completion in zip(environments, completions, strict=True)
    ]
    groups: dict[str, list[Verdict]] = defaultdict(list)
    for name, one in zip(task_id, verdicts, strict=True):
        groups[name].append(one)
    if log_metric is not None:
        for name, value in figures(groups).items():
            log_metric(f"kopa/{name}", value)
    means = {name: _mean(group) for name, group in groups.items()}
    return [
        means[name] if one.reward is None else one.reward
        for name, one in zip(task_id, verdicts, strict=True)
    ]


def _mean(group: Sequence[Verdict]) -> float:
    rewards = [one.reward for one in group if one.reward is not None]
    return sum(rewards) / len(rewards) if rewards else 0.0
