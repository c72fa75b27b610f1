"""Arguments of a target that no field of the source supplies."""

from __future__ import annotations

from collections.abc import Container
from datetime import date

from kopa_env.outcome import JSON
from kopa_env.spec import Param, ToolSpec
from kopa_synth.graph import Plan

_A_DAY = date(2024, 1, 2)
_DATES = {
    "YYYY": "%Y",
    "YYYYMM": "%Y%m",
    "YYYY-MM": "%Y-%m",
    "YYYYMMDD": "%Y%m%d",
    "YYYY-MM-DD": "%Y-%m-%d",
}


def candidates(param: Param) -> tuple[JSON, ...]:
    """Return values the documentation offers for a parameter, the likeliest first.

    Its default, its example, its allowed values, and for dates one of the right form; empty if
    nothing is known.
    """
    known = [v for v in (param.default, param.example) if v is not None]
    known += list(param.enum or ())
    if not known and param.format in _DATES:
        known.append(_A_DAY.strftime(_DATES[param.format]))
    if not known and param.role == "token":
        known.append("token")
    return tuple(value for i, value in enumerate(known) if value not in known[:i])


def plan_rest(target: ToolSpec, bound: Container[str]) -> dict[str, Plan] | None:
    """Plan every argument that is needed and not bound.

    Optional semantic parameters are left out of the call, and so out of the plan.

    Returns:
        The plan by parameter, or ``None`` if a required parameter has no value to try.
    """
    plan: dict[str, Plan] = {}
    for param in target.params:
        if param.name in bound:
            continue
        if param.role != "semantic" or param.default is not None:
            if param.required or param.default is not None:
                plan[param.name] = Plan.DEFAULT
        elif param.required:
            if not candidates(param):
                return None
            plan[param.name] = Plan.CLARIFY
    return plan
