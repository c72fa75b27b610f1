"""From a raw request back to the call it makes: which tool, which arguments."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import orjson

from kopa_env import platforms
from kopa_env.canonical import canonical
from kopa_env.dialect import Incoming
from kopa_env.outcome import JSON
from kopa_env.request import bind, query_text, text_of
from kopa_env.spec import ToolSpec
from kopa_env.wire import REDACTED, HttpRequest

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue


_FORMS = {"json", "xml"}
"""Parts of a path that choose the form of the reply and not the tool."""


class Attribution:
    """Finds the tool and arguments of requests, whatever client wrote them."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def call(self, request: HttpRequest) -> tuple[ToolSpec, dict[str, str]] | None:
        """Return the tool and its arguments by parameter name as text, or ``None``.

        Tokens, which are issued inside an episode and never sent, are given as ``~``.

        Args:
            request: its secret slots named; an operator's key is not needed.
        """
        dialect = platforms.dialect_of(request)
        if dialect is None:
            return None
        received = dialect.receive(_with_key(request))
        if not isinstance(received, Incoming):
            return self._by_address(dialect.platform, request)
        spec = self._catalogue.served(dialect.platform, received.endpoint)
        return None if spec is None else (spec, _named(spec, bind(spec, received)))

    def _by_address(
        self, platform: str, request: HttpRequest
    ) -> tuple[ToolSpec, dict[str, str]] | None:
        """Find the tool of a request that the platform's gateway refuses to look into."""
        for entry in self._catalogue.entries.values():
            if entry.kind == "endpoint" and entry.platform == platform:
                spec = self._catalogue[entry.name]
                slots = _slots(spec, request)
                if slots is not None:
                    return spec, _named(spec, {**query_text(request), **slots})
        return None


def says_no_more(asked: HttpRequest, other: HttpRequest) -> bool:
    """Whether a request has no parameter that the other lacks, and asks for the same form.

    Only then may the reply to the other stand for it: a parameter that no tool knows may change
    what a platform says, and XML is never answered with JSON.
    """
    dialect = platforms.dialect_of(asked)
    if dialect is None:
        return False
    received, known = (dialect.receive(_with_key(request)) for request in (asked, other))
    if not isinstance(received, Incoming) or not isinstance(known, Incoming):
        return False
    return received.wire == known.wire and not _said(asked) - _said(other)


def _said(request: HttpRequest) -> Counter[str]:
    """Count the names of what a request says, the operator's key left out."""
    line, _, body = canonical(request).partition(" #")
    names = [pair.partition("=")[0] for pair in line.partition("?")[2].split("&") if pair]
    if body.startswith("{"):
        names += _leaves(orjson.loads(body))
    elif body:
        names += [pair.partition("=")[0] for pair in body.split("&")]
    return Counter(names)


def _leaves(value: JSON, name: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, f"{name}.{key}")
    else:
        yield name


def _named(spec: ToolSpec, wired: Mapping[str, str]) -> dict[str, str]:
    by_wire = {p.wire_name: p.name for p in spec.params}
    args = {by_wire[name]: value for name, value in wired.items() if name in by_wire}
    return args | {p.name: REDACTED for p in spec.params if p.role == "token"}


def _slots(spec: ToolSpec, request: HttpRequest) -> dict[str, str] | None:
    """Return what a request's path says in the slots of a tool's, or ``None`` if it is another."""
    endpoint = spec.endpoint
    if endpoint is None or (endpoint.method, endpoint.host) != (request.method, request.host):
        return None
    template = endpoint.path_template.strip("/").split("/")
    path = [text_of(segment) for segment in request.path]
    while path and not path[-1]:
        path.pop()
    pairs = list(zip(template, path, strict=False))
    left = template[len(path) :]
    literal = all(part == text or {part, text} <= _FORMS for part, text in pairs if not _slot(part))
    if not literal or len(path) > len(template) or not all(map(_slot, left)):
        return None
    return {_slot(part): text for part, text in pairs if _slot(part)}


def _slot(part: str) -> str:
    """Return the name of the slot that a part of a path template is; empty if it is none."""
    return part[1:-1] if part.startswith("{") else ""


def _with_key(request: HttpRequest) -> HttpRequest:
    """Return the request with something in every slot of the operator's key."""
    query, headers = list(request.query), list(request.headers)
    for slot in sorted(request.secret_slots):
        place, _, name = slot.partition(":")
        if place == "query" and name not in {k.decode("latin-1").casefold() for k, _ in query}:
            # slots are case-folded, and a platform reads its own spelling alone
            query += [(spelling.encode(), REDACTED.encode()) for spelling in (name, name.upper())]
        elif place == "header" and name not in {k for k, _ in headers}:
            headers.append((name, REDACTED))
    return replace(request, query=tuple(query), headers=tuple(headers))
