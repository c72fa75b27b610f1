"""Whether an answer can be graded: the golden one scores 1, and nothing near it does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal, InvalidOperation

from kopa_env.grading import judge_response, render_answer
from kopa_env.grading.render import render_value
from kopa_env.grading.response import slot_answer
from kopa_env.outcome import JSON
from kopa_env.suites.degenerate import DONE, REFUSAL
from kopa_env.task import Answer, Task

_OTHER = "다른 것"
_MOST_ITEMS = 20
"""Parts of a list that are altered one by one."""


def non_gradable(task: Task) -> Iterator[str]:
    """Yield why the grader cannot tell the right answer from a wrong one."""
    answer, question = task.answer, task.query_ko
    right = judge_response(answer, render_answer(answer), question)
    if not right.right:
        yield f"the golden answer is not recognised: {right.reason}"
        return
    for name, other in altered(answer):
        if judge_response(answer, render_answer(other), question).right:
            yield f"an answer with another {name} is taken for right: {render_value(other)}"
    for name, text in _idle(answer, question):
        if judge_response(answer, text, question).right:
            yield f"{name} is taken for right"


def altered(answer: Answer) -> Iterator[tuple[str, Answer]]:
    """Yield answers with one part changed, each with the name of the part."""
    if answer.type in ("record", "checklist") and isinstance(answer.value, Mapping):
        for name, inner in answer.value.items():
            for _, other in altered(slot_answer(inner, answer)):
                yield name, replace(answer, value={**answer.value, name: _as_slot(inner, other)})
    elif answer.type in ("list", "ordered"):
        items = list(answer.value)
        for i, inner in enumerate(items[:_MOST_ITEMS]):
            for name, other in altered(slot_answer(inner, answer)):
                changed = [*items[:i], _as_slot(inner, other), *items[i + 1 :]]
                yield f"item {i + 1} ({name})", replace(answer, value=changed)
    else:
        yield answer.type, replace(answer, value=_other(answer), aliases=())


def _as_slot(inner: JSON, other: Answer) -> JSON:
    """Return a changed part in the form of the part it takes the place of."""
    if isinstance(inner, Mapping) and "value" in inner and "type" in inner:
        return {**{k: v for k, v in inner.items() if k != "aliases"}, "value": other.value}
    if isinstance(inner, list | tuple) and isinstance(other.value, Mapping):
        return list(other.value.values())
    return other.value


def _other(answer: Answer) -> JSON:
    if answer.type == "number":
        return _other_number(answer)
    if answer.type == "date":
        return _other_date(str(answer.value))
    return _OTHER if str(answer.value) != _OTHER else f"{_OTHER}들"


def _other_number(answer: Answer) -> JSON:
    """Return a number two units of its last digit away: nothing rounds to the golden one."""
    try:
        golden = Decimal(str(answer.value).replace(",", ""))
    except InvalidOperation:
        return 1
    exponent = golden.as_tuple().exponent
    step = Decimal(1).scaleb(exponent if isinstance(exponent, int) and exponent < 0 else 0)
    changed = golden + 2 * step
    return (
        str(changed)
        if isinstance(answer.value, str)
        else float(changed)
        if step < 1
        else int(changed)
    )


def _other_date(value: str) -> str:
    parts = value.split("-")
    if len(parts) == 3:
        return (date.fromisoformat(value) + timedelta(days=1)).isoformat()
    last = int(parts[-1])
    return "-".join([*parts[:-1], f"{last % 12 + 1:02d}" if len(parts) == 2 else str(last + 1)])


def _idle(answer: Answer, question: str) -> Iterator[tuple[str, str]]:
    """Yield what nobody may score with: no answer, the question, a 1, the answer among others."""
    yield "a refusal", REFUSAL
    yield "no answer", DONE
    yield "the question", rf"\boxed{{{question}}}"
    yield "a 1", r"\boxed{1}"
    first = next((other for _, other in altered(answer)), None)
    if first is not None and answer.type not in ("list", "ordered", "record", "checklist"):
        yield "a choice of two", rf"\boxed{{{render_value(answer)}, {render_value(first)}}}"
