"""Splits: a part held back, about entities that no task of the other part is about."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from hashlib import blake2b

from kopa_env.grading.normalise import name_key
from kopa_synth.validate.candidate import Candidate

TRAIN, DEV = "train", "dev"
DEV_SHARE = 0.1
"""Share of the tasks that are held back, at most."""

_TIMES = frozenset({"연도", "대수", "날짜", "기간", "월"})
_FIGURE = re.compile(r"[\d.,~\-\s]*(?:년|월|일|대|분기)?")


def entities(candidate: Candidate) -> frozenset[str]:
    """Return the things by name that a task is about; times and figures are no things."""
    brief = candidate.brief
    subjects = [*brief.subjects, *(brief.comparison.over if brief.comparison else ())]
    names = [subject.name for subject in subjects if subject.what not in _TIMES]
    names += [value for value in candidate.task.bindings.values() if isinstance(value, str)]
    return frozenset(name_key(name) for name in names if not _FIGURE.fullmatch(name))


def splits(
    candidates: Sequence[Candidate], share: float = DEV_SHARE
) -> Mapping[str, tuple[str, ...]]:
    """Return the task ids of each split, in the candidates' order.

    Tasks that share an entity, directly or through others, stay together. Groups are held back in
    the order of a hash of their entities as long as there is room; a group of the size of half of
    it or more is not: it would be all that is held back.
    """
    groups = _groups(candidates)
    room = int(share * len(candidates))
    largest = max(room // 2, 1)
    held: set[str] = set()
    for _, ids in sorted((_hash(names), ids) for names, ids in groups):
        if len(ids) <= largest and len(held) + len(ids) <= room:
            held |= set(ids)
    order = [candidate.id for candidate in candidates]
    return {
        TRAIN: tuple(name for name in order if name not in held),
        DEV: tuple(name for name in order if name in held),
    }


def _groups(candidates: Sequence[Candidate]) -> list[tuple[frozenset[str], list[str]]]:
    """Return tasks grouped by shared entities; tasks about nothing by name are never held back."""
    roots: dict[str, str] = {}

    def root(name: str) -> str:
        while roots.setdefault(name, name) != name:
            roots[name] = roots[roots[name]]
            name = roots[name]
        return name

    about = {candidate.id: entities(candidate) for candidate in candidates}
    for names in about.values():
        first, *others = sorted(names) or [""]
        for name in others:
            roots[root(name)] = root(first)
    together: defaultdict[str, list[str]] = defaultdict(list)
    whole: defaultdict[str, set[str]] = defaultdict(set)
    for task_id, names in about.items():
        if names:
            together[root(min(names))].append(task_id)
            whole[root(min(names))] |= names
    return [(frozenset(whole[name]), ids) for name, ids in together.items()]


def _hash(names: frozenset[str]) -> bytes:
    return blake2b("\n".join(sorted(names)).encode(), digest_size=8).digest()
