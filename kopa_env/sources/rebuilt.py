"""RebuiltSource: lists put together again from the replies that were recorded of them.

Where every row of a list was recorded, any page of it can be served; and where a filter was
recorded beside the whole list often enough to know what it compares, so can the same filter with
another value. A rule is taken up for a tool only if it gives back every reply that was recorded of
the tool; where several rules do and disagree, the call is a miss.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from urllib.parse import unquote_to_bytes

from kopa_env import platforms
from kopa_env.outcome import JSON, Origin, Reason, Record, Status, ToolResult
from kopa_env.request import wire_text
from kopa_env.sources.attribution import Attribution
from kopa_env.sources.replay import ReplaySource
from kopa_env.spec import Paging, ToolSpec
from kopa_env.wire import HttpRequest

Args = frozenset[tuple[str, str]]

OPERATORS: Mapping[str, Callable[[str, str], bool]] = {
    "eq": lambda cell, wanted: cell == wanted,
    "prefix": lambda cell, wanted: cell.startswith(wanted),
    "contains": lambda cell, wanted: wanted in cell,
}
"""What a filter may compare a column with its argument by."""

ENOUGH = 2
"""Different values of a filter that must have been recorded before a rule is believed."""


@dataclass(frozen=True, slots=True)
class _Reply:
    """One recorded reply: what was asked beside the page, which rows, and what came."""

    args: Args
    start: int
    size: int
    result: ToolResult


@dataclass(frozen=True, slots=True)
class _Listing:
    """A list of which every row is known, and a reply that shows how it is told."""

    rows: tuple[Record, ...]
    told: ToolResult


@dataclass(frozen=True, slots=True)
class _Rule:
    """A filter: the parameter, the column it is compared with, and how."""

    param: str
    column: str
    operator: str

    def keep(self, rows: Sequence[Record], wanted: str) -> tuple[Record, ...]:
        """Return the rows that meet the filter."""
        meets = OPERATORS[self.operator]
        return tuple(row for row in rows if meets(str(row.get(self.column, "")), wanted))


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of one tool: whole lists by arguments, and rules by parameter."""

    listings: Mapping[Args, _Listing]
    rules: Mapping[str, tuple[_Rule, ...]]
    nothing: ToolResult | None


