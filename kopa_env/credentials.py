"""Operator keys: from the environment or a key file, and never anywhere else.

``KOPA_KEYS`` may name a TOML file outside the repository, readable by its owner only::

    dart = "…"                     # platform = key
    seoul = {"swopenapi.seoul.go.kr" = "…", default = "…"}   # where a host has a key of its own

A key is used in decoded form; the percent-encoded copy that the national portal also hands out is
decoded once. No message of this module holds any part of a key.
"""

from __future__ import annotations

import base64
import json
import logging
import os
import re
from collections.abc import Iterable
from functools import lru_cache
from html import escape
from pathlib import Path
from urllib.parse import quote, quote_plus, unquote_to_bytes

from kopa_env.errors import CredentialError
from kopa_env.platforms import dialect

KEY_FILE = "KOPA_KEYS"
MODEL_KEY = "OPENAI_API_KEY"
NO_KEY = "EMPTY"
"""What a model server without keys is sent."""

SHORTEST_SECRET = 8
"""Characters below which a key (``sample``, ``EMPTY``) is no secret: any text may hold it."""

_CLIENTS = ("httpx", "httpx2", "openai._base_client")
_TRANSPORTS = ("httpcore", "httpcore2")
_PARTS = ("connection", "http11", "http2", "proxy", "socks")
_TALKATIVE = (*_CLIENTS, *(f"{name}.{part}" for name in _TRANSPORTS for part in _PARTS))
_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")


class Secret(str):
    """A key that does not show itself when somebody logs or prints the object that holds it."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "'~'"


def credential(platform: str, host: str = "") -> Secret:
    """Return the operator's key of a platform, decoded.

    Args:
        platform: name of the platform.
        host: for platforms whose hosts have keys of their own.

    Raises:
        CredentialError: if there is none, or it is malformed. The message names the variables
            looked at and never holds any part of a key.
    """
    names = env_names(platform, host)
    source = next((n for n in names if os.environ.get(n, "").strip()), KEY_FILE)
    value = os.environ[source] if source in names else _from_file(platform, host)
    if value is None:
        raise CredentialError(
            f"no key for {platform}: set {' or '.join(names)}, or name a key file in {KEY_FILE}"
        )
    return normalise(value, source)


def env_names(platform: str, host: str = "") -> tuple[str, ...]:
    """Return the environment names a platform's key is looked for under, first found wins."""
    known = dialect(platform).credential_env
    return known.get(host) or known[""]


def normalise(value: str, source: str) -> Secret:
    """Return a key in decoded form.

    Args:
        value: as the operator gave it; outer blanks are ignored.
        source: where it came from, for the message.

    Raises:
        CredentialError: if it is empty, holds a blank or a control, or a broken percent escape.
    """
    value = value.strip()
    if not value or any(c.isspace() or not c.isprintable() for c in value):
        raise CredentialError(f"the key in {source} is empty or holds blanks or controls")
    if "%" not in value:
        return Secret(value)
    if _ESCAPE.search(value):
        raise CredentialError(f"the key in {source} holds a broken percent escape")
    try:
        return Secret(unquote_to_bytes(value).decode())
    except UnicodeDecodeError:
        pass
    raise CredentialError(f"the key in {source} does not decode to text")


def model_key(key: str | None = None) -> Secret:
    """Return the operator's key for a model server; from now on it is kept out of logs.

    Args:
        key: as the operator gave it, outer blanks are ignored; by default from
            ``OPENAI_API_KEY``, and :data:`NO_KEY` if that is not set.

    Raises:
        CredentialError: if no header can carry it.
    """
    key = (key or os.environ.get(MODEL_KEY) or NO_KEY).strip() or NO_KEY
    if not key.isascii() or not key.isprintable():
        raise CredentialError(
            f"the key in {MODEL_KEY} holds characters that no HTTP header can carry"
        )
    keep_out_of_logs(key)
    return Secret(key)


def _from_file(platform: str, host: str) -> str | None:
    name = os.environ.get(KEY_FILE, "")
    if not name:
        return None
    entry = _read_file(Path(name)).get(platform)
    if isinstance(entry, dict):
        entry = entry.get(host) or entry.get("default")
    if entry is None or isinstance(entry, str):
        return entry
    raise CredentialError(f"the entry of {platform} in {name} is neither text nor a table")


