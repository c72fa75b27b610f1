"""One look-up, one sentence: how chains are taken apart."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from kopa_synth.queries import GrammarWriter, check
from kopa_synth.queries.brief import (
    Aggregate,
    Branch,
    Brief,
    Comparison,
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
            assert len(re.findall("가장|(?<!언)제일", sentence)) <= 1, text
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
        assert "각각" in text, text
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


def test_all_of_something_is_told_apart_from_some_of_it() -> None:
    pupils, special = (Slot(f"{of}학생 수", "number", "명") for of in ("", "특수학급 "))
    school = Subject("해솔중학교", "학교")
    both = chain(Stage(Thing("중학교"), named=True, asked=(special, pupils)), subject=school)
    alone = chain(Stage(Thing("중학교"), named=True, asked=(pupils,)), subject=school)
    assert all("전체 학생" in text for text in said_in_all(both))
    assert not any("전체 학생" in text for text in said_in_all(alone))


@pytest.mark.parametrize(
    ("said", "list_of"),
    [
        ("표결에 불참한", "안건의 표결에 불참한 의원"),
        ("두레연합 소속", "안건의 표결 명단에 있는 두레연합 소속 의원"),
    ],
)
def test_a_condition_stands_inside_the_list_it_narrows(said: str, list_of: str) -> None:
    told = (Condition("표결", Test.EQ, said.split()[0], said=said),)
    members = Slot("의원", "number", "명", aggregate=Aggregate.COUNT)
    voters = Stage(
        Thing("의원", "명", "누구"), "표결 명단에 있는 의원", conditions=told, asked=(members,)
    )
    brief = chain(Stage(Thing("안건"), reducer=PICKED.stages[0].reducer), voters)
    assert all(list_of in text for text in said_in_all(brief))


def test_a_kind_of_bill_is_its_noun() -> None:
    kind = (Condition("의안 종류", Test.EQ, "결의안", said="결의안인"),)
    listed = Stage(Thing("본회의에서 표결한 안건"), conditions=kind, asked=(NAME, DAY), each=True)
    for text in said_in_all(chain(listed, ONE_BY_ONE.stages[1])):
        assert "본회의에서 표결한 결의안" in text
        assert "안건" not in text


def test_a_year_of_figures_does_not_stand_on_a_school() -> None:
    school = (Subject("2019", "연도"), Subject("경북", "지역"), Subject("장덕학교", "학교"))
    pupils = Stage(Thing("학교"), named=True, asked=(Slot("학생 수", "number", "명"),))
    brief = Brief("year", Pattern.SEQ, "education", "edudata", school, (pupils,))
    for text in said_in_all(brief):
        assert "2019년 기준으로" in text or re.search(r"장덕학교 (?:자료|현황)", text)


def test_days_in_one_place_are_told_as_nouns_that_share_it() -> None:
    days = tuple(Slot(f"소관위 {day}", "date") for day in ("회부일", "상정일"))
    brief = chain(Stage(BILL, reducer=PICKED.stages[0].reducer, asked=days))
    texts = said_in_all(brief)
    shared = [text for text in texts if "소관위 회부일과 상정일" in text]
    assert len(shared) > len(texts) / 2


def test_what_happened_decides_in_the_past_tense() -> None:
    day, votes = Slot("제안일", "date"), Slot("찬성표 수", "number", "표")
    passed = Condition("처리 결과", Test.EQ, "원안가결", said="원안대로 가결된")
    bill = chain(
        Stage(BILL, named=True, asked=(day,)), subject=Subject("물길 정비에 관한 법률안", "법안")
    )
    stages = (Stage(BILL, named=True),)
    brief = replace(bill, stages=stages, branch=Branch(passed, (day,), (votes,)))
    for text in said_in_all(brief):
        assert re.search("원안대로 가결(?:됐으면|된 경우) 제안일을, (?:아니|그렇지 않으)면", text)


def test_figures_that_are_compared_are_summed_up_without_a_heap_of_nouns() -> None:
    over = (Subject("21", "대수"), Subject("22", "대수"))
    signed = Slot("동의자 수", "number", "명", aggregate=Aggregate.SUM)
    brief = Brief(
        "compared",
        Pattern.CMP,
        "politics",
        "assembly",
        (Subject("국방위원회", "위원회", "{} 소관"),),
        (Stage(Thing("청원")),),
        comparison=Comparison(over, signed, "difference"),
    )
    for text in said_in_all(brief):
        assert "청원의 총 동의자 수" in text
        assert "21대와 22대 국회" in text
