"""ToolSpecs of 국가법령정보센터: lists, documents, a table and a page."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

from kopa_env.spec import Endpoint, Paging, Param, ToolSpec

SEARCH, SERVICE = "lawSearch.do", "lawService.do"


def law(
    target: str = "law",
    place: str = SEARCH,
    items_path: str = "LawSearch.law",
    *,
    total: str = "LawSearch.totalCnt",
    selector: str = "",
    wire: str = "json",
) -> ToolSpec:
    """Return a tool of one target; a document where ``items_path`` is one name alone."""
    paged = place == SEARCH
    pages = [Param(n, n, type="integer", role="generic") for n in ("page", "display")]
    return ToolSpec(
        name="law_tool",
        ref=f"law_go_kr:law.{target}",
        kind="endpoint",
        platform="law",
        domain="test",
        title_ko="시험",
        title_en="test",
        description_ko="시험",
        description_en="test",
        endpoint=Endpoint(
            "GET",
            "www.law.go.kr",
            f"/DRF/{place}",
            wire="xml" if wire == "xml" else "json",
            items_path=items_path,
            total_path=total if "." in items_path else "",
            selector=selector,
        ),
        params=(
            Param("target", "target", role="constant", default=target),
            *(Param(n, n) for n in ("query", "ID", "MST")),
            *(pages if paged else ()),
        ),
        paging=Paging("page", "display", default=20, max=100) if paged else None,
    )


def text(target: str = "law", root: str = "법령") -> ToolSpec:
    """Return a tool that reads one document."""
    return law(target, SERVICE, root)


def terms() -> ToolSpec:
    """Return a list that counts under another name and has no code."""
    return law("lstrmAI", SEARCH, "lstrmAISearch.법령용어", total="lstrmAISearch.검색결과개수")


def changes() -> ToolSpec:
    """Return a list that says how many there are and nothing else."""
    return law("lsJoHstInf", SERVICE, "LawSearch.law")


def versions() -> ToolSpec:
    """Return the list that comes as a table in HTML."""
    return law("lsHistory", SEARCH, "table.tr", selector="type=HTML")


def page() -> ToolSpec:
    """Return a document that comes as a page in HTML."""
    return law("lsHistory", SERVICE, "body", selector="type=HTML")


Form = tuple[Callable[[SimpleNamespace], ToolSpec], str, bool]

FORMS: dict[str, Form] = {
    "law list": (lambda s: law(), "json", True),
    "law list, XML": (lambda s: law(), "xml", True),
    "law list without a code": (lambda s: changes(), "json", False),
    "law list without a code, XML": (lambda s: changes(), "xml", False),
    "law list of terms": (lambda s: terms(), "json", True),
    "law text, flat": (lambda s: text(), "json", False),
    "law text, flat, XML": (lambda s: text(), "xml", False),
    "law table": (lambda s: versions(), "json", True),
    "law page, flat": (lambda s: page(), "json", False),
}
"""Makers of specs, wire and whether paged, as the laws of dialects ask for them."""
