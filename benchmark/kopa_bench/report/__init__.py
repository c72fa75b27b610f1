"""Reports of a run: ``results.json``, ``report.md`` and one self-contained ``report.html``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import orjson

from kopa_bench.folder import RunFolder, write
from kopa_bench.results import Figures, summary
from kopa_env.catalogue import Catalogue
from kopa_env.episode.trajectory import Row
from kopa_env.errors import MissingExtra, UsageError
from kopa_env.suites import Suite, load_suite

RESULTS, MARKDOWN, HTML = "results.json", "report.md", "report.html"


@dataclass(frozen=True)
class Finished:
    """A run read back from its folder.

    Attributes:
        about: what ``run.json`` says.
        rows: every trace, invalid ones included.
        suite: its tasks, as they are now.
        figures: what the traces come to.
        changed: whether the suite is another than the run was made with.
    """

    about: Mapping[str, Any]
    rows: Sequence[Row]
    suite: Suite
    figures: Figures
    changed: bool


def read_run(folder: RunFolder, catalogue: Catalogue) -> Finished:
    """Read a run.

    Raises:
        UsageError: if there is none, or its suite is not installed or lacks one of its tasks.
    """
    about = folder.about()
    rows = list(folder.rows())
    suite = load_suite(str(about.get("suite_from") or about.get("suite", "")))
    gone = sorted({row["task_id"] for row in rows} - set(suite.tasks))
    if gone:
        raise UsageError(f"suite {suite.name} no longer has the task {gone[0]!r} of this run")
    changed = about.get("hashes", {}).get("suite") != suite.hash
    figures = summary(rows, suite.tasks, catalogue, about)
    return Finished(about, rows, suite, figures, changed)


def write_reports(run: Finished, path: Path, catalogue: Catalogue, *, html: bool = True) -> None:
    """Write all three reports into a folder.

    Raises:
        MissingExtra: if the HTML report is wanted and jinja2 is not installed.
    """
    from kopa_bench.report.markdown import markdown

    write(path / RESULTS, orjson.dumps(run.figures, option=orjson.OPT_INDENT_2) + b"\n")
    write(path / MARKDOWN, markdown(run).encode())
    if html:
        from kopa_bench.report.page import page

        write(path / HTML, page(run, catalogue).encode("utf-8", "replace"))


def require_html() -> None:
    """Make sure that the HTML report can be written.

    Raises:
        MissingExtra: if jinja2 is not installed.
    """
    if find_spec("jinja2") is None:
        raise MissingExtra("bench", "the HTML report")
