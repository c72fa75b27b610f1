"""What the three platforms declare fits their tools and tables, and answers as they would."""

from __future__ import annotations

from collections import Counter

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.outcome import Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, read_yaml
from kopa_env.world import tables
from kopa_env.world.world import World

PLATFORMS = ("assembly", "edudata", "seoul")
DECLARED = ReplicaSpec(read_yaml())
MINE = sorted(n for n in DECLARED if n.split("_")[0] in PLATFORMS)


@pytest.fixture(scope="module")
def replica(world: World) -> Replica:
    return Replica(world, Catalogue.load(), DECLARED)


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    wire = {k.replace("__", "."): v for k, v in args.items()}
    return replica.answer(replica.catalogue[name], wire)[0]


@pytest.mark.parametrize("name", MINE)
def test_a_declaration_fits_its_tool_and_table(replica: Replica, name: str) -> None:
    assert replica.check(replica.catalogue[name]) == ()


def test_how_many_are_declared() -> None:
    counts = {p: sum(n.startswith(f"{p}_") for n in MINE) for p in PLATFORMS}
    assert counts["edudata"] == 9
    assert counts["assembly"] >= 45
    assert counts["seoul"] >= 45


def test_assembly_refuses_as_the_platform_does(replica: Replica) -> None:
    votes = "assembly_plenary_votes"
    assert _ask(replica, votes).code == "ERROR-300"
    assert _ask(replica, votes, AGE="22", pSize="1001").code == "ERROR-336"
    assert _ask(replica, votes, AGE="제22대").code == "INFO-200"
    assert _ask(replica, votes, AGE="22", pIndex="99").status is Status.EMPTY
    known = _ask(replica, votes, AGE="22", NOTHING="x")
    assert known.total == _ask(replica, votes, AGE="22").total, "unknown parameters are ignored"


def test_a_vote_leads_to_sponsors_and_a_roll_call(replica: Replica) -> None:
    votes = _ask(replica, "assembly_plenary_votes", AGE="21", pSize="1000")
    assert votes.total is not None
    assert votes.total > 2_700
    assert len(votes.records) == 1_000
    bill = next(r for r in votes.records if "의원 등" in str(r["BILL_NAME"]))
    sponsors = _ask(replica, "assembly_bill_proposers", BILL_ID=str(bill["BILL_ID"]))
    lead = next(r for r in sponsors.records if r["REP_DIV"] == "대표발의")
    roll = _ask(replica, "assembly_roll_call", BILL_ID=str(bill["BILL_ID"]), AGE="21", pSize="300")
    noes = [r for r in roll.records if r["RESULT_VOTE_MOD"] == "반대"]
    assert len(noes) == bill["NO_TCNT"]
    assert lead["PPSR_POLY_NM"] in {r["POLY_NM"] for r in roll.records}
    wrong_term = _ask(replica, "assembly_roll_call", BILL_ID=str(bill["BILL_ID"]), AGE="22")
    assert wrong_term.code == "INFO-200"


def test_a_provisional_number_leads_to_its_bill(replica: Replica) -> None:
    listed = _ask(replica, "assembly_bills_committee_alternatives", pSize="1000").records
    waiting = [r for r in listed if not str(r["BILL_NO"]).isdigit()]
    assert waiting
    for bill in waiting:
        number = str(bill["BILL_NO"])
        for tool, args in (
            ("assembly_bills_committee_alternatives", {}),
            ("assembly_bill_by_number", {}),
            ("assembly_bills_pending", {}),
            ("assembly_bill_search", {"AGE": "22"}),
        ):
            found = _ask(replica, tool, BILL_NO=number, **args).records
            assert [r["BILL_ID"] for r in found] == [bill["BILL_ID"]]
    agenda = _ask(replica, "assembly_bills_plenary_agenda", pSize="1000").records
    assert len(agenda) == len(listed) - len(waiting)


def test_a_request_without_a_year_is_found_by_what_stands_there(replica: Replica) -> None:
    register = "assembly_library_foi_requests"
    assert len(_ask(replica, register, YR="null").records) == 1
    assert _ask(replica, register, pSize="1").records[0]["YR"] == "null"
    assert (_ask(replica, register, YR="2024").total or 0) > 30


def test_edudata_answers_whole_lists(replica: Replica) -> None:
    year = {"srhParam__crtrYr": "2023", "srhParam__ctpvNm": "경북"}
    pupils = _ask(replica, "edudata_students_by_grade", **year)
    assert len(pupils.records) == pupils.total == 1_652
    assert len(pupils.records[0]) == 275
    classes = _ask(replica, "edudata_classes_by_grade", **year)
    overview = _ask(replica, "edudata_school_overview", **year)
    by_id = {r["opnId"]: r for r in overview.records}
    for r, c in zip(pupils.records, classes.records, strict=True):
        assert r["opnId"] == c["opnId"]
        assert by_id[r["opnId"]]["kescSchlStdntNope"] == r["kescStdntNope"]
        assert by_id[r["opnId"]]["kescSchlClasCnt"] == c["kescClasCnt"]
    special = _ask(
        replica,
        "edudata_special_class_students",
        srhParam__trgtYr="2023",
        srhParam__ctpvNm="경북",
    )
    assert {r["opnId"]: r["sclsStdntNope"] for r in special.records} == {
        r["opnId"]: r["sclsStdntNope"] for r in pupils.records
    }


def test_edudata_finds_nothing_in_silence(replica: Replica) -> None:
    found = _ask(
        replica, "edudata_school_overview", srhParam__crtrYr="2023", srhParam__ctpvNm="경상북도"
    )
    assert found.status is Status.EMPTY
    assert found.records == ()
    assert _ask(replica, "edudata_university_patents").code == "400"


def test_seoul_pages_by_row_range(replica: Replica) -> None:
    wifi = "seoul_public_wifi"
    first = _ask(replica, wifi, START_INDEX="1", END_INDEX="10")
    second = _ask(replica, wifi, START_INDEX="6", END_INDEX="15")
    assert first.total == 17_768
    assert first.records[5:] == second.records[:5]
    assert _ask(replica, wifi, START_INDEX="1", END_INDEX="1001").code == "ERROR-336"
    assert _ask(replica, wifi, START_INDEX="10", END_INDEX="5").code == "ERROR-334"
    assert _ask(replica, wifi, START_INDEX="20000", END_INDEX="20010").code == "INFO-200"


def test_a_lopsided_station_and_its_timetable(replica: Replica) -> None:
    """The chain of a task: riders, then the station's code of the right line, then its trains."""
    span = {"START_INDEX": "1", "END_INDEX": "1000"}
    riders = _ask(
        replica, "seoul_subway_ridership_by_station", USE_YMD="20260112", LINE="7호선", **span
    )
    best = max(riders.records, key=lambda r: int(str(r["GTON_TNOPE"])) - int(str(r["GTOFF_TNOPE"])))
    bare = str(best["SBWY_STNS_NM"]).partition("(")[0]
    found = _ask(replica, "seoul_subway_find_station", STATION_NM=bare, **span)
    code = next(r["STATION_CD"] for r in found.records if r["LINE_NUM"] == "07호선")
    trains = _ask(
        replica,
        "seoul_subway_timetable",
        STATION_CD=str(code),
        WEEK_TAG="1",
        INOUT_TAG="2",
        **span,
    )
    assert len(trains.records) >= 150


def test_no_two_tables_share_a_name() -> None:
    names = Counter(table.name for table in tables._ALL)
    assert [name for name, times in names.items() if times > 1] == []
