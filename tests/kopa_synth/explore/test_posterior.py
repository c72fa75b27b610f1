from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st
from planted import edge

from kopa_synth.explore.posterior import above, fail, prunable, refund, retract, succeed
from kopa_synth.graph import Edge, Evidence, Fault
from kopa_synth.presets import PRESETS, Preset

FAULTS = [f for f in Fault if f is not Fault.NONE]
presets = st.sampled_from(sorted(PRESETS)).map(PRESETS.__getitem__)
scores = st.floats(0.3, 1.0)
trials = st.lists(st.sampled_from(list(Fault)), max_size=12)


def after(preset: Preset, score: float, faults: list[Fault]) -> Evidence:
    evidence = preset.prior(score)
    for fault in faults:
        if fault is Fault.NONE:
            succeed(evidence, preset, semantic=True)
        else:
            fail(evidence, preset, fault)
    return evidence


def tried(preset: Preset, score: float, faults: list[Fault]) -> Edge:
    made = edge("list_0", "id", "detail_0", score, preset)
    made.evidence = after(preset, score, faults)
    return made


def chance(evidence: Evidence, preset: Preset) -> float:
    return float(above(evidence.alpha, evidence.beta, preset.tau))


def test_mass_above_tau() -> None:
    assert float(above(1.0, 1.0, 0.5)) == pytest.approx(0.5)
    assert float(above(1.0, 1.0, 0.2)) == pytest.approx(0.8)
    assert above([2.0, 1.0], [1.0, 2.0], 0.5).tolist() == pytest.approx([0.75, 0.25])


@given(presets, scores, trials, st.sampled_from(FAULTS))
def test_a_success_never_lowers_and_a_failure_never_raises_an_edge(
    preset: Preset, score: float, faults: list[Fault], fault: Fault
) -> None:
    before = after(preset, score, faults)
    better, worse = deepcopy(before), deepcopy(before)
    succeed(better, preset, semantic=True)
    fail(worse, preset, fault)
    assert chance(worse, preset) <= chance(before, preset) + 1e-9
    assert chance(before, preset) <= chance(better, preset) + 1e-9
    assert better.n == worse.n == before.n + 1


@given(presets, scores, trials, st.sampled_from(FAULTS))
def test_an_edge_to_be_pruned_stays_so_after_another_failure(
    preset: Preset, score: float, faults: list[Fault], fault: Fault
) -> None:
    made = tried(preset, score, faults)
    if prunable(made, preset):
        fail(made.evidence, preset, fault)
        assert prunable(made, preset)


@given(scores, st.lists(st.sampled_from([f for f in Fault if f.environmental]), max_size=40))
def test_hiccups_alone_never_prune_under_kopa(score: float, faults: list[Fault]) -> None:
    assert not prunable(tried(PRESETS["kopa"], score, faults), PRESETS["kopa"])


@given(scores, trials, st.lists(st.sampled_from([f for f in Fault if f.environmental]), max_size=9))
def test_hiccups_change_no_verdict_under_kopa(
    score: float, faults: list[Fault], hiccups: list[Fault]
) -> None:
    kopa = PRESETS["kopa"]
    assert prunable(tried(kopa, score, faults), kopa) is prunable(
        tried(kopa, score, faults + hiccups), kopa
    )


def test_two_hiccups_prune_a_weak_edge_under_the_papers_numbers() -> None:
    paper = PRESETS["paper"]
    assert prunable(tried(paper, 0.3, [Fault.SERVER] * 2), paper)
    assert not prunable(tried(paper, 0.3, [Fault.SERVER]), paper), "n_min"


@given(presets, scores, trials, st.sampled_from(FAULTS))
def test_a_refund_keeps_the_trial_and_a_retraction_does_not(
    preset: Preset, score: float, faults: list[Fault], fault: Fault
) -> None:
    before = after(preset, score, faults)
    refunded, retracted = deepcopy(before), deepcopy(before)
    refund(refunded, fail(refunded, preset, fault))
    fail(retracted, preset, fault)
    retract(retracted, preset, fault)
    assert refunded.beta == pytest.approx(before.beta)
    assert retracted.beta == pytest.approx(before.beta)
    assert refunded.n == before.n + 1
    assert retracted.trials == before.trials


def test_generic_successes_weigh_less() -> None:
    evidence = Evidence()
    succeed(evidence, PRESETS["paper"], semantic=False)
    assert evidence.alpha == pytest.approx(1.3)
    assert evidence.successes == 1


def test_a_missing_key_and_a_miss_charge_no_edge_under_kopa() -> None:
    for fault in (Fault.AUTH, Fault.MISS):
        evidence = Evidence()
        assert fail(evidence, PRESETS["kopa"], fault) == 0.0
        assert evidence.beta == 1.0
        assert evidence.informative == 0
