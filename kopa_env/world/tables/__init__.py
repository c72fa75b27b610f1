"""Every table of the shipped world, by name."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.companies import COMPANIES
from kopa_env.world.tables.districts import DISTRICTS
from kopa_env.world.tables.filings import FILINGS
from kopa_env.world.tables.pupils import PUPILS
from kopa_env.world.tables.schools import SCHOOLS
from kopa_env.world.tables.universities import UNIVERSITY_YEARS

_ALL: tuple[Table, ...] = (
    COMPANIES,
    FILINGS,
    DISTRICTS,
    SCHOOLS,
    PUPILS,
    UNIVERSITY_YEARS,
)

TABLES: dict[str, Table] = {table.name: table for table in _ALL}
