"""Listing: everything a call answers, over all pages."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Generic, TypeVar

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.arguments import validate
from kopa_env.columns import Rows
from kopa_env.outcome import JSON, Status, ToolResult
from kopa_env.source import Source
from kopa_env.spec import Paging, ToolSpec

T = TypeVar("T")

HELD = 120_000
"""Rows remembered."""
PAGES, LONG_PAGES = 6, 18
"""Pages that one listing may take in a walk, and in a long walk."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A complete listing.

    Attributes:
        pages: the arguments of every call, the first page first.
        rows: of all pages, in order.
    """

    pages: tuple[Mapping[str, JSON], ...]
    rows: Rows


class Recent(Generic[T]):
    """What was fetched lately, up to so many rows: whole countries of schools do not add up.

    Args:
        rows: rows held at most; the least lately used goes first.
    """

    def __init__(self, rows: int = HELD) -> None:
        self._most = rows
        self._rows = 0
        self._held: dict[str, tuple[T, int]] = {}

    def __contains__(self, key: str) -> bool:
        return key in self._held

    def take(self, key: str) -> T:
        """Return what is held under a key, and count it as used."""
        self._held[key] = found = self._held.pop(key)
        return found[0]

    def keep(self, key: str, value: T, rows: int) -> None:
        """Hold a value of so many rows."""
        self._held[key] = (value, rows)
        self._rows += rows
        while self._rows > self._most and len(self._held) > 1:
            oldest = next(iter(self._held))
            self._rows -= self._held.pop(oldest)[1]


class RecentSource:
    """A source that remembers its latest replies: a walk is fetched, and then played as a task."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._held: Recent[ToolResult] = Recent()

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call."""
        key = _key(spec.name, args)
        if key not in self._held:
            result = self._source.call(spec, args)
            self._held.keep(key, result, len(result.records))
        return self._held.take(key)

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call."""
        return self.call(spec, args)

    def hashes(self) -> Mapping[str, str]:
        """Return the hashes of the source underneath."""
        return self._source.hashes()


def _key(tool: str, args: Mapping[str, JSON]) -> str:
    return tool + json.dumps(dict(args), sort_keys=True, ensure_ascii=False)


class Lister:
    """Asks for complete listings, each of them once.

    Args:
        catalogue: the tools.
        source: what answers; kept as an attribute for whoever has to ask the same.
        pages: pages of the longest listing that is fetched; may be changed at any time.
    """

    def __init__(self, catalogue: Catalogue, source: Source, pages: int = LONG_PAGES) -> None:
        self.calls = 0
        self.pages = pages
        self.source = source
        self._catalogue = catalogue
        self._held: Recent[Listing | None] = Recent()

    def all(self, tool: str, args: Mapping[str, JSON]) -> Listing | None:
        """Return all rows of a call, ``None`` if it fails, finds nothing or is too long."""
        key = f"{self.pages} {_key(tool, args)}"
        if key not in self._held:
            found = self._fetch(self._catalogue[tool], args)
            self._held.keep(key, found, len(found.rows) if found else 0)
        return self._held.take(key)

    def _fetch(self, spec: ToolSpec, args: Mapping[str, JSON]) -> Listing | None:
        first = self._call(spec, args)
        if first is None or first.status is not Status.OK or not first.records:
            return None
        total = first.total if first.total is not None else len(first.records)
        if spec.paging is None or total <= len(first.records):
            return Listing((dict(args),), first.records)
        return self._paged(spec, spec.paging, args, total)

    def _paged(
        self, spec: ToolSpec, paging: Paging, args: Mapping[str, JSON], total: int
    ) -> Listing | None:
        many = ceil(total / paging.max)
        if many > self.pages:
            return None
        pages = tuple({**args, **turned(paging, n)} for n in range(many))
        rows: list[Mapping[str, JSON]] = []
        for page in pages:
            result = self._call(spec, page)
            if result is None or result.status is not Status.OK:
                return None
            rows += result.records
        return Listing(pages, rows) if len(rows) == total else None

    def _call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult | None:
        tokens = {p.name for p in spec.params if p.role == "token"}
        checked = validate(spec, {**args, **dict.fromkeys(tokens, "token")})
        if isinstance(checked, ToolResult):
            return None
        self.calls += 1
        sent = {name: value for name, value in checked.items() if name not in tokens}
        return self.source.call(spec, sent)


def turned(paging: Paging, n: int) -> dict[str, JSON]:
    """Return the arguments that ask for the n-th page (from 0) of the largest size."""
    if paging.mode == "range":
        start = paging.first + n * paging.max
        return {paging.page: start, paging.size: start + paging.max - 1}
    if n == 0:
        return {paging.size: paging.max}
    return {paging.page: paging.first + n, paging.size: paging.max}
