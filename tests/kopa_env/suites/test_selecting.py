"""Selectors name entities for which a task's chain really holds."""

from __future__ import annotations

from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.errors import UsageError
from kopa_env.outcome import ToolResult
from kopa_env.sources.named import open_source
from kopa_env.sources.views import ViewSource
from kopa_env.suites.compile import FOLDER, author_tasks, instantiate
from kopa_env.suites.selecting import candidates

ROWS = author_tasks(FOLDER / "tasks.yaml")
ONLY_ONE = {"mini-asm-01", "mini-asm-02", "mini-asm-04"}
"""The world holds one whole term, one such resolution and one province of nine seats."""


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue.load()


@pytest.fixture(scope="module")
def world(catalogue: Catalogue) -> Any:
    return open_source("replica", catalogue)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_task_can_be_put_onto_every_entity_its_selector_names(
    row: dict[str, Any], catalogue: Catalogue, world: ViewSource
) -> None:
    found = candidates(row["selector"], catalogue, world)
    assert row["bindings"] in found
    others = [bindings for bindings in found if bindings != row["bindings"]]
    assert bool(others) == (row["id"] not in ONLY_ONE)
    for bindings in others[:2]:
        task = instantiate(row, bindings, catalogue, world, "mini")
        assert task.answer.value
        assert "${" not in task.query_ko + task.gloss_en


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        ({"calls": [], "candidates": "[1, 2]"}, "no list of bindings"),
        ({"calls": [], "candidates": "len("}, "selector: "),
        (
            {"calls": [[{"id": "s1", "tool": "dart_company", "args": {}}]], "candidates": "[]"},
            "s1 came to structural",
        ),
        (
            {"calls": [[{"id": "s1", "tool": "dart_compani", "args": {}}]], "candidates": "[]"},
            "did you mean",
        ),
    ],
)
def test_a_broken_selector_is_told_in_a_line(
    selector: dict[str, Any], message: str, catalogue: Catalogue
) -> None:
    class Nobody:
        def call(self, spec: object, args: object) -> ToolResult:
            raise AssertionError("a refused call is not sent")

    with pytest.raises(UsageError, match=message) as caught:
        candidates(selector, catalogue, Nobody())  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)
