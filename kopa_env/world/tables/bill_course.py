"""What becomes of a bill: committee, law committee, plenary vote, promulgation."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.table import Row
from kopa_env.world.tables.calendar import after, plenary_days, session_name, session_of, sittings
from kopa_env.world.tables.members import TERM_END, Member

_BUDGETS = ("예산안", "결산")

_LINK = "https://likms.assembly.go.kr/bill/"


@dataclass(slots=True)
class Bill:
    """One bill while its course is being worked out; ``None`` is what did not (yet) happen."""

    bill_id: str
    bill_no: str
    age: str
    kind: str
    proposer_kind: str
    committee: str
    committee_id: str
    record: str
    title: str = ""
    proposer: str = ""
    lead: str | None = None
    lead_code: str | None = None
    lead_party: str | None = None
    co_names: str | None = None
    co_codes: str | None = None
    proposed: str | None = None
    referred: str | None = None
    presented: str | None = None
    processed: str | None = None
    committee_result: str | None = None
    law_referred: str | None = None
    law_presented: str | None = None
    law_processed: str | None = None
    law_result: str | None = None
    plenary_presented: str | None = None
    decided: str | None = None
    plenary: str | None = None
    result: str | None = None
    sent: str | None = None
    promulgated: str | None = None
    law_no: str | None = None
    session: str | None = None
    members: int | None = None
    votes: int | None = None
    yes: int | None = None
    no: int | None = None
    blank: int | None = None

    def row(self) -> Row:
        """Return the bill as a row of the table ``bills``."""
        stage = "계류" if not self.result else "표결" if self.yes is not None else "처리"
        passed = self.promulgated is not None
        name = self.title.replace("(대안)", "").removesuffix("안") if passed else None
        name = name.replace(" 일부개정법률", "").replace(" 전부개정법률", "") if name else None
        end = after(self.referred, 10) if self.referred and self.kind == "법률안" else None
        notice = None if end is None else "진행" if end >= TODAY else "종료"
        return (
            *(self.bill_id, self.bill_no, self.age, f"제{self.age}대", self.kind, self.title),
            *(f"{self.title}({self.proposer})", self.proposer_kind, self.proposer),
            *(self.lead, self.lead_code, self.lead_party, self.co_names, self.co_codes),
            *(self.committee, self.committee_id, self.proposed, self.referred, self.presented),
            *(self.processed, self.committee_result, self.law_referred, self.law_presented),
            *(self.law_processed, self.law_result, self.plenary_presented, self.decided),
            *(self.plenary, self.result, self.sent, self.promulgated, self.law_no, name),
            *(self.session, self.members, self.votes, self.yes, self.no, self.blank, stage),
            *(end, notice),
            f"{_LINK}billDetail.do?billId={self.bill_id}",
            f"{_LINK}coactorListPopup.do?billId={self.bill_id}" if self.lead else None,
            *(None, self.record),
        )


_FATES = {
    "의원": (("voted", 120), ("folded", 300), ("withdrawn", 15), ("lapsed", 565)),
    "정부": (("voted", 520), ("folded", 260), ("withdrawn", 10), ("lapsed", 210)),
    "위원장": (("voted", 985), ("folded", 0), ("withdrawn", 0), ("lapsed", 15)),
}


@lru_cache(maxsize=4)
def seats_filled(seed: int, day: str, members: tuple[Member, ...]) -> int:
    """Return how many seats were filled on a day."""
    return sum(member.sits_on(day) for member in members)


def votes_of(draw: Draw, bill: Bill, seed: int, members: tuple[Member, ...]) -> Bill:
    """Decide whether and when the bill comes to a vote, and the tally."""
    fate = draw.weighted(_FATES[bill.proposer_kind])
    if bill.kind != "법률안":
        fate = "voted"
    bill.result = {"folded": "대안반영폐기", "withdrawn": "철회"}.get(fate, "임기만료폐기")
    if fate != "voted":
        return bill
    assert bill.proposed is not None
    least = draw.skewed(40, 420, 2) if bill.kind == "법률안" else draw.between(8, 40)
    if bill.proposer_kind == "위원장" or bill.kind == "중요동의":
        least = draw.between(0, 9)
    earliest = after(bill.proposed, least)
    day = next((d for d in plenary_days(seed) if d >= earliest), None)
    if day is None:
        return bill
    bill.decided = day
    bill.plenary_presented = day
    _tally(draw, bill, seats_filled(seed, day, members))
    return bill


def _tally(draw: Draw, bill: Bill, seats: int) -> None:
    bill.members = seats
    bill.votes = draw.bell(148, 262) if draw.chance(800) else draw.between(180, 289)
    mood = draw.weighted((("calm", 60), ("some", 28), ("split", 12)))
    if bill.kind == "중요동의" or (bill.kind == "결의안" and draw.chance(400)):
        mood = "split"
    bill.no = {
        "calm": lambda: draw.skewed(0, 4, 2),
        "some": lambda: draw.between(2, 24),
        "split": lambda: draw.between(38, 112),
    }[mood]()
    if mood == "split" and draw.chance(45):
        bill.no = bill.votes * draw.between(52, 66) // 100
    else:
        bill.no = min(bill.no, bill.votes // 2 - 6)
    bill.blank = min(draw.skewed(0, 18, 2), bill.votes - bill.no)
    bill.yes = bill.votes - bill.no - bill.blank
    passed = "수정가결" if draw.chance(300) else "원안가결"
    bill.result = passed if bill.yes * 2 > bill.votes else "부결"


def course_of(draw: Draw, bill: Bill, seed: int) -> Bill:
    """Fill in the dates between proposal and decision, in order."""
    assert bill.proposed is not None
    last = bill.decided or _ended(draw, bill)
    _in_committee(draw, bill, last)
    bill.decided = bill.decided or last
    if bill.yes is not None and bill.decided:
        bill.plenary = _sitting_name(seed, bill.decided)
        _afterwards(draw, bill)
    return bill


def _ended(draw: Draw, bill: Bill) -> str:
    assert bill.proposed is not None
    if bill.result == "임기만료폐기":
        return TERM_END
    return min(TERM_END, after(bill.proposed, draw.between(40, 420)))


def _in_committee(draw: Draw, bill: Bill, last: str) -> None:
    assert bill.proposed is not None
    if bill.kind == "중요동의":
        return
    if bill.kind in _BUDGETS:
        _in_budget_committee(draw, bill, last)
        return
    if bill.proposer_kind == "위원장":
        bill.presented = bill.processed = bill.proposed
        bill.committee_result = "대안가결" if bill.kind == "법률안" else "원안가결"
        bill.law_referred = bill.proposed
        return
    span = (date.fromisoformat(last) - date.fromisoformat(bill.proposed)).days
    steps = (0, draw.between(25, 55), draw.between(58, 75), draw.between(76, 82), 92)
    proposed = bill.proposed
    bill.referred = first = min(last, after(proposed, draw.between(1, 4)))

    def at(step: int) -> str:
        return min(last, max(first, after(proposed, span * steps[step] // 100)))

    if bill.result == "임기만료폐기" and draw.chance(380):
        return
    bill.presented = at(1)
    if bill.result in ("임기만료폐기", "철회"):
        return
    bill.processed = at(2)
    voted = bill.yes is not None
    bill.committee_result = _before_plenary(bill.result) if voted else "대안반영폐기"
    if voted and bill.kind == "법률안":
        bill.law_referred = at(3)
        bill.law_presented = bill.law_processed = at(4)
        bill.law_result = _before_plenary(bill.result)


def _in_budget_committee(draw: Draw, bill: Bill, last: str) -> None:
    """Budgets and settlements go to one committee and from there to the plenary."""
    assert bill.proposed is not None
    bill.referred = min(last, after(bill.proposed, draw.between(0, 2)))
    if bill.yes is None:
        return
    bill.presented = min(last, after(bill.referred, draw.between(1, 4)))
    bill.processed = min(last, after(bill.presented, draw.between(0, 3)))
    bill.committee_result = _before_plenary(bill.result)


def _before_plenary(result: str | None) -> str:
    """Return what the committees decided on a bill that came to a vote."""
    return result if result in ("원안가결", "수정가결") else "원안가결"


@lru_cache(maxsize=2)
def _sitting_names(seed: int) -> dict[str, str]:
    return {
        day: f"{session_name(day)} 제{sitting}차 본회의"
        for day, _, sitting in sittings(plenary_days(seed))
    }


def _sitting_name(seed: int, day: str) -> str:
    return _sitting_names(seed)[day]


def _afterwards(draw: Draw, bill: Bill) -> None:
    if bill.kind not in ("법률안", *_BUDGETS) or bill.result == "부결" or not bill.decided:
        return
    bill.sent = after(bill.decided, draw.between(3, 9))
    if bill.kind in _BUDGETS:
        return
    bill.promulgated = after(bill.sent, draw.between(3, 12))
    bill.law_no = f"{17_000 + session_of(bill.decided)[0] % 379 * 90 + draw.below(90)}"
