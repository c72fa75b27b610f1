"""Asking the replica for a reply of a sample's endpoint.

First as the sample was asked; where the world has nothing there, with arguments read off rows that
the world does have. Several replies are put together, so that more than one row is compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from urllib.parse import unquote

from kopa_env.catalogue.arguments import validate, wire_args
from kopa_env.dialect import PageSlice
from kopa_env.outcome import JSON, Record, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.listings import declare
from kopa_env.replica.spec import Filter, Scalar, ToolReplica, shipped
from kopa_env.spec import Param, ToolSpec
from kopa_env.world.table import Table, Value
from kopa_env.world.world import Condition, World

ENOUGH = 160
"""Rows after which no further reply is asked for."""

PAGE = 20
"""Rows asked for at a time where the platform pages; at other places of the list, further pages."""

MOST = 100
"""Rows of one reply that are compared."""

CALLS = 16
"""Calls made at most."""

_PAIR = re.compile(r"([A-Za-z_][\w.]*)\s*=\s*([^&,\s()]+)")
_UNKNOWN = re.compile(r"[…{}<>*]|^X{2,}$")

Row = Mapping[str, Value]
Args = Mapping[str, JSON]


@dataclass(frozen=True, slots=True)
class Asked:
    """The replica's replies to one endpoint.

    Attributes:
        first: the first reply with rows, as bytes are made of it; without rows if none had any.
        page: which page it is.
        records: the rows of all replies.
        args: the arguments of the first reply.
    """

    first: ToolResult
    page: PageSlice | None
    records: Sequence[Record]
    args: Args


def ask(replica: Replica, spec: ToolSpec, request: str) -> Asked:
    """Ask the replica for rows of a tool.

    Args:
        replica: the one to ask.
        spec: an endpoint tool.
        request: what the sample was asked, in its collector's words.
    """
    best: Asked | None = None
    records: list[Record] = []
    for args in islice(_questions(replica.world, spec, request), CALLS):
        for result, page in _replies(replica, spec, args):
            records += result.records
            best = best or Asked(result, page, records, args)
        if len(records) >= ENOUGH:
            break
    return best or Asked(ToolResult(Status.EMPTY), None, (), {})


def _replies(
    replica: Replica, spec: ToolSpec, args: Args
) -> Iterator[tuple[ToolResult, PageSlice | None]]:
    """Yield the replies to one question that have rows: the first page, one amid, the last."""
    total = 0
    for place in (0, 1, 2):
        if place and (spec.paging is None or total <= PAGE * place):
            return
        checked = validate(spec, {**args, **_page(spec, total * place // 2)})
        if isinstance(checked, ToolResult):
            return
        result, page = replica.answer(spec, wire_args(spec, checked))
        if result.status is not Status.OK or not result.records:
            return
        yield replace(result, records=list(islice(result.records, MOST))), page
        total = result.total or 0


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


# ---- arguments that find rows ----------------------------------------------------------------


def _questions(world: World, spec: ToolSpec, request: str) -> Iterator[Args]:
    """Yield sets of arguments, the likeliest first, each once."""
    token = {p.name: "token" for p in spec.params if p.role == "token" and p.required}
    seen: list[Args] = []
    for args in _guesses(world, spec, arguments_in(request, spec)):
        if args not in seen:
            seen.append(args)
            yield {**token, **args}


def _guesses(world: World, spec: ToolSpec, asked: Args) -> Iterator[Args]:
    """Yield arguments: as asked, with required ones from examples, then from rows of the world."""
    examples = {p.name: p.example for p in _asked_for(spec) if p.example is not None}
    needed = {p.name: p.example for p in _asked_for(spec) if p.required and p.example is not None}
    yield {**needed, **asked}
    tool, table = _semantics(spec)
    if table is not None and tool.table not in world.tables:
        world.add(table)
    rows = _Rows(world, tool)
    yield from ({**from_row(spec, tool, row), **asked} for row in rows.some(2))
    yield {p.name: asked[p.name] for p in _asked_for(spec) if p.required and p.name in asked}
    yield from (from_row(spec, tool, row) for row in rows.some(8))
    yield needed
    yield examples


def from_row(spec: ToolSpec, tool: ToolReplica, row: Row) -> dict[str, JSON]:
    """Return the arguments a tool needs to find a row: required ones, and one of each group."""
    wanted = {name for name in tool.required} | {group[0] for group in tool.any_of}
    wanted |= {name for window in tool.windows for name in (window.start, window.end)}
    found: dict[str, JSON] = {}
    for param in _asked_for(spec):
        if not param.required and param.wire_name not in wanted:
            continue
        value = _argument(param, tool.where.get(param.wire_name), row)
        if value is not None:
            found[param.name] = value
    return found


def _argument(param: Param, rule: Filter | None, row: Row) -> JSON:
    """Return the argument that keeps a row, or the parameter's example where none is known."""
    if rule is None or rule.column == "":
        return param.example
    value = row.get(param.wire_name if rule.column is None else rule.column)
    if value is None:
        return param.example
    if rule.values is None:
        return str(value) if param.type == "string" else value
    kept = (given for given, to in rule.values.items() if to is None or value in _listed(to))
    return next(kept, str(value) if rule.other == "literal" else param.example)


