"""Interaction: one recorded exchange of HTTP, secrets already taken out."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from kopa_env.canonical import from_url
from kopa_env.platforms import dialect_of
from kopa_env.wire import HttpRequest, HttpResponse

KEPT_HEADERS = (
    "content-type",
    "content-encoding",
    "content-disposition",
    "location",
    "retry-after",
)
"""Reply headers that are kept; request headers are never kept."""

MAX_BODY = 256 * 1024
"""Bytes of a body that stays inside a cassette; a longer one becomes a blob beside it."""


_FORM = re.compile(rb"[A-Za-z0-9_.%+~-]+=[^&\s]*(?:&[A-Za-z0-9_.%+~-]+=[^&\s]*)*\Z")


@dataclass(frozen=True, slots=True)
class Interaction:
    """One request and its reply, as a cassette holds it.

    Attributes:
        method: upper case.
        uri: the full address under the platform's own host, secrets replaced by ``~``.
        request_body: as sent, secrets replaced by ``~``.
        status: HTTP status.
        phrase: reason phrase as served; may be empty.
        headers: kept reply headers, names lower case, in the order of ``KEPT_HEADERS``.
        body: reply bytes as served (content encoding undone).
    """

    method: str
    uri: str
    request_body: bytes = field(repr=False)
    status: int
    phrase: str
    headers: tuple[tuple[str, str], ...]
    body: bytes = field(repr=False)

    @property
    def content_type(self) -> str:
        """The reply's content type; empty if none was served."""
        return next((value for name, value in self.headers if name == "content-type"), "")

    @property
    def body_sha256(self) -> str:
        """Hash of the reply's bytes (hex)."""
        return hashlib.sha256(self.body).hexdigest()

    def request(self) -> HttpRequest:
        """Return the request, its secret slots named."""
        return incoming(self.method, self.uri, (), self.request_body)

    def response(self) -> HttpResponse:
        """Return the reply."""
        return HttpResponse(self.status, self.content_type, self.body)


def incoming(method: str, url: str, headers: Iterable[tuple[str, str]], body: bytes) -> HttpRequest:
    """Read a request from a URL and name the slots where its platform puts keys.

    A form is recognised by its body where no header says so: cassettes keep no request headers.
    """
    pairs = tuple(headers)
    if body and not any(name.lower() == "content-type" for name, _ in pairs) and _FORM.match(body):
        pairs = (*pairs, ("content-type", "application/x-www-form-urlencoded"))
    request = from_url(method, url, pairs, body)
    dialect = dialect_of(request)
    if dialect is None:
        return request
    return replace(request, secret_slots=dialect.secret_slots(request))


def kept(headers: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Return the headers that a cassette keeps, in a fixed order."""
    found = {name.lower(): value for name, value in headers}
    return tuple((name, found[name]) for name in KEPT_HEADERS if name in found)
