"""학교알리미: all schools of a district and level at once, in the figures of the census."""

from __future__ import annotations

import pytest

from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, read_yaml

MINE = sorted(name for name in ReplicaSpec(read_yaml()) if name.startswith("schoolinfo_"))
AREA = {"sidoCode": "11", "sggCode": "11680"}
YEAR = {**AREA, "schulKndCode": "02", "pbanYr": "2025"}


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[name], args)[0]


@pytest.mark.parametrize("name", MINE)
def test_a_declaration_fits_its_tool_and_table(replica: Replica, name: str) -> None:
    assert replica.check(replica.catalogue[name]) == ()


def test_every_tool_is_declared(replica: Replica) -> None:
    assert set(replica.catalogue.names("schoolinfo")) == set(MINE)


@pytest.mark.parametrize("name", [n for n in MINE if n != "schoolinfo_schools"])
def test_a_disclosure_has_rows_of_the_districts_schools(replica: Replica, name: str) -> None:
    known: set[str] = set()
    found = 0
    for kind in ("02", "03", "04", "05", "07"):
        schools = _ask(replica, "schoolinfo_schools", schulKndCode=kind, **AREA).records
        known |= {str(r["SCHUL_CODE"]) for r in schools}
        args = {**AREA, "schulKndCode": kind, "pbanYr": "2024", "depthNo": "20"}
        rows = _ask(replica, name, **args).records
        found += len(rows)
        assert {str(r["SCHUL_CODE"]) for r in rows} <= known
        assert {r["SCHUL_KND_SC_CODE"] for r in rows} <= {kind}
    assert found > 5


def test_a_city_with_wards_has_no_rows_of_its_own(replica: Replica) -> None:
    for code, some in (("41110", False), ("41111", True)):
        args = {"sidoCode": "41", "sggCode": code, "schulKndCode": "02"}
        assert bool(_ask(replica, "schoolinfo_schools", **args).records) is some
    sejong = {"sidoCode": "36", "sggCode": "36110", "schulKndCode": "03"}
    assert _ask(replica, "schoolinfo_schools", **sejong).records
    assert _ask(replica, "schoolinfo_schools", schulKndCode="06", **AREA).status is Status.EMPTY


def test_the_years_and_the_census_agree(replica: Replica) -> None:
    codes = {r["schlKediCd"]: r for r in _ask(replica, "edudata_institution_codes").records}
    for year in ("2023", "2024", "2025"):
        census = _ask(
            replica,
            "edudata_school_overview",
            **{"srhParam.crtrYr": year, "srhParam.ctpvNm": "서울"},
        )
        pupils: dict[str, set[int]] = {}
        for r in census.records:
            pupils.setdefault(str(r["schlNm"]), set()).add(int(str(r["kescSchlStdntNope"])))
        rows = _ask(replica, "schoolinfo_students_by_sex", **{**YEAR, "pbanYr": year}).records
        assert rows
        for r in rows:
            assert codes[r["SCHUL_CODE"]]["schlNm"] == r["SCHUL_NM"]
            if r["PBAN_EXCP_YN"] == "N":
                assert r["COL_SUM"] in pupils[str(r["SCHUL_NM"])]
                assert r["COL_MSUM"] + r["COL_WSUM"] == r["COL_SUM"]


def test_fields_without_a_value_are_left_out(replica: Replica) -> None:
    rows = _ask(replica, "schoolinfo_school_rooms", **YEAR).records
    assert all(0 not in r.values() and None not in r.values() for r in rows)
    assert {len(r) for r in rows} != {len(rows[0])}
    middle = {**YEAR, "schulKndCode": "03"}
    own = _ask(replica, "schoolinfo_students_by_grade", **middle).records[0]
    assert "COL_C9" in own
    assert "COL_C1" not in own


def test_subjects_are_told_in_two_depths(replica: Replica) -> None:
    middle = {**YEAR, "schulKndCode": "03"}
    sums = []
    for depth in ("10", "20"):
        rows = _ask(replica, "schoolinfo_teachers_by_subject", depthNo=depth, **middle).records
        one = [r for r in rows if r["SCHUL_CODE"] == rows[0]["SCHUL_CODE"]]
        assert all("SUM_CNT" in r for r in one)
        sums.append(sum(int(str(r["SUM_CNT"])) for r in one))
    assert sums[0] == sums[1] > 0


def test_refusals_are_told_by_a_sentence(replica: Replica) -> None:
    missing = _ask(replica, "schoolinfo_meals", **AREA, pbanYr="2025")
    assert missing.reason is Reason.MISSING_ARG
    assert "schulKndCode" in missing.message
    assert (
        _ask(replica, "schoolinfo_meals", **{**YEAR, "pbanYr": "2015"}).reason is Reason.BAD_VALUE
    )
