"""Asking the replica for a reply of a sample's endpoint.

First as the sample was asked; where the world has nothing there, with arguments read off rows that
the world does have. Several replies are put together, so that more than one row is compared; where
they are not like the sample, more of them, from all over the world.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain, islice
from math import ceil
from urllib.parse import unquote

from kopa_env.catalogue.arguments import validate, wire_args
from kopa_env.conformance.compare import NOTHING, leaves
from kopa_env.conformance.finding import Args, Finder
from kopa_env.dialect import PageSlice
from kopa_env.outcome import JSON, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.shapes import shape_of
from kopa_env.spec import ToolSpec

ENOUGH = 160
"""Rows after which no further reply is asked for."""

PAGE = 20
"""Rows asked for at a time where the platform pages; at other places of the list, further pages."""

MOST = 100
"""Rows of one reply that are compared."""

CALLS = 16
"""Calls made at most."""

FAR_ROWS = 4000
"""Rows looked through at most for something that few of them have."""

FAR_CALLS = 100
"""Calls made for that at most."""

_PAIR = re.compile(r"([A-Za-z_][\w.]*)\s*=\s*([^&,\s()]+)")
_UNKNOWN = re.compile(r"[…{}<>*]|^X{2,}$")


Reply = tuple[ToolResult, PageSlice | None]
"""Rows, and which page of the whole list they are."""


class Asker:
    """Asks a replica for replies of its tools."""

    def __init__(self, replica: Replica) -> None:
        self._replica = replica
        self._finder = Finder(replica.world)

    def ask(
        self, spec: ToolSpec, request: str, wanted: Iterable[str] = (), *, single: bool = False
    ) -> list[Reply]:
        """Return replies of a tool that have rows, the likest to the sample first.

        Args:
            spec: an endpoint tool.
            request: what the sample was asked, in its collector's words.
            single: the sample has one row, which platforms may write in another way than several:
                a page of one row comes first, where there are pages.
            wanted: fields that the sample has a value in: where all replies lack one, the world
                is searched for a row that has it.
        """
        found: list[Reply] = []
        questions = self._guesses(spec, arguments_in(request, spec), 8)
        for args in islice(_once(questions), CALLS):
            if single and not found:
                found += islice(self._replies(spec, args, 1), 1)
            found += self._replies(spec, args)
            if sum(len(result.records) for result, _ in found) >= ENOUGH:
                break
        for field in wanted if found else ():
            if not any(has_value(r, field) for result, _ in found for r in result.records):
                for args in self._finder.finding(spec, 2, field=field):
                    found += self._replies(spec, args)
        return found

    def further(self, spec: ToolSpec, request: str) -> list[Reply]:
        """Return many more replies: of all pages of a list, or to many questions."""
        found: list[Reply] = []
        questions = _once(self._guesses(spec, arguments_in(request, spec), FAR_CALLS))
        places = min(FAR_CALLS, FAR_ROWS // _size(spec, MOST))
        replies = (self._replies(spec, args, MOST, places) for args in questions)
        rows = 0
        for reply in islice(chain.from_iterable(replies), FAR_CALLS):
            found.append(reply)
            rows += len(reply[0].records)
            if rows >= FAR_ROWS:
                break
        return found

    def _guesses(self, spec: ToolSpec, asked: Args, rows: int) -> Iterator[Args]:
        """Yield arguments: as asked, then from rows of the world, then from examples alone."""
        offered = [p for p in spec.params if p.role == "semantic" and p.example is not None]
        needed = {p.name: p.example for p in offered if p.required}
        yield {**needed, **asked}
        yield from ({**found, **asked} for found in self._finder.finding(spec, 2))
        yield from self._finder.finding(spec, rows)
        yield needed
        yield {p.name: p.example for p in offered}

    def _replies(
        self, spec: ToolSpec, args: Args, rows: int = PAGE, places: int = 3
    ) -> Iterator[Reply]:
        """Yield the replies to a question that have rows: pages spread from first to last."""
        token = {p.name: "token" for p in spec.params if p.role == "token" and p.required}
        total, pages, place = 0, 1, 0
        while place < pages:
            start = total * place // max(1, pages - 1)
            checked = validate(spec, {**token, **args, **_page(spec, start, rows)})
            if isinstance(checked, ToolResult):
                return
            result, page = self._replica.answer(spec, wire_args(spec, checked))
            if result.status is not Status.OK or not result.records:
                return
            yield replace(result, records=list(islice(result.records, MOST))), page
            total = result.total or 0
            pages = min(places, ceil(total / _size(spec, rows))) if spec.paging else 1
            place += 1


def has_value(record: JSON, field: str) -> bool:
    """Return whether a record holds something in a field, at any depth."""
    return any(path == field and shape_of(v) not in NOTHING for path, v in leaves(record))


def _once(questions: Iterable[Args]) -> Iterator[Args]:
    seen: list[Args] = []
    for args in questions:
        if args not in seen:
            seen.append(args)
            yield args


def arguments_in(request: str, spec: ToolSpec) -> dict[str, JSON]:
    """Return the arguments that a collector's description of a request names.

    Pairs ``name=value`` are read by parameter or wire name, a path by the tool's own template;
    masked values, pages and sizes are left out.
    """
    pairs = {name.casefold(): value for name, value in _PAIR.findall(request)}
    pairs |= {name.casefold(): value for name, value in _in_path(request, spec)}
    found: dict[str, JSON] = {}
    for param in spec.params:
        names = (param.wire_name, param.wire_name.rpartition(".")[2], param.name)
        value = next((pairs[n.casefold()] for n in names if n.casefold() in pairs), "")
        if value and param.role == "semantic" and not _UNKNOWN.search(value):
            found[param.name] = unquote(value)
    return found


def _in_path(request: str, spec: ToolSpec) -> Iterator[tuple[str, str]]:
    """Yield the values of a template's slots, where the request holds a path that fits it."""
    template = spec.endpoint.path_template.strip("/") if spec.endpoint else ""
    given = request.partition("?")[0].partition(" (")[0].strip().strip("/").split("/")
    slots = template.split("/")
    if "{" not in template or len(given) < 2:
        return
    fixed = next((s for s in reversed(slots) if "{" not in s), "")
    if fixed not in given:
        return
    for slot, value in zip(slots[slots.index(fixed) :], given[given.index(fixed) :], strict=False):
        if slot.startswith("{"):
            yield slot.strip("{}"), value


def _size(spec: ToolSpec, rows: int) -> int:
    return min(spec.paging.max, rows) if spec.paging else rows


def _page(spec: ToolSpec, start: int, rows: int) -> dict[str, JSON]:
    """Return the paging arguments of the page that holds row ``start``, or the last full one."""
    if spec.paging is None:
        return {}
    size = _size(spec, rows)
    number = max(0, start - 1) // size
    if spec.paging.mode == "range":
        first = spec.paging.first + number * size
        return {spec.paging.page: first, spec.paging.size: first + size - 1}
    return {spec.paging.page: spec.paging.first + number, spec.paging.size: size}
