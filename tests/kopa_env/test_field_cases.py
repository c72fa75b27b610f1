"""Field reports that concern every platform alike, asked of the shipped tools and worlds."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.arguments import validate
from kopa_env.episode.observation import observation_text, render
from kopa_env.outcome import Status, ToolResult
from kopa_env.source import Source
from kopa_env.sources.named import open_source

# tool, arguments of a long list, arguments that match nothing, parameters of page and size
LISTS = [
    (
        "dart_list_disclosures",
        {"bgn_de": "20251001", "end_de": "20251031", "corp_cls": "K"},
        {"bgn_de": "20251005", "end_de": "20251005", "corp_cls": "K"},
        ("page_no", "page_count"),
    ),
    (
        "assembly_members",
        {"POLY_NM": "더불어민주당"},
        {"POLY_NM": "있지 않은 정당"},
        ("pIndex", "pSize"),
    ),
]


@pytest.fixture(scope="module")
def replica(cache: object) -> tuple[Catalogue, Source]:
    catalogue = Catalogue.load()
    return catalogue, open_source("replica", catalogue)


def ask(replica: tuple[Catalogue, Source], tool: str, args: dict[str, Any]) -> ToolResult:
    catalogue, source = replica
    checked = validate(catalogue[tool], args)
    assert isinstance(checked, dict), checked
    return source.call(catalogue[tool], checked)


@pytest.mark.parametrize(("tool", "full", "nothing", "paging"), LISTS)
def test_a_search_without_a_match_is_a_right_call(
    replica: Any, tool: str, full: dict[str, Any], nothing: dict[str, Any], paging: object
) -> None:
    """Case A06: the platform's own code for no data is ``empty``, never a failure."""
    result = ask(replica, tool, nothing)
    assert (result.status, len(result.records)) == (Status.EMPTY, 0)
    assert result.code in ("013", "INFO-200")
    assert ask(replica, tool, full).status is Status.OK


@pytest.mark.parametrize(("tool", "full", "nothing", "paging"), LISTS)
def test_whoever_follows_next_reads_every_row_once_and_stops(
    replica: Any, tool: str, full: dict[str, Any], nothing: object, paging: tuple[str, str]
) -> None:
    """Case A14: ``next`` ends with the last page, and the page after it repeats nothing."""
    page, size = paging
    args: dict[str, Any] = {**full, size: 37}
    rows: list[str] = []
    asked = 0
    while True:
        result = ask(replica, tool, args)
        asked += 1
        rows += [json.dumps(record, sort_keys=True) for record in result.records]
        shown = json.loads(observation_text(render(replica[0][tool], result, 10**9, args), "r1"))
        if shown["next"] is None:
            break
        args |= shown["next"]
    total = result.total
    assert total == len(rows) == len(set(rows))
    assert asked == -(-total // 37) > 2
    beyond = ask(replica, tool, {**args, page: asked + 1})
    assert (beyond.status, list(beyond.records)) == (Status.EMPTY, [])
