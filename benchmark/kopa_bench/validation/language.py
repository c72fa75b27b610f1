"""How natural the Korean of a suite is: the five checks that need no reader."""

from __future__ import annotations

from collections.abc import Iterable

from kopa_env.language import LanguageReport, Said, check_set
from kopa_env.task import Task


def language(tasks: Iterable[Task]) -> LanguageReport:
    """Hold questions to the checks of ``kopa_env.language``, what tasks are about masked."""
    return check_set([Said(task.query_ko, _names(task)) for task in tasks])


def _names(task: Task) -> tuple[str, ...]:
    return tuple(value for value in task.bindings.values() if isinstance(value, str) and value)
