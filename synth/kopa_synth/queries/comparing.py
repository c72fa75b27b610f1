"""Comparisons: what is set against what, and which question that makes."""

from __future__ import annotations

import re

from kopa_env.language import settle
from kopa_synth.korean import unit_name
from kopa_synth.queries.asking import Question, of
from kopa_synth.queries.brief import Aggregate, Brief, Comparison, Slot
from kopa_synth.queries.phrases import adjective, base, less, question_word, subject
from kopa_synth.queries.scope import joined

_PLACES = {
    "연도": ("해", "언제"),
    "의원": ("사람", "누구"),
    "후보": ("사람", "누구"),
    "법안": ("법안", "무엇"),
    "의안": ("의안", "무엇"),
    "청원": ("청원", "무엇"),
    "대수": ("쪽", "어느 국회"),
    "위원회": ("위원회", "어디"),
    "학교": ("학교", "어디"),
    "정당": ("정당", "어디"),
}


_EACH = frozenset({"연도", "지역", "학교", "위원회", "정당"})
"""What figures are told by: 「연도별로」."""


_WHEN = re.compile(r"(?:\d{4}년|\d+대 국회) ")


def them(brief: Brief) -> str:
    """Return what is compared, side by side: 「2023년과 2024년」, 「21대와 22대 국회」."""
    names = [subject(s) for s in _over(brief).over]
    heads = [name.rpartition(" ") for name in names]
    if all(head and tail == heads[0][2] for head, _, tail in heads):
        names = [*(head for head, _, _ in heads[:-1]), names[-1]]
    return joined(names)


def same_kind(brief: Brief) -> bool:
    """Whether the things compared are the things that the first stage lists."""
    what = _over(brief).over[0].what
    noun = brief.stages[0].thing.noun
    return bool(what) and (noun.endswith(what) or what.endswith(noun))


def measure(owner: str, brief: Brief) -> str:
    """Return what is measured, with its owner: 「포항시 중학교 학생 수」."""
    slot = _over(brief).measure
    if slot.aggregate is Aggregate.COUNT:
        return f"{owner} 건수" if slot.unit == "건" else f"{owner} 수"
    return of(owner, _label(slot))


def _label(slot: Slot) -> str:
    """「총 동의자 수」, 「학생 수 평균」."""
    kinds = {Aggregate.MEAN: f"{slot.label} 평균", Aggregate.SUM: f"총 {slot.label}"}
    return kinds.get(slot.aggregate, slot.label) if slot.aggregate else slot.label


def questions(owner: str, brief: Brief, *, side: str = "", gap: bool = False) -> list[Question]:
    """Return what a comparison asks.

    Args:
        owner: what the measure belongs to: 「포항시 중학교」; empty if the compared things are it.
        brief: with a comparison.
        side: the compared things, if they have not been said before.
        gap: the measure has been said before.
    """
    over = _over(brief)
    slot = over.measure
    asked = [_asked(owner, brief, side, gap)]
    if over.values:
        what = over.over[0].what
        each, of_each = (f"{what}별로", f"{what}별") if what in _EACH else ("각각", "각각의")
        word, noun = f"{each} {question_word(slot)}", f"{of_each} {slot.label}"
        asked.append(Question("", word, noun, slot.label, slot.digits, True))
    return asked


def _asked(owner: str, brief: Brief, side: str, gap: bool) -> Question:
    over = _over(brief)
    slot = over.measure
    if over.mode == "difference":
        about = "차이" if gap else f"{measure(_both(side, owner), brief)} 차이"
        label = f"{slot.label} 차이"
        return Question(about, question_word(slot), about, label, slot.digits, True)
    if over.mode == "ratio":
        return _ratio(owner, brief, gap)
    word = _word(over)
    said = "" if gap else _counted(owner, brief)
    if over.mode == "order":
        head = f"{side}의" if side else ""
        about = f"{head} {said} {word} 순서".strip()
        return Question(about, "", about, slot.label, form="noun")
    place, ask = _PLACES.get(over.over[0].what, ("곳", "어디"))
    more = "더" if len(over.over) == 2 else "가장"
    head = f"{side} 중 " if side else ""
    about = " ".join(f"{head}{said} {more} {word} {place}".split())
    return Question(about, ask, about, slot.label, form="clause")


def _ratio(owner: str, brief: Brief, gap: bool) -> Question:
    over = _over(brief)
    first, second = (subject(s) for s in over.over[:2])
    mine = second if gap else measure(_side(second, owner, brief), brief)
    counted = over.measure.aggregate is Aggregate.COUNT and over.measure.unit == "건"
    word = f"{first}{' 건수' if counted else ''}의 몇 {unit_name(over.ratio_unit)}"
    return Question(mine, word, "", "비율", over.measure.digits, True, form="clause")


def _side(name: str, owner: str, brief: Brief) -> str:
    """「해솔중학교의 2024년」: an owner and a year beside it."""
    if not owner:
        return name
    if same_kind(brief):
        return f"{name}의 {owner}"
    when = _WHEN.match(owner)
    if when and not _WHEN.match(f"{name} "):  # 「2024년 충북 특성화고」
        return f"{when[0]}{name} {owner[when.end() :]}"
    return f"{owner}의 {name}" if _picked(owner) else f"{name} {owner}"


def _picked(owner: str) -> bool:
    return owner.startswith("그 ") or bool(re.search(r"(?:[은는큰]|[가-힣]한) \S+$", owner))


def _both(side: str, owner: str) -> str:
    if side and _picked(owner):
        return f"{owner}의 {side}"
    return " ".join(part for part in (side, owner) if part)


def _counted(owner: str, brief: Brief) -> str:
    slot = _over(brief).measure
    if slot.aggregate is Aggregate.COUNT:
        return settle(f"{owner}이(가)")
    name = _label(slot) if slot.aggregate else base(slot.label, slot.unit)
    return settle(f"{of(owner, name)}이(가)")


def _word(over: Comparison) -> str:
    word = adjective(over.measure.label, over.measure.unit)
    if over.measure.type == "date":
        return "늦은" if over.mode != "smallest" else "빠른"
    return less(over.measure.label, over.measure.unit) if over.mode == "smallest" else word


def _over(brief: Brief) -> Comparison:
    assert brief.comparison is not None
    return brief.comparison
