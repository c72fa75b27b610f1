"""A slice of KopaMini that every trainer's tests play: short replies, golden conversations."""

from __future__ import annotations

import pytest

from kopa_env.envs.session import Settings
from kopa_env.suites import load_suite
from kopa_rl.golden import Conversation, conversations
from kopa_rl.rollout import Stage


@pytest.fixture(scope="session")
def stage() -> Stage:
    """KopaMini with observations cut short."""
    return Stage(load_suite("mini"), settings=Settings(observation_limit=700))


@pytest.fixture(scope="session")
def golden(stage: Stage) -> list[Conversation]:
    """Golden conversations of all its tasks."""
    return list(conversations(stage))