def _read_file(path: Path) -> dict[str, object]:
    import tomllib

    try:
        if os.name == "posix" and path.stat().st_mode & 0o077:
            raise CredentialError(f"{path} can be read by others; run: chmod 600 {path}")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CredentialError(f"cannot read the key file {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        pass
    raise CredentialError(f"{path} is no TOML file")


def spellings(secret: str) -> tuple[bytes, ...]:
    """Return every form in which a key could hide in a file: sorted, no doubles.

    Raw, percent-encoded (upper and lower case, with and without ``/``), encoded twice, form
    encoded, JSON and XML escaped, base64 at each of the three offsets, hexadecimal.
    """
    percent = {quote(secret, safe=""), quote(secret, safe="/"), quote_plus(secret)}
    percent |= {_lower_escapes(form) for form in percent}
    twice = {quote(form, safe="") for form in percent}
    twice |= {_lower_escapes(form) for form in twice}
    escaped = {json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]}
    escaped |= {form.replace("/", "\\/") for form in escaped}
    escaped |= {escape(secret), re.sub(r"\\u\w{4}", _upper_digits, json.dumps(secret)[1:-1])}
    raw = secret.encode()
    forms = {form.encode() for form in {secret, *percent, *twice, *escaped}}
    forms |= {raw.hex().encode(), raw.hex().upper().encode(), *_base64(raw)}
    return tuple(sorted(form for form in forms if form))


def _lower_escapes(text: str) -> str:
    return re.sub(r"%[0-9A-F]{2}", lambda m: m.group().lower(), text)


def _upper_digits(found: re.Match[str]) -> str:
    return "\\u" + found.group()[2:].upper()


def _base64(raw: bytes) -> set[bytes]:
    """Base64 of a key wherever it stands in a longer encoded text: only the certain characters."""
    forms: set[bytes] = set()
    for offset in range(3):
        encoded = base64.b64encode(b"\0" * offset + raw)
        start = (0, 2, 3)[offset]
        certain = encoded[start : (offset + len(raw)) * 8 // 6]
        if len(certain) >= 8:
            forms |= {certain, certain.translate(bytes.maketrans(b"+/", b"-_"))}
    return forms


@lru_cache(256)
def _pattern(secrets: tuple[str, ...]) -> re.Pattern[bytes] | None:
    forms = sorted({f for s in secrets for f in spellings(s)}, key=lambda f: (-len(f), f))
    return re.compile(b"|".join(map(re.escape, forms))) if forms else None


def find_secret(data: bytes, secrets: Iterable[str]) -> bool:
    """Say whether any spelling of any of the keys occurs in ``data``."""
    pattern = _pattern(tuple(secrets))
    return bool(pattern and pattern.search(data))


def pattern_of(secret: str) -> re.Pattern[str] | None:
    """Return a pattern of every spelling of a key, or nothing where the key is no secret."""
    if len(secret) < SHORTEST_SECRET:
        return None
    forms = sorted((form.decode() for form in spellings(secret)), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, forms)))


class _KeysStayOut(logging.Filter):
    """Drops log records that hold a key: httpx logs URLs, httpcore the headers of replies."""

    def __init__(self) -> None:
        super().__init__()
        self.secrets: dict[str, None] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Say whether a record may be logged."""
        text = _text_of(record)
        return not (
            find_secret(text.encode("utf-8", "replace"), self.secrets)
            or any(repr(secret.encode())[2:-1] in text for secret in self.secrets)
        )


def _text_of(record: logging.LogRecord) -> str:
    """Return a record's message and its traceback: h11 quotes a bad header in its error."""
    text = record.getMessage()
    if record.exc_info:
        text += logging.Formatter().formatException(record.exc_info)
    return text


_FILTER = _KeysStayOut()


def keep_out_of_logs(secret: str) -> None:
    """Keep a key out of what the HTTP libraries log, at any level, from now on.

    Args:
        secret: the key; one shorter than :data:`SHORTEST_SECRET` is a word of any text.
    """
    if len(secret) < SHORTEST_SECRET:
        return
    _FILTER.secrets[secret] = None
    for name in _TALKATIVE:
        logging.getLogger(name).addFilter(_FILTER)
