"""DART's tool file: codes, groups, files and the look-up by name."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

import kopa_env
from kopa_env.catalogue.compile import read_platforms
from kopa_env.spec import Match, ToolSpec

ROOT = Path(kopa_env.__file__).parent / "platforms"


@pytest.fixture(scope="module")
def tools() -> dict[str, ToolSpec]:
    return {s.name: s for s in read_platforms(ROOT)[0] if s.platform == "dart"}


def test_company_codes_are_padded_and_receipt_numbers_are_not(tools: dict[str, ToolSpec]) -> None:
    for tool in tools.values():
        for param in tool.params:
            if param.name == "corp_code" and param.format:
                assert (param.format, param.pad) == ("digits:8", 8)
            if param.name == "rcept_no":
                assert (param.format, param.pad) == ("digits:14", 0)


def test_only_the_multi_company_tools_take_lists_of_codes(tools: dict[str, ToolSpec]) -> None:
    lists = {n for n, t in tools.items() if (p := t.param("corp_code")) and not p.format}
    assert lists == {"dart_financial_key_accounts_multi", "dart_financial_indicators_multi"}


def test_only_the_filing_search_is_paged(tools: dict[str, ToolSpec]) -> None:
    paged = {n: t.paging for n, t in tools.items() if t.paging}
    assert list(paged) == ["dart_list_disclosures"]
    paging = paged["dart_list_disclosures"]
    assert paging is not None
    assert (paging.default, paging.max) == (10, 100)


def test_the_three_archives_are_read_as_such(tools: dict[str, ToolSpec]) -> None:
    zipped = {n for n, t in tools.items() if t.endpoint and t.endpoint.wire == "zip"}
    assert zipped == {"dart_corp_codes", "dart_disclosure_document", "dart_xbrl_document"}
    assert {n for n, t in tools.items() if t.thin} == zipped - {"dart_corp_codes"}


def test_registration_statements_tell_the_group_of_each_row(tools: dict[str, ToolSpec]) -> None:
    grouped = [t for n, t in tools.items() if n.startswith("dart_registration_")]
    assert len(grouped) == 6
    for tool in grouped:
        assert tool.endpoint is not None
        assert tool.endpoint.items_path == "group[].list[]"
        assert tool.fields[0].path == "group_title"


def test_codes_are_found_by_name_or_stock_code(tools: dict[str, ToolSpec]) -> None:
    view = tools["dart_find_corp_code"].view
    assert view is not None
    assert view.over == "dart_corp_codes"
    assert view.where == {
        "corp_name": Match("corp_name", "contains"),
        "stock_code": Match("stock_code", "eq"),
    }
    columns = {f.path for f in tools["dart_corp_codes"].fields}
    assert set(view.columns) <= columns
    assert [f.path for f in tools["dart_find_corp_code"].fields] == list(view.columns)


def test_the_operators_key_is_no_parameter(tools: dict[str, ToolSpec]) -> None:
    assert not any(p.wire_name == "crtfc_key" for t in tools.values() for p in t.params)


@pytest.mark.shared
def test_every_documented_endpoint_and_field_is_there(
    tools: dict[str, ToolSpec], shared: Path
) -> None:
    text = (shared / "facts/opendart.yaml").read_text(encoding="utf-8")
    endpoints = yaml.load(text, yaml.CSafeLoader)["endpoints"]
    by_ref = {t.ref: t for t in tools.values()}
    envelope = {"status", "message", "page_no", "page_count", "total_count", "total_page", "title"}
    for endpoint in endpoints:
        tool = by_ref[f"opendart:{endpoint['id']}"]
        known = {f.path for f in tool.fields}
        names = {f["name"].split()[-1].rpartition(".")[2] for f in endpoint["fields"]}
        assert {n for n in names if not n.endswith("[]")} - envelope <= known, tool.name
        wanted = [p["name"] for p in endpoint["params"] if p["name"] != "crtfc_key"]
        assert [p.wire_name for p in tool.params] == wanted, tool.name
