"""국회사무처 의안정보: lists lead to details, and of real bills nothing is made up."""

from __future__ import annotations

import pytest

from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, read_yaml

MINE = sorted(name for name in ReplicaSpec(read_yaml()) if name.startswith("nabill_"))


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[name], args)[0]


@pytest.mark.parametrize("name", MINE)
def test_a_declaration_fits_its_tool_and_table(replica: Replica, name: str) -> None:
    assert replica.check(replica.catalogue[name]) == ()


def test_every_tool_is_declared(replica: Replica) -> None:
    assert set(replica.catalogue.names("nabill")) == set(MINE)


def test_a_bill_of_a_list_opens_in_the_details(replica: Replica) -> None:
    found = _ask(replica, "nabill_bill_search", ord="A21", numOfRows="1000")
    assert found.total == 16_000
    bill = next(
        r for r in found.records if r["procStageCd"] == "공포" and r["proposerKind"] == "의원"
    )
    bill_id = str(bill["billId"])
    receipt = _ask(replica, "nabill_bill_receipt", bill_id=bill_id).records
    assert [r["billNo"] for r in receipt] == [bill["billNo"]]
    review = _ask(replica, "nabill_bill_committee_review", bill_id=bill_id)
    assert review.records[0]["block"] == "JurisdictionExamination"
    signed = _ask(replica, "nabill_bill_sponsors", bill_id=bill_id).records
    assert str(bill["billName"]).endswith(f"({signed[0]['memName']}의원 등 {len(signed)}인)")
    law = _ask(replica, "nabill_bill_promulgation", bill_id=bill_id).records
    assert len(law) == 1
    assert str(law[0]["anounceDt"]) > str(bill["procDt"])
    other = _ask(replica, "assembly_bill_proposers", BILL_ID=bill_id).records
    assert [r["PPSR_NM"] for r in other] == [r["memName"] for r in signed]


def _links(replica: Replica, bill_id: str, block: str) -> list[str]:
    """Return the bills that one block of a bill's related bills links to."""
    found = _ask(replica, "nabill_bill_related", bill_id=bill_id).records
    return [str(r["billLink"]).rpartition("=")[2] for r in found if r["block"] == block]


def test_a_dropped_bill_leads_to_its_alternative(replica: Replica) -> None:
    found = _ask(replica, "nabill_bills_by_committee", ord="A21", numOfRows="1000")
    dropped = [str(r["billId"]) for r in found.records if r["generalResult"] == "대안반영폐기"]
    into = {d: _links(replica, d, "billGbnCd") for d in dropped[:50]}
    tied = {d: links[0] for d, links in into.items() if links}
    assert len(tied) > 40
    for bill_id, alternative in tied.items():
        assert bill_id in _links(replica, alternative, "exhaust")


def test_conditions_of_the_search(replica: Replica) -> None:
    search = "nabill_bill_search"
    days = {"start_propose_date": "2023-01-01", "end_propose_date": "2023-01-31"}
    month = _ask(replica, search, numOfRows="1000", **days)
    assert month.records
    assert all("2023-01-01" <= str(r["proposeDt"]) <= "2023-01-31" for r in month.records)
    named = _ask(replica, search, bill_name="작은학교", numOfRows="1000")
    assert named.records
    assert all("작은학교" in str(r["billName"]) for r in named.records)
    number = str(named.records[0]["billNo"])
    assert [r["billNo"] for r in _ask(replica, search, bill_no=number).records] == [number]
    by_code = _ask(replica, search, ord="A21", curr_committee="9700008").total
    assert by_code == _ask(replica, search, ord="A21", curr_committee="정무위원회").total
    assert by_code
    assert _ask(replica, search, curr_committee="전체").total == _ask(replica, search).total


def test_what_is_not_recorded_is_a_miss_and_not_nothing(replica: Replica) -> None:
    fact = "PRC_R2C4R0F5Q3N0N1H4N5T0N0T4N2Y0U7"
    assert _ask(replica, "nabill_bill_receipt", bill_id=fact).records[0]["bookHwpUrl"] == ""
    for name in ("committee_review", "sponsors", "promulgation", "related"):
        assert _ask(replica, f"nabill_bill_{name}", bill_id=fact).reason is Reason.MAINTENANCE
        nobody = _ask(replica, f"nabill_bill_{name}", bill_id="PRC_없는값")
        assert nobody.status is Status.EMPTY
    assert _ask(replica, "nabill_bill_search", bill_name="없는값").reason is Reason.MAINTENANCE
    assert _ask(replica, "nabill_bill_search", ord="A21", bill_name="없는값").status is Status.EMPTY
    assert _ask(replica, "nabill_bill_search", ord="A19").reason is Reason.MAINTENANCE
    assert _ask(replica, "nabill_bill_receipt").code == "99"


def test_recent_lists_come_page_by_page(replica: Replica) -> None:
    for name in ("received", "pending", "passed"):
        tool = f"nabill_recent_{name}"
        total = _ask(replica, tool).total or 0
        pages = [
            _ask(replica, tool, pageNo=str(n), numOfRows="40").records
            for n in range(1, -(-total // 40) + 1)
        ]
        key = "billid" if name == "pending" else "billId"
        ids = [r[key] for page in pages for r in page]
        assert len(ids) == len(set(ids)) == total > 100
    codes = _ask(replica, "nabill_committee_codes").records
    assert codes[0] == {"committeecode": "전체", "committeename": "전체"}
