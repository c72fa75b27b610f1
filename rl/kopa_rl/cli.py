"""``kopa train``: export data for trainers, imitate golden conversations, train on rewards."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kopa_env.cli.output import AsJson, emit_json, emit_table, progress

if TYPE_CHECKING:
    from kopa_rl.rollout import Stage

app = typer.Typer(help="Train models on tasks with TRL or verl.", no_args_is_help=True)

SuiteName = Annotated[str, typer.Option(help="Suite by name, or a folder or JSONL file.")]
Split = Annotated[str, typer.Option(help="Part of the suite.")]
RunPath = Annotated[Path, typer.Option("-o", "--output", help="Folder of the run.")]
Model = Annotated[str, typer.Option("-m", "--model", help="Folder of a model, or of a run.")]
TemplateName = Annotated[
    str,
    typer.Option("--template", help="compact, qwen2_5 or qwen3_5; the model's own form if empty."),
]
Steps = Annotated[int, typer.Option(min=1, help="Optimizer steps.")]
Lora = Annotated[int, typer.Option(min=0, help="Rank of LoRA adapters; 0 trains all weights.")]
Rate = Annotated[float, typer.Option("--lr", help="Learning rate.")]
Seed = Annotated[int, typer.Option(min=0, help="Of order, dropout and sampling.")]
Save = Annotated[int, typer.Option(min=1, help="Steps between checkpoints.")]
Limit = Annotated[
    int | None, typer.Option(min=200, help="Characters of an observation; the task's own if left.")
]
LocalTools = Annotated[
    bool, typer.Option("--local-tools/--no-local-tools", help="Offer the table tools.")
]


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
    from kopa_rl.export import export as carry_out

    made = carry_out(_stage(suite, None, True), split, form, output, progress)
    if as_json:
        emit_json(made)
        return
    emit_table(("file", "rows"), [(output / name, n) for name, n in made["files"].items()])


@app.command("tiny")
def tiny_command(
    output: Annotated[Path, typer.Option("-o", "--output", help="Folder of the model.")],
    suite: SuiteName = "drill",
    split: Split = "train",
    template: TemplateName = "compact",
    hidden: Annotated[int, typer.Option(min=32, help="Width, a multiple of 32.")] = 128,
    layers: Annotated[int, typer.Option(min=1, help="Depth.")] = 4,
    practice: Annotated[
        int, typer.Option(min=0, help="Steps at most in which it learns to copy; 0 for none.")
    ] = 2000,
    seed: Seed = 0,
    as_json: AsJson = False,
) -> None:
    """Make a tiny model that can copy and nothing else, to try training on a CPU.

    Example: kopa train tiny -o models/tiny
    """
    from kopa_rl.backends import require

    require("trl")
    from kopa_rl.template import template as named
    from kopa_rl.tiny import Recipe, make

    made = make(
        _stage(suite, None, False),
        named(template),
        output,
        Recipe(hidden, layers, practice, seed),
        split=split,
        through=progress,
    )
    if as_json:
        emit_json(made)
        return
    rows = [(name, f"{made[name]:,}") for name in ("parameters", "vocabulary", "steps")]
    emit_table(("", ""), [*rows, ("copied", f"{made['copied']:.2f}"), ("model", output)])


@app.command("sft")
def sft_command(
    model: Model,
    output: RunPath,
    suite: SuiteName = "train",
    split: Split = "train",
    template: TemplateName = "",
    steps: Steps = 100,
    batch: Annotated[int, typer.Option(min=1, help="Conversations of a step.")] = 8,
    lr: Rate = 1e-5,
    lora: Lora = 0,
    length: Annotated[int, typer.Option(min=64, help="Tokens of a conversation.")] = 16_384,
    hasty: Annotated[
        float,
        typer.Option(min=0, max=1, help="Share of conversations that answer a turn too early."),
    ] = 0.0,
    seed: Seed = 0,
    save: Save = 50,
    observation_limit: Limit = None,
    local_tools: LocalTools = True,
    as_json: AsJson = False,
) -> None:
    """Imitate golden conversations with TRL; killed, it goes on from its last checkpoint.

    Example: kopa train sft -m models/small -o runs/sft --template compact
    """
    from kopa_rl.backends import require

    require("trl")
    from kopa_rl.trl.runs import Order, sft

    order = Order(
        model=model,
        output=output,
        template=template,
        split=split,
        steps=steps,
        batch=batch,
        learning_rate=lr,
        lora=lora,
        length=length,
        hasty=hasty,
        seed=seed,
        save=save,
    )
    _tell(sft(order, _stage(suite, observation_limit, local_tools)), output / "final", as_json)


@app.command("grpo")
def grpo_command(
    context: typer.Context,
    model: Model,
    output: RunPath,
    backend: Annotated[str, typer.Option(help="trl or verl.")] = "trl",
    suite: SuiteName = "train",
    split: Split = "train",
    template: TemplateName = "",
    steps: Steps = 100,
    batch: Annotated[int, typer.Option(min=2, help="Rollouts of a step.")] = 16,
    group: Annotated[int, typer.Option(min=2, help="Rollouts of a prompt.")] = 4,
    lr: Rate = 1e-6,
    lora: Lora = 0,
    length: Annotated[
        int, typer.Option(min=64, help="Tokens of a trajectory, replies of tools included.")
    ] = 16_384,
    turn: Annotated[
        int, typer.Option(min=0, help="Tokens of one turn of the model; 0 for all that is left.")
    ] = 0,
    temperature: Annotated[float, typer.Option(min=0.01, help="Of sampling.")] = 1.0,
    seed: Seed = 0,
    save: Save = 50,
    observation_limit: Limit = None,
    local_tools: LocalTools = True,
    preset: Annotated[
        str, typer.Option(help="Settings for verl by name: qwen3.5-4b, qwen3.5-9b, …-lora.")
    ] = "",
    changes: Annotated[
        list[str] | None, typer.Option("--set", help="NAME=VALUE for verl; repeatable.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Train on rewards by GRPO; killed, it goes on from its last checkpoint.

    Example: kopa train grpo -m runs/sft -o runs/grpo --template compact

    Example: kopa train grpo --backend verl --preset qwen3.5-4b -m MODEL -o runs/verl
    """
    from kopa_env.errors import UsageError
    from kopa_env.suites import suite_names
    from kopa_rl.backends import require

    for option, given in (("--set", changes), ("--preset", preset)):
        if given and backend == "trl":
            raise UsageError(f"{option} is for verl: add --backend verl, or leave it out")
    if batch % group:
        raise UsageError(f"--batch {batch} rollouts do not make whole groups of --group {group}")
    stage = _stage(suite, observation_limit, local_tools)
    shared: dict[str, Any] = {
        "model": model,
        "output": output,
        "template": template,
        "split": split,
        "steps": steps,
        "learning_rate": lr,
        "lora": lora,
        "length": length,
        "save": save,
        "group": group,
        "turn": turn,
        "seed": seed,
        "temperature": temperature,
    }
    require(backend)
    if backend == "trl":
        from kopa_rl.trl.runs import Order, grpo

        order = Order(**shared, batch=batch)
        _tell(grpo(order, stage), output / "final", as_json)
    else:
        from kopa_rl.verl import runs, settings

        shared["suite"] = suite if suite in suite_names() else str(Path(suite).resolve())
        shared["eval_split"] = "dev" if "dev" in stage.suite.splits else split
        shared["batch"] = batch // group
        more = list(changes or ())
        if preset:
            chosen = settings.preset(preset)
            shared |= {name: v for name, v in chosen.order.items() if not _said(context, name)}
            more = [*chosen.overrides, *more]
        _tell(runs.grpo(settings.Order(**shared), stage, more), output / "checkpoints", as_json)


def _said(context: typer.Context, name: str) -> bool:
    """Say whether an option was given, and not left to its default."""
    option = {"learning_rate": "lr"}.get(name, name)
    source = context.get_parameter_source(option)
    return source is not None and source.name == "COMMANDLINE"


def _stage(suite: str, limit: int | None, local_tools: bool) -> Stage:
    from kopa_env.envs.session import Settings
    from kopa_env.suites import load_suite
    from kopa_rl.rollout import Stage

    settings = Settings(observation_limit=limit, local_tools=local_tools)
    return Stage(load_suite(suite), settings=settings)


def _tell(told: dict[str, Any], model: Path, as_json: bool) -> None:
    if as_json:
        emit_json(told)
        return
    last = told["log"][-1] if told["log"] else {}
    shown = ("loss", "kopa/reward", "kopa/response", "kopa/environment", "kopa/clipped")
    rows = [("steps", told["steps"])]
    rows += [(name, last[name]) for name in shown if name in last]
    emit_table(("", ""), [*rows, ("model", model)])
