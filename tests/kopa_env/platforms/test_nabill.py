"""국회사무처 의안정보: lists, named blocks, a nested block, an empty root."""

from __future__ import annotations

import pytest
from agency_specs import bill, bills

from kopa_env.dialect import Incoming
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.platforms.nabill import DIALECT
from kopa_env.wire import HttpResponse

RELATED = bill("getBillAdditionalInfo", "response.body.exhaust.item")
RECEIPT = bill("getBillReceiptInfo", "response.body.item.receipt")
HEAD = "<header><resultCode>00</resultCode><resultMsg>NORMAL SERVICE.</resultMsg></header>"


def read(body: str) -> ToolResult:
    text = f"<response>{HEAD}<body>{body}</body></response>"
    return DIALECT.decode(bills(), HttpResponse(200, "", text.encode()))


def test_rows_of_blocks_say_which_they_stand_in() -> None:
    result = read(
        "<billGbnCd><item><billName>가</billName></item></billGbnCd><bpmOthers/>"
        "<commMemo><item><commMemo>나</commMemo></item></commMemo><exhaust/>"
    )
    assert list(result.records) == [
        {"block": "billGbnCd", "billName": "가"},
        {"block": "commMemo", "commMemo": "나"},
    ]
    assert (result.code, result.total) == ("00", None)


def test_blocks_are_written_in_their_order_with_fields_of_their_own() -> None:
    rows = [
        {"block": "exhaust", "billName": "가", "commMemo": "나"},
        {"block": "commMemo", "billName": "다", "commMemo": "라"},
    ]
    reply = DIALECT.encode(RELATED, ToolResult.ok(rows), page=None, wire="xml")
    assert reply.body.endswith(
        "<body><billGbnCd/><bpmOthers/><commMemo><item><commMemo>라</commMemo></item></commMemo>"
        "<exhaust><item><billName>가</billName></item></exhaust></body></response>".encode()
    )


def test_a_nested_block_is_one_record_without_the_blanks_around_its_texts() -> None:
    body = "<item><receipt><billNo>2200001</billNo><bookHwpUrl>\n  http://a.kr\n </bookHwpUrl>"
    result = read(f"{body}</receipt></item>")
    assert list(result.records) == [{"billNo": "2200001", "bookHwpUrl": "http://a.kr"}]
    reply = DIALECT.encode(RECEIPT, ToolResult.ok([{"billNo": "1"}]), page=None, wire="xml")
    assert b"<body><item><receipt><billNo>1</billNo></receipt></item></body>" in reply.body


def test_nothing_found_is_an_empty_root() -> None:
    reply = DIALECT.encode(bills(), ToolResult.ok(()), page=None, wire="xml")
    assert reply.body.endswith(b"<response/>")
    assert DIALECT.decode(bills(), reply).status is Status.EMPTY


@pytest.mark.parametrize("reason", [Reason.BAD_VALUE, Reason.MISSING_ARG])
def test_wrong_input_is_code_99_in_a_header_that_tells_the_time(reason: Reason) -> None:
    reply = DIALECT.encode(bills(), ToolResult.error(reason, ""), page=None, wire="xml")
    assert b"<responseTime>" in reply.body
    assert b"<body>" not in reply.body
    result = DIALECT.decode(bills(), reply)
    assert (result.code, result.reason) == ("99", Reason.BAD_VALUE)


def test_no_other_form_than_xml_can_be_asked_for() -> None:
    request = next(DIALECT.exchange(bills(), {}, "key"))
    incoming = DIALECT.receive(request)
    assert isinstance(incoming, Incoming)
    assert incoming.wire == "xml"
