"""한국거래소: outcomes by body and status, the key in its header, requests as clients make them."""

from __future__ import annotations

import json

import pytest
from market_specs import krx

from kopa_env.dialect import Incoming, PageSlice
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.platforms import dialect, dialect_of
from kopa_env.platforms.codes import FLAG
from kopa_env.wire import HttpRequest, HttpResponse

KRX = dialect("krx")
ROW = {"BAS_DD": "20240105", "ISU_CD": "095570", "TDD_CLSPRC": "5280"}


def reply(body: object, status: int = 200) -> HttpResponse:
    text = json.dumps(body, ensure_ascii=False)
    return HttpResponse(status, "application/json", text.encode())


def request(*path: str, **headers: str) -> HttpRequest:
    segments = tuple(part.encode() for part in path)
    query = ((b"basDd", b"20240105"),)
    return HttpRequest("GET", "data-dbg.krx.co.kr", segments, query, tuple(headers.items()))


@pytest.mark.parametrize("status", [200, 401])
def test_a_refused_key_is_told_by_the_body_under_either_status(status: int) -> None:
    """Clients disagree on the HTTP status of a service that the key was not granted."""
    body = {"respCode": "401", "respMsg": "Unauthorized API Call"}
    result = KRX.decode(krx(), reply(body, status))
    assert (result.reason, result.code) == (Reason.KEY_INVALID, "401")


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (403, b"<html><body>Forbidden</body></html>", Reason.KEY_INVALID),
        (429, b"", Reason.QUOTA),
        (429, b"<html><title>Too Many Requests</title></html>", Reason.QUOTA),
        (200, "<html><body>시스템 점검 중</body></html>".encode(), Reason.MAINTENANCE),
        (200, "<html><body>안내</body></html>".encode("euc-kr"), Reason.HTML),
        (200, b'{"OutBlock_1":[{"BAS_DD":"2024', Reason.TRUNCATED),
        (200, b"{}", Reason.TRUNCATED),
        (500, b"{}", Reason.HTTP_5XX),
    ],
)
def test_what_comes_instead_of_json_is_named(status: int, body: bytes, reason: Reason) -> None:
    assert KRX.decode(krx(), HttpResponse(status, "", body)).reason is reason


def test_an_unknown_code_blames_nobody() -> None:
    result = KRX.decode(krx(), reply({"respCode": "999", "respMsg": "어떤 사유"}))
    assert (result.status, result.code) == (Status.ENVIRONMENTAL, "999")
    assert result.message == f"{FLAG}어떤 사유"


def test_a_holiday_is_an_empty_list_and_no_error() -> None:
    result = KRX.decode(krx(), reply({"OutBlock_1": []}))
    assert result == ToolResult(Status.EMPTY, complete=True)
    written = KRX.encode(krx(), ToolResult.ok(()), page=None, wire="json")
    assert json.loads(written.body) == {"OutBlock_1": []}


def test_rows_are_found_whatever_holds_them() -> None:
    """A list, one row alone, a second block, a byte order mark, XML that was not asked for."""
    one = json.dumps({"OutBlock_1": ROW}).encode()
    xml = "".join(f"<{k}>{v}</{k}>" for k, v in ROW.items())
    bodies = [
        one,
        b"\xef\xbb\xbf" + one,
        json.dumps({"OutBlock_1": [ROW], "OutBlock_2": []}).encode(),
        f"<r><OutBlock_1>{xml}</OutBlock_1></r>".encode(),
        f"<r><OutBlock_1><row>{xml}</row></OutBlock_1></r>".encode(),
    ]
    for body in bodies:
        result = KRX.decode(krx(), HttpResponse(200, "", body))
        assert (list(result.records), result.code, result.total) == ([ROW], "", None)


def test_the_reply_says_nothing_about_its_rows() -> None:
    result = ToolResult.ok([ROW], message="정상", total=7)
    expressed = KRX.express(krx(), result, page=PageSlice(1, 1), wire="json")
    assert expressed == ToolResult.ok([ROW], complete=True)


def test_the_key_is_a_header_and_nothing_else() -> None:
    asked = next(KRX.exchange(krx(), {"basDd": "20240105"}, "SECRET"))
    assert dialect_of(asked) is KRX
    assert asked.secret_slots == KRX.secret_slots(asked) == {"header:auth_key"}
    assert "SECRET" not in asked.url() + repr(asked)
    incoming = KRX.receive(asked)
    assert isinstance(incoming, Incoming)
    assert (incoming.endpoint, incoming.credential) == ("/svc/apis/sto/stk_bydd_trd", "SECRET")
    assert incoming.args == {"basDd": "20240105"}


def test_a_posted_body_is_read_like_a_query() -> None:
    path = (b"svc", b"apis", b"idx", b"kospi_dd_trd.json")
    headers = (("auth_key", "k"),)
    for body, args in ((b'{"basDd": "20240105"}', {"basDd": "20240105"}), (b"[", {}), (b"[]", {})):
        asked = HttpRequest("POST", "data-dbg.krx.co.kr", path, headers=headers, body=body)
        incoming = KRX.receive(asked)
        assert isinstance(incoming, Incoming)
        assert (incoming.endpoint, incoming.args) == ("/svc/apis/idx/kospi_dd_trd", args)


@pytest.mark.parametrize("form", ["", ".json", ".xml"])
def test_the_ending_chooses_the_form(form: str) -> None:
    incoming = KRX.receive(request("svc", "apis", "sto", f"stk_bydd_trd{form}", auth_key="k"))
    assert isinstance(incoming, Incoming)
    assert incoming.wire == ("xml" if form == ".xml" else "json")


@pytest.mark.parametrize(
    ("path", "key", "status", "code"),
    [
        (("svc", "apis", "sto", "stk_bydd_trd"), "", 401, "401"),
        (("svc", "apis", "sto", "stk_bydd_trd"), "INVALID", 401, "401"),
        (("svc", "sample", "apis", "sto", "stk_bydd_trd"), "k", 403, "403"),
        (("svc", "apis", "stk_bydd_trd"), "k", 403, "403"),
        (("svc", "apis", "sto", "stk_bydd_trd.csv"), "k", 403, "403"),
        ((), "k", 403, "403"),
    ],
)
def test_a_wrong_address_or_key_is_refused(
    path: tuple[str, ...], key: str, status: int, code: str
) -> None:
    refused = KRX.receive(request(*path, auth_key=key))
    assert isinstance(refused, HttpResponse)
    assert refused.status == status
    assert KRX.decode(krx(), refused).code == code
    assert KRX.decode(krx(), refused).status is Status.CONFIG
