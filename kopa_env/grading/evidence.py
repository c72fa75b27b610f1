"""Evidence: were the records that the answer rests on ever fetched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from kopa_env.grading.action import GoldenStep, Tools
from kopa_env.grading.values import same_argument
from kopa_env.outcome import JSON
from kopa_env.spec import Paging, ToolSpec

if TYPE_CHECKING:
    from kopa_env.episode.record import CallEntry

_FETCHED = frozenset({"ok", "empty"})


def evidence_recall(
    steps: Sequence[GoldenStep], calls: Iterable[CallEntry], tools: Tools | None = None
) -> float:
    """Return the share of the golden fetches whose records the episode fetched, 0 to 1.

    The evidence is what golden calls with the roles ``fetch`` and ``page`` return; what look-ups
    return, where there are none of these. A fetch is covered by calls of the same tool with the
    same arguments; pages of another size do as well, if together they hold the same rows. With
    nothing to fetch the recall is 1.
    """
    wanted = [step for step in steps if step.role in ("fetch", "page")]
    wanted = wanted or [step for step in steps if step.role == "lookup"]
    if not wanted:
        return 1.0
    fetched = [call for call in calls if call.status in _FETCHED and call.sent]
    covered = 0
    for step in wanted:
        spec = tools.get(step.name) if tools else None
        covered += _covered(step, [call for call in fetched if call.name == step.name], spec)
    return covered / len(wanted)


def _covered(step: GoldenStep, calls: Sequence[CallEntry], spec: ToolSpec | None) -> bool:
    paging = spec.paging if spec else None
    turning = (paging.page, paging.size) if paging else ()
    alike = [call for call in calls if _same(step, call.args, turning, spec)]
    if not alike or not paging:
        return bool(alike)
    wanted = rows_of(step.args, paging)
    totals = [call.total for call in alike if call.total is not None]
    last = min(wanted[1], max(totals)) if totals else wanted[1]
    reached = wanted[0]
    for first, end in sorted(rows_of(call.args, paging) for call in alike):
        if first > reached:
            break
        reached = max(reached, end)
    return reached >= last


def rows_of(args: Mapping[str, JSON], paging: Paging) -> tuple[int, int]:
    """Return which rows a call asks for, as a half-open range from 0."""
    page = _whole(args.get(paging.page), paging.first)
    size = _whole(args.get(paging.size), paging.default)
    if paging.mode == "range":
        last = _whole(args.get(paging.size), page + paging.default - 1)
        return max(0, page - 1), min(last, page - 1 + paging.max)
    size = min(max(size, 1), paging.max)
    start = max(0, page - paging.first) * size
    return start, start + size


def _same(
    step: GoldenStep, args: Mapping[str, JSON], turning: Sequence[str], spec: ToolSpec | None
) -> bool:
    for name, value in step.args.items():
        if name in step.anything or name in turning or value is None:
            continue
        param = spec.param(name) if spec else None
        given = args.get(name, param.default if param else None)
        if not same_argument(value, given, param):
            return False
    return True


def _whole(value: JSON, default: int) -> int:
    if isinstance(value, bool):
        return default
    if isinstance(value, int):
        return value
    return int(value) if isinstance(value, str) and value.strip().isdecimal() else default
