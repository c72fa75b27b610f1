"""What the catalogue costs to load, and whether search finds the right tools for Korean queries.

    python benchmark/perf/catalogue.py [--json]

Loading is measured in fresh interpreters, beside the same tools all parsed at once. Recall@10 is
the share of the tools named beside each query (``search_queries.tsv``; the queries came first, the
tools that fit were picked by title, with a first ranking at hand) that are among the first ten.
"""

from __future__ import annotations

import argparse
import csv
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

QUERIES = Path(__file__).with_name("search_queries.tsv")
RUNS = 7

_PROBE = """
import resource, sys, time
from kopa_env.catalogue import Catalogue
scale = 1 if sys.platform == "darwin" else 1024
def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale / 1e6
before, started = peak(), time.process_time()
catalogue = Catalogue.load()
loaded, held = time.process_time() - started, peak() - before
for name in catalogue.entries:
    catalogue.get(name)
print(loaded * 1e3, held, (time.process_time() - started) * 1e3, peak() - before, len(catalogue))
"""


def probe() -> list[float]:
    """Return ms and MB of loading, ms and MB with every tool parsed, and the number of tools."""
    ran = subprocess.run([sys.executable, "-c", _PROBE], capture_output=True, text=True, check=True)
    return [float(figure) for figure in ran.stdout.split()]


def queries() -> list[tuple[str, frozenset[str]]]:
    """Return the queries and the names of the tools that fit each."""
    with QUERIES.open(encoding="utf-8", newline="") as lines:
        rows = csv.DictReader(lines, delimiter="\t")
        return [(row["query"], frozenset(row["tools"].split())) for row in rows]


def recall(limit: int = 10) -> tuple[float, list[str]]:
    """Return the mean recall of the first ``limit`` tools, and the queries that found none."""
    from kopa_env.catalogue import Catalogue

    catalogue, shares, lost = Catalogue.load(), [], []
    for query, wanted in queries():
        found = wanted & {name for name, _ in catalogue.search(query, limit)}
        shares.append(len(found) / len(wanted))
        if not found:
            lost.append(query)
    return statistics.mean(shares), lost


def measure(runs: int = RUNS) -> Iterator[dict[str, Any]]:
    """Yield every row of the benchmark."""
    probe()  # byte code and disk caches are warm
    probes = [probe() for _ in range(runs)]
    tools = int(probes[0][4])
    for at, unit, best in ((0, "ms CPU", min), (1, "MB", statistics.median)):
        ours, peer = (best(p[at + offset] for p in probes) for offset in (0, 2))
        yield _row(f"load {tools:,} tools", ours, peer, "every tool parsed", unit, runs)
    started = time.process_time()
    share, lost = recall()
    seconds = time.process_time() - started
    n = len(queries())
    yield _row("search, recall@10", share, None, "; ".join(lost), "share", n)
    yield _row("search, index and all queries", seconds, None, "", "CPU s", n)


def _row(
    name: str, ours: float, peer: float | None, peer_name: str, unit: str, n: int
) -> dict[str, Any]:
    return {
        "name": name,
        "ours": round(ours, 3),
        "peer": None if peer is None else round(peer, 3),
        "peer_name": peer_name,
        "peer_version": "",
        "ratio": None if peer is None else round(peer / ours, 2),
        "unit": unit,
        "n": n,
    }


def main(arguments_given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=RUNS, help="interpreters")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    options = parser.parse_args(arguments_given)
    rows = list(measure(options.runs))
    if options.json:
        sys.stdout.write(json.dumps({"rows": rows}, ensure_ascii=False) + "\n")
        return
    for row in rows:
        beside = (
            f"   {row['ratio']:.2f} x {row['peer_name']} ({row['peer']})" if row["ratio"] else ""
        )
        sys.stdout.write(f"{row['name']:<36} {row['ours']:>9.3f} {row['unit']}{beside}\n")


if __name__ == "__main__":
    main()
