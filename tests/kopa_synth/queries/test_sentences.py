"""One look-up, one sentence: how chains are taken apart."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kopa_synth.queries import GrammarWriter, check
from kopa_synth.queries.brief import (
    Aggregate,
    Brief,
    Condition,
    Pattern,
    Pick,
    Reducer,
    Slot,
    Stage,
    Subject,
    Test,
    Thing,
)
from kopa_synth.queries.opening import REGISTERS

PETITION, BILL = Thing("계류 청원"), Thing("의안")
NAME, DAY = Slot("이름", name=True), Slot("접수일", "date")
LATEST = Reducer(Pick.LATEST, "접수일", said="가장 최근에 접수된")
SINCE = Condition("접수일", Test.SINCE, "2025-01-01", said="2025년 1월 1일 이후 접수된")
OF_COMMITTEE = "소관위원회에 계류된 청원"


def chain(*stages: Stage, subject: Subject | None = None) -> Brief:
    subjects = (Subject("22", "대수"), *([subject] if subject else []))
    return Brief("chain", Pattern.MIXED, "politics", "assembly", subjects, stages)


PICKED = chain(
    Stage(BILL, reducer=Reducer(Pick.EARLIEST, "제안일", said="가장 먼저 제안된")),
    Stage(PETITION, OF_COMMITTEE, conditions=(SINCE,), reducer=LATEST, asked=(NAME, DAY)),
)
SEVERAL = chain(
    Stage(BILL, reducer=Reducer(Pick.TOP, "찬성표 수", "표", k=3)),
    Stage(PETITION, OF_COMMITTEE, reducer=LATEST, asked=(NAME, DAY)),
)
NAMED = chain(
    Stage(BILL, named=True),
    Stage(PETITION, OF_COMMITTEE, conditions=(SINCE,), reducer=LATEST, asked=(NAME, DAY)),
    subject=Subject("물길 정비에 관한 법률안", "법안"),
)
NARROWED = chain(
    Stage(
        Thing("본회의에서 처리된 예산안"),
        conditions=(Condition("찬성표 수", Test.GE, "200", "표"),),
        reducer=Reducer(Pick.EARLIEST, "제안일", said="가장 먼저 제안된"),
        asked=(NAME, Slot("소관위 처리일", "date")),
    )
)
ONE_BY_ONE = chain(
    Stage(Thing("법률안"), each=True, asked=(NAME,)),
    Stage(Thing("의안"), asked=(Slot("표결에 참여한 의원 수", "number", "명"),)),
)

CHAINS = {"PICKED": PICKED, "SEVERAL": SEVERAL, "NAMED": NAMED, "NARROWED": NARROWED}


def said_in_all(brief: Brief) -> list[str]:
    """Return what is said in every register, several times each."""
    return [
        draft.text
        for register in REGISTERS
        for draft in GrammarWriter().drafts(replace(brief, register=register), 8)
    ]


def sentences(text: str) -> list[str]:
    """Return the sentences of a query, names in quotes left out."""
    return re.split(r"(?<=[.?]) ", re.sub("「[^」]*」|‘[^’]*’", "", text))


@pytest.mark.parametrize("name", CHAINS)
def test_no_sentence_picks_twice(name: str) -> None:
    brief: Brief = CHAINS[name]
    for text in said_in_all(brief):
        assert check(text, brief) == [], text
        for sentence in sentences(text):
            assert len(re.findall("가장|제일", sentence)) <= 1, text
            assert len(re.findall(r" (?:중|중에|중에서|가운데) ", sentence)) <= 1, text


def test_what_is_picked_is_found_before_what_follows_from_it() -> None:
    for text in said_in_all(PICKED):
        assert "먼저 제안된" in text.split("소관위원회")[0], text
        assert re.search(r"[.?] 그 의안의 소관위원회에 계류된 청원", text), text
    for text in said_in_all(SEVERAL):
        assert re.search(r"[.?] 그 세 건의 소관위원회에 계류된 청원", text), text


def test_a_list_is_narrowed_before_something_is_picked_from_it() -> None:
    for text in said_in_all(NARROWED):
        assert re.search(r"200표 이상인 것[^.]*[.,] 그중 가장 먼저|200표 이상인 것.*그중", text), (
            text
        )


def test_figures_of_things_that_are_named_are_asked_one_by_one() -> None:
    for text in said_in_all(ONE_BY_ONE):
        assert "법안별로" in text, text
        assert "그 의안" not in text, text


def test_a_verb_of_the_opening_is_not_asked_with_again() -> None:
    brief = chain(Stage(BILL, named=True, asked=(DAY,)), subject=Subject("물길법안", "법안"))
    for text in said_in_all(brief):
        assert not re.search(r"필요(?:해요|합니다|함|해)\..*필요", text), text
        assert not re.search(r"궁금(?:해요|합니다|해)\..*궁금", text), text


@pytest.mark.parametrize(
    ("noun", "said", "list_of"),
    [
        (
            "본회의에서 처리된 예산안",
            "반대표가 30표 이상 나온",
            "본회의에서 반대표가 30표 이상 나온 예산안",
        ),
        ("본회의에서 처리된 법률안", "수정 가결된", "본회의에서 수정 가결된 법률안"),
        (
            "본회의에서 표결한 안건",
            "찬성표가 9표 이하로 나온",
            "본회의에서 찬성표가 9표 이하로 나온 안건",
        ),
    ],
)
def test_what_happened_to_a_thing_is_said_once(noun: str, said: str, list_of: str) -> None:
    given = Condition("처리 결과", Test.EQ, "값", said=said, aliases=(said,))
    asked = (Slot("", "number", "건", aggregate=Aggregate.COUNT),)
    brief = chain(Stage(Thing(noun), conditions=(given,), asked=asked))
    assert all(list_of in text for text in said_in_all(brief))


def test_a_condition_that_is_a_clause_stands_before_것() -> None:
    cast = Condition("반대표 수", Test.GE, "50", "표", said="반대표가 50표 이상 나온")
    brief = chain(
        Stage(BILL, reducer=Reducer(Pick.TOP, "찬성표 수", "표", k=3)),
        Stage(
            BILL, "소관위원회를 거쳐 표결한 의안", conditions=(cast,), reducer=LATEST, asked=(NAME,)
        ),
    )
    for text in said_in_all(brief):
        assert "50표 이상 나온 것" in text, text
