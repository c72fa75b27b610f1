"""Schools: the right number, in real districts, with figures that agree from table to table."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.districts import districts, provinces
from kopa_env.world.tables.schools import apportion, province_schools
from kopa_env.world.world import Condition

Years = list[dict[str, Any]]


def _year(world: Any, year: int, sido: str) -> Years:
    where = [Condition("year", "eq", str(year)), Condition("sido_short", "eq", sido)]
    found: Years = world.select("school_years", where)[0]
    return found


def test_gyeongbuk_2023_has_as_many_schools_of_each_kind_as_counted(world: Any) -> None:
    kinds = Counter(r["kind"] for r in _year(world, 2023, "경북"))
    assert kinds == {
        "유치원": 683,
        "초등학교": 504,
        "중학교": 267,
        "일반고등학교": 113,
        "특성화고등학교": 48,
        "자율고등학교": 12,
        "특수목적고등학교": 11,
        "특수학교": 8,
        "각종학교": 5,
        "일반계고등학교": 1,
    }


@pytest.mark.parametrize("sido", [p.short for p in provinces()])
def test_every_school_lies_in_a_real_district_of_its_province(world: Any, sido: str) -> None:
    real = {d.name for d in districts() if d.province == sido}
    rows = _year(world, 2024, sido)
    assert rows
    assert {r["sgg"] for r in rows} <= real
    assert len({r["open_id"] for r in rows}) == len(rows)


def test_only_short_names_of_provinces_find_rows(world: Any) -> None:
    """A long province name is 0 rows, not an error (cases on silent zero rows)."""
    assert _year(world, 2023, "경상북도") == []
    assert _year(world, 2015, "경북") == []
    assert {r["sgg"] for r in _year(world, 2023, "경북")} >= {"포항시 북구", "포항시 남구"}


@pytest.mark.parametrize("year", [2016, 2020, 2025])
@pytest.mark.parametrize("sido", ["경북", "세종", "경기"])
def test_figures_add_up(world: Any, sido: str, year: int) -> None:
    for r in _year(world, year, sido):
        where = (sido, year, r["open_id"])
        primary = [r[f"p{n}"] for n in range(1, 7)]
        secondary = [r[f"s{n}"] for n in range(1, 4)]
        if r["kind"] == "초등학교":
            assert r["total"] == sum(primary) + r["combined"] + r["special"], where
            assert r["single"] == sum(primary)
            assert r["classes"] == (
                r["single_classes"] + r["combined_classes"] + r["special_classes"]
            )
            assert not any(secondary)
        elif r["kind"] == "특수학교":
            courses = ("nursery", "primary", "lower", "upper", "trade")
            assert r["total"] == sum(r[f"{c}_pupils"] for c in courses)
            assert r["classes"] == sum(r[f"{c}_classes"] for c in courses)
            assert r["primary_pupils"] == sum(r[f"primary{n}_pupils"] for n in range(1, 7))
        elif r["kind"] == "유치원":
            assert r["total"] == r["kinder"] == r["age3"] + r["age4"] + r["age5"]
        else:
            assert r["total"] == sum(secondary), where
            assert r["special"] <= r["total"]
            assert not any(primary)
        assert 0 <= r["girls"] <= r["total"]
        assert (r["special"] == 0) == (r["special_classes"] == 0)
        assert r["tour"] == 0
        assert r["tour_girls"] == r["special_girls"]
        assert all(v >= 0 for v in r.values() if isinstance(v, int))


def test_a_grade_follows_the_grade_below_a_year_before(world: Any) -> None:
    before = {r["open_id"]: r for r in _year(world, 2022, "경북") if r["kind"] == "중학교"}
    after = {r["open_id"]: r for r in _year(world, 2023, "경북") if r["kind"] == "중학교"}
    shared_ids = before.keys() & after.keys()
    assert len(shared_ids) > 250
    for open_id in shared_ids:
        assert 0 <= before[open_id]["s1"] - after[open_id]["s2"] <= before[open_id]["s1"] // 20 + 1
        if after[open_id]["graduates"]:
            assert after[open_id]["graduates"] == before[open_id]["s3"]


def test_gyeongbuk_is_of_the_real_size(world: Any) -> None:
    """Sums over real replies: 123,644 / 62,246 / 63,205 pupils in 2023; within a fifth."""
    totals: Counter[str] = Counter()
    for r in _year(world, 2023, "경북"):
        totals[r["level_name"]] += r["total"]
    for level, real in (("초등학교", 123_644), ("중학교", 62_246), ("고등학교", 63_205)):
        assert abs(totals[level] - real) < real // 5, (level, totals[level])


def test_ids_are_stable_and_names_are_not_enough(world: Any) -> None:
    years = [_year(world, year, "경북") for year in (2023, 2024)]
    names = [{r["open_id"]: r["name"] for r in rows} for rows in years]
    both = names[0].keys() & names[1].keys()
    assert len(both) > 1600
    assert all(names[0][i] == names[1][i] for i in both)
    assert names[0].keys() != names[1].keys(), "some schools open and some close"
    middle = Counter(r["name"] for r in years[0] if r["kind"] == "중학교")
    assert max(middle.values()) > 1, "two middle schools of the province share a name"


def test_register_and_yearly_rows_agree(world: Any) -> None:
    register = {r["open_id"]: r for r in world.rows("schools")}
    assert len(register) > 20_000
    for r in _year(world, 2021, "전북"):
        school = register[r["open_id"]]
        assert (r["name"], r["sgg"], r["kind"]) == (school["name"], school["sgg"], school["kind"])
        assert not school["closed"] or int(str(school["closed"])) > 2021


def test_provinces_keep_their_counts() -> None:
    for counts in fact_rows("school_counts"):
        schools = province_schools(5, counts["short"])
        running = Counter(s.level for s in schools if s.runs_in(2023))
        for level, number in running.items():
            assert number == int(counts[level]), (counts["short"], level)


def test_sharing_out_keeps_the_sum() -> None:
    assert apportion(10, [1, 1, 1]) == [4, 3, 3]
    assert sum(apportion(683, [26, 92, 54, 7])) == 683
