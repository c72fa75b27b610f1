"""Heads: where a walk starts, and what of it the question names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TypeVar

from kopa_env.catalogue import Catalogue
from kopa_env.outcome import JSON, Record
from kopa_synth.explore.values import usable
from kopa_synth.queries.brief import Test as Compared
from kopa_synth.queries.brief import Thing
from kopa_synth.walk.listing import Lister
from kopa_synth.walk.playing import narrowed
from kopa_synth.walk.reducers import LONGEST
from kopa_synth.walk.trajectory import Leg, Where
from kopa_synth.walk.vocabulary import ParamWord, ToolWord, Vocabulary

T = TypeVar("T")

_LONG_NAME = 60
"""Letters of the longest name that a question says."""
_LOOKED_AT = 40
"""Rows tried for a name that names one row alone."""


class Heads:
    """Makes first legs.

    Args:
        catalogue: the tools.
        words: how people speak of them.
        lister: fetches listings.
    """

    def __init__(self, catalogue: Catalogue, words: Vocabulary, lister: Lister) -> None:
        self._catalogue = catalogue
        self._words = words
        self._lister = lister

    def scope(self, word: ToolWord, rng: Random, given: Mapping[str, str]) -> Leg | None:
        """Return a leg over a tool's list with its free arguments chosen.

        Args:
            word: the tool.
            rng: decides.
            given: what is said already, by what it is (연도 → 2024): said again alike.
        """
        free: dict[str, JSON] = {}
        spec = self._catalogue[word.tool]
        for param in spec.params:
            if param.role != "semantic":
                continue
            said = self._words.param(word.tool, param.name)
            if said is None or param.name not in word.free:
                if param.required:
                    return None
                continue
            known = said.what in given
            if not (param.required or known or rng.random() < said.often):
                continue
            named = given.get(said.what)
            value = self.same(said, named) if named else self._any(word, said, free, rng)
            if value is not None:
                free[param.name] = value
            elif param.required:
                return None
        fixed = tuple(name for name in word.free if name in free)
        return Leg(word.tool, word.thing, free, said=fixed)

    def same(self, said: ParamWord, name: str) -> JSON:
        """Return the raw argument that people call by a name, ``None`` if there is none."""
        if not said.values:
            return name
        return next((raw for raw, known in said.values.items() if known == name), None)

    def _any(self, word: ToolWord, said: ParamWord, free: Mapping[str, JSON], rng: Random) -> JSON:
        if said.values:
            return one(rng, list(said.values))
        if said.name == word.name or not any(
            f.path == said.name for f in self._catalogue[word.tool].fields
        ):
            return None
        listing = self._lister.all(word.tool, free)
        if listing is None:
            return None
        counts = Counter(str(row.get(said.name) or "") for row in listing.rows)
        common = [
            value
            for value, n in sorted(counts.items())
            if n > 1 and usable(value) and len(value) <= LONGEST
        ]
        return one(rng, common) if common else None

    def of_a_kind(self, leg: Leg, rows: Sequence[Record], word: ToolWord, rng: Random) -> Leg:
        """Narrow a leg to rows of one kind, where its rows come in kinds."""
        for column, nouns in word.kinds.items():
            present = {str(row.get(column)) for row in rows} & set(nouns)
            if present:
                value = one(rng, sorted(present))
                thing = Thing(nouns[value], leg.thing.counter, leg.thing.asks)
                where = Where(column, Compared.EQ, value)
                return replace(leg, thing=thing, kind_of=(*leg.kind_of, where))
        return leg

    def named(self, leg: Leg, word: ToolWord, rng: Random) -> Iterator[Leg]:
        """Yield legs whose one row the question names: by argument, or by the name column."""
        listing = self._lister.all(leg.tool, leg.free)
        if listing is None or not word.name:
            return
        rows = narrowed(leg, listing.rows)
        counts = Counter(str(row.get(word.name)) for row in rows)
        for row in some(rng, rows, _LOOKED_AT):
            name = row.get(word.name)
            if not isinstance(name, str) or not usable(name) or len(name) > _LONG_NAME:
                continue
            if counts[name] > 1:
                continue
            yield self._naming(leg, word, name.strip())

    def _naming(self, leg: Leg, word: ToolWord, name: str) -> Leg:
        param = self._catalogue[leg.tool].param(word.name)
        if param is not None and param.role == "semantic":
            asked = {**leg.free, word.name: name}
            found = self._lister.all(leg.tool, asked)
            if found is not None and len(found.rows) == 1:
                return replace(leg, free=asked, named=word.name, kind_of=())
        where = Where(word.name, Compared.EQ, name)
        return replace(leg, named=word.name, kind_of=(*leg.kind_of, where))


def one(rng: Random, options: Sequence[T]) -> T:
    """Return one of them, every one as likely."""
    return options[int(rng.random() * len(options))]


def some(rng: Random, options: Sequence[T], n: int) -> list[T]:
    """Return up to *n* of them at random places, some perhaps twice."""
    return [one(rng, options) for _ in range(min(n, len(options)))]


def weighted(rng: Random, options: Sequence[T], weights: Sequence[float]) -> T:
    """Return one of them by weight."""
    at = rng.random() * sum(weights)
    for option, weight in zip(options, weights, strict=True):
        at -= weight
        if at < 0:
            return option
    return options[-1]
