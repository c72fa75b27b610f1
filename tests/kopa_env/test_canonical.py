"""The canonical key: one for every spelling of a request, another for every other request."""

from __future__ import annotations

import json
import unicodedata
from dataclasses import replace
from urllib.parse import quote, quote_from_bytes

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kopa_env import canonical as module
from kopa_env.canonical import canonical, from_url, request_key, rules_hash
from kopa_env.wire import HttpRequest

WORDS = st.text(st.sampled_from("가각힣é~ab09 /?#&=%+.-_\\\"'\t"), max_size=8)
PAIRS = st.lists(st.tuples(st.sampled_from(["q", "pageNo", "이름", "B", "b"]), WORDS), max_size=5)
SECRETS = frozenset({"path:1", "query:servicekey", "header:api_key", "body:auth.key"})


def url_of(pairs: list[tuple[str, str]], path: str = "/a/b", *, lower: bool = False) -> str:
    query = "&".join(f"{quote(k, safe='')}={quote(v, safe='')}" for k, v in pairs)
    url = f"https://h.kr{path}?{query}"
    return "".join(c.lower() if lower and i and url[i - 1] == "%" else c for i, c in enumerate(url))


def key(url: str, **changes: object) -> str:
    return canonical(replace(from_url("GET", url), **changes))


@given(PAIRS, st.randoms(use_true_random=False))
def test_order_letter_case_of_escapes_and_plus_do_not_matter(pairs, random) -> None:
    """Case A62: the spelling of a request is not the request."""
    distinct = list(dict(pairs).items())
    shuffled = list(distinct)
    random.shuffle(shuffled)
    base = key(url_of(distinct))
    assert key(url_of(shuffled)) == base
    assert key(url_of(distinct, lower=True)) == base
    assert key(url_of(distinct).replace("%20", "+")) == base
    assert key(url_of(distinct).replace("https://h.kr", "HTTP://user@H.KR:8080") + "#f") == base


@given(PAIRS)
def test_nfd_and_nfc_are_one(pairs) -> None:
    nfd = [(unicodedata.normalize("NFD", k), unicodedata.normalize("NFD", v)) for k, v in pairs]
    nfc = [(unicodedata.normalize("NFC", k), unicodedata.normalize("NFC", v)) for k, v in pairs]
    assert key(url_of(nfd)) == key(url_of(nfc))


@given(WORDS, WORDS)
def test_the_operators_key_is_not_part_of_it(one: str, other: str) -> None:
    """Cases A57, A58: replay works under any key; no slot's value can be seen."""
    keys = []
    for secret in (one, other):
        body = json.dumps({"auth": {"key": secret}, "q": 1}).encode()
        request = HttpRequest(
            "POST",
            "h.kr",
            (b"api", f"S-{secret}".encode(), b"x"),
            ((b"ServiceKey", secret.encode()), (b"a", b"1")),
            (("api_key", secret), ("content-type", "application/json")),
            body,
            SECRETS,
        )
        keys.append(canonical(request))
    assert keys[0] == keys[1] == 'POST h.kr/api/~/x?a=1 #{"auth":{},"q":1}'


@given(PAIRS, PAIRS)
def test_different_requests_have_different_keys(one, other) -> None:
    normal = [
        sorted(((unicodedata.normalize("NFC", k), unicodedata.normalize("NFC", v)) for k, v in p),
               key=lambda pair: pair[0])
        for p in (one, other)
    ]  # fmt: skip
    assume(normal[0] != normal[1])
    assert key(url_of(one)) != key(url_of(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("https://h.kr/a?x=1", "https://h.kr/a?x=1&b="),
        ("https://h.kr/a?b=", "https://h.kr/a?b=%20"),
        ("https://h.kr/a?b=", "https://h.kr/a"),
        ("https://h.kr/s?q=%BC%AD%BF%EF", "https://h.kr/s?q=%BA%CE%BB%EA"),
        ("https://h.kr/s?q=%BC%AD%BF%EF", f"https://h.kr/s?q={quote('서울')}"),
        ("https://h.kr/s?q=%BC%AD", "https://h.kr/s?q=%25BC%25AD"),
        ("https://h.kr/a%2Fb", "https://h.kr/a/b"),
        ("https://h.kr/a", "https://h.kr/a/"),
        ("https://h.kr/a?q=a%26b=c", "https://h.kr/a?q=a&b=c"),
        ("https://h.kr/a?q=a%3Fb", "https://h.kr/a%3Fq=a%3Fb"),
        ("https://h.kr/a?q=A", "https://h.kr/a?q=a"),
        ("https://h.kr/a?q=1&q=2", "https://h.kr/a?q=2&q=1"),
        ("https://h.kr/a?q=1", "https://i.kr/a?q=1"),
        ("https://h.kr/s?q=서울 역", "https://h.kr/s?q=서울역"),
        ("https://h.kr/a?q=%00", "https://h.kr/a?q=%2500"),
    ],
)
def test_what_differs_on_the_wire_differs_in_the_key(one: str, other: str) -> None:
    """EUC-KR words, blanks, escaped separators, repeated names: all that stock matchers confuse."""
    assert key(one) != key(other)
    assert request_key(from_url("GET", one)) != request_key(from_url("GET", other))


