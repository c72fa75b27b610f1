"""금융상품한눈에: sectors, companies of their own, options that belong to their product."""

from __future__ import annotations

import pytest

from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, read_yaml

MINE = sorted(name for name in ReplicaSpec(read_yaml()) if name.startswith("finlife_"))
BANKS, SAVINGS_BANKS = {"topFinGrpNo": "020000"}, {"topFinGrpNo": "030300"}


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[name], args)[0]


@pytest.mark.parametrize("name", MINE)
def test_a_declaration_fits_its_tool_and_table(replica: Replica, name: str) -> None:
    assert replica.check(replica.catalogue[name]) == ()


@pytest.mark.parametrize("name", MINE)
def test_a_sector_must_be_named(replica: Replica, name: str) -> None:
    assert _ask(replica, name).reason is Reason.MISSING_ARG
    assert _ask(replica, name, topFinGrpNo="은행").reason is Reason.BAD_VALUE
    assert _ask(replica, name, topFinGrpNo="999999").status is Status.EMPTY
    assert _ask(replica, name, **BANKS).records


def test_a_company_narrows_its_sector_down(replica: Replica) -> None:
    everything = _ask(replica, "finlife_deposits", **SAVINGS_BANKS).records
    code = str(everything[-1]["fin_co_no"])
    found = _ask(replica, "finlife_deposits", financeCd=code, **SAVINGS_BANKS).records
    assert list(found) == [r for r in everything if r["fin_co_no"] == code]
    assert _ask(replica, "finlife_deposits", financeCd=code, **BANKS).status is Status.EMPTY


def test_products_are_of_the_companies_disclosed(replica: Replica) -> None:
    names = {
        r["fin_co_no"]: r["kor_co_nm"]
        for sector in (BANKS, SAVINGS_BANKS)
        for r in _ask(replica, "finlife_companies", **sector).records
    }
    for name in MINE[1:]:
        for sector in (BANKS, SAVINGS_BANKS):
            for row in _ask(replica, name, **sector).records:
                assert names[row["fin_co_no"]] == row["kor_co_nm"]


def test_rates_are_numbers_and_what_is_missing_is_null(replica: Replica) -> None:
    rows = _ask(replica, "finlife_savings", **SAVINGS_BANKS).records
    rates = [o["intr_rate2"] for r in rows for o in r["options"]]
    assert all(isinstance(rate, (int, float)) for rate in rates)
    assert {type(r["max_limit"]) for r in rows} == {str, type(None)}
