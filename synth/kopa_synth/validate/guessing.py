"""Guessing: how likely the best answer is that is given without a single call.

An estimate from the golden run's own records, part by part, as if parts were independent:

* one of the things that the question itself sets against each other: one in their number;
* a cell: the share of its column's most frequent value among the rows it was taken from. A reply
  of fewer than ten rows is no sample: others of its kind are asked for. Numbers and days that
  never repeat are spread over their whole range;
* a count: one in the number of rows that could have been counted, in all lists, and one for none;
* anything else that is computed: one in twice its size, in units of its last digit.

A task that is graded by what was written cannot be guessed: writing takes a call.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from math import factorial

from kopa_env.episode.values import read_number
from kopa_env.grading.normalise import name_key
from kopa_env.outcome import JSON
from kopa_synth.validate.evidence import Evidence
from kopa_synth.validate.lineage import ENOUGH, Lineage
from kopa_synth.validate.parts import Part, parts_of

BEST_GUESS = 0.01
"""The most likely a guess may be."""
UNKNOWN = 0.05
"""What a text counts for of which no other value could be found."""
_OPEN = 12
"""Characters from which such a text is a wording of its own, which nobody hits upon."""


def guess(evidence: Evidence) -> tuple[float, dict[str, float]]:
    """Return the chance of the best guess, and of each part of it."""
    task = evidence.task
    if "ENVIRONMENT" in task.reward_basis and task.target_state:
        return 0.0, {}
    lineage = Lineage(evidence)
    chances = {part.name: _chance(part, evidence, lineage) for part in parts_of(task)}
    whole = 1.0
    for chance in chances.values():
        whole *= chance
    if task.answer.type == "list":
        whole *= factorial(min(len(task.answer.value), 20))
    return min(whole, 1.0), chances


def _chance(part: Part, evidence: Evidence, lineage: Lineage) -> float:
    compared = evidence.candidate.brief.comparison
    names = {name_key(subject.name) for subject in compared.over} if compared else set()
    if part.answer.type == "string" and name_key(str(part.answer.value)) in names:
        return 1 / len(names)
    if part.is_count:
        return 1 / (lineage.rows(part.calls) + 1)
    column = part.column or _column_behind(part, lineage)
    if column:
        return _of_column(part, column, lineage)
    return _computed(part)


def _column_behind(part: Part, lineage: Lineage) -> str:
    """Return the column of a text or day that was found by more than reading one cell."""
    if part.answer.type == "number":
        return ""
    held = [word for word in sorted(part.words) if lineage.column(part.calls, word)]
    wanted = part.reading(part.answer.value)
    for word in held:
        if wanted in [part.reading(value) for value in lineage.column(part.calls, word)]:
            return word
    return ""


def _of_column(part: Part, column: str, lineage: Lineage) -> float:
    values = _readings(part, lineage.column(part.calls, column))
    if len(values) < ENOUGH:
        values += _readings(part, lineage.peers(part.calls, column))
    if len(values) < ENOUGH:
        return _unknown(part)
    most = max(Counter(values).values())
    if most > 1 or part.answer.type == "string":
        return most / len(values)
    return 1 / max(len(values), _span(values))


def _readings(part: Part, values: Sequence[JSON]) -> list[JSON]:
    return [read for value in values if (read := part.reading(value)) is not None]


def _span(values: Sequence[Decimal]) -> int:
    """Return how many values lie between the least and the largest, in their own units."""
    exponents = [value.normalize().as_tuple().exponent for value in values]
    step = Decimal(1).scaleb(min([0, *(e for e in exponents if isinstance(e, int))]))
    return int((max(values) - min(values)) / step) + 1


def _unknown(part: Part) -> float:
    """Return the chance where nothing is known of other values."""
    if part.answer.type == "number":
        return _computed(part)
    if part.answer.type == "date":
        return 1 / 365
    return 1 / 1000 if len(str(part.answer.value)) >= _OPEN else UNKNOWN


def _computed(part: Part) -> float:
    number = read_number(part.answer.value)
    if number is None:
        return _unknown(part) if part.answer.type != "number" else 1.0
    exponent = number.as_tuple().exponent
    step = Decimal(1).scaleb(min(exponent, 0) if isinstance(exponent, int) else 0)
    return 1 / (2 * max(int(abs(number) / step), 1) + 1)
