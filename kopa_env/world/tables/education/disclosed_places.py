"""Disclosures on grounds, rooms and safety of buildings."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.tables.education.disclosures import Case, Values, disclosure, yes

Cells = dict[str, str | int | None]


def _founding(case: Case) -> Cells:
    name = "부설" if case.school.founder == "국립" else "단설"
    return {"SCHUL_FOND_TYP_NM": name, "SCHUL_FOND_TYP_CODE": {"단설": "01", "부설": "03"}[name]}


def _site(case: Case) -> Iterator[Values]:
    draw = case.trait("site")
    ground = 2_400 + case.of("classes") * draw.between(110, 260)
    field = 1_800 + draw.between(0, 9_500)
    land = draw.between(0, 6_000) if draw.chance(420) else 0
    yield {
        **{"COL_1": ground, "COL_2": field, "COL_3": ground + field, "COL_4": land},
        **{"COL_5": ground + field + land, "UNITY_UON": "N"},
        **_founding(case),
    }


SITES = disclosure(
    "disclosed_sites",
    "COL_1* COL_2* COL_3* COL_4* COL_5* UNITY_UON UNITY_UON_SCHUL_NM UNITY_UON_SCHUL_CODE "
    "SCHUL_FOND_TYP_NM SCHUL_FOND_TYP_CODE",
    _site,
)


def _rooms(case: Case) -> Iterator[Values]:
    draw, classes = case.trait("rooms"), case.of("classes")
    older = case.level in ("middle", "high")
    floors = 1 + classes // 9
    found = {
        "COL_1": classes - case.of("special_classes") + draw.between(0, 3),
        "CURR_CCCLA_FGR": draw.between(4, 18) if older and draw.chance(520) else 0,
        "COL_5": 3 + classes // 4 + draw.between(0, 4),
        "COL_4": draw.between(0, 3) if older else 0,
        "COL_6": draw.between(0, 4),
        "COL_3": draw.below(2),
        "COM_CCCLA_FGR": 1 + classes // 26,
        "MMA_CCCLA_FGR": draw.below(2),
        "LRN_SPORT_ETC_CCCLA_FGR": draw.between(0, 5),
        "COL_7": 2 + classes // 8,
        "COL_8": 3 + draw.between(0, 5),
        "COL_9": 1 if draw.chance(860) else 0,
        "COL_10": 1,
        "COL_16": draw.between(0, 6) if older else 0,
        "STDNT_SWRM_FGR": draw.between(0, 2),
        "ML_TOI_FGR": floors * draw.between(1, 3) + 1,
        "FML_TOI_FGR": floors * draw.between(1, 3) + 1,
        "COMUS_TOI_FGR": draw.between(0, 2),
        "COL_12": 1 if draw.chance(780) else 0,
        "COL_13": draw.between(20, 90) if case.school.kind == "특수목적고등학교" else 0,
        "COL_14": draw.between(0, 9),
    }
    yield {name: count or None for name, count in found.items()}


ROOMS = disclosure(
    "disclosed_rooms",
    "COL_1* CURR_CCCLA_FGR* COL_5* COL_4* COL_6* COL_3* COM_CCCLA_FGR* MMA_CCCLA_FGR* "
    "LRN_SPORT_ETC_CCCLA_FGR* COL_7* COL_8* COL_9* COL_10* COL_16* STDNT_SWRM_FGR* ML_TOI_FGR* "
    "FML_TOI_FGR* COMUS_TOI_FGR* COL_12* COL_13* COL_14*",
    _rooms,
)
"""What a school has none of is left out of its row, as by the platform."""


def _support(case: Case) -> Iterator[Values]:
    draw = case.trait("rooms", "support")
    boarding = case.school.kind == "특수목적고등학교"
    found: Cells = {
        "COL_1": 1 if draw.chance(720) else 0,
        "COL_2": 1 if draw.chance(460) else 0,
        "BRHS_RCPTN_NMPR_FGR": case.pupils * 70 // 100 if boarding else 0,
        "SWMPL_FGR": 1 if draw.chance(18) else 0,
        "COSE_CNSRM_FGR": 1 if draw.chance(640) else 0,
    }
    yield {name: count or None for name, count in found.items()} | _founding(case)


SUPPORT = disclosure(
    "disclosed_support",
    "COL_1* COL_2* BRHS_RCPTN_NMPR_FGR* SWMPL_FGR* COSE_CNSRM_FGR* SCHUL_FOND_TYP_NM "
    "SCHUL_FOND_TYP_CODE",
    _support,
)


def _opened(case: Case) -> Iterator[Values]:
    draw = case.draw()
    odds = {"COL_1": 810, "COL_3": 520, "COL_5": 240, "COL_7": 110, "COL_9": 90, "COL_11": 60}
    yield {name: yes(draw.chance(odd)) for name, odd in odds.items()}


OPENED = disclosure("disclosed_opened", "COL_1 COL_3 COL_5 COL_7 COL_9 COL_11", _opened)


def _access(case: Case) -> Iterator[Values]:
    odds = {
        1: 985,
        2: 960,
        3: 975,
        4: 968,
        5: 950,
        6: 930,
        8: 955,
        9: 870,
        10: 905,
        11: 840,
        12: 610,
    }
    row: Cells = {}
    for number, odd in odds.items():
        since = case.trait("access", number).between(0, 999)
        row[f"COL_{number}"] = yes(since < odd + (case.year - 2023) * 6)
    yield row


ACCESS = disclosure(
    "disclosed_access", " ".join(f"COL_{n}" for n in (*range(1, 7), *range(8, 13))), _access
)

# ---- hygiene ---------------------------------------------------------------------------------

_TESTS: tuple[tuple[str, int, int, int, int], ...] = (
    # name, how many results, limit in tenths, usual range in tenths
    *(("VNTLA", 1, 216, 218, 420), ("BLKB_ITENI", 1, 3000, 3100, 9800)),
    *(("DES_ITENI", 1, 3000, 3050, 9500), ("ITENI", 1, 30, 12, 29), ("NSE", 1, 550, 320, 548)),
    *(("MNUT_DST", 3, 750, 90, 620), ("GMNSM_MNUT_DST", 3, 1500, 150, 900)),
    *(("ULTRA_DST", 3, 350, 40, 300), ("HCHO", 3, 1000, 30, 620), ("CO2", 3, 15000, 5200, 13500)),
    *(("AIR_BACT", 3, 8000, 350, 6900), ("RN", 3, 1480, 70, 1150), ("O3", 3, 1, 0, 0)),
    *(("VOCS", 3, 4000, 200, 2900), ("BENZENE", 3, 300, 0, 90), ("TOLUENE", 3, 10000, 30, 2300)),
    *(("ETHY_BENZENE", 3, 3600, 0, 600), ("XYLENE", 3, 7000, 0, 900), ("STYLENE", 3, 3000, 0, 500)),
    *(("ASBESTOS", 3, 1, 0, 0), ("CO", 3, 100, 2, 42), ("NO2", 3, 1, 0, 0)),
    *(("FALL_BACT", 3, 100, 5, 80), ("MITE", 3, 1000, 0, 420)),
)
_PLAIN = ("NAT_VNTLA", "WTERR", "UGWTR")
_LIGHT = ("VNTLA", "BLKB_ITENI", "DES_ITENI")
"""Tests whose limit is the least there must be."""

_NOT = "해당 시설 없음"


def _hygiene(case: Case) -> Iterator[Values]:
    for half in ("상반기", "하반기"):
        draw = case.draw(half)
        row: Cells = {"SEM_STR": half}
        for name in _PLAIN:
            has = name != "UGWTR" or case.trait("groundwater").chance(60)
            row[f"{name}_STB_YN"] = yes(True) if has else None
            row[f"{name}_STB_YN_RSN"] = None if has else _NOT
        for test in _TESTS:
            row |= _tested(draw, test)
        yield row


def _tested(draw: Draw, test: tuple[str, int, int, int, int]) -> Cells:
    name, count, limit, low, high = test
    if name.startswith("GMNSM") and draw.chance(140):
        return {f"{name}_STB_YN_RSN": _NOT}
    value = draw.between(low, high)
    if draw.chance(4) and limit > 10:
        value = limit - 1 if name in _LIGHT else limit + draw.between(1, 30)
    fits = value >= limit if name in _LIGHT else value <= limit
    row: Cells = {f"{name}_STB_YN": yes(fits), f"{name}_RSLT_NMVL": f"{value // 10}.{value % 10}"}
    if count == 3 and not fits:
        again = draw.between(low, high)
        row[f"{name}_RSLT_NMVL_2"] = f"{again // 10}.{again % 10}"
        row[f"{name}_STB_YN"] = yes(True)
    return row


_HYGIENE = [f"{n}_STB_YN {n}_STB_YN_RSN" for n in _PLAIN]
for _name, _count, *_ in _TESTS:
    _more = f" {_name}_RSLT_NMVL_2 {_name}_RSLT_NMVL_3" if _count == 3 else ""
    _HYGIENE.append(f"{_name}_STB_YN {_name}_RSLT_NMVL{_more} {_name}_STB_YN_RSN")
HYGIENE = disclosure("disclosed_hygiene", f"SEM_STR {' '.join(_HYGIENE)}", _hygiene)
"""Two rows a school and year; a test that failed was repeated."""

# ---- inspections -----------------------------------------------------------------------------

_BOOKS = ("학교시설", "물탱크", "소방", "전기", "가스", "승강기")


def _inspected(case: Case) -> Iterator[Values]:
    draw = case.draw()
    for place, book in enumerate(_BOOKS):
        day = date(case.year, 1 + place % 3, 5) + timedelta(days=draw.between(0, 75))
        has = book not in ("물탱크", "승강기") or case.trait("inspected", book).chance(780)
        yield {
            "CK_BBOOK_NM": book,
            "CK_YMD": day.strftime("%Y%m%d") if has else None,
            "CK_RSLT_CODE": "관리" if has else "미관리",
            "NOTE_MATR": None if has else "해당 시설 없음",
        }


INSPECTIONS = disclosure(
    "disclosed_inspections", "CK_YMD CK_BBOOK_NM CK_RSLT_CODE NOTE_MATR", _inspected
)

DISCLOSED_PLACES = (SITES, ROOMS, SUPPORT, OPENED, ACCESS, HYGIENE, INSPECTIONS)
