"""``statistics_items``: what a table of 국가통계포털 consists of: its items, then its axes' values.

A few tables are real ones whose items recorded replies show; what any other table counts follows
from its id. Districts are the country's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.districts import districts, provinces
from kopa_env.world.tables.education.register import latin
from kopa_env.world.world import World

_TABLE = re.compile(r"(DT|TX|INH)_\w{3,40}", re.ASCII)
_UNITS = {
    # id: (unit, in English); the first two as recorded
    "14STD04553": ("명", "Person"), "14STD05392": ("십만명당", "per 100 thousand person"),
    "14STD90001": ("가구", "Household"), "14STD90002": ("개", "Each"), "14STD90003": ("호", "Unit"),
    "14STD90004": ("천명", "Thousand person"), "14STD90005": ("%", "%"),
    "14STD90006": ("2020=100", "2020=100"), "14STD90007": ("천명당", "per 1000 person"),
    "14STD90008": ("세대", "Household"),
}  # fmt: skip
_PERSON, _OF_100_000, _HOUSEHOLD, _EACH, _HOME, _THOUSAND, _PERCENT, _INDEX, _OF_1000, _SEDAE = (
    _UNITS
)


@dataclass(frozen=True, slots=True)
class Subject:
    """What tables on one subject count (id, name, English name, unit) and along which axes."""

    items: tuple[tuple[str, str, str, str], ...]
    axes: tuple[str, ...]


_SUBJECTS: Mapping[str, Subject] = {
    "주민등록인구": Subject(
        (
            ("T20", "총인구수", "Koreans (Total)", _PERSON),
            ("T21", "남자인구수", "Koreans (Male)", _PERSON),
            ("T22", "여자인구수", "Koreans (Female)", _PERSON),
        ),
        ("시군구",),
    ),
    "연령별 인구": Subject(
        (
            ("T2", "총인구수", "Population", _PERSON),
            ("T3", "남자인구수", "Male", _PERSON),
            ("T4", "여자인구수", "Female", _PERSON),
        ),
        ("시군구", "연령"),
    ),
    "사망": Subject(
        (
            ("T1", "사망자수", "Deaths", _PERSON),
            ("T4", "사망률", "mortality rate", _OF_100_000),
        ),
        ("사망원인", "성"),
    ),
    "출생": Subject(
        (
            ("T1", "출생아수", "Births", _PERSON),
            ("T2", "조출생률", "Crude birth rate", _OF_1000),
        ),
        ("시군구",),
    ),
    "가구": Subject(
        (
            ("T1", "일반가구", "General households", _HOUSEHOLD),
            ("T2", "1인가구", "One-person households", _HOUSEHOLD),
        ),
        ("시도", "연령"),
    ),
    "사업체": Subject(
        (
            ("T1", "사업체수", "Establishments", _EACH),
            ("T2", "종사자수", "Employees", _PERSON),
        ),
        ("시도", "산업"),
    ),
    "주택": Subject((("T1", "미분양주택수", "Unsold housings", _HOME),), ("시군구",)),
    "고용": Subject(
        (
            ("T1", "취업자", "Employed persons", _THOUSAND),
            ("T2", "실업률", "Unemployment rate", _PERCENT),
        ),
        ("성", "연령"),
    ),
    "물가": Subject((("T1", "소비자물가지수", "Consumer price index", _INDEX),), ("시도",)),
}
_NAMED: Mapping[str, Subject] = {
    # subjects of tables that are known alone
    "주민등록세대": Subject((("T1", "세대수", "Household", _SEDAE),), ("시군구",)),
    "총조사": Subject(
        (
            ("T100", "총인구", "Population", _PERSON),
            ("T110", "남자", "Male", _PERSON),
            ("T120", "여자", "Female", _PERSON),
            ("T200", "일반가구", "General households", _HOUSEHOLD),
            ("T310", "주택", "Housing units", _HOME),
        ),
        ("시군구",),
    ),
    "1인가구": Subject(
        (("T001", "1인 가구 비율", "Single-person household ratio", _PERCENT),), ("시도",)
    ),
    "미분양 종합": Subject(
        (("13103871014T1", "미분양(12월기준)", "Unsold Housings", _HOME),), ("대분류", "구분")
    ),
    "품목별 물가": Subject(
        (("T1", "소비자물가지수", "Consumer price index", _INDEX),), ("시도", "지출목적")
    ),
}
_KNOWN = {(r["org"], r["tbl"]): r["subject"] for r in fact_rows("kosis_tables")}
_AXES = {
    "시군구": ("행정구역(시군구)별", "By Administrative District"),
    "시도": ("시도별", "By Province"),
    "연령": ("연령별", "By age group"),
    "성": ("성별", "By gender"),
    "사망원인": ("사망원인별(50항목)", "By the cause of death(50 items)"),
    "산업": ("산업별", "By industry"),
    "지출목적": ("지출목적별", "By purpose"),
    "대분류": ("대분류", "Classification"),
    "구분": ("구분", "Classification"),
}
_LISTED = {
    "성": "0:계:Total|1:남자:Male|2:여자:Female",
    "사망원인": (
        "0:계:Total|1:특정 감염성 및 기생충성 질환:Certain infectious and parasitic diseases|"
        "2:신생물:Neoplasms|"
        "3:내분비, 영양 및 대사 질환:Endocrine, nutritional and metabolic diseases|"
        "4:순환계통의 질환:Diseases of the circulatory system|"
        "5:호흡계통의 질환:Diseases of the respiratory system|"
        "6:소화계통의 질환:Diseases of the digestive system|"
        "7:질병이환 및 사망의 외인:External causes of morbidity and mortality"
    ),
    "산업": (
        "0:전체 산업:All industries|A:농업, 임업 및 어업:Agriculture, forestry and fishing|"
        "C:제조업:Manufacturing|F:건설업:Construction|G:도매 및 소매업:Wholesale and retail trade|"
        "H:운수 및 창고업:Transportation and storage|"
        "I:숙박 및 음식점업:Accommodation and food service activities|P:교육 서비스업:Education"
    ),
    "대분류": (
        "13102871014A.0001:부문별미분양현황:Unsold by sector|"
        "13102871014A.0002:규모별미분양현황:Unsold by size"
    ),
    "구분": (
        "13102871014B.0001:계:Total|13102871014B.0002:공공부문:Public sector|"
        "13102871014B.0003:민간부문:Private sector|13102871014B.0004:60㎡이하:60㎡ and under|"
        "13102871014B.0005:60~85㎡:60-85㎡|13102871014B.0006:85㎡초과:Over 85㎡"
    ),
    "지출목적": (
        "0:총지수:All items|A:식료품 및 비주류음료:Food and non-alcoholic beverages|"
        "B:주류 및 담배:Alcoholic beverages and tobacco|C:의류 및 신발:Clothing and footwear|"
        "D:주택, 수도, 전기 및 연료:Housing, water, electricity and fuels|"
        "E:가정용품 및 가사 서비스:Furnishings and household services|F:보건:Health|"
        "G:교통:Transport|H:통신:Communication|I:오락 및 문화:Recreation and culture|"
        "J:교육:Education|K:음식 및 숙박:Restaurants and hotels|"
        "L:기타 상품 및 서비스:Miscellaneous goods and services"
    ),
}
_PROVINCES = {
    "경기": "Gyeonggi-do", "강원": "Gangwon-do", "충북": "Chungcheongbuk-do",
    "충남": "Chungcheongnam-do", "전북": "Jeollabuk-do", "전남": "Jeollanam-do",
    "경북": "Gyeongsangbuk-do", "경남": "Gyeongsangnam-do", "제주": "Jeju-do",
}  # fmt: skip
_SOUNDS = (  # how letters sound across a syllable's end, marked "."
    (r"(ng|m)\.r", r"\1.n"), (r"k\.r", "ng.n"), (r"p\.r", "m.n"), (r"n\.r|l\.[nr]", "l.l"),
    (r"k\.(?=[aeiouwy])", "g."), (r"l\.(?=[aeiouwy])", "r."), (r"p\.(?=[aeiouwy])", "b."),
)  # fmt: skip

Member = tuple[str, str, str, Value]
"""A value of an axis: its code, its name, its English name, and the code above it."""


def _english(place: str) -> str:
    """Return a district's name as signs write it: ``Jongno-gu``."""
    return " ".join(f"{_sounded(word[:-1])}-{latin(word[-1])}" for word in place.split())


