"""Synthetic briefs of every kind on education and assembly subjects.

Names of persons, schools and firms are made up; figures of the world do not occur.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

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

CITIES = "포항시 수원시 청주시 전주시 제주시 김해시 원주시 여수시 안산시 구미시 노원구 수성구".split()
SIDO = "경북 경기 충북 전북 제주 경남 강원 전남 서울 대구".split()
YEARS = "2020 2021 2022 2023 2024".split()
SCHOOL_NAMES = "해솔중학교 나래초등학교 가온고등학교 도담중학교 새빛초등학교 누리고등학교 한결중학교".split()
COMMITTEES = "교육위원회 국토교통위원회 보건복지위원회 환경노동위원회 행정안전위원회 정무위원회".split()
MEMBERS = "김해담 이도람 박서림 최나율 정가온 한비솔 오여름".split()
FIRMS = "한빛엔지니어링 다온기획 새솔인쇄 누리시스템즈".split()
PARTIES = "가람당 새길당".split()

SCHOOLS = [Thing(noun, "곳", "어디") for noun in ("초등학교", "중학교", "일반고", "특성화고")]
SCHOOL_MEASURES = [
    ("특수학급 학생 수", "명"),
    ("학생 수", "명"),
    ("교원 수", "명"),
    ("학급 수", "학급"),
    ("졸업생 수", "명"),
    ("도서관 장서 수", "권"),
    ("여학생 비율", "%"),
    ("학교 용지 면적", "㎡"),
]
SCHOOL_FACTS = [
    Slot("관할 교육지원청"),
    Slot("설립 구분"),
    Slot("개교일", "date"),
    Slot("도로명 주소"),
    Slot("교원 수", "number", "명"),
    Slot("학급 수", "number", "학급"),
    Slot("학생 수", "number", "명", digits=1, per="교원 수"),
]
NAME = Slot("이름", name=True)
BILL = Thing("법률안", "건", "무엇")
MEMBER = Thing("국회의원", "명", "누구")
CONTRACT = Thing("수의계약", "건", "무엇")
PETITION = Thing("청원", "건", "무엇")
COMMITTEE = Thing("위원회", "곳", "어디")
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
CONTRACT_FACTS = [
    Slot("계약 상대"),
    Slot("계약일", "date"),
    Slot("계약 금액", "number", "원"),
]


def _at(options, i):
    return options[i % len(options)]


def number(measure: tuple[str, str], **more: object) -> Slot:
    digits = 1 if measure[1] == "%" else 0
    return Slot(measure[0], "number", measure[1], digits=digits, **more)  # type: ignore[arg-type]


def year(i: int) -> Subject:
    return Subject(_at(YEARS, i), "연도")


def city(i: int) -> Subject:
    return Subject(_at(CITIES, i), "지역")


def era(i: int) -> Subject:
    return Subject(_at(["21", "22"], i), "대수")


def in_charge(i: int) -> Subject:
    return Subject(_at(COMMITTEES, i), "위원회", "{} 소관")


def edu(i: int, kind: Pattern, subjects: tuple[Subject, ...], *stages: Stage, **more: object) -> Brief:
    return Brief(
        f"edu-{kind}-{i}", kind, "education", "edudata", subjects, stages, **more  # type: ignore[arg-type]
    )


def pol(i: int, kind: Pattern, subjects: tuple[Subject, ...], *stages: Stage, **more: object) -> Brief:
    return Brief(
        f"pol-{kind}-{i}", kind, "politics", "assembly", subjects, stages, **more  # type: ignore[arg-type]
    )


def seq(i: int) -> Brief:
    school = Subject(_at(SCHOOL_NAMES, i), "학교")
    member = Subject(_at(MEMBERS, i), "의원")
    forms = [
        lambda: edu(i, Pattern.SEQ, (year(i), city(i), school), Stage(Thing("학교", "곳", "어디"), named=True,
                    asked=(_at(SCHOOL_FACTS, i // 6), _at(SCHOOL_FACTS, i // 6 + 3)))),
        lambda: edu(i, Pattern.SEQ, (year(i), school), Stage(Thing("학교", "곳", "어디"), named=True),
                    Stage(Thing("교육지원청", "곳", "어디"), reached="관할 교육지원청",
                          asked=(NAME, Slot("대표 전화번호")))),
        lambda: pol(i, Pattern.SEQ, (era(i), member), Stage(MEMBER, named=True),
                    Stage(COMMITTEE, reached="소속 위원회", asked=(NAME, Slot("현원", "number", "명")))),
        lambda: pol(i, Pattern.SEQ, (era(i), member), Stage(MEMBER, named=True),
                    Stage(COMMITTEE, reached="소속 위원회"),
                    Stage(MEMBER, reached="위원장", asked=(NAME, _at(MEMBER_FACTS, i // 6)))),
        lambda: pol(i, Pattern.SEQ, (era(i), Subject("도서관법 일부개정법률안", "법안")), Stage(BILL, named=True),
                    Stage(MEMBER, reached="대표발의자", asked=(NAME, _at(MEMBER_FACTS, i // 6)))),
        lambda: pol(i, Pattern.SEQ, (era(i), Subject("작은 학교 통폐합 중단 청원", "청원")), Stage(PETITION, named=True,
                    asked=(_at(PETITION_FACTS, i // 6), _at(PETITION_FACTS, i // 6 + 1)))),
    ]  # fmt: skip
    return _at(forms, i)()


def drv(i: int) -> Brief:
    measure = _at(SCHOOL_MEASURES, i // 5)
    pick = _at([Pick.MAX, Pick.MAX, Pick.MIN], i // 3)
    size = Condition("학생 수", Test.GE, _at(["100", "300", "1000"], i), "명")
    kind = Condition("설립 구분", Test.EQ, "공립", said="공립")
    vote = _at(VOTES, i // 5)
    forms = [
        lambda: edu(i, Pattern.DRV, (year(i), city(i)), Stage(_at(SCHOOLS, i // 2), reducer=Reducer(pick, *measure),
                    asked=(NAME, number(measure)))),
        lambda: edu(i, Pattern.DRV, (year(i), city(i)), Stage(_at(SCHOOLS, i // 2), conditions=_at([(size,), (kind,), (kind, size)], i // 7),
                    reducer=Reducer(pick, *measure), asked=(NAME, _at(SCHOOL_FACTS, i // 4)))),
        lambda: pol(i, Pattern.DRV, (era(i), in_charge(i)), Stage(BILL, reducer=Reducer(Pick.MAX, *vote, said=_at(["", f"{vote[0]}가 가장 많이 나온"], i // 5)),
                    asked=(NAME, number(vote), _at(BILL_FACTS, i // 3))[: 2 + i % 2])),
        lambda: pol(i, Pattern.DRV, (Subject("2025", "연도"), Subject("국회사무처", "기관")), Stage(CONTRACT, conditions=(
                    Condition("계약 금액", Test.GE, "50000000", "원"),)[: i % 2],
                    reducer=Reducer(pick, "계약 금액", "원"), asked=(Slot("계약 상대"), Slot("계약일", "date"))),
                    ),
        lambda: pol(i, Pattern.DRV, (era(i), in_charge(i)), Stage(PETITION, reducer=Reducer(_at([Pick.LATEST, Pick.EARLIEST], i // 5), "접수일"),
                    asked=(NAME, _at(PETITION_FACTS, i // 5)))),
        lambda: pol(i, Pattern.DRV, (era(i),), Stage(BILL, conditions=(Condition("제안자", Test.EQ, "국회의원", said="국회의원이 발의한"),)[: i % 2],
                    reducer=Reducer(Pick.MODE, "소관위원회"), asked=(NAME, Slot("법률안", "number", "건", aggregate=Aggregate.COUNT)))),
        lambda: edu(i, Pattern.DRV, (year(i), city(i)), Stage(_at(SCHOOLS, i), reducer=Reducer(_at([Pick.TOP, Pick.BOTTOM], i // 5), *measure, k=3),
                    asked=(NAME, number(measure)))),
    ]  # fmt: skip
    return _at(forms, i)()


def fan(i: int) -> Brief:
    top = Reducer(Pick.TOP, *_at(SCHOOL_MEASURES, i), k=_at([2, 3, 4], i))
    forms = [
        lambda: edu(i, Pattern.FAN, (year(i), city(i)), Stage(_at(SCHOOLS, i // 2), reducer=top, each=True),
                    Stage(_at(SCHOOLS, i // 2), asked=(Slot("교원 수", "number", "명", aggregate=Aggregate.SUM),))),
        lambda: edu(i, Pattern.FAN, (year(i), city(i)), Stage(Thing("특수학교", "곳", "어디"), each=True),
                    Stage(Thing("특수학교", "곳", "어디"), asked=(_at(SCHOOL_FACTS, i // 5),))),
        lambda: edu(i, Pattern.FAN, (year(i), city(i)), Stage(_at(SCHOOLS, i // 2), conditions=(Condition("학교 이름", Test.CONTAINS, "중앙"),), each=True),
                    Stage(_at(SCHOOLS, i // 2), reducer=Reducer(Pick.MAX, "교원 수", "명"), asked=(NAME, Slot("교원 수", "number", "명")))),
        lambda: pol(i, Pattern.FAN, (era(i), Subject("원자력", "제목")), Stage(BILL, each=True),
                    Stage(BILL, reducer=Reducer(Pick.MAX, "반대표", "표"), asked=(NAME, Slot("반대표", "number", "표")))),
        lambda: pol(i, Pattern.FAN, (era(i), in_charge(i)), Stage(BILL, reducer=Reducer(Pick.TOP, "반대표", "표", k=3), each=True),
                    Stage(MEMBER, reached="대표발의자", asked=(_at([NAME, Slot("소속 정당"), Slot("당선 횟수", "number", "회")], i),))),
        lambda: pol(i, Pattern.FAN, (era(i), in_charge(i)), Stage(PETITION, each=True),
                    Stage(PETITION, asked=(Slot("접수일", "date", aggregate=Aggregate.LATEST),))),
        lambda: pol(i, Pattern.FAN, (era(i), Subject(_at(MEMBERS, i), "의원", "{} 의원이 대표발의한")), Stage(BILL, each=True),
                    Stage(BILL, asked=(Slot("찬성표", "number", "표", aggregate=Aggregate.SUM),))),
    ]  # fmt: skip
    return _at(forms, i)()


def sem(i: int) -> Brief:
    school = Subject(_at(SCHOOL_NAMES, i), "학교")
    three = tuple(_at(SCHOOL_FACTS, i + k) for k in (0, 2, 4))
    forms = [
        lambda: edu(i, Pattern.SEM, (year(i), city(i), school), Stage(Thing("학교", "곳", "어디"), named=True, asked=three[: 2 + i % 2])),
        lambda: edu(i, Pattern.SEM, (year(i), school), Stage(Thing("학교", "곳", "어디"), named=True, asked=(number(_at(SCHOOL_MEASURES, i)),)),
                    Stage(Thing("학교", "곳", "어디"), asked=(number(_at(SCHOOL_MEASURES, i + 3)),))),
        lambda: pol(i, Pattern.SEM, (era(i), Subject(_at(MEMBERS, i), "의원")), Stage(MEMBER, named=True, asked=(_at(MEMBER_FACTS, i), _at(MEMBER_FACTS, i + 1))),
                    Stage(MEMBER, asked=(Slot("대표발의한 법률안", "number", "건", aggregate=Aggregate.COUNT),))),
        lambda: pol(i, Pattern.SEM, (era(i), Subject(_at(COMMITTEES, i), "위원회")), Stage(COMMITTEE, named=True,
                    asked=(Slot("위원장"), Slot("위원 정수", "number", "명"), Slot("현원", "number", "명"))[: 2 + i % 2])),
        lambda: pol(i, Pattern.SEM, (era(i), Subject("도서관법 일부개정법률안", "법안")), Stage(BILL, named=True,
                    asked=(_at(BILL_FACTS, i), number(_at(VOTES, i)), _at(BILL_FACTS, i + 2)))),
        lambda: pol(i, Pattern.SEM, (Subject("2025", "연도"), Subject(_at(FIRMS, i), "업체")), Stage(Thing("업체", "곳", "어디"), named=True,
                    asked=(Slot("수의계약 금액", "number", "원", aggregate=Aggregate.SUM), Slot("1억 원 이상 계약", "number", "건", aggregate=Aggregate.COUNT)))),
    ]  # fmt: skip
    return _at(forms, i)()


def cmp(i: int) -> Brief:
    years = tuple(Subject(y, "연도") for y in (_at(["2021", "2022", "2023"], i), "2024"))
    places = tuple(Subject(n, "지역") for n in (_at(CITIES, i), _at(CITIES, i + 1), _at(CITIES, i + 2)))
    schools = tuple(Subject(n, "학교") for n in (_at(SCHOOL_NAMES, i), _at(SCHOOL_NAMES, i + 1)))
    committees = tuple(Subject(_at(COMMITTEES, i + k), "위원회", "{}") for k in range(2 + i % 2))
    mode = _at(["difference", "ratio", "largest"], i // 2)
    measure = _at(SCHOOL_MEASURES[:5], i)
    total = number(measure, aggregate=Aggregate.SUM)
    forms = [
        lambda: edu(i, Pattern.CMP, (city(i),), Stage(_at(SCHOOLS, i)),
                    comparison=Comparison(years, total, mode, values=i % 3 == 0)),
        lambda: edu(i, Pattern.CMP, (year(i),), Stage(_at(SCHOOLS, i)),
                    comparison=Comparison(places, total, _at(["largest", "smallest", "order"], i // 2), values=i % 2 == 0)),
        lambda: edu(i, Pattern.CMP, (year(i),), Stage(Thing("학교", "곳", "어디")),
                    comparison=Comparison(schools, number(measure), mode)),
        lambda: pol(i, Pattern.CMP, (era(i),), Stage(COMMITTEE),
                    comparison=Comparison(committees, Slot("접수 법률안 수", "number", "건"), _at(["difference", "largest"], i) if len(committees) == 2 else "largest", values=i % 2 == 0)),
        lambda: pol(i, Pattern.CMP, (in_charge(i),), Stage(PETITION),
                    comparison=Comparison((Subject("21", "대수"), Subject("22", "대수")), Slot("청원", "number", "건", aggregate=Aggregate.COUNT), mode)),
        lambda: edu(i, Pattern.CMP, (city(i), Subject(_at(SCHOOL_NAMES, i), "학교")), Stage(Thing("학교", "곳", "어디"), named=True),
                    comparison=Comparison(years, number(measure), mode)),
    ]  # fmt: skip
    return _at(forms, i)()


def cond(i: int) -> Brief:
    school = Subject(_at(SCHOOL_NAMES, i), "학교")
    forms = [
        lambda: edu(i, Pattern.COND, (year(i), city(i), school), Stage(Thing("학교", "곳", "어디"), named=True),
                    branch=Branch(Condition("특수학급 학생 수", Test.GE, "10", "명"), (Slot("특수학급 수", "number", "학급"),), (Slot("교원 수", "number", "명"),))),
        lambda: edu(i, Pattern.COND, (year(i), city(i)), Stage(_at(SCHOOLS, i // 2), reducer=Reducer(Pick.MAX, "학생 수", "명")),
                    branch=Branch(Condition("설립 구분", Test.EQ, "사립"), (Slot("학생 수", "number", "명", digits=1, per="교원 수"),), (Slot("관할 교육지원청"),))),
        lambda: pol(i, Pattern.COND, (era(i), Subject("도서관법 일부개정법률안", "법안")), Stage(BILL, named=True),
                    branch=Branch(Condition("본회의 의결일", Test.FILLED), (Slot("찬성표", "number", "표"),), (Slot("소관위원회"),))),
        lambda: pol(i, Pattern.COND, (era(i), in_charge(i)), Stage(BILL, reducer=Reducer(Pick.MAX, "반대표", "표")),
                    branch=Branch(Condition("반대표", Test.GT, "50", "표"), (Slot("대표발의자"),), (Slot("제안일", "date"),))),
        lambda: pol(i, Pattern.COND, (era(i), Subject(_at(MEMBERS, i), "의원")), Stage(MEMBER, named=True),
                    branch=Branch(Condition("당선 횟수", Test.GE, "3", "회"), (Slot("소속 위원회"),), (Slot("지역구"),))),
        lambda: pol(i, Pattern.COND, (era(i), in_charge(i)), Stage(PETITION, reducer=Reducer(Pick.LATEST, "접수일")),
                    branch=Branch(Condition("처리 결과", Test.EQ, "채택"), (Slot("의결일", "date"),), (Slot("소개의원"),))),
    ]  # fmt: skip
    return _at(forms, i)()


def mixed(i: int) -> Brief:
    measure = _at(SCHOOL_MEASURES, i)
    vote = _at(VOTES, i)
    forms = [
        lambda: edu(i, Pattern.MIXED, (year(i), city(i)), Stage(_at(SCHOOLS, i // 2), reducer=Reducer(Pick.MAX, *measure), asked=(NAME,)),
                    Stage(_at(SCHOOLS, i // 2), asked=(_at(SCHOOL_FACTS, i), _at(SCHOOL_FACTS, i + 2))),
                    write=WriteRequest("note", f"{_at(CITIES, i)} 학교 점검", ("학교", "항목 값")) if i % 4 == 0 else None),
        lambda: pol(i, Pattern.MIXED, (era(i), in_charge(i)), Stage(BILL, reducer=Reducer(Pick.MAX, *vote), asked=(NAME, number(vote))),
                    Stage(MEMBER, reached="대표발의자", asked=(NAME, _at(MEMBER_FACTS, i // 2)))),
        lambda: pol(i, Pattern.MIXED, (era(i), Subject(_at(MEMBERS, i), "의원")), Stage(MEMBER, named=True),
                    Stage(COMMITTEE, reached="소속 위원회"),
                    Stage(BILL, reached="소관 법률안", reducer=Reducer(Pick.LATEST, "제안일"), asked=(NAME, Slot("제안일", "date"))),
                    write=WriteRequest("calendar", "법안 심사 확인", about="그 법안의 제안일") if i % 4 == 0 else None),
        lambda: edu(i, Pattern.MIXED, (year(i), city(i)), Stage(_at(SCHOOLS, i // 2), reducer=Reducer(Pick.TOP, *measure, k=3), each=True, asked=(NAME,)),
                    Stage(_at(SCHOOLS, i // 2), asked=(Slot("특수학급 학생 수", "number", "명", aggregate=Aggregate.SUM),)),
                    write=WriteRequest("table", f"{_at(CITIES, i)} 상위 학교", ("학교", measure[0])) if i % 3 == 0 else None),
        lambda: pol(i, Pattern.MIXED, (Subject("2025", "연도"), Subject("국회사무처", "기관")), Stage(CONTRACT, reducer=Reducer(Pick.MODE, "계약 상대"), asked=(NAME,)),
                    Stage(CONTRACT, reached="과(와) 맺은 계약", asked=(Slot("계약 금액", "number", "원", aggregate=Aggregate.SUM),))),
        lambda: edu(i, Pattern.MIXED, (city(i),), Stage(_at(SCHOOLS, i // 2), period="2024", reducer=Reducer(Pick.MAX, "학생 수", "명")),
                    comparison=Comparison((Subject("2022", "연도"), Subject("2024", "연도")), Slot("특수학급 학생 수", "number", "명"), "difference")),
        lambda: pol(i, Pattern.MIXED, (era(i), in_charge(i)), Stage(PETITION, reducer=Reducer(Pick.EARLIEST, "접수일"), asked=(NAME,)),
                    Stage(MEMBER, reached="소개의원", asked=(NAME, Slot("소속 정당"))),
                    write=WriteRequest("note", "오래된 청원", ("청원 제목", "소개의원")) if i % 2 else None),
    ]  # fmt: skip
    return _at(forms, i)()


KINDS = {
    Pattern.SEQ: seq,
    Pattern.FAN: fan,
    Pattern.DRV: drv,
    Pattern.SEM: sem,
    Pattern.CMP: cmp,
    Pattern.COND: cond,
    Pattern.MIXED: mixed,
}


def briefs(of_each: int = 90) -> Iterator[Brief]:
    """Briefs in turn of every kind."""
    for i, make in itertools.product(range(of_each), KINDS.values()):
        yield make(i)
