"""Disclosures on the life of a school: meals, health, safety, clubs, library, care, fitness."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.tables.education.disclosed_pupils import grades
from kopa_env.world.tables.education.disclosures import (
    Case,
    Values,
    disclosure,
    each,
    parted,
    percent,
    yes,
)

Cells = dict[str, str | int | None]


def _kitchen(case: Case) -> Iterator[Values]:
    trait, draw = case.trait("kitchen"), case.draw()
    served = case.pupils - min(case.pupils, draw.between(0, 2))
    way = trait.weighted((("4", 780), ("5", 120), ("6", 90), ("7", 10)))
    kinds = [("중식", served)]
    if case.level == "high" and trait.chance(400):
        kinds.append(("석식", case.pupils * draw.between(300, 600) // 1000))
    own = trait.chance(982)
    for kind, eaters in kinds:
        yield {
            **{"OPER_MET_CODE": kind, "COL_1": yes(own), "HAKSAENGSU_TOT": case.pupils},
            **{"COL_2": None if own else "가온급식", "COL_3": None, "MLSV_STDNT_FGR": eaters},
            **{"KS_RATE": percent(eaters, case.pupils), "NTRST_FGR": 1},
            **{"COOK_FGR": 1 + case.pupils // 900, "COOAS_FGR": max(1, case.pupils // 120)},
            **{f"COL_{n}": yes(n == way) for n in ("4", "5", "6", "7")},
        }


KITCHENS = disclosure(
    "disclosed_kitchens",
    "OPER_MET_CODE COL_1 COL_2 COL_3 HAKSAENGSU_TOT* MLSV_STDNT_FGR* KS_RATE NTRST_FGR* COOK_FGR* "
    "COOAS_FGR* COL_4 COL_5 COL_6 COL_7",
    _kitchen,
)


def _health(case: Case) -> Iterator[Values]:
    visits = case.pupils * case.draw().between(40, 130) // 10
    yield {
        **{"ALL_IFRMA_UTILZ_STDNT_FGR": visits, "HAKSAENGSU_TOT": case.pupils},
        "WIK_AVRG_IFRMA_UTILZ_STDNT_FGR": each(visits, case.pupils),
    }


HEALTH = disclosure(
    "disclosed_health",
    "ALL_IFRMA_UTILZ_STDNT_FGR* HAKSAENGSU_TOT* WIK_AVRG_IFRMA_UTILZ_STDNT_FGR",
    _health,
)

_AREAS = (
    *(("LVLH_SAFE_EDC", 12), ("TRFC_SAFE_EDC", 11), ("VIO_PRVT_BDY_PRTC_EDC", 8)),
    *(("DRU_CYBER_PRVT_EDC", 10), ("CYBER_PRVT_EDC", 4), ("DISA_SAFE_EDC", 6)),
    *(("OCCP_SAFE_EDC", 3), ("EMGN_MDLRT_EDC", 3)),
)


def _safety(case: Case) -> Iterator[Values]:
    draw = case.draw()
    row: Cells = {"CLASS_COUNT": case.of("classes"), "PBAN_YR_ALL_STDNT_FGR": case.pupils}
    for name, least in _AREAS:
        first = draw.between(least // 2, least // 2 + 4)
        second = draw.between(least - least // 2, least - least // 2 + 4)
        row |= {
            f"{name}_HR_FGR1": first,
            f"{name}_HR_FGR2": second,
            f"{name}_TOTAL": first + second,
        }
    yield row


SAFETY = disclosure(
    "disclosed_safety",
    "CLASS_COUNT* PBAN_YR_ALL_STDNT_FGR* "
    + " ".join(f"{n}_HR_FGR1* {n}_HR_FGR2* {n}_TOTAL*" for n, _ in _AREAS),
    _safety,
)


def _clubs(case: Case) -> Iterator[Values]:
    draw, classes = case.draw(), case.of("classes")
    clubs = classes + draw.between(0, 8)
    free = draw.between(0, 24) if case.level in ("middle", "high") else draw.between(0, 6)
    members = min(case.pupils, free * draw.between(6, 12))
    yield {
        "CREAT_EXPER_ACT_CCCLU_FGR": clubs,
        "CREAT_EXPER_ACT_STDNT_FGR": case.pupils,
        "CREAT_EXPER_ACT_CCH_TCR_FGR": min(clubs, case.of("teachers")),
        "CREAT_EXPER_ACT_EXTRLLECTR_FGR": draw.between(0, 6),
        "CREAT_EXPER_ACT_BDG_SPORT_AMT": clubs * draw.between(60, 260) * 1_000,
        "STDNT_SLCTL_CCCLU_FGR": free,
        "STDNT_SLCTL_FGR": members,
        "CCH_TCR_FGR": min(free, case.of("teachers")),
        "VOL_AWA_EXTRL_LECTR_FGR": draw.between(0, 2) if free else 0,
        "CCCLU_ACT_BDG_SPORT_AMT": free * draw.between(0, 200) * 1_000,
    }


CLUBS = disclosure(
    "disclosed_clubs",
    "CREAT_EXPER_ACT_CCCLU_FGR* CREAT_EXPER_ACT_STDNT_FGR* CREAT_EXPER_ACT_CCH_TCR_FGR* "
    "CREAT_EXPER_ACT_EXTRLLECTR_FGR* CREAT_EXPER_ACT_BDG_SPORT_AMT* STDNT_SLCTL_CCCLU_FGR* "
    "STDNT_SLCTL_FGR* CCH_TCR_FGR* VOL_AWA_EXTRL_LECTR_FGR* CCCLU_ACT_BDG_SPORT_AMT*",
    _clubs,
)


def _library(case: Case) -> Iterator[Values]:
    trait, draw = case.trait("library"), case.draw()
    books = 5_200 + trait.between(0, 17_000) + (case.year - 2023) * draw.between(180, 620)
    other = books * trait.between(2, 30) // 1000
    loans = case.pupils * draw.between(20, 340) // 10
    trained = trait.chance(470)
    yield {
        **{"GNRL_BOKS_FGR": books, "NN_BOS_DTA_FGR": other, "SUMCNT": books + other},
        **{"PBAN_YR_ALL_STDNT_FGR": case.pupils, "RATIO": each(books + other, case.pupils)},
        **{"LBRRY_FGR": 1, "BKRUM_FGR": trait.between(24, 110)},
        **{
            "LBRRY_CRQFC_RET_STAFF_FGR": int(trained),
            "LBRRY_CRQFC_UN_RET_STAFF_FGR": int(not trained),
        },
        **{"PRTI_DTA_PHS_CST": draw.between(4_000, 19_000) * 1_000},
        **{"PRTI_LBRRY_OPER_CST": draw.between(400, 4_800) * 1_000},
        **{"LBRRY_LN_DTA_FGR": loans, "LYR_ALL_STDNT_FGR": case.pupils + draw.between(-14, 20)},
        **{"LBRRY_LEND_STDNT_FGR": case.pupils * draw.between(520, 960) // 1000},
        "DATA1": each(loans, case.pupils),
    }


LIBRARIES = disclosure(
    "disclosed_libraries",
    "GNRL_BOKS_FGR* NN_BOS_DTA_FGR* SUMCNT* PBAN_YR_ALL_STDNT_FGR* RATIO LBRRY_FGR* BKRUM_FGR* "
    "LBRRY_CRQFC_RET_STAFF_FGR* LBRRY_CRQFC_UN_RET_STAFF_FGR* PRTI_DTA_PHS_CST* "
    "PRTI_LBRRY_OPER_CST* LBRRY_LN_DTA_FGR* LYR_ALL_STDNT_FGR* LBRRY_LEND_STDNT_FGR* DATA1",
    _library,
)


def _after(case: Case) -> Iterator[Values]:
    draw, young = case.draw(), case.level == "elementary"
    lessons = draw.between(0, 6) if young else draw.between(2, 34)
    hobbies = draw.between(8, 44) if young else draw.between(0, 9)
    learners, players = lessons * draw.between(8, 16), hobbies * draw.between(7, 14)
    rooms = max(1, case.pupils // 190) if young else 0
    cared = rooms * draw.between(15, 22)
    linked = draw.below(2) if young else 0
    fees = (learners + players) * draw.between(30, 90) * 1_000
    special = case.level == "special"
    yield {
        **{"ASL_CURR_PGM_FGR": lessons, "ASL_CURR_REG_STDNT_FGR": learners},
        **{"ASL_SPABL_APTD_PGM_FGR": hobbies, "ASL_SPABL_APTD_REG_STDNT_FGR": players},
        **{"SUM_ASL_PGM_FGR": lessons + hobbies, "SUM_ASL_REG_STDNT_FGR": learners + players},
        "ASL_PTPT_STDNT_FGR": min(case.pupils, (learners + players) * 55 // 100),
        **{"ECC_PM_OPER_CCCLA_FGR": rooms, "ECC_PM_PTPT_STDNT_FGR": min(case.pupils, cared)},
        **{"ECC_DINNR_OPER_CCCLA_FGR": 0, "ECC_DINNR_PTPT_STDNT_FGR": 0},
        **{"ASL_LINK_ECC_OPER_CCCLA_FGR": linked, "ASL_LINK_ECC_PTPT_STDNT_FGR": linked * 14},
        "SPCLY_CCCCL_PTPT_STDNT_FGR": min(case.of("special"), draw.between(0, 3)) if young else 0,
        "SPCLY_ADY_CCCCL_FGR": draw.between(1, 4) if special else 0,
        "SPCLY_ADY_PTPT_STDNT_FGR": draw.between(6, 24) if special else 0,
        **{"ASL_BNFR_BRDN_AMT": fees, "ASL_BNFR_BRDN_EXCL_AMT": fees * draw.between(20, 90) // 100},
        **{"ECC_BNFR_BRDN_AMT": rooms * draw.between(0, 900) * 1_000},
        "ECC_BNFR_BRDN_EXCL_AMT": rooms * draw.between(9_000, 24_000) * 1_000,
    }


AFTER_SCHOOL = disclosure(
    "disclosed_after_school",
    "ASL_CURR_PGM_FGR* ASL_CURR_REG_STDNT_FGR* ASL_SPABL_APTD_PGM_FGR* "
    "ASL_SPABL_APTD_REG_STDNT_FGR* SUM_ASL_PGM_FGR* SUM_ASL_REG_STDNT_FGR* ASL_PTPT_STDNT_FGR* "
    "ECC_PM_OPER_CCCLA_FGR* ECC_PM_PTPT_STDNT_FGR* ECC_DINNR_OPER_CCCLA_FGR* "
    "ECC_DINNR_PTPT_STDNT_FGR* ASL_LINK_ECC_OPER_CCCLA_FGR* ASL_LINK_ECC_PTPT_STDNT_FGR* "
    "SPCLY_CCCCL_PTPT_STDNT_FGR* SPCLY_ADY_CCCCL_FGR* SPCLY_ADY_PTPT_STDNT_FGR* "
    "ASL_BNFR_BRDN_AMT* ASL_BNFR_BRDN_EXCL_AMT* ECC_BNFR_BRDN_AMT* ECC_BNFR_BRDN_EXCL_AMT*",
    _after,
)


def _counselling(case: Case) -> Iterator[Values]:
    trait, draw = case.trait("counselling"), case.draw()
    inside, outside = trait.chance(720), draw.chance(180)
    yield {
        "COSE_CNSL_TLGM_TCR_FGR": case.pupils * draw.between(20, 110) // 100 if inside else 0,
        "INNER_CNSL_SPLST_OPER_YN": yes(inside),
        "COSE_CNSL_EXTRL_SPLST_FGR": draw.between(4, 60) if outside else 0,
        "EXTRL_CNSL_SPLST_OPER_YN": yes(outside),
        "WEE_CINSTL_YN": yes(inside) if case.year >= 2025 else None,
    }


COUNSELLING = disclosure(
    "disclosed_counselling",
    "COSE_CNSL_TLGM_TCR_FGR* INNER_CNSL_SPLST_OPER_YN COSE_CNSL_EXTRL_SPLST_FGR* "
    "EXTRL_CNSL_SPLST_OPER_YN WEE_CINSTL_YN",
    _counselling,
)


def _programmes(case: Case) -> Iterator[Values]:
    trait, older = case.trait("programmes"), case.level in ("middle", "high")
    yield {
        "CURR_CCCLA_SYST_YN": yes(older and trait.chance(640)),
        "SLCTL_SCHUL_YN": yes(trait.chance(230)),
        "LEVEL_ACCTO_MVMN_ITRT_OPRTN_YN": yes(older and trait.chance(310)),
        "ENGL_EDC_PGM_YN": None,
    }


PROGRAMMES = disclosure(
    "disclosed_programmes",
    "CURR_CCCLA_SYST_YN SLCTL_SCHUL_YN LEVEL_ACCTO_MVMN_ITRT_OPRTN_YN ENGL_EDC_PGM_YN",
    _programmes,
)

# ---- fitness ---------------------------------------------------------------------------------

_RANKS = ("ONGRD", "TWGRD", "THGRD", "FOGRD", "FIGRD")


def _tested(case: Case) -> Iterator[tuple[int, int, int]]:
    """Yield age in grades from the first of all, grade and its pupils, boys first."""
    if case.level == "special":
        return
    start = {"elementary": 0, "middle": 6}.get(case.level, 9)
    for n, (_, pupils, girls) in enumerate(grades(case), start=1):
        if start or n >= 4:
            yield start + n, pupils - girls, girls


def _fitness(case: Case) -> Iterator[Values]:
    for age, boys, girls in _tested(case):
        for sex, count in (("남자", boys), ("여자", girls)):
            if count:
                yield _fit(case.draw(age, sex), age, sex, count)


def _tenth(value: int) -> str:
    return f"{value // 10}.{value % 10}"


def _fit(draw: Draw, age: int, sex: str, count: int) -> Values:
    boy, step = sex == "남자", age - 4
    tested = count - min(count, draw.between(0, 2))
    ranks = parted(tested, (draw.between(6, 14), draw.between(36, 48), draw.between(32, 42), 9, 2))
    grade = age if age < 7 else age - 6 if age < 10 else age - 9
    row: Cells = {
        **{"GRADE": str(grade), "SXDS_CODE": sex, "RATE_SUM": tested},
        "CPM_STMN_SHRUN_NMVL": draw.between(38, 46) + step * (4 if boy else -1),
        "FLBT_BKRCH_NMVL": _tenth(draw.between(60, 95) + (0 if boy else 45)),
        "GNRLZ_FLBT_AVRG_NMVL": draw.between(2, 4),
        "MUSED_PUS_NTS": draw.between(14, 24) + step * 2 if boy and age > 6 else None,
        "MUSED_CLUP_NTS": draw.between(28, 38) + step * (2 if boy else 0),
        "MUSED_GRIP_NMVL": _tenth(150 + step * (32 if boy else 14) + draw.between(-12, 12)),
        "RFLX_FIF_METE_RAC_NMVL": _tenth(104 - step * (3 if boy else 1) + draw.between(-3, 3)),
        "RFLX_SLJ_NMVL": _tenth(1380 + step * (95 if boy else 18) + draw.between(-60, 60)),
        "BDFAT_BMI_NMVL": _tenth(184 + step * 6 + draw.between(-6, 8)),
    }
    for n, (mark, number) in enumerate(zip(_RANKS, ranks, strict=True), start=1):
        row |= {f"{mark}_STDNT_FGR": number, f"PER_{n}": percent(number, tested)}
    return row


FITNESS = disclosure(
    "disclosed_fitness",
    "GRADE SXDS_CODE CPM_STMN_SHRUN_NMVL* MIN_SEC_LNRUN_TM2 CPM_BZC_STEP_TEST_NMVL "
    "FLBT_BKRCH_NMVL GNRLZ_FLBT_AVRG_NMVL* MUSED_PUS_NTS* MUSED_CLUP_NTS* MUSED_GRIP_NMVL "
    "RFLX_FIF_METE_RAC_NMVL RFLX_SLJ_NMVL BDFAT_BMI_NMVL BDFAT_RAT "
    + " ".join(f"{mark}_STDNT_FGR* PER_{n}" for n, mark in enumerate(_RANKS, start=1))
    + " RATE_SUM*",
    _fitness,
    levels="elementary middle high other",
)


def _prevention(case: Case) -> Iterator[Values]:
    for term in ("1학기", "2학기"):
        draw = case.draw(term)
        inside, outside = draw.between(4, 12), draw.between(1, 6)
        teachers, sessions = case.of("teachers"), draw.between(1, 3)
        taught = teachers - min(teachers, draw.between(0, 2))
        parents = case.pupils * draw.between(60, 700) // 1000
        joined = [case.pupils * draw.between(20, 900) // 1000 for _ in range(4)]
        yield {
            **{"SEM_SC_NM": term, "FRL_CURR_ITRT_TM": inside, "NN_FRL_CURR_ITRT_TM": outside},
            **{"TOT_AVG_TM": f"{inside + outside}.0", "PTPT_NTS1": sessions},
            **{"PTPT_NMPR_FGR1": taught, "PTPT_NMPR_PER1": percent(taught, teachers)},
            **{"PTPT_NTS2": draw.between(1, 4), "PTPT_NMPR_FGR2": parents},
            **{"PTPT_NMPR_PER2": percent(parents, case.pupils)},
            **{f"{n}_NMPR_FGR1": draw.between(0, 6) for n in _WAYS},
            **{f"{n}_NMPR_FGR2": count for n, count in zip(_WAYS, joined, strict=True)},
        }


_WAYS = ("SMAGE_MDAT", "SMAGE_CNSL", "ATMY_LEGAL", "ETC")
PREVENTION = disclosure(
    "disclosed_prevention",
    "SEM_SC_NM FRL_CURR_ITRT_TM* NN_FRL_CURR_ITRT_TM* TOT_AVG_TM PTPT_NTS1* PTPT_NMPR_FGR1* "
    "PTPT_NMPR_PER1 PTPT_NTS2* PTPT_NMPR_FGR2* PTPT_NMPR_PER2 "
    + " ".join(f"{n}_NMPR_FGR1* {n}_NMPR_FGR2*" for n in _WAYS),
    _prevention,
)

DISCLOSED_LIFE = (
    KITCHENS,
    HEALTH,
    SAFETY,
    CLUBS,
    LIBRARIES,
    AFTER_SCHOOL,
    COUNSELLING,
    PROGRAMMES,
    FITNESS,
    PREVENTION,
)
