"""What the world holds only in part: nothing found there is a miss, never "no data"."""

from __future__ import annotations

from kopa_env.outcome import UNRECORDED, Reason, ToolResult
from kopa_env.replica.query import Query, fixed
from kopa_env.replica.spec import Gap, ToolReplica
from kopa_env.world.table import Table
from kopa_env.world.world import Condition, World


def unrecorded() -> ToolResult:
    """Return the answer to a question about what is real and not recorded in this world."""
    return ToolResult.error(Reason.MAINTENANCE, UNRECORDED)


def is_gap(world: World, tool: ToolReplica, table: Table, query: Query) -> bool:
    """Say whether a query that found nothing asks for what the world holds only in part."""
    asked = {condition.column for condition in query.where}
    if any(column.null_rate == 1.0 for column in table.columns if column.name in asked):
        return True
    gap = tool.gap
    if gap is None or not all(_may_meet(gap, condition) for condition in query.where):
        return False
    ids = [condition for condition in query.where if condition.column in gap.ids]
    if not ids:
        return not gap.of
    part = [fixed(column, value) for column, value in gap.where.items()]
    if not world.select(gap.of or table.name, [*ids, *part], limit=1)[0]:
        return False
    own, _ = world.select(table.name, ids)
    return not own or any(row[column] is None for row in own for column in asked)


def _may_meet(gap: Gap, condition: Condition) -> bool:
    """Say whether rows of the gap can meet a condition."""
    if condition.column not in gap.where or condition.op not in ("eq", "in"):
        return True
    held = gap.where[condition.column]
    values = condition.value if condition.op == "in" else (condition.value,)
    return any(value in (held if isinstance(held, list) else [held]) for value in values)


def misfits(gap: Gap | None, table: Table, world: World) -> list[str]:
    """Return what in a gap names no table or column."""
    if gap is None:
        return []
    if gap.of and gap.of not in world.tables:
        return [f"gap: no table {gap.of!r}"]
    things = world.tables[gap.of] if gap.of else table
    faults = []
    for where, names in ((things, (*gap.where, *gap.ids)), (table, gap.ids)):
        held = {column.name for column in where.columns}
        faults += [f"gap: no column {n!r} in {where.name}" for n in names if n not in held]
    return list(dict.fromkeys(faults))
