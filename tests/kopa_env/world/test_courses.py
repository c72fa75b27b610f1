"""Courses, competency standards, jobs abroad, craftspeople: codes lead on and sums agree."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from kopa_env.world.tables.hrdk.course_quals import KEPT, course_qualifications, evaluations
from kopa_env.world.tables.hrdk.course_stats import outcome
from kopa_env.world.tables.hrdk.ncs import duties, units
from kopa_env.world.tables.hrdk.overseas_jobs import NATIONS, YEARS, hires
from kopa_env.world.tables.hrdk.qualifications import qualifications
from kopa_env.world.world import Condition, World

SEEDS = (20260130, 20260131, 7)


@pytest.fixture(scope="module", params=SEEDS)
def each(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[World]:
    """A world of its own for each seed."""
    seed: int = request.param
    made = World(seed, directory=Path(tmp_path_factory.mktemp(f"courses{seed}")))
    yield made
    made.close()


# ---- NCS -------------------------------------------------------------------------------------


def test_the_classification_is_of_the_real_size() -> None:
    every = duties()
    assert len({d.code for d in every}) == len(every)
    assert len({d.code[:2] for d in every}) == 24
    assert 1_000 < len(every) < 1_400
    assert 11_000 < sum(len(units(d.code)) for d in every) < 16_000
    assert units("99999999") == ()


def test_levels_lead_down(each: World) -> None:
    majors = {r["lclas"] for r in each.rows("ncs_majors")}
    for table, names in (
        ("ncs_middles", ("lclas",)),
        ("ncs_minors", ("lclas", "mclas")),
        ("ncs_duties", ("lclas", "mclas", "sclas")),
    ):
        above = {
            "ncs_middles": "ncs_majors", "ncs_minors": "ncs_middles", "ncs_duties": "ncs_minors"
        }[table]  # fmt: skip
        known = {tuple(r[n] for n in names) for r in each.rows(above)}
        assert {tuple(r[n] for n in names) for r in each.rows(table)} == known
    assert {r["lclas"] for r in each.rows("ncs_units")} == majors
    codes = {r["duty"] for r in each.rows("ncs_duty_definitions")}
    assert {r["duty"] for r in each.rows("ncs_units")} == codes
    old = sum(r["used"] == "N" for r in each.rows("ncs_duties"))
    new = sum(r["used"] == "Y" for r in each.rows("ncs_duties"))
    assert 0 < old < new


def test_details_are_told_of_every_unit(each: World) -> None:
    duty = [Condition("duty", "eq", KEPT)]
    numbers = {u.number for u in units(KEPT)}
    for table in ("ncs_scope", "ncs_assessment", "ncs_criteria", "ncs_facilities", "ncs_ksa"):
        rows = each.select(table, duty)[0]
        assert {r["unit_number"] for r in rows} == numbers, table
    assert each.select("ncs_scope", [Condition("duty", "eq", "00000000")])[0] == []


# ---- courses ---------------------------------------------------------------------------------


def test_codes_are_their_own_and_lead_to_units(each: World) -> None:
    every = course_qualifications(each.seed)
    assert not {q.code for q in every} & {q.code for q in qualifications(each.seed)}
    assert {"C001", "B001"} <= {q.code for q in every}
    known = {r["unit"] for r in each.rows("ncs_units")}
    held = defaultdict(set)
    for r in each.rows("course_units"):
        assert r["unit"] in known
        held[r["jmcd"], r["version"]].add(r["unit"])
    for r in each.rows("course_standards"):
        assert held[r["jmcd"], r["version"]]
        hours = (int(str(r[n])) for n in ("hours", "basic_hours", "must_hours", "may_hours"))
        total, basic, must, may = hours
        assert total == basic + must + may
    assert any(KEPT in str(r["unit"]) for r in each.rows("unit_standards"))


def test_a_year_of_courses_adds_up(each: World) -> None:
    sums: Counter[tuple[object, object]] = Counter()
    passed: Counter[tuple[object, object]] = Counter()
    for r in each.rows("course_results"):
        sums[r["kind"], r["year"]] += int(str(r["sat"]))
        passed[r["kind"], r["year"]] += int(str(r["passed"]))
    for r in each.rows("course_kind_results"):
        key = (r["kind"], r["year"])
        assert (r["sat"], r["passed"]) == (sums[key], passed[key])
    for table in ("course_acquirers_by_sex", "course_acquirers_by_age"):
        found: Counter[tuple[object, object]] = Counter()
        for r in each.rows(table):
            found[r["kind"], r["year"]] += int(str(r["acquired"]))
        assert found == passed, table
    for table in ("course_results_by_institution", "course_results_by_plan"):
        found = Counter()
        for r in each.rows(table):
            found[r["kind"], r["year"]] += int(str(r["sat"]))
        assert found == sums, table
    q = course_qualifications(each.seed)[0]
    assert outcome(each.seed, q, q.since - 1).sat == 0


def test_evaluations_and_reviews_lead_on(each: World) -> None:
    plans = {e.plan for e in evaluations(each.seed)}
    assert {r["plan"] for r in each.rows("evaluation_sites")} == plans
    assert {r["plan"] for r in each.rows("course_results_by_plan")} <= plans
    for e in evaluations(each.seed):
        assert list(e.days) == sorted(e.days)
    reviews = {r["review"] for r in each.rows("course_reviews")}
    for table in ("course_review_areas", "course_review_criteria", "designated_courses"):
        assert {r["review"] for r in each.rows(table)} <= reviews


# ---- jobs abroad, craftspeople -----------------------------------------------------------------


def test_jobs_abroad_add_up(each: World) -> None:
    nations: Counter[tuple[object, object]] = Counter()
    for r in each.rows("overseas_hires"):
        assert 0 <= int(str(r["trained"])) <= int(str(r["hired"]))
        nations[r["year"], r["nation"]] += int(str(r["hired"]))
    for r in each.rows("overseas_nation_years"):
        assert nations[r["year"], r["nation"]] == r["hired"]
    for year in YEARS:
        total = sum(row[2] for row in hires(each.seed, year))
        where = [Condition("year", "eq", str(year))]
        jobs = each.select("overseas_job_years", where)[0]
        assert sum(int(str(r["hired"])) for r in jobs) == total
        trained = each.select("overseas_trained", where)[0]
        by_basis: Counter[object] = Counter()
        for r in trained:
            by_basis[r["basis"]] += int(str(r["trained"]))
        assert by_basis["1"] == by_basis["2"]
    assert {r["nation"] for r in each.rows("overseas_notices")} <= {n for n, _ in NATIONS}


def test_craftspeople_and_contests(each: World) -> None:
    people = {r["meister"] for r in each.rows("meisters")}
    assert "10000" in people
    assert {r["meister"] for r in each.rows("meister_certificates")} == people
    assert sum(int(str(r["count"])) for r in each.rows("meister_sums")) == len(people)
    for r in each.rows("contest_attendance"):
        came, away = int(str(r["entered"])), int(str(r["away"]))
        out = int(str(r["gave_up"])) + int(str(r["disqualified"]))
        assert int(str(r["took_part"])) == came - away - out >= 0
    for r in each.rows("work_learning_years"):
        assert r["total"] == sum(int(str(r[f"m{n}"])) for n in range(1, 6))
        assert r["total"] == sum(int(str(r[f"h{n}"])) for n in range(1, 7))
        assert r["total"] == sum(int(str(r[n])) for n in list(r)[13:])


def test_departments_lead_to_fields_and_universities(each: World) -> None:
    known = {r["dept"] for r in each.rows("department_fields")}
    assert {r["dept"] for r in each.rows("university_departments")} <= known
    assert {r["dept"] for r in each.rows("department_series")} <= known
