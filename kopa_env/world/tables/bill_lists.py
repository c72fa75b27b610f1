"""Bills as the Assembly Secretariat's own service lists them: the bills of ``bills``, no others.

What this service tells beyond 열린국회정보 (its term codes, the stage in its own words, addresses
of files, which lists a bill stands in) is worked out here from the same rows, so that an id found
in either place is the same bill. Of recorded bills nothing is made up: no summary, no file, no
stage beyond the vote. Codes of terms are taken to be ``A`` and the term's number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.world import World

Bill = Mapping[str, Value]

RECENT, PENDING = "2025-12-01", "2025-08-01"
"""Proposed or decided since that day is recent; so is what has been pending since then."""

_SPANS = {"21": "2020~2024", "22": "2024~2028"}
_HOST = "http://likms.assembly.go.kr"
_WANTS = (
    "현행법은 {name}의 대상과 절차를 정하고 있으나 지역마다 이용 기회에 차이가 크다는 지적이 있음",
    "{name}의 시행 과정에서 실태 조사와 정보 공개의 근거가 없어 사업의 성과를 알기 어려움",
    "{name}에 따른 지원이 한 해 단위로 이루어져 계획을 세워 추진하기 어려운 실정임",
    "{name}의 용어와 서식이 어려워 이용하는 사람이 불편을 겪고 있음",
)
_REMEDIES = (
    "3년마다 실태 조사를 하고 그 결과를 공개하도록 하려는 것임(안 제{n}조의2 신설)",
    "지방자치단체의 장이 5년마다 기본계획을 세우도록 하려는 것임(안 제{n}조)",
    "전담 기관을 지정하고 필요한 경비를 보조할 수 있게 하려는 것임(안 제{n}조)",
    "어려운 용어를 쉬운 우리말로 바꾸고 전자 신청을 허용하려는 것임(안 제{n}조)",
)


def act_of(title: str) -> str:
    """Return the statute a bill is about: its title without what is to be done to it."""
    bare = title.replace("(대안)", "")
    for tail in (" 일부개정법률안", " 전부개정법률안"):
        if bare.endswith(tail):
            return bare.removesuffix(tail)
    return bare.removesuffix("안")


def page_of(bill_id: str) -> str:
    """Return the address of a bill's page on the older site, as this service gives it."""
    return f"{_HOST}/bill/jsp/BillDetail.jsp?bill_id={bill_id}"


def file_of(seed: int, bill_id: str, paper: str, kind: int) -> str:
    """Return the address of a paper of a bill; ``kind`` 0 is HWP, 1 PDF."""
    word = f"{Draw(seed, 'paper', paper, bill_id).bits() % (1 << 128):032X}"
    book = "-".join((word[:8], word[8:12], word[12:16], word[16:20], word[20:]))
    return f"{_HOST}/filegate/servlet/FileGate?bookId={book}&type={kind}"


def stage_of(bill: Bill) -> str:
    """Return the stage a bill has reached, in this service's words."""
    for column, name in (
        *(("promulgated", "공포"), ("sent", "정부이송"), ("yes", "본회의 심의")),
        *(("law_processed", "본회의 심의"), ("law_referred", "체계자구 심사")),
        *(("referred", "위원회 심사"), ("presented", "위원회 심사")),
    ):
        if bill[column] is not None:
            return name
    return "접수"


@lru_cache(maxsize=1)
def _hanja() -> dict[str, str]:
    return {r["code"]: r["hanja"] for r in fact_rows("members")}


def _summary(draw: Draw, bill: Bill) -> str:
    title = str(bill["title"])
    if bill["kind"] != "법률안":
        return f"제안이유 {title.removesuffix('안')}에 관하여 국회의 의결을 구하려는 것임."
    name, number = f"「{act_of(title)}」", draw.between(3, 38)
    if not title.endswith("개정법률안") and not title.endswith("(대안)"):
        aim = "목적과 기본계획, 지원의 근거를 정하려는 것임"
        return f"제안이유 및 주요내용 {name}을 새로 제정하여 {aim}(안 제1조부터 제{number}조까지)."
    want, remedy = draw.pick(_WANTS).format(name=name), draw.pick(_REMEDIES).format(n=number)
    return f"제안이유 및 주요내용 {want}. 이에 {remedy}."


def _period(bill: Bill) -> str:
    head = f"제{bill['age']}대 ({_SPANS[str(bill['age'])]})"
    session = re.match(r"제(\d+)회", str(bill["session"] or ""))
    return f"{head} 제{session[1]} 회" if session else head


def _papers(seed: int, bill: Bill, paper: str) -> tuple[str, str]:
    bill_id = str(bill["bill_id"])
    return file_of(seed, bill_id, paper, 0), file_of(seed, bill_id, paper, 1)


def _receipt(seed: int, draw: Draw, bill: Bill) -> Row:
    """Return the files a bill came with: text, and the statement on its costs."""
    if bill["record"] == "fact":
        return (None,) * 6
    text = ("의안원문", *_papers(seed, bill, "text"))
    if bill["kind"] != "법률안":
        return (*text, None, None, None)
    name = "비용추계서" if draw.chance(180) else "비용추계서 미첨부 사유서"
    return (*text, name, *_papers(seed, bill, "cost"))


