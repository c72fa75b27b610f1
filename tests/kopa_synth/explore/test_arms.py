from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.random import PCG64, Generator
from planted import KINDS, edge

from kopa_synth.explore.arms import Arms, doubt
from kopa_synth.graph import Edge, Fault
from kopa_synth.presets import preset


def fan(*means: float, n: float = 40.0, **changes: Any) -> tuple[list[Edge], Arms]:
    """Edges from one tool with posteriors of these means."""
    rules = preset("kopa", eps_explore=0.0, **changes)
    edges = [edge("list_0", "id", f"detail_{i}", 0.5, rules) for i in range(len(means))]
    for made, mean in zip(edges, means, strict=True):
        made.evidence.alpha, made.evidence.beta = 1 + n * mean, 1 + n * (1 - mean)
        made.evidence.trials = {Fault.NONE: 5}
    return edges, Arms(edges, rules, lambda tool: True)


def chosen(arms: Arms, draws: int = 300) -> Counter[int]:
    rng = Generator(PCG64(3))
    arms.begin(rng)
    found = [arms.step("list_0", lambda index: False, rng) for _ in range(draws)]
    return Counter(index for index in found if index is not None)


def test_thompson_goes_where_edges_work() -> None:
    _, arms = fan(0.9, 0.5, 0.1)
    assert chosen(arms)[0] > 280


def test_boundary_goes_where_the_question_is_open() -> None:
    _, arms = fan(0.95, 0.5, 0.05, allocation="boundary")
    assert chosen(arms)[1] > 280


def test_a_random_step_reaches_every_edge() -> None:
    edges, _ = fan(0.9, 0.1, 0.1)
    arms = Arms(edges, preset("kopa", eps_explore=1.0), lambda tool: True)
    assert min(chosen(arms).values()) > 60


def test_pruned_barred_and_unreachable_edges_are_not_chosen() -> None:
    edges, _ = fan(0.9, 0.9, 0.9, 0.9)
    edges[0].alive = False
    arms = Arms(edges, preset("kopa"), lambda tool: tool != "detail_1")
    rng = Generator(PCG64(3))
    arms.begin(rng)
    assert {arms.step("list_0", lambda index: index == 2, rng) for _ in range(50)} == {3}
    assert arms.step("list_0", lambda index: True, rng) is None
    assert arms.step("detail_3", lambda index: False, rng) is None


def test_coverage_starts_at_the_least_tried_edges() -> None:
    edges, _ = fan(0.9, 0.9, 0.9, 0.9)
    for made, n in zip(edges, (7, 0, 3, 1), strict=True):
        made.evidence.trials = {Fault.NONE: n} if n else {}
    arms = Arms(edges, preset("kopa", coverage_share=1.0), lambda tool: True)
    rng = Generator(PCG64(3))
    arms.begin(rng)
    assert [arms.start(rng) for _ in range(4)] == [("list_0", i) for i in (1, 3, 2, 0)]
    assert arms.start(rng) == ("list_0", None), "when all have had their turn"


def test_an_edge_out_of_reach_does_not_take_all_the_coverage() -> None:
    edges, _ = fan(0.9, 0.9)
    edges[0].evidence.trials, edges[1].evidence.trials = {}, {Fault.NONE: 1}
    arms = Arms(edges, preset("kopa", coverage_share=1.0), lambda tool: True)
    rng = Generator(PCG64(3))
    firsts = []
    for _ in range(20):
        arms.begin(rng)
        begun = arms.start(rng)
        assert begun is not None
        firsts.append(begun[1])
    assert set(firsts) == {0, 1}


def test_paths_start_by_what_is_untried_and_can_be_reached() -> None:
    rules = preset("kopa", coverage_share=0.0)
    edges = [
        edge(f"list_{k}", "id", f"detail_{j}", 0.5, rules) for k in range(3) for j in range(KINDS)
    ]
    for made in edges:
        if made.source == "list_0":
            made.evidence.trials = {Fault.NONE: rules.n_min}
    arms = Arms(edges, rules, lambda tool: True)
    for _ in range(50):
        arms.first_call("list_1", ok=False)
    rng = Generator(PCG64(3))
    arms.begin(rng)
    starts = Counter(begun[0] for _ in range(500) if (begun := arms.start(rng)))
    assert starts["list_2"] > 400
    uniform = Arms(edges, preset("paper"), lambda tool: True)
    uniform.begin(rng)
    even = Counter(begun[0] for _ in range(600) if (begun := uniform.start(rng)))
    assert min(even.values()) > 150


def test_nothing_alive_starts_nothing() -> None:
    edges, _ = fan(0.5)
    edges[0].alive = False
    for allocation in ("thompson", "thompson+coverage", "boundary"):
        arms = Arms(edges, preset("kopa", allocation=allocation), lambda tool: True)
        rng = Generator(PCG64(3))
        arms.begin(rng)
        assert arms.start(rng) is None


@given(st.floats(1, 500), st.floats(1, 500))
def test_doubt_is_a_positive_number_and_the_same_from_both_sides(a: float, b: float) -> None:
    here, there = doubt(np.array([a, b]), np.array([b, a]), 0.5)
    assert 0 <= here < 1
    assert abs(here - there) < 1e-9
