"""Every product that deposit insurance covers, as its institution reported it; also old ones.

What institutions hand in goes unedited into the list, as in life: a few header rows, institutions
that have nothing (해당사항 없음), and rows whose institution is 좌동 ("as above").
"""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.finance.goods_text import label, offers
from kopa_env.world.tables.finance.institutions import institutions
from kopa_env.world.world import World

_NEVER = ""
_PLAIN = ("보통예금", "저축예금", "기업자유예금", "별단예금", "가계당좌예금", "당좌예금",
          "정기예금", "정기적금", "자유적립예금", "상호부금", "주택청약예금", "외화보통예금",
          "외화정기예금", "표지어음예수금", "퇴직연금 정기예금", "ISA 정기예금")  # fmt: skip
_SMALL = ("보통예금", "저축예금", "자유적립예금", "정기예금 단리식", "정기예금 복리식", "정기적금",
          "별단예금", "기업자유예금", "비대면 보통예금", "신용부금", "표지어음예수금")  # fmt: skip
_FOREIGN = ("보통예금", "당좌예금", "정기예금", "외화보통예금", "외화정기예금", "외화당좌예금",
            "별단예금", "기업자유예금", "통지예금", "양도성예금 외 기타예금")  # fmt: skip
_BROKERED = (
    ("위탁자예수금", "일반증권계좌"), ("저축자예수금", "근로자증권저축계좌"),
    ("집합투자증권투자자예수금", "투신계좌"), ("위탁자예수금", "개인종합자산관리계좌"),
    ("저축자예수금", "장기증권저축계좌"), ("집합투자증권투자자예수금", "연금계좌"),
    ("저축자예수금", "비과세종합저축계좌"), ("장내파생상품거래예수금", "파생상품계좌"),
    ("위탁자예수금", "해외증권계좌"), ("조건부예수금", "공모주청약계좌"),
)  # fmt: skip
_SERIES = ("희망", "든든", "행복", "한마음", "스마트", "시니어", "새출발", "청년", "아이사랑",
           "사장님", "직장인", "여행", "봉사", "건강", "환경사랑", "나라사랑", "첫걸음", "알뜰",
           "프리미엄", "플러스", "모바일", "가족사랑", "꿈나무", "장학", "귀농",
           "반려")  # fmt: skip
_THEMES = (
    *_SERIES,
    "백세",
    "참좋은",
    "내맘",
    "골드",
    "하나로",
    "웰빙",
    "더편한",
    "여성",
    "실버",
    "우리집",
)
_LIFE = ("종신", "정기", "암", "건강", "어린이", "연금", "저축", "변액연금", "변액유니버설", "치아",
         "간병", "실손의료비", "상해", "CI", "직장인보장", "연금저축", "교육", "효도")  # fmt: skip
_GENERAL = ("운전자", "자동차", "화재", "재물", "여행", "상해", "건강", "실손의료비", "어린이",
            "배상책임", "골프", "암", "치아", "펫", "풍수해", "단체상해", "저축",
            "연금저축")  # fmt: skip
_LINES = {"생명보험": (_LIFE, 260), "손해보험": (_GENERAL, 95)}
"""What insurers insure, and how many lines of products each has had."""

_Item = tuple[str, str, str, int]
"""Product, type, day its sale stopped, and the year it began."""


