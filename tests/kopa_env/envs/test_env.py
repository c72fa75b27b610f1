"""KopaEnv: gymnasium's own checks, options, rewards, ends, and nothing left over."""

from __future__ import annotations

import copy
import json
import pickle
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import gymnasium as gym
import pytest
from gymnasium.utils.env_checker import check_env
from school import CATALOGUE, TASK, SchoolSource, calls

from kopa_env.catalogue.serial import to_dict
from kopa_env.envs.env import KopaEnv
from kopa_env.envs.registration import ENVIRONMENTS, register
from kopa_env.envs.spaces import AssistantMessage, Messages
from kopa_env.errors import ReplayMiss, UsageError
from kopa_env.outcome import ToolResult
from kopa_env.suites import Suite

OTHER = replace(TASK, id="school-002", content_hash="h2")
SUITE = Suite.of("schools", [TASK, OTHER], 1, splits={"test": ("school-002",)})
LISTED = calls(("school_list", {"city": "포항시", "size": 30}))
NOTED = calls(("save_note", {"title": "최다 학생", "fields": {"학교": "나57학교"}}))
ANSWER = "\\boxed{나57학교; 1,399명}"


class Failing(SchoolSource):
    """A pack that holds nothing."""

    def call(self, spec: Any, args: Any) -> ToolResult:
        raise ReplayMiss("no recorded reply answers this")


def make(**more: Any) -> KopaEnv:
    return KopaEnv(SUITE, **{"source": SchoolSource(), "catalogue": CATALOGUE, **more})


def played(env: KopaEnv, *actions: Any, seed: int = 7) -> Iterator[Any]:
    yield env.reset(seed=seed)
    for action in actions:
        yield env.step(action)


