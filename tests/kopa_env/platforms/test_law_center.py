"""국가법령정보센터: what replies mean, and the one form their records get."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from statute_specs import SEARCH, SERVICE, changes, law, page, text, versions

from kopa_env.dialect import Incoming, PageSlice
from kopa_env.outcome import UNRECORDED, Reason, Status, ToolResult
from kopa_env.platforms.law import DIALECT
from kopa_env.platforms.law.pages import DENIED, PAGE_TEXT
from kopa_env.wire import HttpRequest, HttpResponse


def body(text: str, status: int = 200) -> HttpResponse:
    return HttpResponse(status, "", text.encode())


def served(document: Any) -> HttpResponse:
    return body(json.dumps(document, ensure_ascii=False))


@pytest.mark.parametrize(
    ("document", "rows", "total", "code"),
    [
        ({"LawSearch": {"totalCnt": "1", "resultCode": "00", "law": {"a": "1"}}}, 1, 1, "00"),
        ({"LawSearch": {"law": {"id": "1", "법령ID": "1"}}}, 1, None, ""),
        ({"PrecSearch": {"totalCnt": "3", "prec": [{"a": "1"}, {"a": "2"}]}}, 2, 3, ""),
        ({"CgmExpc": {"cgmExpc": {"안건명": "가"}}}, 1, None, ""),
        ({"items": {"totalCnt": "1", "법령": [{"법령명": "가"}]}}, 1, 1, ""),
        ({"lstrmAISearch": {"검색결과개수": "1", "법령용어": {"법령용어명": "가"}}}, 1, 1, ""),
        ({"totalCnt": "2", "law": [{"a": "1"}, {"a": "2"}]}, 2, 2, ""),
        ({"LawService": {"totalCnt": "1", "law": {"a": "1"}}}, 1, 1, ""),
        ({"LawService": {"자치법규기본정보": {"자치법규ID": "1"}}}, 1, None, ""),
        ({"법령": {"기본정보": {"법령ID": "019901"}}}, 1, None, ""),
        ({"LawSearch": {"totalCnt": "0", "resultCode": "00", "resultMsg": "success"}}, 0, 0, "00"),
        ({"법령": {}}, 0, None, ""),
    ],
)
def test_lists_and_documents_are_told_by_themselves(
    document: Any, rows: int, total: int | None, code: str
) -> None:
    result = DIALECT.decode(law(), served(document))
    assert result.status is (Status.OK if rows else Status.EMPTY)
    assert (len(result.records), result.total, result.code) == (rows, total, code)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        (
            served({"Law": "일치하는 판례가 없습니다.  판례명을 확인하여 주십시오."}),
            Reason.UNKNOWN_ID,
        ),
        (body("<?xml version='1.0'?><Law>일치하는 법령이 없습니다.</Law>"), Reason.UNKNOWN_ID),
        (served({"result": DENIED[0], "msg": DENIED[1]}), Reason.KEY_INVALID),
        (
            body(f"<Response><result>{DENIED[0]}</result><msg>{DENIED[1]}</msg></Response>"),
            Reason.KEY_INVALID,
        ),
        (
            body("<html><body><h2>미신청된 목록/본문에 대한 접근입니다.</h2></body></html>"),
            Reason.KEY_INVALID,
        ),
        (served({"result": "처리 실패", "msg": "알 수 없음"}), Reason.HTTP_5XX),
        (served({"LawSearch": {"resultCode": "99", "resultMsg": "?"}}), Reason.HTTP_5XX),
        (body(""), Reason.TRUNCATED),
        (body("<html><script>location.assign('/')</script></html>"), Reason.HTML),
        (body("<html><body>시스템 점검 중입니다.</body></html>"), Reason.MAINTENANCE),
        (body("<html><body>Not Found</body></html>", 404), Reason.HTML),
        (body("<html><body>too many</body></html>", 429), Reason.RATE_LIMIT),
        (body("<html><body>unavailable</body></html>", 503), Reason.HTTP_5XX),
    ],
)
def test_failures_are_told_by_the_body_before_the_status(
    reply: HttpResponse, reason: Reason
) -> None:
    result = DIALECT.decode(law(), reply)
    assert result.reason is reason
    if reason is not Reason.HTML:
        assert DIALECT.decode(page(), reply).reason is reason


def test_a_miss_stays_one() -> None:
    missed = ToolResult.error(Reason.MAINTENANCE, f"법령: {UNRECORDED}")
    for spec in (law(), text(), versions()):
        reply = DIALECT.encode(spec, missed, page=None, wire="json")
        assert DIALECT.decode(spec, reply) == missed


def test_one_element_and_many_come_as_a_list_in_json_and_in_xml() -> None:
    one = {"법령": {"조문": {"조문단위": {"조문키": "0001001", "항": {"호": {"호번호": "1."}}}}}}
    item = "<항><호><호번호>1.</호번호></호></항>"
    xml = f'<법령><조문><조문단위 조문키="0001001">{item}</조문단위></조문></법령>'
    wanted = {"조문단위": [{"조문키": "0001001", "항": [{"호": [{"호번호": "1."}]}]}]}
    for reply in (served(one), body(xml)):
        assert DIALECT.decode(text(), reply).records[0]["조문"] == wanted


def test_text_beside_attributes_reads_alike_in_json_and_in_xml() -> None:
    wanted = {"소관부처": {"소관부처코드": "9900000", "content": "가람부"}}
    xml = '<법령><소관부처 소관부처코드="9900000">가람부</소관부처></법령>'
    assert DIALECT.decode(text(), body(xml)).records[0] == wanted
    assert DIALECT.decode(text(), served({"법령": wanted})).records[0] == wanted
    reply = DIALECT.encode(text(), ToolResult.ok([wanted]), page=None, wire="xml")
    assert reply.body.decode().endswith(xml)


def test_lines_of_a_text_are_joined_and_written_in_lines_again() -> None:
    lines = {"부칙": {"부칙단위": {"부칙내용": [["부칙", "제1조", "  제2조"]]}}}
    result = DIALECT.decode(text(), served({"법령": lines}))
    assert result.records[0]["부칙"]["부칙단위"][0]["부칙내용"] == "부칙\n제1조\n  제2조"
    reply = DIALECT.encode(text(), result, page=None, wire="json")
    assert json.loads(reply.body) == {"법령": lines}


def test_a_number_that_comes_twice_is_one() -> None:
    both = {"조문": {"조": {"조문번호": ["000100", "000100"], "조내용": "제1조"}}}
    article = '<조 조문번호="000100"><조문번호>000100</조문번호></조>'
    xml = f"<LawService><조문>{article}</조문></LawService>"
    for reply in (served({"LawService": both}), body(xml)):
        assert DIALECT.decode(text(), reply).records[0]["조문"]["조"][0]["조문번호"] == "000100"


def test_rows_have_no_numbers_of_their_own_and_are_numbered_when_written() -> None:
    rows = [{"법령ID": "019901"}, {"법령ID": "019902"}]
    reply = DIALECT.encode(law(), ToolResult.ok(rows), page=PageSlice(3, 2), wire="json")
    assert [row["id"] for row in json.loads(reply.body)["LawSearch"]["law"]] == ["5", "6"]
    assert list(DIALECT.decode(law(), reply).records) == rows


def test_what_would_hold_others_and_is_blank_is_left_out() -> None:
    row = "<law><법령ID>1</법령ID><조문정보></조문정보></law>"
    xml = f"<LawSearch><totalCnt>1</totalCnt>{row}</LawSearch>"
    assert list(DIALECT.decode(changes(), body(xml)).records) == [{"법령ID": "1"}]


def test_links_do_not_carry_the_callers_key() -> None:
    link = "/DRF/lawService.do?OC=somebody&target=law&MST=1"
    result = DIALECT.decode(law(), served({"LawSearch": {"law": {"법령상세링크": link}}}))
    assert result.records[0]["법령상세링크"] == "/DRF/lawService.do?OC=~&target=law&MST=1"
    html = f"총<strong>1</strong>건<table><tr>{'<td>가</td>' * 9}</tr></table>"
    html = html.replace("<td>가</td>", f'<td><a href="{link}">가</a></td>', 2)
    row = DIALECT.decode(versions(), body(f"<html>{html}</html>")).records[0]
    assert (row["상세링크"], row["법령일련번호"]) == (
        "/DRF/lawService.do?OC=~&target=law&MST=1",
        "1",
    )


ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "법령명": st.text("가나 <&>\"'", min_size=1),
            "법령일련번호": st.from_regex(r"[0-9]{1,6}", fullmatch=True),
        },
        optional={"시행일자": st.just("2025.1.5"), "상세링크": st.just("/x?OC=me&MST=1")},
    ),
    max_size=4,
)


@given(ROWS, st.integers(0, 100))
def test_versions_read_back_from_their_table(rows: list[dict[str, str]], more: int) -> None:
    result = ToolResult.ok(rows, total=len(rows) + more)
    expressed = DIALECT.express(versions(), result, page=None, wire="json")
    assert DIALECT.express(versions(), expressed, page=None, wire="json") == expressed
    reply = DIALECT.encode(versions(), result, page=None, wire="json")
    assert DIALECT.decode(versions(), reply) == expressed
    assert [row["법령일련번호"] for row in expressed.records] == [r["법령일련번호"] for r in rows]
    assert expressed.total == (len(rows) + more if rows else 0)


def test_a_page_is_its_text_and_a_long_one_may_speak_of_inspections() -> None:
    long = "제1조(안전점검) " + "오류가 있으면 고친다. " * 40
    result = DIALECT.decode(page(), body(f"<html><p>{long}</p><p>제2조</p></html>"))
    assert result.records[0][PAGE_TEXT].splitlines() == [long.strip(), "제2조"]


def asked(query: str, place: str = SEARCH, method: str = "GET") -> HttpRequest:
    pairs = tuple(tuple(p.encode() for p in pair.split("=")) for pair in query.split("&"))
    return HttpRequest(method, "www.law.go.kr", (b"DRF", place.encode()), pairs)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("request_", "address", "wire"),
    [
        (asked("OC=k&target=law&type=JSON&query=x"), "/DRF/lawSearch.do?target=law", "json"),
        (asked("OC=k&target=law&query=x"), "/DRF/lawSearch.do?target=law", "xml"),
        (asked("OC=k&target=law&type=XML&mobileYn="), "/DRF/lawSearch.do?target=law", "xml"),
        (
            asked("OC=k&type=JSON&target=couseLs&lj=jo"),
            "/DRF/lawSearch.do?target=couseLs&lj=jo",
            "json",
        ),
        (
            asked("OC=k&mobileYn=Y&type=HTML&target=law", SERVICE),
            "/DRF/lawService.do?target=law&mobileYn=Y",
            "json",
        ),
        (asked("OC=k&target=lsHistory&type=HTML"), "/DRF/lawSearch.do?target=lsHistory", "json"),
    ],
)
def test_a_request_is_known_by_place_target_and_what_tells_operations_apart(
    request_: HttpRequest, address: str, wire: str
) -> None:
    incoming = DIALECT.receive(request_)
    assert isinstance(incoming, Incoming)
    assert (incoming.endpoint, incoming.wire, incoming.credential) == (address, wire, "k")
    assert not incoming.args.keys() & {"OC", "target", "type", "lj", "mobileYn"}


@pytest.mark.parametrize(
    ("request_", "reason"),
    [
        (asked("target=law&type=JSON"), Reason.KEY_INVALID),
        (asked("OC=INVALID&target=law&type=XML"), Reason.KEY_INVALID),
        (asked("OC=k&target=law&type=HTML"), Reason.HTML),
        (asked("OC=k&target=law&type=JSON", "other.do"), Reason.HTML),
    ],
)
def test_the_server_refuses_as_the_platform_does(request_: HttpRequest, reason: Reason) -> None:
    reply = DIALECT.receive(request_)
    assert isinstance(reply, HttpResponse)
    assert DIALECT.decode(law(), reply).reason is reason


def test_a_target_nobody_knows_is_answered_with_nothing() -> None:
    incoming = DIALECT.receive(asked("OC=k&target=nothing&type=JSON"))
    assert isinstance(incoming, Incoming)
    unknown = ToolResult.error(Reason.UNKNOWN_TOOL, "")
    assert DIALECT.refuse(incoming, unknown).body == b""
    other = DIALECT.refuse(incoming, ToolResult.error(Reason.KEY_INVALID, ""))
    assert DIALECT.decode(law(), other).reason is Reason.KEY_INVALID


def test_the_key_is_sent_first_and_named_a_secret() -> None:
    request = next(DIALECT.exchange(law(), {"target": "law", "query": "도로"}, "me"))
    assert request.query[:3] == ((b"OC", b"me"), (b"type", b"JSON"), (b"target", b"law"))
    assert "me" not in str(request).replace("lawSearch", "")
    assert request.secret_slots == DIALECT.secret_slots(request) == {"query:oc"}
    assert next(DIALECT.exchange(versions(), {}, "me")).query[1] == (b"type", b"HTML")
    assert next(DIALECT.exchange(law(wire="xml"), {}, "me")).query[1] == (b"type", b"XML")
