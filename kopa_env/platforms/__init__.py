"""Platforms: each has tool data and one small module for its wire dialect.

Dialects are imported when first asked for. Another distribution adds a platform through the
entry-point group ``kopa.platforms``: name → a :class:`~kopa_env.dialect.Dialect`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
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
    "ecos": ("ecos.bok.or.kr",),
    "edudata": ("openapi.edmgr.kr",),
    "ex": ("data.ex.co.kr",),
    "finlife": ("finlife.fss.or.kr",),
    "gg": ("openapi.gg.go.kr",),
    "gov24": ("api.odcloud.kr",),
    "its": ("openapi.its.go.kr",),
    "juso": ("business.juso.go.kr", "www.juso.go.kr"),
    "kosis": ("kosis.kr",),
    "krx": ("data-dbg.krx.co.kr",),
    "law": ("www.law.go.kr",),
    "lofin": ("www.lofin365.go.kr",),
    "neis": ("open.neis.go.kr",),
    "fsc": ("apis.data.go.kr/1160100",),
    "kdic": ("apis.data.go.kr/B190017",),
    "sgis": ("sgisapi.kostat.go.kr", "sgisapi.mods.go.kr"),
    "tago": ("apis.data.go.kr/1613000",),
    "molit": (
        "apis.data.go.kr/1613000/AptBasisInfoServiceV4",
        "apis.data.go.kr/1613000/AptCmnuseManageCostServiceV2",
        "apis.data.go.kr/1613000/AptListService3",
        "apis.data.go.kr/1613000/ArchPmsHubService",
        "apis.data.go.kr/1613000/BldRgstHubService",
        "apis.data.go.kr/1613000/HsPmsHubService",
        "apis.data.go.kr/1613000/LuLawInfoService",
        "apis.data.go.kr/1613000/RTMSDataSvcAptRent",
        "apis.data.go.kr/1613000/RTMSDataSvcAptTrade",
        "apis.data.go.kr/1613000/RTMSDataSvcAptTradeDev",
        "apis.data.go.kr/1613000/RTMSDataSvcInduTrade",
        "apis.data.go.kr/1613000/RTMSDataSvcLandTrade",
        "apis.data.go.kr/1613000/RTMSDataSvcNrgTrade",
        "apis.data.go.kr/1613000/RTMSDataSvcOffiRent",
        "apis.data.go.kr/1613000/RTMSDataSvcOffiTrade",
        "apis.data.go.kr/1613000/RTMSDataSvcRHRent",
        "apis.data.go.kr/1613000/RTMSDataSvcRHTrade",
        "apis.data.go.kr/1613000/RTMSDataSvcSHRent",
        "apis.data.go.kr/1613000/RTMSDataSvcSHTrade",
        "apis.data.go.kr/1613000/RTMSDataSvcSilvTrade",
        "apis.data.go.kr/1613000/arLandUseInfoService",
    ),
    "nec": ("apis.data.go.kr/9760000",),
    "rail": ("apis.data.go.kr/B551457", "apis.data.go.kr/B553766", "apis.data.go.kr/B554695"),
    "hrdk": ("apis.data.go.kr/B490007", "openapi.q-net.or.kr", "c.q-net.or.kr"),
    "academyinfo": ("openapi.academyinfo.go.kr",),
    "pps": ("apis.data.go.kr/1230000",),
    "kto": ("apis.data.go.kr/B551011",),
    "mofa": ("apis.data.go.kr/1262000",),
    "mfds": ("apis.data.go.kr/1471000",),
    "customs": ("apis.data.go.kr/1220000",),
    "airkorea": ("apis.data.go.kr/B552584",),
    "icn": ("apis.data.go.kr/B551177",),
    "hira": ("apis.data.go.kr/B551182",),
    "onbid": ("apis.data.go.kr/B010003",),
    "ksd": ("apis.data.go.kr/B552481",),
    "ccourt": ("apis.data.go.kr/9750000",),
    "mois": ("apis.data.go.kr/1741000",),
    "nabill": ("apis.data.go.kr/9710000",),
    "moleg": ("apis.data.go.kr/1170000",),
    "gbis": ("apis.data.go.kr/6410000",),
    "schoolinfo": ("www.schoolinfo.go.kr",),
    "seoul": ("openapi.seoul.go.kr", "swopenapi.seoul.go.kr", "ws.bus.go.kr"),
    "vworld": ("api.vworld.kr",),
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
    if name in _TRIED:
        return _TRIED[name]
    if name in _HOSTS:
        shipped: Dialect = import_module(f"kopa_env.platforms.{name}").DIALECT
        return shipped
    added = _added()
    if name not in added:
        raise UsageError(f"no platform {name!r}{did_you_mean(name, dialect_names())}")
    return added[name]


def dialect_of(request: HttpRequest) -> Dialect | None:
    """Return the dialect that answers a request, by its host and path, or ``None``."""
    for tried in _TRIED.values():
        if request.host in {place.partition("/")[0] for place in tried.hosts}:
            return tried
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


@contextmanager
def added(name: str, speaker: Dialect) -> Iterator[None]:
    """Let a dialect answer for a platform that is not installed, while it is tried out."""
    held = _TRIED.get(name)
    _TRIED[name] = speaker
    dialect.cache_clear()
    try:
        yield
    finally:
        del _TRIED[name]
        if held is not None:
            _TRIED[name] = held
        dialect.cache_clear()


_TRIED: dict[str, Dialect] = {}


@cache
def _added() -> Mapping[str, Dialect]:
    from importlib.metadata import entry_points

    return {point.name: point.load() for point in entry_points(group=GROUP)}
