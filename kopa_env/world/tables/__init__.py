"""Every table of the shipped world, by name."""

from __future__ import annotations

from kopa_env.world.table import Table
from kopa_env.world.tables.annual_reports import ANNUAL
from kopa_env.world.tables.assembly import (
    BILL_COUNTS,
    CONTRACTS,
    MEETINGS,
    PARTY_SEATS,
    PETITIONS,
)
from kopa_env.world.tables.benefits import BENEFITS
from kopa_env.world.tables.bill_details import RELATED, REVIEWS, SIGNERS
from kopa_env.world.tables.bill_lists import BILL_LISTS, COMMITTEE_OPTIONS, PROMULGATIONS
from kopa_env.world.tables.bills import BILLS
from kopa_env.world.tables.calendar import PLENARY_SCHEDULE, SESSIONS
from kopa_env.world.tables.companies import COMPANIES
from kopa_env.world.tables.districts import DISTRICTS
from kopa_env.world.tables.documents import DOCUMENTS, XBRL
from kopa_env.world.tables.education import EDUCATION
from kopa_env.world.tables.election import ELECTION
from kopa_env.world.tables.events import EVENTS
from kopa_env.world.tables.exchange.tables import EXCHANGE
from kopa_env.world.tables.expressway import EXPRESSWAY
from kopa_env.world.tables.filings import FILINGS
from kopa_env.world.tables.finance.tables import FINANCE
from kopa_env.world.tables.financials import KEY_ACCOUNTS
from kopa_env.world.tables.gyeonggi import GYEONGGI
from kopa_env.world.tables.gyeonggi_buses import GYEONGGI_BUSES
from kopa_env.world.tables.holdings import INSIDER_HOLDINGS, LARGE_HOLDINGS
from kopa_env.world.tables.hrdk import HRDK_TABLES
from kopa_env.world.tables.information_requests import LIBRARY_REQUESTS
from kopa_env.world.tables.law import LAW
from kopa_env.world.tables.local_accounts import LOCAL_FINANCE
from kopa_env.world.tables.members import CAREERS, COMMITTEE_MEMBERS, COMMITTEES, MEMBERS
from kopa_env.world.tables.parliament_boards import PARLIAMENT_BOARDS
from kopa_env.world.tables.parliament_life import PARLIAMENT_LIFE
from kopa_env.world.tables.parliament_record import RECORD
from kopa_env.world.tables.population import POPULATION
from kopa_env.world.tables.property import PROPERTY
from kopa_env.world.tables.pupils import PUPILS
from kopa_env.world.tables.rail import RAIL
from kopa_env.world.tables.registrations import REGISTRATIONS
from kopa_env.world.tables.road_links import ROAD_LINKS
from kopa_env.world.tables.schools import SCHOOLS
from kopa_env.world.tables.seoul import SEOUL
from kopa_env.world.tables.statements import RATIOS, STATEMENTS, TAXONOMY
from kopa_env.world.tables.statistics import STATISTICS_ITEMS
from kopa_env.world.tables.statistics_bank import STATISTICS_BANK
from kopa_env.world.tables.statistics_map import STATISTICS_MAP
from kopa_env.world.tables.statistics_portal import STATISTICS_PORTAL
from kopa_env.world.tables.transit import TRANSIT
from kopa_env.world.tables.universities import UNIVERSITY_YEARS
from kopa_env.world.tables.votes import ROLL_CALLS, SPONSORS

_ALL: tuple[Table, ...] = (
    COMPANIES,
    INSIDER_HOLDINGS,
    LARGE_HOLDINGS,
    *ANNUAL,
    *REGISTRATIONS,
    *EVENTS,
    XBRL,
    DOCUMENTS,
    TAXONOMY,
    RATIOS,
    STATEMENTS,
    KEY_ACCOUNTS,
    FILINGS,
    DISTRICTS,
    *POPULATION,
    SCHOOLS,
    PUPILS,
    *EDUCATION,
    UNIVERSITY_YEARS,
    MEMBERS,
    COMMITTEES,
    COMMITTEE_MEMBERS,
    CAREERS,
    PLENARY_SCHEDULE,
    SESSIONS,
    BILLS,
    ROLL_CALLS,
    SPONSORS,
    CONTRACTS,
    MEETINGS,
    PETITIONS,
    BILL_LISTS,
    PROMULGATIONS,
    COMMITTEE_OPTIONS,
    REVIEWS,
    RELATED,
    SIGNERS,
    BILL_COUNTS,
    PARTY_SEATS,
    LIBRARY_REQUESTS,
    *PARLIAMENT_BOARDS,
    *RECORD,
    *PARLIAMENT_LIFE,
    *ELECTION,
    *SEOUL,
    *EXCHANGE,
    *FINANCE,
    *EXPRESSWAY,
    *ROAD_LINKS,
    *TRANSIT,
    *RAIL,
    *BENEFITS,
    *GYEONGGI_BUSES,
    *PROPERTY,
    *GYEONGGI,
    *LOCAL_FINANCE,
    *HRDK_TABLES,
    *LAW,
    STATISTICS_ITEMS,
    *STATISTICS_BANK,
    *STATISTICS_PORTAL,
    *STATISTICS_MAP,
)

TABLES: dict[str, Table] = {table.name: table for table in _ALL}
