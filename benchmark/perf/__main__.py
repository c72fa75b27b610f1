"""Every speed benchmark of this folder, one after another, and whether its budgets are met.

    python -m benchmark.perf [--json] [--quick] [NAME ...]

Each part runs in a process of its own. A budget is met or missed with the figure measured here and
now; a figure in seconds says something about this machine only, a ratio is of one run.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
QUICK = {
    "replay": ("--sizes", "10,1000"),
    "env_step": (),
    "imports": ("--runs", "3"),
    "catalogue": ("--runs", "3"),
    "oracle": ("--samples", "4", "--runs", "1"),
    "skeleton": ("--tools", "100", "400"),
    "explore": ("--tools", "50", "200"),
    "rollout": ("--tasks", "2"),
}
NAMES = tuple(QUICK)
"""The parts, in the order they are run, with what makes them short."""

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit that one figure is held to.

    Attributes:
        what: what is limited, for a reader.
        part: the benchmark that measures it.
        row: how the row's name and peer begin and end, around ``*``; the last such row counts.
        unit: the row's unit.
        field: ``ours`` or ``ratio``.
        limit: the figure itself.
        at_least: whether it is a lower limit.
    """

    what: str
    part: str
    row: str
    unit: str
    field: str
    limit: float
    at_least: bool = False

    def of(self, rows: Iterable[Row]) -> float | None:
        """Return the figure that was measured, ``None`` if it was not."""
        begins, _, ends = self.row.partition("*")
        found = None
        for row in rows:
            name = f"{row['name']}, {row.get('peer_name', '')}"
            fits = name.startswith(begins) and name.endswith(ends) and row["unit"] == self.unit
            if fits and row["benchmark"] == self.part and row[self.field] is not None:
                found = float(row[self.field])
        return found

    def verdict(self, rows: Iterable[Row]) -> Row:
        """Return the budget with what was measured."""
        measured = self.of(rows)
        limit = f"{'>=' if self.at_least else '<='} {self.limit:g}"
        kept = None
        if measured is not None:
            kept = measured >= self.limit if self.at_least else measured <= self.limit
        unit = self.unit if self.field == "ours" else "x"
        return {"budget": self.what, "limit": f"{limit} {unit}", "measured": measured, "met": kept}


BUDGETS = (
    Budget(
        "replayed call, arguments to observation",
        *("replay", "with arguments checked, *", "us CPU", "ours", 20),
    ),
    Budget(
        "the same at every size (0.8 of the smallest pack counts as flat)",
        *("replay", "direct call, *interactions, smallest pack", "us CPU", "ratio", 0.8, True),
    ),
    Budget(
        "httpx transport beside stock vcrpy, 1,000 interactions",
        *("replay", "transport alone, 1,000, *", "us CPU", "ratio", 100, True),
    ),
    Budget(
        "httpx transport beside stock vcrpy, 100 interactions",
        *("replay", "transport alone, 100, *", "us CPU", "ratio", 40, True),
    ),
    Budget(
        "whole httpx client beside stock vcrpy, 1,000 interactions",
        *("replay", "httpx client, 1,000, *", "us CPU", "ratio", 100, True),
    ),
    Budget(
        "whole httpx client beside stock vcrpy, 100 interactions",
        *("replay", "httpx client, 100, *", "us CPU", "ratio", 40, True),
    ),
    Budget("memory of a further worker", "replay", "memory of a worker, *", "MB", "ours", 20),
    Budget("env.step with one call", "env_step", "env.step, *budget", "us CPU", "ours", 60),
    Budget("env.step beside aviary", "env_step", "env.step, *aviary", "us CPU", "ratio", 1, True),
    Budget(
        "64 waiting episodes, share of the ideal",
        *("env_step", "64 episodes, each at its own pace*", "ms wall a step", "ratio", 0.95, True),
    ),
    Budget(
        "import kopa_env: gymnasium's own cost over ours",
        *("imports", "import kopa_env, *", "ms CPU", "ratio", 0.5, True),
    ),
    Budget("memory of import kopa_env", "imports", "import kopa_env, *", "MB", "ours", 60),
    Budget("loading the catalogue", "catalogue", "load *", "ms CPU", "ours", 50),
    Budget("memory of the loaded catalogue", "catalogue", "load *", "MB", "ours", 30),
    Budget(
        "search in Korean, recall@10", "catalogue", "search, recall@10*", "share", "ours", 0.9, True
    ),
    Budget("oracle over 145 tasks x 4", "oracle", "oracle, bench x 4", "s CPU", "ours", 3),
    Budget(
        "environment's share of a rollout, model of 135 M",
        *("rollout", "environment in *", "% of wall time", "ours", 2),
    ),
    Budget("skeleton over 2,318 tools", "skeleton", "skeleton, 2318 tools*", "CPU s", "ours", 30),
    Budget(
        "time of Phase A a tool, 400 tools beside 100 (a square would be 4)",
        *("explore", "explore, 400 tools*", "CPU s", "ratio", 2),
    ),
    Budget(
        "time of Phase A an edge, 400 tools beside 100 (1 is flat)",
        *("explore", "an edge of explore, 400 tools*", "us CPU", "ratio", 1.3),
    ),
    Budget(
        "calls of Phase A a tool, 400 tools beside 100 (a square would be 4)",
        *("explore", "calls of explore, 400 tools*", "calls sent", "ratio", 1.5),
    ),
)
"""What the design allows (docs/decisions.md tells of those that cannot be met, and why)."""


