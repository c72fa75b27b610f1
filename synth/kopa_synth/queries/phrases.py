"""Noun phrases out of a brief: its lists, their conditions, what is picked, what is asked."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from kopa_env.language import settle
from kopa_synth.korean import counted, date, money, period, unit_name
from kopa_synth.queries.brief import Condition, Pick, Reducer, Slot, Subject, Test, Thing
from kopa_synth.queries.grammar import table

_DATED = frozenset({Test.SINCE, Test.UNTIL, Test.AFTER})
# Before a noun, before another condition, before 면.
_SAID: Mapping[Test, tuple[str, str, str]] = {
    Test.EQ: ("{f}이(가) {v}인", "{f}이(가) {v}이고(고)", "{f}이(가) {v}이면"),
    Test.NE: (
        "{f}이(가) {v}이(가) 아닌",
        "{f}이(가) {v}이(가) 아니고",
        "{f}이(가) {v}이(가) 아니면",
    ),
    Test.GE: ("{f}이(가) {v} 이상인", "{f}이(가) {v} 이상이고", "{f}이(가) {v} 이상이면"),
    Test.LE: ("{f}이(가) {v} 이하인", "{f}이(가) {v} 이하이고", "{f}이(가) {v} 이하이면"),
    Test.GT: ("{f}이(가) {v}을(를) 넘는", "{f}이(가) {v}을(를) 넘고", "{f}이(가) {v}을(를) 넘으면"),
    Test.LT: ("{f}이(가) {v} 미만인", "{f}이(가) {v} 미만이고", "{f}이(가) {v} 미만이면"),
    Test.CONTAINS: (
        "{f}에 ‘{v}’이(가) 들어간",
        "{f}에 ‘{v}’이(가) 들어가고",
        "{f}에 ‘{v}’이(가) 들어가면",
    ),
    Test.SINCE: ("{f}이(가) {v} 이후인", "{f}이(가) {v} 이후이고", "{f}이(가) {v} 이후이면"),
    Test.UNTIL: ("{f}이(가) {v}까지인", "{f}이(가) {v}까지이고", "{f}이(가) {v}까지이면"),
    Test.AFTER: ("{f}이(가) {v}보다 늦은", "{f}이(가) {v}보다 늦고", "{f}이(가) {v}보다 늦으면"),
    Test.FILLED: ("{f}이(가) 있는", "{f}이(가) 있고", "{f}이(가) 있으면"),
    Test.BLANK: ("{f}이(가) 없는", "{f}이(가) 없고", "{f}이(가) 없으면"),
}
_SUBJECT: Mapping[str, str] = {
    "연도": "{}년",
    "대수": "{}대 국회",
    "의원": "{} 의원",
    "법안": "「{}」",
    "의안": "「{}」",
    "청원": "「{}」",
    "회의": "{} 회의",
    "회차": "제{}회",
    "검색어": "이름에 ‘{}’이(가) 들어간",
    "제목": "제목에 ‘{}’이(가) 들어간",
}
_BARE = frozenset(
    [
        "지역",
        "시도",
        "시군구",
        "학교",
        "위원회",
        "업체",
        "정당",
        "기관",
        "부서",
        "대학",
        "구분",
        "종류",
        "학교급",
        "설립",
    ]
)


def subject(who: Subject) -> str:
    """Return how a subject is said before a noun, or by itself."""
    if who.said:
        return settle(who.said.replace("{}", who.name))
    if who.what in {"날짜", "월", "기간"}:
        return period(who.name)
    pattern = _SUBJECT.get(who.what, "")
    if pattern:
        # 「22대」 needs no second 대, 「2024년」 no second 년.
        tail = pattern[2:].split()[0] if pattern.startswith("{}") and len(pattern) > 2 else ""
        if tail and who.name.endswith(tail):
            return who.name + pattern[2 + len(tail) :]
        return settle(pattern.replace("{}", who.name))
    if not who.what or who.what in _BARE:
        return who.name
    return settle(f"{who.what}이(가) {who.name}인")


def value(condition: Condition) -> str:
    """Return a condition's value as it is said."""
    if condition.test in _DATED:
        return date(condition.value)
    plain = condition.value.replace(",", "")
    if plain.isdigit() and condition.unit == "원":
        return money(int(plain))
    if plain.isdigit() and len(plain) > 3:
        return f"{int(plain):,}{unit_name(condition.unit)}"
    return condition.value + ("개" if condition.unit == "학급" else unit_name(condition.unit))


def conditions(given: Sequence[Condition]) -> tuple[str, str]:
    """Return what stands before a noun: phrases said as they are, and composed ones, joined."""
    said = " ".join(c.said for c in given if c.said)
    composed = [c for c in given if not c.said]
    parts = [clause(c, 1) for c in composed[:-1]] + [clause(c, 0) for c in composed[-1:]]
    return said, " ".join(parts)


