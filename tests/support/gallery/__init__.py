"""Synthetic briefs of every kind on schools and on the Assembly.

Names of persons, schools and firms are made up; no figure of any world occurs.
"""

from __future__ import annotations

from collections.abc import Iterator

from gallery import assembly, school
from kopa_synth.queries.brief import Brief, Pattern


def briefs(of_each: int = 90) -> Iterator[Brief]:
    """Briefs in turn of every kind, *of_each* of each, from both subjects."""
    for i in range(of_each):
        for kind in Pattern:
            makers = [*school.FORMS[kind], *assembly.FORMS[kind]]
            yield makers[i % len(makers)](f"{kind}-{i}", i // len(makers) + i % len(makers))
