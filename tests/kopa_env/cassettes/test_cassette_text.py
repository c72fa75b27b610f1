from __future__ import annotations

from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.cassettes import text
from kopa_env.cassettes.interaction import MAX_BODY, Interaction
from kopa_env.errors import IntegrityError


def interaction(
    body: bytes, uri: str = "https://h.kr/a?k=~&q=%EC%84%9C", sent: bytes = b""
) -> Interaction:
    kind = (("content-type", "application/json;charset=UTF-8"),)
    return Interaction("POST" if sent else "GET", uri, sent, 200, "OK", kind, body)


def no_blob(digest: str) -> bytes:
    raise AssertionError("nothing here lies in a blob")


def back(*interactions: Interaction) -> list[Interaction]:
    blobs = {i.body_sha256: i.body for i in interactions}
    return text.load(text.dump(interactions).encode(), "t.yaml", blobs.__getitem__)


def test_korean_stands_as_it_is_on_one_line() -> None:
    body = ('{"이름": "서울특별시 강남구 ' + "가나다 " * 400 + '"}').encode()
    written = text.dump([interaction(body)])
    assert body.decode() in written
    assert "# https://h.kr/a?k=~&q=서" in written


def test_lines_of_xml_stand_as_lines() -> None:
    body = "<r>\n  <이름>가</이름>\n</r>\n".encode()
    assert "\n          <이름>가</이름>\n" in text.dump([interaction(body)])


def test_writing_is_deterministic() -> None:
    pair = [interaction(b"{}"), interaction("가".encode("euc-kr"))]
    assert text.dump(pair) == text.dump(pair)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_comes_back_unchanged(body: str) -> None:
    wanted = interaction(body.encode())
    assert back(wanted, interaction(b"{}")) == [wanted, interaction(b"{}")]


@given(st.lists(st.sampled_from(["a", " ", "\n", "가", "\t", "\r", "\x85", "#", ": ", "- "])))
def test_any_layout_of_lines_comes_back_unchanged(pieces: list[str]) -> None:
    wanted = interaction("".join(pieces).encode())
    assert back(wanted, interaction(b"{}")) == [wanted, interaction(b"{}")]


@given(st.binary(max_size=400), st.binary(max_size=80))
def test_any_bytes_come_back_unchanged(body: bytes, sent: bytes) -> None:
    wanted = interaction(body, sent=sent)
    assert back(wanted) == [wanted]


@pytest.mark.parametrize(
    "word", ["true", "null", "1", "1e3", "~", "", "2026-01-30", "0x1f", "=", "<<"]
)
def test_words_that_yaml_would_read_as_something_else(word: str) -> None:
    assert back(interaction(word.encode()))[0].body == word.encode()


@pytest.mark.parametrize(
    ("body", "in_blob"),
    [
        (b"{}", False),
        (b"a" * MAX_BODY, False),
        (b"a" * (MAX_BODY + 1), True),
        (b"PK\x03\x04\x00\x00\xff\xfe", True),
        ("서울".encode("euc-kr"), False),
        (b"", False),
    ],
)
def test_what_becomes_a_blob(body: bytes, in_blob: bool) -> None:
    wanted = interaction(body)
    assert text.is_blob(wanted) is in_blob
    assert (wanted.body_sha256 in text.dump([wanted])) is in_blob
    assert back(wanted) == [wanted]


def test_euc_kr_keeps_its_bytes_and_has_a_readable_twin() -> None:
    wanted = interaction("<역>강남역</역>".encode("euc-kr"))
    assert "!!binary" in text.dump([wanted])
    assert text.twin_text(wanted) == "<역>강남역</역>"
    assert text.twin_text(interaction("강남".encode())) is None


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"version: 1\ninteractions:\n- request: {", "not readable YAML at line"),
        (b"\xff\xfe", "not readable YAML"),
        (b"version: 2\ninteractions: []\n", "no cassette of format 1"),
        (b"just text", "no cassette of format 1"),
        (b"version: 1\ninteractions:\n- request: {method: GET}\n", "interaction 1 is malformed"),
        (b"version: 1\ninteractions:\n- !!python/object/apply:os.system ['x']\n", "not readable"),
    ],
)
def test_what_is_no_cassette_says_so_in_a_line(data: bytes, said: str) -> None:
    with pytest.raises(IntegrityError, match=said) as caught:
        text.load(data, "t.yaml", no_blob)
    assert "\n" not in str(caught.value)


def test_stock_vcrpy_loads_and_replays(tmp_path: Path) -> None:
    vcr = pytest.importorskip("vcr")
    wanted = [
        interaction('{"이름": "서울"}'.encode(), "https://h.kr/a?k=~&q=%EC%84%9C"),
        interaction("<역>강남</역>".encode("euc-kr"), "https://h.kr/b"),
        interaction(b"", "https://h.kr/c"),
        interaction("<r>\n <a>가</a>\n</r>".encode(), "https://h.kr/d", b'{"key":"~"}'),
    ]
    path = tmp_path / "t.yaml"
    path.write_text(text.dump(wanted), encoding="utf-8")
    with vcr.use_cassette(str(path), record_mode="none"), httpx.Client() as client:
        for one in wanted:
            reply = client.request(one.method, one.uri, content=one.request_body or None)
            assert (reply.status_code, reply.content) == (200, one.body)
            assert reply.headers["content-type"] == one.content_type


def test_stock_vcrpy_stops_on_a_blob_rather_than_replay_something_else(tmp_path: Path) -> None:
    vcr = pytest.importorskip("vcr")
    path = tmp_path / "t.yaml"
    path.write_text(text.dump([interaction(b"a" * (MAX_BODY + 1))]), encoding="utf-8")
    with (
        vcr.use_cassette(str(path), record_mode="none"),
        httpx.Client() as client,
        pytest.raises(KeyError, match="string"),
    ):
        client.get("https://h.kr/a?k=~&q=%EC%84%9C")
