"""Asking a model about a pair, and reading whatever it writes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolshed import BOOKS, LOANS, field

from kopa_synth.graph import Binding, Plan
from kopa_synth.models import Prompt
from kopa_synth.scoring import ModelScorer
from kopa_synth.scoring.asking import MOST_FIELDS, prompt, read_answer

ONE = '{"score": 0.8, "bindings": [{"param": "bookNo", "field": "book_no"}], "reason": "같은 번호"}'


class Scripted:
    """A model with one answer."""

    name = "scripted"

    def __init__(self, text: str) -> None:
        self.text = text
        self.asked: list[Prompt] = []

    def answer(self, prompt: Prompt) -> str:
        self.asked.append(prompt)
        return self.text


def test_the_prompt_says_what_is_documented_and_how_to_answer() -> None:
    text = prompt(BOOKS, LOANS).user
    for told in (
        "lib_books",
        "- book_no | 도서 번호 | code:6",
        "bookNo",
        "required",
        "e.g. 004711",
    ):
        assert told in text
    assert "SIGUN_NM, REGION_NM and rgn" in text, "same meaning binds under other names"
    assert "$" not in text


def test_what_needs_no_judgement_is_not_in_the_prompt() -> None:
    paged = replace(
        LOANS, params=(*LOANS.params, replace(LOANS.params[0], name="pg", role="generic"))
    )
    assert "pg" not in prompt(BOOKS, paged).user.split("TARGET")[-1]


def test_wide_tools_are_cut_amounts_first() -> None:
    amounts = tuple(field(f"n{i} 금액 {i} @int_comma =1,000") for i in range(MOST_FIELDS))
    wide = replace(BOOKS, fields=(*amounts, *BOOKS.fields))
    text = prompt(wide, LOANS).user
    assert "- book_no |" in text
    assert "- n0 |" in text
    assert f"- n{MOST_FIELDS - 1} |" not in text
    assert "5 more fields" in text


@pytest.mark.parametrize(
    "text",
    [
        ONE,
        f"[{ONE}]",
        f"```json\n[{ONE}]\n```",
        f"Sure, [here] it is:\n{ONE}\nHope that helps!",
        f'<think>maybe {{"score": 1, "bindings": {{"x": "y"}}}}</think>{ONE}',
        ONE.replace("}], ", "},], "),
        ONE.replace('"', "'"),
        ONE.replace("0.8", '"0.8"'),
        ONE.replace('[{"param": "bookNo", "field": "book_no"}]', '{"bookNo": "book_no"}'),
        f'{{"edges": [{ONE}]}}',
    ],
)
def test_answers_are_read_however_they_are_dressed(text: str) -> None:
    found = read_answer(text)
    assert found is not None
    assert [(p.bindings, p.score) for p in found] == [((Binding("bookNo", "book_no"),), 0.8)]


@pytest.mark.parametrize("text", ["", "모르겠습니다.", '{"score": 0.8', "[1, 2]", '{"a": 1}'])
def test_no_json_of_the_asked_form_is_told_from_no_edge(text: str) -> None:
    assert read_answer(text) is None
    assert read_answer("[]") == []


def test_rows_without_score_or_binding_are_left_out() -> None:
    broken = '{"score": null, "bindings": [{"param": "a", "field": "b"}]}'
    empty = '{"score": 0.4, "bindings": []}'
    odd = '{"score": 0.4, "bindings": [{"param": 1}, "x"]}'
    assert read_answer(f"[{broken}, {empty}, {odd}]") == []


def test_the_scorer_ranks_and_counts_what_it_cannot_read() -> None:
    second = ONE.replace("0.8", "0.9").replace('"reason"', '"try": ["year", 3], "reason"')
    scorer = ModelScorer(Scripted(f"[{ONE}, {second}]"))
    found = scorer.score(BOOKS, LOANS)
    assert [p.score for p in found] == [0.9, 0.8]
    assert found[0].plan == {"year": Plan.CLARIFY}
    assert scorer.name.startswith("model:scripted/")
    mute = ModelScorer(Scripted("…"))
    assert (mute.score(BOOKS, LOANS), mute.unreadable) == ([], 1)


@given(st.text(max_size=120))
def test_nothing_a_model_writes_is_an_error(text: str) -> None:
    for proposal in read_answer(text) or []:
        assert proposal.bindings


@given(st.text(alphabet='[]{}",:bindgscoreparmfl01. ', max_size=80))
def test_nothing_that_looks_like_json_is_an_error(text: str) -> None:
    read_answer(text)
