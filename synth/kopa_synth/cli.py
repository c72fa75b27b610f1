"""``kopa synth``: build, execute, audit and look at a graph of tools."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from kopa_env.cli.output import AsJson
from kopa_env.errors import UsageError
from kopa_synth.commands.printing import (
    tell,
    tell_allocations,
    tell_audit,
    tell_corpus,
    tell_cost,
    tell_edges,
    tell_faults,
    tell_figures,
    tell_tools,
    tell_worlds,
)
from kopa_synth.options import (
    Against,
    Allowed,
    BaseUrl,
    Changes,
    Concurrency,
    DryRun,
    Embed,
    GraphPath,
    Long,
    Model,
    Platforms,
    Preset,
    RunPath,
    Scorer,
    Seed,
    Source,
    Spare,
    Tasks,
    World,
    Writer,
)

app = typer.Typer(help="Build a verified graph of tools, and tasks from it.", no_args_is_help=True)


@app.command()
def graph(
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder of the run.")],
    preset: Preset = "kopa",
    changes: Changes = None,
    platform: Platforms = None,
    source: Source = "replica",
    world: World = None,
    scorer: Scorer = "rules",
    model: Model = "",
    base_url: BaseUrl = "",
    concurrency: Concurrency = 1,
    seed: Seed = 1,
    embed: Embed = "",
    dry_run: DryRun = False,
    json: AsJson = False,
) -> None:
    """Begin a run: propose edges between tools and score them. No tool is called.

    Example: kopa synth graph -o runs/edge

    Example: kopa synth graph -o runs/dart --platform dart --set rounds=40 --seed 7
    """
    from kopa_synth.commands.graph import Order, Scoring, build, foreseen

    scoring = Scoring(scorer, model, base_url, concurrency)
    order = Order(preset, changes or (), platform or (), source, world, seed, scoring, embed)
    figures = foreseen(order) if dry_run else build(order, output)
    tell(figures, json, without=("settings",))


@app.command()
def explore(
    path: RunPath,
    budget: Annotated[
        int | None, typer.Option(min=1, help="Calls sent to the source at most.")
    ] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Rounds, else the preset's.")] = None,
    paths: Annotated[int | None, typer.Option(min=1, help="Paths a round.")] = None,
    writes: Annotated[
        list[str] | None, typer.Option(help="A tool that writes and may be called; repeatable.")
    ] = None,
    quota: Annotated[
        list[str] | None,
        typer.Option(help="PLATFORM=CALLS a day, for --dry-run; else what the catalogue says."),
    ] = None,
    dry_run: DryRun = False,
    json: AsJson = False,
) -> None:
    """Execute the edges and keep those that work; goes on where it was killed.

    Example: kopa synth explore runs/edge --budget 10000

    Example: kopa synth explore runs/edge --budget 10000 --dry-run
    """
    from kopa_synth.commands.explore import Asked, carry_out, foreseen

    asked = Asked(budget, rounds, paths, writes)
    if dry_run:
        tell_cost(foreseen(asked, path, quota or ()), json)
        return
    try:
        figures = carry_out(asked, path)
    except KeyboardInterrupt:
        typer.echo(f"\nkopa: interrupted; go on with: kopa synth explore {path}", err=True)
        raise typer.Exit(130) from None
    tell(figures, json, without=("settings",))


@app.command()
def audit(
    path: RunPath,
    edges: Annotated[
        int | None, typer.Option(min=1, help="Edges drawn.", show_default="600")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, help="Of the sample.", show_default="the run's")
    ] = None,
    json: AsJson = False,
) -> None:
    """Try a uniform sample of edges, alive and pruned, apart from exploration.

    Example: kopa synth audit runs/edge --edges 600
    """
    from kopa_synth.commands.audit import carry_out

    tell_audit(carry_out(path, edges, seed), json)


@app.command()
def stats(path: GraphPath, json: AsJson = False) -> None:
    """Print the figures of a graph, its audit and the corpus made from it.

    Example: kopa synth stats runs/edge --json
    """
    from kopa_synth.commands.stats import Opened
    from kopa_synth.commands.stats import stats as figures

    tell_figures(figures(Opened.at(path)), json)


@app.command()
def show(
    path: GraphPath,
    item: Annotated[
        str | None, typer.Argument(help="A tool, or an edge by its id.", show_default=False)
    ] = None,
    html: Annotated[
        Path | None, typer.Option(help="Write the whole graph as a picture that opens anywhere.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Show the edges of a tool, the evidence of an edge, or all as a picture.

    Example: kopa synth show runs/edge dart_company

    Example: kopa synth show runs/edge --html graph.html
    """
    from kopa_synth.commands.show import describe, draw, tools
    from kopa_synth.commands.stats import Opened

    opened = Opened.at(path)
    if html is not None:
        tell(draw(opened, html, item or ""), json)
    elif item is not None:
        tell_edges(describe(opened.graph, item), json)
    else:
        tell_tools(tools(opened.graph), json)


