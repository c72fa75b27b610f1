"""What a judgement of one answer says."""

from __future__ import annotations

from dataclasses import dataclass

_LONGEST = 300


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whether an answer is right, and a reason that a person can read, Korean / English."""

    right: bool
    reason: str


RIGHT = Judgement(True, "정답과 일치 / matches the golden answer")


def wrong(korean: str, english: str) -> Judgement:
    """Return a judgement against an answer."""
    reason = f"{korean} / {english}"
    return Judgement(False, reason if len(reason) <= _LONGEST else reason[: _LONGEST - 1] + "…")


def differs(given: object, golden: object) -> Judgement:
    """Return the judgement that an answer is another value than the golden one."""
    return wrong(
        f"값이 다름: 답 「{given}」, 정답 「{golden}」", f"answered {given}, expected {golden}"
    )
