from __future__ import annotations

from pathlib import Path

import orjson
import pytest
from planted import CATALOGUE, PlantedSource, edge, skeleton

from kopa_env.outcome import Reason
from kopa_synth.explore import Exploration, Memory, audit, explore, report, write_audit
from kopa_synth.explore.audit import never_succeeded
from kopa_synth.graph import Evidence, Fault, Graph
from kopa_synth.presets import preset

RULES = preset("kopa", rounds=30, paths=60, stable_rounds=0)


@pytest.fixture(scope="module")
def explored() -> Exploration:
    return explore(skeleton(RULES)[0], CATALOGUE, PlantedSource(), RULES, 1)


def test_audit_finds_the_truth_without_touching_the_graph(explored: Exploration) -> None:
    before, remembered = explored.graph.to_bytes(), explored.memory.as_dict()
    found = audit(explored.graph, CATALOGUE, PlantedSource(), explored.memory, RULES, 7)
    works = skeleton()[1]
    edges = explored.graph.edges
    told = found.works(RULES.tau)
    assert told == {i: works[edges[i].id] for i in told}
    assert len(told) == len([e for e in edges if not e.target.startswith("save")])
    assert explored.graph.to_bytes() == before
    assert explored.memory.as_dict() == remembered
    assert found.calls.sent > 0


def test_every_edge_is_tried_on_values_of_its_own(explored: Exploration) -> None:
    source = PlantedSource()
    found = audit(explored.graph, CATALOGUE, source, explored.memory, RULES, 7)
    whole = [a for a in found.sample if Fault.MISSING_FIELD not in a.faults]
    assert whole
    assert all(a.trials == 3 for a in whole)


def test_the_sample_is_a_part_drawn_by_the_seed(explored: Exploration) -> None:
    def places(seed: int) -> list[int]:
        found = audit(
            explored.graph, CATALOGUE, PlantedSource(), explored.memory, RULES, seed, edges=20
        )
        return [a.place for a in found.sample]

    assert len(places(1)) == len(set(places(1))) == 20
    assert places(1) == sorted(places(1)) == places(1)
    assert places(1) != places(2)


def test_faults_of_the_service_are_retried_and_kept_apart(explored: Exploration) -> None:
    def hiccup(tool: str, nth: int) -> Reason | None:
        return Reason.TIMEOUT if nth % 3 == 0 else None

    shaky = PlantedSource(hiccup)
    found = audit(explored.graph, CATALOGUE, shaky, explored.memory, RULES, 7)
    works = skeleton()[1]
    edges = explored.graph.edges
    assert all(found.works(RULES.tau)[a.place] is works[edges[a.place].id] for a in found.told())
    assert not [f for a in found.sample for f in a.faults if Fault(f).environmental]

    def down(tool: str, nth: int) -> Reason | None:
        return Reason.HTTP_5XX if tool == "detail_1" else None

    found = audit(explored.graph, CATALOGUE, PlantedSource(down), explored.memory, RULES, 7)
    into = [a for a in found.sample if edges[a.place].target == "detail_1"]
    assert [a.environmental for a in into if a.environmental]
    assert all(not a.faults or Fault.MISSING_FIELD in a.faults for a in into)


def test_what_the_report_says(explored: Exploration, tmp_path: Path) -> None:
    found = audit(explored.graph, CATALOGUE, PlantedSource(), explored.memory, RULES, 7)
    said = report(found, explored.graph, CATALOGUE, RULES)
    status = said["status"]
    assert status["pruned"]["rate"] < status["skeleton"]["rate"] < status["verified"]["rate"]
    assert status["skeleton"]["n"] == status["verified"]["n"] + status["pruned"]["n"]
    assert said["mix_error"] == pytest.approx(0, abs=1e-9)
    assert said["auc"]["prior"] < 0.7 < said["auc"]["posterior"]
    assert said["auc"]["gain_lo"] > 0
    assert said["never_succeeded"]["pruned"]["all"]["share"] == 1.0
    assert said["overturned"]["likely_but_pruned"] > 0
    assert sum(said["faults"].values()) == said["trials"]
    write_audit(said, tmp_path / "audit.json")
    assert orjson.loads((tmp_path / "audit.json").read_bytes()) == said


def test_a_source_out_of_reach_is_said_to_be_so() -> None:
    lonely = Graph((), [edge("detail_0", "owner.id", "detail_1", 0.5, RULES)])
    found = audit(lonely, CATALOGUE, PlantedSource(), Memory(), RULES, 1)
    said = report(found, lonely, CATALOGUE, RULES)
    assert (said["sample"], said["told"], said["unreached"]) == (1, 0, 1)
    assert said["auc"] == {"prior": None, "posterior": None, "gain_lo": None, "n": 0, "works": 0}


def test_edges_without_a_success_are_counted_by_trials() -> None:
    def tried(alive: bool, **trials: int) -> object:
        made = edge("list_0", "id", "detail_0", 0.5, RULES)
        made.alive = alive
        made.evidence = Evidence(trials={Fault[name]: n for name, n in trials.items()})
        return made

    edges = [
        tried(True, EMPTY=1),
        tried(True, NONE=2),
        tried(True, TIMEOUT=9),
        tried(False, EMPTY=4),
        tried(False, NONE=1, EMPTY=6),
    ]
    assert never_succeeded(edges) == {  # type: ignore[arg-type]
        "verified": {"1-2": {"share": 0.5, "n": 2}, "all": {"share": 0.5, "n": 2}},
        "pruned": {
            "3-5": {"share": 1.0, "n": 1},
            ">5": {"share": 0.0, "n": 1},
            "all": {"share": 0.5, "n": 2},
        },
    }
