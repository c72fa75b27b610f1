"""One world for all tests of its tables, built in the run's own cache."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kopa_env.world.world import World

SEED = 20260130


@pytest.fixture(scope="session")
def world(cache: object) -> Iterator[World]:
    """Return the world of the shipped cassettes."""
    made = World(SEED)
    yield made
    made.close()


FURTHER_SEEDS = (20260131, 7)
"""Worlds that only the slow gate builds: content is made by the same rules in every one."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave tests of further worlds to the slow gate."""
    here = Path(__file__).parent
    for item in items:
        params = getattr(getattr(item, "callspec", None), "params", {})
        if item.path.parent == here and any(v in FURTHER_SEEDS for v in params.values()):
            item.add_marker(pytest.mark.slow)
