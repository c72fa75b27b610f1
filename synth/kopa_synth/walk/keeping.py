"""Keeping: what of an answer the question wants left in the workspace."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kopa_synth.queries.brief import Aggregate, WriteRequest
from kopa_synth.walk.answers import is_list, told
from kopa_synth.walk.heads import one
from kopa_synth.walk.playing import Scene, value
from kopa_synth.walk.slots import called, head, keys, spoken
from kopa_synth.walk.trajectory import Trajectory
from kopa_synth.walk.vocabulary import Vocabulary

_TAILS = ("점검", "현황", "정리", "확인")
_ENTRIES = ("일정 확인", "기한 확인", "자료 확인")


def request(
    walk: Trajectory, scenes: Sequence[Scene], words: Vocabulary, today: str, rng: Random
) -> WriteRequest | None:
    """Return a write that fits an answer, ``None`` if none does.

    A list is kept as a table, a day as a calendar entry, several values as a note. Nobody enters
    a day before *today* (``YYYY-MM-DD``) into a calendar.
    """
    if walk.compare is not None or walk.branch is not None:
        return None
    asks = told(walk, scenes)
    noun = head(walk.legs[called(walk, asks[0].leg)].thing)
    names = tuple(keys(walk, asks, words))
    if is_list(walk, scenes):
        return (
            WriteRequest("table", f"{noun} {one(rng, _TAILS)}", names) if len(names) > 1 else None
        )
    if len(asks) == 1 and _day(walk, scenes, words) >= today:
        return WriteRequest("calendar", f"{noun} {one(rng, _ENTRIES)}")
    if len(asks) < 2 or any(_over_pages(walk, scenes, ask.leg) for ask in asks if ask.aggregate):
        return None
    return WriteRequest("note", f"{noun} {one(rng, _TAILS)}", names)


def _day(walk: Trajectory, scenes: Sequence[Scene], words: Vocabulary) -> str:
    """Return the day that the last slot tells, empty if it tells none."""
    ask = told(walk, scenes)[-1]
    if spoken(ask, walk.legs[ask.leg], words).type != "date" or ask.aggregate is not None:
        return ""
    return str(value(ask, scenes[ask.leg].rows, "date"))


def _over_pages(walk: Trajectory, scenes: Sequence[Scene], place: int) -> bool:
    """Say whether a count would be of several replies that nothing has put together."""
    counted = any(a.leg == place and a.aggregate is Aggregate.COUNT for a in walk.asks)
    return counted and sum(len(v.listing.pages) for v in scenes[place].visits) > 1
