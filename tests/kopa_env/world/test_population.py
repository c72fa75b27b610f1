"""Districts and residents: codes that fit into one another, counts that add up on every level."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.districts import districts, provinces
from kopa_env.world.tables.population.figures import counts, months, summed
from kopa_env.world.tables.population.legal import above, former, places
from kopa_env.world.tables.population.lists import areas, legal_areas
from kopa_env.world.tables.towns import admin_dongs, admin_dongs_of, towns_of
from kopa_env.world.world import Condition, World

SEEDS = (20260130, 20260131, 7)


def _list(world: World, scope: str, level: str, kind: str = "1") -> list[dict[str, Any]]:
    named = (("scope", scope), ("lv", level), ("reg_se", kind))
    return world.select("resident_counts", [Condition(c, "eq", v) for c, v in named])[0]


def test_codes_are_unique_and_lie_in_one_another() -> None:
    known = {p.code: p.name for p in places()}
    assert len(known) == sum(1 for _ in places()) > 15_000
    for code, name in known.items():
        higher = above(code)
        if higher != "0000000000":
            assert name.startswith(known[higher]), code
    assert {f"{d.code}00000" for d in districts()} <= known.keys()
    assert not {p.code for p in former()} & known.keys()
    assert not any(code.startswith(("12", "42", "45")) for code in known)


def test_real_towns_come_first_and_made_up_ones_are_told_by_their_code() -> None:
    real = {r["code"]: r["name"] for name in ("towns", "gyeonggi_dongs") for r in fact_rows(name)}
    for d in districts():
        towns = towns_of(d.code)
        assert towns, d.name
        assert len({t.name for t in towns}) == len(towns)
        for t in towns:
            number = int(t.code[5:])
            made = 201 <= number < 250 or number >= 501
            assert made == (t.code not in real), t
            assert made or real[t.code] == t.name
            assert bool(t.villages) == t.rural


def test_every_legal_dong_lies_in_an_administrative_one() -> None:
    for d in districts():
        held = {t.code for dong in admin_dongs_of(d.code) for t in dong.towns}
        assert held == {t.code for t in towns_of(d.code)}, d.name
    assert 3_300 < len(admin_dongs()) < 4_100


@pytest.mark.parametrize("seed", SEEDS)
def test_provinces_have_about_their_real_number_of_people(seed: int) -> None:
    real = {r["short"]: int(r["people"]) * 1000 for r in fact_rows("residents")}
    for p in provinces():
        own = [d.code for d in districts() if d.province == p.short]
        people = summed(c for code in own for c in counts(seed, code, months()[-1]))
        assert abs(people.total - real[p.short]) < real[p.short] // 200, p.short
        assert people.total == people.male + people.female
        assert 36 < people.ages / people.total / 10 < 58
        assert 1.6 < people.total / people.households < 2.6


@pytest.mark.parametrize("seed", SEEDS)
def test_kinds_of_registration_add_up(seed: int) -> None:
    for month in ("202210", "202406", "202512"):
        parts = [counts(seed, "11680", month, kind) for kind in "1234"]
        for whole, *rest in zip(*parts, strict=True):
            assert whole.total == sum(c.total for c in rest)


def test_levels_add_up(world: World) -> None:
    figures = ("totNmprCnt", "hhCnt", "maleNmprCnt", "femlNmprCnt", "feml100AgeNmprCnt")
    by_level = {level: _list(world, "3000000000", level) for level in ("1", "2", "3")}
    for month in ("202210", "202512"):
        sums = {
            level: {f: sum(r[f] for r in rows if r["statsYm"] == month) for f in figures}
            for level, rows in by_level.items()
        }
        assert sums["1"] == sums["2"] == sums["3"]
    dong = by_level["3"][0]["admmCd"]
    blocks = [r for r in _list(world, dong, "4") if r["statsYm"] == "202512"]
    whole = next(r for r in by_level["3"] if r["admmCd"] == dong and r["statsYm"] == "202512")
    assert sum(r["totNmprCnt"] for r in blocks) == whole["totNmprCnt"]
    assert len({(r["tong"], r["ban"]) for r in blocks}) == len(blocks) > 10


def test_the_month_before_is_the_month_before(world: World) -> None:
    rows = _list(world, "1168000000", "2")
    assert [r["statsYm"] for r in rows] == list(months())
    for earlier, later in pairwise(rows):
        assert later["lsmtNmprCnt"] == earlier["totNmprCnt"]


def test_a_city_a_district_and_a_town_are_areas() -> None:
    assert len(areas("4111000000", "2")) == 4, "수원시 has four 구"
    assert [a.code for a in areas("1168000000", "3")] == [d.code for d in admin_dongs_of("11680")]
    assert areas("1168000000", "1") == []
    assert areas("9999900000", "3") == []
    assert {a.names[2] for a in legal_areas("1168010100", "3")} == {"역삼1동", "역삼2동"}
    village = legal_areas("4711125021", "3")
    assert [a.village for a in village] == ["구룡포리"]


def test_the_yearbook_counts_real_districts(world: World) -> None:
    counted = {
        (r["bas_yy"], r["cls"]): r["citycntidstri_smry"] for r in world.rows("district_counts")
    }
    assert counted["2024", "전국"] == 226
    assert counted["2024", "서울특별시"] == 25
    assert (counted["2022", "경상북도"], counted["2023", "경상북도"]) == (23, 22)
    assert ("2022", "강원도") in counted
    assert ("2023", "강원특별자치도") in counted
    large = [r["city_tths50_mor"] for r in world.rows("city_sizes")]
    assert all(8 <= n <= 22 for n in large)


def test_schools_stand_in_towns_that_exist(world: World) -> None:
    codes = {(d.province, d.name): d.code for d in districts()}
    for r in list(world.rows("schools"))[::97]:
        names = [t.name for t in towns_of(codes[str(r["sido_short"]), str(r["sgg"])])]
        assert any(f" {name} " in str(r["lot_address"]) for name in names), r["lot_address"]
