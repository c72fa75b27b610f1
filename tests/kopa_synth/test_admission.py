"""What a proposal has to satisfy before it is an edge, whoever made it."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from toolshed import BOOKS, LOANS, READING, field, param

from kopa_env.spec import Param, ToolSpec
from kopa_synth.graph import Binding, Plan
from kopa_synth.presets import preset
from kopa_synth.scoring import Admission, Proposal, Refusal, candidates, plan_rest

GOOD = (Binding("bookNo", "book_no"),)


def admit(proposal: Proposal, target: ToolSpec = LOANS) -> tuple[object, list[Refusal]]:
    admission = Admission(preset("kopa"))
    return admission.edge(BOOKS, target, proposal), list(admission.refused)


def test_a_sound_proposal_becomes_an_edge_with_its_prior() -> None:
    edge = Admission(preset("kopa")).edge(BOOKS, LOANS, Proposal(GOOD, 0.8))
    assert edge is not None
    assert edge.key == ("lib_books", "lib_loans", GOOD)
    assert (edge.evidence.alpha, edge.evidence.beta) == pytest.approx((2.6, 1.4))
    assert (edge.score, edge.alive, edge.plan) == (0.8, True, {})


@pytest.mark.parametrize(
    ("bindings", "why"),
    [
        ((), Refusal.NOTHING_BOUND),
        ((Binding("isbn", "book_no"),), Refusal.UNKNOWN_PARAM),
        ((Binding("bookNo", "isbn"),), Refusal.UNKNOWN_FIELD),
        ((Binding("bookNo", "book_no"), Binding("bookNo", "title")), Refusal.BOUND_TWICE),
    ],
)
def test_names_must_exist_and_bind_once(bindings: tuple[Binding, ...], why: Refusal) -> None:
    assert admit(Proposal(bindings, 0.9)) == (None, [why])


@pytest.mark.parametrize("score", [0.29, 0.0, -1.0, math.nan, math.inf])
def test_low_and_absurd_scores_are_refused(score: float) -> None:
    assert admit(Proposal(GOOD, score)) == (None, [Refusal.LOW_SCORE])


def test_a_score_above_one_is_one() -> None:
    edge = Admission(preset("kopa")).edge(BOOKS, LOANS, Proposal(GOOD, 7.0))
    assert edge is not None
    assert edge.score == 1.0


def test_without_a_semantic_parameter_the_score_is_capped_below_admission() -> None:
    paged = replace(LOANS, params=(param("page 쪽", role="generic"), LOANS.params[1]))
    proposal = Proposal((Binding("page", "pages"),), 0.99)
    assert admit(proposal, paged) == (None, [Refusal.LOW_SCORE])


@pytest.mark.parametrize("role", ["token", "constant"])
def test_tokens_and_constants_cannot_be_bound(role: str) -> None:
    kept = replace(LOANS, params=(replace(LOANS.params[0], role=role),))
    assert admit(Proposal(GOOD, 0.9), kept) == (None, [Refusal.UNKNOWN_PARAM])


@pytest.mark.parametrize(
    ("param_type", "field_type", "example", "fits"),
    [
        ("string", "integer", 3, True),
        ("integer", "string", "1,200", True),
        ("integer", "string", "L-1", False),
        ("integer", "string", None, True),
        ("number", "number", 1.5, True),
        ("array", "string", "x", False),
        ("string", "object", None, False),
        ("array", "array", None, True),
        ("any", "object", None, True),
        ("boolean", "string", "true", True),
        ("boolean", "string", "Y", False),
    ],
)
def test_types_must_be_convertible(
    param_type: str, field_type: str, example: object, fits: bool
) -> None:
    source = replace(BOOKS, fields=(field("book_no 도서 번호", type=field_type, example=example),))
    target = replace(LOANS, params=(replace(LOANS.params[0], type=param_type),))
    admission = Admission(preset("kopa"))
    assert (admission.edge(source, target, Proposal(GOOD, 0.9)) is not None) is fits
    assert admission.refused == ({} if fits else {Refusal.NOT_CONVERTIBLE: 1})


def test_a_required_parameter_nobody_can_fill_refuses_the_edge() -> None:
    closed = replace(LOANS, params=(LOANS.params[0], param("!pass 암호")))
    assert admit(Proposal(GOOD, 0.9), closed) == (None, [Refusal.UNCOVERED])


def test_the_plan_covers_what_is_required_and_a_scorer_may_add_to_it() -> None:
    target = replace(
        LOANS,
        params=(
            *LOANS.params,
            param("!key 열쇠", role="token"),
            param("size 쪽 크기", role="generic", default=10),
            param("!index 첫 행", role="generic", example=1),
            param("!kind 종류", enum={"A": "책"}),
            param("hint 귀띔"),
        ),
    )
    wish = {
        "year": Plan.CLARIFY,
        "hint": Plan.CLARIFY,
        "bookNo": Plan.CLARIFY,
        "none": Plan.CLARIFY,
    }
    edge = Admission(preset("kopa")).edge(BOOKS, target, Proposal(GOOD, 0.9, plan=wish))
    assert edge is not None
    assert edge.plan == {
        "index": Plan.DEFAULT,
        "key": Plan.DEFAULT,
        "kind": Plan.CLARIFY,
        "size": Plan.DEFAULT,
        "year": Plan.CLARIFY,
    }
    assert list(edge.plan) == sorted(edge.plan)


def test_a_bound_parameter_needs_no_plan() -> None:
    assert plan_rest(READING, {"book_no", "month"}) == {}
    assert plan_rest(READING, {"book_no"}) == {"month": Plan.CLARIFY}


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (param("year 연도 @YYYY =2021"), ("2021",)),
        (param("year 연도 @YYYY"), ("2024",)),
        (param("day 날짜 @YYYY-MM-DD"), ("2024-01-02",)),
        (param("kind 종류 =B", enum={"A": "책", "B": "영화"}), ("B", "A")),
        (param("size 크기", default=10, example=10), (10,)),
        (param("key 열쇠", role="token"), ("token",)),
        (param("word 낱말"), ()),
    ],
)
def test_values_to_try_come_from_the_documentation(
    told: Param, expected: tuple[object, ...]
) -> None:
    assert candidates(told) == expected


@given(
    st.lists(st.builds(Binding, st.sampled_from(["bookNo", "year", "x"]), st.text(max_size=8))),
    st.floats(),
)
def test_whatever_is_proposed_an_edge_is_sound(bindings: list[Binding], score: float) -> None:
    edge = Admission(preset("kopa")).edge(BOOKS, LOANS, Proposal(tuple(bindings), score))
    if edge is not None:
        assert 0.3 <= edge.score <= 1.0
        assert {b.field for b in edge.bindings} <= {f.path for f in BOOKS.fields}
        assert {p.name for p in LOANS.params if p.required} <= {
            *(b.param for b in edge.bindings),
            *edge.plan,
        }
