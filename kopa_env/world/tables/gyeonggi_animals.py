"""Stray animals of 경기도 and their shelters: fictional, as are the people in charge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.school_names import place
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.gyeonggi_places import (
    TODAY,
    City,
    Spot,
    bag,
    cities,
    day,
    phone,
    pick_dong,
    spot,
    stem,
    table_columns,
)
from kopa_env.world.world import World

ANIMALS = 9_200
_SPAN = 396
"""Days over which the animals came in."""

_BREEDS = bag(
    (
        *(("[개] 믹스견", 520), ("[고양이] 한국 고양이", 260), ("[개] 말티즈", 30)),
        *(("[개] 푸들", 34), ("[개] 진도견", 36), ("[개] 포메라니안", 14), ("[개] 시츄", 12)),
        *(("[개] 비숑 프리제", 10), ("[고양이] 코리안 숏헤어", 30), ("[고양이] 페르시안", 6)),
        *(("[기타축종] 토끼", 8), ("[기타축종] 앵무새", 4), ("[기타축종] 고슴도치", 3)),
    )
)
_COLOURS = ("갈색", "흰색", "검정", "검정&흰색", "치즈", "고등어", "황색", "회색", "크림", "삼색")
_TEMPERS = (
    "온순함",
    "사람을 잘 따름",
    "겁이 많음",
    "활발함",
    "경계심 있음",
    "목줄 착용",
    "피부 상태 양호",
)
_FATES = bag(
    (
        ("종료(입양)", 38),
        ("종료(반환)", 20),
        ("종료(자연사)", 22),
        ("종료(안락사)", 16),
        ("종료(기증)", 4),
    )
)


@dataclass(frozen=True, slots=True)
class Shelter:
    """A shelter of one city: the same in the list of shelters and beside each of its animals."""

    number: int
    city: City
    name: str
    at: Spot
    phone: str
    keeper: str
    room: int


@lru_cache(maxsize=2)
def shelters(seed: int) -> tuple[Shelter, ...]:
    """Return the shelters: each city has one, large cities have more."""
    made: list[Shelter] = []
    for city in cities():
        for number in range(1 + (city.people > 250) + (city.people > 600)):
            draw = Draw(seed, "gyeonggi shelter", city.code, number)
            name = f"{stem(city)}{draw.pick(('유기동물보호소', '동물보호소', '동물보호센터'))}"
            if number:
                name = f"{place(draw)}{draw.pick(('동물병원 동물보호센터', '동물보호소'))}"
            at = spot(draw, pick_dong(draw, city.code))
            made.append(
                Shelter(
                    *(len(made), city, name, at, phone(draw, city)),
                    *(names.person(draw), draw.between(20, 260)),
                )
            )
    return tuple(made)


def _shelter_rows(world: World) -> Iterator[Row]:
    for s in shelters(world.seed):
        yield (
            *(s.city.name, s.city.code, s.name, s.at.road, s.phone, s.at.lat, s.at.lon),
            *(s.room, s.at.zip),
        )


SHELTERS_TABLE = Table(
    "gyeonggi_shelters",
    table_columns(
        "sigun_nm:sigun_name=ref sigun_cd:sigun5=ref entrps_nm:gg_shelter refine_roadnm_addr "
        "entrps_telno refine_wgs84_lat refine_wgs84_logt aceptnc_ablty_cnt* refine_zip_cd:zip5"
    ),
    _shelter_rows,
)


def _animals(world: World) -> Iterator[Row]:
    found = shelters(world.seed)
    homes = bag(tuple((str(s.number), 1 + s.city.people * s.room // 20_000) for s in found))
    for number in range(ANIMALS):
        draw = Draw(world.seed, "gyeonggi animal", number)
        came = TODAY - 1 - number * _SPAN // ANIMALS
        yield _animal(draw, number, came, found[int(draw.pick(homes))])


def _animal(draw: Draw, number: int, came: int, s: Shelter) -> Row:
    serial, year = ANIMALS - number, day(came)[:4]
    born = int(year) - draw.skewed(0, 12, 3)
    kept = came > TODAY - 11 or draw.below(1000) < 9_000 // (TODAY - came)
    weight = draw.skewed(3, 260, 2)
    image = f"https://animal.gg.example/{serial:06d}"
    return (
        f"441{100 + s.number:03d}{year}{serial:05d}",
        *(day(came), f"{draw.pick((s.at.dong.name, place(draw)))} {draw.pick(_FOUND)}"),
        *("보호중" if kept else draw.pick(_FATES), f"경기-{stem(s.city)}-{year}-{serial:05d}"),
        *(day(came), day(came + 10), draw.pick(_BREEDS), draw.pick(_COLOURS), f"{born}(년생)"),
        f"{weight // 10}.{weight % 10}(Kg)" if weight % 10 else f"{weight // 10}(Kg)",
        *(
            draw.weighted((("M", 49), ("F", 45), ("Q", 6))),
            draw.weighted((("N", 62), ("U", 26), ("Y", 12))),
        ),
        *(draw.pick(_TEMPERS), s.name, s.phone, s.at.road, s.at.road, s.at.lot, s.at.zip),
        *(f"경기도 {s.city.name}", s.keeper, s.phone),
        "치료 중" if draw.chance(70) else None,
        *(f"{image}.jpg", f"{image}_s.jpg", s.at.lat, s.at.lon),
    )


_FOUND = (
    "주민센터 앞",
    "공원 입구",
    "초등학교 인근",
    "아파트 단지",
    "도로변",
    "시장 골목",
    "마을회관 앞",
)

ANIMALS_TABLE = Table(
    "gyeonggi_animals",
    table_columns(
        "abdm_idntfy_no:animal_no recept_de discvry_plc_info state_nm pblanc_idntfy_no "
        "pblanc_begin_de pblanc_end_de species_nm color_nm age_info bdwgh_info sex_nm neut_yn "
        "sfetr_info shter_nm:gg_shelter=ref shter_telno protect_plc refine_roadnm_addr "
        "refine_lotno_addr refine_zip_cd:zip5 jurisd_inst_nm chrgpsn_nm chrgpsn_contct_no "
        "partclr_matr?93 image_cours thumb_image_cours refine_wgs84_lat refine_wgs84_logt"
    ),
    _animals,
    key=("abdm_idntfy_no",),
    persons="fictional",
)

GYEONGGI_ANIMALS: tuple[Table, ...] = (SHELTERS_TABLE, ANIMALS_TABLE)
