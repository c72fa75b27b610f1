"""Schools in 나이스 and 학교알리미: the schools of the register, with the figures of the census."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import Any

import pytest

from kopa_env.world.tables.districts import provinces
from kopa_env.world.tables.education.classes import classes, departments
from kopa_env.world.tables.education.days import YEARS, holidays, year_of
from kopa_env.world.tables.education.register import latin, offices
from kopa_env.world.tables.pupils import figures
from kopa_env.world.tables.schools import School, province_schools
from kopa_env.world.world import Condition, World

SEEDS = (20260130, 20260131, 7)
SEOUL = "B10"
KNOWN = {"elementary": "7131001", "middle": "7091001", "high": "7010569", "special": "7012001"}


def _rows(world: World, table: str, **where: str) -> list[dict[str, Any]]:
    return world.select(table, [Condition(c, "eq", v) for c, v in where.items()])[0]


def _of(world: World, table: str, code: str, **where: str) -> list[dict[str, Any]]:
    return _rows(world, table, ATPT_OFCDC_SC_CODE=SEOUL, SD_SCHUL_CODE=code, **where)


def _some(seed: int, *levels: str) -> list[School]:
    found = [s for s in province_schools(seed, "경북") if s.runs_in(2024) and s.level in levels]
    return found[:: max(1, len(found) // 25)]


def test_the_register_holds_the_running_schools(world: World) -> None:
    schools = {r["neis_code"]: r for r in world.rows("schools")}
    assert len(schools) == world.count("schools"), "codes are unique"
    rows = list(world.rows("school_register"))
    running = [r for r in schools.values() if r["running"] == "Y" and r["level"] != "kindergarten"]
    assert len(rows) == len(running)
    codes = {short: code for short, (code, _) in offices().items()}
    for r in rows:
        school = schools[r["SD_SCHUL_CODE"]]
        assert (r["SCHUL_NM"], r["ORG_RDNMA"]) == (school["name"], school["road_address"])
        assert r["ATPT_OFCDC_SC_CODE"] == codes[str(school["sido_short"])]
        assert r["ORG_RDNZC"] == f"{school['zip']} "
        assert (r["HS_SC_NM"] == "  ") == (r["SCHUL_KND_SC_NM"] != "고등학교")
    assert {r["sido_short"] for r in rows} == {p.short for p in provinces()}


def test_examples_name_a_school_of_every_world(world: World) -> None:
    kinds = {
        "elementary": "초등학교",
        "middle": "중학교",
        "high": "고등학교",
        "special": "특수학교",
    }
    for level, code in KNOWN.items():
        assert [r["SCHUL_KND_SC_NM"] for r in _of(world, "school_register", code)] == [kinds[level]]


def test_letters_are_written_in_latin() -> None:
    assert latin("강남") == "gangnam"
    assert latin("새빛") == "saebit"
    assert latin("한별 2") == "hanbyeol"


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("year", YEARS)
def test_a_school_year_has_its_days(seed: int, year: int) -> None:
    for school in _some(seed, "elementary", "middle", "high", "special"):
        days = year_of(seed, school, year).open_days()
        assert 175 <= len(days) <= 200, (school.name, len(days))
        assert all(d.weekday() < 5 and d not in holidays() for d in days)
        assert date(year, 3, 2) <= days[0] <= date(year, 3, 5)
        assert not [d for d in days if date(year, 7, 27) <= d <= date(year, 8, 9)]
        named = {e.name for e in year_of(seed, school, year).events}
        assert {"입학식", "여름방학식", "졸업식", "토요휴업일"} <= named
        assert ("대학수학능력시험" in named) == (school.level == "high")


@pytest.mark.parametrize("seed", SEEDS)
def test_classes_are_as_many_as_the_census_says(seed: int) -> None:
    for school in _some(seed, "elementary", "middle", "high", "special"):
        found = figures(seed, school, 2024)
        own = list(classes(seed, school, 2024))
        named = Counter((c.course, c.grade, c.name) for c in own)
        assert max(named.values(), default=1) == 1
        if school.level == "special":
            expected = sum(found[f"{c}_classes"] for c in ("primary", "lower", "upper"))
            assert len(own) == expected
        elif not found.get("combined_classes"):
            assert len(own) == found["classes"], school.name
        if school.kind == "특성화고등학교":
            assert all(track != "일반계" for track, _ in departments(seed, school))


def test_meals_are_served_when_the_school_is_open(world: World) -> None:
    code = KNOWN["middle"]
    meals = _of(world, "school_meals", code)
    lessons = {r["ALL_TI_YMD"] for r in _of(world, "lessons", code)}
    assert {r["MLSV_YMD"] for r in meals if str(r["MLSV_YMD"]) >= "20250301"} == lessons
    assert len({(r["MLSV_YMD"], r["MMEAL_SC_CODE"]) for r in meals}) == len(meals)
    assert all(("." in str(r["MLSV_FGR"])) == (str(r["MLSV_YMD"]) >= "20230621") for r in meals)
    for r in meals[::60]:
        assert len(str(r["DDISH_NM"]).split("<br/>")) == 6
        carb, protein, fat = (
            float(line.split(" : ")[1]) for line in str(r["NTR_INFO"]).split("<br/>")[:3]
        )
        assert abs(float(str(r["CAL_INFO"]).split()[0]) - (4 * carb + 4 * protein + 9 * fat)) < 0.2


def test_one_day_of_a_timetable_is_a_day_of_the_year(world: World) -> None:
    code = KNOWN["high"]
    whole = _of(world, "lessons", code)
    day = sorted({str(r["ALL_TI_YMD"]) for r in whole})[40]
    one = _of(world, "lessons", code, ALL_TI_YMD=day)
    assert one == [r for r in whole if r["ALL_TI_YMD"] == day]
    held = {(r["GRADE"], r["CLASS_NM"]) for r in one}
    known = {(r["GRADE"], r["CLASS_NM"]) for r in _of(world, "school_classes", code, AY="2025")}
    assert held == known
    past = {r["AY"] for r in _of(world, "past_lessons", code, ALL_TI_YMD="20240603")}
    assert past <= {"2024"}
    assert max(str(r["ALL_TI_YMD"]) for r in whole) <= "20260130"


def test_academies_lie_in_the_offices_districts(world: World) -> None:
    rows = _rows(world, "academies", ATPT_OFCDC_SC_CODE="I10")
    assert len(rows) == len({r["ACA_ASNUM"] for r in rows}) > 800
    assert {r["ADMST_ZONE_NM"] for r in rows} == {"세종특별자치시"}
    assert _rows(world, "academies", ATPT_OFCDC_SC_CODE="V10") == []


# ---- disclosures -----------------------------------------------------------------------------

AREA = {"sgg_code": "47111", "pban_yr": "2024"}


def _disclosed(world: World, table: str, kind: str) -> list[dict[str, Any]]:
    rows = _rows(world, f"disclosed_{table}", kind_code=kind, **AREA)
    return [r for r in rows if r["PBAN_EXCP_YN"] == "N"]


def _census(world: World) -> dict[str, dict[str, Any]]:
    codes = {r["open_id"]: r["kedi_code"] for r in world.rows("schools")}
    rows = _rows(world, "school_years", year="2024", sido_short="경북")
    return {str(codes[r["open_id"]]): r for r in rows if r["sgg"] == "포항시 남구"}


@pytest.mark.parametrize("kind", ["02", "03", "04", "05"])
def test_disclosed_pupils_are_those_of_the_census(world: World, kind: str) -> None:
    census = _census(world)
    grades, sexes = _disclosed(world, "grades", kind), _disclosed(world, "sexes", kind)
    sizes = _disclosed(world, "sizes", kind)
    assert grades or kind == "05"
    for r in grades:
        own = census[r["SCHUL_CODE"]]
        assert (r["COL_C_SUM"], r["COL_S_SUM"]) == (own["classes"], own["total"])
        if kind in ("02", "03", "04"):
            places = {"02": range(1, 9), "03": range(9, 12), "04": range(14, 17)}[kind]
            assert sum(r[f"COL_S{n}"] for n in places) == own["total"]
    for r in sexes:
        own = census[r["SCHUL_CODE"]]
        assert (r["COL_WSUM"], r["COL_MSUM"]) == (own["girls"], own["total"] - own["girls"])
    for r in sizes:
        own = census[r["SCHUL_CODE"]]
        special = f"({own['special_classes']})" if own["special_classes"] else ""
        assert r["COL_SUM"] == f"{own['classes']}{special}"


@pytest.mark.parametrize("kind", ["02", "03", "04"])
def test_a_staff_is_the_same_however_it_is_counted(world: World, kind: str) -> None:
    census = _census(world)
    posts = {r["SCHUL_CODE"]: r for r in _disclosed(world, "posts", kind)}
    papers = {r["SCHUL_CODE"]: r for r in _disclosed(world, "certificates", kind)}
    for code in posts.keys() & papers.keys():
        a, b = posts[code], papers[code]
        assert a["COL_S"] == b["COL_S"] == census[code]["teachers"]
        assert (a["COL_SM"], a["COL_SW"]) == (b["COL_SM"], b["COL_SW"])
        assert a["COL_1"] == b["COL_1"]
        assert a["COL_S"] == sum(a[f"COL_{n}"] for n in (1, 2, 15, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13))


def test_sums_within_a_disclosure(world: World) -> None:
    for r in _disclosed(world, "entrants", "02"):
        parts = ("SUBEAGE_BOY_FGR", "SUHEST_AWA_LTAGE_BOY_FGR", "SUELPD_ETRC_BOY_FGR")
        assert r["TOT_SUM"] == sum(r[p] for p in parts) == r["TOTAL_1"] + r["TOTAL_2"]
    for r in _disclosed(world, "moves", "03"):
        assert r["MVIN_SUM"] == sum(r[f"COL_3{n}1"] for n in (1, 2, 3))
    for r in _disclosed(world, "gifts", "02"):
        assert r["EXPNT_AMT_SMTOT"] <= r["AMT_SMTOT"]
    for r in _disclosed(world, "libraries", "02"):
        assert r["SUMCNT"] == r["GNRL_BOKS_FGR"] + r["NN_BOS_DTA_FGR"]
    for r in _disclosed(world, "fitness", "03"):
        marks = ("ONGRD", "TWGRD", "THGRD", "FOGRD", "FIGRD")
        assert r["RATE_SUM"] == sum(r[f"{m}_STDNT_FGR"] for m in marks)
    costs = _disclosed(world, "meal_costs", "04")
    assert all(
        r["TOTAL_AMT"] == r["OFCDC_SUF"] + r["SFRND_SUF"] + r["GU_SUF"] + r["ETC_SPRT_AMT"]
        for r in costs
    )


def test_an_account_balances(world: World) -> None:
    rows = _disclosed(world, "public_accounts", "02")
    by_school = Counter(r["SCHUL_CODE"] for r in rows)
    assert set(by_school.values()) == {4}
    for planned in (r for r in rows if r["FAS_DTN_SC_CODE"] == "예산"):
        twin = [
            r
            for r in rows
            if r["SCHUL_CODE"] == planned["SCHUL_CODE"] and r["FAS_DTN_SC_CODE"] == "예산"
        ]
        assert len({sum(r[f"AMT{n}"] for n in range(1, 9)) for r in twin}) == 1
    private = {r["FOND_SC_CODE"] for r in _disclosed(world, "private_accounts", "04")}
    assert private <= {"사립"}


def test_what_is_left_out_has_no_values(world: World) -> None:
    rows = [
        r
        for sgg in ("47111", "47113", "11680", "11710")
        for r in _rows(world, "disclosed_health", sgg_code=sgg, kind_code="02", pban_yr="2025")
    ]
    left_out = [r for r in rows if r["PBAN_EXCP_YN"] == "Y"]
    assert all(r["HAKSAENGSU_TOT"] is None and r["PBAN_EXCP_RSN"] for r in left_out)
    assert len(left_out) < len(rows) // 20
    assert _rows(world, "disclosed_health", sgg_code="47111", kind_code="02", pban_yr="2020") == []


def test_a_disclosed_school_lies_in_its_legal_district(world: World) -> None:
    places = {r["region_cd"]: r["locatadd_nm"] for r in world.rows("legal_districts")}
    for r in list(world.rows("disclosed_schools"))[::41]:
        name = str(places[r["ADRCD_CD"]])
        assert name.startswith(str(r["ADRCD_NM"]))
        assert str(r["ADRES_BRKDN"]).startswith(name)
