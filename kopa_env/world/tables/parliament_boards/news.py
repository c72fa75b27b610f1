"""The Assembly's two newsrooms: the broadcaster NATV and the paper 국회뉴스ON, newest first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.parliament_boards import columns, sittings, stories
from kopa_env.world.tables.parliament_boards.story import Story
from kopa_env.world.world import World

_MENUS = {
    "now": 2400006,
    "committees_plenary": 2400007,
    "publications": 2400013,
    "member_bills": 2400014,
    "member_events": 2400015,
    "speaker": 2400016,
    "deputy_speakers": 2400017,
    "secretary_general": 2400018,
    "other_trends": 2400019,
    "contributions": 2400021,
    "rebuttals": 2400022,
    "aides": 2400023,
    "members_taste": 2400024,
}
_GAP = "\n\n<p>&nbsp;</p>\n\n"
_REPORTERS = 12
_SAID = re.compile(r"(?<=[가-힣])다\.(?=$|\s)")
_ENTITIES = {'"': "&#34;", "'": "&#39;", "…": "&#8230;", "<": "&#60;", ">": "&#62;"}
_DAYS = "월화수목금토일"


def politely(text: str) -> str:
    """Turn sentences in the past tense into what a presenter says: 했다 → 했습니다."""
    return _SAID.sub("습니다.", text)


def _escaped(text: str) -> str:
    return "".join(_ENTITIES.get(letter, letter) for letter in text)


def _reporter(seed: int, draw: Draw) -> str:
    return names.person(Draw(seed, "reporter", draw.below(_REPORTERS)))


def _spoken(seed: int, draw: Draw, story: Story) -> str:
    """Return what the broadcaster says: short pieces plainly, longer ones with presenter."""
    lines = [_escaped(politely(line)) for line in story.lines]
    if len(lines) < 4:
        return " \n\n".join((*lines, ""))
    first, *rest = lines
    end = f"국회방송 {_reporter(seed, draw)}입니다."
    return "\n\n".join((f"[앵커]\n{first}", "[기자]\n" + rest[0], *rest[1:], end))


def _picture(draw: Draw, story: Story) -> str:
    return (
        '<div style="text-align:center">\n<figure class="class_div_main image" '
        'id="id_div_main" style="display:inline-block"><img alt="" height="288" '
        f'src="/content/image/{story.day:%Y/%m/%d}/{_uuid(draw)}.jpg" '
        'style="padding: 0px 7px;" width="512" /></figure>\n</div>'
    )


def _printed(seed: int, draw: Draw, story: Story) -> str:
    """Return a piece as the paper's page has it."""
    if not story.lines:
        return _picture(draw, story) + "\n\n<p><br />\n&#39;생생한 국회소식&#39; 국회뉴스ON</p>"
    day = f"{story.day.day}일({_DAYS[story.day.weekday()]})"
    lead = f"<p><strong>{day} {_text(story.title)}</strong></p>"
    body = [f"<p>{_text(line)}</p>" for line in story.lines]
    sign = f"<p>&#39;바르고 공정한 국회소식&#39;<br />\n국회뉴스ON {_reporter(seed, draw)} 기자</p>"
    return _GAP.join((lead, _picture(draw, story), *body, sign))


def _text(text: str) -> str:
    return text.replace('"', "&quot;").replace("'", "&#39;").replace("·", "&middot;")


def _uuid(draw: Draw) -> str:
    word = f"{draw.bits() % (1 << 128):032x}"
    return "-".join((word[:8], word[8:12], word[12:16], word[16:20], word[20:]))


def _told(world: World) -> list[tuple[str, Story]]:
    """Return every piece with the moment it came out, oldest first."""
    found = []
    for story in chain(sittings.told(world), stories.told(world), columns.told(world)):
        draw = Draw(world.seed, "news-time", story.outlet, story.board, story.title)
        hour = 7 if story.board == "member_events" else draw.between(9, 18)
        stamp = f"{story.day.isoformat()} {hour:02d}:{draw.below(60):02d}:{draw.below(60):02d}"
        found.append((stamp, story))
    return sorted(found, key=lambda pair: (pair[0], pair[1].title))


def _news(world: World) -> Iterator[Row]:
    told = _told(world)
    for place in range(len(told) - 1, -1, -1):
        stamp, story = told[place]
        draw = Draw(world.seed, "news", story.outlet, story.board, stamp, story.title)
        if story.outlet == "NATV":
            title, body = _escaped(story.title), _spoken(world.seed, draw, story)
            link = f"https://www.natv.go.kr/natv/news/newsView.do?newsId={490_000 + place}"
        else:
            title, body = story.title, _printed(world.seed, draw, story)
            link = (
                "https://www.naon.go.kr/naon/articleList/contents.do"
                f"?menuNo={_MENUS[story.board]}&storyId={_uuid(draw)}"
            )
        changed = f"{stamp[:14]}{min(59, int(stamp[14:16]) + draw.skewed(0, 9)):02d}{stamp[16:]}"
        yield (story.outlet, story.board, title, body, stamp, stamp[:16], changed, link)


NEWS = Table(
    "parliament_news",
    (
        Column("outlet", gen="fact"),
        Column("board", gen="fact"),
        Column("title"),
        Column("body"),
        Column("published"),
        Column("minute"),
        Column("changed"),
        Column("link"),
    ),
    _news,
    key=("link",),
    index=(("outlet", "board"),),
    persons="fictional",
)
