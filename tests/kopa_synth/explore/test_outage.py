from __future__ import annotations

import pytest
from planted import edge

from kopa_synth.explore.outage import OutageGuard
from kopa_synth.explore.posterior import fail
from kopa_synth.graph import Edge, Fault
from kopa_synth.presets import PRESETS, preset

KOPA = PRESETS["kopa"]


def edges(n: int) -> list[Edge]:
    return [edge(f"list_{i}", "id", "detail_0", 0.5, KOPA) for i in range(n)]


def hit(guard: OutageGuard, found: list[Edge], index: int, now: int = 1) -> list[int]:
    charge = fail(found[index].evidence, KOPA, Fault.TIMEOUT)
    return guard.failed(found, index, charge, now)


def test_three_edges_into_one_service_are_not_charged_and_it_rests() -> None:
    found, guard = edges(4), OutageGuard(KOPA)
    guard.begin()
    before = found[0].evidence.beta
    assert [hit(guard, found, i) for i in (0, 1)] == [[], []]
    assert found[0].evidence.beta > before
    assert not guard.resting("detail_0", 1)
    assert hit(guard, found, 2) == [0, 1, 2]
    assert hit(guard, found, 3) == [3]
    assert [e.evidence.beta for e in found] == pytest.approx([before] * 4)
    assert [e.evidence.trials for e in found] == [{Fault.TIMEOUT: 1}] * 4, "the record stays"
    assert guard.spared == 4
    assert [guard.resting("detail_0", now) for now in (1, 2, 3)] == [True, True, False]


def test_one_edge_failing_often_is_no_outage() -> None:
    found, guard = edges(1), OutageGuard(KOPA)
    guard.begin()
    assert [hit(guard, found, 0) for _ in range(9)] == [[]] * 9
    assert found[0].evidence.beta == pytest.approx(KOPA.prior(0.5).beta + 9 * 0.3)


def test_faults_of_different_rounds_are_not_added_up() -> None:
    found, guard = edges(3), OutageGuard(KOPA)
    for index in range(3):
        guard.begin()
        assert hit(guard, found, index, now=index + 1) == []
    assert not guard.resting("detail_0", 3)


def test_a_busy_service_that_mostly_answers_is_spared_but_not_rested() -> None:
    found, guard = edges(3), OutageGuard(KOPA)
    guard.begin()
    for _ in range(20):
        guard.answered("detail_0")
    for index in range(3):
        hit(guard, found, index)
    assert guard.spared == 3
    assert not guard.resting("detail_0", 1)


def test_the_papers_numbers_know_no_outage() -> None:
    found, guard = edges(4), OutageGuard(preset("paper"))
    guard.begin()
    assert [hit(guard, found, i) for i in range(4)] == [[]] * 4
    assert not guard.resting("detail_0", 1)
