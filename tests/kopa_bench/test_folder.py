"""The run folder: rows survive any kill, and nothing else passes for one."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_bench.folder import TRACES, RunFolder
from kopa_env.errors import IntegrityError, UsageError

ROWS = [{"n": i, "text": "가나다" * i} for i in range(4)]


def written(path: Path) -> RunFolder:
    folder = RunFolder(path)
    with folder.appending():
        for row in ROWS:
            folder.append(row)
    return folder


def test_rows_come_back_in_order(tmp_path: Path) -> None:
    assert list(written(tmp_path / "a" / "b").rows()) == ROWS


@given(cut=st.integers(min_value=0, max_value=200))
def test_a_file_cut_anywhere_holds_its_whole_rows_and_goes_on(
    tmp_path_factory: pytest.TempPathFactory, cut: int
) -> None:
    path = tmp_path_factory.mktemp("run")
    folder = written(path)
    file = path / TRACES
    body = file.read_bytes()
    file.write_bytes(body[: max(0, len(body) - cut)])
    kept = list(folder.rows())
    assert kept == ROWS[: len(kept)]
    with folder.appending():
        folder.append({"n": "new"})
    assert list(folder.rows()) == [*kept, {"n": "new"}]


def test_a_line_torn_over_more_than_one_block_is_cut_off(tmp_path: Path) -> None:
    folder = written(tmp_path)
    with (tmp_path / TRACES).open("ab") as file:
        file.write(b'{"half": "' + b"x" * 200_000)
    with folder.appending():
        pass
    assert list(folder.rows()) == ROWS
    assert (tmp_path / TRACES).read_bytes().endswith(b"}\n")


def test_a_broken_line_in_the_middle_is_named(tmp_path: Path) -> None:
    folder = written(tmp_path)
    lines = (tmp_path / TRACES).read_bytes().splitlines(keepends=True)
    (tmp_path / TRACES).write_bytes(b"".join([lines[0], b"{oops\n", *lines[2:]]))
    with pytest.raises(IntegrityError, match="line 2"):
        list(folder.rows())


def test_two_writers_do_not_mix(tmp_path: Path) -> None:
    with (
        RunFolder(tmp_path).appending(),
        pytest.raises(UsageError, match="another process"),
        RunFolder(tmp_path).appending(),
    ):
        pass


def test_a_row_after_the_end_is_dropped_not_half_written(tmp_path: Path) -> None:
    folder = written(tmp_path)
    folder.append({"n": "late"})
    assert list(folder.rows()) == ROWS


def test_a_folder_that_cannot_be_written_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    with pytest.raises(UsageError, match="cannot write"), RunFolder(tmp_path / "file").appending():
        pass


def test_a_folder_without_a_run_says_so(tmp_path: Path) -> None:
    assert not RunFolder(tmp_path).exists
    with pytest.raises(UsageError, match="holds no run"):
        RunFolder(tmp_path).about()
    (tmp_path / "run.json").write_text("{", encoding="utf-8")
    with pytest.raises(IntegrityError, match="not JSON"):
        RunFolder(tmp_path).about()
