"""The drill suite: one shape over many entities, those of the two splits apart."""

from __future__ import annotations

from kopa_env.envs.session import Settings
from kopa_env.suites import load_suite
from kopa_rl.golden import conversations
from kopa_rl.rollout import Stage


def test_splits_share_no_entity_and_hold_every_shape() -> None:
    suite = load_suite("drill")
    about = {
        split: {str(suite.task(name).bindings) for name in suite.ids(split)}
        for split in ("train", "dev")
    }
    assert not about["train"] & about["dev"]
    assert len(about["train"]) + len(about["dev"]) == len(suite.tasks) >= 200
    for split in about:
        assert {name.split("-")[0] for name in suite.ids(split)} == {"petition", "committee"}


def test_what_is_asked_is_answered_by_the_world_of_training() -> None:
    suite = load_suite("drill")
    stage = Stage(suite, settings=Settings(local_tools=False))
    found = list(conversations(stage, "dev"))
    assert len(found) == len(suite.ids("dev"))
    assert suite.world_seed == load_suite("train").world_seed
    assert all(len(one.tools) == 3 for one in found)
