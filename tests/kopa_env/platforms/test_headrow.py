"""Platforms with a head and rows: one envelope both ways, and what differs from one to another."""

from __future__ import annotations

import json

import pytest
from any_result import results
from headrow_specs import PLACES, headrow
from hypothesis import given

from kopa_env.canonical import from_url
from kopa_env.dialect import Incoming, PageSlice
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.platforms import dialect
from kopa_env.platforms.codes import FLAG
from kopa_env.wire import HttpRequest, HttpResponse

KEY = "k+e/y=%SECRET한"
CODES = {
    "INFO-300": Reason.KEY_EXPIRED,
    "ERROR-290": Reason.KEY_INVALID,
    "ERROR-300": Reason.MISSING_ARG,
    "ERROR-310": Reason.UNKNOWN_TOOL,
    "ERROR-333": Reason.BAD_TYPE,
    "ERROR-336": Reason.TOO_MANY,
    "ERROR-337": Reason.QUOTA,
    "ERROR-500": Reason.HTTP_5XX,
    "ERROR-600": Reason.HTTP_5XX,
    "ERROR-601": Reason.HTTP_5XX,
    "ERROR-999": Reason.HTTP_5XX,
}
KEYLESS = {"assembly": ("3", "5"), "gg": ("1", "5"), "neis": ("1", "5")}
"""Page and size that a call without a key for page 3 of 100 rows gets."""


def reply(body: object, status: int = 200) -> HttpResponse:
    return HttpResponse(status, "text/html", json.dumps(body, ensure_ascii=False).encode())


def asked(platform: str, key: str = KEY, **args: object) -> HttpRequest:
    exchange = dialect(platform).exchange(headrow(platform), args, key)
    return next(exchange)


def answer(platform: str, request: HttpRequest) -> ToolResult:
    received = dialect(platform).receive(request)
    assert isinstance(received, HttpResponse)
    assert received.status == 200
    return dialect(platform).decode(headrow(platform), received)


@pytest.mark.parametrize("wire", ["json", "xml"])
@pytest.mark.parametrize("platform", PLACES)
@given(result=results())
def test_what_is_decoded_is_what_was_expressed(
    platform: str, wire: str, result: ToolResult
) -> None:
    speaker, spec, page = dialect(platform), headrow(platform), PageSlice(1, 100)
    expressed = speaker.express(spec, result, page=page, wire=wire)
    assert speaker.express(spec, expressed, page=page, wire=wire) == expressed
    assert speaker.decode(spec, speaker.encode(spec, result, page=page, wire=wire)) == expressed
    assert len(expressed.records) == len(result.records)
    if result.status in (Status.OK, Status.EMPTY):
        assert expressed.status is result.status
    else:
        assert expressed.status not in (Status.OK, Status.EMPTY)


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("platform", PLACES)
def test_a_result_alone_is_read_as_an_object_and_as_a_list(platform: str, code: str) -> None:
    verdict = {"CODE": code, "MESSAGE": "어떤 사유"}
    xml = f"<RESULT><CODE>{code}</CODE><MESSAGE>어떤 사유</MESSAGE></RESULT>".encode()
    replies = (
        reply({"RESULT": verdict}),
        reply({"RESULT": [verdict]}, 500),
        HttpResponse(200, "application/json", xml),
    )
    for one in replies:
        result = dialect(platform).decode(headrow(platform), one)
        assert (result.reason, result.code) == (CODES[code], code)
        assert result.message.startswith(FLAG) == (code == "ERROR-999")


@pytest.mark.parametrize("platform", PLACES)
def test_no_data_is_an_answer(platform: str) -> None:
    body = {"RESULT": {"CODE": "INFO-200", "MESSAGE": "해당하는 데이터가 없습니다."}}
    result = dialect(platform).decode(headrow(platform), reply(body))
    assert (result.status, result.total, result.complete) == (Status.EMPTY, None, True)


def test_one_code_means_two_things() -> None:
    """경기데이터드림 says INFO-100 of a bad key, 나이스 of data that are for reference only."""
    body = reply({"RESULT": {"CODE": "INFO-100", "MESSAGE": "안내"}})
    assert dialect("gg").decode(headrow("gg"), body).reason is Reason.KEY_INVALID
    assert dialect("neis").decode(headrow("neis"), body).status is Status.EMPTY
    assert dialect("lofin").decode(headrow("lofin"), body).message.startswith(FLAG)


@pytest.mark.parametrize(
    ("body", "rows", "total"),
    [
        ([{"head": [{"list_total_count": 9}, "OK"]}, {"row": [{"A": "1"}]}], 1, 9),
        ([{"head": [{"list_total_count": 9}, "OK", {"api_version": "1.0v"}]}, {"row": []}], 0, 9),
        ([{"head": {"list_total_count": "2"}}, {"head": ["OK"]}, {"row": {"A": "1"}}], 1, 2),
        ({"head": ["OK"], "row": [{"A": "1"}, {"A": None}]}, 2, None),
    ],
)
@pytest.mark.parametrize("platform", PLACES)
def test_head_and_rows_are_found_in_every_shape(
    platform: str, body: object, rows: int, total: int | None
) -> None:
    verdict = {"RESULT": {"CODE": "INFO-000", "MESSAGE": "정상"}}
    text = json.dumps({"AnyName": body}).replace('"OK"', json.dumps(verdict))
    read = dialect(platform).decode(headrow(platform), HttpResponse(200, "", text.encode()))
    assert (len(read.records), read.total) == (rows, total)


