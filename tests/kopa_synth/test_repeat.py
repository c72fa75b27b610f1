"""The command on a card makes the run again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_synth.commands.graph import Order, Scoring
from kopa_synth.commands.repeat import command_of
from kopa_synth.folder import RunFolder

OPEN = sorted(n for n, p in Catalogue.load().declared().platforms.items() if not p.withheld)
STAGES: dict[str, dict[str, Any]] = {
    "explore": {"budget": None, "rounds": 100, "paths": 500, "writes": []},
    "walk": {"tasks": 300, "long": 6, "spare": 0.9, "platforms": OPEN},
    "write": {"writer": "grammar", "model": ""},
    "validate": {"models": [], "against": {"mini": "0"}},
}


def ran(path: Path, order: Order, **stages: dict[str, Any]) -> RunFolder:
    """Return a folder whose run was begun by an order, its stages with these settings beside."""
    folder = RunFolder(path / "run")
    folder.begin(order.settings())
    about = folder.about()
    about["stages"] = {
        name: {"status": "done", "settings": {**usual, **stages.get(name, {})}}
        for name, usual in STAGES.items()
    }
    (folder.path / "run.json").write_text(json.dumps(about), encoding="utf-8")
    return folder


def order(
    changes: tuple[str, ...] = (), source: str = "replica", scoring: Scoring | None = None
) -> Order:
    return Order("kopa", changes, (), source, None, 1, scoring or Scoring())


def test_a_run_with_nothing_said_is_made_again_by_saying_nothing(tmp_path: Path) -> None:
    assert command_of(ran(tmp_path, order())) == "kopa synth run -o RUN"


def test_what_was_chosen_is_said_again(tmp_path: Path) -> None:
    folder = ran(
        tmp_path,
        Order("paper", ("phi=4",), ("assembly", "edudata"), "replica", 7, 3, Scoring()),
        explore={"budget": 900, "rounds": 5, "paths": 20},
        walk={"tasks": 50, "long": 0, "spare": 1.5, "platforms": ["edudata"]},
        validate={"against": {"mini": "0", "train": "1"}},
    )
    assert command_of(folder) == (
        "kopa synth run -o RUN --preset paper --world 7 --seed 3 --budget 900 --rounds 5 --paths 20"
        " --tasks 50 --long 0 --spare 1.5 --set phi=4 --platform assembly --platform edudata"
        " --tasks-from edudata --against mini --against train"
    )


def test_another_source_is_said_again(tmp_path: Path) -> None:
    folder = ran(tmp_path, order(source="http://127.0.0.1:9"))
    assert "--source http://127.0.0.1:9" in command_of(folder)


@pytest.mark.parametrize(
    "stages",
    [
        {"write": {"writer": "model", "model": "m"}},
        {"validate": {"models": ["m"]}},
        {"explore": {"writes": ["reserve"]}},
    ],
)
def test_what_no_command_makes_again_has_none(
    tmp_path: Path, stages: dict[str, dict[str, Any]]
) -> None:
    assert command_of(ran(tmp_path, order(), **stages)) == ""


def test_a_graph_that_a_model_scored_has_none(tmp_path: Path) -> None:
    scoring = Scoring("model", "m", "http://127.0.0.1:9/v1")
    assert command_of(ran(tmp_path, order(scoring=scoring))) == ""
