"""How well a score ranks true things above false ones, before and after.

The area under the ROC curve is the chance that a true one scores above a false one, ties counting
half (Mann and Whitney 1947). Two scores of the same things are compared by DeLong, DeLong and
Clarke-Pearson 1988 (Biometrics 44:837): the placements of each thing among those of the other
label give the variance of the difference, correlation included.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Gain:
    """Two areas over the same things and the lower bound of what the second gained.

    All are NaN where one of the labels does not occur; the bound alone is NaN where one of them
    occurs only once.
    """

    prior: float
    posterior: float
    gain_lo: float


def auc(labels: Sequence[bool], scores: Sequence[float]) -> float:
    """Return the area under the ROC curve; NaN unless both labels occur."""
    true, false = _parted(labels, scores)
    if not len(true) or not len(false):
        return math.nan
    return float(_placements(true, false).mean())


def auc_gain(
    labels: Sequence[bool],
    prior: Sequence[float],
    posterior: Sequence[float],
    level: float = 0.95,
) -> Gain:
    """Return both areas and the lower end of the two-sided interval of their difference.

    Args:
        labels: whether each thing is true.
        prior: its score before.
        posterior: its score after.
        level: coverage of the interval.
    """
    before, after = auc(labels, prior), auc(labels, posterior)
    count = sum(map(bool, labels))
    if min(count, len(labels) - count) < 2:
        return Gain(before, after, math.nan)
    spread = _spread(_parted(labels, prior), _parted(labels, posterior))
    half = NormalDist().inv_cdf((1 + level) / 2) * spread
    return Gain(before, after, after - before - half)


def _parted(labels: Sequence[bool], scores: Sequence[float]) -> tuple[Floats, Floats]:
    marks, values = np.asarray(labels, dtype=bool), np.asarray(scores, dtype=np.float64)
    if marks.shape != values.shape:
        raise ValueError("one score a label")
    return values[marks], values[~marks]


def _placements(those: Floats, others: Floats) -> Floats:
    """Return, for each of ``those``, the share of ``others`` it stands above; ties count half."""
    ranked = np.sort(others)
    below = np.searchsorted(ranked, those, side="left")
    reached = np.searchsorted(ranked, those, side="right")
    return np.asarray((below + reached) / (2 * len(others)), dtype=np.float64)


def _spread(before: tuple[Floats, Floats], after: tuple[Floats, Floats]) -> float:
    """Return the standard error of the difference of two areas over the same things."""
    variance = 0.0
    for here, there in ((0, 1), (1, 0)):
        gains = _placements(after[here], after[there]) - _placements(before[here], before[there])
        variance += float(np.var(gains, ddof=1)) / len(gains)
    return math.sqrt(variance)
