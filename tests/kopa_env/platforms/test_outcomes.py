"""What the platforms' codes and shapes stand for: the cases reported from the field, as kinds."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest

from kopa_env.dialect import PageSlice
from kopa_env.markup import xml_element, zip_bytes
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.platforms import dialect
from kopa_env.platforms.codes import FLAG
from kopa_env.wire import HttpResponse

DART = {
    "010": Reason.KEY_INVALID,
    "011": Reason.KEY_EXPIRED,
    "012": Reason.IP_DENIED,
    "020": Reason.QUOTA,
    "021": Reason.TOO_MANY,
    "100": Reason.BAD_VALUE,
    "101": Reason.UNKNOWN_TOOL,
    "800": Reason.MAINTENANCE,
    "900": Reason.HTTP_5XX,
    "901": Reason.KEY_EXPIRED,
    "777": Reason.HTTP_5XX,
}
HEAD_ROW = {
    "INFO-300": Status.CONFIG,
    "ERROR-300": Status.STRUCTURAL,
    "ERROR-310": Status.STRUCTURAL,
    "ERROR-333": Status.STRUCTURAL,
    "ERROR-336": Status.STRUCTURAL,
    "ERROR-337": Status.ENVIRONMENTAL,
    "ERROR-500": Status.ENVIRONMENTAL,
    "ERROR-600": Status.ENVIRONMENTAL,
    "ERROR-601": Status.ENVIRONMENTAL,
    "ERROR-999": Status.ENVIRONMENTAL,
}


def json_reply(body: object, status: int = 200) -> HttpResponse:
    return HttpResponse(status, "application/json", json.dumps(body, ensure_ascii=False).encode())


@pytest.mark.parametrize("code", DART)
@pytest.mark.parametrize("wire", ["json", "xml"])
def test_dart_reports_every_failure_with_http_200(
    specs: SimpleNamespace, code: str, wire: str
) -> None:
    """Case A21: the status field alone decides; an unknown one blames nobody and is flagged."""
    body = {"status": code, "message": "어떤 사유"}
    reply = json_reply(body)
    if wire == "xml":
        reply = HttpResponse(200, "application/xml", xml_element("result", body).encode())
    result = dialect("dart").decode(specs.dart("a"), reply)
    assert (result.reason, result.status, result.code) == (DART[code], DART[code].status, code)
    assert result.message.startswith(FLAG) == (code == "777")
    assert result.message.endswith("어떤 사유")


@pytest.mark.parametrize("code", ["013", "014"])
def test_darts_no_data_is_an_answer(specs: SimpleNamespace, code: str) -> None:
    """Cases A20, A22: empty, with its code; ``list`` is not even there."""
    body = f'<?xml version="1.0"?><result><status>{code}</status><message>없음</message></result>'
    for reply in (
        json_reply({"status": code, "message": "없음"}),
        HttpResponse(200, "application/xml;charset=UTF-8", body.encode()),
    ):
        result = dialect("dart").decode(specs.dart("document", wire="zip"), reply)
        assert (result.status, result.code, len(result.records)) == (Status.EMPTY, code, 0)
        assert result.complete


def test_darts_code_file_has_none_for_a_blank_stock_code(specs: SimpleNamespace) -> None:
    """Case A24: one blank means that the company is not listed; it is no code."""
    rows = [
        {"corp_code": "00990001", "corp_name": "가람", "stock_code": " "},
        {"corp_code": "00990002", "corp_name": "나래 ", "stock_code": "990002"},
    ]
    content = xml_element("result", {"list": rows}).encode()
    reply = HttpResponse(200, "application/x-msdownload", zip_bytes({"CORPCODE.xml": content}))
    result = dialect("dart").decode(specs.dart("corpCode", wire="zip"), reply)
    assert [row["stock_code"] for row in result.records] == [None, "990002"]
    assert [row["corp_name"] for row in result.records] == ["가람", "나래 "]
    assert result.complete


@pytest.mark.parametrize(
    "body",
    [
        {"status": "000", "message": "정상"},
        {"status": "000", "message": "정상", "page_no": 1, "total_count": 3},
        {"message": "정상"},
        ["status"],
        {"list": []},
    ],
)
def test_success_without_data_is_never_read_as_no_data(
    specs: SimpleNamespace, body: object
) -> None:
    """Case A24: a place that should hold rows and is missing is a damaged reply, not zero rows."""
    result = dialect("dart").decode(specs.dart("a"), json_reply(body))
    assert (result.status, result.reason) == (Status.ENVIRONMENTAL, Reason.TRUNCATED)


@pytest.mark.parametrize("code", HEAD_ROW)
@pytest.mark.parametrize("platform", ["assembly", "seoul"])
def test_a_result_alone_carries_the_verdict(
    specs: SimpleNamespace, platform: str, code: str
) -> None:
    """Cases A36, A49: failures have no envelope of the service's name; HTTP is 200 all the same."""
    spec = specs.assembly() if platform == "assembly" else specs.seoul("S", "S.row")
    result = dialect(platform).decode(spec, json_reply({"RESULT": {"CODE": code, "MESSAGE": "x"}}))
    assert (result.status, result.code) == (HEAD_ROW[code], code)


