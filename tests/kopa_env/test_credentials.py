"""Operator keys: found where they should be, in one form, and shown nowhere."""

from __future__ import annotations

import base64
import json
import logging
import os
import re
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.credentials import (
    MODEL_KEY,
    NO_KEY,
    SHORTEST_SECRET,
    credential,
    env_names,
    find_secret,
    keep_out_of_logs,
    model_key,
    normalise,
    pattern_of,
    spellings,
)
from kopa_env.errors import CredentialError

KEY = "ab+c/d==SECRETTAIL"
ENCODED = "ab%2Bc%2Fd%3D%3DSECRETTAIL"


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    for platform in ("dart", "assembly", "edudata", "seoul"):
        for host in ("", "ws.bus.go.kr", "swopenapi.seoul.go.kr"):
            for name in env_names(platform, host):
                monkeypatch.delenv(name, raising=False)
    monkeypatch.delenv("KOPA_KEYS", raising=False)


@pytest.mark.parametrize(
    "given_form", [KEY, ENCODED, f" {ENCODED.lower()}\n".replace("tail", "TAIL")]
)
def test_both_forms_of_a_portal_key_are_one_key(
    monkeypatch: pytest.MonkeyPatch, given_form: str
) -> None:
    """Case A01: the encoded copy is decoded once, here and nowhere else."""
    monkeypatch.setenv("DATA_GO_KR_API_KEY", given_form)
    assert credential("seoul", "ws.bus.go.kr").casefold() == KEY.casefold()


@pytest.mark.parametrize(
    "bad", ["ab%G0SECRETTAIL", "SECRETTAIL%2", "SECRET TAIL", "%FF%FESECRETTAIL"]
)
def test_a_malformed_key_is_refused_and_not_shown(
    monkeypatch: pytest.MonkeyPatch, bad: str
) -> None:
    """Case A02: no part of a key in the message, the cause or the context."""
    monkeypatch.setenv("OPENDART_API_KEY", bad)
    with pytest.raises(CredentialError) as caught:
        credential("dart")
    error: BaseException | None = caught.value
    assert "OPENDART_API_KEY" in str(error)
    while error is not None:
        assert "SECRET" not in repr(error)
        error = error.__cause__ or error.__context__


def test_a_missing_key_names_where_it_was_looked_for() -> None:
    with pytest.raises(CredentialError, match=r"OPENDART_API_KEY or DART_API_KEY.*KOPA_KEYS"):
        credential("dart")


def test_the_first_environment_name_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DART_API_KEY", "second")
    assert credential("dart") == "second"
    monkeypatch.setenv("OPENDART_API_KEY", "first")
    assert credential("dart") == "first"


def test_a_key_does_not_show_itself() -> None:
    assert KEY not in repr({"key": normalise(KEY, "test")})


def key_file(tmp_path: Path, text: str, mode: int = 0o600) -> Path:
    path = tmp_path / "keys.toml"
    path.write_text(text, encoding="utf-8")
    path.chmod(mode)
    return path


def test_a_key_file_may_hold_a_key_for_each_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = f'dart = "{ENCODED}"\nseoul = {{"swopenapi.seoul.go.kr" = "train", default = "city"}}\n'
    monkeypatch.setenv("KOPA_KEYS", str(key_file(tmp_path, text)))
    assert credential("dart") == KEY
    assert credential("seoul", "swopenapi.seoul.go.kr") == "train"
    assert credential("seoul", "openapi.seoul.go.kr") == "city"
    with pytest.raises(CredentialError, match="no key for assembly"):
        credential("assembly")


@pytest.mark.parametrize(
    ("text", "mode", "message"),
    [
        ('dart = "SECRET"', 0o644, "chmod 600"),
        ('dart = "SECRET', 0o600, "no TOML file"),
        ('dart = ["SECRET"]', 0o600, "neither text nor a table"),
    ],
)
@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX")
def test_a_bad_key_file_is_one_clear_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, mode: int, message: str
) -> None:
    monkeypatch.setenv("KOPA_KEYS", str(key_file(tmp_path, text, mode)))
    with pytest.raises(CredentialError, match=message) as caught:
        credential("dart")
    assert "SECRET" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_key_file_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KOPA_KEYS", str(tmp_path / "none.toml"))
    with pytest.raises(CredentialError, match=r"none\.toml"):
        credential("dart")


KEYS = st.text(st.sampled_from("abXY09+/=%&<\"'\\ 한~-"), min_size=8, max_size=40)


