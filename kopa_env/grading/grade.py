"""Grading an episode: reward, reasons, and the figures reported beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kopa_env.grading.action import Action, GoldenStep, Tools, golden_steps, measure
from kopa_env.grading.environment import judge_environment
from kopa_env.grading.evidence import evidence_recall
from kopa_env.grading.judgement import Judgement, wrong
from kopa_env.grading.response import judge_response
from kopa_env.outcome import JSON
from kopa_env.task import Task

if TYPE_CHECKING:
    from kopa_env.episode.record import CallEntry, EpisodeRecord

GRADING_VERSION = "2"
"""Raised whenever the same trajectory could be graded otherwise than before."""

_STOPPED = {
    "budget": ("호출 예산을 넘김", "the call budget was exceeded"),
    "turns": ("턴을 다 쓰고도 답이 없음", "no answer within the turns"),
    "length": ("출력이 길이 제한에서 잘림", "the output was cut off"),
    "context_overflow": ("대화가 모델의 문맥 길이를 넘음", "the model's context was exceeded"),
    "parse_errors": ("읽을 수 없는 메시지가 거듭됨", "too many unreadable messages"),
}


@dataclass(frozen=True, slots=True)
class Grade:
    """What an episode is worth.

    Attributes:
        RESPONSE: 0 or 1; ``None`` for an invalid episode.
        ENVIRONMENT: 0 or 1; ``None`` for an invalid episode.
        reward: product over the task's ``reward_basis``, exactly 0.0 or 1.0; ``None`` for an
            invalid episode, which counts for nothing.
        reasons: dimension → why, Korean / English.
        action_raw: ACTION as the paper reports it.
        action_gated: the same where the reward is 1, else 0.
        evidence_recall: share of the golden evidence that was fetched.
        grounded: whether all of it was.
        valid: false if the backend failed.
        version: :data:`GRADING_VERSION`.
        action: the figures ACTION is made of.
    """

    RESPONSE: int | None
    ENVIRONMENT: int | None
    reward: float | None
    reasons: Mapping[str, str]
    action_raw: float = 0.0
    action_gated: float = 0.0
    evidence_recall: float = 0.0
    grounded: bool = False
    valid: bool = True
    version: str = GRADING_VERSION
    action: Mapping[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, JSON]:
        """Return the grade as plain JSON, for ``info`` and trajectories."""
        row = {name: getattr(self, name) for name in self.__slots__}
        return row | {"reasons": dict(self.reasons), "action": dict(self.action)}


def grade(
    task: Task,
    record: EpisodeRecord,
    *,
    golden: Sequence[CallEntry] | None = None,
    tools: Tools | None = None,
) -> Grade:
    """Grade one finished episode. Pure: the same record always gets the same grade.

    Args:
        task: what was asked.
        record: what happened.
        golden: the log of the golden run, if at hand: arguments that the task gives by reference
            are then compared by value in ACTION and evidence recall.
        tools: specs by tool name, if at hand: defaults, padding and paging are then understood.
    """
    if not record.valid:
        why = record.invalid_reason or "backend failed"
        reason = f"무효: 백엔드 오류 ({why}) / invalid: the backend failed ({why})"
        return Grade(None, None, None, {"valid": reason}, valid=False)
    steps = golden_steps(task, golden)
    recall = evidence_recall(steps, record.calls, tools)
    figures = measure(steps, record, task.max_calls, tools)
    verdicts = _verdicts(task, record, steps, recall)
    reward = float(all(verdicts[dimension].right for dimension in task.reward_basis))
    return Grade(
        RESPONSE=int(verdicts["RESPONSE"].right),
        ENVIRONMENT=int(verdicts["ENVIRONMENT"].right),
        reward=reward,
        reasons={name: verdict.reason for name, verdict in verdicts.items()},
        action_raw=figures.action,
        action_gated=figures.action * reward,
        evidence_recall=recall,
        grounded=recall >= 1.0,
        action=_figures(figures),
    )


def _verdicts(
    task: Task, record: EpisodeRecord, steps: Sequence[GoldenStep], recall: float
) -> dict[str, Judgement]:
    stopped = _unfinished(record)
    if stopped is not None:
        return {"RESPONSE": stopped, "ENVIRONMENT": stopped}
    return {
        "RESPONSE": judge_response(task.answer, record.final_text, task.query_ko),
        "ENVIRONMENT": _environment(task, record, steps, recall),
    }


def _unfinished(record: EpisodeRecord) -> Judgement | None:
    """Return why an episode that did not end in an answer scores 0, or ``None``."""
    if record.stop_reason in _STOPPED:
        return wrong(*_STOPPED[record.stop_reason])
    if record.truncated or record.final_text is None or not record.final_text.strip():
        return wrong("최종 답 없이 끝남", "ended without a final message")
    return None


def _environment(
    task: Task, record: EpisodeRecord, steps: Sequence[GoldenStep], recall: float
) -> Judgement:
    """Judge the state; where there is nothing to write, what was read stands in for it."""
    writes = any(step.role == "write" for step in steps)
    golden = record.golden_state if record.golden_state is not None else task.target_state
    if golden is None:
        if writes:
            return wrong("목표 상태를 알 수 없음", "the golden state is not known")
        golden = record.initial_state
    verdict = judge_environment(golden, record.state)
    if verdict.right and not writes and recall < 1.0:
        return wrong(
            f"쓸 것이 없는 과제인데 근거 조회가 모자람 ({recall:.0%})",
            f"nothing to write, and only {recall:.0%} of the evidence was read",
        )
    return verdict


def _figures(figures: Action) -> dict[str, float]:
    return {
        "corr": figures.corr,
        "cr": figures.cr,
        "mpc": figures.mpc,
        "eff": figures.eff,
        "action": figures.action,
    }
