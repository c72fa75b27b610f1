"""The Assembly: recorded facts stay as recorded, generated ones belong to fictional persons."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.bills import FIRST_PENDING22
from kopa_env.world.tables.calendar import plenary_days, session_of
from kopa_env.world.tables.members import PARTIES, fictional_members
from kopa_env.world.world import Condition

Bills = list[dict[str, Any]]


def _bills(world: Any, *where: Condition) -> Bills:
    found: Bills = world.select("bills", where)[0]
    return found


def _roll(world: Any, bill_id: str) -> Bills:
    found: Bills = world.select("roll_calls", [Condition("bill_id", "eq", bill_id)])[0]
    return found


def test_lists_are_of_real_size(world: Any) -> None:
    assert len(_bills(world, Condition("age", "eq", "21"))) == 16_000
    voted = _bills(world, Condition("age", "eq", "21"), Condition("stage", "eq", "표결"))
    assert 2_700 < len(voted) < 3_300


def test_every_roll_call_sums_to_its_tally(world: Any) -> None:
    """All recorded roll calls, and every seventh generated one."""
    voted = _bills(world, Condition("stage", "eq", "표결"))
    recorded = {r["bill_no"] for r in fact_rows("rollcalls22")}
    fictional = [b for b in voted if b["age"] == "21"][::7]
    real = [b for b in voted if b["bill_no"] in recorded]
    assert len(real) == 8
    for bill in fictional + real:
        votes = Counter(r["vote"] for r in _roll(world, bill["bill_id"]))
        assert votes["찬성"] == bill["yes"], bill["bill_no"]
        assert votes["반대"] == bill["no"]
        assert votes["기권"] == bill["blank"]
        assert sum(votes.values()) == bill["members"]


def test_tallies_decide_results(world: Any) -> None:
    voted = _bills(world, Condition("age", "eq", "21"), Condition("stage", "eq", "표결"))
    for bill in voted:
        assert bill["yes"] + bill["no"] + bill["blank"] == bill["votes"] <= bill["members"] <= 300
        assert (bill["result"] == "부결") == (bill["yes"] * 2 <= bill["votes"])
    assert {b["result"] for b in voted} == {"원안가결", "수정가결", "부결"}


def test_every_committee_exists(world: Any) -> None:
    codes = {r["name"]: r["code"] for r in fact_rows("committees")}
    for bill in world.rows("bills"):
        assert codes[str(bill["committee"])] == bill["committee_id"]
    for table in ("petitions", "committee_meetings"):
        for row in world.rows(table):
            assert codes[str(row["committee"])] == row["committee_code"]


def test_nothing_generated_hangs_on_a_real_member(world: Any) -> None:
    real = {r["code"] for r in fact_rows("members")}
    real_names = {r["name"] for r in fact_rows("members")}
    for bill in world.rows("bills"):
        if bill["record"] == "fact":
            continue
        people = [bill["lead_code"], *str(bill["co_codes"] or "").split(",")]
        assert not real.intersection(str(p) for p in people if p), bill["bill_no"]
        assert bill["lead"] not in real_names
        if bill["age"] == "22":
            assert bill["lead"] is None
            assert bill["yes"] is None
            numbered = str(bill["bill_no"]).isdigit()
            assert not numbered or int(str(bill["bill_no"])) >= FIRST_PENDING22
    for petition in world.rows("petitions"):
        assert str(petition["introducer"]).removesuffix("의원") not in real_names
    fictional = {m.code for m in fictional_members(world.seed)}
    assert not fictional & real
    assert not {m.name for m in fictional_members(world.seed)} & real_names


def test_recorded_bills_are_exactly_the_facts(world: Any) -> None:
    facts = {r["bill_id"]: r for r in fact_rows("bills22")}
    rows = {b["bill_id"]: b for b in _bills(world, Condition("record", "eq", "fact"))}
    assert rows.keys() == facts.keys()
    for bill_id, fact in facts.items():
        row = rows[bill_id]
        assert [row[c] for c in ("yes", "no", "blank", "votes", "members")] == [
            int(fact[c]) for c in ("yes", "no", "blank", "votes", "members")
        ]
        assert row["decided"] == fact["decided"]
        assert (row["lead_code"] or "") == fact["lead_code"]
        assert not [
            row[c]
            for c in ("referred", "presented", "processed", "law_processed", "sent", "promulgated")
            if row[c]
        ], "what was not recorded stays empty"


def test_real_roll_calls_keep_the_party_of_the_day(world: Any) -> None:
    facts = {(r["bill_no"], r["member_code"]): r for r in fact_rows("rollcalls22")}
    bill_no = next(iter(facts))[0]
    bill = _bills(world, Condition("bill_no", "eq", bill_no))[0]
    rows = _roll(world, bill["bill_id"])
    assert len(rows) == 300
    for row in rows:
        fact = facts[bill_no, row["code"]]
        assert (row["party"], row["vote"], row["record"]) == (fact["party"], fact["vote"], "fact")


def test_a_real_bill_without_a_recorded_roll_call_has_none(world: Any) -> None:
    recorded = {r["bill_no"] for r in fact_rows("rollcalls22")}
    bill = next(
        b for b in _bills(world, Condition("record", "eq", "fact")) if b["bill_no"] not in recorded
    )
    assert _roll(world, bill["bill_id"]) == []


def test_a_bill_runs_forward_in_time(world: Any) -> None:
    steps = (
        *("proposed", "referred", "presented", "processed", "law_referred", "law_presented"),
        *("law_processed", "decided", "sent", "promulgated"),
    )
    days = set(plenary_days(world.seed))
    for bill in _bills(world, Condition("age", "eq", "21")):
        dates = [bill[s] for s in steps if bill[s]]
        assert dates == sorted(dates), bill["bill_no"]
        if bill["stage"] == "표결":
            assert bill["decided"] in days
        assert (bill["promulgated"] is not None) == (
            bill["kind"] == "법률안" and bill["result"] in ("원안가결", "수정가결")
        )


def test_an_alternative_is_numbered_once_its_wording_is_checked(world: Any) -> None:
    where = (Condition("age", "eq", "22"), Condition("proposer_kind", "eq", "위원장"))
    pending = [b for b in _bills(world, *where) if b["stage"] == "계류"]
    for bill in pending:
        unchecked = bill["law_processed"] is None
        assert bool(re.fullmatch(r"DD\d{5}", bill["bill_no"])) == unchecked
    assert 0 < sum(not b["bill_no"].isdigit() for b in pending) < len(pending)
    every = [b["bill_no"] for b in world.rows("bills")]
    assert len(every) == len(set(every))
    assert sum(not number.isdigit() for number in every) == sum(
        not b["bill_no"].isdigit() for b in pending
    )


def test_careers_hold_dates_that_are_known_and_no_others(world: Any) -> None:
    late = {"백선희", "손솔", "이소희", "이주희", "최혁진"}
    left = {"강훈식", "이재명", "조국"}
    joined = {(r["code"], f"제22대 {r['committee']}") for r in fact_rows("committee_seats")}
    for row in world.rows("member_careers"):
        if row["kind"] == "committee":
            assert (row["period"] is not None) == ((row["code"], row["line"]) in joined)
        elif row["name"] in late | left:
            assert row["period"] is None
        else:
            assert row["period"] in ("2024.05.30 ~ ", None)
    posts = world.select("member_careers", [Condition("kind", "eq", "post")])[0]
    assert sum(r["period"] is not None for r in posts) > 0.9 * len(posts)


def test_some_subcommittees_wait_for_the_larger_sitting(world: Any) -> None:
    plenary = set(plenary_days(world.seed))
    told = [r for r in world.rows("committee_meetings") if ":" not in str(r["time"])]
    subs = world.select("committee_meetings", [Condition("kind", "eq", "소위원회")])[0]
    assert 0.05 < len(told) / len(subs) < 0.11
    for row in told:
        assert row["kind"] == "소위원회"
        assert str(row["time"]).startswith("본회의") == (row["day"] in plenary)


def test_the_register_of_requests_is_kept_by_hand(world: Any) -> None:
    rows = list(world.rows("library_information_requests"))
    assert [r["year"] for r in rows] == sorted((r["year"] for r in rows), reverse=True)
    assert [r["year"] for r in rows].count("null") == 1
    serials = [(r["year"], r["serial"]) for r in rows]
    assert len(serials) == len(set(serials)) == 490
    for row in rows:
        assert (row["withheld"] == "null") == (row["decision"] == "공개")
        assert (row["shown"] is None) == (row["decision"] == "비공개")


def test_sponsors_agree_with_the_bill(world: Any) -> None:
    where = (Condition("age", "eq", "21"), Condition("proposer_kind", "eq", "의원"))
    people = {m.code: m for m in fictional_members(world.seed)}
    for bill in _bills(world, *where)[::400]:
        rows = world.select("bill_sponsors", [Condition("bill_id", "eq", bill["bill_id"])])[0]
        assert [r["leading"] for r in rows].count("대표발의") == 1
        assert rows[0]["name"] == bill["lead"]
        assert rows[0]["party"] == bill["lead_party"]
        assert bill["proposer"] == f"{bill['lead']}의원 등 {len(rows)}인"
        assert len(rows) >= 10, "a bill needs ten members"
        codes = [bill["lead_code"], *bill["co_codes"].split(",")]
        assert all(people[code].sits_on(bill["proposed"]) for code in codes)


def test_counts_agree_with_the_bills(world: Any) -> None:
    bills = Counter(b["committee"] for b in _bills(world, Condition("age", "eq", "21")))
    where = [Condition("scope", "eq", "committee"), Condition("term", "eq", "제21대")]
    rows = world.select("bill_counts", where)[0]
    assert {r["name"]: r["received"] for r in rows} == bills
    for r in rows:
        assert r["received"] == r["processed"] + r["pending"]
        assert r["processed"] == r["reflected"] + r["unreflected"]


def test_committees_count_their_members(world: Any) -> None:
    sitting = Counter(r["committee_code"] for r in world.rows("committee_members"))
    for c in world.rows("committees"):
        assert c["sitting"] == sitting[c["code"]] == c["grouped"] + c["ungrouped"]


def test_seats_of_the_fictional_term() -> None:
    assert sum(seats for _, seats in PARTIES) == 300
    members = fictional_members(3)
    assert 290 <= sum(m.sits_on("2023-01-10") for m in members) <= 300
    assert len({m.name for m in members}) == len(members)


@pytest.mark.parametrize(
    ("day", "number", "kind"),
    [
        ("2020-06-05", 379, "임시회"),
        ("2020-09-01", 382, "정기회"),
        ("2020-12-09", 382, "정기회"),
        ("2021-01-08", 383, "임시회"),
        ("2024-05-28", 414, "임시회"),
    ],
)
def test_sessions_are_numbered_on(day: str, number: int, kind: str) -> None:
    assert session_of(day) == (number, kind)


def test_contractors_are_spelled_several_ways(world: Any) -> None:
    rows = world.select("secretariat_contracts", [Condition("private", "eq", "Y")])[0]
    assert len(rows) > 500
    marks = ("(주)", "주식회사 ", "㈜")
    bare: dict[str, set[str]] = {}
    for r in rows:
        name = r["contractor"]
        for mark in marks:
            name = name.replace(mark, "")
        bare.setdefault(name, set()).add(r["contractor"])
        assert r["method"] == "수의계약"
        assert r["amount"] >= 20_000_000
    assert sum(len(spellings) > 1 for spellings in bare.values()) > 50
    large = world.select("secretariat_contracts", [Condition("large", "eq", "Y")])[0]
    assert all(r["amount"] >= 100_000_000 for r in large)
    assert {r["method"] for r in large} >= {"수의계약", "경쟁입찰"}
