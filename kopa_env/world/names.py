"""Names of things that do not exist: companies, persons, addresses.

Every part is chosen so that no listed company of the reference date starts with a company stem
and no member of the 22nd Assembly bears a person's name (a test compares them where the lists are
at hand). Districts are real; roads and house numbers are made up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from kopa_env.world.draw import Draw

_HEADS_TEXT = (
    "가율 나담 나린 나온 누솔 늘담 늘찬 다담 다율 다해 담온 담율 도담 도율 들찬 라율 루담 "
    "루온 린솔 마루온 마율 모아린 미담 미솔 미율 바담 바온 벼리 별담 별찬 비온 빛담 빛율 "
    "새담 새벼리 샘온 서담 서율 소담 소율 솔담 솔율 슬온 시담 시율 아담온 아율 여담 여울 "
    "예담 예율 온담 온새 온율 우담 우솔 윤담 윤슬 은가람 은담 은솔 이든 자담 자율 재담 "
    "지담 지율 차담 차율 찬담 찬율 참담온 참율 채담 채율 초담 초율 큰담 큰율 태담 태율 "
    "푸담 푸르온 푸율 하담 하율 한담 한별온 한율 해담 해온 해율 호담 혜담 혜율 효담 휘담 "
    "휘율 흰담 흰율"
)
_HEADS = tuple(_HEADS_TEXT.split())
_TAILS_TEXT = "솔 빛 별 샘 결 찬 온 울 누리 나래 마루 미르 들 터"
_TAILS = ("", *_TAILS_TEXT.split())
_MIDDLES = ("", "", "", "", "바이오", "에코", "글로벌", "뉴", "그린", "스마트", "퍼스트", "이노")
_TRADES: dict[str, tuple[str, str, str]] = {
    # suffix: (English, industry code, what it does)
    "머티리얼즈": ("Materials", "20119", "정밀 소재 제조"),
    "소재": ("Advanced Materials", "22299", "기능성 소재 제조"),
    "케미칼": ("Chemical", "20111", "기초 화학물질 제조"),
    "제약": ("Pharm", "21210", "의약품 제조"),
    "바이오": ("Bio", "21102", "바이오 의약품 연구개발"),
    "헬스케어": ("Healthcare", "27199", "의료기기 제조"),
    "메디칼": ("Medical", "27111", "의료용 기기 제조"),
    "전자": ("Electronics", "26299", "전자부품 제조"),
    "반도체": ("Semiconductor", "26121", "반도체 제조"),
    "디스플레이": ("Display", "26211", "표시장치 제조"),
    "테크": ("Tech", "29271", "반도체 장비 제조"),
    "정밀": ("Precision", "29294", "정밀기계 제조"),
    "중공업": ("Heavy Industries", "31113", "선박 및 플랜트 제조"),
    "산업": ("Industry", "25911", "금속 가공"),
    "금속": ("Metal", "24199", "비철금속 제조"),
    "오토": ("Auto", "30399", "자동차 부품 제조"),
    "모빌리티": ("Mobility", "30391", "전동화 부품 제조"),
    "에너지": ("Energy", "35114", "신재생에너지 발전"),
    "배터리": ("Battery", "28202", "이차전지 제조"),
    "건설": ("Construction", "41221", "건축 및 토목공사"),
    "엔지니어링": ("Engineering", "72121", "엔지니어링 서비스"),
    "물산": ("Trading", "46800", "종합 무역"),
    "유통": ("Retail", "47129", "종합 소매"),
    "푸드": ("Foods", "10749", "식품 제조"),
    "식품": ("Food", "10799", "가공식품 제조"),
    "로지스": ("Logistics", "52919", "물류 서비스"),
    "해운": ("Shipping", "50112", "외항 화물 운송"),
    "소프트": ("Soft", "58222", "응용 소프트웨어 개발"),
    "시스템즈": ("Systems", "62021", "정보시스템 구축"),
    "네트웍스": ("Networks", "61220", "통신 서비스"),
    "데이터": ("Data", "63112", "데이터 처리 및 호스팅"),
    "게임즈": ("Games", "58221", "게임 개발 및 배급"),
    "엔터": ("Entertainment", "59114", "영상 콘텐츠 제작"),
    "미디어": ("Media", "60100", "방송 콘텐츠 제공"),
    "캐피탈": ("Capital", "64913", "여신 금융"),
    "인베스트": ("Investment", "64209", "벤처 투자"),
    "홀딩스": ("Holdings", "64992", "지주회사"),
    "화장품": ("Cosmetics", "20423", "화장품 제조"),
    "섬유": ("Textile", "13102", "섬유 제조"),
    "제지": ("Paper", "17122", "종이 제조"),
    "포장": ("Packaging", "22232", "포장재 제조"),
    "환경": ("Environment", "38210", "폐기물 처리"),
}
_FORMS = ("", "", "", "", "", "", "코리아", "컴퍼니")
SUFFIXES = tuple(_TRADES)

_SURNAMES_TEXT = (
    "김 이 박 최 정 강 조 윤 장 임 한 오 서 신 권 황 안 송 류 홍 전 고 문 손 양 "
    "배 백 허 남 심 노 하 곽 성 차 주 우 구 민 진"
)
_SURNAMES = tuple(_SURNAMES_TEXT.split())
_GIVEN_FIRST_TEXT = "가 나 다 도 라 루 리 새 소 슬 시 아 여 예 윤 은 이 지 채 하 한 해"
_GIVEN_FIRST = tuple(_GIVEN_FIRST_TEXT.split())
_GIVEN_LAST_TEXT = "담 든 람 랑 린 벼 별 봄 빈 솔 슬 온 울 율 음 결 찬 안 겸 랜"
_GIVEN_LAST = tuple(_GIVEN_LAST_TEXT.split())

_ENGLISH = {
    "가": "Ga", "나": "Na", "다": "Da", "라": "Ra", "마": "Ma", "바": "Ba", "아": "A",
    "자": "Ja", "차": "Cha", "하": "Ha", "온": "on", "율": "yul", "담": "dam", "솔": "sol",
    "찬": "chan", "린": "rin", "누": "Nu", "늘": "Neul", "도": "Do", "들": "Deul", "루": "Ru",
    "모": "Mo", "미": "Mi", "벼": "Byeo", "리": "ri", "별": "Byeol", "비": "Bi", "빛": "Bit",
    "새": "Sae", "샘": "Saem", "서": "Seo", "소": "So", "슬": "Seul", "시": "Si", "여": "Yeo",
    "울": "ul", "예": "Ye", "우": "U", "윤": "Yun", "은": "Eun", "람": "ram", "이": "I",
    "든": "deun", "재": "Jae", "지": "Ji", "참": "Cham", "채": "Chae", "초": "Cho", "큰": "Keun",
    "태": "Tae", "푸": "Pu", "르": "reu", "한": "Han", "해": "Hae", "호": "Ho", "혜": "Hye",
    "효": "Hyo", "휘": "Hwi", "흰": "Huin",
    "결": "gyeol", "래": "rae", "터": "teo",
}  # fmt: skip

PLACES: tuple[tuple[str, str, str], ...] = (
    # district, area code of phones, postal prefix
    ("서울특별시 강남구", "02", "06"), ("서울특별시 영등포구", "02", "07"),
    ("서울특별시 금천구", "02", "08"), ("서울특별시 구로구", "02", "08"),
    ("서울특별시 성동구", "02", "04"), ("서울특별시 중구", "02", "04"),
    ("서울특별시 서초구", "02", "06"), ("서울특별시 마포구", "02", "04"),
    ("부산광역시 해운대구", "051", "48"), ("부산광역시 강서구", "051", "46"),
    ("대구광역시 달성군", "053", "42"), ("대구광역시 북구", "053", "41"),
    ("인천광역시 연수구", "032", "21"), ("인천광역시 남동구", "032", "21"),
    ("광주광역시 광산구", "062", "62"), ("대전광역시 유성구", "042", "34"),
    ("대전광역시 대덕구", "042", "34"), ("울산광역시 남구", "052", "44"),
    ("세종특별자치시", "044", "30"), ("경기도 성남시 분당구", "031", "13"),
    ("경기도 화성시", "031", "18"), ("경기도 평택시", "031", "17"),
    ("경기도 안산시 단원구", "031", "15"), ("경기도 수원시 영통구", "031", "16"),
    ("경기도 용인시 기흥구", "031", "17"), ("경기도 안양시 동안구", "031", "14"),
    ("경기도 파주시", "031", "10"), ("경기도 이천시", "031", "17"),
    ("강원특별자치도 원주시", "033", "26"), ("충청북도 청주시 흥덕구", "043", "28"),
    ("충청북도 음성군", "043", "27"), ("충청남도 천안시 서북구", "041", "31"),
    ("충청남도 아산시", "041", "31"), ("전북특별자치도 군산시", "063", "54"),
    ("전북특별자치도 완주군", "063", "55"), ("전라남도 여수시", "061", "59"),
    ("경상북도 구미시", "054", "39"), ("경상북도 포항시 남구", "054", "37"),
    ("경상남도 창원시 성산구", "055", "51"), ("경상남도 김해시", "055", "50"),
    ("제주특별자치도 제주시", "064", "63"),
)  # fmt: skip
_ROADS_TEXT = (
    "가온로 나래로 누리길 다온로 도담로 들샘길 라온대로 마루로 모래내길 물빛로 미리내로 바람길 "
    "벼리로 별내로 산들로 새벽로 샘터길 소담로 솔빛로 시내로 아침길 여울로 온누리로 은행나무길 "
    "이음로 참빛로 푸른솔로 하늘샘로 한결로 해맞이로"
)
_ROADS = tuple(_ROADS_TEXT.split())


def company_name(draw: Draw) -> str:
    """Return the bare name of a fictional company (without ``(주)``)."""
    return firm(draw.u64(), 0)[0]


def stem(word: int, side: int, *, rare: bool = False) -> str:
    """Return the first part of a fictional firm's name; the arguments are those of :func:`firm`."""
    head = _HEADS[(word % (len(_HEADS) // 2)) * 2 + side]
    return head + _TAILS[(word >> 8) % len(_TAILS)] if rare else head


def firm(word: int, side: int, *, rare: bool = False) -> tuple[str, str, str]:
    """Return (bare Korean name, English name, industry code) of a fictional firm.

    Names repeat and resemble one another, as they do in the register; ``rare`` stems repeat less.

    Args:
        word: a draw.
        side: 0 or 1: the two sides share no stem, so that worlds of even and odd seed have no
            firm in common.
        rare: take a stem that few firms share.
    """
    head = stem(word, side, rare=rare)
    middle = _MIDDLES[(word >> 16) % len(_MIDDLES)]
    suffix = SUFFIXES[(word >> 32) % len(SUFFIXES)]
    form = _FORMS[(word >> 48) % len(_FORMS)]
    english, code, _ = _TRADES[suffix]
    middle = "" if middle == suffix else middle
    return (
        f"{head}{middle}{suffix}{form}",
        " ".join(filter(None, (romanised(head), _MIDDLE_EN[middle], english, _FORM_EN[form]))),
        code,
    )


def business_of(code: str) -> str:
    """Return the main business of an industry code, as firms of that code put it."""
    return _BUSINESS.get(code, "제조 및 판매")


def person(draw: Draw) -> str:
    """Return the name of a fictional person."""
    return person_of(draw.u64())


def person_of(word: int) -> str:
    """Return the fictional person's name that a draw stands for."""
    return (
        _SURNAMES[word % len(_SURNAMES)]
        + _GIVEN_FIRST[(word >> 16) % len(_GIVEN_FIRST)]
        + _GIVEN_LAST[(word >> 32) % len(_GIVEN_LAST)]
    )


def named(draw: Draw, kinds: Sequence[str]) -> str:
    """Return a made-up name of one of these kinds of thing, such as a library's."""
    return draw.pick(_HEADS) + draw.pick(kinds)


def coined(draw: Draw, side: int) -> str:
    """Return a made-up word; the two sides share none, as for :func:`firm`."""
    return _HEADS[draw.below(len(_HEADS) // 2) * 2 + side]


def place(draw: Draw, within: str = "") -> str:
    """Return a real district, of the province ``within`` if one is named."""
    return draw.pick(_places(within))[0]


def address(draw: Draw, within: str = "") -> str:
    """Return a made-up address in a real district, of the province ``within`` if one is named."""
    return site(draw.u64(), within)[0]


@cache
def _places(within: str) -> tuple[tuple[str, str, str], ...]:
    return tuple(place for place in PLACES if place[0].startswith(within))


def site(word: int, within: str = "") -> tuple[str, str]:
    """Return the (address, phone area code) that a draw stands for."""
    places = _places(within)
    district, area, _ = places[word % len(places)]
    road = _ROADS[(word >> 16) % len(_ROADS)]
    return f"{district} {road} {(word >> 32) % 480 + 1}", area


def romanised(text: str) -> str:
    """Return a stem in Latin letters."""
    return "".join(_ENGLISH.get(c, "") for c in text).capitalize()


_MIDDLE_EN = {
    "": "", "바이오": "Bio", "에코": "Eco", "글로벌": "Global", "뉴": "New", "그린": "Green",
    "스마트": "Smart", "퍼스트": "First", "이노": "Inno",
}  # fmt: skip
_FORM_EN = {"": "", "코리아": "Korea", "컴퍼니": "Company"}
_BUSINESS = {code: business for _, code, business in _TRADES.values()}
