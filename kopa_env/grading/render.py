"""Writing a golden answer the way a policy is told to write it."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping

from kopa_env.grading.response import slot_answer
from kopa_env.grading.scalar import print_number
from kopa_env.outcome import JSON
from kopa_env.task import Answer

_AMBIGUOUS = re.compile(
    r"[;\n|\[\]{}\"\\]|(?<![0-9])[:=]|^\(|^[0-9]{1,3}[.)위]|^[-*•]|^[①-⑳]|^\s|\s$|^$"
)
"""What makes a part unfit to stand between semicolons."""


def render_answer(answer: Answer) -> str:
    r"""Return ``\boxed{…}`` with the golden answer; judged, it scores 1."""
    return rf"\boxed{{{render_value(answer)}}}"


def render_value(answer: Answer) -> str:
    """Return the golden answer as text: parts in order between semicolons, or else JSON."""
    if answer.type == "number":
        return f"{print_number(answer.value, answer.tolerance)}{answer.unit}"
    if answer.type in ("list", "ordered"):
        return _parts([slot_answer(item, answer) for item in answer.value or ()])
    if answer.type in ("record", "checklist") and isinstance(answer.value, Mapping):
        slots = {str(name): slot_answer(item, answer) for name, item in answer.value.items()}
        values = {name: render_value(slot) for name, slot in slots.items()}
        if any(map(_AMBIGUOUS.search, values.values())):
            return json.dumps(values, ensure_ascii=False)
        return "; ".join(values.values())
    return str(answer.value)


def _parts(items: list[Answer]) -> str:
    if any(item.type in ("record", "checklist") for item in items):
        rows: list[JSON] = [[render_value(slot_answer(v)) for v in i.value.values()] for i in items]
        return json.dumps(rows, ensure_ascii=False)
    values = [render_value(item) for item in items]
    if any(map(_AMBIGUOUS.search, values)):
        return json.dumps(values, ensure_ascii=False)
    return "; ".join(values) or "없음"
