"""Walker: walks live edges of a verified graph, and makes each junction a kind by its values.

An edge is walked in proportion to its posterior mean and the less the more often it was walked
before. How many distinct values it carries, over all pages, decides what the junction is: one is
SEQ, up to φ are FAN (all calls must succeed), more are reduced first and are DRV.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from random import Random

from kopa_env.catalogue import Catalogue
from kopa_env.spec import ToolSpec
from kopa_synth.graph import Edge, Graph
from kopa_synth.presets import Preset
from kopa_synth.queries.phrases import overlap
from kopa_synth.walk.heads import Heads, one, weighted
from kopa_synth.walk.listing import Lister
from kopa_synth.walk.path import Path, carries, constant, is_idle, is_news
from kopa_synth.walk.playing import carried, narrowed, scene
from kopa_synth.walk.reducers import choices, conditions
from kopa_synth.walk.trajectory import GROUPED, Group, Junction, Kind, Leg
from kopa_synth.walk.vocabulary import FieldWord, ToolWord, Vocabulary, Way

_TRIES = 6
"""Edges and reducers tried at one junction."""
_SHORT, _SHORT_LEFT = 100, 0.95
"""Lists that fit on a page, and how often they are left for longer ones."""
_FEW = 3
"""Rows a list needs at least, to be worth narrowing."""


class Walker:
    """Walks.

    Args:
        graph: the verified graph.
        catalogue: the tools.
        words: how people speak of them; what nobody can speak of is not walked.
        lister: fetches listings.
        preset: φ and τ.
        tools: the tools that may be walked.
    """

    def __init__(
        self,
        graph: Graph,
        catalogue: Catalogue,
        words: Vocabulary,
        lister: Lister,
        preset: Preset,
        tools: Sequence[str],
    ) -> None:
        self.heads = Heads(catalogue, words, lister)
        self.words = words
        self.lister = lister
        self.phi = preset.phi
        self.used: Counter[str] = Counter()
        self.missed: Counter[str] = Counter()
        self.begun = ""
        self._catalogue = catalogue
        known = {name: word for name in tools if (word := words.tool(name))}
        self.tools: list[ToolWord] = list(known.values())
        self._from: dict[str, list[tuple[Edge, Way]]] = {}
        for edge in graph.live():
            sure = edge.evidence.successes > 0 and edge.evidence.mean > preset.tau
            if not sure or edge.source not in known or edge.target not in known:
                continue
            if way := words.way(edge):
                self._from.setdefault(edge.source, []).append((edge, way))

    # ---- heads ---------------------------------------------------------------------------------

    def start(self, rng: Random, *, named: bool, onward: bool = True) -> Path | None:
        """Return a path of one leg: over a named row, or over a list.

        Args:
            rng: decides.
            named: whether the question names its one row.
            onward: whether edges must lead on from it.
        """
        tools = [w for w in self.tools if (self._from.get(w.tool) or not onward)]
        if not tools:
            return None
        weights = [1.0 / (1 + self.used[w.tool] + self.missed[w.tool]) for w in tools]
        word = weighted(rng, tools, weights)
        self.begun = word.tool
        leg = self.heads.scope(word, rng, {})
        return None if leg is None else self._begun(leg, word, rng, named=named)

    def _begun(self, leg: Leg, word: ToolWord, rng: Random, *, named: bool) -> Path | None:
        if not leg.free and not self._is_whole(word):
            return None
        listing = self.lister.all(leg.tool, leg.free)
        if listing is None:
            return None
        leg = self.heads.of_a_kind(leg, listing.rows, word, rng)
        if named:
            found = next(self.heads.named(leg, word, rng), None)
            if found is None:
                return None
            leg = found
        played = scene(leg, (), self.lister)
        if played is None or (named and len(played.rows) != 1):
            return None
        if not named and len(played.found) <= _SHORT and rng.random() < _SHORT_LEFT:
            return None
        return Path([leg], [played])

    def _is_whole(self, word: ToolWord) -> bool:
        return not any(
            p.required and p.role == "semantic" for p in self._catalogue[word.tool].params
        )

    # ---- junctions -----------------------------------------------------------------------------

    def step(
        self,
        path: Path,
        rng: Random,
        kinds: Sequence[Kind],
        keep: int = 1,
        *,
        same: bool = False,
        without: Collection[str] = (),
    ) -> Path | None:
        """Walk one more edge from the end of a path, as a junction of one of these kinds.

        Args:
            path: what was walked so far; left as it is.
            rng: decides.
            kinds: what the junction may be.
            keep: rows that a reducer leaves (1, or up to φ for a fan).
            same: whether the edge has to lead to the same thing in another source.
            without: tools it must not lead to.
        """
        for edge, way in self._edges(path, rng, same, without):
            found = self._along(path, edge, way, rng, kinds, keep)
            if found is not None:
                return found
        return None

    def _edges(
        self, path: Path, rng: Random, same: bool, without: Collection[str]
    ) -> Iterator[tuple[Edge, Way]]:
        last = path.legs[-1]
        been = {*without, *(leg.tool for leg in path.legs)}
        gone = {leg.via for leg in path.legs if leg.via} | set(path.said(self.words))
        told = self._told(path)
        options = [
            (edge, way)
            for edge, way in self._from.get(last.tool, ())
            if edge.target not in been
            and carries(last, edge)
            and (way.same or not same)
            and way.via not in gone
            and not (way.via and any(label.endswith(way.via) for label in told))
        ]
        for _ in range(min(_TRIES, len(options))):
            weights = [self._weight(edge) * way.often for edge, way in options]
            picked = weighted(rng, options, weights)
            options.remove(picked)
            yield picked

    def _told(self, path: Path) -> list[str]:
        """Return the labels of the conditions that a question says."""
        words = ((self.words.tool(leg.tool), leg.where) for leg in path.legs)
        return [tool.fields[w.column].label for tool, where in words if tool for w in where]

    def _weight(self, edge: Edge) -> float:
        novelty = 1.0 / (1 + self.used[edge.id] + self.used[edge.target])
        return edge.evidence.mean * novelty / len(edge.bindings)

    def _along(
        self, path: Path, edge: Edge, way: Way, rng: Random, kinds: Sequence[Kind], keep: int
    ) -> Path | None:
        leg = self._target(path, edge, way, rng)
        if leg is None:
            return None
        values = carried(leg, path.scenes[-1].rows)
        n = len(values)
        kind = kind_of(n, self.phi)
        if way.single and (kind == "FAN" or keep > 1):
            return None
        if n == 0 or kind not in kinds or not is_news(values, path):
            return None
        if kind != "DRV" and is_idle(leg, path):
            return None
        if kind != "DRV":
            return self._arrived(path, leg, Junction(edge.id, n, n, kind), rng)
        for reduced in self.reduced(path, rng, keep):
            left = carried(leg, reduced.scenes[-1].rows)
            m, among = len(left), len(carried(leg, reduced.scenes[-1].kept))
            decides = among > m or reduced.legs[-1].choice is None
            if m == keep and decides and is_news(left, reduced):
                found = self._arrived(reduced, leg, Junction(edge.id, n, m, "DRV"), rng)
                if found is not None:
                    return found
        return None

    def _target(self, path: Path, edge: Edge, way: Way, rng: Random) -> Leg | None:
        """Return the leg an edge leads to, its open required arguments said already."""
        word = self.words.tool(edge.target)
        assert word is not None
        bound = {b.param for b in edge.bindings}
        said = path.said(self.words)
        if any(said.get(what, name) != name for what, name in word.now.items()):
            return None
        free: dict[str, object] = {}
        for param in self._catalogue[edge.target].params:
            if param.role != "semantic" or param.name in bound:
                continue
            known = self.words.param(edge.target, param.name)
            if known is not None and known.what in said and param.name in word.free:
                value = self.heads.same(known, said[known.what])
                if value is not None:
                    free[param.name] = value
            if param.required and param.name not in free:
                return None
        return Leg(
            tool=edge.target,
            thing=word.thing,
            free=free,
            bindings=edge.bindings,
            parent=len(path.legs) - 1,
            edge=edge.id,
            said=tuple(free),
            reached=way.reached,
            via=way.via,
        )

    def _arrived(self, path: Path, leg: Leg, junction: Junction, rng: Random) -> Path | None:
        before = path.scenes[-1].rows
        played = scene(leg, before, self.lister)
        if played is None:
            return None
        word = self.words.tool(leg.tool)
        assert word is not None
        many = min(len(visit.listing.rows) for visit in played.visits) > 1
        narrowed_leg = self.heads.of_a_kind(leg, played.found, word, rng) if many else leg
        if narrowed_leg is not leg:
            noun = narrowed_leg.thing.noun
            said = leg.reached.replace(word.thing.noun, noun)
            leg = replace(narrowed_leg, reached=said)
            played = scene(leg, before, self.lister)
            if played is None:
                return None
        legs = [*path.legs]
        if junction.carried > 1:
            legs[-1] = replace(legs[-1], each=True)
        return Path([*legs, leg], [*path.scenes, played], [*path.junctions, junction])

    # ---- reduction -----------------------------------------------------------------------------

    def reduced(self, path: Path, rng: Random, keep: int) -> Iterator[Path]:
        """Yield paths whose last leg is narrowed to *keep* rows: conditions, then a choice."""
        word = self.words.tool(path.legs[-1].tool)
        assert word is not None
        for with_condition in self._conditioned(path, word, rng):
            rows = with_condition.scenes[-1].kept
            if len(rows) == keep and keep > 1:
                yield with_condition
                continue
            tested = [word.fields[w.column] for w in with_condition.legs[-1].where]
            for choice in choices(rows, word, rng, keep):
                chosen_by = word.fields[choice.column]
                if any(_is_piled(test, chosen_by) for test in tested):
                    continue
                leg = replace(with_condition.legs[-1], choice=choice)
                yield self.with_last(with_condition, leg)
                break
        yield from self._by_group(path, word, rng, keep)

    def _conditioned(self, path: Path, word: ToolWord, rng: Random) -> Iterator[Path]:
        """Yield the path under one condition, then as it is; the other way round half the time.

        A question with two conditions on the way is hard to follow, so one is put once.
        """
        if any(leg.where for leg in path.legs[:-1]):
            yield path
            return
        bare = rng.random() < 0.5
        if bare:
            yield path
        leg, found = path.legs[-1], path.scenes[-1]
        avoid = [*leg.free, *(w.column for w in leg.kind_of), *constant(found)]
        if leg.via:  # 「같은 시도에 있는 중학교 중 포항시에 있는 곳」
            avoid += [f.path for f in word.fields.values() if f.group]
        for where in list(conditions(found.kept, word, rng, avoid))[:_TRIES]:
            changed = replace(leg, where=(where,))
            if _FEW <= len(narrowed(changed, found.found)) < len(found.kept):
                yield self.with_last(path, changed)
                break
        if not bare:
            yield path

    def _by_group(self, path: Path, word: ToolWord, rng: Random, keep: int) -> Iterator[Path]:
        """Yield the path with its rows summed by a place or the like, and the largest chosen."""
        sums = [f for f in word.of_kind("measure") if f.adds_up]
        by = [f for f in word.fields.values() if f.group and f.path not in path.legs[-1].free]
        if not sums or not by or keep > 1:
            return
        label, measure = one(rng, by), one(rng, sums)
        leg = path.legs[-1]
        assert label.group is not None
        grouped = replace(
            leg, thing=label.group, group=Group(label.path, "sum", measure.path), where=()
        )
        rows = narrowed(grouped, path.scenes[-1].found)
        fields = {GROUPED: replace(measure, path=GROUPED, most="", least="")}
        for choice in choices(rows, replace(word, fields=fields), rng, keep):
            yield self.with_last(path, replace(grouped, choice=choice))
            return

    def with_last(self, path: Path, leg: Leg) -> Path:
        """Return a path with its last leg made anew; as it is, if nothing is left then."""
        before = path.scenes[leg.parent].rows if leg.parent >= 0 else ()
        found = scene(leg, before, self.lister)
        if found is None:
            return path
        return Path([*path.legs[:-1], leg], [*path.scenes[:-1], found], list(path.junctions))

    def spec(self, tool: str) -> ToolSpec:
        """Return a tool."""
        return self._catalogue[tool]

    def count(self, legs: Sequence[Leg]) -> None:
        """Remember what was walked, so that the next walks go elsewhere."""
        for leg in legs:
            self.used[leg.tool] += 1
            if leg.edge:
                self.used[leg.edge] += 1


def _is_piled(test: FieldWord, chosen_by: FieldWord) -> bool:
    """Say whether a condition and a choice go by figures both, or by the same.

    「기권표가 5표 이상 나온 예산안 가운데 찬성표가 가장 많은 것」 is nothing that people ask for.
    """
    figures = test.kind == chosen_by.kind == "measure"
    return figures or overlap(test.label, chosen_by.label)


def kind_of(values: int, phi: int) -> Kind:
    """Return what a junction is that carries so many distinct values."""
    if values <= 1:
        return "SEQ"
    return "FAN" if values <= phi else "DRV"