@pytest.mark.parametrize(
    ("body", "rows", "status"),
    [
        ([{"head": [{"list_total_count": 1}, "OK"]}, {"row": [{"A": "1"}]}], 1, Status.OK),
        ([{"head": [{"list_total_count": 0}, "OK"]}], 0, Status.EMPTY),
        ([{"head": [{"list_total_count": 1}, "OK"]}, {"row": {"A": "1"}}], 1, Status.OK),
    ],
)
def test_head_and_row_in_all_their_shapes(
    specs: SimpleNamespace, body: list[object], rows: int, status: Status
) -> None:
    """Case A36: rows, a head alone, one row as an object."""
    verdict = {"RESULT": {"CODE": "INFO-000", "MESSAGE": "정상 처리되었습니다."}}
    text = json.dumps({"svc": body}).replace('"OK"', json.dumps(verdict))
    result = dialect("assembly").decode(specs.assembly("svc"), HttpResponse(200, "", text.encode()))
    assert (len(result.records), result.status) == (rows, status)


def test_a_sample_key_never_passes_for_a_whole_list(specs: SimpleNamespace) -> None:
    """Case A37: five rows of 87 are five rows of 87."""
    rows = ToolResult.ok([{"A": str(n)} for n in range(5)], total=87)
    reply = dialect("assembly").encode(specs.assembly(), rows, page=PageSlice(1, 5), wire="json")
    result = dialect("assembly").decode(specs.assembly(), reply)
    assert (result.total, result.complete) == (87, False)


@pytest.mark.parametrize("status", [200, 500])
def test_subway_status_500_in_the_body_is_no_server_error(
    specs: SimpleNamespace, status: int
) -> None:
    """Case A48: the code decides, whatever number the body or the HTTP status shows."""
    body = {"status": 500, "code": "INFO-200", "message": "해당하는 데이터가 없습니다.", "total": 0}
    result = dialect("seoul").decode(specs.subway(), json_reply(body, status))
    assert (result.status, result.code, result.total) == (Status.EMPTY, "INFO-200", 0)


def test_bus_item_count_is_not_believed(specs: SimpleNamespace) -> None:
    head = {"headerCd": "0", "headerMsg": "정상", "itemCount": 0}
    body = {"msgHeader": head, "msgBody": {"itemList": [{"a": "1"}, {"a": "2"}]}}
    result = dialect("seoul").decode(specs.bus(), json_reply(body))
    assert (result.status, len(result.records), result.total) == (Status.OK, 2, None)


def test_bus_quota_hides_in_the_message_of_a_key_error(specs: SimpleNamespace) -> None:
    for message, reason in (
        ("Key인증실패: LIMITED NUMBER OF SERVICE REQUESTS EXCEEDS ERROR", Reason.QUOTA),
        ("Key인증실패: SERVICE KEY IS NOT REGISTERED ERROR", Reason.KEY_INVALID),
    ):
        body = {"msgHeader": {"headerCd": "7", "headerMsg": message}, "msgBody": {"itemList": None}}
        assert dialect("seoul").decode(specs.bus(), json_reply(body)).reason is reason


