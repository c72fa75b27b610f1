"""What the ``kopa bench`` commands do, apart from reading options and printing."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kopa_bench.folder import RunFolder
from kopa_bench.identity import digest, environment, identity, require_same
from kopa_bench.policies.golden import Golden
from kopa_bench.policy import Policy
from kopa_bench.rollout import Rules, Stage
from kopa_bench.runner import Pace, Plan, Progress, run
from kopa_env.catalogue import Catalogue
from kopa_env.envs.backend import Backend
from kopa_env.episode.offer import offered_tools
from kopa_env.errors import UsageError
from kopa_env.parsing import DIALECTS
from kopa_env.suites import WHOLE, Suite
from kopa_env.task import Task

SCHEMA = 1

_ALLOCATIONS = 300_000
"""New containers between two collections: an episode makes thousands and hardly a cycle."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where replies come from.

    Attributes:
        source: ``replay``, ``replica`` or ``live``.
        on_miss: what a replay miss leads to.
        faults: share of calls that meet a fault, by kind.
    """

    source: str = "replay"
    on_miss: str = "replica"
    faults: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Order:
    """A run to be made.

    Attributes:
        suite: the tasks it is of.
        suite_from: how the suite is found again: its name, or the path it was read from.
        policy: who plays.
        plan: which rollouts.
        rules: how episodes are held.
        origin: where replies come from.
        pace: concurrency and retries.
    """

    suite: Suite
    suite_from: str
    policy: Policy | Golden
    plan: Plan
    rules: Rules
    origin: Origin
    pace: Pace


def chosen_tasks(
    suite: Suite, ids: Sequence[str], limit: int | None, split: str = WHOLE
) -> list[Task]:
    """Return the tasks to run, in the suite's order.

    Raises:
        UsageError: for an unknown id or split; the message names the nearest.
    """
    wanted = {suite.task(task_id).id for task_id in ids}
    part = set(suite.ids(split))
    tasks = [
        task
        for task in suite.tasks.values()
        if task.id in part and (not wanted or task.id in wanted)
    ]
    return tasks if limit is None else tasks[:limit]


def carry_out(order: Order, folder: RunFolder, *, resume: bool, progress: Progress) -> None:
    """Make a run, or go on with it.

    Raises:
        UsageError: if the folder holds another run, or a run and ``resume`` is not asked for.
    """
    began = time.perf_counter()
    gc.freeze()  # what is loaded by now stays: no collection need look at it again
    gc.set_threshold(_ALLOCATIONS)
    catalogue = Catalogue.load()
    _check(order, catalogue)
    backend = Backend(order.suite, catalogue)
    origin = order.origin
    same = identity(
        order.suite,
        order.rules,
        policy_options(order.policy),
        {"name": origin.source, "on_miss": origin.on_miss, "faults": dict(origin.faults)},
        backend.hashes(origin.source, origin.on_miss),
    )
    about = _begun(folder, same, order, resume=resume)
    stage = Stage(
        order.policy,
        catalogue,
        lambda seed: backend.episode_source(origin.source, origin.on_miss, origin.faults, seed),
        order.rules,
        {"run_id": about["run_id"], "hashes": same["hashes"]},
    )
    with folder.appending():
        folder.describe(about)
        asyncio.run(_closing(stage, order, folder, progress))
        session = {
            "cpu_s": round(time.process_time(), 3),
            "wall_s": round(time.perf_counter() - began, 3),
        }
        folder.describe({**about, "sessions": [*about["sessions"], session]})


def policy_options(policy: Policy | Golden) -> dict[str, Any]:
    """Return what shapes a policy's moves, as plain JSON; never a key."""
    options: Callable[[], dict[str, Any]] | None = getattr(policy, "options", None)
    return options() if options is not None else {"name": policy.name}


async def _closing(stage: Stage, order: Order, folder: RunFolder, progress: Progress) -> None:
    try:
        await run(stage, order.plan, folder, order.pace, progress)
    finally:
        close = getattr(order.policy, "aclose", None)
        if close is not None:
            await close()


def _begun(
    folder: RunFolder, same: Mapping[str, Any], order: Order, *, resume: bool
) -> dict[str, Any]:
    """Return what ``run.json`` is to say, after making sure that the folder may be written."""
    sessions: list[Any] = []
    if folder.exists:
        if not resume:
            raise UsageError(f"{folder.path} holds a run; go on with --resume or choose another")
        held = folder.about()
        require_same({name: held.get(name) for name in same}, same, str(folder.path))
        sessions = list(held.get("sessions", ()))
    return {
        "schema": SCHEMA,
        "run_id": digest(same),
        **same,
        "suite_from": order.suite_from,
        "plan": {
            "tasks": [task.id for task in order.plan.tasks],
            "seeds": list(order.plan.seeds),
            "samples": order.plan.samples,
        },
        "environment": environment(),
        "sessions": sessions,
    }


def _check(order: Order, catalogue: Catalogue) -> None:
    """Refuse before the first rollout what no rollout could survive."""
    if order.rules.parser not in DIALECTS:
        raise UsageError(f"no dialect {order.rules.parser!r}; dialects: {', '.join(DIALECTS)}")
    if not order.plan.tasks:
        raise UsageError("there is no task to run")
    for task in order.plan.tasks:
        offered_tools(task, catalogue, order.rules.offer, local_tools=order.rules.local_tools)


def regraded(source: Path, target: Path | None) -> tuple[list[Any], dict[str, Any]]:
    """Grade a run again; write it as a run of its own where a target is given.

    Returns:
        The verdicts that differ, and the figures under the grades as they are now.

    Raises:
        UsageError: if there is no run, a task has changed, or the target holds a run.
    """
    from kopa_bench.regrade import changes, regrade
    from kopa_bench.results import summary
    from kopa_env.grading import GRADING_VERSION
    from kopa_env.suites import load_suite

    folder, catalogue = RunFolder(source), Catalogue.load()
    about = folder.about()
    suite = load_suite(str(about.get("suite_from") or about.get("suite", "")))
    before = list(folder.rows())
    after = list(regrade(before, suite.tasks, catalogue))
    about = {**about, "hashes": {**about.get("hashes", {}), "grading": GRADING_VERSION}}
    if target is not None:
        made = RunFolder(target)
        if made.exists:
            raise UsageError(f"{target} holds a run; choose another folder")
        with made.appending():
            made.describe(about)
            for row in after:
                made.append(row)
    return changes(before, after), summary(after, suite.tasks, catalogue, about)
