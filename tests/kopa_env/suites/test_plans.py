"""Plans: golden calls cut down, references mended, nothing else changed."""

from __future__ import annotations

from dataclasses import replace

from bench_stage import LOOKED_UP, PAGED, SCHOOL, play
from school import CATALOGUE

from kopa_bench.policies.golden import Golden
from kopa_env.suites.plans import first_pages, whole, without, without_lookups, words
from kopa_env.task import GoldenCall

SPECS = {name: CATALOGUE[name] for name in CATALOGUE.entries}


def test_a_whole_plan_is_the_golden_one() -> None:
    assert whole(SCHOOL).turns == SCHOOL.golden
    assert without(SCHOOL, lambda call: False).turns == SCHOOL.golden


def test_first_pages_drops_page_size_and_further_pages() -> None:
    plan = first_pages(PAGED, SPECS)
    assert plan.left_out == {"c2"}
    assert plan.turns[0][0].args == {"city": "경주시"}
    assert plan.turns[1] == ()


def test_references_to_what_is_left_out_go_from_lists() -> None:
    call = GoldenCall(
        "c3", "table_count", {"result": [{"ref": "c1.result"}, {"ref": "c2.result"}]}, "reduce"
    )
    task = replace(PAGED, golden=(*PAGED.golden[:2], (call,)))
    assert first_pages(task, SPECS).turns[2][0].args == {"result": [{"ref": "c1.result"}]}


def test_a_look_up_left_out_leaves_its_words() -> None:
    plan = without_lookups(LOOKED_UP)
    assert plan.left_out == {"c1"}
    assert plan.turns[1][0].args == {"id": "가12학교"}


def test_words_come_from_the_question_before_anything_else() -> None:
    lookup = GoldenCall("c1", "find_school", {"kind": "초등", "name": "가12학교"}, "lookup")
    assert words(LOOKED_UP, lookup) == "가12학교"
    elsewhere = GoldenCall("c1", "find_school", {"kind": "초등"}, "lookup")
    assert words(replace(LOOKED_UP, bindings={"who": "문을"}), elsewhere) == "문을"
    assert words(LOOKED_UP, replace(elsewhere, args={})) == LOOKED_UP.query_ko[:20]


def test_a_reference_that_leads_nowhere_is_skipped_and_ends_in_a_refusal() -> None:
    broken = GoldenCall("c2", "school_detail", {"id": {"ref": "c1.records[99].id"}}, "fetch")
    task = replace(LOOKED_UP, golden=(LOOKED_UP.golden[0], (broken,)))
    row = play("first-page", task)
    assert row["valid"]
    assert [call["name"] for call in row["calls"]] == ["find_school"]
    assert row["final_text"] == "모르겠습니다."


def test_a_plan_may_leave_everything_out() -> None:
    policy = Golden(
        "idle", lambda task, episode: without(task, lambda call: True), lambda t, e, p: "끝"
    )
    row = play(policy, SCHOOL)
    assert row["calls"] == []
    assert row["final_text"] == "끝"
