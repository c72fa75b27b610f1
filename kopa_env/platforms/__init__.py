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

GROUP = "kopa.platforms"

_HOSTS: Mapping[str, tuple[str, ...]] = {
    "assembly": ("open.assembly.go.kr",),
    "dart": ("opendart.fss.or.kr",),
    "edudata": ("openapi.edmgr.kr",),
    "seoul": ("openapi.seoul.go.kr", "swopenapi.seoul.go.kr", "ws.bus.go.kr"),
}
"""Hosts of the platforms that ship, so that finding one by host imports nothing else."""


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


@cache
def dialect_for_host(host: str) -> Dialect | None:
    """Return the dialect that answers under a host name (lower case, no port), or ``None``."""
    for name, hosts in _HOSTS.items():
        if host in hosts:
            return dialect(name)
    return next((d for d in _added().values() if host in d.hosts), None)


@cache
def _added() -> Mapping[str, Dialect]:
    from importlib.metadata import entry_points

    return {point.name: point.load() for point in entry_points(group=GROUP)}
