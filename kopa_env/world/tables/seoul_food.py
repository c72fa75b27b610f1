"""Where to eat in Seoul: the register of restaurant licences, and what visitors are sent to.

All restaurants are fictional; districts are real. Whatever visitors are sent to is in business
and stands in the register under the same name and address.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.law.english import romanised
from kopa_env.world.names import named
from kopa_env.world.school_names import place
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.gyeonggi_places import TODAY, bag, day
from kopa_env.world.tables.gyeonggi_restaurants import STATES, life
from kopa_env.world.tables.seoul_areas import areas
from kopa_env.world.tables.seoul_map import micro, plane
from kopa_env.world.tables.seoul_places import Dong, Spot, gus, spot
from kopa_env.world.world import World

LICENCES = 45_000
"""Licences ever given, of which more than half have ended."""

STAY = 1_150
"""Days after which a licence has ended in some 45 per cent of cases."""

_ROAD_NAMES = 735_000
"""The day from which addresses are by road (ordinal); who closed before has none."""

_KINDS = (
    ("한식", 400), ("기타", 92), ("경양식", 84), ("호프/통닭", 78), ("분식", 74), ("까페", 62),
    ("일식", 58), ("중국식", 46), ("식육(숯불구이)", 36), ("통닭(치킨)", 26),
    ("정종/대포집/소주방", 24), ("외국음식전문점(인도,태국등)", 18), ("횟집", 17),
    ("김밥(도시락)", 15), ("패스트푸드", 12), ("뷔페식", 6), ("감성주점", 4), ("탕류(보신용)", 4),
    ("전통찻집", 3), ("라이브카페", 2), ("복어취급", 2),
)  # fmt: skip
_KIND_BAG = bag(_KINDS)
_TAILS = {
    "한식": "식당 밥상 한식당 국밥 순대국 감자탕 해장국 칼국수 보리밥 정식 회관 설렁탕 냉면 곰탕",
    "기타": "푸드 주방 키친 식탁",
    "경양식": "레스토랑 파스타 돈까스 키친 비스트로 다이닝 스테이크하우스",
    "호프/통닭": "호프 비어 치킨호프 펍",
    "분식": "분식 떡볶이 김밥 우동 만두",
    "까페": "카페 커피 커피로스터스 다방 디저트카페",
    "일식": "초밥 스시 라멘 이자카야 돈부리 우동",
    "중국식": "반점 짬뽕 마라탕 양꼬치 딤섬",
    "식육(숯불구이)": "숯불갈비 정육식당 생고기 화로구이 갈비",
    "통닭(치킨)": "치킨 통닭 닭강정 후라이드",
    "정종/대포집/소주방": "포차 주막 대포 선술집",
    "외국음식전문점(인도,태국등)": "쌀국수 커리 타이키친 타코",
    "횟집": "횟집 수산 활어회",
    "김밥(도시락)": "김밥 도시락",
    "패스트푸드": "버거 피자 토스트",
    "뷔페식": "뷔페 한식뷔페",
    "감성주점": "라운지 주점",
    "탕류(보신용)": "삼계탕 추어탕",
    "전통찻집": "찻집 다원",
    "라이브카페": "라이브카페 라이브",
    "복어취급": "복집 복국",
}
_BY_KIND = {kind: tuple(tails.split()) for kind, tails in _TAILS.items()}
_FIRST_WORDS = ("원조", "옛날", "엄마손", "우리", "소문난", "본가")
_FLOORS = (("", 46), (", 1층", 34), (", 지하1층", 8), (", 2층", 10), (", 3층", 2))


@dataclass(frozen=True, slots=True)
class Shop:
    """One licence: ``stem`` is a name's own part, blank where it has none; days are ordinals."""

    number: int
    code: str
    name: str
    stem: str
    tail: str
    kind: str
    at: Spot
    licensed: int
    closed: int
    state: str


@lru_cache(maxsize=1)
def shops(seed: int) -> tuple[Shop, ...]:
    """Return every licence: district by district, in the order of licensing."""
    made = [_shop(seed, number) for number in range(LICENCES)]
    places = {gu.gu: n for n, gu in enumerate(gus())}
    made.sort(key=lambda s: (places[s.at.dong.gu], s.licensed, s.number))
    serials: Counter[str] = Counter()
    found = []
    for s in made:
        year = f"{office(s.at.dong)}-101-{day(s.licensed)[:4]}"
        serials[year] += 1
        found.append(
            Shop(
                *(s.number, f"{year}-{serials[year]:05d}", s.name, s.stem, s.tail, s.kind, s.at),
                *(s.licensed, s.closed, s.state),
            )
        )
    return tuple(found)


