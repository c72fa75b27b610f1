"""Every item of a periodic report (DART's DS002) by its name there."""

from __future__ import annotations

from kopa_env.world.tables.debt_items import (
    audit_contracts,
    audit_opinions,
    debt_issued,
    investments,
    non_audit_contracts,
    outstanding,
)
from kopa_env.world.tables.people_items import (
    director_pay,
    director_pay_by_kind,
    employees,
    executives,
    outside_directors,
    pay_approved,
    pay_by_name,
    unregistered_pay,
)
from kopa_env.world.tables.report_item import Item
from kopa_env.world.tables.share_items import (
    capital_changes,
    dividends,
    fund_use,
    largest_shareholders,
    minority_shareholders,
    share_totals,
    shareholder_changes,
    treasury_stock,
)

ITEMS: dict[str, Item] = {
    "irdsSttus": capital_changes,
    "alotMatter": dividends,
    "tesstkAcqsDspsSttus": treasury_stock,
    "hyslrSttus": largest_shareholders,
    "hyslrChgSttus": shareholder_changes,
    "mrhlSttus": minority_shareholders,
    "exctvSttus": executives,
    "empSttus": employees,
    "hmvAuditIndvdlBySttus": pay_by_name,
    "hmvAuditAllSttus": director_pay,
    "indvdlByPay": pay_by_name,
    "otrCprInvstmntSttus": investments,
    "stockTotqySttus": share_totals,
    "detScritsIsuAcmslt": debt_issued,
    "entrprsBilScritsNrdmpBlce": outstanding("paper", 8),
    "srtpdPsndbtNrdmpBlce": outstanding("none", 5),
    "cprndNrdmpBlce": outstanding("bonds", 7),
    "newCaplScritsNrdmpBlce": outstanding("none", 7),
    "cndlCaplScritsNrdmpBlce": outstanding("none", 9),
    "accnutAdtorNmNdAdtOpinion": audit_opinions,
    "adtServcCnclsSttus": audit_contracts,
    "accnutAdtorNonAdtServcCnclsSttus": non_audit_contracts,
    "outcmpnyDrctrNdChangeSttus": outside_directors,
    "unrstExctvMendngSttus": unregistered_pay,
    "drctrAdtAllMendngSttusGmtsckConfmAmount": pay_approved,
    "drctrAdtAllMendngSttusMendngPymntamtTyCl": director_pay_by_kind,
    "pssrpCptalUseDtls": fund_use(placing=False),
    "prvsrpCptalUseDtls": fund_use(placing=True),
    "hmvAuditIndvdlBySttusV2": pay_by_name,
    "indvdlByPayV2": pay_by_name,
}
"""DART's thirty items of a periodic report."""
