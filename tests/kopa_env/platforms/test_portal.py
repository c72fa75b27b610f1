"""The national portal's services: every envelope both ways, the gateway in both its forms."""

from __future__ import annotations

import json
from typing import get_args

import pytest
from any_result import results
from hypothesis import given
from portal_specs import BARE, COMMON, CONVERTED, FORMS, NO_DATA, SAME_CODES, SERVICE, portal

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
    for form_of_gateway in get_args(gateway.Form):
        with gateway.writing(form_of_gateway):
            reply = dialect.encode(spec, result, page=page, wire=wire)
        assert dialect.decode(spec, reply) == expressed


def body(text: str) -> HttpResponse:
    return HttpResponse(200, "", text.encode())


def test_one_row_comes_as_an_object_and_none_as_a_blank() -> None:
    one = CONVERTED.encode(portal(), ToolResult.ok([{"a": 1}]), page=None, wire="json")
    assert json.loads(one.body)["response"]["body"]["items"] == {"item": {"a": 1}}
    none = CONVERTED.encode(portal(), ToolResult.ok(()), page=None, wire="json")
    assert json.loads(none.body)["response"]["body"]["items"] == ""


def test_a_service_may_have_a_success_of_its_own() -> None:
    result = SERVICE.express(portal(), ToolResult.ok([{"a": 1}]), page=None, wire="json")
    assert (result.code, result.message) == ("000", "OK")
    nothing = SERVICE.express(portal(), ToolResult.ok(()), page=None, wire="json")
    assert (nothing.code, nothing.message) == ("000", "OK")


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


@pytest.mark.parametrize("form", get_args(gateway.Form))
def test_a_call_without_a_key_is_refused_by_the_gateway(form: gateway.Form) -> None:
    request = next(COMMON.exchange(portal(), {}, ""))
    with gateway.writing(form):
        reply = COMMON.receive(request)
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


def test_nothing_may_be_an_empty_root() -> None:
    reply = BARE.encode(portal(), ToolResult.ok(()), page=None, wire="xml")
    assert reply.body.endswith(b"<response/>")
    read = BARE.decode(portal(), reply)
    assert (read.status, read.code, read.total) == (Status.EMPTY, "", None)


def test_a_service_that_cannot_be_asked_for_a_form_answers_in_its_own() -> None:
    incoming = BARE.receive(next(BARE.exchange(portal(), {}, "key")))
    assert isinstance(incoming, Incoming)
    assert incoming.wire == "xml"


def test_reasons_may_share_a_code_and_differ_in_words() -> None:
    missing = ToolResult.error(Reason.MISSING_ARG, "")
    told = BARE.express(portal(), missing, page=None, wire="xml")
    assert (told.code, told.message) == ("99", "입력 값이 잘못되었습니다.")


def test_a_code_that_agency_and_gateway_share_is_told_apart_by_who_answers() -> None:
    quota = ToolResult.error(Reason.QUOTA, "")
    by_gateway = SAME_CODES.encode(portal(), quota, page=None, wire="json")
    assert SAME_CODES.decode(portal(), by_gateway).reason is Reason.QUOTA
    own = '{"response":{"header":{"resultCode":"22","resultMsg":"입력하세요."}}}'
    assert SAME_CODES.decode(portal(), body(own)).reason is Reason.BAD_VALUE


def test_a_head_may_count_beside_the_items() -> None:
    text = '{"Response":{"head":{"resultCode":"0","totalCount":"7"},"items":{"item":[{"a":1}]}}}'
    result = COMMON.decode(portal(), body(text))
    assert (len(result.records), result.total, result.complete) == (1, 7, False)
