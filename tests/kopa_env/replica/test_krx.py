"""한국거래소: one reply a day, nothing on days without trade, the same issues in every list."""

from __future__ import annotations

import pytest

from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, read_yaml

MINE = sorted(name for name in ReplicaSpec(read_yaml()) if name.startswith("krx_"))
DAY = "20240115"


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[name], args)[0]


@pytest.mark.parametrize("name", MINE)
def test_a_declaration_fits_its_tool_and_table(replica: Replica, name: str) -> None:
    assert replica.check(replica.catalogue[name]) == ()


def test_every_tool_is_declared(replica: Replica) -> None:
    assert set(replica.catalogue.names("krx")) == set(MINE)


@pytest.mark.parametrize("name", MINE)
def test_a_day_must_be_named_and_be_one(replica: Replica, name: str) -> None:
    assert _ask(replica, name).reason is Reason.BAD_VALUE
    assert _ask(replica, name, basDd="2024-01-15").reason is Reason.BAD_VALUE
    assert _ask(replica, name, basDd="20240113").status is Status.EMPTY


def test_what_is_listed_has_a_price(replica: Replica) -> None:
    for market in ("kospi", "kosdaq", "konex"):
        listed = _ask(replica, f"krx_{market}_issues", basDd=DAY).records
        traded = _ask(replica, f"krx_{market}_daily_prices", basDd=DAY).records
        assert {r["ISU_SRT_CD"] for r in listed} == {r["ISU_CD"] for r in traded}
        shares = {r["ISU_SRT_CD"]: r["LIST_SHRS"] for r in listed}
        assert all(shares[r["ISU_CD"]] == r["LIST_SHRS"] for r in traded)


def test_the_exchange_and_the_commission_say_the_same(replica: Replica) -> None:
    mine = _ask(replica, "krx_kospi_daily_prices", basDd=DAY).records
    told = {r["ISU_CD"]: r for r in mine}
    others = _ask(replica, "fsc_stock_prices", basDt=DAY, mrktCls="KOSPI", numOfRows="1000")
    assert others.total == len(mine)
    for row in others.records:
        same = told[row["srtnCd"]]
        for theirs, ours in (
            ("clpr", "TDD_CLSPRC"),
            ("trqu", "ACC_TRDVOL"),
            ("vs", "CMPPREVDD_PRC"),
        ):
            assert row[theirs] == str(same[ours]).replace(",", ""), row["srtnCd"]
