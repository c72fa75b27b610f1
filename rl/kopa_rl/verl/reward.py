"""The reward function for verl's stock paths: a response in text, graded.

Our agent loop plays the task and tells verl the reward itself; this is for what verl scores from
text alone, ``verl.trainer.main_eval`` and loops of others over our rows::

    reward.custom_reward_function.path=pkg://kopa_rl.verl.reward
    reward.custom_reward_function.name=compute_score
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from kopa_env.errors import UsageError
from kopa_env.grading import judge_response
from kopa_env.parsing import parse
from kopa_rl.forms import DATA_SOURCE
from kopa_rl.verl.agent_loop import check_hash, stage_of

_REPLY = re.compile(
    r".*(?:</tool_response>|\nassistant\n)(?:\s*(?:<\|im_end\|>|<\|im_start\|>|assistant\b))*",
    re.DOTALL,
)
"""Everything up to the last turn; its marks may have been left out of the text."""


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: Any,
    extra_info: Mapping[str, Any] | None = None,
    **_: Any,
) -> dict[str, float]:
    """Grade the answer with which a response ends.

    Args:
        data_source: of the row, ``kopa``.
        solution_str: the whole response as text, replies of tools included.
        ground_truth: not looked at: the task itself is, by its id and hash.
        extra_info: of the row (``suite``, ``task_id``, ``task_hash``); with ``environment``, 0 or
            1, from whoever played a task that is about what was saved.

    Returns:
        ``score`` (product), ``response``, ``environment``.

    Raises:
        UsageError: for rows of others, and for a task about what was saved where ``environment`` is
            not given: no text shows it.
    """
    about = extra_info or {}
    if data_source != DATA_SOURCE or "task_id" not in about:
        raise UsageError(f"no row of kopa-env: data_source {data_source!r}")
    stage = stage_of(about["suite"], ())
    check_hash(stage, about)
    task = stage.suite.task(about["task_id"])
    environment = 1.0
    if "ENVIRONMENT" in task.reward_basis:
        if about.get("environment") is None:
            raise UsageError(
                f"{task.id} is about what was saved, which a text does not show: "
                "play it with the agent kopa_agent, or give environment in extra_info"
            )
        environment = float(about["environment"])
    response = 1.0
    if "RESPONSE" in task.reward_basis:
        said = parse(_REPLY.sub("", solution_str, count=1))
        answer = said.content if said.verdict == "answer" else None
        response = float(judge_response(task.answer, answer, task.query_ko).right)
    return {"score": response * environment, "response": response, "environment": environment}
