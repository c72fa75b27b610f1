"""``kopa bench tasks``, ``validate``, ``draft`` and ``compile``: suites and their tasks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kopa_bench.cli.options import SuiteName, note
from kopa_env.cli.output import AsJson, emit_json, emit_table
from kopa_env.errors import UsageError

if TYPE_CHECKING:
    from kopa_env.suites import Suite
    from kopa_env.task import Task

app = typer.Typer()


@app.command("tasks")
def tasks_command(
    task_id: Annotated[str | None, typer.Argument(help="Show this task.")] = None,
    suite: SuiteName = "mini",
    answers: Annotated[bool, typer.Option("--answers", help="Show golden calls too.")] = False,
    json: AsJson = False,
) -> None:
    """List a suite's tasks, or show one.

    Example: kopa bench tasks mini-dart-01
    """
    from kopa_env.suites import load_suite

    chosen = load_suite(suite)
    tasks = list(chosen.tasks.values()) if task_id is None else [chosen.task(task_id)]
    rows = [_task(task, answers) for task in tasks]
    if json:
        emit_json(rows[0] if task_id else rows)
    elif task_id:
        for name, value in rows[0].items():
            typer.echo(f"{name}: {value}")
    else:
        emit_table(
            ("id", "tier", "platforms", "basis", "question"),
            (
                (r["id"], r["tier"], ",".join(r["platforms"]), "+".join(r["basis"]), r["query"])
                for r in rows
            ),
        )


@app.command()
def validate(
    suite: SuiteName = "mini",
    source: Annotated[str, typer.Option(help="replay or replica.")] = "replay",
    korean: Annotated[
        bool, typer.Option("--language", help="Check the Korean of the questions instead.")
    ] = False,
    json: AsJson = False,
) -> None:
    """Hold every task to the benchmark's gates; exits with 1 if one fails.

    Example: kopa bench validate --suite mini

    Example: kopa bench validate --suite mini --language
    """
    from kopa_bench.validation import validate_suite
    from kopa_env.catalogue import Catalogue
    from kopa_env.envs.backend import Backend
    from kopa_env.suites import load_suite

    chosen, catalogue = load_suite(suite), Catalogue.load()
    if korean:
        _language(chosen, json)
        return
    if source == "live":
        raise UsageError("gates run on recorded or replica replies: --source replay or replica")
    replies = Backend(chosen, catalogue).episode_source(source, "replica", None, 0)
    done = iter(range(1, len(chosen.tasks) + 1))
    found = validate_suite(
        chosen,
        catalogue,
        replies,
        lambda task: note(f"{next(done)}/{len(chosen.tasks)} {task.id}"),
    )
    if json:
        emit_json(found)
    else:
        for name, value in found.items():
            if name not in ("failures", "flags"):
                typer.echo(f"{name}: {value}")
        for kind in ("flags", "failures"):
            for row in found[kind]:
                typer.echo(f"{kind[:-1]}: {row['task'] or suite} [{row['gate']}] {row['message']}")
    if found["failures"]:
        raise typer.Exit(1)


def _language(suite: Suite, json: bool) -> None:
    from kopa_bench.validation.language import language, readings

    report, read = language(suite.tasks.values()), readings(suite)
    findings = (*report.findings, *read)
    if json:
        about = report.to_json()
        about["checks"].update({f.check: f.to_json() for f in read})
        emit_json({**about, "ok": all(f.ok for f in findings)})
    else:
        rows = ((f.check, f"{f.value:.3f}", f.limit, f.ok, f.worst) for f in findings)
        emit_table(("check", "value", "limit", "holds", "worst"), rows)
    if not all(f.ok for f in findings):
        raise typer.Exit(1)


@app.command()
def draft(
    path: Annotated[Path, typer.Argument(help="YAML file or folder.", show_default=False)],
    task_ids: Annotated[str, typer.Option(help="Only these tasks, comma-separated.")] = "",
    world: Annotated[int, typer.Option(help="World seed.")] = 20260130,
    json: AsJson = False,
) -> None:
    """Try hand-written tasks: what each comes to, and which gates it does not pass.

    Nothing is written. Exits with 1 if a task does not hold.

    Example: kopa bench draft mytasks.yaml
    """
    from kopa_bench.authoring import Drafts, chosen_rows

    wanted = [word.strip() for word in task_ids.split(",") if word.strip()]
    drafts, found = Drafts(world), []
    for row in chosen_rows(path, wanted):
        found.append(drafts.tried(row))
        if not json:
            _lines(found[-1])
    together = drafts.as_a_set()
    if json:
        emit_json({"tasks": found, "set": together})
    else:
        _lines(together)
    if any("error" in row or _failed(row) for row in found):
        raise typer.Exit(1)


def _lines(row: Mapping[str, Any]) -> None:
    for name, value in row.items():
        for line in value if name in ("findings", "others") else (value,):
            typer.echo(f"{name}: {line}")
    typer.echo("")


@app.command("compile")
def compile_command(
    path: Annotated[Path, typer.Argument(help="Folder of a suite.", show_default=False)],
    check: Annotated[bool, typer.Option("--check", help="Write nothing; 1 if stale.")] = False,
    json: AsJson = False,
) -> None:
    """Compile a suite's YAML files into tasks.jsonl: answers, states and hashes computed.

    Example: kopa bench compile mysuite
    """
    from kopa_bench.authoring import compiled, is_current, write_tasks
    from kopa_env.suites.suite import TASKS

    body = compiled(path, lambda task: note(task.id))
    current, tasks = is_current(path, body), len(body.splitlines())
    if not check:
        write_tasks(path, body)
    if json:
        emit_json({"file": str(path / TASKS), "tasks": tasks, "changed": not current})
    elif check and not current:
        typer.echo(f"{path / TASKS} is stale: kopa bench compile {path}")
    else:
        typer.echo(f"{path / TASKS}: {tasks} tasks")
    if check and not current:
        raise typer.Exit(1)


@app.command("rebase")
def rebase_command(
    suite: SuiteName = "mini",
    source: Annotated[str, typer.Option(help="replica or live.")] = "replica",
    world: Annotated[int, typer.Option(help="World seed of the replica.")] = 7,
    years: Annotated[int, typer.Option(help="Move its days on by so many years.")] = 0,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the tasks there as a suite.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Put a suite onto another world: all answers computed anew.

    Says of each task whether it holds, has another answer, is about another entity, or failed.
    Exits with 1 if one failed.

    Example: kopa bench rebase --world 7

    Example: kopa bench rebase --world 20260130 --years 1 -o runs/later
    """
    from kopa_bench.authoring import free, write_suite
    from kopa_bench.rebase import rebase, told
    from kopa_env.catalogue import Catalogue
    from kopa_env.sources.named import open_source
    from kopa_env.sources.shifted import ShiftedSource
    from kopa_env.suites import load_suite

    if source == "replay":
        raise UsageError("a suite is put onto a replica's world or the live APIs, not a recording")
    if source == "live" and years:
        raise UsageError("--years moves a replica's world; the live APIs have their own days")
    if output is not None:
        free(output)
    chosen, catalogue = load_suite(suite), Catalogue.load()
    there = open_source(source, catalogue, world)
    found = rebase(
        chosen.tasks.values(),
        catalogue,
        ShiftedSource(there, years) if years else there,
        lambda row: note(f"{row.id}: {row.verdict} {row.reason}".rstrip()),
    )
    about = told(found)
    if output is not None:
        write_suite(output, chosen.name, world, [row.task for row in found if row.task], years)
    if json:
        emit_json(about)
    else:
        emit_table(
            ("task", "verdict", "before", "after"),
            ((row.id, row.verdict, row.before, row.after or row.reason) for row in found),
        )
        _lines({**about["verdicts"], "suspect": ", ".join(about["suspect"])})
    if about["verdicts"]["failed"]:
        raise typer.Exit(1)


def _failed(row: dict[str, Any]) -> bool:
    """Whether a draft fails a gate, or cannot be about an entity that its selector names."""
    return bool(row["findings"]) or any("error" in other for other in row["others"])


def _task(task: Task, answers: bool) -> dict[str, Any]:
    from kopa_env.catalogue.serial import to_dict

    row: dict[str, Any] = {
        "id": task.id,
        "domain": task.domain,
        "tier": task.tier,
        "platforms": list(task.platforms),
        "basis": list(task.reward_basis),
        "max_calls": task.max_calls,
        "offered_tools": list(task.offered_tools),
        "query": task.query_ko,
        "gloss": task.gloss_en,
    }
    if answers:
        row |= {"golden": to_dict(task.golden), "answer": to_dict(task.answer)}
    return row
