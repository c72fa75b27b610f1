"""``kopa tools``: look through the catalogue and call a tool."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.catalogue import INFORMATIVE
from kopa_env.cli.output import AsJson, emit_json, emit_table
from kopa_env.errors import UsageError

app = typer.Typer(help="List, show, search and call tools.", no_args_is_help=True)


@app.command("list")
def list_tools(
    platform: Annotated[str | None, typer.Option(help="Only this platform.")] = None,
    json: AsJson = False,
) -> None:
    """List tools.

    Example: kopa tools list --platform dart
    """
    catalogue = Catalogue.load()
    entries = [catalogue.entries[name] for name in catalogue.names(platform)]
    if json:
        emit_json([{"name": e.name, "platform": e.platform, "title": e.title_ko} for e in entries])
        return
    emit_table(("name", "platform", "title"), ((e.name, e.platform, e.title_ko) for e in entries))


@app.command()
def show(name: str, json: AsJson = False) -> None:
    """Show one tool in full.

    Example: kopa tools show dart_company
    """
    from kopa_env.catalogue.schema import openai_tool
    from kopa_env.catalogue.serial import to_dict

    catalogue = Catalogue.load()
    spec = catalogue[name]
    fidelity = catalogue.entries[name].fidelity
    if json:
        emit_json({**to_dict(spec), "fidelity": fidelity, "openai": openai_tool(spec)})
        return
    typer.echo(f"{spec.name}  {spec.title_ko} / {spec.title_en}\n{spec.description_ko}")
    typer.echo(f"replica: {fidelity}\n")
    emit_table(
        ("parameter", "type", "required", "meaning"),
        (
            (p.name, p.format or p.type, "yes" if p.required else "", p.meaning_ko)
            for p in spec.params
        ),
    )
    typer.echo("")
    emit_table(
        ("field", "shape", "meaning", "confidence"),
        ((f.path, f.shape, f.meaning_ko, f.confidence) for f in spec.fields),
    )


@app.command()
def search(query: str, limit: int = 10, json: AsJson = False) -> None:
    """Find tools by meaning.

    Example: kopa tools search "본회의 표결"
    """
    catalogue = Catalogue.load()
    rows = [
        {"name": name, "platform": catalogue.entries[name].platform, "score": score}
        for name, score in catalogue.search(query, limit)
    ]
    if json:
        emit_json(rows)
        return
    if not rows:
        sys.stderr.write(f"no tool fits {query!r}\n")
    emit_table(
        ("name", "score", "title"),
        ((r["name"], r["score"], catalogue.entries[str(r["name"])].title_ko) for r in rows),
    )


@app.command()
def stats(json: AsJson = False) -> None:
    """Count tools by platform, confidence and fidelity.

    Example: kopa tools stats --json
    """
    catalogue = Catalogue.load()
    report = _stats(catalogue)
    if json:
        emit_json(report)
        return
    emit_table(
        ("platform", "tools", "domain", "withheld"),
        (
            (name, row["tools"], row["domain"], "yes" if row["withheld"] else "")
            for name, row in report["platforms"].items()
        ),
    )
    for key in ("tools", "thin", "with_response_fields", "confidence", "fidelity"):
        typer.echo(f"{key}: {report[key]}")


def _stats(catalogue: Catalogue) -> dict[str, Any]:
    endpoints = [e for e in catalogue.entries.values() if e.kind in ("endpoint", "view")]
    counted = [e for e in endpoints if not e.thin and e.informative >= INFORMATIVE]
    per_platform = Counter(e.platform for e in counted)
    return {
        "tools": len(counted),
        "thin": len(endpoints) - len(counted),
        "local": len(catalogue) - len(endpoints),
        "platforms": {
            p.name: {"tools": per_platform[p.name], "domain": p.domain, "withheld": p.withheld}
            for p in catalogue.platforms.values()
        },
        "confidence": dict(sorted(Counter(e.confidence for e in counted).items())),
        "fidelity": dict(
            sorted(Counter(e.fidelity for e in counted if e.kind == "endpoint").items())
        ),
        "with_response_fields": sum(e.informative > 0 for e in endpoints),
        "catalogue_hash": catalogue.hash,
    }


@app.command()
def check(
    folder: Annotated[Path, typer.Argument(help="A platform's folder.")],
    seed: Annotated[int, typer.Option(help="World seed of the replica.")] = 20260130,
    json: AsJson = False,
) -> None:
    """Check a platform's folder: data, dialect and replica, before anything is compiled.

    Exit code 1 if anything does not hold.

    Example: kopa tools check kopa_env/platforms/dart
    """
    from kopa_env.conformance.folder import check_folder

    report = check_folder(folder, seed)
    if json:
        emit_json(report.json())
    else:
        typer.echo(
            f"{report.platform}: {report.tools} tools, {report.counted} counted, "
            f"{report.asked} questions, {len(report.without_rows)} without rows"
        )
        for name in report.without_rows:
            typer.echo(f"without rows: {name} (its own example arguments find nothing)")
        for line in report.faults:
            sys.stderr.write(f"failed: {line}\n")
    if report.faults:
        raise typer.Exit(1)


@app.command()
def call(
    name: str,
    arg: Annotated[list[str] | None, typer.Option(help="NAME=VALUE; may be repeated.")] = None,
    source: Annotated[str, typer.Option(help="replay, replica or live.")] = "replica",
    seed: Annotated[int, typer.Option(help="World seed of the replica.")] = 20260130,
    json: AsJson = False,
) -> None:
    """Call one tool.

    Example: kopa tools call dart_company --arg corp_code=00126380
    """
    from kopa_env.catalogue.arguments import validate
    from kopa_env.sources.named import open_source
    from kopa_env.wire import REDACTED

    catalogue = Catalogue.load()
    spec = catalogue[name]
    if spec.kind not in ("endpoint", "view"):
        raise UsageError(f"{name} works inside an episode only (kind {spec.kind})")
    # a token is issued and checked inside an episode; here nobody asks for one
    tokens = {p.name: REDACTED for p in spec.params if p.role == "token"}
    checked = validate(spec, tokens | dict(_pair(text) for text in arg or ()))
    result = (
        open_source(source, catalogue, seed).call(spec, checked)
        if isinstance(checked, dict)
        else checked
    )
    report = {
        "status": result.status,
        "code": result.code,
        "message": result.message,
        "origin": result.origin,
        "total": result.total,
        "records": list(result.records),
    }
    if json:
        emit_json(report)
    else:
        typer.echo(f"{result.status} {result.code} {result.message} total={result.total}")
        for record in result.records:
            typer.echo(orjson.dumps(record).decode())
    if result.status not in ("ok", "empty"):
        raise typer.Exit(1)


def _pair(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign:
        raise UsageError(f"--arg takes NAME=VALUE, got {text!r}")
    return name, value
