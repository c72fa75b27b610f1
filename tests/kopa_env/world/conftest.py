"""One world for all tests of its tables, built in the run's own cache."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kopa_env.world.world import World

SEED = 20260130


@pytest.fixture(scope="session")
def world(cache: object) -> Iterator[World]:
    """Return the world of the shipped cassettes."""
    made = World(SEED)
    yield made
    made.close()
