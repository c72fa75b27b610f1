"""예금보험공사: places as numbers, names matched in part, the failed apart from the living."""

from __future__ import annotations

import pytest

from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, read_yaml

MINE = sorted(name for name in ReplicaSpec(read_yaml()) if name.startswith("kdic_"))
PRODUCTS = "kdic_insured_products"
FAILED = "한벼리저축은행"


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[name], args)[0]


@pytest.mark.parametrize("name", MINE)
def test_a_declaration_fits_its_tool_and_table(replica: Replica, name: str) -> None:
    assert replica.check(replica.catalogue[name]) == ()


def test_every_tool_is_declared(replica: Replica) -> None:
    assert set(replica.catalogue.names("kdic")) == set(MINE)


def test_numbers_are_places_in_the_list_asked_for(replica: Replica) -> None:
    third = _ask(replica, PRODUCTS, pageNo="3", numOfRows="50")
    assert [r["num"] for r in third.records] == [str(n) for n in range(101, 151)]
    young = _ask(replica, PRODUCTS, prdNm="청년", numOfRows="1000")
    assert young.records[0]["num"] == "1"
    assert all("청년" in str(r["prdNm"]) for r in young.records)


def test_pages_of_companies_cover_them_once(replica: Replica) -> None:
    first = _ask(replica, "kdic_insured_companies", numOfRows="200")
    rest = _ask(replica, "kdic_insured_companies", numOfRows="200", pageNo="2")
    names = [r["fncIstNm"] for r in (*first.records, *rest.records)]
    assert len(names) == len(set(names)) == first.total
    assert names == sorted(str(n) for n in names)


def test_a_sector_and_a_company_narrow_products_down(replica: Replica) -> None:
    whole = _ask(replica, PRODUCTS, fncIstNm="우리은행", numOfRows="1000")
    assert {r["fncIstNm"] for r in whole.records} == {"우리은행"}
    assert _ask(replica, PRODUCTS, fncIstNm="우리은행", regnNm="저축은행").status is Status.EMPTY
    assert _ask(replica, PRODUCTS, fncIstNm="우리은행", regnNm="은행").total == whole.total


def test_the_older_list_knows_nothing_later(replica: Replica) -> None:
    old = _ask(replica, f"{PRODUCTS}_202008", fncIstNm="가람은행", numOfRows="1000")
    new = _ask(replica, PRODUCTS, fncIstNm="가람은행", numOfRows="1000")
    assert 0 < (old.total or 0) < (new.total or 0)
    assert {r["prdNm"] for r in old.records} < {r["prdNm"] for r in new.records}
    assert all(str(r["prdSalDscnDt"]) <= str(r["regDate"]) for r in old.records)
    assert "prdPttn" not in old.records[0]


def test_figures_of_a_quarter_are_those_of_its_institutions(replica: Replica) -> None:
    found = _ask(replica, "kdic_savings_bank_key_figures", ym="202406", numOfRows="100")
    assert found.total == 79
    assert _ask(replica, "kdic_savings_bank_key_figures", ym="202405").status is Status.EMPTY
    assert _ask(replica, "kdic_savings_bank_key_figures", ym="2024").reason is Reason.BAD_VALUE
    insurer = _ask(replica, "kdic_life_insurer_overview", baseYm="202406", crpno="1101110000004")
    row = insurer.records[0]
    assert int(str(row["inspnl"])) + int(str(row["ivstPnl"])) == int(str(row["cnprfNprf"]))


def test_accounts_of_a_failed_bank_are_found_by_day_and_number(replica: Replica) -> None:
    loans = "kdic_savings_bank_new_loans"
    assert _ask(replica, loans, svbkNm=FAILED).reason is Reason.MISSING_ARG
    args = {"svbkNm": FAILED, "newDt": "20240628"}
    whole = _ask(replica, loans, numOfRows="100", **args)
    one = _ask(replica, loans, lnAccno="L0201-0000001", **args)
    assert (one.total, (whole.total or 0) > 1) == (1, True)
    assert _ask(replica, loans, lnAccno="D0201-0000001", **args).status is Status.EMPTY


def test_goods_of_estates_are_found_and_opened(replica: Replica) -> None:
    listed = _ask(replica, "kdic_estate_real_estate", sidoNm="경기도", numOfRows="1000")
    assert listed.records
    small = _ask(replica, "kdic_estate_real_estate", landSqreTo="99.5", sidoNm="경기도")
    assert 0 < (small.total or 0) < (listed.total or 0)
    for row in listed.records[:5]:
        number = str(row["artslMngmNo"])
        opened = [
            _ask(replica, name, artslMngmNo=number).records
            for name in (
                "kdic_estate_real_estate_detail",
                "kdic_estate_special_real_estate_detail",
            )
        ]
        assert sum(map(len, opened)) >= 1
    wrong = _ask(replica, "kdic_estate_real_estate", landSqreTo="넓음")
    assert wrong.reason is Reason.BAD_VALUE


def test_a_failed_bank_runs_through_the_reports(replica: Replica) -> None:
    reports = [n for n in MINE if n.startswith("kdic_failed_savings_bank_")]
    assert len(reports) == 32
    for name in reports:
        rows = _ask(replica, name, fnccmpNm=FAILED, baseYm="202406").records
        assert {r["fnccmpNm"] for r in rows} == {FAILED}, name
    events = _ask(replica, "kdic_insured_event_companies", fnccmpNm=FAILED, numOfRows="100")
    assert {r["stsNm"] for r in events.records} == {"영업정지", "계약이전", "파산"}
