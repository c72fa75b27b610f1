"""Places in Seoul: real 구 and 동, made-up roads and numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world import school_names
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column


@dataclass(frozen=True, slots=True)
class Dong:
    """A 행정동 with its 구."""

    code: str
    gu_code: str
    gu: str
    zone: str
    name: str
    lat: int
    lon: int


@dataclass(frozen=True, slots=True)
class Spot:
    """An address: by road, by lot, and where it lies."""

    dong: Dong
    road: str
    lot: str
    lat: str
    lon: str


@lru_cache(maxsize=1)
def dongs() -> tuple[Dong, ...]:
    """Return Seoul's 행정동, 구 by 구."""
    return tuple(
        Dong(
            r["code"],
            r["gu_code"],
            r["gu"],
            r["zone"],
            r["dong"],
            int(r["lat_milli"]),
            int(r["lon_milli"]),
        )
        for r in fact_rows("seoul_dongs")
    )


@lru_cache(maxsize=1)
def gus() -> tuple[Dong, ...]:
    """Return one entry a 구, in code order (its first 동)."""
    found: dict[str, Dong] = {}
    for dong in dongs():
        found.setdefault(dong.gu, dong)
    return tuple(found.values())


def spot(draw: Draw, dong: Dong | None = None) -> Spot:
    """Return a made-up address in a real 동."""
    dong = dong or draw.pick(dongs())
    lat = dong.lat * 1000 + draw.between(-17_000, 17_000)
    lon = dong.lon * 1000 + draw.between(-21_000, 21_000)
    return Spot(
        dong,
        f"서울특별시 {dong.gu} {school_names.road(draw)}",
        f"서울특별시 {dong.gu} {dong.name} {draw.between(1, 990)}-{draw.between(1, 60)}",
        f"{lat // 1_000_000}.{lat % 1_000_000:06d}",
        f"{lon // 1_000_000}.{lon % 1_000_000:06d}",
    )


def columns_of(
    names: str, integers: str = "", domains: Mapping[str, str] | None = None
) -> tuple[Column, ...]:
    """Return columns by name (parted by blanks): text unless listed among ``integers``."""
    whole, known = integers.split(), domains or {}
    return tuple(
        Column(name, "int" if name in whole else "text", domain=known.get(name, ""))
        for name in names.split()
    )
