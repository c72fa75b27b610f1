"""What the national portal's own services (odcloud) hold: benefits, housing, registers, counts."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.benefits.counts import COUNTS
from kopa_env.world.tables.benefits.housing import HOUSING
from kopa_env.world.tables.benefits.registers import REGISTERS
from kopa_env.world.tables.benefits.services import PUBLIC_SERVICES

BENEFITS: tuple[Table, ...] = (PUBLIC_SERVICES, *HOUSING, *COUNTS, *REGISTERS)
