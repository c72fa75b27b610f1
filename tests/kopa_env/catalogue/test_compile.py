"""Reading a platform's folder: what tools share, several files, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from kopa_env.catalogue.compile import read_platform
from kopa_env.errors import UsageError

ABOUT = """
name: agency
title_ko: 기관
title_en: Agency
domain: test
hosts: [api.agency.kr]
endpoint_defaults: {method: GET, host: api.agency.kr, items_path: rows}
"""
SHARED = """
params:
  page: {type: integer, role: generic, meaning_ko: 쪽 번호, meaning_en: page}
fields:
  name: {shape: org, example: 가람기관, meaning_ko: 이름, meaning_en: name}
"""
TOOL = """
- name: agency_{name}
  ref: agency:{name}
  kind: endpoint
  title_ko: 목록
  title_en: List
  description_ko: 목록을 준다.
  description_en: A list.
  endpoint: {{path_template: /{name}}}
  params: [page, {{name: year, format: YYYY, meaning_ko: 연도, meaning_en: year}}]
  fields: [{fields}]
"""


def folder(path: Path, **files: str) -> Path:
    """Write a platform's folder; ``__`` in a name is a slash."""
    root = path / "agency"
    for name, text in {"platform": ABOUT, "shared": SHARED, **files}.items():
        target = root / f"{name.replace('__', '/')}.yaml"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    return root


def test_what_is_shared_is_named_once_and_may_differ_in_a_tool(tmp_path: Path) -> None:
    fields = "name, {path: name2, meaning_ko: 둘째}"
    one = TOOL.format(name="one", fields=fields)
    two = TOOL.format(name="two", fields="{path: name, confidence: inferred}")
    (first, second), about, semantics = read_platform(folder(tmp_path, tools=one + two))
    assert about is not None
    assert (about.name, semantics) == ("agency", {})
    page, year = first.params
    assert (page.name, page.wire_name, page.type, page.role) == (
        "page",
        "page",
        "integer",
        "generic",
    )
    assert (year.wire_name, year.format) == ("year", "YYYY")
    assert [(f.path, f.meaning_ko, f.shape) for f in first.fields] == [
        ("name", "이름", "org"), ("name2", "둘째", "text"),
    ]  # fmt: skip
    (field,) = second.fields
    assert (field.example, field.confidence) == ("가람기관", "inferred")
    assert first.endpoint is not None
    assert (first.endpoint.host, first.address) == ("api.agency.kr", "/one")


def test_long_platforms_may_have_several_files(tmp_path: Path) -> None:
    parts = {f"tools__{n}": TOOL.format(name=n, fields="name") for n in ("b", "a")}
    tools, _, _ = read_platform(folder(tmp_path, **parts))
    assert [t.name for t in tools] == ["agency_a", "agency_b"]


@pytest.mark.parametrize(
    ("fields", "told"),
    [("nam", "fields: 'nam' is not in shared.yaml"), ("{path: a, shap: int}", "fields.0.shap")],
)
def test_what_does_not_fit_is_named_with_its_file_and_tool(
    tmp_path: Path, fields: str, told: str
) -> None:
    root = folder(tmp_path, tools__first=TOOL.format(name="one", fields=fields))
    with pytest.raises(UsageError, match=f"agency/tools/first.yaml: agency_one: {told}"):
        read_platform(root)


def test_replica_rules_may_stand_in_several_files_and_no_tool_in_two(tmp_path: Path) -> None:
    one = TOOL.format(name="one", fields="name")
    files = {"replica": "_list: {from: things}", "replica__first": "agency_one: {like: _list}"}
    _, _, semantics = read_platform(folder(tmp_path, tools=one, **files))
    assert semantics == {
        "_agency.list": {"from": "things"},
        "agency_one": {"like": "_agency.list"},
    }
    twice = folder(tmp_path, replica__second="agency_one: {from: others}")
    told = "agency/replica/second.yaml: agency_one is declared in another file too"
    with pytest.raises(UsageError, match=told):
        read_platform(twice)
