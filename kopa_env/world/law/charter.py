"""Texts of one tier: ordinances, administrative rules, rules of institutions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kopa_env.world.draw import Draw
from kopa_env.world.law.blocks import Block
from kopa_env.world.law.wording import Filler, label


@dataclass(frozen=True, slots=True)
class Article:
    """An article: its number, heading and whole text."""

    key: str
    number: int
    heading: str
    text: str
    changed: int

    @property
    def label(self) -> str:
        """``제3조``."""
        return label(self.number)


@dataclass(frozen=True, slots=True)
class Annex:
    """An annex or a form."""

    key: str
    number: int
    form: bool
    title: str

    @property
    def kind(self) -> str:
        """``별표`` or ``서식``."""
        return "서식" if self.form else "별표"


@dataclass(frozen=True, slots=True)
class Charter:
    """The text of one version.

    Attributes:
        keys: what it is drawn by: the seed and the thing itself.
        words: slots by name.
        often: in a thousand: how likely an article is there that need not be.
    """

    blocks: Sequence[Block]
    keys: tuple[int | str, ...]
    words: Mapping[str, str]
    version: int = 0
    often: int = 780

    def taken(self) -> list[Block]:
        """Return the blocks that this text has."""
        kept = [
            block
            for place, block in enumerate(self.blocks)
            if place < 2
            or block.annexes
            or block.forms
            or Draw(*self.keys, "has", block.key).chance(self.often)
        ]
        return [block for block in kept if block.articles("조")]

    def annexes(self) -> list[Annex]:
        """Return the annexes, then the forms."""
        made: list[Annex] = []
        plain = Filler(self.keys, self.words, lambda kind, key: key)
        for form in (False, True):
            place = 0
            for block in self.taken():
                for title in block.forms if form else block.annexes.get("조", []):
                    place += 1
                    made.append(Annex(block.key, place, form, plain.text(title, block.key)))
        return made

    def articles(self) -> list[Article]:
        """Return the articles in order."""
        labels = self._labels()

        def refer(kind: str, key: str) -> str:
            return labels.get((kind, key), kind)

        filler = Filler(self.keys, self.words, refer)
        made: list[Article] = []
        for block in self.taken():
            for part, draft in enumerate(block.articles("조")):
                number = len(made) + 1
                count, last = self._amended(block.key, draft.varies)
                lines = filler.lines(draft.lines, f"{block.key}/{part}", count)
                heading = filler.text(draft.heading, block.key)
                texts = [line.text for line in lines]
                text = f"{label(number)}({heading}) " + "\n".join(texts)
                made.append(Article(block.key, number, heading, text, last))
        return made

    def _labels(self) -> dict[tuple[str, str], str]:
        annexes = self.annexes()
        several = sum(not a.form for a in annexes) > 1
        found: dict[tuple[str, str], str] = {}
        for annex in reversed(annexes):
            name = f"별지 제{annex.number}호서식"
            if not annex.form:
                name = f"별표 {annex.number}" if several else "별표"
            found[annex.kind, annex.key] = name
        return found

    def _amended(self, key: str, varies: bool) -> tuple[int, int]:
        """Return how often an article was amended, and in which version last (0: never)."""
        count = last = 0
        for version in range(1, self.version + 1):
            if varies and Draw(*self.keys, "amended", key, version).chance(330):
                count, last = count + 1, version
        return count, last
