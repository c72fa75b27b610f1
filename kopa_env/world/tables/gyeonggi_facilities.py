"""Public facilities of 경기도, all fictional: parking, toilets, sports grounds, wifi, heritage.

Cities hand in lists of their own: a list goes city by city, and its date is the city's.
"""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.names import named
from kopa_env.world.school_names import place
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.gyeonggi_places import (
    TODAY,
    City,
    bag,
    by_city,
    cities,
    day,
    phone,
    pick_dong,
    spot,
    stem,
    table_columns,
)
from kopa_env.world.world import World


def city_by_city(
    world: World, topic: str, total: int, even: int = 40
) -> Iterator[tuple[City, int, Draw]]:
    """Yield (city, number within it, the row's draw) for a list of ``total`` rows."""
    shares = by_city(Draw(world.seed, "gyeonggi", topic), total, even=even)
    for city, share in zip(cities(), shares, strict=True):
        for number in range(share):
            yield city, number, Draw(world.seed, "gyeonggi", topic, city.code, number)


def reported(seed: int, city: City) -> str:
    """Return the date of a city's lists."""
    text = day(TODAY - Draw(seed, "gyeonggi report", city.code).between(3, 240))
    return f"{text[:4]}-{text[4:6]}-{text[6:]}"


def decimal(draw: Draw, low: int, high: int) -> str:
    """Return a figure with one decimal, mostly near the low end."""
    return f"{draw.skewed(low, high, 2)}.{draw.below(10)}"


# ---- parking ---------------------------------------------------------------------------------

PARKING_LOTS = 5_640
_LOTS = (("노외", 58), ("노상", 33), ("부설", 9))


def _parking(world: World) -> Iterator[Row]:
    for city, number, draw in city_by_city(world, "parking", PARKING_LOTS):
        yield _lot(draw, city, number, reported(world.seed, city))


def _lot(draw: Draw, city: City, number: int, date: str) -> Row:
    at = spot(draw, pick_dong(draw, city.code))
    public = draw.chance(870)
    kind = draw.weighted(_LOTS)
    paid = draw.chance(430)
    always = draw.chance(520)
    opens, closes = ("00:00", "23:59") if always else ("09:00", draw.pick(("18:00", "19:00")))
    weekend = always or not paid
    days = "평일+토요일+공휴일" if weekend else draw.pick(("평일", "평일+토요일"))
    saturday = (opens, closes) if "토요일" in days else ("00:00", "00:00")
    holiday = (opens, closes) if "공휴일" in days else ("00:00", "00:00")
    base = draw.pick((300, 400, 500, 600, 1_000)) if paid else 0
    daily = base * draw.between(8, 16) if paid and draw.chance(620) else None
    office = (
        f"{city.name}{draw.pick(('청', '도시공사', '시설관리공단'))}"
        if public
        else named(draw, ("주차",))
    )
    return (
        *(city.name, city.code if draw.chance(860) else None, city.org, f"경기도 {city.name}"),
        f"{city.org[:3]}-{'1' if public else '2'}-{number + 1:06d}",
        *(
            f"{at.dong.name} {place(draw)}{'공영' if public else ''}주차장",
            "공영" if public else "민영",
        ),
        *(kind, at.road, at.lot, draw.skewed(4, 420, 3), draw.pick(("1", "2", "3", "기타"))),
        *("미시행" if draw.chance(930) else "요일제", days, opens, closes, *saturday, *holiday),
        *(
            "유료" if paid else "무료",
            30 if paid else 0,
            base,
            10 if paid else 0,
            base // 3 // 10 * 10,
        ),
        *(24 if daily else None, daily, base * draw.between(60, 140) if daily else None),
        draw.pick(("카드", "현금+카드", "카드+모바일")) if paid else "없음",
        draw.pick(("경차 50% 할인", "다자녀 가정 할인")) if paid and draw.chance(240) else None,
        *(
            office,
            phone(draw, city),
            at.lat,
            at.lon,
            "Y" if draw.chance(640) else "N",
            date,
            at.zip,
        ),
    )


