"""The local tools: reduction over results of earlier calls, run inside the episode."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from kopa_env.episode import reduce
from kopa_env.episode.expression import evaluate
from kopa_env.episode.handles import results_of, rows_of, shortfall
from kopa_env.episode.reduce import Misuse
from kopa_env.episode.remembered import Remembered
from kopa_env.outcome import JSON, Reason, Record, ToolResult

Results: TypeAlias = Mapping[str, ToolResult]
LocalTool: TypeAlias = Callable[[Mapping[str, JSON], Results], ToolResult]


def run_local(name: str, args: Mapping[str, JSON], results: Results) -> ToolResult:
    """Run a local tool over the results so far.

    Args:
        name: one of :data:`LOCAL_TOOLS`.
        args: validated arguments.
        results: handle → result, failed calls included.

    Returns:
        Its result; what the caller did wrong is a structural one.
    """
    try:
        return _REMEMBERED.reduced(name, args, results, lambda: LOCAL_TOOLS[name](args, results))
    except Misuse as error:
        return ToolResult.error(error.reason, f"{name}: {error}")
    except RecursionError:
        return ToolResult.error(Reason.TOO_MANY, f"{name}: 너무 깊게 겹친 값 / nested too deeply")


def _table_select(args: Mapping[str, JSON], results: Results) -> ToolResult:
    sources = results_of(args["result"], results)
    rows, total = reduce.select(
        rows_of(sources),
        where=args.get("where"),
        order_by=args.get("order_by"),
        descending=args.get("descending", False),
        limit=args.get("limit"),
        offset=args.get("offset", 0),
        columns=args.get("columns"),
    )
    return _reduced(rows, sources, total)


def _table_count(args: Mapping[str, JSON], results: Results) -> ToolResult:
    sources = results_of(args["result"], results)
    return _reduced([{"count": len(reduce.filtered(rows_of(sources), args.get("where")))}], sources)


def _table_group(args: Mapping[str, JSON], results: Results) -> ToolResult:
    sources = results_of(args["result"], results)
    rows = reduce.group(
        rows_of(sources),
        by=args["by"],
        aggregates=args.get("aggregates"),
        where=args.get("where"),
    )
    return _reduced(rows, sources)


def _table_join(args: Mapping[str, JSON], results: Results) -> ToolResult:
    left, right = results_of(args["left"], results), results_of(args["right"], results)
    rows = reduce.join(
        rows_of(left),
        rows_of(right),
        on=args.get("on"),
        left_on=args.get("left_on"),
        right_on=args.get("right_on"),
        how=args.get("how", "inner"),
    )
    short = shortfall(left) or shortfall(right)
    return ToolResult.ok(rows, message=short, total=len(rows), complete=True)


def _evaluate_expression(args: Mapping[str, JSON], results: Results) -> ToolResult:
    value = evaluate(args["expression"], results)
    is_rows = isinstance(value, list) and value and all(isinstance(row, dict) for row in value)
    rows: Sequence[Record] = value if is_rows else [{"value": value}]
    return ToolResult.ok(rows, total=len(rows), complete=True)


def _reduced(
    rows: Sequence[Record], sources: Sequence[ToolResult], total: int | None = None
) -> ToolResult:
    total = len(rows) if total is None else total
    return ToolResult.ok(rows, message=shortfall(sources), total=total, complete=len(rows) == total)


LOCAL_TOOLS: dict[str, LocalTool] = {
    "table_select": _table_select,
    "table_count": _table_count,
    "table_group": _table_group,
    "table_join": _table_join,
    "evaluate_expression": _evaluate_expression,
}
"""Tool name → implementation; the tools' schemas are data in ``platforms/local``."""
_REMEMBERED = Remembered()