def test_gymnasium_finds_nothing_wrong() -> None:
    """Case B30: Korean, JSON and empty text all fit; the checker has nothing to say."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(), skip_render_check=True)


def test_a_right_answer_is_worth_one() -> None:
    """Case B65: what a trainer watches (calls, parse errors, unknown tools, void) is in info."""
    env = make()
    observation, info = env.reset(options={"task_id": "school-001"})
    assert observation[1]["content"] == TASK.query_ko
    assert [tool["function"]["name"] for tool in info["tools"]][:2] == [
        "school_list",
        "school_detail",
    ]
    observation, reward, terminated, truncated, info = env.step(LISTED)
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert info["calls"][0]["origin"] == "derived"
    assert info["budget"] == {"calls_left": 5, "local_left": 24, "turns_left": 7}
    assert "reward" not in info
    _, reward, terminated, truncated, info = env.step(ANSWER)
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["reward"]["RESPONSE"] == 1
    assert info["stop_reason"] == "answer"
    assert info["valid"] is True
    assert info["counts"] == {
        "calls": 1,
        "local_calls": 0,
        "turns": 2,
        "parse_errors": 0,
        "unknown_tools": 0,
        "infra_errors": 0,
        "void": 0,
    }


def test_the_workspace_counts_where_the_task_says_so() -> None:
    target = {"notes": {"1": {"title": "최다 학생", "values": {"학교": "나57학교"}}}}
    task = replace(TASK, reward_basis=("RESPONSE", "ENVIRONMENT"), target_state=target)
    for extra, reward, diff in (
        ((), 0.0, "removed"),
        ((NOTED,), 1.0, ""),
        ((NOTED, NOTED), 0.0, "added"),
    ):
        env = make(task=task)
        *_, last = played(env, LISTED, *extra, ANSWER)
        assert last[1] == reward
        assert [name for name, rows in last[4]["state_diff"].items() if rows] == (
            [diff] if diff else []
        )


@pytest.mark.parametrize(
    ("actions", "reason"),
    [
        ((calls(*[("school_detail", {"id": "1"})] * 7),), "budget"),
        (("<tool_call>{",) * 5, "parse_errors"),
        ((calls(("table_count", {"result": "r1"})),) * 8, "turns"),
        (({"role": "assistant", "content": "<tool_call>", "finish_reason": "length"},), "length"),
    ],
)
def test_every_other_end_truncates_with_reward_zero(actions: Any, reason: str) -> None:
    *_, last = played(make(), *actions)
    assert (last[1], last[2], last[3], last[4]["stop_reason"]) == (0.0, False, True, reason)


def test_a_miss_makes_the_episode_invalid_and_says_why() -> None:
    """Case B62: never a silent zero."""
    *_, last = played(make(source=Failing()), LISTED)
    assert last[3] is True
    assert last[4]["valid"] is False
    assert "reward" not in last[4]
    assert last[4]["stop_reason"] == "invalid"
    assert "no recorded reply" in last[4]["reasons"]["valid"]
    assert last[4]["counts"]["void"] == 1


def test_the_same_seed_and_actions_give_the_same_bytes() -> None:
    """Case B34: nothing of an earlier episode is left."""
    script = (LISTED, NOTED, calls(("issue_api_key", {"platform": "edudata"})), ANSWER)
    used = make()
    list(played(used, *script, seed=3))
    again = json.dumps(list(played(used, *script)), ensure_ascii=False)
    assert json.dumps(list(played(make(), *script)), ensure_ascii=False) == again


def test_info_holds_no_clock() -> None:
    env = make()
    first = [info for *_, info in played(env, LISTED, ANSWER)]
    assert first == [info for *_, info in played(env, LISTED, ANSWER)]
    assert len(env.unwrapped.trace) == 2
    assert all(step["seconds"] >= step["source_seconds"] >= 0 for step in env.unwrapped.trace)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"task": "school-001"}, "did you mean task_id"),
        ({"task_id": "school-01"}, "did you mean school-001"),
        ({"split": "tset"}, "did you mean test"),
        ({"offer": "taks"}, "did you mean task"),
        ({"offer": 3}, "offers: task, platform, all"),
        ({"task_id": 3}, "has no task 3"),
        ({"split": None}, "splits: all, test"),
        ({"faults": 0.1}, "shares of calls by kind, not 0.1"),
        (["task_id"], "a mapping of names to values"),
    ],
)
def test_an_unknown_option_is_one_clear_line(options: Any, message: str) -> None:
    with pytest.raises(UsageError, match=message) as told:
        make().reset(options=options)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    ("kwargs", "message"),
    [
        ({"suite": "minni"}, "did you mean mini"),
        ({"splitt": "all"}, "no setting 'splitt' .did you mean split"),
        ({"source": "replau", "suite": SUITE}, "did you mean replay"),
        ({"on_miss": "eror", "source": "replica", "suite": SUITE}, "did you mean error"),
        ({"parser": "hermse", "suite": SUITE}, "did you mean hermes"),
        ({"faults": {"timeuot": 0.1}, "suite": SUITE}, "did you mean timeout"),
    ],
)
def test_an_unknown_argument_is_refused_at_once(kwargs: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        KopaEnv(**{"catalogue": CATALOGUE, **kwargs})


def test_splits_choose_tasks_and_seeds_choose_within() -> None:
    env = make()
    assert env.reset(options={"split": "test"})[1]["task_id"] == "school-002"
    assert {env.reset(seed=seed)[1]["task_id"] for seed in range(4)} == {"school-001", "school-002"}


def test_faults_follow_from_the_seed() -> None:
    rates = {"timeout": 0.5}

    def statuses(seed: int) -> list[str]:
        env = make(task=replace(TASK, max_calls=20, max_turns=20), faults=rates)
        env.reset(seed=seed)
        env.step(calls(("issue_api_key", {"platform": "edudata"})))
        ask = calls(("edu_counts", {"api_key": env.episode.workspace.token("edudata")}))
        return [env.step(ask)[4]["calls"][0]["status"] for _ in range(8)]

    assert statuses(1) == statuses(1)
    assert {s for seed in range(4) for s in statuses(seed)} == {"ok", "environmental"}


def test_a_step_without_an_episode_is_refused() -> None:
    env = make()
    with pytest.raises(UsageError, match="reset"):
        env.step(ANSWER)
    list(played(env, ANSWER))
    with pytest.raises(UsageError, match="reset"):
        env.step(ANSWER)


def test_render_shows_calls_cut_results_and_the_reward() -> None:
    env = make(render_mode="ansi")
    list(played(env, LISTED, ANSWER))
    text = env.render()
    assert text is not None
    assert 'school_list({"city":"포항시","size":30})' in text
    assert "reward 1.0" in text
    assert max(map(len, text.splitlines())) < 400
    assert make().render() is None


@pytest.mark.parametrize("copied", [lambda e: pickle.loads(pickle.dumps(e)), copy.deepcopy])
def test_copies_go_on_from_where_they_were(copied: Any) -> None:
    env = make()
    list(played(env, LISTED))
    twin = copied(env)
    assert twin.step(NOTED) == env.step(NOTED)
    assert twin.step(ANSWER) == env.step(ANSWER)
    assert twin.reset()[1] == env.reset()[1]


@pytest.mark.parametrize("copied", [lambda e: pickle.loads(pickle.dumps(e)), copy.deepcopy])
def test_copies_meet_the_faults_their_origin_would_have_met(copied: Any) -> None:
    def ask(env: KopaEnv) -> str:
        key = env.episode.workspace.token("edudata")
        info = env.step(calls(("edu_counts", {"api_key": key})))[4]
        return str(info["calls"][0]["status"])

    env = make(task=replace(TASK, max_calls=40, max_turns=40), faults={"timeout": 0.5})
    env.reset(seed=2)
    env.step(calls(("issue_api_key", {"platform": "edudata"})))
    before = [ask(env) for _ in range(5)]
    twin = copied(env)
    after = [ask(env) for _ in range(10)]
    assert [ask(twin) for _ in range(10)] == after
    assert len({*before, *after}) == 2


def test_a_copy_does_not_touch_its_origin() -> None:
    env = make()
    list(played(env, LISTED))
    copy.deepcopy(env).step(ANSWER)
    assert env.step(NOTED)[2] is False


def test_a_task_of_ones_own_by_object_mapping_and_file(tmp_path: Path) -> None:
    row = to_dict(TASK)
    file = tmp_path / "task.jsonl"
    file.write_text(json.dumps(row, ensure_ascii=False) + "\n", encoding="utf-8")
    for task in (TASK, row, str(file)):
        env = make(task=task)
        assert env.reset()[1]["task_id"] == "school-001"
        assert env.session.suite.tasks["school-001"] == TASK


def test_arguments_survive_the_environment_spec() -> None:
    register()
    spec = copy.deepcopy(gym.spec("kopa/KopaTask-v1"))
    spec.kwargs.update(task=to_dict(TASK), offer="platform", faults={"timeout": 0.1})
    back = gym.envs.registration.EnvSpec.from_json(spec.to_json())
    assert back.kwargs == spec.kwargs


def test_registering_twice_is_harmless() -> None:
    register()
    register()
    assert all(name in gym.registry for name in ENVIRONMENTS)


@pytest.mark.parametrize(
    "text", ["삼성전자", '{"a": 1}', "", "漢·㎡“", "\u3000", "😀", "줄\n바꿈", "ㄱ", "가" * 5000]
)
def test_any_text_is_an_action_and_an_observation(text: str) -> None:
    """Case B30."""
    assert AssistantMessage().contains(text)
    assert Messages().contains(({"role": "user", "content": text},))


@pytest.mark.parametrize(
    "action",
    [
        None,
        5,
        [],
        {"role": "user", "content": "x"},
        {"role": "assistant", "content": 5},
        {"role": "assistant", "tool_calls": ["x"]},
        {"role": "assistant", "tool_calls": 5},
    ],
)
def test_what_is_no_assistant_message_is_no_action(action: Any) -> None:
    assert not AssistantMessage().contains(action)


@pytest.mark.parametrize(
    "observation", [None, [], ({"role": "assistant", "content": "x"},), ({"role": "user"},)]
)
def test_what_is_no_tuple_of_messages_is_no_observation(observation: Any) -> None:
    assert not Messages().contains(observation)


def test_spaces_are_equal_by_value_and_travel() -> None:
    space = AssistantMessage(tuple(CATALOGUE[name] for name in TASK.offered_tools), seed=1)
    assert pickle.loads(pickle.dumps(space)) == space != AssistantMessage()
    assert copy.deepcopy(Messages()) == Messages() != Messages(("user",))
    assert not space.is_np_flattenable
    assert not Messages().is_np_flattenable


def test_sampled_calls_are_well_formed_for_every_shipped_tool() -> None:
    """What the action space draws never fails for its form: only for what it asks."""
    from kopa_env.catalogue import Catalogue
    from kopa_env.catalogue.arguments import validate

    shipped = Catalogue.load()
    for name in list(shipped.entries)[::7]:
        space = AssistantMessage((shipped[name],), seed=5)
        drawn = [space.sample() for _ in range(6)]
        assert all(map(space.contains, drawn))
        for message in drawn:
            for call in message.get("tool_calls", ()):  # type: ignore[union-attr]
                args = json.loads(call["function"]["arguments"])
                checked = validate(shipped[name], args)
                assert not isinstance(checked, ToolResult), checked


def test_sampling_follows_from_the_seed() -> None:
    def drawn(seed: int) -> list[Any]:
        space = AssistantMessage(tuple(CATALOGUE[name] for name in TASK.offered_tools), seed=seed)
        return [space.sample() for _ in range(8)]

    assert drawn(1) == drawn(1) != drawn(2)


def test_a_random_agent_always_comes_to_an_end() -> None:
    env = make()
    for seed in range(5):
        env.reset(seed=seed)
        env.action_space.seed(seed)
        for _ in range(TASK.max_turns + 1):
            observation, _, terminated, truncated, _ = env.step(env.action_space.sample())
            assert env.observation_space.contains(observation)
            if terminated or truncated:
                break
        assert terminated or truncated
