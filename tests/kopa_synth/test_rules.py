"""Proposals of the rule scorer for pairs of tools."""

from __future__ import annotations

from dataclasses import replace

import pytest
from toolshed import BOOKS, BRANCHES, HOURS, LOANS, READING, param, tool

from kopa_env.spec import ToolSpec
from kopa_synth.graph import Binding, Plan
from kopa_synth.scoring import Proposal, RuleScorer


def best(source: ToolSpec, target: ToolSpec) -> Proposal | None:
    return next(iter(RuleScorer().score(source, target)), None)


def test_a_list_feeds_the_detail_tool_by_its_identifier() -> None:
    found = best(BOOKS, LOANS)
    assert found is not None
    assert found.bindings == (Binding("bookNo", "book_no"),)
    assert found.score > 0.7
    assert found.plan == {}, "an optional year is left out"
    assert "도서번호" in found.reason


def test_unrelated_tools_have_nothing_to_say_of_each_other() -> None:
    assert RuleScorer().score(HOURS, LOANS) == []
    assert RuleScorer().score(LOANS, BRANCHES) == []
    assert RuleScorer().score(BOOKS, HOURS) == []


def test_what_is_needed_and_not_given_is_tried_and_costs_belief() -> None:
    found = best(BOOKS, READING)
    assert found is not None
    assert found.plan == {"month": Plan.CLARIFY}
    easier = replace(READING, params=READING.params[:1])
    alone = best(BOOKS, easier)
    assert alone is not None
    assert alone.score > found.score


def test_without_any_value_to_try_there_is_no_proposal() -> None:
    closed = replace(READING, params=(READING.params[0], param("!pass 암호")))
    assert RuleScorer().score(BOOKS, closed) == []


def test_required_parameters_of_one_record_are_bound_together() -> None:
    target = tool(
        "lib_copy", "culture", "소장본", "!book_no 도서 번호 @digits:6; !branch 분관명 =나래분관"
    )
    found = best(BOOKS, target)
    assert found is not None
    assert found.bindings == (Binding("book_no", "book_no"), Binding("branch", "branch_nm"))
    assert found.plan == {}


def test_one_field_does_not_fill_two_required_parameters() -> None:
    target = tool(
        "lib_pair",
        "culture",
        "두 책 견주기",
        "!book_a 도서 번호 @digits:6; !book_b 도서 번호 @digits:6",
    )
    source = replace(BOOKS, fields=BOOKS.fields[:1])
    for found in RuleScorer().score(
        source, replace(target, params=tuple(replace(p, example="004711") for p in target.params))
    ):
        assert len({b.field for b in found.bindings}) == len(found.bindings)


def test_an_echo_of_what_was_asked_is_worth_less() -> None:
    asked = replace(BOOKS, params=(param("!book_no 도서 번호 @digits:6"),))
    listed, echoed = best(BOOKS, LOANS), best(asked, LOANS)
    assert listed is not None
    assert echoed is not None
    assert echoed.score < 0.8 * listed.score


def test_a_value_carried_to_another_platform_is_worth_less() -> None:
    home = replace(READING, platform="lib")
    abroad, near = best(BOOKS, READING), best(BOOKS, home)
    assert abroad is not None
    assert near is not None
    assert abroad.score < near.score


@pytest.mark.parametrize(
    ("meaning", "least"),
    [
        ("도서 번호. lib_books로 찾는다.", 0.8),
        ("책의 값. lib_books의 book_no다.", 0.9),
    ],
)
def test_documentation_that_names_the_source_is_believed(meaning: str, least: float) -> None:
    pointed = replace(LOANS, params=(replace(LOANS.params[0], meaning_ko=meaning, name="value"),))
    found = best(BOOKS, pointed)
    assert found is not None
    assert found.score >= least
    assert "documentation" in found.reason


def test_at_most_three_proposals_best_first_and_always_the_same() -> None:
    many = tool(
        "lib_search",
        "culture",
        "통합 검색",
        "book_no 도서 번호; branch_nm 분관명; title 책 제목 =x; reg_dt 등록일 @YYYY-MM-DD;"
        "no 도서 번호",
    )
    found = RuleScorer().score(BOOKS, many)
    assert len(found) == 3
    assert [p.score for p in found] == sorted((p.score for p in found), reverse=True)
    scorer = RuleScorer()
    scorer.score(LOANS, BRANCHES)
    assert scorer.score(BOOKS, many) == found, "what was scored before changes nothing"


def test_tokens_and_generic_parameters_are_never_bound() -> None:
    keyed = replace(
        LOANS,
        params=(
            param("!bookNo 도서 번호 @digits:6", role="token"),
            param("book_no 도서 번호 @digits:6", role="generic"),
        ),
    )
    assert RuleScorer().score(BOOKS, keyed) == []
