"""The replica as strangers meet it: a server process of its own, clients that import none of us."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from serving import Served, serving

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.arguments import validate
from kopa_env.outcome import ToolResult
from kopa_env.sources.named import MINI_SEED
from kopa_env.sources.replica import ReplicaSource
from kopa_env.sources.views import ViewSource
from kopa_env.world import World


@pytest.fixture(scope="session")
def served(cache: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as running:
        yield running


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return Catalogue.load()


@pytest.fixture(scope="session")
def replica(cache: Path, catalogue: Catalogue) -> ReplicaSource:
    """The same world in this process, asked for records: no HTTP and no wire format."""
    return ReplicaSource(World(MINI_SEED), catalogue)


@pytest.fixture(scope="session")
def ask(replica: ReplicaSource, catalogue: Catalogue) -> Any:
    """Call a tool by name and return the records, of all pages where there are several."""
    source = ViewSource(replica, catalogue)

    def call(name: str, **args: Any) -> list[dict[str, Any]]:
        spec = catalogue[name]
        valid = validate(spec, args)
        assert not isinstance(valid, ToolResult), valid
        return [dict(record) for record in source.call(spec, valid).records]

    return call
