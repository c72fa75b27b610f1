"""What became of one bill, step by step: reviews, meetings, related bills, who signed.

All of it follows from ``bills`` and ``committee_meetings``: a meeting named here is the one in
whose agenda 열린국회정보 lists the bill. A bill dropped in favour of an alternative is tied to a
committee's bill on the same statute or at least in the same field. Of recorded bills nothing but
the vote is known, so they have no rows here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from kopa_env.world.condition import Condition
from kopa_env.world.draw import Draw
from kopa_env.world.statute_names import topics
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.bill_lists import act_of, file_of, page_of
from kopa_env.world.tables.members import fictional_members, old_committees
from kopa_env.world.world import World

Bill = Mapping[str, Value]
Meeting = tuple[str, str, str]
"""Day, name and address of the minutes."""

Held = dict[str, list[Meeting]]

_LAW = "법제사법위원회"
_SIGNERS = 10
"""So many must propose; whoever else signs a motion supports it."""


def _bill(world: World, bill_id: Value) -> Bill | None:
    rows, _ = world.select("bills", [Condition("bill_id", "eq", bill_id)], limit=1)
    return rows[0] if rows else None


# ---- reviews ---------------------------------------------------------------------------------


def _meetings(world: World, held: Held, committee: str) -> list[Meeting]:
    """Return a committee's meetings, oldest first; ``held`` keeps what was looked up."""
    if committee in held:
        return held[committee]
    found, _ = world.select("committee_meetings", [Condition("committee", "eq", committee)])
    made = []
    for r in reversed(found):
        name = f"{str(r['session']).replace('국회', ' 국회')} 제{r['sitting']}차 {r['title']}"
        number = Draw(world.seed, "minutes", committee, str(r["day"])).between(47_000, 53_999)
        minutes = f"http://likms.assembly.go.kr/record/new/getFileDown.jsp?CONFER_NUM={number:06d}"
        made.append((str(r["day"]), name, minutes))
    held[committee] = made
    return made


def _meeting_on(meetings: Sequence[Meeting], day: Value, whole: bool = False) -> Meeting | None:
    """Return the first meeting on a day or after it, of the ``whole`` committee if need be."""
    if day is None:
        return None
    later = meetings[bisect_left(meetings, (str(day),)) :]
    return next((m for m in later if not whole or m[1].endswith("전체회의")), None)


def _step(
    bill: Bill,
    block: str,
    *,
    committee: Value = None,
    days: Row = (None, None, None),
    result: Value = None,
    papers: Row = (None,) * 8,
    meeting: Meeting | None = None,
    outcome: Value = None,
    related: Value = None,
) -> Row:
    met = meeting or (None, None, None)
    return (
        *(bill["bill_id"], block, committee, *papers[:6], days[1], days[2], result, days[0]),
        *(met[0], met[1], outcome, met[2], *papers[6:], related),
    )


def _own_review(world: World, bill: Bill) -> Iterator[Row]:
    bill_id, names, papers = str(bill["bill_id"]), [], []
    for name, paper, day in (
        ("검토보고서", "review", bill["presented"]),
        ("심사보고서", "examination", bill["processed"]),
    ):
        names.append(name if day else None)
        papers += [file_of(world.seed, bill_id, paper, k) if day else None for k in (0, 1)]
    hwp1, pdf1, hwp2, pdf2 = papers
    yield _step(
        bill,
        "JurisdictionExamination",
        committee=bill["committee"],
        days=(bill["referred"], bill["presented"], bill["processed"]),
        result=bill["committee_result"],
        papers=(*names, hwp1, hwp2, pdf1, pdf2, None, None),
    )


