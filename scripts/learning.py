"""Set training and evaluation runs side by side: a table, a curve, and what they were made with.

    python scripts/learning.py -o rl/results/tiny-trl --training runs/grpo \\
        base=runs/eval-base sft=runs/eval-sft grpo=runs/eval-grpo

Needs matplotlib. Every figure is read from the runs' own files.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

COLUMNS = {"pass@1": "pass@1", "ci95": "95 % interval", "pass@k": "pass@{k}", "pass^k": "pass^{k}"}
FURTHER = {"action_raw": "ACTION", "response": "RESPONSE", "environment": "ENVIRONMENT"}
CURVES = {"kopa/reward": "reward", "kopa/environment": "ENVIRONMENT"}
KEPT = {
    *("step", "loss", "learning_rate", "grad_norm", "entropy", "step_time", "mean_token_accuracy"),
    *("actor/loss", "actor/lr", "actor/grad_norm", "actor/entropy", "timing_s/step"),
}
"""Of what TRL and verl log for a step, beside our own figures."""
WIDTH = 5
"""Steps of the running mean in the curve."""


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument(
        "--training", type=Path, action="append", default=[], help="run of kopa train; repeatable"
    )
    parser.add_argument("runs", nargs="+", help="NAME=FOLDER of kopa bench run, in order")
    options = parser.parse_args(given)
    evaluated = {name: _evaluated(Path(path)) for name, path in _pairs(options.runs)}
    trained = {path.name: json.loads((path / "run.json").read_text()) for path in options.training}
    options.output.mkdir(parents=True, exist_ok=True)
    (options.output / "table.md").write_text(table(evaluated), encoding="utf-8")
    (options.output / "runs.json").write_text(
        json.dumps({"evaluated": evaluated, "trained": _brief(trained)}, indent=1) + "\n"
    )
    for name, run in trained.items():
        curve(run, options.output / f"{name}.svg")
    print(table(evaluated))
    return 0


def table(evaluated: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a Markdown table, one row a model."""
    first = next(iter(evaluated.values()))["results"]
    heads = [text.format(k=first["k"]) for text in {**COLUMNS, **FURTHER}.values()]
    rows = [["model", *heads, "rollouts", "interval"]]
    for name, run in evaluated.items():
        found = run["results"]
        cells = [_cell(found[key]) for key in {**COLUMNS, **FURTHER}]
        rows.append([name, *cells, str(found["episodes"]), str(found["ci95_method"])])
    rows.insert(1, ["---"] * len(rows[0]))
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def curve(run: Mapping[str, Any], path: Path) -> None:
    """Draw reward over steps, with its running mean."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "kopa", "font.size": 9})
    from matplotlib import pyplot

    log = [row for row in run["log"] if "loss" in row or "kopa/reward" in row]
    drawn = [key for key in CURVES if key in log[0]] or ["loss"]
    figure, axes = pyplot.subplots(figsize=(6, 3))
    steps = [row["step"] for row in log]
    for key in drawn:
        values = [row[key] for row in log]
        (line,) = axes.plot(steps, values, alpha=0.3)
        label = f"{CURVES.get(key, key)}, mean of {WIDTH}"
        axes.plot(steps, running_mean(values), color=line.get_color(), label=label)
    axes.set(xlabel="step", ylim=(0, None if drawn == ["loss"] else 1))
    axes.grid(alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def running_mean(values: Sequence[float]) -> list[float]:
    """Return the mean of each value and those just before it."""
    windows = (values[max(0, i - WIDTH + 1) : i + 1] for i in range(len(values)))
    return [sum(window) / len(window) for window in windows]


def _pairs(given: Sequence[str]) -> list[tuple[str, str]]:
    return [(name, path) for name, _, path in (text.partition("=") for text in given)]


def _evaluated(folder: Path) -> dict[str, Any]:
    results = json.loads((folder / "results.json").read_text())
    kept = {k: v for k, v in results.items() if k != "tasks" and not k.startswith("by_")}
    run = json.loads((folder / "run.json").read_text())
    run["policy"].pop("template", None)  # its hash stands among the others
    return {"run": run, "results": kept}


def _brief(trained: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return {
        name: {
            **{key: value for key, value in run.items() if key != "log"},
            "log": [_plain(row) for row in run["log"]],
        }
        for name, run in trained.items()
    }


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    found = {k: v for k, v in row.items() if k in KEPT or k.startswith("kopa/")}
    return {k: round(v, 5) if isinstance(v, float) else v for k, v in found.items()}


def _cell(value: Any) -> str:
    if isinstance(value, list):
        return f"[{value[0]:.3f}, {value[1]:.3f}]"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    sys.exit(main())
