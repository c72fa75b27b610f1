from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import orjson
import pytest

from kopa_env.cassettes import text
from kopa_env.cassettes.compile import compile_pack
from kopa_env.cassettes.folder import Cassette, Folder, Recording, entry_of
from kopa_env.cassettes.interaction import MAX_BODY, Interaction
from kopa_env.cassettes.manifest import read_root
from kopa_env.cassettes.verify import verify
from kopa_env.errors import IntegrityError, UsageError
from kopa_env.pack import Pack

BIKES = "http://openapi.seoul.go.kr:8088/~/json/bikeList/{}/5"


def seoul(number: int, body: bytes) -> Interaction:
    return Interaction("GET", BIKES.format(number), b"", 200, "OK", (), body)


def saved(directory: Path, *interactions: Interaction) -> Path:
    recordings = tuple(
        Recording(i, entry_of(i, seq=0, args={}, recorded_at="2026-01-30", final=True))
        for i in interactions
    )
    cassette = Cassette("seoul", "seoul_bikes", "seoul:bikeList", 1, "replica", "w", "", recordings)
    folder = Folder(directory)
    folder.save(cassette, lambda name, data: None, {"rules": 1, "forms": 0, "hits": 0})
    folder.seal("small")
    return directory


@pytest.fixture
def all_kinds(tmp_path: Path) -> Path:
    """A folder with text, an EUC-KR body and its twin, a blob and a second part."""
    many = [seoul(n, b'{"n":%d}' % n) for n in range(51)]
    korean = seoul(60, "<역>강남</역>".encode("euc-kr"))
    return saved(tmp_path / "c", *many, korean, seoul(61, b"x" * (MAX_BODY + 1)))


def files(directory: Path) -> list[Path]:
    return [p for p in sorted(directory.rglob("*")) if p.is_file()]


def test_files_of_all_kinds(all_kinds: Path) -> None:
    names = [str(p.relative_to(all_kinds)) for p in files(all_kinds)]
    assert [n for n in names if not n.startswith("blobs/")] == [
        "MANIFEST.json",
        "seoul/seoul_bikes.2.yaml",
        "seoul/seoul_bikes.manifest.json",
        "seoul/seoul_bikes.txt",
        "seoul/seoul_bikes.yaml",
    ]
    assert len(names) == 6
    assert "<역>강남</역>" in (all_kinds / "seoul" / "seoul_bikes.txt").read_text(encoding="utf-8")
    assert verify(all_kinds).failures == []
    assert Folder(all_kinds).manifest("seoul/seoul_bikes").in_blobs == 1


