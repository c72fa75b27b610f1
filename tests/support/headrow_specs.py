"""ToolSpecs of the platforms that answer with a head and rows."""

from __future__ import annotations

from typing import Literal

from kopa_env.spec import Endpoint, Paging, Param, ToolSpec

PLACES = {
    "assembly": ("open_assembly:", "open.assembly.go.kr", "/portal/openapi/"),
    "gg": ("gyeonggi:", "openapi.gg.go.kr", "/"),
    "lofin": ("lofin365:", "www.lofin365.go.kr", "/lf/hub/"),
    "neis": ("neis:neis.", "open.neis.go.kr", "/hub/"),
}
"""What a reference begins with, the host and what stands before a service's name."""


def headrow(
    platform: str,
    service: str = "SomeService",
    envelope: str = "",
    wire: Literal["json", "xml"] = "json",
) -> ToolSpec:
    """Return a paged tool of a platform, whose envelope has the service's name or another."""
    prefix, host, above = PLACES[platform]
    envelope = envelope or service
    paging = [Param(n, n, type="integer", role="generic") for n in ("pIndex", "pSize")]
    return ToolSpec(
        name=f"{platform}_tool",
        ref=prefix + service,
        kind="endpoint",
        platform=platform,
        domain="test",
        title_ko="시험",
        title_en="test",
        description_ko="시험",
        description_en="test",
        endpoint=Endpoint(
            "GET",
            host,
            above + service,
            wire=wire,
            items_path=f"{envelope}[1].row",
            total_path=f"{envelope}[0].head[0].list_total_count",
        ),
        params=(Param("SIGUN_NM", "SIGUN_NM"), *paging),
        paging=Paging("pIndex", "pSize", default=100),
    )
