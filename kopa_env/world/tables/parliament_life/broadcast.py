"""The day's programmes of the Assembly's channel.

Subtitles are matters of policy or, on days when the fictional 21st term sat, its sittings; nobody
is named. The list ends with the world's day.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.calendar import plenary_days, session_of, sittings
from kopa_env.world.tables.parliament_life.wording import filled, later, squeezed, subject
from kopa_env.world.world import World

FIRST_DAY = "2023-01-01"
_SITE = "https://www.natv.go.kr/natv"
_SLOTS = (
    *("05:00", "05:30", "06:20", "07:00", "07:50", "08:30", "09:30", "10:00", "11:00", "12:00"),
    *("12:30", "13:20", "14:00", "15:00", "16:00", "16:50", "17:30", "18:00", "19:00", "19:50"),
    *("20:30", "21:00", "22:00", "22:50", "23:30"),
)
_NEWS = {
    "07:00": "아침 의정뉴스",
    "12:00": "국회 뉴스",
    "18:00": "의정 종합뉴스",
    "21:00": "국회 뉴스 9",
}
_PROGRAMMES = (
    ("법안 돋보기", "{s}, 법으로 풀다", 12),
    ("정책 토론 광장", "{s} 어떻게 할 것인가", 12),
    ("예산이 궁금해", "{t} 예산은 어디에 쓰이나", 8),
    ("다시 보는 정책세미나", "{s} 정책세미나", 12),
    ("우리 동네 의회", "{t} 현장을 가다", 8),
    ("의사당 책방", "이달의 책과 {t} 이야기", 6),
    ("헌정 다큐", "기록으로 본 {t}", 6),
    ("입법조사 리포트", "{s} 쟁점과 과제", 9),
    ("청년의 질문", "{t}, 청년이 묻다", 7),
    ("국회 한 걸음", "{t} 알기 쉽게", 6),
    ("시민 마이크", "{s}을(를) 바라는 목소리", 7),
    ("의회 외교 수첩", "세계 의회의 {t} 정책", 4),
)
_HEADLINES = (
    "{s} 법안 논의",
    "{t} 대책 점검",
    "민생법안 처리",
    "{t} 현장 간담회",
    "상임위원회 업무보고",
    "{s} 토론회 열려",
)
_REPLAYS = ("전문가가 본 {t}", "{s} 특집", "{t} 연속기획")


@lru_cache(maxsize=1)
def days() -> tuple[str, ...]:
    """Return the days of which the programme is known."""
    first = date.fromisoformat(FIRST_DAY)
    count = (date.fromisoformat(TODAY) - first).days
    return tuple((first + timedelta(days=n)).isoformat() for n in range(count + 1))


def _all(world: World) -> Iterator[Row]:
    for day in days():
        yield from _day(world, (day,))


def _day(world: World, key: tuple[Value, ...]) -> Iterator[Row]:
    day = str(key[0])
    if not FIRST_DAY <= day <= TODAY or day not in days():
        return
    sitting = _sittings(world.seed).get(day)
    for place, slot in enumerate(_SLOTS):
        title, text = _programme(world.seed, day, place, slot)
        if sitting and slot == "14:00":
            title, text = "본회의 생중계", sitting
        if sitting and slot in ("15:00", "16:00", "16:50"):
            continue
        link = f"{_SITE}/program/view.do?broadNo={squeezed(day)}{place + 1:02d}"
        yield (day, slot, title, text, link)


@lru_cache(maxsize=2)
def _sittings(seed: int) -> dict[str, str]:
    return {
        day: f"제{number}회국회({session_of(day)[1]}) 제{sitting}차 본회의"
        for day, number, sitting in sittings(plenary_days(seed))
    }


def _programme(seed: int, day: str, place: int, slot: str) -> tuple[str, str]:
    draw = Draw(seed, "broadcast", day, place)
    if slot in _NEWS:
        thing, aim = subject(draw)
        return _NEWS[slot], filled(draw.pick(_HEADLINES), s=aim, t=thing)
    # What is shown in the evening is shown again the next morning.
    if slot < "07:00":
        return _programme(seed, later(day, -1), _SLOTS.index("19:00") + place, "19:00")
    thing, aim = subject(draw)
    title, text = draw.weighted([((name, frame), weight) for name, frame, weight in _PROGRAMMES])
    if draw.chance(80):
        text = draw.pick(_REPLAYS)
    return title, filled(text, s=aim, t=thing)


BROADCASTS = Table(
    "assembly_broadcasts",
    (
        Column("day", domain="date"),
        *(Column(n) for n in ("time", "title", "text", "link")),
    ),
    _all,
    key=("day", "time"),
    by=("day",),
    part=_day,
)