def test_one_flipped_byte_in_any_file_is_found(all_kinds: Path) -> None:
    for path in files(all_kinds):
        good = path.read_bytes()
        for place in range(0, len(good), max(1, len(good) // 40)):
            for bit in (0x01, 0x20):
                path.write_bytes(good[:place] + bytes([good[place] ^ bit]) + good[place + 1 :])
                failures = verify(all_kinds).failures
                assert failures, f"{path.name} byte {place} bit {bit}"
                assert not [line for line in failures if "\n" in line]
        path.write_bytes(good)
    assert verify(all_kinds).failures == []


def test_every_missing_file_is_named(all_kinds: Path) -> None:
    for path in files(all_kinds):
        good = path.read_bytes()
        path.unlink()
        failures = verify(all_kinds).failures
        assert [line for line in failures if path.name[:12] in line], path.name
        path.write_bytes(good)


def test_files_nobody_lists_are_named(all_kinds: Path) -> None:
    place = all_kinds / "seoul"
    (all_kinds / "blobs" / ("0" * 64)).write_bytes(b"x")
    shutil.copy(place / "seoul_bikes.yaml", place / "seoul_bikes.3.yaml")
    shutil.copy(place / "seoul_bikes.yaml", place / "stray.yaml")
    shutil.copy(place / "seoul_bikes.manifest.json", place / "seoul_other.manifest.json")
    (all_kinds / "dart").mkdir()
    failures = "\n".join(verify(all_kinds).failures)
    for name in (
        "seoul_bikes.3.yaml",
        "seoul/stray.yaml",
        "seoul/seoul_other",
        "blobs/0000",
        "dart/",
    ):
        assert name in failures


def resealed(directory: Path, change: Any) -> list[str]:
    """Change a manifest's entries as somebody would who fixes up the hashes above it."""
    path = directory / "seoul" / "seoul_bikes.manifest.json"
    values = orjson.loads(path.read_bytes())
    change(values)
    path.write_bytes(orjson.dumps(values))
    Folder(directory).seal("small")
    return verify(directory).failures


def test_an_entry_without_its_interaction(all_kinds: Path) -> None:
    def add(values: Any) -> None:
        row = dict(values["interactions"][0], key="ab" * 16)
        values["interactions"].append(row)

    (line,) = resealed(all_kinds, add)
    assert "the manifest lists GET openapi.seoul.go.kr/~/json/bikeList/0/5, which is not" in line


def test_an_interaction_without_its_entry(all_kinds: Path) -> None:
    (line,) = resealed(all_kinds, lambda values: values["interactions"].pop(3))
    assert "is recorded but not in the manifest" in line


def test_a_reply_that_is_not_what_the_manifest_describes(all_kinds: Path) -> None:
    def other(values: Any) -> None:
        values["interactions"][0]["body_sha256"] = values["interactions"][1]["body_sha256"]

    (line,) = resealed(all_kinds, other)
    assert "is another one than the manifest describes" in line


@pytest.mark.parametrize(
    ("one", "said"),
    [
        (
            Interaction("GET", BIKES.format(1).replace("~", "5a6b7c8d9e"), b"", 200, "", (), b"{}"),
            "the slot of the operator's key is filled",
        ),
        (seoul(1, b'{"url":"/x?serviceKey=abcdefgh12345678"}'), "beside the name serviceKey"),
        (seoul(1, b"<u>" + b"Ab1+" * 21 + b"Zz==</u>"), "in the form of a portal key"),
    ],
)
def test_what_looks_like_a_key_is_refused(tmp_path: Path, one: Interaction, said: str) -> None:
    folder = saved(tmp_path / "c", one)
    (line,) = verify(folder).failures
    assert said in line
    assert "5a6b7c8d9e" not in line
    assert "abcdefgh12345678" not in line


def test_no_folder_and_no_manifest(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no folder"):
        verify(tmp_path / "absent")
    assert "it is no folder of cassettes" in verify(tmp_path).failures[0]


class TestCompiling:
    def test_replies_come_back_byte_for_byte(
        self, recorded: Any, tools: Any, calls: Any, tmp_path: Path
    ) -> None:
        folder = recorded()
        info = compile_pack(folder, tmp_path / "t.pack", tools, level=3)
        assert info.source_hash == read_root(folder).hash
        with Pack.open(tmp_path / "t.pack") as pack:
            assert len(pack) == len(calls)
            for name in read_root(folder).cassettes:
                for recording in Folder(folder).load(name).recordings:
                    entry = pack.get(bytes.fromhex(recording.entry.key))
                    assert entry is not None
                    assert entry.body == recording.interaction.body

    def test_equal_cassettes_give_equal_bytes(
        self, recorded: Any, tools: Any, tmp_path: Path
    ) -> None:
        folder = recorded()
        for name in ("a", "b"):
            compile_pack(folder, tmp_path / name, tools, level=3)
        assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()

    def test_a_changed_folder_is_refused_and_the_old_pack_stays(
        self, recorded: Any, tools: Any, tmp_path: Path
    ) -> None:
        folder, pack = recorded(), tmp_path / "t.pack"
        compile_pack(folder, pack, tools, level=3)
        before = pack.read_bytes()
        path = folder / "dart" / "dart_list.yaml"
        path.write_bytes(path.read_bytes().replace(b"200", b"201", 1))
        with pytest.raises(IntegrityError, match=r"dart_list\.yaml was changed.*nothing was"):
            compile_pack(folder, pack, tools, level=3)
        assert pack.read_bytes() == before

    def test_a_stale_pack_is_told(
        self, recorded: Any, tools: Any, calls: Any, tmp_path: Path
    ) -> None:
        folder, pack = recorded(chosen=calls[:4]), tmp_path / "t.pack"
        compile_pack(folder, pack, tools, level=3)
        assert verify(folder, [pack], tools.hash).failures == []
        recorded()
        (line,) = verify(folder, [pack]).failures
        assert "t.pack is stale" in line
        assert "kopa cassettes compile" in line

    def test_a_damaged_pack_is_told(self, recorded: Any, tools: Any, tmp_path: Path) -> None:
        folder, pack = recorded(), tmp_path / "t.pack"
        compile_pack(folder, pack, tools, level=3)
        data = bytearray(pack.read_bytes())
        data[len(data) // 2] ^= 1
        pack.write_bytes(data)
        (line,) = verify(folder, [pack]).failures
        assert "was changed after it was compiled" in line

    def test_rendered_as_episodes_render(self, recorded: Any, tools: Any, tmp_path: Path) -> None:
        from kopa_env.episode.observation import render

        folder = recorded()
        compile_pack(folder, tmp_path / "t.pack", tools, level=3, limit=500)
        with Pack.open(tmp_path / "t.pack") as pack:
            for name in read_root(folder).cassettes:
                for recording in Folder(folder).load(name).recordings:
                    entry = pack.get(bytes.fromhex(recording.entry.key))
                    assert entry is not None
                    result = entry.result()
                    spec = tools[entry.tool]
                    assert result.rendered == render(spec, result, 500, recording.entry.args)


def test_blobs_that_no_manifest_needs_are_swept(tmp_path: Path) -> None:
    folder = saved(tmp_path / "c", seoul(1, b"x" * (MAX_BODY + 1)))
    assert len(list((folder / "blobs").iterdir())) == 1
    saved(folder, seoul(1, b"{}"))
    assert list((folder / "blobs").iterdir()) == []
    assert verify(folder).failures == []


def test_a_blob_name_cannot_leave_the_folder(tmp_path: Path) -> None:
    folder = saved(tmp_path / "c", seoul(1, b"{}"))
    with pytest.raises(IntegrityError, match="no name of a blob"):
        Folder(folder).blob("../../secret")


def test_dump_is_what_is_saved(tmp_path: Path) -> None:
    one = seoul(1, b'{"a":1}')
    folder = saved(tmp_path / "c", one)
    path = folder / "seoul" / "seoul_bikes.yaml"
    assert path.read_text(encoding="utf-8") == text.dump([one])
