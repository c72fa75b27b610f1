"""한국산업인력공단: tools answer from the exams' tables, filters and pages do what they say."""

from __future__ import annotations

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.compile import PACKAGE, read_platform
from kopa_env.outcome import JSON, Record, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, load_replica
from kopa_env.world import World
from kopa_env.world.tables.hrdk.qualifications import qualifications

TOOLS, ABOUT, SEMANTICS = read_platform(PACKAGE / "platforms" / "hrdk")
DECLARED: ReplicaSpec = load_replica(SEMANTICS)


@pytest.fixture(scope="module")
def qnet(world: World) -> Replica:
    """A replica of this platform alone."""
    assert ABOUT is not None
    return Replica(world, Catalogue.of(tuple(TOOLS), (ABOUT,)), DECLARED)


def _ask(qnet: Replica, name: str, **args: str) -> ToolResult:
    return qnet.answer(qnet.catalogue[f"hrdk_{name}"], args)[0]


def _rows(qnet: Replica, name: str, **args: str) -> list[Record]:
    found = _ask(qnet, name, **args)
    assert found.status is Status.OK, (name, args, found.code)
    return list(found.records)


def _int(value: JSON) -> int:
    return int(str(value))


@pytest.mark.parametrize("name", sorted(DECLARED))
def test_a_declaration_fits_its_tool_and_table(qnet: Replica, name: str) -> None:
    assert qnet.check(qnet.catalogue[name]) == ()


def test_most_tools_are_declared() -> None:
    assert sum(DECLARED[name].table != "listing" for name in DECLARED) >= 225


# ---- qualifications, fees, schedules -----------------------------------------------------------


def test_the_list_leads_to_a_round_and_a_fee(qnet: Replica) -> None:
    """The chain of a task: a name among its likes, its rounds of the year, what the exam costs."""
    rows = _rows(qnet, "national_qualification_list")
    assert len(rows) == len(qualifications(qnet.world.seed))
    alike = [r for r in rows if "전기" in str(r["jmfldnm"])]
    assert len(alike) > 5
    code = next(str(r["jmcd"]) for r in alike if r["jmfldnm"] == "전기기사")
    rounds = _rows(qnet, "exam_schedule_by_kind", implYy="2026", qualgbCd="T", jmCd=code)
    assert [r["implSeq"] for r in rounds] == [3, 2, 1]
    assert all(str(r["description"]).startswith("국가기술자격 기사 (2026년도") for r in rounds)
    own = _rows(qnet, "exam_schedule_by_qualification", jmCd=code)
    assert [r["pracregstartdt"] for r in own] == [r["pracRegStartDt"] for r in reversed(rounds)]
    fee = _rows(qnet, "exam_fees_by_qualification", jmCd=code)[0]
    assert str(fee["contents"]).startswith("1차 : ")
    assert "2차 : " in str(fee["contents"])
    assert fee["obligfldnm"] == "전기.전자"


def test_the_schedule_refuses_as_it_does(qnet: Replica) -> None:
    name = "exam_schedule_by_kind"
    assert _ask(qnet, name, implYy="2026", numOfRows="51").code == "930"
    assert _ask(qnet, name).code == "910"
    nothing = _ask(qnet, name, implYy="2026", jmCd="9999")
    assert (nothing.status, nothing.code, nothing.total) == (Status.EMPTY, "00", 0)
    whole = _rows(qnet, name, implYy="2026", qualgbCd="T", numOfRows="50")
    assert all("기" in str(r["description"]) for r in whole), "without a code: series only"
    assert _ask(qnet, name, implYy="2026", qualgbCd="T").total == len(whole) == 37
    for kind, word in (("S", "전문자격"), ("C", "과정평가형"), ("W", "일학습병행")):
        assert str(_rows(qnet, name, implYy="2026", qualgbCd=kind)[0]["description"]).startswith(
            word
        )


def test_grades_have_lists_of_their_own(qnet: Replica) -> None:
    craft = _rows(qnet, "exam_schedule_craftsman")
    assert all("docsubmitstartdt" not in r for r in craft)
    assert [r["docexamdt"] for r in craft].count("XXXXXXXX") == 1
    engineers = _rows(qnet, "exam_schedule_engineer")
    assert len(engineers) == 7
    assert all("docsubmitstartdt" in r for r in engineers)
    assert {str(r["description"])[:3] for r in _rows(qnet, "exam_schedule_master_craftsman")} == {
        "기능장"
    }


