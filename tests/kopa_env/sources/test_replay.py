from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kopa_env.canonical import rules_hash
from kopa_env.cassettes.compile import compile_pack
from kopa_env.catalogue.arguments import validate
from kopa_env.errors import ReplayMiss, StalePack, UsageError
from kopa_env.outcome import JSON, LazyRecords, Origin, ToolResult
from kopa_env.pack import Pack, PackInfo, PackItem, write_pack
from kopa_env.platforms import dialect
from kopa_env.sources.keys import Keys
from kopa_env.sources.offline import OfflineSource
from kopa_env.sources.replay import ReplaySource, shipped_pack
from kopa_env.spec import ToolSpec
from kopa_env.wire import run


@pytest.fixture
def pack(recorded: Any, tools: Any, tmp_path: Path) -> Pack:
    compile_pack(recorded(), tmp_path / "small.pack", tools, level=3)
    return Pack.open(tmp_path / "small.pack")


@pytest.fixture
def replay(pack: Pack, tools: Any) -> ReplaySource:
    return ReplaySource(pack, tools)


def checked(spec: ToolSpec, args: Mapping[str, JSON]) -> dict[str, JSON]:
    valid = validate(spec, args)
    assert not isinstance(valid, ToolResult), valid.message
    return valid


def test_every_recorded_call_is_answered_as_it_was(
    replay: ReplaySource, server: Any, calls: Any
) -> None:
    for spec, args in calls:
        valid = checked(spec, args)
        served = run(dialect(spec.platform).exchange(spec, valid, "another key"), server.respond)
        result = replay.call(spec, valid)
        assert result == served.came_from(Origin.EXACT, "replica")
        assert result.rendered is not None
        assert result.rendered.limit == 6000
        assert asyncio.run(replay.acall(spec, valid)) == result


def test_records_are_read_only_when_somebody_looks(replay: ReplaySource, calls: Any) -> None:
    results = [replay.call(spec, checked(spec, args)) for spec, args in calls]
    full = [r for r in results if r.records]
    assert full
    assert all(isinstance(r.records, LazyRecords) for r in full)


def test_spellings_of_one_call_are_one(replay: ReplaySource, tools: Any) -> None:
    """A62 as a kind: NFD, outer blanks, order, defaults left out, zeros in front of a number."""
    spec = tools["dart_list"]
    wanted = replay.call(
        spec, checked(spec, {"corp_name": "서울 전자", "page_no": 1, "page_count": 10})
    )
    spellings: list[dict[str, JSON]] = [
        {"corp_name": unicodedata.normalize("NFD", "서울 전자"), "page_no": 1},
        {"page_count": 10, "page_no": 1, "corp_name": "서울 전자"},
        {"corp_name": "서울 전자"},
        {"corp_name": " 서울 전자 "},
        {"corp_name": "서울 전자", "page_no": "01"},
        {"corp_name": "서울 전자", "page_no": 1.0},
    ]
    for args in spellings:
        assert replay.call(spec, checked(spec, args)) == wanted
    assert replay.find(spec, checked(spec, {"corp_name": "서울전자"})) is None
    code = tools["dart_company"]
    assert replay.find(code, checked(code, {"corp_code": 1})) == replay.find(
        code, checked(code, {"corp_code": "00000001"})
    )


def test_the_same_call_twice_is_answered_twice(replay: ReplaySource, calls: Any) -> None:
    """A61 as a kind: a repeat gives the recorded answer again, whatever was asked between."""
    spec, args = calls[0]
    first = replay.call(spec, checked(spec, args))
    for other, more in calls:
        replay.call(other, checked(other, more))
    assert replay.call(spec, checked(spec, args)) == first


def test_a_miss_says_what_is_near_and_where_it_differs(replay: ReplaySource, tools: Any) -> None:
    spec = tools["dart_list"]
    with pytest.raises(ReplayMiss) as caught:
        replay.call(spec, checked(spec, {"corp_name": "서울 전자", "page_no": 9}))
    said = str(caught.value)
    assert "\n" not in said
    assert "no recorded reply among 3 of dart_list: GET opendart.fss.or.kr/api/list.json?" in said
    assert said.count("nearest:") == 1
    for page in (1, 2, 3):
        assert f"[page_no: {page} recorded, 9 asked]" in said
    assert replay.ledger.rows() == [
        {
            "tool": "dart_list",
            "canonical": "GET opendart.fss.or.kr/api/list.json"
            "?corp_name=서울%20전자&page_count=10&page_no=9",
            "count": 1,
        }
    ]


def test_a_miss_of_path_arguments_names_the_segment(replay: ReplaySource, tools: Any) -> None:
    spec = tools["seoul_bikes"]
    with pytest.raises(ReplayMiss, match=r"path 6: 강남구 recorded, 종로구 asked"):
        replay.call(spec, checked(spec, {"START_INDEX": 1, "END_INDEX": 5, "GU": "종로구"}))


def test_a_tool_never_recorded(replay: ReplaySource, tools: Any) -> None:
    other = replace(tools["dart_company"], name="dart_other")
    other = replace(other, endpoint=replace(other.endpoint, path_template="/api/other.json"))
    with pytest.raises(ReplayMiss, match="nothing is recorded of dart_other"):
        replay.call(other, {"corp_code": "00000001"})