@pytest.mark.parametrize(
    ("sentence", "total"),
    [
        ("[조회건수 : 1,652 건]", 1652),
        ("[조회건수:3건]", 3),
        ("[조회 건수 : 12,345,678 건]", 12_345_678),
        ("조회했습니다", None),
    ],
)
def test_edudata_tells_its_total_inside_a_sentence(
    specs: SimpleNamespace, sentence: str, total: int | None
) -> None:
    body = {"resultData": [{"a": 1}], "msgCd": "200 (성공)", "msgCn": sentence}
    result = dialect("edudata").decode(specs.edudata(), json_reply(body))
    assert (result.status, result.total, result.message) == (Status.OK, total, sentence)
    assert result.complete is (None if total is None else total <= 1)


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (401, {"loc": "GATEWAY", "message": "Unauthorized"}, Reason.KEY_INVALID),
        (404, {"loc": "PROVIDER", "message": "Not Found"}, Reason.MISSING_ARG),
        (404, {"loc": "GATEWAY", "message": "Not Found"}, Reason.UNKNOWN_TOOL),
        (405, {"loc": "GATEWAY", "message": "Method Not Allowed"}, Reason.BAD_TYPE),
        (
            400,
            {"loc": "GATEWAY", "message": "HTTP 'POST' cannot contain query parameters."},
            Reason.BAD_VALUE,
        ),
        (502, {"loc": "GATEWAY", "message": "Bad Gateway"}, Reason.HTTP_5XX),
        (500, {"resultData": None}, Reason.HTTP_5XX),
        (200, {"msgCd": "200 (성공)", "msgCn": "[조회건수 : 0 건]"}, Reason.TRUNCATED),
    ],
)
def test_edudata_failures_say_whose_they_are(
    specs: SimpleNamespace, status: int, body: dict[str, str], reason: Reason
) -> None:
    result = dialect("edudata").decode(specs.edudata(), json_reply(body, status))
    assert result.reason is reason


@pytest.mark.parametrize("platform", ["dart", "assembly", "edudata", "seoul"])
@pytest.mark.parametrize(
    ("status", "content_type", "body", "reason"),
    [
        (200, "text/html", b"<html><body>\xec\xa0\x90\xea\xb2\x80 \xec\xa4\x91</body></html>",
         Reason.MAINTENANCE),
        (502, "text/html", b"<html><h1>502 Bad Gateway</h1></html>", Reason.HTTP_5XX),
        (403, "text/plain", b"Forbidden", Reason.KEY_INVALID),
        (200, "application/json", b'{"status":"000","list":[{"a":', Reason.TRUNCATED),
        (200, "application/json", b"", Reason.TRUNCATED),
        (200, "application/json", b"[]", Reason.TRUNCATED),
        (200, "application/json", b'{"x":1}', Reason.TRUNCATED),
        (200, "application/xml", b"<x><y/></x>", Reason.TRUNCATED),
        (200, "application/zip", b"PK\x03\x04broken", Reason.TRUNCATED),
        (503, "application/json", b"{}", Reason.HTTP_5XX),
    ],
)  # fmt: skip
def test_what_is_no_reply_of_the_platform_blames_nobody(
    specs: SimpleNamespace,
    platform: str,
    status: int,
    content_type: str,
    body: bytes,
    reason: Reason,
) -> None:
    """Cases A04, A18: body before status, one short line, the same for every dialect."""
    makers = {
        "dart": specs.dart("a"),
        "assembly": specs.assembly(),
        "edudata": specs.edudata(),
        "seoul": specs.seoul("S", "S.row"),
    }
    result = dialect(platform).decode(makers[platform], HttpResponse(status, content_type, body))
    assert result.reason is reason
    assert len(result.records) == 0
