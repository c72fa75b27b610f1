"""Meetings of the fictional 21st term of which there are minutes.

Plenary sittings and committee meetings are those of ``plenary_schedule`` and
``committee_meetings``; the budget committee met on the days that ``bills`` names. Audits,
inquiries, special committees and the committee of the whole stand in no other table.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.calendar import (
    after,
    plenary_days,
    session_name,
    session_of,
    weekday_on,
)
from kopa_env.world.tables.members import old_committees
from kopa_env.world.tables.parliament_record.units import (
    BUDGET,
    INQUIRIES21,
    PLENARY,
    SPECIAL21,
    WHOLE,
    dept_code,
    full_name,
    minute_codes,
    short_session,
    sub_code,
    whole_meetings,
)
from kopa_env.world.world import Condition, World

_FIRST_NUMBER = 47_001
_LATER = "2024-02-01"
_RECORD = "https://record.assembly.go.kr/assembly"
_CLOCK = re.compile(r"(\d\d):?(\d\d)")
_ROOMS = {PLENARY: "본회의장", WHOLE: "본회의장", BUDGET: "예산결산특별위원회 회의장(본관 638호)"}
_AUDITED_AT = ("정부세종청사", "국회 본관 회의장", "기관 대회의실", "정부대전청사")


@dataclass(frozen=True, slots=True)
class Sitting:
    """One meeting; ``number`` is that of its minutes."""

    day: str
    clock: str
    session: str
    sitting: int
    committee: str
    kind: str
    sub: str | None = None
    number: int = 0
    marks: frozenset[str] = frozenset()
    link: str = ""

    @property
    def class_name(self) -> str:
        """The kind of meeting under which minutes are filed."""
        if self.kind in ("전체회의", "소위원회", "공청회"):
            return "상임위원회"
        return self.kind

    @property
    def conf_id(self) -> str:
        """The id of the minutes: its number, in later ones after an N."""
        return f"{'N' if self.day >= _LATER else ''}{self.number:06d}"


def _sittings(world: World) -> tuple[Sitting, ...]:
    """Return every meeting, oldest first."""
    made = [
        *_plenary(world),
        *_committees(world),
        *_budget(world),
        *_audits(world),
        *_extra(world, SPECIAL21, "특별위원회", (6, 15)),
        *_extra(world, INQUIRIES21, "국정조사", (7, 9)),
        *_whole(world),
    ]
    made.sort(key=lambda s: (s.day, s.committee != PLENARY, s.committee, s.kind, s.clock))
    return tuple(replace(s, number=_FIRST_NUMBER + n) for n, s in enumerate(made))


def _plenary(world: World) -> Iterator[Sitting]:
    days = plenary_days(world.seed)
    marks = _speeches(world.seed, days)
    for row in world.rows("plenary_schedule"):
        clock, day = str(row["time"]), str(row["day"])
        yield Sitting(
            day=day,
            clock=f"{clock[:2]}:{clock[2:]}",
            session=str(row["session"]),
            sitting=int(str(row["sitting"]).strip("제차 ")),
            committee=PLENARY,
            kind="국회본회의",
            marks=frozenset(m for m, held in marks.items() if day in held),
        )


def _speeches(seed: int, days: tuple[str, ...]) -> dict[str, list[str]]:
    """Return the days of speeches in plenary: on the budget, at the inauguration, by guests."""
    budget = [next(d for d in days if d >= f"{year}-10-24") for year in range(2020, 2024)]
    draw = Draw(seed, "guest-speeches")
    return {
        "policy": budget,
        "inaugural": [next(d for d in days if d >= "2022-05-10")],
        "guest": sorted({draw.pick(days[10:-5]) for _ in range(3)} - set(budget)),
    }


def _committees(world: World) -> Iterator[Sitting]:
    heard = hearing_days(world)
    for row in world.rows("committee_meetings"):
        kind, day, name = str(row["kind"]), str(row["day"]), str(row["committee"])
        marks = heard.get((name, day), set()) if kind == "전체회의" else set()
        if kind == "공청회":
            joint = Draw(world.seed, "joint-meeting", name, day).chance(60)
            marks = {"public", "joint"} if joint else {"public"}
        clock = str(row["time"])
        yield Sitting(
            day=day,
            clock=clock if _CLOCK.fullmatch(clock) else "16:30",
            session=str(row["session"]),
            sitting=int(str(row["sitting"])),
            committee=name,
            kind=kind,
            sub=str(row["title"]) if kind == "소위원회" else None,
            marks=frozenset(marks),
            link=str(row["link"]),
        )


def hearing_days(world: World) -> dict[tuple[str, str], set[str]]:
    """Return which whole meetings were hearings: of nominees, or on a matter of public concern."""
    marks: dict[tuple[str, str], set[str]] = {}
    for row in world.rows("confirmation_hearings"):
        marks[str(row["curr_committee"]), str(row["present_dt"])] = {"confirmation"}
    for committee in (r["name"] for r in old_committees()):
        for day in whole_meetings(world, committee):
            if (committee, day) in marks:
                continue
            if Draw(world.seed, "hearing", committee, day).chance(9):
                marks[committee, day] = {"hearing"}
    return marks


def numbered(
    world: World, days: Iterable[str], committee: str, kind: str, clock: str
) -> Iterator[Sitting]:
    """Yield meetings on these days, counted within each session."""
    counts: dict[str, int] = {}
    for day in sorted(set(days)):
        session = session_name(day)
        counts[session] = counts.get(session, 0) + 1
        yield Sitting(day, clock, session, counts[session], committee, kind)


def _budget(world: World) -> Iterator[Sitting]:
    where = [Condition("age", "eq", "21"), Condition("committee", "eq", BUDGET)]
    bills = world.select("bills", where)[0]
    days = [str(b[c]) for b in bills for c in ("presented", "processed") if b[c]]
    yield from numbered(world, days, BUDGET, BUDGET, "10:00")


def _audits(world: World) -> Iterator[Sitting]:
    for committee in (r["name"] for r in old_committees()):
        taken = {str(r["day"]) for r in _met(world, committee)} | set(plenary_days(world.seed))
        days: list[str] = []
        for year in range(2020, 2024):
            draw = Draw(world.seed, "state-audit", committee, year)
            first = date(year, 10, 4 + draw.below(4))
            found = {
                weekday_on(first + timedelta(days=draw.below(20))).isoformat() for _ in "9" * 9
            }
            days += sorted(d for d in found - taken if d >= f"{year}-10-01")
        yield from numbered(world, days, committee, "국정감사", "10:00")


def _met(world: World, committee: str) -> list[dict[str, Value]]:
    return world.select("committee_meetings", [Condition("committee", "eq", committee)])[0]


def _extra(
    world: World, units: tuple[tuple[str, str], ...], kind: str, span: tuple[int, int]
) -> Iterator[Sitting]:
    for name, _ in units:
        draw = Draw(world.seed, "special", name)
        day = weekday_on(date(2020, 9, 1) + timedelta(days=draw.below(900))).isoformat()
        days: list[str] = []
        for _ in range(draw.between(*span)):
            days.append(day)
            day = after(day, draw.between(5, 22))
        yield from numbered(world, days, name, kind, "14:00")


def whole_days(seed: int) -> list[str]:
    """Return the days on which the House sat as a committee of the whole: five in the term."""
    taken = set(plenary_days(seed))
    draw = Draw(seed, "committee-of-the-whole")
    days: list[str] = []
    day = date(2023, 4, 3 + draw.below(5))
    while len(days) < 4:
        if day.weekday() < 5 and day.isoformat() not in taken:
            days.append(day.isoformat())
        day += timedelta(days=1)
    single = date(2020, 12, 8)
    while single.isoformat() in taken or single.weekday() > 4:
        single += timedelta(days=1)
    return [single.isoformat(), *days]


def _whole(world: World) -> Iterator[Sitting]:
    yield from numbered(world, whole_days(world.seed), WHOLE, WHOLE, "10:00")


# ---- the table -------------------------------------------------------------------------------


def _minute(clock: str, plus: int) -> str:
    hour, minute = int(clock[:2]), int(clock[3:])
    total = min(23 * 60 + 58, hour * 60 + minute + plus)
    return f"{total // 60:02d}:{total % 60:02d}"


def _place(s: Sitting, draw: Draw) -> str:
    if s.kind == "국정감사":
        return draw.pick(_AUDITED_AT)
    if s.sub:
        return "소회의실(본관)"
    return _ROOMS.get(s.committee, f"{s.committee} 회의장(본관)")


_MARKS = (
    *(("hr_hrg_yn", "confirmation"), ("pbhrg_yn", "public"), ("chr_yn", "hearing")),
    *(("sitg_yn", "joint"), ("rmnd_sph_yn", "inaugural")),
    *(("rdjm_sph_yn", "policy"), ("frngus_sph_yn", "guest")),
)


def links_of(s: Sitting) -> Row:
    """Return the addresses of a meeting: minutes, video, summary."""
    code = minute_codes()[s.committee]
    return (
        f"{_RECORD}/viewer/minutes/download/pdf.do?id={s.number}",
        f"https://w3.assembly.go.kr/main/player.do?menu=30&mc={code}&ct1=21"
        f"&ct2={session_of(s.day)[0]}&ct3={s.sitting:02d}",
        f"{_RECORD}/mnts/summary/popup.do?confId={s.conf_id}",
    )


def record(seed: int, s: Sitting) -> Row:
    """Return a meeting as the columns of its minutes."""
    draw = Draw(seed, "minutes-record", s.number)
    start = _minute(s.clock, draw.skewed(0, 25, 2))
    end = _minute(start, draw.bell(25, 520))
    return (
        *(s.conf_id, f"{s.number:06d}", "제21대", "21", "100021", short_session(s.session)),
        *(session_of(s.day)[0], s.session, f"제{s.sitting}차", s.sitting, s.day),
        *(f"{s.class_name} 회의록", s.class_name, minute_codes()[s.committee], s.committee),
        *(dept_code(s.committee), s.sub, sub_code(s.sub)),
        full_name(s.session, s.sitting, s.committee, s.sub),
        *(_place(s, draw), start, end, start),
        *("Y" if mark in s.marks else "N" for _, mark in _MARKS),
        "sub" if s.sub else "main",
        *links_of(s),
        f"1000{s.number:06d}",
    )


COLUMNS = (
    Column("conf_id", domain="conf_id"),
    Column("confer_num"),
    Column("eraco", domain="assembly_term", gen="fact"),
    Column("dae_num", domain="assembly_age", gen="fact"),
    Column("term_code", domain="assembly_unit", gen="fact"),
    Column("sess"),
    Column("ses_num", "int"),
    Column("session", domain="session_name", gen="ref"),
    Column("dgr"),
    Column("degree_num", "int"),
    Column("conf_dt", domain="date", gen="ref"),
    Column("conf_knd"),
    Column("class_name"),
    Column("cmit_cd", domain="minutes_committee", gen="ref"),
    Column("cmit_nm", domain="committee_name", gen="ref"),
    Column("dept_cd", domain="committee_code", gen="ref"),
    Column("sb_cmit_nm"),
    Column("sb_cmit_cd"),
    Column("title"),
    Column("conf_plc"),
    *(Column(name) for name in ("bg_ptm", "ed_ptm", "conf_ptm")),
    *(Column(name) for name, _ in _MARKS),
    Column("whole_or_sub"),
    *(Column(name) for name in ("down_url", "vod_link_url", "conf_link_url")),
    Column("pdf_file_id"),
)


def _minutes(world: World) -> Iterator[Row]:
    for s in reversed(_sittings(world)):
        yield record(world.seed, s)


MINUTES = Table(
    "parliament_minutes",
    COLUMNS,
    _minutes,
    key=("conf_id",),
    index=(("class_name",), ("cmit_cd",), ("conf_dt",), ("conf_knd",)),
)


def _whole_schedule(world: World) -> Iterator[Row]:
    for s in reversed(list(_whole(world))):
        number = session_of(s.day)[0]
        draw = Draw(world.seed, "whole-schedule", s.day)
        yield (
            *("100021", "제21대", s.session, f"제{s.sitting}차 "),
            *(f"제{number}-{s.sitting}차(의사일정)", s.day, s.clock),
            "https://www.assembly.go.kr/portal/na/agenda/agendaSchl.do?menuNo=600015"
            f"&scheduleDivCd=ALCMT&uniqId=11000{draw.digits(5)}",
        )


WHOLE_SCHEDULE = Table(
    "whole_committee_schedule",
    (
        Column("unit_cd", domain="assembly_unit", gen="fact"),
        Column("unit_nm", domain="assembly_term", gen="fact"),
        Column("meetingsession", domain="session_name"),
        Column("cha"),
        Column("title"),
        Column("meetting_date", domain="date"),
        Column("meetting_time"),
        Column("link_url"),
    ),
    _whole_schedule,
    key=("meetting_date",),
)