def test_professional_series_have_stages(qnet: Replica) -> None:
    stages = _rows(qnet, "professional_exam_schedule_by_series", seriesCd="05")
    assert [str(r["description"])[-2:] for r in stages] == ["1차", "2차", "3차"]
    assert _ask(qnet, "professional_exam_schedule_by_series", seriesCd="21").status is Status.EMPTY
    insured = _rows(qnet, "exam_schedule_by_qualification", jmCd="9763")[0]
    assert str(insured["implplannm"]).endswith("손해평가사")
    assert insured["obligfldcd"] == ""
    guide = _rows(qnet, "qualification_guide_texts", jmCd="1320")
    assert [r["infogb"] for r in guide] == ["출제경향", "출제기준", "취득방법"]


# ---- statistics --------------------------------------------------------------------------------


def test_totals_grades_and_qualifications_agree(qnet: Replica) -> None:
    total = _rows(qnet, "exam_totals_by_year", baseYY="2024")[0]
    grades = _rows(qnet, "written_examinees_by_grade", baseYY="2024")
    acquired = _rows(qnet, "acquirers_by_grade_and_year", baseYY="2024")
    ages = _rows(qnet, "acquirers_by_age_and_year", baseYY="2024")
    for n in range(1, 7):
        turned = 7 - n
        assert sum(_int(r[f"statisyy{n}"]) for r in grades) == _int(total[f"pilrccnt{n}"])
        for rows in (acquired, ages):
            found = sum(_int(r[f"statisyy{turned}"]) for r in rows)
            assert found == _int(total[f"silpacnt{n}"])
    one = _rows(qnet, "practical_exam_trend_by_qualification", baseYY="2024", jmCd="1320")[0]
    sexes = _rows(qnet, "qualification_acquirers_by_sex_and_year", baseYY="2024", jmCd="1320")
    assert [r["sexnm"] for r in sexes] == ["남자", "여자"]
    assert sum(_int(r["ilpcnt6"]) for r in sexes) == _int(one["ilpcnt1"])
    rates = _rows(qnet, "pass_rates_by_round", grdCd="30", baseYY="2024")
    practical = [r for r in rates if r["jmCd"] == "1320" and r["examTypCcd"] == "실기"]
    assert sum(_int(r["examPassCnt"]) for r in practical) == _int(one["ilpcnt1"])
    assert sum(_int(r["recptNoCnt"]) for r in practical) == _int(one["ilecnt1"])


def test_a_year_may_be_left_out_where_it_is_optional(qnet: Replica) -> None:
    asked = _rows(qnet, "pass_rates_by_round", grdCd="20", baseYY="2025")
    assert _rows(qnet, "pass_rates_by_round", grdCd="20") == asked
    assert _ask(qnet, "pass_rates_by_round", grdCd="50", baseYY="2025").status is Status.EMPTY
    assert _ask(qnet, "exam_totals_by_year").code == "11"
    assert _ask(qnet, "exam_totals_by_year", baseYY="1999").status is Status.EMPTY


def test_pages_cover_a_list_once(qnet: Replica) -> None:
    name, year = "test_acquirers_by_age", "2023"
    whole: list[Record] = []
    page = 1
    while True:
        found = _ask(qnet, name, baseYY=year, pageNo=str(page), numOfRows="1000")
        if found.status is Status.EMPTY:
            break
        whole += found.records
        assert found.total is not None
        page += 1
    assert len(whole) == _ask(qnet, name, baseYY=year).total
    keys = {(r["jmCd"], r["age"]) for r in whole}
    assert len(keys) == len(whole)


def test_profiles_narrow_down(qnet: Replica) -> None:
    name = "new_holders_by_month_and_profile"
    base = {"acquYy": "2024", "jmCd": "1320", "numOfRows": "1000"}
    every = _rows(qnet, name, **base)
    women = _rows(qnet, name, **base, genderCd="F")
    seoul = _rows(qnet, name, **base, rgnCd="001")
    assert women == [r for r in every if r["genderNm"] == "여성"]
    assert {r["rgnNm"] for r in seoul} == {"서울특별시"}
    one = _rows(qnet, "practical_exam_trend_by_qualification", baseYY="2024", jmCd="1320")[0]
    assert sum(_int(r["acquCnt"]) for r in every) == _int(one["ilpcnt1"])


def test_regions_are_ranked(qnet: Replica) -> None:
    where = {"rgnCd": "A102", "seriesCd": "04", "baseYY": "2024", "quart": "2"}
    rows = _rows(qnet, "regional_acquirers_by_sex", **where)
    assert {r["rgnnm"] for r in rows} == {"부산광역시"}
    assert [r["rank"] for r in rows] == list(map(type(rows[0]["rank"]), range(1, len(rows) + 1)))
    assert all(_int(r["cnt"]) == _int(r["acquCnt1"]) + _int(r["acquCnt2"]) for r in rows)
    assert _ask(qnet, "regional_acquirers_by_sex", rgnCd="A102", seriesCd="04").code == "11"