@app.command()
def walk(
    path: RunPath,
    tasks: Tasks = None,
    long: Long = None,
    spare: Spare = None,
    platform: Annotated[
        list[str] | None,
        typer.Option(help="Only this platform's tools; repeatable.", show_default="not withheld"),
    ] = None,
    json: AsJson = False,
) -> None:
    """Walk the verified graph into trajectories of seven kinds, over all pages of every list.

    Example: kopa synth walk runs/edge --tasks 300
    """
    from kopa_synth.commands.walk import Plan, carry_out

    tell(carry_out(Plan(tasks, long, spare, platform or ()), path), json, without=("settings",))


@app.command()
def write(
    path: RunPath,
    writer: Writer = "grammar",
    model: Model = "",
    base_url: BaseUrl = "",
    json: AsJson = False,
) -> None:
    """Have a Korean question written and checked for every walk, and make a task of it.

    Example: kopa synth write runs/edge
    """
    from kopa_synth.commands.walk import Writing
    from kopa_synth.commands.walk import write as carry_out

    tell(carry_out(Writing(writer, model, base_url), path), json, without=("settings",))


@app.command()
def validate(
    path: RunPath, allow: Allowed = None, against: Against = None, json: AsJson = False
) -> None:
    """Hold every task to three stages of filters; a verdict each, with its reason.

    Example: kopa synth validate runs/edge
    """
    from kopa_synth.commands.corpus import Asked
    from kopa_synth.commands.corpus import validate as carry_out

    asked = Asked(allow or (), against or ("mini",))
    tell(carry_out(asked, path), json, without=("settings",))


@app.command()
def corpus(path: RunPath, json: AsJson = False) -> None:
    """Write the tasks that were kept as a suite, with conversations, figures and a card.

    Example: kopa synth corpus runs/edge
    """
    from kopa_synth.commands.corpus import write_out

    tell_corpus(write_out(path), json)


@app.command()
def run(
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder of the run.")],
    preset: Preset = "kopa",
    changes: Changes = None,
    platform: Platforms = None,
    source: Source = "replica",
    world: World = None,
    seed: Seed = 1,
    budget: Annotated[int | None, typer.Option(min=1, help="Calls of Phase A at most.")] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Rounds of Phase A.")] = None,
    paths: Annotated[int | None, typer.Option(min=1, help="Paths a round.")] = None,
    tasks: Tasks = None,
    long: Long = None,
    spare: Spare = None,
    tasks_from: Annotated[
        list[str] | None,
        typer.Option(help="Platform tasks are made of; repeatable.", show_default="not withheld"),
    ] = None,
    against: Against = None,
    scorer: Scorer = "rules",
    writer: Writer = "grammar",
    model: Model = "",
    base_url: BaseUrl = "",
    concurrency: Concurrency = 1,
    embed: Embed = "",
    allow: Allowed = None,
    json: AsJson = False,
) -> None:
    """Do all of it: graph, explore, audit, walk, write, validate, corpus. Killed, it goes on.

    Example: kopa synth run -o runs/edge

    Example: kopa synth run -o runs/mine --platform mine --tasks 50
    """
    from kopa_synth.commands import corpus as kept
    from kopa_synth.commands.explore import Asked
    from kopa_synth.commands.graph import Order, Scoring
    from kopa_synth.commands.run import carry_out
    from kopa_synth.commands.walk import Plan, Writing

    if (model or base_url) and "model" not in (scorer, writer):
        raise UsageError("-m and --base-url go with --scorer model or --writer model")
    served = {role: (model, base_url) for role in (scorer, writer) if role == "model"}
    scoring = Scoring(scorer, *served.get(scorer, ("", "")), concurrency)
    figures = carry_out(
        Order(preset, changes or (), platform or (), source, world, seed, scoring, embed),
        Asked(budget, rounds, paths, None),
        Plan(tasks, long, spare, tasks_from or ()),
        Writing(writer, *served.get(writer, ("", ""))),
        kept.Asked(allow or (), against or ("mini",)),
        output,
    )
    tell_figures(figures, json)


