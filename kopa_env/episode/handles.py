"""Result handles: ``r1``, ``r2`` … under which an episode keeps whole replies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kopa_env.columns import Chained, Rows
from kopa_env.episode.reduce import MAX_ROWS, Misuse
from kopa_env.errors import did_you_mean
from kopa_env.outcome import JSON, Reason, Status, ToolResult

MAX_HANDLES = 200
"""Handles one call may concatenate."""


def handle_name(number: int) -> str:
    """Return the handle of the ``number``-th call, counted from 1."""
    return f"r{number}"


def results_of(value: JSON, results: Mapping[str, ToolResult]) -> list[ToolResult]:
    """Return the results behind a handle or a list of handles.

    Raises:
        Misuse: for a handle that does not exist or whose call failed.
    """
    names = value if isinstance(value, list) else [value]
    if not names or len(names) > MAX_HANDLES or not all(isinstance(n, str) for n in names):
        raise Misuse(
            "결과 번호(r1) 또는 그 목록이 필요함",
            "a result handle (r1) or a list of handles is needed",
        )
    return [_usable(name.strip(), results) for name in names]


def _usable(name: str, results: Mapping[str, ToolResult]) -> ToolResult:
    result = results.get(name)
    if result is None:
        near = did_you_mean(name, results) or (f" (last: {list(results)[-1]})" if results else "")
        raise Misuse(f"없는 결과 번호 {name}", f"no result {name}{near}", Reason.UNKNOWN_ID)
    if result.status not in (Status.OK, Status.EMPTY):
        raise Misuse(
            f"{name}: 실패한 호출이라 행이 없음", f"{name} is a failed call and holds no rows"
        )
    return result


def rows_of(results: Sequence[ToolResult]) -> Rows:
    """Return the rows of results one after another."""
    if len(results) == 1:
        return results[0].records
    if sum(len(result.records) for result in results) > MAX_ROWS:
        raise Misuse(
            f"한 번에 {MAX_ROWS:,}행까지", f"at most {MAX_ROWS:,} rows at once", Reason.TOO_MANY
        )
    return Chained([result.records for result in results])


def shortfall(results: Sequence[ToolResult]) -> str:
    """Return a warning where the rows held are fewer than the platform says there are.

    An aggregate over the first page must not pass for one over the whole list.
    """
    held = sum(len(result.records) for result in results)
    stated = max((result.total or 0 for result in results), default=0)
    if held >= stated:
        return ""
    return (
        f"전체 {stated:,}행 가운데 {held:,}행만 담긴 결과임"
        f" / these results hold {held:,} of {stated:,} rows"
    )
