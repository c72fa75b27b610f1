"""``kopa cassettes``: check, compile, count and compare recorded HTTP."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from kopa_env.cli.output import AsJson, emit_json, emit_table

app = typer.Typer(help="Check, compile, count and compare cassettes.", no_args_is_help=True)

Directory = Annotated[Path, typer.Argument(help="Folder of cassettes.")]
_HERE = Path("cassettes")


@app.command()
def verify(
    directory: Directory = _HERE,
    pack: Annotated[
        list[Path] | None, typer.Option(help="Pack compiled from the folder; may be repeated.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Check every file against its hashes; also the pack that ships under the folder's name.

    Example: kopa cassettes verify cassettes
    """
    from kopa_env.cassettes.verify import verify as check
    from kopa_env.catalogue import Catalogue

    packs = list(pack or _shipped(directory))
    verdict = check(directory, packs, Catalogue.load().hash if packs else "")
    if json:
        emit_json({**asdict(verdict), "packs": [str(path) for path in packs]})
    else:
        for line in verdict.failures:
            typer.echo(line)
        typer.echo(
            f"{verdict.cassettes} cassettes, {verdict.interactions} interactions from "
            f"{verdict.source or '?'}: "
            + (f"{len(verdict.failures)} failures" if verdict.failures else "all as recorded")
        )
    if verdict.failures:
        raise typer.Exit(1)


@app.command("compile")
def compile_cassettes(
    directory: Directory = _HERE,
    out: Annotated[
        Path | None, typer.Option("-o", "--output", help="The pack; by default NAME.pack.")
    ] = None,
    limit: Annotated[int, typer.Option(help="Characters of a rendered observation.")] = 6000,
    level: Annotated[int, typer.Option(help="zstd level.", min=1, max=22)] = 19,
    json: AsJson = False,
) -> None:
    """Compile a folder into a pack; refuses if anything in it is not as recorded.

    Example: kopa cassettes compile cassettes -o kopa.pack
    """
    from kopa_env.cassettes.compile import compile_pack
    from kopa_env.cassettes.manifest import read_root
    from kopa_env.catalogue import Catalogue

    target = out or Path(f"{read_root(directory).name or directory.name}.pack")
    info = compile_pack(
        directory,
        target,
        Catalogue.load(),
        limit=limit,
        level=level,
        progress=_say,
    )
    size = target.stat().st_size
    if json:
        emit_json({"pack": str(target), "bytes": size, **_summary(info.to_json())})
    else:
        typer.echo(f"{target}: {info.entries} replies to {info.keys} requests, {size:,} bytes")


@app.command()
def stats(directory: Directory = _HERE, json: AsJson = False) -> None:
    """Count what a folder holds, tool by tool.

    Example: kopa cassettes stats cassettes
    """
    from kopa_env.cassettes.stats import folder_stats

    rows = folder_stats(directory)
    total = {
        "cassettes": len(rows),
        "interactions": sum(row.interactions for row in rows),
        "bytes": sum(row.bytes for row in rows),
    }
    if json:
        emit_json({**total, "tools": [asdict(row) for row in rows]})
        return
    emit_table(
        ("tool", "interactions", "bytes", "in blobs", "recorded"),
        (
            (f"{r.platform}/{r.tool}", r.interactions, f"{r.bytes:,}", r.in_blobs, r.last[:10])
            for r in rows
        ),
    )
    typer.echo(
        "{cassettes} cassettes, {interactions} interactions, {bytes:,} bytes".format(**total)
    )


@app.command()
def diff(
    old: Annotated[Path, typer.Argument(help="Earlier recording.")],
    new: Annotated[Path, typer.Argument(help="Later recording of the same calls.")],
    suite: Annotated[str | None, typer.Option(help="Name the suite's tasks it touches.")] = None,
    json: AsJson = False,
) -> None:
    """Compare two recordings; exit code 1 if any reply has another shape.

    Example: kopa cassettes diff cassettes cassettes-today --suite mini
    """
    from kopa_env.cassettes.diff import CHANGES, drifted, touched
    from kopa_env.cassettes.diff import diff as compare
    from kopa_env.suites import load_suite

    drifts = compare(old, new)
    tasks = touched(drifts, load_suite(suite).tasks.values()) if suite else []
    if json:
        report = {"tools": [asdict(drift) for drift in drifts], "tasks": tasks}
        emit_json({**report, "schema_drift": drifted(drifts)})
    else:
        emit_table(
            ("tool", *CHANGES, "volatile fields"),
            (
                (d.tool, *(d.counts[k] for k in CHANGES), ", ".join(sorted(d.volatile)))
                for d in drifts
            ),
        )
        for line in (line for drift in drifts for line in drift.schema):
            typer.echo(f"schema: {line}")
        for task in tasks:
            typer.echo(f"touched: {task}")
    if drifted(drifts):
        raise typer.Exit(1)


def _say(name: str) -> None:
    sys.stderr.write(f"{name}\n")


def _shipped(directory: Path) -> list[Path]:
    """Return the pack that ships under the name a folder compiles into, if there is one."""
    from kopa_env.cassettes.manifest import read_root
    from kopa_env.errors import KopaError
    from kopa_env.sources.replay import shipped_pack

    try:
        name = read_root(directory).name
        return [shipped_pack(name)] if name else []
    except KopaError:
        return []


def _summary(info: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in info.items() if key not in ("tools", "sections")}
