"""What must not be enough: found out by playing the golden plan cut down."""

from __future__ import annotations

from dataclasses import replace

import pytest
from bench_stage import LOOKED_UP, PAGED, SCHOOL, TASKS, play, sealed, views
from school import CATALOGUE

from kopa_env.catalogue import Catalogue
from kopa_env.errors import ReplayMiss
from kopa_env.sources.named import open_source
from kopa_env.suites import load_suite
from kopa_env.suites.degenerate import DECLARED, SHORTCUTS, applicable, applicable_name
from kopa_env.suites.degenerate import play as play_shortcut
from kopa_env.task import Task


@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_it_finds_out_what_authors_declare(task: Task) -> None:
    assert set(applicable(task, CATALOGUE, views())) == set(task.applicable)


def test_a_plan_cut_down_that_still_comes_to_the_answer_is_not_declared() -> None:
    first = sealed(replace(PAGED, answer=replace(PAGED.answer, value=10, solver="len(c1)")))
    assert applicable(first, CATALOGUE, views()) == ("no_answer",)


def test_what_a_recording_does_not_hold_proves_nothing() -> None:
    class Holds:
        def call(self, spec: object, args: object) -> object:
            raise ReplayMiss("not recorded")

    # without its look-up the call is refused before anybody is asked
    assert applicable(LOOKED_UP, CATALOGUE, Holds()) == ("skip_lookup",)  # type: ignore[arg-type]
    assert applicable(PAGED, CATALOGUE, Holds()) == ()  # type: ignore[arg-type]


@pytest.mark.parametrize("name", sorted(DECLARED))
@pytest.mark.parametrize("task", TASKS.values(), ids=list(TASKS))
def test_it_plays_as_the_benchmark_does(name: str, task: Task) -> None:
    mine = play_shortcut(SHORTCUTS[name], task, CATALOGUE, views())
    theirs = play(name, task)
    assert mine.grade.reward == theirs["grade"]["reward"]
    assert list(mine.record.messages) == theirs["messages"]


def test_minis_authors_declare_nothing_that_scores() -> None:
    catalogue = Catalogue.load()
    source = open_source("replica", catalogue)
    for task in load_suite("mini").tasks.values():
        assert set(task.applicable) <= set(applicable(task, catalogue, source)), task.id


def test_names_are_written_as_tasks_write_them() -> None:
    assert [applicable_name(name) for name in SHORTCUTS] == [
        *("no_answer", "no_write", "first_page", "skip_lookup"),
    ]
    assert SCHOOL.applicable
