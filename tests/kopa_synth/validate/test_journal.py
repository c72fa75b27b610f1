"""The journal: a validation that was stopped goes on and ends with the same bytes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from school import CATALOGUE
from synthesised import changed, largest, noted, opened, school_source

from kopa_env.errors import UsageError
from kopa_synth.validate import Candidate, Verdict, validate
from kopa_synth.validate.journal import Journal

AGAIN = changed(replace(largest(), task=replace(largest().task, id="again")))
BROKEN = replace(opened("가16학교", "2016-03-17", "00016"), walked="2012-03-14")
CANDIDATES = [largest(), AGAIN, BROKEN, opened(), noted()]


def run(path: Path, candidates: list[Candidate] = CANDIDATES) -> list[Verdict]:
    return validate(candidates, CATALOGUE, school_source(), journal=path)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("whole") / "verdicts.jsonl"
    found = run(path)
    assert [v.filter for v in found] == ["", "redundant", "unsolved", "", ""]
    assert Journal(path).read() == found
    return path.read_bytes()


@given(share=st.floats(0, 1))
def test_it_goes_on_after_the_last_whole_line(
    whole: bytes, tmp_path_factory: pytest.TempPathFactory, share: float
) -> None:
    path = tmp_path_factory.mktemp("cut") / "verdicts.jsonl"
    path.write_bytes(whole[: int(share * len(whole))])
    found = run(path)
    assert path.read_bytes() == whole
    assert len(found) == len(CANDIDATES)


def test_what_is_done_is_not_judged_again(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl"
    path.write_bytes(whole)
    told: list[int] = []
    validate(
        CANDIDATES,
        CATALOGUE,
        school_source(),
        journal=path,
        progress=lambda number, verdict: told.append(number),
    )
    assert told == []
    path.write_bytes(whole[: whole.index(b"\n") + 1])
    validate(
        CANDIDATES,
        CATALOGUE,
        school_source(),
        journal=path,
        progress=lambda number, verdict: told.append(number),
    )
    assert told == [2, 3, 4, 5]


def test_verdicts_of_others_are_refused(whole: bytes, tmp_path: Path) -> None:
    path = tmp_path / "verdicts.jsonl"
    path.write_bytes(whole)
    with pytest.raises(UsageError, match=r"verdicts\.jsonl:1 is of drv-포항시"):
        run(path, [CANDIDATES[1], CANDIDATES[0], *CANDIDATES[2:]])
    with pytest.raises(UsageError, match="holds 5 verdicts, there are 1 candidates"):
        run(path, [largest()])
    path.write_bytes(b'{"id": "x"}\n')
    with pytest.raises(UsageError, match=r"verdicts\.jsonl:1: a verdict has the fields"):
        run(path)


def test_an_id_stands_once() -> None:
    with pytest.raises(UsageError, match="'drv-포항시' is used twice"):
        validate([largest(), largest()], CATALOGUE, school_source())
