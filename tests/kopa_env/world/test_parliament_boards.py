"""What the Assembly's bodies put up: lists that agree with one another and with the world."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.language.particles import particle_errors
from kopa_env.outcome import Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, read_yaml
from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.statute_names import acts
from kopa_env.world.tables.bill_lists import act_of
from kopa_env.world.tables.members import TERM_END, TERM_START, fictional_members
from kopa_env.world.tables.parliament_boards import PARLIAMENT_BOARDS
from kopa_env.world.tables.parliament_boards.days import is_open, open_on, spread
from kopa_env.world.tables.parliament_boards.news import politely
from kopa_env.world.tables.parliament_boards.stories import _pith
from kopa_env.world.tables.parliament_boards.titles import titles
from kopa_env.world.world import Condition

TABLES = {table.name for table in PARLIAMENT_BOARDS}
DECLARED = ReplicaSpec(read_yaml())
MINE = sorted(name for name in DECLARED if DECLARED[name].table in TABLES)
Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def replica(world: Any) -> Replica:
    return Replica(world, Catalogue.load(), DECLARED)


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[f"assembly_{name}"], args)[0]


def _rows(world: Any, table: str, **where: str) -> Rows:
    found: Rows = world.select(table, [Condition(k, "eq", v) for k, v in where.items()])[0]
    return found


def test_every_tool_is_declared_and_fits(replica: Replica) -> None:
    assert len(MINE) > 90
    for name in MINE:
        assert DECLARED[name].fidelity == "declared"
        assert replica.check(replica.catalogue[name]) == (), name


def test_every_tool_has_rows(replica: Replica) -> None:
    days = {"assembly_natv_news_committee": "2025-11", "assembly_natv_news_party": "2025-11"}
    for name in MINE:
        args = {"REG_DATE": days[name]} if name in days else {}
        found = replica.answer(replica.catalogue[name], args)[0]
        assert found.status is Status.OK, name
        assert found.records, name


def test_every_text_column_is_filled_at_times(replica: Replica) -> None:
    empty = {"OPB_FL_PH"}
    for name in MINE:
        if any(p.required for p in replica.catalogue[name].params):
            continue
        rows = replica.answer(replica.catalogue[name], {"pSize": "1000"})[0].records
        filled = {key for row in rows for key, value in row.items() if value not in (None, "")}
        assert set(rows[0]) - filled <= empty, name


# ---- publications ----------------------------------------------------------------------------


def test_a_body_lists_what_its_series_hold(replica: Replica) -> None:
    for body, division, series in (
        ("nabo", "NABO 예산 분석", "nabo_budget_analysis"),
        ("nars", "이슈와 논점", "nars_issues_and_points"),
        ("library", "최신외국입법정보", "library_foreign_legislation"),
    ):
        whole = _ask(replica, f"{body}_publications_all", MTR_DIV=division)
        assert whole.total == _ask(replica, series).total
    one = _ask(replica, "nars_issues_and_points", pSize="1").records[0]
    found = _ask(replica, "nars_publications_all", MTR_TTL=str(one["BOOKNM"])).records
    assert one["VIEWERURL"] in {row["LINK_URL"] for row in found}


def test_lists_come_newest_first_and_none_is_of_tomorrow(world: Any) -> None:
    for table, column in (
        ("parliament_publications", "published"),
        ("parliament_news", "published"),
        ("parliament_press_releases", "day"),
        ("parliament_leaders_press", "day"),
        ("government_reports", "received"),
    ):
        days = [str(row[column]) for row in world.rows(table)]
        assert days == sorted(days, reverse=True), table
        assert days[0] < TODAY
    assert max(str(r["sent"]) for r in world.rows("government_reports")) < "2026-02"
    assert max(str(r["month"]) for r in world.rows("parliament_disclosures")) == "202601"
    assert max(str(r["stamp"]) for r in world.rows("committee_papers")) < "20260130"


def test_filters_filter(replica: Replica) -> None:
    got = _ask(replica, "nabo_program_evaluation", SUBJECT="노인장기요양보험").records
    assert got
    assert all("노인장기요양보험" in str(row["SUBJECT"]) for row in got)
    desk = _ask(replica, "nabo_focus", DEPARTMENT_NAME="행정비용추계과").records
    assert {row["DEPARTMENT_NAME"] for row in desk} == {"행정비용추계과"}
    day = str(_ask(replica, "nars_seminars", pSize="1").records[0]["INSERTDT"])
    assert {r["INSERTDT"] for r in _ask(replica, "nars_seminars", INSERTDT=day).records} == {day}
    kinds = _ask(replica, "legal_office_publications", CATEGORY_ID="SRC42").records
    assert {row["CATEGORY_NM"] for row in kinds} == {"법제해설"}
    assert _ask(replica, "nabo_focus", SUBJECT="없는 제목").status is Status.EMPTY


def test_titles_of_a_series_differ(world: Any) -> None:
    for series in ("issues_and_points", "current_issues", "program_evaluation", "tax_analysis"):
        found = [str(r["title"]) for r in _rows(world, "parliament_publications", series=series)]
        assert len(set(found)) == len(found), series


def test_a_topic_that_other_countries_lack_is_not_compared() -> None:
    draw = Draw(1, "test")
    for (title, _), _ in zip(titles(draw, "issue", "", ("독일",)), range(3_000), strict=False):
        if "독일" in title or "주요국" in title or "해외" in title:
            assert "고교학점제" not in title
            assert "전세사기" not in title


def test_impact_is_studied_of_acts_of_this_world(world: Any) -> None:
    known = {name for *_, name in acts()}
    for row in _rows(world, "parliament_publications", series="impact_assessments"):
        found = re.search("「(.+?)」", str(row["title"]))
        assert found is not None
        assert found[1] in known


def test_numbered_series_count_without_a_gap(world: Any) -> None:
    rows = _rows(world, "parliament_publications", series="nabo_magazine")
    numbers = [int(str(r["title"]).partition("제")[2].rstrip("호)")) for r in rows]
    assert numbers == list(range(80, 0, -1))


def test_a_decision_report_stands_on_both_boards(world: Any) -> None:
    ours = _rows(world, "parliament_publications", series="law_decisions")
    theirs = _rows(world, "parliament_publications", series="law_decision_reports")
    assert [r["day"] for r in ours] == [r["day"] for r in theirs]


# ---- files and registers ---------------------------------------------------------------------


def test_files_are_numbered_as_they_were_made(world: Any) -> None:
    rows = list(world.rows("parliament_disclosures"))
    numbers = [int(r["file_id"]) for r in rows]
    assert numbers == sorted(numbers, reverse=True)
    for row in rows:
        name = re.match(r"(\d{4})년 (\d{1,2})월 .* 업무추진비", str(row["name"]))
        if name:
            about = int(name[1]) * 12 + int(name[2])
            made = int(str(row["month"])[:4]) * 12 + int(str(row["month"])[4:])
            late = 1 if row["body"] in ("국회사무처", "국회입법조사처") else 0
            assert made - about == late


def test_files_are_found_by_month(replica: Replica) -> None:
    for tool, args in (
        ("secretariat_expenses", {"PRDC_YM_NM": "2025년 10월"}),
        ("library_disclosures_other", {"PRDC_YM": "202510"}),
    ):
        got = _ask(replica, tool, **args).records
        assert got
        assert {row["PRDC_YM_NM"] for row in got} == {"2025년 10월"}


def test_a_dispute_goes_back_to_a_refusal(world: Any) -> None:
    asked = {(r["body"], r["serial"]): r for r in world.rows("information_requests")}
    rows = list(world.rows("information_disputes"))
    assert Counter(r["kind"] for r in rows) == {"이의신청": 135, "행정심판": 66, "행정소송": 15}
    for row in rows:
        request = asked[row["body"], row["request"]]
        assert request["decision"] in ("비공개", "부분공개")
        assert str(row["year"]) >= str(request["year"])
    open_cases = [r for r in rows if r["day"] == "진행중"]
    assert open_cases
    assert all(r["ruling"] == "-" and r["reason"] is None for r in open_cases)
    assert len({(r["kind"], r["body"], r["number"]) for r in rows}) == len(rows)


def test_a_refusal_shows_nothing(replica: Replica) -> None:
    got = _ask(replica, "secretariat_foi_requests", DCS_DIV="비공개", pSize="1000").records
    assert got
    assert all(row["OPB_DT"] is None and row["OPB_RSON"] is None for row in got)
    assert _ask(replica, "secretariat_foi_requests").total == 5_975
    assert _ask(replica, "nabo_foi_requests").total == 265
    assert _ask(replica, "nars_foi_requests").total == 182


# ---- news ------------------------------------------------------------------------------------


def test_news_names_no_member_of_the_present_term(world: Any) -> None:
    members = {r["name"] for r in fact_rows("members")}
    parties = {r["party"] for r in fact_rows("members")} - {"무소속"}
    for table in ("parliament_news", "parliament_press_releases", "parliament_publications"):
        for row in world.rows(table):
            text = f"{row['title']} {row.get('body') or ''} {row.get('content') or ''}"
            assert not parties & set(re.findall("[가-힣]+", text)), text
            assert not members & set(re.findall("[가-힣]{2,4}(?= 의원)", text)), text
    writers = {r["writer"] for r in world.rows("parliament_publications")}
    assert not members & writers


def test_members_in_the_news_sat_that_day(world: Any) -> None:
    sitting = {m.name: m for m in fictional_members(world.seed)}
    seen = 0
    for row in world.rows("parliament_news"):
        day = str(row["published"])[:10]
        for name in re.findall(
            r"([가-힣]{2,4}) 의원(?=[은이을 ,])", f"{row['title']} {row['body']}"
        ):
            if name in sitting:
                seen += 1
                assert TERM_START <= day <= TERM_END
    assert seen > 1_000


def test_news_of_a_sitting_tells_the_recorded_votes(world: Any) -> None:
    bills: dict[tuple[Any, Any], Rows] = {}
    for bill in world.rows("bills"):
        bills.setdefault((bill["title"], bill["decided"]), []).append(bill)
    checked = 0
    for row in _rows(world, "parliament_news", outlet="NATV", board="plenary"):
        vote = re.search(r"「(.+?)」[은는] 재석 (\d+)인 중 찬성 (\d+)인", str(row["body"]))
        if vote:
            same = bills[vote[1], str(row["published"])[:10]]
            assert (int(vote[2]), int(vote[3])) in {(b["votes"], b["yes"]) for b in same}
            checked += 1
    assert checked > 100


def test_news_of_bills_leads_to_them(world: Any) -> None:
    known = {act_of(str(b["title"])) for b in world.rows("bills")}
    for row in _rows(world, "parliament_news", outlet="NAON", board="member_bills"):
        found = re.search("「(.+?)」|법률-'(.+)'", str(row["title"]))
        assert found is not None
        assert act_of(found[1] or found[2]) in known


def test_leaders_news_and_press_tell_of_the_same_events(replica: Replica) -> None:
    news = {
        (row["V_TITLE"], str(row["DATE_RELEASED"])[:10])
        for row in _ask(replica, "news_speaker", pSize="1000").records
    }
    press = _ask(replica, "leadership_press", CHM_DIV="국회의장", pSize="1000").records
    assert len(press) == 1_000
    for row in press[:500]:
        assert (str(row["ARTC_TTL"]).removeprefix("[보도자료] "), row["WRT_DT"]) in news


def test_news_of_publications_lead_to_them(world: Any) -> None:
    known = {str(r["title"]) for r in world.rows("parliament_publications")}
    for row in _rows(world, "parliament_news", outlet="NAON", board="publications")[::7]:
        found = re.search("『(.+)』", str(row["title"]))
        assert found is not None
        assert any(found[1] in title for title in known), found[1]


def test_a_day_of_registration_narrows_the_news(replica: Replica) -> None:
    assert _ask(replica, "natv_news_party").status is Status.STRUCTURAL
    got = _ask(replica, "natv_news_party", REG_DATE="2023-11-2").records
    assert got
    assert all(str(row["REG_DATE"]).startswith("2023-11-2") for row in got)
    seminars = _ask(replica, "natv_news_seminars", COMP_MAIN_TITLE="임금체불").records
    assert seminars
    assert all("임금체불" in str(row["COMP_MAIN_TITLE"]) for row in seminars)


def test_what_is_said_is_polite_and_what_is_printed_is_not() -> None:
    assert politely("문을 열었다.") == "문을 열었습니다."
    assert politely("다시 열렸다. 다.") == "다시 열렸습니다. 다."


def test_a_headline_is_shorter_than_what_was_said() -> None:
    said = "김가람 교수는 층간소음 저감과 관련해 현장 실태조사를 서둘러야 한다고 지적했다."
    assert _pith(said) == "현장 실태조사를 서둘러야"


def test_korean_is_right(world: Any) -> None:
    wrong: Counter[str] = Counter()
    for table, columns in (
        ("parliament_publications", ("title",)),
        ("parliament_news", ("title", "body")),
        ("parliament_press_releases", ("title", "content")),
        ("information_disputes", ("case", "plea")),
        ("committee_papers", ("title",)),
        ("portal_services", ("about",)),
    ):
        for row in world.rows(table):
            for column in columns:
                text = re.sub(r"<[^>]*>|&[^;\s]{1,8};", " ", str(row[column] or ""))
                assert not re.search(r"[은을이과]\([가-힣]\)|[{}]", text), text
                wrong.update(particle_errors(text))
    nouns = ("마을", "항로", "통학로", "물가", "상점가")
    assert not [word for word in wrong if not word.endswith(nouns)]


# ---- smaller lists ---------------------------------------------------------------------------


def test_committees_exist(world: Any) -> None:
    codes = {r["name"]: r["code"] for r in fact_rows("committees")}
    for row in world.rows("committee_papers"):
        assert codes[row["committee"]] == row["committee_code"]
    for table in ("government_reports", "statutes_due"):
        assert {str(r["committee"]) for r in world.rows(table)} <= set(codes)
    for row in world.rows("statutes_due"):
        assert row["overdue"] <= row["unfit"]


def test_reports_are_of_their_term_and_passed_on_later(replica: Replica) -> None:
    got = _ask(replica, "government_annual_reports", ERACO="제21대", pSize="1000").records
    assert got
    assert all(TERM_START <= str(row["RCP_DT"]) <= TERM_END for row in got)
    assert all(str(row["RCP_DT"]) < str(row["TRSF_DT"]) for row in got)
    old = _ask(replica, "government_annual_reports", CMIT_NM="환경노동위원회", pSize="1000")
    assert {row["SBM_INST_NM"] for row in old.records} <= {"환경부", "고용노동부"}


def test_the_portal_lists_its_services(world: Any, replica: Replica) -> None:
    services = {row["code"] for row in fact_rows("assembly_apis")}
    catalogue = Catalogue.load()
    refs = {catalogue[name].ref for name in catalogue.entries}
    assert services == {r.partition(":")[2] for r in refs if r.startswith("open_assembly:")}
    assert len({row["code"] for row in world.rows("portal_services")}) == len(services)
    assert _ask(replica, "open_api_catalogue", INF_NM="보도자료").total


def test_words_are_translated(replica: Replica) -> None:
    got = _ask(replica, "parliament_glossary", DPLM_WORD="비서실장").records
    assert {row["DPLM_WORD_EN"] for row in got} >= {"Chief Secretary"}


def test_offices_are_shut_on_holidays() -> None:
    from datetime import date

    assert not is_open(date(2025, 10, 3))
    assert open_on(date(2025, 10, 5)) == date(2025, 10, 2)
    days = [day for _, day in spread(date(2020, 1, 6), 300)]
    assert all(map(is_open, days))
    assert days == sorted(days)
