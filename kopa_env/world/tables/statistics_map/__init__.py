"""SGIS: areas under the statistics office's own codes, their figures, shapes and addresses."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.statistics_map.areas import AREAS
from kopa_env.world.tables.statistics_map.figures import FIGURES
from kopa_env.world.tables.statistics_map.places import PLACES

STATISTICS_MAP: tuple[Table, ...] = (*AREAS, *FIGURES, *PLACES)