@given(KEYS, st.integers(0, 5))
def test_every_spelling_of_a_key_is_found_inside_a_file(secret: str, before: int) -> None:
    """Case A57: raw, encoded once and twice, as a form, in JSON, in base64 at any offset."""
    once = quote(secret, safe="")
    padding = b"x" * before
    forms = [
        secret.encode(),
        once.encode(),
        once.replace("%2B", "%2b").replace("%2F", "%2f").replace("%3D", "%3d").encode()
        if once.count("%") == sum(once.count(e) for e in ("%2B", "%2F", "%3D"))
        else once.encode(),
        quote_plus(secret).encode(),
        quote(once, safe="").encode(),
        json.dumps(secret)[1:-1].encode(),
        json.dumps(secret, ensure_ascii=False)[1:-1].encode(),
        base64.b64encode(padding + secret.encode() + b"tail"),
        base64.urlsafe_b64encode(padding + secret.encode() + b"tail"),
        secret.encode().hex().encode(),
    ]
    for form in forms:
        assert find_secret(b"head:" + form + b";tail", [secret])


@given(KEYS)
def test_a_clean_file_is_clean(secret: str) -> None:
    text = "status: 000, 정상 처리되었습니다. 1,234,567".encode()
    assert not find_secret(text, [secret])
    assert not find_secret(text, [])


def test_spellings_are_stable_and_distinct() -> None:
    forms = spellings(KEY)
    assert forms == tuple(sorted(set(forms)))
    assert KEY.encode() in forms


@pytest.mark.parametrize(
    ("given_key", "variable", "key"),
    [
        ("sk-given", "sk-variable", "sk-given"),
        (" sk-given\n", None, "sk-given"),
        (None, "sk-variable\n", "sk-variable"),
        ("", "sk-variable", "sk-variable"),
        (None, None, NO_KEY),
        (None, " ", NO_KEY),
    ],
)
def test_the_key_of_a_model_server_has_three_origins(
    monkeypatch: pytest.MonkeyPatch, given_key: str | None, variable: str | None, key: str
) -> None:
    monkeypatch.delenv(MODEL_KEY, raising=False)
    if variable is not None:
        monkeypatch.setenv(MODEL_KEY, variable)
    found = model_key(given_key)
    assert found == key
    assert key not in repr([found])


@pytest.mark.parametrize("bad", ["sk-열쇠-SECRET", "sk-\nSECRET", "sk-\x7fSECRET"])
def test_a_key_that_no_header_carries_is_refused_and_not_shown(bad: str) -> None:
    with pytest.raises(CredentialError, match=MODEL_KEY) as caught:
        model_key(bad)
    assert "SECRET" not in str(caught.value)


def test_a_pattern_takes_every_spelling_of_a_secret_out_of_a_text() -> None:
    pattern = pattern_of(KEY)
    assert pattern
    for form in spellings(KEY):
        assert pattern.sub("***", f"<{form.decode()}>") == "<***>"
    assert pattern_of(NO_KEY) is None
    assert pattern_of("x" * SHORTEST_SECRET)


def loggers_of(family: str) -> set[str]:
    """Return the loggers that the source of an installed package names."""
    (root,) = pytest.importorskip(family).__path__
    source = "".join(p.read_text(encoding="utf-8") for p in Path(root).rglob("*.py"))
    return set(re.findall(r"""getLogger\(["']([\w.]+)["']\)""", source))


@pytest.mark.parametrize("family", ["httpx", "httpx2", "httpcore", "httpcore2"])
def test_no_logger_of_an_http_library_tells_a_key(
    family: str, caplog: pytest.LogCaptureFixture
) -> None:
    key = f"sk-told+/by-{family}"
    caplog.set_level(logging.DEBUG)
    keep_out_of_logs(key)
    names = loggers_of(family)
    assert names
    for name in names:
        logging.getLogger(name).debug("%r", [(b"X-Echo", f"Bearer {key}".encode())])
        logging.getLogger(name).debug("nothing to hide")
    assert key not in caplog.text
    assert {record.name for record in caplog.records} == names


def test_no_key_in_the_message_arguments_or_traceback_of_a_record(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Older versions of the official client log reply headers and errors with tracebacks."""
    key = "sk-told+/by-openai"
    caplog.set_level(logging.DEBUG)
    keep_out_of_logs(key)
    logger = logging.getLogger("openai._base_client")
    logger.debug("HTTP Response: %s", {"x-echo": f"Bearer {key}"})
    try:
        raise ValueError(f"illegal header line: {key.encode()!r}")
    except ValueError:
        logger.debug("Encountered Exception", exc_info=True)
    logger.debug("nothing to hide", exc_info=True)
    assert [record.getMessage() for record in caplog.records] == ["nothing to hide"]
