"""What a whole oracle run costs, start and reports included, beside its budget.

    python benchmark/perf/oracle.py [--json]

The command is run as a user runs it, in a process of its own: CPU seconds of that process. A first
run, not counted, warms caches. The budget of DESIGN 13 is for 145 tasks and 4 samples; it is scaled
to the rollouts of the suite at hand by what a start alone (the null policy, one task) costs.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

RUNS = 3
SAMPLES = 4
BUDGET_S, BUDGET_ROLLOUTS = 3.0, 145 * 4

_PROGRAM = "import sys; from kopa_env.cli import main; sys.argv[0] = 'kopa'; main()"


def cpu_s(*words: str) -> tuple[float, dict[str, Any]]:
    """Return CPU seconds of a ``kopa bench run`` and the figures it printed."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    with tempfile.TemporaryDirectory() as folder:
        output = str(Path(folder) / "run")
        command = [sys.executable, "-c", _PROGRAM, "bench", "run", *words, "-o", output, "--json"]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
    if ran.returncode:
        raise SystemExit(ran.stderr.strip() or f"kopa bench run ended with {ran.returncode}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    figures: dict[str, Any] = json.loads(ran.stdout)
    return spent, figures


def measure(suite: str, samples: int, runs: int = RUNS) -> Iterator[dict[str, Any]]:
    """Yield every row of the benchmark."""
    oracle = ("--suite", suite, "--policy", "oracle")
    start = ("--suite", suite, "--policy", "null", "--limit", "1", "--no-html")
    cpu_s(*oracle)
    began = min(cpu_s(*start)[0] for _ in range(runs))
    for count in sorted({1, samples}):
        spent, figures = min(
            (cpu_s(*oracle, "-r", str(count)) for _ in range(runs)), key=lambda pair: pair[0]
        )
        if figures["pass@1"] != 1.0:
            raise SystemExit(f"the oracle scores {figures['pass@1']}, not 1")
        rollouts = figures["episodes"]
        budget = began + max(BUDGET_S - began, 0.0) * rollouts / BUDGET_ROLLOUTS
        yield _row(f"oracle, {suite} x {count}", spent, budget, "scaled budget", rollouts)
        each = (spent - began) / rollouts
        whole = began + each * BUDGET_ROLLOUTS
        yield _row(
            f"oracle, 145 x 4 at that pace ({suite} x {count})",
            whole,
            BUDGET_S,
            "budget",
            BUDGET_ROLLOUTS,
        )
    yield _row(f"start alone, {suite}", began, BUDGET_S, "budget", 1)


def _row(name: str, ours: float, peer: float, who: str, n: int) -> dict[str, Any]:
    return {
        "name": name,
        "ours": round(ours, 3),
        "peer": round(peer, 3),
        "peer_name": who,
        "peer_version": version("kopa-env"),
        "ratio": round(peer / ours, 3),
        "unit": "s CPU",
        "n": n,
    }


def main(arguments_given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--suite", default="mini", help="suite to run")
    parser.add_argument("--samples", type=int, default=SAMPLES, help="samples of each task")
    parser.add_argument("--runs", type=int, default=RUNS, help="runs of each kind; the best counts")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    options = parser.parse_args(arguments_given)
    rows = list(measure(options.suite, options.samples, options.runs))
    if options.json:
        sys.stdout.write(json.dumps({"rows": rows}, ensure_ascii=False) + "\n")
        return
    for row in rows:
        sys.stdout.write(
            f"{row['name']:<44} {row['ours']:>8.3f} {row['unit']}"
            f"   {row['ratio']:>7.3f} x {row['peer_name']} ({row['peer']:.3f})\n"
        )


if __name__ == "__main__":
    main()
