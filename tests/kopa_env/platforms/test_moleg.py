"""법제처 공유서비스: numbers and rows side by side, a row's place as its attribute."""

from __future__ import annotations

from agency_specs import statutes

from kopa_env.dialect import Incoming, PageSlice
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.platforms.moleg import DIALECT
from kopa_env.wire import HttpResponse


def read(text: str) -> ToolResult:
    return DIALECT.decode(statutes(), HttpResponse(200, "", text.encode()))


def test_rows_are_numbered_through_the_whole_list() -> None:
    rows = ToolResult.ok([{"법령ID": "010719"}, {"법령ID": "010831"}], total=24)
    reply = DIALECT.encode(statutes(), rows, page=PageSlice(2, 10), wire="xml")
    text = reply.body.decode()
    assert "<target>law</target>" in text
    assert "<totalCnt>24</totalCnt><page>2</page><numOfRows>10</numOfRows>" in text
    assert '<law id="11"><법령ID>010719</법령ID></law><law id="12">' in text


def test_a_rows_place_is_no_part_of_it() -> None:
    result = read(
        "<Expc><totalCnt>1</totalCnt><resultCode>00</resultCode><resultMsg>success</resultMsg>"
        '<expc id="1"><안건번호>05-0096</안건번호></expc></Expc>'
    )
    assert list(result.records) == [{"안건번호": "05-0096"}]
    assert (result.code, result.total, result.complete) == ("00", 1, True)


def test_no_rows_are_a_success_of_none() -> None:
    reply = DIALECT.encode(statutes(), ToolResult.ok(()), page=PageSlice(1, 10), wire="xml")
    result = DIALECT.decode(statutes(), reply)
    assert (result.status, result.code, result.total) == (Status.EMPTY, "00", 0)


def test_a_failure_is_a_root_with_a_code() -> None:
    failed = ToolResult.error(Reason.BAD_VALUE, "")
    reply = DIALECT.encode(statutes(), failed, page=None, wire="xml")
    assert b"<LawSearch><resultCode>10</resultCode>" in reply.body
    assert DIALECT.decode(statutes(), reply).reason is Reason.BAD_VALUE


def test_an_operation_is_known_by_the_last_part_of_its_path() -> None:
    request = next(DIALECT.exchange(statutes(), {"target": "law", "query": "*"}, "key"))
    incoming = DIALECT.receive(request)
    assert isinstance(incoming, Incoming)
    assert (incoming.endpoint, incoming.wire) == ("lawSearchList", "xml")
