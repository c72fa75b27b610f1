"""Cost of Phase A, and how time and calls grow with the number of tools.

    python benchmark/perf/explore.py [--tools 100 200 400] [--rounds 10] [--json]

The shipped tools and no copies, so that the replica answers. Every size explores the same tools:
in one graph, in two of every second tool, in four of every fourth; paths grow with the tools of a
graph, so that each tool gets the same share of trials. ``explore`` is CPU time of one process
without what the replica took to answer, which is told beside it: of two replies one may have a
row and the other 100,000. A first run of each exploration, not counted, builds the tables of the
world; the best of several further ones counts, of which only the first asks the replica.
``ratio`` is the figure per tool (of ``an edge``, per edge) beside that of the smallest graphs: 1
is linear growth.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

import orjson

from kopa_env.catalogue import Catalogue
from kopa_env.outcome import JSON, ToolResult
from kopa_env.source import Source
from kopa_env.sources.named import open_source
from kopa_env.spec import ToolSpec
from kopa_synth.explore import explore
from kopa_synth.presets import Preset, preset
from kopa_synth.skeleton import build_skeleton, nodes

SIZES = (100, 200, 400)
WORLD = 20260131
SEED = 1
ROUNDS = 10
PATHS = 0.5
"""Paths a round for each tool."""
PASSES = 5


class Clocked:
    """A source that sums up what answering costs and asks for the same answer once.

    Attributes:
        spent: CPU seconds since the last reset.
        rows: records in the replies since then.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._kept: dict[tuple[str, bytes], ToolResult] = {}
        self.reset()

    def reset(self) -> None:
        """Start counting anew; what was answered stays known."""
        self.spent = 0.0
        self.rows = 0

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call."""
        begin = time.process_time()
        key = spec.name, orjson.dumps(args, option=orjson.OPT_SORT_KEYS)
        result = self._kept.get(key)
        if result is None:
            result = self._kept[key] = self._source.call(spec, args)
        self.rows += len(result.records)
        self.spent += time.process_time() - begin
        return result

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call."""
        return self.call(spec, args)

    def hashes(self) -> Mapping[str, str]:
        """Return what the source is pinned by."""
        return self._source.hashes()


@dataclass(frozen=True, slots=True)
class Cost:
    """What explorations took.

    Attributes:
        tools: tools of all graphs.
        edges: proposed edges.
        own: CPU seconds of exploration itself.
        source: CPU seconds of the source.
        rows: records in replies.
        sent: calls that reached the source.
        distinct: different ones of these.
    """

    tools: int = 0
    edges: int = 0
    own: float = 0.0
    source: float = 0.0
    rows: int = 0
    sent: int = 0
    distinct: int = 0

    @property
    def whole(self) -> float:
        """CPU seconds, the source's included."""
        return self.own + self.source

    @property
    def an_edge(self) -> float:
        """CPU microseconds of exploration itself for one proposed edge."""
        return self.own / max(1, self.edges) * 1e6

    def __add__(self, other: Cost) -> Cost:
        names = self.__slots__
        return Cost(**{name: getattr(self, name) + getattr(other, name) for name in names})


