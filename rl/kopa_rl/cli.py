"""``kopa train``: export data for trainers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kopa_env.cli.output import AsJson, emit_json, emit_table, progress

app = typer.Typer(help="Train models on tasks with TRL or verl.", no_args_is_help=True)

SuiteName = Annotated[str, typer.Option(help="Suite by name, or a folder or JSONL file.")]
Split = Annotated[str, typer.Option(help="Part of the suite.")]


@app.callback()
def main() -> None:
    """Train models on tasks with TRL or verl."""


@app.command()
def export(
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder of the files.")],
    form: Annotated[
        str, typer.Option("--format", help="trl, verl, sharegpt or openai.")
    ] = "openai",
    suite: SuiteName = "train",
    split: Split = "train",
    as_json: AsJson = False,
) -> None:
    """Write tasks and golden conversations in the form that a trainer reads.

    Example: kopa train export --format trl -o data/trl
    """
    from kopa_env.suites import load_suite
    from kopa_rl.export import export as carry_out
    from kopa_rl.rollout import Stage

    made = carry_out(Stage(load_suite(suite)), split, form, output, progress)
    if as_json:
        emit_json(made)
        return
    emit_table(("file", "rows"), [(output / name, n) for name, n in made["files"].items()])
