"""Requests: built from a spec, received by the platform's server, keys where they belong."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.canonical import from_url
from kopa_env.dialect import Incoming
from kopa_env.outcome import Reason, ToolResult
from kopa_env.platforms import dialect
from kopa_env.request import bind
from kopa_env.spec import Endpoint, Param, ToolSpec
from kopa_env.wire import HttpRequest, HttpResponse

KEY = "k+e/y=%SECRET한"


def request_of(spec: ToolSpec, args: dict[str, object], key: str = KEY) -> HttpRequest:
    return next(dialect(spec.platform).exchange(spec, args, key))


def outcome(spec: ToolSpec, request: HttpRequest) -> ToolResult:
    received = dialect(spec.platform).receive(request)
    assert isinstance(received, HttpResponse)
    return dialect(spec.platform).decode(spec, received)


def forms(specs: SimpleNamespace) -> list[tuple[ToolSpec, dict[str, object]]]:
    return [
        (specs.dart("list"), {"corp_code": "00126380", "page_no": 2}),
        (specs.dart("corpCode", wire="zip"), {}),
        (specs.assembly(), {"AGE": "22", "PROPOSER": "가온결", "pIndex": 1, "pSize": 100}),
        (specs.edudata(), {"crtrYr": "2023", "ctpvNm": "경북"}),
        (specs.edudata(), {}),
        (specs.seoul("S", "S.row", "A", "B"), {"START": 1, "END": 5, "A": "덕수궁·길", "B": "2/3"}),
        (specs.seoul("S", "S.row", "A", "B"), {"START": 1, "END": 5, "B": "나"}),
        (specs.seoul("S", "S.row", "A", "B"), {"START": 1, "END": 5}),
        (specs.subway(), {"START": 0, "END": 5, "statnNm": "총신대입구(이수)"}),
        (specs.bus(), {"strSrch": "9318"}),
    ]  # fmt: skip


@pytest.mark.parametrize("number", range(10))
def test_what_was_asked_is_what_is_received(specs: SimpleNamespace, number: int) -> None:
    """The server reads the same arguments, endpoint and key, also after a trip through a URL."""
    spec, args = forms(specs)[number]
    sent = request_of(spec, args)
    for request in (sent, from_url(sent.method, sent.url(), sent.headers, sent.body)):
        incoming = dialect(spec.platform).receive(request)
        assert isinstance(incoming, Incoming)
        assert spec.ref.endswith(f":{incoming.endpoint}")
        wires = {p.name: p.wire_name for p in spec.params}
        assert bind(spec, incoming) == {wires[n]: str(v) for n, v in args.items()}
        assert incoming.credential == KEY
        assert KEY not in repr(incoming)


@pytest.mark.parametrize("number", range(10))
def test_the_key_is_in_a_declared_slot_and_shown_nowhere(
    specs: SimpleNamespace, number: int
) -> None:
    """Cases A57, A58: whatever prints a request prints no key."""
    spec, args = forms(specs)[number]
    request = request_of(spec, args)
    assert request.secret_slots == dialect(spec.platform).secret_slots(request) != frozenset()
    for shown in (str(request), repr(request), request.target(redact=True)):
        assert "SECRET" not in shown


def test_the_portal_key_is_encoded_once(specs: SimpleNamespace) -> None:
    """Case A01: a decoded key goes through one encoding, never two."""
    request = request_of(specs.bus(), {"strSrch": "1"}, "ab+c/d==")
    assert "serviceKey=ab%2Bc%2Fd%3D%3D&" in request.url()
    assert "%25" not in request.url()


HOSTILE = st.text(
    st.sampled_from("가/?#&=%.@:\\ \n\r\0\"'<>{}[]+~-" + "ab"), min_size=1, max_size=12
)


@given(HOSTILE, HOSTILE)
def test_an_argument_cannot_change_host_path_or_number_of_parameters(
    specs: SimpleNamespace, first: str, second: str
) -> None:
    """Whatever an argument holds, it stays one segment or one value."""
    plain = request_of(
        specs.seoul("S", "S.row", "A", "B"), {"START": 1, "END": 5, "A": "x", "B": "y"}
    )
    spec = specs.seoul("S", "S.row", "A", "B")
    url = urlsplit(request_of(spec, {"START": 1, "END": 5, "A": first, "B": second}, "k").url())
    assert (url.scheme, url.hostname, url.port) == ("http", "openapi.seoul.go.kr", 8088)
    assert url.query == url.fragment == ""
    assert url.path.count("/") == plain.target(redact=False).count("/")
    assert not {"..", "."} & set(url.path.split("/"))
    query = urlsplit(request_of(specs.dart("list"), {"corp_code": first, "bgn_de": second}).url())
    assert query.path == "/api/list.json"
    assert query.query.count("&") == 2
    assert query.fragment == ""
    body = json.loads(request_of(specs.edudata(), {"crtrYr": first, "ctpvNm": second}).body)
    assert body["srhParam"] == {"crtrYr": first, "ctpvNm": second}


def test_a_dotted_segment_is_sent_encoded(specs: SimpleNamespace) -> None:
    """A client that resolves ``..`` would leave the service: such a segment hides its dots."""
    spec = specs.seoul("S", "S.row", "A", "B")
    for dots in ("..", "."):
        request = request_of(spec, {"START": 1, "END": 5, "A": dots, "B": "x"}, "k")
        assert f"/{dots}/" not in request.url()
        assert from_url("GET", request.url()).path == request.path


def test_a_token_is_not_sent_to_the_platform(specs: SimpleNamespace) -> None:
    request = request_of(specs.edudata(), {"api_key": "EPISODE-TOKEN", "crtrYr": "2023"}, "real")
    assert b"EPISODE-TOKEN" not in request.body
    assert json.loads(request.body) == {
        "apiId": "SA00202400099",
        "userApiAthkCn": "real",
        "srhParam": {"crtrYr": "2023"},
    }
    assert list(json.loads(request.body)) == ["apiId", "userApiAthkCn", "srhParam"]
    assert dict(request.headers)["api_key"] == "real"


def test_a_form_body_and_a_header_argument(specs: SimpleNamespace) -> None:
    from kopa_env.request import build

    spec = replace(
        specs.dart("a"),
        endpoint=Endpoint("POST", "h.kr", "/a", body="form"),
        params=(Param("q", "q", "body"), Param("h", "X-Lang", "header")),
    )
    request = build(spec, {"q": "서 울&", "h": "ko"})
    assert request.body == b"q=%EC%84%9C+%EC%9A%B8%26"
    assert dict(request.headers) == {
        "content-type": "application/x-www-form-urlencoded",
        "x-lang": "ko",
    }


# ---- the servers' own refusals -------------------------------------------------------------


@pytest.mark.parametrize("key", ["", "INVALID-KEY"])
@pytest.mark.parametrize("number", [0, 1, 3, 5, 8, 9])
def test_no_key_or_a_bad_key_is_the_operators_to_mend(
    specs: SimpleNamespace, number: int, key: str
) -> None:
    spec, args = forms(specs)[number]
    assert outcome(spec, request_of(spec, args, key)).reason is Reason.KEY_INVALID


def test_the_assembly_serves_five_rows_without_a_key(specs: SimpleNamespace) -> None:
    """Case A37: no key and the key ``sample`` are cut down, not refused."""
    for key in ("", "sample"):
        for asked, served in ((None, "5"), (100, "5"), (3, "3")):
            args = {"AGE": "22"} if asked is None else {"AGE": "22", "pSize": asked}
            incoming = dialect("assembly").receive(request_of(specs.assembly(), args, key))
            assert isinstance(incoming, Incoming)
            assert incoming.args["pSize"] == served
    bad = request_of(specs.assembly(), {}, "INVALID")
    assert outcome(specs.assembly(), bad).reason is Reason.KEY_INVALID


@pytest.mark.parametrize(
    ("start", "end", "key", "code"),
    [
        ("1", "1001", "k", "ERROR-336"),
        ("1", "2000", "k", "ERROR-336"),
        ("5", "1", "k", "ERROR-334"),
        ("0", "5", "k", "ERROR-331"),
        ("1", "0", "k", "ERROR-332"),
        ("a", "5", "k", "ERROR-333"),
        ("1", "１", "k", "ERROR-333"),
        ("1", "6", "sample", "ERROR-335"),
    ],
)
def test_seouls_row_range_is_checked_before_the_service(
    specs: SimpleNamespace, start: str, end: str, key: str, code: str
) -> None:
    """Case A49: all structural; the limit of the sample key comes in XML on a JSON call."""
    spec = specs.seoul("S", "S.row")
    request = request_of(spec, {"START": start, "END": end}, key)
    reply = dialect("seoul").receive(request)
    assert isinstance(reply, HttpResponse)
    assert reply.body.startswith(b"<RESULT>") == (code == "ERROR-335")
    result = dialect("seoul").decode(spec, reply)
    assert (result.code, result.status) == (code, "structural")


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("http://openapi.seoul.go.kr:8088/k/json/S", "ERROR-300"),
        ("http://openapi.seoul.go.kr:8088/k/yaml/S/1/5", "ERROR-301"),
        ("http://openapi.seoul.go.kr:8088/k", "ERROR-301"),
        ("http://openapi.seoul.go.kr:8088/", "INFO-100"),
        ("http://swopenapi.seoul.go.kr/else/k/json/S/0/5", "ERROR-310"),
        ("http://swopenapi.seoul.go.kr/api/subway/k/json/S/0/5000/x", "ERROR-336"),
        ("http://ws.bus.go.kr/api/rest/x?serviceKey=k", "2"),
    ],
)
def test_seouls_malformed_paths_get_the_platforms_own_words(
    specs: SimpleNamespace, url: str, code: str
) -> None:
    assert outcome(specs.subway(), from_url("GET", url)).code == code


def test_seoul_reads_xml_calls_and_the_whole_subway(specs: SimpleNamespace) -> None:
    seoul = dialect("seoul")
    incoming = seoul.receive(
        from_url("GET", "http://openapi.seoul.go.kr:8088/k/xml/S/1/5/%20/%EB%82%98/")
    )
    assert isinstance(incoming, Incoming)
    assert (incoming.wire, incoming.positional) == ("xml", ("1", "5", " ", "나"))
    assert bind(specs.seoul("S", "S.row", "A", "B"), incoming) == {
        "START": "1",
        "END": "5",
        "B": "나",
    }
    everything = "http://swopenapi.seoul.go.kr/api/subway/k/json/realtimeStationArrival/ALL"
    incoming = seoul.receive(from_url("GET", everything))
    assert isinstance(incoming, Incoming)
    assert incoming.endpoint == "realtimeStationArrival/ALL"


def edudata_post(specs: SimpleNamespace, **changes: object) -> HttpRequest:
    return replace(request_of(specs.edudata(), {"crtrYr": "2023"}, "k"), **changes)


@pytest.mark.parametrize(
    ("changes", "code", "reason"),
    [
        ({"method": "GET"}, "405", Reason.BAD_TYPE),
        ({"query": ((b"a", b"1"),)}, "400", Reason.BAD_VALUE),
        ({"headers": ()}, "401", Reason.KEY_INVALID),
        ({"body": b"{}"}, "404", Reason.MISSING_ARG),
        ({"body": b'{"apiId":"SA00202400099","srhParam":{}}'}, "404", Reason.MISSING_ARG),
        ({"body": b"not json"}, "404", Reason.MISSING_ARG),
        ({"body": b'{"apiId":"SA1","userApiAthkCn":"k"}'}, "404", Reason.MISSING_ARG),
        ({"path": (b"openAPI", b"service", b"SA00202400099", b"1", b"10")}, "404",
         Reason.UNKNOWN_TOOL),
        ({"path": (b"openAPI", b"service", b"nothing"), "headers": ()}, "404",
         Reason.UNKNOWN_TOOL),
    ],
)  # fmt: skip
def test_edudata_refuses_at_the_gateway_or_behind_it(
    specs: SimpleNamespace, changes: dict[str, object], code: str, reason: Reason
) -> None:
    result = outcome(specs.edudata(), edudata_post(specs, **changes))
    assert (result.code, result.reason) == (code, reason)


def test_an_unknown_service_is_refused_in_the_platforms_words(specs: SimpleNamespace) -> None:
    unknown = ToolResult.error(Reason.UNKNOWN_TOOL, "")
    for spec, code in (
        (specs.dart("a"), "101"),
        (specs.assembly(), "ERROR-310"),
        (specs.edudata(), "404"),
        (specs.seoul("S", "S.row"), "ERROR-500"),
        (specs.bus(), "2"),
    ):
        speaker = dialect(spec.platform)
        incoming = Incoming(spec.ref.partition(":")[2], {})
        assert speaker.decode(spec, speaker.refuse(incoming, unknown)).code == code


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("https://opendart.fss.or.kr/other/list.json?crtfc_key=k", "101"),
        ("https://opendart.fss.or.kr/api/list.csv?crtfc_key=k", "101"),
        ("https://opendart.fss.or.kr/api/list.json", "010"),
        ("https://opendart.fss.or.kr/api/list.xml?crtfc_key=", "010"),
    ],
)
def test_dart_refuses_in_the_form_that_was_asked_for(
    specs: SimpleNamespace, url: str, code: str
) -> None:
    reply = dialect("dart").receive(from_url("GET", url))
    assert isinstance(reply, HttpResponse)
    assert reply.body.startswith(b"<?xml") == (".json" not in url)
    assert dialect("dart").decode(specs.dart("a"), reply).code == code


def test_the_assembly_answers_in_xml_unless_asked_for_json(specs: SimpleNamespace) -> None:
    url = "https://open.assembly.go.kr/portal/openapi/svc?KEY=k&pSize=1001"
    for suffix, start in (("", b"<?xml"), ("&Type=json", b"{")):
        reply = dialect("assembly").receive(from_url("GET", url + suffix))
        assert isinstance(reply, HttpResponse)
        assert reply.body.startswith(start)
        assert dialect("assembly").decode(specs.assembly(), reply).code == "ERROR-336"
    bad = from_url("GET", url.replace("1001", "many"))
    assert outcome(specs.assembly(), bad).code == "ERROR-333"
