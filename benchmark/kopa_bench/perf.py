"""``kopa perf``: the speed benchmarks of a checkout."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from kopa_env.errors import UsageError


def perf(
    names: Annotated[
        list[str] | None, typer.Argument(help="Only these: replay, env_step, imports, oracle …")
    ] = None,
    quick: Annotated[bool, typer.Option(help="Smaller packs and fewer runs.")] = False,
    json: Annotated[bool, typer.Option("--json", help="One JSON object on stdout.")] = False,
) -> None:
    """Measure speed beside peers, and say which budgets are met.

    Exit code 1 if a benchmark could not be run; a budget that is missed is told, not an error.

    Example: kopa perf --quick replay
    """
    folder = Path(__file__).parents[1] / "perf"
    if not (folder / "__main__.py").is_file():
        raise UsageError(
            "the speed benchmarks are not part of an installed package: run this in a checkout"
        )
    flags = [flag for flag, given in (("--quick", quick), ("--json", json)) if given]
    ran = subprocess.run([sys.executable, str(folder), *flags, *(names or ())], check=False)
    if ran.returncode:
        raise typer.Exit(ran.returncode)
