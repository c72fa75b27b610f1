"""DART as its users know it: limits, codes, quirks, the forms of values."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.arguments import validate, wire_args
from kopa_env.outcome import JSON, Origin, Reason, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.shapes import fits, shape_of
from kopa_env.sources.replica import ReplicaSource
from kopa_env.world import Condition, World

QUARTER = {"bgn_de": "20240101", "end_de": "20240331"}


@pytest.fixture(scope="module")
def ask(replica: Replica, catalogue: Catalogue):
    """Ask by tool name, past the argument check: as a client of the wire would."""

    def asked(name: str, **args: str) -> ToolResult:
        return replica.answer(catalogue[name], args)[0]

    return asked


@pytest.fixture(scope="module")
def apart(world: World) -> str:
    """A listed company that makes no consolidated statements."""
    alone = [Condition("corp_cls", "eq", "K"), Condition("consolidated", "eq", 0)]
    rows = world.select("companies", alone)[0]
    return str(next(r for r in rows if str(r["listed_on"]) < "2015")["corp_code"])


def test_a_quarter_of_all_filings_has_many_pages(ask):
    first = ask("dart_list_disclosures", **QUARTER, page_count="100")
    assert first.total > 5_000
    assert len(first.records) == 100
    assert first.complete is False
    pages = -(-first.total // 100)
    last = ask("dart_list_disclosures", **QUARTER, page_count="100", page_no=str(pages))
    assert len(last.records) == first.total - (pages - 1) * 100
    after = ask("dart_list_disclosures", **QUARTER, page_count="100", page_no=str(pages + 1))
    assert (after.status, after.code, len(after.records)) == (Status.EMPTY, "013", 0)


def test_pages_are_one_list_cut_in_pieces(ask):
    args = {"bgn_de": "20240311", "end_de": "20240312"}
    whole = []
    first = ask("dart_list_disclosures", **args, page_count="37")
    for page in range(1, -(-first.total // 37) + 1):
        whole += ask("dart_list_disclosures", **args, page_count="37", page_no=str(page)).records
    assert len({record["rcept_no"] for record in whole}) == first.total == len(whole)
    assert whole == sorted(whole, key=lambda record: str(record["rcept_no"]), reverse=True)


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"bgn_de": "20240101", "end_de": "20240401"}, "000"),
        ({"bgn_de": "20240101", "end_de": "20240402"}, "100"),
        ({"bgn_de": "20240101", "end_de": "20241231", "corp_code": "00126380"}, "000"),
        ({"bgn_de": "20240230", "end_de": "20240301"}, "100"),
        ({"bgn_de": "2024-01-01", "end_de": "20240301"}, "100"),
        ({"corp_code": "126380", **QUARTER}, "100"),
        ({"corp_code": "99999999", **QUARTER}, "013"),
        ({**QUARTER, "pblntf_ty": "Z"}, "100"),
        ({**QUARTER, "page_count": "101"}, "100"),
        ({**QUARTER, "page_no": "0"}, "100"),
        ({"bgn_de": "20240301", "end_de": "20240201"}, "013"),
        ({}, "000"),
    ],
)
def test_the_search_answers_with_darts_codes(ask, args, code):
    assert ask("dart_list_disclosures", **args).code == code


def test_without_dates_only_the_last_day_is_searched(ask):
    records = ask("dart_list_disclosures", page_count="100").records
    assert {record["rcept_dt"] for record in records} == {"20260130"}


def test_filters_of_the_search_narrow_it(ask):
    whole = ask("dart_list_disclosures", **QUARTER).total
    events = ask("dart_list_disclosures", **QUARTER, pblntf_ty="B", page_count="100")
    assert 0 < events.total < whole
    assert all(
        str(r["report_nm"]).strip().rpartition("]")[2].startswith("주요") for r in events.records
    )
    final = ask("dart_list_disclosures", **QUARTER, last_reprt_at="Y").total
    assert final < ask("dart_list_disclosures", **QUARTER, last_reprt_at="N").total == whole
    parts = [ask("dart_list_disclosures", **QUARTER, corp_cls=c).total for c in "YKNE"]
    assert sum(parts) == whole
    detail = ask("dart_list_disclosures", **QUARTER, pblntf_detail_ty="A001", page_count="100")
    assert all("사업보고서" in str(record["report_nm"]) for record in detail.records)


def test_the_search_sorts_as_asked(ask):
    day = {"bgn_de": "20240312", "end_de": "20240312", "page_count": "100", "pblntf_ty": "A"}
    up = [
        r["corp_name"]
        for r in ask("dart_list_disclosures", **day, sort="crp", sort_mth="asc").records
    ]
    down = [r["corp_name"] for r in ask("dart_list_disclosures", **day, sort="crp").records]
    assert up == sorted(up)
    assert down == sorted(down, reverse=True)


def test_some_report_names_end_in_blanks(ask):
    pages = [
        ask("dart_list_disclosures", **QUARTER, page_count="100", page_no=str(page)).records
        for page in range(1, 6)
    ]
    names = [str(record["report_nm"]) for page in pages for record in page]
    assert any(name != name.rstrip() for name in names)
    assert not any(name != name.lstrip() for name in names)


def test_a_missing_argument_is_named(ask):
    answer = ask("dart_company")
    assert (answer.status, answer.reason, answer.code) == (
        Status.STRUCTURAL,
        Reason.MISSING_ARG,
        "100",
    )
    assert "corp_code" in answer.message


def test_the_name_of_a_company_has_two_forms(ask):
    company = ask("dart_company", corp_code="00126380").records[0]
    listed = ask("dart_list_disclosures", corp_code="00126380", **QUARTER).records[0]
    assert (company["corp_name"], company["stock_name"]) == ("삼성전자(주)", "삼성전자")
    assert listed["corp_name"] == "삼성전자"


def test_the_code_file_holds_every_company(ask, world):
    """Case A24: a firm without a ticker has none, and a search for none finds nobody."""
    codes = ask("dart_corp_codes")
    assert len(codes.records) == world.count("companies") > 95_000
    assert codes.complete is True
    unlisted = [record for record in codes.records if record["stock_code"] is None]
    assert len(unlisted) > 90_000
    assert not any(record["stock_code"] == "" for record in codes.records)
    assert ask("dart_corp_codes").records is codes.records, "a long list is made once"


def test_no_consolidated_statements_is_013_and_nothing_else(ask, apart):
    """Case A20: no hidden switch to the separate statements."""
    args = {"corp_code": apart, "bsns_year": "2023", "reprt_code": "11011"}
    answer = ask("dart_financial_statements", **args, fs_div="CFS")
    assert (answer.status, answer.code, list(answer.records)) == (Status.EMPTY, "013", [])
    assert len(ask("dart_financial_statements", **args, fs_div="OFS").records) > 40


def test_up_to_a_hundred_companies_at_once(ask, world):
    rows = world.select("companies", [Condition("corp_cls", "eq", "Y")], limit=101)[0]
    codes = [str(row["corp_code"]) for row in rows]
    args = {"bsns_year": "2024", "reprt_code": "11011"}
    many = ask("dart_financial_key_accounts_multi", corp_code=",".join(codes[:100]), **args)
    assert many.status is Status.OK
    assert len({record["corp_code"] for record in many.records}) > 90
    over = ask("dart_financial_key_accounts_multi", corp_code=",".join(codes), **args)
    assert (over.status, over.reason, over.code) == (Status.STRUCTURAL, Reason.TOO_MANY, "021")
    one = ask("dart_financial_key_accounts", corp_code=codes[0], **args)
    assert list(one.records) == [r for r in many.records if r["corp_code"] == codes[0]]


def test_amounts_are_text_with_commas_and_a_dash_for_nothing(ask):
    """Case A26: commas, minus signs and dashes, never a bare number."""
    args = {"corp_code": "00126380", "bsns_year": "2023", "reprt_code": "11011"}
    for record in ask("dart_financial_key_accounts", **args).records:
        assert fits("int_comma", record["thstrm_amount"])
        assert record["thstrm_add_amount"] == "-"
        assert str(record["thstrm_dt"])[4] == "."
    for record in ask("dart_financial_statements", **args, fs_div="CFS").records:
        assert "," not in str(record["thstrm_amount"])
        assert record["thstrm_add_amount"] == ""


def test_an_event_is_found_by_the_day_it_was_received(ask, world):
    row = world.select("dart_cvbdIsDecsn", limit=1, offset=40)[0][0]
    day = date.fromisoformat(str(row["received"]))
    code = str(row["corp_code"])

    def between(first: date, last: date) -> ToolResult:
        return ask(
            "dart_convertible_bond_decision",
            corp_code=code,
            bgn_de=f"{first:%Y%m%d}",
            end_de=f"{last:%Y%m%d}",
        )

    found = between(day, day)
    record = next(r for r in found.records if r["rcept_no"] == row["rcept_no"])
    assert shape_of(record["bddd"]) == "date_ko"
    assert fits("int_comma", record["bd_fta"])
    assert record["ovis_fta"] == "-"
    filed = ask(
        "dart_list_disclosures", corp_code=code, bgn_de=row["received"], end_de=row["received"]
    )
    assert record["rcept_no"] in {r["rcept_no"] for r in filed.records}
    before = between(day - timedelta(days=1), day - timedelta(days=1))
    assert row["rcept_no"] not in {r["rcept_no"] for r in before.records}


def test_statements_come_in_titled_blocks(ask, world):
    row = world.select("dart_bdRs", limit=1)[0][0]
    period = {"bgn_de": "20220101", "end_de": "20260130"}
    records = ask("dart_registration_debt", corp_code=str(row["corp_code"]), **period).records
    titles = [record["group_title"] for record in records]
    assert titles == sorted(titles, key=titles.index), "every block once"
    assert list(dict.fromkeys(titles)) == [
        "일반사항",
        "인수인정보",
        "자금의사용목적",
        "매출인에관한사항",
    ]
    assert "amt" not in records[0]
    assert "bdnmn" in records[0]


def test_a_document_is_found_by_its_receipt_number(ask, world):
    filing = world.select("filings", [Condition("kind", "eq", "periodic")], limit=1)[0][0]
    found = ask("dart_disclosure_document", rcept_no=str(filing["rcept_no"])).records[0]
    assert str(filing["corp_name"]) in str(found["text"])
    assert "생성된" in str(found["text"]), "every page of generated figures says so"
    missing = ask("dart_disclosure_document", rcept_no="20240101999999")
    assert (missing.status, missing.code) == (Status.EMPTY, "014")


def test_the_source_labels_what_it_derives(world, catalogue, replica):
    rows, spoken = (ReplicaSource(world, catalogue, layer) for layer in ("rows", "bytes"))
    rows.replica = spoken.replica = replica
    spec = catalogue["dart_company"]
    args = validate(spec, {"corp_code": 126380})
    assert isinstance(args, dict)
    answers: list[JSON] = [rows.call(spec, args), spoken.call(spec, args)]
    answers.append(asyncio.run(rows.acall(spec, args)))
    assert answers[0] == answers[1] == answers[2]
    assert (answers[0].origin, answers[0].recorded_from) == (Origin.DERIVED, "replica")
    assert rows.hashes() == {"world": world.hash, "catalogue": catalogue.hash}
    assert wire_args(spec, args) == {"corp_code": "00126380"}
