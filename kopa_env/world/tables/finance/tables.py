"""Every table of financial institutions, of companies' finances, and of financial products."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.finance.accounts import FIN_ACCOUNTS
from kopa_env.world.tables.finance.borrowers import BORROWERS
from kopa_env.world.tables.finance.company_notices import COMPANY_NOTICES
from kopa_env.world.tables.finance.corporate import AFFILIATES, CORP_OUTLINES, SUBSIDIARIES
from kopa_env.world.tables.finance.corporate_actions import CORPORATE_ACTIONS
from kopa_env.world.tables.finance.corporate_figures import (
    BALANCE_SHEETS,
    CORP_SUMMARIES,
    INCOME_STATEMENTS,
)
from kopa_env.world.tables.finance.crowd_funds import CAMPAIGNS, CROWD_BROKERS, FUND_SALES
from kopa_env.world.tables.finance.depository import DEPOSITORY
from kopa_env.world.tables.finance.deposits import DEPOSITS, DISCLOSERS, SAVINGS
from kopa_env.world.tables.finance.disclosures import DISCLOSURES
from kopa_env.world.tables.finance.estates import ESTATES
from kopa_env.world.tables.finance.foreign_settlements import RECEIPT_RIGHTS, RECEIPTS, SETTLEMENTS
from kopa_env.world.tables.finance.funds import DEPOSIT_TABLES
from kopa_env.world.tables.finance.goods import GOODS
from kopa_env.world.tables.finance.governance import GOVERNANCE
from kopa_env.world.tables.finance.institution_papers import (
    GOVERNANCE_COUNTS,
    PROCEEDS,
    STATEMENT_TEXTS,
)
from kopa_env.world.tables.finance.institutions import INSTITUTIONS
from kopa_env.world.tables.finance.insurance_counts import INSURANCE_TABLES
from kopa_env.world.tables.finance.insured_products import INSURED_NAMES, INSURED_PRODUCTS
from kopa_env.world.tables.finance.isa import ISA_TABLES
from kopa_env.world.tables.finance.lending import CREDIT_LOANS, JEONSE_LOANS, MORTGAGES
from kopa_env.world.tables.finance.lent_items import LENT_TABLES
from kopa_env.world.tables.finance.mortgage_securities import MORTGAGE_TABLES
from kopa_env.world.tables.finance.pensions import PENSIONS
from kopa_env.world.tables.finance.products import PRODUCT_TABLES
from kopa_env.world.tables.finance.quarters import QUARTER_FIGURES
from kopa_env.world.tables.finance.repo import REPO_COLLATERAL, REPO_CURRENCIES, REPO_TRADES
from kopa_env.world.tables.finance.securities_lending import LENDING, LENDING_DAYS, LENDING_SECTORS
from kopa_env.world.tables.finance.short_term import SHORT_TERM
from kopa_env.world.tables.finance.social import SOCIAL_TABLES
from kopa_env.world.tables.finance.state_property import PROPERTY_TABLES

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
    DISCLOSURES,
    SETTLEMENTS,
    RECEIPTS,
    RECEIPT_RIGHTS,
    REPO_TRADES,
    REPO_COLLATERAL,
    REPO_CURRENCIES,
    LENDING,
    LENDING_SECTORS,
    LENDING_DAYS,
    *SHORT_TERM,
    CAMPAIGNS,
    CROWD_BROKERS,
    FUND_SALES,
    STATEMENT_TEXTS,
    GOVERNANCE_COUNTS,
    PROCEEDS,
    COMPANY_NOTICES,
    BORROWERS,
    GOVERNANCE,
    *ISA_TABLES,
    *LENT_TABLES,
    *MORTGAGE_TABLES,
    *INSURANCE_TABLES,
    *PRODUCT_TABLES,
    *SOCIAL_TABLES,
    *PROPERTY_TABLES,
)
