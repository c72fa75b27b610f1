"""What every stage of a run works with: its tools, its source, its preset."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kopa_env.errors import UsageError, did_you_mean
from kopa_env.sources.named import NAMES, open_source
from kopa_synth.commands.overrides import changed
from kopa_synth.explore.arguments import TODAY
from kopa_synth.folder import RunFolder
from kopa_synth.presets import Preset

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue
    from kopa_env.outcome import JSON, ToolResult
    from kopa_env.source import Source
    from kopa_env.spec import ToolSpec

TRAINING_WORLD = 20260131
"""Of another parity than the benchmark's: worlds of different parity share no fictional entity."""

_KST = timezone(timedelta(hours=9))


@dataclass(frozen=True)
class Materials:
    """What a run's settings come to.

    Attributes:
        settings: of the run, as ``run.json`` holds them.
    """

    settings: dict[str, Any]

    @classmethod
    def of(cls, folder: RunFolder) -> Materials:
        """Return what a run in a folder works with.

        Raises:
            UsageError: if there is none, or it was begun with another catalogue.
        """
        found = cls(folder.settings())
        was = found.settings["catalogue"]
        if was != found.catalogue.hash:
            raise UsageError(
                f"{folder.path} was begun with catalogue {was}, installed is "
                f"{found.catalogue.hash}; begin a run in another folder"
            )
        return found

    @property
    def seed(self) -> int:
        """The run's seed."""
        return int(self.settings["seed"])

    @property
    def today(self) -> str:
        """The day candidate dates end at."""
        return str(self.settings["today"])

    @property
    def open_platforms(self) -> list[str]:
        """The run's platforms that tasks may be made of, by name: those not withheld."""
        return sorted(n for n, p in self.catalogue.platforms.items() if not p.withheld)

    @property
    def preset(self) -> Preset:
        """The preset with the run's changes."""
        return changed(self.settings["preset"], self.settings["set"])

    @cached_property
    def catalogue(self) -> Catalogue:
        """The tools of the run's platforms."""
        return chosen_catalogue(self.settings["platforms"], self.settings["source"])

    @cached_property
    def whole(self) -> Catalogue:
        """All tools, those of the desk included: tasks are solved with these too."""
        from kopa_env.catalogue import Catalogue

        return Catalogue.load()

    def source(self, world: int | None = None) -> Source:
        """Open the run's source, or the same over another world."""
        from kopa_env.catalogue import Catalogue

        name, whole = self.settings["source"], Catalogue.load()
        if "://" in name:
            from kopa_env.sources.views import ViewSource
            from kopa_synth.commands.served import ServedReplica

            return ViewSource(ServedReplica(name), whole)
        seed = world if world is not None else self.settings["world"]
        return open_source(name, whole, seed) if seed is not None else open_source(name, whole)


class Counted:
    """A source that counts what it is asked: what a platform's quota counts.

    Args:
        source: what answers.
    """

    def __init__(self, source: Source) -> None:
        self.calls = 0
        self._source = source

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call."""
        self.calls += 1
        return self._source.call(spec, args)

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call."""
        self.calls += 1
        return await self._source.acall(spec, args)

    def hashes(self) -> Mapping[str, str]:
        """Return the hashes of the source underneath."""
        return self._source.hashes()


def chosen_catalogue(platforms: Sequence[str], source: str) -> Catalogue:
    """Return the tools of these platforms, or of all where none is named.

    Of the replica only those that it has rules for: an edge to a generated listing would be
    verified against nothing.

    Raises:
        UsageError: if there is no such platform, or none of its tools is left.
    """
    from kopa_env.catalogue import Catalogue

    chosen = Catalogue.load()
    chosen = chosen.only(*platforms) if platforms else chosen
    if source == "live":
        return chosen
    ruled = chosen.declared()
    if bare := sorted(set(platforms) - ruled.platforms.keys()):
        raise UsageError(
            f"the replica has no rules for any tool of {bare[0]}, so nothing can be verified on "
            f"it; declare some in its replica.yaml, or use --source live"
        )
    return ruled


def where(source: str, world: int | None) -> dict[str, Any]:
    """Return the settings that say what answers, and on which day.

    Raises:
        UsageError: if there is no such source, or a world is named for one that has its own.
    """
    if "://" in source:
        from kopa_synth.commands.served import ServedReplica

        ServedReplica(source)
    elif source not in NAMES:
        near = did_you_mean(source, NAMES)
        raise UsageError(f"no source {source!r}{near}; sources: {', '.join(NAMES)}, http://…")
    if source != "replica" and world is not None:
        raise UsageError(f"--world goes with --source replica: {source} has a world of its own")
    today = datetime.now(_KST).strftime("%Y%m%d") if source == "live" else TODAY
    if source == "replica" and world is None:
        world = TRAINING_WORLD
    return {"source": source, "world": world, "today": today}
