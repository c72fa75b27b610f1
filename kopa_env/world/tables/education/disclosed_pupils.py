"""Disclosures on pupils: grades and classes, sexes, moves, entrants, days of lessons."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.tables.education.days import year_of
from kopa_env.world.tables.education.disclosures import (
    Case,
    Values,
    disclosure,
    each,
    parted,
    percent,
)

Grade = tuple[int, int, int]
"""Classes, pupils and girls of a grade."""

_PLACES = {
    "elementary": (1, 2, 3, 4, 5, 6),
    "middle": (9, 10, 11),
    "high": (14, 15, 16),
    "other": (14, 15, 16),
}
"""The number of each grade's column."""

_OTHERS = {
    "elementary": (7, 8, 1),
    "middle": (13, 12, 2),
    "high": (17, 18, 3),
    "other": (17, 18, 3),
}
"""Columns of special and itinerant classes, and the number of the course's sums."""


def grades(case: Case) -> list[Grade]:
    """Return the grades of a school of one course; classes of two grades count with the lower."""
    mark, count = ("p", 6) if case.level == "elementary" else ("s", 3)
    found = [
        (case.of(f"{mark}{n}_classes"), case.of(f"{mark}{n}"), case.of(f"{mark}{n}_girls"))
        for n in range(1, count + 1)
    ]
    pairs = [n for n in (0, 2, 4) if count == 6 and not found[n][1] and not found[n + 1][1]]
    pairs = pairs[: case.of("combined_classes")]
    pupils = parted(case.of("combined"), [1] * len(pairs))
    girls = parted(case.of("combined_girls"), [1] * len(pairs))
    for place, number, female in zip(pairs, pupils, girls, strict=True):
        found[place] = (1, number, min(number, female))
    return found


