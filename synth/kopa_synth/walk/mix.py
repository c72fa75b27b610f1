"""Mix: how many tasks of each kind, in the paper's proportions (PAPER 1B)."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor

from kopa_synth.queries.brief import Pattern

PAPER: Mapping[Pattern, int] = {
    Pattern.MIXED: 654,
    Pattern.DRV: 350,
    Pattern.SEM: 303,
    Pattern.SEQ: 215,
    Pattern.CMP: 161,
    Pattern.COND: 50,
    Pattern.FAN: 48,
}
"""Tasks of each kind among the paper's 1,781."""


def quotas(tasks: int) -> dict[Pattern, int]:
    """Return how many of *tasks* are of each kind: largest remainders, at least one of each.

    Raises:
        ValueError: for fewer tasks than kinds.
    """
    if tasks < len(PAPER):
        raise ValueError(f"{tasks} tasks cannot be of {len(PAPER)} kinds")
    total = sum(PAPER.values())
    shares = {kind: n * tasks / total for kind, n in PAPER.items()}
    found = {kind: max(1, floor(share)) for kind, share in shares.items()}
    by_rest = sorted(shares, key=lambda kind: (floor(shares[kind]) - shares[kind], kind))
    for kind in by_rest * 2:
        if sum(found.values()) < tasks:
            found[kind] += 1
    while sum(found.values()) > tasks:
        found[max(found, key=lambda kind: found[kind])] -= 1
    return found


def spared(wanted: Mapping[Pattern, int], spare: float) -> dict[Pattern, int]:
    """Return how many walks are made, since filters will drop some: most of all of COND.

    One value of a few is asked there, and such a value is guessed more often than one in a hundred.
    """
    factor = {Pattern.COND: 4.0, Pattern.SEQ: 1.5}
    return {kind: ceil(n * (1 + spare * factor.get(kind, 1.0))) + 1 for kind, n in wanted.items()}
