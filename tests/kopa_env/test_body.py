"""Reply bodies: charset, kind, JSON, XML and ZIP, and everything that can be wrong with them."""

from __future__ import annotations

import io
import json
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.body import (
    MAX_DEPTH,
    MAX_MEMBERS,
    Document,
    as_list,
    decode_text,
    parse_json,
    parse_xml,
    read,
    sniff,
    unzip,
)
from kopa_env.markup import json_bytes, xml_element, xml_value, zip_bytes
from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.wire import HttpResponse

KOREAN = "서울특별시 갓길 뷁"


def reply(body: bytes | str, content_type: str = "application/json", status: int = 200) -> object:
    raw = body.encode() if isinstance(body, str) else body
    return read(HttpResponse(status, content_type, raw))


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b'{"a":1}', "json"),
        (b"\xef\xbb\xbf\r\n [1]", "json"),
        (b"<?xml version='1.0'?><response/>", "xml"),
        (b"<result><status>010</status></result>", "xml"),
        (b"<!DOCTYPE html><html></html>", "html"),
        (b"\n\n<HTML>", "html"),
        (b"<script>alert('x')</script>", "html"),
        (b'<?xml version="1.0"?>\n<!-- page -->\n<!DOCTYPE html PUBLIC "-//W3C"><html/>', "html"),
        (b"PK\x03\x04rest", "zip"),
        (b"PK\x05\x06" + b"\0" * 18, "zip"),
        (b"", "empty"),
        (b" \r\n\t", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        (b"\n\n\nLOGOUT", "text"),
        (b"Unauthorized", "text"),
    ],
)
def test_a_body_is_known_by_its_looks(body: bytes, kind: str) -> None:
    assert sniff(body) == kind


@pytest.mark.parametrize(
    ("encoding", "content_type"),
    [
        ("cp949", "application/json;charset=EUC-KR"),
        ("cp949", "text/html; charset=ks_c_5601-1987"),
        ("cp949", "application/json"),
        ("cp949", "text/xml; charset=utf-8"),
        ("cp949", "text/plain; charset=no-such-charset"),
        ("utf-8", "application/json;charset=EUC-KR"),
        ("utf-8", ""),
        ("utf-8-sig", "application/json; charset=UTF-8"),
    ],
)
def test_text_survives_whatever_the_header_claims(encoding: str, content_type: str) -> None:
    """Case A56: declared charset, else strict UTF-8, else CP949."""
    assert (
        decode_text(f'{{"a":"{KOREAN}"}}'.encode(encoding), content_type) == f'{{"a":"{KOREAN}"}}'
    )


def test_an_xml_declaration_counts_as_a_declared_charset() -> None:
    raw = f'<?xml version="1.0" encoding="euc-kr"?><r>{KOREAN}</r>'.encode("cp949")
    assert reply(raw, "text/xml") == Document("xml", {"r": KOREAN})


@pytest.mark.parametrize("raw", ['{"a":"\ufffd서울"}'.encode(), b'{"a":"\xff\xfe\xff"}'])
def test_lost_text_is_an_error_and_not_an_answer(raw: bytes) -> None:
    """Case A56: U+FFFD in a decoded body is an error."""
    result = decode_text(raw)
    assert isinstance(result, ToolResult)
    assert result.reason is Reason.TRUNCATED


@given(st.text(alphabet="가나다라 abc뷁힣", min_size=4), st.integers(1, 40))
def test_a_cut_reply_is_cut_wherever_the_knife_falls(text: str, cut: int) -> None:
    whole = json.dumps({"resultData": [{"a": text}], "msgCd": "200"}, ensure_ascii=False).encode()
    result = reply(whole[: -min(cut, len(whole) - 1)])
    assert isinstance(result, ToolResult)
    assert (result.status, result.reason) == (Status.ENVIRONMENTAL, Reason.TRUNCATED)


@pytest.mark.parametrize("text", ['[{"a":"주택\t유형별"}]', '[{"a":"주택\n유형별"}]'])
def test_control_characters_inside_json_strings_pass(text: str) -> None:
    """Case A45: a raw tab or line end costs no page."""
    assert parse_json(text)[0]["a"].split() == ["주택", "유형별"]


def test_json_keeps_what_was_served() -> None:
    """Integers keep every digit, fractions stay numbers, NaN stays visible instead of a number."""
    value = parse_json('{"n":123456789012345678901234567890,"f":333873.0,"x":NaN,"z":"007"}')
    assert value == {"n": 123456789012345678901234567890, "f": 333873.0, "x": "NaN", "z": "007"}


@pytest.mark.parametrize(
    "text",
    [
        "[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1),
        "[" * 200_000,
        '{"a":' * 5000 + "1" + "}" * 5000,
        '{"a":"\\ud800"}',
        '{"a":1} trailing',
        '{"a":' + "9" * 10_000 + "}",
    ],
    ids=["deep", "open brackets", "deep objects", "half a character", "trailing", "endless number"],
)
def test_hostile_json_is_a_result_and_not_an_exception(text: str) -> None:
    assert parse_json(text).reason is Reason.TRUNCATED


def test_nesting_up_to_the_limit_is_read() -> None:
    depth = MAX_DEPTH - 1
    assert not isinstance(parse_json("[" * depth + "]" * depth), ToolResult)


