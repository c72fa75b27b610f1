"""News of plenary sittings and committees: tallies and titles are those of the table ``bills``.

Of the present term only recorded votes and generated bills are told, and no member is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.table import Value
from kopa_env.world.tables.bill_lists import act_of
from kopa_env.world.tables.members import TERM_END
from kopa_env.world.tables.parliament_boards.story import Story
from kopa_env.world.world import World

_PLENARY = (
    *("국회, 본회의서 {c} 표결", "본회의서 {c} 표결…주요 법안은?", "{c} 본회의 표결"),
    *("오늘 본회의, {c} 처리 결과는", "본회의 열어 {c} 표결"),
)
_COURSE = (
    "위원들은 제안설명과 검토보고를 들은 뒤 대체토론을 벌였다.",
    "위원들은 재정 소요와 시행 시기를 놓고 의견을 나눴다.",
    "안건은 더 자세한 심사를 위해 소위원회에서 논의하기로 했다.",
)


def told(world: World) -> Iterator[Story]:
    """Yield every piece."""
    yield from plenary_stories(world)
    yield from committee_stories(world)
    yield from pending_stories(world)
    yield from bill_stories(world)


def plenary_stories(world: World) -> Iterator[Story]:
    """Yield stories of each plenary sitting, by the bills that were decided there."""
    decided: dict[str, list[dict[str, Value]]] = {}
    for bill in world.rows("bills"):
        if bill["yes"] is not None and bill["decided"]:
            decided.setdefault(str(bill["decided"]), []).append(bill)
    for day in sorted(decided):
        if day <= TERM_END:
            yield from _sitting(world.seed, day, decided[day])
        else:
            yield from _recorded(world.seed, day, decided[day])


def _sitting(seed: int, day: str, bills: list[dict[str, Value]]) -> Iterator[Story]:
    draw, when = Draw(seed, "plenary-story", day), date.fromisoformat(day)
    laws = [b for b in bills if b["kind"] == "법률안"] or bills
    lead = draw.pick(laws)
    lines = (
        f"국회가 {when.month}월 {when.day}일 본회의를 열고 안건 {len(bills)}건을 표결했다.",
        settle(
            f"「{lead['title']}」은(는) 재석 {lead['votes']}인 중 찬성 {lead['yes']}인으로 "
            f"{_outcome(lead)}."
        ),
        *(_counted(b) for b in [b for b in laws if b is not lead][:3]),
    )
    count = f"안건 {len(bills)}건" if len(laws) < 2 else f"법률안 {len(laws)}건"
    title = draw.pick(_PLENARY).format(c=count)
    yield Story("NATV", "plenary", when, title, lines)
    title = f"[본회의] {act_of(str(lead['title']))} 등 {count} 표결"
    yield Story("NAON", "committees_plenary", when, title, lines)
    for bill in laws[:1] if len(laws) < 4 else (laws[0], laws[-1]):
        yield _vote(bill, when)


def _recorded(seed: int, day: str, bills: list[dict[str, Value]]) -> Iterator[Story]:
    """Yield what was recorded of a sitting of the present term: votes, never how many there were.

    Bills that set up a new act are left out: their titles may name persons.
    """
    amended = [b for b in bills if " 일부개정법률안" in str(b["title"])]
    if not amended:
        return
    draw, when = Draw(seed, "plenary-story", day), date.fromisoformat(day)
    for bill in amended[:4]:
        yield _vote(bill, when)
    lead = draw.pick(amended)
    act = act_of(str(lead["title"]))
    votes = f"재석 {lead['votes']}인 중 찬성 {lead['yes']}인으로 {_outcome(lead)}"
    said = settle(f"{when.month}월 {when.day}일 본회의에서 「{lead['title']}」이(가) {votes}.")
    others = tuple(_counted(bill) for bill in amended[:3] if bill is not lead)
    title = f"[본회의] {act} 개정안 표결"
    yield Story("NAON", "committees_plenary", when, title, (said, *others))
    if _noun(lead) == "통과":
        headline = f"[동영상]잉크도 안마른 법률-'{act}'"
        yield Story("NAON", "member_bills", when, headline, (said, "자세한 내용은 영상에 담았다."))


def _counted(bill: dict[str, Value]) -> str:
    votes = f"찬성 {bill['yes']}표, 반대 {bill['no']}표로"
    return settle(f"「{bill['title']}」은(는) {votes} {_outcome(bill)}.")


def _vote(bill: dict[str, Value], when: date) -> Story:
    lines = (
        settle(
            f"「{bill['title']}」이(가) {when.month}월 {when.day}일 국회 본회의에서 "
            "표결에 부쳐졌다."
        ),
        f"재석 {bill['votes']}인 가운데 찬성 {bill['yes']}인, 반대 {bill['no']}인, "
        f"기권 {bill['blank']}인이었다.",
    )
    title = f"'{act_of(str(bill['title']))}' 본회의 {_noun(bill)}"
    return Story("NATV", "plenary", when, title, lines)


def _outcome(bill: dict[str, Value]) -> str:
    return "가결됐다" if str(bill["result"]).endswith("가결") else "부결됐다"


def _noun(bill: dict[str, Value]) -> str:
    return "통과" if str(bill["result"]).endswith("가결") else "부결"


def committee_stories(world: World) -> Iterator[Story]:
    """Yield stories of committee meetings that had bills on the table."""
    for row in world.rows("committee_meetings"):
        draw = Draw(world.seed, "committee-story", str(row["committee"]), str(row["day"]))
        agenda = str(row["agenda"] or "")
        if not agenda or not draw.chance(620):
            continue
        bills = agenda.count("<br>")
        first = agenda.partition("] ")[2].partition("<br>")[0].rpartition("(")[0]
        day, committee = date.fromisoformat(str(row["day"])), str(row["committee"])
        met = f"국회 {committee}이(가) {day.month}월 {day.day}일 {row['title']}을(를) 열고"
        lines = (
            settle(f"{met} 안건 {bills}건을 심사했다."),
            settle(f"이날 회의에는 「{first}」이(가) 상정됐다."),
            draw.pick(_COURSE),
        )
        act = act_of(first) if bills == 1 else f"{act_of(first)} 등 {bills}건"
        title = f"{committee.removesuffix('원회')}, {act} 심사"
        yield Story("NATV", "committee", day, title, lines)
        if draw.chance(300):
            yield Story("NAON", "committees_plenary", day, f"[{committee}] {act} 상정", lines)


def pending_stories(world: World) -> Iterator[Story]:
    """Yield bills of the present term as committees took them up: generated, and no member's."""
    for bill in world.rows("bills"):
        if bill["age"] != "22" or bill["record"] == "fact" or bill["presented"] is None:
            continue
        day, committee = date.fromisoformat(str(bill["presented"])), str(bill["committee"])
        draw, name = Draw(world.seed, "pending-story", str(bill["bill_id"])), f"「{bill['title']}」"
        short, act = committee.removesuffix("원회"), act_of(str(bill["title"]))
        met = settle(f"국회 {committee}이(가) {day.month}월 {day.day}일 전체회의를 열었다.")
        done = settle(f"이날 회의에는 정부가 제출한 {name}이(가) 상정됐다.")
        title, rest = f"{short}, {act} 심사", draw.pick(_COURSE)
        if bill["proposer_kind"] == "위원장":
            done = settle(f"위원회는 {name}을(를) 위원회안으로 의결했다.")
            title, rest = f"{short}, {act} 대안 의결", "의결된 대안은 체계·자구 심사를 거치게 됐다."
        yield Story("NATV", "committee", day, title, (met, done, rest))