PARKING = Table(
    "gyeonggi_parking",
    table_columns(
        "sigun_nm:sigun_name=ref sigun_cd?14:sigun5=ref data_regist_inst_cd data_regist_inst_nm "
        "parkplc_manage_no:gg_parking_no parkplc_nm parkplc_div_nm parkplc_type "
        "locplc_roadnm_addr locplc_lotno_addr parkng_comprt_plane_cnt* landgrad_div_nm "
        "subtl_implmtn_div_nm open_days wkday_opert_begin_tm wkday_opert_end_tm sat_opert_begin_tm "
        "sat_opert_end_tm holiday_opert_begin_tm holiday_opert_end_tm chrg_info parkng_basis_tm* "
        "parkng_basis_use_chrg* add_unit_tm* add_unit_tm2_within_use_chrg* "
        "day1_parktk_chrg_applctn_tm*?73 day1_parktk_use_chrg*?73 mt_cmmtickt_week_use_chrg*?73 "
        "settle_meth spclablt_matr?90 manage_inst_nm contct_no refine_wgs84_lat refine_wgs84_logt "
        "for_disabled data_std_de refine_zip_cd:zip5"
    ),
    _parking,
    index=(("sigun_nm",),),
)

# ---- toilets ---------------------------------------------------------------------------------

TOILETS = 10_260
_HOMES = {
    # kind of place: (its share, words that end its name)
    "공원": (40, ("공원", "근린공원", "어린이공원")),
    "주유소": (16, ("주유소",)),
    "공공기관": (14, ("주민센터", "보건지소", "마을회관")),
    "체육시설": (9, ("체육관", "체육공원")),
    "관광지": (8, ("유원지", "등산로")),
    "시장": (7, ("시장",)),
    "역사": (6, ("역",)),
}
_HOME_BAG = bag(tuple((home, share) for home, (share, _) in _HOMES.items()))


def _toilets(world: World) -> Iterator[Row]:
    for city, _, draw in city_by_city(world, "toilets", TOILETS, even=120):
        at, home = spot(draw, pick_dong(draw, city.code)), draw.pick(_HOME_BAG)
        shared = draw.chance(90)
        men, women = draw.skewed(1, 9, 2), draw.skewed(1, 14, 2)
        urinals = 0 if shared else men + draw.below(4)
        fitted = draw.chance(560)
        house = draw.chance(700)
        kids = draw.chance(140)
        yield (
            *(city.name, city.code if draw.chance(700) else None, home),
            f"{place(draw)}{draw.pick(_HOMES[home][1])} 화장실",
            *(
                at.road,
                at.lot,
                "Y" if shared else "N",
                men,
                urinals,
                int(fitted),
                int(fitted and house),
            ),
            *(
                int(kids),
                int(kids),
                women,
                int(fitted),
                int(kids),
                f"{city.name}청",
                phone(draw, city),
            ),
            "00:00~24:00"
            if draw.chance(520)
            else draw.pick(("06:00~22:00", "09:00~18:00", "정시")),
            *(str(draw.between(1988, 2025)), at.lat, at.lon, reported(world.seed, city), at.zip),
        )


TOILETS_TABLE = Table(
    "gyeonggi_toilets",
    table_columns(
        "sigun_nm:sigun_name=ref sigun_cd?30:sigun5=ref publfaclt_div_nm pbctlt_plc_nm "
        "refine_roadnm_addr refine_lotno_addr male_female_toilet_yn male_wtrcls_cnt* male_uil_cnt* "
        "male_dspsn_wtrcls_cnt* male_dspsn_uil_cnt* male_childuse_wtrcls_cnt* "
        "male_childuse_uil_cnt* female_wtrcls_cnt* female_dspsn_wtrcls_cnt* "
        "female_childuse_wtrcls_cnt* manage_inst_nm manage_inst_telno open_tm_info instl_yy "
        "refine_wgs84_lat refine_wgs84_logt data_std_de refine_zip_cd:zip5"
    ),
    _toilets,
    index=(("sigun_nm",), ("sigun_cd",)),
)