def test_xml_becomes_nested_mappings() -> None:
    text = (
        '<r a="1"><row><x>1</x><y> </y><z/></row><row><x>2</x></row>'
        "<one><k>&lt;가&gt;</k></one><t><![CDATA[<b>]]></t></r>"
    )
    assert parse_xml(text) == {
        "r": {
            "@a": "1",
            "row": [{"x": "1", "y": " ", "z": ""}, {"x": "2"}],
            "one": {"k": "<가>"},
            "t": "<b>",
        }
    }


@pytest.mark.parametrize(
    "text",
    [
        "<r><row>",
        "<r></s>",
        "<a>" * (MAX_DEPTH + 5) + "</a>" * (MAX_DEPTH + 5),
        '<!DOCTYPE r [<!ENTITY a "x"><!ENTITY b "&a;&a;&a;">]><r>&b;</r>',
        '<!DOCTYPE r [<!ENTITY e SYSTEM "file:///etc/hostname">]><r>&e;</r>',
    ],
    ids=["cut", "malformed", "deep", "entity bomb", "external entity"],
)
def test_hostile_xml_is_a_result_and_not_an_exception(text: str) -> None:
    assert parse_xml(text).reason is Reason.TRUNCATED


def test_a_zip_is_unpacked_in_memory() -> None:
    packed = zip_bytes({"CORPCODE.xml": b"<result/>", "x/y.txt": b"z"})
    assert reply(packed) == Document("zip", {"CORPCODE.xml": b"<result/>", "x/y.txt": b"z"})
    assert zip_bytes({"a": b"b"}) == zip_bytes({"a": b"b"})


def test_a_zip_bomb_is_refused() -> None:
    assert unzip(zip_bytes({"a": b"\0" * 30_000_000})).reason is Reason.TRUNCATED


def test_too_many_members_and_broken_archives_are_refused() -> None:
    many = zip_bytes({f"{i}": b"" for i in range(MAX_MEMBERS + 1)})
    whole = zip_bytes({"a": bytes(range(256)) * 40})
    for body in (many, whole[:60], whole[:-10], b"PK\x03\x04" + b"\xff" * 50):
        result = unzip(body)
        assert isinstance(result, ToolResult)
        assert result.reason is Reason.TRUNCATED


def test_a_lying_member_size_does_not_get_past_the_budget() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a", b"\0" * 3_000_000)
    packed = buffer.getvalue()
    small = packed.replace((3_000_000).to_bytes(4, "little"), (10).to_bytes(4, "little"))
    assert unzip(small).reason is Reason.TRUNCATED


GATEWAY_504 = (
    "<html>\r\n<head><title>504 Gateway Time-out</title></head>\r\n<body><center>"
    "<h1>504 Gateway Time-out</h1></center></body>\r\n</html>"
)
MAINTENANCE = "<html><head><title>안내</title></head><body>시스템 점검 중입니다.</body></html>"


@pytest.mark.parametrize(
    ("status", "body", "reason"),
    [
        (504, GATEWAY_504, Reason.HTTP_5XX),
        (200, GATEWAY_504, Reason.HTML),
        (200, MAINTENANCE, Reason.MAINTENANCE),
        (503, "Service under maintenance", Reason.MAINTENANCE),
        (200, "<!DOCTYPE html><html><body><!-- //error500 --></body></html>", Reason.HTML),
        (200, "<script>alert('로그인')</script>", Reason.HTML),
        (200, "\n\n\n\nLOGOUT", Reason.HTML),
        (200, "", Reason.TRUNCATED),
        (500, "", Reason.HTTP_5XX),
        (500, "Unexpected errors", Reason.HTTP_5XX),
        (403, "Forbidden", Reason.KEY_INVALID),
        (401, "Unauthorized", Reason.KEY_INVALID),
        (429, "API rate limit exceeded", Reason.RATE_LIMIT),
        (429, "API token quota exceeded", Reason.QUOTA),
        (502, '{"cut":', Reason.HTTP_5XX),
    ],
)
def test_a_reply_without_data_is_nobodys_fault(status: int, body: str, reason: Reason) -> None:
    """Cases A04, A18, A38, A50: never structural, one short line, no page of HTML in it."""
    result = reply(body, "text/html", status)
    assert isinstance(result, ToolResult)
    assert result.reason is reason
    assert result.status in (Status.ENVIRONMENTAL, Status.CONFIG)
    assert "<" not in result.message
    assert len(result.message) < 100


@given(st.binary(max_size=300), st.sampled_from([200, 400, 401, 404, 429, 500, 503]))
def test_no_body_whatever_raises(body: bytes, status: int) -> None:
    for prefix in (b"", b"<", b"{", b"PK\x03\x04", b"<?xml "):
        assert isinstance(reply(prefix + body, "text/xml;charset=x", status), Document | ToolResult)


NAMES = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,8}", fullmatch=True)
TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc"], include_characters="\t\n\r"))
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), TEXTS
)


@given(st.dictionaries(NAMES, SCALARS, min_size=1))
def test_json_reads_back_as_it_was_written(row: dict[str, object]) -> None:
    assert parse_json(json_bytes(row).decode()) == row


@given(st.dictionaries(NAMES, SCALARS, min_size=1))
def test_xml_reads_back_as_text(row: dict[str, object]) -> None:
    assert parse_xml(xml_element("r", row)) == {"r": xml_value(row)}


@pytest.mark.parametrize(
    ("served", "rows"),
    [(None, 0), ("", 0), ({}, 0), ([], 0), ({"a": 1}, 1), ([{"a": 1}, {"a": 2}], 2)],
)
def test_rows_come_in_three_shapes(served: object, rows: int) -> None:
    """Case A08: one row as an object is one record, not as many as it has keys."""
    assert len(as_list(served)) == rows
