"""Selectors and second routes: calls beside the golden ones, and expressions over them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.arguments import validate
from kopa_env.episode.expression import ExpressionError, evaluate
from kopa_env.episode.refs import Reply, resolve
from kopa_env.errors import UsageError
from kopa_env.outcome import JSON, Status, ToolResult
from kopa_env.source import Source


def candidates(
    selector: Mapping[str, Any], catalogue: Catalogue, source: Source
) -> list[dict[str, JSON]]:
    """Make a selector's calls and return the bindings for which it says that the chain holds.

    Args:
        selector: ``calls`` (turns of calls, as in a golden trajectory) and ``candidates``, an
            expression over their results.
        catalogue: the tools.
        source: the world that is asked.

    Raises:
        UsageError: if a call fails, or the expression does not come to a list of bindings.
    """
    found = _evaluated("selector", selector, "candidates", catalogue, source)
    if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
        raise UsageError("selector: the candidates are no list of bindings")
    return found


def second_answer(route: Mapping[str, Any], catalogue: Catalogue, source: Source) -> JSON:
    """Make a second route's calls and return the answer that it comes to.

    Raises:
        UsageError: if a call or the expression fails.
    """
    return _evaluated("second route", route, "answer", catalogue, source)


def _evaluated(
    kind: str, calls: Mapping[str, Any], name: str, catalogue: Catalogue, source: Source
) -> JSON:
    results: dict[str, ToolResult] = {}
    try:
        for turn in calls["calls"]:
            for call in turn:
                results[call["id"]] = _made(kind, call, results, catalogue, source)
        return evaluate(calls[name], results)
    except ExpressionError as error:
        raise UsageError(f"{kind}: {error}") from None


def _made(
    kind: str,
    call: Mapping[str, Any],
    results: Mapping[str, ToolResult],
    catalogue: Catalogue,
    source: Source,
) -> ToolResult:
    replies = {name: Reply(name, result) for name, result in results.items()}
    args = resolve(call["args"], replies)
    if call["tool"] == "evaluate_expression":
        return ToolResult.ok([{"value": evaluate(args["expression"], results)}])
    spec = catalogue[call["tool"]]
    checked = validate(spec, args)
    result = checked if isinstance(checked, ToolResult) else source.call(spec, checked)
    if result.status not in (Status.OK, Status.EMPTY):
        raise UsageError(f"{kind}: call {call['id']} came to {result.status}: {result.message}")
    return result
