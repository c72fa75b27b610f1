"""``report.html``: one file that opens from disk, asks nothing of any network, fits a phone.

Figures are rendered into the page. Transcripts are blocks of JSON that are read only when somebody
opens one, so that a run of thousands stays quick; everything a model wrote is put in as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import orjson

from kopa_bench.report.markdown import SPLITS, interval, number, provenance
from kopa_bench.results import failure_of
from kopa_env.catalogue import Catalogue
from kopa_env.episode.observation import encoded
from kopa_env.episode.trajectory import Row
from kopa_env.errors import MissingExtra
from kopa_env.task import Task

if TYPE_CHECKING:
    from kopa_bench.report import Finished

_UNSAFE = {c.encode(): f"\\u{ord(c):04x}".encode() for c in "<>&\u2028\u2029"}
_CALL = ("status", "reason", "code", "origin", "recorded_from", "total", "shown", "cut")


def page(run: Finished, catalogue: Catalogue) -> str:
    """Return the report as one HTML document.

    Raises:
        MissingExtra: if jinja2 is not installed.
    """
    try:
        import jinja2
        from markupsafe import Markup
    except ImportError:
        raise MissingExtra("bench", "the HTML report") from None
    environment = jinja2.Environment(autoescape=True, undefined=jinja2.StrictUndefined)
    environment.filters.update(number=number, interval=interval, korean=_korean().get)
    template = environment.from_string(_asset("report.html.j2"))
    rows = sorted(run.rows, key=lambda row: (row["task_id"], row["seed"], row["sample"]))
    return template.render(
        about=run.about,
        figures=run.figures,
        suite=run.suite.name,
        splits=SPLITS,
        notes=provenance(run),
        style=Markup(_asset("report.css")),
        script=Markup(_asset("report.js")),
        words=Markup(embedded(_korean())),
        index=Markup(embedded([_line(row, run, catalogue) for row in rows])),
        transcripts=[Markup(embedded(_transcript(row))) for row in rows],
        tasks=Markup(embedded({name: _task(task) for name, task in run.suite.tasks.items()})),
    )


def embedded(value: Any) -> str:
    """Return JSON that nothing inside a script element can end or open."""
    data = encoded(value)
    for character, escape in _UNSAFE.items():
        data = data.replace(character, escape)
    return data.decode()


@cache
def _korean() -> Mapping[str, str]:
    """Return the names that figures and rollouts are told by, in Korean."""
    words: Mapping[str, str] = orjson.loads(_asset("words.json"))
    return words


def _asset(name: str) -> str:
    return (files("kopa_bench") / "report" / name).read_text(encoding="utf-8")


def _line(row: Row, run: Finished, catalogue: Catalogue) -> dict[str, Any]:
    """Return what the list of rollouts shows of one, and what it is filtered by."""
    task = run.suite.tasks[row["task_id"]]
    grade = row["grade"]
    result = "invalid" if not row["valid"] else "pass" if grade["reward"] == 1.0 else "fail"
    return {
        "task": row["task_id"],
        "seed": row["seed"],
        "sample": row["sample"],
        "result": result,
        "failure": failure_of(row, task, catalogue),
        "stop": row["stop_reason"],
        "calls": row["calls_used"],
        "turns": row["turns"],
        "domain": task.domain,
        "tier": task.tier,
        "data": task.data,
        "platforms": list(task.platforms),
    }


def _transcript(row: Row) -> dict[str, Any]:
    """Return what an opened rollout shows."""
    return {
        "messages": row["messages"],
        "calls": [{name: call[name] for name in _CALL} for call in row["calls"]],
        "parse": row["parse"],
        "grade": row["grade"],
        "answer": row["final_text"],
        "invalid": row["invalid_reason"],
        "usage": row.get("usage", {}),
        "timings": row.get("timings", {}),
        "attempt": row.get("attempt", 1),
    }


def _task(task: Task) -> Mapping[str, Any]:
    return {"query": task.query_ko, "gloss": task.gloss_en, "basis": list(task.reward_basis)}
