"""Platforms: each has tool data and one small module for its wire dialect.

Dialects are imported when first asked for. Another distribution adds a platform through the
entry-point group ``kopa.platforms``: name → a :class:`~kopa_env.dialect.Dialect`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from kopa_env.dialect import Dialect
from kopa_env.errors import UsageError, did_you_mean
from kopa_env.wire import HttpRequest

GROUP = "kopa.platforms"

_DEEPEST = 2
"""Parts of a path that may tell platforms of one host apart."""

_HOSTS: Mapping[str, tuple[str, ...]] = {
    "assembly": ("open.assembly.go.kr",),
    "dart": ("opendart.fss.or.kr",),
    "edudata": ("openapi.edmgr.kr",),
    "seoul": ("openapi.seoul.go.kr", "swopenapi.seoul.go.kr", "ws.bus.go.kr"),
}
"""Where the platforms that ship answer, so that finding one by its address imports nothing else.

A host, or a host and the first parts of a path: several platforms share ``apis.data.go.kr``.
"""


def dialect_names() -> list[str]:
    """Return the names of all platforms that have a dialect, sorted."""
    return sorted({*_HOSTS, *_added()})


@cache
def dialect(name: str) -> Dialect:
    """Return a platform's dialect.

    Raises:
        UsageError: if no platform of that name is installed.
    """
    if name in _HOSTS:
        shipped: Dialect = import_module(f"kopa_env.platforms.{name}").DIALECT
        return shipped
    added = _added()
    if name not in added:
        raise UsageError(f"no platform {name!r}{did_you_mean(name, dialect_names())}")
    return added[name]


def dialect_of(request: HttpRequest) -> Dialect | None:
    """Return the dialect that answers a request, by its host and path, or ``None``."""
    parts = [part.decode(errors="replace") for part in request.path[:_DEEPEST]]
    places = ["/".join([request.host, *parts[:size]]) for size in range(len(parts), -1, -1)]
    shipped = _shipped_places()
    if name := next((shipped[place] for place in places if place in shipped), ""):
        return dialect(name)
    added = (d for place in places for d in _added().values() if place in d.hosts)
    return next(added, None)


@cache
def _shipped_places() -> Mapping[str, str]:
    return {place: name for name, places in _HOSTS.items() for place in places}


@cache
def _added() -> Mapping[str, Dialect]:
    from importlib.metadata import entry_points

    return {point.name: point.load() for point in entry_points(group=GROUP)}
