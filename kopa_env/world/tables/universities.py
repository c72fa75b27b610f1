"""Universities' technology transfer and patents by survey year: fictional universities."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kopa_env.world import school_names as names
from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.world import World

UNIVERSITIES = 226
SURVEYS = range(2015, 2026)
_TAILS = (
    ("대학교", 60),
    ("과학기술대학교", 9),
    ("여자대학교", 4),
    ("교육대학교", 5),
    ("공과대학교", 7),
)


@lru_cache(maxsize=2)
def _universities(seed: int) -> tuple[tuple[str, str, int], ...]:
    """Return (name, Y for a branch campus, research strength) for each university."""
    found: dict[str, tuple[str, str, int]] = {}
    number = 0
    while len(found) < UNIVERSITIES:
        draw = Draw(seed, "university", number)
        number += 1
        branch = draw.chance(60)
        name = names.place(draw) + draw.weighted(_TAILS)
        if branch:
            name = f"{name}({names.place(draw)}캠퍼스)"
        found.setdefault(name, (name, "Y" if branch else "N", draw.skewed(0, 400, 4)))
    return tuple(found[name] for name in sorted(found))


def university_names(seed: int) -> tuple[str, ...]:
    """Return the name of every university."""
    return tuple(name for name, _, _ in _universities(seed))


def _rows(world: World) -> Iterator[Row]:
    for year in SURVEYS:
        for name, branch, strength in _universities(world.seed):
            draw = Draw(world.seed, "university-year", name, year)
            deals = strength * draw.between(50, 150) // 400 + draw.skewed(0, 6)
            income = deals * draw.skewed(2_000, 90_000) * 1000
            filed = strength * draw.between(80, 130) // 100 + draw.skewed(0, 25)
            granted = filed * draw.between(45, 85) // 100
            abroad = filed * draw.between(5, 22) // 100
            given = abroad * draw.between(40, 90) // 100
            yield (
                *(str(year), name, branch, str(year - 1)),
                *(deals, income, filed, granted, abroad, given),
            )


UNIVERSITY_YEARS = Table(
    "university_years",
    (
        Column("survey_year", domain="year4"),
        Column("name", domain="university_name"),
        Column("branch"),
        Column("applied_year", domain="year4"),
        *(Column(c, "int") for c in ("transfers", "transfer_income")),
        *(Column(c, "int") for c in ("patents_filed", "patents_granted")),
        *(Column(c, "int") for c in ("foreign_filed", "foreign_granted")),
    ),
    _rows,
    key=("survey_year", "name"),
    index=(("survey_year",),),
)
