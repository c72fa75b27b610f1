"""Briefs on members, bills, votes, committees, contracts and petitions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gallery.school import NAME, Maker, at, number
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

COMMITTEES = ["교육위원회", "국토교통위원회", "보건복지위원회", "환경노동위원회", "정무위원회"]
MEMBERS = ["김해담", "이도람", "박서림", "최나율", "정가온", "한비솔", "오여름"]
FIRMS = ["한빛엔지니어링", "다온기획", "새솔인쇄", "누리시스템즈"]
BILLS = ["도서관법 일부개정법률안", "공동주택관리법 일부개정법률안", "수목원 조성법안"]
PETITIONS = ["작은 학교 통폐합 중단 청원", "야간 소아 진료 확대 청원", "하천 정비 재검토 청원"]
BILL = Thing("법률안", "건")
MEMBER = Thing("국회의원", "명", "누구")
CONTRACT = Thing("수의계약", "건")
PETITION = Thing("청원", "건")
COMMITTEE = Thing("위원회", "곳", "어디")
FIRM = Thing("업체", "곳", "어디")
VOTES = [("반대표", "표"), ("찬성표", "표"), ("기권표", "표")]
BILL_FACTS = [
    Slot("의안번호"),
    Slot("제안일", "date"),
    Slot("대표발의자"),
    Slot("소관위원회"),
    Slot("본회의 의결일", "date"),
    Slot("처리 결과"),
]
MEMBER_FACTS = [
    Slot("소속 정당"),
    Slot("지역구"),
    Slot("당선 횟수", "number", "회"),
    Slot("소속 위원회"),
]
PETITION_FACTS = [
    Slot("접수일", "date"),
    Slot("소개의원"),
    Slot("소관위원회"),
    Slot("회부일", "date"),
]
BY_MEMBERS = Condition("제안자", Test.EQ, "국회의원", said="국회의원이 발의한")
LARGE = Condition("계약 금액", Test.GE, "50000000", "원")
MODES: list[Any] = ["difference", "ratio", "largest"]


def brief(
    key: str, kind: Pattern, subjects: Sequence[Subject], *stages: Stage, **more: Any
) -> Brief:
    return Brief(key, kind, "politics", "assembly", tuple(subjects), stages, **more)


def era(i: int) -> Subject:
    return Subject(at(["21", "22"], i), "대수")


def member(i: int) -> Subject:
    return Subject(at(MEMBERS, i), "의원")


def committee(i: int) -> Subject:
    return Subject(at(COMMITTEES, i), "위원회")


def charged(i: int) -> list[Subject]:
    return [era(i), Subject(at(COMMITTEES, i), "위원회", "{} 소관")]


def office() -> list[Subject]:
    return [Subject("2025", "연도"), Subject("국회사무처", "기관")]


def bill(i: int) -> list[Subject]:
    return [era(i), Subject(at(BILLS, i), "법안")]


def seq_committee(key: str, i: int) -> Brief:
    asked = (NAME, Slot("현원", "number", "명"))
    second = Stage(COMMITTEE, reached="소속 위원회", asked=asked)
    return brief(key, Pattern.SEQ, [era(i), member(i)], Stage(MEMBER, named=True), second)


def seq_chair(key: str, i: int) -> Brief:
    second = Stage(COMMITTEE, reached="소속 위원회")
    third = Stage(MEMBER, reached="위원장", asked=(NAME, at(MEMBER_FACTS[:3], i)))
    return brief(key, Pattern.SEQ, [era(i), member(i)], Stage(MEMBER, named=True), second, third)


def seq_sponsor(key: str, i: int) -> Brief:
    second = Stage(MEMBER, reached="대표발의자", asked=(NAME, at(MEMBER_FACTS, i)))
    return brief(key, Pattern.SEQ, bill(i), Stage(BILL, named=True), second)


def seq_petition(key: str, i: int) -> Brief:
    asked = (at(PETITION_FACTS, i), at(PETITION_FACTS, i + 1))
    subjects = [era(i), Subject(at(PETITIONS, i), "청원")]
    return brief(key, Pattern.SEQ, subjects, Stage(PETITION, named=True, asked=asked))


def drv_bill(key: str, i: int) -> Brief:
    vote = at(VOTES, i)
    said = at(["", f"{vote[0]}가 가장 많이 나온"], i)
    asked = (NAME, number(vote), at(BILL_FACTS, i))[: 2 + i % 2]
    stage = Stage(BILL, reducer=Reducer(Pick.MAX, *vote, said=said), asked=asked)
    return brief(key, Pattern.DRV, charged(i), stage)


def drv_contract(key: str, i: int) -> Brief:
    reducer = Reducer(at([Pick.MAX, Pick.MIN], i), "계약 금액", "원")
    asked = (Slot("계약 상대"), at([Slot("계약일", "date"), Slot("계약 금액", "number", "원")], i))
    stage = Stage(CONTRACT, conditions=(LARGE,)[: i % 2], reducer=reducer, asked=asked)
    return brief(key, Pattern.DRV, office(), stage)


def drv_petition(key: str, i: int) -> Brief:
    reducer = Reducer(at([Pick.LATEST, Pick.EARLIEST], i), "접수일")
    stage = Stage(PETITION, reducer=reducer, asked=(NAME, at(PETITION_FACTS[1:], i)))
    return brief(key, Pattern.DRV, charged(i), stage)


def drv_mode(key: str, i: int) -> Brief:
    asked = (NAME, Slot("법률안", "number", "건", aggregate=Aggregate.COUNT))
    given = (BY_MEMBERS,)[: i % 2]
    stage = Stage(BILL, conditions=given, reducer=Reducer(Pick.MODE, "소관위원회"), asked=asked)
    return brief(key, Pattern.DRV, [era(i)], stage)


def fan_title(key: str, i: int) -> Brief:
    vote = at(VOTES, i)
    subjects = [era(i), Subject(at(["원자력", "장애인", "지방대학"], i), "제목")]
    second = Stage(BILL, reducer=Reducer(Pick.MAX, *vote), asked=(NAME, number(vote)))
    return brief(key, Pattern.FAN, subjects, Stage(BILL, each=True), second)


def fan_sponsors(key: str, i: int) -> Brief:
    first = Stage(BILL, reducer=Reducer(Pick.TOP, "반대표", "표", k=3), each=True)
    second = Stage(MEMBER, reached="대표발의자", asked=(at([NAME, *MEMBER_FACTS], i),))
    return brief(key, Pattern.FAN, charged(i), first, second)


def fan_latest(key: str, i: int) -> Brief:
    how = at([Aggregate.LATEST, Aggregate.EARLIEST], i)
    second = Stage(PETITION, asked=(Slot("접수일", "date", aggregate=how),))
    return brief(key, Pattern.FAN, charged(i), Stage(PETITION, each=True), second)


def fan_votes(key: str, i: int) -> Brief:
    own = Subject(at(MEMBERS, i), "의원", "{} 의원이 대표발의한")
    second = Stage(BILL, asked=(number(at(VOTES, i), Aggregate.SUM),))
    return brief(key, Pattern.FAN, [era(i), own], Stage(BILL, each=True), second)


def sem_member(key: str, i: int) -> Brief:
    first = Stage(MEMBER, named=True, asked=(at(MEMBER_FACTS, i), at(MEMBER_FACTS, i + 1)))
    count = Slot("대표발의한 법률안", "number", "건", aggregate=Aggregate.COUNT)
    return brief(key, Pattern.SEM, [era(i), member(i)], first, Stage(MEMBER, asked=(count,)))


def sem_committee(key: str, i: int) -> Brief:
    asked = (Slot("위원장"), Slot("위원 정수", "number", "명"), Slot("현원", "number", "명"))
    stage = Stage(COMMITTEE, named=True, asked=asked[: 2 + i % 2])
    return brief(key, Pattern.SEM, [era(i), committee(i)], stage)


def sem_bill(key: str, i: int) -> Brief:
    asked = (at(BILL_FACTS, i), number(at(VOTES, i)), at(BILL_FACTS, i + 2))
    return brief(key, Pattern.SEM, bill(i), Stage(BILL, named=True, asked=asked))


def sem_firm(key: str, i: int) -> Brief:
    total = Slot("수의계약 금액", "number", "원", aggregate=Aggregate.SUM)
    count = Slot("1억 원 이상 계약", "number", "건", aggregate=Aggregate.COUNT)
    subjects = [Subject("2025", "연도"), Subject(at(FIRMS, i), "업체")]
    return brief(key, Pattern.SEM, subjects, Stage(FIRM, named=True, asked=(total, count)))


def cmp_committees(key: str, i: int) -> Brief:
    over = tuple(committee(i + k) for k in range(2 + i % 2))
    mode: Any = "largest" if len(over) > 2 else at(MODES, i // 2)
    filed = Slot("접수 법률안 수", "number", "건")
    comparison = Comparison(over, filed, mode, values=i % 2 == 0)
    return brief(key, Pattern.CMP, [era(i)], Stage(COMMITTEE), comparison=comparison)


def cmp_eras(key: str, i: int) -> Brief:
    eras = (Subject("21", "대수"), Subject("22", "대수"))
    count = Slot("청원", "number", "건", aggregate=Aggregate.COUNT)
    over = Comparison(eras, count, at(MODES, i))
    return brief(key, Pattern.CMP, charged(i)[1:], Stage(PETITION), comparison=over)


def cond_bill(key: str, i: int) -> Brief:
    test = Condition("본회의 의결일", Test.FILLED)
    branch = Branch(test, (number(at(VOTES, i)),), (Slot("소관위원회"),))
    return brief(key, Pattern.COND, bill(i), Stage(BILL, named=True), branch=branch)


def cond_vote(key: str, i: int) -> Brief:
    test = Condition("반대표", Test.GT, at(["30", "50"], i), "표")
    branch = Branch(test, (Slot("대표발의자"),), (Slot("제안일", "date"),))
    stage = Stage(BILL, reducer=Reducer(Pick.MAX, "반대표", "표"))
    return brief(key, Pattern.COND, charged(i), stage, branch=branch)


def cond_member(key: str, i: int) -> Brief:
    test = Condition("당선 횟수", Test.GE, at(["2", "3"], i), "회")
    branch = Branch(test, (Slot("소속 위원회"),), (Slot("지역구"),))
    return brief(key, Pattern.COND, [era(i), member(i)], Stage(MEMBER, named=True), branch=branch)


def cond_petition(key: str, i: int) -> Brief:
    branch = Branch(
        Condition("처리 결과", Test.EQ, "채택"), (Slot("의결일", "date"),), (Slot("소개의원"),)
    )
    stage = Stage(PETITION, reducer=Reducer(at([Pick.LATEST, Pick.EARLIEST], i), "접수일"))
    return brief(key, Pattern.COND, charged(i), stage, branch=branch)


def mixed_sponsor(key: str, i: int) -> Brief:
    vote = at(VOTES, i)
    first = Stage(BILL, reducer=Reducer(Pick.MAX, *vote), asked=(NAME, number(vote)))
    second = Stage(MEMBER, reached="대표발의자", asked=(NAME, at(MEMBER_FACTS, i)))
    return brief(key, Pattern.MIXED, charged(i), first, second)


def mixed_bills(key: str, i: int) -> Brief:
    asked = (NAME, Slot("제안일", "date"))
    last = Stage(BILL, reached="소관 법률안", reducer=Reducer(Pick.LATEST, "제안일"), asked=asked)
    entry = WriteRequest("calendar", "법안 심사 확인", about="그 법안의 제안일")
    stages = (Stage(MEMBER, named=True), Stage(COMMITTEE, reached="소속 위원회"), last)
    subjects = [era(i), member(i)]
    return brief(key, Pattern.MIXED, subjects, *stages, write=None if i % 2 else entry)


def mixed_firm(key: str, i: int) -> Brief:
    total = Slot("계약 금액", "number", "원", aggregate=Aggregate.SUM)
    first = Stage(CONTRACT, reducer=Reducer(Pick.MODE, "계약 상대"), asked=(NAME,))
    second = Stage(CONTRACT, reached="과(와) 맺은 계약", asked=(total,))
    return brief(key, Pattern.MIXED, office(), first, second)


def mixed_petition(key: str, i: int) -> Brief:
    reducer = Reducer(at([Pick.EARLIEST, Pick.LATEST], i), "접수일")
    first = Stage(PETITION, reducer=reducer, asked=(NAME,))
    second = Stage(MEMBER, reached="소개의원", asked=(NAME, Slot("소속 정당")))
    note = WriteRequest("note", "청원 소개 현황", ("청원 제목", "소개의원"))
    return brief(key, Pattern.MIXED, charged(i), first, second, write=note if i % 2 else None)


FORMS: Mapping[Pattern, Sequence[Maker]] = {
    Pattern.SEQ: [seq_committee, seq_chair, seq_sponsor, seq_petition],
    Pattern.DRV: [drv_bill, drv_contract, drv_petition, drv_mode],
    Pattern.FAN: [fan_title, fan_sponsors, fan_latest, fan_votes],
    Pattern.SEM: [sem_member, sem_committee, sem_bill, sem_firm],
    Pattern.CMP: [cmp_committees, cmp_eras],
    Pattern.COND: [cond_bill, cond_vote, cond_member, cond_petition],
    Pattern.MIXED: [mixed_sponsor, mixed_bills, mixed_firm, mixed_petition],
}
