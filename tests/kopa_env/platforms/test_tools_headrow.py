"""The tool files of 경기데이터드림, 나이스 and 지방재정365 hold what is known of the services."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml

import kopa_env
from kopa_env.catalogue.compile import read_platform
from kopa_env.spec import ToolSpec

ROOT = Path(kopa_env.__file__).parent / "platforms"
COUNTS = {"gg": 64, "lofin": 6, "neis": 16}
FACTS = {"gg": "gyeonggi", "lofin": "lofin365", "neis": "neis"}
NOT_OFFERED = {"KEY", "Key", "Type"}
BOTH_CODES = {"ATPT_OFCDC_SC_CODE", "SD_SCHUL_CODE"}
"""What every NEIS service about one school is asked with, listed or not."""


@pytest.fixture(scope="module", params=COUNTS)
def tools(request: pytest.FixtureRequest) -> list[ToolSpec]:
    return read_platform(ROOT / request.param)[0]


def test_every_service_whose_fields_are_known_has_its_tool(tools: list[ToolSpec]) -> None:
    assert len(tools) == COUNTS[tools[0].platform]


def test_the_envelope_is_named_after_the_service_or_its_present_year(
    tools: list[ToolSpec],
) -> None:
    for tool in tools:
        assert tool.endpoint is not None
        envelope = tool.endpoint.path_template.rpartition("/")[2].removesuffix("bgs")
        assert tool.endpoint.items_path == f"{envelope}[1].row"
        assert tool.endpoint.total_path == f"{envelope}[0].head[0].list_total_count"


def test_every_service_is_paged_alike(tools: list[ToolSpec]) -> None:
    for tool in tools:
        paging = tool.paging
        assert paging is not None
        assert (paging.page, paging.size, paging.default, paging.max) == (
            "pIndex",
            "pSize",
            100,
            1000,
        )


def test_coordinates_are_json_numbers(tools: list[ToolSpec]) -> None:
    found = [f for t in tools for f in t.fields if re.search(r"WGS84_(LAT|LOGT)$", f.path)]
    assert {(f.type, f.shape) for f in found} <= {("number", "degree")}


def test_no_frame_is_spread_over_the_descriptions(tools: list[ToolSpec]) -> None:
    for part in ("description_ko", "description_en"):
        frames = Counter(tuple(getattr(t, part).split()[:2]) for t in tools)
        assert frames.most_common(1)[0][1] <= max(1, len(tools) * 0.05), frames.most_common(2)


def test_names_written_in_a_description_exist(tools: list[ToolSpec]) -> None:
    known = {f.path for t in tools for f in t.fields} | {p.name for t in tools for p in t.params}
    for tool in tools:
        text = f"{tool.description_ko} {tool.description_en}"
        named = re.findall(r"(?<![A-Z0-9_])[A-Z]+(?:_[A-Z0-9]+)+(?![A-Z0-9_])", text)
        assert set(named) <= known, tool.name


@pytest.mark.shared
def test_every_known_parameter_and_field_is_there(tools: list[ToolSpec], shared: Path) -> None:
    platform = tools[0].platform
    text = (shared / f"facts/{FACTS[platform]}.yaml").read_text(encoding="utf-8")
    facts: dict[str, Any] = yaml.load(text, yaml.CSafeLoader)
    by_ref = {t.ref: t for t in tools}
    known = [e for e in facts["endpoints"] if e.get("fields") or e.get("response_fields")]
    assert len(known) == len(by_ref)
    for endpoint in known:
        tool = by_ref[f"{facts['platform']}:{endpoint['id']}"]
        fields = {f["name"] for f in endpoint.get("fields") or endpoint.get("response_fields", ())}
        assert {f.path for f in tool.fields} == fields, tool.name
        wanted = {p["name"] for p in endpoint["params"]} - NOT_OFFERED | {"pIndex", "pSize"}
        own = {p.name for p in tool.params}
        assert wanted <= own, tool.name
        assert own - wanted <= BOTH_CODES, tool.name
