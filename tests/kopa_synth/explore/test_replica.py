"""Phase A on real tools of the replica: edges fail for the reasons they fail for in the field."""

from __future__ import annotations

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.sources.replica import ReplicaSource
from kopa_env.sources.views import ViewSource
from kopa_env.world import World
from kopa_synth.explore import Exploration, explore
from kopa_synth.graph import Binding, Edge, Fault, Graph, Plan
from kopa_synth.presets import preset

RULES = preset("kopa", rounds=6, paths=20, stable_rounds=0)
CATALOGUE = Catalogue.load()
TAGS = {"WEEK_TAG": Plan.CLARIFY, "INOUT_TAG": Plan.CLARIFY}

EDGES = {
    "works": ("seoul_subway_find_station", "STATION_CD", "seoul_subway_timetable", "STATION_CD"),
    "by name": ("seoul_subway_timetable", "STATION_NM", "seoul_subway_find_station", "STATION_NM"),
    "other codes": ("seoul_subway_find_station", "FR_CODE", "seoul_subway_timetable", "STATION_CD"),
    "dropped": ("seoul_subway_find_station", "STATION_CD", "airkorea_ev_chargers", "zcode"),
}


def skeleton() -> Graph:
    edges = [
        Edge(
            source,
            target,
            (Binding(param, path),),
            TAGS if target == "seoul_subway_timetable" else {},
            0.5,
            RULES.prior(0.5),
        )
        for source, path, target, param in EDGES.values()
    ]
    return Graph((), sorted(edges, key=lambda e: e.key))


@pytest.fixture(scope="module")
def world() -> World:
    return World(20260131)


@pytest.fixture(scope="module")
def explored(world: World) -> Exploration:
    source = ViewSource(ReplicaSource(world, CATALOGUE), CATALOGUE)
    return explore(skeleton(), CATALOGUE, source, RULES, 1)


def trials(explored: Exploration, name: str) -> dict[str, int]:
    source, path, target, param = EDGES[name]
    found = next(
        e
        for e in explored.graph.edges
        if (e.source, e.target, e.bindings) == (source, target, (Binding(param, path),))
    )
    return found.evidence.trials


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("works", Fault.NONE),
        ("by name", Fault.NONE),
        ("other codes", Fault.EMPTY),
        ("dropped", Fault.IGNORED),
    ],
)
def test_why_edges_work_or_fail(explored: Exploration, name: str, fault: Fault) -> None:
    assert trials(explored, name).get(fault, 0) >= RULES.n_min
    assert set(trials(explored, name)) == {fault}


def test_over_the_wire_the_graph_is_the_same(world: World, explored: Exploration) -> None:
    wire = ViewSource(ReplicaSource(world, CATALOGUE, "bytes"), CATALOGUE)
    found = explore(skeleton(), CATALOGUE, wire, RULES, 1)
    assert found.graph.hash == explored.graph.hash
