"""``kopa conformance``: exit codes, one JSON object, one line for each error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from kopa_env.cli.conformance import conformance
from kopa_env.errors import UsageError

KEYS = {
    "samples", "counted", "classified_right", "records_right", "shape_checked", "shape_same",
    "platforms", "macro", "differences", "golden", "out_of_scope", "misread",
}  # fmt: skip
EMPTY = '{"status":"013","message":"조회된 데이타가 없습니다."}'


def run(*arguments: str) -> Any:
    app = typer.Typer()
    app.command()(conformance)
    return CliRunner().invoke(app, list(arguments))


@pytest.mark.parametrize(("code", "exit_code"), [("013", 0), ("000", 1)])
def test_exit_code_and_json(folder: Any, code: str, exit_code: int) -> None:
    folder.add("opendart/a.json", EMPTY, code=code)
    folder.add("weather/a.xml", "<a/>")
    result = run("--samples", str(folder.root), "--platform", "dart", "--json")
    assert result.exit_code == exit_code
    found = json.loads(result.stdout)
    assert found.keys() >= KEYS
    assert (found["samples"], found["counted"], found["classified_right"]) == (1, 1, 1)
    assert found["failures"] == exit_code
    assert found["platforms"]["dart"]["counted"]["samples"] == 1


def test_the_table_names_platform_and_failure(folder: Any) -> None:
    folder.add("opendart/a.json", EMPTY, code="000")
    result = run("--samples", str(folder.root), "--platform", "dart")
    assert result.exit_code == 1
    assert "= counted" in result.stdout
    assert "failed: opendart/a.json: code '013' for '000'" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--platform", "drat"], r"no platform 'drat' \(did you mean dart"),
        ([], r"INDEX\.tsv: No such file"),
    ],
)
def test_wrong_input_is_one_line(tmp_path: Path, arguments: list[str], message: str) -> None:
    """The main wrapper prints the error and leaves with exit code 2."""
    folder = tmp_path / "samples"
    folder.mkdir()
    if arguments:
        header = "file platform facts_id request tier outcome code n_records total"
        (folder / "INDEX.tsv").write_text(header.replace(" ", "\t") + "\n", encoding="utf-8")
    result = run("--samples", str(folder), *arguments)
    assert isinstance(result.exception, UsageError)
    assert "\n" not in str(result.exception)
    with pytest.raises(UsageError, match=message):
        raise result.exception
