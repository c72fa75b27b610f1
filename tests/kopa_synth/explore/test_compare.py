from __future__ import annotations

import pytest
from planted import CATALOGUE, PlantedSource, skeleton

from kopa_env.sources.faults import FaultOverlay
from kopa_env.sources.views import ViewSource
from kopa_synth.explore.compare import (
    ALLOCATIONS,
    RATES,
    Truth,
    compare_allocations,
    compare_faults,
    overlaid,
    table,
    truth,
)
from kopa_synth.presets import preset

RULES = preset("kopa", rounds=30, paths=60)


@pytest.fixture(scope="module")
def known() -> Truth:
    return truth(skeleton(RULES)[0], CATALOGUE, PlantedSource(), RULES, 3)


def test_truth_is_what_was_planted(known: Truth) -> None:
    graph, works = skeleton()
    assert known.works == {i: works[graph.edges[i].id] for i in known.works}
    assert known.valid == len(known.sure) == sum(works.values())


def test_allocations_spend_the_same(known: Truth) -> None:
    rows = compare_allocations(
        skeleton(RULES)[0], CATALOGUE, PlantedSource(), RULES, 3, known=known, budgets=(60, 250)
    )
    assert [(r["budget"], r["allocation"]) for r in rows] == [
        (budget, allocation) for budget in (60, 250) for allocation in ALLOCATIONS
    ]
    assert all(r["sent"] <= r["budget"] + 10 for r in rows)
    assert all(r["sent"] >= 60 for r in rows)
    small, large = rows[:3], rows[3:]
    assert sum(r["kept"]["f1"] for r in small) < sum(r["kept"]["f1"] for r in large)
    assert all(r["confirmed"]["precision"] == 1.0 for r in large)
    printed = table(rows).splitlines()
    assert len(printed) == 8
    assert "kept.f1" in printed[0]


def test_hiccups_cost_the_paper_valid_edges_and_kopa_none(known: Truth) -> None:
    said: list[str] = []
    rows = compare_faults(
        skeleton(RULES)[0],
        CATALOGUE,
        PlantedSource(),
        (preset("paper", rounds=30, paths=60), RULES),
        3,
        known=known,
        rates={"timeout": 0.6},
        say=said.append,
    )
    paper, kopa = rows
    assert (paper["preset"], kopa["preset"]) == ("paper", "kopa")
    assert paper["faulty"]["false_pruned"] > 0
    assert paper["faulty"]["by_faults"] >= paper["faulty"]["sure_pruned"] > 0
    assert paper["clean"]["by_faults"] == 0
    assert kopa["faulty"]["false_pruned"] == kopa["faulty"]["by_faults"] == 0
    assert paper["clean"]["false_pruned"] == kopa["clean"]["false_pruned"] == 0
    assert len(said) == 2


def test_one_call_in_five_meets_a_fault() -> None:
    assert sum(RATES.values()) == pytest.approx(0.2)


def test_faults_lie_below_the_views() -> None:
    views = ViewSource(PlantedSource(), CATALOGUE)
    over = overlaid(views, 1, RATES)
    assert isinstance(over, ViewSource)
    assert isinstance(over.source, FaultOverlay)
    assert isinstance(overlaid(PlantedSource(), 1, RATES), FaultOverlay)


def test_no_rows_no_table() -> None:
    assert table([]) == ""