@pytest.mark.parametrize("platform", PLACES)
@pytest.mark.parametrize("body", [b"[1]", b'{"a":[{"row":[{"A":1}]}]}', b"<a/>", b"{}", b""])
def test_a_reply_without_a_verdict_is_damaged(platform: str, body: bytes) -> None:
    result = dialect(platform).decode(headrow(platform), HttpResponse(200, "", body))
    assert result.status is Status.ENVIRONMENTAL


@pytest.mark.parametrize("platform", PLACES)
def test_the_server_reads_what_was_asked(platform: str) -> None:
    sent = asked(platform, SIGUN_NM="수원시", pIndex=2, pSize=10)
    for request in (sent, from_url(sent.method, sent.url(), sent.headers, sent.body)):
        incoming = dialect(platform).receive(request)
        assert isinstance(incoming, Incoming)
        assert headrow(platform).ref.endswith(f":{incoming.endpoint}")
        assert incoming.args == {"SIGUN_NM": "수원시", "pIndex": "2", "pSize": "10"}
        assert (incoming.credential, incoming.wire) == (KEY, "json")
    assert sent.secret_slots == dialect(platform).secret_slots(sent)
    assert "SECRET" not in str(sent)


@pytest.mark.parametrize("platform", PLACES)
def test_the_server_refuses_as_the_platform_does(platform: str) -> None:
    assert answer(platform, asked(platform, "INVALID")).code == "ERROR-290"
    assert answer(platform, asked(platform, pIndex="둘")).code == "ERROR-333"
    assert answer(platform, asked(platform, pSize=1001)).code == "ERROR-336"
    sent = asked(platform)
    for request in (
        HttpRequest("POST", sent.host, sent.path, sent.query),
        HttpRequest("GET", sent.host, (b"nowhere", *sent.path), sent.query),
        HttpRequest("GET", sent.host, (b"a", b"b", b"c", b"d")),
    ):
        assert answer(platform, request).code == "ERROR-310"


@pytest.mark.parametrize("platform", KEYLESS)
def test_without_a_key_five_rows_come(platform: str) -> None:
    incoming = dialect(platform).receive(asked(platform, "", pIndex=3, pSize=100))
    assert isinstance(incoming, Incoming)
    assert (incoming.args["pIndex"], incoming.args["pSize"]) == KEYLESS[platform]


def test_lofin_wants_a_key_and_lists_its_verdict() -> None:
    sent = asked("lofin", "")
    assert {name for name, _ in sent.query} == {b"Key", b"Type"}
    received = dialect("lofin").receive(sent)
    assert isinstance(received, HttpResponse)
    assert [row["CODE"] for row in json.loads(received.body)["RESULT"]] == ["ERROR-290"]


def test_gg_names_its_version_and_shuts_out_what_is_no_browser() -> None:
    speaker, spec = dialect("gg"), headrow("gg")
    rows = speaker.encode(spec, ToolResult.ok([{"A": 1}]), page=None, wire="json")
    assert json.loads(rows.body)["SomeService"][0]["head"][2] == {"api_version": "1.0"}
    sent = asked("gg")
    assert dict(sent.headers)["user-agent"].startswith("Mozilla/")
    tool = HttpRequest("GET", sent.host, sent.path, sent.query, (("user-agent", "curl/8.0"),))
    blocked = answer("gg", tool)
    assert (blocked.status, blocked.reason) == (Status.ENVIRONMENTAL, Reason.HTML)
    unnamed = HttpRequest("GET", sent.host, sent.path, sent.query)
    assert isinstance(speaker.receive(unnamed), Incoming)


def test_a_service_may_answer_under_the_name_of_another_and_only_in_xml() -> None:
    past = headrow("neis", "elsTimetablebgs", "elsTimetable")
    rows = dialect("neis").encode(past, ToolResult.ok([{"A": 1}]), page=None, wire="json")
    assert list(json.loads(rows.body)) == ["elsTimetable"]
    request = next(dialect("gg").exchange(headrow("gg", wire="xml"), {}, KEY))
    incoming = dialect("gg").receive(request)
    assert isinstance(incoming, Incoming)
    assert incoming.wire == "xml"


def test_neis_knows_the_format_in_small_letters_too() -> None:
    sent = asked("neis")
    request = HttpRequest("GET", sent.host, sent.path, ((b"type", b"json"),))
    incoming = dialect("neis").receive(request)
    assert isinstance(incoming, Incoming)
    assert incoming.wire == "json"
