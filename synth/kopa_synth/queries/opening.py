"""Who asks and what for: the opening (or the closing) of a query."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kopa_env.language import settle
from kopa_synth.queries.brief import Brief
from kopa_synth.queries.dice import Dice
from kopa_synth.queries.grammar import table

REGISTERS = ("해요체", "합쇼체", "반말", "개조식", "보고체")
FRONT = 88
"""Per cent of queries with a reason or a person at the front …"""
BACK = 5
"""… and with a reason at the end instead, if the question is what the query ends with."""

_TOPIC_OF_DOMAIN = {"education": "edu", "politics": "pol"}
_TOPIC_WORDS = {
    "special": ("특수",),
    "contract": ("계약",),
    "petition": ("청원",),
    "vote": ("반대표", "찬성표", "기권표", "표결에 참여한"),
    "committee": ("위원회",),
    "bill": ("법안", "법률안", "의안"),
    "member": ("의원",),
}
_HOLE = re.compile(r"\{(\w+)\}(\(으\))?")


@dataclass(frozen=True, slots=True)
class Voice:
    """How a query is opened and spoken.

    Attributes:
        front: opening sentence or clause, with its space; may be empty.
        back: closing sentence, with its space before; may be empty.
        reason: whether either says who asks or what for.
    """

    register: str
    group: str
    front: str = ""
    back: str = ""

    @property
    def reason(self) -> bool:
        """Whether the query says who asks or what for."""
        return bool(self.back) or self.front.strip() not in _plain(self.register)


_OF_ITS_OWN = {
    "초등학": ("초등학교",),
    "중학": ("중학교",),
    "고등학교": ("일반고", "특성화고"),
    "고3": ("일반고", "특성화고"),
    "법안": ("법률안", "법안"),
    "입법": ("법률안", "법안", "의안"),
    "동네 의원": ("국회의원", "대표발의자"),
    "이탈표": ("반대표", "기권표", "불참"),
    "표결": _TOPIC_WORDS["vote"],
}
"""What an opening may speak of only where the question does."""


def voice(brief: Brief, dice: Dice) -> Voice:
    """Choose who asks, in which register, and how that is said."""
    topics = _topics(brief)
    group = brief.persona or dice.weighted(_groups(topics), "group")
    weights = table("personas")["registers"].get(group, dict.fromkeys(REGISTERS, 1))
    register = brief.register or dice.weighted(weights, "register")
    nouns = _nouns(brief)
    words = {
        name: _words(table("personas")[name].get(group, {}), topics, dice, nouns)
        for name in ("personas", "stems", "purposes", "events")
    }
    roll = dice.below(100, "position")
    if roll < FRONT:
        said = _said(table("openings")["front"][register], words, dice)
        return Voice(register, group, f"{said} " if said else "")
    plain = dice.one(_easy(_plain(register), brief), "plain")
    front = f"{plain} " if plain else ""
    if roll < FRONT + BACK and brief.write is None:
        back = _said(table("openings")["back"][register], words, dice)
        return Voice(register, group, front, f" {back}" if back else "")
    return Voice(register, group, front)


def _easy(openings: Sequence[str], brief: Brief) -> list[str]:
    """Leave out complaints of too much to look through where one thing is looked up."""
    one = brief.stages[0].named
    return [o for o in openings if not (one and re.search("어렵|못 찾", o))]


def _plain(register: str) -> Sequence[str]:
    plain: Sequence[str] = table("openings")["plain"][register]
    return plain


def _topics(brief: Brief) -> tuple[str, ...]:
    """Topics from the nearest to the widest."""
    nouns = _nouns(brief)
    wide = _TOPIC_OF_DOMAIN.get(brief.domain, "")
    near = [t for t, words in _TOPIC_WORDS.items() if any(word in nouns for word in words)]
    if wide == "edu":
        if "대학" in brief.stages[0].thing.noun:
            return ("any",)
        near = [t for t in near if t == "special" and "특수학교" not in nouns]
    if "contract" in near:  # who looks into contracts does not judge members by them
        return ("contract", "any")
    return (*near, *((wide,) if wide else ()), "any")


def _nouns(brief: Brief) -> str:
    """All that a query is about."""
    spoken = [s for i, s in enumerate(brief.stages) if not i or s.reached]
    return " ".join(
        [f"{stage.thing.noun} {stage.reached}" for stage in spoken]
        + [slot.label for stage in brief.stages for slot in stage.asked]
        + [stage.reducer.field for stage in brief.stages if stage.reducer]
        + ([brief.comparison.measure.label] if brief.comparison else [])
    )


def _groups(topics: Sequence[str]) -> Mapping[str, int]:
    groups = table("personas")["groups"]
    found: Mapping[str, int] = next(groups[topic] for topic in topics if topic in groups)
    return found


def _words(of: Mapping[str, Sequence[str]], topics: Sequence[str], dice: Dice, nouns: str) -> str:
    """One word of the topics that apply; 「any」 only half as readily as the rest."""
    near = [word for topic in topics if topic != "any" for word in of.get(topic, ())]
    near = [word for word in near if _is_of(word, nouns)]
    wide = list(of.get("any", ()))
    if near and (not wide or dice.chance(75, "near")):
        return dice.one(near, "word")
    return dice.one(wide, "word") if wide else ""


def _is_of(word: str, nouns: str) -> bool:
    wanted = (given for part, given in _OF_ITS_OWN.items() if part in word)
    return all(any(noun in nouns for noun in given) for given in wanted)


def _said(patterns: Sequence[str], words: Mapping[str, str], dice: Dice) -> str:
    usable = [p for p in patterns if all(words[f"{hole[1]}s"] for hole in _HOLE.finditer(p))]
    if not usable:
        return ""
    pattern = dice.one(usable, "opening")
    return settle(_HOLE.sub(lambda hole: _fill(hole, words, pattern), pattern))


def _fill(hole: re.Match[str], words: Mapping[str, str], pattern: str) -> str:
    word = words[f"{hole[1]}s"]
    if hole[1] != "stem":
        return word
    coda = (ord(word[-1]) - 0xAC00) % 28
    if hole[2]:  # 만들려고, 쓰려고, 다듬으려고
        return word if coda in {0, 8} else word + "으"
    after = pattern[hole.end() : hole.end() + 1]
    if coda == 8 and after == "는":  # 만드는
        return word[:-1] + chr(ord(word[-1]) - 8)
    return word
