"""Building the skeleton: what is in it, and that a killed build goes on to the same graph."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import orjson
import pytest
import toolshed
from toolshed import LEND, SHED, four_platforms

from kopa_env.catalogue import Catalogue
from kopa_env.spec import ToolSpec
from kopa_synth.graph import Binding, Graph
from kopa_synth.models import RecordedModel
from kopa_synth.presets import preset
from kopa_synth.scoring import ModelScorer, Proposal, RuleScorer
from kopa_synth.skeleton import build_skeleton, nodes, write_graph

KOPA = preset("kopa")
SMALL = Catalogue.of(SHED)
SUPPORT = {"PYTHONPATH": str(Path(toolshed.__file__).parent)}


class Counting(RuleScorer):
    """The rule scorer, counting pairs and failing when told to."""

    def __init__(self, fail_after: int = 10**9) -> None:
        super().__init__()
        self.scored = 0
        self._fail_after = fail_after

    def score(self, source: ToolSpec, target: ToolSpec) -> list[Proposal]:
        if self.scored >= self._fail_after:
            raise RuntimeError("killed")
        self.scored += 1
        return super().score(source, target)


def test_a_small_skeleton() -> None:
    graph = build_skeleton(SMALL, KOPA)
    found = {(e.source, e.target): e for e in graph.edges}
    assert found["lib_books", "lib_loans"].score > found["lib_loans", "town_reading"].score
    assert ("lib_loans", "lib_books") not in found, "a loan knows no title"
    assert all(e.source != e.target and e.score >= KOPA.s_min and e.alive for e in graph.edges)
    assert [e.key for e in graph.edges] == sorted(e.key for e in graph.edges)
    assert graph.tools == tuple(s.name for s in SHED)
    about = graph.about
    assert (about["stage"], about["scorer"], about["retriever"]) == (
        "skeleton",
        "rules-1",
        "bm25/three-view",
    )
    assert about["catalogue"] == SMALL.hash
    assert about["preset"]["s_min"] == 0.3
    assert about["edges"] == len(graph.edges)
    assert about["pairs_considered"] == 16, "four sources of three targets, one of four"
    assert about["proposals"] == len(graph.edges) + sum(about["refused"].values())


def test_views_are_nodes_tools_of_the_episode_and_writes_are_not() -> None:
    shipped = Catalogue.load()
    names = {spec.name for spec in nodes(shipped)}
    assert "dart_find_corp_code" in names
    assert not names & {n for n in shipped.names() if shipped.entries[n].platform == "local"}
    assert [s.name for s in nodes(Catalogue.of((*SHED, LEND)))] == [s.name for s in SHED]


def test_what_retrieval_may_see_bounds_the_pairs() -> None:
    narrow = build_skeleton(SMALL, preset("paper", k_same=1, k_cross=0))
    assert narrow.about["pairs_considered"] == 4, "town_reading stands alone in its domain"


def test_a_written_skeleton_reads_back(tmp_path: Path) -> None:
    graph = build_skeleton(SMALL, KOPA)
    write_graph(graph, tmp_path / "run" / "skeleton.jsonl")
    again = Graph.load(tmp_path / "run" / "skeleton.jsonl")
    assert (again.hash, again.edges) == (graph.hash, graph.edges)


def test_a_build_that_broke_off_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = build_skeleton(SMALL, KOPA)
    progress = tmp_path / "progress.jsonl"
    with pytest.raises(RuntimeError, match="killed"):
        build_skeleton(SMALL, KOPA, scorer=Counting(8), progress=progress)
    progress.write_bytes(progress.read_bytes() + b'{"source": "lib_hou')
    rest = Counting()
    again = build_skeleton(SMALL, KOPA, scorer=rest, progress=progress)
    assert again.hash == whole.hash
    assert rest.scored == 16 - 6, "two sources were whole, the third was not"
    third = Counting()
    assert build_skeleton(SMALL, KOPA, scorer=third, progress=progress).hash == whole.hash
    assert third.scored == 0


def test_progress_of_another_build_is_not_used(tmp_path: Path) -> None:
    progress = tmp_path / "progress.jsonl"
    build_skeleton(SMALL, KOPA, progress=progress)
    for other in (preset("kopa", k_same=2), preset("paper")):
        counting = Counting()
        build_skeleton(SMALL, other, scorer=counting, progress=progress)
        assert counting.scored > 0
    smaller = Counting()
    build_skeleton(Catalogue.of(SHED[:3]), preset("paper"), scorer=smaller, progress=progress)
    assert smaller.scored > 0
    rows = [orjson.loads(line) for line in progress.read_bytes().splitlines()]
    assert [row["source"] for row in rows[1:]] == [s.name for s in SHED[:3]]


def test_killed_for_good_it_gives_the_same_graph(tmp_path: Path) -> None:
    progress = tmp_path / "progress.jsonl"
    script = textwrap.dedent(
        f"""
        import os, signal
        from pathlib import Path
        from kopa_synth.presets import preset
        from kopa_synth.skeleton import build_skeleton
        from toolshed import four_platforms

        def tell(done, total):
            if done == 40:
                os.kill(os.getpid(), signal.SIGKILL)

        progress = Path({str(progress)!r})
        build_skeleton(four_platforms(), preset("kopa"), progress=progress, tell=tell)
        """
    )
    done = subprocess.run([sys.executable, "-c", script], check=False, env=os.environ | SUPPORT)
    assert done.returncode == -signal.SIGKILL
    resumed = Counting()
    catalogue = four_platforms()
    graph = build_skeleton(catalogue, KOPA, scorer=resumed, progress=progress)
    assert 0 < resumed.scored < graph.about["pairs_considered"]
    assert graph.hash == build_skeleton(catalogue, KOPA).hash


def test_the_same_graph_on_any_hash_seed() -> None:
    script = (
        "from toolshed import four_platforms; from kopa_synth.presets import preset;"
        "from kopa_synth.skeleton import build_skeleton;"
        "print(build_skeleton(four_platforms(), preset('kopa')).hash)"
    )
    hashes = {
        subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, **SUPPORT, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "4242")
    }
    assert len(hashes) == 1


def test_several_workers_give_the_same_graph() -> None:
    assert build_skeleton(SMALL, KOPA, workers=4).hash == build_skeleton(SMALL, KOPA).hash


class Believer:
    """A model that binds the first field named to the first parameter named, and one at random."""

    name = "believer"

    def answer(self, prompt: object) -> str:
        return (
            '[{"score": 0.6, "bindings": [{"param": "bookNo", "field": "book_no"}]},'
            ' {"score": 0.9, "bindings": [{"param": "made_up", "field": "book_no"}]}]'
        )


def test_a_model_scores_and_its_recorded_answers_give_the_same_edges(tmp_path: Path) -> None:
    recording = ModelScorer(RecordedModel(tmp_path / "answers.jsonl", Believer()))
    live = build_skeleton(SMALL, KOPA, scorer=recording)
    replayed = build_skeleton(
        SMALL, KOPA, scorer=ModelScorer(RecordedModel(tmp_path / "answers.jsonl"))
    )
    assert live.edges == replayed.edges
    assert [(e.source, e.target, e.bindings) for e in live.edges] == [
        ("lib_books", "lib_loans", (Binding("bookNo", "book_no"),))
    ]
    assert live.about["refused"] == {"unknown_field": 3, "unknown_param": 16 + 12}


def test_on_the_shipped_tools_the_chains_their_documentation_tells_are_there() -> None:
    graph = build_skeleton(four_platforms(), KOPA)
    best = {(e.source, e.target): e.score for e in reversed(graph.edges)}
    for edge in graph.edges:
        pair = edge.source, edge.target
        best[pair] = max(best[pair], edge.score)
    for source, target in (
        ("dart_find_corp_code", "dart_company"),
        ("dart_list_disclosures", "dart_disclosure_document"),
        ("seoul_bus_find_route", "seoul_bus_route_stops"),
        ("seoul_bus_route_stops", "seoul_bus_arrivals_at_stop"),
        ("seoul_subway_find_station", "seoul_subway_timetable"),
    ):
        assert best.get((source, target), 0) > 0.8, (source, target)
    share = graph.about["edges"] / graph.about["pairs_considered"]
    assert 0.2 < share < 0.8, "a skeleton is neither empty nor everything"