@lru_cache(maxsize=512)
def office(dong: Dong) -> str:
    """Return the code of the district's office in registers of licences."""
    number = next(n for n, gu in enumerate(gus()) if gu.gu == dong.gu)
    return f"{3_000_000 + number * 10_000}"


def _shop(seed: int, number: int) -> Shop:
    draw = Draw(seed, "seoul restaurant", number)
    kind = draw.pick(_KIND_BAG)
    at = spot(draw)
    licensed, closed, state = life(draw, 17_000, STAY)
    tail = draw.pick(_BY_KIND[kind])
    name, stem = _name(draw, tail, at.dong)
    return Shop(number, "", name, stem, tail, kind, at, licensed, closed, state)


def telephone(seed: int, shop: Shop) -> str | None:
    """Return a shop's telephone number, which nobody has: no exchange begins with 0."""
    draw = Draw(seed, "shop telephone", shop.number)
    return f"02-0{draw.between(100, 999)}-{draw.digits(4)}" if draw.chance(700) else None


def _name(draw: Draw, tail: str, dong: Dong) -> tuple[str, str]:
    """Return a shop's name and its stem: its own, a chain's with its branch, or a place's."""
    way, stem = draw.below(100), named(draw, ("",))
    near = dong.name.rstrip("0123456789.·").removesuffix("동")
    near = near if len(near) > 1 else dong.name
    stations = [f"{name.removesuffix('역')}역" for name in _stations_of(dong.gu)] or [near]
    if way < 48:
        return stem + tail, stem
    if way < 70:
        return f"{stem}{tail} {draw.pick((near, near, draw.pick(stations), near + '중앙'))}점", ""
    if way < 92:
        stem = place(draw)
        return stem + tail, stem
    return f"{draw.pick(_FIRST_WORDS)} {stem}{tail}", ""


def _licences(world: World) -> Iterator[Row]:
    for s in shops(world.seed):
        draw = Draw(world.seed, "seoul licence", s.number)
        east, north = plane(micro(s.at.lat) or 0, micro(s.at.lon) or 0)
        known = not draw.chance(50)
        floor = draw.weighted(_FLOORS)
        _, _, state, word = STATES[s.state]
        yield (
            *(office(s.at.dong), s.code, day(s.licensed), state, word),
            day(s.closed) if s.closed else None,
            telephone(world.seed, s),
            *(s.at.lot, None if 0 < s.closed < _ROAD_NAMES else s.at.road + floor, s.name),
            *(s.kind, east if known else None, north if known else None, s.at.dong.gu),
        )


RESTAURANT_LICENCES = Table(
    "seoul_restaurant_licences",
    (
        Column("opnsfteamcode", domain="license_office", gen="fact"),
        Column("mgtno", domain="seoul_licence_no"),
        Column("apvpermymd", domain="date"),
        *(Column(n) for n in ("trdstategbn", "trdstatenm")),
        Column("dcbymd", domain="date", null_rate=0.4),
        Column("sitetel", null_rate=0.3),
        Column("sitewhladdr"),
        Column("rdnwhladdr", null_rate=0.3),
        *(Column(n) for n in ("bplcnm", "uptaenm")),
        *(Column(n, null_rate=0.05) for n in ("x", "y")),
        Column("gu", gen="fact"),
    ),
    _licences,
    key=("mgtno",),
)

# ---- for visitors ----------------------------------------------------------------------------

LANGUAGES = ("ko", "en", "ja", "zh-CN")
_LANGUAGE_NAMES = {"ko": "한국어", "en": "English", "ja": "日本語", "zh-CN": "中文(简体)"}
_SITE = "https://culture.example.kr"

_OTHER_DISHES = (
    *("국밥", "순대국", "해장국", "보리밥", "곰탕", "우동", "이자카야", "돈부리"),
    *("마라탕", "양꼬치", "딤섬"),
)
"""Dishes in names that have no words abroad here."""

