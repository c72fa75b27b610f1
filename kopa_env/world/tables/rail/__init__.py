"""Urban railways as their operators tell of them: 서울교통공사 and 대전교통공사."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.rail.daejeon import STATION_TABLES
from kopa_env.world.tables.rail.daejeon_flows import FLOW_TABLES
from kopa_env.world.tables.rail.daejeon_office import OFFICE_TABLES
from kopa_env.world.tables.rail.daejeon_work import WORK_TABLES
from kopa_env.world.tables.rail.facilities import METRO_FACILITIES
from kopa_env.world.tables.rail.metro_life import (
    METRO_ALERTS,
    METRO_EVENTS,
    METRO_SHOWS,
    METRO_TOURS,
    METRO_WORKS,
)
from kopa_env.world.tables.rail.network import METRO_FARES, METRO_PATHS
from kopa_env.world.tables.rail.riders import METRO_HOURLY, METRO_SCHEDULE

RAIL: tuple[Table, ...] = (
    *(METRO_FACILITIES, METRO_PATHS, METRO_FARES, METRO_HOURLY, METRO_SCHEDULE),
    *(METRO_ALERTS, METRO_WORKS, METRO_EVENTS, METRO_TOURS, METRO_SHOWS),
    *(*STATION_TABLES, *FLOW_TABLES, *WORK_TABLES, *OFFICE_TABLES),
)
