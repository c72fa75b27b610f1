"""Property: buildings and their registers, deals, complexes and their fees, addresses, land use."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.property.addresses import ADDRESSES, ENTRANCES, ROOMS
from kopa_env.world.tables.property.complexes import COMPLEXES, FEES
from kopa_env.world.tables.property.geocoding import PLACES, POINTS
from kopa_env.world.tables.property.housing import HOUSING
from kopa_env.world.tables.property.land_use import LAND_USE
from kopa_env.world.tables.property.layers import FEATURES
from kopa_env.world.tables.property.permits import PERMITS
from kopa_env.world.tables.property.register import REGISTER
from kopa_env.world.tables.property.rents import RENTS
from kopa_env.world.tables.property.sales import SALES

PROPERTY: tuple[Table, ...] = (
    SALES,
    RENTS,
    REGISTER,
    PERMITS,
    HOUSING,
    COMPLEXES,
    FEES,
    *LAND_USE,
    ADDRESSES,
    ROOMS,
    ENTRANCES,
    POINTS,
    PLACES,
    FEATURES,
)
