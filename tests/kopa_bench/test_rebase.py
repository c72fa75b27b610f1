"""Moving a suite: what each verdict means, and that a moved suite can be played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from bench_cli import bench, refused

from kopa_bench.rebase import Rebased, rebase, rebased, told
from kopa_env.catalogue import Catalogue
from kopa_env.outcome import JSON, ToolResult
from kopa_env.source import Source
from kopa_env.sources.named import open_source
from kopa_env.spec import ToolSpec
from kopa_env.suites import load_suite
from kopa_env.task import Task

CATALOGUE = Catalogue.load()
MINI = load_suite("mini")
SMALL = MINI.task("mini-edu-02")


@pytest.fixture(scope="module")
def world() -> Source:
    return open_source("replica", CATALOGUE)


class Without:
    """The world with rows of some column value left out."""

    def __init__(self, source: Source, column: str, value: JSON) -> None:
        self.source, self.column, self.value = source, column, value

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        result = self.source.call(spec, args)
        rows = [row for row in result.records if row.get(self.column) != self.value]
        return replace(result, records=rows, rendered=None)

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        return self.call(spec, args)

    def hashes(self) -> Mapping[str, str]:
        return {**self.source.hashes(), "world": "without"}


def test_on_its_own_world_a_task_holds(world: Source) -> None:
    found = rebased(SMALL, CATALOGUE, world)
    assert (found.verdict, found.before, found.reason) == ("holds", found.after, "")
    assert found.task
    assert found.task.answer == SMALL.answer
    assert found.task.label_origin == "rebase"


def test_other_data_give_another_answer(world: Source) -> None:
    some = world.call(
        CATALOGUE["edudata_special_class_students"],
        {"api_key": "token", "trgtYr": "2025", "ctpvNm": "제주"},
    )
    school = next(
        row
        for row in some.records
        if row["sggNm"] == "제주시" and row["scsmTypeNm"] == "초등학교" and row["sclsCnt"]
    )
    found = rebased(SMALL, CATALOGUE, Without(world, "schlNm", school["schlNm"]))
    assert found.verdict == "changed"
    assert found.after != found.before
    assert found.task
    assert found.task.world_hash == "without"


def test_where_its_entity_is_gone_another_takes_its_place(world: Source) -> None:
    found = rebased(SMALL, CATALOGUE, Without(world, "sggNm", "제주시"))
    assert found.verdict == "re-instantiated"
    assert found.bindings == {**SMALL.bindings, "sgg": "서귀포시"}
    assert found.task
    assert "서귀포시" in found.task.query_ko
    assert found.reason


@pytest.mark.parametrize(
    ("task", "reason"),
    [
        (replace(SMALL, template={}), "no template"),
        (replace(SMALL, selector={"calls": [], "candidates": "[]"}), "names nothing there"),
        (replace(SMALL, selector={"calls": [], "candidates": "len("}), "selector"),
    ],
    ids=["typed in", "nothing named", "broken"],
)
def test_a_task_that_cannot_move_has_failed(task: Task, reason: str, world: Source) -> None:
    found = rebased(task, CATALOGUE, world)
    assert (found.verdict, found.after, found.task) == ("failed", "", None)
    assert reason in found.reason


def test_verdicts_are_counted(world: Source) -> None:
    seen: list[Rebased] = []
    found = rebase([SMALL, replace(SMALL, template={})], CATALOGUE, world, seen.append)
    about = told(found)
    assert seen == found
    assert about["verdicts"] == {"holds": 1, "changed": 0, "re-instantiated": 0, "failed": 1}
    assert [row["id"] for row in about["rebased"]] == [SMALL.id] * 2
    assert (about["suspect"], about["tied"]) == ([SMALL.id], [SMALL.id])
    recorded = told(rebase([replace(SMALL, data="recorded")], CATALOGUE, world))
    assert recorded["suspect"] == [], "what is recorded is the same everywhere"


def test_a_moved_suite_can_be_played(tmp_path: Path) -> None:
    suite = tmp_path / "two.jsonl"
    lines = Path(str(MINI_FILE)).read_bytes().splitlines(keepends=True)
    suite.write_bytes(lines[1] + lines[9])
    moved = tmp_path / "moved"
    about = bench(
        *("rebase", "--suite", suite, "--world", "20260130", "--years", "1", "-o", moved),
    )
    assert about["verdicts"] == {"holds": 0, "changed": 2, "re-instantiated": 0, "failed": 0}
    figures: Any = bench(
        *("run", "--suite", moved, "--source", "replica", "-o", tmp_path / "run", "--no-html"),
    )
    assert (figures["episodes"], figures["pass@1"]) == (2, 1.0), "its days are those of the tools"
    assert "+1y" in figures["hashes"]["world"]
    assert "not empty" in refused("rebase", "--suite", suite, "-o", moved)
    assert "recording" in refused("rebase", "--suite", suite, "--source", "replay")
    assert "own days" in refused("rebase", "--source", "live", "--years", "1")


MINI_FILE = Path(__file__).parents[2] / "kopa_env" / "suites" / "mini" / "tasks.jsonl"
