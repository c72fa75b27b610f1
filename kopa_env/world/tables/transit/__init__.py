"""Public transport beside Seoul's own: city buses, trains, coaches, metros, ships, planes."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.transit.buses import ARRIVALS, POSITIONS, ROUTES, STOPS, WAYS
from kopa_env.world.tables.transit.cities import CITIES, REGION_TABLE
from kopa_env.world.tables.transit.coaches import (
    DESTINATIONS,
    EXPRESS_GRADE_TABLE,
    EXPRESS_RUNS,
    EXPRESS_TERMINALS,
    INTERCITY_GRADE_TABLE,
    INTERCITY_RUNS,
    INTERCITY_TERMINALS,
    ON_ROAD,
)
from kopa_env.world.tables.transit.crossings import (
    AIRLINES,
    AIRPORTS,
    FERRY_TERMINALS,
    FLIGHTS,
    PORTS,
    SAILINGS,
    SHIP_KIND_TABLE,
)
from kopa_env.world.tables.transit.metro import (
    EXIT_BUSES,
    EXIT_FACILITIES,
    METRO_STATIONS,
    TIMETABLE,
)
from kopa_env.world.tables.transit.trains import STATIONS, TRAIN_KINDS, TRAINS

TRANSIT: tuple[Table, ...] = (
    *(CITIES, REGION_TABLE, STOPS, ROUTES, WAYS, ARRIVALS, POSITIONS),
    *(STATIONS, TRAIN_KINDS, TRAINS),
    *(EXPRESS_TERMINALS, EXPRESS_GRADE_TABLE, EXPRESS_RUNS, DESTINATIONS, ON_ROAD),
    *(INTERCITY_TERMINALS, INTERCITY_GRADE_TABLE, INTERCITY_RUNS),
    *(METRO_STATIONS, TIMETABLE, EXIT_FACILITIES, EXIT_BUSES),
    *(PORTS, FERRY_TERMINALS, SHIP_KIND_TABLE, SAILINGS, AIRPORTS, AIRLINES, FLIGHTS),
)
