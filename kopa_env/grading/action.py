"""ACTION: how well the calls were made. Reported, never rewarded (PAPER's Corr, CR, MPC, Eff)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kopa_env.grading.values import has_reference, same_argument
from kopa_env.outcome import JSON
from kopa_env.spec import Param, ToolSpec
from kopa_env.task import Task

if TYPE_CHECKING:
    from kopa_env.episode.record import CallEntry, EpisodeRecord

Tools = Mapping[str, ToolSpec]

_UNCOUNTED_ROLES = frozenset({"reduce", "compute"})


@dataclass(frozen=True, slots=True)
class GoldenStep:
    """One golden call to be matched: ``args`` without a value stand for any value."""

    name: str
    args: Mapping[str, JSON]
    anything: frozenset[str]
    role: str
    complete: bool


@dataclass(frozen=True, slots=True)
class Action:
    """The figures, each from 0 to 1.

    Attributes:
        corr: share of golden calls found in the trajectory, order ignored, each call used once.
        cr: 1 − repeated calls / calls (same name and arguments).
        mpc: golden calls / calls, at most 1.
        eff: mean of the two; 0 above the budget.
        action: mean of ``corr`` and ``eff``.
    """

    corr: float
    cr: float
    mpc: float
    eff: float
    action: float


def golden_steps(task: Task, golden: Sequence[CallEntry] | None = None) -> list[GoldenStep]:
    """Return the golden calls that count: API calls and writes, local tools left out.

    Args:
        task: the task; references that its compiler did not resolve stand for any value.
        golden: the log of the golden run, where every value is known. It is only used if it
            follows the task's golden calls one by one.
    """
    from kopa_env.episode.local import LOCAL_TOOLS

    planned = task.golden_calls()
    run = list(golden or ())
    known = len(run) == len(planned) and all(
        entry.name == call.tool for entry, call in zip(run, planned, strict=True)
    )
    steps = []
    for index, call in enumerate(planned):
        if call.role in _UNCOUNTED_ROLES or call.tool in LOCAL_TOOLS:
            continue
        if known:
            steps.append(GoldenStep(call.tool, run[index].args, frozenset(), call.role, True))
            continue
        args = call.args if call.resolved is None else call.resolved
        anything = frozenset(name for name, value in args.items() if has_reference(value))
        steps.append(GoldenStep(call.tool, args, anything, call.role, call.resolved is not None))
    return steps


def counted(calls: Iterable[CallEntry]) -> list[CallEntry]:
    """Return the calls that count: API calls, views, writes and malformed ones."""
    return [
        call
        for call in calls
        if call.kind in ("endpoint", "view", "none")
        or (call.kind == "workspace" and call.effect == "write")
    ]


def matches(step: GoldenStep, call: CallEntry, tools: Tools | None) -> bool:
    """Tell whether a call is a golden one: same tool, same arguments, none beside.

    An argument beside the golden ones passes only if it is the tool's default or, where the
    golden call is known only as written, a generic one (page, size).
    """
    if step.name != call.name or not call.sent:
        return False
    spec = tools.get(step.name) if tools else None
    for name, value in step.args.items():
        if name not in call.args:
            if _default(spec, name) != value or value is None:
                return False
        elif name not in step.anything and not same_argument(
            value, call.args[name], spec.param(name) if spec else None
        ):
            return False
    return all(
        name in step.args or _harmless(name, value, spec, step) for name, value in call.args.items()
    )


def measure(
    steps: Sequence[GoldenStep], record: EpisodeRecord, max_calls: int, tools: Tools | None = None
) -> Action:
    """Return the figures of one episode. A message that could not be read counts as a call."""
    calls = counted(record.calls)
    if not steps and not calls:
        return Action(1.0, 1.0, 1.0, 1.0, 1.0)
    corr = _matched(steps, calls, tools) / len(steps) if steps else 1.0
    total = len(calls) + record.parse_errors
    if not calls:
        return Action(0.0, 0.0, 0.0, 0.0, 0.0)
    repeated = len(calls) - len({(call.name, _dump(dict(call.args))) for call in calls})
    cr = 1 - repeated / total
    mpc = min(1.0, len(steps) / total)
    over = record.stop_reason == "budget" or total > max_calls
    eff = 0.0 if over else (cr + mpc) / 2
    return Action(corr, cr, mpc, eff, (corr + eff) / 2)


def _matched(steps: Sequence[GoldenStep], calls: Sequence[CallEntry], tools: Tools | None) -> int:
    """Count golden calls found, those with the fewest open values first."""
    free = list(calls)
    count = 0
    for step in sorted(steps, key=lambda step: len(step.anything)):
        for index, call in enumerate(free):
            if matches(step, call, tools):
                del free[index]
                count += 1
                break
    return count


def _param(spec: ToolSpec | None, name: str) -> Param | None:
    return spec.param(name) if spec else None


def _default(spec: ToolSpec | None, name: str) -> JSON:
    param = _param(spec, name)
    return param.default if param else None


def _harmless(name: str, value: JSON, spec: ToolSpec | None, step: GoldenStep) -> bool:
    if value is None:
        return True
    param = _param(spec, name)
    if param is None:
        return spec is None and not step.complete
    if param.default is not None and same_argument(param.default, value, param):
        return True
    return param.role in ("generic", "constant") and not step.complete


_dump = json.JSONEncoder(ensure_ascii=False, sort_keys=True, default=str).encode
