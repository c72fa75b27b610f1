"""``kopa bench graph`` on graphs whose verdicts can be counted by hand."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest
from typer.testing import CliRunner

from kopa_bench.cli import app
from kopa_bench.graph_judge import judge, read_gold, read_graph, shipped_gold
from kopa_env.catalogue import Catalogue
from kopa_env.errors import UsageError
from kopa_synth.gold import gold_hash, load_gold
from kopa_synth.graph import Binding, Edge, Evidence, Graph

TOOLS = ("dart_find_corp_code", "dart_company", "dart_dividends", "dart_disclosure_document")
FIND, COMPANY, DIVIDENDS, DOCUMENT = TOOLS


def edge(
    source: str,
    target: str,
    *bindings: tuple[str, str],
    score: float = 0.5,
    alpha: float = 1.0,
    beta: float = 1.0,
    alive: bool = True,
) -> Edge:
    bound = tuple(Binding(param, field) for param, field in bindings)
    return Edge(source, target, bound, {}, score, Evidence(alpha, beta), alive)


EDGES = [
    edge(FIND, COMPANY, ("corp_code", "corp_code"), score=0.9, alpha=9),
    edge(FIND, DIVIDENDS, ("corp_code", "corp_code"), score=0.6, alpha=4),
    edge(COMPANY, DIVIDENDS, ("corp_code", "corp_code"), score=0.4, alpha=3, alive=False),
    edge(FIND, COMPANY, ("corp_code", "stock_code"), score=0.7, beta=8),
    edge(COMPANY, DOCUMENT, ("rcept_no", "corp_code"), score=0.3, beta=5, alive=False),
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "graph.jsonl"
    path.write_bytes(Graph(TOOLS, EDGES, {"preset": "kopa"}).to_bytes())
    return path


def judged(path: Path, gold: Path | None = None) -> dict[str, Any]:
    return judge(read_graph(path), Catalogue.load(), read_gold(gold) if gold else None)


def test_planted_precision_and_recall(file: Path) -> None:
    found = judged(file)
    assert found["edges"] == {"proposed": 5, "live": 3}
    planted = found["planted"]
    assert (planted["precision"], planted["n"], planted["unjudged"]) == (round(2 / 3, 4), 3, 0)
    low, high = planted["precision_ci95"]
    assert 0 < low < 2 / 3 < high < 1
    assert planted["proposed"] == {"n": 5, "true": 3}
    # needs: corp_code of company from 2 tools, of dividends from 2, receipt number from 1, and
    # the search by name and by stock code from 2 and 1
    assert planted["true"] == 8
    assert (planted["recall"], planted["kept"]) == (round(2 / 8, 4), round(2 / 3, 4))
    assert planted["covered"] == round(2 / 5, 4)
    # true: .9 .6 .4; false: .7 .3 before; after .9 .8 .75 against .11 .17
    assert planted["auc_prior"] == round(4 / 6, 4)
    assert planted["auc_posterior"] == 1.0
    assert planted["gain_lo"] < 1 / 3
    assert found["confusions"] == [{"field": "stock_code", "argument": "corp_code", "edges": 1}]
    assert found["gold"] is None


def test_gold_precision_recall_and_what_was_never_proposed(file: Path, tmp_path: Path) -> None:
    rows = [
        (FIND, "corp_code", COMPANY, "corp_code", "true"),
        (FIND, "corp_code", DIVIDENDS, "corp_code", "true"),
        (DIVIDENDS, "rcept_no", DOCUMENT, "rcept_no", "true"),
        (FIND, "stock_code", COMPANY, "corp_code", "false"),
        (COMPANY, "bizr_no", DIVIDENDS, "corp_code", "false"),
        ("assembly_members", "HG_NM", "assembly_member_bills", "PROPOSER", "true"),
    ]
    gold = tmp_path / "gold.tsv"
    head = "source\tfield\ttarget\tparam\tlabel\n"
    gold.write_text(head + "".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")
    found = judged(file, gold)["gold"]
    assert found["n"] == 5, "edges of tools that the graph lacks are left out"
    assert (found["true"], found["live"]) == (3, 3)
    assert found["precision"] == found["recall"] == round(2 / 3, 4)
    assert found["kept"] == 1.0
    # before: true .9 .6 0, false .7 0; after: true .9 .8 0, false .11 0
    assert found["auc_prior"] == round((2 + 1 + 0.5) / 6, 4)
    assert found["auc_posterior"] == round((2 + 2 + 0.5) / 6, 4)
    assert found["proposed"]["n"] == 3
    assert found["proposed"]["auc_prior"] == 0.5
    assert found["proposed"]["auc_posterior"] == 1.0
    assert found["proposed"]["gain_lo"] is None, "one false edge bounds nothing"


def test_edges_into_generated_listings_are_counted_apart(tmp_path: Path) -> None:
    tools = ("kto_ko_places_by_area", "kto_ko_place_images", *TOOLS)
    listed = edge("kto_ko_places_by_area", "kto_ko_place_images", ("contentId", "contentid"))
    path = tmp_path / "graph.jsonl"
    path.write_bytes(Graph(tools, [listed, EDGES[0]]).to_bytes())
    found = judged(path, shipped_gold())
    assert (found["planted"]["n"], found["planted"]["unjudged"]) == (1, 1)
    apart, declared = found["fidelity"]["name_match"], found["fidelity"]["declared"]
    assert (apart["tools"], apart["planted"]["n"], apart["planted"]["unjudged"]) == (2, 0, 1)
    assert (declared["tools"], declared["planted"]["n"]) == (4, 1)
    assert found["gold"]["n"] == declared["gold"]["n"] > 0


def test_the_shipped_gold_list_is_read_without_its_package() -> None:
    path = shipped_gold()
    assert path is not None
    listed = read_gold(path)
    assert listed.hash == gold_hash()
    assert [(g.key, g.true) for g in listed.edges] == [(g.key, g.true) for g in load_gold()]
    code = (
        "import sys; from kopa_bench.graph_judge import read_gold, shipped_gold; "
        "read_gold(shipped_gold()); "
        "sys.exit(any(name.startswith('kopa_synth') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_hash_is_that_of_the_graph(file: Path) -> None:
    assert read_graph(file).hash == Graph.load(file).hash


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "no graph file"),
        (b"{}\n", "no graph file"),
        (b"not json\n", "no graph file"),
        (b'{"schema":9,"tools":[],"about":{}}\n', "schema 9"),
        (b'{"schema":1,"tools":[],"about":{}}\n{"source":"a"}\n', "no graph file"),
        (b'{"schema":1,"tools":[],"about":{}}\n[1]\n', "no graph file"),
    ],
)
def test_what_is_no_graph_file_is_refused_in_a_line(tmp_path: Path, body: bytes, said: str) -> None:
    path = tmp_path / "graph.jsonl"
    path.write_bytes(body)
    with pytest.raises(UsageError, match=said) as caught:
        read_graph(path)
    assert "\n" not in str(caught.value)


def test_what_is_no_gold_list_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "gold.tsv"
    path.write_text("source\ttarget\n", encoding="utf-8")
    with pytest.raises(UsageError, match="no gold list"):
        read_gold(path)
    with pytest.raises(UsageError, match="cannot read"):
        read_gold(tmp_path / "none.tsv")


def test_a_graph_of_unknown_tools_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "graph.jsonl"
    path.write_bytes(Graph(("nobody_knows_me",), []).to_bytes())
    with pytest.raises(UsageError, match="nobody_knows_me"):
        judged(path)


def test_the_command(file: Path) -> None:
    told = CliRunner().invoke(app, ["graph", str(file), "--json"], catch_exceptions=False)
    assert told.exit_code == 0, told.output
    found = orjson.loads(told.stdout)
    assert found["planted"].keys() >= {"precision", "recall", "n"}
    assert found["gold"].keys() >= {
        *("precision", "recall", "auc_prior", "auc_posterior", "gain_lo", "n"),
    }
    assert set(found["fidelity"]) == {"declared", "name_match", "listing_only"}
    assert found["gold"]["hash"] == gold_hash()
    shown = CliRunner().invoke(app, ["graph", str(file)], catch_exceptions=False)
    assert "planted" in shown.stdout
    assert "declared" in shown.stdout
