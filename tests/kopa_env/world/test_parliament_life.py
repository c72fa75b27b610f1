"""The Assembly's daily life: what is listed holds together, and nobody real is put to it."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.language.particles import particle_errors
from kopa_env.outcome import Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, read_yaml
from kopa_env.world.clock import TODAY
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.calendar import plenary_days
from kopa_env.world.tables.members import TERM_END, TERM_START, fictional_members
from kopa_env.world.tables.parliament_life import PARLIAMENT_LIFE
from kopa_env.world.tables.parliament_life.groups import groups
from kopa_env.world.world import Condition, World

TOOLS = [
    "assembly_recruitment_grade8",
    "assembly_recruitment_grade9",
    "assembly_press_room_usage",
    "assembly_facilities",
    "assembly_open_events",
    "assembly_theatre_performances",
    "assembly_theatre_films",
    "assembly_museum_events",
    "assembly_tv_schedule",
    "assembly_member_second_posts",
    "assembly_member_press_conferences",
    "assembly_aide_job_openings",
    "assembly_member_seminars",
    "assembly_member_research_papers",
    "assembly_research_groups",
    "assembly_member_activity_reports",
    "assembly_member_policy_seminars",
    "assembly_member_policy_papers",
    "assembly_member_official_travel",
    "assembly_speaker_schedule",
    "assembly_recruitment_all",
    "assembly_recruitment_notices",
    "assembly_training_citizens",
    "assembly_gallery_exhibitions",
    "assembly_children_results",
    "assembly_children_best_bills",
    "assembly_research_group_reports",
    "assembly_research_group_spending",
    "assembly_research_group_activity",
    "assembly_research_group_counts",
    "assembly_research_groups_best",
    "assembly_member_office_support",
    "assembly_member_office_events",
    "assembly_diplomacy_councils",
    "assembly_friendship_groups",
    "assembly_leadership_schedule",
    "assembly_diplomacy_activities",
    "assembly_diplomacy_forum_reports",
    "assembly_recruitment_grade5",
    "assembly_training_local_councils",
    "assembly_regional_debates",
    "assembly_retired_officials_jobs",
]

DECLARED = ReplicaSpec(read_yaml())
HOST = re.compile(r"https://[a-z0-9.]*(assembly\.go\.kr|nanet\.go\.kr|natv\.go\.kr)[:/]")
PLACES = re.compile(r"[가-힣]+(마을|을|과|작가)$")
"""Names of places, desks and callings that end like a particle."""


@pytest.fixture(scope="module")
def replica(world: World) -> Replica:
    return Replica(world, Catalogue.load(), DECLARED)


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[name], args)[0]


def _rows(replica: Replica, name: str, **args: str) -> list[dict[str, Any]]:
    return [dict(r) for r in _ask(replica, name, pSize="1000", **args).records]


def _table(world: World, name: str, **where: str) -> list[dict[str, Any]]:
    return world.select(name, [Condition(k, "eq", v) for k, v in where.items()])[0]


@pytest.mark.parametrize("name", TOOLS)
def test_every_tool_is_declared_and_fits(replica: Replica, name: str) -> None:
    assert DECLARED[name].fidelity == "declared"
    assert DECLARED[name].table in {table.name for table in PARLIAMENT_LIFE}
    assert replica.check(replica.catalogue[name]) == ()


@pytest.mark.parametrize("table", PARLIAMENT_LIFE, ids=lambda t: t.name)
def test_rows_are_clean(world: World, table: Any) -> None:
    rows = list(world.rows(table.name))
    assert rows
    for column in table.columns:
        assert any(row[column.name] is not None for row in rows), column.name
    if table.key:
        keys = Counter(tuple(row[k] for k in table.key) for row in rows)
        assert max(keys.values()) == 1
    dates = [c.name for c in table.columns if c.domain == "date" or c.name == "stamp"]
    for row in rows:
        for name in dates:
            day = str(row[name] or "")[:10].partition(" ")[0].replace("-", "")
            assert day <= TODAY.replace("-", "")
        for name, value in row.items():
            if "link" in name and value:
                assert HOST.match(str(value)) or "webcast.go.kr" in str(value)


@pytest.mark.parametrize("table", PARLIAMENT_LIFE, ids=lambda t: t.name)
def test_particles_are_right(world: World, table: Any) -> None:
    for row in world.rows(table.name):
        for value in row.values():
            wrong = (
                [w for w in particle_errors(value) if not PLACES.match(w)]
                if (isinstance(value, str))
                else []
            )
            assert not wrong, value
            assert "(를)" not in str(value)
            assert "{" not in str(value)


def test_only_fictional_members_appear_while_they_sat(world: World) -> None:
    real = {r["name"] for r in fact_rows("members")}
    members = {m.code: m for m in fictional_members(world.seed)}
    for name, day in (
        ("assembly_gatherings", "day"),
        ("press_conferences", "day"),
        ("second_posts", "day"),
        ("official_journeys", "day"),
        ("regional_debates", "day"),
    ):
        for row in world.rows(name):
            assert row["name"] not in real
            if row["code"] is not None:
                member = members[str(row["code"])]
                assert member.name == row["name"]
                assert member.sits_on(str(row[day]))
    for name in ("office_publications", "commissioned_studies", "aide_openings"):
        for row in world.rows(name):
            assert row["code"] is None or row["code"] in members
    for row in world.rows("retired_officials"):
        assert row["name"] not in real
        assert str(row["left"]) < str(row["began"])
        assert str(row["began"])[:4] == row["year"]
    for row in world.rows("chair_diary"):
        assert TERM_START <= str(row["day"]) <= TERM_END


def test_a_press_conference_on_a_bill_is_held_by_who_proposed_it(world: World) -> None:
    bills = {b["bill_id"]: b for b in _table(world, "bills", age="21")}
    held = [r for r in world.rows("press_conferences") if r["bill_id"]]
    assert len(held) > 500
    for row in held:
        bill = bills[row["bill_id"]]
        assert (row["code"], row["day"]) == (bill["lead_code"], bill["proposed"])
        assert str(bill["title"]) in str(row["text"])


def test_a_seminar_leads_to_its_proceedings(replica: Replica) -> None:
    seminars = _rows(replica, "assembly_member_seminars", SDATE="2022-11-22")
    assert seminars
    day = _rows(replica, "assembly_member_policy_seminars", HOST_DT="2022-11-22")
    assert [r["TITLE"] for r in day] == [r["TITLE"] for r in seminars]
    found = _rows(replica, "assembly_member_activity_reports", PUBLISH_DT="2022.11.22")
    printed = {r["TITLE"]: r for r in found}
    assert printed
    titles = {r["TITLE"]: r for r in seminars}
    for title, row in printed.items():
        seminar = titles[title.removesuffix(" : 자료집")]
        assert seminar["NAME"] == row["PUBLISHER"]
        assert row["UPDATE_DT"][:8] >= "20221122"


def test_hosts_of_today_are_institutions(replica: Replica) -> None:
    late = [r for r in _rows(replica, "assembly_member_seminars") if r["SDATE"] > TERM_END]
    assert len(late) > 100
    assert not [r for r in late if str(r["NAME"]).endswith("의원실")]


def test_the_diary_has_every_sitting(replica: Replica) -> None:
    day = plenary_days(replica.world.seed)[40]
    found = _rows(replica, "assembly_speaker_schedule", SCHEDULEDATE=day)
    assert any("본회의" in r["CONTENTS"] for r in found)
    both = _rows(replica, "assembly_leadership_schedule", SCH_DT=day.replace("-", ""))
    assert {r["CONTENTS"] for r in found} == {r["SCH_CN"] for r in both if r["CHM_DIV"] == "의장"}
    held = replica.world.select("plenary_schedule", [Condition("day", "eq", day)])[0][0]
    hour = next(r["SCHEDULETIME"] for r in found if "본회의" in r["CONTENTS"])
    assert hour.replace(":", "") == held["time"]
    assert _rows(replica, "assembly_leadership_schedule", CHM_DIV="부의장")


def test_groups_agree_with_their_accounts_reports_and_counts(replica: Replica) -> None:
    world = replica.world
    listed = _rows(replica, "assembly_research_groups", REGDAESU="제21대")
    names = {r["RE_NAME"] for r in listed}
    for row in listed:
        people = [n for k in ("MAIN_MEM", "RE_MEM", "OBJ_MEM") for n in row[k].split(", ")]
        assert len(set(people)) == row["MEMBER_CNT"] >= 10
    later = _rows(replica, "assembly_research_groups", REGDAESU="제22대")
    assert len(later) == 70
    assert not [r for r in later if r["MAIN_MEM"] or r["RE_MEM"] or r["OBJ_MEM"]]
    money = _rows(replica, "assembly_research_group_spending", YEAR="2022")
    total, *each = money
    assert (total["MAJR"], total["ORG_NM"]) == ("합계", None)
    for column in ("NOR_ENTERATM", "BUS_GOATM", "SPE_WORKATM", "POLICY_RESRCH_ATM"):
        assert sum(r[column] for r in each) == total[column]
    assert {r["ORG_NM"] for r in each} <= names
    count = _rows(replica, "assembly_research_group_counts", GUBUN="제21대 국회", YEAR="2022")
    active = [g for g in groups(world.seed, 21) if g.active(2022)]
    assert int(count[0]["GROUP_CNT"]) == len(active) == len(each)
    reports = _rows(replica, "assembly_research_group_reports", REGDAESU="제21대", YEAR="2022")
    studies = [r for r in reports if r["REPORT_CLASSIFICATION_NM"] == "정책연구보고서"]
    done = _rows(replica, "assembly_research_group_activity", DIV="제21대 국회", DIV2="2022")
    assert done[0]["POL_RSC_RPT"] == f"{len(studies)}건"


def test_years_of_activity_add_up(replica: Replica) -> None:
    terms = defaultdict(list)
    for row in _rows(replica, "assembly_research_group_activity"):
        terms[row["DIV"]].append(row)
    for rows in terms.values():
        total = next(r for r in rows if r["DIV2"] == "계")
        for column in ("POL_RSC_RPT", "LEG_INIT", "SEMINAR", "CONF", "RESC"):
            years = [int(r[column][:-1]) for r in rows if r is not total]
            assert sum(years) == int(total[column][:-1])


def test_prize_winners_are_groups_and_some_rows_are_empty(replica: Replica) -> None:
    rows = _rows(replica, "assembly_research_groups_best")
    assert rows[0]["GRP"] is None
    known = {g.name for term in (21, 22) for g in groups(replica.world.seed, term)}
    won = [r for r in rows if r["GRP"]]
    assert {r["GRP"] for r in won} <= known
    leaders = {g.name: [m.name for m in g.leaders] for g in groups(replica.world.seed, 21)}
    for row in won:
        if row["LAWMAKER"]:
            assert row["LAWMAKER"].split(", ") == leaders[row["GRP"]]


def test_grades_make_up_the_whole(replica: Replica) -> None:
    whole = _rows(replica, "assembly_recruitment_all")
    for grade in ("5", "8", "9"):
        own = _rows(replica, f"assembly_recruitment_grade{grade}")
        assert [(r["YR"], r["JBTP_NM"], r["CMPT_RT"]) for r in own] == [
            (r["YR"], r["JBTP_NM"], r["CMPT_RT"]) for r in whole if r["JGRD_NM"] == f"{grade}급"
        ]
        assert all(r["ADPT_NOP"] >= 1 for r in own)
    assert len(_rows(replica, "assembly_recruitment_grade5")) == 87
    years = [r["YR"] for r in whole]
    assert years == sorted(years, reverse=True)
    one = _rows(replica, "assembly_recruitment_grade9", YR="2019", JBTP_NM="속기")
    assert [(r["YR"], r["JBTP_NM"]) for r in one] == [("2019", "속기직")]


def test_an_opening_is_open_while_its_time_runs(replica: Replica) -> None:
    running = _rows(replica, "assembly_aide_job_openings", USE_YN="진행중")
    assert running
    for row in running:
        begin, end = row["DT"].split(" ~ ")
        assert begin <= TODAY <= end
        assert row["DEPT_NM_V"].endswith("위원장실")
    closed = _rows(replica, "assembly_aide_job_openings", USE_YN="마감")
    assert max(r["DT"].split(" ~ ")[1] for r in closed) < TODAY
    assert all(
        r["CONTENT_L"].startswith("&lt;p") and "&amp;nbsp;" in r["CONTENT_L"] for r in running
    )


def test_notices_of_one_post_come_in_order(replica: Replica) -> None:
    rows = _rows(replica, "assembly_recruitment_notices", BLNG_INST_NM="국회미래연구원")
    assert rows
    days = [r["RDT"] for r in rows]
    assert days == sorted(days, reverse=True)
    assert {r["BLNG_INST_NM"] for r in rows} == {"국회미래연구원"}


def test_boards_of_events_are_kept_apart(replica: Replica) -> None:
    films = _rows(replica, "assembly_theatre_films")
    assert films == _rows(replica, "assembly_theatre_performances")
    assert len(films) == 76
    assert any(r["RE_DT"] for r in films)
    assert any(r["LINK_URL"] for r in films)
    assert any("&lt;" in r["ARTICLE_TITLE"] for r in films)
    assert len(_rows(replica, "assembly_gallery_exhibitions")) == 139
    opened = _rows(replica, "assembly_open_events")
    assert {r["CATEGORY_NM"] for r in opened} == {"국회개방행사"}
    for row in _rows(replica, "assembly_museum_events"):
        assert row["AVDV_START_DT"] <= row["AVDV_END_DT"]
    picnic = _rows(replica, "assembly_open_events", ARTICLE_TITLE="잔디 피크닉")
    assert 0 < len(picnic) < len(opened)


def test_courses_are_applied_for_before_they_begin(world: World) -> None:
    for row in world.rows("assembly_courses"):
        asked, held = str(row["asked"]).split("~"), str(row["held"]).split("~")
        assert str(row["written"]) < asked[0] < asked[1] < held[0] < held[1]
        assert (row["fee"] == 0) == (row["code"] == "citizen")


def test_programmes_are_asked_for_by_day(replica: Replica) -> None:
    assert _ask(replica, "assembly_tv_schedule").code == "ERROR-300"
    rows = _rows(replica, "assembly_tv_schedule", FORMATION_DT="2025-11-20")
    times = [r["FORMATION_TIME"] for r in rows]
    assert times == sorted(times)
    assert len(times) == 25
    one = _rows(replica, "assembly_tv_schedule", FORMATION_DT="2025-11-20", FORMATION_TIME="12:00")
    assert [r["PRO_TITLE"] for r in one] == ["국회 뉴스"]
    assert (
        _ask(replica, "assembly_tv_schedule", FORMATION_DT="1999-01-01").status
        is Status.ENVIRONMENTAL
    )
    day = next(d for d in plenary_days(replica.world.seed) if d > "2023-03")
    sitting = _rows(replica, "assembly_tv_schedule", FORMATION_DT=day, PRO_TITLE="생중계")
    assert len(sitting) == 1
    assert "본회의" in sitting[0]["ADD_DISCRIPT"]


def test_required_arguments_and_terms(replica: Replica) -> None:
    for name in (
        "assembly_member_press_conferences",
        "assembly_member_policy_seminars",
        "assembly_member_research_papers",
        "assembly_research_groups",
        "assembly_research_group_reports",
    ):
        assert _ask(replica, name).code == "ERROR-300"
    papers = "assembly_member_research_papers"
    assert (_ask(replica, papers, UNIT_CD="100021").total or 0) > 900
    assert _ask(replica, papers, UNIT_CD="100022").status is Status.ENVIRONMENTAL, (
        "a miss, not no data"
    )
    assert _ask(replica, papers, UNIT_CD="100021", YEAR="2031").code == "INFO-200"
    one = _rows(replica, papers, UNIT_CD="100021", YEAR="2022", QUARTER="2")
    assert {(r["YEAR"], r["QUARTER"]) for r in one} == {("2022", "2")}


def test_lists_of_members_are_told_apart(replica: Replica) -> None:
    councils = _rows(replica, "assembly_diplomacy_councils")
    assert len(councils) == 7
    friends = _rows(replica, "assembly_friendship_groups")
    assert len(friends) == 37
    newest = max(friends, key=lambda r: r["STND_DT"])
    assert friends[0] == newest
    assert all(r["UNIT_CD"] == f"1000{r['UNIT_NM'][1:3]}" for r in friends + councils)
    visits = _rows(replica, "assembly_diplomacy_activities", ARTICLE_TITLE="방한")
    assert {r["CATEGORY_NM"] for r in visits} == {"초청"}


def test_another_seed_has_other_rows() -> None:
    ours, other = groups(20260130, 21), groups(7, 21)
    assert {g.name for g in ours} != {g.name for g in other}
