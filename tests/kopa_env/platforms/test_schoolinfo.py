"""학교알리미: words for codes, failures told apart by their sentences, the subject an argument."""

from __future__ import annotations

import json

import pytest
from agency_specs import disclosures

from kopa_env.dialect import Incoming
from kopa_env.outcome import UNRECORDED, Reason, Status, ToolResult
from kopa_env.platforms.schoolinfo import DIALECT
from kopa_env.wire import HttpRequest, HttpResponse

ARGS = {"apiType": "62", "sggCode": "11680"}


def read(text: str, status: int = 200) -> ToolResult:
    return DIALECT.decode(disclosures(), HttpResponse(status, "", text.encode()))


def failed(sentence: str, code: str = "fail") -> ToolResult:
    return read(json.dumps({"resultCode": code, "resultMsg": sentence}))


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("시군구 코드(sggCode)는 필수 정보입니다.", Reason.MISSING_ARG),
        ("인증키는 필수 정보입니다.", Reason.KEY_MISSING),
        ("유효하지 않은 인증키입니다.", Reason.KEY_INVALID),
        ("2026년 정보는 2026년 10월 01일 공개됩니다.", Reason.BAD_VALUE),
        ("알 수 없는 오류", Reason.HTTP_5XX),
        (UNRECORDED, Reason.MAINTENANCE),
    ],
)
def test_a_failure_is_known_by_its_sentence(sentence: str, reason: Reason) -> None:
    assert failed(sentence).reason is reason
    assert failed(sentence, "error").reason is reason


@pytest.mark.parametrize(
    "text",
    [
        '{"resultCode":"success","resultMsg":"성공","list":[]}',
        '{"list":[]}',
        '{"resultCode":"fail","resultMsg":"조회된 데이터가 없습니다."}',
    ],
)
def test_nothing_is_told_in_several_ways(text: str) -> None:
    result = read(text)
    assert (result.status, len(result.records), result.total) == (Status.EMPTY, 0, None)


def test_a_reply_without_a_list_is_no_success() -> None:
    assert read('{"error":"unavailable"}', 503).reason is Reason.HTTP_5XX
    assert read('{"list":null}').reason is Reason.TRUNCATED


def test_rows_come_without_their_number() -> None:
    rows = ToolResult.ok([{"COL_1": 4, "COL_SUM": "28(1)"}], total=9)
    reply = DIALECT.encode(disclosures(), rows, page=None, wire="json")
    assert json.loads(reply.body) == {
        "resultCode": "success",
        "resultMsg": "성공",
        "list": [{"COL_1": 4, "COL_SUM": "28(1)"}],
    }
    assert DIALECT.decode(disclosures(), reply).total is None


def test_the_subject_is_part_of_the_address() -> None:
    incoming = DIALECT.receive(next(DIALECT.exchange(disclosures(), ARGS, "key")))
    assert isinstance(incoming, Incoming)
    assert incoming.endpoint == disclosures().address == "/openApi.do?apiType=62"
    assert (incoming.args, incoming.credential) == ({"sggCode": "11680"}, "key")


@pytest.mark.parametrize(
    ("args", "key", "reason"),
    [
        (ARGS, "", Reason.KEY_MISSING),
        (ARGS, "INVALID", Reason.KEY_INVALID),
        ({"sggCode": "11680"}, "key", Reason.MISSING_ARG),
    ],
)
def test_the_server_refuses_what_lacks_key_or_subject(
    args: dict[str, str], key: str, reason: Reason
) -> None:
    refused = DIALECT.receive(next(DIALECT.exchange(disclosures(), args, key)))
    assert isinstance(refused, HttpResponse)
    assert DIALECT.decode(disclosures(), refused).reason is reason


def test_another_address_is_no_page_of_data() -> None:
    reply = DIALECT.receive(HttpRequest("GET", "www.schoolinfo.go.kr", (b"ei",), ()))
    assert isinstance(reply, HttpResponse)
    assert reply.status == 404