def courses(case: Case) -> list[tuple[str, list[Grade]]]:
    """Return the courses of a special school and their grades."""
    total, girls = max(1, case.pupils), case.of("girls")
    made = []
    for level, mark in (("elementary", "primary"), ("middle", "lower"), ("high", "upper")):
        count = 6 if level == "elementary" else 3
        own = []
        for n in range(1, count + 1):
            pupils = case.of(f"{mark}{n}_pupils")
            own.append((case.of(f"{mark}{n}_classes"), pupils, pupils * girls // total))
        made.append((level, own))
    return made


def _special(case: Case) -> Grade:
    return case.of("special_classes"), case.of("special"), case.of("special_girls")


# ---- grades ----------------------------------------------------------------------------------


def _by_grade(case: Case) -> Iterator[Values]:
    row: dict[str, str | int | None] = {}
    if case.level == "special":
        for level, own in courses(case):
            _fill_grades(row, level, own)
    else:
        _fill_grades(row, case.level, grades(case))
        special, itinerant, _ = _OTHERS[case.level]
        _cell(row, special, _special(case))
        _cell(row, itinerant, (0, 0, 0))
    row |= {"COL_C_SUM": case.of("classes"), "COL_S_SUM": case.pupils}
    row |= {"COL_SUM": each(case.pupils, case.of("classes")), "TEACH_CNT": case.of("teachers")}
    row["TEACH_CAL"] = each(case.pupils, max(1, case.of("teachers") - 2))
    row |= {"COL_SUM_C4": case.of("classes"), "COL_SUM_S4": case.pupils}
    row["COL_SUM_4"] = row["COL_SUM"]
    yield row


def _cell(row: dict[str, str | int | None], place: int, grade: Grade) -> None:
    classes, pupils, _ = grade
    row |= {f"COL_C{place}": classes, f"COL_S{place}": pupils}
    row[f"COL_{place}"] = each(pupils, classes)


def _fill_grades(row: dict[str, str | int | None], level: str, own: list[Grade]) -> None:
    for place, grade in zip(_PLACES[level], own, strict=True):
        _cell(row, place, grade)
    number = _OTHERS[level][2]
    classes, pupils = sum(g[0] for g in own), sum(g[1] for g in own)
    row |= {f"COL_SUM_C{number}": classes, f"COL_SUM_S{number}": pupils}
    row[f"COL_SUM_{number}"] = each(pupils, classes)


_CELLS = " ".join(f"COL_C{n}* COL_S{n}* COL_{n}" for n in range(1, 19))
_COURSE_SUMS = " ".join(f"COL_SUM_C{n}* COL_SUM_S{n}* COL_SUM_{n}" for n in range(1, 5))
BY_GRADE = disclosure(
    "disclosed_grades",
    f"{_CELLS} {_COURSE_SUMS} COL_C_SUM* COL_S_SUM* COL_SUM TEACH_CNT* TEACH_CAL",
    _by_grade,
)


def _bracketed(whole: int, special: int) -> str:
    return f"{whole}({special})" if special else str(whole)


def _size(case: Case) -> Iterator[Values]:
    classes, pupils = case.of("classes"), case.pupils
    special, its_pupils, _ = _special(case)
    row: dict[str, str | int | None] = {
        "COL_SUM": _bracketed(classes, special),
        "COL_FGR_SUM": _bracketed(pupils, its_pupils),
        "AVG_FGR_SUM": each(pupils, classes).removesuffix(".0"),
        **{"SP_SUM": special, "SP_FGR_SUM": its_pupils},
    }
    parts = courses(case) if case.level == "special" else [(case.level, grades(case))]
    for level, own in parts:
        row |= {f"COL_{n}": g[0] for n, g in zip(_PLACES[level], own, strict=True)}
        number = _OTHERS[level][2]
        inside, heads = sum(g[0] for g in own), sum(g[1] for g in own)
        if case.level == "special":
            row |= {f"COL_SUM_{number}": inside, f"COL_SUM_FGR{number}": heads}
            row |= {f"AVG_SUM_FGR{number}": each(heads, inside), f"COL_S{number + 1}": 0}
    if case.level == "special":
        row |= {"COL_SUM_4": classes, "COL_SUM_FGR4": pupils, "COL_S1": 0}
        row["AVG_SUM_FGR4"] = each(pupils, classes)
    else:
        swapped = {"middle": (12, 13)}.get(case.level, _OTHERS[case.level][:2])
        row |= {f"COL_{swapped[0]}": special, f"COL_{swapped[1]}": 0}
    yield row


_GRADE_CLASSES = " ".join(f"COL_{n}*" for n in range(1, 19))
_SIZE_SUMS = " ".join(f"COL_SUM_{n}* COL_SUM_FGR{n}* AVG_SUM_FGR{n} COL_S{n}*" for n in range(1, 5))
SIZE = disclosure(
    "disclosed_sizes",
    f"{_GRADE_CLASSES} COL_SUM COL_FGR_SUM AVG_FGR_SUM SP_SUM* SP_FGR_SUM* {_SIZE_SUMS}",
    _size,
)


def _by_sex(case: Case) -> Iterator[Values]:
    girls, pupils = case.of("girls"), case.pupils
    row: dict[str, str | int | None] = {
        **{"COL_MSUM": pupils - girls, "COL_WSUM": girls, "SUM": pupils, "COL_SUM": pupils},
    }
    parts = courses(case) if case.level == "special" else [(case.level, grades(case))]
    for level, own in parts:
        for n, (_, heads, female) in zip(_PLACES[level], own, strict=True):
            row |= {f"COL_M{n}": heads - female, f"COL_W{n}": female}
        if case.level == "special":
            number, female = _OTHERS[level][2], sum(g[2] for g in own)
            row |= {f"COL_MSUM{number}": sum(g[1] for g in own) - female}
            row[f"COL_WSUM{number}"] = female
    if case.level == "special":
        row |= {"COL_MSUM4": pupils - girls, "COL_WSUM4": girls}
    else:
        place = {"middle": 12}.get(case.level, _OTHERS[case.level][0])
        _, heads, female = _special(case)
        row |= {f"COL_M{place}": heads - female, f"COL_W{place}": female}
    yield row


_SEXES = " ".join(f"COL_M{n}* COL_W{n}*" for n in range(1, 19))
_SEX_SUMS = " ".join(f"COL_MSUM{n}* COL_WSUM{n}* COL_SM{n}* COL_SW{n}*" for n in range(1, 5))
BY_SEX = disclosure(
    "disclosed_sexes", f"{_SEXES} COL_MSUM* COL_WSUM* SUM* COL_SUM* {_SEX_SUMS}", _by_sex
)


# ---- moves, entrants -------------------------------------------------------------------------


def _moves(case: Case) -> Iterator[Values]:
    arrived = case.of("moved_in") + case.of("moved_in_afar")
    gone = case.of("moved_out") + case.of("moved_out_afar")
    parts = courses(case) if case.level == "special" else [(case.level, grades(case))]
    heads = [g[1] for _, own in parts for g in own]
    into, out = parted(arrived, heads), parted(gone, heads)
    names = [f"{_MARKS[level]}{n}" for level, own in parts for n in range(1, len(own) + 1)]
    row: dict[str, str | int | None] = {"DGHT_CRSE_SC_CODE": "주간"}
    for name, number, new, left in zip(names, heads, into, out, strict=True):
        row |= {f"COL_{name}1": new, f"COL_{name}2": left, f"STDNT_SUM_{name}": number}
    yield row | {"MVIN_SUM": arrived, "MVT_SUM": gone, "STDNT_SUM": case.pupils}


_MARKS = {"elementary": "2", "middle": "3", "high": "4", "other": "4"}
_MOVE_NAMES = [f"2{n}" for n in range(1, 7)] + [f"{m}{n}" for m in "34" for n in range(1, 4)]
_MOVE_COLUMNS = " ".join(f"COL_{n}1* COL_{n}2* STDNT_SUM_{n}*" for n in _MOVE_NAMES)
MOVES = disclosure(
    "disclosed_moves", f"DGHT_CRSE_SC_CODE {_MOVE_COLUMNS} MVIN_SUM* MVT_SUM* STDNT_SUM*", _moves
)

_YOUNG = (
    ("BEAGE_BOY_FGR", "BEAGE_GIR_FGR", "SUBEAGE_BOY_FGR", "SUBEAGE_BOY_FGR_R"),
    (
        *("HEST_AWA_LTAGE_BOY_FGR", "HEST_AWA_LTAGE_GIR_FGR", "SUHEST_AWA_LTAGE_BOY_FGR"),
        "SUHEST_AWA_LTAGE_BOY_FGR_R",
    ),
    ("ELPD_ETRC_BOY_FGR", "ELPD_ETRC_GIR_FGR", "SUELPD_ETRC_BOY_FGR", "SUELPD_ETRC_BOY_FGR_R"),
)
_OLDER = (
    (
        *("PRTI_GRDTN_BOYST_FGR", "PRTI_GRDTN_FES_FGR", "SUPRTI_GRDTN_BOYST_FGR"),
        "YEAR_GRAD_RATE",
    ),
    (
        *("BFR_YR_GRDTN_BOYST_FGR", "BFR_YR_GRDTN_FES_FGR", "SUBFR_YR_GRDTN_BOYST_FGR"),
        "LAST_YEAR_GRAD_RATE",
    ),
    (
        *("SQE_COMPT_BOYST_FGR", "SQE_COMPT_FES_FGR", "SUSQE_COMPT_BOYST_FGR"),
        "TGMG_QT_QULF_TEST_ST_RATE",
    ),
    ("ETC_BOYST_FGR", "ETC_FES_FGR", "SUETC_BOYST_FGR", "ETC_ST_RATE"),
)
_NEEDS = tuple(
    (f"{mark}_BOYST_FGR", f"{mark}_FES_FGR", f"SU{mark}_BOYST_FGR", rate)
    for mark, rate in (
        *(("HDEY", "VISUALLY_RATE"), ("HDER", "HEARING_RATE"), ("MER", "PSYCHO_RATE")),
        *(("HDCPD", "INVALID1_RATE"), ("EMD", "DISTURBED_RATE"), ("AUTIS_TROBL", "AUTIS_RATE")),
        *(("LANG_TROBL", "IMPEDIMENT_RATE"), ("HDST", "HDST_RATE")),
        *(("HLTH_TROBL", "HLTH_RATE"), ("DEV_TROBL", "DEV_RATE")),
    )
)
_NEED_WEIGHTS = (2, 3, 48, 9, 2, 27, 2, 1, 1, 5)
_BEFORE = (
    "FRNTN_SCHUL_MTHMC_BOYST_FGR* FRNTN_SCHUL_MTHMC_FES_FGR* SUFRNTN_SCHUL_MTHMC_BOYST_FGR* "
    "FOREIGN_ST_RATE MAN_TOT* WOMAN_TOT* TOTAL_RATE TOFOR_EXCL_ETRC_BOYST_FGR* "
    "TOFOR_EXCL_ETRC_FES_FGR* SUTOFOR_EXCL_ETRC_BOYST_FGR* STRENGTH_UP_ST_RATE "
    "ENTRY_RETRC_BOYST_FGR* ENTRY_RETRC_FES_FGR* SUENTRY_RETRC_BOYST_FGR* READMISSION_ST_RATE "
    "MAN1_TOT* WOMAN1_TOT* TOTAL1_SUM* TOTAL1_RATE ETC_STD_RATE"
)
"""Columns of years before 2021: they stay empty."""


def _entrants(case: Case) -> Iterator[Values]:
    if case.level == "special":
        total = sum(case.of(f"{mark}1_pupils") for mark in ("primary", "lower", "upper"))
        girls = total * case.of("girls") // max(1, case.pupils)
    else:
        total, girls = case.of("entrants"), min(case.of("entrants"), case.of("entrants_girls"))
    draw = case.draw()
    sorts, weights = {
        "elementary": (_YOUNG, (990, draw.between(2, 9), draw.between(0, 4))),
        "special": (_NEEDS, _NEED_WEIGHTS),
    }.get(case.level, (_OLDER, (985, draw.between(1, 6), draw.between(0, 6), draw.between(0, 4))))
    row: dict[str, str | int | None] = {}
    boys = parted(total - girls, weights)
    female = parted(girls, weights)
    for (men, women, both, rate), a, b in zip(sorts, boys, female, strict=True):
        row |= {men: a, women: b, both: a + b, rate: percent(a + b, total)}
    if case.level == "elementary":
        row |= {"TOTAL_1": total - girls, "TOTAL_2": girls, "TOT_SUM": total}
    elif case.level == "special":
        row |= {"SUM_MAN": total - girls, "SUM_WOMAN": girls, "ALL_SUM": total}
    else:
        row |= {"TOTAL_SUM": total, "MAN_SUM": total - girls, "WOMAN_SUM": girls, "ALL_SUM": total}
    yield row


def _named(sorts: tuple[tuple[str, ...], ...]) -> str:
    return " ".join(f"{men}* {women}* {both}* {rate}" for men, women, both, rate in sorts)


ENTRANTS = disclosure(
    "disclosed_entrants",
    f"{_named(_YOUNG)} TOTAL_1* TOTAL_2* TOT_SUM* {_named(_OLDER)} TOTAL_SUM* MAN_SUM* WOMAN_SUM* "
    f"ALL_SUM* {_named(_NEEDS)} SUM_MAN* SUM_WOMAN* {_BEFORE}",
    _entrants,
)


# ---- lessons ---------------------------------------------------------------------------------


def _lessons(case: Case) -> Iterator[Values]:
    days = len(year_of(case.seed, case.school, case.year).lessons)
    teaching = max(1, case.of("teachers") - 2)
    hours = {"elementary": 26, "middle": 33, "high": 34}.get(case.level, 29)
    weekly = case.of("classes") * hours
    row: dict[str, str | int | None] = {
        "PER_STUDAY_DAY": f"  {each(weekly, teaching)}",
        **{"WEEK_TOT_ITRT_HR_FGR": weekly, "ITRT_TCR_TOT_FGR": teaching},
    }
    if case.level == "special":
        for mark, name, count in (("P", "초", 6), ("M", "중", 3), ("H", "고", 3)):
            row |= {f"COL_{n}_{mark}": days for n in range(1, count + 1)}
            row[f"SCHUL_CRSE_SC_CODE_{mark}"] = name
    else:
        count = 6 if case.level == "elementary" else 3
        row |= {f"COL_{n}": days for n in range(1, count + 1)}
        if case.level in ("high", "middle"):
            row["COL_3"] = days - case.draw().between(0, 3)
    yield row


_LESSON_DAYS = " ".join(
    [f"COL_{n}*" for n in range(1, 7)]
    + [f"COL_{n}_P*" for n in range(1, 7)]
    + [f"COL_{n}_{m}*" for m in "MH" for n in range(1, 4)]
)
LESSONS = disclosure(
    "disclosed_lessons",
    f"{_LESSON_DAYS} PER_STUDAY_DAY WEEK_TOT_ITRT_HR_FGR* ITRT_TCR_TOT_FGR* "
    "SCHUL_CRSE_SC_CODE_P SCHUL_CRSE_SC_CODE_M SCHUL_CRSE_SC_CODE_H",
    _lessons,
)


def _free(case: Case) -> Iterator[Values]:
    term = case.trait("free semester").weighted(((1, 70), (2, 30)))
    draw = case.draw()
    topics, careers = draw.between(34, 68), draw.between(17, 34)
    arts, clubs = draw.between(0, 34), draw.between(0, 17)
    lessons = draw.between(300, 380) if case.year < 2024 else None
    yield {
        **{"LBRTY_SEM_SC_CODE": f"0{term}", "COL_P": f"1학년 {term}학기", "COL_5": topics},
        **{"COL_4": careers, "COL_6": arts, "COL_7": clubs, "COL_3": lessons},
        "COL_8": topics + careers + arts + clubs,
    }


FREE_SEMESTER = disclosure(
    "disclosed_free_semesters",
    "LBRTY_SEM_SC_CODE COL_P COL_3* COL_4* COL_5* COL_6* COL_7* COL_8*",
    _free,
    levels="middle",
)

DISCLOSED_PUPILS = (BY_GRADE, SIZE, BY_SEX, MOVES, ENTRANTS, LESSONS, FREE_SEMESTER)
