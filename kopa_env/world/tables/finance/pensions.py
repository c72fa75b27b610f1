"""Pension savings: trusts of banks, policies of insurers, funds of asset managers."""

from __future__ import annotations

import json
from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.finance.deposits import disclosing
from kopa_env.world.tables.finance.goods_text import MONTH, initials, label, times
from kopa_env.world.tables.finance.institutions import institutions
from kopa_env.world.world import World

_KINDS = {
    # sector: code and name of the kind, types, products an institution has
    "은행": ("1", "연금저축신탁", (("11", "채권형"), ("12", "안정형")), 2),
    "생명보험": ("4", "생명보험(연금저축)", (("41", "금리연동형"), ("42", "금리연동형 무배당")), 7),
    "손해보험": ("5", "손해보험(연금저축)", (("51", "금리연동형"),), 5),
    "자산운용": ("2", "연금저축펀드", (("31", "주식형"), ("32", "채권형"), ("33", "주식혼합형"),
                                ("34", "채권혼합형"), ("35", "재간접형")), 7),
}  # fmt: skip
_RETURNS = {"31": 1_150, "33": 820, "34": 480, "35": 700, "32": 310, "11": 290, "12": 250}
"""Usual yearly returns by type in hundredths of a per cent; of insurers what they declare."""
_LIVES = (("A", "10년 확정", 10), ("B", "20년 확정", 20), ("C", "종신(10년 보증)", 25),
          ("D", "종신(20년 보증)", 27))  # fmt: skip
_FUNDS = (
    "성장주식",
    "배당",
    "가치",
    "글로벌",
    "국공채",
    "단기채",
    "인덱스",
    "라이프사이클 2040",
    "혁신기업",
)
_GUARANTEED = "10년 이내 1.0%, 10년 초과 0.5%"


def _products(world: World) -> Iterator[Row]:
    sellers = [str(row["name"]) for row in institutions(world, "금융투자")]
    for row in sorted(disclosing(world, *_KINDS), key=lambda r: (str(r["grp"]), str(r["code"]))):
        draw = Draw(world.seed, "pension", str(row["fin_id"]))
        most = _KINDS[str(row["sector"])][3]
        for n in range(draw.between(1 if row["sector"] == "은행" else 0, most)):
            yield _product(draw, row, n, draw.pick(sellers))


def _product(draw: Draw, row: dict[str, Value], n: int, seller: str) -> Row:
    sector, name = str(row["sector"]), str(row["name"])
    kind, kind_name, types, _ = _KINDS[sector]
    kind_type, type_name = draw.pick(types)
    usual = _RETURNS.get(kind_type, 225)
    stray = usual if sector == "자산운용" else 35
    last = [usual + draw.between(-stray, stray) for _ in range(3)]
    average = sum(last) // 3 + draw.between(-20, 20)
    year = draw.between(2001, 2024)
    insurer = sector.endswith("보험")
    first, end, handed = times(draw)
    return (
        row["grp"], MONTH, row["code"], _code(draw, name, sector, n), name,
        _name(draw, name, sector, type_name, n),
        "영업점,인터넷,스마트폰" if sector != "생명보험" else "설계사,영업점,인터넷", kind,
        kind_name,
        f"{year}{draw.between(1, 12):02d}{draw.between(1, 28):02d}", draw.skewed(20, 190_000, 3),
        kind_type, type_name, _two(average), _two(225 + draw.between(-30, 35)) if insurer else None,
        _GUARANTEED if insurer else None, *(_two(r) if year < 2025 - n_back else None
                                            for n_back, r in enumerate(last)),
        "수수료는 상품설명서 참조" if draw.chance(400) else None,
        name if sector != "자산운용" else seller, first, end, handed,
        json.dumps(list(_options(average)), ensure_ascii=False),
    )  # fmt: skip


def _code(draw: Draw, name: str, sector: str, n: int) -> str:
    if sector == "자산운용":
        return f"K552{draw.digits(2)}C{draw.digits(4)}{n}"
    return f"{initials(name)}P{n + 1:03d}"


def _name(draw: Draw, name: str, sector: str, type_name: str, n: int) -> str:
    word = label(name)
    if sector == "은행":
        return f"연금저축신탁 {type_name} 제{n + 1}호"
    if sector == "자산운용":
        return f"{word} 연금저축 {draw.pick(_FUNDS)} 증권 자투자신탁 제{n + 1}호[{type_name}]"
    return f"{word} 연금저축보험 {2010 + n * 2}" + (" (무배당)" if sector == "생명보험" else "")


def _options(rate: int) -> Iterator[dict[str, object]]:
    """Yield the monthly pension of a hundred thousand won a month, by age, term and payout."""
    for code, text, years in _LIVES:
        for age in (30, 40, 50):
            for paid in (10, 20):
                for start in (60, 65):
                    if age + paid <= start:
                        yield {
                            "pnsn_recp_trm": code, "pnsn_recp_trm_nm": text,
                            "pnsn_entr_age": str(age), "pnsn_entr_age_nm": f"{age}세",
                            "mon_paym_atm": "10", "mon_paym_atm_nm": "100,000원",
                            "paym_prd": str(paid), "paym_prd_nm": f"{paid}년",
                            "pnsn_strt_age": str(start), "pnsn_strt_age_nm": f"{start}세",
                            "pnsn_recp_amt": _monthly(rate, paid, start - age, years),
                        }  # fmt: skip


def _monthly(rate: int, paid: int, wait: int, years: int) -> int:
    rate, saved = max(60, min(330, rate)), 0
    for year in range(wait):
        saved = (saved + (1_200_000 if year < paid else 0)) * (10_000 + rate) // 10_000
    return saved * (20_000 + rate * years) // 20_000 // (years * 12)


def _two(value: int) -> str:
    sign = "-" if value < 0 else ""
    return f"{sign}{abs(value) // 100}.{abs(value) % 100:02d}"


PENSIONS = Table(
    "pension_products",
    (
        Column("grp", domain="fin_group", gen="ref"),
        Column("dcls_month", domain="ym6"),
        Column("fin_co_no", domain="fin_co_no", gen="ref"),
        Column("fin_prdt_cd", domain="fin_prdt_cd"),
        Column("kor_co_nm", domain="fin_name", gen="ref"),
        Column("fin_prdt_nm", domain="fin_product"),
        Column("join_way"),
        Column("pnsn_kind"),
        Column("pnsn_kind_nm"),
        Column("sale_strt_day", domain="date"),
        Column("mntn_cnt", "int"),
        Column("prdt_type"),
        Column("prdt_type_nm"),
        Column("avg_prft_rate"),
        Column("dcls_rate", null_rate=0.7),
        Column("guar_rate", null_rate=0.7),
        Column("btrm_prft_rate_1", null_rate=0.02),
        Column("btrm_prft_rate_2", null_rate=0.05),
        Column("btrm_prft_rate_3", null_rate=0.08),
        Column("etc", null_rate=0.6),
        Column("sale_co", domain="fin_name", gen="ref"),
        Column("dcls_strt_day", domain="date"),
        Column("dcls_end_day", null_rate=0.94),
        Column("fin_co_subm_day"),
        Column("options"),
    ),
    _products,
)