class RebuiltSource:
    """Answers calls from lists rebuilt out of a pack (:class:`~kopa_env.source.Source`).

    Args:
        replay: the recorded replies.
    """

    def __init__(self, replay: ReplaySource) -> None:
        self._replay = replay
        self._attribution = Attribution(replay.catalogue)
        self._known: dict[str, _Known] = {}

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call. ``args`` are validated, by parameter name.

        Raises:
            ReplayMiss: if no rule that reproduces what was recorded says what comes.
        """
        result = self.find(spec, args)
        if result is None:
            raise self._replay.miss(spec, args)
        return result

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call; nothing here waits, so it is the same as :meth:`call`."""
        return self.call(spec, args)

    def find(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult | None:
        """Answer one call, or return ``None`` where the recordings do not tell."""
        if spec.name not in self._known:
            self._known[spec.name] = _learn(spec, list(self._recorded(spec)))
        known = self._known[spec.name]
        texts = {name: wire_text(value) for name, value in args.items() if value is not None}
        asked, start, size = _split(spec, texts)
        if spec.paging is not None and not 0 < size <= spec.paging.max:
            return None
        listing = known.listings.get(asked) or _filtered(known, asked)
        result = _served(spec, listing, known, start, size) if listing else None
        return result.came_from(Origin.DERIVED, self._replay.pack.info.source) if result else None

    def hashes(self) -> Mapping[str, str]:
        """Return the hashes of the recorded replies."""
        return self._replay.hashes()

    def _recorded(self, spec: ToolSpec) -> Iterator[_Reply]:
        """Yield a tool's recorded lists: replies that hold rows, or say that there are none."""
        pack = self._replay.pack
        for number in pack.rows(spec.name):
            entry = pack.entry(number)
            if not entry.final:
                continue
            result = entry.result()
            call = self._attribution.call(_request(entry.canonical))
            if result.reason is not Reason.NONE or call is None or call[0].name != spec.name:
                continue
            bare = replace(result, rendered=None, records=tuple(result.records))
            yield _Reply(*_split(spec, call[1]), bare)


def _request(canonical: str) -> HttpRequest:
    """Return the request that a canonical text stands for, keys aside."""
    line, _, body = canonical.partition(" #")
    method, _, address = line.partition(" ")
    place, _, query = address.partition("?")
    host, *segments = place.split("/")
    pairs = [pair.partition("=") for pair in query.split("&") if pair]
    request = HttpRequest(
        method,
        host,
        tuple(unquote_to_bytes(segment) for segment in segments),
        tuple((unquote_to_bytes(name), unquote_to_bytes(value)) for name, _, value in pairs),
        body=body.encode(),
    )
    dialect = platforms.dialect_of(request)
    return replace(request, secret_slots=dialect.secret_slots(request)) if dialect else request


def _split(spec: ToolSpec, texts: Mapping[str, str]) -> tuple[Args, int, int]:
    """Return what is asked beside the page, the rows before the page, and its size."""
    paging = spec.paging
    tokens = {p.name for p in spec.params if p.role == "token"}
    pages = {paging.page, paging.size} if paging else set()
    asked = frozenset((n, v) for n, v in texts.items() if n not in pages | tokens and v)
    return (asked, *_place(paging, texts)) if paging else (asked, 0, 0)


def _place(paging: Paging, texts: Mapping[str, str]) -> tuple[int, int]:
    first = _number(texts.get(paging.page), paging.first)
    if paging.mode == "range":
        last = _number(texts.get(paging.size), paging.first + paging.default - 1)
        return first - paging.first, last - first + 1
    size = _number(texts.get(paging.size), paging.default)
    return (first - paging.first) * size, size


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isascii() and text.isdecimal() else default


def _learn(spec: ToolSpec, replies: Sequence[_Reply]) -> _Known:
    """Return the lists and rules that give back every recorded reply of a tool."""
    groups: defaultdict[Args, list[_Reply]] = defaultdict(list)
    for reply in replies:
        groups[reply.args].append(reply)
    whole = {args: listing for args, g in groups.items() if (listing := _whole(spec, g))}
    nothing = next((r.result for r in replies if r.result.status is Status.EMPTY), None)
    known = _Known(whole, {}, nothing)
    for args, listing in whole.items():
        if not all(_gives_back(spec, listing, known, reply) for reply in groups[args]):
            return _Known({}, {}, None)
    return replace(known, rules=_rules(spec, whole))


def _whole(spec: ToolSpec, replies: Sequence[_Reply]) -> _Listing | None:
    """Return the list that replies to one question are pages of, if every row of it is there."""
    told = next((r.result for r in replies if r.result.status is Status.OK), None)
    if told is None:
        return None
    if spec.paging is None:
        return _Listing(tuple(told.records), told) if told.complete is not False else None
    rows: dict[int, Record] = {}
    for reply in replies:
        rows.update(enumerate(reply.result.records, reply.start))
    if told.total is None or sorted(rows) != list(range(told.total)):
        return None
    return _Listing(tuple(rows[n] for n in range(told.total)), told)


def _gives_back(spec: ToolSpec, listing: _Listing, known: _Known, reply: _Reply) -> bool:
    """Say whether a list gives back a recorded reply of it, row by row and word by word."""
    served = _served(spec, listing, known, reply.start, reply.size)
    if served is None:
        return False
    return _told(served) == _told(reply.result) and list(served.records) == list(
        reply.result.records
    )


def _told(result: ToolResult) -> tuple[JSON, ...]:
    return result.status, result.code, result.message, result.total, result.complete


def _served(
    spec: ToolSpec, listing: _Listing, known: _Known, start: int, size: int
) -> ToolResult | None:
    """Return a page of a list; what comes past its end is only known if that was recorded."""
    part = listing.rows if spec.paging is None else listing.rows[start : start + size]
    if not part:
        return known.nothing
    total = None if listing.told.total is None else len(listing.rows)
    complete = None if listing.told.complete is None else len(part) >= len(listing.rows)
    return replace(listing.told, records=list(part), total=total, complete=complete)


def _rules(spec: ToolSpec, whole: Mapping[Args, _Listing]) -> dict[str, tuple[_Rule, ...]]:
    """Return, by parameter, every filter that gives back each list recorded with it."""
    found: dict[str, tuple[_Rule, ...]] = {}
    for param in (p for p in spec.params if p.role == "semantic" and p.type == "string"):
        cases = []
        for args, listing in whole.items():
            wanted = dict(args).get(param.name)
            base = whole.get(frozenset(pair for pair in args if pair[0] != param.name))
            if wanted is not None and base is not None:
                cases.append((wanted, base.rows, listing.rows))
        if len({wanted for wanted, _, _ in cases}) >= ENOUGH:
            columns = dict.fromkeys(name for _, base, _ in cases for row in base for name in row)
            rules = (_Rule(param.name, c, op) for c in columns for op in OPERATORS)
            fitting = tuple(r for r in rules if all(r.keep(b, w) == kept for w, b, kept in cases))
            if fitting:
                found[param.name] = fitting
    return found


def _filtered(known: _Known, asked: Args) -> _Listing | None:
    """Return a list narrowed by one filter more than was recorded, if all its rules agree."""
    for name, wanted in sorted(asked):
        base = known.listings.get(asked - {(name, wanted)})
        rules = known.rules.get(name, ())
        if base is None or not rules:
            continue
        kept = {rule: rule.keep(base.rows, wanted) for rule in rules}
        first = kept[rules[0]]
        if all(rows == first for rows in kept.values()):
            return _Listing(first, base.told)
    return None
