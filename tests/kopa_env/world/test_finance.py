"""Financial institutions: figures that add up, products of those there are, no harm done."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.finance.institutions import FIXED_FAILED, SECTORS
from kopa_env.world.tables.finance.quarters import QUARTERS
from kopa_env.world.tables.ledger import path
from kopa_env.world.tables.market import main_scope
from kopa_env.world.world import Condition, World

SEEDS = (20260130, 20260131, 7)
PRODUCTS = (
    *("deposit_products", "saving_products", "pension_products"),
    *("mortgage_products", "jeonse_products", "credit_products"),
)


@pytest.fixture(scope="module", params=SEEDS)
def seed(request: pytest.FixtureRequest) -> int:
    """Every seed; those but the first belong to the slow gate."""
    return int(request.param)


@pytest.fixture(scope="module")
def finance(cache: object, seed: int) -> Iterator[World]:
    """The world of a seed."""
    made = World(seed)
    yield made
    made.close()


def _rows(world: World, table: str, **where: Any) -> list[dict[str, Any]]:
    return world.select(table, [Condition(k, "eq", v) for k, v in where.items()])[0]


def test_institutions_are_as_many_as_their_sectors_say(finance: World) -> None:
    rows = _rows(finance, "financial_institutions")
    assert Counter(r["sector"] for r in rows) == {s.name: s.total for s in SECTORS}
    for column in ("fin_id", "name", "kdic_name"):
        assert len({r[column] for r in rows}) == len(rows), column
    codes = [r["code"] for r in rows if r["code"]]
    assert len(codes) == len(set(codes))


def test_real_institutions_have_what_is_known_and_no_more(finance: World) -> None:
    facts = {r["name"]: r for r in fact_rows("financial_institutions")}
    real = _rows(finance, "financial_institutions", real=1)
    assert {r["name"] for r in real} == set(facts)
    for row in real:
        assert (row["code"] or "") == facts[row["name"]]["code"]
        assert (row["crno"], row["ceo"], row["address"]) == (None, "", "")


def test_the_examples_are_in_every_world(finance: World) -> None:
    bank = _rows(finance, "financial_institutions", name="가람은행")[0]
    assert bank["crno"] == "1101110000001"
    assert len(_rows(finance, "bankrupt_institutions", name=FIXED_FAILED)) == 1
    assert _rows(finance, "failed_bank_accounts", name=FIXED_FAILED, day="20240628")
    for kind in ("property", "special", "holding", "art", "other"):
        assert len(_rows(finance, "estate_goods", kind=kind, number="2024-0001")) == 1


@pytest.mark.parametrize("sector", [s.name for s in SECTORS if s.total < 120])
def test_balance_sheets_add_up(finance: World, sector: str) -> None:
    rows = _rows(finance, "fin_quarters", sector=sector)
    assert {r["ym"] for r in rows} == set(QUARTERS)
    for r in rows:
        where = (sector, r["name"], r["ym"])
        assert min(r["cash"], r["securities"], r["loans"], r["other_assets"]) >= 0, where
        assert r["cash"] + r["securities"] + r["loans"] + r["other_assets"] == r["assets"], where
        owed = r["deposits"] + r["borrowings"] + r["other_debt"]
        assert (owed, owed + r["equity"]) == (r["debt"], r["assets"]), where
        classes = ("normal", "watch", "substandard", "doubtful", "loss")
        assert sum(r[c] for c in classes) == r["loans"], where
        assert r["revenue"] - r["expense"] == r["net"], where
        assert r["insurance_result"] + r["investment_result"] == r["net"], where


def test_listed_institutions_report_what_they_filed(finance: World) -> None:
    insurer = _rows(finance, "financial_institutions", stock_code="032830")[0]
    rows = _rows(finance, "fin_quarters", sector="생명보험", fin_id=insurer["fin_id"])
    year = next(r for r in rows if r["ym"] == "202412")
    company = _rows(finance, "companies", stock_code="032830")[0]
    filed = path(finance.seed, company, main_scope(company))[2024]
    assert year["assets"] == filed.assets // 1_000_000
    assert year["net"] == filed.net // 1_000_000


@pytest.mark.parametrize("table", PRODUCTS)
def test_products_are_of_institutions_there_are(finance: World, table: str) -> None:
    named = {r["code"]: r for r in _rows(finance, "financial_institutions") if r["code"]}
    rows = _rows(finance, table)
    for row in rows:
        maker = named[row["fin_co_no"]]
        assert (row["kor_co_nm"], row["grp"]) == (maker["name"], maker["grp"])
        assert json.loads(row["options"])
    order = [(r["grp"], r["fin_co_no"]) for r in rows]
    assert order == sorted(order)


def test_top_rates_are_no_lower_and_terms_differ(finance: World) -> None:
    for table in ("deposit_products", "saving_products"):
        for row in _rows(finance, table):
            options = json.loads(row["options"])
            keys = [(o["intr_rate_type"], o.get("rsrv_type"), o["save_trm"]) for o in options]
            assert len(keys) == len(set(keys))
            assert all((o["intr_rate"] or 0) <= o["intr_rate2"] for o in options)


def test_a_lending_rate_is_base_and_margin_less_adjustment(finance: World) -> None:
    for row in _rows(finance, "credit_products"):
        a, b, c, d = json.loads(row["options"])
        assert [o["crdt_lend_rate_type"] for o in (a, b, c, d)] == list("ABCD")
        for band in ("crdt_grad_1", "crdt_grad_4", "crdt_grad_5", "crdt_grad_13"):
            if a[band] is None:
                assert b[band] is c[band] is d[band] is None
            else:
                assert abs(a[band] - (b[band] + c[band] - d[band])) < 0.001


def test_what_is_offered_is_insured(finance: World) -> None:
    insured = defaultdict(set)
    for row in _rows(finance, "insured_products"):
        insured[row["code"]].add(row["product"])
    for table in ("deposit_products", "saving_products"):
        for row in _rows(finance, table):
            assert row["fin_prdt_nm"] in insured[row["fin_co_no"]], row["kor_co_nm"]


def test_insured_products_are_sorted_and_as_careless_as_in_life(finance: World) -> None:
    rows = _rows(finance, "insured_products")
    assert 35_000 < len(rows) < 55_000
    keys = [(r["name"], r["product"]) for r in rows]
    assert keys == sorted(keys)
    names = {r["name"] for r in _rows(finance, "insured_names")}
    assert {r["name"] for r in rows} - names == {"좌동"}
    assert any(r["product"] == "금융상품명" and r["type"] == "상품유형주)" for r in rows)
    assert any(r["product"] == "해당사항 없음" and r["type"] == "" for r in rows)
    assert all(not r["stopped"] or len(r["stopped"]) == 8 for r in rows)


def test_only_fictional_institutions_failed(finance: World) -> None:
    real = {r["name"] for r in fact_rows("financial_institutions")}
    failed = {r["name"] for r in _rows(finance, "bankrupt_institutions")}
    assert not failed & real
    for table in ("failed_bank_reports", "failed_bank_accounts", "insured_events", "fund_support"):
        assert {r["name"] for r in _rows(finance, table)} <= failed
    assert not failed & {r["name"] for r in _rows(finance, "financial_institutions")}


def test_recovered_money_grows_and_stays_below_what_was_spent(finance: World) -> None:
    course = defaultdict(list)
    for row in _rows(finance, "fund_support"):
        course[row["name"]].append(row)
    for rows in course.values():
        rows.sort(key=lambda r: r["ym"])
        backs = [r["back"] for r in rows]
        assert backs == sorted(backs)
        assert len({r["spent"] for r in rows}) == 1
        assert backs[-1] <= rows[-1]["spent"]


def test_balances_of_failing_banks_change_as_told(finance: World) -> None:
    rows = _rows(finance, "failed_bank_balances", name=FIXED_FAILED)
    for before, now in pairwise(rows):
        assert now["balance"] - before["balance"] == now["change"]


def test_summaries_and_statements_say_the_same(finance: World) -> None:
    summary = _rows(finance, "corp_summaries", year="2023", scope_code="110")[5]
    where = {"crno": summary["crno"], "year": "2023"}
    sheet = {
        r["account_id"]: r["this"]
        for r in _rows(finance, "corp_balance_sheets", **where)
        if r["scope_code"] == "1101"
    }
    assert sheet["ifrs-full_Assets"] == summary["assets"]
    assert sheet["ifrs-full_Equity"] == summary["equity"]
    assert summary["assets"] == summary["debt"] + summary["equity"]


def test_statements_come_as_many_as_told(finance: World) -> None:
    for name in ("corp_balance_sheets", "corp_income_statements"):
        table = finance.table(name)
        assert table.series is not None
        keys = table.series.keys(finance)
        for key in (keys[0], keys[777], keys[-1]):
            assert len(_rows(finance, name, part=key)) == table.series.size(finance, key)


def test_companies_outlined_are_the_register_s(finance: World) -> None:
    outlines = {r["corp_code"]: r for r in _rows(finance, "corp_outlines")}
    for company in _rows(finance, "companies", corp_cls="Y"):
        outline = outlines[company["corp_code"]]
        assert outline["crno"] == (company["jurir_no"] or None)
        assert outline["market_code"] == "P"
        if company["real"]:
            assert (outline["zip"], outline["bank"], outline["detail"]) == ("", None, "")


def test_holders_and_shares_add_up(finance: World) -> None:
    by_day: dict[tuple[Any, Any], dict[Any, Any]] = defaultdict(dict)
    for row in _rows(finance, "stock_distribution"):
        by_day[row["day"], row["customer"]][row["class_code"]] = row
    for classes in by_day.values():
        for column in ("holders", "shares"):
            assert classes["01"][column] + classes["02"][column] == classes["09"][column]
