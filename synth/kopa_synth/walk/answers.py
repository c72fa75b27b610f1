"""Answers: what a walk comes to, computed from its records and not by the solver."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from kopa_env.episode.values import plain_number
from kopa_env.outcome import JSON
from kopa_synth.queries.brief import Aggregate
from kopa_synth.walk.playing import DIGITS, Scene, narrowed, rounded, taken, value
from kopa_synth.walk.slots import BEST, Spoken, compared, keys, spoken
from kopa_synth.walk.trajectory import Ask, Compare, Trajectory
from kopa_synth.walk.vocabulary import Vocabulary


def told(walk: Trajectory, scenes: Sequence[Scene]) -> tuple[Ask, ...]:
    """Return what is told in the end, the taken branch's asks included."""
    if walk.branch is None:
        return walk.asks
    more = walk.branch.then if taken(walk.branch, scenes) else walk.branch.otherwise
    return (*walk.asks, *more)


def is_list(walk: Trajectory, scenes: Sequence[Scene]) -> bool:
    """Say whether the answer is a list, one item for each row."""
    asks = told(walk, scenes)
    return any(ask.aggregate is None and len(scenes[ask.leg].rows) > 1 for ask in asks)


def measures(compare: Compare, walk: Trajectory, scenes: Sequence[Scene]) -> list[int | float]:
    """Return the measure of every value that a comparison is over; fewer if one has none."""
    leg, figures = walk.legs[compare.ask.leg], []
    for visit in scenes[compare.ask.leg].visits:
        rows = narrowed(leg, visit.listing.rows)
        if not rows or (compare.ask.aggregate is None and len(rows) != 1):
            continue
        figure = value(compare.ask, rows, "number")
        if isinstance(figure, int | float):
            figures.append(figure)
    return figures


def answer(walk: Trajectory, scenes: Sequence[Scene], words: Vocabulary) -> JSON:
    """Return what a walk comes to: one value, a mapping slot → value, or a list of these."""
    if walk.compare is not None:
        return _compared(walk, walk.compare, scenes, words)
    asks = told(walk, scenes)
    names = keys(walk, asks, words)
    if is_list(walk, scenes):
        longest = max(len(scenes[ask.leg].rows) for ask in asks)
        return [
            _item(names, [_value(walk, ask, scenes, words, i) for ask in asks])
            for i in range(longest)
        ]
    return _item(names, [_value(walk, ask, scenes, words, 0) for ask in asks])


def _item(names: Sequence[str], values: Sequence[JSON]) -> JSON:
    return values[0] if len(values) == 1 else dict(zip(names, values, strict=True))


def _value(
    walk: Trajectory, ask: Ask, scenes: Sequence[Scene], words: Vocabulary, place: int
) -> JSON:
    kind = spoken(ask, walk.legs[ask.leg], words).type
    rows = scenes[ask.leg].rows
    return value(ask, rows[place:] if ask.aggregate is None else rows, kind)


def _compared(
    walk: Trajectory, compare: Compare, scenes: Sequence[Scene], words: Vocabulary
) -> JSON:
    leg = walk.legs[compare.ask.leg]
    figures = measures(compare, walk, scenes)
    names, unit = compared(leg, words)
    if compare.mode in ("largest", "smallest"):
        best = (max if compare.mode == "largest" else min)(figures)
        who: JSON = names[figures.index(best)]
        who = int(who.removesuffix(unit)) if unit else who
        return {BEST: who, **dict(zip(names, figures, strict=True))} if compare.told else who
    a, b = (Decimal(str(figure)) for figure in figures)
    ratio = compare.mode == "ratio"
    figure = plain_number(rounded(b * 100 / a) if ratio else abs(a - b))
    if not compare.told:
        return figure
    return {"비율" if ratio else "차이": figure, **dict(zip(names, figures, strict=True))}


def shape(walk: Trajectory, scenes: Sequence[Scene], words: Vocabulary) -> dict[str, Any]:
    """Return how an answer is written: its type, units and digits (an authored ``answer``)."""
    if walk.compare is not None:
        return _compared_shape(walk, walk.compare, words)
    asks = told(walk, scenes)
    parts = [part(spoken(ask, walk.legs[ask.leg], words)) for ask in asks]
    if is_list(walk, scenes):
        ranked = any(leg.choice and leg.choice.k > 1 for leg in walk.legs)
        return {"type": "ordered" if ranked and len(walk.legs) == 1 else "list"}
    if len(parts) == 1:
        return parts[0]
    return {
        "type": "record",
        "slots": dict(zip(keys(walk, asks, words), parts, strict=True)),
    }


def part(said: Spoken) -> dict[str, Any]:
    """Return how one slot is written."""
    row: dict[str, Any] = {"type": said.type}
    if said.type == "number" and said.slot.unit:
        row["unit"] = said.slot.unit
    if said.slot.aggregate is Aggregate.MEAN:
        row |= {"tolerance": "printed", "digits": DIGITS}
    return row


def _compared_shape(walk: Trajectory, compare: Compare, words: Vocabulary) -> dict[str, Any]:
    leg = walk.legs[compare.ask.leg]
    measure = part(spoken(compare.ask, leg, words))
    names, unit = compared(leg, words)
    figures = dict.fromkeys(names, measure)
    if compare.mode in ("largest", "smallest"):
        who = {"type": "number", "unit": unit} if unit else {"type": "string"}
        return {"type": "record", "slots": {BEST: who, **figures}} if compare.told else who
    ratio = {"type": "number", "unit": "%", "tolerance": "printed", "digits": DIGITS}
    result = ratio if compare.mode == "ratio" else measure
    if not compare.told:
        return result
    first = "비율" if compare.mode == "ratio" else "차이"
    return {"type": "record", "slots": {first: result, **figures}}
