"""Candidates and the origins of their labels."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from school import CATALOGUE
from synthesised import largest, opened, school_source, sound

from kopa_env.errors import UsageError
from kopa_synth.validate import (
    Candidate,
    Origins,
    candidate_lines,
    read_candidates,
    validate,
)


@pytest.mark.parametrize("held", sound(), ids=lambda held: held.id)
def test_a_candidate_survives_its_json(held: Candidate) -> None:
    again = Candidate.from_json(json.loads(json.dumps(held.to_json())))
    assert again == held
    assert again.hash == held.hash


def test_a_file_of_candidates(tmp_path: Path) -> None:
    path = tmp_path / "queries.jsonl"
    path.write_bytes(candidate_lines(sound()))
    assert tuple(read_candidates(path)) == sound()


def test_lines_of_the_writing_stage_hold_candidates_or_none(tmp_path: Path) -> None:
    rows = [
        {"id": "a", "query": None, "rejected": {}, "candidate": None},
        {"id": "b", "query": {}, "rejected": {}, "candidate": opened().to_json()},
    ]
    path = tmp_path / "queries.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert list(read_candidates(path)) == [opened()]


ROW = largest().to_json()


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([], "has the fields"),
        ({k: v for k, v in ROW.items() if k != "walked"}, "has the fields"),
        ({**ROW, "more": 1}, "has the fields"),
        ({**ROW, "pattern": "DRVE"}, "no pattern 'DRVE'"),
        ({**ROW, "brief": {"id": "x"}}, "brief cannot be read"),
        ({**ROW, "brief": {**ROW["brief"], "stages": []}}, "brief cannot be read"),
        ({**ROW, "task": {"id": "x"}}, "a task needs"),
    ],
)
def test_a_broken_row_is_told_with_its_line(tmp_path: Path, row: Any, message: str) -> None:
    path = tmp_path / "queries.jsonl"
    path.write_text(json.dumps(row) + "\n", encoding="utf-8")
    with pytest.raises(UsageError, match=rf"queries\.jsonl:1: .*{message}") as told:
        list(read_candidates(path))
    assert "\n" not in str(told.value)


def labelled(**origins: str) -> Candidate:
    held = opened()
    return replace(held, provenance={**held.provenance, "label_origins": origins})


@pytest.mark.parametrize(
    "origins",
    [
        {"query": "grammar", "answer": "solver"},
        {"query": "model:open-7b", "answer": "recorded"},
        {"query": "model:open-7b", "answer": "model:open-7b", "judge": "grammar"},
    ],
)
def test_open_origins_pass(origins: dict[str, str]) -> None:
    Origins(frozenset({"open-7b"})).check([labelled(**origins)])


@pytest.mark.parametrize(
    ("origins", "message"),
    [
        ({"query": "grammar"}, "nobody says where its answer comes from"),
        ({"query": "model:gpt", "answer": "solver"}, "its query comes from 'model:gpt'"),
        ({"query": "model:", "answer": "solver"}, "its query comes from 'model:'"),
        ({"query": "grammar", "answer": "oracle"}, "its answer comes from 'oracle'"),
        (
            {"query": "grammar", "answer": "solver", "gloss": "model:x"},
            "its gloss comes from 'model:x'",
        ),
    ],
)
def test_closed_origins_fail_the_build(origins: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message) as told:
        Origins(frozenset({"open-7b"})).check([labelled(**origins), labelled(**origins)])
    assert "and 1 more; open origins: grammar, solver, recorded, model:open-7b" in str(told.value)


def test_validation_does_not_begin_with_a_closed_origin(tmp_path: Path) -> None:
    journal = tmp_path / "verdicts.jsonl"
    with pytest.raises(UsageError, match="open origins"):
        validate(
            [largest(), labelled(query="model:gpt", answer="solver")],
            CATALOGUE,
            school_source(),
            journal=journal,
        )
    assert not journal.exists()
