"""Disclosures on money: accounts of schools, gifts, meals, scholarships, uniforms."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.tables.education.disclosures import (
    Case,
    Values,
    disclosure,
    parted,
    percent,
    yes,
)

_PLANNED, _SPENT = "예산", "결산"
_WEIGHTS = (115, 265, 205, 95, 90, 150, 60, 20)
"""Shares of an account's eight parts, in thousandths."""


def _account(case: Case) -> Iterator[Values]:
    base = 260_000 + case.pupils * case.trait("budget").between(1_900, 2_900)
    base = base * (100 + (case.year - 2023) * 4) // 100
    if case.school.founder == "사립":
        base = base * 172 // 100
    for sort in (_PLANNED, _SPENT):
        draw = case.draw(sort)
        total = base * (draw.between(985, 1060) if sort == _SPENT else 1000) // 1000 * 1000
        weights = [w * draw.between(80, 120) for w in _WEIGHTS]
        for side in ("세입", "세출"):
            used = (
                total
                if side == "세입" or sort == _PLANNED
                else total * draw.between(940, 990) // 1000
            )
            amounts = parted(used, weights)
            row: dict[str, str | int | None] = {"FAS_DTN_SC_CODE": sort}
            row |= {"PBAN_REV_EX_SC_CODE": side, "CLSDR_YN": "N"}
            yield row | {f"AMT{n}": amount for n, amount in enumerate(amounts, start=1)}


def _public(case: Case) -> Iterator[Values]:
    if case.school.founder != "사립":
        yield from _account(case)


def _private(case: Case) -> Iterator[Values]:
    if case.school.founder == "사립":
        yield from _account(case)


_AMOUNTS = "CLSDR_YN FAS_DTN_SC_CODE PBAN_REV_EX_SC_CODE " + " ".join(
    f"AMT{n}*" for n in range(1, 9)
)
PUBLIC_ACCOUNTS = disclosure("disclosed_public_accounts", _AMOUNTS, _public)
PRIVATE_ACCOUNTS = disclosure("disclosed_private_accounts", _AMOUNTS, _private)


