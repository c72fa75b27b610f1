"""What was on the agenda of each meeting, and which meetings dealt with a bill.

A committee's agenda begins with the bills that ``committee_meetings`` lists, in the same order;
then come those that ``bill_reviews`` says were examined or decided there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.parliament_record.sittings import COLUMNS
from kopa_env.world.tables.parliament_record.units import BUDGET, PLENARY, WHOLE
from kopa_env.world.world import Condition, World

Dict = dict[str, Value]
Key = tuple[str, str]
"""Committee and day."""

_LAW = "법제사법위원회"
REVIEW, WORDING, BUDGETED, VOTED = "심사", "체계자구심사", "종합심사", "의결"
"""What a meeting did with a bill."""

_HEARD = ("업무보고", "현안보고", "간사 선임의 건", "소위원회 구성의 건", "의사일정 변경의 건")
_ASKED = (
    *("지역 응급의료 여건 점검", "여름철 재해 대비 실태", "통학로 안전 대책"),
    *("공공기관 개인정보 관리 실태", "농산물 값 안정 대책", "노후 기반시설 점검"),
)
_POINTS = ("자유발언", "의사진행발언", "신상발언")


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of an agenda; ``bill`` where it is one."""

    name: str
    bill: Dict | None = None
    level: int = 1
    outcome: str = ""
    step: str = ""


def bill_words(bill: Dict) -> str:
    """Return a bill as minutes name it."""
    by = f"{bill['lead']} 의원 대표발의" if bill["lead"] else f"{bill['proposer']} 제출"
    return f"{bill['title']}({by})(의안번호 {bill['bill_no']})"