@given(st.binary(min_size=1, max_size=6), st.binary(min_size=1, max_size=6))
def test_any_two_byte_values_that_are_no_text_are_kept_apart(one: bytes, other: bytes) -> None:
    assume(one != other)
    for raw in (one, other):
        try:
            raw.decode()
        except UnicodeDecodeError:
            continue
        assume(unicodedata.is_normalized("NFC", raw.decode()))
    urls = [f"https://h.kr/a?q={quote_from_bytes(raw, safe='')}" for raw in (one, other)]
    assert key(urls[0]) != key(urls[1])


def test_it_can_be_read() -> None:
    url = "https://h.kr/api/%EC%8B%9C%EC%B2%AD?q=%EC%84%9C%EC%9A%B8+%EC%97%AD&crtfc_key=SECRET"
    request = from_url("get", url, secret_slots=frozenset({"query:crtfc_key"}))
    assert canonical(request) == "GET h.kr/api/시청?q=서울%20역"


@pytest.mark.parametrize(
    ("one", "other", "kind", "same"),
    [
        (b'{"b":1,"a":"\xea\xb0\x80"}', b'{ "a": "\\uac00", "b": 1 }', "application/json", True),
        (b'{"a":1}', b'{"a":2}', "application/json", False),
        (b'{"a":1}', b'{"a":"1"}', "application/json", False),
        (b'{"a":[1,2]}', b'{"a":[2,1]}', "application/json", False),
        (b"a=1&b=2", b"b=2&a=1", "application/x-www-form-urlencoded", True),
        (b"a=%ea%b0%80+x", b"a=%EA%B0%80%20x", "application/x-www-form-urlencoded", True),
        (b"a=1", b"a=", "application/x-www-form-urlencoded", False),
        (b"raw\x00", b"raw\x01", "application/octet-stream", False),
        (b'{"cut":', b'{"cut": ', "application/json", False),
        (b'{"a":"\\ud800"}', b'{"a":"\\ud801"}', "application/json", False),
        (b'{"a":123456789012345678901}', b'{"a":123456789012345678902}', "text/plain", False),
        (b'{"a":123456789012345678901}', b'{"a" : 123456789012345678901}', "text/plain", True),
    ],
)
def test_bodies(one: bytes, other: bytes, kind: str, same: bool) -> None:
    keys = {
        canonical(from_url("POST", "https://h.kr/a", {"Content-Type": kind}, body))
        for body in (one, other)
    }
    assert (len(keys) == 1) is same


@pytest.mark.parametrize("depth", [200, 600, 1000, 100_000])
def test_a_deeply_nested_body_has_a_key(depth: int) -> None:
    body = b"[" * depth + b"]" * depth
    assert canonical(from_url("POST", "https://h.kr/a", (), body)).startswith("POST h.kr/a #")


def test_a_secret_in_a_form_body_is_dropped() -> None:
    slots = frozenset({"body:confmkey"})
    headers = {"content-type": "application/x-www-form-urlencoded"}
    texts = [
        canonical(from_url("POST", "https://h.kr/a", headers, body, slots))
        for body in (b"confmKey=S1&q=1", b"q=1&confmKey=S2")
    ]
    assert texts == ["POST h.kr/a #q=1"] * 2


@pytest.mark.parametrize(
    ("url", "host", "port", "path"),
    [
        ("http://H.kr:8088/a/b/", "h.kr", 8088, (b"a", b"b", b"")),
        ("https://h.kr:443/", "h.kr", None, (b"",)),
        ("http://h.kr", "h.kr", None, (b"",)),
        ("http://h.kr?x=/y", "h.kr", None, (b"",)),
        ("http://[::1]:80/a", "[::1]", None, (b"a",)),
        ("http://u:p@h.kr/a;b=1", "h.kr", None, (b"a;b=1",)),
        ("http://h.kr/a+b%2Fc%zz", "h.kr", None, (b"a+b/c%zz",)),
    ],
)
def test_raw_urls(url: str, host: str, port: int | None, path: tuple[bytes, ...]) -> None:
    request = from_url("GET", url)
    assert (request.host, request.port, request.path) == (host, port, path)


@given(PAIRS)
def test_a_url_reads_back_as_the_request_it_was_made_from(pairs) -> None:
    query = tuple((k.encode(), v.encode()) for k, v in pairs)
    request = HttpRequest("GET", "h.kr", (b"a b", "가/나".encode()), query)
    assert from_url("GET", request.url()) == request


def test_the_hash_of_the_rules_follows_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    before = rules_hash()
    rules_hash.cache_clear()
    monkeypatch.setattr(module, "RULES", (*module.RULES, "one more"))
    assert rules_hash() != before
    rules_hash.cache_clear()
