"""Care for children and for people with disabilities in 경기도, and what cities pay at a birth.

Kindergartens are those of the world's schools, under the same name and road address; day-care
centres are fictional. The list of day-care centres holds closed ones too, and no column says so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.school_names import nursery, place
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.gyeonggi_places import (
    City,
    Dong,
    Spot,
    bag,
    by_city,
    cities,
    dongs_of,
    phone,
    pick_dong,
    spot,
    stem,
    table_columns,
    wards,
)
from kopa_env.world.tables.schools import School, office, province_schools
from kopa_env.world.world import Condition, World

DAYCARES = 17_873
_KINDS = bag(
    (("가정", 44), ("민간", 35), ("국공립", 14), ("직장", 3), ("법인·단체등", 1), ("협동", 1))
)
_SEATS = {"가정": (9, 20), "민간": (20, 95), "국공립": (25, 110), "직장": (30, 150)}
_GROUPS = {"국공립": "국공립", "가정": "가정"}
_PROVINCE = "경기"
CENSUS = 2025


@dataclass(frozen=True, slots=True)
class Daycare:
    """A day-care centre: its kind, seats and whether it still runs."""

    number: int
    name: str
    kind: str
    at: Spot
    phone: str
    seats: int
    runs: bool


@lru_cache(maxsize=2)
def daycares(seed: int) -> tuple[Daycare, ...]:
    """Return every day-care centre, city by city."""
    shares = by_city(Draw(seed, "gyeonggi daycares"), DAYCARES)
    made: list[Daycare] = []
    for city, share in zip(cities(), shares, strict=True):
        for _ in range(share):
            made.append(_daycare(seed, len(made), city))
    return tuple(made)


def _daycare(seed: int, number: int, city: City) -> Daycare:
    draw = Draw(seed, "gyeonggi daycare", number)
    at = spot(draw, pick_dong(draw, city.code))
    kind = draw.pick(_KINDS)
    kind = {"법인·단체등": draw.pick(("법인", "단체")), "협동": "단체"}.get(kind, kind)
    name = nursery(draw)
    if kind in ("국공립", "직장") and draw.chance(700):
        name = f"{'시립' if kind == '국공립' else ''}{place(draw)}"
    low, high = _SEATS.get(kind, (25, 90))
    runs = draw.chance(930 if kind == "국공립" else 470)
    return Daycare(
        number, f"{name}어린이집", kind, at, phone(draw, city), draw.between(low, high), runs
    )


def _daycare_rows(world: World) -> Iterator[Row]:
    for d in daycares(world.seed):
        draw = Draw(world.seed, "gyeonggi daycare detail", d.number)
        rooms = max(2, d.seats // draw.between(7, 12))
        yield (
            *(d.at.dong.city.name, d.name, d.kind, d.phone, d.at.road, d.at.lot),
            *(d.at.lat, d.at.lon, d.seats // 5 + draw.between(2, 4), d.seats, rooms),
            *(draw.below(3) if d.kind != "가정" else draw.below(2), rooms + draw.between(1, 6)),
            "Y" if d.seats > 39 and draw.chance(640) else "N",
            f"https://child{d.number}.gg.example/" if draw.chance(230) else None,
            *("2026-01-15", "Y" if d.runs else "N"),
        )


DAYCARES_TABLE = Table(
    "gyeonggi_daycares",
    table_columns(
        "sigun_nm:sigun_name=ref kidgartn_nm:daycare_name kidgartn_div_nm kidgartn_telno "
        "refine_roadnm_addr refine_lotno_addr refine_wgs84_lat refine_wgs84_logt "
        "chldcare_schlstaf_cnt* psn_capa_cnt* chldcr_room_cnt* playgrnd_cnt* cctv_instl_cnt* "
        "atndskl_vehcle_opert_yn hmpg_addr?77 data_std_de runs"
    ),
    _daycare_rows,
    index=(("sigun_nm",),),
)


def _special(world: World) -> Iterator[Row]:
    for d in daycares(world.seed):
        if not d.runs or d.kind == "가정" or d.seats < 30:
            continue
        draw = Draw(world.seed, "gyeonggi special daycare", d.number)
        if not draw.chance(105):
            continue
        only = d.kind in ("법인", "국공립") and draw.chance(90)
        seats = d.seats if only else 3 * draw.between(1, 4)
        taken = d.seats * draw.between(55, 100) // 100
        yield (
            *(d.at.dong.city.name, d.kind, d.name, "장애아전문" if only else "장애아통합"),
            *(d.at.lot, d.at.road, d.phone, d.seats, taken, seats),
            *(
                taken if only else min(taken, seats * draw.between(40, 100) // 100),
                d.seats // 4 + 2,
            ),
        )


SPECIAL_DAYCARES = Table(
    "gyeonggi_special_daycares",
    table_columns(
        "sigun_nm:sigun_name=ref kidgartn_class_nm inst_nm:daycare_name faclt_class_nm "
        "refine_lotno_addr refine_roadnm_addr contct_no tot_psn_capa_cnt* tot_pstpsn_cnt* "
        "hadcpchd_psn_capa_cnt* hadcpchd_pstpsn_cnt* tot_schlstaf_cnt*"
    ),
    _special,
)


def kindergartens(seed: int) -> list[School]:
    """Return the province's kindergartens of the last census."""
    return [
        school
        for school in province_schools(seed, _PROVINCE)
        if school.level == "kindergarten" and school.runs_in(CENSUS)
    ]


