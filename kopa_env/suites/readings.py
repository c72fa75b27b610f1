"""Readings: what people who wrote none of the questions take from them, and how they rate them.

The sixth Korean check. A reader sees questions alone, writes down what would be looked up, one
short label for each thing asked, and rates how well it is asked, from 1 to 5.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import orjson
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from kopa_env.errors import UsageError
from kopa_env.task import Answer, Task

READERS = 2
MIN_MEAN = 4.0
MIN_RATING = 3
_ALIKE = 0.5
"""Share of the syllable pairs of a label that a reader's words have to hold."""


class Reading(BaseModel):
    """One reader's reading of one question.

    Attributes:
        task: id of the task.
        asks: what is asked, a short label for each thing: ``["의안명", "제안일"]``.
        rating: 1 (unclear) to 5 (as a person would put it).
        remark: what spoils it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    task: str
    asks: tuple[str, ...] = Field(min_length=1)
    rating: int = Field(ge=1, le=5)
    remark: str = ""


def sheet(tasks: Sequence[Task], n: int, seed: int) -> list[dict[str, Any]]:
    """Return *n* questions to be read, drawn by *seed*, with nothing that tells their chain."""
    drawn = Random(seed).sample(tasks, min(n, len(tasks)))
    return [{"task": task.id, "question": task.query_ko} for task in drawn]


def read(path: Path) -> list[Reading]:
    """Read a reader's file, one JSON object a line.

    Raises:
        UsageError: if it cannot be read, or a line is no reading.
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from None
    found = []
    for number, line in enumerate(lines, start=1):
        try:
            found.append(Reading.model_validate(orjson.loads(line)))
        except (orjson.JSONDecodeError, ValidationError) as error:
            said = str(error).splitlines()
            raise UsageError(f"{path}:{number} is no reading: {' '.join(said[:3])}") from None
    return found


def judge(tasks: Mapping[str, Task], readers: Mapping[str, Sequence[Reading]]) -> dict[str, Any]:
    """Return what readings say of the questions of *tasks*.

    Returns:
        ``questions``, ``readings``; ``agree``, the share of questions from which every reader
        takes as many things as the answer has, under the same labels; ``rating_mean`` and
        ``under_3``; ``ok``, whether the check holds, which takes two readers of every question;
        ``readers``, the same figures for each; ``worst``, ten ids from the worst rated up.

    Raises:
        UsageError: if nobody read anything, somebody read a question twice, or a reading is of no
            task of the suite.
    """
    rows = [row for rows in readers.values() for row in rows]
    if not rows:
        raise UsageError("there is no reading in these files")
    if unknown := sorted({row.task for row in rows} - set(tasks)):
        raise UsageError(f"the suite has no task {unknown[0]!r} that was read")
    for name, given in readers.items():
        if twice := [task for task, times in Counter(r.task for r in given).items() if times > 1]:
            raise UsageError(f"{name} holds two readings of {twice[0]!r}")
    by_task: dict[str, list[Reading]] = {}
    for row in rows:
        by_task.setdefault(row.task, []).append(row)
    agree = [all(_names(r.asks, tasks[name].answer) for r in of) for name, of in by_task.items()]
    found = {**_rated(rows), "agree": round(sum(agree) / len(agree), 4)}
    worst = sorted(by_task, key=lambda name: (min(r.rating for r in by_task[name]), name))
    return {
        "questions": len(by_task),
        **found,
        "ok": all(agree)
        and all(len(of) >= READERS for of in by_task.values())
        and found["rating_mean"] >= MIN_MEAN
        and not found["under_3"],
        "readers": {name: _rated(given) for name, given in readers.items()},
        "worst": worst[:10],
    }


def _rated(rows: Sequence[Reading]) -> dict[str, Any]:
    ratings = [row.rating for row in rows]
    return {
        "readings": len(ratings),
        "rating_mean": round(sum(ratings) / len(ratings), 4),
        "under_3": sum(rating < MIN_RATING for rating in ratings),
    }


def _names(asks: Sequence[str], answer: Answer) -> bool:
    """Say whether a reader names as many things as the answer holds, and each of them."""
    labels = list(_labels(answer))
    if len(asks) != len(labels):
        return False
    said = [_pairs(label) for label in asks]
    return all(any(_alike(_pairs(label), words) for words in said) for label in labels if label)


def _labels(answer: Answer) -> Iterator[str]:
    """Yield what the slots of an answer are called; a lone value has no label."""
    value = answer.value
    if isinstance(value, list) and value and isinstance(value[0], dict):
        value = value[0]
    if isinstance(value, dict):
        yield from value
    else:
        yield ""


def _pairs(text: str) -> set[str]:
    bare = re.sub(r"[^0-9A-Za-z가-힣]", "", text)
    return {bare[i : i + 2] for i in range(len(bare) - 1)} or {bare}


def _alike(label: set[str], said: set[str]) -> bool:
    return len(label & said) >= _ALIKE * len(label)
