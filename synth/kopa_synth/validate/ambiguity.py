"""Ambiguity: where a golden run takes one of several things that are equally right.

Three ways it shows. A cell is taken from one row of a reply although other rows hold another value
there (a name that two companies have). A reducer is cut off between equals. The answer changes when
rows come in another order (a tie inside an expression).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from kopa_env.episode.local import run_local
from kopa_env.episode.observation import dumps
from kopa_env.episode.reduce import cell
from kopa_env.grading.normalise import name_key
from kopa_env.outcome import JSON, Record, ToolResult
from kopa_env.suites.outcomes import golden_outcome, reversed_rows
from kopa_env.task import GoldenCall
from kopa_synth.validate.evidence import Evidence

_REF = re.compile(r"(c\d+)\.records\[(-?\d+)\](?:\.([^\s\"'\[\]]+)|\[[\"']([^\"']+)[\"']\])")


def ambiguous(evidence: Evidence) -> Iterator[str]:
    """Yield where a golden run takes one of several equally right things."""
    yield from _one_of_many(evidence)
    yield from _ties(evidence)
    yield from _row_order(evidence)


def taken_cells(evidence: Evidence) -> dict[tuple[str, str], set[int]]:
    """Return which rows single cells are taken from, by call id and column."""
    task = evidence.task
    texts = [dumps(dict(call.args)) for call in task.golden_calls()]
    found: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for text in (*(t.replace('\\"', '"') for t in texts), task.answer.solver):
        for name, row, dotted, quoted in _REF.findall(text):
            found[name, dotted or quoted].add(int(row))
    return dict(found)


def _one_of_many(evidence: Evidence) -> Iterator[str]:
    calls = {call.id: call for call in evidence.task.golden_calls()}
    for (name, column), places in taken_cells(evidence).items():
        call, result = calls.get(name), evidence.results.get(name)
        if call is None or result is None or _is_chosen(call):
            continue
        rows = [
            result.records[i] for i in places if -len(result.records) <= i < len(result.records)
        ]
        rivals = _rivals(evidence, call, result)
        others = _values(rivals, column) - _values(rows, column)
        if others and rows:
            yield (
                f"{name} ({call.tool}) finds {len(rivals)} that fit, and {column} of "
                f"{len(rows)} is taken"
            )
            return


def _is_chosen(call: GoldenCall) -> bool:
    """Whether the rows of a call stand in an order that the question asks for."""
    return call.tool == "table_select" and bool(call.args.get("order_by"))


def _rivals(evidence: Evidence, call: GoldenCall, result: ToolResult) -> Sequence[Record]:
    """Return the rows that a call found: those that match most of its words exactly.

    A selection without an order is looked at whole, whatever its limit.
    """
    if call.tool == "table_select" and "limit" in call.args:
        return _selected(evidence, call, None).records
    spec = evidence.catalogue[call.tool]
    semantic = {param.name for param in spec.params if param.role == "semantic"}
    words = {
        name_key(value)
        for name, value in call.args.items()
        if name in semantic and isinstance(value, str) and value
    }
    met = [len(words & {name_key(v) for v in _texts(row)}) for row in result.records]
    best = max(met, default=0)
    return [row for row, n in zip(result.records, met, strict=True) if n == best]


def _texts(row: Record) -> Iterator[str]:
    return (value for value in row.values() if isinstance(value, str))


def _values(rows: Sequence[Record], column: str) -> set[str]:
    return {dumps(value) for row in rows if (value := cell(row, column)) not in (None, "")}


def _ties(evidence: Evidence) -> Iterator[str]:
    """Yield selections cut off between equals, where it matters which of the two comes in."""
    for call in evidence.task.golden_calls():
        limit = call.args.get("limit")
        order = call.args.get("order_by")
        if call.tool != "table_select" or not order or not isinstance(limit, int) or limit < 1:
            continue
        more = _selected(evidence, call, limit + 1).records
        if len(more) <= limit or _key(more[limit - 1], order) != _key(more[limit], order):
            continue
        instead = [*more[: limit - 1], more[limit]]
        if not evidence.same(evidence.with_rows(call.id, instead)):
            yield f"{call.id} cuts off between two rows that have the same {order}"


def _key(row: Record, order: JSON) -> list[str]:
    columns = order if isinstance(order, list) else [order]
    return [dumps(cell(row, str(column))) for column in columns]


def _selected(evidence: Evidence, call: GoldenCall, limit: int | None) -> ToolResult:
    """Make a golden selection anew with another limit, all columns kept."""
    left_out = ("limit", "columns")
    args = {name: value for name, value in _handles(call.args).items() if name not in left_out}
    if limit is not None:
        args["limit"] = limit
    return run_local("table_select", args, evidence.results)


def _handles(args: Mapping[str, JSON]) -> dict[str, JSON]:
    """Return arguments whose references to whole results are the ids of their calls."""

    def plain(value: JSON) -> JSON:
        if isinstance(value, Mapping) and set(value) == {"ref"}:
            return str(value["ref"]).partition(".")[0]
        return [plain(item) for item in value] if isinstance(value, list) else value

    return {name: plain(value) for name, value in args.items()}


def _row_order(evidence: Evidence) -> Iterator[str]:
    """Yield that the answer changes with the order of rows which no reference counts."""
    counted = {name for name, _ in taken_cells(evidence)}
    free = {
        call.id
        for call in evidence.task.golden_calls()
        if evidence.catalogue[call.tool].kind != "local" and call.id not in counted
    }

    def turned(name: str, result: ToolResult) -> ToolResult:
        return reversed_rows(result) if name in free else result

    outcome = golden_outcome(evidence.task, evidence.catalogue, evidence.memory, turned)
    if not evidence.same(outcome):
        yield f"with rows in another order the solver gives {outcome.value!r}"


__all__ = ["ambiguous", "taken_cells"]
