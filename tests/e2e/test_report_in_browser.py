"""The report in a real browser: from disk, without a network, on a desk and on a phone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson
import pytest
from bench_cli import bench
from chromium import BROWSER, Tab, chromium

from kopa_bench.folder import RunFolder
from kopa_env.suites import load_suite

pytestmark = pytest.mark.skipif(not BROWSER, reason="no Chromium is installed")

DESKTOP, PHONE = (1200, 800), (390, 844)
COUNT = "document.getElementById('count').textContent"
SETTLE = "new Promise((done) => setTimeout(done, 60))"
OPEN = (
    "(() => { const row = document.querySelector('details.row'); row.open = true;"
    f" return {SETTLE}.then(() => row.innerText); }})()"
)
Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with chromium(tmp_path_factory.mktemp("profile")) as running:
        yield running


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of which some rollouts are right and some are not."""
    folder = tmp_path_factory.mktemp("report") / "run"
    words = ("run", "--suite", "mini", "--policy", "no-write", "-r", "2")
    bench(*words, "-o", folder)
    return folder


@pytest.fixture(scope="module")
def rows(run: Path) -> Rows:
    return list(RunFolder(run).rows())


@pytest.fixture
def page(tab: Tab, run: Path) -> Tab:
    tab.open((run / "report.html").as_uri(), DESKTOP)
    return tab


def choose(tab: Tab, box: str, value: str) -> int:
    """Set a filter and return how many rollouts are left."""
    tab.run(
        f"(() => {{ const box = document.getElementById({box!r}); box.value = {value!r};"
        " box.dispatchEvent(new Event('input')); })()"
    )
    return int(tab.run(COUNT).partition(" / ")[0])


def options(tab: Tab, box: str) -> list[str]:
    code = f"[...document.getElementById({box!r}).options].map((o) => o.value).filter(Boolean)"
    found: list[str] = tab.run(code)
    return found


def test_it_opens_from_disk_and_asks_nobody(page: Tab, run: Path, rows: Rows) -> None:
    assert page.run(COUNT) == f"{len(rows)} / {len(rows)}"
    assert page.run("document.querySelectorAll('details.row').length") == len(rows)
    assert not page.faults
    assert {address.partition("?")[0] for address in page.asked} <= {
        "about:blank",
        (run / "report.html").as_uri(),
    }


def test_every_filter_leaves_what_it_names(page: Tab, rows: Rows) -> None:
    tasks = load_suite("mini").tasks
    wanted = {
        "result": Counter("pass" if row["grade"]["reward"] == 1.0 else "fail" for row in rows),
        "domain": Counter(tasks[row["task_id"]].domain for row in rows),
        "tier": Counter(tasks[row["task_id"]].tier for row in rows),
        "data": Counter(tasks[row["task_id"]].data for row in rows),
        "platforms": Counter(name for row in rows for name in tasks[row["task_id"]].platforms),
    }
    assert len(wanted["result"]) == 2, "or the filter shows nothing"
    for box, counts in wanted.items():
        assert sorted(options(page, box)) == sorted(counts)
        assert {value: choose(page, box, value) for value in counts} == counts
        assert choose(page, box, "") == len(rows)
    failures = {value: choose(page, "failure", value) for value in options(page, "failure")}
    assert sum(failures.values()) == wanted["result"]["fail"]
    both = choose(page, "failure", next(iter(failures))) and choose(page, "result", "pass")
    assert both == 0, "filters hold together"


def test_search_reads_questions_and_on_demand_transcripts(page: Tab, rows: Rows) -> None:
    task = next(iter(load_suite("mini").tasks.values()))
    assert choose(page, "search", task.query_ko[:25]) == 2
    assert choose(page, "search", task.id.upper()) == 2
    inside = '"origin":"exact"'
    assert choose(page, "search", inside) == 0
    page.run("document.getElementById('deep').click()")
    held = sum(any(call["origin"] == "exact" for call in row["calls"]) for row in rows)
    assert choose(page, "search", inside) == held > 0


def test_an_opened_rollout_shows_calls_outcomes_and_reasons(page: Tab, rows: Rows) -> None:
    first = min(rows, key=lambda row: (row["task_id"], row["seed"], row["sample"]))
    shown = page.run(OPEN)
    for call in first["calls"]:
        assert call["name"] in shown
        assert call["origin"] in shown
    for reason in first["grade"]["reasons"].values():
        assert " ".join(reason.split()) in " ".join(shown.split())


def test_it_speaks_one_language_at_a_time(page: Tab) -> None:
    page.run("document.body.className === 'ko' && document.getElementById('language').click()")
    english = page.run("document.body.innerText")
    assert "evidence recall" in english
    assert "근거 재현율" not in english
    page.run("document.getElementById('language').click()")
    korean = page.run("document.body.innerText")
    assert "근거 재현율" in korean
    assert "evidence recall" not in korean
    assert "오답" in page.run("document.getElementById('result').innerText")
    assert page.run("document.documentElement.lang") == "ko"


def test_plots_are_drawn(page: Tab) -> None:
    width = "document.querySelector({!r}).getBoundingClientRect().width"
    assert page.run(width.format("svg.whisker .range")) > 0
    assert page.run(width.format("svg.curve polyline.at")) > 100
    assert page.run(width.format("svg.curve polyline.hat")) > 100


def test_a_phone_shows_it_without_scrolling_sideways(tab: Tab, run: Path) -> None:
    tab.open((run / "report.html").as_uri(), PHONE, phone=True)
    tab.run(OPEN)
    assert tab.run("document.documentElement.scrollWidth <= innerWidth")
    assert tab.run("document.getElementById('search').getBoundingClientRect().right <= innerWidth")


@pytest.mark.slow
def test_a_run_of_145_by_32_stays_usable(tab: Tab, tmp_path: Path) -> None:
    """Beside a page that holds the same transcripts and does nothing at all."""
    folder = tmp_path / "run"
    words = ("run", "--suite", "bench", "--policy", "oracle", "--no-html")
    bench(*words, "-o", folder)
    played = list(RunFolder(folder).rows())
    with (folder / "traces.jsonl").open("wb") as file:
        for row in played:
            for sample in range(32):
                grade = {**row["grade"], "reward": float(sample % 3 == 0)}
                file.write(orjson.dumps({**row, "sample": sample, "grade": grade}) + b"\n")
    bench("report", folder)
    report = folder / "report.html"
    text = report.read_text(encoding="utf-8")
    code = text[text.rindex("<script>") : text.rindex("</script>")]
    inert = folder / "inert.html"
    inert.write_text(text.replace(code, '<script>document.body.dataset.ready = "1";'), "utf-8")
    took = {}
    for path in (inert, report, inert, report):
        tab.open(path.as_uri(), DESKTOP)
        ready = float(tab.run("performance.getEntriesByType('navigation')[0].domComplete"))
        took[path.name] = min(ready, took.get(path.name, ready))
    assert took["report.html"] < 1.5 * took["inert.html"]
    tab.open(report.as_uri(), DESKTOP)
    assert tab.run(COUNT) == f"{145 * 32} / {145 * 32}"
    assert choose(tab, "result", "pass") == 145 * 11
    assert tab.run("document.querySelectorAll('details.row').length") == 100
    assert not tab.faults
