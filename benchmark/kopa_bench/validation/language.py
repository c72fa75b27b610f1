"""How natural the Korean of a suite is: five checks by rule, and what blind readers made of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from importlib.resources import as_file, files

from kopa_env.language import Finding, LanguageReport, Said, check_set
from kopa_env.suites import Suite
from kopa_env.suites.readings import MIN_MEAN, MIN_RATING, READERS, judge, read
from kopa_env.task import Task


def language(tasks: Iterable[Task]) -> LanguageReport:
    """Hold questions to the checks of ``kopa_env.language``, what tasks are about masked."""
    return check_set([Said(task.query_ko, _names(task)) for task in tasks])


def _names(task: Task) -> tuple[str, ...]:
    return tuple(value for value in task.bindings.values() if isinstance(value, str) and value)


def readings(suite: Suite) -> tuple[Finding, ...]:
    """Return the sixth check, for a suite whose readings ship with this package.

    Every question read by two who wrote none, rated 4 of 5 on the whole and 3 at least.
    """
    with as_file(files("kopa_bench") / "data" / "readings") as folder:
        given = {path.name: read(path) for path in sorted(folder.glob(f"{suite.name}-*.jsonl"))}
    if not given:
        return ()
    found = judge(suite.tasks, given)
    times = Counter(row.task for rows in given.values() for row in rows)
    unread = [task for task in suite.tasks if times[task] < READERS]
    mean, low = float(found["rating_mean"]), int(found["under_3"])
    worst = str(found["worst"][0])
    return (
        Finding("unread", float(len(unread)), "0", not unread, unread[0] if unread else ""),
        Finding("rating_mean", mean, f">= {MIN_MEAN}", mean >= MIN_MEAN, worst),
        Finding(f"rated_under_{MIN_RATING}", float(low), "0", not low, worst if low else ""),
    )
