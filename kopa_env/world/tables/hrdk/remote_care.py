"""How the monitor looks after agencies: issues, consulting, retakes, triggers, attachments."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.tables.hrdk.remote_agencies import (
    LAST,
    Agency,
    agencies,
    between,
    day8,
    staff,
    stamp,
)
from kopa_env.world.tables.hrdk.remote_site import CODES
from kopa_env.world.world import World

_SINCE = date(2021, 1, 4)


def _dated(seed: int, name: str, count: int, first: date = _SINCE) -> list[tuple[Draw, date]]:
    """Return draws with working days, earliest first."""
    found = []
    for number in range(count):
        draw = Draw(seed, name, number)
        day = between(draw, first)
        found.append((draw, day - timedelta(days=max(0, day.weekday() - 4))))
    return sorted(found, key=lambda pair: pair[1])


def _code(draw: Draw, group: str) -> str:
    return draw.pick(CODES[group])[0]


def _agency(seed: int, draw: Draw) -> Agency:
    return draw.weighted([(a, a.size) for a in agencies(seed)])


def _later(draw: Draw, day: date, most: int) -> date | None:
    """Return a later day, or none if that is still to come."""
    later = day + timedelta(days=draw.between(0, most))
    return later if later <= LAST else None


def _issues(world: World) -> Iterator[Row]:
    """Checks of an agency's data: what was missing is restored, then analysed."""
    rows: list[Row] = []
    for number, (draw, day) in enumerate(_dated(world.seed, "issue", 640), start=1):
        restored = _later(draw, day, 4) if draw.chance(880) else None
        analysed = _later(draw, restored, 9) if restored and draw.chance(900) else None
        agency = _agency(world.seed, draw)
        told = stamp(draw, day, 8, 9)
        back = stamp(draw, restored, 10, 15) if restored else None
        seen = stamp(draw, analysed, 16, 18) if analysed else None
        rows.append((number, agency.office.centre, agency.id, told, back, seen))
    yield from reversed(rows)


ISSUES = Table(
    "monitor_issues",
    columns("number centre agent checked restored analysed", "number", nulls="restored analysed"),
    _issues,
    key=("number",),
)


def _retakes(world: World) -> Iterator[Row]:
    places = ("훈련기관 전산실", "자택", "직장", "훈련기관 평가장", "이동 중(모바일)")
    rows: list[Row] = []
    for number, (draw, day) in enumerate(_dated(world.seed, "retake", 420), start=1):
        reason = _code(draw, "10420")
        detail = draw.pick([c for c, _ in CODES["10470"] if c[0] == reason[1]])
        agency = _agency(world.seed, draw)
        place = agency.name if draw.chance(300) else draw.pick(places)
        rows.append((number, place, agency.id, day8(day), reason, detail))
    yield from reversed(rows)


RETAKES = Table(
    "remote_retakes", columns("number place agent day reason detail", "number"), _retakes,
    key=("number",),
)  # fmt: skip


def _consultings(world: World) -> Iterator[Row]:
    for number, agency in enumerate(reversed(agencies(world.seed)), start=1):
        draw = Draw(world.seed, "consulting", agency.id)
        day = agency.since - timedelta(days=draw.between(20, 80))
        changed = stamp(draw, day + timedelta(days=draw.between(1, 400)))
        kind = "03" if "평생교육" in agency.name else _code(draw, "10480")
        yield (
            *(len(agencies(world.seed)) + 1 - number, agency.id, stamp(draw, day, 9, 12)),
            *(changed if draw.chance(460) else None, kind, _code(draw, "10490")),
        )


CONSULTINGS = Table(
    "remote_consultings",
    columns("number agent registered changed type server", "number", nulls="changed"),
    _consultings,
    key=("number",),
)


