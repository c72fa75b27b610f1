"""국가통계포털: bare lists and keys, failures as objects, functions that share a path, SDMX."""

from __future__ import annotations

import json

import pytest
from market_specs import kosis

from kopa_env.dialect import Incoming, PageSlice
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.platforms import dialect, dialect_of
from kopa_env.wire import HttpRequest, HttpResponse

KOSIS = dialect("kosis")
ROW = {"ORG_ID": "101", "TBL_NM": '성별, "연령": 인구 {추계}', "DT": "-"}
REASONS = {
    "10": Reason.KEY_MISSING,
    "11": Reason.KEY_EXPIRED,
    "20": Reason.MISSING_ARG,
    "21": Reason.BAD_VALUE,
    "31": Reason.TOO_MANY,
    "40": Reason.RATE_LIMIT,
    "41": Reason.TOO_MANY,
    "42": Reason.QUOTA,
    "50": Reason.HTTP_5XX,
    "99": Reason.HTTP_5XX,
}


def reply(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(status, "text/html;charset=UTF-8", text.encode())


def received(query: str) -> Incoming | HttpResponse:
    pairs = [pair.partition("=")[::2] for pair in query.split("&") if pair]
    encoded = tuple((name.encode(), value.encode()) for name, value in pairs)
    path = (b"openapi", b"statisticsData.do")
    return KOSIS.receive(HttpRequest("GET", "kosis.kr", path, encoded))


@pytest.mark.parametrize("code", REASONS)
def test_a_failure_reads_the_same_in_every_form(code: str) -> None:
    bodies = (
        json.dumps({"err": code, "errMsg": "어떤 사유"}),
        json.dumps({"err": int(code), "errMsg": "어떤 사유"}),
        f'{{err:"{code}",errMsg:"어떤 사유"}}',
        f"<error><err>{code}</err><errMsg>어떤 사유</errMsg></error>",
    )
    for body in bodies:
        result = KOSIS.decode(kosis(), reply(body))
        assert (result.reason, result.code) == (REASONS[code], code)


@pytest.mark.parametrize("body", ['{"err":"30","errMsg":"없음"}', '{err:"30", errMsg:"없음"}'])
def test_no_data_is_an_answer(body: str) -> None:
    result = KOSIS.decode(kosis(), reply(body))
    assert (result.status, result.code, result.complete) == (Status.EMPTY, "30", True)
    assert KOSIS.decode(kosis(), reply("[]")).status is Status.EMPTY


def test_rows_are_read_with_and_without_quotes_around_keys() -> None:
    """One row may come as an object; a text that looks like a key stays as it is."""
    bare = "{" + ", ".join(f"{k} : {json.dumps(v, ensure_ascii=False)}" for k, v in ROW.items())
    whole = json.dumps([ROW], ensure_ascii=False)
    for text in (whole, whole[1:-1], f"[{bare}}}]", f"{bare}}}", "\ufeff" + whole):
        result = KOSIS.decode(kosis(), reply(text))
        assert (list(result.records), result.code, result.total) == ([ROW], "", None)
    assert list(KOSIS.decode(kosis(), HttpResponse(200, "", whole.encode("cp949"))).records)


@pytest.mark.parametrize(
    ("status", "text", "reason"),
    [
        (200, "", Reason.TRUNCATED),
        (200, '[{LIST_NM:"인구",LIST', Reason.TRUNCATED),
        (200, "<html><body>KOSIS</body></html>", Reason.HTML),
        (200, "<html><body>서비스 점검</body></html>", Reason.MAINTENANCE),
        (429, "Too Many Requests", Reason.RATE_LIMIT),
    ],
)
def test_what_comes_instead_is_named(status: int, text: str, reason: Reason) -> None:
    assert KOSIS.decode(kosis(), reply(text, status)).reason is reason


def test_another_clients_reply_has_bare_keys() -> None:
    written = KOSIS.encode(kosis(), ToolResult.ok([ROW]), page=None, wire="bare")
    assert written.body.startswith(b'[{ORG_ID:"101",')
    assert written.content_type.startswith("text/html")


def test_the_search_alone_tells_how_many_there_are_in_each_row() -> None:
    found = ToolResult.ok([{"TBL_ID": "A", "STAT_DB_CNT": "?"}], total=210)
    page = PageSlice(1, 1)
    expressed = KOSIS.express(kosis(paged=True), found, page=page, wire="json")
    assert (expressed.records[0]["STAT_DB_CNT"], expressed.total) == ("210", None)
    assert expressed.complete is False
    untold = KOSIS.express(kosis(paged=True), ToolResult.ok([ROW]), page=page, wire="json")
    assert untold.complete is None
    assert KOSIS.express(kosis(), ToolResult.ok([ROW]), page=None, wire="json").complete is True


@pytest.mark.parametrize(
    "constants",
    [
        "method=getList",
        "method=getMeta&type=TBL",
        "method=getList&service=4&serviceDetail=indList",
    ],
)
def test_constants_tell_functions_of_one_path_apart(constants: str) -> None:
    spec = kosis(constants)
    fixed = {p.name: p.default for p in spec.params if p.role == "constant"}
    asked = next(KOSIS.exchange(spec, {**fixed, "orgId": "101"}, "k+e/y="))
    assert dialect_of(asked) is KOSIS
    assert asked.secret_slots == KOSIS.secret_slots(asked) == {"query:apikey"}
    assert "k%2Be" not in str(asked)
    incoming = KOSIS.receive(asked)
    assert isinstance(incoming, Incoming)
    assert incoming.endpoint == spec.address
    assert (incoming.args, incoming.wire, incoming.credential) == (
        {"orgId": "101"},
        "json",
        "k+e/y=",
    )


def test_the_type_of_bulk_data_is_an_argument() -> None:
    incoming = received("method=getList&apiKey=k&format=sdmx&type=DSD")
    assert isinstance(incoming, Incoming)
    assert (incoming.args, incoming.wire) == ({"type": "DSD"}, "xml")
    asked = next(KOSIS.exchange(kosis(wire="xml"), {"method": "getList"}, "k"))
    assert (b"format", b"sdmx") in asked.query


@pytest.mark.parametrize(
    ("query", "code"),
    [
        ("method=getList&format=json", "10"),
        ("method=getList&apiKey=INVALID&format=json", "11"),
        ("method=getList&apiKey=k&format=xls", "21"),
    ],
)
def test_a_request_the_portal_refuses(query: str, code: str) -> None:
    refused = received(query)
    assert isinstance(refused, HttpResponse)
    assert refused.status == 200
    assert KOSIS.decode(kosis(), refused).code == code


def test_a_request_without_method_is_answered_with_nothing() -> None:
    refused = received("apiKey=k&format=json&jsonVD=Y")
    assert isinstance(refused, HttpResponse)
    assert refused.body == b""


def test_observations_carry_the_attributes_of_their_series() -> None:
    specific = """<?xml version="1.0"?>
        <m:StructureSpecificData xmlns:m="urn:m"><m:Header><m:ID>1</m:ID></m:Header><m:DataSet>
        <Series C1="00" ITEM="T1"><Obs TIME_PERIOD="2020" OBS_VALUE="1"/>
        <Obs TIME_PERIOD="2021" OBS_VALUE="2"/></Series>
        <Series C1="11" ITEM="T1"><Obs TIME_PERIOD="2020" OBS_VALUE="3"/></Series>
        </m:DataSet></m:StructureSpecificData>"""
    rows = list(KOSIS.decode(kosis(wire="xml"), reply(specific)).records)
    assert [(r["C1"], r["TIME_PERIOD"], r["OBS_VALUE"]) for r in rows] == [
        ("00", "2020", "1"),
        ("00", "2021", "2"),
        ("11", "2020", "3"),
    ]
    generic = """<g:GenericData xmlns:g="urn:g"><g:DataSet><g:Series><g:Obs>
        <g:ObsDimension value="2020"/><g:ObsValue value="1"/></g:Obs></g:Series></g:DataSet>
        </g:GenericData>"""
    (row,) = KOSIS.decode(kosis(wire="xml"), reply(generic)).records
    assert row == {"ObsDimension": "2020", "ObsValue": "1"}


def test_xml_without_observations_is_not_lost() -> None:
    listed = "<list><row><A>1</A></row><row><A>2</A></row></list>"
    assert list(KOSIS.decode(kosis(), reply(listed)).records) == [{"A": "1"}, {"A": "2"}]
    structure = "<Structure><Header><ID>1</ID></Header><CodeLists><C>x</C></CodeLists></Structure>"
    (whole,) = KOSIS.decode(kosis(wire="xml"), reply(structure)).records
    assert whole["CodeLists"] == {"C": "x"}
