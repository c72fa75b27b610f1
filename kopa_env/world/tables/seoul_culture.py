"""What one can visit in Seoul: events, bookings, wifi, parks, libraries, courses, food.

Venues and organisers are made up; 구 and 동 are real.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world import school_names
from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.seoul_places import columns_of, dongs, gus, spot
from kopa_env.world.world import World

EVENTS, WIFI = 19_429, 17_768
_SITE = "https://culture.example.kr"
_KINDS = (
    *(("클래식", 22), ("전시/미술", 20), ("교육/체험", 16), ("연극", 8), ("뮤지컬/오페라", 6)),
    *(("콘서트", 7), ("국악", 6), ("축제-문화/예술", 4), ("무용", 3), ("영화", 3), ("기타", 5)),
)
_HALLS = (
    "아트센터",
    "문화회관",
    "구민회관",
    "문화예술극장",
    "미술관",
    "박물관",
    "문화원",
    "꿈의극장",
)
_TITLES = {
    "클래식": ("정오 음악회", "실내악의 밤", "청소년 교향악단 연주회", "피아노 독주회"),
    "전시/미술": ("지역 작가 초대전", "사진으로 보는 동네", "도예전", "어린이 그림전"),
    "교육/체험": ("가족 목공 교실", "전통 한지 체험", "도시텃밭 교실", "어린이 과학 교실"),
}
_OTHER_TITLES = ("가을 나들이 공연", "한마당", "기획공연", "낮 공연", "나눔 무대", "신작 발표")


def _phone(place: int) -> str:
    """Return a number that nobody has: the exchange 0000 is not given out."""
    return f"02-0000-{1000 + place % 9000}"


def _phones(seed: int, kind: str, place: int) -> str:
    """Return the number of a venue; a few cultural ones have two, and the end of the second."""
    first = _phone(place)
    two = kind == "Culture" and Draw(seed, "second number", place).chance(120)
    return f"{first}, {_phone(place + 32)[-4:]}" if two else first


def _stamp(day: date) -> str:
    return f"{day.isoformat()} 00:00:00.0"


def _events(world: World) -> Iterator[Row]:
    for place in range(EVENTS):
        draw = Draw(world.seed, "event", place)
        begin = date(2026, 6, 30) - timedelta(days=place * 2_920 // EVENTS)
        end = begin + timedelta(days=draw.skewed(0, 60, 3))
        kind = draw.weighted(_KINDS)
        dong = draw.pick(dongs())
        hall = f"{dong.name.removesuffix('동')}{draw.pick(_HALLS)}"
        at = spot(draw, dong)
        free = draw.chance(560)
        fee = "" if free else f"전석 {draw.between(1, 9) * 5_000:,}원"
        title = f"[{hall}] {draw.pick(_TITLES.get(kind, _OTHER_TITLES))}"
        posted = begin - timedelta(days=draw.between(5, 40))
        yield (
            *(kind, dong.gu, title, f"{begin.isoformat()}~{end.isoformat()}", hall, hall),
            *(draw.pick(("누구나", "초등학생 이상", "만 7세 이상", "성인")), fee, None, None, None),
            *(f"{_SITE}/org/{place}", f"{_SITE}/img/{place}.jpg", posted.isoformat()),
            *(draw.pick(("기관", "시민")), _stamp(begin), _stamp(end), "기타", at.lon, at.lat),
            *("무료" if free else "유료", f"{_SITE}/view/{place}"),
        )


EVENTS_TABLE = Table(
    "cultural_events",
    columns_of(
        "codename guname title date place org_name use_trgt use_fee player program etc_desc "
        "org_link main_img rgstdate ticket strtdate end_date themecode lot lat is_free hmpg_addr"
    ),
    _events,
    index=(("codename",),),
)

# ---- bookings --------------------------------------------------------------------------------

_BOOKINGS = {
    # kind: (how many, 대분류, 소분류s, what)
    "Institution": (1_240, "공간시설", ("강당", "강의실", "회의실", "다목적실"), "대관"),
    "Culture": (875, "문화체험", ("교육체험", "공연", "전시/관람", "농장체험"), "체험"),
    "Sport": (1_760, "체육시설", ("축구장", "테니스장", "야구장", "풋살장", "배드민턴장"), "이용"),
    "Education": (1_310, "교육강좌", ("교양/어학", "정보통신", "공예/취미", "자연/과학"), "강좌"),
    "Medical": (64, "진료복지", ("어린이병원", "장애인버스"), "예약"),
}
_STATES = (("접수중", 42), ("접수종료", 30), ("예약마감", 14), ("안내중", 14))


def _asked_between(draw: Draw, state: str) -> tuple[date, date]:
    """Return the first and last day of booking that a state on the world's day fits.

    Booking opens at 10:00 and closes at 17:00; the world's clock says 09:00.
    """
    today, length = date.fromisoformat(TODAY), draw.between(7, 45)
    if state == "안내중":
        first = today + timedelta(days=draw.between(0, 30))
    elif state == "접수종료":
        first = today - timedelta(days=length + draw.between(1, 60))
    else:
        first = today - timedelta(days=draw.between(1, length))
    return first, first + timedelta(days=length)


def _bookings(world: World) -> Iterator[Row]:
    for kind, (count, large, smalls, what) in _BOOKINGS.items():
        for place in range(count):
            draw = Draw(world.seed, "booking", kind, place)
            dong = draw.pick(dongs())
            at = spot(draw, dong)
            small = draw.pick(smalls)
            venue = f"{dong.name.removesuffix('동')} {school_names.place(draw)} {small}"
            state = draw.weighted(_STATES)
            asked, closed = _asked_between(draw, state)
            opened = closed + timedelta(days=draw.between(1, 14))
            ends = opened + timedelta(days=draw.between(20, 120))
            code = f"S26{draw.between(1, 12):02d}{draw.digits(14)}"
            start = draw.between(6, 14)
            yield (
                *(kind, "자체", code, large, small, state),
                *(f"[{venue}] {small} {what}", draw.weighted((("무료", 58), ("유료", 42)))),
                *(
                    venue,
                    draw.pick(("제한없음", "성인", "가족", "초등학생")),
                    f"{_SITE}/rsv/{code}",
                ),
                *(at.lon, at.lat, _stamp(opened), _stamp(ends), f"{asked.isoformat()} 10:00:00.0"),
                *(f"{closed.isoformat()} 17:00:00.0", dong.gu),
                *(f"{_SITE}/img/{code}.jpg", "이용 수칙을 지켜 주십시오."),
                _phones(world.seed, kind, place),
                *(f"{start:02d}:00", f"{start + draw.between(2, 8):02d}:00", "이용일"),
                str(draw.between(1, 7)),
            )


BOOKINGS = Table(
    "public_bookings",
    columns_of(
        "kind gubun svcid maxclassnm minclassnm svcstatnm svcnm payatnm placenm usetgtinfo svcurl "
        "x y svcopnbgndt svcopnenddt rcptbgndt rcptenddt areanm imgurl dtlcont telno v_min v_max "
        "revstddaynm revstdday"
    ),
    _bookings,
    key=("svcid",),
    index=(("kind", "minclassnm"),),
)

# ---- wifi, parks, shelters -------------------------------------------------------------------

_WIFI_KINDS = (
    *(("1. 주요거리", 22), ("2. 전통시장", 10), ("3. 공원", 14), ("4. 문화관광", 7)),
    *(("5. 버스정류소(국가)", 24), ("6-1. 복지시설", 9), ("7-1. 공공 - 행정", 14)),
)


def _wifi(world: World) -> Iterator[Row]:
    for place in range(WIFI):
        draw = Draw(world.seed, "wifi", place)
        at = spot(draw)
        kind = draw.weighted(_WIFI_KINDS)
        inside = kind.startswith(("6", "7"))
        year = draw.between(2012, 2025)
        name = f"{at.dong.name.removesuffix('동')} {school_names.place(draw)} {kind.split()[-1]}"
        yield (
            *(f"{'ARI' if inside else 'WF'}{place + 1:05d}", at.dong.gu, name),
            *(at.road.split(" ", 2)[2], f"{draw.between(1, 5)}F" if inside else None),
            *(f"{draw.between(1, 5)}층" if inside and draw.chance(300) else None, kind),
            *(draw.pick(("서울시(AP)", "자치구", "통신사")), "공공WiFi"),
            *(draw.pick(("임대망", "자가U무선망", "이통사(LGU+)")), str(year)),
            *("실내" if inside else "실외", None, at.lat, at.lon, "2026-01-29 10:58:08.0"),
        )


WIFI_TABLE = Table(
    "public_wifi",
    columns_of(
        "x_swifi_mgr_no x_swifi_wrdofc x_swifi_main_nm x_swifi_adres1 x_swifi_adres2 "
        "x_swifi_instl_floor x_swifi_instl_ty x_swifi_instl_mby x_swifi_svc_se x_swifi_cmcwr "
        "x_swifi_cnstc_year x_swifi_inout_door x_swifi_remars3 lat lnt work_dttm"
    ),
    _wifi,
    key=("x_swifi_mgr_no",),
    index=(("x_swifi_wrdofc",),),
)


def _parks(world: World) -> Iterator[Row]:
    plants = ("소나무", "느티나무", "왕벚나무", "수생식물", "단풍나무", "철쭉")
    for number in range(1, 134):
        draw = Draw(world.seed, "park", number)
        at = spot(draw)
        name = f"{school_names.place(draw)}{draw.pick(('근린공원', '공원', '생태공원', '숲'))}"
        opened = f"{draw.between(1968, 2022)}.{draw.between(1, 12)}.{draw.between(1, 28)}"
        yield (
            *(str(number), name, f"{at.dong.gu} 주민이 즐겨 찾는 {name}"),
            *(f"{draw.skewed(9_000, 2_600_000, 4)}㎡", opened, "산책로, 운동기구, 쉼터"),
            *(draw.pick(plants), None, "대중교통 이용", None, f"{_SITE}/park/{number}.jpg"),
            *(at.dong.gu, f"{at.road}({at.dong.name})"),
            *(f"{at.dong.zone} 공원여가센터", _phone(number)),
            *(f"{draw.between(185, 215)}{draw.digits(3)}.{draw.digits(3)}",),
            *(f"{draw.between(440, 465)}{draw.digits(3)}.{draw.digits(3)}", at.lon, at.lat),
            f"{_SITE}/park/{number}",
        )


PARKS = Table(
    "parks",
    columns_of(
        "sn park_nm park_otln area open_ymd main_fclt main_plnt gd_doc vst_road utztn_ref img rgn "
        "park_addr mng_dept telno xcrd_g ycrd_g xcrd ycrd url"
    ),
    _parks,
    key=("sn",),
)


def _shelters(world: World) -> Iterator[Row]:
    kinds = (("실내", "경로당"), ("실내", "주민센터"), ("실내", "복지관"), ("실외", "공원"))
    for year in (2025, 2024, 2023):
        for place in range(3_940 - (2025 - year) * 40):
            draw = Draw(world.seed, "shelter", place)
            at = spot(draw)
            first, second = draw.pick(kinds)
            room = draw.between(20, 240)
            yield (
                *(str(year), at.dong.gu_code + f"{place:05d}", first, second),
                *(f"{at.dong.name} {school_names.place(draw)} {second}", at.road, at.lot),
                *(f"{room}.0", str(room * 10 // 33), None, at.lon, at.lat),
                *(f"9{draw.digits(5)}.{draw.digits(2)}", f"19{draw.digits(5)}.{draw.digits(2)}"),
            )


SHELTERS = Table(
    "cooling_shelters",
    columns_of(
        "year area_cd facility_type1 facility_type2 r_area_nm r_detl_add lotno_addr r_area_sqr "
        "use_prnb rmrk lon lat map_coord_x map_coord_y",
        domains={"year": "year4"},
    ),
    _shelters,
    index=(("year",),),
)


def _libraries(world: World) -> Iterator[Row]:
    for number in range(1, 218):
        draw = Draw(world.seed, "library", number)
        gu = gus()[number % 25]
        at = spot(draw, next(d for d in dongs() if d.gu == gu.gu))
        name = f"{school_names.place(draw)}{draw.pick(('도서관', '정보도서관', '어린이도서관'))}"
        rest = draw.pick(("매주 월요일", "매월 둘째·넷째 화요일", "매주 금요일"))
        yield (
            *(str(1_000 + number), name, f"{number % 25 + 1:04d}", gu.gu, at.road, _phone(number)),
            *(f"{_SITE}/lib/{number}", "평일 09:00~22:00 / 주말 09:00~17:00", rest),
            *(draw.pick(("공공도서관", "작은도서관")), at.lat, at.lon),
        )


LIBRARIES = Table(
    "public_libraries",
    columns_of(
        "lbrry_seq_no lbrry_name gu_code code_value adres tel_no hmpg_url op_time fdrm_close_date "
        "lbrry_se_name xcnts ydnts"
    ),
    _libraries,
    key=("lbrry_seq_no",),
)
"""``xcnts`` holds the latitude and ``ydnts`` the longitude: a quirk of the platform."""

_SUBJECTS = ("수영", "요가", "배드민턴", "탁구", "헬스", "필라테스", "농구", "에어로빅", "검도")


def _courses(world: World) -> Iterator[Row]:
    for place in range(2_640):
        draw = Draw(world.seed, "course", place)
        gu = gus()[place % 25]
        centre = f"{gu.gu.removesuffix('구')} {draw.pick(('구민체육센터', '문화체육센터'))}"
        subject, hour = draw.pick(_SUBJECTS), draw.between(6, 20)
        fee = draw.between(2, 12) * 5_000
        level = draw.pick(("초급", "중급", "상급"))
        yield (
            *(centre, draw.pick(("수영장", "체육관", "다목적실")), f"{subject} {level}반", subject),
            *(centre, spot(draw, gu).road, f"{_SITE}/sport/{place}", "가능", _phone(place)),
            *(None, None),
            *(f"{level}반", level, draw.pick(("성인", "청소년", "어린이", "어르신"))),
            *("1개월", draw.pick(("월·수·금", "화·목", "토")), f"{hour:02d}:00~{hour:02d}:50"),
            *(f"{fee}원", None, str(draw.between(10, 40)), "선착순", "매월 20일부터", "선착순"),
            *(f"{_SITE}/sport/{place}/apply", "Y", "2026-02-01", "2026-02-28", "N"),
        )


COURSES = Table(
    "sports_courses",
    columns_of(
        "center_name ground_name program_name subject_name place address homepage parking_side tel "
        "fax email class_name p_level target term week class_time fee intro capacity enter_way "
        "enter_term select_way online_link use_yn class_s class_e fee_free"
    ),
    _courses,
    index=(("subject_name",),),
)
