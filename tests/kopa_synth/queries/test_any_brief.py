"""Briefs as a walk may fill them in, of any shape: each can be said, and says what it must."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kopa_env.language import particle_errors
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
    WriteRequest,
)

THINGS = st.sampled_from(
    [
        Thing("중학교", "곳", "어디"),
        Thing("법률안", "건"),
        Thing("국회의원", "명", "누구"),
        Thing("예금 상품", "개"),
        Thing("휴게소", "곳", "어디"),
        Thing("공시", "건"),
        Thing("본회의에서 처리된 예산안", "건"),
        Thing("국회사무처의 1억 원 이상 계약", "건"),
    ]
)
MEASURES = st.sampled_from(
    [
        ("학생 수", "명"),
        ("계약 금액", "원"),
        ("경쟁률", "%"),
        ("면적", "㎡"),
        ("표결 수", "표"),
        ("점수", ""),
    ]
)
DATES = st.sampled_from(["접수일", "개교일", "공포 일자"])
TEXTS = st.sampled_from(["소속 정당", "대표발의자", "의안번호", "처리 결과", "도로명 주소"])
NAME = Slot("이름", name=True)
SUBJECTS = st.sampled_from(
    [
        Subject("2024", "연도"),
        Subject("22", "대수"),
        Subject("포항시", "지역"),
        Subject("교육위원회", "위원회", "{} 소관"),
        Subject("김해담", "의원", "{} 의원이 대표발의한"),
        Subject("DART", "기관"),
        Subject("KRX", "시장"),
        Subject("20240301", "날짜"),
        Subject("원자력", "제목"),
        Subject("보통", "등급"),
    ]
)


@st.composite
def slots(draw: st.DrawFn) -> Slot:
    kind = draw(st.sampled_from(["name", "number", "date", "string", "aggregate", "ratio"]))
    label, unit = draw(MEASURES)
    if kind == "name":
        return NAME
    if kind == "date":
        return Slot(draw(DATES), "date")
    if kind == "string":
        return Slot(draw(TEXTS))
    if kind == "aggregate":
        how = draw(
            st.sampled_from(
                [a for a in Aggregate if a not in {Aggregate.LATEST, Aggregate.EARLIEST}]
            )
        )
        return Slot(label, "number", unit, aggregate=how)
    digits = draw(st.integers(0, 2))
    return Slot(label, "number", unit, digits=digits, per="교원 수" if kind == "ratio" else "")


@st.composite
def predicates(draw: st.DrawFn) -> Condition:
    how = draw(st.sampled_from(list(Test)))
    if how in {Test.SINCE, Test.UNTIL, Test.AFTER}:
        return Condition(draw(DATES), how, "2024-03-01")
    if how in {Test.FILLED, Test.BLANK}:
        return Condition(draw(DATES), how)
    if how in {Test.CONTAINS, Test.EQ, Test.NE}:
        return Condition(draw(TEXTS), how, draw(st.sampled_from(["가결", "서울", "KRX", "12"])))
    label, unit = draw(MEASURES)
    return Condition(label, how, str(draw(st.sampled_from([3, 50, 1000, 50_000_000]))), unit)


@st.composite
def reducers(draw: st.DrawFn) -> Reducer:
    op = draw(st.sampled_from(list(Pick)))
    if op in {Pick.LATEST, Pick.EARLIEST}:
        return Reducer(op, draw(DATES))
    if op is Pick.MODE:
        return Reducer(op, draw(TEXTS))
    several = op in {Pick.TOP, Pick.BOTTOM}
    tie = draw(st.sampled_from(["", "이름이 가나다순으로 앞선 쪽"]))
    return Reducer(op, *draw(MEASURES), k=draw(st.integers(2, 5)) if several else 1, tie=tie)


@st.composite
def stages(draw: st.DrawFn, *, first: bool) -> Stage:
    named = first and draw(st.booleans())
    reducer = None if named else draw(st.none() | reducers())
    asked = draw(st.lists(slots(), max_size=3, unique_by=lambda s: (s.label, s.aggregate)))
    return Stage(
        draw(THINGS),
        reached=""
        if first
        else draw(
            st.sampled_from(
                [
                    "",
                    "소관 위원회",
                    "과(와) 맺은 계약",
                    "소관위원회에 계류된 청원",
                    "을(를) 따낸 업체",
                ]
            )
        ),
        named=named,
        conditions=() if named else tuple(draw(st.lists(predicates(), max_size=2))),
        reducer=reducer,
        each=draw(st.booleans()) and not named,
        asked=tuple(asked),
    )


@st.composite
def any_brief(draw: st.DrawFn) -> Brief:
    chain = [draw(stages(first=True)), *draw(st.lists(stages(first=False), max_size=2))]
    if not chain[-1].asked:
        chain[-1] = replace(chain[-1], asked=(Slot("처리 결과"),))
    more: dict[str, Any] = {}
    ending = draw(st.sampled_from(["", "", "compare", "branch", "write"]))
    if ending == "compare":
        mode = draw(st.sampled_from(["difference", "ratio", "largest", "smallest", "order"]))
        last = 2022 if mode in {"difference", "ratio"} else draw(st.integers(2022, 2024))
        over = tuple(Subject(str(year), "연도") for year in range(2021, last + 1))
        label, unit = draw(MEASURES)
        aggregate = draw(st.sampled_from([None, Aggregate.SUM, Aggregate.MEAN, Aggregate.COUNT]))
        measure = Slot(label, "number", unit or "개", aggregate=aggregate)
        more["comparison"] = Comparison(over, measure, mode, draw(st.booleans()))
        chain = [Stage(chain[0].thing, named=chain[0].named, reducer=chain[0].reducer)]
    if ending == "branch":
        more["branch"] = Branch(draw(predicates()), (draw(slots()),), (draw(slots()),))
        chain = [Stage(chain[0].thing, named=chain[0].named, reducer=chain[0].reducer)]
    if ending == "write":
        kind = draw(st.sampled_from(["table", "note", "calendar"]))
        more["write"] = WriteRequest(
            kind, "2024년 점검표", () if kind == "calendar" else ("이름", "값")
        )
    subjects = draw(st.lists(SUBJECTS, min_size=1, max_size=3, unique_by=lambda s: s.what))
    if chain[0].named:
        subjects = [s for s in subjects if not s.said and s.what in {"연도", "지역"}]
        subjects.append(Subject("해솔중학교", "학교"))
        chain[0] = replace(chain[0], asked=tuple(s for s in chain[0].asked if not s.name))
        if len(chain) == 1 and not chain[0].asked:
            chain[0] = replace(chain[0], asked=(Slot("처리 결과"),))
    return Brief(
        draw(st.uuids()).hex,
        draw(st.sampled_from(list(Pattern))),
        draw(st.sampled_from(["education", "politics", "finance", ""])),
        "somewhere",
        tuple(sorted(subjects, key=lambda s: s.what != "연도")),
        tuple(chain),
        period=draw(st.sampled_from(["", "", "2021~2023"])) if not more.get("comparison") else "",
        **more,
    )


@given(any_brief())
@settings(max_examples=300, deadline=None)
def test_any_brief_can_be_said(brief: Brief) -> None:
    for draft in GrammarWriter().drafts(brief, 2):
        text = draft.text
        assert not re.search(
            r"[{}|]|\([은는이가을를과와으로]+\)|None|  | ,| \.|^ | $|의의 | 의 ", text
        ), text
        assert particle_errors(text) == [], text
        faults = {fault.kind for fault in check(text, brief, draft.register)}
        assert faults <= {"length", "missing"}, (faults, text)


@given(any_brief())
@settings(max_examples=150, deadline=None)
def test_nothing_that_is_free_goes_unsaid(brief: Brief) -> None:
    for draft in GrammarWriter().drafts(brief, 1):
        missing = [f.what for f in check(draft.text, brief) if f.kind == "missing"]
        assert missing == [], draft.text
