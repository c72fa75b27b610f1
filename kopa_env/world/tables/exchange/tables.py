"""Every table of the exchange."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.exchange.bond_days import BOND_TABLES
from kopa_env.world.tables.exchange.bond_events import BOND_EVENT_TABLES
from kopa_env.world.tables.exchange.bonds import BONDS
from kopa_env.world.tables.exchange.commodities import COMMODITIES
from kopa_env.world.tables.exchange.elws import ELW_DAYS
from kopa_env.world.tables.exchange.fund_prices import FUND_TABLES
from kopa_env.world.tables.exchange.funds import FUNDS
from kopa_env.world.tables.exchange.futures import FUTURES
from kopa_env.world.tables.exchange.indices import INDICES
from kopa_env.world.tables.exchange.issues import ISSUES
from kopa_env.world.tables.exchange.members import INDEX_YEARS
from kopa_env.world.tables.exchange.option_days import OPTIONS
from kopa_env.world.tables.exchange.stocks import STOCKS
from kopa_env.world.tables.exchange.warrants import WARRANT_TABLES

EXCHANGE: tuple[Table, ...] = (
    ISSUES,
    *STOCKS,
    INDEX_YEARS,
    *INDICES,
    FUNDS,
    *FUND_TABLES,
    ELW_DAYS,
    *WARRANT_TABLES,
    BONDS,
    *BOND_TABLES,
    *BOND_EVENT_TABLES,
    *FUTURES,
    *OPTIONS,
    *COMMODITIES,
)
