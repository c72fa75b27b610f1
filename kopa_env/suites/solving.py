"""Answers from solvers: what a task's program makes of results, put into the answer's form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation

from kopa_env.episode.expression import ExpressionError, evaluate
from kopa_env.outcome import JSON, ToolResult
from kopa_env.task import Answer, Task


def solve(task: Task, results: Mapping[str, ToolResult]) -> JSON:
    """Return what the solver comes to over results by golden call id; ``None`` if it fails."""
    try:
        return evaluate(task.answer.solver, results)
    except ExpressionError:
        return None


def answer_with(answer: Answer, value: JSON) -> Answer | None:
    """Return the answer with another value in its form, or ``None`` where it does not fit."""
    if value in (None, "", [], {}):
        return None
    if answer.type in ("record", "checklist"):
        if not isinstance(value, Mapping) or list(value) != list(answer.value):
            return None
        return replace(answer, value={k: _slot(answer.value[k], v) for k, v in value.items()})
    golden = {"value": answer.value, "tolerance": answer.tolerance}
    return replace(answer, value=_slot(golden, value)["value"])


def _slot(golden: JSON, value: JSON) -> JSON:
    """Return a slot with another value, printed to as many digits as the golden one."""
    if not isinstance(golden, Mapping):
        return value
    if golden.get("tolerance") == "printed" and value is not None:
        digits = len(str(golden["value"]).partition(".")[2])
        try:
            value = str(Decimal(str(value)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP))
        except InvalidOperation:
            value = str(value)
    return {**golden, "value": value}
