"""Several candidates in one answer, the right one among them: commits to nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta

from kopa_bench.policies.chance import seen_values
from kopa_env.episode import Message
from kopa_env.grading.render import render_value
from kopa_env.grading.response import slot_answer
from kopa_env.outcome import JSON
from kopa_env.task import Answer

_OTHERS = 2


def several(answer: Answer, messages: Sequence[Message]) -> str:
    """Return one box that holds the golden answer and others of its kind."""
    seen = list(dict.fromkeys(seen_values(messages)))
    if answer.type in ("record", "checklist") and isinstance(answer.value, Mapping):
        slots = [slot_answer(value, answer) for value in answer.value.values()]
        return rf"\boxed{{{'; '.join(_listed(slot, seen) for slot in slots)}}}"
    return rf"\boxed{{{_listed(answer, seen)}}}"


def _listed(answer: Answer, seen: Sequence[str]) -> str:
    return ", ".join([render_value(answer), *_others(answer, seen)])


def _others(answer: Answer, seen: Sequence[str]) -> list[str]:
    if answer.type == "number":
        number = float(str(answer.value))
        whole = number.is_integer()
        start: JSON = int(number) if whole else number
        near: list[JSON] = [start + 1 + i for i in range(_OTHERS)]
        return [render_value(replace(answer, value=value)) for value in near]
    if answer.type == "date":
        return [_later(str(answer.value), days) for days in (1, 2)]
    golden = render_value(answer)
    others = [value for value in seen if value not in golden and golden not in value]
    return (others or ["서울", "부산"])[:_OTHERS]


def _later(day: str, days: int) -> str:
    try:
        return (date.fromisoformat(day[:10]) + timedelta(days=days)).isoformat()
    except ValueError:
        return "2020-01-01"
