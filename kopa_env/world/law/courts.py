"""Courts and parties of fictional cases.

The highest courts bear their names because the platform's codes and lists do; lower courts,
parties and authorities are fictional, and case numbers are above any real one.
"""

from __future__ import annotations

from kopa_env.world.draw import Draw
from kopa_env.world.names import firm

SUPREME = "대법원"
_PLACES = ("가람", "누리", "도담", "마루", "새빛", "온새")
_LETTERS = {
    # kind of case: letters of the three instances
    "민사": (("가합", "가단", "가소"), ("나",), ("다",)),
    "형사": (("고합", "고단", "고정"), ("노",), ("도",)),
    "일반행정": (("구합", "구단"), ("누",), ("두",)),
    "가사": (("드합", "드단"), ("르",), ("므",)),
    "특허": (("허",), ("허",), ("후",)),
    "특별": (("구합",), ("누",), ("두",)),
}
KINDS = {"민사": "400101", "형사": "400102", "특별": "400103", "가사": "400104", "행정": "400105",
         "특허": "400106", "일반행정": "400107"}  # fmt: skip
SHARES = (("민사", 330), ("형사", 240), ("일반행정", 360), ("가사", 20), ("특허", 25), ("특별", 25))
_APART = 40_000
"""What keeps the numbers of a case's instances apart: more than there are cases."""

TOWNS = ("누리시", "가온군", "도담구", "새빛시", "해온군", "마루시", "온새구", "다솜군", "여울시",
         "라온구", "한별시", "나래군", "미르시", "가람도", "누리도")  # fmt: skip


def court(draw: Draw, kind: str, level: int) -> str:
    """Return a court of an instance (0 first, 1 appeal, 2 last)."""
    place = draw.pick(_PLACES)
    if level == 2:
        return SUPREME
    if kind == "특허":
        return f"{place}특허법원"
    if level == 1:
        return f"{place}고등법원" if draw.chance(640) else f"{place}지방법원"
    names = {"일반행정": "행정법원", "특별": "행정법원", "가사": "가정법원"}
    return f"{place}{names.get(kind, '지방법원')}"


def case_number(draw: Draw, kind: str, level: int, year: int, number: int) -> str:
    """Return a case number that no real case has: its last part is above 900,000."""
    own = (number + level * _APART) % 99_991
    return f"{year}{draw.pick(_LETTERS[kind][level])}{900_000 + own}"


def company(draw: Draw, side: int) -> str:
    """Return a fictional company as parties are named."""
    return f"주식회사 {firm(draw.u64(), side)[0]}"


def authority(draw: Draw) -> str:
    """Return the head of a fictional local government."""
    town = draw.pick(TOWNS)
    head = (
        "수"
        if town.endswith("군")
        else "청장"
        if town.endswith("구")
        else "지사"
        if town.endswith("도")
        else "장"
    )
    return f"{town}{head}"


def town_code(town: str) -> str:
    """Return the code of a fictional local government."""
    return f"{9_910_000 + TOWNS.index(town) * 10:07d}"
