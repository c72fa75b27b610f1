"""Areas under the ROC curve and their gain, against brute force and resampling."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_bench.ranking import auc, auc_gain

things = st.lists(
    st.tuples(st.booleans(), st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=40
)


def brute(labels: list[bool], scores: list[float]) -> float:
    pairs = [
        1.0 if t > f else 0.5 if t == f else 0.0
        for t, marked in zip(scores, labels, strict=True)
        if marked
        for f, other in zip(scores, labels, strict=True)
        if not other
    ]
    return sum(pairs) / len(pairs) if pairs else math.nan


@given(things)
def test_the_area_is_the_share_of_pairs_in_order(rows: list[tuple[bool, int, int]]) -> None:
    labels, before, after = (list(column) for column in zip(*rows, strict=True))
    assert auc(labels, before) == pytest.approx(brute(labels, before), nan_ok=True)
    gain = auc_gain(labels, before, after)
    assert gain.prior == pytest.approx(brute(labels, before), nan_ok=True)
    assert gain.posterior == pytest.approx(brute(labels, after), nan_ok=True)
    assert math.isnan(gain.gain_lo) == (min(sum(labels), len(labels) - sum(labels)) < 2)


@given(things)
def test_the_bound_never_exceeds_the_gain_and_equal_scores_gain_nothing(
    rows: list[tuple[bool, int, int]],
) -> None:
    labels, before, after = (list(column) for column in zip(*rows, strict=True))
    gain = auc_gain(labels, before, after)
    if not math.isnan(gain.gain_lo):
        assert gain.gain_lo <= gain.posterior - gain.prior + 1e-12
        assert auc_gain(labels, before, before).gain_lo == 0.0


def test_the_bound_agrees_with_the_bootstrap() -> None:
    draw = random.Random(7)
    labels = [n % 3 == 0 for n in range(240)]
    before = [draw.gauss(0.6 * mark, 1) for mark in labels]
    after = [b + draw.gauss(0.7 * mark, 0.6) for mark, b in zip(labels, before, strict=True)]
    gain = auc_gain(labels, before, after)
    true = [n for n, mark in enumerate(labels) if mark]
    false = [n for n, mark in enumerate(labels) if not mark]
    gains = []
    for _ in range(600):
        drawn = draw.choices(true, k=len(true)) + draw.choices(false, k=len(false))
        marks = [labels[n] for n in drawn]
        gains.append(auc(marks, [after[n] for n in drawn]) - auc(marks, [before[n] for n in drawn]))
    assert gain.gain_lo > 0
    assert gain.gain_lo == pytest.approx(float(np.quantile(gains, 0.025)), abs=0.02)


def test_a_score_for_every_label() -> None:
    with pytest.raises(ValueError, match="one score a label"):
        auc([True, False], [1.0])
