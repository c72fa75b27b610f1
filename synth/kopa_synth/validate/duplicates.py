"""Duplicates: the same calls under the same pattern, or nearly the same words.

Two texts are near when the Jaccard index of their sets of three characters, blanks and punctuation
left out, reaches a threshold. An index over the rarest-by-hash characters finds every such pair
without comparing all of them: sets that overlap so much must share one of the first few in any
fixed order.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any
from zlib import crc32

import orjson

from kopa_env.catalogue import Catalogue
from kopa_env.task import GoldenCall, Task
from kopa_synth.queries.check import normalised

SIMILAR = 0.85


def grams(text: str) -> frozenset[str]:
    """Return the runs of three characters of a text; a shorter text is one run."""
    plain = normalised(text)
    if len(plain) < 3:
        return frozenset([plain] if plain else ())
    return frozenset(plain[i : i + 3] for i in range(len(plain) - 2))


def jaccard(one: frozenset[Any], other: frozenset[Any]) -> float:
    """Return the share of what two sets have in common in what they have at all."""
    both = len(one & other)
    either = len(one) + len(other) - both
    return both / either if either else 0.0


def chain_key(task: Task, pattern: str, catalogue: Catalogue) -> str:
    """Return what two tasks have in common that make the same calls under one pattern."""
    calls = [_call(call, catalogue) for call in task.golden_calls()]
    body = orjson.dumps([pattern, calls], option=orjson.OPT_SORT_KEYS)
    return blake2b(body, digest_size=16).hexdigest()


def _call(call: GoldenCall, catalogue: Catalogue) -> tuple[str, Mapping[str, Any]]:
    spec = catalogue[call.tool]
    tokens = {param.name for param in spec.params if param.role == "token"}
    args = call.args if call.resolved is None else call.resolved
    return call.tool, {name: value for name, value in args.items() if name not in tokens}


@dataclass(frozen=True, slots=True)
class Near:
    """A text of the index and how near it is."""

    name: str
    similarity: float


class NearIndex:
    """Finds texts that are nearly the same as one that was added before.

    Args:
        threshold: from which Jaccard index on two texts are near, above 0.
    """

    def __init__(self, threshold: float = SIMILAR) -> None:
        self._threshold = threshold
        self._held: list[tuple[str, frozenset[str]]] = []
        self._at: defaultdict[str, list[int]] = defaultdict(list)

    def __len__(self) -> int:
        return len(self._held)

    def add(self, name: str, text: str) -> None:
        """Take up a text."""
        found = grams(text)
        for gram in self._prefix(found):
            self._at[gram].append(len(self._held))
        self._held.append((name, found))

    def nearest(self, text: str) -> Near | None:
        """Return the nearest of the texts that reach the threshold, the first of equals."""
        wanted = grams(text)
        best: Near | None = None
        for i in sorted({i for gram in self._prefix(wanted) for i in self._at.get(gram, ())}):
            name, held = self._held[i]
            similarity = jaccard(wanted, held)
            if similarity >= self._threshold and (best is None or similarity > best.similarity):
                best = Near(name, similarity)
        return best

    def _prefix(self, found: frozenset[str]) -> list[str]:
        """Return as many of a set, in a fixed order, as a near set must share one of."""
        kept = len(found) - math.ceil(self._threshold * len(found)) + 1
        return sorted(found, key=_order)[:kept]


def _order(gram: str) -> tuple[int, str]:
    return crc32(gram.encode("utf-8", "surrogatepass")), gram
