"""Every table of financial institutions, of companies' finances, and of financial products."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.finance.accounts import FIN_ACCOUNTS
from kopa_env.world.tables.finance.corporate import AFFILIATES, CORP_OUTLINES, SUBSIDIARIES
from kopa_env.world.tables.finance.corporate_actions import CORPORATE_ACTIONS
from kopa_env.world.tables.finance.corporate_figures import (
    BALANCE_SHEETS,
    CORP_SUMMARIES,
    INCOME_STATEMENTS,
)
from kopa_env.world.tables.finance.depository import DEPOSITORY
from kopa_env.world.tables.finance.deposits import DEPOSITS, DISCLOSERS, SAVINGS
from kopa_env.world.tables.finance.estates import ESTATES
from kopa_env.world.tables.finance.funds import DEPOSIT_TABLES
from kopa_env.world.tables.finance.goods import GOODS
from kopa_env.world.tables.finance.institutions import INSTITUTIONS
from kopa_env.world.tables.finance.insured_products import INSURED_NAMES, INSURED_PRODUCTS
from kopa_env.world.tables.finance.lending import CREDIT_LOANS, JEONSE_LOANS, MORTGAGES
from kopa_env.world.tables.finance.pensions import PENSIONS
from kopa_env.world.tables.finance.quarters import QUARTER_FIGURES

FINANCE: tuple[Table, ...] = (
    INSTITUTIONS,
    QUARTER_FIGURES,
    FIN_ACCOUNTS,
    *ESTATES,
    GOODS,
    *DEPOSIT_TABLES,
    CORP_OUTLINES,
    AFFILIATES,
    SUBSIDIARIES,
    CORP_SUMMARIES,
    BALANCE_SHEETS,
    INCOME_STATEMENTS,
    *CORPORATE_ACTIONS,
    *DEPOSITORY,
    INSURED_PRODUCTS,
    INSURED_NAMES,
    DISCLOSERS,
    DEPOSITS,
    SAVINGS,
    PENSIONS,
    MORTGAGES,
    JEONSE_LOANS,
    CREDIT_LOANS,
)
