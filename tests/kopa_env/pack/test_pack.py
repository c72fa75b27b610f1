from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kopa_env.errors import IntegrityError
from kopa_env.outcome import Origin, Reason, Rendered, Status, ToolResult
from kopa_env.pack import Pack, PackInfo, PackItem, write_pack

INFO = PackInfo("t", "replica", "world", "canon", "catalogue", "source", 6000)


def item(number: int, seq: int = 0, tool: str = "dart_list", rows: int = 3) -> PackItem:
    records = [
        {"corp_name": "가나다 주식회사", "amount": f"{number * 7 + i:,}"} for i in range(rows)
    ]
    canonical = f"GET opendart.fss.or.kr/api/list.json?corp_code={number:08d}"
    result = ToolResult(
        Status.OK if rows else Status.EMPTY,
        code="000",
        message="정상",
        records=records or (),
        total=rows,
        complete=True,
        origin=Origin.EXACT,
        recorded_from="replica",
        rendered=Rendered(6000, '{"result":"', f'","records":{records}}}', rows, False),
    )
    return PackItem(
        key=blake2b(canonical.encode(), digest_size=16).digest(),
        canonical=canonical,
        tool=tool,
        spec_version=1,
        seq=seq,
        status=200,
        content_type="application/json;charset=UTF-8",
        body=str(records).encode() + b"%d" % seq,
        result=result,
    )


def packed(tmp_path: Path, items: Sequence[PackItem]) -> Pack:
    write_pack(tmp_path / "t.pack", INFO, items, level=3)
    return Pack.open(tmp_path / "t.pack")


def test_everything_comes_back(tmp_path: Path) -> None:
    items = [item(n, rows=n % 4) for n in range(300)]
    with packed(tmp_path, items) as pack:
        pack.verify()
        assert len(pack) == pack.info.keys == 300
        for wanted in items:
            entry = pack.get(wanted.key)
            assert entry is not None
            assert entry.body == wanted.body
            assert entry.canonical == wanted.canonical
            assert (entry.tool, entry.status, entry.final) == ("dart_list", 200, True)
            assert entry.headers == (("content-type", wanted.content_type),)
            assert entry.result() == wanted.result
            assert wanted.result is not None
            assert entry.result().rendered == wanted.result.rendered


def test_unknown_key_is_none(tmp_path: Path) -> None:
    with packed(tmp_path, [item(1)]) as pack:
        assert pack.get(bytes(16)) is None
        assert pack.get(b"\xff" * 16) is None


def test_failures_and_bytes_survive(tmp_path: Path) -> None:
    failed = ToolResult.error(Reason.QUOTA, "요청 제한을 초과하였습니다." * 9000, "020")
    result = failed.came_from(Origin.EXACT, "replica")
    base = item(1)
    odd = PackItem(
        b"k" * 16, "GET h/p", "t", 3, 0, 503, "", bytes(range(256)), (("location", "/x"),), result
    )
    with packed(tmp_path, [base, odd]) as pack:
        entry = pack.get(b"k" * 16)
        assert entry is not None
        assert entry.result() == result
        assert (entry.status, entry.body) == (503, bytes(range(256)))
        assert entry.headers == (("location", "/x"),)


def test_integers_keep_all_their_digits(tmp_path: Path) -> None:
    result = ToolResult.ok([{"회원": 2**70, "이름": "가"}, {"회원": -(2**64)}])
    wide = PackItem(b"w" * 16, "GET h/wide", "t", 1, 0, 200, "", b"{}", (), result)
    with packed(tmp_path, [wide]) as pack:
        entry = pack.get(b"w" * 16)
        assert entry is not None
        assert entry.result().records == result.records


def test_a_step_on_the_way_carries_no_result(tmp_path: Path) -> None:
    step = PackItem(b"s" * 16, "GET h/token", "t", 1, 0, 302, "", b"", (("location", "/y"),))
    with packed(tmp_path, [step]) as pack:
        entry = pack.get(b"s" * 16)
        assert entry is not None
        assert not entry.final
        with pytest.raises(IntegrityError, match="GET h/token"):
            entry.result()


def test_answers_under_one_key_keep_their_order(tmp_path: Path) -> None:
    with packed(tmp_path, [item(5, seq) for seq in (2, 0, 1)] + [item(6)]) as pack:
        key = item(5).key
        assert pack.find(key)[1] == 3
        bodies = [entry.body[-1:] for n in range(4) if (entry := pack.get(key, n))]
        assert bodies == [b"0", b"1", b"2", b"2"]


