"""What a walk's conditions and choices are called in a brief."""

from __future__ import annotations

from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.outcome import JSON
from kopa_synth.queries.brief import Pattern, Pick
from kopa_synth.queries.brief import Test as Compared
from kopa_synth.walk.saying import _reducer, condition
from kopa_synth.walk.slots import keys
from kopa_synth.walk.trajectory import Ask, Choice, Leg, Trajectory, Where
from kopa_synth.walk.vocabulary import Vocabulary

WORDS = Vocabulary(Catalogue.load())


def leg(tool: str, **more: Any) -> Leg:
    word = WORDS.tool(tool)
    assert word is not None
    return Leg(tool, word.thing, **more)


@pytest.mark.parametrize(
    ("tool", "column", "test", "value", "said"),
    [
        ("assembly_plenary_votes", "NO_TCNT", Compared.GE, 30, "반대표가 30표 이상 나온"),
        ("assembly_plenary_votes", "YES_TCNT", Compared.LE, 180, "찬성표가 180표 이하로 나온"),
        ("assembly_members", "POLY_NM", Compared.EQ, "무소속", "무소속"),
        ("assembly_members", "POLY_NM", Compared.EQ, "새길당", "새길당 소속"),
        (
            "assembly_petitions_pending",
            "PROPOSE_DT",
            Compared.SINCE,
            "2025-01-01",
            "2025년 1월 1일 이후 접수된",
        ),
        ("assembly_plenary_votes", "VOTE_TCNT", Compared.GE, 200, ""),
    ],
)
def test_conditions_are_said_as_people_do(
    tool: str, column: str, test: Compared, value: JSON, said: str
) -> None:
    assert condition(leg(tool), Where(column, test, value), WORDS).said == said


@pytest.mark.parametrize(
    ("tool", "free", "op", "said"),
    [
        ("assembly_petitions_pending", {}, Pick.LATEST, "소관위에 가장 최근에 회부된"),
        ("assembly_bill_search", {"AGE": "22"}, Pick.LATEST, "소관위에 가장 최근에 회부된"),
        ("assembly_bill_search", {"AGE": "21"}, Pick.LATEST, "소관위에 가장 늦게 회부된"),
        ("assembly_bill_search", {"AGE": "21"}, Pick.EARLIEST, "소관위에 가장 먼저 회부된"),
    ],
)
def test_a_superlative_stands_beside_its_verb_and_knows_what_goes_on(
    tool: str, free: dict[str, JSON], op: Pick, said: str
) -> None:
    given = leg(tool, free=free, said=tuple(free), choice=Choice(op, "COMMITTEE_DT"))
    reducer = _reducer(given, WORDS)
    assert reducer is not None
    assert reducer.said == said


def test_slots_are_called_by_what_they_hold_and_never_alike() -> None:
    legs = (leg("assembly_plenary_budget_bills"), leg("assembly_plenary_other_bills"))
    asks = (Ask(0, "BILL_NAME", name=True), Ask(1, "BILL_NM", name=True))

    walk = Trajectory("w", Pattern.MIXED, "assembly", "politics", legs, asks)
    assert keys(walk, asks, WORDS) == ["예산안 이름", "안건 이름"]
    twice = Trajectory("w", Pattern.MIXED, "assembly", "politics", (legs[0], legs[0]), asks)
    again = (asks[0], Ask(1, "BILL_NAME", name=True))
    assert keys(twice, again, WORDS) == ["예산안 이름", "본회의에서 처리된 예산안 이름"]
