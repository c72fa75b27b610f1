"""행정안전부's districts and residents: areas, levels, kinds and months as asked for."""

from __future__ import annotations

import pytest

from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, read_yaml

MINE = sorted(name for name in ReplicaSpec(read_yaml()) if name.startswith("mois_"))
CODES = "mois_legal_district_codes"
PEOPLE = "mois_households_by_admin_dong"
MONTH = {"srchFrYm": "202412", "srchToYm": "202412"}


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[name], args)[0]


@pytest.mark.parametrize("name", MINE)
def test_a_declaration_fits_its_tool_and_table(replica: Replica, name: str) -> None:
    assert replica.check(replica.catalogue[name]) == ()


def test_every_tool_is_declared(replica: Replica) -> None:
    assert set(replica.catalogue.names("mois")) == set(MINE)


def test_districts_are_found_by_part_of_their_name(replica: Replica) -> None:
    found = _ask(replica, CODES, locatadd_nm="서울특별시 강남구", numOfRows="1000")
    assert found.records[0]["region_cd"] == "1168000000"
    assert {r["locathigh_cd"] for r in found.records[1:]} == {"1168000000"}
    dong = _ask(replica, CODES, locatadd_nm="강남구 역삼동").records
    assert [r["region_cd"] for r in dong] == ["1168010100"]
    assert _ask(replica, CODES, locatadd_nm="없는값").code == "INFO-3"


def test_codes_given_up_are_left_out_on_demand(replica: Replica) -> None:
    everything = _ask(replica, CODES, locatadd_nm="강원도", numOfRows="1000").records
    assert len(everything) == 19
    assert all("폐지" in str(r["locat_rm"]) for r in everything)
    assert _ask(replica, CODES, locatadd_nm="강원도", flag="Y").status is Status.EMPTY
    now = _ask(replica, CODES, locatadd_nm="강원특별자치도", flag="Y").records
    assert now[0]["region_cd"] == "5100000000"
    assert _ask(replica, CODES, locatadd_nm="전남광주통합특별시").status is Status.EMPTY


def test_pages_cover_all_codes_once(replica: Replica) -> None:
    total = _ask(replica, CODES).total or 0
    pages = [
        _ask(replica, CODES, pageNo=str(n), numOfRows="1000").records
        for n in range(1, -(-total // 1000) + 1)
    ]
    codes = [r["region_cd"] for page in pages for r in page]
    assert len(codes) == len(set(codes)) == total > 15_000


def test_a_districts_towns_add_up_to_it(replica: Replica) -> None:
    towns = _ask(replica, PEOPLE, admmCd="1168000000", lv="3", numOfRows="100", **MONTH)
    whole = _ask(replica, PEOPLE, admmCd="1168000000", lv="2", **MONTH).records
    assert len(whole) == 1
    for field in ("totNmprCnt", "hhCnt", "maleNmprCnt", "femlNmprCnt"):
        assert sum(int(str(r[field])) for r in towns.records) == int(str(whole[0][field]))
    ages = _ask(replica, "mois_population_by_age_admin_dong", admmCd="1168000000", lv="3", **MONTH)
    assert ages.total == towns.total == 22


def test_a_code_from_a_legal_dong_opens_its_administrative_ones(replica: Replica) -> None:
    rows = _ask(replica, "mois_households_by_legal_dong", stdgCd="1168010100", **MONTH).records
    assert {r["admmCd"] for r in rows} == {"1168061000", "1168062000"}
    for r in rows:
        one = _ask(
            replica, "mois_average_age_by_admin_dong", admmCd=str(r["admmCd"]), lv="3", **MONTH
        )
        assert one.total == 1
        assert one.records[0]["sggNm"] == "강남구"


def test_kinds_of_registration_and_months(replica: Replica) -> None:
    by_kind = [
        int(
            str(
                _ask(replica, PEOPLE, admmCd="1168061000", regSeCd=k, **MONTH).records[0][
                    "totNmprCnt"
                ]
            )
        )
        for k in "1234"
    ]
    assert by_kind[0] == sum(by_kind[1:])
    quarter = {"srchFrYm": "202410", "srchToYm": "202412"}
    months = _ask(replica, "mois_population_change_by_admin_dong", admmCd="1168061000", **quarter)
    assert [r["statsYm"] for r in months.records] == ["202410", "202411", "202412"]
    too_long = {"srchFrYm": "202409", "srchToYm": "202412"}
    assert _ask(replica, PEOPLE, admmCd="1168061000", **too_long).reason is Reason.BAD_VALUE
    early = {"srchFrYm": "202207", "srchToYm": "202209"}
    assert _ask(replica, PEOPLE, admmCd="1168061000", **early).status is Status.EMPTY
    assert _ask(replica, PEOPLE, **MONTH).reason is Reason.MISSING_ARG


def test_moves_are_between_the_areas_asked_for(replica: Replica) -> None:
    moved = _ask(
        replica,
        "mois_population_moves",
        mvinAdmmCd="1100000000",
        mvtAdmmCd="2600000000",
        lv="2",
        numOfRows="100",
        **MONTH,
    )
    assert moved.total == 25 * 16
    assert {r["mvtCtpvNm"] for r in moved.records} == {"부산광역시"}
