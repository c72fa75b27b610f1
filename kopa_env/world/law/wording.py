"""Filling in: from a draft's lines to the text of an article at one point of its history."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw

_SLOT = re.compile(r"\{([^{}]+)\}|\[\+([^\]]*)\]")
_DOUBLE = re.compile(r"\((?:은|는|이|가|을|를|과|와|로|라|란)\)")
CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮"
_LETTERS = "가나다라마바사아자차카타파하"
_PARAGRAPH = re.compile(rf"([{CIRCLED}])\s*")
_ITEM = re.compile(r"(\d+)\.\s+")
_LETTER = re.compile(rf"([{_LETTERS}])\.\s+")
_TENS = ("천", "만")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an article: ``text``, ``paragraph``, ``item`` or ``letter``, with its mark."""

    kind: str
    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class Filler:
    """Fills in the lines of one statute's articles.

    Attributes:
        keys: what the figures are drawn by: the seed and the statute.
        words: slots by name.
        refer: what stands for ``{조:key}``, ``{별표:key}`` and ``{서식:key}``.
    """

    keys: tuple[int | str, ...]
    words: Mapping[str, str]
    refer: Callable[[str, str], str]

    def text(self, line: str, place: str, count: int = 0) -> str:
        """Return a line filled in, of an article that has been amended ``count`` times."""
        number = 0

        def slot(match: re.Match[str]) -> str:
            nonlocal number
            name = match[1]
            if name is None:
                base = Draw(*self.keys, place, "plus").below(2)
                return match[2] if (base + count) % 2 else ""
            if name.startswith("n:"):
                choices = name[2:].split("|")
                base = Draw(*self.keys, place, line[:24], number).below(len(choices))
                number += 1
                return choices[(base + count) % len(choices)]
            if name in self.words:
                return self.words[name]
            kind, _, key = name.partition(":")
            return self.refer(kind, key or place.partition("/")[0])

        text = _SLOT.sub(slot, line)
        return settle(text) if _DOUBLE.search(text) else text

    def lines(self, lines: Sequence[str], place: str, count: int = 0) -> Iterator[Line]:
        """Yield an article's lines filled in, items counted through."""
        item = 0
        for number, line in enumerate(lines):
            read = _read(self.text(line, f"{place}/{number}", count))
            if read.kind == "item":
                item += 1
                yield Line("item", f"{item}.", f"{item}. {read.text}")
            else:
                item = item if read.kind == "letter" else 0
                yield read


def _read(line: str) -> Line:
    if match := _PARAGRAPH.match(line):
        return Line("paragraph", match[1], line)
    if match := _ITEM.match(line):
        return Line("item", f"{match[1]}.", line[match.end() :])
    if match := _LETTER.match(line):
        return Line("letter", f"{match[1]}.", line)
    return Line("text", "", line)


def money(amount: str) -> str:
    """Write an amount in ten thousands of won: ``1천`` → ``1천만원``, ``300`` → ``300만원``."""
    return f"{amount}만원"


def label(number: int, branch: int = 0) -> str:
    """Write an article's number: ``제12조``, ``제12조의2``."""
    return f"제{number}조" + (f"의{branch}" if branch else "")


def code(number: int, branch: int = 0) -> str:
    """Write an article's number in six digits, as the platform asks for it."""
    return f"{number:04d}{branch:02d}"


def dotted(day: str) -> str:
    """``20240102`` → ``2024.1.2``."""
    return f"{day[:4]}.{int(day[4:6])}.{int(day[6:])}"


def spaced(day: str) -> str:
    """``20240102`` → ``2024. 1. 2.``."""
    return f"{day[:4]}. {int(day[4:6])}. {int(day[6:])}."


def korean(day: str) -> str:
    """``20240102`` → ``2024년 1월 2일``."""
    return f"{day[:4]}년 {int(day[4:6])}월 {int(day[6:])}일"


_POLITE = (
    ("한다", "합니다"), ("아니다", "아닙니다"), ("있다", "있습니다"), ("없다", "없습니다"),
    ("된다", "됩니다"), ("않는다", "않습니다"), ("친다", "칩니다"), ("긴다", "깁니다"),
    ("난다", "납니다"),
)  # fmt: skip


def polite(sentence: str) -> str:
    """Turn a plain sentence into a polite one: ``하여야 한다`` → ``하여야 합니다``."""
    for plain, formal in _POLITE:
        if sentence.endswith(plain):
            return sentence[: -len(plain)] + formal
    return f"{sentence}는 것으로 보아야 합니다"