def main(arguments_given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("names", nargs="*", help=f"only these of: {', '.join(NAMES)}")
    parser.add_argument("--quick", action="store_true", help="a minute: smaller packs, fewer runs")
    parser.add_argument("--json", action="store_true", help="one JSON object on stdout")
    options = parser.parse_args(arguments_given)
    if unknown := [name for name in options.names if name not in NAMES]:
        parser.error(f"no benchmark {unknown[0]!r}; there are: {', '.join(NAMES)}")
    rows: list[Row] = []
    failed = False
    for name in options.names or NAMES:
        sys.stderr.write(f"{name} …\n")
        measured = run(name, QUICK[name] if options.quick else ())
        failed |= measured is None
        rows += measured or []
    verdicts = [v for budget in BUDGETS if (v := budget.verdict(rows))["measured"] is not None]
    if options.json:
        told = {"rows": rows, "budgets": verdicts}
        sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
    else:
        sys.stdout.writelines(f"{line}\n" for line in (*table(rows), "", *budgets(verdicts)))
    return int(failed)


def run(name: str, words: Sequence[str]) -> list[Row] | None:
    """Run one part and return its rows, ``None`` if it failed; it says itself why."""
    command = [sys.executable, str(HERE / f"{name}.py"), "--json", *words]
    ran = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if ran.returncode:
        return None
    return [{"benchmark": name, **row} for row in json.loads(ran.stdout)["rows"]]


def table(rows: Iterable[Row]) -> Iterator[str]:
    """Yield the rows as a table in Markdown."""
    yield "| what | ours | beside | peer | ratio | unit | n |"
    yield "|---|--:|---|--:|--:|---|--:|"
    for row in rows:
        peer = f"{row.get('peer_name') or ''} {row['peer_version'] or ''}".strip()
        yield (
            f"| {row['name']} | {_figure(row['ours'])} | {peer} | {_figure(row['peer'])} "
            f"| {_figure(row['ratio'])} | {row['unit']} | {row['n']:,} |"
        )


def budgets(verdicts: Iterable[Row]) -> Iterator[str]:
    """Yield the budgets as a table in Markdown."""
    yield "| budget | limit | measured | |"
    yield "|---|--:|--:|---|"
    for row in verdicts:
        word = "met" if row["met"] else "missed"
        yield f"| {row['budget']} | {row['limit']} | {_figure(row['measured'])} | {word} |"


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:,.4g}" if abs(value) < 1000 else f"{value:,.0f}"


if __name__ == "__main__":
    sys.exit(main())
