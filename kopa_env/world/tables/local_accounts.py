"""Settled accounts, revenue by source, expenditure by function, debt and independence by year."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.local_finance import (
    BUDGETED,
    NAMES,
    SETTLED,
    Government,
    fiscal_year,
    level_of,
    of_year,
)
from kopa_env.world.tables.schools import apportion
from kopa_env.world.world import World


def _ids(year: int, g: Government) -> Row:
    return (str(year), g.province_code, g.province, g.code, g.name)


def _share(part: int, whole: int) -> str:
    hundredths = part * 10_000 // whole if whole else 0
    return f"{hundredths // 100}.{hundredths % 100:02d}"


def _years(world: World) -> Iterator[Row]:
    for year in BUDGETED:
        for g in of_year(world.seed, year):
            f = fiscal_year(world.seed, g, year)
            got, general = f.settled["00000"], f.budget["00000"][0]
            own = sum(f.budget.get(c, (0, 0, 0))[0] for c in ("10000", "20000"))
            free = own + sum(f.budget.get(c, (0, 0, 0))[0] for c in ("30000", "40000"))
            yield (
                *_ids(year, g),
                "Y" if year in SETTLED else "N",
                *(sum(f.spent) + f.fund_spent, *f.spent, f.fund_spent),
                *(sum(got) + f.fund, *got, f.fund),
                *(f.debt, sum(f.budget["00000"]), _share(f.debt, sum(f.budget["00000"]))),
                *(free, general, _share(free, general), own, _share(own, general)),
            )


_ID_COLUMNS = (
    Column("fyr", domain="year4"),
    Column("wa_laf_cd", domain="laf_cd", gen="fact"),
    Column("wa_laf_hg_nm", domain="sido_short", gen="ref"),
    Column("laf_cd", domain="laf_cd", gen="fact"),
    Column("laf_hg_nm", domain="laf_name", gen="fact"),
)


def _amounts(names: str) -> tuple[Column, ...]:
    return tuple(Column(name, "int") for name in names.split())


LOCAL_FINANCE_YEARS = Table(
    "local_finance_years",
    (
        *_ID_COLUMNS,
        Column("settled"),
        *_amounts("spent spent_general spent_enterprise spent_other spent_fund"),
        *_amounts("got got_general got_enterprise got_other got_fund debt budget"),
        Column("debt_rate"),
        *_amounts("free_revenue general_budget"),
        Column("free_rate"),
        *_amounts("own_revenue"),
        Column("own_rate"),
    ),
    _years,
    key=("fyr", "laf_cd"),
)


def _sources_of(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    if str(values[0]) not in map(str, SETTLED):
        return
    year = int(str(values[0]))
    for g in of_year(world.seed, year):
        f = fiscal_year(world.seed, g, year)
        for code, got in f.settled.items():
            planned = f.budget[code]
            yield (
                *(*_ids(year, g), code, NAMES[code], str(level_of(code))),
                *(sum(got), *got, sum(planned), *planned),
            )


LOCAL_REVENUE = Table(
    "local_revenue_sources",
    (
        *_ID_COLUMNS,
        *(Column("armk_cd", domain="armk_cd", gen="fact"), Column("armk_nm"), Column("lvl_no")),
        *_amounts("tott_sum_amt gen_acnt_tott_amt pbco_spc_acnt_tott_amt etc_spc_acnt_tott_amt"),
        *_amounts("prsm_amt gen_acnt_prsm_amt pbco_spc_acnt_prsm_amt etc_spc_acnt_prsm_amt"),
    ),
    lambda world: (row for year in SETTLED for row in _sources_of(world, (str(year),))),
    key=("fyr", "laf_cd", "armk_cd"),
    by=("fyr",),
    part=_sources_of,
)

_FIELDS = (
    # code, field, weights of 시도, 시, 군 and 구
    ("010", "일반공공행정", 110, 62, 60, 66),
    ("020", "공공질서및안전", 34, 14, 24, 8),
    ("050", "교육", 92, 22, 9, 10),
    ("060", "문화및관광", 40, 66, 76, 34),
    ("070", "환경", 66, 104, 112, 44),
    ("080", "사회복지", 372, 356, 226, 566),
    ("090", "보건", 16, 15, 16, 18),
    ("100", "농림해양수산", 46, 58, 182, 5),
    ("110", "산업·중소기업및에너지", 34, 28, 22, 10),
    ("120", "교통및물류", 84, 72, 42, 26),
    ("140", "국토및지역개발", 62, 78, 96, 34),
    ("150", "과학기술", 5, 0, 0, 0),
    ("160", "예비비", 8, 9, 9, 7),
    ("900", "기타", 70, 124, 134, 172),
)
_LEVELS = ("시도", "시", "군", "구")


def _functions(world: World) -> Iterator[Row]:
    for year in SETTLED:
        for g in of_year(world.seed, year):
            draw = Draw(world.seed, "functions", g.key, year)
            place = 2 + _LEVELS.index(g.level)
            kept = [field for field in _FIELDS if int(field[place])]
            weights = [int(field[place]) * draw.between(88, 114) for field in kept]
            whole = sum(fiscal_year(world.seed, g, year).spent)
            for field, amount in zip(kept, apportion(whole, weights), strict=True):
                running = 720 if field[0] == "900" else draw.between(4, 60)
                costs = amount * running // 1000
                loans = amount * draw.between(0, 24) // 1000
                yield (
                    *(*_ids(year, g), field[0], field[1], amount - costs - loans, amount, costs),
                    *(f"{year + 1}{draw.between(6, 9):02d}{draw.between(1, 28):02d}", "lofin"),
                )


LOCAL_SPENDING = Table(
    "local_spending_fields",
    (
        *_ID_COLUMNS,
        *(Column("fld_cd", domain="fld_cd", gen="fact"), Column("fld_nm", gen="fact")),
        *_amounts("pol_bizct fin_acv_amt padm_oper_exps"),
        *(Column("rgstr_dt"), Column("rgstr_usr_id")),
    ),
    _functions,
    key=("fyr", "laf_cd", "fld_cd"),
)

LOCAL_FINANCE: tuple[Table, ...] = (LOCAL_FINANCE_YEARS, LOCAL_REVENUE, LOCAL_SPENDING)