def _dong_of(district: str, lot: str) -> Dong:
    """Return the 동 that a school's lot address names."""
    code = next(ward.code for ward in wards() if ward.name == district)
    town = lot.removeprefix(f"경기도 {district} ").split()[0]
    return next(dong for dong in dongs_of(code) if dong.name == town)


def _kindergarten_rows(world: World) -> Iterator[Row]:
    for school in kindergartens(world.seed):
        yield school.name, school.founder, office(school), school.district.split()[0]


KINDERGARTENS = Table(
    "gyeonggi_kindergartens",
    table_columns(
        "kdgt_nm:school_name=ref fndn_type edu_sport_admt_nm:edu_office=ref sigun_nm:sigun_name=ref"
    ),
    _kindergarten_rows,
)


def _nurseries(world: World) -> Iterator[Row]:
    where = [Condition("sido_short", "eq", _PROVINCE), Condition("level", "eq", "kindergarten")]
    register = {row["open_id"]: row for row in world.select("schools", where)[0]}
    for d in daycares(world.seed):
        if d.runs:
            group = _GROUPS.get(d.kind, "민간")
            yield (*(d.at.dong.city.name, group, d.name, d.at.road, d.phone, d.at.lat, d.at.lon),)
    for school in kindergartens(world.seed):
        draw = Draw(world.seed, "gyeonggi kindergarten", school.open_id)
        seat = register[school.open_id]
        at = spot(draw, _dong_of(school.district, str(seat["lot_address"])))
        yield (
            *(at.dong.city.name, "사설" if school.founder == "사립" else "국공립", school.name),
            *(seat["road_address"], phone(draw, at.dong.city), at.lat, at.lon),
        )


NURSERIES = Table(
    "gyeonggi_nurseries",
    table_columns(
        "sigun_nm:sigun_name=ref plvtinst_div_nm faclt_nm refine_roadnm_addr telno "
        "refine_wgs84_lat refine_wgs84_logt"
    ),
    _nurseries,
    index=(("sigun_nm",),),
)

# ---- disability centres ----------------------------------------------------------------------

_PROGRAMS = (
    ("문화여가", "미술", "함께하는 미술 교실", "그림을 그리고 작은 전시를 연다"),
    ("문화여가", "음악", "두드림 난타 모임", "북을 치며 장단을 익힌다"),
    ("문화여가", "체육", "보치아 교실", "보치아 규칙을 배우고 겨룬다"),
    ("기능향상", "작업치료", "손끝 작업치료", "손의 움직임을 넓히는 개별 치료"),
    ("기능향상", "물리치료", "재활 물리치료", "관절과 근육을 돌보는 치료"),
    ("기능향상", "언어치료", "말하기 언어치료", "발음과 대화를 돕는 개별 치료"),
    ("교육", "정보화", "컴퓨터 기초반", "문서 작성과 인터넷 쓰기"),
    ("교육", "평생교육", "생활 한글 교실", "읽고 쓰기를 차근차근 배운다"),
    ("직업", "직업훈련", "바리스타 훈련", "커피 내리기와 손님 맞이"),
    ("직업", "직업적응", "직장 예절 훈련", "출근 준비와 일터 예절"),
    ("가족지원", "상담", "가족 마음 나눔", "돌보는 가족의 상담 모임"),
    ("지역연계", "나들이", "계절 나들이", "철마다 가까운 곳을 다녀온다"),
)
_AGES = ("만 18세 이상", "만 6세~18세", "제한 없음", "만 55세 이상", "만 3세~12세")
_TYPES = ("전체 유형", "지체·뇌병변", "발달장애", "시각장애", "청각장애")
_DAYS = ("월요일", "화요일", "수요일", "목요일", "금요일")
_NAMES = ("", "북부", "남부", "누리", "해오름", "한마음")


