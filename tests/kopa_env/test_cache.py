"""Writing whole files: an old one or a new one, one line where it cannot be, nothing left over."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from kopa_env.cache import cache_dir, replacing, require_writable
from kopa_env.errors import CacheError


def write(target: Path, text: str = "new") -> None:
    with replacing(target) as temporary:
        temporary.write_text(text, encoding="utf-8")


def refused(target: Path) -> str:
    with pytest.raises(CacheError) as told:
        write(target)
    assert "\n" not in str(told.value)
    return str(told.value)


def test_a_block_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "made" / "file"
    write(target, "old")
    with pytest.raises(UnicodeEncodeError):
        write(target, "half a file, then \ud800")
    assert target.read_text(encoding="utf-8") == "old"
    assert list(target.parent.iterdir()) == [target]


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT, errno.EROFS])
def test_a_full_disk_is_one_line_and_loses_nothing(tmp_path: Path, number: int) -> None:
    target = tmp_path / "file"
    write(target, "old")
    with pytest.raises(CacheError) as told, replacing(target):
        raise OSError(number, os.strerror(number))
    assert str(told.value) == f"cannot write {target}: {os.strerror(number)}"
    assert target.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_what_is_no_file_is_never_replaced(tmp_path: Path) -> None:
    assert "is no file" in refused(Path(os.devnull))
    assert "is no file" in refused(tmp_path)
    assert Path(os.devnull).is_char_device()


def test_only_the_cache_can_be_put_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_the_way = tmp_path / "a-file"
    in_the_way.write_bytes(b"")
    assert "KOPA_CACHE_DIR" not in refused(in_the_way / "out")
    monkeypatch.setenv("KOPA_CACHE_DIR", str(in_the_way))
    assert "set KOPA_CACHE_DIR to a directory" in refused(cache_dir() / "worlds" / "w")


def test_a_directory_is_required_writable_without_being_made(tmp_path: Path) -> None:
    require_writable(tmp_path / "a" / "b")
    assert not list(tmp_path.iterdir())


def test_a_directory_without_permission_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path)
    with pytest.raises(CacheError, match="no permission"):
        require_writable(tmp_path / "a")