def _products(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    for place, row in enumerate(r for r in institutions(world) if r["insured"] == "Y"):
        draw = Draw(world.seed, "insured products", str(row["fin_id"]))
        told, day = str(row["kdic_name"]), draw.between(5, 20)
        marks = dict.fromkeys(_items(world.seed, row, draw))
        if place % 61 == 17:
            marks[("금융상품명", "상품유형주)", _NEVER, 2000)] = None
        seen: set[str] = set()
        for n, (name, kind, stopped, year) in enumerate(sorted(marks)):
            if name in seen:
                continue
            seen.add(name)
            teller = "좌동" if place % 97 == 40 and 3 < n < 9 else told
            old = f"2024{draw.between(1, 3):02d}{day:02d}"
            rows.append(
                (
                    row["region"], row["fin_id"], row["crno"], row["code"], teller, name, kind,
                    stopped or None, f"202601{day:02d}", int(year <= 2023), old,
                    stopped if _NEVER < stopped <= old else None,
                )
            )  # fmt: skip
    yield from sorted(rows, key=lambda row: (str(row[4]), str(row[5]), str(row[1])))


def _items(seed: int, row: dict[str, Value], draw: Draw) -> Iterator[_Item]:
    sector = str(row["sector"])
    if sector in _LINES:
        yield from _policies(draw, sector)
    elif sector in ("금융투자", "자산운용"):
        for name, account in _BROKERED[: draw.between(3, 10) if sector == "금융투자" else 2]:
            yield (f"{account}의 {name}" if draw.chance(600) else name), "예금성", _NEVER, 2000
    elif sector == "선물":
        yield "해당사항 없음", "", _NEVER, 2000
    elif sector == "외은지점":
        for name in _FOREIGN[: draw.between(4, 10)]:
            yield name, "예금성", _NEVER, 2000
    else:
        yield from _deposits(seed, row, draw)


def _deposits(seed: int, row: dict[str, Value], draw: Draw) -> Iterator[_Item]:
    small = row["sector"] == "저축은행"
    for name in _SMALL if small else _PLAIN:
        yield name, "예금성", _NEVER, 2000
    for kind in ("deposit", "saving"):
        if row["sector"] in ("은행", "저축은행"):
            for _, name in offers(seed, row, kind):
                yield name, "예금성", _NEVER, draw.between(2015, 2025)
    word = label(str(row["name"]))
    for _ in range(draw.between(8, 70) if small else draw.between(180, 620)):
        year = draw.between(2009, 2025)
        form = draw.pick(
            ("정기예금", "정기적금", "자유적금", "통장", "예금", "저축예금", "모임통장")
        )
        text = draw.pick(("{} {}", "{w} {} {}", "{y} {} {}", "{}{}", "{w} {y} {} {}", "e-{} {}"))
        name = text.format(draw.pick(_SERIES), form, w=word, y=year)
        stopped = _NEVER
        if draw.chance(620):
            month = draw.between(1, 12)
            stopped = f"{min(2025, year + draw.between(0, 4))}{month:02d}{draw.between(1, 28):02d}"
        yield name, "예금성", stopped, year if str(year) in name or stopped < f"{year}" else 2010


def _policies(draw: Draw, sector: str) -> Iterator[_Item]:
    """Yield insurers' products: each version ends the sale of the one before."""
    lines, count = _LINES[sector]
    for _ in range(draw.between(count // 3, count * 2 - count // 3)):
        name = f"{draw.pick(_THEMES)}{draw.pick(lines)}보험"
        year, version = draw.between(2006, 2022), 10
        suffix = "(무배당)" if sector == "생명보험" else ""
        alive = draw.chance(240)
        for n in range(draw.between(1, 6)):
            ends = min(2025, year + draw.between(1, 3))
            day = draw.pick(("0331", "0630", "1231", "1220", "0228"))
            shown = "" if n == 0 else f"{version // 10}.{version % 10}"
            last = ends >= 2025
            yield (
                f"{name}{shown}{suffix}", "보장성" if "변액" not in name else "",
                _NEVER if last and alive else f"{ends}{day}", year,
            )  # fmt: skip
            if last:
                break
            year, version = ends, version + draw.pick((1, 10))


INSURED_PRODUCTS = Table(
    "insured_products",
    (
        Column("region", domain="kdic_region", gen="ref"),
        Column("fin_id", domain="fin_id", gen="ref"),
        Column("crno", domain="jurir_no", gen="ref", null_rate=0.4),
        Column("code", domain="fin_co_no", gen="ref", null_rate=0.2),
        Column("name", domain="fin_name_kdic", gen="ref"),
        Column("product", domain="fin_product"),
        Column("type"),
        Column("stopped", domain="date", null_rate=0.4),
        Column("registered", domain="date"),
        Column("in_2024", "int"),
        Column("registered_2024", domain="date"),
        Column("stopped_2024", domain="date", null_rate=0.45),
    ),
    _products,
    index=(("name",), ("region",)),
)


def _names(world: World) -> Iterator[Row]:
    rows = {
        (str(r["kdic_name"]), str(r["region"])) for r in institutions(world) if r["insured"] == "Y"
    }
    yield from sorted(rows)


INSURED_NAMES = Table(
    "insured_names",
    (
        Column("name", domain="fin_name_kdic", gen="ref"),
        Column("region", domain="kdic_region", gen="ref"),
    ),
    _names,
)