def _sounded(stem: str) -> str:
    text = ".".join(map(latin, stem))
    for heard, written in _SOUNDS:
        text = re.sub(heard, written, text)
    return text.replace(".", "").capitalize()


@lru_cache(maxsize=8)
def _members(axis: str) -> tuple[Member, ...]:
    """Return the values of an axis, what lies above before what lies below."""
    if axis in ("시도", "시군구"):
        return tuple(_regions(whole=axis == "시군구"))
    if axis == "연령":
        groups = ((f"{a:03d}", f"{a - 5} - {a - 1}세") for a in range(5, 105, 5))
        found = [(code, name, f"{name[:-1]} years old", None) for code, name in groups]
        return (("000", "계", "Total", None), *found, ("105", "100세 이상", "100 and over", None))
    parts = (entry.split(":") for entry in _LISTED[axis].split("|"))
    return tuple((code, name, english, None) for code, name, english in parts)


def _regions(*, whole: bool) -> Iterator[Member]:
    yield ("00", "전국", "Whole country", None)
    for province in provinces():
        english = _PROVINCES.get(province.short) or latin(province.short).capitalize()
        yield (province.code, province.name, english, None)
        for place in districts() if whole else ():
            if place.province == province.short and place.name != province.name:
                yield (place.code, place.name, _english(place.name), province.code)


