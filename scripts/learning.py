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
WIDTH = 5
"""Steps of the running mean in the curve."""


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--training", type=Path, nargs="*", default=[], help="runs of kopa train")
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

    log = [row for row in run["log"] if "kopa/reward" in row]
    figure, axes = pyplot.subplots(figsize=(6, 3))
    steps = [row["step"] for row in log]
    for key, label in (("kopa/reward", "reward"), ("kopa/environment", "ENVIRONMENT")):
        values = [row[key] for row in log]
        (line,) = axes.plot(steps, values, alpha=0.3)
        mean = [
            sum(values[max(0, i - WIDTH + 1) : i + 1]) / min(i + 1, WIDTH)
            for i in range(len(values))
        ]
        axes.plot(steps, mean, color=line.get_color(), label=f"{label}, mean of {WIDTH}")
    axes.set(xlabel="GRPO step", ylabel="mean over rollouts", ylim=(0, 1))
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


def _pairs(given: Sequence[str]) -> list[tuple[str, str]]:
    return [(name, path) for name, _, path in (text.partition("=") for text in given)]


def _evaluated(folder: Path) -> dict[str, Any]:
    results = json.loads((folder / "results.json").read_text())
    kept = {k: v for k, v in results.items() if k != "tasks" and not k.startswith("by_")}
    return {"run": json.loads((folder / "run.json").read_text()), "results": kept}


def _brief(trained: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    return {
        name: {
            **{key: value for key, value in run.items() if key != "log"},
            "log": [_plain(row) for row in run["log"]],
        }
        for name, run in trained.items()
    }


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    kept = (
        "step",
        "loss",
        "learning_rate",
        "grad_norm",
        "entropy",
        "step_time",
        "mean_token_accuracy",
    )
    found = {k: v for k, v in row.items() if k in kept or k.startswith("kopa/")}
    return {k: round(v, 5) if isinstance(v, float) else v for k, v in found.items()}


def _cell(value: Any) -> str:
    if isinstance(value, list):
        return f"[{value[0]:.3f}, {value[1]:.3f}]"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    sys.exit(main())
