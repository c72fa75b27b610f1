"""Taking operator keys out of what is recorded, and the proof that none is left.

Three nets, each enough on its own: the slots where a platform puts its key are replaced by ``~``;
then every spelling of the actual key, wherever it stands (a path, an echo in a reply, a redirect);
last, the finished bytes of every file are scanned, and one hit means that nothing is written.
Without the key, as in CI, :func:`shapes` looks for what has the shape of one.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator

from kopa_env.cassettes.interaction import Interaction, kept
from kopa_env.credentials import SHORTEST_SECRET, spellings
from kopa_env.errors import IntegrityError
from kopa_env.outcome import JSON
from kopa_env.wire import REDACTED, HttpRequest

RULES_VERSION = 1
"""Raised whenever what is scanned for changes; every manifest states it."""

_MARK = REDACTED.encode()
_NAMES = (
    rb"service_?key|crtfc_key|auth_?key|api_?key|confm_?key|cert_?key|consumer_?(?:key|secret)"
    rb"|access_?token|userapiauthkcn"
)
_NAMED = re.compile(
    rb"(?<![A-Za-z0-9])(?:" + _NAMES + rb")[\"']?\s*(?:[=:]|%3[Dd])\s*[\"']?([^\"'&<>\s,;}~]{8,})",
    re.IGNORECASE,
)
_PORTAL = re.compile(rb"(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{86}==")
_HEX = re.compile(rb"(?<![0-9A-Za-z])[0-9a-f]{40}(?![0-9A-Za-z])")
_OWN_SHAPE = {"dart": _HEX}
"""Shapes that only ever are keys in what a platform serves."""


class Redactor:
    """Knows the keys in use and takes them out.

    Args:
        secrets: keys known from the start; more are learned from the requests themselves.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets: dict[str, None] = {}
        self._pattern: re.Pattern[bytes] | None = None
        self._forms: tuple[bytes, ...] = ()
        for secret in secrets:
            self._add(secret)

    @property
    def forms(self) -> int:
        """Number of spellings scanned for."""
        self._compiled()
        return len(self._forms)

    def learn(self, request: HttpRequest) -> None:
        """Take up the keys that a request carries in its platform's slots."""
        for value in _slot_values(request):
            self._add(value)

    def redact(
        self,
        request: HttpRequest,
        status: int,
        phrase: str,
        headers: Iterable[tuple[str, str]],
        body: bytes,
    ) -> Interaction:
        """Return an exchange without any key.

        Args:
            request: as sent, its secret slots named.
            status: HTTP status of the reply.
            phrase: its reason phrase.
            headers: its headers; few are kept.
            body: its body, content encoding undone.
        """
        port = f":{request.port}" if request.port else ""
        uri = f"{request.scheme}://{request.host}{port}{request.target(redact=True)}"
        return Interaction(
            method=request.method,
            uri=self.clean(uri.encode()).decode(),
            request_body=self.clean(_redacted_body(request)),
            status=status,
            phrase=phrase,
            headers=tuple((n, self.clean(v.encode()).decode()) for n, v in kept(headers)),
            body=self.clean(body),
        )

    def clean(self, data: bytes) -> bytes:
        """Return bytes with every spelling of every known key replaced by ``~``."""
        pattern = self._compiled()
        return pattern.sub(_MARK, data) if pattern else data

    def check(self, name: str, data: bytes) -> None:
        """Refuse bytes that hold a key, archives inside them looked into.

        Args:
            name: the file about to be written, for the message.
            data: its bytes.

        Raises:
            IntegrityError: on a hit; the message holds no part of the key.
        """
        pattern = self._compiled()
        if pattern is None:
            return
        for part in _layers(data):
            if pattern.search(part):
                raise IntegrityError(f"{name} would hold an operator's key; nothing was written")

    def _add(self, secret: str) -> None:
        if len(secret) >= SHORTEST_SECRET and secret not in self._secrets:
            self._secrets[secret] = None
            self._pattern = None

    def _compiled(self) -> re.Pattern[bytes] | None:
        if self._pattern is None and self._secrets:
            forms = {form for secret in self._secrets for form in _all_forms(secret)}
            self._forms = tuple(sorted(forms, key=lambda form: (-len(form), form)))
            self._pattern = re.compile(b"|".join(map(re.escape, self._forms)))
        return self._pattern