def _listed(value: Scalar | list[Scalar]) -> list[Scalar]:
    return value if isinstance(value, list) else [value]


class _Rows:
    """Rows of a tool's table, spread over its whole length.

    A table that comes in parts is never built whole for this: the parts asked for are those that
    another table names in a column of the same code system.
    """

    def __init__(self, world: World, tool: ToolReplica) -> None:
        self._world = world
        self._table = world.tables.get(tool.table)
        self._only = [
            Condition(column, "in" if isinstance(value, list) else "eq", value)
            for column, value in tool.only.items()
        ]

    def some(self, count: int) -> list[Row]:
        """Return up to ``count`` rows."""
        if self._table is None:
            return []
        if self._table.part is not None:
            return self._of_parts(self._table, count)
        return _spread(self._world, self._table.name, self._only, count)

    def _of_parts(self, table: Table, count: int) -> list[Row]:
        first, *rest = table.by
        found: list[Row] = []
        for value in _values(self._world, table, first, 4 * count):
            where = [*self._only, Condition(first, "eq", value)]
            others = [_values(self._world, table, name, 3) for name in rest]
            for combined in _combined(others):
                more = [Condition(n, "eq", v) for n, v in zip(rest, combined, strict=True)]
                rows, _ = self._world.select(table.name, [*where, *more], limit=1)
                found += rows
            if len(found) >= count:
                break
        return found[:count]


def _combined(lists: Sequence[Sequence[Value]]) -> Iterator[tuple[Value, ...]]:
    from itertools import product

    return product(*lists)


def _values(world: World, table: Table, column: str, count: int) -> list[Value]:
    """Return values of a column as a table that is kept whole has them."""
    domain = next((c.domain for c in table.columns if c.name == column), "")
    for other in world.tables.values():
        if other.part is not None:
            continue
        for known in other.columns:
            if known.name == column or (domain and known.domain == domain):
                rows = _spread(world, other.name, [], count)
                return list(dict.fromkeys(row[known.name] for row in rows))
    return []


def _spread(world: World, table: str, where: Sequence[Condition], count: int) -> list[Row]:
    total = world.count(table, where)
    places = sorted({total * i // count for i in range(count)}) if total else []
    return [world.select(table, where, limit=1, offset=i, total=total)[0][0] for i in places]


def _semantics(spec: ToolSpec) -> tuple[ToolReplica, Table | None]:
    declared = shipped()
    tool = declared.get(spec.name)
    return declare(spec, declared.common(spec.platform)) if tool is None else (tool, None)


def _asked_for(spec: ToolSpec) -> list[Param]:
    return [p for p in spec.params if p.role == "semantic"]


def _page(spec: ToolSpec, start: int) -> dict[str, JSON]:
    """Return the paging arguments of the page that holds row ``start``, or the last full one."""
    if spec.paging is None:
        return {}
    size = min(spec.paging.max, PAGE)
    number = max(0, start - 1) // size
    if spec.paging.mode == "range":
        first = spec.paging.first + number * size
        return {spec.paging.page: first, spec.paging.size: first + size - 1}
    return {spec.paging.page: spec.paging.first + number, spec.paging.size: size}
