"""Suites: read from files, checked line by line, found by name."""

from __future__ import annotations

import json
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from school import TASK

from kopa_env.catalogue.serial import to_dict
from kopa_env.errors import UsageError
from kopa_env.suites import Suite, load_suite, read_suite, read_tasks, suite_names, task_from_dict

ROW = to_dict(TASK)


def write(folder: Path, *rows: Any, **about: Any) -> Path:
    folder.mkdir(exist_ok=True)
    facts = {"name": "own", "world_seed": 5, "pack": "p", **about}
    (folder / "suite.json").write_text(json.dumps(facts), encoding="utf-8")
    lines = [row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows]
    (folder / "tasks.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def test_a_task_survives_its_json() -> None:
    assert task_from_dict(json.loads(json.dumps(ROW))) == TASK


def test_a_folder_is_a_suite(tmp_path: Path) -> None:
    folder = write(tmp_path / "s", ROW, {**ROW, "id": "b"}, splits={"test": ["b"]})
    suite = load_suite(f"{folder}/")
    assert (suite.name, suite.world_seed, suite.pack) == ("own", 5, "p")
    assert suite.ids() == ("school-001", "b")
    assert suite.ids("test") == ("b",)
    assert suite.task("b").id == "b"


def test_the_hash_follows_the_tasks_and_their_order(tmp_path: Path) -> None:
    other = replace(TASK, id="b")
    one = Suite.of("s", [TASK, other], 1).hash
    assert one == Suite.of("t", [TASK, other], 1).hash
    assert one != Suite.of("s", [other, TASK], 1).hash
    assert one != Suite.of("s", [replace(TASK, content_hash="x"), other], 1).hash


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (["{"], "tasks.jsonl:1"),
        ([ROW, {**ROW, "id": "b", "tire": "easy"}], "tasks.jsonl:2.*did you mean tier"),
        ([{k: v for k, v in ROW.items() if k != "query_ko"}], "needs query_ko"),
        ([{**ROW, "golden": [[{"tool": "x"}]]}], "school-001"),
        ([{**ROW, "answer": {"typ": "date"}}], "school-001"),
        ([[1]], "must be a JSON object"),
        ([ROW, ROW], "used twice"),
        ([], "no tasks"),
    ],
)
def test_a_broken_file_is_named_with_its_line(tmp_path: Path, rows: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        read_suite(write(tmp_path / "s", *rows))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"max_calls": "x"}, "max_calls is 'x', expected a whole number"),
        ({"max_calls": True}, "max_calls is True, expected a whole number"),
        ({"max_turns": 0}, "max_turns is 0, expected 1 or more"),
        ({"query_ko": None}, "query_ko is None, expected text"),
        ({"current_date": "어제"}, "current_date is '어제', expected YYYY-MM-DD"),
        ({"offered_tools": "school_list"}, "offered_tools .* expected a list of text"),
        ({"reward_basis": ["RESPOSE"]}, "expected a list of one of RESPONSE, ENVIRONMENT"),
        ({"tier": "heavy"}, "tier is 'heavy', expected one of easy, medium, hard"),
        ({"answer": None}, "answer must be a JSON object|answer is None"),
        ({"answer": {"type": "nummer"}}, "answer.type is 'nummer', expected one of number"),
        ({"answer": {"type": "date", "valeu": 1}}, "did you mean value"),
        ({"golden": 5}, "golden is 5"),
        ({"golden": [[5]]}, "golden"),
        ({"golden": [[{"id": "c1", "tool": "t", "args": {}}]]}, "a golden call needs role"),
        (
            {"golden": [[{"id": "c1", "tool": "t", "args": [], "role": "fetch"}]]},
            r"golden.args is \[\], expected a JSON object",
        ),
    ],
)
def test_a_task_of_the_wrong_shape_is_told_in_a_line(change: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message) as told:
        task_from_dict({**ROW, **change})
    assert "\n" not in str(told.value)


def test_a_split_of_unknown_tasks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no task 'c'"):
        read_suite(write(tmp_path / "s", ROW, splits={"test": ["c"]}))


@pytest.mark.parametrize("name", ["mimi", "./nowhere", "nothing.jsonl"])
def test_an_unknown_suite_is_one_clear_line(name: str) -> None:
    with pytest.raises(UsageError) as caught:
        load_suite(name)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"cannot read tasks\.jsonl"):
        read_tasks(tmp_path / "tasks.jsonl")


def made() -> Suite:
    """Stand in for another distribution's suite."""
    return Suite.of("else", [TASK], 2)


def test_other_distributions_add_suites(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("else", f"{__name__}:made", "kopa.suites")
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [point])
    assert suite_names() == ("mini", "else")
    assert load_suite("else").tasks == {"school-001": TASK}


def test_tasks_may_be_packed(tmp_path: Path) -> None:
    import zstandard

    folder = write(tmp_path / "s", ROW, {**ROW, "id": "b"})
    plain = read_suite(folder)
    body = (folder / "tasks.jsonl").read_bytes()
    (folder / "tasks.jsonl").unlink()
    packed = zstandard.ZstdCompressor().compress(body)
    (folder / "tasks.jsonl.zst").write_bytes(packed)
    assert read_suite(folder) == plain
    for broken in (packed[:-1], b"nothing of the kind"):
        (folder / "tasks.jsonl.zst").write_bytes(broken)
        with pytest.raises(UsageError, match=r"tasks\.jsonl\.zst cannot be unpacked"):
            read_suite(folder)
