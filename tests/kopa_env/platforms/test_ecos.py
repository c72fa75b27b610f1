"""한국은행 경제통계시스템: result codes, the envelope without one, arguments in the path."""

from __future__ import annotations

import json

import pytest
from market_specs import ecos

from kopa_env.canonical import from_url
from kopa_env.dialect import Incoming
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.platforms import dialect, dialect_of
from kopa_env.request import bind
from kopa_env.wire import HttpRequest, HttpResponse

ECOS = dialect("ecos")
ROW = {"STAT_CODE": "722Y001", "ITEM_CODE2": None, "TIME": "202404", "DATA_VALUE": "3.5"}
REASONS = {
    "INFO-100": Reason.KEY_INVALID,
    "ERROR-100": Reason.MISSING_ARG,
    "ERROR-101": Reason.BAD_VALUE,
    "ERROR-200": Reason.BAD_VALUE,
    "ERROR-300": Reason.MISSING_ARG,
    "ERROR-301": Reason.BAD_TYPE,
    "ERROR-400": Reason.TIMEOUT,
    "ERROR-500": Reason.HTTP_5XX,
    "ERROR-600": Reason.HTTP_5XX,
    "ERROR-601": Reason.HTTP_5XX,
    "ERROR-602": Reason.RATE_LIMIT,
    "ERROR-999": Reason.HTTP_5XX,
}


def reply(body: object, status: int = 200) -> HttpResponse:
    text = json.dumps(body, ensure_ascii=False)
    return HttpResponse(status, "application/json", text.encode())


def refused(*path: str) -> ToolResult:
    segments = tuple(part.encode() for part in path)
    answer = ECOS.receive(HttpRequest("GET", "ecos.bok.or.kr", segments))
    assert isinstance(answer, HttpResponse)
    assert answer.status == 200
    return ECOS.decode(ecos(), answer)


@pytest.mark.parametrize("code", REASONS)
@pytest.mark.parametrize("wire", ["json", "xml"])
def test_a_failure_is_a_result_alone(code: str, wire: str) -> None:
    body = {"RESULT": {"CODE": code, "MESSAGE": "어떤 사유"}}
    answer = reply(body)
    if wire == "xml":
        text = f"<RESULT><CODE>{code}</CODE><MESSAGE>어떤 사유</MESSAGE></RESULT>"
        answer = HttpResponse(200, "application/json", text.encode())
    result = ECOS.decode(ecos(), answer)
    assert (result.reason, result.code) == (REASONS[code], code)


def test_no_data_is_an_answer_and_not_an_empty_list() -> None:
    result = ECOS.decode(ecos(), reply({"RESULT": {"CODE": "INFO-200", "MESSAGE": "없음"}}))
    assert (result.status, result.code, result.total) == (Status.EMPTY, "INFO-200", None)
    written = ECOS.encode(ecos(), ToolResult.ok(()), page=None, wire="json")
    assert list(json.loads(written.body)) == ["RESULT"]


def test_the_sample_key_is_told_apart_from_a_number_that_is_none() -> None:
    few = "sample은 최대 10건 이내에서 호출이 가능합니다."
    result = ECOS.decode(ecos(), reply({"RESULT": {"CODE": "ERROR-301", "MESSAGE": few}}))
    assert result.reason is Reason.TOO_MANY


@pytest.mark.parametrize("total", [3, "3"])
@pytest.mark.parametrize("rows", [[ROW, ROW], ROW])
def test_rows_and_their_number_are_read_in_either_form(total: object, rows: object) -> None:
    result = ECOS.decode(ecos(), reply({"Any": {"list_total_count": total, "row": rows}}))
    assert (result.status, result.code, result.total) == (Status.OK, "", 3)
    assert result.records[0] == ROW
    assert result.complete is False


def test_an_extra_number_and_a_result_among_the_rows_do_no_harm() -> None:
    inside = {"CODE": "INFO-000", "MESSAGE": "정상"}
    body = {"list_total_count": 1, "row_count": 1, "RESULT": inside, "row": [ROW]}
    result = ECOS.decode(ecos(), reply({"KeyStatisticList": body}))
    assert (result.code, list(result.records)) == ("INFO-000", [ROW])


