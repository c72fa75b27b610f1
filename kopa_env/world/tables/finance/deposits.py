"""Time deposits and instalment savings of banks and savings banks, with their rates by term."""

from __future__ import annotations

import json
from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.finance.goods_text import MONTH, hundredths, offers, times
from kopa_env.world.tables.finance.institutions import institutions
from kopa_env.world.world import World

_TERMS = {1: -60, 3: -25, 6: -5, 12: 0, 24: -20, 36: -25}
"""Months, and how much the rate differs from a year's, in hundredths of a per cent."""
_USUAL = {
    # sector, kind: the rate of a year, how far it strays, and the most that conditions add
    ("은행", "deposit"): (248, 28, 55),
    ("은행", "saving"): (268, 45, 260),
    ("저축은행", "deposit"): (296, 26, 25),
    ("저축은행", "saving"): (318, 60, 210),
}
_WAYS = ("영업점", "인터넷", "스마트폰", "전화(텔레뱅킹)", "모집인")
_AFTER = (
    "만기 후 1개월 이내: 만기 시점 약정이율의 50%\n만기 후 1개월 초과 6개월 이내: 약정이율의 30%\n"
    "만기 후 6개월 초과: 약정이율의 20%",
    "만기 후 3개월 이내: 만기일 당시 일반정기예금 이율의 1/2\n만기 후 3개월 초과: 보통예금 이율",
    "만기일 당시 보통예금 이율",
)  # fmt: skip
_BETTER = (
    "급여를 이체하면 연 {}%p", "첫 거래 고객 연 {}%p", "카드를 월 30만원 이상 쓰면 연 {}%p",
    "마케팅에 동의하면 연 {}%p", "비대면으로 가입하면 연 {}%p",
    "자동이체로 10회 이상 납입하면 연 {}%p",
)  # fmt: skip
_MEMBERS = ("실명의 개인", "실명의 개인 또는 개인사업자", "만 17세 이상 개인", "개인 및 법인")
_NOTES = (
    "한 사람이 한 계좌만 열 수 있음",
    "최저 가입금액 100만원",
    "예금자보호 대상",
    "월 납입액 1만원 이상",
)

_COLUMNS = (
    Column("grp", domain="fin_group", gen="ref"),
    Column("dcls_month", domain="ym6"),
    Column("fin_co_no", domain="fin_co_no", gen="ref"),
    Column("fin_prdt_cd", domain="fin_prdt_cd"),
    Column("kor_co_nm", domain="fin_name", gen="ref"),
    Column("fin_prdt_nm", domain="fin_product"),
    Column("join_way"),
    Column("mtrt_int"),
    Column("spcl_cnd"),
    Column("join_deny"),
    Column("join_member"),
    Column("etc_note", null_rate=0.25),
    Column("max_limit", null_rate=0.5),
    Column("dcls_strt_day", domain="date"),
    Column("dcls_end_day", null_rate=0.94),
    Column("fin_co_subm_day"),
    Column("options"),
)


def disclosing(world: World, *sectors: str) -> list[dict[str, Value]]:
    """Return the institutions of sectors that 금융상품한눈에 has, in its order."""
    found = [row for sector in sectors for row in institutions(world, sector)]
    return sorted((r for r in found if r["code"] and r["grp"]), key=lambda r: str(r["code"]))


def _products(world: World, kind: str) -> Iterator[Row]:
    for sector in ("은행", "저축은행"):
        for row in disclosing(world, sector):
            for code, name in offers(world.seed, row, kind):
                draw = Draw(world.seed, kind, str(row["fin_id"]), code)
                yield _product(draw, kind, row, code, name)


