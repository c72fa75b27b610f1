"""``kopa bench graph``: a graph of tools judged."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kopa_bench.cli.options import require_scipy
from kopa_env.cli.output import AsJson, emit_json, emit_table

app = typer.Typer()


@app.command()
def graph(
    path: Annotated[Path, typer.Argument(help="Skeleton or verified graph.", show_default=False)],
    gold: Annotated[
        Path | None, typer.Option(help="Gold list; by default the one that comes with EDGE.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Judge a graph file against what the world was built with, and the gold list.

    Example: kopa bench graph runs/edge/graph.jsonl
    """
    require_scipy()
    from kopa_bench.graph_judge import judge, read_gold, read_graph, shipped_gold, told
    from kopa_env.catalogue import Catalogue

    listed = gold or shipped_gold()
    found = judge(read_graph(path), Catalogue.load(), read_gold(listed) if listed else None)
    if json:
        emit_json(found)
    else:
        emit_table(*told(found))
