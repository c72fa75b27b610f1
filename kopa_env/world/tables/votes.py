"""Roll calls and sponsors, a part for each bill.

A generated roll call sums to the bill's tally: everyone who sat that day is 찬성, 반대, 기권 or
불참. Members of other parties than the sponsor's are likelier to say no, but some of the sponsor's
own do too. Recorded roll calls (22nd term, ``record = "fact"``) stand as recorded, with the party
that the record gives: that of the day it was read, which for four members is a later one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.members import Member, fictional_members
from kopa_env.world.world import Condition, World

_CAMP = ("새길당", "두레연합")
"""Parties that mostly vote together with the largest one."""


def _bill(world: World, bill_id: Value) -> dict[str, Value] | None:
    rows, _ = world.select("bills", [Condition("bill_id", "eq", bill_id)], limit=1)
    return rows[0] if rows else None


# ---- roll calls ------------------------------------------------------------------------------


def roll_call(world: World, bill: dict[str, Value]) -> Iterator[Row]:
    """Yield one row a member who sat when the bill was voted on; nothing without a roll call."""
    if bill["yes"] is None:
        return
    if bill["record"] == "fact":
        yield from _recorded(bill)
        return
    day = str(bill["decided"])
    sitting = [m for m in fictional_members(world.seed) if m.sits_on(day)]
    votes = _cast(world.seed, bill, sitting)
    draw = Draw(world.seed, "vote-time", str(bill["bill_id"]))
    clock = f"{draw.between(14, 18):02d}{draw.between(0, 59):02d}{draw.between(0, 59):02d}"
    moment = f"{day.replace('-', '')} {clock}"
    for place, member in enumerate(sitting, start=1):
        who = (member.code, member.number, member.name, None, member.party, member.district)
        yield _row(bill, who, votes[member.code], moment, place)


def _row(
    bill: dict[str, Value],
    who: tuple[Value, ...],
    vote: str,
    moment: str,
    place: int,
) -> Row:
    return (
        *(bill["bill_id"], bill["age"], bill["bill_no"], bill["title_full"], bill["title"]),
        *(bill["committee"], bill["committee_id"], *who, vote, moment, str(place)),
        *(bill["link"], None, bill["record"]),
    )


def _cast(seed: int, bill: dict[str, Value], sitting: list[Member]) -> dict[str, str]:
    """Return each sitting member's vote, so that the counts equal the bill's tally."""
    draw = Draw(seed, "roll-call", str(bill["bill_id"]))
    ours = bill["lead_party"] or "새길당"
    camp = _CAMP if ours in _CAMP else (str(ours),)
    counts = {name: int(str(bill[name])) for name in ("yes", "no", "blank")}
    absent = len(sitting) - sum(counts.values())
    order = sorted(sitting, key=lambda m: (draw.below(1000), m.code))
    votes = {m.code: "불참" for m in order[:absent]}
    present = order[absent:]
    against = sorted(
        present,
        key=lambda m: (draw.below(1000) - (0 if m.party in camp else 620), m.code),
    )
    no, blank = counts["no"], counts["blank"]
    votes |= {m.code: "반대" for m in against[:no]}
    votes |= {m.code: "기권" for m in against[no : no + blank]}
    votes |= {m.code: "찬성" for m in against[no + blank :]}
    return votes


@lru_cache(maxsize=1)
def _recorded_votes() -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = {}
    for r in fact_rows("rollcalls22"):
        found.setdefault(r["bill_no"], []).append(r)
    return found


def _recorded(bill: dict[str, Value]) -> Iterator[Row]:
    people = {r["code"]: r for r in fact_rows("members")}
    cast = _recorded_votes().get(str(bill["bill_no"]), [])
    cast.sort(key=lambda r: people[r["member_code"]]["name"])
    moment = str(bill["decided"]).replace("-", "") + " 000000"
    for place, r in enumerate(cast, start=1):
        person = people[r["member_code"]]
        who = (person["code"], None, person["name"], person["hanja"], r["party"])
        yield _row(bill, (*who, person["district"]), r["vote"], moment, place)


def _roll_part(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    bill = _bill(world, values[0])
    if bill is not None:
        yield from roll_call(world, bill)


def _roll_rows(world: World) -> Iterator[Row]:
    for bill in world.select("bills", [Condition("stage", "eq", "표결")])[0]:
        yield from roll_call(world, bill)


ROLL_CALLS = Table(
    "roll_calls",
    (
        Column("bill_id", domain="bill_id", gen="ref"),
        Column("age", domain="assembly_age", gen="ref"),
        Column("bill_no", domain="bill_no", gen="ref"),
        Column("title_full", domain="bill_title_full", gen="ref"),
        Column("title", domain="bill_title", gen="ref"),
        Column("committee", domain="committee_name", gen="ref"),
        Column("committee_id", domain="committee_code", gen="ref"),
        Column("code", domain="mona_cd", gen="ref"),
        Column("number", domain="member_no", gen="ref"),
        Column("name", domain="person_name", gen="ref"),
        Column("hanja", gen="ref"),
        Column("party", domain="party", gen="ref"),
        Column("district", domain="constituency", gen="ref"),
        Column("vote"),
        Column("moment"),
        Column("place"),
        Column("link"),
        Column("unrecorded", null_rate=1.0),
        Column("record"),
    ),
    _roll_rows,
    key=("bill_id", "code"),
    persons="office_holder",
    by=("bill_id",),
    part=_roll_part,
)


# ---- sponsors --------------------------------------------------------------------------------


def _sponsors_of(world: World, bill: dict[str, Value]) -> Iterator[Row]:
    if bill["record"] == "fact" and bill["proposer_kind"] == "의원":
        return
    people = {m.code: m for m in fictional_members(world.seed)}
    head = (
        *(bill["term"], bill["bill_id"], bill["bill_no"], bill["title"], bill["proposed"]),
        *(bill["proposer_kind"], bill["proposer"]),
    )
    if bill["lead_code"] is None:
        yield (*head, None, bill["proposer"], None, None, bill["record"])
        return
    codes = [str(bill["lead_code"]), *filter(None, str(bill["co_codes"] or "").split(","))]
    for place, code in enumerate(codes):
        leading = "대표발의" if place == 0 else None
        yield (*head, people[code].party, people[code].name, None, leading, bill["record"])


def _sponsor_part(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    bill = _bill(world, values[0])
    if bill is not None:
        yield from _sponsors_of(world, bill)


def _sponsor_rows(world: World) -> Iterator[Row]:
    for bill in world.select("bills")[0]:
        yield from _sponsors_of(world, bill)


SPONSORS = Table(
    "bill_sponsors",
    (
        Column("term", domain="assembly_term", gen="ref"),
        Column("bill_id", domain="bill_id", gen="ref"),
        Column("bill_no", domain="bill_no", gen="ref"),
        Column("title", domain="bill_title", gen="ref"),
        Column("proposed", domain="date", gen="ref"),
        Column("proposer_kind", gen="ref"),
        Column("proposer", domain="proposer_words", gen="ref"),
        Column("party", domain="party", gen="ref"),
        Column("name", domain="person_name", gen="ref"),
        Column("hanja", null_rate=1.0),
        Column("leading"),
        Column("record"),
    ),
    _sponsor_rows,
    persons="fictional",
    by=("bill_id",),
    part=_sponsor_part,
)
"""Who proposed each bill; of recorded bills of members nobody but the lead was recorded, so that
they have no row here: a list of one would say that one member signed alone."""
