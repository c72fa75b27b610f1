"""The national portal's services: every envelope both ways, the gateway in both its forms."""

from __future__ import annotations

import json

import pytest
from any_result import results
from hypothesis import given
from portal_specs import COMMON, CONVERTED, FORMS, NO_DATA, portal

from kopa_env.dialect import Incoming, PageSlice
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.platforms import gateway
from kopa_env.wire import HttpResponse


@pytest.mark.parametrize("wire", ["json", "xml"])
@pytest.mark.parametrize("form", FORMS)
@given(result=results())
def test_what_is_decoded_is_what_was_expressed(form: str, wire: str, result: ToolResult) -> None:
    dialect, items_path, total = FORMS[form]
    spec, page = portal(items_path, total), PageSlice(1, 100)
    expressed = dialect.express(spec, result, page=page, wire=wire)
    assert dialect.express(spec, expressed, page=page, wire=wire) == expressed
    for form_of_gateway in ("2024", "2026"):
        token = gateway.FORM.set(form_of_gateway)
        try:
            reply = dialect.encode(spec, result, page=page, wire=wire)
        finally:
            gateway.FORM.reset(token)
        assert dialect.decode(spec, reply) == expressed


def body(text: str) -> HttpResponse:
    return HttpResponse(200, "", text.encode())


def test_one_row_comes_as_an_object_and_none_as_a_blank() -> None:
    one = CONVERTED.encode(portal(), ToolResult.ok([{"a": 1}]), page=None, wire="json")
    assert json.loads(one.body)["response"]["body"]["items"] == {"item": {"a": 1}}
    none = CONVERTED.encode(portal(), ToolResult.ok(()), page=None, wire="json")
    assert json.loads(none.body)["response"]["body"]["items"] == ""


def test_no_data_may_be_a_code() -> None:
    nothing = NO_DATA.express(portal(), ToolResult.ok(()), page=None, wire="json")
    assert (nothing.status, nothing.code, nothing.total) == (Status.EMPTY, "03", None)


@pytest.mark.parametrize(
    ("text", "rows", "total"),
    [
        ('{"response":{"header":{"resultCode":"00"},"body":{"items":"","totalCount":0}}}', 0, 0),
        ('{"response":{"header":{"resultCode":"00"},"body":{"items":null}}}', 0, None),
        ('{"response":{"header":{"resultCode":"000"},"body":{"items":{"item":{"a":1}}}}}', 1, None),
        ('{"header":{"resultCode":"00"},"body":{"items":[{"a":1},{}],"totalCount":"3"}}', 2, 3),
        ('{"resultCode":"00","items":[{"a":1}]}', 1, None),
        ("<response/>", 0, None),
        ("<response><header><resultCode>000</resultCode></header><body><items><item><a>1</a>"
         "</item><item><a>2</a></item></items><totalCount>2</totalCount></body></response>", 2, 2),
    ],
)  # fmt: skip
def test_rows_are_found_whatever_lies_around_them(text: str, rows: int, total: int | None) -> None:
    result = COMMON.decode(portal(), body(text))
    assert result.status is (Status.OK if rows else Status.EMPTY)
    assert (len(result.records), result.total) == (rows, total)


def test_code_99_is_the_callers_fault_only_where_its_message_says_so() -> None:
    form = '{{"response":{{"header":{{"resultCode":"99","resultMsg":"{}"}}}}}}'
    wrong = COMMON.decode(portal(), body(form.format("입력 값이 잘못되었습니다.")))
    other = COMMON.decode(portal(), body(form.format("SocketTimeoutException")))
    assert (wrong.reason, other.reason) == (Reason.BAD_VALUE, Reason.HTTP_5XX)


@pytest.mark.parametrize("form", ["2024", "2026"])
def test_a_call_without_a_key_is_refused_by_the_gateway(form: str) -> None:
    request = next(COMMON.exchange(portal(), {}, ""))
    token = gateway.FORM.set(form)  # type: ignore[arg-type]
    try:
        reply = COMMON.receive(request)
    finally:
        gateway.FORM.reset(token)
    assert isinstance(reply, HttpResponse)
    assert reply.status == (200 if form == "2024" else 403)
    assert COMMON.decode(portal(), reply).reason is Reason.KEY_MISSING


def test_a_request_is_read_by_its_address_without_key_and_form() -> None:
    request = next(COMMON.exchange(portal(), {"basDt": "20240102"}, "key"))
    incoming = COMMON.receive(request)
    assert isinstance(incoming, Incoming)
    assert incoming.endpoint == portal().address == "/9999999/Service/getList"
    assert (incoming.args, incoming.wire) == ({"basDt": "20240102"}, "json")
    assert incoming.credential == "key"
