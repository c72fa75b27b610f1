"""Putting a suite onto another world: every answer and state computed anew (DESIGN 9).

An answer is a program over records, so a task can move: its own entity is tried first, then the
first one that its selector names there. What comes of it says something about the task as well. An
answer that stays the same whatever the data say is suspect; a task that nothing else can be put
into is tied to one record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from kopa_env.catalogue import Catalogue
from kopa_env.errors import UsageError
from kopa_env.grading import render_answer
from kopa_env.outcome import JSON
from kopa_env.source import Source
from kopa_env.suites.compile import content_hash, instantiate
from kopa_env.suites.outcomes import Remembering
from kopa_env.suites.selecting import candidates
from kopa_env.task import Task

Verdict = Literal["holds", "changed", "re-instantiated", "failed"]
VERDICTS: tuple[Verdict, ...] = ("holds", "changed", "re-instantiated", "failed")
_TRIED = 5
"""Entities of a selector that are tried before a task has failed."""


@dataclass(frozen=True, slots=True)
class Rebased:
    """What became of one task.

    Attributes:
        verdict: ``holds`` (same entity, same answer and state), ``changed`` (same entity),
            ``re-instantiated`` (another entity) or ``failed``.
        before: its answer, as it is written.
        after: its answer on the other world; empty if it failed.
        bindings: what it is about there.
        reason: why its own entity, or the whole task, does not hold there.
        task: as it is there.
    """

    id: str
    verdict: Verdict
    before: str
    after: str = ""
    bindings: Mapping[str, JSON] | None = None
    reason: str = ""
    task: Task | None = None

    def to_json(self) -> dict[str, Any]:
        """Return it as plain JSON, the task left out."""
        return {
            "id": self.id,
            "verdict": self.verdict,
            "before": self.before,
            "after": self.after,
            "bindings": self.bindings,
            "reason": self.reason,
        }


def rebase(
    tasks: Iterable[Task],
    catalogue: Catalogue,
    source: Source,
    progress: Callable[[Rebased], None] | None = None,
) -> list[Rebased]:
    """Put tasks onto another source.

    Args:
        tasks: compiled tasks, with templates and selectors.
        catalogue: their tools.
        source: answers golden calls and selectors there.
        progress: told of each task.
    """
    found = []
    for task in tasks:
        found.append(rebased(task, catalogue, source))
        if progress is not None:
            progress(found[-1])
    return found


def rebased(task: Task, catalogue: Catalogue, source: Source) -> Rebased:
    """Put one task onto another source."""
    before = render_answer(task.answer)
    if not task.template:
        return Rebased(task.id, "failed", before, reason="it has no template to fill anew")
    remembering = Remembering(source)
    try:
        named = candidates(task.selector, catalogue, remembering)
    except UsageError as error:
        return Rebased(task.id, "failed", before, reason=str(error))
    own = dict(task.bindings)
    tried = [own] if own in named else []
    tried += [bindings for bindings in named if bindings != own][:_TRIED]
    reason = "" if own in named else "its selector does not name its own entity there"
    if not named:
        reason = "its selector names nothing there"
    for bindings in tried:
        try:
            there = instantiate(_row(task), bindings, catalogue, remembering, task.suite)
        except UsageError as error:
            reason = reason or str(error)
            continue
        return _settled(task, there, before, "" if bindings == own else reason)
    return Rebased(task.id, "failed", before, reason=reason)


def _settled(task: Task, there: Task, before: str, reason: str) -> Rebased:
    after = render_answer(there.answer)
    verdict: Verdict = "changed"
    if dict(there.bindings) != dict(task.bindings):
        verdict = "re-instantiated"
    elif after == before and there.target_state == task.target_state:
        verdict = "holds"
    moved = replace(there, version=task.version, label_origin="rebase")
    moved = replace(moved, content_hash=content_hash(moved))
    return Rebased(task.id, verdict, before, after, there.bindings, reason, moved)


def _row(task: Task) -> dict[str, Any]:
    """Return a compiled task as its author wrote it."""
    return {
        "id": task.id,
        "version": task.version,
        "domain": task.domain,
        "platforms": task.platforms,
        "tier": task.tier,
        "current_date": task.current_date,
        "offered_tools": task.offered_tools,
        "reward_basis": task.reward_basis,
        "observation_limit": task.observation_limit,
        "system_state": task.system_state,
        "selector": task.selector,
        "applicable": task.applicable,
        "data": task.data,
        **task.template,
    }


def told(found: Iterable[Rebased]) -> dict[str, Any]:
    """Return the verdicts of a rebase as plain JSON, counted.

    ``suspect`` are tasks over generated data whose answer is the same there, ``tied`` those that
    nothing there can be put into.
    """
    rows = list(found)
    counts = Counter(row.verdict for row in rows)
    return {
        "tasks": len(rows),
        "verdicts": {verdict: counts[verdict] for verdict in VERDICTS},
        "suspect": [
            row.id
            for row in rows
            if row.verdict == "holds" and row.task and row.task.data == "generated"
        ],
        "tied": [row.id for row in rows if row.verdict == "failed"],
        "rebased": [row.to_json() for row in rows],
    }
