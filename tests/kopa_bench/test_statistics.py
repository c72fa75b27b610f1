"""Estimators against brute force and an independent implementation."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from kopa_bench.statistics import (
    cluster_bootstrap,
    mean,
    pass_at_k,
    pass_hat_k,
    student_t,
    wilson,
)


@pytest.mark.parametrize("n", range(1, 7))
def test_pass_at_k_and_pass_hat_k_count_subsets(n: int) -> None:
    for c, k in itertools.product(range(n + 1), range(1, n + 1)):
        outcomes = [1] * c + [0] * (n - c)
        subsets = list(itertools.combinations(outcomes, k))
        assert pass_at_k(n, c, k) == pytest.approx(mean([float(any(s)) for s in subsets]))
        assert pass_hat_k(n, c, k) == pytest.approx(mean([float(all(s)) for s in subsets]))


def test_too_few_samples_give_nan_not_one() -> None:
    assert math.isnan(pass_at_k(3, 3, 4))
    assert math.isnan(pass_hat_k(3, 3, 4))
    assert all(map(math.isnan, student_t([0.5])))
    assert all(map(math.isnan, wilson(0, 0)))
    assert all(map(math.isnan, cluster_bootstrap({"a": [1.0]})))
    assert math.isnan(mean([]))


@given(st.lists(st.floats(0, 1), min_size=2, max_size=12).filter(lambda v: np.std(v) > 1e-6))
def test_student_t_agrees_with_scipy(values: list[float]) -> None:
    wanted = stats.t.interval(0.95, len(values) - 1, np.mean(values), stats.sem(values))
    assert student_t(values) == pytest.approx(tuple(map(float, wanted)))


@given(st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_agrees_with_scipy(case: tuple[int, int]) -> None:
    successes, n = case
    wanted = stats.binomtest(successes, n).proportion_ci(method="wilson")
    assert wilson(successes, n) == pytest.approx((wanted.low, wanted.high), abs=1e-9)


def test_bootstrap_clusters_by_task() -> None:
    """Many samples of few tasks leave the interval as wide as the tasks differ."""
    few = {"a": [1.0] * 100, "b": [0.0] * 100}
    low, high = cluster_bootstrap(few)
    assert (low, high) == (0.0, 1.0)
    assert cluster_bootstrap(few) == cluster_bootstrap(few)
