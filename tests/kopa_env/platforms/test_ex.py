"""한국도로공사: browsers only, lists of many names, success without a code, thrown exceptions."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from place_specs import ex

from kopa_env.dialect import Incoming, PageSlice
from kopa_env.outcome import UNRECORDED, Reason, Status, ToolResult
from kopa_env.platforms import dialect
from kopa_env.wire import HttpResponse, run

EX = dialect("ex")
REALTIME = ex("odtraffic.trafficAmountByRealtime")


def body(text: object, status: int = 200) -> HttpResponse:
    return HttpResponse(status, "", json.dumps(text, ensure_ascii=False).encode())


@pytest.mark.parametrize(
    ("reply", "rows", "total", "code"),
    [
        ({"count": 226, "list": [{"a": "1"}], "code": "SUCCESS"}, 1, 226, "SUCCESS"),
        ({"count": "1", "trafficRegion": [{"a": "1"}], "code": "SUCCESS"}, 1, 1, "SUCCESS"),
        ({"count": 2, "list": {"a": "1"}, "code": "SUCCESS"}, 1, 2, "SUCCESS"),
        ({"count": 3, "list": [{"a": "1"}, {"a": "2"}, {"a": "3"}]}, 3, 3, ""),
        ({"count": 0, "list": [], "code": "SUCCESS"}, 0, 0, "SUCCESS"),
        ({"count": 0, "list": None, "code": "SUCCESS"}, 0, 0, "SUCCESS"),
    ],
)
def test_rows_are_found_whatever_their_list_is_called(
    reply: dict[str, object], rows: int, total: int, code: str
) -> None:
    result = EX.decode(ex(), body(reply))
    assert (len(result.records), result.total, result.code) == (rows, total, code)
    assert result.status is (Status.OK if rows else Status.EMPTY)


def test_xml_repeats_the_list_for_every_row() -> None:
    text = "<r><count>2</count><list><a>1</a></list><list><a>2</a></list><code>SUCCESS</code></r>"
    result = EX.decode(ex(), HttpResponse(200, "", text.encode()))
    assert [dict(row) for row in result.records] == [{"a": "1"}, {"a": "2"}]


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ('For input string: ""', Reason.BAD_VALUE),
        (None, Reason.BAD_VALUE),
        ("Could not open JDBC Connection for transaction", Reason.HTTP_5XX),
    ],
)
def test_an_exception_is_the_callers_fault_unless_it_speaks_of_the_inside(
    message: str | None, reason: Reason
) -> None:
    result = EX.decode(ex(), body({"exception": {"cause": None, "message": message}}))
    assert (result.reason, result.code, result.total) == (reason, "", None)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (body({"count": 0, "list": None, "message": "인증키 무효", "code": "ERROR"}),
         Reason.KEY_INVALID),
        (body({"message": "일일 호출 한도를 초과하였습니다.", "code": "ERROR"}), Reason.QUOTA),
        (body({"code": "SUCCESS", "count": 5}), Reason.TRUNCATED),
        (body({"message": "?"}), Reason.TRUNCATED),
        (HttpResponse(404, "", b"<html><body>Not Found</body></html>"), Reason.UNKNOWN_TOOL),
        (HttpResponse(400, "", b"<html><body>Request Blocked</body></html>"), Reason.IP_DENIED),
        (HttpResponse(200, "", "<html>시스템 장애</html>".encode()), Reason.HTML),
    ],
)  # fmt: skip
def test_failures_come_as_codes_and_as_pages(reply: HttpResponse, reason: Reason) -> None:
    assert EX.decode(ex(), reply).reason is reason


def test_the_live_list_of_sections_succeeds_without_a_code() -> None:
    reply = EX.encode(REALTIME, ToolResult.ok([{"speed": "89"}]), page=None, wire="json")
    assert json.loads(reply.body) == {"count": 1, "list": [{"speed": "89"}]}
    assert EX.decode(REALTIME, reply).status is Status.OK


def test_a_row_is_written_as_its_service_does() -> None:
    spec = ex("locationinfo.locationinfoUnit")
    rows = ToolResult.ok([{"unitCode": "101", "pageNo": "-", "numOfRows": "-"}], total=590)
    reply = json.loads(EX.encode(spec, rows, page=PageSlice(2, 5), wire="json").body)
    assert reply["list"] == [{"unitCode": "101 ", "pageNo": None, "numOfRows": None}]
    assert (reply["pageNo"], reply["numOfRows"], reply["pageSize"]) == (2, 5, 118)


def test_some_services_write_numbers_as_text() -> None:
    spec, row = ex("restinfo.restWeatherList"), ToolResult.ok([{"unitCode": "002"}])
    reply = json.loads(EX.encode(spec, row, page=PageSlice(1, 1000), wire="json").body)
    numbers = {"count": "1", "pageNo": "1", "numOfRows": "1000"}
    assert reply == {**numbers, "list": [{"unitCode": "002 "}], "code": "SUCCESS"}


def test_a_call_comes_as_a_browser_and_is_read_by_group_and_operation() -> None:
    request = next(EX.exchange(ex(), {"routeCode": "0010"}, "test"))
    assert dict(request.headers)["user-agent"].startswith("Mozilla/")
    incoming = EX.receive(request)
    assert isinstance(incoming, Incoming)
    assert (incoming.endpoint, incoming.args) == (
        "business.conveniServiceArea",
        {"routeCode": "0010"},
    )


@pytest.mark.parametrize("agent", ["", "curl/8.5.0"])
def test_without_a_browser_the_server_blocks(agent: str) -> None:
    request = next(EX.exchange(ex(), {}, "test"))
    headers = (("host", "data.ex.co.kr"), *((("user-agent", agent),) if agent else ()))
    reply = EX.receive(replace(request, headers=headers))
    assert isinstance(reply, HttpResponse)
    assert (reply.status, EX.decode(ex(), reply).reason) == (400, Reason.IP_DENIED)


@pytest.mark.parametrize("query", [(b"numOfRows", b""), (b"pageNo", b"x")])
def test_a_blank_argument_throws(query: tuple[bytes, bytes]) -> None:
    request = next(EX.exchange(ex(), {}, "test"))
    reply = EX.receive(replace(request, query=(*request.query, query)))
    assert isinstance(reply, HttpResponse)
    assert (reply.status, EX.decode(ex(), reply).reason) == (200, Reason.BAD_VALUE)
    page = EX.receive(replace(request, query=(*request.query, query), headers=request.headers[:1]))
    assert isinstance(page, HttpResponse)
    assert page.content_type.startswith("text/html")


@pytest.mark.parametrize("key", ["", "INVALID"])
def test_a_bad_key_is_refused_with_http_200(key: str) -> None:
    def server(request: object) -> HttpResponse:
        reply = EX.receive(request)  # type: ignore[arg-type]
        assert isinstance(reply, HttpResponse)
        return reply

    result = run(EX.exchange(ex(), {}, key), server)
    assert (result.status, result.code) == (Status.CONFIG, "ERROR")


def test_what_the_world_does_not_hold_is_no_fault_of_the_callers() -> None:
    miss = ToolResult.error(Reason.MAINTENANCE, UNRECORDED)
    reply = EX.encode(ex(), miss, page=None, wire="json")
    assert EX.decode(ex(), reply).reason is Reason.MAINTENANCE
