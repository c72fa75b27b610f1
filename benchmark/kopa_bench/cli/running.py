"""``kopa bench run``, ``report`` and ``regrade``: policies over tasks."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import orjson
import typer

from kopa_bench.cli.options import SuiteName, note, require_scipy
from kopa_env.cli.output import AsJson, emit_json, emit_table
from kopa_env.errors import UsageError

if TYPE_CHECKING:
    from kopa_bench.policies.golden import Golden
    from kopa_bench.policy import Policy
    from kopa_bench.runner import Plan
    from kopa_bench.serving import Check
    from kopa_env.episode.trajectory import Row

app = typer.Typer()

_SHOWN = (
    *("pass@1", "ci95", "ci95_method", "pass@k", "pass^k", "response", "environment"),
    *("action_raw", "action_gated", "evidence_recall", "episodes", "infra_errors"),
    *("ungrounded", "origins", "applicable", "cpu_s", "wall_s"),
)
RunPath = Annotated[Path, typer.Argument(help="Folder of a run.", show_default=False)]


@app.command("run")
def run_command(
    suite: SuiteName = "mini",
    policy: Annotated[
        str, typer.Option(help="Built-in name, entry point, or module:callable.")
    ] = "oracle",
    model: Annotated[
        str,
        typer.Option("-m", "--model", help="Model on the server; in process its folder."),
    ] = "",
    base_url: Annotated[str, typer.Option(help="OpenAI-compatible server, …/v1.")] = "",
    dialect: Annotated[
        str, typer.Option(help="Read calls from raw text: hermes, qwen3_coder, llama3 …")
    ] = "",
    num_trials: Annotated[
        int, typer.Option("-r", "--num-trials", min=1, help="Samples of each task and seed.")
    ] = 1,
    seeds: Annotated[int, typer.Option(min=1, help="Seeds 0 … N-1.")] = 1,
    seed: Annotated[int | None, typer.Option(min=0, help="This one seed instead.")] = None,
    split: Annotated[str, typer.Option(help="Part of the suite.")] = "all",
    task_ids: Annotated[str | None, typer.Option(help="Only these tasks, comma-separated.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first N tasks.")] = None,
    max_turns: Annotated[int | None, typer.Option(min=1, help="Turns of every task.")] = None,
    concurrency: Annotated[
        int, typer.Option("-c", "--concurrency", min=1, help="Rollouts at once.")
    ] = 8,
    retries: Annotated[int, typer.Option(min=0, help="Times a faulty rollout is repeated.")] = 2,
    temperature: Annotated[float | None, typer.Option(min=0, help="Of the model.")] = None,
    top_p: Annotated[float | None, typer.Option(min=0.01, max=1, help="Of the model.")] = None,
    max_tokens: Annotated[int | None, typer.Option(min=1, help="Of one model reply.")] = None,
    sampling_seed: Annotated[int | None, typer.Option(help="Sent to the server, mixed.")] = None,
    timeout: Annotated[float, typer.Option(help="Seconds one model request may take.")] = 600.0,
    engine: Annotated[
        list[str] | None,
        typer.Option(help="NAME=VALUE for vLLM in process, as max_model_len=8192."),
    ] = None,
    source: Annotated[str, typer.Option(help="replay, replica or live.")] = "replay",
    on_miss: Annotated[str, typer.Option(help="replica, error or live.")] = "replica",
    offer: Annotated[str, typer.Option(help="Tools on offer: task, platform or all.")] = "task",
    strict: Annotated[bool, typer.Option(help="Forgive no slip of the call format.")] = False,
    local_tools: Annotated[bool, typer.Option(help="Offer the reduction tools.")] = True,
    output: Annotated[Path | None, typer.Option("-o", "--output", help="Run folder.")] = None,
    resume: Annotated[bool, typer.Option(help="Go on with the run in the folder.")] = False,
    html: Annotated[bool, typer.Option(help="Write report.html too.")] = True,
    json: AsJson = False,
) -> None:
    """Run a policy over a suite; write traces, results and reports into a folder.

    Exits with 1 if infrastructure faults left rollouts without a result.

    Example: kopa bench run --policy oracle -o runs/oracle

    Example: kopa bench run -m Qwen3.5-4B --base-url http://localhost:8000/v1 -r 4 --seeds 3

    Example: kopa bench run --policy transformers -m runs/grpo --suite drill --split dev

    Example: kopa bench run --policy vllm -m models/qwen --engine max_model_len=16384 -c 64
    """
    from kopa_bench.commands import Order, Origin, carry_out, chosen_tasks
    from kopa_bench.folder import RunFolder
    from kopa_bench.policies import IN_PROCESS, SERVED, VLLM, load_policy
    from kopa_bench.report import read_run, require_html, write_reports
    from kopa_bench.rollout import Rules
    from kopa_bench.runner import Pace, Plan
    from kopa_env.catalogue import Catalogue
    from kopa_env.suites import load_suite

    wanted_seeds = list(range(seeds)) if seed is None else [seed]
    if html:
        require_html()
    if len(wanted_seeds) > 1:
        require_scipy()
    sampling: dict[str, Any] = {
        "temperature": temperature,
        "top_p": top_p,
        "max_tokens": max_tokens,
        "seed": sampling_seed,
    }
    player: Policy | Golden
    if engine and policy != VLLM:
        raise UsageError("--engine sets up vLLM in this process: add --policy vllm")
    if policy in (IN_PROCESS, VLLM):
        player = _in_process(policy, model, base_url, sampling, engine or [])
    elif model or base_url or policy == SERVED:
        player = _served(model, base_url, dialect, timeout, sampling)
    else:
        player = load_policy(policy)
    chosen = load_suite(suite)
    tasks = chosen_tasks(chosen, _ids(task_ids), limit, split)
    order = Order(
        chosen,
        suite if suite == chosen.name else str(Path(suite).resolve()),
        player,
        Plan(tasks, wanted_seeds, num_trials),
        Rules(offer, dialect or "auto", strict, local_tools, max_turns),  # type: ignore[arg-type]
        Origin(source, on_miss),
        Pace(concurrency, retries + 1),
    )
    path = output or Path("runs") / f"{_plain(chosen.name)}-{_plain(player.name)}-{_moment()}"
    folder = RunFolder(path)
    try:
        told = _progress(order.plan, folder.rows() if resume else ())
        carry_out(order, folder, resume=resume, progress=told)
    except KeyboardInterrupt:
        sys.stderr.write(f"\nkopa: interrupted; go on with --resume -o {path}\n")
        raise typer.Exit(130) from None
    finished = read_run(folder, Catalogue.load())
    write_reports(finished, path, Catalogue.load(), html=html)
    _tell(finished.figures, path, json)
    if finished.figures["infra_errors"]:
        raise typer.Exit(1)


@app.command()
def report(path: RunPath, json: AsJson = False) -> None:
    """Write results.json, report.md and report.html of a run again.

    Example: kopa bench report runs/oracle
    """
    from kopa_bench.folder import RunFolder
    from kopa_bench.report import read_run, write_reports
    from kopa_env.catalogue import Catalogue

    finished = read_run(RunFolder(path), Catalogue.load())
    write_reports(finished, path, Catalogue.load())
    _tell(finished.figures, path, json)


@app.command()
def regrade(
    path: RunPath,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the result as a run of its own.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Grade stored traces again, without a model; tell which verdicts differ.

    Example: kopa bench regrade runs/oracle
    """
    from kopa_bench.commands import regraded

    changed, figures = regraded(path, output)
    if json:
        emit_json({"changed": [asdict(change) for change in changed], **figures})
        return
    emit_table(
        ("task", "seed", "sample", "dimension", "before", "after", "reason"),
        ([str(value) for value in asdict(change).values()] for change in changed),
    )
    typer.echo(f"{len(changed)} verdicts differ; pass@1 {figures['pass@1']}")