def test_empty_elements_of_xml_are_null() -> None:
    row = "<STAT_CODE>722Y001</STAT_CODE><ITEM_CODE2/><TIME>202404</TIME><DATA_VALUE>3.5"
    text = f"<S><list_total_count>1</list_total_count><row>{row}</DATA_VALUE></row></S>"
    result = ECOS.decode(ecos(), HttpResponse(200, "", text.encode("euc-kr")))
    assert list(result.records) == [ROW]


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (200, b"<html><body>ECOS</body></html>", Reason.HTML),
        (404, b"<html><body>Not Found</body></html>", Reason.HTML),
        (503, b"", Reason.HTTP_5XX),
        (200, b'{"StatisticSearch":{"list_total_count":9,"row":[{"STA', Reason.TRUNCATED),
        (200, b'{"StatisticSearch":{}}', Reason.TRUNCATED),
        (200, b"[1]", Reason.TRUNCATED),
    ],
)
def test_what_comes_instead_is_named(status: int, body: bytes, reason: Reason) -> None:
    assert ECOS.decode(ecos(), HttpResponse(status, "", body)).reason is reason


@pytest.mark.parametrize(
    "args",
    [
        {"lang": "kr", "start": 1, "end": 5, "stat_code": "722Y001"},
        {"lang": "kr", "start": 1, "end": 5, "stat_code": "722Y001", "item_code1": "0101000"},
        {"lang": "en", "start": 1, "end": 5, "stat_code": "901Y009", "item_code2": "원/달러 %?"},
    ],
)
def test_a_question_mark_holds_the_place_of_what_was_left_out(args: dict[str, object]) -> None:
    sent = next(ECOS.exchange(ecos(), args, "KEY"))
    assert dialect_of(sent) is ECOS
    assert sent.secret_slots == ECOS.secret_slots(sent) == {"path:2"}
    skipped = "item_code2" in args and "item_code1" not in args
    assert (b"?" in sent.path) is skipped
    assert ("/%3F/" in sent.url()) is skipped
    assert "KEY" not in str(sent)
    for request in (sent, from_url(sent.method, sent.url())):
        incoming = ECOS.receive(request)
        assert isinstance(incoming, Incoming)
        assert (incoming.endpoint, incoming.credential) == ("ecos.StatisticSearch", "KEY")
        assert bind(ecos(), incoming) == {name: str(value) for name, value in args.items()}


def test_a_slash_at_the_end_asks_for_nothing_more() -> None:
    path = ("api", "StatisticTableList", "k", "xml", "kr", "1", "99999", "")
    incoming = ECOS.receive(HttpRequest("GET", "ecos.bok.or.kr", tuple(p.encode() for p in path)))
    assert isinstance(incoming, Incoming)
    assert (incoming.wire, incoming.positional) == ("xml", ("kr", "1", "99999"))


@pytest.mark.parametrize(
    ("path", "code", "reason"),
    [
        ("api/S//json/kr/1/5", "INFO-100", Reason.KEY_INVALID),
        ("api/S/INVALID/json/kr/1/5", "INFO-100", Reason.KEY_INVALID),
        ("api/S/k/csv/kr/1/5", "ERROR-200", Reason.BAD_VALUE),
        ("api/S/k/json/kr/1", "ERROR-300", Reason.MISSING_ARG),
        ("api/S/k/json/kr/1/x", "ERROR-301", Reason.BAD_TYPE),
        ("api/S/sample/json/kr/1/11", "ERROR-301", Reason.TOO_MANY),
        ("other/S/k/json/kr/1/5", "ERROR-500", Reason.HTTP_5XX),
        ("api", "INFO-100", Reason.KEY_INVALID),
    ],
)
def test_a_request_the_gateway_refuses(path: str, code: str, reason: Reason) -> None:
    result = refused(*path.split("/"))
    assert (result.code, result.reason) == (code, reason)
