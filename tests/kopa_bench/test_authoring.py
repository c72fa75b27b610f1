"""Suites written by hand: tried, compiled, and refused in one line where they do not hold."""

from __future__ import annotations

import errno
import shutil
from pathlib import Path
from typing import Any

import pytest
import yaml
from bench_cli import bench, refused
from typer.testing import CliRunner

from kopa_bench.cli import app
from kopa_env.suites import load_suite
from kopa_env.suites.compile import FOLDER, author_tasks

ROWS = author_tasks(FOLDER / "tasks.yaml")
ROW = next(row for row in ROWS if row["id"] == "mini-edu-02")


def written(folder: Path, *rows: dict[str, Any]) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "suite.json").write_text('{"name": "mine", "world_seed": 20260130}')
    text = yaml.safe_dump({"defaults": {}, "tasks": list(rows)}, allow_unicode=True)
    (folder / "tasks.yaml").write_text(text, encoding="utf-8")
    return folder


def test_a_draft_tells_what_a_task_comes_to(tmp_path: Path) -> None:
    found = bench("draft", written(tmp_path / "s", ROW))
    (task,) = found["tasks"]
    assert (task["answer"], task["findings"]) == (r"\boxed{41곳; 333명}", [])
    assert task["entities"] == 2
    assert task["others"][0]["answer"] != task["answer"]
    assert found["set"]["mean_calls"] == 2.0
    assert found["set"]["language"]["checks"]["particles"]["ok"]


def test_what_may_be_left_out_is_found_out(tmp_path: Path) -> None:
    row = {k: v for k, v in ROW.items() if k != "applicable"}
    (task,) = bench("draft", written(tmp_path / "s", row))["tasks"]
    assert set(task["applicable"]) == set(ROW["applicable"])


LATER = {"calls": [], "answer": "1 +"}
BROKEN = {
    "other entity": ({"bindings": {**ROW["bindings"], "sgg": "수원시"}}, "not among"),
    "unbound": ({"query_ko": "${who} 학교는 몇 곳인가요?"}, "nothing is bound"),
    "no such field": ({"answer": {"type": "number", "solver": "c9.total"}}, "solver fails"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_task_that_does_not_hold_is_told_and_the_next_one_tried(
    name: str, tmp_path: Path
) -> None:
    change, message = BROKEN[name]
    broken = {**ROW, **change, "id": "edudata-902"}
    first, second = bench("draft", written(tmp_path / "s", broken, ROW), code=1)["tasks"]
    assert message in first["error"]
    assert "error" not in second


@pytest.mark.parametrize(
    ("route", "message"),
    [
        ({"calls": [], "answer": '{"학교 수": 40, "학생 수": 333}'}, "comes to"),
        ({"calls": [], "answer": "1 +"}, "second route"),
        ({"calls": [], "answer": '{"학교 수": 41, "학생 수": 333}'}, ""),
    ],
    ids=["another answer", "no expression", "the same"],
)
def test_a_second_route_has_to_agree(route: dict[str, Any], message: str, tmp_path: Path) -> None:
    path = written(tmp_path / "s", {**ROW, "second_route": route})
    (task,) = bench("draft", path, code=1 if message else 0)["tasks"]
    told = [row["message"] for row in task["findings"] if row["gate"] == "second_route"]
    assert bool(told) == bool(message)
    assert not message or message in told[0]


def test_compiling_makes_a_suite_that_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = written(tmp_path / "mine", ROW)
    run = CliRunner()
    assert run.invoke(app, ["compile", str(folder), "--check"]).exit_code == 1
    assert run.invoke(app, ["compile", str(folder)]).exit_code == 0
    assert run.invoke(app, ["compile", str(folder), "--check"]).exit_code == 0
    monkeypatch.chdir(tmp_path)
    assert load_suite("mine").task("mini-edu-02").answer.value
    figures = bench("run", "--suite", "mine", "-o", "run", "--no-html")
    assert (figures["pass@1"], figures["origins"]) == (1.0, {"derived": 1, "local": 3})
    assert bench("validate", "--suite", "mine", "--source", "replica")["failures"] == []


def test_minis_own_file_is_what_its_tasks_come_to(tmp_path: Path) -> None:
    folder = tmp_path / "mini"
    shutil.copytree(FOLDER, folder)
    assert CliRunner().invoke(app, ["compile", str(folder), "--check"]).exit_code == 0


def test_a_slip_is_one_line(tmp_path: Path) -> None:
    assert "there is no" in refused("draft", tmp_path / "nothing.yaml")
    folder = written(tmp_path / "s", ROW)
    assert "did you mean mini-edu-02" in refused("draft", folder, "--task-ids", "mini-edu-03")
    (folder / "suite.json").unlink()
    assert "suite.json" in refused("compile", folder)
    (folder / "tasks.yaml").unlink()
    assert "no YAML" in refused("draft", folder)


BAD_FILES = {
    "not YAML": ("tasks: [", "cannot be read"),
    "a list": ("- id: a", "no list of 'tasks'"),
    "no tasks": ("defaults: {}", "no list of 'tasks'"),
    "a task of one word": ("tasks: [word]", "task 1 is no mapping"),
    "a task that says nothing": ("tasks: [{id: a-1}]", "task a-1 lacks domain, platforms"),
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_file_of_another_shape_is_refused(name: str, tmp_path: Path) -> None:
    text, message = BAD_FILES[name]
    folder = written(tmp_path / "s", ROW)
    (folder / "tasks.yaml").write_text(text)
    assert message in refused("draft", folder)
    assert message in refused("compile", folder)


@pytest.mark.parametrize(
    "text", ["[]", "{}", '{"name": "mine"}', '{"name": "a", "world_seed": "x"}']
)
def test_a_suite_says_its_name_and_world(text: str, tmp_path: Path) -> None:
    folder = written(tmp_path / "s", ROW)
    (folder / "suite.json").write_text(text)
    assert "'name' and 'world_seed'" in refused("compile", folder)


def test_a_full_disk_leaves_the_old_tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = written(tmp_path / "s", ROW)
    (folder / "tasks.jsonl").write_bytes(b"old\n")

    def full(path: Path, body: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert "tasks.jsonl" in refused("compile", folder)
    assert (folder / "tasks.jsonl").read_bytes() == b"old\n"
    assert sorted(path.name for path in folder.iterdir()) == [
        "suite.json",
        "tasks.jsonl",
        "tasks.yaml",
    ]


def test_the_korean_of_a_suite_is_checked() -> None:
    found = bench("validate", "--suite", "train", "--language")
    assert found["queries"] > 100
    assert found["checks"]["particles"]["ok"]
