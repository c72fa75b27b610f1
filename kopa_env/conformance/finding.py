"""Finding arguments that have an answer in the world: read off rows of a tool's own table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from kopa_env.outcome import JSON
from kopa_env.replica.listings import declare
from kopa_env.replica.spec import LISTING, Filter, Scalar, ToolReplica, shipped
from kopa_env.spec import Param, ToolSpec
from kopa_env.world.table import Table, Value
from kopa_env.world.world import Condition, World

PARTS = 16
"""Parts looked into at most, of a table that is not kept whole."""

YEARS = 8
"""Years before a parameter's example that are tried."""

Row = Mapping[str, Value]
Args = Mapping[str, JSON]


class Finder:
    """Finds arguments of any tool for which the world has rows.

    A table that comes in parts is never built whole for this. The parts looked into are those of
    the parameters' own examples and allowed values, and those that another table names in a
    column of the same code system.
    """

    def __init__(self, world: World) -> None:
        self._world = world
        self._values: dict[tuple[str, str], list[Value]] = {}

    def finding(self, spec: ToolSpec, count: int, *, field: str = "") -> Iterator[dict[str, JSON]]:
        """Yield arguments read off up to ``count`` rows, spread over the tool's whole table.

        Args:
            spec: an endpoint tool.
            count: rows to look at.
            field: only rows that have a value in this field of the tool's records.
        """
        tool, table = self._semantics(spec)
        where = [_fixed(column, value) for column, value in tool.only.items()]
        if field:
            column = _column(tool, table, field)
            if not column:
                return
            where += [Condition(column, "ne", nothing) for nothing in ("", " ", "-")]
        rows: Iterable[Row] = (
            self._spread(table.name, where, count)
            if table.part is None
            else self._of_parts(spec, tool, table, where, count)
        )
        yield from (from_row(spec, tool, row) for row in rows)

    def _semantics(self, spec: ToolSpec) -> tuple[ToolReplica, Table]:
        tool = shipped().get(spec.name)
        if tool is None or tool.table == LISTING:
            tool, table = declare(spec, tool or shipped().common(spec.platform))
            if table.name not in self._world.tables:
                self._world.add(table)
        return tool, self._world.table(tool.table)

    def _of_parts(
        self,
        spec: ToolSpec,
        tool: ToolReplica,
        table: Table,
        where: Sequence[Condition],
        count: int,
    ) -> Iterator[Row]:
        names = _naming(spec, tool, table)
        choices = [self._choices(spec, tool, table, name) for name in names]
        parts = list(islice(dict.fromkeys(_varied(choices)), PARTS))
        if where:  # rare: of all things of the first kind, only some may have rows at all
            others = [self._nearest(table, names[0]), *choices[1:]]
            parts += islice(dict.fromkeys(_varied(others, PARTS)), PARTS)
        for values in parts:
            part = [Condition(n, "eq", v) for n, v in zip(names, values, strict=True)]
            rows, _ = self._world.select(table.name, [*where, *part], limit=1)
            yield from rows
            count -= len(rows)
            if count <= 0:
                return

    def _choices(self, spec: ToolSpec, tool: ToolReplica, table: Table, column: str) -> list[Value]:
        """Return values of a column that names parts, the likeliest first."""
        found: list[Value] = []
        for param in spec.params:
            rule = tool.where.get(param.wire_name)
            if rule is not None and (rule.column or param.wire_name) == column:
                found += _offered(param)
        return list(dict.fromkeys([*found, *self._elsewhere(table, column)]))

    def _elsewhere(self, table: Table, column: str) -> list[Value]:
        """Return values of a column as a table that is kept whole has them."""
        domain = next((c.domain for c in table.columns if c.name == column), "")
        key = (column, domain)
        if key not in self._values:
            self._values[key] = self._look(column, domain)
        return self._values[key]

    def _nearest(self, table: Table, column: str) -> list[Value]:
        """Return values of a column in the whole table that has most columns in common."""
        mine = _names(table)
        whole = (t for t in self._world.tables.values() if t.part is None)
        alike = [(len(mine & names), t.name) for t in whole if column in (names := _names(t))]
        if not alike:
            return []
        rows = self._spread(max(alike)[1], [], PARTS)
        return list(dict.fromkeys(row[column] for row in rows if row[column] is not None))

    def _look(self, column: str, domain: str) -> list[Value]:
        whole = [table for table in self._world.tables.values() if table.part is None]
        known = [(table.name, c) for table in whole for c in table.columns]
        alike = [(name, c.name) for name, c in known if domain and c.domain == domain]
        alike += [(name, c.name) for name, c in known if c.name == column]
        for name, found in alike[:1]:
            rows = self._spread(name, [], PARTS)
            return [row[found] for row in rows if row[found] is not None]
        return []

    def _spread(self, table: str, where: Sequence[Condition], count: int) -> list[Row]:
        total = self._world.count(table, where)
        places = sorted({total * i // count for i in range(count)}) if total else []
        found: list[Row] = []
        for place in places:
            found += self._world.select(table, where, limit=1, offset=place, total=total)[0]
        return found


def _names(table: Table) -> set[str]:
    return {column.name for column in table.columns}


def _naming(spec: ToolSpec, tool: ToolReplica, table: Table) -> tuple[str, ...]:
    """Return the columns that are given to name a part of a table.

    All that the tool has not fixed. Where any one does, the first that the tool can name a part
    by, and those of the parameters that it asks for.
    """
    if not table.either:
        return tuple(name for name in table.by if name not in tool.only)
    rules = {name: rule.column or name for name, rule in tool.where.items()}
    needed = {rules.get(p.wire_name) for p in spec.params if p.required}
    first = next((name for name in table.by if name in rules.values()), "")
    return tuple(name for name in table.by if name == first or name in needed)


def from_row(spec: ToolSpec, tool: ToolReplica, row: Row) -> dict[str, JSON]:
    """Return the arguments a tool needs to find a row: required ones, and one of each group."""
    wanted = {name for name in tool.required} | {group[0] for group in tool.any_of}
    wanted |= {name for window in tool.windows for name in (window.start, window.end)}
    found: dict[str, JSON] = {}
    for param in spec.params:
        if param.role != "semantic" or not (param.required or param.wire_name in wanted):
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


def _fixed(column: str, value: Scalar | list[Scalar]) -> Condition:
    return Condition(column, "in" if isinstance(value, list) else "eq", value)


def _offered(param: Param) -> list[Value]:
    """Return what a parameter suggests itself: its example, years before it, allowed values."""
    found: list[Value] = [] if param.example is None else [str(param.example)]
    if param.format == "YYYY" and found:
        found += [str(int(str(param.example)) - back) for back in range(1, YEARS)]
    return [*found, *(param.enum or ())]


def _column(tool: ToolReplica, table: Table, field: str) -> str:
    """Return the table's column behind a field; empty if there is none."""
    name = tool.columns.get(field, "").partition("|")[0] or field.rpartition(".")[2]
    return next((c.name for c in table.columns if c.name.casefold() == name.casefold()), "")


def _varied(lists: Sequence[Sequence[Value]], most: int = YEARS) -> Iterator[tuple[Value, ...]]:
    """Yield combinations: one list varied at a time (``most`` values), then all together."""
    if not all(lists):
        return
    first = [values[0] for values in lists]
    yield tuple(first)
    for place, values in enumerate(lists):
        for value in values[1:most]:
            yield (*first[:place], value, *first[place + 1 :])
    for step in range(1, max(map(len, lists))):
        yield tuple(values[step % len(values)] for values in lists)