def groups(size: int, most: int) -> list[Catalogue]:
    """Return catalogues of that many shipped tools each, together about ``most``."""
    shipped = nodes(Catalogue.load())
    base = shipped[:: max(1, len(shipped) // most)][:most]
    count = max(1, len(base) // size)
    return [Catalogue.of(tuple(base[i::count][:size])) for i in range(count)]


def rules(tools: int, rounds: int) -> Preset:
    """Return a preset whose paths grow with the tools, over all the rounds."""
    return preset("kopa", rounds=rounds, paths=max(1, int(tools * PATHS)), stable_rounds=0)


class Group:
    """One catalogue, explored again and again.

    Args:
        tools: the catalogue.
        source: what answers; the tables behind it are built here, before any clock starts.
        rounds: rounds of an exploration.

    Attributes:
        best: the least that an exploration took so far; only the first asked the source.
    """

    def __init__(self, tools: Catalogue, source: Source, rounds: int) -> None:
        self._tools = tools
        self._rules = rules(len(tools), rounds)
        self._skeleton = build_skeleton(tools, self._rules)
        self._explore(Clocked(source))
        self._clocked = Clocked(source)
        self.best = self._explore(self._clocked)

    def again(self) -> None:
        """Explore once more."""
        own = self._explore(self._clocked).own
        self.best = replace(self.best, own=min(own, self.best.own))

    def _explore(self, clocked: Clocked) -> Cost:
        clocked.reset()
        gc.collect()
        begin = time.process_time()
        calls = explore(self._skeleton, self._tools, clocked, self._rules, SEED).calls
        own = time.process_time() - begin - clocked.spent
        edges, sent, distinct = len(self._skeleton.edges), calls.sent, calls.distinct
        return Cost(len(self._tools), edges, own, clocked.spent, clocked.rows, sent, distinct)


def costs(sizes: Sequence[int], rounds: int) -> list[Cost]:
    """Return what each size takes; sizes are measured in turn, for machines slow down at times."""
    source = open_source("replica", Catalogue.load(), seed=WORLD)
    made = [[Group(t, source, rounds) for t in groups(size, max(sizes))] for size in sizes]
    for _ in range(PASSES - 1):
        for group in chain.from_iterable(made):
            group.again()
    return [sum((group.best for group in of_size), Cost()) for of_size in made]


def rows(size: int, found: Cost, least: Cost) -> list[dict[str, Any]]:
    """Return the rows of one size: time without and with the replica, time an edge, and calls."""
    about = {
        "n": found.tools,
        "edges": found.edges,
        "distinct": found.distinct,
        "records": found.rows,
        "ms_per_tool": round(found.own / found.tools * 1e3, 3),
        "us_per_call": round(found.own / found.sent * 1e6, 1),
    }
    figures = {
        "explore": ("CPU s", _per_tool(found, least, "own"), found.own),
        "explore and replica": ("CPU s", _per_tool(found, least, "whole"), found.whole),
        "an edge of explore": ("us CPU", found.an_edge / least.an_edge, found.an_edge),
        "calls of explore": ("calls sent", _per_tool(found, least, "sent"), found.sent),
    }
    return [
        {
            "name": f"{name}, {size} tools",
            "ours": round(ours, 3),
            "peer": None,
            "peer_version": None,
            "ratio": round(ratio, 2),
            "unit": unit,
            **about,
        }
        for name, (unit, ratio, ours) in figures.items()
    ]


def _per_tool(found: Cost, least: Cost, name: str) -> float:
    each, first = getattr(found, name) / found.tools, getattr(least, name) / least.tools
    return float(each / first)


def line(made: Sequence[Mapping[str, Any]]) -> str:
    """Return the rows of one size as a line."""
    own, whole, edge, calls = made
    return (
        f"{own['name']:20} {own['ours']:6.2f} {own['unit']}, {own['ms_per_tool']:5.2f} ms a tool "
        f"({own['ratio']:.2f} of linear), {own['us_per_call']:.0f} us a call  "
        f"{calls['ours']:6} calls ({calls['ratio']:.2f} of linear), {own['distinct']:6} distinct  "
        f"{own['edges']:5} edges at {edge['ours']:.0f} us  {own['records']:7} records  "
        f"{whole['ours']:6.2f} {whole['unit']} with the replica"
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Measure every size and print the rows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(argv)
    sizes = sorted(options.tools)
    found = costs(sizes, options.rounds)
    made = [rows(size, cost, found[0]) for size, cost in zip(sizes, found, strict=True)]
    if options.json:
        print(json.dumps({"rows": [row for of_size in made for row in of_size]}))
        return
    for of_size in made:
        print(line(of_size))


if __name__ == "__main__":
    main(sys.argv[1:])
