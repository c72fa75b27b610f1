"""금융위원회: what of it the world answers, spans, pages, and what it cannot say."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import LISTING, ReplicaSpec, read_yaml

_DECLARED = ReplicaSpec(read_yaml())
MINE = sorted(
    name for name in _DECLARED if name.startswith("fsc_") and _DECLARED[name].table != LISTING
)
PRICES = "fsc_stock_prices"
WEEK = {"beginBasDt": "20240108", "endBasDt": "20240113"}


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[name], args)[0]


@pytest.mark.parametrize("name", MINE)
def test_a_declaration_fits_its_tool_and_table(replica: Replica, name: str) -> None:
    assert replica.check(replica.catalogue[name]) == ()


def test_the_end_of_a_span_is_outside_it(replica: Replica) -> None:
    rows = _ask(replica, PRICES, isinCd="KR7005930003", numOfRows="100", **WEEK).records
    days = ["20240112", "20240111", "20240110", "20240109", "20240108"]
    assert [r["basDt"] for r in rows] == days
    short = {"beginBasDt": "20240108", "endBasDt": "20240112"}
    assert _ask(replica, PRICES, isinCd="KR7005930003", **short).total == 4


def test_changes_agree_from_day_to_day(replica: Replica) -> None:
    rows = _ask(replica, PRICES, likeSrtnCd="005930", numOfRows="100", likeBasDt="202401").records
    for now, before in pairwise(rows):
        assert int(str(now["clpr"])) - int(str(now["vs"])) == int(str(before["clpr"]))
        assert int(str(now["mrktTotAmt"])) == int(str(now["clpr"])) * int(str(now["lstgStCnt"]))


def test_pages_cover_a_day_once(replica: Replica) -> None:
    total = _ask(replica, PRICES, basDt="20240115").total or 0
    codes = [
        r["srtnCd"]
        for n in range(1, -(-total // 1000) + 1)
        for r in _ask(replica, PRICES, basDt="20240115", pageNo=str(n), numOfRows="1000").records
    ]
    assert len(codes) == len(set(codes)) == total


def test_figures_narrow_a_day_down(replica: Replica) -> None:
    bounds = {"beginFltRt": "5.0", "endFltRt": "7.5"}
    rows = _ask(replica, PRICES, basDt="20240115", numOfRows="1000", **bounds).records
    assert rows
    assert all(5.0 <= float(str(r["fltRt"])) < 7.5 for r in rows)
    assert _ask(replica, PRICES, basDt="20240115", beginFltRt="높음").reason is Reason.BAD_VALUE


def test_what_only_years_of_days_could_answer_is_a_miss(replica: Replica) -> None:
    wide = _ask(replica, PRICES, beginBasDt="20230101", beginFltRt="29.0")
    assert wide.reason is Reason.MAINTENANCE
    assert _ask(replica, PRICES, basDt="20240113").status is Status.EMPTY


def test_an_issue_has_one_name_in_every_service(replica: Replica) -> None:
    listed = _ask(
        replica, "fsc_krx_listed_items", basDt="20240115", likeItmsNm="율", numOfRows="30"
    )
    for row in listed.records:
        price = _ask(replica, PRICES, basDt="20240115", isinCd=str(row["isinCd"])).records[0]
        assert f"A{price['srtnCd']}" == row["srtnCd"]
        assert price["itmsNm"] == row["itmsNm"]
        if row["crno"]:
            outline = _ask(replica, "fsc_corporate_outline", crno=str(row["crno"])).records
            assert row["corpNm"] in [r["enpPbanCmpyNm"] for r in outline]


def test_a_year_is_needed_for_income_alone(replica: Replica) -> None:
    assert _ask(replica, "fsc_company_income_statements").reason is Reason.MISSING_ARG
    summary = _ask(replica, "fsc_company_summary_financials", bizYear="2023").records[0]
    asked = {"crno": str(summary["crno"]), "bizYear": "2023", "numOfRows": "100"}
    income = _ask(replica, "fsc_company_income_statements", **asked).records
    sales = [r["crtmAcitAmt"] for r in income if r["acitId"] == "ifrs-full_Revenue"]
    assert summary["enpSaleAmt"] in sales
    whole = _ask(replica, "fsc_company_balance_sheets", crno=asked["crno"], numOfRows="1000")
    assert {r["bizYear"] for r in whole.records} == {str(y) for y in range(2019, 2025)}


def test_statistics_answer_to_their_own_title(replica: Replica) -> None:
    name, month = "fsc_domestic_bank_financials", {"basYm": "202403"}
    plain = _ask(replica, name, **month)
    assert _ask(replica, name, title="국내은행 재무현황", **month).total == plain.total
    assert _ask(replica, name, title="저축은행 재무현황", **month).status is Status.EMPTY
    assert _ask(replica, name, basYm="202402").status is Status.EMPTY


def test_classes_of_soundness_are_parts_of_their_sum(replica: Replica) -> None:
    assert _ask(replica, "fsc_fs_asset_soundness_classes").reason is Reason.MISSING_ARG
    rows = _ask(replica, "fsc_fs_asset_soundness_classes", basYm="202403", numOfRows="1000").records
    assert len(rows) == 1000
    assert all(
        int(str(r["nrmAmt"])) + int(str(r["atntAmt"])) <= int(str(r["sumAmt"])) for r in rows
    )


def test_bonds_and_their_payments_are_of_the_same_issuer(replica: Replica) -> None:
    bank = {"crno": "1101110000001", "bondIsurNm": "가람은행"}
    live = _ask(replica, "fsc_bond_basics", basDt="20240417", numOfRows="1000", **bank).records
    paid = _ask(replica, "fsc_bond_rights_schedule", basDt="20240417", **bank).records
    assert paid
    assert {r["isinCd"] for r in paid} <= {r["isinCd"] for r in live}
    assert _ask(replica, "fsc_bond_rights_schedule", basDt="20240417").reason is Reason.MISSING_ARG


def test_derivatives_are_read_over_days(replica: Replica) -> None:
    week = _ask(replica, "fsc_futures_prices", prdCtg="미국달러", numOfRows="5", **WEEK)
    assert week.records[0]["itmsNm"].startswith("미국달러 F")
    assert (week.total or 0) == 5 * 39
    calm = _ask(replica, "fsc_options_prices", basDt="20240115", endIptVlty="18.5", numOfRows="5")
    assert 0 < (calm.total or 0) < 11_668
