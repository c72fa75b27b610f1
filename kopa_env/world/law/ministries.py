"""Ministries: real names and codes; the ground under statutes and rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows

_JOINT = 35
"""In a thousand: families that two ministries are in charge of."""


@dataclass(frozen=True, slots=True)
class Ministry:
    """A ministry: its head, the kind of decree it issues, and the chapter its law belongs to."""

    code: str
    name: str
    head: str
    decree: str
    committee: str
    chapter: int


@lru_cache(maxsize=1)
def ministries() -> tuple[Ministry, ...]:
    """Return the ministries whose codes are known."""
    return tuple(
        Ministry(r["code"], r["name"], r["head"], r["decree"], r["committee"], int(r["chapter"]))
        for r in fact_rows("ministries")
    )


_NEAREST = {
    "국회운영위원회": "행정안전위원회",
    "정보위원회": "행정안전위원회",
    "여성가족위원회": "보건복지위원회",
}


@lru_cache(maxsize=64)
def of_committee(committee: str) -> tuple[Ministry, ...]:
    """Return the ministries in a committee's charge, or in that of the nearest one."""
    wanted = _NEAREST.get(committee, committee)
    return tuple(m for m in ministries() if m.committee == wanted)


@lru_cache(maxsize=64)
def by_code(code: str) -> Ministry:
    """Return the ministry of a code."""
    return next(m for m in ministries() if m.code == code)


def in_charge(seed: int, family: int, own: Ministry) -> tuple[Ministry, ...]:
    """Return the ministries in charge of a family: its own, and a second one where two share it."""
    draw = Draw(seed, "joint", family)
    if not own.code or draw.below(1000) >= _JOINT:
        return (own,)
    return own, draw.pick([m for m in ministries() if m.code != own.code])
