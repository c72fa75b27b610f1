"""A small suite over the school tools, and what it takes to run it without a platform."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from school import CATALOGUE, TASK, SchoolSource

from kopa_bench.folder import RunFolder
from kopa_bench.policies import load_policy
from kopa_bench.rollout import Key, Rules, Stage
from kopa_bench.rollout import play as play_rollout
from kopa_bench.runner import Pace, Plan, run
from kopa_env.suites.compile import content_hash
from kopa_env.task import GoldenCall, Task


def sealed(task: Task) -> Task:
    """Return a task with its content hash."""
    return replace(task, content_hash=content_hash(task))


TARGET = {"notes": {"1": {"title": "최다 학생", "values": {"학교": "나57학교"}}}}
SCHOOL = sealed(
    replace(
        TASK,
        reward_basis=("RESPONSE", "ENVIRONMENT"),
        target_state=TARGET,
        applicable=("no_answer", "no_write", "first_page"),
    )
)
PAGED = sealed(
    replace(
        TASK,
        id="school-002",
        domain="district",
        tier="hard",
        golden=(
            (GoldenCall("c1", "school_list", {"city": "경주시", "page": 1, "size": 10}, "fetch"),),
            (GoldenCall("c2", "school_list", {"city": "경주시", "page": 2, "size": 10}, "page"),),
            (
                GoldenCall(
                    "c3",
                    "evaluate_expression",
                    {"expression": "len(concat(c1.records, c2.records))"},
                    "compute",
                ),
            ),
        ),
        query_ko="경주시 학교는 모두 몇 곳인가요?",
        answer=replace(
            TASK.answer, type="number", value=20, unit="곳", solver="len(concat(c1, c2))"
        ),
        reward_basis=("RESPONSE",),
        target_state=None,
        applicable=("first_page", "no_answer"),
    )
)
LOOKED_UP = sealed(
    replace(
        TASK,
        id="school-003",
        query_ko="가12학교는 몇 년에 문을 열었나요?",
        golden=(
            (GoldenCall("c1", "find_school", {"name": "가12학교"}, "lookup"),),
            (
                GoldenCall(
                    "c2",
                    "school_detail",
                    {"id": {"ref": "c1.records[0].id"}},
                    "fetch",
                    resolved={"id": "00012"},
                ),
            ),
        ),
        answer=replace(
            TASK.answer,
            type="date",
            value="2012-03-13",
            solver="date(c2.records[0]['opened'])",
        ),
        reward_basis=("RESPONSE",),
        target_state=None,
        applicable=("skip_lookup", "no_answer"),
    )
)
TASKS: Mapping[str, Task] = {task.id: task for task in (SCHOOL, PAGED, LOOKED_UP)}


def views(source: Any = None) -> Any:
    """Return the school source with its view resolved."""
    from kopa_env.sources.views import ViewSource

    return ViewSource(source or SchoolSource(), CATALOGUE)


def stage(policy: Any = "oracle", source: Any = None, **rules: Any) -> Stage:
    """Return a stage over the school tools."""
    player = load_policy(policy) if isinstance(policy, str) else policy
    held = views(source)
    return Stage(player, CATALOGUE, lambda seed: held, Rules(**rules), {"run_id": "r"})


def play(policy: Any, task: Task = SCHOOL, source: Any = None, **rules: Any) -> dict[str, Any]:
    """Play one rollout and return its row."""
    held = stage(policy, source, **rules)
    row: dict[str, Any] = asyncio.run(closing(held, play_rollout(held, task, Key(task.id, 0, 0))))
    return row


async def closing(held: Stage, work: Any) -> Any:
    """Do something with a stage, then close its policy's connections."""
    try:
        return await work
    finally:
        if hasattr(held.policy, "aclose"):
            await held.policy.aclose()


def play_all(
    folder: Path,
    policy: Any = "oracle",
    source: Any = None,
    *,
    seeds: Sequence[int] = (0, 1),
    samples: int = 2,
    **pace: Any,
) -> list[dict[str, Any]]:
    """Run every task into a folder, going on with what it holds, and return its rows."""
    held = RunFolder(folder)
    plan = Plan(tuple(TASKS.values()), seeds, samples)
    with held.appending():
        staged = stage(policy, source)
        asyncio.run(closing(staged, run(staged, plan, held, Pace(**{"pause": 0.0, **pace}))))
    return list(held.rows())
