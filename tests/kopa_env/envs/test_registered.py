"""Every registered environment, as a user makes it."""

from __future__ import annotations

import json
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from gymnasium.utils.env_checker import check_env

from kopa_env.catalogue.serial import to_dict
from kopa_env.envs.env import KopaEnv
from kopa_env.envs.registration import ENVIRONMENTS, register
from kopa_env.envs.vector import KopaVectorEnv
from kopa_env.episode import Episode
from kopa_env.errors import UsageError
from kopa_env.grading import render_answer
from kopa_env.suites import load_suite
from kopa_env.suites.golden import golden_message, replies_of

register()
REGISTERED = sorted(name for name in gym.registry if name.startswith("kopa/"))


def test_what_is_promised_is_registered() -> None:
    assert set(ENVIRONMENTS) <= set(REGISTERED)


@pytest.mark.parametrize("options", [{}, {"source": "replica"}, {"on_miss": "error"}])
@pytest.mark.parametrize("name", REGISTERED)
def test_gymnasium_finds_nothing_wrong(name: str, options: dict[str, str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gym.make(name, **options).unwrapped)


@pytest.mark.parametrize("task_id", load_suite("mini").ids())
def test_the_golden_calls_and_answer_are_worth_one_from_recorded_replies_alone(
    task_id: str,
) -> None:
    """Through the public door: every call is recorded, and the right answer scores."""
    env = gym.make("kopa/KopaMini-v1", on_miss="error")
    env.reset(seed=0, options={"task_id": task_id})
    episode: Episode = env.get_wrapper_attr("episode")
    for calls in episode.task.golden:
        *_, info = env.step(golden_message(calls, replies_of(episode)))
        assert {call["origin"] for call in info["calls"]} <= {"exact", "local"}
    _, reward, terminated, truncated, info = env.step(
        f"\\boxed{{{render_answer(episode.task.answer)}}}"
    )
    assert (reward, terminated, truncated) == (1.0, True, False), info["reasons"]
    assert not any(info["state_diff"].values())


@pytest.mark.parametrize("name", REGISTERED)
def test_its_arguments_are_json(name: str) -> None:
    env = gym.make(name, source="replica", offer="platform", faults={"timeout": 0.25})
    assert env.spec is not None
    back = gym.make(gym.envs.registration.EnvSpec.from_json(env.spec.to_json()))
    assert isinstance(back.unwrapped, KopaEnv)
    assert back.unwrapped.session.settings == env.unwrapped.session.settings  # type: ignore[attr-defined]
    assert back.reset(seed=5)[1] == env.reset(seed=5)[1]


@pytest.mark.parametrize("name", REGISTERED)
def test_a_batch_is_our_own(name: str) -> None:
    env = gym.make_vec(name, num_envs=2, source="replica")
    try:
        assert isinstance(env, KopaVectorEnv)
        assert [m["role"] for m in env.reset(seed=1)[0][1]] == ["system", "user"]
    finally:
        env.close()


def test_a_task_can_be_handed_over_as_json() -> None:
    task = load_suite("mini").task("mini-dart-01")
    env = gym.make("kopa/KopaTask-v1", task=to_dict(task))
    assert env.reset(seed=1)[1]["task_id"] == "mini-dart-01"


def _mini(seed: int) -> tuple[Any, dict[str, Any]]:
    env = gym.make("kopa/KopaMini-v1", source="replica")
    return env.reset(seed=seed)


def test_seeds_walk_through_all_of_mini() -> None:
    ids = load_suite("mini").ids()
    assert len(ids) == 16
    assert {_mini(seed)[1]["task_id"] for seed in range(16)} == set(ids)


def test_the_answer_is_nowhere_before_the_end() -> None:
    """Case B52: neither tools, prompt nor info tell what the grader knows."""
    for task in load_suite("mini").tasks.values():
        observation, info = _mini(load_suite("mini").ids().index(task.id))
        shown = json.dumps([observation, info], ensure_ascii=False, default=str)
        assert task.answer.solver not in shown
        assert "solver" not in shown
        assert "golden" not in shown


def test_registering_imports_nothing_heavy() -> None:
    program = (
        "import sys; from kopa_env.envs.registration import register; register();"
        "print([m for m in ('kopa_env.episode', 'kopa_env.catalogue', 'pydantic', 'yaml', 'httpx')"
        " if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    assert done.stdout.strip() == "[]"


TRAIN = "kopa/KopaTrain-v1"
OURS = ("kopa/KopaBench-v1", "kopa/KopaLong-v1", TRAIN)


def test_an_optional_suite_is_registered_where_its_data_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from importlib.machinery import ModuleSpec

    from kopa_env.envs import registration

    spec = ModuleSpec("kopa_synth", None, is_package=True)
    assert spec.submodule_search_locations is not None
    spec.submodule_search_locations.append(str(tmp_path))
    monkeypatch.setattr(registration, "find_spec", lambda package: spec)
    assert TRAIN not in registration.available()
    (tmp_path / "data" / "train").mkdir(parents=True)
    (tmp_path / "data" / "train" / "suite.json").write_text("{}", encoding="utf-8")
    assert registration.available()[TRAIN] == {"suite": "train"}
    assert not set(registration.available()) & ({*OURS} - {TRAIN}), "their data are elsewhere"
    monkeypatch.setattr("importlib.metadata.entry_points", lambda **wanted: ())
    assert TRAIN not in registration.available()
    monkeypatch.setattr(registration, "find_spec", lambda package: None)
    assert TRAIN not in registration.available()


def test_a_suite_that_is_absent_says_so() -> None:
    if TRAIN in gym.registry:
        assert load_suite("train").tasks
    else:
        with pytest.raises(UsageError, match="holds no KopaTrain"):
            load_suite("train")