@app.command()
def readings(
    suite: Annotated[
        str, typer.Argument(help="A suite, or the folder of one.", show_default=False)
    ],
    files: Annotated[
        list[Path] | None,
        typer.Argument(help="What readers wrote, a file each.", show_default=False),
    ] = None,
    sheet: Annotated[
        Path | None, typer.Option(help="Draw questions to be read into this file instead.")
    ] = None,
    n: Annotated[int, typer.Option("-n", min=1, help="Questions drawn.")] = 60,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Of the draw.")] = 1,
    json: AsJson = False,
) -> None:
    """Judge how readers took the questions of a suite; they see the sheet and nothing else.

    Example: kopa synth readings train --sheet sheet.jsonl -n 60

    Example: kopa synth readings train reader-1.jsonl reader-2.jsonl
    """
    from kopa_synth.commands.readings import draw, judged

    if (sheet is None) == (not files):
        raise UsageError("either readers' files or --sheet FILE has to be given")
    tell(draw(suite, sheet, n, seed) if sheet else judged(suite, files or ()), json)


comparing = typer.Typer(help="Compare what Phase A is judged by.", no_args_is_help=True)
app.add_typer(comparing, name="compare")

Audited = Annotated[int, typer.Option(min=1, help="Proposed edges audited.")]


@comparing.command()
def allocations(
    path: RunPath,
    budgets: Annotated[
        str, typer.Option(help="Calls sent to the source, comma-separated.")
    ] = "1000,3000,10000",
    edges: Audited = 600,
    json: AsJson = False,
) -> None:
    """Spend the same budgets under each allocation; what is found is audited.

    Example: kopa synth compare allocations runs/edge --budgets 1000,3000
    """
    from kopa_synth.commands import compare

    sizes = [int(word) for word in budgets.split(",") if word.strip().isdecimal()]
    if len(sizes) != budgets.count(",") + 1 or not all(sizes):
        raise UsageError(f"--budgets takes numbers of calls, 1000,3000, got {budgets!r}")
    tell_allocations(compare.allocations(compare.Bench.of(path, edges), sizes), json)


@comparing.command()
def faults(path: RunPath, edges: Audited = 600, json: AsJson = False) -> None:
    """Explore while one call in five fails for no fault of an edge, under both presets.

    Example: kopa synth compare faults runs/edge
    """
    from kopa_synth.commands import compare

    tell_faults(compare.faults(compare.Bench.of(path, edges)), json)


@comparing.command()
def seeds(
    path: RunPath,
    worlds: Annotated[int, typer.Option(min=1, help="World seeds, from the run's own up.")] = 3,
    edges: Audited = 600,
    json: AsJson = False,
) -> None:
    """Explore and audit several worlds with the skeleton of a run.

    Example: kopa synth compare seeds runs/edge --worlds 3
    """
    from kopa_synth.commands import compare

    tell_worlds(compare.seeds(compare.Bench.of(path, edges), worlds), json)
