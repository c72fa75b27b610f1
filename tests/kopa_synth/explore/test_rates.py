from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest

from kopa_synth.explore.rates import auc, f1, gain, wilson

pairs = st.lists(st.tuples(st.integers(0, 6), st.booleans()), min_size=1, max_size=40)


@given(st.integers(1, 300), st.data())
def test_wilson_is_the_textbook_interval_for_yes_and_no(n: int, data: st.DataObject) -> None:
    k = data.draw(st.integers(0, n))
    found = wilson([1.0] * k + [0.0] * (n - k))
    known = binomtest(k, n).proportion_ci(method="wilson")
    assert (found.lo, found.hi) == pytest.approx((known.low, known.high), abs=1e-9)
    assert found.rate == pytest.approx(k / n)
    assert found.n == n


def test_nothing_has_no_rate() -> None:
    assert wilson([]).as_dict() == {"rate": 0.0, "lo": 0.0, "hi": 0.0, "n": 0}


@given(pairs)
def test_auc_is_the_share_of_pairs_in_the_right_order(rows: list[tuple[int, bool]]) -> None:
    scores, works = [float(s) for s, _ in rows], [w for _, w in rows]
    good = [s for s, w in zip(scores, works, strict=True) if w]
    bad = [s for s, w in zip(scores, works, strict=True) if not w]
    if not good or not bad:
        assert auc(scores, works) is None
        return
    wins = sum((g > b) + (g == b) / 2 for g in good for b in bad)
    assert auc(scores, works) == pytest.approx(wins / (len(good) * len(bad)))


def test_a_score_that_tells_apart_gains_over_one_that_does_not() -> None:
    works = [i % 2 == 0 for i in range(100)]
    blind, knowing = [0.5] * 100, [0.9 if w else 0.1 for w in works]
    bound = gain(blind, knowing, works, seed=1)
    assert bound is not None
    assert bound == pytest.approx(0.5)
    assert gain(blind, knowing, works, seed=1) == bound
    back = gain(knowing, blind, works, seed=1)
    assert back is not None
    assert back < 0
    assert gain(blind, knowing, [True] * 100, seed=1) is None


def test_f1_of_keeping_edges() -> None:
    assert f1([True, True, False, False], [True, False, True, False]) == {
        "precision": 0.5,
        "recall": 0.5,
        "f1": 0.5,
    }
    assert f1([False], [True]) == {"precision": 0.0, "recall": 0.0, "f1": 0.0}
