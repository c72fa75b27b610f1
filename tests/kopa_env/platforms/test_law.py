"""The law of every dialect: what is decoded is what was expressed, and expressing is idempotent."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePosixPath
from types import SimpleNamespace
from typing import Any

import agency_specs
import market_specs
import place_specs
import pytest
import statute_specs
from any_result import NAMES, TEXTS, results
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.dialect import PageSlice
from kopa_env.outcome import Status, ToolResult
from kopa_env.platforms import dialect
from kopa_env.spec import ToolSpec
from kopa_env.wire import HttpResponse

FORMS: dict[str, tuple[Callable[[Any], ToolSpec], str, bool]] = {
    "dart list, paged": (lambda s: s.dart("list", paged=True), "json", True),
    "dart list, paged, XML": (lambda s: s.dart("list", paged=True), "xml", True),
    "dart list": (lambda s: s.dart("alotMatter"), "json", False),
    "dart list, XML": (lambda s: s.dart("alotMatter"), "xml", False),
    "dart flat": (lambda s: s.dart("company", ""), "json", False),
    "dart flat, XML": (lambda s: s.dart("company", ""), "xml", False),
    "dart ZIP": (lambda s: s.dart("corpCode", wire="zip"), "zip", False),
    "assembly": (lambda s: s.assembly(), "json", True),
    "assembly, XML": (lambda s: s.assembly(), "xml", True),
    "edudata": (lambda s: s.edudata(), "json", False),
    "seoul": (lambda s: s.seoul("SomeService", "SomeService.row"), "json", True),
    "seoul, XML": (lambda s: s.seoul("SomeService", "SomeService.row"), "xml", True),
    "seoul, other envelope": (lambda s: s.seoul("bikeList", "rentBikeStatus.row"), "json", True),
    "seoul, city data": (
        lambda s: s.seoul("citydata_ppltn", "SeoulRtd.citydata_ppltn"),
        "json",
        False,
    ),
    "seoul, city data, XML": (
        lambda s: s.seoul("citydata_ppltn", "SeoulRtd.citydata_ppltn"),
        "xml",
        False,
    ),
    "subway": (lambda s: s.subway(), "json", True),
    "bus": (lambda s: s.bus(), "json", False),
    "bus, XML": (lambda s: s.bus(), "xml", False),
    **market_specs.FORMS,
    **place_specs.FORMS,
    **agency_specs.FORMS,
    **statute_specs.FORMS,
}


@pytest.mark.parametrize("form", FORMS)
@given(result=results(), number=st.integers(1, 40), size=st.integers(1, 1000))
def test_decoding_what_was_encoded_gives_what_was_expressed(
    specs: SimpleNamespace, form: str, result: ToolResult, number: int, size: int
) -> None:
    make, wire, paged = FORMS[form]
    spec = make(specs)
    speaker = dialect(spec.platform)
    page = PageSlice(number, size) if paged else None
    if "flat" in form:
        result = replace(result, records=result.records[:1])
    expressed = speaker.express(spec, result, page=page, wire=wire)
    assert speaker.decode(spec, speaker.encode(spec, result, page=page, wire=wire)) == expressed
    assert speaker.express(spec, expressed, page=page, wire=wire) == expressed


@pytest.mark.parametrize("form", FORMS)
@given(result=results())
def test_expressing_changes_wording_and_never_the_outcome_class_of_rows(
    specs: SimpleNamespace, form: str, result: ToolResult
) -> None:
    make, wire, paged = FORMS[form]
    spec = make(specs)
    page = PageSlice(1, 10) if paged else None
    expressed = dialect(spec.platform).express(spec, result, page=page, wire=wire)
    assert len(expressed.records) == len(result.records)
    if result.status in (Status.OK, Status.EMPTY):
        assert expressed.status is result.status
    else:
        assert expressed.status not in (Status.OK, Status.EMPTY)


@given(
    st.lists(
        st.fixed_dictionaries(
            {"group_title": st.sampled_from(["일반사항", "발행증권"]), "a": TEXTS}
        ),
        min_size=1,
    ),
    st.sampled_from(["json", "xml"]),
)
def test_darts_titled_groups_read_back_in_order(
    specs: SimpleNamespace, rows: list[dict[str, str]], wire: str
) -> None:
    spec, speaker = specs.dart("bdRs", "group[].list[]"), dialect("dart")
    expressed = speaker.express(spec, ToolResult.ok(rows), page=None, wire=wire)
    reply = speaker.encode(spec, ToolResult.ok(rows), page=None, wire=wire)
    assert speaker.decode(spec, reply) == expressed
    assert [row["group_title"] for row in expressed.records] == [r["group_title"] for r in rows]


PAY = st.fixed_dictionaries(
    {
        "corp_code": st.just("00126380"),
        "stlm_dt": st.sampled_from(["2024-12-31", "2024-12-31", "2023-12-31"]),
        "nm": st.sampled_from(["남새율", "도하람"]),
        "mendng_totamt": st.sampled_from(["1,000", "2,000", "-"]),
    },
    optional={"ofcps": TEXTS, "rm": TEXTS, "stk_opt_exrc_pr": TEXTS},
)


@given(st.lists(PAY, min_size=1, max_size=8), st.sampled_from(["json", "xml"]))
def test_darts_revised_pay_reports_read_back_a_row_each(
    specs: SimpleNamespace, rows: list[dict[str, str]], wire: str
) -> None:
    spec, speaker = specs.dart("indvdlByPayV2", "group[].list[]"), dialect("dart")
    expressed = speaker.express(spec, ToolResult.ok(rows), page=None, wire=wire)
    reply = speaker.encode(spec, ToolResult.ok(rows), page=None, wire=wire)
    assert speaker.decode(spec, reply) == expressed


def test_darts_revised_pay_reports_say_once_what_holds_for_a_report_or_a_person(
    specs: SimpleNamespace,
) -> None:
    report = {"rcept_no": "20250311000001", "corp_code": "00990001", "stlm_dt": "2024-12-31"}
    first = {"nm": "남새율", "ofcps": "대표이사", "mendng_totamt": "1,200,000,000"}
    second = {"nm": "도하람", "ofcps": "이사", "mendng_totamt": "700,000,000"}
    one, two = {"stk_opt_exrc_pr": "5,000", "rm": "-"}, {"stk_opt_exrc_pr": "-", "rm": "양도제한"}
    rows = [{**report, **first, **one}, {**report, **first, **two}, {**report, **second, **two}]
    spec, speaker = specs.dart("hmvAuditIndvdlBySttusV2", "group[].list[]"), dialect("dart")
    reply = speaker.encode(spec, ToolResult.ok(rows), page=None, wire="json")
    body = json.loads(reply.body)
    assert {k: body[k] for k in report} == report
    assert body["group"] == [{**first, "list": [one, two]}, {**second, "list": [two]}]
    lone = {"status": "000", "message": "정상", **report, "group": [{**second, "list": []}]}
    read = speaker.decode(spec, HttpResponse(200, "application/json", json.dumps(lone).encode()))
    assert list(read.records) == [{**report, **second}], "a person without shares is a row too"


@given(st.dictionaries(st.sampled_from(["a.xml", "b/c.txt"]), TEXTS, min_size=1))
def test_darts_document_archives_read_back(specs: SimpleNamespace, files: dict[str, str]) -> None:
    spec, speaker = specs.dart("document", "", wire="zip"), dialect("dart")
    rows = [{"file_name": name, "text": text} for name, text in files.items()]
    reply = speaker.encode(spec, ToolResult.ok(rows), page=None, wire="zip")
    assert [dict(row) for row in speaker.decode(spec, reply).records] == rows
    ((name, value),) = reply.headers
    assert name == "content-disposition"
    assert value == f": attachment; filename={PurePosixPath(next(iter(files))).stem}.zip"


@given(st.dictionaries(NAMES, TEXTS, min_size=1))
def test_seouls_city_data_is_one_nested_record(specs: SimpleNamespace, row: dict[str, str]) -> None:
    spec, speaker = specs.seoul("citydata", "CITYDATA"), dialect("seoul")
    record = {"AREA_NM": "어느 곳", "LIVE": {"inner": row, "many": [row, row]}}
    reply = speaker.encode(spec, ToolResult.ok([record]), page=None, wire="json")
    read = speaker.decode(spec, reply)
    assert list(read.records) == [record]
    assert read.code == "INFO-000"
