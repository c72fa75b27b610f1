"""시도 and 시군구: real names and codes, the ground under schools and addresses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.world import World


@dataclass(frozen=True, slots=True)
class Province:
    """A 시도: its codes, names, and a rough middle in ten-thousandths of a degree."""

    code: str
    name: str
    short: str
    lat: int
    lon: int
    spread: int


@dataclass(frozen=True, slots=True)
class District:
    """A 시군구 (a city with 구 of its own appears as those 구)."""

    code: str
    province: str
    name: str
    weight: int


@lru_cache(maxsize=1)
def provinces() -> tuple[Province, ...]:
    """Return the 17 시도 of January 2026."""
    return tuple(
        Province(r["code"], r["name"], r["short"], int(r["lat"]), int(r["lon"]), int(r["spread"]))
        for r in fact_rows("provinces")
    )


@lru_cache(maxsize=1)
def districts() -> tuple[District, ...]:
    """Return every 시군구; ``province`` is the short name (``경북``)."""
    return tuple(
        District(r["code"], r["sido_short"], r["name"], int(r["school_weight"]))
        for r in fact_rows("districts")
    )


def _rows(world: World) -> Iterator[Row]:
    names = {p.short: p for p in provinces()}
    for d in districts():
        province = names[d.province]
        yield (d.code, province.code, province.name, province.short, d.name)


DISTRICTS = Table(
    "districts",
    (
        Column("code", domain="sigun5", gen="fact"),
        Column("sido_code", domain="sido2", gen="fact"),
        Column("sido", domain="sido_name", gen="fact"),
        Column("sido_short", domain="sido_short", gen="fact"),
        Column("name", domain="sgg_name", gen="fact"),
    ),
    _rows,
    key=("code",),
)
