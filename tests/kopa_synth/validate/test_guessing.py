"""Guesses: where each part of an answer comes from, and how likely one hits it without a call."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from school import CATALOGUE
from synthesised import changed, largest, noted, opened, school_source

from kopa_env.task import Answer, GoldenCall
from kopa_synth.queries.brief import Comparison, Slot, Subject
from kopa_synth.validate import Candidate
from kopa_synth.validate.evidence import Evidence
from kopa_synth.validate.guessing import UNKNOWN, guess
from kopa_synth.validate.lineage import Lineage
from kopa_synth.validate.parts import parts_of

RECORD: dict[str, Any] = {
    "학교": {"type": "string", "value": "나57학교"},
    "학생 수": {"type": "number", "value": 1399},
}


def chances(held: Candidate) -> dict[str, float]:
    return guess(Evidence(held, CATALOGUE, school_source()))[1]


def asking(solver: str, answer: Answer) -> Candidate:
    return changed(largest(), answer=replace(answer, solver=solver))


@pytest.mark.parametrize(
    ("solver", "answer", "expected"),
    [
        # a name among the twenty of its list, both pages
        ('c3.records[0]["name"]', Answer("string", "나57학교"), 1 / 20),
        # the city of every one of them
        ('c1.records[0]["city"]', Answer("string", "포항시"), 1.0),
        # figures that never repeat: from 1,000 to 1,399
        ('num(c3.records[0]["pupils"])', Answer("number", 1399), 1 / 400),
        # how many of twenty
        ("len(concat(c1, c2))", Answer("number", 20), 1 / 21),
        ("c1.total", Answer("number", 20), 1 / 21),
        ('count(c1, "name")', Answer("number", 10), 1 / 21),
        # computed: nothing but its size is known
        ('sum(column(c1, "pupils"))', Answer("number", 10945), 1 / 21891),
        ('round(mean(column(c1, "pupils")), 1)', Answer("number", "1094.5"), 1 / 21891),
        # days that never repeat, from 2002 to 2021
        ('date(c1.records[0]["opened"])', Answer("date", "2000-03-01"), 1 / 8800),
    ],
)
def test_a_part_is_as_likely_as_its_list_says(solver: str, answer: Answer, expected: float) -> None:
    (found,) = chances(asking(solver, answer)).values()
    assert found == pytest.approx(expected, rel=0.2 if answer.type == "date" else 1e-9)


def test_one_of_the_things_compared_is_one_in_their_number() -> None:
    held = asking('x["who"]', Answer("string", "포항시"))
    compared = Comparison(
        (Subject("포항시", "지역"), Subject("경주시", "지역"), Subject("안동시", "지역")),
        Slot("학생 수", "number", "명"),
        "largest",
    )
    brief = replace(held.brief, comparison=compared)
    assert list(chances(replace(held, brief=brief)).values()) == [pytest.approx(1 / 3)]


def test_parts_multiply_and_writes_cannot_be_guessed() -> None:
    whole, parts = guess(Evidence(largest(), CATALOGUE, school_source()))
    assert whole == pytest.approx(parts["학교"] * parts["학생 수"])
    assert guess(Evidence(noted(), CATALOGUE, school_source())) == (0.0, {})


def test_items_of_a_list_may_come_in_any_order() -> None:
    listed = asking(
        '[c1.records[0]["name"], c1.records[1]["name"]]', Answer("list", ["가0학교", "라3학교"])
    )
    whole, parts = guess(Evidence(listed, CATALOGUE, school_source()))
    assert list(parts) == ["1", "2"]
    assert whole == pytest.approx(2 / 10**2)
    ordered = asking(listed.task.answer.solver, replace(listed.task.answer, type="ordered"))
    assert guess(Evidence(ordered, CATALOGUE, school_source()))[0] == pytest.approx(1 / 10**2)


def test_others_of_a_kind_are_asked_for_where_a_reply_is_no_sample() -> None:
    """A school's city: one row is no sample, but its list of names leads to others."""
    base = opened()
    calls = (
        (GoldenCall("c1", "school_list", {"size": 30}, "fetch", {"size": 30, "page": 1}),),
        (
            GoldenCall(
                "c2", "school_detail", {"id": {"ref": "c1.records[0].id"}}, "fetch", {"id": "00000"}
            ),
        ),
    )
    held = changed(
        base, golden=calls, answer=Answer("string", "포항시", solver='c2.records[0]["city"]')
    )
    assert chances(held) == {"string": pytest.approx(1 / 3, rel=0.2)}


def test_where_nothing_is_known_a_short_text_is_taken_for_likely() -> None:
    held = changed(opened(), answer=Answer("string", "포항시", solver='c2.records[0]["city"]'))
    assert chances(held) == {"string": UNKNOWN}
    long = changed(
        opened(),
        answer=Answer("string", "포항시 북구 새로운길 123", solver='c2.records[0]["city"]'),
    )
    assert chances(long) == {"string": 1 / 1000}


def test_lineage_runs_through_reductions_to_all_pages() -> None:
    lineage = Lineage(Evidence(largest(), CATALOGUE, school_source()))
    assert set(lineage.behind(["c3"])) == {"c1", "c2", "c3"}
    assert len(lineage.column(["c3"], "name")) == 20
    assert lineage.column(["c3"], "nothing") == []
    assert lineage.rows(["c3"]) == 20


@pytest.mark.parametrize(
    ("solver", "column", "count"),
    [
        ('{"학교": c3.records[0]["name"], "학생 수": num(c3.records[0]["pupils"])}', "name", False),
        ('(top := c3.records[0], {"학교": top["name"], "학생 수": 1})[1]', "name", False),
        ('{"학교": first(c3)["name"], "학생 수": 1}', "name", False),
        ('{"학교": len(c3), "학생 수": 1}', "", True),
        ("{'학교': c3.total, '학생 수': 1}", "", True),
        ('{"학교": max(c3, key="pupils")["name"], "학생 수": 1}', "name", False),
        ("not an expression", "", False),
    ],
)
def test_the_piece_of_the_solver_behind_a_slot(solver: str, column: str, count: bool) -> None:
    first = parts_of(asking(solver, Answer("record", RECORD)).task)[0]
    assert (first.name, first.column, first.is_count) == ("학교", column, count)


def test_a_computed_call_is_looked_into() -> None:
    held = largest()
    compute = GoldenCall(
        "c4", "evaluate_expression", {"expression": '[c3.records[0]["name"], len(c1)]'}, "compute"
    )
    solver = '(v := c4.value, {"학교": v[0], "학생 수": v[1]})[1]'
    task = replace(
        held.task,
        golden=(*held.task.golden, (compute,)),
        answer=Answer("record", RECORD, solver=solver),
    )
    name, pupils = parts_of(task)
    assert (name.column, name.calls) == ("name", {"c3"})
    assert (pupils.is_count, pupils.calls) == (True, {"c1"})


LETTERS = st.text("ab(c1)[0]{}:=,'\"., ", max_size=20)


@given(LETTERS)
def test_no_solver_breaks_it(solver: str) -> None:
    for part in parts_of(asking(solver, Answer("record", RECORD)).task):
        assert isinstance(part.node, ast.AST)
        assert part.column is not None
        assert isinstance(part.is_count, bool)
        assert isinstance(part.calls, frozenset)
