"""ENVIRONMENT: is the workspace's end state the golden one (DESIGN 8)."""

from __future__ import annotations

import json

from kopa_env.grading.judgement import Judgement, wrong
from kopa_env.grading.state import StateDiff, canonical_state, diff_states
from kopa_env.outcome import JSON

_SHOWN = 3


def judge_environment(golden: JSON, final: JSON) -> Judgement:
    """Compare two workspace states; a duplicate or extra write is a difference.

    The states' SHA-256 digests (:func:`~kopa_env.grading.state.state_hash`) are equal exactly when
    this judges them equal: both look at the canonical text.
    """
    if canonical_state(golden) == canonical_state(final):
        return Judgement(
            True, "작업 공간이 목표 상태와 일치 / the workspace is in its golden state"
        )
    return wrong(*describe(diff_states(golden, final)))


def describe(diff: StateDiff) -> tuple[str, str]:
    """Return a difference in words, Korean and English."""
    korean: list[str] = []
    english: list[str] = []
    for table, name, old, new in diff.changed[:_SHOWN]:
        korean.append(f"{table}.{name}: {_brief(new)} (목표 {_brief(old)})")
        english.append(f"{table}.{name} is {_brief(new)}, expected {_brief(old)}")
    for table, row in diff.removed[:_SHOWN]:
        korean.append(f"{table}에 없음: {_brief(row)}")
        english.append(f"missing in {table}")
    for table, row in diff.added[:_SHOWN]:
        korean.append(f"{table}에 더 있음: {_brief(row)}")
        english.append(f"extra in {table}")
    return "; ".join(korean), "; ".join(english)


def _brief(value: JSON) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return text if len(text) <= 50 else text[:49] + "…"