def subject_of(seed: int, org: object, table: object) -> str | None:
    """Return the name of what a table counts, or nothing for ids that none can have."""
    org, table = str(org or ""), str(table or "")
    if not (org.isdecimal() and len(org) == 3 and _TABLE.fullmatch(table)):
        return None
    known = _KNOWN.get((org, table))
    return known or Draw(seed, "statistics", org, table).pick(list(_SUBJECTS))


def subject(name: str) -> Subject:
    """Return what tables on a subject consist of."""
    return _SUBJECTS.get(name) or _NAMED[name]


def members(axis: str) -> tuple[Member, ...]:
    """Return the values of an axis, what lies above before what lies below."""
    return _members(axis)


def axis_names(axis: str) -> tuple[str, str]:
    """Return an axis's name, and in English."""
    return _AXES[axis]


def unit_names(unit: str) -> tuple[str, str]:
    """Return a unit by its id, and in English."""
    return _UNITS[unit]


def _part(world: World, values: Sequence[Value]) -> Iterator[Row]:
    org, table = (str(v or "") for v in (*values, "")[:2])
    found = subject_of(world.seed, org, table)
    if found is None:
        return
    for code, name, english, unit in subject(found).items:
        yield (
            *(org, table, "ITEM", "항목", "Item code list", code, name, english, None, None),
            *(unit, *_UNITS[unit], None, None),
        )
    for place, axis in enumerate(subject(found).axes):
        for code, name, english, above in _members(axis):
            yield (
                *(org, table, "ABCDEFGH"[place], *_AXES[axis], code, name, english, above),
                *(str(place + 1), *(None,) * 5),
            )


STATISTICS_ITEMS = Table(
    "statistics_items",
    (
        Column("org_id", domain="statistics_org"),
        Column("tbl_id", domain="statistics_table"),
        *map(Column, ("obj_id", "obj_nm", "obj_nm_eng", "itm_id", "itm_nm", "itm_nm_eng")),
        Column("up_itm_id", null_rate=0.2),
        Column("obj_id_sn", null_rate=0.05),
        Column("unit_id", null_rate=0.9),
        Column("unit_nm", null_rate=0.9),
        Column("unit_eng_nm", null_rate=0.9),
        Column("cd_id", null_rate=1.0),
        Column("cd_nm", null_rate=1.0),
    ),
    lambda world: (row for key in _KNOWN for row in _part(world, key)),
    key=("org_id", "tbl_id", "obj_id", "itm_id"),
    by=("org_id", "tbl_id"),
    part=_part,
)
