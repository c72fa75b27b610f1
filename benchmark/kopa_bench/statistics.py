"""Estimates with their uncertainty. Every function takes plain numbers and returns plain numbers.

- pass@k: chance that at least one of k samples succeeds, unbiased (Chen et al. 2021,
  arXiv 2107.03374); pass^k: chance that all k do (Yao et al. 2024, arXiv 2406.12045). Both are
  NaN where a task has fewer than k samples: a wrong 1.0 is worse than no figure.
- Student-t interval over seeds: what would change if the whole run were made again.
- Bootstrap clustered by task: what would change with other tasks of the same kind.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np


def pass_at_k(n: int, c: int, k: int) -> float:
    """Return the unbiased estimate of pass@k from ``c`` successes in ``n`` samples."""
    if n < k:
        return math.nan
    return 1.0 - math.comb(n - c, k) / math.comb(n, k)


def pass_hat_k(n: int, c: int, k: int) -> float:
    """Return the unbiased estimate of pass^k from ``c`` successes in ``n`` samples."""
    if n < k:
        return math.nan
    return math.comb(c, k) / math.comb(n, k)


def student_t(values: Sequence[float], level: float = 0.95) -> tuple[float, float]:
    """Return the Student-t interval of a mean; (NaN, NaN) for fewer than two values."""
    n = len(values)
    if n < 2:
        return math.nan, math.nan
    from scipy.special import stdtrit  # scipy.stats takes four times as long to import

    mean, spread = float(np.mean(values)), float(np.std(values, ddof=1)) / math.sqrt(n)
    half = float(stdtrit(n - 1, (1 + level) / 2)) * spread
    return mean - half, mean + half


def cluster_bootstrap(
    by_task: Mapping[str, Sequence[float]],
    level: float = 0.95,
    draws: int = 2000,
    seed: int = 0,
) -> tuple[float, float]:
    """Return the percentile interval of the mean over tasks, tasks drawn with replacement.

    Args:
        by_task: rewards of each task; a task counts once however many samples it has.
        level: coverage.
        draws: bootstrap samples.
        seed: of the bootstrap's own generator.
    """
    means = np.array([float(np.mean(values)) for values in by_task.values() if len(values)])
    if len(means) < 2:
        return math.nan, math.nan
    rng = np.random.default_rng(seed)
    picks = rng.integers(0, len(means), size=(draws, len(means)))
    resampled = means[picks].mean(axis=1)
    low, high = np.quantile(resampled, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def wilson(successes: int, n: int, level: float = 0.95) -> tuple[float, float]:
    """Return Wilson's interval of a share; (NaN, NaN) for no trial."""
    if n == 0:
        return math.nan, math.nan
    from scipy.special import ndtri

    z = float(ndtri((1 + level) / 2))
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def mean(values: Sequence[float]) -> float:
    """Return the mean, NaN of nothing."""
    return float(np.mean(values)) if len(values) else math.nan
