"""What importing costs beside gymnasium: CPU, resident memory, modules, in fresh interpreters.

    python benchmark/perf/imports.py [--json]

Each import runs in interpreters of its own, ours and the peer's in turn, byte code of both as an
installed package has it; the best CPU time and the median memory count. An empty interpreter is
taken off neither.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Any

RUNS = 7
OURS = ("kopa_env", "kopa_bench.cli")
PEER = "gymnasium"

_PROBE = """
import resource, sys, time
import {module}
used = resource.getrusage(resource.RUSAGE_SELF)
scale = 1 if sys.platform == "darwin" else 1024
print(time.process_time(), used.ru_maxrss * scale / 1e6, len(sys.modules))
"""


def probe(module: str, codes: str) -> tuple[float, float, int]:
    """Return CPU seconds, peak megabytes and modules of an interpreter that imports a module.

    Args:
        module: what is imported.
        codes: folder for byte code, kept over probes.
    """
    code = _PROBE.format(module=module)
    held = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    env = {**held, "PYTHONPYCACHEPREFIX": codes}
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
    cpu, memory, modules = ran.stdout.split()
    return float(cpu), float(memory), int(modules)


def measure(runs: int = RUNS) -> Iterator[dict[str, Any]]:
    """Yield every row of the benchmark."""
    probes: dict[str, list[tuple[float, float, int]]] = {name: [] for name in (*OURS, PEER)}
    with tempfile.TemporaryDirectory() as codes:
        for name in probes:
            probe(name, codes)  # byte code and disk caches are warm for all
        for _ in range(runs):
            for name, held in probes.items():
                held.append(probe(name, codes))
    peer = probes[PEER]
    for name in OURS:
        cpu = (min(p[0] for p in held) * 1e3 for held in (probes[name], peer))
        yield _row(f"import {name}", *cpu, "ms CPU", runs)
        memory = (statistics.median(p[1] for p in held) for held in (probes[name], peer))
        yield _row(f"import {name}", *memory, "MB", runs)


def _row(name: str, ours: float, peer: float, unit: str, n: int) -> dict[str, Any]:
    return {
        "name": name,
        "ours": round(ours, 2),
        "peer": round(peer, 2),
        "peer_name": PEER,
        "peer_version": version(PEER),
        "ratio": round(peer / ours, 2),
        "unit": unit,
        "n": n,
    }


def main(arguments_given: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--runs", type=int, default=RUNS, help="interpreters of each kind")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    options = parser.parse_args(arguments_given)
    rows = list(measure(options.runs))
    if options.json:
        sys.stdout.write(json.dumps({"rows": rows}, ensure_ascii=False) + "\n")
        return
    for row in rows:
        sys.stdout.write(
            f"{row['name']:<36} {row['ours']:>9.2f} {row['unit']}"
            f"   {row['ratio']:>7.2f} x {PEER} {row['peer_version']} ({row['peer']:.2f})\n"
        )


if __name__ == "__main__":
    main()
