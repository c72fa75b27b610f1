"""OfflineSource: recorded replies first, then what the miss policy says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from kopa_env.errors import UsageError, did_you_mean
from kopa_env.outcome import JSON, ToolResult
from kopa_env.source import Source
from kopa_env.sources.misses import MissLedger
from kopa_env.sources.replay import ReplaySource
from kopa_env.spec import ToolSpec

OnMiss = Literal["error", "replica", "live"]


class OfflineSource:
    """Replay, and on a miss an error, the replica of the same world, or the real API.

    Nothing is ever made up: a reply that was not recorded is labelled with where it came from, and
    the replica answers only where it is of the world that was recorded, or rebuilt from the very
    replies that were.

    Args:
        replay: the recorded replies.
        replica: what answers a miss under ``replica``.
        on_miss: ``error``, ``replica`` or ``live``.
        live: what answers a miss under ``live``.

    Raises:
        UsageError: if the policy is unknown, its source is missing or of another world.
    """

    def __init__(
        self,
        replay: ReplaySource,
        replica: Source | None = None,
        on_miss: OnMiss = "error",
        *,
        live: Source | None = None,
    ) -> None:
        if on_miss not in get_args(OnMiss):
            known = get_args(OnMiss)
            raise UsageError(
                f"no miss policy {on_miss!r}{did_you_mean(on_miss, known)}; "
                f"policies: {', '.join(known)}"
            )
        self.replay = replay
        self.on_miss = on_miss
        self._replica = replica
        self._live = live
        self._fallback = _fallback(replay, replica, live, on_miss)

    @property
    def ledger(self) -> MissLedger:
        """What was missed so far."""
        return self.replay.ledger

    def fresh(self) -> OfflineSource:
        """Return a source for another episode: same replies, counters at zero."""
        return OfflineSource(self.replay.fresh(), self._replica, self.on_miss, live=self._live)

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call.

        Raises:
            ReplayMiss: under the policy ``error``, if it was not recorded.
        """
        result = self.replay.find(spec, args)
        if result is not None:
            return result
        miss = self.replay.miss(spec, args)
        if self._fallback is None:
            raise miss
        return self._fallback.call(spec, args)

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call; only the real API ever waits."""
        result = self.replay.find(spec, args)
        if result is not None:
            return result
        miss = self.replay.miss(spec, args)
        if self._fallback is None:
            raise miss
        return await self._fallback.acall(spec, args)

    def hashes(self) -> Mapping[str, str]:
        """Return the hashes of the recorded replies."""
        return self.replay.hashes()


def _fallback(
    replay: ReplaySource, replica: Source | None, live: Source | None, on_miss: OnMiss
) -> Source | None:
    if on_miss == "error":
        return None
    chosen = replica if on_miss == "replica" else live
    if chosen is None:
        raise UsageError(f"the miss policy {on_miss!r} needs a {on_miss} source")
    if on_miss == "replica":
        recorded, served = replay.hashes()["world"], chosen.hashes().get("world", "")
        rebuilt = chosen.hashes().get("pack") == replay.hashes()["pack"]
        if not rebuilt and (not recorded or recorded != served):
            raise UsageError(
                f"{replay.pack.path.name} was recorded from world {recorded or 'live'}, the "
                f"replica serves {served or 'none'}: it cannot answer misses; use on_miss=error"
            )
    return chosen
