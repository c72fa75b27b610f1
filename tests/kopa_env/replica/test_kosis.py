"""국가통계포털: what a table consists of comes from the world's districts and its own id."""

from __future__ import annotations

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.compile import PACKAGE, read_platform
from kopa_env.outcome import Record, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import load_replica
from kopa_env.world import World

TOOLS, ABOUT, SEMANTICS = read_platform(PACKAGE / "platforms" / "kosis")


@pytest.fixture(scope="module")
def kosis(world: World) -> Replica:
    """A replica of this platform alone."""
    assert ABOUT is not None
    return Replica(world, Catalogue.of(tuple(TOOLS), (ABOUT,)), load_replica(SEMANTICS))


def _ask(kosis: Replica, **args: str) -> ToolResult:
    return kosis.answer(kosis.catalogue["kosis_table_items"], args)[0]


def _items(kosis: Replica, **args: str) -> list[Record]:
    found = _ask(kosis, **args)
    assert found.status is Status.OK, found.message
    return list(found.records)


def test_the_declaration_fits(kosis: Replica) -> None:
    assert kosis.check(kosis.catalogue["kosis_table_items"]) == ()


def test_items_come_first_then_the_values_of_each_axis(kosis: Replica) -> None:
    rows = _items(kosis, orgId="101", tblId="DT_1B04006")
    assert list(dict.fromkeys(r["OBJ_ID"] for r in rows)) == ["ITEM", "A", "B"]
    assert [r["ITM_ID"] for r in rows[:3]] == ["T2", "T3", "T4"]
    for row in rows:
        assert ("UNIT_NM" in row) == (row["OBJ_ID"] == "ITEM") == ("OBJ_ID_SN" not in row)
        assert (row["ORG_ID"], row["TBL_ID"]) == ("101", "DT_1B04006")
    assert _items(kosis, orgId="101", tblId="DT_1B34E13")[2]["ITM_NM"] == "계"


def test_a_district_names_the_province_above_it(kosis: Replica) -> None:
    rows = _items(kosis, orgId="101", tblId="DT_1B04006", objId="A")
    provinces = {r["ITM_ID"] for r in rows if "UP_ITM_ID" not in r}
    assert len(provinces) == 18
    below = {str(r["ITM_ID"]): r for r in rows if "UP_ITM_ID" in r}
    assert {r["UP_ITM_ID"] for r in below.values()} < provinces
    assert all(str(r["UP_ITM_ID"]) == code[:2] for code, r in below.items())
    assert (below["11110"]["ITM_NM"], below["11110"]["ITM_NM_ENG"]) == ("종로구", "Jongno-gu")
    assert below["51150"]["ITM_NM_ENG"] == "Gangneung-si"
    assert below["47940"]["ITM_NM_ENG"] == "Ulleung-gun"
    assert below["51780"]["ITM_NM_ENG"] == "Cheorwon-gun"


def test_any_table_has_items_and_always_the_same(kosis: Replica) -> None:
    seen = set()
    for number in range(40):
        rows = _items(kosis, orgId="116", tblId=f"DT_0B{number:03d}")
        assert rows == _items(kosis, orgId="116", tblId=f"DT_0B{number:03d}")
        assert len({(r["OBJ_ID"], r["ITM_ID"]) for r in rows}) == len(rows)
        seen.add(str(rows[0]["ITM_NM"]))
    assert len(seen) > 5
    (one,) = _items(kosis, orgId="101", tblId="DT_1B04006", itmId="T3")
    assert one["ITM_NM"] == "남자인구수"


@pytest.mark.parametrize(("org", "table"), [("101", "없는표"), ("1", "DT_1B04006"), ("101", "X")])
def test_what_is_no_table_has_none(kosis: Replica, org: str, table: str) -> None:
    assert _ask(kosis, orgId=org, tblId=table).code == "30"


def test_a_table_must_be_named(kosis: Replica) -> None:
    assert _ask(kosis, orgId="101").code == "20"
