"""The Bank of Korea's statistics: rates, money, prices, accounts, exchange, surveys."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.statistics_bank.lists import (
    BANK_ITEMS,
    BANK_KEYS,
    BANK_TABLES,
    BANK_VALUES,
)
from kopa_env.world.tables.statistics_bank.words import BANK_METADATA, BANK_WORDS

STATISTICS_BANK: tuple[Table, ...] = (
    BANK_TABLES,
    BANK_ITEMS,
    BANK_VALUES,
    BANK_KEYS,
    BANK_WORDS,
    BANK_METADATA,
)
