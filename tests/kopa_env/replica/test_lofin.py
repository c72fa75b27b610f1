"""What 지방재정365 declares fits its tools and answers as it would."""

from __future__ import annotations

import pytest

from kopa_env.outcome import Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, read_yaml

MINE = sorted(name for name in ReplicaSpec(read_yaml()) if name.startswith("lofin_"))


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[name], args)[0]


@pytest.mark.parametrize("name", MINE)
def test_a_declaration_fits_and_answers_by_year(replica: Replica, name: str) -> None:
    assert replica.check(replica.catalogue[name]) == ()
    found = _ask(replica, name, fyr="2024", pSize="1000")
    assert {r["fyr"] for r in found.records} == {"2024"}
    assert _ask(replica, name).code == "ERROR-300"
    assert _ask(replica, name, fyr="2024", pSize="1001").code == "ERROR-336"
    assert _ask(replica, name, fyr="2014").status is Status.EMPTY
    later = _ask(replica, name, fyr="2025").status
    assert later is (Status.OK if name == "lofin_financial_independence" else Status.EMPTY)


def test_six_tools_are_declared(replica: Replica) -> None:
    assert set(replica.catalogue.names("lofin")) == set(MINE)
    assert len(MINE) == 6


def test_pages_cover_a_year_once(replica: Replica) -> None:
    name = "lofin_revenue_by_source_and_account"
    total = _ask(replica, name, fyr="2022", pSize="1").total or 0
    seen = set()
    for page in range(1, total // 1000 + 2):
        found = _ask(replica, name, fyr="2022", pIndex=str(page), pSize="1000")
        seen |= {(r["laf_cd"], r["armk_cd"]) for r in found.records}
    assert len(seen) == total


def test_parts_of_a_total_add_up(replica: Replica) -> None:
    for name, total in (
        ("lofin_expenditure_settlement", "tot_pfa_amt"),
        ("lofin_revenue_settlement", "total"),
    ):
        for r in _ask(replica, name, fyr="2021", pSize="1000").records:
            assert r[total] == sum(int(str(r[f"pfa_amt{n}"])) for n in range(1, 5))