def _improvements(world: World) -> Iterator[Row]:
    """Four steps of a request, each done (Y) only if those before it are."""
    rows: list[Row] = []
    for number, (draw, day) in enumerate(_dated(world.seed, "improvement", 380), start=1):
        old = (LAST - day).days > 90
        done = 4 if old and draw.chance(930) else draw.between(1, 4)
        rows.append((number, _agency(world.seed, draw).id, *("YN"[done < n] for n in range(1, 5))))
    yield from reversed(rows)


IMPROVEMENTS = Table(
    "remote_improvements",
    columns("number agent received reviewed handled confirmed", "number"),
    _improvements,
    key=("number",),
)


def _systems(world: World) -> Iterator[Row]:
    """Learning systems that agencies run; few need no captcha."""
    rows: list[Row] = []
    for number, agency in enumerate(agencies(world.seed), start=1):
        draw = Draw(world.seed, "learning system", agency.id)
        kind = draw.pick(("LMS", "학습관리시스템", "모바일 강의실", "통합 LMS"))
        moment = stamp(draw, agency.since + timedelta(days=draw.between(0, 60)))
        rows.append((number, f"{agency.name} {kind}", moment, "Y" if draw.chance(90) else "N"))
    yield from reversed(rows)


SYSTEMS = Table(
    "remote_systems", columns("number system_label registered exempt", "number"), _systems,
    key=("number",),
)  # fmt: skip


def _triggers(world: World) -> Iterator[Row]:
    number = 0
    for agency in agencies(world.seed):
        draw = Draw(world.seed, "trigger", agency.id)
        for middle, _ in CODES["10390"]:
            if draw.chance(640):
                number += 1
                small = draw.weighted((("02", 70), ("01", 18), ("03", 9), ("04", 3)))
                yield (number, agency.id, f"{middle[0]}0", middle, small)


TRIGGERS = Table(
    "remote_triggers", columns("number agent big_code middle small", "number"), _triggers,
    key=("number",),
)  # fmt: skip
_TARGETS = (("TB_AGENT", 50), ("TB_AGENT_SVR", 20), ("TB_AGENT_MGR", 18), ("TB_AGENT_DB", 12))


def _changes(world: World) -> Iterator[Row]:
    """What was added to (I), changed in (U) or taken from (D) what is known of agents."""
    rows: list[Row] = []
    for number, (draw, day) in enumerate(_dated(world.seed, "change", 1_300), start=1):
        kind = draw.weighted((("U", 70), ("I", 24), ("D", 6)))
        target = draw.weighted(_TARGETS[1:] if kind == "D" else _TARGETS)
        agency = _agency(world.seed, draw)
        who = staff(draw) if draw.chance(700) else f"agt{agency.id[1:]}"
        rows.append((number, kind, target, int(agency.id[1:]), who, day8(day)))
    yield from reversed(rows)


CHANGES = Table(
    "remote_agent_changes",
    columns("number kind_of target target_number account day", "number target_number"),
    _changes,
    key=("number",),
)


def _attachments(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    for number, (draw, day) in enumerate(_dated(world.seed, "attachment", 900), start=1):
        changed = _later(draw, day, 200) if draw.chance(350) else None
        rows.append((number, day8(day), day8(changed or day)))
    yield from reversed(rows)


ATTACHMENTS = Table(
    "remote_attachments", columns("number day changed_day", "number"), _attachments,
    key=("number",),
)  # fmt: skip


def _test_uploads(world: World) -> Iterator[Row]:
    days = {day8(day) for _, day in _dated(world.seed, "test upload", 130, date(2022, 3, 2))}
    for day in sorted(days, reverse=True):
        yield (day,)


TEST_UPLOADS = Table("remote_test_uploads", columns("day"), _test_uploads, key=("day",))

REMOTE_CARE = (
    ISSUES,
    RETAKES,
    CONSULTINGS,
    IMPROVEMENTS,
    SYSTEMS,
    TRIGGERS,
    CHANGES,
    ATTACHMENTS,
    TEST_UPLOADS,
)
