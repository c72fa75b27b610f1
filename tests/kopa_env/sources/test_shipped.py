"""A damaged shipped pack is told in one line before anything rests on it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from kopa_env.cassettes.compile import compile_pack
from kopa_env.errors import IntegrityError
from kopa_env.sources.shipped import shipped_replay


@pytest.fixture
def pack(recorded: Any, tools: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "small.pack"
    compile_pack(recorded(), path, tools, level=3)
    monkeypatch.setattr("kopa_env.sources.shipped.shipped_pack", lambda name: path)
    return path


def test_any_flipped_byte_is_found_even_after_a_good_opening(pack: Path, tools: Any) -> None:
    good = pack.read_bytes()
    assert len(shipped_replay("small", tools).pack) > 0
    for at in range(0, len(good), max(1, len(good) // 200)):
        pack.write_bytes(good[:at] + bytes((good[at] ^ 1,)) + good[at + 1 :])
        os.utime(pack, (at, at))  # two writes may fall into one tick of the file system's clock
        with pytest.raises(IntegrityError) as told:
            shipped_replay("small", tools)
        assert "\n" not in str(told.value)
    pack.write_bytes(good)
    assert len(shipped_replay("small", tools).pack) > 0


def test_a_pack_cut_short_is_found(pack: Path, tools: Any) -> None:
    good = pack.read_bytes()
    for length in (0, 10, len(good) // 2, len(good) - 1):
        pack.write_bytes(good[:length])
        with pytest.raises(IntegrityError):
            shipped_replay("small", tools)
