"""Suites: named sets of tasks. Mini ships here, others come through ``kopa.suites``."""

from kopa_env.suites.suite import (
    GROUP,
    WHOLE,
    Suite,
    load_suite,
    read_suite,
    read_tasks,
    suite_names,
    task_from_dict,
)

__all__ = [
    "GROUP",
    "WHOLE",
    "Suite",
    "load_suite",
    "read_suite",
    "read_tasks",
    "suite_names",
    "task_from_dict",
]
