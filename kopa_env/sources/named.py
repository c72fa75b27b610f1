"""Sources by the names users type: ``replay``, ``replica``, ``live``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kopa_env.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue
    from kopa_env.source import Source

NAMES = ("replay", "replica", "live")
MINI_SEED = 20260130
"""World seed of KopaMini and of everything recorded in the shipped cassettes."""


def open_source(name: str, catalogue: Catalogue, seed: int = MINI_SEED) -> Source:
    """Return a source that also resolves view tools.

    Args:
        name: ``replay`` (shipped pack only), ``replica`` (the world of ``seed``) or ``live``
            (the real APIs, with the operator's keys).
        catalogue: the tools it answers for.
        seed: world seed of the replica.

    Raises:
        UsageError: if there is no such source.
    """
    from kopa_env.sources.views import ViewSource

    return ViewSource(_bare(name, catalogue, seed), catalogue)


def _bare(name: str, catalogue: Catalogue, seed: int) -> Source:
    if name == "replay":
        from kopa_env.sources.shipped import shipped_replay

        return shipped_replay("kopa", catalogue)
    if name == "replica":
        from kopa_env.sources.replica import ReplicaSource
        from kopa_env.world import World

        return ReplicaSource(World(seed), catalogue)
    if name == "live":
        from kopa_env.sources.live import LiveSource

        return LiveSource(catalogue)
    raise UsageError(f"no source {name!r}{did_you_mean(name, NAMES)}; sources: {', '.join(NAMES)}")
