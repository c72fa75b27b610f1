"""Replica: answers calls from the world's tables as the platforms would.

Two layers with one answer: :meth:`Replica.answer` gives records, :meth:`Replica.respond` bytes in
the platform's own envelope. A test holds both to the same result for every tool.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kopa_env.dialect import Dialect, PageSlice
from kopa_env.errors import UsageError
from kopa_env.outcome import JSON, Reason, Record, ToolResult
from kopa_env.replica.formats import formatter, formatter_of
from kopa_env.replica.gaps import is_gap, misfits, unrecorded
from kopa_env.replica.listings import declare
from kopa_env.replica.query import Query, Refusal, page_of, plan
from kopa_env.replica.spec import LISTING, Fault, ReplicaSpec, Situation, ToolReplica, shipped
from kopa_env.request import bind, wire_text
from kopa_env.spec import Field, ToolSpec
from kopa_env.wire import HttpRequest, HttpResponse
from kopa_env.world.across import TooWide
from kopa_env.world.table import Table, Value
from kopa_env.world.world import Condition, World

if TYPE_CHECKING:
    from kopa_env.catalogue.catalogue import Catalogue

Cell = Callable[[Mapping[str, Value], Mapping[str, str]], JSON]
Answer = tuple[ToolResult, PageSlice | None]

_REASONS: dict[Situation, Reason] = {
    "missing": Reason.MISSING_ARG,
    "bad_value": Reason.BAD_VALUE,
    "too_many": Reason.TOO_MANY,
    "window": Reason.BAD_VALUE,
    "unknown": Reason.UNKNOWN_ID,
}
LONG = 2000
"""Whole lists of at least so many rows are kept, not built again for every call."""

KEPT = 4
"""How many of them."""

_PLACE = "#"
"""In ``columns``: the place of the row in the whole reply."""


@dataclass(frozen=True, slots=True)
class _Ready:
    """A tool made ready to answer: what one call needs and nothing else."""

    spec: ToolSpec
    tool: ToolReplica
    table: Table
    dialect: Dialect
    cells: tuple[tuple[tuple[str, ...], Cell], ...]
    flat: bool
    pages: tuple[str, str] | None
    echoes: tuple[str, ...]


class Replica:
    """Answers calls of every endpoint tool of a catalogue from one world.

    Args:
        world: the tables.
        catalogue: the tools.
        declared: semantics by tool name; by default what the package ships.
    """

    def __init__(
        self, world: World, catalogue: Catalogue, declared: ReplicaSpec | None = None
    ) -> None:
        self.world = world
        self.catalogue = catalogue
        self._declared = shipped() if declared is None else declared
        self._ready: dict[str, _Ready] = {}
        self._totals: OrderedDict[tuple[str, tuple[Condition, ...]], int] = OrderedDict()
        self._whole_lists: OrderedDict[tuple[object, ...], ToolResult] = OrderedDict()
        self._long: OrderedDict[int, tuple[ToolResult, ToolResult]] = OrderedDict()
        self._long_replies: OrderedDict[tuple[int, str], tuple[ToolResult, HttpResponse]] = (
            OrderedDict()
        )

    def answer(self, spec: ToolSpec, wire_args: Mapping[str, JSON]) -> Answer:
        """Answer a call with records, and say which page of the whole list they are.

        Args:
            spec: an endpoint tool.
            wire_args: arguments by wire name.
        """
        ready = self._prepare(spec)
        args = {name: wire_text(value) for name, value in wire_args.items() if value is not None}
        result, page = self._ask(ready, args)
        wire = spec.endpoint.wire if spec.endpoint else "json"
        if len(result.records) < LONG:
            return ready.dialect.express(spec, result, page=page, wire=wire), page
        key = id(result)
        if key not in self._long or self._long[key][0] is not result:
            expressed = ready.dialect.express(spec, result, page=page, wire=wire)
            self._long[key] = (result, expressed)
            if len(self._long) > KEPT:
                self._long.popitem(last=False)
        return self._long[key][1], page

    def _ask(self, ready: _Ready, args: Mapping[str, str]) -> Answer:
        """Answer a call as the platform's data layer would, before its envelope."""
        query = plan(ready.tool, ready.table, args)
        if isinstance(query, Refusal):
            return _refuse(ready, query), None
        page: PageSlice | None = None
        paging, rule = ready.spec.paging, ready.tool.page
        if rule is not None and paging is not None and ready.pages is not None:
            wanted = page_of(rule, paging, ready.pages, args)
            if isinstance(wanted, str):
                return self._none(ready, wanted, query), None
            page = wanted
        try:
            return self._rows(ready, query, page, args)
        except TooWide:
            return unrecorded(), None

    def respond(self, request: HttpRequest) -> HttpResponse:
        """Answer an HTTP request in the platform's own wire format."""
        from kopa_env.platforms import dialect_of

        dialect = dialect_of(request)
        if dialect is None:
            return HttpResponse(421, "text/plain; charset=utf-8", b"unknown host\n")
        incoming = dialect.receive(request)
        if isinstance(incoming, HttpResponse):
            return incoming
        spec = self.catalogue.served(dialect.platform, incoming.endpoint)
        if spec is None:
            return dialect.refuse(incoming, ToolResult.error(Reason.UNKNOWN_TOOL, ""))
        result, page = self._ask(self._prepare(spec), bind(spec, incoming))
        if len(result.records) < LONG or page is not None:
            return dialect.encode(spec, result, page=page, wire=incoming.wire)
        return self._long_reply(dialect, spec, result, incoming.wire)

    def _long_reply(
        self, dialect: Dialect, spec: ToolSpec, result: ToolResult, wire: str
    ) -> HttpResponse:
        """Write a whole long list once: DART's code file alone takes seconds."""
        key = (id(result), wire)
        if key not in self._long_replies or self._long_replies[key][0] is not result:
            reply = dialect.encode(spec, result, page=None, wire=wire)
            self._long_replies[key] = (result, reply)
            if len(self._long_replies) > KEPT:
                self._long_replies.popitem(last=False)
        return self._long_replies[key][1]

    def check(self, spec: ToolSpec) -> tuple[str, ...]:
        """Return what does not fit between a tool and its declaration; empty if all is well."""
        tool = self._declared.get(spec.name)
        if tool is None or tool.table == LISTING:
            return ()
        if tool.table not in self.world.tables:
            return (f"{spec.name}: no table {tool.table!r}",)
        table = self.world.tables[tool.table]
        names = {column.name for column in table.columns}
        wires = {p.wire_name for p in spec.params}
        faults = [f"{name!r} is no parameter" for name in tool.where if name not in wires]
        used = [name if f.column is None else f.column for name, f in tool.where.items()]
        used += [c for f in tool.where.values() for c in f.switch.values()]
        ordered = (*tool.order.by, *tool.order.values.values())
        used += [*tool.only, *(c.lstrip("-") for c in ordered)]
        faults += [f"no column {c!r} in {table.name}" for c in used if c and c not in names]
        for field in _leaves(spec, tool):
            try:
                _cell(field, tool, table)
            except UsageError as error:
                faults.append(str(error))
        paths = {field.path for field in spec.fields}
        faults += [f"{path!r} is no field" for path in tool.columns if path not in paths]
        faults += misfits(tool.gap, table, self.world)
        return tuple(f"{spec.name}: {fault}" for fault in faults)

    # ---- preparation -----------------------------------------------------------------------

    def _prepare(self, spec: ToolSpec) -> _Ready:
        known = self._ready.get(spec.name)
        if known is None or known.spec is not spec:
            known = self._ready[spec.name] = self._make_ready(spec)
        return known

    def _make_ready(self, spec: ToolSpec) -> _Ready:
        from kopa_env.platforms import dialect

        if spec.endpoint is None:
            raise UsageError(f"{spec.name} is a {spec.kind} tool; the replica answers endpoints")
        tool = self._declared.get(spec.name)
        if tool is None or tool.table == LISTING:
            tool, table = declare(spec, tool or self._declared.common(spec.platform))
            self.world.add(table)
        table = self.world.table(tool.table)
        cells = tuple(
            (tuple(f.path.split(".")), _cell(f, tool, table)) for f in _leaves(spec, tool)
        )
        flat = all(len(path) == 1 and not path[0].endswith("[]") for path, _ in cells)
        echoes = tuple(c[1:] for c in tool.columns.values() if c.startswith("@"))
        return _Ready(
            spec, tool, table, dialect(spec.platform), cells, flat, _page_names(spec), echoes
        )

    # ---- rows ------------------------------------------------------------------------------

    def _rows(
        self, ready: _Ready, query: Query, page: PageSlice | None, args: Mapping[str, str]
    ) -> Answer:
        if not ready.cells:  # nobody knows what its records hold, and nothing is made up
            return unrecorded(), None
        if page is None:
            result = self._whole(ready, query, args)
            return (result if result.records else self._nothing(ready, query)), None
        total = self._total(ready, query)
        if not total:
            return self._nothing(ready, query), None
        if page.start >= total:
            beyond = ready.tool.page.beyond if ready.tool.page else "empty"
            if beyond != "clamp":
                return self._none(ready, beyond, query), None
            page = PageSlice((total - 1) // page.size + 1, page.size)
        size = min(page.size, total - page.start)
        rows, _ = self.world.select(
            ready.table.name, query.where, query.order, size, page.start, total=total
        )
        records = _records(ready, rows, args, page.start)
        complete = len(records) == total
        return ToolResult.ok(records, total=total, complete=complete), page

    def _whole(self, ready: _Ready, query: Query, args: Mapping[str, str]) -> ToolResult:
        echo = tuple(args.get(name, "") for name in ready.echoes)
        key = (ready.spec.name, query, echo)
        kept = self._whole_lists.get(key)
        if kept is not None:
            self._whole_lists.move_to_end(key)
            return kept
        limit = ready.tool.limit or None
        rows, _ = self.world.select(ready.table.name, query.where, query.order, limit)
        records = _records(ready, rows, args)
        result = ToolResult.ok(records, total=len(records), complete=True)
        if len(records) >= LONG:
            self._whole_lists[key] = result
            if len(self._whole_lists) > KEPT:
                self._whole_lists.popitem(last=False)
        return result

    def _total(self, ready: _Ready, query: Query) -> int:
        key = (ready.table.name, query.where)
        if key not in self._totals:
            if len(self._totals) >= 4096:
                self._totals.popitem(last=False)
            self._totals[key] = self.world.count(ready.table.name, query.where)
        total = self._totals[key]
        return min(total, ready.tool.limit) if ready.tool.limit else total

    def _nothing(self, ready: _Ready, query: Query) -> ToolResult:
        """Answer a query that no row meets: no data, or a miss where the world has a gap."""
        if is_gap(self.world, ready.tool, ready.table, query):
            return unrecorded()
        return self._none(ready, "empty", query)

    def _none(self, ready: _Ready, code: str, query: Query) -> ToolResult:
        """Answer with no rows, or with a platform's error code."""
        if code != "empty":
            return _fault(Fault(code), Reason.BAD_VALUE)
        for condition, unknown in query.known:
            if not self._total(ready, Query((condition,), ())):
                return _fault(Fault(unknown), Reason.UNKNOWN_ID)
        fault = ready.tool.errors.get("empty", Fault(""))
        return ToolResult.ok((), code=fault.code, message=fault.message, total=0, complete=True)


def _refuse(ready: _Ready, refusal: Refusal) -> ToolResult:
    errors = ready.tool.errors
    fault = refusal.fault or errors.get(refusal.situation) or errors.get("bad_value") or Fault("")
    fault = replace(fault, message=fault.message.replace("{param}", refusal.param))
    return _fault(fault, _REASONS.get(refusal.situation, Reason.BAD_VALUE))


def _fault(fault: Fault, reason: Reason) -> ToolResult:
    return ToolResult.error(reason, fault.message, fault.code)


def _records(
    ready: _Ready, rows: Sequence[dict[str, Value]], args: Mapping[str, str], start: int = 0
) -> list[Record]:
    cells = ready.cells
    if _PLACE in ready.tool.columns.values():
        for place, row in enumerate(rows, start + 1):
            row[_PLACE] = place
    if ready.tool.sparse:
        return [
            {path[0]: cell(row, args) for path, cell in cells if cell(row, args) is not None}
            for row in rows
        ]
    if ready.flat:
        flat = [(path[0], cell) for path, cell in cells]
        return [{name: cell(row, args) for name, cell in flat} for row in rows]
    return [_nested(cells, row, args) for row in rows]


def _nested(
    cells: Sequence[tuple[tuple[str, ...], Cell]],
    row: Mapping[str, Value],
    args: Mapping[str, str],
) -> Record:
    record: dict[str, JSON] = {}
    for path, cell in cells:
        place = record
        for part in path[:-1]:
            inner = place.setdefault(part.removesuffix("[]"), [{}] if part.endswith("[]") else {})
            place = inner[0] if isinstance(inner, list) else inner
        place[path[-1]] = cell(row, args)
    return record


def _leaves(spec: ToolSpec, tool: ToolReplica) -> list[Field]:
    """Return the fields that hold values: not those whose parts are fields of their own.

    A list or an object that the declaration gives a column is one value, with all that lies in it.
    """
    heads = {path[: path.rindex(".")].removesuffix("[]") for path in _nested_paths(spec)}
    whole = heads & tool.columns.keys()
    return [
        field
        for field in spec.fields
        if field.path in whole
        or not (field.path in heads or any(_lies_in(field.path, head) for head in whole))
    ]


def _lies_in(path: str, head: str) -> bool:
    return path.startswith((f"{head}.", f"{head}[]."))


def _nested_paths(spec: ToolSpec) -> list[str]:
    return [field.path for field in spec.fields if "." in field.path]


def _cell(field: Field, tool: ToolReplica, table: Table) -> Cell:
    """Return the function that writes one field of a record."""
    source = tool.columns.get(field.path)
    if source is not None and source[:1] == "=":
        constant = source[1:]
        return lambda row, args: constant
    if source is not None and source[:1] == "@":
        name = source[1:]
        return lambda row, args: args.get(name, "")
    if source == _PLACE:
        place = formatter_of(field)
        return lambda row, args: place(row[_PLACE])
    column, _, form = (source or "").partition("|")
    column = column or _own_column(field, table)
    if column not in {c.name for c in table.columns}:
        raise UsageError(f"field {field.path!r} has no column in {table.name}")
    write = formatter(form) if form else formatter_of(field)
    nulls = " " if form == "blank" else None if tool.sparse else tool.nulls

    def cell(row: Mapping[str, Value], args: Mapping[str, str]) -> JSON:
        value = row[column]
        return nulls if value is None else write(value)

    return cell


def _own_column(field: Field, table: Table) -> str:
    last = field.path.rpartition(".")[2].casefold()
    return next((c.name for c in table.columns if c.name.casefold() == last), last)


def _page_names(spec: ToolSpec) -> tuple[str, str] | None:
    if spec.paging is None:
        return None
    names = []
    for name in (spec.paging.page, spec.paging.size):
        param = spec.param(name)
        names.append(param.wire_name if param else name)
    return names[0], names[1]


__all__ = ["Replica"]
