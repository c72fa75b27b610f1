"""The runner: every key once, whatever kills it or fails on the way."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from bench_stage import SCHOOL, TASKS, play_all
from school import CATALOGUE

from kopa_bench.folder import RunFolder
from kopa_bench.policies.callables import as_policy
from kopa_bench.policy import PolicyFault, View
from kopa_bench.results import summary
from kopa_bench.rollout import Key
from kopa_bench.runner import Plan, _Journal, finished, key_of
from kopa_env.episode.trajectory import trajectory_hash
from kopa_env.errors import UsageError

SUPPORT = Path(__file__).parents[1] / "support"
KEYS = {Key(task, seed, sample) for task in TASKS for seed in (0, 1) for sample in (0, 1)}


def test_a_plan_keeps_the_rollouts_of_a_task_together() -> None:
    keys = list(Plan(tuple(TASKS.values()), (0, 1), 2))
    assert set(keys) == KEYS
    assert len(keys) == len(KEYS)
    assert [key.task_id for key in keys] == [task_id for task_id in TASKS for _ in range(4)]


@pytest.mark.parametrize("concurrency", [1, 64])
def test_every_key_is_made_once(tmp_path: Path, concurrency: int) -> None:
    rows = play_all(tmp_path, concurrency=concurrency)
    assert Counter(map(key_of, rows)) == Counter(KEYS)


def test_a_finished_run_makes_nothing_again(tmp_path: Path) -> None:
    before = play_all(tmp_path)
    assert play_all(tmp_path) == before


def test_more_samples_add_to_a_run(tmp_path: Path) -> None:
    before = play_all(tmp_path, samples=1)
    after = play_all(tmp_path, samples=2)
    assert after[: len(before)] == before
    assert set(map(key_of, after)) == KEYS


def test_killed_again_and_again_the_result_is_that_of_an_undisturbed_run(tmp_path: Path) -> None:
    """A run killed in the middle of a row loses and doubles nothing (field report)."""
    undisturbed = play_all(tmp_path / "whole")
    path = tmp_path / "killed"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SUPPORT), *sys.path])}
    for rows, tear in ((2, "tear"), (0, ""), (3, "tear"), (1, "")):
        arguments = [str(SUPPORT / "dying_run.py"), str(path), str(rows), *filter(None, [tear])]
        ended = subprocess.run([sys.executable, *arguments], env=environment, check=False)
        assert ended.returncode == -signal.SIGKILL
    held = len(list(RunFolder(path).rows()))
    assert 0 < held < len(KEYS), "the kills did not happen where they should"
    rows = play_all(path)
    assert Counter(map(key_of, rows)) == Counter(KEYS)
    assert hashes(rows) == hashes(undisturbed)
    assert figures(rows) == figures(undisturbed)


def hashes(rows: list[dict[str, Any]]) -> dict[Key, str]:
    return {key_of(row): trajectory_hash(row) for row in rows}


def figures(rows: list[dict[str, Any]]) -> dict[str, Any]:
    return summary(rows, TASKS, CATALOGUE)


class Flaky:
    """Fails the first times it is asked about each task, then answers."""

    def __init__(self, times: int, *, passing: bool = True) -> None:
        self.times = times
        self.passing = passing
        self.asked: Counter[tuple[str, int, int]] = Counter()

    def act(self, view: View) -> str:
        key = (str(view.messages[1]["content"]), view.seed, view.sample)
        self.asked[key] += 1
        if self.asked[key] <= self.times:
            raise PolicyFault("the server is down", passing=self.passing)
        return "\\boxed{1}"


def test_a_fault_that_passes_is_a_row_of_its_own_and_tried_again(tmp_path: Path) -> None:
    rows = play_all(tmp_path, as_policy("flaky", Flaky(1).act))
    assert len(rows) == 2 * len(KEYS)
    assert set(finished(rows)) == KEYS
    assert sorted({row["attempt"] for row in rows if row["valid"]}) == [2]
    told = figures(rows)
    assert (told["episodes"], told["infra_errors"], told["infra_attempts"]) == (12, 0, 12)


def test_a_fault_that_stays_is_counted_apart_and_open_on_resume(tmp_path: Path) -> None:
    rows = play_all(tmp_path, as_policy("down", Flaky(99).act), attempts=2)
    told = figures(rows)
    assert (told["episodes"], told["infra_errors"], told["infra_attempts"]) == (0, 12, 24)
    assert told["pass@1"] is None, "a fault must never pass for a 0"
    rows = play_all(tmp_path, as_policy("up", lambda view: "\\boxed{1}"))
    assert set(finished(rows)) == KEYS
    assert max(row["attempt"] for row in rows) == 3


def test_a_fault_that_cannot_pass_is_not_tried_again(tmp_path: Path) -> None:
    rows = play_all(tmp_path, as_policy("refused", Flaky(99, passing=False).act))
    assert len(rows) == len(KEYS)


def test_one_failing_rollout_never_stops_the_run(tmp_path: Path) -> None:
    """One bad reply of a local server must not end an evaluation (field report)."""

    def act(view: View) -> str:
        if SCHOOL.query_ko == view.messages[1]["content"]:
            raise RuntimeError("unforeseen")
        return "\\boxed{1}"

    rows = play_all(tmp_path, as_policy("partly", act), attempts=1)
    assert {row["task_id"] for row in rows if not row["valid"]} == {SCHOOL.id}
    assert sum(row["valid"] for row in rows) == 8


def test_rows_that_end_during_a_write_are_written_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, released = threading.Event(), threading.Event()
    written: list[int] = []
    append = RunFolder.append

    def slow(self: RunFolder, *rows: Any) -> None:
        begun.set()
        assert released.wait(20)
        written.append(len(rows))
        append(self, *rows)

    async def write_all() -> None:
        journal = _Journal(folder)
        first = asyncio.create_task(journal.write({"n": 0}))
        await asyncio.to_thread(begun.wait, 20)
        others = [asyncio.create_task(journal.write({"n": n})) for n in range(1, 8)]
        await asyncio.sleep(0)
        released.set()
        await asyncio.gather(first, *others)

    monkeypatch.setattr(RunFolder, "append", slow)
    folder = RunFolder(tmp_path)
    with folder.appending():
        asyncio.run(write_all())
    assert written == [1, 7]
    assert [row["n"] for row in folder.rows()] == list(range(8))


def test_a_disk_that_is_full_stops_the_run_with_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: RunFolder, *rows: Any) -> None:
        raise UsageError("cannot write: no space left")

    monkeypatch.setattr(RunFolder, "append", full)
    with pytest.raises(UsageError, match="no space"):
        play_all(tmp_path)
