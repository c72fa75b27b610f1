"""What the Assembly records: minutes agree with meetings and bills, sums add up, names are safe."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.language.particles import particle_errors
from kopa_env.outcome import Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, read_yaml
from kopa_env.world.clock import TODAY
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.members import fictional_members
from kopa_env.world.tables.parliament_record import RECORD
from kopa_env.world.world import Condition, World

DECLARED = ReplicaSpec(read_yaml())
OWN = {table.name for table in RECORD}
TOOLS = sorted(n for n in DECLARED if DECLARED[n].table in OWN and n.startswith("assembly_"))
Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def replica(world: World) -> Replica:
    return Replica(world, Catalogue.load(), DECLARED)


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[name], args)[0]


def _rows(replica: Replica, name: str, **args: str) -> Rows:
    result = _ask(replica, name, **{"pSize": "1000", **args})
    assert result.status is Status.OK, (name, result.code)
    return [dict(record) for record in result.records]


def _held(world: World, table: str, **where: Any) -> Rows:
    return world.select(table, [Condition(c, "eq", v) for c, v in where.items()])[0]


def _wrong(text: str) -> list[str]:
    """Return wrong particles; topics that end in 마을 only look as if they had one."""
    return [error for error in particle_errors(text) if not error.endswith("마을")]


def test_every_tool_is_declared_and_fits(replica: Replica) -> None:
    assert len(TOOLS) >= 72
    for name in (*TOOLS, "assembly_bill_summary"):
        assert DECLARED[name].fidelity == "declared"
        assert replica.check(replica.catalogue[name]) == ()


def test_minutes_are_those_of_the_meetings(world: World) -> None:
    minutes = _held(world, "parliament_minutes")
    assert len({m["conf_id"] for m in minutes}) == len(minutes)
    plenary = {m["conf_dt"]: m for m in minutes if m["class_name"] == "국회본회의"}
    for row in _held(world, "plenary_schedule"):
        meeting = plenary[row["day"]]
        assert (meeting["session"], meeting["dgr"]) == (row["session"], row["sitting"].strip())
    standing = [m for m in minutes if m["class_name"] == "상임위원회"]
    held = {(m["cmit_nm"], m["conf_dt"], m["degree_num"], m["sb_cmit_nm"]) for m in standing}
    met = {
        (r["committee"], r["day"], r["sitting"], r["title"] if r["kind"] == "소위원회" else None)
        for r in _held(world, "committee_meetings")
    }
    assert held == met
    assert all(m["bg_ptm"] <= m["ed_ptm"] for m in minutes)
    days = [m["conf_dt"] for m in minutes]
    assert days == sorted(days, reverse=True)


def test_a_notice_lists_what_the_minutes_begin_with(world: World) -> None:
    for row in _held(world, "committee_meetings", kind="전체회의")[:200]:
        if not row["agenda"]:
            continue
        named = [part.partition("[")[2].partition("]")[0] for part in row["agenda"].split("<br>")]
        where = {"cmit_nm": row["committee"], "conf_dt": row["day"]}
        items = _held(world, "parliament_minutes_items", **where)
        numbers = [i["bill_no"] for i in items if i["bill_no"]]
        assert numbers[: len(named) - 1] == named[:-1]


def test_a_vote_is_in_the_minutes_of_its_day(replica: Replica) -> None:
    for vote in _rows(replica, "assembly_plenary_votes", AGE="21")[:40]:
        bill = vote["BILL_ID"]
        met = _rows(replica, "assembly_minutes_bills", BILL_ID=bill)
        held = _rows(replica, "assembly_bill_minutes", BILL_ID=bill)
        [last] = [r for r in held if r["CONF_KND"] == "국회본회의 회의록"]
        assert last["CONF_ID"] in {m["CONF_ID"] for m in met}
        there = _rows(replica, "assembly_minutes_plenary", DAE_NUM="21", CONF_DATE=last["CONF_DT"])
        assert any(vote["BILL_NO"] in r["SUB_NAME"] for r in there)
        assert {r["CONF_ID"] for r in there} == {last["CONF_ID"]}
        detail = _rows(replica, "assembly_minutes_detail", CONF_ID=last["CONF_ID"])
        assert [d["CONF_DT"] for d in detail] == [last["CONF_DT"]]
        agenda = _rows(replica, "assembly_minutes_agenda", CONF_ID=last["CONF_ID"])
        assert len(agenda) == len(there)


def test_a_bill_is_followed_through_its_committees(world: World, replica: Replica) -> None:
    bills = [b for b in _held(world, "bills", age="21", stage="표결") if b["law_processed"]]
    done = 0
    for bill in bills[:60]:
        reviews = _held(world, "bill_reviews", bill_id=bill["bill_id"])
        wanted = {r["met"] for r in reviews if r["block"] == "JurisdictionMeeting"}
        answer = _ask(replica, "assembly_bill_committee_meetings", BILL_ID=bill["bill_id"])
        assert {r["JRCMIT_CONF_DT"] for r in answer.records} == wanted
        if bill["committee"] == "법제사법위원회":
            continue
        law = _ask(replica, "assembly_bill_judiciary_meetings", BILL_ID=bill["bill_id"]).records
        checked = {r["met"] for r in reviews if r["block"] == "procMeeting"}
        assert {r["LWCMIT_CONF_DT"] for r in law} == checked
        done += len(law)
    assert done > 20


def test_a_budget_is_reviewed_before_it_is_decided(replica: Replica) -> None:
    budgets = _rows(replica, "assembly_plenary_budget_bills", AGE="21")
    for bill in budgets[:15]:
        first = _rows(replica, "assembly_budget_preliminary_review", BILL_ID=bill["BILL_ID"])
        final = _rows(replica, "assembly_budget_final_review_meetings", BILL_ID=bill["BILL_ID"])
        for row in first:
            assert row["PPSL_DT"] <= row["ADCMIT_CMMT_DT"] <= row["ADCMIT_PRSNT_DT"]
        assert final[-1]["BDG_CONF_DT"] == bill["BDG_PROC_DT"] <= bill["RGS_PROC_DT"]


def test_other_terms_are_a_miss_and_strange_ids_find_nothing(replica: Replica) -> None:
    hearing = "assembly_minutes_public_hearing"
    assert _ask(replica, hearing).code == "ERROR-300"
    assert _ask(replica, hearing, ERACO="제22대").status is Status.ENVIRONMENTAL
    assert _ask(replica, hearing, ERACO="제21대", CMIT_CD="QQ").code == "INFO-200"
    assert _ask(replica, "assembly_minutes_detail", CONF_ID="N000000").code == "INFO-200"
    real = fact_rows("members")[0]["code"]
    schedule = "assembly_member_plenary_schedule"
    assert _ask(replica, schedule, NAAS_CD=real).status is Status.ENVIRONMENTAL
    assert _ask(replica, schedule, NAAS_CD="ZZ99Z999").code == "INFO-200"
    recorded = fact_rows("bills22")[0]
    summary = _ask(replica, "assembly_bill_summary", BILL_NO=recorded["bill_no"])
    assert all(r["SUMMARY"] is None for r in summary.records)
    bills = _ask(replica, "assembly_bill_minutes", BILL_ID=recorded["bill_id"])
    assert bills.status is Status.ENVIRONMENTAL
    assert _ask(replica, "assembly_history_women", ERACO="제15대").status is Status.ENVIRONMENTAL


def test_kinds_of_minutes(replica: Replica) -> None:
    for kind, least, most in (
        *(("policy_address", 4, 4), ("inaugural_address", 1, 1), ("guest_address", 1, 3)),
        *(("joint_meeting", 1, 12), ("public_hearing", 30, 90), ("confirmation", 30, 60)),
        *(("hearing", 5, 30), ("investigation", 14, 18), ("state_audit", 240, 700)),
        *(("special_committee", 36, 90), ("budget_committee", 60, 300)),
    ):
        found = _rows(replica, f"assembly_minutes_{kind}", ERACO="제21대")
        assert least <= len(found) <= most, (kind, len(found))
        one = found[0]["CMIT_CD"]
        fewer = _rows(replica, f"assembly_minutes_{kind}", ERACO="제21대", CMIT_CD=one)
        assert {r["CMIT_CD"] for r in fewer} == {one}
    known = {(r["CMIT_CD"]) for r in _rows(replica, "assembly_minutes_committee_codes", TH="21")}
    minutes = _rows(replica, "assembly_minutes_subcommittee")
    assert {r["CMIT_CD"] for r in minutes} <= known
    assert all(r["SB_CMIT_NM"] for r in minutes)


def test_hearings_of_nominees_have_minutes(world: World, replica: Replica) -> None:
    real = {r["name"] for r in fact_rows("members")}
    minutes = _held(world, "parliament_minutes", hr_hrg_yn="Y")
    held = {(m["cmit_nm"], m["conf_dt"]): m["conf_id"] for m in minutes}
    for row in _rows(replica, "assembly_confirmation_hearings"):
        assert row["APPOINT_NAME"] not in real
        assert row["PROPOSE_DT"] <= row["SUBMIT_DT"] <= row["PRESENT_DT"]
        conf = held[row["CURR_COMMITTEE"], row["PRESENT_DT"]]
        agenda = _rows(replica, "assembly_minutes_agenda", CONF_ID=conf)
        assert any(row["APPOINT_NAME"] in item["BLL_NM"] for item in agenda)


def test_papers_hang_on_minutes(world: World, replica: Replica) -> None:
    minutes = {m["conf_id"]: m for m in _held(world, "parliament_minutes")}
    names = {m.name for m in fictional_members(world.seed)}
    papers = _held(world, "parliament_minutes_appendices")
    for paper in papers:
        assert paper["conf_dt"] == minutes[paper["conf_id"]]["conf_dt"]
        assert not _wrong(paper["file_cn"]), paper["file_cn"]
    slides = _rows(replica, "assembly_minutes_audiovisual", ERACO="제21대")
    assert {r["FILE_CN"][1:].split(" 의원")[0] for r in slides} <= names
    one = papers[0]["conf_id"]
    whole = _rows(replica, "assembly_minutes_appendices", CONF_ID=one)
    assert len(whole) == sum(p["conf_id"] == one for p in papers)


def test_a_member_attends_what_the_committee_holds(world: World, replica: Replica) -> None:
    member = next(m for m in fictional_members(world.seed) if m.left)
    plenary = _rows(replica, "assembly_member_plenary_schedule", NAAS_CD=member.code)
    assert all(member.joined <= r["SCH_DT"] < member.left for r in plenary)
    committee = _rows(replica, "assembly_member_committee_schedule", NAAS_CD=member.code)
    met = {r["day"] for r in _held(world, "committee_meetings", committee=member.committee)}
    assert {r["SCH_DT"] for r in committee} <= met
    day = plenary[0]["SCH_DT"]
    spoken = _rows(replica, "assembly_member_speech_videos", CT1="21", TAKING_DATE=day)
    sitting = {m.name for m in fictional_members(world.seed) if m.sits_on(day)}
    assert {r["ESSENTIAL_PERSON"] for r in spoken} <= sitting


def test_petitions_are_counted_and_introduced(world: World, replica: Replica) -> None:
    introduced = _held(world, "petitions", kind="의원소개")
    assert len(_held(world, "member_petitions")) == len(introduced)
    for term in ("제21대", "제22대"):
        counts = _rows(replica, "assembly_stats_petitions", ERACO=term)
        assert sum(r["RCP_CNT"] for r in counts) == len(_held(world, "petitions", term=term))
        for r in counts:
            assert r["RCP_CNT"] == r["REFT_SUBT"] + r["NOT_FINISH_CNT"]


def test_money_adds_up(world: World) -> None:
    units = _held(world, "assembly_unit_spending", fscl_yy="2024")
    spent: Counter[str] = Counter()
    for row in sorted(units, key=lambda r: r["exe"]):
        spent[row["actv_nm"]] += row["ep_amt"]
        assert row["thism_aggr_ep_amt"] == spent[row["actv_nm"]] <= row["anexp_bdg_camt"]
    details: Counter[str] = Counter()
    for row in _held(world, "assembly_detail_spending", fscl_yy="2024"):
        details[row["actv_nm"]] += row["ep_amt"]
    assert details == spent
    sections = _held(world, "assembly_revenue_sections", fscl_yy="2024", exe_m="09")
    items = _held(world, "assembly_revenue", fscl_yy="2024", exe_m="09")
    assert sum(r["rc_amt"] for r in sections) == sum(r["rc_amt"] for r in items)
    owned = _held(world, "assembly_property", yr="2024")
    for kind, title in (("land", "토지"), ("built", "건물")):
        worth = sum(r["amt"] for r in owned if r["kind"] == kind)
        assert next(r["amt"] for r in owned if r["div_nm"] == title) == worth


def test_money_is_filtered(replica: Replica) -> None:
    month = _rows(replica, "assembly_spending_by_unit_project", FSCL_YY="2025", EXE_M="09")
    assert {(r["FSCL_YY"], r["EXE_M"]) for r in month} == {("2025", "09")}
    assert _ask(replica, "assembly_spending_by_detail_project").code == "ERROR-300"
    future = _ask(replica, "assembly_spending_by_unit_project", FSCL_YY="2026", EXE_M="02")
    assert future.code == "INFO-200"


def test_nothing_lies_in_the_future(world: World) -> None:
    for table in RECORD:
        days = [c.name for c in table.columns if c.domain == "date"]
        for row in world.select(table.name)[0] if days else ():
            assert all(row[d] is None or str(row[d])[:10] <= TODAY for d in days), (table.name, row)


def test_the_calendar_holds_meetings_and_events(world: World, replica: Replica) -> None:
    meetings = _ask(replica, "assembly_schedule_all", SCH_KIND="위원회")
    assert meetings.total == len(_held(world, "committee_meetings"))
    events = _ask(replica, "assembly_schedule_all", SCH_KIND="국회행사")
    assert events.total == len(_held(world, "assembly_gatherings"))
    assert all(r["CONF_SESS"] is None and r["EV_INST_NM"] for r in events.records)
    day = str(events.records[0]["SCH_DT"])
    assert {r["SCH_DT"] for r in _rows(replica, "assembly_schedule_all", SCH_DT=day)} == {day}


def test_history_agrees_with_elections_and_members(world: World, replica: Replica) -> None:
    days = {r["number"]: r for r in fact_rows("past_elections") if r["kind"] == "assembly"}
    for row in fact_rows("assembly_terms"):
        if row["division"] in ("-", "지역구", "민의원"):
            assert row["elected"].replace("-", "") == days[row["term"]]["day"]
    for number, row in days.items():
        seats = [
            int(r["seats"]) for r in fact_rows("assembly_party_results") if r["term"] == number
        ]
        assert not seats or sum(seats) == int(row["seats"])
    women = {r["ERACO"]: r for r in _rows(replica, "assembly_history_women")}
    held = [m for m in _held(world, "members", term="제22대") if m["sex"] == "여"]
    assert women["제22대"]["SUM"] == str(len(held))
    for row in _held(world, "assembly_party_regions"):
        numbers = [int(v) for k, v in row.items() if k not in ("eraco", "plpt_nm", "sum", "rmk")]
        assert sum(numbers) == int(row["sum"])
    speakers = _rows(replica, "assembly_history_speakers", UNIT_NM="제21대")
    assert {r["CHM_PN"] for r in speakers} <= {m.name for m in fictional_members(world.seed)}
    votes = _rows(replica, "assembly_history_bill_stats", ERACO="21대 국회")
    assert votes[0]["SBM"] == 16_000


def test_english_lists_lead_to_the_korean_ones(world: World, replica: Replica) -> None:
    member = fact_rows("members")[0]
    found = _rows(replica, "assembly_en_members", NAAS_CD=member["code"])
    assert [r["NAAS_EN_NM"] for r in found] == [member["english"]]
    assert all(r["BIRDY_DT"] is None for r in found), "births of real members are not recorded"
    day = _rows(replica, "assembly_en_schedule", CONF_SCH_DIV="Plenary")[0]["SCH_DT"]
    assert {r["SCH_DT"] for r in _rows(replica, "assembly_en_schedule", SCH_DT=day)} == {day}
    for tool, field in (
        ("assembly_en_press_releases", "ARTC_TTL"),
        ("assembly_en_speaker_activities", "MN_ACTV_TTL"),
        ("assembly_en_speaker_speeches", "SPC_TTL"),
    ):
        titles = [r[field] for r in _rows(replica, tool)]
        assert len(titles) == len(set(titles))
        word = titles[0].split()[-1]
        assert all(word in r[field] for r in _rows(replica, tool, **{field: word}))


def test_what_happened_on_a_day(replica: Replica) -> None:
    vote = _rows(replica, "assembly_plenary_votes", AGE="21")[0]
    bill = _rows(replica, "assembly_bill_detail", BILL_ID=vote["BILL_ID"])[0]
    day = bill["RGS_RSLN_DT"]
    found = _rows(replica, "assembly_activity_by_date", DT=day, AGE="21", STAGE="본회의심의")
    assert vote["BILL_NO"] in {r["BILL_NO"] for r in found}
    assert all(r["DT"].startswith(day) for r in found)
    assert _ask(replica, "assembly_activity_by_date", DT=day).code == "ERROR-300"
