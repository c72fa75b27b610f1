"""Points of law: which article of a fictional act a case or an interpretation turns on."""

from __future__ import annotations

from dataclasses import dataclass

from kopa_env.world.draw import Draw
from kopa_env.world.law.blocks import Issue
from kopa_env.world.law.families import Family, count, family
from kopa_env.world.law.statutes import Unit
from kopa_env.world.law.wording import CIRCLED


@dataclass(frozen=True, slots=True)
class Point:
    """A question of law on an article of an act, and which way it is answered."""

    owner: Family
    unit: Unit
    version: int
    issue: Issue
    yes: bool

    @property
    def article(self) -> str:
        """``제8조제1항``."""
        number = self.issue.paragraph
        return self.unit.label + (f"제{number}항" if number else "")

    @property
    def spaced(self) -> str:
        """``제8조 제1항``, as courts write it."""
        return self.article.replace("조제", "조 제")

    @property
    def heading(self) -> str:
        """The article's heading."""
        return self.owner.heading("법", self.unit)

    @property
    def question(self) -> str:
        """The question, ending in ``…는지``."""
        return self.owner.fill(self.issue.question, self.unit.block.key)

    @property
    def answer(self) -> str:
        """The answer, a plain sentence without its stop."""
        text = self.issue.yes if self.yes else self.issue.no
        return self.owner.fill(text, self.unit.block.key)

    def quoted(self) -> str:
        """Return what the article says there, as it is quoted."""
        lines = self.owner.lines("법", self.unit, self.version)
        wanted = CIRCLED[self.issue.paragraph - 1] if self.issue.paragraph else ""
        line = next((x for x in lines if x.mark == wanted), lines[0])
        text = line.text.removeprefix(wanted).strip().rstrip(".")
        return text.partition(". ")[0].removesuffix(".")


def point(seed: int, start: int, day: str, draw: Draw) -> Point:
    """Return a point of law of the first act from a number on that was in force on a day."""
    for step in range(count()):
        owner = family(seed, (start + step) % count())
        made = owner.codes["법"]
        if made.days[0] > day:
            continue
        last = made.on(day)
        units = [u for u in made.units if u.block.issues and u.stands(last)]
        if not units:
            continue
        unit = draw.pick(units)
        return Point(owner, unit, last, draw.pick(unit.block.issues), draw.chance(500))
    raise AssertionError("unreachable: some act is always in force")


def orders(owner: Family, version: int) -> list[tuple[Unit, str, str]]:
    """Return what authorities may order under an act: (article, order, reason), unfilled."""
    return [
        (unit, name, reason)
        for unit in owner.codes["법"].units
        if unit.stands(version)
        for name, reason in unit.block.orders
    ]


def order(owner: Family, version: int, draw: Draw) -> tuple[Unit, str, str] | None:
    """Return one thing that an authority ordered under an act, and why; ``None`` if it may not."""
    found = orders(owner, version)
    if not found:
        return None
    unit, name, reason = draw.pick(found)
    return unit, owner.fill(name, unit.block.key), owner.fill(reason, unit.block.key)