def _own_meetings(world: World, held: Held, bill: Bill) -> Iterator[Row]:
    meetings = _meetings(world, held, str(bill["committee"]))
    first = _meeting_on(meetings, bill["presented"])
    last = _meeting_on(meetings, bill["processed"], whole=True)
    if bill["age"] != "21" or first is None:
        return
    block, result = "JurisdictionMeeting", bill["committee_result"]
    if last == first:
        yield _step(bill, block, meeting=first, outcome=f"상정/의결({result})")
        return
    said = "상정/제안설명/검토보고/대체토론/소위회부"
    yield _step(bill, block, meeting=first, outcome=said)
    if last is None:
        return
    place = meetings.index(last)
    if meetings[place - 1] != first and "소위원회" in meetings[place - 1][1]:
        said = f"상정/축조심사/의결({result})"
        yield _step(bill, block, meeting=meetings[place - 1], outcome=said)
    yield _step(bill, block, meeting=last, outcome=f"상정/소위심사보고/찬반토론/의결({result})")


def _wording(world: World, held: Held, bill: Bill) -> Iterator[Row]:
    """Yield the check of wording by the law committee and its meetings."""
    if bill["law_referred"] is None:
        return
    bill_id, done = str(bill["bill_id"]), bill["law_processed"]
    papers = [file_of(world.seed, bill_id, "wording", k) if done else None for k in (0, 1)]
    yield _step(
        bill,
        "procExamination",
        days=(bill["law_referred"], bill["law_presented"], done),
        result=bill["law_result"],
        papers=(*(None,) * 6, *papers),
    )
    met = _meeting_on(_meetings(world, held, _LAW), done, whole=True)
    if bill["age"] == "21" and met is not None:
        outcome = f"상정/의결({bill['law_result']})"
        yield _step(bill, "procMeeting", meeting=met, outcome=outcome)


def _reviews_of(world: World, held: Held, bill: Bill) -> Iterator[Row]:
    if bill["record"] == "fact" or not (bill["referred"] or bill["presented"]):
        return
    yield from _own_review(world, bill)
    yield from _own_meetings(world, held, bill)
    yield from _wording(world, held, bill)
    draw = Draw(world.seed, "related-committee", str(bill["bill_id"]))
    others = [r["name"] for r in old_committees() if r["name"] != bill["committee"]]
    if bill["age"] == "21" and bill["kind"] == "법률안" and bill["referred"] and draw.chance(130):
        days = (bill["referred"], None, None)
        yield _step(bill, "comitExamination", days=days, related=draw.pick(others))


