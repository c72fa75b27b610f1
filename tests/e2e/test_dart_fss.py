"""dart-fss: requests, with its own session that reads only the bundle of certifi."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from comparing import ANNUAL, EVER, SAMSUNG, SPAN, Ask, every, plain, some
from installing import answers, installed, trust
from serving import Served

pytestmark = pytest.mark.slow

Got = Mapping[str, Any]


@pytest.fixture(scope="module")
def got(served: Served, dart_ask: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Got:
    folder = tmp_path_factory.mktemp("dart-fss")
    python = installed(folder / "venv", "dart-fss==0.4.17")
    trust(python, served.ca_file)
    return answers(python, "use_dart_fss.py", dart_ask, served, folder)


def test_the_code_file(got: Got, ask: Ask) -> None:
    names = ("corp_code", "corp_name", "stock_code")
    wanted = [tuple(row[n] for n in names) for row in ask("dart_corp_codes")]
    assert [tuple(row[n] for n in names) for row in got["codes"]] == wanted


def test_company(got: Got, ask: Ask) -> None:
    (wanted,) = ask("dart_company", corp_code=SAMSUNG)
    assert plain(got["company"]) == wanted
    assert wanted.items() <= got["profile"].items()


def test_lists_to_the_end(got: Got, ask: Ask) -> None:
    wanted = every(ask, "dart_list_disclosures", corp_cls="Y", **SPAN)
    assert got["total"] == len(wanted)
    receipts = [row["rcept_no"] for row in wanted]
    assert [report["rcp_no"] for report in got["filings"]] == receipts
    own = every(ask, "dart_list_disclosures", corp_code=SAMSUNG, bgn_de="20240101")
    assert got["own filings"] == len(own)


@pytest.mark.parametrize(
    ("what", "tool", "more"),
    [
        ("accounts", "dart_financial_key_accounts", {}),
        ("statements", "dart_financial_statements", {"fs_div": "CFS"}),
        ("employees", "dart_employees", {}),
    ],
)
def test_rows(got: Got, ask: Ask, what: str, tool: str, more: dict[str, str]) -> None:
    assert got[what] == some(ask, tool, {"corp_code": SAMSUNG, **ANNUAL, **more})


def test_event_reports(got: Got, ask: Ask, dart_ask: dict[str, Any]) -> None:
    asked = {"corp_code": dart_ask["offering"], **EVER}
    assert got["rights offerings"] == some(ask, "dart_rights_offering_decision", asked)
    rows = ask("dart_registration_equity", corp_code=dart_ask["registering"], **EVER)
    flat = [{"group_title": g["title"], **row} for g in got["securities"] for row in g["list"]]
    assert flat == rows


def test_failures_are_the_ones_it_knows(got: Got) -> None:
    assert got["nothing found"] == "NoDataReceived"
    assert got["bad parameter"] == "InvalidField"
