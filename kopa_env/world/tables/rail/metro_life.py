"""What 서울교통공사 announces: alerts, works in stations, events, tours, performances."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.rail.columns import columns
from kopa_env.world.tables.rail.metro import (
    NOW,
    SEASONS,
    MetroStation,
    day8,
    days_back,
    metro_stations,
)
from kopa_env.world.world import World

_ALERTS = (
    # code, exceptional, title, text, weight
    ("01", True, "{line} 열차 지연 안내",
     "{line} {a}역~{b}역 구간 신호장애로 {way} 열차 운행이 {m}분가량 지연되고 있습니다.", 16),
    ("01", True, "{line} {way} 열차 운행 지연",
     "{a}역에서 출입문 고장 조치로 {way} 열차가 {m}분 늦게 운행하고 있습니다.", 18),
    ("01", True, "{a}역 선로 장애물 제거 작업",
     "{a}역 선로에 떨어진 물건을 치우느라 {line} {way} 열차가 잠시 멈추어 섰습니다.", 10),
    ("01", True, "{line} 차량 고장 조치",
     "{a}역에 정차한 열차의 고장으로 승객이 다음 열차로 갈아타고 있습니다.", 8),
    ("02", False, "{line} 정상 운행 안내",
     "{a}역~{b}역 구간의 조치가 끝나 {line} 열차가 정상 운행합니다.", 14),
    ("03", True, "{a}역 무정차 통과 안내",
     "인파 밀집으로 {line} 열차가 {a}역을 서지 않고 지납니다. {b}역을 이용해 주십시오.", 6),
    ("03", True, "{a}역 집회에 따른 혼잡 예상",
     "{a}역 주변 집회로 혼잡이 예상되니 이동 시간을 넉넉히 잡아 주시기 바랍니다.", 8),
    ("04", False, "{a}역 에스컬레이터 운행 중지",
     "{a}역 {e}번 출구 에스컬레이터를 정비하느라 운행을 멈춥니다. 계단을 이용해 주십시오.", 12),
    ("04", False, "{a}역 엘리베이터 점검 안내",
     "{a}역 엘리베이터 정기 점검으로 {e}번 출구 쪽 승강기를 이용할 수 없습니다.", 10),
    ("05", False, "{line} 막차 시각 안내",
     "명절 연휴를 맞아 {line} 막차 시각이 바뀌니 역 게시문을 확인해 주시기 바랍니다.", 4),
)  # fmt: skip


def _neighbour(stations: list[MetroStation], place: int, draw: Draw) -> MetroStation:
    return stations[min(len(stations) - 1, place + draw.between(1, 5))]


def _alerts(world: World) -> Iterator[Row]:
    everywhere = metro_stations(world.seed)
    for day in days_back(420, skip=0):
        count = Draw(world.seed, "metro alerts", day8(day)).skewed(0, 4, 2)
        for n in range(count):
            draw = Draw(world.seed, "metro alert", day8(day), n)
            here = draw.pick(everywhere)
            own = [s for s in everywhere if s.line == here.line]
            there = _neighbour(own, own.index(here), draw)
            code, special, title, text = draw.weighted([(a[:4], a[4]) for a in _ALERTS])
            ways = ("내선", "외선") if here.line == "2호선" else ("상행", "하행")
            way = draw.pick(ways)
            hour = draw.between(5, 8 if day == NOW else 23)
            minute = draw.between(0, 59)
            words = {
                "line": here.line,
                "a": here.name.removesuffix("역"),
                "b": there.name.removesuffix("역"),
                "way": way,
                "m": draw.between(5, 30),
                "e": draw.between(1, here.exits),
            }
            yield (
                *(code, title.format(**words), text.format(**words)),
                *(
                    f"{day.isoformat()} {hour:02d}:{minute:02d}:{draw.between(0, 59):02d}",
                    day8(day),
                ),
                *(here.line, here.code, ",".join(dict.fromkeys((here.code, there.code)))),
                *(way if draw.chance(720) else ",".join(ways), day8(day)),
                day8(day) if special else None,
            )


METRO_ALERTS = Table(
    "metro_alerts",
    columns(
        "noftsecd noftttl noftcn noftocrndt day linenmlst stncd stnsctncdlst upbdnbse crtrymd "
        "xcsesitnbgngdt",
        nulls="xcsesitnbgngdt",
    ),
    _alerts,
)

# ---- works in stations -----------------------------------------------------------------------

_WORKS = (
    # kind, name, what it is for, lowest and highest cost in millions of won
    ("승강설비", "{s}역 에스컬레이터 교체공사",
     "오래된 에스컬레이터 {n}대를 철거하고 새로 설치", 600, 2_900),
    ("승강설비", "{s}역 {e}번 출입구 엘리베이터 설치공사",
     "교통약자 이동 동선 확보를 위한 외부 엘리베이터 설치", 1_800, 6_500),
    ("건축", "{s}역 환경개선 건축공사", "대합실과 승강장 마감재와 편의시설 정비", 2_400, 14_000),
    ("건축", "{s}역 화장실 개량공사", "남녀 화장실과 장애인 화장실 확장", 280, 1_200),
    ("건축", "{s}역 냉방화 공사", "대합실과 승강장 냉방설비 신설", 5_000, 19_000),
    ("토목", "{s}역 {e}번 출입구 캐노피 설치공사", "우수 유입 방지를 위한 지붕 설치", 150, 640),
    ("토목", "{s}역 누수 보수공사", "본선과 정거장 구조물의 누수 부위 보강", 120, 900),
    ("전기", "{s}역 조명 LED 교체공사", "고효율 조명 기구 {n}백 등 교체", 90, 480),
    ("전기", "{s}역 수전설비 개량공사", "내용연수가 지난 변압기와 차단기 교체", 700, 3_800),
    ("통신", "{s}역 CCTV 고도화 공사", "지능형 영상감시 카메라 {n}대 증설", 80, 520),
    ("설비", "{s}역 환기설비 개량공사", "송풍기와 공기여과기 교체로 공기질 개선", 900, 5_200),
    ("소방", "{s}역 소방설비 보강공사", "제연경계벽과 스프링클러 헤드 보강", 140, 1_100),
)  # fmt: skip
_SPOTS = ("대합실", "승강장", "{e}번 출입구", "지하 1층 대합실", "지하 2층 승강장", "환승통로")


def _works(world: World, values: tuple[Value, ...] = (None,)) -> Iterator[Row]:
    """Yield every work, or those under way on the day that is named."""
    day = values[0]
    for row in _all_works(world):
        if day is None or str(row[5]) <= str(day) <= str(row[6]):
            yield (day, *row)


def _all_works(world: World) -> Iterator[Row]:
    everywhere = metro_stations(world.seed)
    found: list[Row] = []
    for number in range(430):
        draw = Draw(world.seed, "metro work", number)
        begun = NOW - timedelta(days=draw.between(3, 1_400))
        station = draw.pick(everywhere)
        kind, name, outline, low, high = draw.pick(_WORKS)
        words = {
            "s": station.name.removesuffix("역"),
            "e": draw.between(1, station.exits),
            "n": draw.between(2, 12),
        }
        end = begun + timedelta(days=draw.between(60, 900))
        place = f"{station.line} {words['s']}역 {draw.pick(_SPOTS)}"
        found.append(
            (
                *(kind, name.format(**words), place.format(**words), outline.format(**words)),
                *(day8(begun), day8(end), str(draw.skewed(low, high, 2) * 1_000_000)),
            )
        )
    found.sort(key=lambda row: (str(row[4]), str(row[1])), reverse=True)
    for place_, row in enumerate(found):
        yield (f"C{str(row[4])[:4]}{len(found) - place_:04d}", *row)


METRO_WORKS = Table(
    "metro_works",
    columns(
        "day cstrncd cstrnsenm cstrnnm cstrnpstn cstrnotln cstrnbgngymd cstrnendymd tpco",
        nulls="day",
    ),
    _works,
    by=("day",),
    part=_works,
)

# ---- culture ---------------------------------------------------------------------------------

_EVENTS = (
    ("{season} 음악회 초대 이벤트", "시민 여러분을 {season} 음악회에 초대합니다. 1인 2매 제공"),
    ("연극 「{title}」 시민 초대", "소극장 연극 「{title}」 관람권을 드립니다."),
    ("전시 「{title}」 관람권 증정", "미술관 기획전 「{title}」에 시민 {n}명을 초대합니다."),
    ("뮤지컬 「{title}」 초대권 나눔", "응모하신 분 가운데 추첨으로 관람권을 보내 드립니다."),
    ("어린이와 함께하는 지하철 그리기 잔치", "그림을 보내 주신 가족을 시상식에 모십니다."),
    ("{season} 궁궐 나들이 참가자 모집", "해설사와 함께 걷는 궁궐 나들이에 모십니다."),
    ("지하철 사진 공모전 수상작 알아맞히기", "정답자 가운데 {n}명에게 교통카드를 드립니다."),
    ("클래식 공연 「{title}」 초대", "관현악단 정기 연주회 「{title}」 초대권을 드립니다."),
    ("영화 「{title}」 시사회 초대", "개봉에 앞서 열리는 시사회에 시민을 초대합니다."),
)  # fmt: skip
_TITLES_TEXT = (
    "봄밤의 약속|푸른 정거장|느린 우체통|달빛 골목|어느 날의 편지|바람이 머무는 집|여름의 끝에서|"
    "고요한 강|빛의 조각들|오래된 사진관|하늘을 나는 의자|첫눈 오는 날|두 번째 창문|숲의 노래|"
    "기다리는 사람들|우리 동네 이야기"
)
_TITLES = tuple(_TITLES_TEXT.split("|"))


def _events(world: World) -> Iterator[Row]:
    for day in days_back(1_080, skip=12):
        draw = Draw(world.seed, "metro event", day8(day))
        if not draw.chance(100):
            continue
        title, text = draw.pick(_EVENTS)
        people = draw.between(1, 20) * 10
        words = {
            "season": SEASONS[day.month - 1],
            "title": draw.pick(_TITLES),
            "n": people,
        }
        end = day + timedelta(days=draw.between(5, 11))
        told = end + timedelta(days=draw.between(2, 6))
        yield (
            *(title.format(**words), text.format(**words), day8(day), day8(end)),
            *(day8(told), str(people), day8(day)),
        )


METRO_EVENTS = Table(
    "metro_events",
    columns("cultrevntttl cultrevntcn evntbgngdt evntenddt prwnrprsntndt prwnnope crtrymd"),
    _events,
)

_TOURS = {
    # board: place, line, seats, weekdays
    "depot": (
        ("신정차량사업소", "2호선", 30),
        ("군자차량사업소", "2호선", 40),
        ("지축차량사업소", "3호선", 30),
        ("고덕차량사업소", "5호선", 40),
        ("도봉차량사업소", "7호선", 30),
        ("모란차량사업소", "8호선", 20),
    ),
    "safety": (
        ("광나루안전체험관", "5호선", 20),
        ("보라매안전체험관", "7호선", 24),
        ("반포역 디지털 시민안전체험관", "7호선", 16),
    ),
}
_TIMES = (("10:00", "11:30"), ("13:30", "15:00"), ("15:30", "17:00"))


def _tours(world: World) -> Iterator[Row]:
    for board, places in _TOURS.items():
        for day in days_back(500):
            if day.weekday() > 4:
                continue
            for place, line, seats in places:
                draw = Draw(world.seed, "metro tour", board, place, day8(day))
                if not draw.chance(90 if board == "depot" else 330):
                    continue
                begins, ends = draw.pick(_TIMES)
                yield (
                    *(board, place, line, day8(day), str(day.weekday() + 2), begins, ends),
                    *(str(seats), day8(day - timedelta(days=14))),
                )


METRO_TOURS = Table(
    "metro_tours",
    columns(
        "board plcnm linenm bycyclbgngymd downo bycyclbgngtm bycyclendtm bycyclpscpnope crtrymd"
    ),
    _tours,
    index=(("board",),),
)

_ACTS = (
    (
        "음악",
        (
            "통기타 연주",
            "색소폰 독주",
            "해금과 가야금 합주",
            "팬플루트 연주",
            "재즈 피아노 삼중주",
            "아코디언 연주",
            "현악 사중주",
            "7080 노래 공연",
            "오카리나 합주",
            "남성 중창",
        ),
    ),
    ("무용", ("한국무용", "탱고 공연", "비보이 공연", "벨리댄스")),
    ("전통", ("사물놀이", "경기민요", "판소리 한마당", "대금 독주")),
    ("퍼포먼스", ("마술 공연", "저글링과 풍선 공연", "마임", "버블쇼")),
    ("미술", ("캐리커처 그리기", "붓글씨 써 주기", "모래 그림")),
)
_STAGES = (
    "사당역 예술무대",
    "선릉역 예술무대",
    "종합운동장역 예술무대",
    "이수역 예술무대",
    "동대문역사문화공원역 예술무대",
    "노원역 예술무대",
    "건대입구역 예술무대",
    "왕십리역 예술무대",
    "충무로역 예술무대",
)
_BANDS = ("앙상블", "악단", "예술단", "밴드", "국악단", "")


def _performer(draw: Draw) -> str:
    band = draw.pick(_BANDS)
    return f"{names.coined(draw, draw.below(2))} {band}" if band else names.person(draw)


def _shows(world: World) -> Iterator[Row]:
    for day in days_back(720):
        for stage in _STAGES:
            draw = Draw(world.seed, "metro show", stage, day8(day))
            if not draw.chance(280 if _mild(day) else 60):
                continue
            kind, contents = draw.weighted([(a, 10 // (n + 1)) for n, a in enumerate(_ACTS)])
            hour = draw.between(11, 18)
            yield (
                *(kind, draw.pick(contents), stage, day8(day), f"{hour:02d}:00"),
                *(f"{hour + 1:02d}:{draw.pick(('00', '30'))}", _performer(draw), day8(day)),
            )


def _mild(day: date) -> bool:
    return day.month in (3, 4, 5, 6, 9, 10, 11)


METRO_SHOWS = Table(
    "metro_shows",
    columns("showknd showcn showplcnm showymd showbgngtm showendtm artyardprfmr crtrymd"),
    _shows,
)
