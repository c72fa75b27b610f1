"""What an act leaves to its decree, its rule, administrative rules and ordinances."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kopa_env.world.law.families import Family
from kopa_env.world.law.statutes import Code, Unit
from kopa_env.world.law.wording import CIRCLED, Line

_SETS = r"으로 정(?:하는 바에 따라|하는|한다)"
_TO_ORDINANCE = re.compile(r"조례로 정(?:한다|할 수 있다)")


@dataclass(frozen=True, slots=True)
class Delegation:
    """One place of an act that leaves something to lower law.

    Attributes:
        tier: ``령``, ``칙``, ``조례`` or ``고시``.
        place: ``제8조제1항``.
        word: what the link stands on; ``line``: the words around it.
        target: the article of the decree or rule that takes it up.
    """

    unit: Unit
    tier: str
    place: str
    word: str
    line: str
    target: Unit | None


def delegations(owner: Family, version: int) -> list[Delegation]:
    """Return what a version of an act delegates, in the order of its text."""
    over = owner.codes.get("법")
    found: list[Delegation] = []
    for unit in over.units if over else ():
        if unit.stands(version):
            found += _of_unit(owner, unit, version)
    return found


def _of_unit(owner: Family, unit: Unit, version: int) -> Iterator[Delegation]:
    for place, line in _places(unit, owner.lines("법", unit, version)):
        for tier, word in (("령", "대통령령"), ("칙", owner.words["부령"])):
            match = re.search(word + _SETS, line.text)
            code = owner.codes.get(tier)
            if match and code:
                target = _target(owner, code, unit, place)
                yield Delegation(unit, tier, place, word, match[0], target)
        if match := _TO_ORDINANCE.search(line.text):
            yield Delegation(unit, "조례", place, "조례", match[0], None)
    if unit.block.notices:
        yield Delegation(unit, "고시", unit.label, "고시", "정하여 고시", None)


def _places(unit: Unit, lines: Sequence[Line]) -> Iterator[tuple[str, Line]]:
    paragraph = item = ""
    for line in lines:
        if line.kind == "paragraph":
            paragraph, item = f"제{CIRCLED.index(line.mark) + 1}항", ""
        elif line.kind == "item":
            item = f"제{line.mark[:-1]}호"
        letter = f"{line.mark[:-1]}목" if line.kind == "letter" else ""
        yield f"{unit.label}{paragraph}{item}{letter}", line


def _target(owner: Family, code: Code, unit: Unit, place: str) -> Unit | None:
    """Return the article of a decree or rule that takes up a place of the act."""
    last = code.versions[-1].index
    own = [u for u in code.of_block(unit.block.key) if u.stands(last)]
    for candidate in own:
        text = " ".join(line.text for line in owner.lines(code.tier, candidate, last))
        if f"법 {place}" in text or f"{place}에" in text:
            return candidate
    return own[0] if own else None