_HOURS = (
    *("11:00~21:00", "11:30~22:00", "10:00~22:00", "매일 11:00~21:30", "09:00~20:00"),
    *("11:30~21:00 (준비 시간 15:00~17:00)", "평일 11:00~21:00 / 주말 11:00~20:00", "24시간"),
)
_HOURS_ABROAD = {
    "매일 ": {"en": "Daily ", "ja": "毎日 ", "zh-CN": "每日 "},
    "준비 시간": {"en": "break", "ja": "準備時間", "zh-CN": "休息时间"},
    "평일": {"en": "Weekdays", "ja": "平日", "zh-CN": "平日"},
    "주말": {"en": "Weekends", "ja": "週末", "zh-CN": "周末"},
    "24시간": {"en": "24 hours", "ja": "24時間", "zh-CN": "24小时"},
}
_ROWS = {
    # Hangul leads in their order → kana with a, i, u, e, o, ya, yu, yo
    "ㄱㄲㅋ": "カ キ ク ケ コ キャ キュ キョ", "ㄴ": "ナ ニ ヌ ネ ノ ニャ ニュ ニョ",
    "ㄷㄸㅌ": "タ ティ トゥ テ ト テャ テュ テョ", "ㄹ": "ラ リ ル レ ロ リャ リュ リョ",
    "ㅁ": "マ ミ ム メ モ ミャ ミュ ミョ", "ㅂㅃㅍ": "パ ピ プ ペ ポ ピャ ピュ ピョ",
    "ㅅㅆ": "サ シ ス セ ソ シャ シュ ショ", "ㅇ": "ア イ ウ エ オ ヤ ユ ヨ",
    "ㅈㅉㅊ": "チャ チ チュ チェ チョ チャ チュ チョ", "ㅎ": "ハ ヒ フ ヘ ホ ヒャ ヒュ ヒョ",
}  # fmt: skip
_KANA = {lead: row.split() for leads, row in _ROWS.items() for lead in leads}
_LEADS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_VOWELS = (0, 3, 5, 3, 4, 3, 7, 3, 4, "ァ", "ェ", "ェ", 7, 2, "ォ", "ェ", "ィ", 6, 2, "ィ", 1)
_FINALS = {0: "", 1: "ク", 2: "ク", 4: "ン", 8: "ル", 16: "ム", 17: "プ", 21: "ン"}


def kana(text: str) -> str:
    """Return Korean text in katakana, syllable by syllable, roughly as it sounds."""
    return "".join(_syllable(char) for char in text)