class Agendas:
    """Everything dealt with in the 21st term, by committee and day."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.held: dict[Key, list[Item]] = {}
        found = world.select("bills", [Condition("age", "eq", "21")])[0]
        self.bills = {str(b["bill_id"]): b for b in found}
        self._presented()
        self._examined()
        self._budget()
        self._voted()
        self._nominees()

    def _add(self, committee: str, day: Value, bill: Dict, outcome: str, step: str) -> None:
        items = self.held.setdefault((committee, str(day)), [])
        if all(item.bill is not bill for item in items):
            items.append(Item(bill_words(bill), bill, 1, outcome, step))

    def _presented(self) -> None:
        """Put what was first laid before a committee into the order of its notice."""
        reviews = self._reviews("JurisdictionMeeting")
        first: dict[str, Dict] = {}
        for row in reviews:
            first.setdefault(str(row["bill_id"]), row)
        ordered = sorted(first.values(), key=lambda r: self._order(r))
        for row in ordered:
            bill = self.bills[str(row["bill_id"])]
            self._add(str(bill["committee"]), row["met"], bill, str(row["outcome"]), REVIEW)
        self._first = {bill_id: str(row["met"]) for bill_id, row in first.items()}

    def _order(self, review: Dict) -> tuple[str, str]:
        bill = self.bills[str(review["bill_id"])]
        return str(bill["presented"]), str(bill["bill_no"])

    def _reviews(self, block: str) -> list[Dict]:
        return self.world.select("bill_reviews", [Condition("block", "eq", block)])[0]

    def _examined(self) -> None:
        for row in self._reviews("JurisdictionMeeting"):
            bill = self.bills[str(row["bill_id"])]
            if str(row["met"]) != self._first[str(row["bill_id"])]:
                self._add(str(bill["committee"]), row["met"], bill, str(row["outcome"]), REVIEW)
        for row in self._reviews("procMeeting"):
            bill = self.bills[str(row["bill_id"])]
            self._add(_LAW, row["met"], bill, str(row["outcome"]), WORDING)

    def _budget(self) -> None:
        for bill in self.bills.values():
            if bill["committee"] != BUDGET or not bill["presented"]:
                continue
            result = f"의결({bill['committee_result']})"
            if bill["presented"] == bill["processed"]:
                self._add(BUDGET, bill["presented"], bill, f"상정/{result}", BUDGETED)
                continue
            self._add(BUDGET, bill["presented"], bill, "상정/제안설명/검토보고", BUDGETED)
            self._add(BUDGET, bill["processed"], bill, f"상정/소위심사보고/{result}", BUDGETED)

    def _voted(self) -> None:
        for bill in self.bills.values():
            if bill["stage"] == "표결":
                self._add(PLENARY, bill["decided"], bill, str(bill["result"]), VOTED)

    def _nominees(self) -> None:
        for row in self.world.rows("confirmation_hearings"):
            key = (str(row["curr_committee"]), str(row["present_dt"]))
            title = str(row["bill_name"]).replace("요청안", "회")
            self.held.setdefault(key, []).extend(
                (Item(title), Item("후보자 선서와 모두발언", level=2))
            )
            report = str(row["bill_name"]).replace("요청안", " 경과보고서 채택의 건")
            if row["proc_dt"]:
                key = (str(row["curr_committee"]), str(row["proc_dt"]))
                self.held.setdefault(key, []).append(Item(report))

    def of(self, meeting: Dict) -> Iterator[tuple[str, Item]]:
        """Yield the numbered agenda of a meeting; what is not numbered has ``o``."""
        kind, name, day = (
            str(meeting["class_name"]),
            str(meeting["cmit_nm"]),
            str(meeting["conf_dt"]),
        )
        draw = Draw(self.world.seed, "agenda", str(meeting["conf_id"]))
        items = list(self._opening(draw, meeting))
        if kind in ("국회본회의", "상임위원회", BUDGET):
            items += self.held.get((name, day), [])
        if not items:
            items.append(Item(draw.pick(_HEARD)))
        number, place = 0, 0
        for item in items:
            if item.level == 1:
                number, place = number + 1, 0
                yield str(number), item
            else:
                yield "가나다라마"[place], item
                place += 1
        if kind == "국회본회의" and draw.chance(600):
            yield "o", Item(draw.pick(_POINTS))

    def _before_the_whole(self, day: str) -> Item:
        """Return the resolution that lay before the committee of the whole."""
        pending = (
            b
            for b in self.bills.values()
            if b["kind"] == "결의안" and str(b["proposed"]) <= day <= str(b["decided"])
        )
        bill = min(pending, key=lambda b: str(b["bill_no"]), default=None)
        return (
            Item(bill_words(bill), bill, 1, "질의/토론", "전원위원회 심사")
            if bill
            else Item("의안 심사")
        )

    def _opening(self, draw: Draw, meeting: Dict) -> Iterator[Item]:
        kind, session = str(meeting["class_name"]), meeting["session"]
        if kind == "국회본회의":
            if meeting["degree_num"] == 1:
                yield Item(f"{session} 회기결정의 건")
            if meeting["rdjm_sph_yn"] == "Y":
                year = int(str(meeting["conf_dt"])[:4]) + 1
                yield Item(f"{year}년도 예산안 및 기금운용계획안에 대한 정부의 시정연설")
            if meeting["frngus_sph_yn"] == "Y":
                yield Item("외빈 연설")
            if meeting["rmnd_sph_yn"] == "Y":
                yield Item("대통령 취임연설")
        elif kind == "국정감사":
            yield Item(f"{str(meeting['conf_dt'])[:4]}년도 국정감사의 건")
            yield Item("증인 선서", level=2)
        elif kind == "국정조사":
            yield Item(draw.pick(("기관보고", "증인·참고인 신문", "국정조사계획서 변경의 건")))
        elif kind == WHOLE:
            yield self._before_the_whole(str(meeting["conf_dt"]))
        elif meeting["pbhrg_yn"] == "Y":
            yield Item(f"{draw.pick(_ASKED)}에 관한 공청회")
        elif meeting["chr_yn"] == "Y":
            yield Item(f"{draw.pick(_ASKED)} 관련 청문회")


def _items(world: World) -> Iterator[Row]:
    agendas = Agendas(world)
    for meeting in world.rows("parliament_minutes"):
        head = tuple(meeting.values())
        for place, (number, item) in enumerate(agendas.of(meeting), start=1):
            name = f"{number}. {item.name}" if number != "o" else item.name
            yield (*head, place, number, item.name, item.level, name, *_of_bill(item))


_TAKEN = ("bill_id", "title", "proposer", "bill_no", "proposed", "link", "committee")


def _of_bill(item: Item) -> Row:
    bill = item.bill
    if bill is None:
        return (*(None for _ in _TAKEN), None, None)
    return (*(bill[column] for column in _TAKEN), item.outcome, item.step)


ITEMS = Table(
    "parliament_minutes_items",
    (
        *COLUMNS,
        Column("sub_num", "int"),
        Column("bll_no"),
        Column("bll_nm"),
        Column("bll_lv", "int"),
        Column("sub_name"),
        Column("bill_id", domain="bill_id", gen="ref"),
        Column("bill_nm", domain="bill_title", gen="ref"),
        Column("proposer", domain="proposer_words", gen="ref"),
        Column("bill_no", domain="bill_no", gen="ref"),
        Column("proposed", domain="date", gen="ref"),
        Column("link_url"),
        Column("committee", domain="committee_name", gen="ref"),
        Column("outcome"),
        Column("step"),
    ),
    _items,
    key=("conf_id", "sub_num"),
    index=(("bill_id",), ("conf_dt",), ("class_name",)),
    persons="fictional",
)


def _met(world: World) -> Iterator[Row]:
    names = [column.name for column in ITEMS.columns]
    for row in world.rows("parliament_minutes_items"):
        if row["bill_id"] is None:
            continue
        meeting = f"{row['session']} {row['dgr']} {row['cmit_nm']}"
        yield (*(row[name] for name in names), f"{meeting} {row['sb_cmit_nm'] or ''}".rstrip())


BILLS_MET = Table(
    "parliament_minutes_bills",
    (*ITEMS.columns, Column("meeting")),
    _met,
    key=("conf_id", "sub_num"),
    index=(("bill_id",),),
    persons="fictional",
)
"""The entries that are bills: which meeting dealt with which."""
