"""Names for fictional schools, roads and villages, made of syllables that read naturally."""

from __future__ import annotations

from kopa_env.world.draw import Draw

_FIRST = (
    *("덕", "송", "청", "금", "은", "옥", "봉", "용", "학", "석", "산", "신", "대", "장", "안"),
    *("영", "문", "도", "화", "월", "백", "천", "운", "매", "죽", "상", "하", "가", "연", "수"),
    *("명", "성", "구", "원", "인", "현", "지", "해", "양", "이"),
)
_SECOND = (
    *("암", "천", "산", "곡", "정", "림", "원", "호", "강", "평", "현", "성", "화", "덕", "봉"),
    *("계", "당", "촌", "동", "포", "진", "전", "실", "남", "서", "북", "안", "율", "목", "야"),
)
_SHARED = ("중앙", "동부", "서부", "남부", "북부", "제일", "새빛", "한빛", "신흥", "대동")
_NURSERY = (
    *(
        "해맑은",
        "꿈나무",
        "푸른솔",
        "새싹",
        "별하",
        "예솔",
        "아이누리",
        "한가람",
        "하늘빛",
        "무지개",
    ),
    *("꽃잎", "햇살", "도담", "라온", "다솜", "초롱", "또래", "슬기", "솔방울", "참사랑"),
    *("키움", "포근", "새론", "온누리", "잎새", "바른", "단비", "나래", "미리내", "소담"),
)
_NURSERY_TAIL = ("", "", "", "아이", "숲", "튼튼", "동산", "나라", "사랑", "하늘")
_CRAFT = ("공업", "상업", "정보", "미래산업", "농생명", "디자인", "해양", "기계", "보건", "관광")
_APART = ("외국어", "과학", "예술", "체육", "국제")


def place(draw: Draw) -> str:
    """Return a two-syllable place name (``덕암``, ``송현``)."""
    first, second = draw.pick(_FIRST), draw.pick(_SECOND)
    while first == second:
        second = draw.pick(_SECOND)
    return first + second


def stem(draw: Draw) -> str:
    """Return a school's own name: mostly a place, sometimes one that many schools share."""
    return draw.pick(_SHARED) if draw.chance(55) else place(draw)


def nursery(draw: Draw) -> str:
    """Return a private kindergarten's own name."""
    return draw.pick(_NURSERY) + draw.pick(_NURSERY_TAIL)


def craft(draw: Draw) -> str:
    """Return the trade in a vocational school's name."""
    return draw.pick(_CRAFT)


def apart(draw: Draw) -> str:
    """Return the field in a special-purpose high school's name."""
    return draw.pick(_APART)


def road(draw: Draw) -> str:
    """Return a road name with a building number (``송현로 132``, ``덕암길 24-3``)."""
    kind = draw.weighted((("로", 55), ("길", 25), ("대로", 8), ("로12번길", 12)))
    number = str(draw.skewed(1, 420, 2))
    return f"{place(draw)}{kind} {number}" + (f"-{draw.between(1, 30)}" if draw.chance(180) else "")
