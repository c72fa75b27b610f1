"""What a whole oracle run costs, start and reports included, beside its budget.

    python benchmark/perf/oracle.py [--json]

The command is run as a user runs it, in a process of its own: CPU seconds of that process, byte
code as an installed package has it. A first run, not counted, warms caches. The budget of DESIGN 13
is for KOPA-Bench's 145 tasks and 4 samples; runs of fewer rollouts stand beside their share of it.
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

RUNS = 3
SAMPLES = 4
BUDGET_S, BUDGET_ROLLOUTS = 3.0, 145 * 4

_PROGRAM = "import sys; from kopa_env.cli import script; sys.argv[0] = 'kopa'; script()"


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


def measure(suite: str, samples: int, runs: int = RUNS) -> Iterator[dict[str, Any]]:
    """Yield every row of the benchmark.

    Args:
        suite: suite to run.
        samples: of each task in the longer run; the shorter one has 1.
        runs: how often each is run; the best counts.
    """
    start = ("--suite", suite, "--policy", "null", "--limit", "1", "--no-html")
    with tempfile.TemporaryDirectory() as codes:
        cpu_s(*start, codes=codes)
        began = best(start, runs, codes)[0]
        yield _row(f"start alone, {suite}", began, BUDGET_S, 1)
        for count in sorted({1, samples}):
            words = ("--suite", suite, "--policy", "oracle", "-r", str(count))
            spent, figures = best(words, runs, codes)
            if figures["pass@1"] != 1.0:
                raise SystemExit(f"the oracle scores {figures['pass@1']}, not 1")
            rollouts = figures["episodes"]
            budget = began + max(BUDGET_S - began, 0.0) * min(rollouts / BUDGET_ROLLOUTS, 1.0)
            yield _row(f"oracle, {suite} x {count}", spent, budget, rollouts)


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
    parser.add_argument("--suite", default="bench", help="suite to run")
    parser.add_argument("--samples", type=int, default=SAMPLES, help="samples of the longest run")
    parser.add_argument("--runs", type=int, default=RUNS, help="runs of each kind; the best counts")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    options = parser.parse_args(arguments_given)
    rows = list(measure(options.suite, options.samples, options.runs))
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