def _review_part(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    bill = _bill(world, values[0])
    if bill is not None:
        yield from _reviews_of(world, {}, bill)


def _review_rows(world: World) -> Iterator[Row]:
    held: Held = {}
    for bill in world.select("bills")[0]:
        yield from _reviews_of(world, held, bill)


REVIEWS = Table(
    "bill_reviews",
    (
        Column("bill_id", domain="bill_id", gen="ref"),
        Column("block"),
        Column("committee", domain="committee_name", gen="ref"),
        *(Column(n) for n in ("doc1", "doc2", "hwp1", "hwp2", "pdf1", "pdf2")),
        Column("presented", domain="date", gen="ref"),
        Column("processed", domain="date", gen="ref"),
        Column("result", gen="ref"),
        Column("referred", domain="date", gen="ref"),
        Column("met", domain="date", gen="ref"),
        Column("meeting"),
        Column("outcome"),
        Column("minutes"),
        *(Column(n) for n in ("hwp", "pdf")),
        Column("related", domain="committee_name", gen="ref"),
    ),
    _review_rows,
    by=("bill_id",),
    part=_review_part,
)


# ---- related bills ---------------------------------------------------------------------------


def _field(bill: Bill) -> str:
    """Return what a bill is about: the topic of its statute."""
    name = act_of(str(bill["title"]))
    found = (t for t in topics(str(bill["committee"])) if name.startswith(t))
    return max(found, key=len, default=name)


def alternatives(bills: Sequence[Bill]) -> dict[str, Bill]:
    """Return the alternative that each dropped bill went into, by the dropped bill's id.

    One on the same statute comes first, then one in the same field, then any of the committee; of
    several the one decided nearest to the day the bill was dropped. A bill after which its
    committee decided no alternative has none.
    """
    held: dict[tuple[Value, str], list[Bill]] = {}
    for bill in bills:
        if _is_law(bill) and bill["proposer_kind"] == "위원장":
            for matter in _matters(bill):
                held.setdefault((bill["committee"], matter), []).append(bill)
    found = {}
    for bill in bills:
        if not _is_law(bill) or bill["result"] != "대안반영폐기":
            continue
        for matter in _matters(bill):
            near = held.get((bill["committee"], matter), ())
            later = [a for a in near if str(a["decided"]) >= str(bill["proposed"])]
            if later:
                found[str(bill["bill_id"])] = min(later, key=lambda a: _apart(a, bill))
                break
    return found


def _matters(bill: Bill) -> tuple[str, str, str]:
    """Return what a bill is about, the closest first: its statute, its field, anything."""
    return act_of(str(bill["title"])), f"{_field(bill)}…", ""


def _is_law(bill: Bill) -> bool:
    return bill["record"] == "rule" and bill["age"] == "21" and bill["kind"] == "법률안"


def _apart(alternative: Bill, dropped: Bill) -> tuple[int, str]:
    days = [
        int(d[:4]) * 372 + int(d[5:7]) * 31 + int(d[8:])
        for d in (str(alternative["decided"]), str(dropped["decided"]))
    ]
    return abs(days[0] - days[1]), str(alternative["bill_no"])


def _related(world: World) -> Iterator[Row]:
    bills = world.select("bills")[0]
    went = alternatives(bills)
    dropped: dict[str, list[Bill]] = {}
    for bill in bills:
        into = went.get(str(bill["bill_id"]))
        if into is not None:
            dropped.setdefault(str(into["bill_id"]), []).append(bill)
    for bill in bills:
        bill_id = str(bill["bill_id"])
        into = went.get(bill_id)
        if into is not None:
            yield _link(bill_id, "billGbnCd", into, str(into["title"]))
        if _is_law(bill) and Draw(world.seed, "memo", bill_id).chance(150):
            yield (bill_id, "commMemo", "비용추계요구서 제출됨.", None, None, None)
        for other in dropped.get(bill_id, ()):
            yield _link(bill_id, "exhaust", other, f"{other['title']}({other['proposer']}발의)")


def _link(bill_id: str, block: str, other: Bill, name: str) -> Row:
    there = str(other["bill_id"])
    return (bill_id, block, None, page_of(there), name, there)


RELATED = Table(
    "bill_relations",
    (
        Column("bill_id", domain="bill_id", gen="ref"),
        Column("block"),
        Column("memo"),
        Column("link"),
        Column("name"),
        Column("other_id", domain="bill_id", gen="ref"),
    ),
    _related,
    index=(("bill_id",),),
    persons="fictional",
)


# ---- who signed ------------------------------------------------------------------------------


def _signers_of(world: World, bill: Bill) -> Iterator[Row]:
    if bill["record"] == "fact" or bill["lead_code"] is None:
        return
    people = {m.code: m for m in fictional_members(world.seed)}
    codes = [str(bill["lead_code"]), *filter(None, str(bill["co_codes"] or "").split(","))]
    for place, code in enumerate(codes):
        law = bill["kind"] == "법률안" or place < _SIGNERS
        member = people[code]
        yield (bill["bill_id"], "발의자" if law else "찬성자", member.name, None, member.party)


def _signer_part(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    bill = _bill(world, values[0])
    if bill is not None:
        yield from _signers_of(world, bill)


def _signer_rows(world: World) -> Iterator[Row]:
    for bill in world.select("bills")[0]:
        yield from _signers_of(world, bill)


SIGNERS = Table(
    "bill_signers",
    (
        Column("bill_id", domain="bill_id", gen="ref"),
        Column("role"),
        Column("name", domain="person_name", gen="ref"),
        Column("hanja", null_rate=1.0),
        Column("party", domain="party", gen="ref"),
    ),
    _signer_rows,
    persons="fictional",
    by=("bill_id",),
    part=_signer_part,
)
