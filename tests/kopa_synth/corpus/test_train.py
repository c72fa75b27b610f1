"""KopaTrain as it ships: what it holds, and that it is what its world answers."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import gymnasium as gym
import pytest

import kopa_env
from kopa_env.catalogue import Catalogue
from kopa_env.grading.render import render_answer
from kopa_env.language import check_set
from kopa_env.sources.named import open_source
from kopa_env.suites import load_suite
from kopa_env.suites.figures import shape
from kopa_env.suites.golden import advance, golden_run
from kopa_env.task import Task
from kopa_synth.walk.mix import quotas

TASKS = 300


@pytest.fixture(scope="module")
def tasks() -> list[Task]:
    return list(load_suite("train").tasks.values())


@pytest.fixture(scope="module")
def stats() -> dict[str, object]:
    body = (files("kopa_synth") / "data" / "train" / "stats.json").read_bytes()
    return json.loads(body)


def test_it_holds_300_tasks_in_the_papers_mix(tasks: list[Task], stats: dict[str, object]) -> None:
    assert len(tasks) == stats["tasks"] == stats["golden_ok"] == TASKS
    assert stats["mix"] == {str(kind): n for kind, n in quotas(TASKS).items()}
    assert {platform for task in tasks for platform in task.platforms} == {"assembly", "edudata"}


def test_it_stands_on_another_world_than_the_benchmark(tasks: list[Task]) -> None:
    mini, train = load_suite("mini"), load_suite("train")
    assert train.world_seed % 2 != mini.world_seed % 2
    assert not {t.world_hash for t in tasks} & {t.world_hash for t in mini.tasks.values()}
    assert not {t.query_ko for t in tasks} & {t.query_ko for t in mini.tasks.values()}


def test_every_degenerate_policy_applies_to_enough_of_it(tasks: list[Task]) -> None:
    held = shape(tasks, Catalogue.load())["applicable"]
    assert held["no-answer"] == TASKS
    assert held["first-page"] >= 0.3 * TASKS
    assert held["skip-lookup"] >= 0.3 * TASKS


def test_its_korean_holds_to_the_machine_checks(tasks: list[Task]) -> None:
    found = check_set(task.query_ko for task in tasks)
    assert [f.check for f in found.failures if f.check != "particles"] == []


def test_a_sentence_picks_once(tasks: list[Task]) -> None:
    picks = re.compile(r"(?<![가-힣])(?:가장|제일) (?!(?:늦은|이른) 날짜)")
    twice = [
        task.id
        for task in tasks
        if any(len(picks.findall(s)) > 1 for s in re.split(r"(?<=[.?]) ", _unquoted(task)))
    ]
    assert len(twice) <= 0.01 * len(tasks), twice


def test_nothing_leads_back_to_a_committee_that_the_question_names(tasks: list[Task]) -> None:
    circle = re.compile(r"위원회 소관 .*소관위원회")
    assert [t.id for t in tasks if circle.search(_unquoted(t))] == []


@pytest.mark.parametrize(
    "asked",
    [
        r"그 (?:두|세|네|다섯) (?:건|곳) 중 ",  # the best few by one figure, chosen among again
        r"같은 시도",  # who knows a school knows its province
        r"(?:가결|부결)된 .*처리 결과",  # what the question has told
        r"의 소관위원회에",  # a bill's committee, for its other business
    ],
)
def test_nothing_is_asked_that_readers_said_nobody_asks(tasks: list[Task], asked: str) -> None:
    assert [task.id for task in tasks if re.search(asked, _unquoted(task))] == []


def _unquoted(task: Task) -> str:
    return re.sub("「[^」]*」|‘[^’]*’", "", task.query_ko)


def _scores(some: list[Task]) -> list[float]:
    catalogue = Catalogue.load()
    source = open_source("replica", catalogue, seed=load_suite("train").world_seed)
    scores = []
    for task in some:
        episode, _ = golden_run(task, catalogue, source)
        done = advance(episode, render_answer(task.answer), source)
        scores.append(done.grade.reward)
    return scores


def test_golden_trajectories_replay_to_reward_1(tasks: list[Task]) -> None:
    assert _scores(tasks[::25]) == [1.0] * len(tasks[::25])


@pytest.mark.slow
def test_all_golden_trajectories_replay_to_reward_1(tasks: list[Task]) -> None:
    assert _scores(tasks) == [1.0] * TASKS


def test_it_is_an_environment() -> None:
    assert "kopa/KopaTrain-v1" in gym.registry
    assert kopa_env.__version__
    env = gym.make("kopa/KopaTrain-v1")
    messages, info = env.reset(seed=1)
    assert messages[-1]["role"] == "user"
    assert info["tools"]
    env.close()