def test_no_secret_in_a_miss(replay: ReplaySource, tools: Any, server: Any) -> None:
    with pytest.raises(ReplayMiss) as caught:
        replay.call(tools["seoul_bikes"], {"START_INDEX": 8, "END_INDEX": 9, "GU": "가"})
    assert "/~/json/" in str(caught.value)


@pytest.mark.parametrize(
    ("order", "wanted"),
    [("first", "0000"), ("last", "2222"), ("sequence", "0122")],
)
def test_several_answers_under_one_key(tmp_path: Path, tools: Any, order: Any, wanted: str) -> None:
    spec = tools["dart_company"]
    args = {"corp_code": "00000001"}
    items = [
        PackItem(
            Keys().key(spec, args),
            "GET x",
            spec.name,
            1,
            n,
            200,
            "",
            b"%d" % n,
            (),
            ToolResult.ok([{"n": str(n)}]),
        )
        for n in range(3)
    ]
    info = PackInfo("s", "replica", "w", rules_hash(), "", "")
    write_pack(tmp_path / "s.pack", info, items, level=3)
    source = ReplaySource(Pack.open(tmp_path / "s.pack"), tools, order=order)
    for episode in (source, source.fresh(), source.fresh()):
        given = "".join(episode.call(spec, args).records[0]["n"] for _ in range(4))
        assert given == wanted, "counters belong to the episode, never to the pack"


def test_a_pack_of_other_rules_or_another_spec_is_stale(
    pack: Pack, tools: Any, tmp_path: Path
) -> None:
    write_pack(tmp_path / "o.pack", PackInfo("o", "replica", "w", "other", "", ""), [], level=3)
    with pytest.raises(StalePack, match=r"o\.pack has keys made by other rules"):
        ReplaySource.open(tmp_path / "o.pack", tools)
    newer = replace(tools["dart_company"], spec_version=2)
    with pytest.raises(StalePack, match="holds version 1 of dart_company, the catalogue has 2"):
        ReplaySource(pack, tools).call(newer, {"corp_code": "00000001"})


def test_only_endpoints_are_replayed(replay: ReplaySource, tools: Any) -> None:
    view = replace(tools["dart_company"], kind="view")
    with pytest.raises(UsageError, match="is a view tool"):
        replay.call(view, {"corp_code": "00000001"})


def test_hashes_name_the_pack_and_its_world(replay: ReplaySource) -> None:
    hashes = replay.hashes()
    assert hashes["world"] == "world"
    assert len(hashes["pack"]) == len(hashes["cassettes"]) == 64


def test_an_unknown_shipped_pack_is_told_in_a_line() -> None:
    with pytest.raises(UsageError, match="no pack 'mimi' ships"):
        shipped_pack("mimi")


class _Fixed:
    """A source that answers everything."""

    def __init__(self, world: str, origin: Origin) -> None:
        self.world, self.origin, self.calls = world, origin, 0

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        self.calls += 1
        return ToolResult.ok([{"a": "1"}]).came_from(self.origin)

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        return self.call(spec, args)

    def hashes(self) -> Mapping[str, str]:
        return {"world": self.world}


class TestMissPolicies:
    MISSING: Mapping[str, JSON] = {"corp_code": "99999999"}

    def test_error(self, replay: ReplaySource, tools: Any) -> None:
        source = OfflineSource(replay)
        with pytest.raises(ReplayMiss):
            source.call(tools["dart_company"], self.MISSING)
        with pytest.raises(ReplayMiss):
            asyncio.run(source.acall(tools["dart_company"], self.MISSING))
        assert len(source.ledger) == 2

    def test_the_replica_of_the_same_world(self, replay: ReplaySource, tools: Any) -> None:
        replica = _Fixed("world", Origin.DERIVED)
        source = OfflineSource(replay, replica, "replica")
        spec = tools["dart_company"]
        assert source.call(spec, {"corp_code": "00000001"}).origin is Origin.EXACT
        assert replica.calls == 0
        assert source.call(spec, self.MISSING).origin is Origin.DERIVED
        assert asyncio.run(source.acall(spec, self.MISSING)).origin is Origin.DERIVED
        assert (replica.calls, len(source.ledger)) == (2, 2)

    @pytest.mark.parametrize("world", ["another", ""])
    def test_never_the_replica_of_another_world(self, replay: ReplaySource, world: str) -> None:
        with pytest.raises(UsageError, match="cannot answer misses"):
            OfflineSource(replay, _Fixed(world, Origin.DERIVED), "replica")

    def test_live(self, replay: ReplaySource, tools: Any) -> None:
        """A54 as a kind: what is recorded never stands in for the live answer, nor unlabelled."""
        source = OfflineSource(replay, None, "live", live=_Fixed("", Origin.LIVE))
        assert source.call(tools["dart_company"], self.MISSING).origin is Origin.LIVE
        assert source.call(tools["dart_company"], {"corp_code": "00000001"}).origin is Origin.EXACT

    def test_what_is_missing_is_told(self, replay: ReplaySource) -> None:
        with pytest.raises(UsageError, match="needs a replica source"):
            OfflineSource(replay, None, "replica")
        with pytest.raises(UsageError, match=r"no miss policy 'replika' \(did you mean replica"):
            OfflineSource(replay, None, "replika")  # type: ignore[arg-type]

    def test_an_episode_of_its_own(self, replay: ReplaySource, tools: Any) -> None:
        source = OfflineSource(replay).fresh()
        assert source.replay is not replay
        assert source.replay.pack is replay.pack
        assert source.hashes() == replay.hashes()