def open_slots(request: HttpRequest) -> list[str]:
    """Return the slots of a recorded request whose value is neither ``~`` nor blank."""
    return [value for value in _slot_values(request) if value not in ("", REDACTED)]


def shapes(platform: str, data: bytes) -> str | None:
    """Say what in a file has the shape of a key, or ``None``: the check where no key is known."""
    for part in _layers(data):
        if named := _NAMED.search(part):
            label = named.group().split(b"=")[0].split(b":")[0]
            name = label.strip(b"\"' ").decode("ascii", "replace")
            return f"a value beside the name {name}"
        if _PORTAL.search(part):
            return "a value in the form of a portal key"
        own = _OWN_SHAPE.get(platform)
        if own is not None and own.search(part):
            return f"a value in the form of a {platform} key"
    return None


def _all_forms(secret: str) -> Iterator[bytes]:
    yield from spellings(secret)
    for charset in ("cp949", "utf-16-le", "utf-16-be"):
        try:
            yield secret.encode(charset)
        except UnicodeEncodeError:
            continue


def _layers(data: bytes) -> Iterator[bytes]:
    """Yield the bytes, then what an archive holds."""
    yield data
    if data[:4] == b"PK\x03\x04":
        try:
            with zipfile.ZipFile(io.BytesIO(data)) as archive:
                for member in archive.infolist():
                    yield archive.read(member)
        except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError):
            return


def _slot_values(request: HttpRequest) -> list[str]:
    values = []
    for slot in sorted(request.secret_slots):
        place, _, name = slot.partition(":")
        if place == "path" and int(name) < len(request.path):
            values.append(_text(request.path[int(name)]))
        elif place == "query":
            values += [_text(v) for k, v in request.query if _text(k).casefold() == name]
        elif place == "header":
            values += [v for k, v in request.headers if k.casefold() == name.casefold()]
        elif place == "body":
            values += _in_body(request, name)
    return values


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _in_body(request: HttpRequest, path: str) -> list[str]:
    value = _document(request.body)
    if value is None:
        return [_text(v) for k, v in _form(request) if _text(k).casefold() == path.casefold()]
    for name in path.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    return [value] if isinstance(value, str) else []


def _document(body: bytes) -> JSON:
    try:
        return json.loads(body) if body[:1] in b"{[" and body else None
    except (ValueError, RecursionError):
        return None


def _form(request: HttpRequest) -> list[tuple[bytes, bytes]]:
    from kopa_env.canonical import from_url

    kind = dict(request.headers).get("content-type", "")
    if not kind.startswith("application/x-www-form-urlencoded"):
        return []
    return list(from_url("GET", "http://h/?" + request.body.decode("latin-1")).query)


def _redacted_body(request: HttpRequest) -> bytes:
    names = [slot[5:] for slot in sorted(request.secret_slots) if slot.startswith("body:")]
    if not names or not request.body:
        return request.body
    document = _document(request.body)
    if document is None:
        return _redacted_form(request, {name.casefold() for name in names})
    for name in names:
        *above, last = name.split(".")
        level = document
        for part in above:
            level = level.get(part) if isinstance(level, dict) else None
        if isinstance(level, dict) and last in level:
            level[last] = REDACTED
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _redacted_form(request: HttpRequest, names: set[str]) -> bytes:
    from urllib.parse import quote_from_bytes

    pairs = [(k, _MARK if _text(k).casefold() in names else v) for k, v in _form(request)]
    if not pairs:
        return request.body
    return "&".join(
        f"{quote_from_bytes(k)}={quote_from_bytes(v, safe='~')}" for k, v in pairs
    ).encode()


__all__ = ["RULES_VERSION", "Redactor", "open_slots", "shapes"]
