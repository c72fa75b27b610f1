"""What the Assembly offers those who come: events, plays, exhibitions, its buildings.

The buildings are real, their measures generated; what is shown is made up.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.parliament_life.wording import (
    in_turn,
    newest_first,
    with_weekday,
)
from kopa_env.world.world import World

_BOOKING = "https://reservation.assembly.go.kr"

# ---- events ----------------------------------------------------------------------------------

_OPENINGS = (
    ("[국회 잔디 피크닉] 주말 중앙잔디광장 개방 안내", "국회중앙잔디광장", 4, 2),
    ("국회 벚꽃길 개방 안내", "국회 의원동산 일원", 4, 10),
    ("어린이날 국회 개방행사 안내", "국회중앙잔디광장", 5, 1),
    ("국회 열린 음악회 관람 안내", "국회의사당 분수대 앞", 6, 1),
    ("한여름 밤의 국회 영화제", "국회중앙잔디광장", 8, 2),
    ("가을맞이 국회 책마당", "국회도서관 앞 야외마당", 10, 3),
    ("사랑재 전통혼례 체험 안내", "국회 사랑재", 10, 1),
)
_FILMS = (
    *(
        "노을진 골목",
        "마지막 우편배달부",
        "할머니의 바다",
        "열일곱의 여름",
        "소금꽃",
        "우리 동네 심판",
    ),
    *("첫눈이 오면", "느린 정거장", "은하수 세탁소", "섬마을 분교", "달빛 아래 두 사람", "긴 편지"),
    *(
        "바람의 언덕을 넘어",
        "엄마의 라디오",
        "겨울 옥상",
        "오래된 책방",
        "새벽 시장",
        "물길을 따라",
    ),
)
_SEASONS = (
    *("단편영화 특집", "독립영화 기획전", "가족영화 상영", "다큐멘터리 특집", "청소년영화 특집"),
    *("애니메이션 상영", "배리어프리 영화 상영", "여성영화 특집"),
)
_PLAYS = (
    *(
        "신년음악회",
        "국악 한마당",
        "실내악 나들이",
        "가족 뮤지컬 - 숲속 친구들",
        "재즈로 만나는 오후",
    ),
    *(
        "청소년 관현악단 초청공연",
        "창작 판소리 - 강을 건너는 법",
        "송년음악회",
        "인형극 - 달토끼의 소원",
    ),
    *("합창의 밤", "시 낭송 음악회", "퓨전 타악 공연"),
)
_PROGRAMMES = (
    ("[여름방학 가족교육] 국회비밀탐험대", 7, 22),
    ("[겨울방학 가족교육] 내가 만드는 법", 1, 18),
    ("[어린이날 특별체험] 나도 국회의원", 5, 2),
    ("[제헌절 기념] 헌법을 새기다", 7, 5),
    ("[주말 가족체험] 국회박물관 보물찾기", 4, 60),
    ("[가을 특별교육] 민주주의 이야기 교실", 10, 25),
    ("[청소년 진로체험] 국회에서 일하는 사람들", 8, 12),
)
_SHOWS = (
    *(
        "상반기 국회문화공간조성 기획전",
        "하반기 국회문화공간조성 기획전",
        "청년작가 초대전",
        "한지공예전",
    ),
    *(
        "{c}사진회 회원전",
        "{c}서예연구회 정기전",
        "장애예술인 특별전",
        "민화의 오늘",
        "도자기와 차 이야기",
    ),
    *(
        "{c}수채화회 초대전",
        "어린이 그림 공모전 수상작 전시",
        "독도 사진전",
        "들꽃 세밀화전",
        "지역작가 교류전",
    ),
    *("{c}전각회 창립 기념전", "재활용 예술 작품전", "의회 기록 사진전", "{c}판화모임 기획전"),
)
_PLACES = (
    ("의원회관 1층", 60),
    ("의원회관 2층 로비", 22),
    ("의원회관 3층 로비", 10),
    ("국회 소통관 2층", 8),
)


def _events(world: World) -> Iterator[Row]:
    made = [_opening(world.seed, place) for place in range(23)]
    made += [_evening(world.seed, place) for place in range(76)]
    made += [_programme(world.seed, place) for place in range(22)]
    made += [_show(world.seed, place) for place in range(139)]
    yield from newest_first(made)


def _range(first: str, days: int) -> tuple[str, str]:
    """Return the last day, and both as the board writes them."""
    last = (date.fromisoformat(first) + timedelta(days=days)).isoformat()
    if not days:
        return last, with_weekday(first)
    return last, f"{with_weekday(first)} ~ {with_weekday(last)}"


def _details(draw: Draw, menu: str, kind: str) -> str:
    return (
        f"{_BOOKING}/reserve/contents/booking/contentsDetail.do?menuNo={menu}"
        f"&cntsClsCd=EVENT&cntsDtlClsCd={kind}&cntsUniqId={draw.between(3, 4)}{draw.digits(6)}"
    )


def _opening(seed: int, place: int) -> tuple[str, Row]:
    draw = Draw(seed, "open-event", place)
    title, where, month, days = in_turn(_OPENINGS, place)
    year = 2025 - place // len(_OPENINGS)
    first = date(year, month, draw.between(1, 18))
    while days < 10 and first.weekday() != 5:  # such events begin on a Saturday
        first += timedelta(days=1)
    day = first.isoformat()
    last, told = _range(day, days - 1)
    text = _details(draw, "900028", "EVT303")
    if draw.chance(260):
        text = (
            f"{where}에서 열리는 행사에 시민 여러분을 초대합니다. 누구나 무료로 참여할 수 있습니다."
        )
    image = f"{_BOOKING}/cmmn/file/imageLinkSrc.do?atchFileId={_token(draw)}&fileSn=1"
    link = (
        f"{_BOOKING}/reserve/contents/booking/list.do?menuNo=900028" if draw.chance(250) else None
    )
    return day, ("국회개방행사", f"{title} ", None, told, where, text, link, image, day, last)


def _token(draw: Draw) -> str:
    return "".join(draw.pick("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(32))


def _evening(seed: int, place: int) -> tuple[str, Row]:
    """Return an evening in the theatre, once a month; the title keeps the escapes of its markup."""
    draw = Draw(seed, "theatre", place)
    back = 2025 * 12 + 11 - place
    year, month = divmod(back, 12)
    day = date(year, month + 1, draw.between(6, 24))
    while day.weekday() > 4:
        day -= timedelta(days=1)
    film = draw.chance(660)
    name = f"{draw.pick(_SEASONS)} : {draw.pick(_FILMS)}" if film else draw.pick(_PLAYS)
    if not film and ("신년" in name or "송년" in name):
        name = "신년음악회" if month == 0 else "송년음악회" if month == 11 else "실내악의 밤"
    text = day.isoformat()
    start = draw.pick((19, 19, 18, 15))
    opened = (day - timedelta(days=draw.between(8, 12))).isoformat()
    closed = (day - timedelta(days=2)).isoformat()
    return text, (
        *("국회문화극장", f"{month + 1}월 국회문화극장 &lt;{name}&gt;"),
        f"{opened} ~ {closed}" if draw.chance(300) else None,
        f"{with_weekday(text)} {start}:00 ~ {start + 2}:00",
        draw.weighted(
            (("국회의원회관 대회의실", 70), ("국회도서관 강당", 15), ("국회박물관 국회체험관", 15))
        ),
        *(None, _details(draw, "900026", "EVT302") if draw.chance(220) else None, None, text, text),
    )


def _programme(seed: int, place: int) -> tuple[str, Row]:
    draw = Draw(seed, "museum-event", place)
    title, month, days = in_turn(_PROGRAMMES, place)
    day = date(2025 - place // len(_PROGRAMMES), month, draw.between(4, 27)).isoformat()
    last = (date.fromisoformat(day) + timedelta(days=days)).isoformat()
    link = (
        "https://museum.assembly.go.kr/museum/bbs/B0000085/view.do"
        f"?nttId={draw.between(20, 34)}{draw.digits(5)}&menuNo=700014&pageIndex=1"
    )
    where = draw.pick(("국회박물관 강의실", "국회박물관 국회체험관", "국회박물관 1층 로비"))
    return day, ("국회박물관", title, None, f"{day} ~ {last}", where, None, link, None, day, last)


def _show(seed: int, place: int) -> tuple[str, Row]:
    draw = Draw(seed, "gallery", place)
    first = date(2025, 12, 15) - timedelta(days=place * 14 + draw.below(4))
    first -= timedelta(days=first.weekday())
    day = first.isoformat()
    last, told = _range(day, draw.pick((4, 11, 11, 11)))
    title = draw.pick(_SHOWS).format(c=names.coined(draw, seed & 1))
    if "상반기" in title or "하반기" in title:
        title = (
            title.replace("상반기", "하반기")
            if first.month > 6
            else title.replace("하반기", "상반기")
        )
    link = (
        f"{_BOOKING}/reserve/contents/booking/list.do?menuNo=900027" if draw.chance(150) else None
    )
    return day, (
        *("아트갤러리", f"{first.month}월 {title}", None, told, draw.weighted(_PLACES)),
        *(_details(draw, "900027", "EVT304"), link, None, day, last),
    )


EVENTS_TABLE = Table(
    "assembly_events",
    (
        *(
            Column(n)
            for n in ("board", "title", "booked", "told", "place", "text", "link", "image")
        ),
        *(Column("first_day", domain="date"), Column("last_day", domain="date")),
    ),
    _events,
    index=(("board",),),
)

# ---- buildings -------------------------------------------------------------------------------

_BUILDINGS = (
    # name, storeys above/below, finished, remark, whole area, ground area in tenths of a ㎡
    *(("국회의사당", "7/1", "75.08.15.", None, 815_000, 159_000),),
    *(("의원회관 구관", "8/1", "89.11.20.", None, 590_000, 68_000),),
    *(("의원회관 신관", "10/5", "12.04.30.", "증축", 1_060_000, 91_000),),
    *(("국회도서관", "5/1", "87.10.26.", None, 281_000, 78_000),),
    *(("의정관", "5/2", "08.05.08.", None, 184_000, 31_000),),
    *(("국회소통관", "4/1", "19.12.10.", None, 247_000, 62_000),),
    *(("국회박물관", "3/1", "98.05.29.\n22.04.12.", "증축", 106_000, 33_000),),
    *(("의원동산 사랑재", "1/0", "11.05.11.", None, 4_460, 4_460),),
    *(("국회후생관", "4/1", "96.03.04.", None, 79_000, 21_000),),
    *(("제1어린이집", "3/1", "95.03.02.\n11.08.19.", "증축", 21_000, 8_100),),
    *(("제2어린이집", "3/0", "11.09.01.", None, 19_000, 7_400),),
    *(("제3어린이집", "2/1", "17.09.04.", None, 17_800, 9_000),),
    *(("한옥 안내소", "1/0", "13.06.21.", None, 980, 980),),
    *(("국회 정문 안내실", "1/0", "75.08.15.\n03.12.05.", "개축", 1_260, 1_260),),
    *(("남문 안내실", "1/0", "91.07.10.", None, 640, 640),),
    *(("동문 안내실", "1/0", "94.11.03.", None, 520, 520),),
    *(("기계실동", "2/1", "75.08.15.", None, 38_600, 17_200),),
    *(("열병합설비동", "2/1", "99.12.22.", None, 24_500, 12_300),),
    *(("차량정비소", "1/0", "90.10.15.", None, 5_380, 5_380),),
    *(("둔치주차장 관리동", "1/0", "97.06.30.", None, 710, 710),),
    *(("방문객화장실(1동)", "1/0", "99.09.17.", None, 1_105, 1_105),),
    *(("방문객화장실(2동)", "1/0", "99.09.17.\n01.01.31.", None, 1_322, 1_322),),
    *(("온실", "1/0", "83.04.12.", None, 3_940, 3_940),),
    *(("재활용품 집하장", "1/0", "05.05.20.", None, 2_230, 2_230),),
    *(("국회고성연수원", "4/1", "17.12.15.", "강원특별자치도 고성군", 156_000, 52_000),),
)


def _buildings(world: World) -> Iterator[Row]:
    for name, storeys, finished, remark, whole, ground in _BUILDINGS:
        draw = Draw(world.seed, "building", name)
        area = whole + draw.below(max(2, whole // 40))
        base = area if whole == ground else ground + draw.below(max(2, ground // 40))
        sizes = (f"{size // 10}.{size % 10}{draw.below(10)}" for size in (area, base))
        area_text, base_text = sizes
        if whole == ground:
            base_text = area_text
        yield (name, area_text, base_text, storeys, finished, remark)


BUILDINGS = Table(
    "assembly_buildings",
    tuple(Column(n) for n in ("name", "area", "ground", "storeys", "finished", "remark")),
    _buildings,
    key=("name",),
)

# ---- the children's assembly -----------------------------------------------------------------

_FIRST_CHILDREN = 2005
_CHILD_BOARD = "https://child.assembly.go.kr/child/bbs"


def _children(world: World) -> Iterator[Row]:
    made: list[tuple[str, Row]] = []
    for time in range(2, 22):
        draw = Draw(world.seed, "children", time)
        year = _FIRST_CHILDREN + time - 1
        day = date(year, 7, draw.between(20, 31)) + timedelta(days=draw.between(2, 12))
        name = f"제{time}회 대한민국어린이국회"
        made.append(_post(draw, day, "결과", f"{name} 행사 개최 결과 "))
        if time < 10:
            made.append(_post(draw, day, "우수", f"{name} 우수법률안"))
            made.append(_post(draw, day, "우수", f"{name} 우수질문서"))
        elif time != 16:  # it did not meet in the year of the epidemic
            made.append(_post(draw, day, "우수", f"{name} 우수법률안 및 우수질문서"))
    yield from newest_first(made)


def _post(draw: Draw, day: date, kind: str, title: str) -> tuple[str, Row]:
    board = "B0000011" if kind == "결과" else "B0000012"
    link = f"{_CHILD_BOARD}/{board}/view.do?nttId={day.year - 2000}{draw.digits(5)}"
    return day.isoformat(), (kind, title, day.isoformat(), link)


CHILDREN = Table(
    "children_assembly_posts",
    (*(Column(n) for n in ("kind", "title")), Column("day", domain="date"), Column("link")),
    _children,
    index=(("kind",),),
)