@app.command("compare")
def compare_command(
    first: RunPath,
    second: Annotated[Path, typer.Argument(help="Folder of another run.", show_default=False)],
    json: AsJson = False,
) -> None:
    """Compare two runs task by task: the difference with a paired interval, and who gains where.

    Example: kopa bench compare runs/base runs/tuned
    """
    from kopa_bench.compare import compare, differences
    from kopa_bench.folder import RunFolder
    from kopa_bench.report import read_run
    from kopa_env.catalogue import Catalogue

    catalogue = Catalogue.load()
    one, other = (read_run(RunFolder(path), catalogue) for path in (first, second))
    found = compare(one.rows, other.rows, one.suite.tasks)
    found["unlike"] = differences(one.about, other.about)
    for line in found["unlike"]:
        note(f"not alike: {line}")
    if json:
        emit_json(found)
        return
    parts = {"all": found, **found["by_domain"], **found["by_tier"], **found["by_data"]}
    emit_table(
        ("", "tasks", "first", "second", "difference", "95 %"),
        (
            (name, part["tasks"], part["first"], part["second"], part["difference"], part["ci95"])
            for name, part in parts.items()
        ),
    )
    typer.echo(f"better {found['better']}, worse {found['worse']}, same {found['same']}")
    emit_table(
        ("task", "first", "second"),
        ((row["task"], row["first"], row["second"]) for row in found["changed"]),
    )