def _syllable(char: str) -> str:
    number = ord(char) - 0xAC00
    if not 0 <= number < 11_172:
        return char
    lead, rest = divmod(number, 588)
    row, vowel = _KANA[_LEADS[lead]], _VOWELS[rest // 28]
    if isinstance(vowel, int):
        sound = row[vowel]
    else:
        sound = "ワ" if (vowel, row[0]) == ("ァ", "ア") else row[2] + vowel
    return sound + _FINALS.get(rest % 28, "ッ")


@lru_cache(maxsize=32)
def _stations_of(gu: str) -> tuple[str, ...]:
    return tuple(name for area in areas() if area.gu == gu for name in area.stations)


Dish = tuple[str, str, str, str]
"""A dish in the four languages."""


@lru_cache(maxsize=1)
def _menu() -> dict[str, tuple[Dish, ...]]:
    """Return by kind of restaurant the dishes that have words in every language."""
    found: dict[str, list[Dish]] = {}
    for r in fact_rows("seoul_dishes"):
        found.setdefault(r["kind"], []).append((r["ko"], r["en"], r["ja"], r["zh"]))
    return {kind: tuple(dishes) for kind, dishes in found.items()}


@lru_cache(maxsize=1)
def _gu_abroad() -> dict[str, dict[str, str]]:
    return {r["gu"]: r for r in fact_rows("seoul_gus")}


def _dishes(shop: Shop) -> Sequence[Dish]:
    """Return what a restaurant may be known for: the dish in its name, if one is there."""
    all_of_kind = _menu()[shop.kind]
    own = [dish for dish in all_of_kind if shop.tail in dish[0] or dish[0] in shop.tail]
    return own or (() if shop.tail in _OTHER_DISHES else all_of_kind)


def chosen(seed: int) -> Iterator[Shop]:
    """Yield the restaurants that visitors are sent to."""
    for s in shops(seed):
        if s.state != "영업" or s.kind not in _menu() or not s.stem or s.licensed > TODAY - 700:
            continue
        if _dishes(s) and Draw(seed, "for visitors", s.number).chance(92):
            yield s


def _visitors(world: World) -> Iterator[Row]:
    number = 2_030
    for shop in chosen(world.seed):
        draw = Draw(world.seed, "visitors", shop.number)
        dish = draw.pick(_dishes(shop))
        near = _stations_of(shop.at.dong.gu)
        station = draw.pick(near) if near and draw.chance(880) else ""
        away = (draw.between(1, 12), draw.between(4, 60) * 10)
        hours, online = draw.pick(_HOURS), draw.chance(360)
        called = telephone(world.seed, shop)
        few = draw.chance(260)
        for place_of, language in enumerate(LANGUAGES[:2] if few else LANGUAGES):
            number += 1
            yield (
                *(str(number), language, _called(shop, dish[place_of], language)),
                f"{_SITE}/{language}/food/{number}",
                *(_address(shop, shop.at.lot, language), _address(shop, shop.at.road, language)),
                called if language == "ko" or not called else f"+82-{called[1:]}",
                f"{_SITE}/shop/{shop.code}" if online else None,
                *(_hours(hours, language), _way(station, *away, language)),
                *(_LANGUAGE_NAMES[language] if online else None, dish[place_of], shop.code),
            )


def _called(shop: Shop, dish: str, language: str) -> str:
    """Return a restaurant's name: abroad its own part and what it is known for."""
    if language == "ko":
        return shop.name
    if language == "ja":
        return kana(shop.name)
    return romanised(shop.name) if language == "en" else f"{romanised(shop.stem)} {dish}"


def _address(shop: Shop, korean: str, language: str) -> str:
    if language == "ko":
        return korean
    abroad = _gu_abroad()[shop.at.dong.gu]
    *_, street, house = korean.split()
    if language == "en":
        gu = romanised(shop.at.dong.gu.removesuffix("구"))
        return f"{house}, {_street(street)}, {gu}-gu, Seoul"
    if language == "ja":
        return f"ソウル特別市 {abroad['ja']} {kana(street)} {house}"
    return f"首尔特别市 {abroad['zh']} {_street(street)} {house}"


_STREET_TAILS = (("대로", "daero"), ("로", "ro"), ("길", "gil"), ("동", "dong"))


def _street(name: str) -> str:
    side = re.fullmatch(r"(.+)로(\d+)번길", name)
    if side:
        return f"{romanised(side[1])}-ro {side[2]}beon-gil"
    for tail, latin in _STREET_TAILS:
        if name.endswith(tail):
            return f"{romanised(name.removesuffix(tail))}-{latin}"
    return romanised(name)


def _hours(korean: str, language: str) -> str:
    if language == "ko":
        return korean
    for word, abroad in _HOURS_ABROAD.items():
        korean = korean.replace(word, abroad[language])
    return korean


def _way(station: str, door: int, away: int, language: str) -> str | None:
    if not station:
        return None
    name = station.removesuffix("역")
    if language == "ko":
        return f"{name}역 {door}번 출구에서 {away}m"
    if language == "ja":
        return f"{kana(name)}駅 {door}番出口から{away}m"
    latin = romanised(name)
    return f"{away}m from {latin} Station, Exit {door}" if language == "en" else (
        f"{latin}站{door}号出口步行{away}米"
    )  # fmt: skip


TOURIST_RESTAURANTS = Table(
    "seoul_tourist_restaurants",
    (
        Column("post_sn", domain="seoul_post"),
        *(Column(n) for n in ("lang_code_id", "post_sj", "post_url", "address", "new_address")),
        Column("cmmn_telno", null_rate=0.3),
        Column("cmmn_hmpg_url", null_rate=0.64),
        Column("cmmn_use_time"),
        Column("subway_info", null_rate=0.15),
        Column("cmmn_hmpg_lang", null_rate=0.64),
        Column("fd_reprsnt_menu"),
        Column("mgtno", domain="seoul_licence_no", gen="ref"),
    ),
    _visitors,
    key=("post_sn",),
)
