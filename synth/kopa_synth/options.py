"""Options that more than one command of ``kopa synth`` takes, each said once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

RunPath = Annotated[Path, typer.Argument(help="Folder of a run.", show_default=False)]
GraphPath = Annotated[
    Path, typer.Argument(help="Folder of a run, or a graph file.", show_default=False)
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what it would cost; do nothing.")]
Preset = Annotated[str, typer.Option("--preset", help="kopa or paper.")]
Changes = Annotated[
    list[str] | None, typer.Option("--set", help="NAME=VALUE of the preset; repeatable.")
]
Platforms = Annotated[
    list[str] | None,
    typer.Option("--platform", help="Only this platform's tools; repeatable."),
]
Source = Annotated[
    str,
    typer.Option(
        "--source", help="replica, replay, live, or http://HOST:PORT of `kopa replica serve`."
    ),
]
World = Annotated[
    int | None, typer.Option("--world", help="World seed of the replica; 20260131 for training.")
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="Of every stage.")]
Tasks = Annotated[
    int | None,
    typer.Option("--tasks", min=7, help="Tasks wanted in the end.", show_default="300"),
]
Long = Annotated[
    int | None, typer.Option("--long", min=0, help="Long walks beside them.", show_default="6")
]
Spare = Annotated[
    float | None,
    typer.Option(
        "--spare", min=0, help="Walks beyond those wanted, as a share.", show_default="0.9"
    ),
]
Model = Annotated[str, typer.Option("-m", "--model", help="Model on the server.")]
BaseUrl = Annotated[str, typer.Option("--base-url", help="OpenAI-compatible server, …/v1.")]
Scorer = Annotated[str, typer.Option(help="rules, recorded:FILE or model.")]
Writer = Annotated[str, typer.Option(help="grammar, recorded:FILE or model.")]
Concurrency = Annotated[
    int, typer.Option("-c", "--concurrency", min=1, help="Pairs a model is asked about at once.")
]
Embed = Annotated[
    str,
    typer.Option(
        help="Folder of a sentence-transformers model whose cosine is added to BM25; "
        "FOLDER=PREFIX puts a prefix before every text."
    ),
]
Allowed = Annotated[
    list[str] | None,
    typer.Option("--allow-model", help="Model whose words may stand in the corpus; repeatable."),
]
Against = Annotated[
    list[str] | None,
    typer.Option(help="Suite not to be repeated; repeatable.", show_default="mini"),
]
