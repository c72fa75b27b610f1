"""OpenDartReader: requests and pandas."""

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
    folder = tmp_path_factory.mktemp("opendartreader")
    python = installed(folder / "venv", "opendartreader==0.2.2", "beautifulsoup4==4.15.0")
    return answers(python, "use_opendartreader.py", dart_ask, served, folder)


def test_look_up(got: Got, ask: Ask) -> None:
    assert got["codes"] == len(ask("dart_corp_codes"))
    assert got["found"] == [SAMSUNG, "00164779", SAMSUNG]
    assert plain(got["company"]) == ask("dart_company", corp_code=SAMSUNG)[0]


def test_lists_to_the_end(got: Got, ask: Ask) -> None:
    assert got["filings"] == every(ask, "dart_list_disclosures", **SPAN)
    assert len(got["filings"]) > 300, "several pages"
    own = every(ask, "dart_list_disclosures", corp_code=SAMSUNG, bgn_de="20240101")
    assert got["own filings"] == own


@pytest.mark.parametrize(
    ("what", "tool", "args"),
    [
        ("accounts", "dart_financial_key_accounts", ANNUAL),
        ("statements", "dart_financial_statements", {"fs_div": "CFS", **ANNUAL}),
        ("employees", "dart_employees", ANNUAL),
        ("dividends", "dart_dividends", ANNUAL),
    ],
)
def test_rows(got: Got, ask: Ask, what: str, tool: str, args: dict[str, str]) -> None:
    assert got[what] == some(ask, tool, {"corp_code": SAMSUNG, **args})


def test_holdings(got: Got, ask: Ask, dart_ask: dict[str, Any]) -> None:
    assert got["holdings"] == some(ask, "dart_large_holdings", {"corp_code": dart_ask["held"]})


def test_event_reports(got: Got, ask: Ask, dart_ask: dict[str, Any]) -> None:
    asked = {"corp_code": dart_ask["offering"], **EVER}
    assert got["rights offerings"] == some(ask, "dart_rights_offering_decision", asked)


def test_a_document(got: Got, ask: Ask, dart_ask: dict[str, Any]) -> None:
    rows = ask("dart_disclosure_document", rcept_no=dart_ask["receipt"])
    assert got["document"] == rows[0]["text"]
