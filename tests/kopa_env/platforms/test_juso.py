"""도로명주소: every value a text, ``juso`` null where there is nothing."""

from __future__ import annotations

import json

import pytest
from place_specs import juso

from kopa_env.dialect import Incoming, PageSlice
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.platforms import dialect
from kopa_env.wire import HttpResponse

JUSO = dialect("juso")
CODES = {
    "-999": Reason.HTTP_5XX,
    "E0001": Reason.KEY_INVALID,
    "E0005": Reason.MISSING_ARG,
    "E0006": Reason.BAD_VALUE,
    "E0008": Reason.BAD_VALUE,
    "E0009": Reason.BAD_VALUE,
    "E0010": Reason.BAD_VALUE,
    "E0011": Reason.BAD_VALUE,
    "E0012": Reason.BAD_VALUE,
    "E0013": Reason.BAD_VALUE,
    "E0014": Reason.KEY_EXPIRED,
    "E0015": Reason.TOO_MANY,
}


def reply(code: str, rows: object, total: str = "0") -> HttpResponse:
    common = {"errorCode": code, "errorMessage": "어떤 사유", "totalCount": total}
    return HttpResponse(200, "", json.dumps({"results": {"common": common, "juso": rows}}).encode())


@pytest.mark.parametrize("code", CODES)
def test_a_code_says_what_is_wrong(code: str) -> None:
    result = JUSO.decode(juso(), reply(code, None))
    assert (result.reason, result.code, result.message) == (CODES[code], code, "어떤 사유")


@pytest.mark.parametrize("nothing", [None, [], ""])
def test_nothing_found_is_a_success_of_zero_rows(nothing: object) -> None:
    result = JUSO.decode(juso(), reply("0", nothing))
    assert (result.status, result.code, result.total) == (Status.EMPTY, "0", 0)


def test_a_page_says_where_it_is_in_text() -> None:
    found = JUSO.encode(
        juso(), ToolResult.ok([{"zipNo": "04515"}], total=191), page=PageSlice(3, 1), wire="json"
    )
    common = json.loads(found.body)["results"]["common"]
    assert (common["totalCount"], common["currentPage"], common["countPerPage"]) == (
        "191",
        "3",
        "1",
    )
    assert JUSO.decode(juso(), found).complete is False


def test_xml_has_the_same_shape() -> None:
    text = (
        "<results><common><totalCount>2</totalCount><errorCode>0</errorCode></common>"
        "<juso><rn>새문로</rn></juso><juso><rn>나래로</rn></juso></results>"
    )
    result = JUSO.decode(juso(), HttpResponse(200, "", text.encode()))
    assert [row["rn"] for row in result.records] == ["새문로", "나래로"]


def test_a_call_is_read_by_its_service() -> None:
    incoming = JUSO.receive(next(JUSO.exchange(juso(), {"keyword": "새문로"}, "key")))
    assert isinstance(incoming, Incoming)
    assert (incoming.endpoint, incoming.args) == ("addrLinkApi", {"keyword": "새문로"})
    refused = JUSO.receive(next(JUSO.exchange(juso(), {"keyword": "새문로"}, "")))
    assert isinstance(refused, HttpResponse)
    assert JUSO.decode(juso(), refused).code == "E0001"
