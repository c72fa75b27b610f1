"""opendart-client: urllib, all of DART's endpoints, ZIP and grouped replies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from comparing import ANNUAL, EVER, SAMSUNG, SPAN, Ask, every, plain, some
from installing import answers, installed
from serving import Served

pytestmark = pytest.mark.slow

Got = Mapping[str, Any]


@pytest.fixture(scope="module")
def got(served: Served, dart_ask: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Got:
    folder = tmp_path_factory.mktemp("opendart-client")
    python = installed(folder / "venv", "opendart-client==0.3.1")
    return answers(python, "use_opendart_client.py", dart_ask, served, folder)


def test_the_code_file(got: Got, ask: Ask) -> None:
    rows = ask("dart_corp_codes")
    wanted = [{k: r[k] for k in ("corp_code", "corp_name", "modify_date")} for r in rows]
    assert [{k: r[k] for k in wanted[0]} for r in got["codes"]] == wanted
    assert [r["stock_code"] for r in got["codes"]] == [r["stock_code"] for r in rows]
    assert got["resolved"] == [SAMSUNG, "00164779"]


def test_company_and_lists_to_the_end(got: Got, ask: Ask) -> None:
    assert plain(got["company"]) == ask("dart_company", corp_code=SAMSUNG)[0]
    assert got["filings"] == every(ask, "dart_list_disclosures", corp_cls="Y", **SPAN)
    assert len(got["filings"]) > 100, "several pages"
    own = every(ask, "dart_list_disclosures", corp_code=SAMSUNG, bgn_de="20240101")
    assert got["own filings"] == own


@pytest.mark.parametrize(
    ("what", "tool", "args"),
    [
        ("accounts", "dart_financial_key_accounts", {"corp_code": SAMSUNG, **ANNUAL}),
        (
            "accounts of several",
            "dart_financial_key_accounts_multi",
            {"corp_code": f"{SAMSUNG},00164779", **ANNUAL},
        ),
        (
            "statements",
            "dart_financial_statements",
            {"corp_code": SAMSUNG, "fs_div": "CFS", **ANNUAL},
        ),
        (
            "ratios",
            "dart_financial_indicators",
            {"corp_code": SAMSUNG, "idx_cl_code": "M210000", **ANNUAL},
        ),
        ("taxonomy", "dart_xbrl_taxonomy", {"sj_div": "BS1"}),
        ("employees", "dart_employees", {"corp_code": SAMSUNG, **ANNUAL}),
        ("dividends", "dart_dividends", {"corp_code": SAMSUNG, **ANNUAL}),
    ],
)
def test_rows(got: Got, ask: Ask, what: str, tool: str, args: dict[str, str]) -> None:
    assert got[what] == some(ask, tool, args)


def test_holdings(got: Got, ask: Ask, dart_ask: dict[str, Any]) -> None:
    assert got["holdings"] == some(ask, "dart_large_holdings", {"corp_code": dart_ask["held"]})


def test_event_reports(got: Got, ask: Ask, dart_ask: dict[str, Any]) -> None:
    rows = ask("dart_rights_offering_decision", corp_code=dart_ask["offering"], **EVER)
    assert got["rights offerings"] == rows
    assert rows


def test_titled_groups(got: Got, ask: Ask, dart_ask: dict[str, Any]) -> None:
    rows = ask("dart_registration_equity", corp_code=dart_ask["registering"], **EVER)
    flat = [
        {"group_title": title, **row} for title, group in got["securities"].items() for row in group
    ]
    assert flat == rows
    assert len(got["securities"]) > 2


def test_groups_that_say_a_person_once(got: Got, ask: Ask) -> None:
    rows = ask("dart_director_pay_individual_v2", corp_code=SAMSUNG, **ANNUAL)
    kept = [row for group in got["pay"].values() for row in group]
    assert len(kept) == len(rows)
    assert all(one.items() <= other.items() for one, other in zip(kept, rows, strict=True))


def test_a_document(got: Got, ask: Ask, dart_ask: dict[str, Any]) -> None:
    rows = ask("dart_disclosure_document", rcept_no=dart_ask["receipt"])
    assert got["document"] == {row["file_name"]: row["text"] for row in rows}


def test_failures_are_the_ones_it_knows(got: Got) -> None:
    assert got["nothing found"] == []
    kinds = ("bad parameter", "long span", "no document", "bad key")
    assert [got[kind][:2] for kind in kinds] == [
        ["ValidationError", "100"],
        ["ValidationError", "100"],
        ["DartError", "014"],
        ["AuthError", "010"],
    ]
