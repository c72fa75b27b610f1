"""Expressways: roads, tolls, traffic, rest areas and what happens along them."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.expressway.counts import (
    DAYS,
    FEAST_HOURS,
    GATE_CLASSES,
    GATE_COUNTS,
    NATION_COUNTS,
    REGION_COUNTS,
)
from kopa_env.world.tables.expressway.dishes import MENUS, REST_EVENTS, REST_THEMES
from kopa_env.world.tables.expressway.flow import CLASS_DETAIL, FLOW, SHOULDERS
from kopa_env.world.tables.expressway.incidents import INCIDENTS
from kopa_env.world.tables.expressway.rests import (
    BRANDS,
    FUEL_PRICES,
    REGISTER,
    REST_AREAS,
    REST_FACILITIES,
    STARTUPS,
    STATION_ROWS,
)
from kopa_env.world.tables.expressway.roads import (
    CLASSIFIERS,
    DETECTORS,
    GATES,
    INTERCHANGES,
    SECTIONS,
    WORKS,
)
from kopa_env.world.tables.expressway.skies import REST_WEATHER
from kopa_env.world.tables.expressway.tolls import TOLLS
from kopa_env.world.tables.expressway.trips import FORECASTS, TRIP_HOURS, TRIPS

EXPRESSWAY: tuple[Table, ...] = (
    *(GATES, INTERCHANGES, SECTIONS, DETECTORS, CLASSIFIERS, WORKS),
    *(FLOW, SHOULDERS, CLASS_DETAIL),
    *(GATE_COUNTS, REGION_COUNTS, NATION_COUNTS, DAYS, FEAST_HOURS, GATE_CLASSES),
    *(TOLLS, TRIPS, TRIP_HOURS, FORECASTS),
    *(REST_AREAS, REGISTER, REST_FACILITIES, STATION_ROWS, BRANDS, STARTUPS, FUEL_PRICES),
    *(MENUS, REST_THEMES, REST_EVENTS, REST_WEATHER, INCIDENTS),
)
