"""ReplicaSource: answers calls from the replica in process, without a byte on any wire."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from kopa_env.catalogue.arguments import wire_args
from kopa_env.outcome import JSON, Origin, ToolResult
from kopa_env.spec import ToolSpec
from kopa_env.wire import run

if TYPE_CHECKING:
    from kopa_env.catalogue.catalogue import Catalogue
    from kopa_env.replica.engine import Replica
    from kopa_env.world.world import World

DUMMY_CREDENTIAL = "REPLICA0" * 5
"""What stands for an operator's key on the replica's byte layer: 40 characters, no secret."""


class ReplicaSource:
    """Answers calls of endpoint tools from a world's tables (:class:`~kopa_env.source.Source`).

    Args:
        world: the tables.
        catalogue: the tools.
        layer: ``rows`` answers with records at once; ``bytes`` goes through the platform's own
            wire format both ways. The answers are the same.
    """

    def __init__(
        self, world: World, catalogue: Catalogue, layer: Literal["rows", "bytes"] = "rows"
    ) -> None:
        self._world = world
        self._catalogue = catalogue
        self._layer = layer

    @cached_property
    def replica(self) -> Replica:
        """The replica, made at the first call: where all is recorded there is none."""
        from kopa_env.replica.engine import Replica

        return Replica(self._world, self._catalogue)

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call. ``args`` are validated, by parameter name."""
        if self._layer == "rows":
            result, _ = self.replica.answer(spec, wire_args(spec, args))
        else:
            from kopa_env.platforms import dialect

            exchange = dialect(spec.platform).exchange(spec, args, DUMMY_CREDENTIAL)
            result = run(exchange, self.replica.respond)
        return result.came_from(Origin.DERIVED, "replica")

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call; nothing here waits, so it is the same as :meth:`call`."""
        return self.call(spec, args)

    def hashes(self) -> Mapping[str, str]:
        """Return the world's hash and the catalogue's."""
        return {"world": self._world.hash, "catalogue": self._catalogue.hash}
