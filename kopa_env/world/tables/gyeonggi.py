"""Every table behind 경기데이터드림."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.gyeonggi_animals import GYEONGGI_ANIMALS
from kopa_env.world.tables.gyeonggi_care import GYEONGGI_CARE
from kopa_env.world.tables.gyeonggi_facilities import GYEONGGI_FACILITIES
from kopa_env.world.tables.gyeonggi_flows import GYEONGGI_FLOWS
from kopa_env.world.tables.gyeonggi_learning import GYEONGGI_LEARNING
from kopa_env.world.tables.gyeonggi_licences import GYEONGGI_BUSINESS
from kopa_env.world.tables.gyeonggi_projects import GYEONGGI_PROJECTS
from kopa_env.world.tables.gyeonggi_restaurants import GYEONGGI_RESTAURANTS, RECOMMENDED
from kopa_env.world.tables.gyeonggi_shops import DELIVERY, LOCAL_CURRENCY

GYEONGGI: tuple[Table, ...] = (
    *(GYEONGGI_RESTAURANTS, RECOMMENDED, LOCAL_CURRENCY, DELIVERY),
    *GYEONGGI_BUSINESS,
    *GYEONGGI_CARE,
    *GYEONGGI_LEARNING,
    *GYEONGGI_FACILITIES,
    *GYEONGGI_ANIMALS,
    *GYEONGGI_FLOWS,
    *GYEONGGI_PROJECTS,
)
