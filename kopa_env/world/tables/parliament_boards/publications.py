"""Publications of the Assembly's bodies, one row an item, newest first.

Series with titles of their own come from ``facts/parliament_series.csv``, those whose issues are
called alike from ``facts/parliament_volumes.csv``. A body's combined list holds what is ``listed``.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from urllib.parse import quote

from kopa_env.world import names
from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.parliament_boards.days import open_on
from kopa_env.world.tables.parliament_boards.titles import LANDS, OFFICES, PARTNERS, titles
from kopa_env.world.world import World

_NABO = "https://www.nabo.go.kr/Sub/01Report"
_NAS = "https://nas.assembly.go.kr/nas/bbs"
_PORTAL = "https://open.assembly.go.kr/portal/data/file/downloadFileData.do"
_LINKS = {
    "nabo": _NABO + "/01_02_Board.jsp?funcSUB=view&sortBy=reg_date&ascOrDesc=desc&bid=19"
    "&etc_cate2={code}&arg_id={i}",
    "nabo_focus": _NABO + "/12_Board.jsp?func=view&bid=68&bidx={i}&idx={i}",
    "nabo_trend": _NABO + "/11_Board.jsp?func=view&bid={code}&bidx={i}&idx={i}",
    "nabo_journal": _NABO + "/03_05_Board.jsp?func=view&bid={code}&bidx={i}&idx={i}",
    "nabo_magazine": _NABO + "/02_Board.jsp?func=view&bid={code}&cid1=51&bidx={i}&idx={i}",
    "nabo_file": "https://www.nabo.go.kr/naportal/naportaldownload.jsp?fCode=3331{i:04d}",
    "nafi": "https://nafi.re.kr/new/{code}.do?mode=view&articleNo={i}"
    "&article.offset=0&articleLimit=10",
    "library": _PORTAL + "?infId=OO9ZRP000830VN19457&infSeq=1&fileSeq=1000{i:04d}",
    "nas": _NAS + "/BNAS1004/view.do?menuNo=1800036&nttId=308{i:04d}",
    "nas_case": _NAS + "/BNAS1006/view.do?menuNo=1800038&nttId=308{i:04d}",
    "legislation": "http://nas.na.go.kr/nas/info/legislation_info{code}.do"
    "?mode=view&articleNo=38{i:04d}",
    "diplomacy": "https://nas.na.go.kr/nas/info/diplomacy_active{code}.do"
    "?mode=view&articleNo=67{i:04d}",
    "constitution": "https://constitution.assembly.go.kr/nacon/bbs/B0000107/view.do"
    "?menuNo=1200009&nttId=418{i:04d}",
}
_STEP = {"nabo": 3, "nafi": 3}
_DESKS: dict[str, tuple[tuple[str, str], ...]] = {
    # fields the desk deals with: the desk; the last one takes what is left
    "NABO": (
        ("복지 보건 교육 노동 문화 가족 인구", "사회비용추계과"),
        ("행정 법무 외교 국방 과학", "행정비용추계과"),
        ("조세", "추계세제총괄과"),
        ("", "경제비용추계과"),
    ),
    "NABO평가": (
        ("복지 보건 교육 노동 문화 가족 행정 법무 외교 국방", "사회행정사업평가과"),
        ("재정 금융", "공공기관평가과"),
        ("", "경제산업사업평가과"),
    ),
    "NABO세제": (("조세", "세제분석1과|세제분석2과|추계세제총괄과"), ("", "추계세제총괄과")),
    "NABO경제": (
        ("인구", "인구전략분석과"),
        ("", "거시경제분석과|산업자원분석과"),
    ),
    "NABO추계": (("복지 교육 인구", "사회비용추계과"), ("", "추계세제총괄과")),
}
_SEASONS = ("겨울", "봄", "여름", "가을")
_ORDINALS = ("첫 번째", "두 번째", "세 번째", "네 번째")
_RULE_FIELDS = (
    *("산업통상자원&middot;중소벤처기업 분야", "국토교통 분야", "보건복지 분야", "교육 분야"),
    *("환경&middot;노동 분야", "농림축산식품&middot;해양수산 분야", "행정안전 분야"),
    *("문화체육관광 분야", "과학기술&middot;방송통신 분야", "정무 분야"),
)
_CATEGORIES = {
    "SRC41": "법제현안", "SRC42": "법제해설", "SRC43": "행정입법", "SRC45": "사례연구"
}  # fmt: skip
_PRESSES = ("가온나래출판", "도담책방", "이음글터", "누리서재")
_STAFF = 60
"""Writers of one body: a name comes back, as in life."""


@dataclass(frozen=True, slots=True)
class Item:
    """One publication before its address is known."""

    series: Mapping[str, str]
    title: str
    number: int
    published: str
    desk: str | None = None
    writer: str | None = None
    panel: str | None = None
    opened: str | None = None
    publisher: str | None = None


def _items(seed: int) -> Iterator[Item]:
    for series in fact_rows("parliament_series"):
        yield from _titled(seed, series)
    for series in fact_rows("parliament_volumes"):
        yield from _volumes(seed, series)


def writer_of(seed: int, body: str, number: int) -> str:
    """Return the name of one of a body's fictional writers."""
    return names.person(Draw(seed, "parliament-writer", body, number % _STAFF))


