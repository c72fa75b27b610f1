"""Bills as the Secretariat lists them: what became of them, and nothing about real ones."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kopa_env.world.tables.bill_details import alternatives
from kopa_env.world.tables.bill_lists import act_of
from kopa_env.world.world import Condition, World

SEEDS = (20260130, 20260131, 7)


@pytest.fixture(scope="module", params=SEEDS)
def any_world(request: pytest.FixtureRequest) -> Any:
    world = World(request.param)
    yield world
    world.close()


def _of(world: World, table: str, bill_id: object) -> list[dict[str, Any]]:
    return world.select(table, [Condition("bill_id", "eq", bill_id)])[0]


def test_every_bill_is_listed_once_under_its_own_id(any_world: World) -> None:
    bills = {b["bill_id"]: b for b in any_world.rows("bills")}
    listed = list(any_world.rows("bill_lists"))
    assert [r["bill_id"] for r in listed] == list(bills)
    for r in listed:
        bill = bills[r["bill_id"]]
        assert (r["title"], r["result"], r["decided"]) == (
            *(bill["title"], bill["result"], bill["decided"]),
        )
        assert (r["pass_kind"] == "계류의안") == (bill["stage"] == "계류")
        assert r["ord"] == f"A{bill['age']}"


def test_nothing_is_made_up_about_a_recorded_bill(any_world: World) -> None:
    made = ("summary", "text_hwp", "cost_hwp", "review_hwp", "report_hwp")
    recorded = [r for r in any_world.rows("bill_lists") if r["record"] == "fact"]
    assert len(recorded) > 600
    assert all(r[column] is None for r in recorded for column in made)
    ids = {r["bill_id"] for r in recorded}
    for table in ("bill_promulgations", "bill_relations"):
        assert not ids & {r["bill_id"] for r in any_world.rows(table)}
    one = next(iter(ids))
    assert _of(any_world, "bill_reviews", one) == _of(any_world, "bill_signers", one) == []


def test_recent_lists_hold_what_they_say(any_world: World) -> None:
    rows = [r for r in any_world.rows("bill_lists") if r["age"] == "22"]
    for r in rows:
        if r["just_passed"] == "Y":
            assert str(r["decided"]) >= "2025-12-01"
        if r["just_pending"] == "Y":
            assert r["result"] is None
            assert r["referred"]
    counts = Counter(n for r in rows for n in ("just_received", "just_pending") if r[n] == "Y")
    assert min(counts.values()) > 100
    assert 30 < sum(r["asked"] == "Y" for r in rows) < 120


def test_a_dropped_bill_and_its_alternative_name_each_other(any_world: World) -> None:
    bills = any_world.select("bills")[0]
    by_id = {b["bill_id"]: b for b in bills}
    went = alternatives(bills)
    dropped = [b for b in bills if b["result"] == "대안반영폐기"]
    assert len(went) > 0.98 * len(dropped)
    same = sum(act_of(str(by_id[i]["title"])) == act_of(str(a["title"])) for i, a in went.items())
    assert same > len(went) // 8
    for bill_id, into in went.items():
        assert into["proposer_kind"] == "위원장"
        assert into["committee"] == by_id[bill_id]["committee"]
        assert str(into["decided"]) >= str(by_id[bill_id]["proposed"])
    rows = any_world.select("bill_relations")[0]
    forth = {(r["bill_id"], r["other_id"]) for r in rows if r["block"] == "billGbnCd"}
    back = {(r["other_id"], r["bill_id"]) for r in rows if r["block"] == "exhaust"}
    assert forth == back


def test_reviews_follow_the_bill_and_meet_where_the_committee_met(world: World) -> None:
    meetings = {(r["committee"], r["day"]) for r in world.rows("committee_meetings")}
    bills = [b for b in world.rows("bills") if b["age"] == "21" and b["processed"]]
    for bill in bills[::400]:
        rows = _of(world, "bill_reviews", bill["bill_id"])
        assert rows[0]["block"] == "JurisdictionExamination"
        assert (rows[0]["presented"], rows[0]["result"]) == (
            *(bill["presented"], bill["committee_result"]),
        )
        for r in rows:
            committee = {"JurisdictionMeeting": bill["committee"], "procMeeting": "법제사법위원회"}
            if r["block"] in committee:
                assert (committee[str(r["block"])], r["met"]) in meetings
                assert str(r["met"]) >= str(bill["presented"])


def test_signers_are_those_of_the_other_service(world: World) -> None:
    bills = [b for b in world.rows("bills") if b["age"] == "21" and b["lead_code"]]
    for bill in bills[::900]:
        ours = _of(world, "bill_signers", bill["bill_id"])
        theirs = _of(world, "bill_sponsors", bill["bill_id"])
        assert [r["name"] for r in ours] == [r["name"] for r in theirs]
        assert ours[0]["name"] == bill["lead"]
    pending = next(b for b in world.rows("bills") if b["stage"] == "계류")
    assert _of(world, "bill_signers", pending["bill_id"]) == []
