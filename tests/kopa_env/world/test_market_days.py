"""금융위원회's market days and notices: repos, loans, short-term paper, disclosures."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.compile import PACKAGE, read_platform
from kopa_env.language.particles import particle_errors
from kopa_env.outcome import Record, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import load_replica
from kopa_env.world.world import Condition, World

TOOLS, ABOUT, SEMANTICS = read_platform(PACKAGE / "platforms" / "fsc")
DECLARED = load_replica(SEMANTICS)
TABLES = (
    "commission_disclosures", "foreign_settlements", "depositary_receipts",
    "depositary_receipt_rights", "repo_trades", "repo_collateral", "repo_currencies",
    "securities_lending", "securities_lending_sectors", "share_lending_days", "short_term_issues",
    "short_term_issuer_balances", "short_term_type_balances", "short_term_kind_balances",
    "short_term_months", "short_term_trades", "crowdfunding_issues", "crowdfunding_brokers",
    "fund_sales", "institution_statement_texts", "institution_governance", "proceeds_uses",
)  # fmt: skip
SERVED = sorted(name for name in DECLARED if DECLARED[name].table in TABLES)
TODAY, DAY, BANK = "20260130", "20240115", "1101110000001"
COMING = {"due"}


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


def _all(world: World, table: str) -> list[dict[str, Any]]:
    return [dict(row) for row in world.rows(table)]


def test_eighty_three_tools_are_declared_on_these_tables() -> None:
    assert len(SERVED) == 83
    assert all(DECLARED[name].fidelity == "declared" for name in SERVED)


@pytest.mark.parametrize("name", SERVED)
def test_a_tool_fits_its_table_and_finds_rows(fsc: Replica, name: str) -> None:
    spec = fsc.catalogue[name]
    assert fsc.check(spec) == ()
    args = {p.wire_name: str(p.example) for p in spec.params if p.required}
    found = fsc.answer(spec, {**args, "numOfRows": "1000"})[0]
    assert found.status is Status.OK
    assert (found.total or 0) >= 5
    blank = {"bondIssuDcnt"} if name.endswith(("_lawsuits", "_overseas_listings")) else set()
    for field in spec.fields:
        if field.path not in blank:
            assert any(row[field.path] for row in found.records), field.path


@pytest.mark.parametrize("name", SERVED)
def test_a_day_filters_and_the_latest_comes_first(fsc: Replica, name: str) -> None:
    declared = DECLARED[name]
    wire = next((w for w, f in declared.where.items() if f.column == "day" and f.op == "eq"), "")
    if not wire:
        assert declared.required == ("bizYr",) or "basYm" in declared.where
        return
    if wire not in declared.columns or declared.columns[wire] != "day":
        return
    rows = fsc.answer(fsc.catalogue[name], {"numOfRows": "1000"})[0].records
    days = [str(row[wire]) for row in rows]
    assert days == sorted(days, reverse=True)
    one = fsc.answer(fsc.catalogue[name], {"numOfRows": "1000", wire: days[-1]})[0].records
    assert {str(row[wire]) for row in one} == {days[-1]}
    refused = fsc.answer(fsc.catalogue[name], {wire: "2024-01"})[0]
    assert refused.code == "10"


def test_nothing_lies_in_the_future(world: World) -> None:
    for table in TABLES:
        columns = [
            c.name
            for c in world.table(table).columns
            if c.domain in ("date", "ym6") and c.name not in COMING
        ]
        assert columns or table == "proceeds_uses"
        for row in world.rows(table):
            assert all(str(row[name]) <= TODAY for name in columns), (table, row)


def test_notices_of_companies_are_those_filed(fsc: Replica, world: World) -> None:
    filed = [row for row in world.rows("dart_dfOcr")]
    told = _rows(fsc, "company_disclosure_defaults")
    assert len(told) == len(filed)
    assert Counter(r["basDt"] for r in told) == Counter(r["received"] for r in filed)
    assert {r["dshCtt"] for r in told} == {r["df_cn"] for r in filed}
    real = {r["jurir_no"] for r in world.select("companies", [Condition("real", "eq", 1)])[0]}
    assert not {r["crno"] for r in told} & (real - {""})


def test_institutions_tell_apart_from_companies(fsc: Replica, world: World) -> None:
    bank = _rows(fsc, "financial_disclosure_shareholder_meetings", crno=BANK)
    assert {row["corpNm"] for row in bank} == {"가람은행"}
    assert _ask(fsc, "company_disclosure_shareholder_meetings", crno=BANK).status is Status.EMPTY
    samsung = _rows(fsc, "company_disclosure_shareholder_meetings", corpNm="삼성전자")
    assert all("삼성전자" in str(row["corpNm"]) for row in samsung)
    listed = {row["stock_code"] for row in world.rows("financial_institutions")} - {None}
    names = {
        row["corp_name"] for row in world.rows("companies") if row["stock_code"] in listed
    }  # fmt: skip
    boards = world.select("commission_disclosures", [Condition("financial", "eq", 0)])[0]
    assert names
    assert not names & {row["name"] for row in boards}


def test_the_other_company_of_a_deal_is_found_by_name(fsc: Replica) -> None:
    rows = _rows(fsc, "financial_disclosure_equity_acquisitions")
    one = str(rows[0]["issuCmpyNm"])
    found = _rows(fsc, "financial_disclosure_equity_acquisitions", issuCmpyNm=one)
    assert all(one in str(row["issuCmpyNm"]) for row in found)
    linked = "financial_disclosure_equity_linked_bond_disposals"
    assert _ask(fsc, linked, issuCmpyNm="없는회사").status is Status.EMPTY


def test_failed_banks_stop_before_they_are_dissolved(world: World) -> None:
    failed = {row["crno"]: str(row["declared"]) for row in world.rows("bankrupt_institutions")}
    where = [Condition("board", "eq", "suspension"), Condition("financial", "eq", 1)]
    stopped = [r for r in world.select("commission_disclosures", where)[0] if r["crno"] in failed]
    assert len(stopped) > 10
    assert all(str(row["day"]) < failed[row["crno"]] for row in stopped)


def test_notices_are_written_in_good_korean(world: World) -> None:
    texts = {str(row["text"]) for row in world.rows("commission_disclosures") if row["text"]}
    assert len(texts) > 150
    assert [text for text in texts if particle_errors(text)] == []


def test_repo_balances_are_what_is_outstanding(fsc: Replica, world: World) -> None:
    day = _rows(fsc, "repo_trades", basDt=DAY)
    rates = _rows(fsc, "repo_interest_rates", basDt=DAY)
    assert [r["rpSqno"] for r in day] == [r["rpSqno"] for r in rates]
    balances = _rows(fsc, "repo_balance_by_currency", rpTrDt=DAY)
    assert {row["rpTrDt"] for row in balances} == {"2024-01-15 00:00:00"}
    where = [Condition("day", "eq", DAY), Condition("kind", "eq", "기관")]
    (held,) = world.select("repo_collateral", where)[0]
    names = ("treasury", "stabilisation", "financial", "special", "corporate")
    whole = sum(int(str(row["rpCurBal"])) for row in balances)
    assert whole < sum(int(str(held[name])) for name in names) <= whole * 105 // 100
    own = world.select("repo_trades", [Condition("day", "eq", DAY)])[0]
    assert sum(int(str(row["amount"])) for row in own) <= whole


def test_loans_of_shares_add_up(fsc: Replica, world: World) -> None:
    issues = _rows(fsc, "stock_lending_by_issue", basDt=DAY)
    (volume,) = _rows(fsc, "stock_lending_domestic_foreign_volume", basDt=DAY)
    assert sum(int(str(r["lnbCclStckCnt"])) for r in issues) == int(str(volume["sumLnbCclStckCnt"]))
    parts = ("forgLnbCclAmt", "ntivLnbCclAmt")
    assert sum(int(str(volume[name])) for name in parts) == int(str(volume["sumLnbCclAmt"]))
    (month,) = _rows(fsc, "stock_lending_by_month", basDt="20240131")
    where = [Condition("kind", "eq", "주식"), Condition("day", "range", ("20240101", "20240131"))]
    lent = sum(int(str(row["lent"])) for row in world.select("securities_lending", where)[0])
    assert int(str(month["lnbCclStckCnt"])) == lent
    known = {row["isin"] for row in world.rows("stock_issues")}
    assert {row["isinCd"] for row in issues} <= known
    bonds = {row["isin"] for row in world.rows("bonds")}
    assert {r["isinCd"] for r in _rows(fsc, "bond_lending_by_issue", basDt=DAY)} <= bonds


def test_a_balance_follows_from_the_day_before_and_is_worth_its_price(world: World) -> None:
    of = [Condition("kind", "eq", "주식"), Condition("name", "eq", "삼성전자")]
    rows = sorted(world.select("securities_lending", of)[0], key=lambda row: str(row["day"]))
    for before, after in pairwise(rows):
        moved = int(str(after["lent"])) - int(str(after["returned"]))
        assert int(str(after["left"])) == int(str(before["left"])) + moved
    price = [Condition("day", "eq", DAY), Condition("abbr", "eq", "삼성전자")]
    (quoted,) = world.select("stock_prices", price)[0]
    (row,) = (row for row in rows if row["day"] == DAY)
    assert row["balance"] == int(str(row["left"])) * int(str(quoted["close"]))


def test_sectors_share_an_issue_among_them(fsc: Replica) -> None:
    rows = _rows(fsc, "stock_lending_by_industry", basDt=DAY)
    shares: dict[object, float] = defaultdict(float)
    for row in rows:
        shares[row["isinCd"]] += float(str(row["stckLndnRto"]))
    assert all(99.9 < share <= 100 for share in shares.values())
    lender = _rows(fsc, "stock_lending_by_industry", basDt=DAY, sicNm="외국인")
    assert {row["sicNm"] for row in lender} == {"외국인"}


def test_rankings_are_the_largest(fsc: Replica) -> None:
    rows = _rows(fsc, "bond_lending_ranking", basDt=DAY)
    amounts = [int(str(row["lnbCclAmt"])) for row in rows]
    assert amounts == sorted(amounts, reverse=True)
    assert len(amounts) == 30
    assert _ask(fsc, "bond_lending_ranking", lnbScrtDcdNm="주식").status is Status.EMPTY


def test_short_term_balances_agree_with_one_another(world: World) -> None:
    day = [Condition("day", "eq", DAY)]
    tables = ("issuer", "type", "kind")
    sums = [
        sum(int(str(row["amount"])) for row in world.select(f"short_term_{t}_balances", day)[0])
        for t in tables
    ]
    issues = [r for r in _all(world, "short_term_issues") if r["day"] <= DAY < r["due"]]
    assert sums == [sum(row["amount"] for row in issues)] * 3
    assert {row["isin"] for row in world.rows("short_term_trades")} <= {
        row["isin"] for row in world.rows("short_term_issues")
    }


def test_paper_is_found_by_issuer_class_and_term(fsc: Replica) -> None:
    one = str(_rows(fsc, "commercial_paper_issues")[0]["crno"])
    assert {r["crno"] for r in _rows(fsc, "commercial_paper_issues", crno=one)} == {one}
    held = _rows(fsc, "short_term_issuer_balance_by_maturity", crno=one)
    assert "기업어음" in {row["scrsDcdNm"] for row in held}
    terms = _rows(fsc, "electronic_short_term_bond_issues", shtrFinPrdDcdNm="90일")
    assert {row["shtrFinPrdDcd"] for row in terms} == {"90"}
    assert _ask(fsc, "cd_issues", scrsDcdNm="채권").status is Status.EMPTY
    sold = _rows(fsc, "short_term_securities_trades", slngShtrFinBzcDcd="03")
    assert {row["slngShtrFinBzcDcdNm"] for row in sold} == {"증권사"}
    sides = Counter(
        r["trdDcdNm"] for r in _rows(fsc, "short_term_securities_trade_amounts", basDt=DAY)
    )
    assert sides["매도"] == sides["매수"]


def test_receipts_belong_to_shares(fsc: Replica, world: World) -> None:
    shares = {row["isin"]: row for row in world.rows("deposit_shares")}
    for row in _rows(fsc, "dr_items"):
        assert shares[row["orshIsinCd"]]["crno"] == row["crno"]
        assert str(shares[row["orshIsinCd"]]["since"]) < str(row["basDt"])
    rights = _rows(fsc, "dr_rights_schedule_by_reason", crno=BANK)
    assert {row["innnTrIssuCmpyNm"] for row in rights} == {"가람은행"}


def test_brokers_brought_in_what_their_campaigns_did(world: World) -> None:
    sums: Counter[tuple[str, str]] = Counter()
    for row in _all(world, "crowdfunding_issues"):
        sums[row["day"][:6], row["broker"]] += row["issued"]
        assert row["starts"] < row["ends"]
    told: Counter[tuple[str, str]] = Counter()
    for row in _all(world, "crowdfunding_brokers"):
        told[row["day"][:6], row["broker"]] += row["amount"]
    assert told == Counter({at: n for at, n in sums.items() if n and at[0] < "202601"})


def test_fund_sales_filter_by_code_name_and_span(fsc: Replica) -> None:
    rows = _rows(fsc, "fund_sales_by_type", likeFundPtrnNm="혼합", basDt="20241231")
    assert {row["fundPtrnNm"] for row in rows} == {"혼합주식형", "혼합채권형", "혼합자산형"}
    span = _rows(fsc, "fund_sales_by_seller", beginBasDt="20240131", endBasDt="20240331")
    assert {row["basDt"] for row in span} == {"20240131", "20240229"}
    for row in _rows(fsc, "fund_sales_by_customer", fundPtrnCd="04"):
        people, firms = int(str(row["idvpnCustTrprSleBal"])), int(str(row["genCorpCustTrprSleBal"]))
        assert people + firms <= int(str(row["fundSleBalSum"]))


def test_statements_say_what_the_figures_do(fsc: Replica, world: World) -> None:
    (sheet,) = _rows(fsc, "financial_company_balance_sheets", crno=BANK, bizYear="2024")
    where = [Condition("sector", "eq", "은행"), Condition("ym", "eq", "202412")]
    figures = next(r for r in world.select("fin_quarters", where)[0] if r["crno"] == BANK)
    assert f"자산총계 {int(str(figures['assets'])):,}" in str(sheet["FnCoBs_body"])
    assert str(sheet["FnCoBs_header"]).startswith("가람은행 재무상태표")


def test_officers_are_no_fewer_than_directors(fsc: Replica) -> None:
    (pay,) = _rows(fsc, "financial_company_executive_pay", crno=BANK, basDt="20241231")
    officers = _rows(fsc, "financial_company_executives", crno=BANK, basDt="20241231")
    assert [row["dataSqno"] for row in officers] == [str(n + 1) for n in range(len(officers))]
    assert len(officers) + 1 >= int(str(pay["rgstDrtrCnt"]))


def test_proceeds_were_raised_in_the_year_of_their_report(fsc: Replica, world: World) -> None:
    reports = {row["rcept_no"]: row for row in world.rows("annual_report_notices")}
    for name in ("private_placement_proceeds_use", "public_offering_proceeds_use"):
        assert _ask(fsc, name).code == "11"
        for row in _rows(fsc, name, bizYr="2024"):
            assert reports[row["rcptNo"]]["corp_code"] == row["corpSeNo"]
            assert row["bizYr"] == "2024"


def test_settlements_by_market_are_the_same_rows(fsc: Replica) -> None:
    rows = _rows(fsc, "foreign_securities_settlements", frcrScrtDpsgStlDt=DAY)
    markets = _rows(fsc, "foreign_securities_settlements_by_market", frcrScrtDpsgStlDt=DAY)
    assert [r["dpsgScrtSlngCcnt"] for r in rows] == [r["dpsgScrtSlngCcnt"] for r in markets]
    assert {"미국", "일본"} <= {row["scrsMrktNtnlDcdNm"] for row in markets}
