"""나이스: names and codes of the same schools; days, grades and classes filter as they say."""

from __future__ import annotations

import pytest

from kopa_env.outcome import Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, read_yaml

MINE = sorted(name for name in ReplicaSpec(read_yaml()) if name.startswith("neis_"))
HIGH = {"ATPT_OFCDC_SC_CODE": "B10", "SD_SCHUL_CODE": "7010569"}


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[name], args)[0]


@pytest.mark.parametrize("name", MINE)
def test_a_declaration_fits_its_tool_and_table(replica: Replica, name: str) -> None:
    assert replica.check(replica.catalogue[name]) == ()


def test_every_tool_is_declared(replica: Replica) -> None:
    assert set(replica.catalogue.names("neis")) == set(MINE)


def test_a_name_leads_to_codes_and_they_to_a_day(replica: Replica) -> None:
    found = _ask(replica, "neis_schools", SCHUL_NM="중앙", pSize="1000")
    assert (found.total or 0) > 30
    assert all("중앙" in str(r["SCHUL_NM"]) for r in found.records)
    in_seoul = _ask(replica, "neis_schools", SCHUL_NM="중앙", ATPT_OFCDC_SC_CODE="B10").records
    assert {r["LCTN_SC_NM"] for r in in_seoul} == {"서울특별시"}
    school = next(r for r in in_seoul if r["SCHUL_KND_SC_NM"] == "초등학교")
    codes = {k: str(school[k]) for k in ("ATPT_OFCDC_SC_CODE", "SD_SCHUL_CODE")}
    week = _ask(replica, "neis_meals", MLSV_FROM_YMD="20250609", MLSV_TO_YMD="20250613", **codes)
    assert 4 <= (week.total or 0) <= 5
    assert {r["SCHUL_NM"] for r in week.records} == {school["SCHUL_NM"]}
    assert all("20250609" <= str(r["MLSV_YMD"]) <= "20250613" for r in week.records)


def test_the_same_school_in_the_other_services(replica: Replica) -> None:
    mine = _ask(replica, "neis_schools", **HIGH).records[0]
    codes = _ask(replica, "edudata_institution_codes").records
    other = next(r for r in codes if r["neisSchlCd"] == HIGH["SD_SCHUL_CODE"])
    assert other["schlNm"] == mine["SCHUL_NM"]
    assert other["schlRdnmAddr"] == mine["ORG_RDNMA"]
    area = {"sidoCode": "11", "schulKndCode": "04"}
    place = str(mine["ORG_RDNMA"]).split()[1]
    region = _ask(replica, "mois_legal_district_codes", locatadd_nm=f"서울특별시 {place}").records[
        0
    ]
    found = _ask(
        replica, "schoolinfo_schools", sggCode=str(region["region_cd"])[:5], **area
    ).records
    assert other["schlKediCd"] in {r["SCHUL_CODE"] for r in found}


def test_timetables_by_class_and_day(replica: Replica) -> None:
    classes = _ask(replica, "neis_classes", AY="2025", GRADE="2", **HIGH).records
    assert classes
    one = str(classes[0]["CLASS_NM"])
    asked = {"GRADE": "2", "CLASS_NM": one, **HIGH}
    week = _ask(
        replica, "neis_timetable_high", TI_FROM_YMD="20250609", TI_TO_YMD="20250613", **asked
    )
    days = {str(r["ALL_TI_YMD"]) for r in week.records}
    assert 4 <= len(days) <= 5
    day = _ask(replica, "neis_timetable_high", ALL_TI_YMD=min(days), **asked).records
    assert [r["PERIO"] for r in day] == [str(n) for n in range(1, len(day) + 1)]
    assert day == [r for r in week.records if r["ALL_TI_YMD"] == min(days)]
    past = _ask(replica, "neis_timetable_high_past", AY="2024", pSize="1", **HIGH)
    assert past.records[0]["AY"] == "2024"
    wrong_kind = _ask(replica, "neis_timetable_middle", ALL_TI_YMD=min(days), **HIGH)
    assert wrong_kind.code == "INFO-200"


def test_refusals_and_nothing(replica: Replica) -> None:
    assert _ask(replica, "neis_meals", ATPT_OFCDC_SC_CODE="B10").code == "ERROR-300"
    assert _ask(replica, "neis_schools", pSize="1001").code == "ERROR-336"
    assert _ask(replica, "neis_meals", ATPT_OFCDC_SC_CODE="C10", SD_SCHUL_CODE="7010569").code == (
        "INFO-200"
    ), "a code belongs to its office"
    assert _ask(replica, "neis_meals", MLSV_YMD="20250605", **HIGH).status in (
        Status.OK,
        Status.EMPTY,
    )
    assert _ask(replica, "neis_meals", MLSV_YMD="20250606", **HIGH).status is Status.EMPTY
    assert _ask(replica, "neis_academies", ATPT_OFCDC_SC_CODE="V10").status is Status.EMPTY


def test_academies_are_narrowed_down(replica: Replica) -> None:
    office = {"ATPT_OFCDC_SC_CODE": "I10"}
    whole = _ask(replica, "neis_academies", **office).total or 0
    maths = _ask(replica, "neis_academies", ACA_NM="수학", pSize="1000", **office)
    assert 0 < (maths.total or 0) < whole
    assert all("수학" in str(r["ACA_NM"]) for r in maths.records)
    number = str(maths.records[0]["ACA_ASNUM"])
    assert _ask(replica, "neis_academies", ACA_ASNUM=number, **office).total == 1
