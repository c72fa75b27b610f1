"""``law_commissions``: decisions of commissions, each list by its key, and their texts."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.law.calendar import ahead
from kopa_env.world.law.commissions import COMMISSIONS, Decision, by_id, decision, reasons
from kopa_env.world.law.index import gana
from kopa_env.world.law.wording import dotted, korean
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.law.columns import columns_of
from kopa_env.world.tables.law.statutes import OC
from kopa_env.world.world import World

_DOMAINS = {"id": "commission_id", "number": "commission_number", "as_of": "date"}


def _document(own: Decision) -> str:
    return "시정권고서" if own.place % 9 == 4 else "의결서"


def _listed(own: Decision) -> Row:
    about = own.point
    return (
        *(str(own.id), own.key, own.title, own.number, own.day, own.meeting),
        *("기각" if "기각" in own.ruling else "각하" if "각하" in own.ruling else "의결",),
        *(_document(own), f"{own.day[:4]}-{own.place % 900 + 100:03d}", f"{dotted(own.day)}."),
        *(own.town, "20260130"),
        f"/DRF/lawService.do?{OC}&target={own.key}&ID={own.id}&type=HTML&mobileYn=",
        *(gana(own.title), f"{own.title} {about.owner.name} {about.article} {about.heading}"),
    )


def _rows_of(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    key = str(values[0])
    if key in COMMISSIONS:
        for place in range(COMMISSIONS[key].size - 1, -1, -1):
            yield _listed(decision(world.seed, key, place))


DECISIONS = Table(
    "law_commissions",
    columns_of(
        "id key title number decided meeting outcome document decision_number day town as_of link "
        "gana words",
        "",
        _DOMAINS,
    ),
    lambda world: (row for key in COMMISSIONS for row in _rows_of(world, (key,))),
    key=("id",),
    index=(("key", "title"),),
    persons="fictional",
)


def _text_of(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    key, number = (*values, "")[:2]
    own = by_id(world.seed, str(number))
    if own is None or own.key != key:
        return
    about, why = own.point, reasons(own)
    statute = f"「{about.owner.name}」 {about.article}"
    recommended = _document(own) == "시정권고서"
    outcome = "기각" if "기각" in own.ruling else "각하" if "각하" in own.ruling else "의결"
    yield (
        *(str(own.id), own.key, own.name, own.title, own.number, own.day, f"{dotted(own.day)}."),
        *(own.meeting, outcome, own.ruling, why, own.claimant, own.company, own.town),
        *(f"주식회사 {own.company}", statute, about.quoted(), f"{own.title}의 당부", about.heading),
        *(_document(own), own.title.split()[-1], f"{own.claimant}의 대리인 변호사 ○○○", own.facts),
        *(f"{korean(own.day)} 위원 전원의 의견으로 의결한다.", "위원장 ○○○, 위원 ○○○, 위원 ○○○"),
        *("1", f'이하 「{about.owner.name}」을 "법"이라 한다.', "별지 목록 기재와 같다."),
        *(_summary(own), f"{korean(ahead(own.day, 60))}까지" if recommended else None),
        f"결정서를 받은 날부터 {'30' if own.place % 2 else '60'}일 이내에 이의신청을 할 수 있다.",
        *(f"{own.town} 소재 {about.owner.words['시설']}", "원문공개", "20260130"),
        f"https://www.law.go.kr/LSW/{own.key}InfoP.do?seq={own.id}",
        *("\n".join((own.title, "주문", own.ruling, "이유", why)), about.owner.topic),
    )


def _summary(own: Decision) -> str:
    return f"{own.title}: {own.judged}"


TEXTS = Table(
    "law_commission_texts",
    columns_of(
        "id key name title number decided day meeting outcome ruling reasons claimant company "
        "town respondent statute quoted question heading document class agent outline resolution "
        "members note_number note annex summary deadline objection place access as_of url whole "
        "topic",
        "",
        {**_DOMAINS, "day": ""},
        "deadline",
    ),
    lambda world: (),  # asked for by list and serial number alone
    key=("id",),
    persons="fictional",
    by=("key", "id"),
    part=_text_of,
)