def _product(draw: Draw, kind: str, row: dict[str, Value], code: str, name: str) -> Row:
    usual, stray, most = _USUAL[str(row["sector"]), kind]
    rate, bonus = usual + draw.between(-stray, stray), draw.skewed(0, most, 2) // 5 * 5
    young = "청년" in name or "아이" in name
    ways = [way for n, way in enumerate(_WAYS) if draw.chance((800, 600, 850, 120, 30)[n])]
    better = "해당사항 없음"
    if bonus:
        better = draw.pick(_BETTER).format(f"{bonus // 100}.{bonus % 100:02d}")
    first, last, handed = times(draw)
    limit = draw.pick((10, 20, 50, 100, 300, 500)) * (1_000_000 if kind == "deposit" else 100_000)
    return (
        row["grp"], MONTH, row["code"], code, row["name"], name,
        ",".join(ways) or "스마트폰", draw.pick(_AFTER), better,
        "3" if young else draw.pick(("1", "1", "1", "1", "2")),
        "만 19세 이상 34세 이하 개인" if "청년" in name else draw.pick(_MEMBERS),
        draw.pick(_NOTES) if draw.chance(750) else None,
        str(limit) if draw.chance(500) else None, first, last, handed,
        json.dumps(list(_options(draw, kind, rate, bonus)), ensure_ascii=False),
    )  # fmt: skip


def _options(draw: Draw, kind: str, rate: int, bonus: int) -> Iterator[dict[str, object]]:
    terms = [n for n in _TERMS if n == 12 or (n > 3 and draw.chance(800)) or draw.chance(300)]
    if kind == "saving":
        terms = [n for n in terms if n >= 6]
    interest = [("S", "단리")] + ([("M", "복리")] if draw.chance(260) else [])
    paid = [("S", "정액적립식"), ("F", "자유적립식")]
    ways = [paid[draw.below(2)]] if draw.chance(750) else paid
    blank = draw.chance(12)
    for code, text in interest:
        for way, way_text in ways if kind == "saving" else [("", "")]:
            for n in terms:
                low = max(10, rate + _TERMS[n] * (1 if rate > 120 else 0))
                option: dict[str, object] = {"intr_rate_type": code, "intr_rate_type_nm": text}
                if kind == "saving":
                    option |= {"rsrv_type": way, "rsrv_type_nm": way_text}
                yield option | {
                    "save_trm": str(n),
                    "intr_rate": None if blank else hundredths(low),
                    "intr_rate2": hundredths(low + bonus),
                }


DEPOSITS = Table(
    "deposit_products",
    _COLUMNS,
    lambda world: _products(world, "deposit"),
    key=("fin_co_no", "fin_prdt_cd"),
)
SAVINGS = Table(
    "saving_products",
    _COLUMNS,
    lambda world: _products(world, "saving"),
    key=("fin_co_no", "fin_prdt_cd"),
)

_AREAS = (
    "서울", "부산", "대구", "인천", "광주", "대전", "울산", "세종", "경기", "강원", "충북", "충남",
    "전북", "전남", "경북", "경남", "제주",
)  # fmt: skip


def _companies(world: World) -> Iterator[Row]:
    sectors = (
        "은행",
        "카드",
        "할부금융",
        "저축은행",
        "생명보험",
        "손해보험",
        "금융투자",
        "자산운용",
    )
    for row in sorted(disclosing(world, *sectors), key=lambda r: (str(r["grp"]), str(r["code"]))):
        draw = Draw(world.seed, "discloser", str(row["fin_id"]))
        wide = draw.between(20, 1_000) if row["sector"] != "저축은행" else draw.between(0, 120)
        home = draw.below(len(_AREAS))
        areas = [
            {"area_cd": f"{n + 1:02d}", "area_nm": name,
             "exis_yn": "Y" if n in (0, home) or draw.chance(wide) else "N"}
            for n, name in enumerate(_AREAS)
        ]  # fmt: skip
        yield (
            row["grp"], MONTH, row["code"], row["name"], f"{row['desk']}, {row['phone']}",
            row["url"], f"1500{draw.between(0, 999):04d}", json.dumps(areas, ensure_ascii=False),
        )  # fmt: skip


DISCLOSERS = Table(
    "disclosing_companies",
    (
        Column("grp", domain="fin_group", gen="ref"),
        Column("dcls_month", domain="ym6"),
        Column("fin_co_no", domain="fin_co_no", gen="ref"),
        Column("kor_co_nm", domain="fin_name", gen="ref"),
        Column("dcls_chrg_man"),
        Column("homp_url"),
        Column("cal_tel"),
        Column("options"),
    ),
    _companies,
    key=("fin_co_no",),
)
