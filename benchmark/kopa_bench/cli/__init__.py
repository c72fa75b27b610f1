"""``kopa bench``: run policies over tasks, read results, hold suites to the gates."""

import typer

from kopa_bench.cli import graphs, running, suites

app = typer.Typer(help="Run KOPA-Bench and read its results.", no_args_is_help=True)
for part in (running, suites, graphs):
    app.registered_commands += part.app.registered_commands

__all__ = ["app"]
