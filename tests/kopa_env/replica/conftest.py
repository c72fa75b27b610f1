"""One built world and one replica for the whole run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.compile import PACKAGE, read_platforms
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, load_replica, read_yaml
from kopa_env.world import World

SEED = 20260130


@pytest.fixture(scope="session")
def world(cache: object) -> Iterator[World]:
    """The Mini world, its tables built when a test asks for them."""
    built = World(SEED)
    yield built
    built.close()


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    """Every tool as its YAML says now, compiled in memory."""
    specs, platforms, _ = read_platforms(PACKAGE / "platforms")
    return Catalogue.of(tuple(specs), tuple(platforms))


@pytest.fixture(scope="session")
def declared() -> ReplicaSpec:
    """Every declaration as its YAML says now, checked."""
    return load_replica(read_yaml())


@pytest.fixture(scope="session")
def replica(world: World, catalogue: Catalogue, declared: ReplicaSpec) -> Replica:
    """A replica of every platform over the Mini world."""
    return Replica(world, catalogue, declared)