def bill_stories(world: World) -> Iterator[Story]:
    """Yield pieces on members' bills of the fictional term."""
    for bill in world.rows("bills"):
        if bill["age"] != "21" or bill["proposer_kind"] != "의원" or bill["kind"] != "법률안":
            continue
        if Draw(world.seed, "bill-story", str(bill["bill_no"])).chance(58):
            yield _introduced(bill)


def _introduced(bill: dict[str, Value]) -> Story:
    lines: tuple[str, ...]
    title, lead = f"「{bill['title']}」", f"{bill['lead']} 의원"
    if bill["yes"] is not None and _noun(bill) == "통과":
        day = date.fromisoformat(str(bill["decided"]))
        headline = f"[동영상]잉크도 안마른 법률-'{act_of(str(bill['title']))}'"
        lines = (
            settle(f"{day.month}월 {day.day}일 본회의에서 {title}이(가) 가결됐다."),
            f"이 법률안은 {lead}이 대표발의했다.",
            "자세한 내용은 영상에 담았다.",
        )
        return Story("NAON", "member_bills", day, headline, lines)
    day = date.fromisoformat(str(bill["proposed"]))
    lines = (
        settle(f"{lead}은(는) {day.month}월 {day.day}일 {title}을(를) 대표발의했다."),
        settle(f"이 법률안은 {bill['proposer']}이(가) 함께 냈다."),
    )
    return Story("NAON", "member_bills", day, f"{lead}, {title} 대표발의", lines)
