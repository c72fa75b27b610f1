"""Legal and administrative districts, and who is registered in them."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.population.legal import ADMIN_DONGS, LEGAL_DISTRICTS
from kopa_env.world.tables.population.lists import LEGAL_RESIDENTS, MOVES, RESIDENTS
from kopa_env.world.tables.population.yearbook import (
    CITY_SIZES,
    DISTRICT_AREAS,
    DISTRICT_COUNTS,
)

POPULATION: tuple[Table, ...] = (
    LEGAL_DISTRICTS,
    ADMIN_DONGS,
    RESIDENTS,
    LEGAL_RESIDENTS,
    MOVES,
    CITY_SIZES,
    DISTRICT_AREAS,
    DISTRICT_COUNTS,
)
