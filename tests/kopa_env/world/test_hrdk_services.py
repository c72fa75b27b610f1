"""한국산업인력공단's other services: remote training, Korean test, foreign workers, Work TV."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.compile import PACKAGE, read_platform
from kopa_env.language.particles import particle_errors
from kopa_env.outcome import Record, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.shapes import fits
from kopa_env.replica.spec import load_replica
from kopa_env.world.tables.hrdk import HRDK_TABLES
from kopa_env.world.tables.hrdk.ncs_search import LEVELS
from kopa_env.world.tables.hrdk.remote_site import CODES
from kopa_env.world.world import Condition, World

TOOLS, ABOUT, SEMANTICS = read_platform(PACKAGE / "platforms" / "hrdk")
DECLARED = load_replica(SEMANTICS)
ENDPOINTS = [spec.name for spec in TOOLS if spec.endpoint]
FAMILIES = ("remote_", "captcha_", "fraud_", "monitor_", "eps_", "return_", "worktv_", "qnet_")
FURTHER = (
    "labor_offices", "key_industry_trainings", "compatriot_lessons", "building_lessons",
    "lesson_venues", "hrdnet_links", "career_lessons", "professor_wishes", "ncs_searches",
    "ncs_lessons", "ncs_downloads", "keco_jobs", "work_learning_occupations",
    "work_learning_subjects",
)  # fmt: skip
MINE = sorted(
    t.name for t in HRDK_TABLES if t.name.startswith(FAMILIES) or t.name in FURTHER
)  # fmt: skip
SERVED = sorted(name for name in DECLARED if DECLARED[name].table in MINE)
TODAY = "20260130"
PLANNED = {"hrdk_korean_test_schedule"}
FOREIGN = {"pronunciation", "frgnSentence", "agencyKorNm"}
"""Fields with words that are no Korean."""


@pytest.fixture(scope="module")
def hrd(world: World) -> Replica:
    """A replica of this platform alone."""
    assert ABOUT is not None
    return Replica(world, Catalogue.of(tuple(TOOLS), (ABOUT,)), DECLARED)


def _ask(hrd: Replica, name: str, **args: str) -> ToolResult:
    return hrd.answer(hrd.catalogue[f"hrdk_{name}"], args)[0]


def _rows(hrd: Replica, name: str, **args: str) -> list[Record]:
    found = _ask(hrd, name, **args)
    assert found.status is Status.OK, (name, args, found.code)
    return list(found.records)


def _example(hrd: Replica, name: str) -> ToolResult:
    spec = hrd.catalogue[name]
    args = {p.wire_name: str(p.example) for p in spec.params if p.required}
    size = {spec.paging.size: "1000"} if spec.paging else {}
    return hrd.answer(spec, {**args, **size})[0]


def _all(world: World, table: str) -> list[dict[str, Any]]:
    return [dict(row) for row in world.rows(table)]


def _column(world: World, table: str, name: str) -> set[object]:
    return {row[name] for row in world.rows(table)}


# ---- every tool ------------------------------------------------------------------------------


def test_every_tool_is_declared() -> None:
    assert [n for n in ENDPOINTS if n not in DECLARED or DECLARED[n].table == "listing"] == []
    assert len(SERVED) == 75


@pytest.mark.parametrize("name", SERVED)
def test_a_tool_answers_its_example_in_its_own_shapes(hrd: Replica, name: str) -> None:
    assert hrd.check(hrd.catalogue[name]) == ()
    found = _example(hrd, name)
    assert found.status is Status.OK
    filled = set()
    for record in found.records:
        for field in hrd.catalogue[name].fields:
            value = record[field.path]
            assert not field.shape or fits(value, field.shape), (field.path, value)
            filled |= {field.path} if value not in ("", None) else set()
    assert filled == {field.path for field in hrd.catalogue[name].fields}, "a field never filled"


@pytest.mark.parametrize("name", SERVED)
def test_nothing_has_happened_later_than_today(hrd: Replica, name: str) -> None:
    if name in PLANNED:
        return
    for field in hrd.catalogue[name].fields:
        if field.shape in ("date8", "datetime19", "ym6", "year4"):
            days = {str(r[field.path]).replace("-", "")[:8] for r in _example(hrd, name).records}
            assert max(days) <= TODAY, field.path


@pytest.mark.parametrize("name", SERVED)
def test_particles_fit_their_words(hrd: Replica, name: str) -> None:
    fields = hrd.catalogue[name].fields
    prose = [f.path for f in fields if f.shape != "address" and f.path not in FOREIGN]
    for record in _example(hrd, name).records[:400]:
        for path in prose:
            text = str(record[path])
            assert not re.search(r"[을은이과]\([를는가와란]\)|\([을은이]\)", text), text
            if re.search("[가-힣] ", text):
                assert particle_errors(text) == [], text


def test_pages_are_asked_with_numofrow(hrd: Replica) -> None:
    first = _rows(hrd, "fraud_pattern_hits_by_agency", numOfRow="7", pageNo="2")
    whole = _rows(hrd, "fraud_pattern_hits_by_agency", numOfRow="14")
    assert first == whole[7:]


# ---- remote training -------------------------------------------------------------------------


def test_ids_of_remote_training_lead_on(world: World) -> None:
    agents = _column(world, "remote_agencies", "agent")
    assert len(agents) == 168
    for table in ("remote_courses", "fraud_hits", "remote_triggers", "remote_consultings"):
        assert _column(world, table, "agent") <= agents, table
    known = _column(world, "remote_courses", "course_id")
    assert _column(world, "captcha_submissions", "course_id") <= known
    assert _column(world, "remote_assessments", "course_id") == known
    attends = _column(world, "remote_results", "attend")
    assert _column(world, "captcha_submissions", "attend") <= attends
    trainees = _column(world, "remote_logins", "trainee")
    assert _column(world, "captcha_submissions", "trainee") <= trainees
    for table in ("fraud_hits", "fraud_run_errors", "fraud_months", "fraud_pattern_schedules"):
        assert _column(world, table, "pattern") <= _column(world, "fraud_patterns", "pattern")
    runs = _column(world, "fraud_runs", "run")
    assert _column(world, "fraud_hits", "run") <= runs
    assert _column(world, "fraud_run_errors", "run") <= runs


def test_sums_of_remote_training_agree(world: World) -> None:
    courses = Counter(row["agent"] for row in _all(world, "remote_courses"))
    totals = _all(world, "remote_agency_statistics")
    assert {row["agent"]: row["courses"] for row in totals} == courses
    assert sum(row["attended"] for row in totals) == len(_column(world, "remote_results", "attend"))
    assert all(row["passed"] <= row["attended"] for row in totals)
    hits: Counter[object] = Counter()
    months: Counter[tuple[str, object]] = Counter()
    for row in _all(world, "fraud_hits"):
        hits[row["run"]] += row["count"]
        months[str(row["day"])[:6], row["pattern"]] += row["count"]
    assert {r["run"]: r["total"] for r in _all(world, "fraud_runs")} == hits
    assert {(r["ym"], r["pattern"]): r["count"] for r in _all(world, "fraud_months")} == months
    of_month = Counter(str(row["day"])[:6] for row in _all(world, "captcha_submissions"))
    told = _all(world, "captcha_months")
    assert {r["ym"]: r["total"] for r in told if r["category"] == "M"} == of_month
    december = next(r for r in told if (r["ym"], r["category"]) == ("202512", "Y"))
    assert december["total"] == sum(n for ym, n in of_month.items() if ym[:4] == "2025")
    for r in _all(world, "monitor_cleansing"):
        assert r["total"] - r["failed"] == r["inserted"] + r["deleted"] + r["changed"]
    accesses = Counter(
        (str(r["moment"])[:10].replace("-", ""), r["account"])
        for r in _all(world, "monitor_accesses")
    )
    days = {(r["day"], r["account"]): int(r["total"]) for r in _all(world, "monitor_ip_days")}
    assert days == accesses


def test_codes_menus_and_offices_are_known(world: World) -> None:
    for table, column, group in (
        ("remote_retakes", "reason", "10420"),
        ("remote_retakes", "detail", "10470"),
        ("remote_triggers", "big_code", "10380"),
        ("remote_triggers", "small", "10400"),
        ("remote_consultings", "type", "10480"),
    ):
        assert _column(world, table, column) <= {code for code, _ in CODES[group]}
    menus = {r["menu"]: r for r in _all(world, "monitor_menus")}
    assert all(r["upper"] == "0" or r["upper"] in menus for r in menus.values())
    paths = {r["path"] for r in menus.values()}
    assert {str(r["url"]).split(".kr", 1)[1] for r in _all(world, "monitor_accesses")} <= paths
    branches = _column(world, "labor_offices", "branch")
    for table in ("remote_agencies", "remote_courses", "key_industry_trainings"):
        assert _column(world, table, "branch") <= branches


def test_every_course_lies_with_one_kind_of_training(hrd: Replica) -> None:
    worker = _ask(hrd, "worker_training_by_office").total or 0
    account = _ask(hrd, "account_training_by_office").total or 0
    assert worker > account > 100
    assert worker + account == _ask(hrd, "remote_training_courses").total


def test_an_issue_is_restored_before_it_is_analysed(world: World) -> None:
    for r in _all(world, "monitor_issues"):
        moments = [r[name] for name in ("checked", "restored", "analysed")]
        told = [str(m) for m in moments if m is not None]
        assert told == sorted(told)
        assert moments[1] is not None or moments[2] is None
    for table in ("monitor_accesses", "monitor_private_views"):
        rows = _all(world, table)
        assert all(
            a["number"] == b["number"] + 1 and a["moment"] >= b["moment"] for a, b in pairwise(rows)
        )


# ---- the Korean test and foreign workers -----------------------------------------------------


def test_countries_of_the_korean_test_agree(hrd: Replica) -> None:
    known = {r["natCd"]: r["natHanNm"] for r in _rows(hrd, "country_code_names", numOfRows="50")}
    assert len(known) == 17
    sites = _rows(hrd, "test_site_codes_by_country", numOfRows="500")
    assert {r["natCd"] for r in sites} == set(known)
    assert {r["regnOfceNm"] for r in _rows(hrd, "korean_test_sites")} == set(known.values())
    trades = _rows(hrd, "korean_test_countries_industries", numOfRows="500")
    jobs = _rows(hrd, "industry_job_codes_by_country", numOfRows="1000")
    pairs = {(r["regnOfceId"], r["jobCd"]) for r in trades}
    assert {(r["natCd"], r["natItpCd"]) for r in jobs} <= pairs


def test_a_revision_leads_to_its_contents(hrd: Replica) -> None:
    revisions = _rows(hrd, "korean_test_question_book_revisions")
    name = "korean_test_question_book_contents"
    parts = [_ask(hrd, name, revCd=str(r["revCd"])).total or 0 for r in revisions]
    assert all(parts)
    assert sum(parts) == _ask(hrd, name).total
    assert _ask(hrd, name, revCd="R1999").status is Status.EMPTY


def test_rounds_of_the_korean_test_are_in_order(hrd: Replica) -> None:
    order = ("receiptStartDate", "receiptEndDate", "examStDate", "passAnnounceDate")
    for r in _rows(hrd, "korean_test_schedule"):
        days = [str(r[name]) for name in order]
        assert days == sorted(days)
        assert days[0][:4] == r["examYr"]


def test_phrases_need_language_and_both_categories(hrd: Replica) -> None:
    name, method = "foreign_language_phrases", {"method": "getApiForeignLanguageDb"}
    args = {"searchLanguage": "베트남", "searchMain": "인사", "searchSub": "만남"}
    found = _rows(hrd, name, **method, **args)
    assert found[0]["korSentence"] == "안녕하세요."
    assert found[0]["frgnSentence"] == "Xin chào."
    assert _ask(hrd, name, **method, searchLanguage="베트남").code == "11"
    assert _ask(hrd, name, **args, method="getOther").code == "10"
    other = _rows(hrd, name, **method, **{**args, "searchLanguage": "태국"})
    assert len(other) == len(found)
    assert other[0]["frgnSentence"] != found[0]["frgnSentence"]


def test_job_seekers_are_counted_from_their_resumes(hrd: Replica, world: World) -> None:
    resumes = _rows(hrd, "job_seeker_resumes", method="getApiTblResume")
    counts = _rows(hrd, "job_seekers_by_nationality_education", method="getApiTblKorcareer")
    by_nation = Counter(str(r["nationalName"]) for r in resumes)
    told: Counter[str] = Counter()
    for r in counts:
        told[str(r["nationality"])] += int(str(r["countValue"]))
    assert told == by_nation
    assert _ask(hrd, "job_seeker_resumes").code == "11"
    assert _column(world, "eps_media", "receipt") <= _column(world, "eps_resumes", "receipt")


def test_the_search_finds_open_notices_only(hrd: Replica) -> None:
    notices = _rows(hrd, "return_support_local_job_postings", numOfRows="1000")
    found = _rows(hrd, "employment_search", method="getApiEmployment")
    assert 50 < len(found) < len(notices)
    names = {r["localCompanyName"] for r in notices}
    assert {r["localCompanyName"] for r in found} < names


# ---- Work TV, the NCS, 일학습병행 --------------------------------------------------------------


def test_a_day_on_the_air(hrd: Replica, world: World) -> None:
    aired = _rows(hrd, "worktv_broadcast_schedule", airWhatday="20250115")
    clock = [f"{r['airTime']}{r['airMinute']}" for r in aired]
    assert clock == sorted(set(clock))
    assert {r["airWhatday"] for r in aired} == {"20250115"}
    where = [Condition("day", "eq", "20250115")]
    keys = {r["programme"] for r in world.select("worktv_airings", where)[0]}
    running = {
        r["programme"]
        for r in _all(world, "worktv_programmes")
        if r["first_day"] <= "20250115" <= (r["last_day"] or TODAY)
    }
    assert keys <= running
    assert _ask(hrd, "worktv_broadcast_schedule", airWhatday="20270101").status is Status.EMPTY
    named = _rows(hrd, "worktv_programs", programNm="취업")
    assert all("취업" in str(r["programNm"]) for r in named)
    assert {r["airYn"] for r in named} == {"Y", "N"}
    assert all((r["airEndDt"] == "") == (r["airYn"] == "Y") for r in named)


def test_a_search_of_the_ncs_counts_and_slices(hrd: Replica, world: World) -> None:
    span = {"LVL": "능력단위", "SWRD": "설계"}
    found = _rows(hrd, "ncs_keyword_search", **span, SNUM="11", ENUM="20")
    assert [int(str(r["RN"])) for r in found] == list(range(11, 21))
    total = int(str(found[0]["TOT_CNT"]))
    assert total == sum("설계" in str(r["unit_name"]) for r in _all(world, "ncs_units"))
    within = _rows(hrd, "ncs_keyword_search", **{**span, "SWRD": "계"}, SNUM="1", ENUM="1")
    assert int(str(within[0]["TOT_CNT"])) > total, "a part of a word is found too"
    nothing = _ask(hrd, "ncs_keyword_search", **{**span, "SWRD": "없는말"}, SNUM="1", ENUM="5")
    assert nothing.status is Status.EMPTY
    assert _ask(hrd, "ncs_keyword_search", **span, SNUM="1").code == "11"
    assert _ask(hrd, "ncs_keyword_search", **span, SNUM="a", ENUM="5").code == "10"
    majors = _rows(hrd, "ncs_keyword_search", LVL="대분류", SWRD="건설", SNUM="1", ENUM="9")
    assert {(r["NCS_LCLAS_CD"], r["NCS_MCLAS_CD"]) for r in majors} == {("14", "")}
    assert _column(world, "ncs_searches", "level") == set(LEVELS)


def test_courses_over_a_span_add_up(hrd: Replica, world: World) -> None:
    years = {r["year"]: r["total"] for r in _all(world, "work_learning_years")}
    for tool in ("occupation", "subject"):
        name = f"work_learning_courses_by_{tool}"
        for first, last in (("2022", "2022"), ("2022", "2025"), ("2014", "2025")):
            rows = _rows(hrd, name, startYyyy=first, endYyyy=last)
            wanted = sum(n for year, n in years.items() if first <= year <= last)
            assert sum(int(str(r["tracseCnt"])) for r in rows) == wanted
        everything = _rows(hrd, name)
        assert everything == rows
        counts = [int(str(r["tracseCnt"])) for r in everything]
        assert counts == sorted(counts, reverse=True)
        assert _ask(hrd, name, startYyyy="2030").status is Status.EMPTY
        assert _ask(hrd, name, startYyyy="올해").code == "10"
        fewer = _rows(hrd, name, schNcsLclasCd="20")
        assert 0 < len(fewer) < len(everything)
    level = _rows(hrd, "work_learning_courses_by_subject", schLvlCd="L3")
    assert {r["lvlCd"] for r in level} == {"L3"}
    assert all(str(r["jmNm"]).endswith("_L3") for r in level)


def test_lists_that_one_argument_narrows(hrd: Replica) -> None:
    assert len(_rows(hrd, "career_education_by_region_2022")) == 17
    assert len(_rows(hrd, "career_education_by_region_2022", branchNm="경기도")) == 1
    codes = _rows(hrd, "keco_job_codes", codeName="용접", numOfRows="99")
    assert {r["secCode"] for r in codes} == {"821", "822", "823", "824", "825"}
    assert _ask(hrd, "ncs_download_counts", date="202503").total == 1
    links = _rows(hrd, "hrdnet_link_history")
    assert {r["year"] for r in links} == {"2026"}
    assert _rows(hrd, "hrdnet_link_history", year="2024")[0]["rn"] in (1, "1")
    views = {"openapiKey": "1", "stDt": "20240115"}
    assert {r["deviceType"] for r in _rows(hrd, "worktv_api_view_counts", **views)} >= {"PC"}
    assert _ask(hrd, "worktv_api_view_counts", stDt="20240115").code == "11"


def test_another_seed_is_another_world(tmp_path_factory: pytest.TempPathFactory) -> None:
    names = ("remote_agencies", "fraud_hits", "eps_resumes", "worktv_programmes")
    worlds = [World(n, directory=tmp_path_factory.mktemp(f"seed{n}")) for n in (20260130, 20260131)]
    for name in names:
        first, second = (world.digest(name) for world in worlds)
        assert first != second
    for world in worlds:
        world.close()