# ---- sports ----------------------------------------------------------------------------------

_GROUNDS: dict[str, tuple[int, tuple[str, ...], tuple[str, ...]]] = {
    # kind: (how many, words that end the name, surfaces)
    "테니스장": (248, ("테니스장",), ("인조잔디", "클레이", "하드", "케미칼")),
    "축구장": (262, ("축구장",), ("인조잔디", "천연잔디", "마사토")),
    "체력단련장": (540, ("체력단련장", "체력단련실"), ("우레탄", "고무매트")),
    "승마장": (9, ("승마장",), ("모래",)),
    "생활체육시설": (1_320, ("체육관", "생활체육관", "국민체육센터"), ("마루", "우레탄")),
}


def _grounds(world: World) -> Iterator[Row]:
    for kind, (count, tails, surfaces) in _GROUNDS.items():
        for city, _, draw in city_by_city(world, kind, count):
            yield _ground(draw, city, kind, tails, surfaces)


def _ground(
    draw: Draw, city: City, kind: str, tails: tuple[str, ...], surfaces: tuple[str, ...]
) -> Row:
    at, built = spot(draw, pick_dong(draw, city.code)), draw.between(1986, 2024)
    courts = draw.skewed(1, 16, 2)
    court = 648 if kind == "테니스장" else 6_900 if kind == "축구장" else 420
    plot = courts * court * draw.between(12, 26) // 10
    seats = draw.pick((0, 0, 50, 100, 200, 300))
    return (
        *(kind, city.name, city.code if draw.chance(720) else None),
        *(f"{place(draw)}{draw.pick(tails)}", at.lot, at.road),
        f"https://sports{at.zip}.gg.example/" if draw.chance(330) else None,
        *(
            "2024",
            "주차 가능" if draw.chance(160) else None,
            courts * court * draw.between(9, 30) * 10_000,
        ),
        *(str(built), "스탠드" if seats else "없음", f"{stem(city)}체육회", phone(draw, city)),
        f"{stem(city)}도시공사" if city.people > 150 else f"{city.name}시설관리공단",
        *(f"{plot}.{draw.below(10)}", decimal(draw, 40, 900), decimal(draw, 60, 2_400)),
        *(draw.pick(surfaces), f"{courts * court}.0", courts, seats, courts * 4 + seats),
        *(at.zip, at.lat, at.lon, "체육시설" if draw.chance(800) else "복지시설"),
    )


GROUNDS = Table(
    "gyeonggi_sports",
    table_columns(
        "kind sigun_nm:sigun_name=ref sigun_cd?28:sigun5=ref faclt_nm refine_lotno_addr "
        "refine_roadnm_addr hmpg_addr?67 sum_yy rm_matr?84 constr_biz_expn* compltn_yy "
        "seat_form_nm opert_orgnzt_nm contct_no manage_mainbd_nm plot_ar build_ar tot_ar "
        "botm_matrl_nm ar court_plane_cnt* audtrm_seat_cnt* aceptnc_psn_cnt* refine_zip_cd:zip5 "
        "refine_wgs84_lat refine_wgs84_logt faclt_div_nm"
    ),
    _grounds,
    index=(("kind",),),
)

# ---- bicycles, wifi, heritage, stations of the fire brigade and the police -------------------


def _bikes(world: World) -> Iterator[Row]:
    for city, _, draw in city_by_city(world, "bikes", 436):
        at, rents = spot(draw, pick_dong(draw, city.code)), draw.chance(620)
        hours = draw.pick((("09:00", "18:00"), ("00:00", "23:59"), ("10:00", "17:00")))
        fee = draw.pick(("1시간 1,000원", "2시간 1,000원", "무료", "1일 3,000원"))
        yield (
            *(city.name, f"{place(draw)} {'자전거대여소' if rents else '자전거보관소'}"),
            *("대여소" if rents else "보관소", at.road, *hours, fee if rents else "무료"),
            *(reported(world.seed, city), at.lat, at.lon),
        )


