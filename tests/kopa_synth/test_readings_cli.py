"""``kopa synth readings``: from a sheet to the sixth check, and one line for what cannot be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kopa_env.errors import KopaError
from kopa_env.suites import load_suite
from kopa_synth.cli import app


def told(*words: str | Path) -> Any:
    """Run the command with ``--json`` and return what it printed."""
    command = ["readings", *map(str, words), "--json"]
    result = CliRunner().invoke(app, command, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def reading(sheet: Path, file: Path, rating: int) -> Path:
    """Write what a reader makes of a sheet who takes every question rightly."""
    rows = []
    for line in sheet.read_text(encoding="utf-8").splitlines():
        task = load_suite("mini").task(json.loads(line)["task"])
        value = task.answer.value
        value = value[0] if isinstance(value, list) and isinstance(value[0], dict) else value
        asks = list(value) if isinstance(value, dict) else ["그것"]
        rows.append({"task": task.id, "asks": asks, "rating": rating})
    file.parent.mkdir(exist_ok=True)
    file.write_text("\n".join(map(json.dumps, rows)) + "\n", encoding="utf-8")
    return file


def test_a_sheet_is_drawn_read_and_judged(tmp_path: Path) -> None:
    sheet = tmp_path / "new" / "sheet.jsonl"
    assert told("mini", "--sheet", sheet, "-n", "5", "--seed", "3")["questions"] == 5
    # Two readers whose files have one name are two readers.
    files = [reading(sheet, tmp_path / who / "read.jsonl", n) for who, n in (("a", 5), ("b", 4))]
    found = told("mini", *files)
    assert found["ok"]
    assert (found["readings"], found["rating_mean"], found["agree"]) == (10, 4.5, 1.0)
    assert {row["rating_mean"] for row in found["readers"].values()} == {5.0, 4.0}
    assert not told("mini", files[0])["ok"]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("mini",), "either readers' files or --sheet"),
        (("mini", "none.jsonl"), "none.jsonl cannot be read"),
        (("nothing", "none.jsonl"), "no suite 'nothing'"),
        (("mini", "--sheet", "/proc/none/sheet.jsonl"), "cannot write /proc/none"),
        (("mini", "--sheet", "/"), "cannot write /"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(words: tuple[str, ...], line: str) -> None:
    with pytest.raises(KopaError) as caught:
        CliRunner().invoke(app, ["readings", *words], catch_exceptions=False)
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)
