"""odcloud: counts beside the data, codes with an HTTP status, lists for the tax office."""

from __future__ import annotations

import json

import pytest
from place_specs import gov24

from kopa_env.dialect import Incoming, PageSlice
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.platforms import dialect
from kopa_env.wire import HttpRequest, HttpResponse

GOV24 = dialect("gov24")
STATUS = gov24("nts-businessman.status")
VALIDATE = gov24("nts-businessman.validate")


def body(content: object, status: int = 200) -> HttpResponse:
    return HttpResponse(status, "", json.dumps(content, ensure_ascii=False).encode())


@pytest.mark.parametrize(
    ("content", "rows", "total", "code"),
    [
        ({"currentCount": 1, "matchCount": 30, "totalCount": 99, "data": [{"a": 1}]}, 1, 30, ""),
        ({"currentCount": 1, "totalCount": 99, "data": [{"a": 1}]}, 1, 99, ""),
        ({"currentCount": 0, "matchCount": 0, "totalCount": 99, "data": []}, 0, 0, ""),
        ({"match_cnt": 1, "request_cnt": 2, "status_code": "OK", "data": [{}, {}]}, 2, 1, "OK"),
    ],
)
def test_the_number_of_rows_is_that_of_the_rows_that_match(
    content: dict[str, object], rows: int, total: int, code: str
) -> None:
    result = GOV24.decode(gov24(), body(content))
    assert (len(result.records), result.total, result.code) == (rows, total, code)
    assert result.status is (Status.OK if rows else Status.EMPTY)


@pytest.mark.parametrize(
    ("content", "status", "reason"),
    [
        ({"code": -401, "msg": "유효하지 않은 인증키 입니다."}, 401, Reason.KEY_INVALID),
        ({"code": -4, "msg": "등록되지 않은 인증키 입니다."}, 401, Reason.KEY_INVALID),
        ({"code": -2, "msg": "요청 변수가 올바르지 않습니다."}, 400, Reason.BAD_VALUE),
        ({"code": -3, "msg": "?"}, 400, Reason.BAD_VALUE),
        ({"code": -5, "msg": "?"}, 404, Reason.UNKNOWN_TOOL),
        ({"code": -10, "msg": "?"}, 429, Reason.QUOTA),
        ({"code": -77, "msg": "?"}, 401, Reason.KEY_INVALID),
        ({"code": -77, "msg": "?"}, 500, Reason.HTTP_5XX),
        ({"status_code": "BAD_JSON_REQUEST"}, 400, Reason.BAD_TYPE),
        ({"status_code": "TOO_LARGE_REQUEST"}, 413, Reason.TOO_MANY),
        ({}, 500, Reason.HTTP_5XX),
        ({"page": 1}, 200, Reason.TRUNCATED),
    ],
)
def test_a_failure_has_a_code_and_an_http_status(
    content: dict[str, object], status: int, reason: Reason
) -> None:
    assert GOV24.decode(gov24(), body(content, status)).reason is reason


def test_the_portals_gateway_may_answer_instead() -> None:
    text = (
        "<OpenAPI_ServiceResponse><cmmMsgHeader><errMsg>SERVICE ERROR</errMsg>"
        "<returnAuthMsg>SERVICE_KEY_IS_NOT_REGISTERED_ERROR</returnAuthMsg>"
        "<returnReasonCode>30</returnReasonCode></cmmMsgHeader></OpenAPI_ServiceResponse>"
    )
    result = GOV24.decode(gov24(), HttpResponse(200, "", text.encode()))
    assert (result.reason, result.code) == (Reason.KEY_INVALID, "30")


def test_a_page_tells_page_and_counts() -> None:
    rows = ToolResult.ok([{"서비스ID": "1"}], total=30)
    answer = json.loads(GOV24.encode(gov24(), rows, page=PageSlice(3, 10), wire="json").body)
    counts = {k: answer[k] for k in ("page", "perPage", "currentCount", "matchCount")}
    assert counts == {"page": 3, "perPage": 10, "currentCount": 1, "matchCount": 30}


def test_conditions_travel_by_their_own_names() -> None:
    request = next(GOV24.exchange(gov24(), {"서비스명": "청년", "page": 1}, "key"))
    incoming = GOV24.receive(request)
    assert isinstance(incoming, Incoming)
    assert incoming.endpoint == "/api/gov24/v3/serviceList"
    assert incoming.args == {"cond[서비스명::LIKE]": "청년", "page": "1"}


@pytest.mark.parametrize(
    ("spec", "args", "sent"),
    [
        (STATUS, {"b_no": "0001200345"}, {"b_no": ["0001200345"]}),
        (VALIDATE, {"b_no": "0001200345", "p_nm": "홍길동"},
         {"businesses": [{"b_no": "0001200345", "p_nm": "홍길동"}]}),
    ],
)  # fmt: skip
def test_the_tax_office_is_asked_in_lists(spec: object, args: dict[str, str], sent: object) -> None:
    request = next(GOV24.exchange(spec, args, "key"))  # type: ignore[arg-type]
    assert (request.method, json.loads(request.body)) == ("POST", sent)
    incoming = GOV24.receive(request)
    assert isinstance(incoming, Incoming)
    assert {k.rpartition(".")[2]: v for k, v in incoming.args.items()} == args


def test_several_numbers_are_read_as_one_list() -> None:
    query, content = ((b"serviceKey", b"key"),), b'{"b_no":["0000000001","0000000002"]}'
    path = (b"api", b"nts-businessman", b"v1", b"status")
    request = HttpRequest("POST", "api.odcloud.kr", path, query, body=content)
    incoming = GOV24.receive(request)
    assert isinstance(incoming, Incoming)
    assert incoming.args == {"b_no": "0000000001,0000000002"}


def test_a_key_may_come_in_the_header() -> None:
    path, headers = (b"api", b"gov24", b"v3", b"serviceList"), (("authorization", "Infuser key"),)
    incoming = GOV24.receive(HttpRequest("GET", "api.odcloud.kr", path, headers=headers))
    assert isinstance(incoming, Incoming)
    assert incoming.credential == "key"
    refused = GOV24.receive(HttpRequest("GET", "api.odcloud.kr", path))
    assert isinstance(refused, HttpResponse)
    assert (refused.status, GOV24.decode(gov24(), refused).code) == (401, "-401")


def test_a_body_that_is_no_json_is_refused() -> None:
    path = (b"api", b"nts-businessman", b"v1", b"status")
    request = HttpRequest(
        "POST", "api.odcloud.kr", path, ((b"serviceKey", b"key"),), body=b"b_no=1"
    )
    refused = GOV24.receive(request)
    assert isinstance(refused, HttpResponse)
    assert (refused.status, GOV24.decode(STATUS, refused).code) == (400, "BAD_JSON_REQUEST")
