"""ReplaySource: answers calls from a pack, byte for byte what was recorded."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from kopa_env import platforms
from kopa_env.canonical import canonical, request_key, rules_hash
from kopa_env.errors import ReplayMiss, StalePack, UsageError, did_you_mean
from kopa_env.outcome import JSON, Origin, ToolResult
from kopa_env.pack import Entry, Pack
from kopa_env.sources.keys import Keys
from kopa_env.sources.misses import MissLedger, explain
from kopa_env.spec import ToolSpec
from kopa_env.wire import REDACTED, HttpRequest, HttpResponse, run

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue

Order = Literal["first", "last", "sequence"]
"""Which of several answers recorded under one key is given: always the first, always the last, or
one after the other (the last one for ever)."""

_AGAIN = "compile it again with 'kopa cassettes compile'"


class ReplaySource:
    """Answers calls of endpoint tools from a pack (:class:`~kopa_env.source.Source`).

    Immutable but for the counters of ``sequence``: give each episode its own by :meth:`fresh`.

    Args:
        pack: an open pack.
        catalogue: the tools.
        order: which answer to give where several were recorded.
        ledger: counts misses.

    Raises:
        StalePack: if the pack's keys were made by other rules than this package's.
    """

    def __init__(
        self,
        pack: Pack,
        catalogue: Catalogue,
        *,
        order: Order = "first",
        ledger: MissLedger | None = None,
    ) -> None:
        if pack.info.canon_hash != rules_hash():
            raise StalePack(f"{pack.path.name} has keys made by other rules; {_AGAIN}")
        self.pack = pack
        self.catalogue = catalogue
        self.ledger = MissLedger() if ledger is None else ledger
        self._order = order
        self.keys = Keys()
        self._given: dict[bytes, int] = {}
        self._checked: dict[str, ToolSpec] = {}
        self._versions = {name: version for name, version, _, _ in pack.info.tools}

    @classmethod
    def open(cls, path: Path, catalogue: Catalogue) -> ReplaySource:
        """Open a pack file.

        Raises:
            IntegrityError: if it is missing or no pack.
        """
        return cls(Pack.open(path), catalogue)

    def fresh(self) -> ReplaySource:
        """Return a source over the same pack whose counters start at zero."""
        other = ReplaySource(self.pack, self.catalogue, order=self._order, ledger=self.ledger)
        other.keys = self.keys
        other._checked = self._checked
        return other

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call. ``args`` are validated, by parameter name.

        Raises:
            ReplayMiss: if it was not recorded; the message names the nearest requests.
            StalePack: if the tool changed since its replies were decoded.
        """
        result = self.find(spec, args)
        if result is None:
            raise self.miss(spec, args)
        return result

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call; nothing here waits, so it is the same as :meth:`call`."""
        return self.call(spec, args)

    def find(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult | None:
        """Answer one call, or return ``None`` if it was not recorded."""
        if self._checked.get(spec.name) is not spec:
            self._check(spec)
        entry = self.entry(self.keys.key(spec, args))
        if entry is None:
            return None
        return entry.result() if entry.final else self._walk(spec, args)

    def entry(self, key: bytes) -> Entry | None:
        """Return the recorded reply whose turn it is under a key."""
        first, answers = self.pack.find(key)
        if answers <= 1 or self._order == "first":
            return self.pack.entry(first) if answers else None
        if self._order == "last":
            return self.pack.entry(first + answers - 1)
        nth = self._given.get(key, 0)
        self._given[key] = nth + 1
        return self.pack.entry(first + min(nth, answers - 1))

    def miss(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ReplayMiss:
        """Count a miss and return the error that tells of it."""
        text = self.keys.canonical(spec, args)
        self.ledger.add(spec.name, text)
        return ReplayMiss(explain(self.pack, spec.name, text))

    def hashes(self) -> Mapping[str, str]:
        """Return what identifies the pack, its world and the cassettes it was compiled from."""
        info = self.pack.info
        return {
            "pack": self.pack.hash,
            "world": info.world_hash,
            "cassettes": info.source_hash,
            "catalogue": info.catalogue_hash,
        }

    def _check(self, spec: ToolSpec) -> None:
        if spec.kind != "endpoint":
            raise UsageError(f"{spec.name} is a {spec.kind} tool; replay answers endpoints")
        held = self._versions.get(spec.name, spec.spec_version)
        if held != spec.spec_version:
            raise StalePack(
                f"{self.pack.path.name} holds version {held} of {spec.name}, "
                f"the catalogue has {spec.spec_version}; {_AGAIN}"
            )
        self._checked[spec.name] = spec

    def _walk(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult | None:
        """Replay a call of several requests step by step."""

        def answer(request: HttpRequest) -> HttpResponse:
            entry = self.entry(request_key(request))
            if entry is None:
                raise _NotRecordedError(canonical(request))
            return HttpResponse(entry.status, entry.content_type, entry.body)

        exchange = platforms.dialect(spec.platform).exchange(spec, args, REDACTED)
        try:
            result = run(exchange, answer)
        except _NotRecordedError:
            return None
        return result.came_from(Origin.EXACT, self.pack.info.source)


class _NotRecordedError(Exception):
    """A later request of a call is not recorded."""


def shipped_pack(name: str) -> Path:
    """Return the file of a pack that ships with the package.

    Raises:
        UsageError: if there is none of that name.
    """
    folder = Path(str(files("kopa_env"))) / "data" / "packs"
    path = folder / f"{name}.pack"
    if not path.is_file():
        known = sorted(p.stem for p in folder.glob("*.pack"))
        raise UsageError(
            f"no pack {name!r} ships with this package{did_you_mean(name, known)}; "
            f"there are: {', '.join(known) or 'none'}"
        )
    return path
