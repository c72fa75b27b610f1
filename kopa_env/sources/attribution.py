"""From a raw request back to the call it makes: which tool, which arguments."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kopa_env import platforms
from kopa_env.dialect import Dialect, Incoming
from kopa_env.request import bind
from kopa_env.spec import ToolSpec
from kopa_env.wire import REDACTED, HttpRequest

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue


class Attribution:
    """Finds the tool and arguments of requests, whatever client wrote them."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._names: dict[tuple[str, str], str] = {}

    def call(self, request: HttpRequest) -> tuple[ToolSpec, dict[str, str]] | None:
        """Return the tool and its arguments by parameter name as text, or ``None``.

        Tokens, which are issued inside an episode and never sent, are given as ``~``.

        Args:
            request: its secret slots named; an operator's key is not needed.
        """
        dialect = platforms.dialect_for_host(request.host)
        received = dialect.receive(_with_key(request)) if dialect else None
        if dialect is None or not isinstance(received, Incoming):
            return None
        spec = self._spec(dialect, received.endpoint)
        if spec is None:
            return None
        by_wire = {p.wire_name: p.name for p in spec.params}
        bound = bind(spec, received)
        args = {by_wire[name]: value for name, value in bound.items() if name in by_wire}
        return spec, args | {p.name: REDACTED for p in spec.params if p.role == "token"}

    def _spec(self, dialect: Dialect, endpoint: str) -> ToolSpec | None:
        if not self._names:
            for entry in self._catalogue.entries.values():
                if entry.kind == "endpoint":
                    own = entry.ref.partition(":")[2]
                    self._names.setdefault((entry.platform, own), entry.name)
        name = self._names.get((dialect.platform, endpoint))
        return self._catalogue.get(name) if name else None


def _with_key(request: HttpRequest) -> HttpRequest:
    """Return the request with something in every slot of the operator's key."""
    query, headers = list(request.query), list(request.headers)
    for slot in sorted(request.secret_slots):
        place, _, name = slot.partition(":")
        if place == "query" and name not in {k.decode("latin-1").casefold() for k, _ in query}:
            query.append((name.encode(), REDACTED.encode()))
        elif place == "header" and name not in {k for k, _ in headers}:
            headers.append((name, REDACTED))
    return replace(request, query=tuple(query), headers=tuple(headers))
