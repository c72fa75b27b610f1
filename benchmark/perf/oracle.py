"""What a whole oracle run costs, start and reports included, beside its budget.

    python benchmark/perf/oracle.py [--json]

The command is run as a user runs it, in a process of its own: CPU seconds of that process, byte
code as an installed package has it. A first run, not counted, warms caches. The budget of DESIGN 13
is for 145 tasks and 4 samples; another suite is put onto it by what a process costs once, what the
first rollout of a task costs beside that (the whole suite against its halves), and what every
further rollout does.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from kopa_env.suites import load_suite

RUNS = 3
SHORT = 4
"""How many times oftener the short runs are made: their difference is multiplied by 145."""
SAMPLES = 36
FEWER = (1, 4)
BUDGET_S, BUDGET_TASKS, BUDGET_SAMPLES = 3.0, 145, 4

_PROGRAM = "import sys; from kopa_env.cli import main; sys.argv[0] = 'kopa'; main()"


def cpu_s(*words: str, codes: str = "") -> tuple[float, dict[str, Any]]:
    """Return CPU seconds of a ``kopa bench run`` and the figures it printed.

    Args:
        words: its options.
        codes: folder for byte code, kept over runs.
    """
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        output = str(Path(folder) / "run")
        command = [sys.executable, "-c", _PROGRAM, "bench", "run", *words, "-o", output, "--json"]
        ran = subprocess.run(
            command, capture_output=True, text=True, check=False, env=_environment(codes)
        )
    if ran.returncode:
        raise SystemExit(ran.stderr.strip() or f"kopa bench run ended with {ran.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    figures: dict[str, Any] = json.loads(ran.stdout)
    return spent, figures


def _environment(codes: str) -> Mapping[str, str]:
    held = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    return {**held, "PYTHONPYCACHEPREFIX": codes} if codes else held


def measure(suite: str, counts: Sequence[int], runs: int = RUNS) -> Iterator[dict[str, Any]]:
    """Yield every row of the benchmark.

    Args:
        suite: suite to run.
        counts: samples of each task, a run for each; 1 is always among them.
        runs: how often each is run; the best counts.
    """
    oracle = ("--suite", suite, "--policy", "oracle")
    start = ("--suite", suite, "--policy", "null", "--limit", "1", "--no-html")
    spent: dict[int, float] = {}
    rollouts: dict[int, int] = {}
    with tempfile.TemporaryDirectory() as codes:
        cpu_s(*oracle, codes=codes)
        began = best(start, runs, codes)[0]
        for count in sorted({1, *counts}):
            often = runs * SHORT if count == 1 else runs
            spent[count], figures = best((*oracle, "-r", str(count)), often, codes)
            if figures["pass@1"] != 1.0:
                raise SystemExit(f"the oracle scores {figures['pass@1']}, not 1")
            rollouts[count] = figures["episodes"]
            share = rollouts[count] / (BUDGET_TASKS * BUDGET_SAMPLES)
            budget = began + max(BUDGET_S - began, 0.0) * share
            row = _row(f"oracle, {suite} x {count}", spent[count], budget, rollouts[count])
            yield {**row, "peer_name": "scaled budget"}
        yield _row(f"start alone, {suite}", began, BUDGET_S, 1)
        most = max(spent)
        if most == 1:
            return
        ids = list(load_suite(suite).tasks)
        halves = [
            best((*oracle, "--task-ids", ",".join(half)), runs * SHORT, codes)[0]
            for half in (ids[::2], ids[1::2])
        ]
    first = max(spent[1] - sum(halves) / 2, 0.0) / (len(ids) / 2)
    further = max(spent[most] - spent[1], 0.0) / (rollouts[most] - rollouts[1])
    once = spent[1] - first * len(ids)
    whole = once + BUDGET_TASKS * (first + (BUDGET_SAMPLES - 1) * further)
    name = f"oracle, 145 x 4, from {suite} and its halves x 1, and x {most}"
    yield _row(name, whole, BUDGET_S, BUDGET_TASKS * BUDGET_SAMPLES)
    each = (BUDGET_S - once) / (BUDGET_TASKS * BUDGET_SAMPLES)
    yield _row(f"once a process, {suite}", once, BUDGET_S, 1)
    yield _row(f"first rollout of a task, {suite}", first, each, len(ids))
    yield _row(f"further rollout of a task, {suite}", further, each, rollouts[most])


def best(words: Sequence[str], runs: int, codes: str) -> tuple[float, dict[str, Any]]:
    """Return the least CPU of several equal runs, and the figures of that run."""
    return min((cpu_s(*words, codes=codes) for _ in range(runs)), key=lambda pair: pair[0])


def _row(name: str, ours: float, peer: float, n: int) -> dict[str, Any]:
    return {
        "name": name,
        "ours": round(ours, 4),
        "peer": round(peer, 4),
        "peer_name": "budget",
        "peer_version": version("kopa-env"),
        "ratio": round(peer / ours, 3) if ours else None,
        "unit": "s CPU",
        "n": n,
    }


def main(arguments_given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--suite", default="mini", help="suite to run")
    parser.add_argument("--samples", type=int, default=SAMPLES, help="samples of the longest run")
    parser.add_argument("--runs", type=int, default=RUNS, help="runs of each kind; the best counts")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    options = parser.parse_args(arguments_given)
    counts = [count for count in (*FEWER, options.samples) if count <= options.samples]
    rows = list(measure(options.suite, counts, options.runs))
    if options.json:
        sys.stdout.write(json.dumps({"rows": rows}, ensure_ascii=False) + "\n")
        return
    for row in rows:
        sys.stdout.write(
            f"{row['name']:<44} {row['ours']:>8.4f} {row['unit']}"
            f"   {row['ratio'] or 0:>7.3f} x {row['peer_name']} ({row['peer']:.4f})\n"
        )


if __name__ == "__main__":
    main()