def _programs(world: World) -> Iterator[Row]:
    for city in cities():
        for number in range(1 + (city.people > 300) + (city.people > 700)):
            draw = Draw(world.seed, "gyeonggi centre", city.code, number)
            name = f"{stem(city)}{draw.pick(_NAMES[1:]) if number else ''}장애인복지관"
            at, line = spot(draw, pick_dong(draw, city.code)), phone(draw, city)
            for _ in range(draw.between(12, 26)):
                yield _program(draw, name, at, line)


def _program(draw: Draw, name: str, at: Spot, line: str) -> Row:
    group, detail, title, content = draw.pick(_PROGRAMS)
    fee = draw.weighted(((0, 55), (5_000, 12), (10_000, 18), (20_000, 10), (30_000, 5)))
    hour = draw.between(9, 16)
    round_ = draw.between(1, 3)
    city = at.dong.city
    return (
        *(city.name, city.code if draw.chance(900) else None, name, "등록 장애인"),
        *(draw.pick(_TYPES), draw.pick(_AGES), group, detail),
        *(f"{title} {round_}기" if draw.chance(400) else title, content),
        f"매주 {draw.pick(_DAYS)} {hour:02d}:00~{hour + draw.between(1, 2):02d}:00",
        *(str(fee) if fee else "무료", "월" if fee else "없음"),
        *("재료비 별도" if fee and draw.chance(220) else None, at.road, at.lot, line),
        *(phone(draw, city) if draw.chance(150) else None, at.zip, at.lat, at.lon),
        *("사전 신청 필수" if draw.chance(350) else None, "2025-12-31"),
    )


PROGRAMS = Table(
    "gyeonggi_disability_programs",
    table_columns(
        "sigun_nm:sigun_name=ref sigun_cd?10:sigun5=ref cmwelfct_nm_info use_target "
        "use_target_obstcl_type_cond use_target_age_limitn_cond prog_div_nm detail_div_nm "
        "prog_title prog_cont use_tm_info use_amt use_amt_calc_std_info additn_expn_info?90 "
        "refine_roadnm_addr refine_lotno_addr telno add_contct_no_info?85 refine_zipno:zip5 "
        "refine_wgs84_lat refine_wgs84_logt atentn_matr?65 data_std_de"
    ),
    _programs,
)

# ---- grants at a birth -----------------------------------------------------------------------

_STARTS = (0, 0, 300, 500, 1_000)


def _grants(world: World) -> Iterator[Row]:
    for city in cities():
        for number in range(1 + (Draw(world.seed, "gyeonggi grants", city.code).below(3) > 1)):
            yield _grant(Draw(world.seed, "gyeonggi grant", city.code, number), city, number)


def _grant(draw: Draw, city: City, number: int) -> Row:
    amount = draw.pick(_STARTS) if not number else draw.between(1, 4) * 50
    amounts: list[str] = []
    for _ in range(5):
        paid = "일시금" if amount <= 1_000 else f"{draw.pick((2, 3, 4, 5))}년 분할 지급"
        amounts.append(f"{amount:,}({paid})" if amount else "해당없음")
        amount = max(300, amount * draw.between(10, 22) // 10 // 100 * 100)
    months = draw.pick((0, 3, 6, 12))
    lived = f"출생일 기준 거주 {months}개월 이상" if months else "출생일 현재 거주"
    title = (
        "출산지원금 지급"
        if not number
        else draw.pick(("산모 건강관리비 지원", "출산축하용품 지원"))
    )
    return (
        *(city.name, city.code, f"{stem(city)} {title}" if draw.chance(300) else title, *amounts),
        *(draw.pick(("출생 후 1년 이내 신청", "출생 후 6개월 이내 신청", "출생신고와 함께 신청")),),
        *(f"{draw.pick(('출산장려', '인구정책', '저출생 대응'))} 지원 조례", lived),
    )


GRANTS = Table(
    "gyeonggi_birth_grants",
    table_columns(
        "sigun_nm:sigun_name=ref sigun_cd:sigun5=ref biz_nm child_1_sportamt_dtls "
        "child_2_sportamt_dtls child_3_sportamt_dtls child_4_sportamt_dtls "
        "child_5_above_sportamt_dtls sport_perd basis_cont paymnt_std_cont"
    ),
    _grants,
)

GYEONGGI_CARE: tuple[Table, ...] = (
    *(DAYCARES_TABLE, SPECIAL_DAYCARES, KINDERGARTENS, NURSERIES, PROGRAMS, GRANTS),
)