def clause(condition: Condition, form: int) -> str:
    """Return a condition before a noun (0), before another one (1) or before 면 (2)."""
    pattern = _SAID[condition.test][form]
    name = base(condition.field, condition.unit)
    return settle(pattern.replace("{f}", name).replace("{v}", value(condition)))


def base(label: str, unit: str) -> str:
    """Return a label without 수 where a counted unit says it: 「학생 수」 of 명 is 「학생」."""
    if unit in table("words")["counted_units"] and label.endswith(" 수"):
        return label[:-2]
    return label


def overlap(label: str, other: str) -> bool:
    """Return whether two figures are one, or one of them counts some of what the other does."""
    return label == other or is_part(label, other) or is_part(other, label)


def is_part(label: str, whole: str) -> bool:
    """Return whether a figure counts some of what another does: 「여학생 수」 of 「학생 수」."""
    return label.endswith(whole) and label.removesuffix(whole) not in {"", "비"}


def short(thing: Thing | str) -> str:
    """Return how a thing is called the second time: 「중학교」 is 「학교」."""
    noun = thing if isinstance(thing, str) else thing.noun
    for name, endings in table("words")["short"].items():
        if noun.endswith(tuple(endings)):
            return str(name)
    return noun.split()[-1]


def one(thing: Thing, said: int = 0) -> str:
    """Return what stands for a thing after an adjective: 곳, 사람, or the short noun."""
    if thing.asks == "어디":
        return ("곳", short(thing), "데")[said]
    if thing.asks == "누구":
        return ("사람", short(thing), "사람")[said]
    return short(thing)


def adjective(field: str, unit: str) -> str:
    """Return the word for more of something: 많은, 큰, 높은."""
    words = table("words")["adjective"]
    for word, endings in words["labels"].items():
        if field.endswith(tuple(endings)):
            return str(word)
    return str(words["units"][unit][0]) if unit in words["units"] else "많은"


def less(field: str, unit: str) -> str:
    """Return the word for less of something: 적은, 작은, 낮은."""
    words = table("words")["adjective"]
    if unit in words["units"]:
        return str(words["units"][unit][1])
    return str(words["opposite"][adjective(field, unit)])


def measure_adjective(reducer: Reducer) -> str:
    """Return the adjective that goes with a reducer, its direction included."""
    if reducer.op is Pick.LATEST:
        return "늦은"
    if reducer.op is Pick.EARLIEST:
        return "빠른"
    word = less if reducer.op in {Pick.MIN, Pick.BOTTOM} else adjective
    return word(reducer.field, reducer.unit)


def picked(reducer: Reducer, thing: Thing, most: str, said: int) -> str:
    """Return 「특수학급 학생이 가장 많은 곳」: what is left after a reducer, without its list.

    Args:
        reducer: how the list is narrowed.
        thing: what the list holds.
        most: 가장 or 제일.
        said: which word stands for the thing.
    """
    word = one(thing, said)
    if reducer.said:
        return f"{reducer.said} {word}"
    name = base(reducer.field, reducer.unit)
    first, _, rest = name.partition(" ")
    if rest and " " not in rest and first == short(thing):  # 「금액이 가장 큰 계약」
        name = rest
    if reducer.op is Pick.MODE:
        return f"{most} 많이 나오는 {reducer.field}"
    adjective_ = measure_adjective(reducer)
    if reducer.op in {Pick.TOP, Pick.BOTTOM}:
        several = counted(reducer.k, thing.counter)
        return settle(f"{name}이(가) {most} {adjective_} {several}")
    return settle(f"{name}이(가) {most} {adjective_} {word}")


def question_word(slot: Slot) -> str:
    """Return what a slot's value is asked with: 몇 명, 얼마, 언제, 어디, 누구, 무엇."""
    if slot.type == "number":
        if slot.unit in {"원", "", "천원", "백만원"}:
            return "얼마"
        unit = "개" if slot.unit == "학급" else unit_name(slot.unit)
        return f"몇 {unit}"
    if slot.type == "date":
        return "언제"
    for word, endings in table("words")["question"].items():
        if slot.label.endswith(tuple(endings)):
            return str(word)
    return "무엇"


def title(thing: Thing) -> str:
    """Return what the name of a thing is called: 「법안 이름」, 「청원 제목」."""
    name = short(thing)
    return str(table("words")["title"].get(name, f"{name} 이름"))


def per(noun: str) -> str:
    """Return a denominator as it is said: 「교원 한 명당」, 「학급당」."""
    stem = re.sub(r" ?수$", "", noun)
    last = stem.split()[-1]
    said = table("words")["per"].get(last)
    if said:
        return f"{stem[: -len(last)]}{said}"
    return f"{noun} 대비"


def listed(nouns: Sequence[str], *, both: bool = True) -> str:
    """Return nouns as a list: 「A와 B」, 「A, B, C」."""
    if len(nouns) == 2 and both:
        return settle(f"{nouns[0]}과(와) {nouns[1]}")
    return ", ".join(nouns)
