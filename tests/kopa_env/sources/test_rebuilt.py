"""Lists rebuilt from recordings: what they say is what the platform would have said."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from kopa_env.canonical import canonical, request_key, rules_hash
from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.arguments import validate
from kopa_env.errors import ReplayMiss, UsageError
from kopa_env.outcome import JSON, Origin, ToolResult
from kopa_env.pack import Pack, PackInfo, PackItem, write_pack
from kopa_env.platforms import dialect
from kopa_env.replica.engine import Replica
from kopa_env.sources.offline import OfflineSource
from kopa_env.sources.rebuilt import RebuiltSource
from kopa_env.sources.replay import ReplaySource
from kopa_env.spec import ToolSpec
from kopa_env.world import World

Call = tuple[str, Mapping[str, JSON]]
MEETINGS = "assembly_committees"


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue.load()


@pytest.fixture(scope="module")
def replica(catalogue: Catalogue) -> Replica:
    return Replica(World(20260131), catalogue)


def checked(spec: ToolSpec, args: Mapping[str, JSON]) -> dict[str, JSON]:
    valid = validate(spec, args)
    assert not isinstance(valid, ToolResult), valid.message
    return valid


def recorded(path: Path, catalogue: Catalogue, replica: Replica, calls: Iterable[Call]) -> Pack:
    """Return a pack of what the platform answers to some calls, as if recorded live."""
    items = []
    for name, args in calls:
        spec = catalogue[name]
        exchange = dialect(spec.platform).exchange(spec, checked(spec, args), "key")
        request = next(exchange)
        reply = replica.respond(request)
        result = dialect(spec.platform).decode(spec, reply).came_from(Origin.EXACT, "live")
        items.append(
            PackItem(
                request_key(request), canonical(request), name, spec.spec_version, 0,
                reply.status, reply.content_type, reply.body, result=result,
            )
        )  # fmt: skip
    write_pack(path, PackInfo("live", "live", "", rules_hash(), catalogue.hash, ""), items, 3)
    return Pack.open(path)


def everywhere(args: Mapping[str, JSON], total: int, size: int) -> list[Mapping[str, JSON]]:
    """Return the calls for every page of a list."""
    return [{**args, "pIndex": page, "pSize": size} for page in range(1, -(-total // size) + 1)]


def truth(replica: Replica, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
    """Return what the platform itself would say."""
    exchange = dialect(spec.platform).exchange(spec, checked(spec, args), "key")
    return dialect(spec.platform).decode(spec, replica.respond(next(exchange)))


def small_lists(catalogue: Catalogue, replica: Replica) -> list[tuple[ToolSpec, int]]:
    """Return tools of one platform whose whole list is short, with its length."""
    found = []
    for name in catalogue.names("assembly"):
        spec = catalogue[name]
        if spec.paging and not any(p.required for p in spec.params):
            total = truth(replica, spec, {"pSize": 1}).total or 0
            if 30 < total < 120:
                found.append((spec, total))
    return found


def test_any_page_of_a_list_that_was_recorded_whole_is_served(
    tmp_path: Path, catalogue: Catalogue, replica: Replica
) -> None:
    tools = small_lists(catalogue, replica)
    assert len(tools) > 5
    calls = [(s.name, args) for s, total in tools for args in everywhere({}, total, 25)]
    replay = ReplaySource(recorded(tmp_path / "a.pack", catalogue, replica, calls), catalogue)
    rebuilt = RebuiltSource(replay)
    for spec, total in tools:
        for page, size in ((1, 7), (3, 10), (2, 1), (1, 100), (total, 1)):
            args = {"pIndex": page, "pSize": size}
            result = rebuilt.call(spec, checked(spec, args))
            assert result.origin is Origin.DERIVED
            assert result.recorded_from == "live"
            assert result == truth(replica, spec, args).came_from(Origin.DERIVED, "live")
            assert asyncio.run(rebuilt.acall(spec, checked(spec, args))) == result


def test_a_list_with_a_page_missing_is_none(
    tmp_path: Path, catalogue: Catalogue, replica: Replica
) -> None:
    (spec, total), *_ = small_lists(catalogue, replica)
    calls = [(spec.name, args) for args in everywhere({}, total, 10)[:-1]]
    rebuilt = RebuiltSource(
        ReplaySource(recorded(tmp_path / "a.pack", catalogue, replica, calls), catalogue)
    )
    with pytest.raises(ReplayMiss):
        rebuilt.call(spec, checked(spec, {"pIndex": 1, "pSize": 7}))


def test_what_comes_past_the_end_is_only_known_if_it_was_recorded(
    tmp_path: Path, catalogue: Catalogue, replica: Replica
) -> None:
    (spec, total), *_ = small_lists(catalogue, replica)
    whole = [(spec.name, args) for args in everywhere({}, total, 100)]
    past = {"pIndex": 9, "pSize": 100}
    for number, calls in enumerate((whole, [*whole, (spec.name, past)])):
        pack = recorded(tmp_path / f"{number}.pack", catalogue, replica, calls)
        found = RebuiltSource(ReplaySource(pack, catalogue)).find(
            spec, checked(spec, {"pIndex": 8, "pSize": 50})
        )
        assert (found is not None) is bool(number)


def test_a_filter_is_believed_once_two_values_of_it_were_recorded(
    tmp_path: Path, catalogue: Catalogue, replica: Replica
) -> None:
    spec = catalogue["assembly_members"]
    total = truth(replica, spec, {"pSize": 1}).total or 0
    parties = next(p for p in spec.params if "정당" in p.meaning_ko).name
    rows = truth(replica, spec, {"pSize": 300}).records
    column = next(c for c, v in rows[0].items() if v and "당" in str(v))
    names = list(dict.fromkeys(str(row[column]) for row in rows))[:3]
    base = [(spec.name, args) for args in everywhere({}, total, 300)]
    known = [
        (spec.name, args)
        for name in names[:2]
        for args in everywhere(
            {parties: name}, truth(replica, spec, {parties: name}).total or 0, 300
        )
    ]
    asked = {parties: names[2], "pSize": 5}
    for calls, answered in (([*base, *known[:1]], False), ([*base, *known], True)):
        pack = recorded(tmp_path / f"{answered}.pack", catalogue, replica, calls)
        found = RebuiltSource(ReplaySource(pack, catalogue)).find(spec, checked(spec, asked))
        assert (found is not None) is answered
        if found is not None:
            assert found == truth(replica, spec, asked).came_from(Origin.DERIVED, "live")


def test_lists_that_changed_while_they_were_recorded_are_not_rebuilt(
    tmp_path: Path, catalogue: Catalogue, replica: Replica
) -> None:
    (spec, total), *_ = small_lists(catalogue, replica)
    other = Replica(World(20260133), catalogue)
    pages = everywhere({}, total, 10)
    pack = recorded(tmp_path / "a.pack", catalogue, replica, [(spec.name, p) for p in pages])
    replay = ReplaySource(pack, catalogue)
    assert RebuiltSource(replay).find(spec, checked(spec, {"pSize": 7})) is not None
    mixed = [(spec.name, {"pIndex": 1, "pSize": 20}), *((spec.name, p) for p in pages)]
    half = recorded(tmp_path / "b.pack", catalogue, other, mixed[:1])
    rest = recorded(tmp_path / "c.pack", catalogue, replica, mixed[1:])
    items = [
        PackItem(
            e.key, e.canonical, e.tool, 1, 0, e.status, e.content_type, e.body, result=e.result()
        )
        for source in (half, rest)
        for e in source
    ]
    info = PackInfo("live", "live", "", rules_hash(), catalogue.hash, "")
    write_pack(tmp_path / "d.pack", info, items, 3)
    both = ReplaySource(Pack.open(tmp_path / "d.pack"), catalogue)
    assert RebuiltSource(both).find(spec, checked(spec, {"pSize": 7})) is None


def test_misses_of_live_recordings_may_be_answered_from_the_recordings_alone(
    tmp_path: Path, catalogue: Catalogue, replica: Replica
) -> None:
    (spec, total), *_ = small_lists(catalogue, replica)
    calls = [(spec.name, args) for args in everywhere({}, total, 100)]
    replay = ReplaySource(recorded(tmp_path / "a.pack", catalogue, replica, calls), catalogue)
    source = OfflineSource(replay, RebuiltSource(replay), "replica")
    assert source.call(spec, checked(spec, {"pSize": 100})).origin is Origin.EXACT
    assert source.call(spec, checked(spec, {"pSize": 7})).origin is Origin.DERIVED
    other = ReplaySource(recorded(tmp_path / "b.pack", catalogue, replica, calls[:1]), catalogue)
    if total > 100:
        with pytest.raises(UsageError, match="cannot answer misses"):
            OfflineSource(replay, RebuiltSource(other), "replica")
