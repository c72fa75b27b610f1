"""Phase B as two stages: walks, and the questions that are written for them.

Both append to a file, a line a walk, and go on after the last whole line. A walk's dice depend on
the run's seed, its kind and its try alone; how often an edge was walked before is read off the
lines, so that a run that was killed ends with the same file.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import orjson

from kopa_env.catalogue import Catalogue
from kopa_env.errors import UsageError
from kopa_env.source import Source
from kopa_synth.explore.arguments import TODAY
from kopa_synth.graph import Graph
from kopa_synth.presets import Preset
from kopa_synth.queries import Query, Writer, choose
from kopa_synth.queries.brief import Pattern
from kopa_synth.validate.candidate import Candidate
from kopa_synth.walk.answers import answer
from kopa_synth.walk.keeping import request
from kopa_synth.walk.lines import Lines
from kopa_synth.walk.listing import LONG_PAGES, PAGES, Lister, RecentSource
from kopa_synth.walk.patterns import attempt, long_walk
from kopa_synth.walk.playing import Scene, play
from kopa_synth.walk.saying import brief
from kopa_synth.walk.tasks import neighbours, row, task
from kopa_synth.walk.trajectory import Trajectory
from kopa_synth.walk.vocabulary import Vocabulary
from kopa_synth.walk.walker import Walker

Watch: TypeAlias = Callable[[Mapping[str, Any]], None]
"""Is told every line."""

KEPT = 0.25
"""Share of walks whose answer is also to be left in the workspace, where one can be."""
TRIES = 4_000
"""Tries for one walk before a kind counts as walked out."""
ALIKE = 3
"""Walks that may call the same tools and ask for the same columns."""
DRAFTS = 8
LONG = 12
"""API calls that make a walk a long one."""
_FEWEST_CALLS = 2


@dataclass(frozen=True)
class Ground:
    """What Phase B stands on.

    Attributes:
        tools: tools that may be walked: their replies have to be true of the source.
        seed: of all walks.
        today: the day it is in the tasks, ``YYYYMMDD``.
    """

    graph: Graph
    catalogue: Catalogue
    source: Source
    preset: Preset
    tools: Sequence[str]
    seed: int
    today: str = TODAY

    @property
    def day(self) -> str:
        """The day it is in the tasks, ``YYYY-MM-DD``."""
        return date.fromisoformat(self.today).isoformat()

    def materials(self) -> Materials:
        """Return the parts that both stages share; listings are fetched once."""
        words = Vocabulary(self.catalogue)
        return Materials(words, Lister(self.catalogue, RecentSource(self.source)))


@dataclass(frozen=True)
class Materials:
    """Words and listings."""

    words: Vocabulary
    lister: Lister


# ---- walks --------------------------------------------------------------------------------------


def walk(
    ground: Ground, wanted: Mapping[Pattern, int], long: int, file: Path, watch: Watch | None = None
) -> list[Trajectory]:
    """Walk until there are as many of each kind as are wanted.

    Args:
        ground: what to walk on.
        wanted: walks of each kind.
        long: long walks beside them (kind MIXED).
        file: where they are kept.
        watch: is told every new line.

    Returns:
        The walks, fewer of a kind that is walked out.
    """
    parts = ground.materials()
    walker = Walker(
        ground.graph, ground.catalogue, parts.words, parts.lister, ground.preset, ground.tools
    )
    lines, made = Lines(file), Made(walker)
    done = lines.resume()
    targets: dict[str, int] = {**{str(kind): n for kind, n in wanted.items()}, "LONG": long}
    for kind in _turns(targets):
        if kind in made.out:
            continue
        line = next(done, None)
        if line is None:
            line = _one(kind, ground, parts, made)
            lines.append(line)
            if watch is not None:
                watch({**line, "done": len(made.walks) + 1, "of": sum(targets.values())})
        made.take(line)
    return made.walks


def _turns(targets: Mapping[str, int]) -> Iterator[str]:
    """Yield every kind as often as it is wanted, spread evenly."""
    places = [((i + 0.5) / n, kind) for kind, n in targets.items() for i in range(n)]
    return (kind for _, kind in sorted(places))


class Made:
    """What was walked so far, read off the lines."""

    def __init__(self, walker: Walker) -> None:
        self.walker = walker
        self.walks: list[Trajectory] = []
        self.count: Counter[str] = Counter()
        self.tries: Counter[str] = Counter()
        self.missed: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.out: set[str] = set()
        self._shapes: Counter[str] = Counter()
        self._known: set[bytes] = set()

    def take(self, line: Mapping[str, Any]) -> None:
        """Take a line up."""
        kind = line["kind"]
        self.tries[kind] = line["try"]
        self.missed[kind] += Counter(line.get("missed", {}))
        if line["walk"] is None:
            self.out.add(kind)
            return
        found = Trajectory.from_json(line["walk"])
        self.count[kind] += 1
        self.walks.append(found)
        self.walker.count(found.legs)
        self._shapes[shape(found)] += 1
        self._known.add(_mark(found))

    def is_new(self, found: Trajectory) -> bool:
        """Say whether a walk was not made yet, and not too many like it."""
        return _mark(found) not in self._known and self._shapes[shape(found)] < ALIKE


def shape(found: Trajectory) -> str:
    """Return what walks that differ in their entities alone have in common."""
    legs = [(leg.tool, leg.choice.column if leg.choice else "") for leg in found.legs]
    asks = [(ask.leg, ask.column, str(ask.aggregate)) for ask in found.asked()]
    mode = found.compare.mode if found.compare else ""
    return repr((legs, asks, mode))


def _mark(found: Trajectory) -> bytes:
    plain = replace(found, id="", write=None).to_json()
    return orjson.dumps(plain, option=orjson.OPT_SORT_KEYS)


def _one(kind: str, ground: Ground, parts: Materials, made: Made) -> dict[str, Any]:
    """Try until a walk of a kind is found; a line without a walk if there is none.

    Where a try began that led to none counts against beginning there again: of thousands of tools
    few lead to a walk of a kind, and they are found out so.
    """
    parts.lister.pages = LONG_PAGES if kind == "LONG" else PAGES
    first = made.tries[kind] + 1
    walker, missed = made.walker, Counter[str]()
    for n in range(first, first + TRIES):
        rng = Random(f"{ground.seed}:{kind}:{n}")
        name = f"{kind.lower()}-{n:05d}"
        walker.missed = made.missed[kind] + missed
        found = (
            long_walk(walker, rng, name)
            if kind == "LONG"
            else attempt(Pattern(kind), walker, rng, name)
        )
        kept = _kept(kind, found, ground, parts, rng) if found and made.is_new(found) else None
        if kept is not None:
            return {"kind": kind, "try": n, "walk": kept.to_json(), "missed": dict(missed)}
        missed[walker.begun] += 1
    return {"kind": kind, "try": first + TRIES - 1, "walk": None, "missed": dict(missed)}


def _kept(
    kind: str, found: Trajectory, ground: Ground, parts: Materials, rng: Random
) -> Trajectory | None:
    """Return a walk that plays and makes calls enough, perhaps with something to keep."""
    scenes = play(found, parts.lister)
    if scenes is None:
        return None
    if rng.random() < KEPT and (wanted := request(found, scenes, parts.words, ground.day, rng)):
        found = replace(found, write=wanted)
    try:
        plain = answer(found, scenes, parts.words)
        said = brief(found, scenes, plain, parts.words, ground.seed)
    except (ValueError, LookupError):
        return None
    written = row(found, scenes, said, ground.catalogue, parts.words, ground.day, {})
    calls = [call for turn in written["golden"] for call in turn]
    asked = sum(ground.catalogue[c["tool"]].kind in ("endpoint", "view") for c in calls)
    return found if asked >= (LONG if kind == "LONG" else _FEWEST_CALLS) else None


# ---- questions ----------------------------------------------------------------------------------


def write(
    ground: Ground,
    walks: Sequence[Trajectory],
    writer: Writer,
    file: Path,
    watch: Watch | None = None,
) -> list[Candidate]:
    """Have a question written for every walk, and make a task of each that has one.

    Args:
        ground: what was walked on.
        walks: the walks.
        writer: who writes.
        file: where questions, faults and tasks are kept.
        watch: is told every new line.

    Returns:
        Candidates, in the order of their walks.
    """
    parts, near = ground.materials(), neighbours(ground.graph)
    lines = Lines(file)
    done = list(lines.resume())
    if [line["id"] for line in done] != [w.id for w in walks[: len(done)]]:
        raise UsageError(f"{file} holds the questions of other walks; delete it to do them anew")
    for found in walks[len(done) :]:
        line = _written(found, ground, parts, writer, near)
        lines.append(line)
        done.append(line)
        if watch is not None:
            watch({**line, "done": len(done), "of": len(walks)})
    return [Candidate.from_json(line["candidate"]) for line in done if line["candidate"]]


def _written(
    found: Trajectory,
    ground: Ground,
    parts: Materials,
    writer: Writer,
    near: Mapping[str, Sequence[str]],
) -> dict[str, Any]:
    scenes = play(found, parts.lister)
    assert scenes is not None, "a walk that was played before"
    plain = answer(found, scenes, parts.words)
    said = brief(found, scenes, plain, parts.words, ground.seed)
    query, rejected = choose(writer, said, DRAFTS)
    faults = {text: [str(fault) for fault in wrong] for text, wrong in rejected.items()}
    line: dict[str, Any] = {"id": found.id, "query": None, "rejected": faults, "candidate": None}
    if query is None:
        return line
    draft = row(found, scenes, said, ground.catalogue, parts.words, ground.day, near)
    try:
        made = task(draft, query.text, query.gloss_en, ground.catalogue, parts.lister.source)
    except UsageError as error:
        return {**line, "rejected": {**faults, query.text: [f"task: {error}"]}}
    candidate = Candidate(
        made, str(found.pattern), said, plain, _provenance(found, scenes, ground, query)
    )
    return {**line, "query": query.to_json(), "candidate": candidate.to_json()}


def _provenance(
    found: Trajectory, scenes: Sequence[Scene], ground: Ground, query: Query
) -> dict[str, Any]:
    return {
        "graph_hash": ground.graph.hash,
        "edges": [leg.edge for leg in found.legs if leg.edge],
        "junctions": [
            {"edge": j.edge, "n": j.values, "carried": j.carried, "kind": j.kind}
            for j in found.junctions
        ],
        "rows": max(len(scene.found) for scene in scenes),
        "register": query.register,
        "group": query.group,
        "label_origins": {"query": query.writer, "answer": "solver"},
    }
