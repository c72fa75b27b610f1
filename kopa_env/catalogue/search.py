"""Lexical search over tools: character pairs for Korean, whole words for the rest."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable

from kopa_env.spec import ToolSpec

_HANGUL = re.compile(r"[가-힣]+")
_WORD = re.compile(r"[a-z0-9]+")
_K1, _B = 1.2, 0.6


def terms(text: str) -> list[str]:
    """Split text into Hangul character pairs and lower-case Latin words."""
    folded = unicodedata.normalize("NFC", text).casefold()
    pairs = [run[i : i + 2] for run in _HANGUL.findall(folded) for i in range(max(1, len(run) - 1))]
    return pairs + _WORD.findall(folded)


class Index:
    """BM25 over names, titles, descriptions and field meanings (titles count three times)."""

    def __init__(self, specs: Iterable[ToolSpec]) -> None:
        self._names: list[str] = []
        self._sizes: list[int] = []
        self._postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, spec in enumerate(specs):
            counts = Counter(terms(_text(spec)))
            self._names.append(spec.name)
            self._sizes.append(sum(counts.values()))
            for term, count in counts.items():
                self._postings[term].append((number, count))
        self._mean = sum(self._sizes) / max(1, len(self._sizes))

    def search(self, query: str, limit: int) -> list[tuple[str, float]]:
        """Return the best names with their scores; ties in catalogue order."""
        scores: dict[int, float] = defaultdict(float)
        total = len(self._names)
        for term in dict.fromkeys(terms(query)):
            postings = self._postings.get(term, [])
            weight = math.log(1 + (total - len(postings) + 0.5) / (len(postings) + 0.5))
            for number, count in postings:
                norm = _K1 * (1 - _B + _B * self._sizes[number] / self._mean)
                scores[number] += weight * count * (_K1 + 1) / (count + norm)
        best = sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:limit]
        return [(self._names[number], round(score, 4)) for number, score in best]


def _text(spec: ToolSpec) -> str:
    titles = f"{spec.title_ko} {spec.title_en} {spec.name.replace('_', ' ')} "
    meanings = " ".join(f.meaning_ko for f in spec.fields)
    return titles * 3 + f"{spec.description_ko} {spec.description_en} {meanings}"
