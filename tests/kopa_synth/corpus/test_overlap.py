"""The audit: what a corpus shares with a benchmark, by questions, chains, tools and worlds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from bench_stage import LOOKED_UP
from hypothesis import given
from hypothesis import strategies as st
from school import CATALOGUE
from synthesised import largest, noted, opened

from kopa_env.catalogue import Catalogue
from kopa_env.suites import Suite, load_suite
from kopa_env.task import Task
from kopa_synth.corpus import audit
from kopa_synth.corpus.overlap import against
from kopa_synth.validate.duplicates import grams, jaccard

TASKS = [largest().task, opened().task, noted().task]


def test_a_corpus_against_itself_is_wholly_given_away() -> None:
    found = against(TASKS, TASKS, CATALOGUE)
    assert found["verbatim"] == 3
    for key in ("query", "chain", "edge_chain"):
        assert found[key]["jaccard"] == 1.0
        assert found[key]["task"] == found[key]["other"]
    assert (found["edges"], found["tools"], found["same_world"]) == (1.0, 1.0, True)
    assert found["entities"] == {"shared": 3, "some": ["가12학교", "안동시", "포항시"]}


def test_a_copy_with_other_blanks_is_verbatim() -> None:
    copied = replace(TASKS[0], id="x", query_ko=TASKS[0].query_ko.replace(" ", "  ").strip("."))
    assert against(TASKS, [copied], CATALOGUE)["verbatim"] == 1


def test_an_edge_runs_through_reductions_to_the_tool_behind_them() -> None:
    through = replace(
        LOOKED_UP,
        golden=(
            noted().task.golden[0],
            noted().task.golden[1],
            (replace(LOOKED_UP.golden[1][0], id="c3", args={"id": {"ref": "c2.records[0].id"}}),),
        ),
    )
    direct = replace(
        through,
        golden=(
            through.golden[0],
            (replace(through.golden[2][0], args={"id": {"ref": "c1.records[0].id"}}),),
        ),
    )
    assert against([through], [direct], CATALOGUE)["edge_chain"]["jaccard"] == 1.0
    assert against([through], [opened().task], CATALOGUE)["edges"] == 0.0


def test_nothing_in_common_is_nothing() -> None:
    other = replace(LOOKED_UP, query_ko="다른 말", golden=(), bindings={}, world_hash="elsewhere")
    found = against([largest().task], [other], CATALOGUE)
    assert (found["query"]["jaccard"], found["edges"], found["tools"]) == (0.0, 0.0, 0.0)
    assert not found["same_world"]


QUESTIONS = st.lists(st.text("가나다라", max_size=12), min_size=1, max_size=6)


@given(QUESTIONS, QUESTIONS)
def test_the_nearest_question_is_the_nearest_of_all(mine: list[str], theirs: list[str]) -> None:
    def tasks(texts: list[str]) -> list[Task]:
        return [replace(LOOKED_UP, id=str(i), query_ko=text) for i, text in enumerate(texts)]

    found = against(tasks(mine), tasks(theirs), CATALOGUE)["query"]["jaccard"]
    naive = max(jaccard(grams(a), grams(b)) for a in mine for b in theirs)
    assert found == pytest.approx(naive, abs=1e-4)


def test_the_largest_overlap_is_told_over_all_suites() -> None:
    near = replace(TASKS[1], id="n")
    suites = [
        Suite.of("far", [replace(LOOKED_UP, query_ko="엉뚱한 말")], 1),
        Suite.of("near", [near], 1),
    ]
    found = audit(TASKS, suites, CATALOGUE)
    assert found["max_overlap_with_bench"] == 1.0
    assert list(found["suites"]) == ["far", "near"]
    assert audit(TASKS, [], CATALOGUE)["max_overlap_with_bench"] == 0.0


def test_mini_against_itself_finds_every_edge() -> None:
    catalogue = Catalogue.load()
    tasks = list(load_suite("mini").tasks.values())
    found = against(tasks, tasks, catalogue)
    assert (found["verbatim"], found["edges"], found["tools"]) == (16, 1.0, 1.0)
