"""Homes, prices, sales, energy and parking in Seoul. All of it is generated."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world import school_names
from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table, Value
from kopa_env.world.tables.seoul_living import QUARTERS
from kopa_env.world.tables.seoul_places import columns_of, dongs, gus, spot
from kopa_env.world.world import World

# ---- homes -----------------------------------------------------------------------------------

_USES = (("아파트", 55), ("연립다세대", 25), ("오피스텔", 14), ("단독다가구", 6))
_ESTATES = (
    "푸른마을",
    "한빛",
    "가온",
    "새솔",
    "누리",
    "도담",
    "미리내",
    "하늘채",
    "온새미",
    "라온",
)


def _deals_of(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    year = str(values[0])
    if year not in ("2022", "2023", "2024", "2025", "2026"):
        return
    count = 900 if year == "2026" else 12_400
    for place in range(count - 1, -1, -1):
        yield _deal(Draw(world.seed, "deal", year, place), year, place, count)


def _deal(draw: Draw, year: str, place: int, count: int) -> Row:
    dong = draw.pick(dongs())
    span = 28 if year == "2026" else 364
    day = (date(int(year), 1, 2) + timedelta(days=place * span // count)).strftime("%Y%m%d")
    use = draw.weighted(_USES)
    area = draw.between(17, 135) * 100 + draw.below(100)
    level = 90 + (int(dong.gu_code) % 7) * 22
    price = area * level * draw.between(70, 130) // 10_000 * 10
    cancelled = draw.chance(22)
    house = use == "단독다가구"
    block = f"{draw.pick(_ESTATES)}{dong.name.removesuffix('동')}{draw.between(1, 12)}차"
    estate, floor = (None, None) if house else (block, str(draw.between(1, 25)))
    legal = dong.name.rstrip("0123456789동") + "동"
    return (
        *(year, dong.gu_code, dong.gu, f"{10_100 + int(dong.code[5:8])}", legal, "1", "대지"),
        *(f"{draw.between(1, 980):04d}", f"{draw.between(0, 40):04d}"),
        *(estate, day, str(price), f"{area // 100}.{area % 100:02d}"),
        *(f"{area // 300}.{draw.digits(2)}", floor),
        *(None, day if cancelled else None, str(draw.between(1978, 2024)), use),
        *(draw.weighted((("중개거래", 85), ("직거래", 15))), f"서울 {dong.gu}"),
    )


DEALS = Table(
    "home_deals",
    columns_of(
        "rcpt_yr cgg_cd cgg_nm stdg_cd stdg_nm lotno_se lotno_se_nm mno sno bldg_nm ctrt_day "
        "thing_amt arch_area land_area flr rght_se rtrcn_day arch_yr bldg_usg dclr_se "
        "opbiz_restagnt_sgg_nm",
        "",
        {"cgg_cd": "sigun5", "rcpt_yr": "year4"},
    ),
    lambda world: (
        row
        for year in ("2026", "2025", "2024", "2023", "2022")
        for row in _deals_of(world, (year,))
    ),
    index=(("rcpt_yr",), ("cgg_cd",)),
)


def _rents(world: World) -> Iterator[Row]:
    for place in range(11_999, -1, -1):
        draw = Draw(world.seed, "rent", place)
        dong = draw.pick(dongs())
        day = (date(2025, 1, 2) + timedelta(days=place * 390 // 12_000)).strftime("%Y%m%d")
        monthly = draw.chance(480)
        deposit = draw.between(5, 80) * 100 if monthly else draw.between(60, 900) * 100
        use = draw.weighted(_USES)
        yield (
            *(day[:4], dong.gu_code, dong.gu, dong.name.rstrip("0123456789동") + "동", day),
            *("월세" if monthly else "전세", f"{draw.between(15, 120)}.{draw.digits(2)}"),
            *(str(deposit), str(draw.between(20, 220) if monthly else 0)),
            *(f"{draw.pick(_ESTATES)}{draw.between(1, 9)}차", str(draw.between(1980, 2024)), use),
        )


RENTS = Table(
    "rent_contracts",
    columns_of(
        "rcpt_yr cgg_cd cgg_nm stdg_nm ctrt_day rent_se rent_area grfe rtfe bldg_nm arch_yr "
        "bldg_usg",
        domains={"cgg_cd": "sigun5", "rcpt_yr": "year4"},
    ),
    _rents,
)

# ---- prices, sales, energy -------------------------------------------------------------------

_GOODS = (
    *(("사과", "10개", 26_000), ("배", "10개", 38_000), ("배추", "1포기", 4_800)),
    *(("무", "1개", 2_300), ("양파", "1망", 3_100), ("상추", "100g", 1_400)),
    *(("오이", "3개", 3_200), ("애호박", "1개", 2_100), ("돼지고기", "600g", 15_800)),
    *(("닭고기", "1kg", 8_900), ("쇠고기", "100g", 9_800), ("달걀", "30개", 7_200)),
    *(("조기", "1마리", 4_100), ("명태", "1마리", 3_600), ("고등어", "1마리", 4_400)),
    *(("오징어", "1마리", 5_600),),
)


def _prices(world: World) -> Iterator[Row]:
    number = 900_000
    for month in ("2026-01", "2025-12", "2025-11", "2025-10", "2025-09", "2025-08"):
        for shop in range(96):
            base = Draw(world.seed, "shop", shop)
            gu = gus()[shop % 25]
            market = shop % 3 != 0
            name = f"{school_names.place(base)}{'시장' if market else '마트'}"
            kind = ("001", "전통시장") if market else ("002", "대형마트")
            for item, (goods, unit, usual) in enumerate(_GOODS, start=1):
                draw = Draw(world.seed, "price", shop, item, month)
                price = usual * draw.between(72, 136) // 1000 * 10
                number -= 1
                yield (
                    *(str(number), str(shop + 1), name, str(item), goods, unit, str(price), month),
                    *(None, f"{month}-{draw.between(5, 26):02d}", *kind, gu.gu_code, gu.gu),
                )


PRICES = Table(
    "grocery_prices",
    columns_of(
        "p_seq m_seq m_name a_seq a_name a_unit a_price p_year_month add_col p_date m_type_code "
        "m_type_name m_gu_code m_gu_name",
        domains={"m_gu_code": "sigun5"},
    ),
    _prices,
    key=("p_seq",),
    index=(("m_name",), ("a_name",)),
)

_TRADES = (
    *(("CS100001", "한식음식점"), ("CS100002", "중식음식점"), ("CS100003", "일식음식점")),
    *(("CS100004", "양식음식점"), ("CS100005", "제과점"), ("CS100006", "패스트푸드점")),
    *(("CS100007", "치킨전문점"), ("CS100008", "분식전문점"), ("CS100009", "호프-간이주점")),
    ("CS100010", "커피-음료"),
)


def _sales(world: World) -> Iterator[Row]:
    kinds = (("A", "골목상권"), ("D", "발달상권"), ("R", "전통시장"))
    for quarter in reversed(QUARTERS[-4:]):
        for place, dong in enumerate(dongs()):
            code, _ = kinds[place % 3]
            for trade, name in _TRADES:
                draw = Draw(world.seed, "sales", quarter, dong.code, trade)
                if draw.chance(320):
                    continue
                count = draw.skewed(300, 90_000, 3)
                yield (
                    *(quarter, code, f"31{place:05d}", f"{dong.name.removesuffix('동')} 골목"),
                    *(trade, name, str(count * draw.between(7_000, 32_000)), str(count)),
                )


SALES = Table(
    "trading_area_sales",
    columns_of(
        "stdr_yyqu_cd trdar_se_cd trdar_cd trdar_cd_nm svc_induty_cd svc_induty_cd_nm "
        "thsmon_selng_amt thsmon_selng_co",
        domains={"stdr_yyqu_cd": "quarter"},
    ),
    _sales,
)


def _energy(world: World) -> Iterator[Row]:
    for year in range(2018, 2026):
        for month in range(1, 13):
            for kind, size in (("개인", 2_100_000), ("단체", 62_000), ("에너지동아리", 900)):
                draw = Draw(world.seed, "energy", year, month, kind)
                count = size * draw.between(97, 103) // 100
                winter = 140 if month in (12, 1, 2) else 60 if month in (6, 7, 8) else 95
                yield (
                    *(str(year), f"{month:02d}", kind, str(count)),
                    *(str(count * draw.between(210, 300)), str(count * winter * 4 // 10)),
                    *(str(count * draw.between(11, 16)), str(count * winter // 90)),
                )


ENERGY = Table(
    "energy_use",
    columns_of("year mon mm_type cnt eus gus wus hus", domains={"year": "year4"}),
    _energy,
    key=("year", "mon", "mm_type"),
)


# ---- parking ---------------------------------------------------------------------------------


def _parking(world: World) -> Iterator[Row]:
    for place in range(1_480):
        draw = Draw(world.seed, "parking", place)
        dong = dongs()[place * len(dongs()) // 1_480]
        at = spot(draw, dong)
        capacity, live = draw.skewed(12, 640, 2), draw.chance(110)
        paid = draw.chance(830)
        free_now = capacity * draw.between(5, 99) // 100
        name = f"{dong.name.removesuffix('동')} {school_names.place(draw)} 공영주차장"
        yield (
            *(f"{1_000_000 + place * 37}", name, at.lot.removeprefix("서울특별시 ")),
            *(draw.weighted((("NW", 60), ("NS", 40))), f"02-{draw.between(2000, 2999)}-0000"),
            *(str(capacity), "Y" if paid else "N", str(draw.between(2, 10) * 100 if paid else 0)),
            *(str(draw.between(1, 6) * 100 if paid else 0), at.lat, at.lon),
            *("Y" if live else "N", str(free_now), f"2026-01-30 08:{draw.between(40, 59)}:00"),
        )


PARKING = Table(
    "parking_lots",
    columns_of(
        "pklt_cd pklt_nm addr pklt_type telno tpkct pay_yn bsc_prk_crg add_crg lat lot live "
        "now_prk_vhcl_cnt now_prk_vhcl_updt_tm",
        "",
        {"pklt_cd": "parking_code"},
    ),
    _parking,
    key=("pklt_cd",),
    index=(("live",),),
)
