"""교육데이터플랫폼's tool file: the token, the body and the wide table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kopa_env
from kopa_env.catalogue.compile import read_platforms
from kopa_env.spec import ToolSpec

ROOT = Path(kopa_env.__file__).parent / "platforms"


@pytest.fixture(scope="module")
def tools() -> dict[str, ToolSpec]:
    return {s.name: s for s in read_platforms(ROOT)[0] if s.platform == "edudata"}


def test_all_nine_services_are_there(tools: dict[str, ToolSpec]) -> None:
    assert len(tools) == 9
    assert not any(t.thin for t in tools.values())


def test_every_call_needs_an_issued_key(tools: dict[str, ToolSpec]) -> None:
    for tool in tools.values():
        key = tool.params[0]
        assert (key.name, key.wire_name, key.role) == ("api_key", "userApiAthkCn", "token")
        assert key.required


def test_conditions_travel_in_the_body(tools: dict[str, ToolSpec]) -> None:
    for tool in tools.values():
        assert tool.endpoint is not None
        assert (tool.endpoint.method, tool.endpoint.body) == ("POST", "json")
        assert tool.endpoint.path_template.endswith(tool.ref.partition(":")[2])
        for param in tool.params[1:]:
            assert param.location == "body"
            assert param.wire_name == f"srhParam.{param.name}"


def test_province_is_open_so_that_a_long_name_yields_nothing(tools: dict[str, ToolSpec]) -> None:
    province = tools["edudata_school_overview"].param("ctpvNm")
    assert province is not None
    assert province.enum is None


def test_every_table_of_a_year_asks_for_the_year(tools: dict[str, ToolSpec]) -> None:
    """What comes without a year is not known, so that no tool may promise anything of it."""
    names = ("crtrYr", "trgtYr", "exmnYr")
    years = [p for t in tools.values() for p in t.params if p.name in names]
    assert len(years) == 7
    assert all(param.required for param in years)


def test_unconfirmed_meanings_are_marked(tools: dict[str, ToolSpec]) -> None:
    for field in tools["edudata_students_by_grade"].fields:
        doubtful = "미루어 봄" in field.meaning_ko or "확인되지 않았다" in field.meaning_ko
        assert doubtful is (field.confidence == "inferred"), field.path


@pytest.mark.shared
def test_wide_table_has_the_columns_of_the_recorded_shape(
    tools: dict[str, ToolSpec], shared: Path
) -> None:
    text = (shared / "samples/edmgr/_shape_SA00202400014.json").read_text(encoding="utf-8")
    columns = json.loads(text)["columns"]
    fields = tools["edudata_students_by_grade"].fields
    assert [f.path for f in fields] == list(columns)
    kinds = {"string": "string", "number": "integer"}
    assert [f.type for f in fields] == [kinds[c] for c in columns.values()]