# ---- series whose issues have titles of their own --------------------------------------------


def _titled(seed: int, series: Mapping[str, str]) -> Iterator[Item]:
    first, last = date.fromisoformat(series["first"]), date.fromisoformat(series["last"])
    count, span = int(series["count"]), (last - first).days
    style = series["style"]
    places = PARTNERS if style == "diplomacy_news" else LANDS
    draw = Draw(seed, "parliament-titles", series["series"])
    if style == "changes":
        offices = [(office, land) for office, lands in OFFICES.items() for land in lands]
        texts = titles(draw, style, series["fields"], ("{l}",))
    else:
        texts = titles(draw, style, series["fields"], places)
    for number, (title, field) in zip(range(1, count + 1), texts, strict=False):
        one = Draw(seed, "parliament-item", series["series"], number)
        day = open_on(first + timedelta(days=span * (number - 1) // max(1, count - 1)))
        item = Item(series, _figures(title, day, number), number, _stamp(one, day))
        item = _credited(seed, one, item, field)
        if style == "changes":
            office, land = one.pick(offices)
            item = replace(item, title=item.title.replace("{l}", land), writer=office)
        yield item


def _figures(title: str, day: date, number: int) -> str:
    year = day.year
    return title.replace("{y}", str(year)).replace("{p}", str(year - 1)).replace("{n}", str(number))


def _credited(seed: int, draw: Draw, item: Item, field: str) -> Item:
    """Add who wrote or planned an item, by what the series gives."""
    desks, body = item.series["desks"], item.series["body"]
    if desks in _DESKS:
        return replace(item, desk=_desk(draw, desks, field))
    if desks == "저자":
        return replace(item, writer=writer_of(seed, body, draw.skewed(0, _STAFF - 1, 2)))
    if desks != "기획":
        return item
    panel = ", ".join(writer_of(seed, "PANEL", draw.below(_STAFF)) for _ in range(draw.below(4)))
    opened = open_on(date.fromisoformat(item.published[:10]) - timedelta(days=27))
    return replace(
        item,
        writer=writer_of(seed, body, draw.below(6)),
        panel=panel or "null",
        opened=opened.isoformat(),
    )


def _desk(draw: Draw, desks: str, field: str) -> str:
    for fields, desk in _DESKS[desks]:
        if not fields or field in fields.split():
            return draw.pick(desk.split("|"))
    raise AssertionError("unreachable: the last desk takes every field")


def _stamp(draw: Draw, day: date) -> str:
    clock = f"{draw.between(8, 17):02d}:{draw.below(60):02d}:{draw.below(60):02d}"
    return f"{day.isoformat()} {clock}"


# ---- series whose issues are called alike ----------------------------------------------------


def _volumes(seed: int, series: Mapping[str, str]) -> Iterator[Item]:
    year, month = map(int, series["first"].split("-"))
    number = int(series["number"] or 1)
    while f"{year}-{month:02d}" <= series["last"]:
        draw = Draw(seed, "parliament-volume", series["series"], series["title"], year, month)
        out = Draw(seed, "parliament-volume-day", series["body"], year, month).between(16, 28)
        day = open_on(date.fromisoformat(series["posted"] or f"{year}-{month:02d}-{out}"))
        title = _called(series["title"], year, month, number)
        item = Item(series, title, number, _stamp(draw, day), desk=series["desk"])
        yield _signed(seed, draw, item)
        month += int(series["every"])
        year, month, number = year + (month - 1) // 12, (month - 1) % 12 + 1, number + 1


def _called(title: str, year: int, month: int, number: int) -> str:
    quarter = (month - 1) // 3
    return title.format(
        y=year,
        s=year + 1,
        p=year - 1,
        e=year + 4,
        m=month,
        q=quarter + 1,
        n=number,
        r=(month + 1) // 4,
        h=1 if month < 7 else 2,
        k=_ORDINALS[quarter],
        w=_SEASONS[quarter],
        v=year - 2011,
        i=1 if month < 7 else 2,
        d=_RULE_FIELDS[number % len(_RULE_FIELDS)],
    )


def _signed(seed: int, draw: Draw, item: Item) -> Item:
    body, desk = item.series["body"], item.desk
    someone = writer_of(seed, body, draw.below(_STAFF))
    if desk == "저자":
        if body == "NABO":
            return replace(item, desk=f"{someone} 외 {draw.between(5, 9)}인")
        return replace(item, desk=None, writer=someone)
    if desk == "출판":
        return replace(item, desk=None, writer=someone, publisher=draw.pick(_PRESSES))
    if desk == "NAFI":
        return replace(item, desk=None, writer=desk)
    return replace(item, desk=None if desk == "-" else desk)


# ---- addresses -------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def items(seed: int) -> tuple[tuple[int, Item], ...]:
    """Return every item with its number on its body's site, oldest first."""
    made = sorted(_items(seed), key=lambda i: (i.published, i.series["series"], i.title))
    places: dict[str, int] = {}
    found = []
    for item in made:
        if item.published[:10] >= TODAY:
            continue
        site = item.series["link"].partition("_")[0].partition(":")[0]
        places[site] = places.get(site, 0) + _STEP.get(site, 1)
        found.append((1200 + places[site], item))
    return tuple(found)


def _nars(draw: Draw, item: Item) -> tuple[str, str, str]:
    """Return (file name, download, viewer) of a paper of the Research Service."""
    head = item.series["link"].partition(":")[2]
    day = item.published[:10].replace("-", "")
    if item.series["series"] == "nars_journal":
        volume = int(day[:4]) - 2008
        name = f"국회입법조사처-입법과 정책 {volume}권 {1 if day[4:6] < '10' else 2}호.pdf"
    elif head and head != "정책연구용역보고서":
        name = f"({head} {item.number}호-{day}){item.title}.pdf"
    else:
        name = f"NARS_{head}_{item.title}.pdf" if head else f"{item.title}.pdf"
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    word = "".join(draw.pick(letters) for _ in range(9))
    paper = f"1{'LMNOP'[min(4, max(0, int(day[:4]) - 2010) // 4)]}{word}"
    coded = quote(b64encode(name.encode()).decode(), safe="")
    return (
        name,
        f"http://www.nars.go.kr/fileDownload2.do?doc_id={paper}&fileName={quote(name)}",
        f"http://drm.nars.go.kr:7003/sd/imageviewer?DocId={paper}&ViewerYn=Y"
        f"&EdmUserId=datauser&type=S&fileName={coded}",
    )


def _row(seed: int, place: int, item: Item) -> Row:
    series = item.series
    kind, _, code = series["link"].partition(":")
    draw = Draw(seed, "parliament-paper", series["series"], item.number, item.title)
    name: str | None = None
    download: str | None = None
    if kind == "nars":
        name, download, link = _nars(draw, item)
    else:
        link = _LINKS[kind].format(code=code, i=place)
    day = item.published[:10]
    title, category = item.title, _CATEGORIES.get(code, series["division"])
    if series["series"] == "nafi_forums":
        category, _, title = title.removeprefix("[").partition("] ")
    return (
        *(series["series"], series["body"], series["division"], series["listed"], item.number),
        *(title, item.desk, item.writer, item.panel, item.opened, item.published, day),
        f"{day.replace('-', '')} {item.published[11:].replace(':', '')}",
        *(item.publisher, day[:4] if item.publisher else None),
        *(code, category, link, name, download),
        *(f"BDM0000{draw.between(1_000, 99_999):07d}", 1_000_048_000_000 + place * 31),
    )


def _publications(world: World) -> Iterator[Row]:
    for place, item in reversed(items(world.seed)):
        yield _row(world.seed, place, item)


PUBLICATIONS = Table(
    "parliament_publications",
    (
        *(Column(n, gen="fact") for n in ("series", "body", "division", "listed")),
        Column("number", "int"),
        Column("title", domain="publication_title"),
        Column("desk", null_rate=0.6),
        Column("writer", domain="person_name", null_rate=0.6),
        Column("panel", sentinel="null", null_rate=0.9),
        Column("opened", domain="date", null_rate=0.9),
        Column("published"),
        Column("day", domain="date"),
        Column("stamp"),
        Column("publisher", null_rate=0.9),
        Column("publisher_year", null_rate=0.9),
        Column("code"),
        Column("category"),
        *(Column(n) for n in ("link", "file_name", "download", "document_id")),
        Column("sequence", "int"),
    ),
    _publications,
    index=(("series",), ("body",)),
    persons="fictional",
)