def _reports(seed: int, bill: Bill) -> Row:
    """Return the reports a committee has made so far: review, then examination."""
    if bill["record"] == "fact":
        return (None,) * 4
    heard = _papers(seed, bill, "review") if bill["presented"] else (None, None)
    done = _papers(seed, bill, "examination") if bill["processed"] else (None, None)
    return (*heard, *done)


def _row(seed: int, bill: Bill) -> Row:
    draw = Draw(seed, "bill-list", str(bill["bill_id"]))
    made_up, now = bill["record"] == "rule", bill["age"] == "22"
    pending, proposed = bill["stage"] == "계류", str(bill["proposed"] or "")
    summary = _summary(draw, bill) if made_up else None
    asked = now and pending and draw.chance(42)
    return (
        *(bill["bill_id"], bill["bill_no"], bill["age"], f"A{bill['age']}", bill["kind"]),
        *(bill["title"], bill["title_full"], bill["proposer_kind"], bill["proposer"]),
        *(bill["lead"], _hanja().get(str(bill["lead_code"]))),
        *(bill["committee"], bill["committee_id"], bill["proposed"], bill["referred"]),
        *(bill["decided"], bill["result"], "계류의안" if pending else "처리의안", stage_of(bill)),
        *("일반", summary, _period(bill)),
        bill["decided"] if bill["result"] == "철회" else None,
        f"{_HOST}/bill/jsp/SummaryPopup.jsp?bill_id={bill['bill_id']}",
        *_receipt(seed, draw, bill),
        *_reports(seed, bill),
        "Y" if now and proposed >= RECENT else "N",
        "Y" if now and pending and bill["referred"] and proposed >= PENDING else "N",
        "Y" if now and str(bill["decided"] or "") >= RECENT else "N",
        *("Y" if asked else "N", bill["record"]),
    )


def _rows(world: World) -> Iterator[Row]:
    for bill in world.select("bills")[0]:
        yield _row(world.seed, bill)


BILL_LISTS = Table(
    "bill_lists",
    (
        Column("bill_id", domain="bill_id", gen="ref"),
        Column("bill_no", domain="bill_no", gen="ref"),
        Column("age", domain="assembly_age", gen="ref"),
        Column("ord", domain="assembly_ord"),
        Column("kind", gen="ref"),
        Column("title", domain="bill_title", gen="ref"),
        Column("title_full", domain="bill_title_full", gen="ref"),
        Column("proposer_kind", gen="ref"),
        Column("proposer", domain="proposer_words", gen="ref"),
        Column("lead", domain="person_name", gen="ref"),
        Column("lead_hanja", gen="fact"),
        Column("committee", domain="committee_name", gen="ref"),
        Column("committee_id", domain="committee_code", gen="ref"),
        *(Column(n, domain="date", gen="ref") for n in ("proposed", "referred", "decided")),
        Column("result", gen="ref"),
        Column("pass_kind"),
        Column("stage"),
        Column("joint"),
        Column("summary"),
        Column("period"),
        Column("withdrawn", domain="date"),
        Column("summary_link"),
        *(Column(n) for n in ("text_name", "text_hwp", "text_pdf")),
        *(Column(n) for n in ("cost_name", "cost_hwp", "cost_pdf")),
        *(Column(n) for n in ("review_hwp", "review_pdf", "report_hwp", "report_pdf")),
        *(Column(n) for n in ("just_received", "just_pending", "just_passed", "asked")),
        Column("record"),
    ),
    _rows,
    key=("bill_id",),
    index=(
        *(("bill_no",), ("ord",), ("just_received",), ("just_pending",), ("just_passed",)),
        *(("asked",), ("committee",), ("decided",), ("proposed",)),
    ),
    persons="office_holder",
)


def _promulgated(world: World) -> Iterator[Row]:
    for bill in world.select("bills")[0]:
        if bill["promulgated"] is not None:
            yield (bill["bill_id"], bill["promulgated"], bill["law_no"], bill["law_name"])


PROMULGATIONS = Table(
    "bill_promulgations",
    (
        Column("bill_id", domain="bill_id", gen="ref"),
        Column("day", domain="date", gen="ref"),
        Column("number", domain="law_number", gen="ref"),
        Column("law_name", domain="law_name", gen="ref"),
    ),
    _promulgated,
    key=("bill_id",),
)


def _options(world: World) -> Iterator[Row]:
    yield ("전체", "전체")
    for committee in world.select("committees")[0]:
        yield (committee["code"], committee["name"])


COMMITTEE_OPTIONS = Table(
    "bill_committees",
    (
        Column("code", domain="committee_code", gen="ref"),
        Column("name", domain="committee_name", gen="ref"),
    ),
    _options,
    key=("code",),
)
"""What the search offers as committees: all of them together come first."""
