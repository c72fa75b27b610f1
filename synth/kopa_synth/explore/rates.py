"""Rates with intervals, and how well a score tells edges that work from edges that do not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.random import PCG64, Generator
from numpy.typing import NDArray
from scipy.stats import rankdata

Z95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class Rate:
    """A mean of shares with its 95 % Wilson interval; all zero where there is nothing."""

    rate: float
    lo: float
    hi: float
    n: int

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return {
            "rate": round(self.rate, 4),
            "lo": round(self.lo, 4),
            "hi": round(self.hi, 4),
            "n": self.n,
        }


def wilson(shares: Sequence[float]) -> Rate:
    """Return the mean of shares in [0, 1] and its Wilson interval.

    For shares that are 0 or 1 this is the usual interval; for others it is wider than need be, a
    mean of fractions varying less than a mean of yes and no.
    """
    n = len(shares)
    if not n:
        return Rate(0.0, 0.0, 0.0, 0)
    mean = sum(shares) / n
    z2 = Z95 * Z95
    centre = (mean + z2 / (2 * n)) / (1 + z2 / n)
    half = Z95 / (1 + z2 / n) * sqrt(mean * (1 - mean) / n + z2 / (4 * n * n))
    return Rate(mean, max(0.0, centre - half), min(1.0, centre + half), n)


def auc(scores: Sequence[float], works: Sequence[bool]) -> float | None:
    """Return the area under the ROC curve, ties counting half; ``None`` if all are alike."""
    found = _auc(np.asarray(scores, dtype=np.float64), np.asarray(works, dtype=bool))
    return None if np.isnan(found) else float(found)


def gain(
    before: Sequence[float],
    after: Sequence[float],
    works: Sequence[bool],
    seed: int,
    samples: int = 2000,
) -> float | None:
    """Return the lower bound (2.5 %) of how much AUC one score adds to another.

    By bootstrap over edges: both scores are judged on the same resampled edges. ``None`` where the
    edges are all alike.
    """
    truth = np.asarray(works, dtype=bool)
    if truth.all() or not truth.any():
        return None
    old = np.asarray(before, dtype=np.float64)
    new = np.asarray(after, dtype=np.float64)
    rng = Generator(PCG64(seed))
    gains = np.empty(samples)
    for i in range(samples):
        at = rng.integers(len(truth), size=len(truth))
        gains[i] = _auc(new[at], truth[at]) - _auc(old[at], truth[at])
    return float(np.nanpercentile(gains, 2.5))


def _auc(scores: NDArray[np.float64], works: NDArray[np.bool_]) -> float:
    good = int(works.sum())
    bad = len(works) - good
    if not good or not bad:
        return float("nan")
    ranks = rankdata(scores)
    return float((ranks[works].sum() - good * (good + 1) / 2) / (good * bad))


def f1(kept: Sequence[bool], works: Sequence[bool]) -> dict[str, float]:
    """Return precision, recall and F1 of keeping edges, against whether they work."""
    both = sum(k and w for k, w in zip(kept, works, strict=True))
    precision = both / sum(kept) if any(kept) else 0.0
    recall = both / sum(works) if any(works) else 0.0
    whole = precision + recall
    return {
        "precision": round(precision, 4),
        "recall": round(recall, 4),
        "f1": round(2 * precision * recall / whole, 4) if whole else 0.0,
    }
