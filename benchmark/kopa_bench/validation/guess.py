"""How likely the best answer is that is given without a single call: an estimate, part by part.

A text or day counts for the share of its column's most frequent value among the golden replies'
rows; a figure for one in twice its size, in units of its last digit. Parts are taken for
independent. Where something has to be written nothing can be guessed: writing takes a call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from math import prod

from kopa_env.episode.values import read_number
from kopa_env.grading.normalise import name_key
from kopa_env.outcome import JSON
from kopa_env.suites.golden import replies_of
from kopa_env.suites.outcomes import Outcome
from kopa_env.task import Task

MOST = 0.01
"""The most likely a guess may be."""
_FEW = 10
"""Rows below which a reply is no sample of what else there is."""
_UNKNOWN = 0.05
_DAYS = 1 / 365


def best_guess(task: Task, outcome: Outcome) -> float:
    """Return the chance of the best guess.

    Args:
        task: compiled.
        outcome: its golden run.
    """
    if "ENVIRONMENT" in task.reward_basis and task.target_state:
        return 0.0
    columns = list(_columns(task, outcome))
    return prod(_chance(kind, value, columns) for kind, value in _parts(task))


def _parts(task: Task) -> Iterator[tuple[str, JSON]]:
    value = task.answer.value
    if isinstance(value, Mapping):
        for slot in value.values():
            if isinstance(slot, Mapping):
                yield str(slot["type"]), slot["value"]
    elif isinstance(value, list | tuple):
        for item in value:
            cells = item if isinstance(item, list | tuple) else [item]
            for cell in cells:
                yield ("number" if isinstance(cell, int | float) else "string"), cell
    else:
        yield task.answer.type, value


def _columns(task: Task, outcome: Outcome) -> Iterator[list[str]]:
    """Yield the values of each column of the golden replies."""
    for reply in replies_of(outcome.episode).values():
        rows = reply.result.records
        for name in rows[0] if rows else ():
            cells = [row.get(name) for row in rows]
            yield [name_key(str(cell)) for cell in cells if cell not in (None, "", "-")]


def _chance(kind: str, value: JSON, columns: Sequence[Sequence[str]]) -> float:
    if kind == "number":
        return _of_figure(value)
    key = name_key(str(value))
    held = [cells for cells in columns if len(cells) >= _FEW and key in cells]
    if held:
        return min(max(Counter(cells).values()) / len(cells) for cells in held)
    return _DAYS if kind == "date" else _UNKNOWN


def _of_figure(value: JSON) -> float:
    number = read_number(value)
    if number is None:
        return _UNKNOWN
    exponent = number.as_tuple().exponent
    step = Decimal(1).scaleb(min(exponent, 0) if isinstance(exponent, int) else 0)
    return 1 / (2 * max(int(abs(number) / step), 1) + 1)
