"""The drill suite: few shapes over many entities, those of the two splits apart."""

from __future__ import annotations

from collections import Counter

from kopa_env.envs.drivers import drive
from kopa_env.envs.session import Settings
from kopa_env.suites import load_suite
from kopa_rl.drill import suite as made
from kopa_rl.golden import conversations, hasty
from kopa_rl.rollout import Stage


def test_splits_share_no_entity_and_hold_every_shape() -> None:
    suite = load_suite("drill")
    about = {
        split: {str(suite.task(name).bindings) for name in suite.ids(split)}
        for split in ("train", "dev")
    }
    assert not about["train"] & about["dev"]
    for split, entities in about.items():
        shapes = [name.split("-")[0] for name in suite.ids(split)]
        assert Counter(shapes) == dict.fromkeys(("code", "english", "watch"), len(entities))
    assert len(about["train"]) == 4 * len(about["dev"]) >= 100


def test_what_a_smaller_suite_holds_out_a_larger_one_does_too() -> None:
    small, large = made(10), made(20)
    held = {str(small.task(name).bindings) for name in small.ids("dev")}
    assert not held & {str(large.task(name).bindings) for name in large.ids("train")}


def test_what_is_asked_is_answered_by_the_world_of_training() -> None:
    suite = load_suite("drill")
    stage = Stage(suite, settings=Settings(local_tools=False))
    found = list(conversations(stage, "dev"))
    assert len(found) == len(suite.ids("dev"))
    assert suite.world_seed == load_suite("train").world_seed
    assert all(len(one.tools) == 3 for one in found)


def test_a_hasty_conversation_scores_0_for_want_of_what_it_leaves_out() -> None:
    suite = made(5)
    stage = Stage(suite, settings=Settings(local_tools=False))
    for one in conversations(stage):
        session = stage.session()
        session.begin({"task_id": one.task.id}, 0)
        for message in hasty(one).messages[2:]:
            if message["role"] == "assistant":
                drive(session, message)
        assert session.done is not None
        assert session.done.stop_reason == "answer"
        assert session.done.grade.reward == 0.0
        assert (1 if one.task.id.startswith("watch") else 0) == session.done.grade.RESPONSE
