"""Rewards: what trainers are told of a finished rollout, and of a group of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from kopa_env.episode import Done
from kopa_env.outcome import JSON


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a rollout came to.

    Attributes:
        reward: product of the task's dimensions, 0.0 or 1.0; ``None`` where the backend failed:
            such a rollout is left out and never scored 0.
        response: RESPONSE, ``None`` as above.
        environment: ENVIRONMENT, ``None`` as above.
        stop_reason: why the episode ended.
        clipped: whether it ended because the tokens ran out.
        turns: assistant turns.
        calls: calls that counted against the budget.
        parse_errors: turns that could not be read.
        infra_errors: calls that met a fault of the backend.
    """

    reward: float | None
    response: float | None
    environment: float | None
    stop_reason: str
    clipped: bool = False
    turns: int = 0
    calls: int = 0
    parse_errors: int = 0
    infra_errors: int = 0

    @property
    def valid(self) -> bool:
        """Whether it counts."""
        return self.reward is not None

    def to_json(self) -> dict[str, JSON]:
        """Return it as plain JSON."""
        return asdict(self)


CLIPPED = frozenset({"length", "context_overflow"})


def verdict(done: Done) -> Verdict:
    """Return what a finished episode came to."""
    grade, record = done.grade, done.record
    return Verdict(
        reward=grade.reward,
        response=_part(grade.RESPONSE),
        environment=_part(grade.ENVIRONMENT),
        stop_reason=done.stop_reason,
        clipped=done.stop_reason in CLIPPED,
        turns=record.turns,
        calls=record.calls_used,
        parse_errors=record.parse_errors,
        infra_errors=record.infra_errors,
    )


def _part(value: int | None) -> float | None:
    return None if value is None else float(value)


def figures(groups: Mapping[str, Sequence[Verdict]]) -> dict[str, float]:
    """Return what a step's rollouts show beside their rewards.

    Args:
        groups: the rollouts of each prompt.

    Returns:
        Means over valid rollouts (``reward``, ``response``, ``environment``, ``calls``,
        ``turns``), shares of all rollouts (``clipped``, ``invalid``, ``no_call``,
        ``parse_error``), and the share of groups whose rewards are all alike (``flat_groups``):
        these teach nothing.
    """
    every = [one for group in groups.values() for one in group]
    valid = [one for one in every if one.valid]
    found = {
        name: _mean([float(getattr(one, name)) for one in valid])
        for name in ("reward", "response", "environment", "calls", "turns")
    }
    found["clipped"] = _mean([float(one.clipped) for one in every])
    found["invalid"] = _mean([float(not one.valid) for one in every])
    found["no_call"] = _mean([float(one.calls == 0) for one in every])
    found["parse_error"] = _mean([float(one.parse_errors > 0) for one in every])
    found["flat_groups"] = _mean([float(_is_flat(group)) for group in groups.values()])
    return found


def _is_flat(group: Sequence[Verdict]) -> bool:
    return len({one.reward for one in group if one.valid}) < 2


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else float("nan")
