"""Local finance: sources add up, services agree, governments go by the names of their day."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from kopa_env.world.tables.districts import districts
from kopa_env.world.tables.gyeonggi_places import cities
from kopa_env.world.tables.local_accounts import LOCAL_REVENUE
from kopa_env.world.tables.local_finance import (
    NAMES,
    SETTLED,
    fiscal_year,
    governments,
    level_of,
    of_year,
    parent,
)
from kopa_env.world.world import Condition, World

SEEDS = (20260130, 20260131, 7)
Rows = list[dict[str, Any]]


def _year(world: Any, table: str, year: str) -> Rows:
    found: Rows = world.select(table, [Condition("fyr", "eq", year)])[0]
    return found


def test_there_are_243_governments_under_real_codes() -> None:
    found = governments(7)
    assert len(found) == 243
    assert len({g.code for g in found}) == 243
    real = {d.code[:4] for d in districts()}
    assert all(g.code[:4] in real or g.level == "시도" for g in found)
    names = {g.code: g.name for g in found}
    assert names["1100000"] == "서울본청"
    assert names["1111000"] == "서울종로구"
    assert names["4111000"] == "경기수원시"
    assert {f"{city.code}00" for city in cities()} <= names.keys()


def test_governments_bear_the_names_of_their_day() -> None:
    def named(year: int) -> dict[str, str]:
        return {g.name: g.code for g in of_year(7, year)}

    assert named(2022)["경북군위군"] == "4772000"
    assert "경북군위군" not in named(2023)
    assert named(2023)["대구군위군"] == "2772000"
    assert named(2017)["인천남구"] == "2817000"
    assert named(2018)["인천미추홀구"] == "2817700"
    assert all(len(named(year)) == 243 for year in SETTLED)


@pytest.mark.parametrize("seed", SEEDS)
def test_sources_add_up_at_every_level(seed: int) -> None:
    for g in governments(seed)[::11]:
        f = fiscal_year(seed, g, 2023)
        for accounts in (f.settled, f.budget):
            sums: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])
            for code, amounts in accounts.items():
                assert level_of(code) == 1 + len(code.rstrip("0"))
                assert code in NAMES
                assert min(amounts) >= 0
                if parent(code):
                    for place, amount in enumerate(amounts):
                        sums[parent(code)][place] += amount
            for code, amounts in sums.items():
                assert tuple(amounts) == accounts[code], (g.name, code)
        assert all(a <= b for a, b in zip(f.spent, f.settled["00000"], strict=True))


@pytest.mark.parametrize("seed", SEEDS)
def test_sizes_are_plausible(seed: int) -> None:
    by_name = {g.name: g for g in governments(seed)}
    for name, low, high in (
        ("서울본청", 42, 62),
        ("경기본청", 34, 48),
        ("경기수원시", 3, 5),
        ("경기연천군", 0.4, 1),
    ):
        total = sum(fiscal_year(seed, by_name[name], 2024).settled["00000"])
        assert low * 10**12 < total < high * 10**12, name
        grown = sum(fiscal_year(seed, by_name[name], 2017).settled["00000"])
        assert grown < total * 8 // 10


@pytest.mark.parametrize("seed", SEEDS)
def test_services_speak_of_one_budget(seed: int, tmp_path: Any) -> None:
    world = World(seed, directory=tmp_path)
    years = {r["laf_cd"]: r for r in _year(world, "local_finance_years", "2024")}
    spent: dict[str, int] = defaultdict(int)
    for r in _year(world, "local_spending_fields", "2024"):
        spent[r["laf_cd"]] += r["fin_acv_amt"]
        assert r["pol_bizct"] + r["padm_oper_exps"] <= r["fin_acv_amt"]
    for r in _year(world, "local_revenue_sources", "2024"):
        if r["armk_cd"] == "00000":
            of = years[r["laf_cd"]]
            assert r["tott_sum_amt"] + of["got_fund"] == of["got"]
            assert r["gen_acnt_tott_amt"] == of["got_general"]
            assert r["prsm_amt"] == of["budget"]
    for code, r in years.items():
        parts = ("general", "enterprise", "other", "fund")
        assert r["spent"] == sum(r[f"spent_{part}"] for part in parts)
        assert r["got"] == sum(r[f"got_{part}"] for part in parts)
        assert spent[code] == r["spent"] - r["spent_fund"]
        assert r["own_revenue"] <= r["free_revenue"] <= r["general_budget"]
        assert 4 < float(r["own_rate"]) < 85
        assert 0 <= float(r["debt_rate"]) < 25
    world.close()


def test_a_part_is_a_year_of_the_whole(world: Any) -> None:
    part = _year(world, "local_revenue_sources", "2020")
    assert 6_500 < len(part) < 8_500
    assert LOCAL_REVENUE.part is not None
    assert list(LOCAL_REVENUE.part(world, ("1999",))) == []
    assert list(LOCAL_REVENUE.part(world, ("2025",))) == []
