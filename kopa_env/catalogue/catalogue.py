"""Catalogue: tools by name or upstream reference, read one line at a time."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import orjson

from kopa_env.catalogue.serial import spec_from_dict
from kopa_env.errors import IntegrityError, UsageError, did_you_mean
from kopa_env.spec import ToolSpec

if TYPE_CHECKING:
    from kopa_env.catalogue.search import Index


INFORMATIVE = 2
"""Informative response fields a tool needs to be counted."""

_RULED = ("declared", "local")


@dataclass(frozen=True, slots=True)
class Platform:
    """What is known of a platform as a whole.

    Attributes:
        withheld: kept out of every training corpus.
        credential_env: environment variables that may hold the operator's key, in order.
        attribution: licence mark of the data (공공누리 type) where known.
    """

    name: str
    title_ko: str
    title_en: str
    domain: str
    withheld: bool = False
    hosts: tuple[str, ...] = ()
    credential_env: tuple[str, ...] = ()
    attribution: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class ToolEntry:
    """One line of the index: what lists and counts need, without loading the tool.

    Attributes:
        informative: response fields better than ``inferred`` that do not echo an input.
        fidelity: how far the replica goes: ``declared``, ``name_match``, ``listing_only`` or
            ``local`` for tools that need no platform.
        address: path and constant arguments of an endpoint (``ToolSpec.address``).
    """

    name: str
    ref: str
    platform: str
    kind: str
    title_ko: str
    confidence: str
    fidelity: str
    informative: int
    thin: bool
    address: str
    offset: int
    length: int


class Catalogue:
    """Tools and platforms.

    Args:
        lines: compiled tools, one JSON object per line.
        index: the compiled index (hash, platforms, entries).
    """

    def __init__(self, lines: bytes, index: Mapping[str, Any]) -> None:
        self._lines = lines
        self.hash = str(index["hash"])
        self.platforms: Mapping[str, Platform] = {
            row["name"]: Platform(**_tuples(row)) for row in index["platforms"]
        }
        self.entries: Mapping[str, ToolEntry] = {row[0]: ToolEntry(*row) for row in index["tools"]}
        self._loaded: dict[str, ToolSpec] = {}

    @classmethod
    def load(cls) -> Catalogue:
        """Return the catalogue that ships with the package (one per process)."""
        return _shipped()

    @classmethod
    def of(cls, specs: tuple[ToolSpec, ...], platforms: tuple[Platform, ...] = ()) -> Catalogue:
        """Build a catalogue from specs in memory: for one's own tools and for tests."""
        from kopa_env.catalogue.compile import compile_catalogue

        return cls(*compile_catalogue(specs, platforms, {}))

    def only(self, *platforms: str) -> Catalogue:
        """Return the catalogue of these platforms' tools, in the same order.

        Raises:
            UsageError: if there is no such platform.
        """
        return self._of({name for platform in platforms for name in self.names(platform)})

    def declared(self) -> Catalogue:
        """Return the catalogue of what the replica has rules for, in the same order.

        Tools that it answers from generated listings are left out, and views over them: what is
        found by calling those says nothing of the platform.
        """

        def known(entry: ToolEntry) -> bool:
            view = self[entry.name].view
            return self.entries[view.over if view else entry.name].fidelity in _RULED

        return self._of({entry.name for entry in self.entries.values() if known(entry)})

    def _of(self, names: Set[str]) -> Catalogue:
        from kopa_env.catalogue.compile import compile_catalogue

        entries = [entry for entry in self.entries.values() if entry.name in names]
        platforms = {entry.platform for entry in entries}
        return Catalogue(
            *compile_catalogue(
                [self[entry.name] for entry in entries],
                [about for name, about in self.platforms.items() if name in platforms],
                {entry.name: entry.fidelity for entry in entries},
            )
        )

    def get(self, name: str) -> ToolSpec | None:
        """Return the tool of that name, or ``None``."""
        spec = self._loaded.get(name)
        if spec is None and (entry := self.entries.get(name)):
            line = self._lines[entry.offset : entry.offset + entry.length]
            spec = self._loaded[name] = spec_from_dict(orjson.loads(line))
        return spec

    def __getitem__(self, name: str) -> ToolSpec:
        """Return the tool of that name.

        Raises:
            UsageError: if there is none; the message names the nearest.
        """
        spec = self.get(name)
        if spec is None:
            raise UsageError(f"no tool {name!r}{did_you_mean(name, self.entries)}")
        return spec

    def __contains__(self, name: object) -> bool:
        return name in self.entries

    def __len__(self) -> int:
        return len(self.entries)

    def by_ref(self, ref: str) -> ToolSpec | None:
        """Return the endpoint tool of an upstream reference, or ``None``."""
        name = self._names_by_ref.get(ref)
        return self.get(name) if name else None

    def served(self, platform: str, endpoint: str) -> ToolSpec | None:
        """Return the tool a platform's server knows by this name, or ``None``.

        Args:
            platform: the server's.
            endpoint: the last part of its ``ref``, its address (see ``Incoming.endpoint``), or
                its path where no other tool of the platform has that.
        """
        name = self._names_served.get((platform, endpoint))
        return self.get(name) if name else None

    def names(self, platform: str | None = None) -> tuple[str, ...]:
        """Return tool names in catalogue order, of one platform or of all.

        Raises:
            UsageError: if there is no such platform.
        """
        if platform is not None and platform not in self.platforms:
            raise UsageError(f"no platform {platform!r}{did_you_mean(platform, self.platforms)}")
        return tuple(e.name for e in self.entries.values() if platform in (None, e.platform))

    def search(self, query: str, limit: int = 10) -> list[tuple[str, float]]:
        """Return tool names that fit a Korean or English query, best first, with scores."""
        return self._index.search(query, limit)

    @cached_property
    def _names_by_ref(self) -> dict[str, str]:
        return {e.ref: e.name for e in self.entries.values() if e.kind == "endpoint"}

    @cached_property
    def _names_served(self) -> dict[tuple[str, str], str]:
        served: dict[tuple[str, str], str] = {}
        paths: dict[tuple[str, str], list[str]] = {}
        for entry in self.entries.values():
            if entry.kind == "endpoint":
                served.setdefault((entry.platform, entry.ref.partition(":")[2]), entry.name)
                served.setdefault((entry.platform, entry.address), entry.name)
                path = entry.address.partition("?")[0]
                paths.setdefault((entry.platform, path), []).append(entry.name)
        alone = {place: names[0] for place, names in paths.items() if len(names) == 1}
        return {**alone, **served}

    @cached_property
    def _index(self) -> Index:
        from kopa_env.catalogue.search import Index

        return Index(self[name] for name in self.entries)


def _tuples(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tuple(v) if isinstance(v, list) else v for key, v in row.items()}


@lru_cache(maxsize=1)
def _shipped() -> Catalogue:
    data = files("kopa_env") / "data"
    try:
        lines = (data / "catalogue.jsonl").read_bytes()
        index = orjson.loads((data / "catalogue.index.json").read_bytes())
    except FileNotFoundError:
        raise IntegrityError(
            "the compiled catalogue is missing; run: python -m kopa_env.catalogue.compile"
        ) from None
    return Catalogue(lines, index)