@app.command("check-server")
def check_server_command(
    model: Annotated[str, typer.Option("-m", "--model", help="Model on the server.")] = "",
    base_url: Annotated[str, typer.Option(help="OpenAI-compatible server, …/v1.")] = "",
    dialect: Annotated[str, typer.Option(help="Read calls from raw text in this dialect.")] = "",
    max_tokens: Annotated[int, typer.Option(min=1, help="Of one model reply.")] = 2048,
    timeout: Annotated[float, typer.Option(help="Seconds one request may take.")] = 120.0,
    json: AsJson = False,
) -> None:
    """Ask a server for all that an evaluation will need of it, and tell what to set.

    Exits with 1 if a check failed.

    Example: kopa bench check-server -m MODEL --base-url http://localhost:8000/v1
    """
    from kopa_bench.policies.served import Served
    from kopa_bench.serving import check_server

    sampling: dict[str, Any] = {"temperature": 0.0, "max_tokens": max_tokens}
    player = _served(model, base_url, dialect, timeout, sampling, retries=1)
    assert isinstance(player, Served)

    async def asked() -> list[Check]:
        try:
            return await check_server(player, dialect, lambda c: note(f"{c.name}: {c.verdict}"))
        finally:
            await player.aclose()

    checks = asyncio.run(asked())
    if json:
        emit_json({"model": model, "checks": [check.to_json() for check in checks]})
    else:
        emit_table(
            ("check", "verdict", "what"),
            ((check.name, check.verdict, check.told) for check in checks),
        )
        for check in checks:
            for server, advice in (check.advice or {}).items():
                typer.echo(f"{check.name}: {server}: {advice}")
    if any(check.verdict != "ok" for check in checks):
        raise typer.Exit(1)


def _served(
    model: str,
    base_url: str,
    dialect: str,
    timeout: float,
    sampling: Mapping[str, Any],
    retries: int = 4,
) -> Policy:
    from kopa_bench.policies.served import Sampling, Served, Server
    from kopa_env.errors import did_you_mean
    from kopa_env.parsing import DIALECTS

    if not model or not base_url:
        raise UsageError("a model behind a server needs both -m MODEL and --base-url URL")
    if not base_url.startswith(("http://", "https://")):
        raise UsageError(f"--base-url {base_url!r} is no http(s) URL")
    named = [name for name in DIALECTS if name != "auto"]
    if dialect and dialect not in named:
        near = did_you_mean(dialect, named)
        raise UsageError(f"no dialect {dialect!r}{near}; dialects: {', '.join(named)}")
    server = Server(model, base_url, dialect or None, timeout, retries)
    return Served(server, Sampling(**sampling))


def _in_process(
    policy: str, model: str, base_url: str, sampling: Mapping[str, Any], engine: Sequence[str]
) -> Policy:
    from kopa_bench.policies import VLLM
    from kopa_bench.policies.in_process import InProcess
    from kopa_bench.policies.in_vllm import InVllm
    from kopa_bench.policies.served import Sampling

    if not model or base_url:
        raise UsageError("a model in this process needs -m FOLDER, and no --base-url")
    if policy == VLLM:
        return InVllm(model, Sampling(**sampling), _settings(engine))
    return InProcess(model, Sampling(**sampling))


def _settings(given: Sequence[str]) -> dict[str, Any]:
    """Return ``NAME=VALUE`` words as a mapping; a value that is no JSON is a text."""
    found = {}
    for word in given:
        name, joint, value = word.partition("=")
        if not name or not joint:
            raise UsageError(f"--engine {word!r}: write NAME=VALUE, as max_model_len=8192")
        try:
            found[name.replace("-", "_")] = orjson.loads(value)
        except orjson.JSONDecodeError:
            found[name.replace("-", "_")] = value
    return found


def _ids(text: str | None) -> list[str]:
    """Return the ids of a list; one that is given and names none is a slip, not every task."""
    ids = [word.strip() for word in (text or "").split(",") if word.strip()]
    if text is not None and not ids:
        raise UsageError(f"--task-ids {text!r} names no task")
    return ids


def _progress(plan: Plan, before: Iterable[Row]) -> Callable[[Row], None]:
    """Return what tells of each rollout on stderr: one line that moves, or every tenth part.

    Args:
        plan: what is to be done.
        before: rows that a run which is gone on with holds already.
    """
    from kopa_bench.runner import finished

    total, wanted = len(plan), set(plan)
    held = [row for key, row in finished(before).items() if key in wanted]
    count, lost = len(held), 0
    passed = sum(row["grade"]["reward"] == 1.0 for row in held)

    def told(row: Row) -> None:
        nonlocal count, passed, lost
        count += bool(row["valid"])
        lost += not row["valid"]
        passed += row["grade"]["reward"] == 1.0
        due = count % max(total // 10, 1) == 0 or count == total
        if sys.stderr.isatty() or due or not row["valid"]:
            fault = f" · invalid: {row['invalid_reason']}" if not row["valid"] else ""
            note(f"{count}/{total} rollouts · {passed} right · {lost} faults{fault}")

    return told


def _tell(figures: Mapping[str, Any], path: Path, as_json: bool) -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\n")
    if as_json:
        emit_json(figures)
        return
    emit_table(("", ""), ((name, figures[name]) for name in _SHOWN if figures[name] is not None))
    typer.echo(f"\n{path}: results.json, report.md, report.html, traces.jsonl")


def _plain(name: str) -> str:
    return "".join(c if c.isalnum() or c in "-_." else "-" for c in name)


def _moment() -> str:
    return time.strftime("%Y%m%d-%H%M%S")
