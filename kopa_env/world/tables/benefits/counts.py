"""What is counted by month or day: homes and savings, SRT's seats and members, airports, land.

Of these lists the documentation names only the columns that can be asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import product

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.benefits.housing import AREAS
from kopa_env.world.tables.districts import districts
from kopa_env.world.tables.rail.columns import columns
from kopa_env.world.tables.rail.metro import NOW, day8, span
from kopa_env.world.world import World


def months(first: int, last: str = "202512") -> list[str]:
    """Return months as ``202512``, from January of a year."""
    found = [f"{y}{m:02d}" for y in range(first, NOW.year + 1) for m in range(1, 13)]
    return [month for month in found if month <= last]


# ---- applying for homes ----------------------------------------------------------------------

_AGES = ("20", "30", "40", "50", "60")
_RESIDENCES = ("01", "02", "03")
_BY_AREA = ("applicants", "winners", "competition")
_BY_AGE = ("applicants_age", "winners_age")


def _applications(world: World) -> Iterator[Row]:
    areas = sorted(AREAS.values())
    for month in months(2020):
        for board, area in product(_BY_AREA, areas):
            yield (board, month, area, None, None)
        for board, age in product(_BY_AGE, _AGES):
            yield (board, month, None, age, None)
        for area in areas:
            for residence in _RESIDENCES if area == AREAS["경기"] else _RESIDENCES[:2]:
                yield ("points", month, area, None, residence)


SUBSCRIPTION_COUNTS = Table(
    "subscription_counts",
    columns(
        "board stat_de subscrpt_area_code age reside_secd",
        nulls="subscrpt_area_code age reside_secd",
    ),
    _applications,
    index=(("board", "stat_de"),),
)
_ITEMS = {"01": ("01", "02", "03", "04"), "02": ("01",), "03": ("01",), "04": ("04",)}
"""Kinds of savings, and the sizes of home that each is for."""

_SAVING_AREAS = ("100", "400", "700", "900")
_TERMS = tuple(f"{n:02d}" for n in range(1, 11))


def _savings(world: World) -> Iterator[Row]:
    for month in months(2020):
        for item, area in product(_ITEMS, _SAVING_AREAS):
            yield ("account", month, item, None, area, None)
            for size in _ITEMS[item]:
                yield ("all", month, item, size, area, None)
                yield from (("period", month, item, size, area, term) for term in _TERMS)


HOUSING_SAVINGS = Table(
    "housing_savings",
    columns(
        "board delng_occrrnc_ym dpst_item blnc_secd subscrpt_area_code sbscrb_pd_code",
        nulls="blnc_secd sbscrb_pd_code",
    ),
    _savings,
    index=(("board", "delng_occrrnc_ym"),),
)

# ---- SRT -------------------------------------------------------------------------------------

_STATIONS = (
    *("0551", "0552", "0553", "0502", "0297", "0010", "0507", "0506", "0015", "0508", "0509"),
    *("0020", "0514", "0030", "0033", "0036", "0037", "0041", "0045", "0048", "0049", "0051"),
    *("0053", "0139", "0050", "0017", "0056", "0057", "0059", "0063", "0515"),
)
"""수서 first, then along 경부선, 호남선, 전라선, 경전선 and 동해선."""

_TRAINS = tuple(map(str, (*range(301, 381), *range(601, 649), *range(701, 709))))
_ROUTES = ("1", "2", "3", "4", "5")
_NEW_ROUTES = ("3", "4", "5")
"""전라선, 경전선 and 동해선, which trains have gone since September 2023."""


def _months(world: World) -> Iterator[Row]:
    """Routes, trains and stations of every month, on working days and at weekends."""
    groups = (("route", _ROUTES), ("train", _TRAINS), ("station", _STATIONS))
    for month, part in product(months(2022), ("주중", "주말")):
        for board, codes in groups:
            for code in codes:
                if board == "route" and code in _NEW_ROUTES and month < "202309":
                    continue
                yield (board, month, part, code)


SRT_MONTHS = Table(
    "srt_months",
    columns("board run_ym srch_typ code"),
    _months,
    index=(("board", "run_ym"),),
)
_DAILY = (
    ("joined", (None,)), ("dormant", (None,)), ("left", ("일반", "휴면")),
    ("check", ("일반", "지연", "정기")),
)  # fmt: skip


def _days(world: World) -> Iterator[Row]:
    for board, kinds in _DAILY:
        for day in span(date(2023, 1, 1), NOW - timedelta(days=1)):
            yield from ((board, day8(day), kind) for kind in kinds)


SRT_DAYS = Table(
    "srt_days", columns("board day kind", nulls="kind"), _days, index=(("board", "day"),)
)

# ---- airports and land -----------------------------------------------------------------------

_AIRPORTS = (
    *("GMP", "CJU", "PUS", "TAE", "CJJ", "KWJ", "RSU", "USN", "HIN", "KPO", "KUV", "WJU"),
    *("MWX", "YNY"),
)


def _airports(world: World) -> Iterator[Row]:
    yield from product(("wait", "congestion"), _AIRPORTS)


AIRPORT_STATES = Table("airport_states", columns("board iata_apcd"), _airports)
"""What holds at the moment, an airport a row."""


def _plots(world: World) -> Iterator[Row]:
    for month in months(2024):
        for district in districts():
            count = Draw(world.seed, "land plots", district.code).between(2, 6)
            yield from ((month, district.code) for _ in range(count))


LAND_PRICE_PLOTS = Table("land_price_plots", columns("ym reg"), _plots, index=(("ym", "reg"),))

COUNTS = (
    *(SUBSCRIPTION_COUNTS, HOUSING_SAVINGS, SRT_MONTHS, SRT_DAYS, AIRPORT_STATES),
    LAND_PRICE_PLOTS,
)
