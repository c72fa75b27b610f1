"""Does a reply decide anything: ways to change it, one of which must change what comes out.

Dropping a reply is not enough: the losers of a maximum can be dropped unnoticed, yet had to be
looked at. So its rows are also made to meet the conditions that a reduction puts and to come first
in its order, its numbers made larger and smaller, its days moved both ways; they are repeated and
mixed with their neighbours, and each column that the solver reads is set to values neighbours hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from functools import partial

from kopa_env.catalogue import Catalogue
from kopa_env.episode.observation import dumps
from kopa_env.episode.values import ordered, read_date
from kopa_env.outcome import JSON, Record, ToolResult
from kopa_env.source import Source
from kopa_env.suites.golden import replies_of
from kopa_env.suites.outcomes import Outcome, emptied, golden_outcome
from kopa_env.task import GoldenCall, Task

_DAY = re.compile(r"(?:19|20)\d{2}")
_FIGURE = re.compile(r"(?:0|[1-9][0-9]*)(?:\.[0-9]+)?")
_REPEATED = 20
_MOST_ROWS = 5000
_VALUES = 6
_MET_BY_ITSELF = frozenset({"eq", "ge", "le", "contains", "startswith", "in"})
"""Operators that a condition's own value meets."""


def idle_calls(
    task: Task, catalogue: Catalogue, source: Source, outcome: Outcome
) -> Iterator[GoldenCall]:
    """Yield the golden calls whose reply changes nothing, however it changes.

    Writes and local calls are taken for needed: they do what the question asks.

    Args:
        task: its task.
        catalogue: its tools.
        source: answers golden calls.
        outcome: what the golden run as it stands comes to.
    """
    if outcome.value is None:
        return
    results = {name: reply.result for name, reply in replies_of(outcome.episode).items()}
    for call in task.golden_calls():
        if call.role in ("write", "reduce", "compute"):
            continue
        forms = variants(task, call, results)
        if all(_with(form, task, catalogue, source, call) == outcome.key for form in forms):
            yield call


def _with(
    instead: ToolResult, task: Task, catalogue: Catalogue, source: Source, call: GoldenCall
) -> tuple[str, str]:
    """Return what the golden run comes to when one call is answered otherwise."""

    def change(name: str, result: ToolResult) -> ToolResult:
        return instead if name == call.id else result

    return golden_outcome(task, catalogue, source, change).key


def variants(
    task: Task, call: GoldenCall, results: Mapping[str, ToolResult]
) -> Iterator[ToolResult]:
    """Yield changed forms of a golden reply, cheap ones first.

    Args:
        task: its task.
        call: the golden call.
        results: every golden reply as it is, by call id.
    """
    own = results[call.id]
    yield emptied(own)
    yield from _by_size(own, own.records)
    yield _with_rows(own, list(own.records) * _REPEATED)
    siblings = [
        results[other.id]
        for other in task.golden_calls()
        if other.tool == call.tool and other.id != call.id
    ]
    for sibling in siblings:
        yield _with_rows(own, [*own.records, *sibling.records])
    yield from _by_reduction(task, own, [own, *siblings])
    yield from _by_column(task, own, [own, *siblings])


def _by_size(own: ToolResult, rows: Sequence[Record]) -> Iterator[ToolResult]:
    """Yield rows with every number larger or smaller, every day later or earlier."""
    for change in _SIZES:
        changed = [{k: _throughout(change, v) for k, v in row.items()} for row in rows]
        yield _with_rows(own, changed)


def _by_reduction(task: Task, own: ToolResult, pool: Sequence[ToolResult]) -> Iterator[ToolResult]:
    """Yield rows that meet a reduction's conditions, and those that come first in its order too."""
    for call in task.golden_calls():
        met = _met(call.args.get("where"))
        rows = [{k: met.get(k, v) for k, v in row.items()} for row in own.records]
        if met:
            yield _with_rows(own, rows)
            yield from _by_size(own, rows)
        order = call.args.get("order_by")
        if not isinstance(order, str):
            continue
        cells = [v for result in pool for row in result.records if (v := row.get(order))]
        for extreme in ordered(cells)[:1] + ordered(cells, descending=True)[:1]:
            for change in _SIZES:
                yield _with_rows(own, [{**row, order: change(cells[extreme])} for row in rows])


def _met(where: JSON) -> dict[str, JSON]:
    """Return cells that meet conditions, for those that say what meets them."""
    return {
        str(test["column"]): test["value"][0] if test["op"] == "in" else test["value"]
        for test in where or ()
        if test.get("op", "eq") in _MET_BY_ITSELF and test.get("value")
    }


def _by_column(task: Task, own: ToolResult, pool: Sequence[ToolResult]) -> Iterator[ToolResult]:
    """Yield the reply with one column set to one value, for columns that the task names."""
    program = dumps([call.args for call in task.golden_calls()]) + task.answer.solver
    columns = [name for name in (own.records[0] if own.records else ()) if name in program]
    for column in columns:
        values = dict.fromkeys(
            value
            for result in pool
            for row in result.records
            if isinstance(value := row.get(column), str | int)
        )
        for value in list(values)[:_VALUES]:
            yield _with_rows(own, [{**row, column: value} for row in own.records])


def _with_rows(result: ToolResult, rows: Sequence[Record]) -> ToolResult:
    return replace(result, records=rows[:_MOST_ROWS], rendered=None)


def _moved(value: JSON, years: int) -> JSON:
    """Return a day moved by years, anything else as it is."""
    if not isinstance(value, str) or not _DAY.match(value) or read_date(value) is None:
        return value
    return f"{int(value[:4]) + years}{value[4:]}"


def _larger(value: JSON) -> JSON:
    """Return a number made larger, anything else as it is."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return value * 97 + 13
    if not _is_figure(value):
        return value
    return str(Decimal(str(value).replace(",", "")) * 97 + 13)


def _smaller(value: JSON) -> JSON:
    """Return a number made as small as a count gets, anything else as it is."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return 0
    return "0" if _is_figure(value) else value


def _is_figure(value: JSON) -> bool:
    """Whether a text is a number, and no code that begins with zeros."""
    plain = value.replace(",", "") if isinstance(value, str) else ""
    return bool(_FIGURE.fullmatch(plain))


def _throughout(change: Callable[[JSON], JSON], value: JSON) -> JSON:
    """Return a value with a change made to it, or to all that it holds."""
    if isinstance(value, Mapping):
        return {name: _throughout(change, item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_throughout(change, item) for item in value]
    return change(value)


_SIZES: tuple[Callable[[JSON], JSON], ...] = (
    _larger,
    _smaller,
    partial(_moved, years=-100),
    partial(_moved, years=100),
)