def test_rows_of_a_tool(tmp_path: Path) -> None:
    items = [item(n, tool=f"tool_{n % 3}") for n in range(30)]
    with packed(tmp_path, items) as pack:
        for name in ("tool_0", "tool_1", "tool_2"):
            assert [pack.entry(n).tool for n in pack.rows(name)] == [name] * 10
        assert len(pack.rows("tool_9")) == 0


def test_same_items_same_bytes(tmp_path: Path) -> None:
    items = [item(n) for n in range(200)]
    write_pack(tmp_path / "a.pack", INFO, items)
    write_pack(tmp_path / "b.pack", INFO, items)
    assert (tmp_path / "a.pack").read_bytes() == (tmp_path / "b.pack").read_bytes()


def test_equal_bodies_are_stored_once(tmp_path: Path) -> None:
    body = bytes(blake2b(b"%d" % n).digest()[0] for n in range(50_000))
    plain = [
        PackItem(b"%016d" % n, "GET h/p", "t", 1, 0, 200, "", body, (), None) for n in range(20)
    ]
    write_pack(tmp_path / "t.pack", INFO, plain, level=3)
    assert (tmp_path / "t.pack").stat().st_size < 3 * len(body), "and the dictionary"


def test_any_flipped_byte_is_found(tmp_path: Path) -> None:
    path = tmp_path / "t.pack"
    write_pack(path, INFO, [item(n) for n in range(3)], level=3)
    good = path.read_bytes()
    for place in range(len(good)):
        path.write_bytes(good[:place] + bytes([good[place] ^ 1]) + good[place + 1 :])
        with pytest.raises(IntegrityError), Pack.open(path) as pack:
            pack.verify()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b"PK\x03\x04 zip", "is not a kopa pack"),
        (b"KOPAPACK" + (9).to_bytes(8, "little") + bytes(48), "pack version 9"),
    ],
)
def test_what_is_no_pack_says_so_in_a_line(tmp_path: Path, data: bytes, said: str) -> None:
    (tmp_path / "t.pack").write_bytes(data)
    with pytest.raises(IntegrityError, match=said) as caught:
        Pack.open(tmp_path / "t.pack")
    assert "\n" not in str(caught.value)


def test_a_pack_cut_short_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "t.pack"
    write_pack(path, INFO, [item(1)], level=3)
    path.write_bytes(path.read_bytes()[:-5])
    with pytest.raises(IntegrityError, match="cut short"):
        Pack.open(path)
    with pytest.raises(IntegrityError, match="no pack at"):
        Pack.open(tmp_path / "absent.pack")


def test_a_failed_write_leaves_the_old_pack(tmp_path: Path) -> None:
    path = tmp_path / "t.pack"
    write_pack(path, INFO, [item(1)], level=3)
    before = path.read_bytes()
    broken = PackItem(b"k" * 16, "GET h/p", "t", 1, 0, -1, "", b"")
    with pytest.raises(Exception, match="format"):
        write_pack(path, INFO, [broken], level=3)
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["t.pack"]


def test_threads_share_one_pack(tmp_path: Path) -> None:
    items = [item(n, rows=40) for n in range(64)]
    wrong: list[int] = []
    with packed(tmp_path, items) as pack:

        def read(start: int) -> None:
            for n in range(400):
                wanted = items[(start + n) % 64]
                entry = pack.get(wanted.key)
                if entry is None or entry.body != wanted.body:
                    wrong.append(n)

        threads = [threading.Thread(target=read, args=(n * 7,)) for n in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert wrong == []


def test_reading_needs_neither_vcrpy_nor_yaml() -> None:
    code = (
        "import sys, kopa_env.pack\n"
        "print(sorted({'vcr', 'yaml', 'httpx'} & {m.split('.')[0] for m in sys.modules}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@settings(max_examples=30)
@given(st.lists(st.tuples(st.binary(min_size=16, max_size=16), st.binary(max_size=300))))
def test_any_keys_and_bodies(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[bytes, bytes]]
) -> None:
    wanted = dict(pairs)
    items = [
        PackItem(key, f"GET h/{n}", "t", 1, 0, 200, "x", body)
        for n, (key, body) in enumerate(wanted.items())
    ]
    with packed(tmp_path_factory.mktemp("any"), items) as pack:
        assert {e.key: e.body for e in pack} == wanted
        assert all((e := pack.get(key)) and e.body == body for key, body in wanted.items())
        assert pack.get(bytes(15) + b"?") is None or bytes(15) + b"?" in wanted
