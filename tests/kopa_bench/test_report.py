"""Reports: what they say, that they open anywhere, and that no model text can act in them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from bench_stage import SCHOOL, TASKS, play_all
from school import CATALOGUE

from kopa_bench.policies.callables import as_policy
from kopa_bench.policy import View
from kopa_bench.report import Finished
from kopa_bench.report.markdown import PROVENANCE, markdown
from kopa_bench.report.page import embedded, page
from kopa_bench.results import summary
from kopa_env.suites import Suite

HOSTILE = (
    "</script><script>alert(1)</script><img src=x onerror=alert(2)>"
    "<!--<script> ${7*7} {{7*7}} \u2028 ' \" & http://evil.example/x.js | 표"
)
SUITE = Suite.of("school", tuple(TASKS.values()), 1)


def finished(folder: Path, policy: Any = "oracle", **about: Any) -> Finished:
    rows = play_all(folder, policy, samples=2)
    name = policy if isinstance(policy, str) else policy.name
    described = {
        "policy": {"name": name},
        "hashes": {"suite": SUITE.hash},
        "plan": {"seeds": [0, 1]},
        **about,
    }
    figures = summary(rows, SUITE.tasks, CATALOGUE, described)
    return Finished(described, rows, SUITE, figures, changed=False)


class Page(HTMLParser):
    """Collects what a browser would act on."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: dict[str, str] = {}
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "script":
            self._open = dict(attrs).get("id") or "code"
            self.scripts[self._open] = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "script":
            self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open:
            self.scripts[self._open] += data


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    def act(view: View) -> Any:
        if view.turn == 0:
            arguments = json.dumps({"city": HOSTILE}, ensure_ascii=False)
            function = {"name": "school_list", "arguments": arguments}
            call = {"id": "1", "type": "function", "function": function}
            return {"role": "assistant", "content": HOSTILE, "tool_calls": [call]}
        return HOSTILE + "\\boxed{1}"

    policy = as_policy(HOSTILE, act)
    return finished(tmp_path_factory.mktemp("run"), policy)


def test_hostile_model_text_stays_text(hostile: Finished) -> None:
    text = page(hostile, CATALOGUE)
    read = Page(text)
    tags = [tag for tag, _ in read.tags]
    assert "img" not in tags
    assert tags.count("script") == 4 + len(hostile.rows)
    assert all("onerror" not in attrs and "src" not in attrs for _, attrs in read.tags)
    assert "alert(1)" not in read.scripts["code"]
    transcript = json.loads(read.scripts["t0"])
    assert transcript["messages"][2]["content"].strip() == HOSTILE.strip()


def test_the_page_asks_nothing_of_any_network(tmp_path: Path) -> None:
    read = Page(page(finished(tmp_path), CATALOGUE))
    assert not [tag for tag, _ in read.tags if tag in ("link", "img", "iframe", "base", "form")]
    policy = [a["content"] for t, a in read.tags if a.get("http-equiv")]
    assert policy == ["default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"]
    assert "fetch(" not in read.scripts["code"]


def test_both_reports_say_where_figures_come_from(tmp_path: Path) -> None:
    run = finished(tmp_path)
    for text in (page(run, CATALOGUE), markdown(run)):
        for line in PROVENANCE:
            assert line in text.replace("&#39;", "'")


def test_a_changed_suite_is_told(tmp_path: Path) -> None:
    run = finished(tmp_path)
    changed = Finished(run.about, run.rows, run.suite, run.figures, changed=True)
    assert "has changed" in markdown(changed)
    assert "has changed" in page(changed, CATALOGUE)


def test_markdown_cells_cannot_break_a_table(hostile: Finished) -> None:
    for line in markdown(hostile).splitlines():
        if line.startswith("| policy.name"):
            assert line.count("|") == 3
            assert "<script" not in line


def test_figures_without_a_value_are_dashes(tmp_path: Path) -> None:
    run = Finished({"policy": {"name": "x"}}, [], SUITE, summary([], SUITE.tasks, CATALOGUE), False)
    assert "| pass@1 | – – |" in markdown(run)
    assert "–" in page(run, CATALOGUE)


def test_embedded_json_reads_back() -> None:
    value = {"a": HOSTILE, "b": [1, None, "</SCRIPT>"]}
    text = embedded(value)
    assert not re.search(r"[<>&\u2028]", text)
    assert json.loads(text) == value


STUB = Path(__file__).parents[1] / "support" / "page_stub.js"


@pytest.mark.skipif(shutil.which("node") is None, reason="node is absent")
def test_the_script_lists_filters_and_opens(hostile: Finished) -> None:
    read = Page(page(hostile, CATALOGUE))
    ran = subprocess.run(
        ["node", str(STUB)],
        input=json.dumps(read.scripts),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    told: Mapping[str, Any] = json.loads(ran.stdout)
    assert told["rows"] == 12
    assert told["count"] == "12 / 12"
    assert told["fails"] == 12
    assert told["found"] == 4
    assert HOSTILE[:40] in told["opened"]
    assert SCHOOL.query_ko in told["opened"]
    assert told["twice"] == 2
    assert told["language"] == "en"
    assert not {"script", "img"} & set(told["tags"])
