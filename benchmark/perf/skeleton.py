"""Cost of building a skeleton, and how it grows with the number of tools.

    python benchmark/perf/skeleton.py [--tools 100 200 400 2318] [--json]

CPU time of one process, retrieval and rule scorer included. Catalogues of any size are made from
the shipped one: each further copy of a tool is of a platform of its own and deals with things
named after it, in the same words otherwise, which is the hard case for an inverted index.
``ratio`` is the cost per tool beside that of the smallest catalogue: 1 is linear growth.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kopa_env.catalogue import Catalogue
from kopa_env.spec import ToolSpec
from kopa_synth.presets import preset
from kopa_synth.skeleton import build_skeleton, nodes

SIZES = (100, 200, 400, 2318)
DOMAINS = ("traffic", "finance", "education", "law", "politics", "district")
SYLLABLES = "가나다라마바사아자차카타파하"


def catalogue(size: int) -> Catalogue:
    """Return a catalogue of that many tools: every k-th of the shipped ones, then copies."""
    shipped = nodes(Catalogue.load())
    step = max(1, len(shipped) // size)
    base = shipped[::step]
    specs = [_copy(base[i % len(base)], i // len(base)) for i in range(size)]
    return Catalogue.of(tuple(specs))


def _copy(spec: ToolSpec, number: int) -> ToolSpec:
    if number == 0:
        return spec
    word = SYLLABLES[number % len(SYLLABLES)] + SYLLABLES[number // len(SYLLABLES)]
    platform = f"{spec.platform}{number}"
    return replace(
        spec,
        name=f"{spec.name[:58]}_{number}",
        ref=f"{spec.ref}:{number}",
        kind="endpoint",
        view=None,
        platform=platform,
        domain=DOMAINS[sum(platform.encode()) % len(DOMAINS)],
        title_ko=f"{word} {spec.title_ko}",
        params=tuple(
            replace(p, name=f"{p.name}_{word}", meaning_ko=f"{word} {p.meaning_ko}")
            if p.role == "semantic"
            else p
            for p in spec.params
        ),
        fields=tuple(
            replace(f, path=f"{f.path}_{word}", meaning_ko=f"{word} {f.meaning_ko}")
            for f in spec.fields
        ),
        paging=None,
    )


def measure(size: int) -> dict[str, Any]:
    """Build one skeleton and return its row."""
    tools = catalogue(size)
    specs = nodes(tools)
    begin = time.process_time()
    graph = build_skeleton(tools, preset("kopa"))
    spent = time.process_time() - begin
    return {
        "name": f"skeleton, {size} tools",
        "ours": round(spent, 3),
        "peer": None,
        "peer_version": None,
        "ratio": None,
        "unit": "CPU s",
        "n": len(specs),
        "pairs": graph.about["pairs_considered"],
        "edges": graph.about["edges"],
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Measure every size and print the rows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tools", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(argv)
    build_skeleton(catalogue(20), preset("kopa"))
    rows = [measure(size) for size in options.tools]
    first = rows[0]["ours"] / rows[0]["n"]
    for row in rows:
        row["ratio"] = round(row["ours"] / row["n"] / first, 2) if first else None
    if options.json:
        print(json.dumps({"rows": rows}))
        return
    for row in rows:
        print(
            f"{row['name']:26} {row['ours']:8.2f} {row['unit']}  {row['pairs']:6} pairs  "
            f"{row['edges']:6} edges  {row['ratio']} of linear"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
