"""Slots: what an ask is called, of what type it is, and how it is written as an expression."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kopa_env.outcome import JSON
from kopa_synth.queries.brief import Aggregate, Slot, Thing
from kopa_synth.queries.phrases import title
from kopa_synth.walk.trajectory import GROUPED, Ask, Leg, Trajectory
from kopa_synth.walk.vocabulary import FieldWord, Vocabulary

Type = Literal["number", "date", "string"]

BEST = "비교 결과"
"""Slot for the one that a comparison singles out."""

_NAMED = {
    Aggregate.SUM: "{} 합계",
    Aggregate.MEAN: "{} 평균",
    Aggregate.MAX: "가장 큰 {}",
    Aggregate.MIN: "가장 작은 {}",
    Aggregate.LATEST: "가장 늦은 {}",
    Aggregate.EARLIEST: "가장 이른 {}",
}


@dataclass(frozen=True, slots=True)
class Spoken:
    """An ask in words.

    Attributes:
        key: what its slot is called in the answer.
        slot: how the question says it.
    """

    key: str
    type: Type
    slot: Slot


def spoken(ask: Ask, leg: Leg, words: Vocabulary) -> Spoken:
    """Return an ask in words.

    Raises:
        LookupError: if nobody wrote words for what it asks.
    """
    tool = words.tool(leg.tool)
    if tool is None:
        raise LookupError(leg.tool)
    if ask.aggregate is Aggregate.COUNT:
        counted = Slot(leg.thing.noun, "number", leg.thing.counter, aggregate=Aggregate.COUNT)
        return Spoken(f"{head(leg.thing)} 수", "number", counted)
    if leg.group is not None:
        return _of_group(ask, leg, tool.fields)
    word = tool.fields[ask.column]
    kind = type_of(word)
    if ask.name:
        return Spoken(title(leg.thing), kind, Slot("이름", kind, name=True))
    digits = 1 if ask.aggregate is Aggregate.MEAN else 0
    slot = Slot(word.label, kind, word.unit, digits=digits, aggregate=ask.aggregate)
    key = _NAMED[ask.aggregate].replace("{}", word.label) if ask.aggregate else word.label
    return Spoken(key, kind, slot)


def _of_group(ask: Ask, leg: Leg, fields: dict[str, FieldWord] | object) -> Spoken:
    assert isinstance(fields, dict)
    group = leg.group
    assert group is not None
    if ask.column != GROUPED:
        return Spoken(title(leg.thing), "string", Slot("이름", "string", name=True))
    if group.op == "count":
        return Spoken("건수", "number", Slot("건수", "number", "건"))
    word = fields[group.column]
    slot = Slot(word.label, "number", word.unit)
    return Spoken(word.label, "number", slot)


def head(thing: Thing) -> str:
    """Return what a thing is, without what it is told apart by: 「본회의에서 처리된 예산안」."""
    return thing.noun.split()[-1]


def type_of(word: FieldWord) -> Type:
    """Return the type of answer that a field gives."""
    if word.kind == "measure":
        return "number"
    return "date" if word.kind == "date" else "string"


def keys(walk: Trajectory, asks: tuple[Ask, ...], words: Vocabulary) -> list[str]:
    """Return what the slots of some asks are called, each one differently."""
    named: list[str] = []
    for ask in asks:
        leg = walk.legs[ask.leg]
        thing = walk.legs[called(walk, ask.leg)].thing
        key = title(thing) if ask.name and leg.group is None else spoken(ask, leg, words).key
        if key in named:
            key = f"{leg.thing.noun} {'이름' if ask.name else key}"
        named.append(key if key not in named else f"{key} {len(named) + 1}")
    return named


def called(walk: Trajectory, place: int) -> int:
    """Return the leg that gives a leg's things their name: the first that is about them."""
    while walk.legs[place].parent >= 0 and not walk.legs[place].reached:
        place = walk.legs[place].parent
    return place


def cell(rows: str, place: int, column: str, kind: Type) -> str:
    """Return the expression for one cell as an answer."""
    return wrapped(f'{rows}.records[{place}]["{column}"]', kind)


def wrapped(expression: str, kind: Type) -> str:
    """Return an expression for a cell, read as its type."""
    return {"number": f"num({expression})", "date": f"date({expression})"}.get(kind, expression)


def computed(ask: Ask, rows: str, kind: Type) -> str:
    """Return the expression for an aggregate over rows."""
    if ask.aggregate is None:
        return wrapped(f'first({rows})["{ask.column}"]', kind)
    if ask.aggregate is Aggregate.COUNT:
        return f"len({rows})"
    if ask.aggregate is Aggregate.DISTINCT:
        return f'len(unique([v for v in column({rows}, "{ask.column}") if v is not None]))'
    if kind == "date":
        how = "max" if ask.aggregate is Aggregate.LATEST else "min"
        return f'{how}([date(v) for v in column({rows}, "{ask.column}") if v is not None])'
    numbers = f'[num(v) for v in column({rows}, "{ask.column}") if v is not None]'
    if ask.aggregate is Aggregate.MEAN:
        return f"round(mean({numbers}), 1)"
    how = {Aggregate.SUM: "sum", Aggregate.MAX: "max", Aggregate.MIN: "min"}[ask.aggregate]
    return f"{how}({numbers})"


def name_of(leg: Leg, param: str, value: JSON, words: Vocabulary) -> str:
    """Return what people call a raw argument."""
    word = words.param(leg.tool, param)
    return str(word.values.get(str(value), value)) if word else str(value)


_COUNTED = {"연도": "년", "대수": "대"}
"""What is called by a number, and the unit it is called with."""


def compared(leg: Leg, words: Vocabulary) -> tuple[list[str], str]:
    """Return what the values of a comparison are called, and the unit of these names if any."""
    word = words.param(leg.tool, leg.over)
    unit = _COUNTED.get(word.what, "") if word else ""
    return [f"{name_of(leg, leg.over, raw, words)}{unit}" for raw in leg.values], unit
