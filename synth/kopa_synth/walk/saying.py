"""Saying: what a walk asks, as a brief for whoever writes the question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kopa_env.language import settle
from kopa_env.outcome import JSON
from kopa_synth.korean import date
from kopa_synth.queries.brief import (
    Branch,
    Brief,
    Comparison,
    Condition,
    Pick,
    Reducer,
    Slot,
    Stage,
    Subject,
)
from kopa_synth.queries.brief import Test as Compared
from kopa_synth.queries.phrases import base, measure_adjective
from kopa_synth.walk.playing import Scene, carried
from kopa_synth.walk.slots import name_of, spoken
from kopa_synth.walk.trajectory import GROUPED, Ask, Leg, Trajectory, Where
from kopa_synth.walk.vocabulary import FieldWord, Vocabulary

_WHEN = {Pick.LATEST: "가장 늦게", Pick.EARLIEST: "가장 먼저"}
_NOW = {**_WHEN, Pick.LATEST: "가장 최근에"}
_ADNOMINAL = "된한인긴힌는은진난뀐온간"
_UNATTACHED = "무소속"
"""A member of no party is 「무소속 의원」, not 「무소속 소속 의원」."""
_CAST = {Compared.GE: "이상", Compared.LE: "이하로"}
_LEAST_TOLD = 2
"""Shortest text that can be told to be in a question by accident."""


def brief(
    walk: Trajectory, scenes: Sequence[Scene], answer: JSON, words: Vocabulary, seed: int
) -> Brief:
    """Return the brief of a walk that was played.

    Args:
        walk: the walk.
        scenes: what became of its legs; their junction values must not be said.
        answer: what is asked for; must not be said either.
        words: how people speak of all this.
        seed: of the writer's choices.
    """
    return Brief(
        id=walk.id,
        pattern=walk.pattern,
        domain=walk.domain,
        platform=walk.platform,
        subjects=tuple(_subjects(walk, words)),
        stages=tuple(_stage(walk, place, words) for place in _staged(walk)),
        comparison=_comparison(walk, words),
        branch=_branch(walk, words),
        write=walk.write,
        forbidden=tuple(_forbidden(walk, scenes, answer)),
        seed=seed,
    )


def _staged(walk: Trajectory) -> list[int]:
    """Return the legs that are stages.

    Not those that one side of a branch asks only, nor those that look the same things up once more
    on the way to others: nobody speaks of these.
    """
    asked = {ask.leg for ask in walk.asks}
    end = walk.branch.leg if walk.branch else len(walk.legs)
    followed = {leg.parent for leg in walk.legs}
    return [
        place
        for place, leg in enumerate(walk.legs)
        if place in asked or (place <= end and not (place in followed and _is_silent(leg)))
    ]


def _is_silent(leg: Leg) -> bool:
    narrowed = leg.where or leg.kind_of or leg.choice or leg.group
    return leg.parent >= 0 and not leg.reached and not narrowed


def _subjects(walk: Trajectory, words: Vocabulary) -> list[Subject]:
    found: list[Subject] = []
    for leg in walk.legs:
        for name in leg.said:
            if name == leg.named:
                continue
            said = _subject(leg, name, leg.free[name], words)
            if said not in found:
                found.append(said)
    named = next((leg for leg in walk.legs if leg.named), None)
    if named is not None:
        found.append(_named(named, words))
    return found


def _subject(leg: Leg, param: str, raw: JSON, words: Vocabulary) -> Subject:
    word = words.param(leg.tool, param)
    if word is None:
        return Subject(str(raw))
    said = "{}" if raw == _UNATTACHED else word.said
    return Subject(word.values.get(str(raw), str(raw)), word.what, said)


def _named(leg: Leg, words: Vocabulary) -> Subject:
    name = leg.free.get(leg.named)
    if name is None:
        name = next(w.value for w in leg.kind_of if w.column == leg.named)
    tool, word = words.tool(leg.tool), words.param(leg.tool, leg.named)
    what = (tool.what if tool else "") or (word.what if word else leg.thing.noun)
    return Subject(str(name), what, tool.named if tool else "")


def _stage(walk: Trajectory, place: int, words: Vocabulary) -> Stage:
    leg = walk.legs[place]
    return Stage(
        thing=leg.thing,
        reached=leg.reached,
        named=bool(leg.named) and place == 0,
        conditions=tuple(condition(leg, where, words) for where in leg.where),
        reducer=_reducer(leg, words),
        each=leg.each,
        asked=_slots(walk, [ask for ask in walk.asks if ask.leg == place], words),
    )


def _slots(walk: Trajectory, asks: Sequence[Ask], words: Vocabulary) -> tuple[Slot, ...]:
    asked = walk.asked()
    return tuple(
        replace(spoken(ask, walk.legs[ask.leg], words).slot, rank=asked.index(ask)) for ask in asks
    )


def condition(leg: Leg, where: Where, words: Vocabulary) -> Condition:
    """Return a condition in words."""
    word = _word(leg, where.column, words)
    value = str(where.value)
    said = word.values.get(value, "")
    if not said and word.said and word.kind == "category":
        said = value if value == _UNATTACHED else word.said.replace("{}", value)
    if where.test is Compared.SINCE and word.happened:
        said = f"{date(value)} 이후 {word.happened}"
    if word.unit == "표" and where.test in _CAST:
        said = settle(f"{base(word.label, '표')}이(가) {value}표 {_CAST[where.test]} 나온")
    return Condition(word.label, where.test, value, word.unit, said, (value,))


def _word(leg: Leg, column: str, words: Vocabulary) -> FieldWord:
    tool = words.tool(leg.tool)
    assert tool is not None
    return tool.fields[column]


def _reducer(leg: Leg, words: Vocabulary) -> Reducer | None:
    choice = leg.choice
    if choice is None:
        return None
    if leg.group is not None and choice.column == GROUPED:
        return _of_groups(leg, words)
    word = _word(leg, choice.column, words)
    said = word.most if choice.op is Pick.MAX else word.least if choice.op is Pick.MIN else ""
    if word.happened and choice.op in _WHEN:
        when = (_NOW if _is_of_today(leg, words) else _WHEN)[choice.op]
        *where, act = word.happened.split()
        said = " ".join([*where, when, act])
    return Reducer(choice.op, word.label, word.unit, choice.k, said=said)


def _is_of_today(leg: Leg, words: Vocabulary) -> bool:
    """Whether a list goes on today, so that its last is its latest."""
    tool = words.tool(leg.tool)
    if tool is not None and tool.now:
        return True
    now, said = words.now(leg.tool), (words.param(leg.tool, name) for name in leg.free)
    eras = [w for w in said if w is not None and w.what in now]
    return all(name_of(leg, w.name, leg.free[w.name], words) == now[w.what] for w in eras)


def _of_groups(leg: Leg, words: Vocabulary) -> Reducer:
    assert leg.choice is not None
    assert leg.group is not None
    word = _word(leg, leg.group.column, words)
    tool = words.tool(leg.tool)
    nouns = [
        tool.kinds[w.column][str(w.value)] for w in leg.kind_of if tool and w.column in tool.kinds
    ]
    found = Reducer(leg.choice.op, word.label, word.unit, leg.choice.k)
    if leg.reached or not nouns:  # 「… 같은 시도에 있는 일반고 중 특수학급이 가장 많은 시군구」
        return found
    counted = f"{' '.join(nouns)} {base(word.label, word.unit)}이(가)"
    return replace(found, said=settle(f"{counted} 가장 {measure_adjective(found)}"))


def _comparison(walk: Trajectory, words: Vocabulary) -> Comparison | None:
    compare = walk.compare
    if compare is None:
        return None
    leg = walk.legs[compare.ask.leg]
    over = tuple(replace(_subject(leg, leg.over, v, words), said="") for v in leg.values)
    measure = spoken(compare.ask, leg, words).slot
    return Comparison(over, measure, compare.mode, compare.told)


def _branch(walk: Trajectory, words: Vocabulary) -> Branch | None:
    branch = walk.branch
    if branch is None:
        return None
    test = condition(walk.legs[branch.leg], branch.test, words)
    return Branch(
        replace(test, said=_adnominal(test.said)),
        _slots(walk, branch.then, words),
        _slots(walk, branch.otherwise, words),
    )


def _adnominal(said: str) -> str:
    """Return a phrase that can stand before 경우: 「교육위원회 소관인」, 「원안대로 가결된」."""
    return said if not said or said[-1] in _ADNOMINAL else f"{said}인"


def _forbidden(walk: Trajectory, scenes: Sequence[Scene], answer: JSON) -> list[str]:
    """Return answers, values carried over junctions, and names of tools and fields."""
    found = [text for text in _texts(answer) if len(text) >= _LEAST_TOLD]
    for leg in walk.legs:
        if leg.bindings:
            carried_on = carried(leg, scenes[leg.parent].rows)
            found += [str(value) for row in carried_on for value in row]
        found += [leg.tool, *(b.field for b in leg.bindings), *(b.param for b in leg.bindings)]
    return list(dict.fromkeys(found))


def _texts(answer: JSON) -> list[str]:
    if isinstance(answer, dict):
        return [text for part in answer.values() for text in _texts(part)]
    if isinstance(answer, list):
        return [text for part in answer for text in _texts(part)]
    return [] if answer is None else [str(answer)]
