"""The grammar of ``evaluate_expression`` and of task solvers (docs/expressions.md).

A safe subset of Python expressions over the results of earlier calls: parsed by :mod:`ast`,
compiled once into closures, evaluated over exact decimals. There is no attribute but
``.records``, ``.total`` and ``.value``, no function but those in ``FUNCTIONS``, no loop but a
comprehension. Work is metered: an expression ends with a result or with one bilingual line that
says where it went wrong.
"""

from __future__ import annotations

from collections.abc import Mapping

from kopa_env.episode.expression.compiler import MAX_DEPTH, MAX_LENGTH, compile_expression
from kopa_env.episode.expression.functions import FUNCTIONS
from kopa_env.episode.expression.operations import MAX_STEPS, Meter, plain, reply_value
from kopa_env.episode.expression.scope import Scope
from kopa_env.episode.expression.syntax import ExpressionError, too_deep
from kopa_env.episode.reduce import Misuse
from kopa_env.outcome import JSON, ToolResult

__all__ = [
    "FUNCTIONS",
    "MAX_DEPTH",
    "MAX_LENGTH",
    "MAX_STEPS",
    "ExpressionError",
    "compile_expression",
    "evaluate",
    "reply_value",
]


def evaluate(source: str, names: Mapping[str, ToolResult]) -> JSON:
    """Evaluate an expression over results of calls.

    Args:
        source: the expression.
        names: ``r1``, ``r2`` … for a policy, ``c1``, ``c2`` … for a solver.

    Returns:
        Plain JSON: whole numbers as ``int``, others as ``float`` of at most 15 digits, days as
        ``YYYY-MM-DD``.

    Raises:
        ExpressionError: with one line, Korean / English.
    """
    code = compile_expression(source)
    meter = Meter()
    try:
        return plain(code(Scope(names, meter)), meter)
    except ExpressionError:
        raise
    except Misuse as error:
        raise ExpressionError.of(error) from None
    except RecursionError:
        raise too_deep() from None
