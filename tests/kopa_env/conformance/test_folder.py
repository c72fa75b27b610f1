"""``kopa tools check``: a folder that holds is passed, and what does not hold is named."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kopa_env.cli.tools import app
from kopa_env.conformance.folder import check_folder
from kopa_env.errors import UsageError
from kopa_env.platforms import dialect, dialect_names

SEED = 20260131
PLATFORM = """
name: rental
title_ko: 대여소
title_en: Rental
domain: test
hosts: [apis.data.go.kr]
credential: {env: [DATA_GO_KR_API_KEY]}
endpoint_defaults: {method: GET, host: apis.data.go.kr, items_path: response.body.items.item,
  total_path: response.body.totalCount, selector: resultType=json}
"""
TOOL = """
- name: rental_{name}
  ref: rental:{name}
  kind: endpoint
  title_ko: 물품 {name}
  title_en: Items {name}
  description_ko: 빌릴 수 있는 물품 {name}을 준다.
  description_en: Items {name} for rent.
  endpoint: {{path_template: /9990000/{path}}}
  paging: {{page: pageNo, size: numOfRows}}
  params:
  - {{name: pageNo, type: integer, role: generic, meaning_ko: 쪽 번호, meaning_en: page}}
  - {{name: numOfRows, type: integer, role: generic, meaning_ko: 건수, meaning_en: rows}}
  - {{name: place, required: true, {example}meaning_ko: 곳, meaning_en: place}}
  fields:
  - {{path: itemNo, shape: 'code:6', example: '100001', meaning_ko: 번호, meaning_en: number}}
  - {{path: itemNm, example: 텐트, meaning_ko: 이름, meaning_en: name}}
"""
MODULE = """
from kopa_env.platforms.portal import Habits, PortalDialect
DIALECT = PortalDialect({name!r}, ["apis.data.go.kr/9990000"], Habits({habits}))
"""
REPLICA = """
_rental: {from: listing, page: {default: 10, max: 1000}, errors: {missing: "11"}}
"""


def folder(
    path: Path, *tools: str, name: str = "rental", habits: str = "", replica: str = REPLICA
) -> Path:
    root = path / "rental"
    root.mkdir()
    files = {
        "platform.yaml": PLATFORM,
        "tools.yaml": "".join(tools) or tool("list"),
        "__init__.py": MODULE.format(name=name, habits=habits),
        "replica.yaml": replica,
    }
    rows = re.findall(r"- name: (\S+)\n  ref: (\S+)", files["tools.yaml"])
    files["names.tsv"] = "".join(f"{ref}\t{own}\n" for own, ref in rows)
    for file, text in files.items():
        (root / file).write_text(text, encoding="utf-8")
    return root


def tool(name: str, path: str = "", example: str = "example: 중구, ") -> str:
    return TOOL.format(name=name, path=path or name, example=example)


def test_a_folder_that_holds_is_passed_and_leaves_nothing_behind(tmp_path: Path) -> None:
    report = check_folder(folder(tmp_path, tool("list"), tool("detail")), SEED)
    assert report.faults == []
    assert (report.platform, report.tools, report.counted) == ("rental", 2, 2)
    assert report.asked > 10
    assert "rental" not in dialect_names()
    with pytest.raises(UsageError, match="no platform 'rental'"):
        dialect("rental")


@pytest.mark.parametrize(
    ("tools", "told"),
    [
        ([tool("list", example="")], "parameter place is required and has no example"),
        ([tool("list"), tool("detail", "list")], "address '/9990000/list' is given 2 times"),
        ([tool("list").replace(", meaning_ko: 곳", "")], "parameter place has no meaning_ko"),
        ([tool("list").partition("  - {path: itemNm")[0]], "thin must be true"),
        ([tool("list").replace("을 준다.", "")], "description_ko is no sentence"),
        ([tool("list", example="format: HHMM, example: '09', ")], "unknown format 'HHMM'"),
        ([tool("list", example="example: 600, ")], "quote 600"),
        ([tool("list").replace("code:6", "cod:6")], "field itemNo: unknown shape 'cod:6'"),
    ],
)
def test_what_a_reader_would_miss_is_named(tmp_path: Path, tools: list[str], told: str) -> None:
    assert any(told in fault for fault in check_folder(folder(tmp_path, *tools), SEED).faults)


def test_other_files_of_the_folder_are_held_to_the_tools(tmp_path: Path) -> None:
    root = folder(tmp_path, replica=REPLICA + "rental_lists: {like: _rental}\n")
    (root / "names.tsv").write_text("rental:list\trental_old\n", encoding="utf-8")
    faults = check_folder(root, SEED).faults
    assert "replica.yaml: no tool 'rental_lists' (did you mean rental_list?)" in faults
    assert "rental_list: names.tsv has no line 'rental:list', 'rental_list'" in faults


def test_yaml_that_cannot_be_read_is_named_with_its_line(tmp_path: Path) -> None:
    root = folder(tmp_path, tool("list") + "  params: [a: b: c]\n")
    with pytest.raises(UsageError, match=r"rental/tools\.yaml line \d+: "):
        check_folder(root, SEED)


def test_a_constant_argument_needs_no_code(tmp_path: Path) -> None:
    constant = "  params:\n  - {name: kind, role: constant, default: DAY, meaning_ko: 종류}\n"
    report = check_folder(folder(tmp_path, tool("list").replace("  params:\n", constant)), SEED)
    assert report.faults == []


def test_a_code_that_is_none_of_the_platforms_is_found(tmp_path: Path) -> None:
    root = folder(tmp_path, replica=REPLICA.replace('"11"', '"777"'))
    report = check_folder(root, SEED)
    assert any("code '777' is none of the platform's" in fault for fault in report.faults)


def test_a_dialect_that_loses_an_outcome_is_found(tmp_path: Path) -> None:
    root = folder(tmp_path)
    text = (root / "__init__.py").read_text(encoding="utf-8")
    text += "class Deaf(PortalDialect):\n    def judged(self, spec, head, body):\n"
    text += "        from kopa_env.outcome import ToolResult\n        return ToolResult.ok(())\n"
    text += "DIALECT = Deaf('rental', ['apis.data.go.kr/9990000'])\n"
    (root / "__init__.py").write_text(text, encoding="utf-8")
    faults = check_folder(root, SEED).faults
    assert any("rental_list: bad_value comes back as empty" in fault for fault in faults)


def test_a_dialect_of_another_name_and_a_folder_without_one(tmp_path: Path) -> None:
    root = folder(tmp_path, name="lending")
    assert check_folder(root, SEED).faults == ["DIALECT speaks for 'lending', not 'rental'"]
    (root / "__init__.py").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="has no DIALECT"):
        check_folder(root, SEED)
    (root / "platform.yaml").unlink()
    with pytest.raises(UsageError, match=r"platform\.yaml is missing"):
        check_folder(root, SEED)


def test_the_command_tells_and_exits(tmp_path: Path) -> None:
    root = folder(tmp_path, tool("list", example=""))
    done = CliRunner().invoke(app, ["check", str(root), "--json"])
    assert done.exit_code == 1
    told = json.loads(done.stdout)
    assert (told["platform"], told["tools"]) == ("rental", 1)
    assert told["failures"] == ["rental_list: parameter place is required and has no example"]
