"""국가통계포털: its tables' values, what is told of tables and surveys, and key indicators."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.statistics_portal.about import ABOUT
from kopa_env.world.tables.statistics_portal.indicators import INDICATORS
from kopa_env.world.tables.statistics_portal.lists import LISTS
from kopa_env.world.tables.statistics_portal.values import VALUES

STATISTICS_PORTAL: tuple[Table, ...] = (*LISTS, *VALUES, *ABOUT, *INDICATORS)
