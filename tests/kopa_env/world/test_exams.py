"""Exams of the national qualifications: figures of one year agree from table to table."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.districts import districts
from kopa_env.world.tables.hrdk.acquirers import AGES, EDUCATIONS, REGIONS, acquirers, counts
from kopa_env.world.tables.hrdk.exam_figures import NOTHING, figures, of_year, up_to, within
from kopa_env.world.tables.hrdk.exam_rounds import by_eligibility, of_rounds
from kopa_env.world.tables.hrdk.exam_schedule import NEVER, of_qualification, regular, rolling
from kopa_env.world.tables.hrdk.exam_sites import jurisdictions, sites
from kopa_env.world.tables.hrdk.qualifications import (
    by_code,
    examined,
    fields,
    prof_series,
    qualifications,
    technical,
)
from kopa_env.world.world import Condition, World

SEEDS = (20260130, 20260131, 7)
YEAR = "2023"


@pytest.fixture(scope="module", params=SEEDS)
def each(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    """A world of its own for each seed."""
    seed: int = request.param
    made = World(seed, directory=Path(tmp_path_factory.mktemp(f"world{seed}")))
    yield made
    made.close()


def _of(world: World, table: str, **where: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = world.select(
        table, [Condition(k, "eq", v) for k, v in where.items()]
    )[0]
    return rows


# ---- qualifications --------------------------------------------------------------------------


def test_facts_are_a_choice_with_codes_that_fit() -> None:
    rows = fact_rows("qualifications")
    assert 400 < len(rows) < 560, "a choice, not the whole list"
    assert len({r["code"] for r in rows}) == len(rows)
    for r in rows:
        assert (r["kind"] == "T") == (r["field"] in fields())
        assert r["kind"] == "T" or r["series"] in prof_series()


@pytest.mark.parametrize("seed", SEEDS)
def test_about_six_hundred_qualifications_some_of_them_fictional(seed: int) -> None:
    every = qualifications(seed)
    assert 560 < len(every) < 640
    assert len({q.code for q in every}) == len(every)
    assert len({q.name for q in every}) == len(every)
    assert all(len(q.code) == 4 for q in every)
    made = [q for q in every if q.made]
    assert 70 < len(made) < 140
    assert {q.code for q in made} & {r["code"] for r in fact_rows("qualifications")} == set()
    assert by_code(seed)["1320"].name == "정보처리기사"
    assert {q.name for q in technical(7) if q.made} != {q.name for q in technical(8) if q.made}


# ---- figures ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_a_year_is_of_the_real_size(seed: int) -> None:
    total = NOTHING
    for _, f in of_year(seed, 2023):
        total += f
    assert 1_000_000 < total.written.sat < 1_900_000
    assert 1_000_000 < total.practical.sat < 1_600_000
    assert 500_000 < total.acquired < 760_000
    quiet, usual = (sum(f.written.sat for _, f in of_year(seed, y)) for y in (2020, 2019))
    assert quiet < usual * 9 // 10, "exams were cancelled in 2020"


@pytest.mark.parametrize("seed", SEEDS)
def test_figures_make_sense_and_rounds_add_up(seed: int) -> None:
    for q, f in of_year(seed, 2024):
        assert f.fresh.applied <= f.written.passed, q
        assert f.acquired <= f.practical.sat <= f.practical.applied
        rounds = NOTHING
        for _, part in of_rounds(seed, q.code, 2024):
            assert part.fresh.applied <= part.written.passed
            rounds += part
        parts = NOTHING
        for _, _, part in by_eligibility(seed, q.code, 2024):
            parts += part
        assert rounds == f == parts, q
        assert up_to(seed, q.code, 2024) == up_to(seed, q.code, 2023) + f


@pytest.mark.parametrize("seed", SEEDS)
def test_traits_add_up_to_the_acquirers(seed: int) -> None:
    for q, f in of_year(seed, 2022):
        who, known = acquirers(seed, q.code, 2022), counts(seed, q.code, 2022)
        assert {trait: sum(numbers) for trait, numbers in known.items()} == dict.fromkeys(
            known, f.acquired
        )
        for trait in ("sex", "age", "education", "region", "month"):
            found = Counter(getattr(who, trait))
            assert [found[n] for n in range(len(known[trait]))] == known[trait]


def test_nothing_is_known_before_a_qualification_or_after_the_last_year() -> None:
    made = next(q for q in examined(7) if q.since > 2012)
    assert figures(7, made.code, made.since - 1) == NOTHING
    assert figures(7, "1320", 2026) == NOTHING
    assert figures(7, "9777", 2025) == NOTHING, "set up in 2026: no exam yet"


def test_sharing_within_caps() -> None:
    from kopa_env.world.draw import Draw

    for n in range(50):
        parts = within(Draw(n), 9, [1, 5, 0, 4])
        assert sum(parts) == 9
        assert all(0 <= part <= cap for part, cap in zip(parts, [1, 5, 0, 4], strict=True))


# ---- tables ----------------------------------------------------------------------------------


def test_grades_and_totals_are_sums_of_qualifications(each: World) -> None:
    trends = _of(each, "exam_trends", year=YEAR)
    total = _of(each, "exam_totals", year=YEAR)[0]
    grades = _of(each, "grade_trends", year=YEAR)
    assert [g["grade_name"] for g in grades] == [
        *("기술사", "기능장", "기사", "산업기사", "전문사무", "기능사", "기능사보")
    ]
    for n in range(1, 7):
        for name in ("w_sat", "p_sat"):
            column = f"{name}{n}"
            assert sum(r[column] for r in trends) == total[column]
            assert sum(g[column] for g in grades) == total[column]
        assert sum(g[f"acquired{n}"] for g in grades) == total[f"p_passed{n}"]
        ages = _of(each, "age_trends", year=YEAR)
        sexes = _of(each, "acquirer_trends", year=YEAR)
        assert sum(a[f"n{n}"] for a in ages) == total[f"p_passed{n}"]
        assert sum(s[f"n{n}"] for s in sexes) == total[f"p_passed{n}"]


def test_a_year_back_is_the_next_column(each: World) -> None:
    now, before = (_of(each, "exam_totals", year=y)[0] for y in ("2023", "2022"))
    for name in ("w_sat", "w_passed", "p_sat", "p_passed"):
        assert [now[f"{name}{n}"] for n in range(2, 6)] == [
            before[f"{name}{n}"] for n in range(1, 5)
        ]
        assert now[f"{name}6"] == before[f"{name}5"] + before[f"{name}6"]


def test_breakdowns_of_a_year_agree(each: World) -> None:
    total = _of(each, "exam_totals", year=YEAR)[0]
    ages = _of(each, "tests_by_age", year=YEAR)
    assert 3_500 < len(ages) < 6_500
    assert {r["age"] for r in ages} <= set(AGES)
    schools = _of(each, "tests_by_education", year=YEAR)
    assert {r["education"] for r in schools} <= set(EDUCATIONS)
    rights = _of(each, "tests_by_eligibility", year=YEAR)
    for rows in (ages, schools, rights):
        assert sum(r["final_passed"] for r in rows) == total["p_passed1"]
        assert all(0 <= r["final_passed"] <= r["final_sat"] for r in rows)
    assert sum(r["final_sat"] for r in ages) == sum(r["final_sat"] for r in rights)
    for name in ("w_sat", "w_passed", "p_sat", "p_passed"):
        assert sum(r[name] for r in rights) == total[f"{name}1"]
    for r in rights:
        assert r["p_passed"] == r["fresh_passed"] + r["exempt_passed"]
        assert r["p_sat"] == r["fresh_sat"] + r["exempt_sat"]
        assert r["fresh_applied"] <= r["w_passed"] <= r["w_sat"] <= r["w_applied"]


def test_rounds_agree_with_the_year(each: World) -> None:
    total = _of(each, "exam_totals", year=YEAR)[0]
    rounds = _of(each, "tests_by_round", year=YEAR)
    for stage, name in (("필기", "w"), ("실기", "p")):
        rows = [r for r in rounds if r["stage"] == stage]
        assert sum(r["sat"] for r in rows) == total[f"{name}_sat1"]
        assert sum(r["passed"] for r in rows) == total[f"{name}_passed1"]
    rights = _of(each, "eligibility_rounds", year=YEAR)
    assert sum(r["w_passed"] for r in rights) == total["w_passed1"]
    assert sum(r["p_passed"] for r in rights) == total["p_passed1"]
    known = {r["emqual"] for r in each.rows("eligibility_codes")}
    assert {r["emqual"] for r in rights} <= known
    bases = _of(each, "basis_rounds", year=YEAR)
    assert (
        0 < sum(r["end"] + r["end0"] + r["job"] + r["jobend"] for r in bases) < total["p_passed1"]
    )


def test_regions_and_profiles_agree_with_the_year(each: World) -> None:
    total = _of(each, "exam_totals", year=YEAR)[0]["p_passed1"]
    regions = _of(each, "region_acquirers", year=YEAR)
    assert sum(r["acquired"] for r in regions) == total
    for r in regions:
        assert r["acquired"] == r["men"] + r["women"] == sum(r[f"age{n}"] for n in range(1, 6))
        assert r["acquired"] == r["y5"]
    ranks = defaultdict(list)
    for r in regions:
        ranks[r["quarter"], r["region"], r["series"]].append((r["rank"], r["acquired"]))
    for group in ranks.values():
        assert [rank for rank, _ in sorted(group)] == list(range(1, len(group) + 1))
        numbers = [number for _, number in sorted(group)]
        assert numbers == sorted(numbers, reverse=True)
    profiles = _of(each, "acquirer_profiles", year=YEAR)
    technical_ = [r for r in profiles if r["kind"] == "T"]
    assert sum(r["acquired"] for r in technical_) == total
    assert {r["kind"] for r in profiles} == {"T", "C", "W"}
    by_region: Counter[str] = Counter()
    for r in technical_:
        by_region[r["sido"]] += r["acquired"]
    provinces = _of(each, "province_acquirers", year=YEAR)
    recent: Counter[str] = Counter()
    for r in provinces:
        recent[r["sido"]] += r["n5"]
    assert by_region == recent
    assert set(by_region) == {name for name, _ in REGIONS}


def test_stock_is_last_years_and_this_years(each: World) -> None:
    now, before = (
        {(r["jmcd"], r["sex"]): r["acquired"] for r in _of(each, "acquirers_by_sex", year=y)}
        for y in ("2023", "2022")
    )
    grown = sum(now.values()) - sum(before.values())
    assert grown == _of(each, "exam_totals", year=YEAR)[0]["p_passed1"]
    assert all(now[key] >= number for key, number in before.items())
    ages: Counter[str] = Counter()
    for r in _of(each, "acquirers_by_age", year=YEAR):
        ages[r["jmcd"]] += r["acquired"]
    sexes: Counter[str] = Counter()
    for (code, _), number in now.items():
        sexes[code] += number
    assert ages == sexes


def test_rankings_run_downwards(each: World) -> None:
    for table in ("acquisition_ranks", "application_ranks"):
        groups = defaultdict(list)
        for r in each.rows(table):
            groups[r["year"], r["grade"]].append(r)
        for rows in groups.values():
            numbers = [int(str(r["number"])) for r in rows]
            assert numbers == sorted(numbers, reverse=True)
            assert [r["rank"] for r in rows] == list(range(1, len(rows) + 1))


def test_applications_by_residence_are_those_of_the_rounds(each: World) -> None:
    rows = _of(each, "applicants_by_residence", year=YEAR)
    applied = sum(
        f.written.applied + f.practical.applied
        for q, f in of_year(each.seed, 2023)
        if not q.rolling
    )
    assert sum(r["applied"] for r in rows) == applied
    assert {r["branch_name"] for r in rows} <= {
        r["branch_name"] for r in each.rows("branch_offices")
    }


def test_papers_fees_and_texts_belong_to_qualifications(each: World) -> None:
    codes = {q.code for q in qualifications(each.seed)}
    for table in ("exam_subjects", "exam_fees", "exam_guides", "exam_workshops", "open_questions"):
        held = {str(r["jmcd"]) for r in each.rows(table)}
        assert held <= codes | {str(r["jmcd"]) for r in each.rows("course_qualifications")}, table
    fees = {r["jmcd"]: str(r["text"]) for r in each.rows("exam_fees")}
    assert len(codes) * 7 // 10 < len(fees) < len(codes), "some tell no fee"
    assert fees["1320"].startswith("1차 : ")
    assert any(text.startswith(", 2차") for text in fees.values())
    assert any("3차" in text for text in fees.values())


# ---- schedules -------------------------------------------------------------------------------

_REAL_FIRST = {"01": "20260106", "02": "20260106", "03": "20260112", "04": "20260106"}


@pytest.mark.parametrize("seed", SEEDS)
def test_rounds_are_in_order_and_not_the_real_ones(seed: int) -> None:
    for r in (*regular(seed), *rolling(seed)):
        assert r.reg[0] <= r.reg[1] < r.doc[0] <= r.doc[1] <= r.doc_pass
        assert r.prac_reg[0] <= r.prac_reg[1] < r.prac[0] <= r.prac[1] < r.done <= "20261231"
        assert r.rolling or r.doc_pass <= r.prac_reg[0]
    for series, start in _REAL_FIRST.items():
        first = next(r for r in regular(seed) if r.series == series)
        assert first.reg[0] != start


def test_grade_lists_repeat_rounds(each: World) -> None:
    rows = [r for r in each.rows("series_rounds") if r["series"] == "03"]
    times = Counter(r["description"] for r in rows)
    assert list(times.values()) == [2, 2, 3], "places left over; a holiday cuts the third in two"
    craft = [r for r in each.rows("series_rounds") if r["series"] == "04"]
    assert sum("상시" in str(r["description"]) for r in craft) == 25
    exempt = next(r for r in craft if "필기면제" in str(r["description"]))
    assert {exempt[k] for k in ("reg_start", "reg_end", "exam", "pass")} == {NEVER}
    assert all(r["submit_start"] is None for r in craft)
    assert all(r["submit_start"] for r in rows)


def test_a_qualifications_rounds_are_those_of_its_series(each: World) -> None:
    for q in technical(each.seed):
        rows = _of(each, "qualification_rounds", jmcd=q.code)
        same = _of(each, "all_rounds", jmcd=q.code, kind="T")
        if q.rolling:
            assert rows == []
            assert len(same) == 25
            continue
        assert {r["reg_start"] for r in rows} == {r["reg_start"] for r in same}
        assert len(rows) == len(of_qualification(each.seed, q)) == len(same)


# ---- sites -----------------------------------------------------------------------------------


def test_every_district_has_one_branch() -> None:
    served = {d.code: b.code for d, b in jurisdictions()}
    assert set(served) == {d.code for d in districts()}
    assert set(served.values()) == {r["code"] for r in fact_rows("hrdk_branches")}


@pytest.mark.parametrize("seed", SEEDS)
def test_exams_are_held_in_schools_of_the_world(seed: int) -> None:
    places = sites(seed)
    assert 800 < len(places) < 2_000
    seoul = [s for s in places if s.branch.code == "01"]
    assert any(not s.address.startswith("서울") for s in seoul), "branch 01 has others' places"
    assert sum(s.own for s in places) >= 24
