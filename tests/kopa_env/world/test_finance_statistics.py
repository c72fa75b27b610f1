"""What 금융위원회 tells beside prices: notices, accounts, loans, mortgages, insurance."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import pytest
import yaml

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.compile import PACKAGE, read_platform
from kopa_env.language.particles import particle_errors
from kopa_env.outcome import Record, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.shapes import fits
from kopa_env.replica.spec import load_replica
from kopa_env.world.tables import TABLES
from kopa_env.world.tables.finance.state_property import FIXED_PLATE
from kopa_env.world.world import Condition, World

FOLDER = PACKAGE / "platforms" / "fsc"
TOOLS, ABOUT, SEMANTICS = read_platform(FOLDER)
DECLARED = load_replica(SEMANTICS)
MINE = sorted(yaml.safe_load((FOLDER / "replica" / "statistics.yaml").read_text(encoding="utf-8")))
READ = sorted({DECLARED[name].table for name in MINE})
TODAY = "20260130"
AHEAD = {"matures", "due"}
"""Columns with days that may lie ahead."""


@pytest.fixture(scope="module")
def fsc(world: World) -> Replica:
    """A replica of this platform alone."""
    assert ABOUT is not None
    return Replica(world, Catalogue.of(tuple(TOOLS), (ABOUT,)), DECLARED)


def _ask(fsc: Replica, name: str, **args: str) -> ToolResult:
    return fsc.answer(fsc.catalogue[f"fsc_{name}"], {"numOfRows": "1000", **args})[0]


def _rows(fsc: Replica, name: str, **args: str) -> list[Record]:
    found = _ask(fsc, name, **args)
    assert found.status is Status.OK, (name, args, found.code)
    return list(found.records)


def _of(world: World, table: str, **where: str) -> list[dict[str, Any]]:
    conditions = [Condition(column, "eq", value) for column, value in where.items()]
    return [dict(row) for row in world.select(table, conditions)[0]]


# ---- every tool --------------------------------------------------------------------------------


def test_every_tool_is_declared() -> None:
    assert len(MINE) == 82
    assert [name for name in MINE if DECLARED[name].table == "listing"] == []


@pytest.mark.parametrize("name", MINE)
def test_a_tool_answers_its_example_in_the_shapes_of_its_fields(fsc: Replica, name: str) -> None:
    spec = fsc.catalogue[name]
    assert fsc.check(spec) == ()
    args = {p.wire_name: str(p.example) for p in spec.params if p.required}
    rows = _rows(fsc, name.removeprefix("fsc_"), **args)
    for field in spec.fields:
        values = [row.get(field.path) for row in rows]
        assert all(fits(field.shape or "text", value) for value in values), field.path
        assert any(value not in (None, "") for value in values), field.path


@pytest.mark.parametrize("name", MINE)
def test_a_tool_refuses_what_lacks_a_required_argument(fsc: Replica, name: str) -> None:
    spec = fsc.catalogue[name]
    if any(p.required for p in spec.params):
        assert _ask(fsc, name.removeprefix("fsc_")).code == "11"


@pytest.mark.parametrize("table", READ)
def test_no_day_lies_ahead(world: World, table: str) -> None:
    dated = [
        c.name for c in TABLES[table].columns if c.domain in ("date", "ym6") and c.name not in AHEAD
    ]
    rows = list(world.rows(table))
    assert rows
    for name in dated:
        assert max(str(row[name] or "") for row in rows) <= TODAY, name


@pytest.mark.parametrize("table", READ)
def test_nulls_are_as_rare_as_declared(world: World, table: str) -> None:
    rows = list(world.rows(table))
    for column in TABLES[table].columns:
        share = sum(row[column.name] is None for row in rows) / len(rows)
        assert abs(share - column.null_rate) < 0.08, (column.name, share)


# ---- what companies announce -------------------------------------------------------------------


def test_a_notice_is_what_dart_holds(fsc: Replica, world: World) -> None:
    numbers = {
        str(c["corp_code"]): str(c["jurir_no"])
        for c in world.select("companies", [Condition("corp_cls", "ne", "E")])[0]
    }
    filed = [
        (e["received"], numbers.get(str(e["corp_code"])), str(e["icnm"]))
        for e in world.rows("dart_lwstLg")
    ]
    told = _rows(fsc, "company_disclosure_lawsuits")
    assert {(r["basDt"], r["crno"], r["lwstIcdtNm"]) for r in told} <= set(filed)
    assert len(told) > len(filed) * 9 // 10


def test_notices_are_found_by_company_by_day_and_by_part_of_a_name(fsc: Replica) -> None:
    listed = "company_disclosure_overseas_listings"
    first = _rows(fsc, listed)[0]
    name, crno = str(first["enpCorpNm"]), str(first["crno"])
    assert first in _rows(fsc, listed, enpCorpNm=name[:3])
    assert {r["crno"] for r in _rows(fsc, listed, crno=crno)} == {crno}
    assert {r["basDt"] for r in _rows(fsc, listed, basDt=str(first["basDt"]))} == {first["basDt"]}
    assert _ask(fsc, listed, basDt="2024").code == "10"
    days = [str(r["basDt"]) for r in _rows(fsc, "company_disclosure_mergers")]
    assert days == sorted(days, reverse=True)


def test_a_partner_is_asked_for_by_name(fsc: Replica) -> None:
    deals = "company_disclosure_equity_acquisitions"
    partner = str(_rows(fsc, deals)[5]["issuCmpyNm"])
    assert {r["issuCmpyNm"] for r in _rows(fsc, deals, issuCmpyNm=partner)} == {partner}


def test_directors_are_fictional_and_told_of_in_good_korean(world: World) -> None:
    real = {str(c["corp_name"]) for c in _of(world, "companies") if c["real"]}
    told = _of(world, "company_notices", kind="directors")
    assert {row["name"] for row in told} & real == set()
    texts = [str(row["text"]) for row in told[::7]]
    assert [text for text in texts if particle_errors(text)] == []
    assert [text for text in texts if "(으로)" in text or "이(가)" in text] == []


def test_a_first_meeting_of_creditors_follows_the_petition(world: World) -> None:
    held = [r for r in _of(world, "borrower_records", kind="rehabilitation") if r["meeting"]]
    assert all(row["day"] < row["meeting"] for row in held)


def test_officers_are_those_of_the_annual_report(fsc: Replica, world: World) -> None:
    company = next(c for c in _of(world, "companies", corp_cls="Y") if not c["real"])
    crno, code = str(company["jurir_no"]), str(company["corp_code"])
    where = {"corp_code": code, "of_year": "2024", "of_report": "11011"}
    board = _of(world, "dart_exctvSttus", **where)
    rows = _rows(fsc, "company_executives", crno=crno)
    assert [r["dataSqno"] for r in rows] == [str(n) for n in range(1, len(board) + 1)]
    directors = sum(row["rgist_exctv_at"] != "감사" for row in board)
    assert _rows(fsc, "company_executive_pay", crno=crno)[0]["rgstDrtrCnt"] == str(directors)
    owners = _of(world, "dart_hyslrSttus", **where)
    assert len(_rows(fsc, "company_shareholders", crno=crno)) == len(owners) - 1
    assert len(_rows(fsc, "company_shareholders", crno=crno, sthdSqno="2")) == 1


# ---- accounts and loans ------------------------------------------------------------------------


def test_what_accounts_hold_adds_up(fsc: Replica) -> None:
    day = {"basDt": "20240131"}
    whole = {
        (r["ctg"], r["isaForm"]): int(str(r["invAmt"]))
        for r in _rows(fsc, "isa_subscribers_by_sector", **day)
    }
    for measure in ("금액", "비중"):
        sums: dict[tuple[str, str], float] = defaultdict(float)
        for row in _rows(fsc, "isa_investment_status", **day, ctg=measure):
            sums[str(row["bzds"]), str(row["isaForm"])] += float(str(row["amt"]))
        wanted = whole if measure == "금액" else dict.fromkeys(whole, 100)
        assert {key: round(value, 1) for key, value in sums.items()} == wanted


def test_accounts_are_found_by_part_of_a_form(fsc: Replica) -> None:
    rows = _rows(fsc, "isa_subscribers_by_sector", likeIsaForm="중개", beginBasDt="20250101")
    assert {r["isaForm"] for r in rows} == {"투자중개형"}
    assert min(str(r["basDt"]) for r in rows) >= "20250101"


@pytest.mark.parametrize("kind", ["stock", "bond"])
def test_loans_of_items_and_parties_add_up_to_the_market(fsc: Replica, kind: str) -> None:
    month = {"likeBasDt": "20240115"}
    items = _rows(fsc, f"{kind}_lending_executed_repaid", **month)
    (whole,) = _rows(fsc, f"{kind}_lending_trend", **month)
    name = "cclStckCnt" if kind == "stock" else "cclAmt"
    assert sum(int(str(r[name])) for r in items) == int(str(whole[name]))
    parties = _rows(fsc, f"{kind}_lending_share_by_participant", **month)
    word = "Stck" if kind == "stock" else "Bond"
    lent, borrowed = (
        sum(int(str(r[f"{side}Ccl{word}Amt"])) for r in parties) for side in ("lnde", "bor")
    )
    assert lent == borrowed > 0
    rates = sum(float(str(r[f"lndeCcl{word}AmtRto"])) for r in parties)
    assert 99.8 < rates <= 100


def test_a_share_is_found_by_name_and_code(fsc: Replica, world: World) -> None:
    lent = "stock_lending_executed_repaid"
    row = _rows(fsc, lent, likeBasDt="20240115")[3]
    assert _of(world, "stock_issues", code=str(row["stckItmsCd"]))[0]["abbr"] == row["stckItmsNm"]
    found = _rows(fsc, lent, likeBasDt="202401", stckItmsCd=str(row["stckItmsCd"]))
    assert {r["stckItmsNm"] for r in found} == {row["stckItmsNm"]}
    assert len(found) == 22


# ---- mortgages and other bonds -----------------------------------------------------------------


def test_securities_are_bonds_of_the_world(fsc: Replica, world: World) -> None:
    bonds = {str(row["isin"]): row for row in _of(world, "bonds", issuer="한국주택금융공사")}
    rows = _rows(fsc, "mortgage_issuance_outline", scrsIssuYr="2024")
    assert len(rows) == 150
    for row in rows:
        bond = bonds[str(row["isinCd"])]
        plan = str(row["rqdzPlanCd"]).removeprefix("KHFC")
        assert f"MBS{plan}({row['bondCcd']})" in str(bond["name"])
        assert str(bond["issued"]).startswith("2024")


def test_a_plan_leads_to_its_trades_and_its_pool(fsc: Replica) -> None:
    plan = str(_rows(fsc, "mortgage_otc_trades")[0]["rqdzPlanCd"])
    assert {r["rqdzPlanCd"] for r in _rows(fsc, "mortgage_otc_trades", rqdzPlanCd=plan)} == {plan}
    assert _rows(fsc, "mortgage_issuance_amount_statistics", rqdzPlanCd=plan)
    assert _rows(fsc, "mortgage_pool_ltv_dti", rqdzPlanCd=plan)


def test_balances_by_year_maturity_and_asset_are_the_same_sum(fsc: Replica) -> None:
    sums = {
        sum(int(str(r["mbsIssuAmt"])) for r in _rows(fsc, name, basYm="202403"))
        for name in (
            "mortgage_securities_balance_by_issue_year",
            "mbs_balance_by_maturity",
            "mbs_balance_by_underlying_asset",
        )
    }
    assert len(sums) == 1


def test_called_securities_have_gone(world: World) -> None:
    called = {r["isin"]: r["called_in"] for r in _of(world, "mortgage_securities", called="Y")}
    assert called
    for row in world.rows("mortgage_months"):
        assert str(row["ym"]) <= str(called.get(row["isin"], "9999"))


def test_social_bonds_are_traded_between_issue_and_maturity(fsc: Replica, world: World) -> None:
    rows = _rows(fsc, "social_bonds", likeTrDt="202401", beginIssuDt="20230101")
    assert all("20230101" <= str(r["issuDt"]) <= str(r["trDt"]) < str(r["rdptDt"]) for r in rows)
    bond = _of(world, "bonds", isin=str(rows[0]["bondStdCd"]))[0]
    assert (bond["name"], bond["sri"]) == (rows[0]["itmsNm"], "사회적채권")


def test_programmes_of_support_grow_and_read_well(fsc: Replica) -> None:
    early, late = (_rows(fsc, "social_finance_programmes", basYm=m) for m in ("202301", "202512"))
    assert len(early) < len(late) == len({r["sprtBizNm"] for r in late})
    words = [str(value) for row in late for value in row.values()]
    assert [text for text in words if particle_errors(text)] == []


# ---- insurance, property, products -------------------------------------------------------------


def test_enrolment_is_counted_by_region_sex_and_age(fsc: Replica) -> None:
    args = {"likeSttsAccmlTrgtYr": "2024", "areaNm": "서울특별시", "sexNm": "여자"}
    rows = _rows(fsc, "insurance_enrolment_by_region_sex_age", **args, isuKindNm="암보험")
    assert len(rows) == len({r["rchnAggr"] for r in rows}) == 8
    assert all(0 < float(str(r["joinRto"])) < 100 for r in rows)


def test_both_counts_of_victims_agree(fsc: Replica) -> None:
    monthly = _rows(fsc, "auto_insurance_victims_monthly", basYm="202406")
    closed = _rows(fsc, "auto_accident_victims_by_closing_month", likeAtmbAcdnCnlsYm="202406")
    assert [r["nope"] for r in monthly] == [r["nope"] for r in closed]
    dead = [r for r in monthly if r["dthInjClsfNm"] == "사망"]
    assert [r["injLvlcntCd"] for r in dead] == ["00"]


def test_ranks_run_from_one_and_fall(fsc: Replica) -> None:
    for name, rank, people in (
        ("life_insurance_top10_death_causes", "dthCausRnkn", "depeNopeCnt"),
        ("life_insurance_top5_cancer_deaths", "dthCausRnkn", "depeNopeCnt"),
        ("life_insurance_top5_cancer_incidence", "cancOccrRnkn", "cancOccrNopeCnt"),
    ):
        rows = [r for r in _rows(fsc, name, basYr="2023", sexCd="2") if "60대" in r.values()]
        counts = [int(str(r[people])) for r in rows]
        assert [r[rank] for r in rows] == [str(n) for n in range(1, len(rows) + 1)]
        assert counts == sorted(counts, reverse=True)
        assert "C61" not in {r["kcdCd"] for r in rows}


def test_deaths_from_cancer_are_the_same_in_both_rankings(world: World) -> None:
    deaths, cancers = (
        {(r["year"], r["sex"], r["age"], r["code"]): r["people"] for r in rows}
        for rows in (_of(world, "life_insurance_ranks", kind=k) for k in ("death", "cancer death"))
    )
    both = deaths.keys() & cancers.keys()
    assert len(both) > 300
    assert all(deaths[key] == cancers[key] for key in both)


def test_state_property_stands_by_a_day_and_in_its_province(fsc: Replica) -> None:
    args = {"ntnlAstLctnSidoNm": "경기도"}
    then, now = (
        _ask(fsc, "disclosed_national_property", basDt=day, **args).total or 0
        for day in ("20240115", "20260130")
    )
    assert 0 < then < now
    rows = _rows(fsc, "national_assets_for_lease_or_sale", **args, ntnlAstLccdNm="토지")
    assert all(str(r["ntnlAstObjcNm"]).startswith("경기도 ") for r in rows)
    sales = _rows(fsc, "public_auction_assets")
    assert all(str(r["basDt"]) < str(r["pusaDt"]) for r in sales)


def test_a_flooded_car_is_found_by_its_plate(fsc: Replica) -> None:
    args = {"nowVhclNo": FIXED_PLATE}
    (row,) = _rows(fsc, "vehicle_flood_accidents", **args)
    assert str(row["acdnKindNm"]).startswith("침수")
    assert _ask(fsc, "vehicle_flood_accidents", nowVhclNo="99하0000").status is Status.EMPTY


def test_this_month_is_last_month_and_the_change(fsc: Replica) -> None:
    rows = _rows(fsc, "foreign_investment_securities_by_seller_v2", basDt="20250331")
    by_seller: dict[str, dict[str, int]] = defaultdict(dict)
    for row in rows:
        by_seller[str(row["slngCmpy"])][str(row["mmntCtg"])] = int(str(row["stActCnt"]))
    assert all(m["전월"] + m["증감"] == m["당월"] for m in by_seller.values())
    few = _rows(fsc, "foreign_investment_securities_by_seller_v2", beginFndCnt="5", endFndCnt="9")
    assert {int(str(r["fndCnt"])) for r in few} <= set(range(5, 9))


def test_products_are_those_of_institutions(fsc: Replica, world: World) -> None:
    known = {str(row["name"]) for row in world.rows("financial_institutions")}
    rows = _rows(fsc, "indemnity_medical_insurance", basDt="20240102", likePrdNm="노후")
    assert {r["ptrn"] for r in rows} == {"노후실손"}
    assert {str(r["cmpyNm"]) for r in rows} <= known
    ratios = _rows(fsc, "derivative_linked_early_redemption_ratio_v2", year="2024", prdCtg="ELS")
    assert {str(r["cpnyNm"]) for r in ratios} <= known
    assert Counter(str(r["prdCtg"]) for r in ratios).keys() == {"ELS"}


def test_trusts_and_derivatives_follow_the_quarters(fsc: Replica) -> None:
    trusts = _rows(fsc, "trust_business_companies", title="공통신탁_신탁회사 현황", basYm="202403")
    assert "부동산신탁업" in {r["cnfmUnitNm"] for r in trusts}
    assert _ask(fsc, "trust_business_companies", title="다른 표").status is Status.EMPTY
    (row,) = _rows(fsc, "derivatives_business_total_ex_trust", basYm="202403")
    assert int(str(row["bnkDrvpTrAmt"])) > 0