def _gifts(case: Case) -> Iterator[Values]:
    draw = case.draw()
    some = draw.chance(560)
    cash = draw.between(1, 14) if some else 0
    amount = cash * draw.between(200, 2_400) * 1_000
    books, things = (draw.between(0, 4), draw.between(0, 1)) if some else (0, 0)
    worth, built = books * draw.between(150, 900) * 1_000, things * draw.between(900, 9_000) * 1_000
    whole = amount + worth + built
    spent = parted(whole * draw.between(600, 960) // 1000, (20, 22, 33, 25))
    yield {
        **{"MONE_AWA_SCRTS_CNT": cash, "MONE_AWA_SCRTS_AMT": amount, "BOS_AWA_THNG_CNT": books},
        **{"BOS_AWA_THNG_AMT": worth, "FA_AWA_FRTUN_CNT": things, "FA_AWA_FRTUN_AMT": built},
        **{"CNT_SMTOT": cash + books + things, "AMT_SMTOT": whole},
        **{"SCHUL_EDC_FA_PAY_AMT": spent[0], "EDCL_MHRML_AWA_BOS_AMT": spent[1]},
        **{"SCHUL_PHE_ACT_AMT": spent[2], "WELF_ATMY_ACT_SPORT_AMT": spent[3]},
        "EXPNT_AMT_SMTOT": sum(spent),
    }


GIFTS = disclosure(
    "disclosed_gifts",
    "MONE_AWA_SCRTS_CNT* MONE_AWA_SCRTS_AMT* BOS_AWA_THNG_CNT* BOS_AWA_THNG_AMT* "
    "FA_AWA_FRTUN_CNT* FA_AWA_FRTUN_AMT* CNT_SMTOT* AMT_SMTOT* SCHUL_EDC_FA_PAY_AMT* "
    "EDCL_MHRML_AWA_BOS_AMT* SCHUL_PHE_ACT_AMT* WELF_ATMY_ACT_SPORT_AMT* EXPNT_AMT_SMTOT*",
    _gifts,
)


def _meal_costs(case: Case) -> Iterator[Values]:
    draw = case.draw()
    meal = {"elementary": 3_300, "middle": 3_700, "high": 3_900}.get(case.level, 3_800)
    meal = meal * (100 + (case.year - 2023) * 4) // 100 + draw.between(-180, 220)
    total = case.pupils * 190 * meal * draw.between(112, 138) // 100 // 1000 * 1000
    guardians = draw.between(20, 60) if case.level == "high" else draw.between(0, 8)
    parts = parted(total, (draw.between(480, 590), draw.between(380, 470), guardians, 3))
    names = ("OFCDC_SUF", "SFRND_SUF", "GU_SUF", "ETC_SPRT_AMT")
    rates = ("OFCDC_SUF_RATE", "SFRND_SUF_RATE", "GU_SUF_RATE", "ETC_OFCDC_SUF_RATE")
    row: dict[str, str | int | None] = {"TOTAL_AMT": total, "TOTAL_AMT_RATE": "100.0"}
    for name, rate, amount in zip(names, rates, parts, strict=True):
        row |= {name: amount, rate: percent(amount, total)}
    yield row | {"STDNT_ONE_PSNBY_LM": meal}


MEAL_COSTS = disclosure(
    "disclosed_meal_costs",
    "OFCDC_SUF* OFCDC_SUF_RATE SFRND_SUF* SFRND_SUF_RATE SCHUL_ONSLF_SUF* SCHUL_ONSLF_SUF_RATE "
    "GU_SUF* GU_SUF_RATE ETC_SPRT_AMT* ETC_OFCDC_SUF_RATE TOTAL_AMT* TOTAL_AMT_RATE "
    "STDNT_ONE_PSNBY_LM*",
    _meal_costs,
)


def _scholarships(case: Case) -> Iterator[Values]:
    draw = case.draw()
    given = case.pupils * draw.between(8, 90) // 1000
    helped = case.pupils * draw.between(20, 140) // 1000
    amount = given * draw.between(300, 900) * 1_000
    aid = helped * draw.between(120, 480) * 1_000
    yield {
        **{"SCHO_NMPR_FGR": given, "SCHO_AMT": amount, "SCE_RDCTN_NMPR_FGR": helped},
        **{"SCE_RDCTN_AMT": aid, "NMPR_FGR_SUM": given + helped, "AMT_SUM": amount + aid},
    }


SCHOLARSHIPS = disclosure(
    "disclosed_scholarships",
    "SCHO_NMPR_FGR* SCHO_AMT* SCE_RDCTN_NMPR_FGR* SCE_RDCTN_AMT* NMPR_FGR_SUM* AMT_SUM*",
    _scholarships,
    levels="middle high special other",
)

_WAYS = ("school", "joint", "alone", "other")


def _uniforms(case: Case) -> Iterator[Values]:
    trait, draw = case.trait("uniform"), case.draw()
    none = trait.chance(30)
    way = trait.weighted(((0, 905), (1, 20), (2, 55), (3, 20)))
    why = "생활복으로 대신함" if way == 3 and not none else None
    row: dict[str, str | int | None] = {}
    for first, price in ((1, draw.between(205, 262)), (8, draw.between(82, 124))):
        rise = price * (100 + (case.year - 2023) * 2) // 100 * 1_000
        row |= {f"COL_{first + n}": yes(n == way and not none) for n in range(len(_WAYS))}
        row |= {f"COL_{first + 4}": why, f"COL_{first + 5}": yes(none)}
        row[f"COL_{first + 6}"] = None if none else rise
    yield row


UNIFORMS = disclosure(
    "disclosed_uniforms",
    "COL_1 COL_2 COL_3 COL_4 COL_5 COL_6 COL_7* COL_8 COL_9 COL_10 COL_11 COL_12 COL_13 COL_14*",
    _uniforms,
    levels="middle high",
)

DISCLOSED_MONEY = (
    PUBLIC_ACCOUNTS,
    PRIVATE_ACCOUNTS,
    GIFTS,
    MEAL_COSTS,
    SCHOLARSHIPS,
    UNIFORMS,
)
