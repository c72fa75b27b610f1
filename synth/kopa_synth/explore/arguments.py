"""The arguments of a call: what the edge binds, defaults, and candidates for the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from numpy.random import Generator

from kopa_env.outcome import JSON
from kopa_env.spec import Param, ToolSpec
from kopa_synth.explore.candidates import Arguments, Memory, by_rule
from kopa_synth.graph import Edge, Plan

Bound: TypeAlias = Mapping[str, JSON]

TODAY = "20260130"
"""The day candidates by rule end at, unless the caller names another."""

TOKEN = "edge"
"""Stands for a token that an episode would issue; sources do not look at it."""

PAGE_ROWS = 60
"""Rows asked for at most in one call: enough to tell a long list from a short one."""

_FROM_MEMORY = 0.7
"""Share of calls whose open arguments are a set that worked before, where there is one."""
_OPTIONAL = 0.5
"""Share of first calls that also give one argument the tool does not insist on."""


class Filler:
    """Chooses arguments.

    Args:
        memory: arguments that worked so far; read only.
        today: see :func:`~kopa_synth.explore.candidates.by_rule`.
        page_rows: rows asked for at most, where the tool pages.
    """

    def __init__(self, memory: Memory, today: str = TODAY, page_rows: int = PAGE_ROWS) -> None:
        self.memory = memory
        self._today = today
        self._page_rows = page_rows
        self._fixed: dict[str, Arguments] = {}
        self._ruled: dict[tuple[str, str], list[JSON]] = {}

    def first(self, spec: ToolSpec, rng: Generator) -> Arguments:
        """Return arguments for the first call of a path, which no edge binds."""
        sets = self.memory.sets.get(spec.name)
        if sets and rng.random() < _FROM_MEMORY:
            return {**self._frame(spec), **sets[int(rng.integers(len(sets)))]}
        args = self._open(spec, {}, {}, rng)
        spare = [
            p for p in spec.params if _semantic(p) and p.name not in args and self._choices(spec, p)
        ]
        if spare and rng.random() < _OPTIONAL:
            param = spare[int(rng.integers(len(spare)))]
            args[param.name] = _one(self._choices(spec, param), rng)
        return args

    def bound(self, spec: ToolSpec, edge: Edge, row: tuple[JSON, ...], rng: Generator) -> Arguments:
        """Return arguments for the target of an edge, given one row of the source's values."""
        given = {b.param: value for b, value in zip(edge.bindings, row, strict=True)}
        return self._open(spec, given, edge.plan, rng)

    def _open(
        self, spec: ToolSpec, given: Bound, plan: Mapping[str, Plan], rng: Generator
    ) -> Arguments:
        """Fill in what is not given: a set that worked, else candidates one by one."""
        args = self._frame(spec)
        wanted = [p for p in spec.params if p.name not in given and _open(p, plan)]
        sets = self.memory.sets.get(spec.name) if wanted else None
        worked: Mapping[str, JSON] = {}
        if sets and rng.random() < _FROM_MEMORY:
            worked = sets[int(rng.integers(len(sets)))]
        for param in wanted:
            if param.name in worked:
                args[param.name] = worked[param.name]
            elif choices := self._choices(spec, param):
                args[param.name] = _one(choices, rng)
        args.update(given)
        return args

    def _choices(self, spec: ToolSpec, param: Param) -> list[JSON]:
        key = (spec.name, param.name)
        if key not in self._ruled:
            self._ruled[key] = by_rule(param, self._today)
        return [*self._ruled[key], *self.memory.worked(spec, param.name)]

    def _frame(self, spec: ToolSpec) -> Arguments:
        """Return the arguments that never vary: page, size, tokens."""
        fixed = self._fixed.get(spec.name)
        if fixed is None:
            fixed = self._fixed[spec.name] = self._fix(spec)
        return dict(fixed)

    def _fix(self, spec: ToolSpec) -> Arguments:
        fixed: Arguments = {}
        paging = spec.paging
        if paging is not None:
            size = min(paging.default, paging.max, self._page_rows)
            last = paging.first + size - 1
            fixed[paging.page] = paging.first
            fixed[paging.size] = last if paging.mode == "range" else size
        for param in spec.params:
            if param.role == "token":
                fixed[param.name] = TOKEN
            elif param.role == "generic" and param.required and param.default is None:
                fixed.setdefault(param.name, param.example)
        return {name: value for name, value in fixed.items() if spec.param(name)}


def _semantic(param: Param) -> bool:
    return param.role == "semantic"


def _open(param: Param, plan: Mapping[str, Plan]) -> bool:
    """Say whether a parameter needs a candidate."""
    if not _semantic(param):
        return False
    planned = plan.get(param.name)
    return planned is Plan.CLARIFY or (param.required and param.default is None)


def _one(choices: list[JSON], rng: Generator) -> JSON:
    return choices[int(rng.integers(len(choices)))] if len(choices) > 1 else choices[0]
