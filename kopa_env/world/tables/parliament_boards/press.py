"""Press releases: of the officers, and of the bodies on what they publish."""

from __future__ import annotations

import html
from collections.abc import Iterator
from datetime import date

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.parliament_boards.columns import BODIES, bare
from kopa_env.world.tables.parliament_boards.events import SECRETARY, events
from kopa_env.world.tables.parliament_boards.publications import items
from kopa_env.world.world import World

_SINCE = "2012"
_QUIET = ("nars_brochures", "nabo_brochures", "library_annual", "nabo_commissioned", "law_changes")
"""Series that come out without a word to the press."""

_GIST = (
    "주요 내용은 현황 진단, 쟁점 분석, 입법·정책 과제이다.",
    "국내외 통계와 사례를 비교하여 개선방안을 제시하였다.",
    "관계 기관의 자료와 전문가 의견을 바탕으로 작성하였다.",
)
_USE = (
    "이번 자료가 국회의 입법활동과 국정 심의에 널리 활용되기를 기대한다.",
    "자료의 원문은 누리집에서 내려받을 수 있다.",
)
_DAYS = "월화수목금토일"


def _bodies_releases(seed: int) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """Yield (day, title, body, paragraphs) of releases on publications."""
    for place, item in items(seed):
        draw = Draw(seed, "press", place, item.title)
        if item.published < _SINCE or item.series["series"] in _QUIET or not draw.chance(700):
            continue
        body, title = BODIES[item.series["body"]], bare(item.title)
        day = date.fromisoformat(item.published[:10])
        told = f"{day.month}월 {day.day}일({_DAYS[day.weekday()]})"
        lines = (
            settle(f"□ {body}은(는) {told} 「{title}」을(를) 발간하였다."),
            f"○ {draw.pick(_GIST)}",
            f"□ {draw.pick(_USE)}",
        )
        yield day.isoformat(), f"「{title}」 발간", body, lines


def _officers_releases(seed: int) -> Iterator[tuple[str, str, str, tuple[str, ...]]]:
    """Yield releases on what the officers did, which the Secretariat sends out."""
    for event in events(seed):
        told = f"{event.day.month}월 {event.day.day}일({_DAYS[event.day.weekday()]})"
        deed = event.deed
        if deed.endswith("했다"):
            deed = deed.removesuffix("했다") + "하였다"
        lines = (settle(f"□ {event.who}은(는) {told} {deed}."),)
        yield event.day.isoformat(), event.headline, BODIES["SECRETARIAT"], lines


def _page(title: str, lines: tuple[str, ...]) -> str:
    """Return a release's text: HTML, escaped once more, as the portal hands it on."""
    head = f'<p style="text-align: center; "><span style="font-size: 18pt;">{title}</span></p>'
    body = "".join(f'<p><span style="font-size: 12pt;">{line}</span></p>' for line in lines)
    return html.escape(f"{head}<p><br></p>{body}")


def _releases(world: World) -> Iterator[Row]:
    made = sorted((*_bodies_releases(world.seed), *_officers_releases(world.seed)))
    for place in range(len(made) - 1, -1, -1):
        day, title, body, lines = made[place]
        number = 4_120_000 + place * 13
        link = (
            f"https://www.assembly.go.kr/portal/bbs/B0000051/view.do?menuNo=600101&nttId={number}"
        )
        yield (number, title, day, _page(title, lines), link, body)


PRESS = Table(
    "parliament_press_releases",
    (
        Column("number", "int"),
        Column("title"),
        Column("day", domain="date"),
        Column("content"),
        Column("link"),
        Column("body", domain="assembly_body", gen="fact"),
    ),
    _releases,
    key=("number",),
    index=(("body",), ("day",)),
)


def _leaders(world: World) -> Iterator[Row]:
    for event in reversed(events(world.seed)):
        if event.who == SECRETARY:
            continue
        link = (
            "https://www.assembly.go.kr/portal/bbs/B0000051/view.do"
            f"?menuNo=600091&nttId={4_050_000 + event.number * 7}"
        )
        yield (event.who, f"[보도자료] {event.headline}", event.day.isoformat(), link)


LEADERS_PRESS = Table(
    "parliament_leaders_press",
    (
        Column("who", gen="fact"),
        Column("title"),
        Column("day", domain="date"),
        Column("link"),
    ),
    _leaders,
    key=("link",),
    index=(("who",),),
)
