"""Mortgages, loans for jeonse deposits and personal credit, with their rates."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.finance.deposits import disclosing
from kopa_env.world.tables.finance.goods_text import MONTH, hundredths, initials, label, times
from kopa_env.world.world import World

_WAYS = ("영업점", "영업점,인터넷", "영업점,인터넷,스마트폰", "스마트폰", "영업점,모집인")
_COSTS = (
    "인지세 50% 부담",
    "인지세 및 국민주택채권 매입비용",
    "인지세 50%, 보증료 고객 부담",
    "없음",
)
_EARLY = (
    "3년 이내 1.2%",
    "3년 이내 0.7%(잔존일수 비례)",
    "없음",
    "고정 1.4%, 변동 1.2% (3년 이내)",
)
_LATE = ("약정금리+3%p", "약정금리+3%p(최고 연 15%)", "약정금리+3%p(최고 연 19.9%)")
_LIMITS = {
    "mortgage": (
        "담보가치의 70% 이내",
        "담보가치의 80% 이내",
        "최대 10억원",
        "담보가치의 60% 이내",
    ),
    "jeonse": ("임차보증금의 80% 이내(최대 5억원)", "최대 2억 2,200만원", "임차보증금의 90% 이내"),
}
_REPAID = (("D", "분할상환방식"), ("S", "만기일시상환방식"))
_RATES = (("F", "고정금리"), ("C", "변동금리"))
_TAKERS = {"mortgage": (("은행", 1_000, 430), ("생명보험", 450, 455), ("손해보험", 350, 470),
                        ("할부금융", 300, 620), ("저축은행", 260, 690)),
           "jeonse": (("은행", 480, 395), ("손해보험", 120, 450), ("저축은행", 60, 610)),
}  # fmt: skip
"""Sectors, how many of their institutions lend so (per mille), and their usual rate."""

_HEAD = (
    Column("grp", domain="fin_group", gen="ref"),
    Column("dcls_month", domain="ym6"),
    Column("fin_co_no", domain="fin_co_no", gen="ref"),
    Column("fin_prdt_cd", domain="fin_prdt_cd"),
    Column("kor_co_nm", domain="fin_name", gen="ref"),
    Column("fin_prdt_nm", domain="fin_product"),
    Column("join_way"),
)
_TAIL = (
    Column("dcls_strt_day", domain="date"),
    Column("dcls_end_day", null_rate=0.94),
    Column("fin_co_subm_day"),
    Column("options"),
)


def _loans(world: World, kind: str) -> Iterator[Row]:
    word = "주택담보대출" if kind == "mortgage" else "전세자금대출"
    lenders = {sector: (share, rate) for sector, share, rate in _TAKERS[kind]}
    for row in sorted(disclosing(world, *lenders), key=lambda r: (str(r["grp"]), str(r["code"]))):
        share, usual = lenders[str(row["sector"])]
        draw = Draw(world.seed, kind, str(row["fin_id"]))
        if not (draw.chance(share) or row["name"] == "가람은행"):
            continue
        for n in range(1, 2 + draw.chance(180)):
            code = f"{initials(str(row['name']))}Keymoney{n}"
            if kind == "mortgage":
                code = f"30{draw.between(100, 899)}{n}"
            name = f"{label(str(row['name']))} {'' if n == 1 else '모바일 '}{word}"
            first, last, handed = times(draw)
            yield (
                row["grp"], MONTH, row["code"], code, row["name"], name, draw.pick(_WAYS),
                draw.pick(_COSTS), draw.pick(_EARLY), draw.pick(_LATE), draw.pick(_LIMITS[kind]),
                first, last, handed,
                json.dumps(list(_terms(draw, kind, usual)), ensure_ascii=False),
            )  # fmt: skip


def _terms(draw: Draw, kind: str, usual: int) -> Iterator[dict[str, object]]:
    homes = [("A", "아파트")] + ([("E", "아파트외")] if draw.chance(450) else [])
    level, made = usual + draw.between(-25, 35), 0
    for home, home_text in homes if kind == "mortgage" else [("", "")]:
        for repaid, repaid_text in _REPAID[: 2 if draw.chance(300) else 1]:
            for rate, rate_text in _RATES:
                if rate == "F" and not draw.chance(850):
                    continue
                low = level + (8 if rate == "C" else 0) + (15 if home == "E" else 0)
                low += draw.between(-10, 10)
                high = low + draw.between(15, 190)
                average = low + (high - low) * draw.between(50, 450) // 1_000
                blank, made = draw.chance(140) and made > 0, made + 1
                option: dict[str, object] = {}
                if kind == "mortgage":
                    option = {"mrtg_type": home, "mrtg_type_nm": home_text}
                yield option | {
                    "rpay_type": repaid, "rpay_type_nm": repaid_text, "lend_rate_type": rate,
                    "lend_rate_type_nm": rate_text, "lend_rate_min": hundredths(low),
                    "lend_rate_max": hundredths(high),
                    "lend_rate_avg": None if blank else hundredths(average),
                }  # fmt: skip


_TEXTS = (
    Column("loan_inci_expn"),
    Column("erly_rpay_fee"),
    Column("dly_rate"),
    Column("loan_lmt"),
)
MORTGAGES = Table(
    "mortgage_products",
    (*_HEAD, *_TEXTS, *_TAIL),
    lambda world: _loans(world, "mortgage"),
    key=("fin_co_no", "fin_prdt_cd"),
)
JEONSE_LOANS = Table(
    "jeonse_products",
    (*_HEAD, *_TEXTS, *_TAIL),
    lambda world: _loans(world, "jeonse"),
    key=("fin_co_no", "fin_prdt_cd"),
)

_KINDS = {"1": "일반신용대출", "2": "마이너스한도대출", "3": "장기카드대출(카드론)"}
_BANDS = ("1", "4", "5", "6", "10", "11", "12", "13")
"""Bands of credit scores, best first, by the numbers that the fields end with."""
_BANK, _DEAR = (150, 85, 70), (760, 240, 40)
"""Margin of the best band, what each further band adds, and the usual adjustment."""


def _credits(world: World) -> Iterator[Row]:
    sectors = ("은행", "카드", "할부금융", "저축은행", "생명보험", "손해보험")
    for row in sorted(disclosing(world, *sectors), key=lambda r: (str(r["grp"]), str(r["code"]))):
        draw = Draw(world.seed, "credit", str(row["fin_id"]))
        sector, name = str(row["sector"]), str(row["name"])
        if sector not in ("은행", "카드") and not draw.chance(450):
            continue
        kinds = ("3",) if sector == "카드" else ("1", "2") if draw.chance(600) else ("1",)
        first, last, handed = times(draw)
        code = "개인신용대출" if draw.chance(90) else f"{initials(name)}2002{draw.digits(8)}"
        for kind in kinds:
            yield (
                row["grp"], MONTH, row["code"], code, name, _KINDS[kind].partition("(")[0],
                draw.pick(_WAYS), kind, draw.pick(("KCB", "NICE")), _KINDS[kind],
                first, last, handed, json.dumps(_grades(draw, sector), ensure_ascii=False),
            )  # fmt: skip


def _grades(draw: Draw, sector: str) -> list[dict[str, object]]:
    """Return lending rate = base + margin - adjustment for every band of scores."""
    start, step, usual = _BANK if sector in ("은행", "생명보험", "손해보험") else _DEAR
    open_bands = 8 if draw.chance(250) else draw.between(3, 7)
    level = 262 + draw.between(-12, 18)
    base = [level + draw.between(-3, 3) for _ in range(open_bands)]
    margins = [start + step * n + draw.between(-20, 40) for n in range(open_bands)]
    cuts = [max(0, usual - 8 * n + draw.between(-20, 20)) for n in range(open_bands)]
    lent = [min(1_999, b + m - c) for b, m, c in zip(base, margins, cuts, strict=True)]
    margins = [rate - b + c for rate, b, c in zip(lent, base, cuts, strict=True)]
    kinds = (
        ("A", "대출금리", lent),
        ("B", "기준금리", base),
        ("C", "가산금리", margins),
        ("D", "가감조정금리", cuts),
    )
    return [_grade(code, text, rates) for code, text, rates in kinds]


def _grade(code: str, text: str, rates: Sequence[int]) -> dict[str, object]:
    bands = [hundredths(rate) for rate in rates] + [None] * (len(_BANDS) - len(rates))
    found: dict[str, object] = {"crdt_lend_rate_type": code, "crdt_lend_rate_type_nm": text}
    found |= {f"crdt_grad_{band}": rate for band, rate in zip(_BANDS, bands, strict=True)}
    found["crdt_grad_avg"] = hundredths((2 * rates[0] + sum(rates[1:3])) // (2 + len(rates[1:3])))
    return found


CREDIT_LOANS = Table(
    "credit_products",
    (*_HEAD, Column("crdt_prdt_type"), Column("cb_name"), Column("crdt_prdt_type_nm"), *_TAIL),
    _credits,
)
