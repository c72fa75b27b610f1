"""The sixth Korean check: sheets that tell nothing, readings of every kind, clear faults."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from kopa_env.errors import UsageError
from kopa_env.suites import load_suite
from kopa_env.suites.readings import Reading, judge, read, sheet

TASKS = load_suite("mini").tasks
RECORD = next(t for t in TASKS.values() if t.answer.type == "record" and len(t.answer.value) > 1)
NUMBER = next(t for t in TASKS.values() if t.answer.type == "number")


def right(rating: int = 5) -> list[Reading]:
    """Readings that name what the two tasks ask."""
    return [
        Reading(task=RECORD.id, asks=tuple(RECORD.answer.value), rating=rating),
        Reading(task=NUMBER.id, asks=("건수",), rating=rating),
    ]


def test_a_sheet_holds_questions_alone_and_is_drawn_by_seed() -> None:
    drawn = sheet(tuple(TASKS.values()), 5, 1)
    assert all(set(row) == {"task", "question"} for row in drawn)
    assert drawn == sheet(tuple(TASKS.values()), 5, 1)
    assert drawn != sheet(tuple(TASKS.values()), 5, 2)
    assert len(sheet(tuple(TASKS.values()), 10_000, 1)) == len(TASKS)


def test_readers_who_agree_and_like_it_meet_the_check() -> None:
    found = judge(TASKS, {"a": right(4), "b": right(5)})
    assert found["ok"]
    assert (found["questions"], found["readings"], found["agree"]) == (2, 4, 1.0)
    assert found["rating_mean"] == 4.5


@pytest.mark.parametrize(
    ("asks", "agrees"),
    [
        (tuple(RECORD.answer.value), True),
        (tuple(f"그 {label}" for label in reversed(RECORD.answer.value)), True),
        (tuple(RECORD.answer.value)[:1], False),
        ((*RECORD.answer.value, "그 밖의 것"), False),
        (("바람의 세기",) * len(RECORD.answer.value), False),
    ],
)
def test_to_agree_is_to_name_each_thing_asked(asks: tuple[str, ...], agrees: bool) -> None:
    other = [Reading(task=RECORD.id, asks=asks, rating=5), right()[1]]
    found = judge(TASKS, {"a": right(), "b": other})
    assert found["ok"] is agrees
    assert found["agree"] == (1.0 if agrees else 0.5)


@pytest.mark.parametrize(
    ("ratings", "ok"), [((5, 3), True), ((5, 2), False), ((4, 3), False), ((4, 4), True)]
)
def test_the_mean_and_the_worst_both_count(ratings: tuple[int, int], ok: bool) -> None:
    rows = [r.model_copy(update={"rating": n}) for r, n in zip(right(), ratings, strict=True)]
    found = judge(TASKS, {"a": rows, "b": rows})
    assert found["ok"] is ok
    assert found["under_3"] == 2 * sum(n < 3 for n in ratings)


def test_one_reader_is_not_enough_and_nobody_reads_twice() -> None:
    assert not judge(TASKS, {"a": right()})["ok"]
    assert not judge(TASKS, {"a": right(), "b": right()[:1]})["ok"]
    with pytest.raises(UsageError, match=f"a holds two readings of '{RECORD.id}'"):
        judge(TASKS, {"a": [*right(), right()[0]]})


def test_what_was_read_has_to_be_of_the_suite() -> None:
    with pytest.raises(UsageError, match="no task 'mini-nowhere'"):
        judge(TASKS, {"a": [Reading(task="mini-nowhere", asks=("값",), rating=4)]})
    with pytest.raises(UsageError, match="no reading"):
        judge(TASKS, {"a": []})


@pytest.mark.parametrize(
    "line",
    [
        b"nothing",
        b"[]",
        b'{"task": "x", "asks": ["y"]}',
        b'{"task": "x", "asks": [], "rating": 3}',
        b'{"task": "x", "asks": ["y"], "rating": 6}',
        b'{"task": "x", "asks": ["y"], "rating": 3, "score": 1}',
    ],
)
def test_a_line_that_is_no_reading_is_named(line: bytes, tmp_path: Path) -> None:
    file = tmp_path / "reader.jsonl"
    good = orjson.dumps({"task": "x", "asks": ["y"], "rating": 3})
    file.write_bytes(good + b"\n" + line + b"\n")
    with pytest.raises(UsageError, match=r"reader\.jsonl:2 is no reading") as caught:
        read(file)
    assert "\n" not in str(caught.value)
    with pytest.raises(UsageError, match="cannot be read"):
        read(tmp_path / "none.jsonl")
