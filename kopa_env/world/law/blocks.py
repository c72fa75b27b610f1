"""Blocks: what one matter looks like in an act, its decree and its rule, read from ``texts/``.

A block begins with ``@ key | chapter | heading | key of a block that it needs`` and goes on in
lines of one mark each:

==========  ==================================================================================
``법``      a line of the act's article: a paragraph (①), an item (1.), a sub-item (가.) or text
``령``      the same of the decree; ``령 # heading`` begins an article of its own
``칙``      the same of the rule
``조``      the same of an ordinance, an administrative rule or a treaty
``별표령``  an annex of the decree; ``별표칙`` and ``별표조`` likewise
``서식``    a form of the rule
``조례``    the matter of an ordinance that the act leaves to local governments
``고시``    the matter of an administrative rule
``벌``      ``1`` or ``2 | who is punished``
``과``      ``amount | who is fined``
``처분``    ``what is ordered | for which reason``
``쟁점``    ``paragraph | question | answer one way | answer the other way``
==========  ==================================================================================

Text holds slots: ``{주제}`` and other words of the statute, ``{조}`` and ``{조:key}`` for an
article's number, ``{별표}`` and ``{서식}`` for the block's own, ``{n:30|60|90}`` for a figure that
amendments change and ``[+ …]`` for a sentence that amendments add and take away.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files

TIERS = ("법", "령", "칙", "조")


@dataclass(frozen=True, slots=True)
class Draft:
    """An article before it belongs to a statute: its heading and its lines."""

    heading: str
    lines: tuple[str, ...]

    @property
    def varies(self) -> bool:
        """Whether an amendment can change its text."""
        return any("{n:" in line or "[+" in line for line in self.lines)

    @property
    def lists_penalties(self) -> bool:
        """Whether it lists whom the act punishes."""
        return any(line.startswith("* ") for line in self.lines)


@dataclass(frozen=True, slots=True)
class Issue:
    """A question of law about a block's article, and both answers to it."""

    paragraph: int
    question: str
    yes: str
    no: str


@dataclass(slots=True)
class Block:
    """One matter (module docstring)."""

    key: str
    chapter: str
    heading: str
    needs: str = ""
    drafts: dict[str, list[Draft]] = field(default_factory=dict)
    forms: list[str] = field(default_factory=list)
    annexes: dict[str, list[str]] = field(default_factory=dict)
    ordinances: list[str] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    crimes: list[tuple[int, str]] = field(default_factory=list)
    fines: list[tuple[str, str]] = field(default_factory=list)
    orders: list[tuple[str, str]] = field(default_factory=list)
    issues: list[Issue] = field(default_factory=list)

    def articles(self, tier: str) -> list[Draft]:
        """Return the block's articles of a tier."""
        return self.drafts.get(tier, [])


@lru_cache(maxsize=16)
def blocks(*names: str) -> tuple[Block, ...]:
    """Return the blocks of text files, in order."""
    found: list[Block] = []
    for name in names:
        text = (files("kopa_env.world.law") / "texts" / f"{name}.txt").read_text(encoding="utf-8")
        found += _parse(text)
    return tuple(found)


def _parse(text: str) -> list[Block]:
    found: list[Block] = []
    for line in text.splitlines():
        mark, _, rest = line.strip().partition(" ")
        if not mark or mark == "#":
            continue
        if mark == "@":
            parts = [part.strip() for part in rest.split("|")]
            key, chapter, heading, needs = (*parts, "")[:4]
            found.append(Block(key, chapter, heading, needs))
        elif mark in TIERS:
            _article(found[-1], mark, rest)
        else:
            _extra(found[-1], mark, rest)
    return found


def _article(block: Block, tier: str, line: str) -> None:
    drafts = block.drafts.setdefault(tier, [])
    if line.startswith("# "):
        drafts.append(Draft(line[2:], ()))
        return
    if not drafts:
        drafts.append(Draft(block.heading, ()))
    drafts[-1] = Draft(drafts[-1].heading, (*drafts[-1].lines, line))


def _extra(block: Block, mark: str, rest: str) -> None:
    parts = [part.strip() for part in rest.split("|")] if "|" in rest else [rest.strip()]
    if mark == "과":  # its amount may hold bars of its own
        amount, _, who = rest.rpartition("|")
        block.fines.append((amount.strip(), who.strip()))
    elif mark == "벌":
        block.crimes.append((int(parts[0]), parts[1]))
    elif mark == "처분":
        block.orders.append((parts[0], parts[1]))
    elif mark == "쟁점":
        block.issues.append(Issue(int(parts[0]), *parts[1:]))
    elif mark == "서식":
        block.forms.append(parts[0])
    elif mark == "조례":
        block.ordinances.append(parts[0])
    elif mark == "고시":
        block.notices.append(parts[0])
    elif mark.startswith("별표"):
        block.annexes.setdefault(mark[2:], []).append(parts[0])
    else:
        raise ValueError(f"no such mark: {mark} {rest}")
