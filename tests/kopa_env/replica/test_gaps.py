"""A miss is never dressed up as "no data": what a gap is, and that both layers tell of it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.errors import UsageError
from kopa_env.outcome import UNRECORDED, Origin, Reason, Status, ToolResult
from kopa_env.platforms import dialect
from kopa_env.replica.engine import Replica
from kopa_env.replica.gaps import is_gap, misfits, unrecorded
from kopa_env.replica.query import Query, plan
from kopa_env.replica.spec import ToolReplica, load_replica
from kopa_env.sources.replica import ReplicaSource
from kopa_env.world import Column, Table, World

THINGS = Table(
    "things",
    (Column("id"), Column("age"), Column("kind"), Column("day"), Column("never", null_rate=1.0)),
    lambda world: [
        ("a", "21", "rule", "2021", None),
        ("b", "22", "fact", None, None),
        ("c", "22", "fact", "2025", None),
    ],
)
PARTS = Table(
    "parts", (Column("id"), Column("who")), lambda world: [("a", "one"), ("c", "two")]
)  # b is real, and who took part was not recorded


@pytest.fixture
def small(tmp_path: Path) -> World:
    return World(1, {"things": THINGS, "parts": PARTS}, tmp_path)


def _tool(source: str, gap: Any, *names: str) -> ToolReplica:
    where: dict[str, Any] = {name: {} for name in names}
    return load_replica({"t": {"from": source, "where": where, "gap": gap}})["t"]


def _asked(world: World, tool: ToolReplica, args: Mapping[str, str]) -> bool:
    table = world.table(tool.table)
    query = plan(tool, table, args)
    assert isinstance(query, Query)
    assert not world.count(table.name, query.where), "only what finds nothing can be a gap"
    return is_gap(world, tool, table, query)


OPEN = {"where": {"age": ["20", "22"]}, "ids": ["id"]}


@pytest.mark.parametrize(
    ("args", "missed"),
    [
        ({"kind": "other"}, True),
        ({"age": "22", "kind": "other"}, True),
        ({"age": "20"}, True),
        ({"age": "21", "kind": "other"}, False),
        ({"age": "제22대"}, False),
        ({"id": "nobody"}, False),
        ({"id": "c", "kind": "other"}, False),
        ({"id": "b", "day": "2025"}, True),
        ({"id": "a", "age": "22"}, False),
        ({"age": "21", "never": "x"}, True),
    ],
)
def test_an_open_part_cannot_say_that_nothing_is_there(
    small: World, args: dict[str, str], missed: bool
) -> None:
    tool = _tool("things", OPEN, "id", "age", "kind", "day", "never")
    assert _asked(small, tool, args) is missed


@pytest.mark.parametrize(
    ("args", "missed"),
    [
        ({"id": "b"}, True),
        ({"id": "b", "who": "one"}, True),
        ({"id": "c", "who": "one"}, False),
        ({"id": "a", "who": "two"}, False),
        ({"id": "nobody"}, False),
        ({"who": "nobody"}, False),
    ],
)
def test_a_thing_whose_parts_were_not_recorded(
    small: World, args: dict[str, str], missed: bool
) -> None:
    gap = {"of": "things", "where": {"kind": "fact"}, "ids": ["id"]}
    assert _asked(small, _tool("parts", gap, "id", "who"), args) is missed


def test_without_a_gap_nothing_is_no_data(small: World) -> None:
    tool = _tool("things", None, "id", "age")
    assert not _asked(small, tool, {"age": "22", "id": "nobody"})


@pytest.mark.parametrize(
    ("gap", "words"),
    [
        ({"of": "nothing"}, "no table 'nothing'"),
        ({"where": {"colour": "red"}}, "no column 'colour' in things"),
        ({"of": "parts", "ids": ["age"]}, "no column 'age' in parts"),
    ],
)
def test_a_gap_that_names_nothing_is_found(small: World, gap: Any, words: str) -> None:
    assert any(words in fault for fault in misfits(_tool("things", gap).gap, THINGS, small))


def test_a_gap_with_an_unknown_entry_is_refused() -> None:
    with pytest.raises(UsageError, match="gap"):
        _tool("things", {"when": {}})


# ---- the present Assembly ----------------------------------------------------------------------

MISSES: list[tuple[str, dict[str, str]]] = [
    ("assembly_roll_call", {"BILL_ID": "{unrecorded}", "AGE": "22"}),
    ("assembly_roll_call", {"BILL_ID": "{recorded}", "AGE": "22", "MEMBER_NO": "123"}),
    ("assembly_bill_proposers", {"BILL_ID": "{recorded}"}),
    ("assembly_plenary_votes", {"AGE": "22", "BILL_NAME": "없는 이름"}),
    ("assembly_plenary_votes", {"AGE": "20"}),
    ("assembly_bill_by_number", {"BILL_NO": "2200005"}),
    ("assembly_bills_pending", {"PROPOSER": "강경숙"}),
    ("assembly_legislation_notices_open", {"PROPOSER": "강경숙"}),
    ("assembly_committee_schedule", {"UNIT_CD": "100022"}),
    ("assembly_committee_schedule_full", {"UNIT_CD": "100022"}),
    ("assembly_committee_schedule_sub", {"UNIT_CD": "100022"}),
    ("assembly_committee_schedule_hearing", {"UNIT_CD": "100022"}),
    ("assembly_plenary_schedule", {"UNIT_CD": "100022"}),
    ("assembly_petitions_processed", {"AGE": "22"}),
    ("assembly_petitions_pending", {"APPROVER": "강경숙"}),
    ("assembly_petition_receipts", {"ERACO": "제20대"}),
    ("assembly_former_members", {"UNIT_CD": "100020"}),
    ("assembly_members", {"HG_NM": "이소희"}),
    ("assembly_members_all_terms", {"NAAS_NM": "없는 이름"}),
    ("assembly_member_committee_career", {"PROFILE_SJ": "없는 위원회"}),
    ("assembly_committee_members", {"JOB_RES_NM": "위원장"}),
    ("assembly_committees", {"HG_NM": "강경숙"}),
    ("assembly_stats_bills_by_committee", {"ERACO": "제20대"}),
]
NO_DATA: list[tuple[str, dict[str, str]]] = [
    ("assembly_roll_call", {"BILL_ID": "{unrecorded}", "AGE": "21"}),
    ("assembly_roll_call", {"BILL_ID": "{recorded}", "AGE": "22", "RESULT_VOTE_MOD": "반대"}),
    ("assembly_roll_call", {"BILL_ID": "{pending}", "AGE": "22"}),
    ("assembly_roll_call", {"BILL_ID": "PRC_nobody", "AGE": "22"}),
    ("assembly_plenary_votes", {"AGE": "21", "BILL_NAME": "없는 이름"}),
    ("assembly_plenary_votes", {"AGE": "22", "pIndex": "99"}),
    ("assembly_bill_search", {"AGE": "22", "BILL_ID": "{recorded}", "PROC_RESULT_CD": "부결"}),
    ("assembly_bill_detail", {"BILL_ID": "PRC_nobody"}),
    ("assembly_bills_pending", {"BILL_ID": "{recorded}"}),
    ("assembly_petitions_processed", {"AGE": "21", "BILL_NAME": "없는 이름"}),
    ("assembly_members", {"HG_NM": "없는 이름"}),
    ("assembly_committee_schedule", {"UNIT_CD": "100021", "COMMITTEE_NAME": "없는 위원회"}),
]


@pytest.fixture(scope="module")
def bills(replica: Replica) -> dict[str, str]:
    """Ids of a recorded bill with its roll call, of one without, and of a pending one."""

    def first(name: str, **args: str) -> str:
        return str(replica.answer(replica.catalogue[name], args)[0].records[0]["BILL_ID"])

    recorded = first("assembly_plenary_votes", AGE="22", BILL_NAME="사도 광산")
    unrecorded = first("assembly_plenary_votes", AGE="22", BILL_NAME="이스포츠")
    return {
        "{recorded}": recorded,
        "{unrecorded}": unrecorded,
        "{pending}": first("assembly_bills_pending"),
    }


def _both(replica: Replica, name: str, args: dict[str, str]) -> list[ToolResult]:
    """Answer on the row layer and on the byte layer."""
    sources = [
        ReplicaSource(replica.world, replica.catalogue, layer) for layer in ("rows", "bytes")
    ]
    for source in sources:
        source.replica = replica
    return [source.call(replica.catalogue[name], args) for source in sources]


@pytest.mark.parametrize(("name", "args"), MISSES, ids=lambda v: v if isinstance(v, str) else None)
def test_what_is_real_and_not_recorded_is_a_miss(
    replica: Replica, bills: dict[str, str], name: str, args: dict[str, str]
) -> None:
    """Case kind A20: no reply claims that a real thing does not exist."""
    args = {key: bills.get(value, value) for key, value in args.items()}
    for result in _both(replica, name, args):
        assert result.origin is Origin.MISS
        assert (result.status, result.reason) == (Status.ENVIRONMENTAL, Reason.MAINTENANCE)
        assert (result.code, result.message) == ("ERROR-500", UNRECORDED)
        assert not result.records


@pytest.mark.parametrize(("name", "args"), NO_DATA, ids=lambda v: v if isinstance(v, str) else None)
def test_what_is_known_not_to_be_is_no_data(
    replica: Replica, bills: dict[str, str], name: str, args: dict[str, str]
) -> None:
    args = {key: bills.get(value, value) for key, value in args.items()}
    for result in _both(replica, name, args):
        assert (result.status, result.code) == (Status.EMPTY, "INFO-200")
        assert result.origin is Origin.DERIVED


def test_every_real_bill_has_its_roll_call_or_a_miss(replica: Replica) -> None:
    tool = replica.catalogue["assembly_plenary_votes"]
    votes = replica.answer(tool, {"AGE": "22", "pSize": "1000"})[0]
    assert votes.total == len(votes.records)
    told = {Status.OK: 0, Status.ENVIRONMENTAL: 0}
    for bill in votes.records:
        args = {"BILL_ID": bill["BILL_ID"], "AGE": "22"}
        told[replica.answer(replica.catalogue["assembly_roll_call"], args)[0].status] += 1
    assert told[Status.OK] == 8
    assert sum(told.values()) == votes.total


@pytest.mark.parametrize("platform", ["assembly", "dart", "edudata", "seoul"])
@pytest.mark.parametrize("wire", ["json", "xml"])
def test_every_platform_tells_of_a_miss_in_its_own_envelope(
    catalogue: Catalogue, platform: str, wire: str
) -> None:
    spoken = dialect(platform)
    spec = next(
        s
        for s in map(catalogue.__getitem__, catalogue.names(platform))
        if s.endpoint and s.endpoint.wire == "json"
    )
    reply = spoken.encode(spec, unrecorded(), page=None, wire=wire)
    read = spoken.decode(spec, reply)
    assert read == spoken.express(spec, unrecorded(), page=None, wire=wire)
    assert (read.status, read.reason) == (Status.ENVIRONMENTAL, Reason.MAINTENANCE)
    assert read.came_from(Origin.EXACT, "replica").origin is Origin.MISS
