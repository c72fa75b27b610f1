"""What answers an environment's calls: sources by name, one per episode where they count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kopa_env.episode.plan import without_tokens
from kopa_env.errors import UsageError, did_you_mean
from kopa_env.sources.views import ViewSource

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue
    from kopa_env.episode import Episode
    from kopa_env.source import Source
    from kopa_env.suites import Suite

SOURCES = ("replay", "replica", "live")
POLICIES = ("replica", "error", "live")


def check_names(source: str, on_miss: str) -> None:
    """Check the names of a source and a miss policy.

    Raises:
        UsageError: if one is unknown.
    """
    for kind, name, known in (("source", source, SOURCES), ("miss policy", on_miss, POLICIES)):
        if name not in known:
            near = did_you_mean(str(name), known)
            raise UsageError(f"no {kind} {name!r}{near}; known: {', '.join(known)}")


class Backend:
    """Opens sources for one suite and keeps them open.

    Args:
        suite: names the pack and the world.
        catalogue: the tools.
        given: a source of the caller's own, which then answers everything.
    """

    def __init__(self, suite: Suite, catalogue: Catalogue, given: Source | None = None) -> None:
        self._suite = suite
        self._catalogue = catalogue
        self.given = given
        self._open: dict[tuple[str, str], ViewSource] = {}

    def episode_source(
        self, name: str, on_miss: str, faults: Mapping[str, float] | None, seed: int
    ) -> ViewSource:
        """Return what answers one episode.

        Args:
            name: ``replay`` (recorded replies, then ``on_miss``), ``replica`` or ``live``.
            on_miss: ``replica`` (same world only), ``error`` or ``live``.
            faults: share of calls that meet a fault, by kind; see ``FaultOverlay``.
            seed: which calls those are.

        Raises:
            UsageError: if a name is unknown or what it needs is not there.
        """
        views = self._views(name, on_miss)
        if not faults:
            return views
        from kopa_env.sources.faults import FaultOverlay

        return views.over(FaultOverlay(views.source, seed, faults))

    def branch(self, views: ViewSource) -> ViewSource:
        """Return what answers a branch of an episode: faults are counted apart from here on."""
        from kopa_env.sources.faults import FaultOverlay

        overlay = views.source
        return views.fork(overlay.fork()) if isinstance(overlay, FaultOverlay) else views

    def catch_up(self, views: ViewSource, episode: Episode) -> None:
        """Let faults count the calls a restored episode has made; views are read anew."""
        from kopa_env.sources.faults import FaultOverlay

        overlay = views.source
        if not isinstance(overlay, FaultOverlay):
            return
        for entry in episode.calls:
            spec = episode.tools.get(entry.name)
            if spec is not None and entry.sent and entry.kind == "endpoint":
                overlay.count(spec, without_tokens(spec, entry.args))

    def hashes(self, name: str, on_miss: str) -> Mapping[str, str]:
        """Return what identifies a source."""
        return self._views(name, on_miss).hashes()

    def _views(self, name: str, on_miss: str) -> ViewSource:
        if self.given is not None:
            name = on_miss = "given"
        if (name, on_miss) not in self._open:
            source = self.given or self._bare(name, on_miss)
            views = (
                source if isinstance(source, ViewSource) else ViewSource(source, self._catalogue)
            )
            self._open[name, on_miss] = views
        return self._open[name, on_miss]

    def _bare(self, name: str, on_miss: str) -> Source:
        check_names(name, on_miss)
        if name == "live":
            return self._live()
        if name == "replica" or not self._suite.pack:
            return self._replica()
        from kopa_env.sources.offline import OfflineSource
        from kopa_env.sources.rebuilt import RebuiltSource
        from kopa_env.sources.shipped import shipped_replay

        replay = shipped_replay(self._suite.pack, self._catalogue)
        if on_miss == "replica":
            replica = self._replica() if replay.pack.info.world_hash else RebuiltSource(replay)
            return OfflineSource(replay, replica, "replica")
        if on_miss == "live":
            return OfflineSource(replay, None, "live", live=self._live())
        return OfflineSource(replay, None, "error")

    def _replica(self) -> Source:
        from kopa_env.sources.replica import ReplicaSource
        from kopa_env.sources.shifted import ShiftedSource
        from kopa_env.world import World

        replica = ReplicaSource(World(self._suite.world_seed), self._catalogue)
        years = self._suite.years
        return ShiftedSource(replica, years) if years else replica

    def _live(self) -> Source:
        from kopa_env.sources.live import LiveSource

        return LiveSource(self._catalogue)
