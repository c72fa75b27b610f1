"""What 경기데이터드림 declares fits its tools, filters as it says and pages over a list once."""

from __future__ import annotations

from collections import Counter

import pytest

from kopa_env.outcome import Status, ToolResult
from kopa_env.platforms.codes import FLAG
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, read_yaml

DECLARED = ReplicaSpec(read_yaml())
MINE = sorted(name for name in DECLARED if name.startswith("gg_"))


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[name], args)[0]


@pytest.mark.parametrize("name", MINE)
def test_a_declaration_fits_its_tool_and_table(replica: Replica, name: str) -> None:
    assert replica.check(replica.catalogue[name]) == ()


def test_every_tool_with_fields_is_declared(replica: Replica) -> None:
    catalogue = replica.catalogue
    known = {name for name in catalogue.names("gg") if catalogue[name].fields}
    assert known == set(MINE)
    assert all(DECLARED[name].fidelity == "declared" for name in MINE)


def _filters() -> list[tuple[str, str]]:
    return [(name, wire) for name in MINE for wire in DECLARED[name].where]


@pytest.mark.parametrize(("name", "wire"), _filters())
def test_an_example_finds_rows_and_a_wrong_value_none(
    replica: Replica, name: str, wire: str
) -> None:
    spec = replica.catalogue[name]
    param = next(p for p in spec.params if p.wire_name == wire)
    whole = _ask(replica, name, pSize="1")
    found = _ask(replica, name, pSize="1", **{wire: str(param.example)})
    assert found.status is Status.OK
    assert found.total is not None
    assert whole.total is not None
    assert 0 < found.total < whole.total
    nothing = _ask(replica, name, pSize="1", **{wire: "없는값"})
    assert nothing.status is Status.EMPTY


def test_every_city_is_found_by_name(replica: Replica) -> None:
    spec = replica.catalogue["gg_restaurants_all"]
    names = next(p for p in spec.params if p.wire_name == "SIGUN_NM").enum or {}
    totals = {n: _ask(replica, spec.name, SIGUN_NM=n, pSize="1").total or 0 for n in names}
    assert sum(totals.values()) == _ask(replica, spec.name, pSize="1").total
    assert min(totals.values()) > 50


def test_a_code_finds_fewer_cafes_than_a_name(replica: Replica) -> None:
    by_name = _ask(replica, "gg_restaurants_cafe", SIGUN_NM="수원시", pSize="1000")
    by_code = _ask(replica, "gg_restaurants_cafe", SIGUN_CD="41110", pSize="1000")
    assert by_code.total is not None
    assert by_name.total is not None
    assert 0 < by_code.total < by_name.total
    blank = sum(r["SIGUN_CD"] is None for r in by_name.records)
    assert by_code.total == by_name.total - blank
    assert {"-" in str(r["LICENSG_DE"]) for r in by_name.records} == {True, False}


def test_kinds_of_food_are_parts_of_the_register(replica: Replica) -> None:
    cafes = _ask(replica, "gg_restaurants_cafe", SIGUN_NM="과천시", pSize="1000").records
    every = _ask(replica, "gg_restaurants_all", SIGUN_NM="과천시", pSize="1000").records
    listed = Counter((r["BIZPLC_NM"], r["REFINE_LOTNO_ADDR"]) for r in every)
    for r in cafes:
        assert listed[(r["BIZPLC_NM"], r["REFINE_LOTNO_ADDR"])] == 1


@pytest.mark.parametrize("name", ["gg_public_toilets", "gg_karaoke_rooms", "gg_libraries"])
def test_pages_cover_a_list_once(replica: Replica, name: str) -> None:
    whole: list[str] = []
    total = _ask(replica, name, pSize="1").total or 0
    for page in range(1, total // 1000 + 2):
        found = _ask(replica, name, pIndex=str(page), pSize="1000")
        whole += [repr(r) for r in found.records]
    assert len(whole) == total
    assert len(set(whole)) > total * 99 // 100
    assert _ask(replica, name, pIndex="9999", pSize="1000").status is Status.EMPTY
    assert _ask(replica, name, pSize="1001").code == "ERROR-336"


def test_unknown_parameters_are_ignored(replica: Replica) -> None:
    plain = _ask(replica, "gg_karaoke_rooms", pSize="5")
    filtered = _ask(replica, "gg_karaoke_rooms", pSize="5", SIGUN_NM="수원시")
    assert filtered.records == plain.records, "the service has no such filter"
    assert not filtered.message.startswith(FLAG)


def test_a_kind_of_nursery_is_a_part_of_the_list(replica: Replica) -> None:
    name = "gg_daycare_and_kindergartens"
    kinds = ("민간", "사설", "국공립", "가정")
    totals = [_ask(replica, name, PLVTINST_DIV_NM=kind, pSize="1").total or 0 for kind in kinds]
    assert min(totals) > 500
    assert sum(totals) == _ask(replica, name, pSize="1").total
    both = _ask(replica, name, PLVTINST_DIV_NM="사설", SIGUN_NM="수원시", pSize="1000")
    assert all(str(r["FACLT_NM"]).endswith("유치원") for r in both.records)
