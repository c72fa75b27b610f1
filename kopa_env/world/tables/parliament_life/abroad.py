"""The Assembly's ties with other parliaments: reports of visits, and lists of who belongs.

Posts name countries and bodies, never a person; the lists themselves are files.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.members import TERM_END, TERM_START
from kopa_env.world.tables.parliament_life.wording import (
    YESTERDAY,
    busy_day,
    clock,
    newest_first,
    squeezed,
)
from kopa_env.world.world import World

VISITS, FORUMS = 1_390, 210
_COUNTRIES = (
    *("베트남", "일본", "중국", "미국", "캐나다", "독일", "프랑스", "영국", "이탈리아", "스페인"),
    *("폴란드", "체코", "헝가리", "튀르키예", "우즈베키스탄", "카자흐스탄", "몽골", "인도", "태국"),
    *("인도네시아", "말레이시아", "필리핀", "캄보디아", "라오스", "호주", "뉴질랜드", "멕시코"),
    *("브라질", "칠레", "페루", "콜롬비아", "이집트", "모로코", "케냐", "에티오피아", "가나"),
    *(
        "남아프리카공화국",
        "사우디아라비아",
        "아랍에미리트",
        "카타르",
        "스웨덴",
        "핀란드",
        "루마니아",
    ),
)
_UNIONS = (
    "한일의원연맹",
    "한중의회외교포럼",
    "한미의원연맹",
    "국제의회연맹",
    "아시아·태평양의회포럼",
)
_BY_CHAIR = "의장외교"
"""Told of the fictional 21st term alone: whoever holds the chair is a known person."""

_KINDS = {
    "의원연맹": (
        22,
        (
            "회장단 교류",
            "{u} 합동총회",
            "{u} 상임위원회 개최",
            "{u} 간사회의",
            "{u} 대표단 교류",
            "{u} 청년의원 교류",
        ),
        (("방문", 46), ("초청", 30), ("회의", 24)),
    ),
    "의원친선협회": (
        38,
        (
            "한·{p} 의원친선협회 {p} 방문",
            "한·{p} 의원친선협회 회장단 교류",
            "{p} 의원친선협회 방한",
            "한·{p} 의원친선협회 합동회의",
            "{p} 의원친선협회 대표단 초청",
        ),
        (("방문", 52), ("초청", 38), ("회의", 10)),
    ),
    _BY_CHAIR: (
        16,
        (
            "국회의장 {p} 공식 방문",
            "{p} 의회 의장 방한",
            "{p} 국회의장 초청",
            "국회의장 {p} 순방 결과",
            "{p} 의회 의장 회담",
        ),
        (("방문", 50), ("초청", 50)),
    ),
    "국제회의": (
        16,
        (
            "제{n}차 국제의회연맹 총회 참석",
            "아시아·태평양의회포럼 제{m}차 총회 참석",
            "유럽안보협력의회 회의 참석",
            "의회 간 기후변화회의 참석",
            "믹타 의회 협력회의 참석",
        ),
        (("회의", 82), ("방문", 18)),
    ),
    "상임위원회 외교": (
        8,
        ("{p} 의회 상임위원회 대표단 접견", "상임위원회 대표단 {p} 시찰", "{p} 의회 사무처 교류"),
        (("방문", 60), ("초청", 40)),
    ),
}
_DESKS = (("국제국", 78), ("의회외교정책과", 14), ("의회외교총괄과", 8))
_SAID = (
    *(("방한", "초청"), ("초청", "초청"), ("접견", "초청"), ("방문", "방문"), ("순방", "방문")),
    *(("시찰", "방문"), ("회의", "회의"), ("총회", "회의")),
)
"""Words of a title that leave no doubt about its category."""

_REPORTS = (
    "{p} 의회외교포럼 활동보고",
    "{p} 의회외교포럼 방문 활동보고",
    "{p} 의회외교포럼 간담회 결과보고",
    "{p} 의회외교포럼 주한대사 초청 간담회 활동보고",
    "{y}년도 {p} 의회외교포럼 활동보고",
    "{p} 의회외교포럼 정책세미나 개최 보고",
)
_FRIENDS = (
    *("한·미", "한·일", "한·중", "한·러", "한·EU", "한·아세안", "한·중동", "한·중남미"),
    *("한·아프리카", "한·인도", "한·중앙아시아", "한·메콩"),
)


def _posts(world: World) -> Iterator[Row]:
    made = [_visit(world.seed, place) for place in range(VISITS)]
    made += [_report(world.seed, place) for place in range(FORUMS)]
    yield from newest_first(made)


def _quiet(draw: Draw, first: str) -> str:
    """Return a day on which something was posted: in the years of the epidemic hardly anything."""
    while True:
        day = busy_day(draw, first, YESTERDAY, rising=250)
        if not "2020-03" <= day < "2021-10" or draw.chance(180):
            return day


def _visit(seed: int, place: int) -> tuple[str, Row]:
    draw = Draw(seed, "diplomacy", place)
    day = _quiet(draw, "2009-02-02")
    stamp = f"{squeezed(day)} {clock(draw)}"
    kind = draw.weighted([(name, weight) for name, (weight, *_) in _KINDS.items()])
    if kind == _BY_CHAIR and not TERM_START <= day <= TERM_END:
        kind = "의원친선협회"
    _, titles, categories = _KINDS[kind]
    year = int(day[:4])
    title = draw.pick(titles).format(
        p=draw.pick(_COUNTRIES),
        u=draw.pick(_UNIONS),
        n=(year - 1950) * 2 + (day[5:7] > "06"),
        m=year - 1992,
    )
    category = next((c for word, c in _SAID if word in title), draw.weighted(categories))
    number = f"{(year - 2009) * 180_000 + int(stamp[4:8]) * 140 + draw.below(140):07d}"
    link = f"https://nas.assembly.go.kr/nas/bbs/BNAS1009/view.do?menuNo=1800128&nttId={number}"
    return stamp, ("실시내역", title, draw.weighted(_DESKS), category, stamp, kind, link)


def _report(seed: int, place: int) -> tuple[str, Row]:
    draw = Draw(seed, "diplomacy-forum", place)
    day = _quiet(draw, "2018-09-03")
    stamp = f"{squeezed(day)} {clock(draw)}"
    title = draw.pick(_REPORTS).format(p=draw.pick(_FRIENDS), y=day[:4])
    return stamp, (
        "포럼보고",
        title,
        draw.weighted(_DESKS),
        "활동보고",
        stamp,
        "의회외교포럼",
        None,
    )


POSTS = Table(
    "diplomacy_posts",
    tuple(Column(n) for n in ("board", "title", "desk", "category", "stamp", "kind", "link")),
    _posts,
    index=(("board",),),
)

# ---- lists of who belongs --------------------------------------------------------------------

_BEGINS = {18: "2008-09-22", 19: "2012-09-24", 20: "2016-10-17", 21: "2020-10-19", 22: "2024-11-11"}
_COUNCILS = ((18, 1), (19, 1), (20, 5))
_FRIENDSHIPS = ((18, 3), (19, 6), (20, 11), (21, 12), (22, 5))
_NOT_LATER = "2025-10-27"


def _lists(world: World) -> Iterator[Row]:
    made = []
    for kind, terms in (("의원외교협의회", _COUNCILS), ("의원친선협회", _FRIENDSHIPS)):
        for term, count in terms:
            made += [_list(world.seed, kind, term, place, count) for place in range(count)]
    for place, row in enumerate(newest_first(made)):
        yield (None if place % 3 == 0 else len(made) - place, *row)


def _list(seed: int, kind: str, term: int, place: int, count: int) -> tuple[str, Row]:
    draw = Draw(seed, "members-list", kind, term, place)
    begun = date.fromisoformat(_BEGINS[term])
    ended = min(
        date.fromisoformat(_BEGINS.get(term + 1, _NOT_LATER)), date.fromisoformat(_NOT_LATER)
    )
    span = (ended - begun).days - 190 if term < 22 else (ended - begun).days
    day = (begun + timedelta(days=span * place // max(1, count - 1))).isoformat()
    short = squeezed(day)[2:]
    title = (
        f"제 {term}대 국회 의원외교협의회 임·회원 명단_{squeezed(day)}"
        if kind == "의원외교협의회"
        else f"제{term}대국회 의원친선협회 임회원 명단_{short}"
    )
    desk = "국제국" if draw.chance(850) else "의회외교정책과"
    file_id = 123_000_000 + (int(day[:4]) - 2008) * 420 + int(day[5:7]) * 30 + draw.below(15) * 2
    file_id += 1 if kind == "의원친선협회" else 0
    return day, (kind, title, day, desk, f"1000{term}", f"제{term}대", file_id)


LISTS = Table(
    "diplomacy_lists",
    (
        Column("number", "int"),
        *(Column(n) for n in ("kind", "title")),
        Column("day", domain="date"),
        Column("desk"),
        Column("term_code", domain="assembly_unit", gen="fact"),
        Column("term", domain="assembly_term", gen="fact"),
        Column("file_id", "int", domain="file_id"),
    ),
    _lists,
    key=("file_id",),
    index=(("kind",),),
)
