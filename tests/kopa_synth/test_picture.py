"""The picture: what it holds, that nothing in a graph can act in it, that its script tells all."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from planted import CATALOGUE, skeleton
from typer.testing import CliRunner

from kopa_env.catalogue import Catalogue
from kopa_env.errors import UsageError
from kopa_synth.cli import app
from kopa_synth.graph import Binding, Edge, Evidence, Graph, Plan
from kopa_synth.picture import page
from kopa_synth.picture.page import embedded

HOSTILE = (
    "</script><script>alert(1)</script><img src=x onerror=alert(2)><!-- ${x} $y {{7*7}} \u2028'\""
)
REPLICA = {"source": "replica"}
STUB = Path(__file__).parents[1] / "support" / "picture_stub.js"


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


def edge(source: str, field: str, target: str, param: str, **more: Any) -> Edge:
    return Edge(source, target, (Binding(param, field),), {}, more.pop("score", 0.5), **more)


FIND, COMPANY, DIVIDENDS, TIMETABLE = (
    *("dart_find_corp_code", "dart_company", "dart_dividends"),
    "seoul_subway_timetable",
)


def graph() -> Graph:
    """Four tools of two platforms, five edges, one of every kind."""
    tried = Evidence(9.0, 1.0, {"none": 8, "environmental.miss": 1}, {"6-50": 9}, 12)
    failed = Evidence(1.0, 7.0, {"structural.empty": 6}, {"1": 6}, 7)
    found = [
        edge(FIND, "corp_code", COMPANY, "corp_code", evidence=tried, score=0.9),
        edge(FIND, "corp_code", DIVIDENDS, "corp_code", evidence=replace(tried, alpha=4.0)),
        edge(FIND, "stock_code", COMPANY, "corp_code", evidence=failed, alive=False),
        edge(COMPANY, "corp_code", DIVIDENDS, "corp_code", evidence=Evidence(2.0, 2.0)),
        edge(TIMETABLE, "STATION_NM", FIND, "corp_name", evidence=failed, alive=False),
    ]
    found[1].plan = {"bsns_year": Plan.CLARIFY}
    return Graph((FIND, COMPANY, DIVIDENDS, TIMETABLE), sorted(found, key=lambda e: e.key), {})


@pytest.fixture(scope="module")
def read() -> Page:
    return Page(page(graph(), Catalogue.load(), REPLICA))


def test_it_holds_every_tool_and_edge(read: Page) -> None:
    data = json.loads(read.scripts["graph"])
    assert [tool[0] for tool in data["tools"]] == [FIND, COMPANY, DIVIDENDS, TIMETABLE]
    assert all(tool[2] and tool[3] for tool in data["tools"]), "Korean and English titles"
    assert len(data["edges"]) == 5
    assert sum(row[6] for row in data["edges"]) == 3
    assert data["meanings"][f"{FIND}.corp_code"][0]
    assert data["meanings"][f"{COMPANY}>corp_code"][0]


def test_it_asks_nothing_of_any_network(read: Page) -> None:
    assert not [tag for tag, _ in read.tags if tag in ("link", "img", "iframe", "base", "form")]
    assert all("src" not in attrs and "href" not in attrs for _, attrs in read.tags)
    policy = [a["content"] for t, a in read.tags if a.get("http-equiv")]
    assert policy == ["default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"]
    assert not re.search(r"fetch\(|XMLHttp|import\(|https?://", read.scripts["code"])


def test_nothing_in_a_graph_can_act() -> None:
    hostile = Graph(
        (HOSTILE, COMPANY), [edge(HOSTILE, HOSTILE, COMPANY, HOSTILE, evidence=Evidence())], {}
    )
    read = Page(page(hostile, Catalogue.load()))
    tags = [tag for tag, _ in read.tags]
    assert tags.count("script") == 2
    assert "img" not in tags
    assert json.loads(read.scripts["graph"])["tools"][0][0] == HOSTILE
    assert "alert" not in read.scripts["code"]


def test_embedded_json_reads_back() -> None:
    text = embedded({"a": HOSTILE, "b": ["</SCRIPT>", None]})
    assert not re.search(r"[<>&\u2028]", text)
    assert json.loads(text) == {"a": HOSTILE, "b": ["</SCRIPT>", None]}


@pytest.mark.parametrize(
    ("about", "settings", "words"),
    [
        ({}, REPLICA, "its figures are generated"),
        ({}, {"source": "http://127.0.0.1:8900"}, "its figures are generated"),
        ({}, {"source": "live"}, "against the real APIs"),
        ({}, None, "does not say what answered"),
        ({"stage": "skeleton"}, REPLICA, "not executed yet"),
    ],
)
def test_it_says_what_answered(about: Any, settings: Any, words: str) -> None:
    made = Graph(graph().tools, graph().edges, about)
    assert words in page(made, Catalogue.load(), settings)


def test_a_graph_from_elsewhere_is_drawn_too() -> None:
    made = Graph(("unknown_tool", COMPANY), [edge("unknown_tool", "a", COMPANY, "b")], {})
    data = json.loads(Page(page(made, Catalogue.load())).scripts["graph"])
    assert data["platforms"][data["tools"][0][1]][0] == "?"
    with pytest.raises(UsageError, match="no tool or edge 'nowhere'"):
        page(made, Catalogue.load(), start="nowhere")


def test_the_command_writes_it_beside_the_run(tmp_path: Path) -> None:
    (tmp_path / "graph.jsonl").write_bytes(graph().to_bytes())
    words = ["show", str(tmp_path), COMPANY, "--html", str(tmp_path / "graph.html"), "--json"]
    result = CliRunner().invoke(app, words, catch_exceptions=False)
    told = json.loads(result.stdout)
    assert (told["tools"], told["edges"], told["graph_hash"]) == (4, 5, graph().hash)
    text = (tmp_path / "graph.html").read_text(encoding="utf-8")
    assert told["bytes"] == len(text.encode())
    assert json.loads(Page(text).scripts["graph"])["start"] == COMPANY


# ---- its script --------------------------------------------------------------------------------


def played(text: str, platform: str, title: str) -> dict[str, Any]:
    """Run the script with a reader at its controls, without a browser."""
    if shutil.which("node") is None:
        pytest.skip("node is absent")
    blocks = Page(text).scripts | {"wanted_platform": platform, "wanted_title": title}
    ran = subprocess.run(
        ["node", str(STUB)], input=json.dumps(blocks), capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    told: dict[str, Any] = json.loads(ran.stdout)
    return told


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    spec = Catalogue.load()[COMPANY]
    return played(page(graph(), Catalogue.load(), REPLICA), "seoul", spec.title_ko)


def test_the_script_filters(told: dict[str, Any]) -> None:
    assert told["first"] == "3 / 5 edges · 4 tools"
    assert told["drawn"]["curves"] == 3
    assert told["drawn"]["dots"] == 4 + 2, "tools and the discs of two platforms"
    assert set(told["platforms"]) == {"dart", "seoul"}
    shown = {name: told[name].split(" ")[0] for name in ("pruned", "untried", "all")}
    assert shown == {"pruned": "2", "untried": "1", "all": "5"}
    assert told["platform"].startswith("1 / 5")
    assert told["posterior"].startswith("1 / 5")
    assert told["trials"].startswith("4 / 5")


def test_the_script_tells_edges_and_evidence(told: dict[str, Any]) -> None:
    assert any(COMPANY in text for text in told["found"])
    assert COMPANY in told["tool"]
    assert "corp_code → corp_code" in told["tool"]
    assert told["address"].endswith(f"tool={COMPANY}")
    assert told["around"]["curves"] == 5 + 3, "all faintly, its own on top"
    for word in ("dividends", "prior score", "posterior mean", "α / β", "사후평균"):
        assert word in told["edge"]
    assert FIND in told["touched"]
    assert "누르면" in told["nothing"]
    assert any(text == "DART (3)" for text in told["english"])
    assert not {"script", "img", "iframe"} & set(told["tags"])


def test_hostile_names_stay_text_in_the_script() -> None:
    made = Graph((HOSTILE, COMPANY), [edge(HOSTILE, HOSTILE, COMPANY, HOSTILE)], {})
    told = played(page(made, Catalogue.load()), "dart", "alert(1)")
    assert "<img src=x" in told["tool"]
    assert not {"script", "img"} & set(told["tags"])


def test_it_draws_a_planted_graph_of_another_catalogue() -> None:
    made, _ = skeleton()
    told = played(page(made, CATALOGUE), "dart", "list_0")
    assert told["first"].endswith(f"/ {len(made.edges)} edges · {len(made.tools)} tools")