BIKES = Table(
    "gyeonggi_bike_places",
    table_columns(
        "sigun_nm:sigun_name=ref bicycl_lend_plc_nm_inst_nm bicycl_lend_plc_div_nm "
        "refine_roadnm_addr opert_begin_tm opert_end_tm bicycl_utlz_chrg_info data_std_de "
        "refine_wgs84_lat refine_wgs84_logt"
    ),
    _bikes,
)

WIFI = 4_490
_WIFI_AT = (
    "주민센터 1층 민원실",
    "버스정류장",
    "근린공원 중앙광장",
    "보건소 대기실",
    "전통시장 입구",
    "도서관 자료실",
    "경로당",
)
_SSID = ("Public WiFi Free", "Public WiFi Secure", "G_PublicWiFi", "GG_WiFi_Free")


def _wifi(world: World) -> Iterator[Row]:
    for city, _, draw in city_by_city(world, "wifi", WIFI):
        at = spot(draw, pick_dong(draw, city.code))
        yield (
            *(city.name, f"{place(draw)} {draw.pick(_WIFI_AT)}", at.road, at.lot),
            *(draw.pick(_SSID), f"{city.name}청", phone(draw, city), at.lat, at.lon),
        )


WIFI_TABLE = Table(
    "gyeonggi_wifi",
    table_columns(
        "sigun_nm:sigun_name=ref instl_plc_detail_dtls refine_roadnm_addr refine_lotno_addr "
        "wifi_ssid_info manage_inst_nm manage_inst_telno refine_wgs84_lat refine_wgs84_logt"
    ),
    _wifi,
    index=(("sigun_nm",),),
)

_RELICS = (
    "석탑",
    "고택",
    "향교",
    "정자",
    "산성",
    "석불입상",
    "효자정려",
    "지석묘",
    "사당",
    "선정비",
)


def _heritage(world: World) -> Iterator[Row]:
    for city, _, draw in city_by_city(world, "heritage", 470, even=300):
        at = spot(draw, pick_dong(draw, city.code))
        named_on = TODAY - draw.between(400, 15_000)
        yield (
            *(city.name, f"{at.dong.name} {place(draw)} {draw.pick(_RELICS)}"),
            *(
                draw.weighted((("향토유적", 66), ("시도문화유산자료", 20), ("향토유산", 14))),
                at.road,
            ),
            *(day(named_on), f"{city.name}청", phone(draw, city), reported(world.seed, city)),
        )


HERITAGE = Table(
    "gyeonggi_heritage",
    table_columns(
        "sigun_nm:sigun_name=ref faclt_nm faclt_div_nm refine_roadnm_addr appont_de "
        "manage_inst_nm manage_inst_telno data_std_de"
    ),
    _heritage,
)


def _sides(kind: str, city: City) -> tuple[str, ...]:
    """Return the parts of a city that have a station of their own (blank: the city as a whole)."""
    if kind == "소방서":
        return ("", "남부") if city.people > 950 else ("",)
    return ("남부", "중부", "서부") if city.people > 850 else ("",)


def _stations(world: World) -> Iterator[Row]:
    for kind in ("소방서", "경찰서"):
        for city in cities():
            for side in _sides(kind, city):
                draw = Draw(world.seed, "gyeonggi station", kind, city.code, side)
                at = spot(draw, pick_dong(draw, city.code))
                name = f"{stem(city)}{side}{kind}"
                yield city.name, name, kind, at.lot, at.lat, at.lon


STATIONS = Table(
    "gyeonggi_safety_stations",
    table_columns(
        "sigun_nm:sigun_name=ref inst_nm faclt_div_nm refine_lotno_addr refine_wgs84_lat "
        "refine_wgs84_logt"
    ),
    _stations,
)

GYEONGGI_FACILITIES: tuple[Table, ...] = (
    *(PARKING, TOILETS_TABLE, GROUNDS, BIKES, WIFI_TABLE, HERITAGE, STATIONS),
)
