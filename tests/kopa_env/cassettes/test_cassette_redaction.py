from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.cassettes.interaction import incoming
from kopa_env.cassettes.redaction import Redactor, open_slots, shapes
from kopa_env.credentials import spellings
from kopa_env.errors import IntegrityError
from kopa_env.wire import HttpRequest

KEYS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=8, max_size=60)


@given(key=KEYS, data=st.data(), around=st.binary(max_size=20))
def test_no_spelling_of_a_key_is_left(key: str, data: st.DataObject, around: bytes) -> None:
    form = data.draw(st.sampled_from(spellings(key)))
    redactor = Redactor([key])
    cleaned = redactor.clean(around + form + around)
    assert not [left for left in spellings(key) if left in cleaned]
    redactor.check("x", cleaned)
    with pytest.raises(IntegrityError):
        redactor.check("x", around + form)


@pytest.mark.parametrize("charset", ["cp949", "utf-16-le", "utf-16-be"])
def test_other_encodings_of_a_key(charset: str) -> None:
    redactor = Redactor(["열쇠+/=ABCDEF"])
    assert redactor.clean("가 열쇠+/=ABCDEF 나".encode(charset)).count(b"~") == 1


def test_a_public_sample_key_is_replaced_in_its_slot_only() -> None:
    """``sample`` is a word; taking it out of replies would change what they say."""
    url = "http://openapi.seoul.go.kr:8088/sample/json/bikeList/1/5/"
    request = incoming("GET", url, (), b"")
    redactor = Redactor()
    redactor.learn(request)
    kept = redactor.redact(request, 200, "", (), b'{"note":"a sample"}')
    assert kept.uri == "http://openapi.seoul.go.kr:8088/~/json/bikeList/1/5/"
    assert kept.body == b'{"note":"a sample"}'


def test_slots_in_json_and_form_bodies() -> None:
    form = (("content-type", "application/x-www-form-urlencoded"),)
    cases = [
        (
            (),
            "SECRETKEY1",
            b'{"a":{"key":"SECRETKEY1"},"b":"SECRETKEY1"}',
            b'{"a":{"key":"~"},"b":"~"}',
        ),
        (form, "SECRET+KEY", b"a.key=SECRET%2BKEY&b=2", b"a.key=~&b=2"),
    ]
    for headers, key, body, wanted in cases:
        request = HttpRequest("POST", "h.kr", (b"p",), (), headers, body, frozenset({"body:a.key"}))
        redactor = Redactor()
        redactor.learn(request)
        kept = redactor.redact(request, 200, "", (), f"you sent {key}".encode())
        assert kept.request_body == wanted
        assert kept.body == b"you sent ~"


def test_open_slots_are_seen() -> None:
    url = "https://opendart.fss.or.kr/api/list.json?crtfc_key={}&a=1"
    assert open_slots(incoming("GET", url.format("abc"), (), b"")) == ["abc"]
    assert open_slots(incoming("GET", url.format("~"), (), b"")) == []
    assert open_slots(incoming("GET", url.format(""), (), b"")) == []


@pytest.mark.parametrize(
    ("platform", "data", "found"),
    [
        ("dart", b'{"crtfc_key":"0123456789abcdef"}', True),
        ("dart", b"0123456789abcdef0123456789abcdef01234567", True),
        ("seoul", b"0123456789abcdef0123456789abcdef01234567", False),
        ("seoul", b"<a>?serviceKey=%2Bab12cd34&amp;b=1</a>", True),
        ("seoul", b"<a>?serviceKey=~&amp;b=1</a>", False),
        ("dart", b'{"status":"010","message":"\xeb\x93\xb1\xeb\xa1\x9d"}', False),
        ("assembly", b'{"BILL_ID":"PRC_A2B5C1D0E9F8A7B6C5D4E3F2A1B0C9"}', False),
    ],
)
def test_what_has_the_shape_of_a_key(platform: str, data: bytes, found: bool) -> None:
    said = shapes(platform, data)
    assert (said is not None) is found
    assert said is None or "0123" not in said


def test_a_form_is_known_without_its_header() -> None:
    """Cassettes keep no request headers, yet the key of a form must stay the same."""
    from kopa_env.canonical import canonical

    headers = (("content-type", "application/x-www-form-urlencoded"),)
    url, body = "https://opendart.fss.or.kr/api/x", b"b=2&a=%EA%B0%80"
    with_header = incoming("POST", url, headers, body)
    assert canonical(incoming("POST", url, (), body)) == canonical(with_header)
    other = replace(with_header, body=b"not a form")
    assert canonical(incoming("POST", url, (), b"not a form")) == canonical(
        replace(other, headers=())
    )


def test_replay_imports_neither_vcrpy_nor_yaml() -> None:
    code = (
        "import sys\n"
        "from kopa_env.sources import faults, offline, transport\n"
        "print(sorted({'vcr', 'yaml', 'torch'} & {m.split('.')[0] for m in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_recording_without_the_extra_names_it() -> None:
    code = (
        "import sys; sys.modules['vcr'] = None\n"
        "from kopa_env.cassettes.capture import capture\n"
        "from kopa_env.errors import MissingExtra\n"
        "try:\n"
        "    with capture(): pass\n"
        "except MissingExtra as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "recording needs an extra: pip install 'kopa-env[record]'"
