"""The picture of a graph in a real browser: a mouse, a finger, a keyboard, no network.

Over all tools of the catalogue and 5,000 edges between them.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from chromium import BROWSER, Tab, chromium
from numpy.random import PCG64, Generator

from kopa_env.catalogue import Catalogue
from kopa_synth.graph import Binding, Edge, Evidence, Graph
from kopa_synth.picture import page
from kopa_synth.skeleton import nodes

pytestmark = pytest.mark.skipif(not BROWSER, reason="no Chromium is installed")

EDGES = 5_000
DESKTOP, PHONE = (1200, 800), (390, 844)
SETTLE = "new Promise((done) => setTimeout(done, 60))"


def large(catalogue: Catalogue) -> Graph:
    """Return a graph over every tool, with edges of every posterior."""
    specs = [spec for spec in nodes(catalogue) if spec.fields and spec.params]
    rng = Generator(PCG64(5))
    edges = {}
    while len(edges) < EDGES:
        source, target = (specs[int(i)] for i in rng.integers(len(specs), size=2))
        bound = Binding(target.params[0].name, source.fields[0].path)
        worked, failed = (int(n) for n in rng.integers(20, size=2))
        trials = {"none": worked, "structural.empty": failed}
        evidence = Evidence(1.0 + worked, 1.0 + failed, trials, {"6-50": worked}, 3)
        made = Edge(source.name, target.name, (bound,), {}, 0.5, evidence, worked >= failed)
        edges[made.key] = made
    return Graph(tuple(s.name for s in nodes(catalogue)), [edges[k] for k in sorted(edges)], {})


@pytest.fixture(scope="module")
def graph() -> Graph:
    return large(Catalogue.load())


@pytest.fixture(scope="module")
def address(graph: Graph, tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("picture") / "graph.html"
    path.write_text(page(graph, Catalogue.load(), {"source": "replica"}), encoding="utf-8")
    return path.as_uri()


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tab]:
    with chromium(tmp_path_factory.mktemp("profile")) as running:
        yield running


def spot(tab: Tab, tool: str) -> tuple[float, float]:
    """Return where a tool is on the screen."""
    x, y = tab.run(
        f"(() => {{ const [x, y] = place(graph.tools.findIndex((t) => t[0] === {tool!r}));"
        " const box = canvas.getBoundingClientRect(); return [x + box.left, y + box.top]; })()"
    )
    return x, y


def panel(tab: Tab) -> str:
    return str(tab.run(f"{SETTLE}.then(() => document.getElementById('panel').innerText)"))


def test_a_mouse_finds_tools_edges_and_evidence(tab: Tab, address: str, graph: Graph) -> None:
    tab.open(address, DESKTOP)
    shown = tab.run("document.getElementById('count').textContent")
    assert shown == f"{len(graph.live()):,} / 5,000 edges · {len(graph.tools)} tools"
    busiest = max(graph.tools, key=lambda t: sum(e.source == t for e in graph.live()))
    tab.click(*spot(tab, busiest))
    text = panel(tab)
    assert busiest in text
    assert f"나가는 간선 {sum(e.source == busiest for e in graph.live())}" in text
    tab.run("document.querySelector('#panel button').click()")
    text = panel(tab)
    for word in ("값의 연결", "사후평균", "성공", "결과 없음"):
        assert word in text
    assert tab.run("location.hash").startswith("#edge=")
    tab.run("history.back()")
    assert busiest in panel(tab)


def test_words_typed_find_a_tool_by_its_korean_title(tab: Tab, address: str) -> None:
    tab.open(address, DESKTOP)
    tab.run("document.getElementById('search').focus()")
    tab("Input.insertText", text=Catalogue.load()["dart_company"].title_ko)
    assert "dart_company" in panel(tab)
    tab.run("document.getElementById('language').click()")
    assert "tools found" in panel(tab)


def test_filters_thin_the_graph_out(tab: Tab, address: str, graph: Graph) -> None:
    tab.open(address, DESKTOP)

    def count(**values: str) -> int:
        for name, value in values.items():
            tab.run(
                f"(() => {{ const box = document.getElementById({name!r}); box.value = {value!r};"
                " box.dispatchEvent(new Event('input')); })()"
            )
        return int(tab.run("shown.length"))

    assert count(status="pruned") == len(graph.edges) - len(graph.live())
    assert count(status="all") == len(graph.edges)
    assert count(posterior="0.5") == sum(e.evidence.mean >= 0.5 for e in graph.edges)
    assert count(posterior="0", trials="30") == sum(e.evidence.n >= 30 for e in graph.edges)
    tools = Catalogue.load().entries
    ends = [{tools[e.source].platform, tools[e.target].platform} for e in graph.edges]
    assert count(trials="0", platform="seoul") == sum("seoul" in pair for pair in ends)


def test_on_a_phone_a_finger_does(tab: Tab, address: str, graph: Graph) -> None:
    tab.open(address, PHONE, phone=True)
    wide = tab.run("document.documentElement.scrollWidth <= window.innerWidth")
    assert wide, "nothing hangs over the edge"
    tab.run("document.getElementById('canvas').scrollIntoView()")
    x, y = spot(tab, graph.edges[0].source)
    tab.tap(x, y)
    assert "나가는 간선" in panel(tab)


def test_it_opens_at_what_its_address_names(tab: Tab, address: str) -> None:
    tab.open(f"{address}#tool=dart_company&lang=en", DESKTOP)
    text = panel(tab)
    assert "dart_company" in text
    assert "edges out of it" in text


def test_nothing_was_asked_and_nothing_broke(tab: Tab) -> None:
    assert {url.split(":")[0] for url in tab.asked} <= {"file", "about"}
    assert tab.faults == []
