"""open-assembly-mcp: asynchronous httpx, bills, votes, ballots and members of the Assembly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from comparing import Ask, every, some
from installing import answers, installed
from serving import Served

pytestmark = pytest.mark.slow

Got = Mapping[str, Any]


@pytest.fixture(scope="module")
def got(
    served: Served, assembly_ask: dict[str, Any], tmp_path_factory: pytest.TempPathFactory
) -> Got:
    folder = tmp_path_factory.mktemp("open-assembly-mcp")
    python = installed(folder / "venv", "open-assembly-mcp==0.7.2")
    return answers(python, "use_open_assembly_mcp.py", assembly_ask, served, folder)


def test_bills_to_the_end(got: Got, ask: Ask) -> None:
    assert got["bills"] == every(ask, "assembly_member_bills", AGE="22", BILL_NAME="법")
    fictional = every(ask, "assembly_member_bills", AGE="21", BILL_NAME="안전")
    assert got["fictional bills"] == fictional
    assert min(len(got["bills"]), len(fictional)) > 100, "several pages"
    assert got["pending"] == every(ask, "assembly_bills_pending")


def test_one_bill(got: Got, ask: Ask, assembly_ask: dict[str, Any]) -> None:
    number = assembly_ask["bill number"]
    assert got["bill"] == [some(ask, "assembly_bill_by_number", {"BILL_NO": number}), 1]
    asked = {"BILL_ID": assembly_ask["fictional bill"]}
    rows = some(ask, "assembly_bill_proposers", asked)
    assert got["proposers"] == [rows, len(rows)]


def test_votes(got: Got, ask: Ask, assembly_ask: dict[str, Any]) -> None:
    assert got["votes"] == every(ask, "assembly_plenary_votes", AGE="22", BILL_NAME="법")
    asked = {"AGE": "22", "BILL_ID": assembly_ask["vote"], "pSize": 300}
    assert got["ballots"] == [some(ask, "assembly_roll_call", asked), 300]
    asked = {"AGE": "21", "BILL_ID": assembly_ask["fictional vote"], "pSize": 300}
    against, total = got["against"]
    every_ballot = some(ask, "assembly_roll_call", asked)
    assert total == len(against) == Counter(b["RESULT_VOTE_MOD"] for b in every_ballot)["반대"]
    assert {ballot["RESULT_VOTE_MOD"] for ballot in against} <= {"반대"}


def test_members(got: Got, ask: Ask, assembly_ask: dict[str, Any]) -> None:
    terms = every(ask, "assembly_members_all_terms")
    serving = {row["NAAS_CD"]: row for row in terms if "제22대" in row["GTELT_ERACO"]}
    assert [member["MONA_CD"] for member in got["members"]] == list(serving)
    assert got["members in all"] == len(serving) >= 295
    for member in got["members"]:
        row = serving[member["MONA_CD"]]
        assert member["HG_NM"] == row["NAAS_NM"]
        assert member["POLY_NM"] == row["PLPT_NM"].split("/")[-1].strip()
    (one,), total = got["member"]
    assert (one["HG_NM"], total) == (assembly_ask["member"], 1)


def test_failures_are_the_ones_it_knows(got: Got) -> None:
    assert got["nothing found"] == [[], 0]
    assert got["not recorded"].startswith("API error ERROR-500: "), "never shown as no data"
    assert got["missing parameter"].startswith("API error ERROR-300: ")
    rows, total, raw = got["unknown service"]
    assert (rows, total, raw["RESULT"]["CODE"]) == ([], 0, "ERROR-310")
