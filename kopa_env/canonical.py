"""The canonical key of a request: what replay, cassettes and fault seeds know a call by.

``METHOD host/path?sorted-query[ #body]``, readable, the same for every spelling of one request and
free of secrets. Its 16-byte BLAKE2b is the index key of packs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from hashlib import blake2b
from operator import itemgetter
from unicodedata import is_normalized, normalize
from urllib.parse import unquote_to_bytes

import orjson

from kopa_env.outcome import JSON
from kopa_env.wire import REDACTED, HttpRequest

CANON_VERSION = 1

RULES = (
    "method upper case; host lower case; scheme, port, headers and fragment left out",
    "path segments and query pairs compared as decoded bytes: %eb, %EB and the raw byte are one",
    "plus and %20 are one in the query; an escaped slash stays inside its segment",
    "text that is UTF-8 is NFC and written as it is; other bytes are written %XX",
    "controls, blank and % & = ? # / \\ are written %XX",
    "query pairs sorted by name; repeated names keep their order; blank values stay",
    "secret slots: ~ in the path, dropped from query and body",
    "JSON bodies: sorted keys, no blanks, NFC; forms: as the query; other bodies: blake2b-128",
)
"""The rules in words; their hash goes into every manifest."""

_SPECIAL = re.compile(r"[\x00-\x20%&=?#/\\\x7f]")
_LONG_NUMBER = re.compile(rb"\d{19}")
_FORM = "application/x-www-form-urlencoded"
_name_of = itemgetter(0)


@cache
def rules_hash() -> str:
    """Return the hash of the rules: keys made under different rules must never be compared."""
    return blake2b("\n".join((str(CANON_VERSION), *RULES)).encode(), digest_size=8).hexdigest()


def request_key(request: HttpRequest) -> bytes:
    """Return the 16-byte index key of a request."""
    return blake2b(canonical(request).encode(), digest_size=16).digest()


def canonical(request: HttpRequest) -> str:
    """Return the canonical text of a request."""
    slots = request.secret_slots
    segments = [_name(segment) for segment in request.path]
    if slots:
        for slot in slots:
            if slot.startswith("path:") and (index := int(slot[5:])) < len(segments):
                segments[index] = REDACTED
    text = f"{request.method} {request.host}/{'/'.join(segments)}"
    if request.query and (query := _pairs(request.query, slots, "query:")):
        text = f"{text}?{query}"
    if request.body:
        text = f"{text} #{_body(request, slots)}"
    return text


def _pairs(pairs: Iterable[tuple[bytes, bytes]], slots: frozenset[str], prefix: str) -> str:
    kept = [(_name(k), v) for k, v in pairs]
    if slots:
        kept = [pair for pair in kept if f"{prefix}{pair[0].casefold()}" not in slots]
    kept.sort(key=_name_of)
    return "&".join([f"{name}={_token(value)}" for name, value in kept])


def _token(raw: bytes) -> str:
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        return "".join(chr(b) if 0x20 < b < 0x7F else f"%{b:02X}" for b in _escaped(raw))
    if not text.isascii() and not is_normalized("NFC", text):
        text = normalize("NFC", text)
    return _SPECIAL.sub(_escape, text) if _SPECIAL.search(text) else text


_name = lru_cache(4096)(_token)


def _escape(found: re.Match[str]) -> str:
    return f"%{ord(found.group()):02X}"


def _escaped(raw: bytes) -> bytes:
    """Escape the special ASCII characters inside bytes that are no text."""
    return b"".join(
        f"%{b:02X}".encode() if b < 0x80 and _SPECIAL.match(chr(b)) else bytes((b,)) for b in raw
    )


def _body(request: HttpRequest, slots: frozenset[str]) -> str:
    kind = next((v for k, v in request.headers if k == "content-type"), "").lower()
    if kind.startswith(_FORM):
        return _pairs(_form_pairs(request.body), slots, "body:")
    if "json" in kind or request.body[:1] in (b"{", b"["):
        try:
            return _json_body(request.body, slots)
        except (ValueError, RecursionError):
            pass
    return blake2b(request.body, digest_size=16).hexdigest()


def _json_body(body: bytes, slots: frozenset[str]) -> str:
    document = orjson.loads(body)
    if _LONG_NUMBER.search(body):  # which orjson would round
        document = json.loads(body)
    for slot in slots:
        if slot.startswith("body:"):
            _drop(document, slot[5:].split("."))
    return normalize("NFC", _json(document))


def _json(document: JSON) -> str:
    try:
        return orjson.dumps(document, option=orjson.OPT_SORT_KEYS).decode()
    except TypeError:  # an integer beyond 64 bits
        return json.dumps(document, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _drop(document: JSON, path: list[str]) -> None:
    for name in path[:-1]:
        if not isinstance(document, dict):
            return
        document = document.get(name)
    if isinstance(document, dict):
        document.pop(path[-1], None)


def _form_pairs(encoded: bytes) -> list[tuple[bytes, bytes]]:
    pairs = (part.partition(b"=") for part in encoded.split(b"&") if part)
    return [(_unplus(k), _unplus(v)) for k, _, v in pairs]


def _unplus(encoded: bytes) -> bytes:
    return unquote_to_bytes(encoded.replace(b"+", b" "))


def from_url(
    method: str,
    url: str,
    headers: Mapping[str, str] | Iterable[tuple[str, str]] = (),
    body: bytes = b"",
    secret_slots: frozenset[str] = frozenset(),
) -> HttpRequest:
    """Read a raw URL into an :class:`HttpRequest`: percent-decoded to bytes, nothing normalised.

    Args:
        method: in any letter case.
        url: absolute, with a scheme; user and fragment are left out.
        headers: pairs or a mapping, names in any letter case.
        body: as sent.
        secret_slots: where keys sit, if known; a dialect's ``secret_slots`` tells.
    """
    scheme, _, rest = url.partition("://")
    authority, slash, target = _split(rest.partition("#")[0])
    host, port = _host(authority.rpartition("@")[2])
    path, _, query = target.partition("?") if slash == "/" else ("", "", target)
    scheme = scheme.lower()
    default = {"http": 80, "https": 443}.get(scheme)
    items = headers.items() if isinstance(headers, Mapping) else headers
    return HttpRequest(
        method.upper(),
        host,
        tuple(unquote_to_bytes(segment) for segment in _bytes(path).split(b"/")),
        tuple(_form_pairs(_bytes(query))),
        tuple((name.lower(), value) for name, value in items),
        body,
        secret_slots,
        scheme,
        None if port == default else port,
    )


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _split(rest: str) -> tuple[str, str, str]:
    found = re.search(r"[/?]", rest)
    if found is None:
        return rest, "/", ""
    return rest[: found.start()], found.group(), rest[found.end() :]


def _host(authority: str) -> tuple[str, int | None]:
    host, colon, port = authority.rpartition(":")
    if colon and port.isdecimal() and not host.endswith(":"):
        return host.lower(), int(port)
    return authority.rstrip(":").lower(), None