# ---- sites, courses, standards, jobs -------------------------------------------------------------


def test_branches_and_their_sites(qnet: Replica) -> None:
    offices = {r["brchNm"] for r in _rows(qnet, "branch_office_guide")}
    districts = _ask(qnet, "branch_by_district", numOfRows="1000")
    assert {r["brchNm"] for r in districts.records} == offices
    places = _rows(qnet, "exam_places_by_branch", brchCd="03")
    assert {r["brchNm"] for r in places} == {"부산"}
    counts = _rows(qnet, "exam_site_facility_counts", brchCd="03")
    assert {r["examAreaNm"] for r in counts} == {r["examAreaNm"] for r in places}
    assert all(_int(r["usePosbtFcltyCnt"]) <= _int(r["totFcltyCnt"]) for r in counts)


def test_course_lists_lead_to_their_details(qnet: Replica) -> None:
    for kind, letter in (("course_based", "C"), ("dual", "B")):
        listed = _rows(qnet, f"{kind}_qualification_list", numOfRows="1000")
        code = str(listed[-1]["jmCd"])
        assert code.startswith(letter)
        detail = _rows(qnet, f"{kind}_qualification_detail", jmCd=code)[0]
        version = str(detail["organStdVerCd"])
        units = _rows(qnet, f"{kind}_qualification_ncs_units", jmCd=code, organStdVerCd=version)
        assert {r["organStdVerCd"] for r in units} == {version}
        unit = str(units[0]["ncsClCd"])
        holders = _rows(qnet, "qualifications_by_ncs_unit", ncsClCd=unit)
        assert code in {r["jmCd"] for r in holders}
    plans = _rows(qnet, "external_evaluation_plans", implYy="2025", implsysCd="C1")
    assert [r["rn"] for r in plans] == list(map(type(plans[0]["rn"]), range(1, len(plans) + 1)))


def test_standards_are_walked_down(qnet: Replica) -> None:
    majors = _rows(qnet, "ncs_major_codes", USG_YN="Y")
    assert len(majors) == 24
    path = {"NCS_LCLAS_CD": "20"}
    middles = _rows(qnet, "ncs_middle_codes", **path, USG_YN="Y")
    path["NCS_MCLAS_CD"] = str(middles[0]["NCS_MCLAS_CD"])
    path["NCS_SCLAS_CD"] = str(_rows(qnet, "ncs_minor_codes", **path)[0]["NCS_SCLAS_CD"])
    path["NCS_SUBD_CD"] = str(_rows(qnet, "ncs_subdivision_codes", **path)[0]["NCS_SUBD_CD"])
    duty = "".join(path.values())
    units = _rows(qnet, "ncs_units_by_duty", dutyCd=duty)
    assert len(_rows(qnet, "ncs_unit_class_codes", **path)) == len(units)
    unit = units[0]
    elements = _rows(
        qnet, "ncs_unit_elements_by_duty", dutyCd=duty, compUnitCd=str(unit["compUnitCd"])
    )
    assert {r["compUnitName"] for r in elements} == {unit["compUnitName"]}
    one = _rows(
        qnet,
        "ncs_unit_element_by_number",
        NCS_CL_CD=str(unit["ncsClCd"]),
        COMPE_UNIT_FACTR_NO="1",
    )
    assert [r["COMPE_UNIT_FACTR_NAME"] for r in one] == [elements[0]["compUnitFactrName"]]


def test_jobs_abroad_by_month_and_year(qnet: Replica) -> None:
    months = _rows(
        qnet, "overseas_workers_by_month_country", fromYearMonth="202401", toYearMonth="202412"
    )
    assert {r["joYear"] for r in months} == {"2024"}
    jobs = _rows(qnet, "overseas_workers_by_occupation", searchYear="2024", numOfRows="100")
    assert sum(_int(r["cnt"]) for r in jobs) == sum(_int(r["cnt"]) for r in months)
    japan = _rows(qnet, "overseas_companies", searchNationNm="일본", numOfRows="1000")
    assert len(japan) < (_ask(qnet, "overseas_companies").total or 0)


def test_a_craftsperson_leads_to_certificates(qnet: Replica) -> None:
    person = _rows(qnet, "skill_promotion_meister_list")[5]
    held = _rows(qnet, "skill_promotion_meister_certificates", queryNo=str(person["meiNo"]))
    names = {q.name for q in qualifications(qnet.world.seed)}
    assert {str(r["certNm"]) for r in held} <= names
