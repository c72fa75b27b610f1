"""Walks of every kind on the replica: what they come to, as calls, as an answer, as a question."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import orjson
import pytest
from walking import ground

from kopa_env.errors import IntegrityError, UsageError
from kopa_env.grading.render import render_answer
from kopa_env.suites.golden import advance, golden_run
from kopa_synth.queries import GrammarWriter, check
from kopa_synth.queries.brief import Pattern
from kopa_synth.validate.candidate import Candidate
from kopa_synth.walk.lines import Lines
from kopa_synth.walk.run import shape, walk, write
from kopa_synth.walk.trajectory import Trajectory

WANTED = {
    Pattern.SEQ: 2,
    Pattern.FAN: 2,
    Pattern.DRV: 3,
    Pattern.SEM: 2,
    Pattern.CMP: 2,
    Pattern.COND: 2,
    Pattern.MIXED: 3,
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("walks")


@pytest.fixture(scope="module")
def walks(folder: Path) -> list[Trajectory]:
    return walk(ground(), WANTED, 1, folder / "walks.jsonl")


@pytest.fixture(scope="module")
def candidates(folder: Path, walks: list[Trajectory]) -> list[Candidate]:
    return write(ground(), walks, GrammarWriter(), folder / "queries.jsonl")


def test_every_kind_is_walked(walks: list[Trajectory]) -> None:
    made = {kind: sum(w.pattern is kind for w in walks) for kind in Pattern}
    assert made == {**WANTED, Pattern.MIXED: WANTED[Pattern.MIXED] + 1}
    assert len({w.id for w in walks}) == len(walks)


def test_junctions_are_what_their_values_make_them(walks: list[Trajectory]) -> None:
    junctions = [j for w in walks for j in w.junctions]
    assert {j.kind for j in junctions} == {"SEQ", "FAN", "DRV"}
    for j in junctions:
        expected = "SEQ" if j.values == 1 else "FAN" if j.values <= 5 else "DRV"
        assert j.kind == expected
        assert 1 <= j.carried <= 5
        assert j.carried == j.values or j.kind == "DRV"


def test_the_solver_comes_to_what_the_walk_computed(candidates: list[Candidate]) -> None:
    assert len(candidates) == sum(WANTED.values()) + 1
    for c in candidates:
        assert _plain(c.task.answer.value) == pytest.approx(_plain(c.walked)), c.id


def _plain(value: object) -> object:
    """Return an answer's bare values: parts of a record in order, figures as numbers."""
    if isinstance(value, dict):
        inner = value.values() if "type" not in value else [value["value"]]
        return [x for v in inner for x in _as_list(_plain(v))]
    if isinstance(value, list):
        return [x for v in value for x in _as_list(_plain(v))]
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return sum(value.encode())
    return value


def _as_list(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def test_golden_trajectories_score_1_and_use_only_what_was_looked_up(
    candidates: list[Candidate],
) -> None:
    g = ground()
    for c in candidates:
        episode, _ = golden_run(c.task, g.catalogue, g.source)
        done = advance(episode, render_answer(c.task.answer), g.source)
        assert done.grade.reward == 1.0, (c.id, done.grade.reasons)
        carried = [j["n"] for j in c.provenance["junctions"]]
        written = orjson.dumps([dict(call.args) for call in c.task.golden_calls()]).decode()
        assert not carried or '"ref"' in written


def test_a_listing_is_fetched_to_its_last_page(candidates: list[Candidate]) -> None:
    paged = [c for c in candidates if any(k.role == "page" for k in c.task.golden_calls())]
    assert paged
    for c in paged:
        turns = [[k.role for k in turn] for turn in c.task.golden if turn[0].role == "page"]
        assert all(set(roles) == {"page"} for roles in turns)


def test_questions_say_what_they_must_and_give_nothing_away(candidates: list[Candidate]) -> None:
    for c in candidates:
        assert check(c.task.query_ko, c.brief) == [], c.task.query_ko
        assert not any(call.tool in c.task.query_ko for call in c.task.golden_calls())


def test_tools_offered_hold_the_golden_ones_and_neighbours(candidates: list[Candidate]) -> None:
    for c in candidates:
        own = {call.tool for call in c.task.golden_calls()}
        assert own <= set(c.task.offered_tools)
        assert len(c.task.offered_tools) > len(own)


def test_the_day_of_the_tasks_is_the_day_of_the_run(
    walks: list[Trajectory], tmp_path: Path
) -> None:
    later = replace(ground(), today="20270401")
    made = write(later, walks[:4], GrammarWriter(), tmp_path / "q.jsonl")
    assert made
    assert {c.task.current_date for c in made} == {"2027-04-01"}


def test_walks_differ(walks: list[Trajectory]) -> None:
    plain = [orjson.dumps({**w.to_json(), "id": ""}) for w in walks]
    assert len(set(plain)) == len(walks)
    assert all(sum(shape(w) == shape(v) for v in walks) <= 3 for w in walks)


def test_a_walk_reads_back_as_it_was_written(walks: list[Trajectory]) -> None:
    for w in walks:
        assert Trajectory.from_json(orjson.loads(orjson.dumps(w.to_json()))) == w


@pytest.mark.parametrize("keep", [0, 1, 7])
def test_killed_at_any_line_it_ends_with_the_same_files(
    keep: int, folder: Path, walks: list[Trajectory], candidates: list[Candidate], tmp_path: Path
) -> None:
    for name in ("walks.jsonl", "queries.jsonl"):
        whole = (folder / name).read_bytes()
        lines = whole.splitlines(keepends=True)
        torn = lines[keep][: len(lines[keep]) // 2]
        (tmp_path / name).write_bytes(b"".join(lines[:keep]) + torn)
    again = walk(ground(), WANTED, 1, tmp_path / "walks.jsonl")
    write(ground(), again, GrammarWriter(), tmp_path / "queries.jsonl")
    for name in ("walks.jsonl", "queries.jsonl"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_another_seed_walks_elsewhere(walks: list[Trajectory], tmp_path: Path) -> None:
    other = walk(ground(2), {Pattern.DRV: 3}, 0, tmp_path / "walks.jsonl")
    first = [w for w in walks if w.pattern is Pattern.DRV]
    assert [w.legs for w in other] != [w.legs for w in first]


def test_questions_of_other_walks_are_not_gone_on_with(
    walks: list[Trajectory], tmp_path: Path
) -> None:
    Lines(tmp_path / "q.jsonl").append({"id": "another", "candidate": None})
    with pytest.raises(UsageError, match="other walks"):
        write(ground(), walks, GrammarWriter(), tmp_path / "q.jsonl")


def test_a_line_that_is_no_json_is_told_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "walks.jsonl"
    path.write_bytes(b'{"a":1}\nnot json\n')
    with pytest.raises(IntegrityError, match=r"walks\.jsonl:2 is not JSON"):
        list(Lines(path).resume())
