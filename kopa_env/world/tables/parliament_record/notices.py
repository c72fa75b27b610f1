"""Boards and calendars: agendas of sessions, the day's political calendar, events, live video."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from html import escape

from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.calendar import after
from kopa_env.world.tables.parliament_record.proceedings import WEEKDAYS
from kopa_env.world.tables.parliament_record.units import PLENARY, short_session, unit_facts
from kopa_env.world.world import World

_FILE = "https://www.assembly.go.kr/portal/cmmn/file/fileDown.do?menuNo={}&atchFileId={}&fileSn={}"


def _file(draw: Draw, menu: int, place: int, book: str = "") -> str:
    return _FILE.format(menu, book or f"{draw.bits() % (1 << 128):032x}", place)


def _board(*days: str) -> tuple[Column, ...]:
    return (
        *(Column(n) for n in ("notice_title", "dept_name")),
        Column("write_date", domain="date"),
        *(Column(n) for n in (*days, "content", "pdf_file_url", "attach_file_url")),
    )


# ---- agendas of sessions ---------------------------------------------------------------------


def _agenda_html(title: str, days: list[str]) -> str:
    cells = "".join(f"<tr><td>{d}</td><td>본회의</td></tr>" for d in days)
    return escape(f"<p>{title}</p><table><tbody>{cells}</tbody></table>")


def _agendas(world: World) -> Iterator[Row]:
    held: dict[str, list[str]] = {}
    for row in reversed(list(world.rows("plenary_schedule"))):
        held.setdefault(str(row["session"]), []).append(str(row["day"]))
    rows: list[Row] = []
    for session, days in held.items():
        draw = Draw(world.seed, "agenda-notice", session)
        rows.append(_agenda(draw, f"{session} 회기 전체 의사일정", after(days[0], -2), days))
        if len(days) > 3 and draw.chance(450):
            changed = after(days[1], -1)
            rows.append(_agenda(draw, f"{session} 회기 전체 의사일정(변경)", changed, days))
    yield from sorted(rows, key=lambda r: str(r[2]), reverse=True)


def _agenda(draw: Draw, title: str, written: str, days: list[str]) -> Row:
    book = f"{draw.bits() % (1 << 128):032x}"
    files = (_file(draw, 600143, n, book) for n in (2, 1))
    return (title, "의사국 의사과", written, _agenda_html(title, days), *files)


AGENDA_NOTICES = Table("agenda_notices", _board(), _agendas, key=("notice_title",))

# ---- the day's political calendar ------------------------------------------------------------

_FIRST_CALENDAR = date(2025, 2, 24)


def _calendars(world: World) -> Iterator[Row]:
    day = date.fromisoformat(TODAY)
    while day >= _FIRST_CALENDAR:
        holiday = (day.month, day.day) in (
            (1, 1),
            (3, 3),
            (5, 5),
            (5, 6),
            (6, 6),
            (8, 15),
            (12, 25),
        )
        if day.weekday() < 5 and not holiday:
            yield _calendar(world.seed, day)
        day -= timedelta(days=1)


def _calendar(seed: int, day: date) -> Row:
    draw = Draw(seed, "political-calendar", day.isoformat())
    name = f"{day.month}월 {day.day}일({WEEKDAYS[day.weekday()]}) 주요정치일정"
    text = escape(
        f"<p>{name}입니다.</p><p><br></p><p>각 당의 사정에 따라 바뀔 수 있으므로</p>"
        "<p>첨부한 파일과 각 당 누리집을 함께 확인하시기 바랍니다.</p>"
    )
    pdf = _file(draw, 600144, 2) if draw.chance(120) else None
    head = (name, "공보기획관 공보담당관실", day.isoformat(), "국회공지", text)
    return (*head, pdf, _file(draw, 600144, 1))


CALENDARS = Table("political_calendars", _board("notice_nm"), _calendars, key=("write_date",))

# ---- everything in one calendar --------------------------------------------------------------


def _clock(text: str) -> str:
    return f"{text[:2]}:{text[2:]}" if text.isdigit() else text


def _everything(world: World) -> Iterator[Row]:
    """Gather what other lists hold: events, the chairs' diary, plenary and committees."""
    rows: list[Row] = []
    for r in world.rows("assembly_gatherings"):
        when = (r["day"], r["hours"])
        rows.append(("국회행사", r["title"], *when, *(None,) * 4, r["host"], r["place"]))
    for r in world.rows("chair_diary"):
        text = f"[{r['chair']}] {r['text']}"
        rows.append(("의장단", text, r["day"], r["time"], *(None,) * 6))
    for r in world.rows("plenary_schedule"):
        session, sitting = short_session(str(r["session"])), str(r["sitting"]).strip()
        head = ("본회의", r["title"], r["day"], _clock(str(r["time"])), "본회의", PLENARY)
        rows.append((*head, session, sitting, None, "본회의장"))
    for r in world.rows("committee_meetings"):
        session = short_session(str(r["session"]))
        met: Row = ("위원회", f"{r['committee']} {r['title']}", r["day"], r["time"], r["kind"])
        rows.append((*met, r["committee"], session, f"제{r['sitting']}차", None, None))
    rows.sort(key=lambda r: (str(r[2]), str(r[0]), str(r[1])), reverse=True)
    yield from rows


SCHEDULE = Table(
    "assembly_schedule",
    (
        *(Column(n) for n in ("sch_kind", "sch_cn")),
        Column("sch_dt", domain="date"),
        *(Column(n) for n in ("sch_tm", "conf_div")),
        Column("cmit_nm", domain="committee_name", gen="ref"),
        *(Column(n) for n in ("conf_sess", "conf_dgr", "ev_inst_nm", "ev_plc")),
    ),
    _everything,
    index=(("sch_kind",), ("sch_dt",)),
    persons="fictional",
)

# ---- live video ------------------------------------------------------------------------------


def _live(world: World) -> Iterator[Row]:
    older = {"기획재정위원회", "환경노동위원회", "여성가족위원회"}
    for name, r in unit_facts().items():
        if name not in older:
            yield (r["short"], None, None)
    for r in fact_rows("committees"):
        if r["kind"] == "특별위원회" and r["sitting"] == "Y" and r["name"] not in unit_facts():
            yield (r["name"].replace("특별위원회", "특위"), None, None)


LIVE = Table(
    "live_broadcasts",
    (Column("cmit_nm"), Column("conf_nm", null_rate=1.0), Column("lbrd_stat", null_rate=1.0)),
    _live,
    key=("cmit_nm",),
)
"""At nine in the morning no meeting has begun."""
