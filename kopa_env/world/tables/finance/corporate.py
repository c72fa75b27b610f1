"""What the Commission says of companies: outline, affiliates, consolidated subsidiaries.

The same companies as in DART's register; what their reports there say (staff and its pay, stakes in
other companies) is said again here. Of a real company only what its own page states, and figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.names import business_of
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.finance.institutions import institutions
from kopa_env.world.tables.ledger import path
from kopa_env.world.tables.market import AUDITORS, main_scope, number
from kopa_env.world.tables.people import staff
from kopa_env.world.world import Condition, World

_MARKETS = {"Y": ("P", "유가"), "K": ("A", "코스닥"), "N": ("N", "코넥스"), "E": ("E", "기타")}
_YEAR = 2024
_TEXTS = (
    "crno", "name", "english", "shown", "ceo", "market_code", "market", "kind_code", "kind",
    "bizno", "zip", "address", "detail", "url", "phone", "fax", "industry", "founded", "closes",
    "listed_kospi", "left_kospi", "listed_kosdaq", "left_kosdaq", "listed_konex", "left_konex",
    "small", "bank", "staff", "tenure", "pay", "auditor", "opinion", "business", "corp_code",
    "changed", "first_open", "last_open",
)  # fmt: skip
_INDUSTRIES = {"1": "제조업", "2": "제조업", "3": "제조업", "4": "건설업", "5": "정보통신업",
               "6": "금융 및 보험업", "7": "전문, 과학 및 기술 서비스업"}  # fmt: skip


def _outlines(world: World) -> Iterator[Row]:
    banks = [str(row["name"]) for row in institutions(world, "은행") if not row["real"]]
    gone = {
        str(row["corp_code"]): str(row["delisted_on"])
        for row in world.rows("stock_issues")
        if row["delisted_on"]
    }
    for company in world.rows("companies"):
        yield _outline(world.seed, company, banks, gone.get(str(company["corp_code"])))
    for row in institutions(world):
        if not row["stock_code"]:
            yield _institution(row)


def _outline(seed: int, company: dict[str, Value], banks: list[str], gone: str | None) -> Row:
    code = str(company["corp_code"])
    draw = Draw(seed, "outline", code)
    real, market = bool(company["real"]), str(company["corp_cls"])
    listed = company["listed_on"] if market != "E" else None
    left = gone if listed else None
    columns = {"Y": 0, "K": 2, "N": 4}.get(market)
    dates: list[Value] = [None] * 6
    if columns is not None:
        dates[columns], dates[columns + 1] = listed, left
    people, tenure, pay = _staff(seed, company, draw)
    opened = date(int(str(company["modify_date"])[:4]), 6, 1) + timedelta(days=draw.below(200))
    changed = str(company["modify_date"])
    industry, postcode = str(company["induty_code"]), draw.digits(5)
    return (
        company["jurir_no"] or None, company["corp_name_full"], company["corp_eng_name"],
        company["corp_name"], company["ceo_stated"], *_MARKETS[market], None, None,
        company["bizr_no"] or "", "" if real else postcode, company["adres_stated"],
        _floor(seed, code, real),
        company["hm_url"] or None, company["phn_no"], company["fax_no"] or None,
        _INDUSTRIES.get(industry[:1]) if industry else None, company["est_dt_stated"] or "",
        str(company["acc_mt"]), *dates,
        None if real else "Y" if number(company, "assets") < 500_000 else "N",
        None if real else banks[draw.below(len(banks))], people, tenure, pay,
        None if real or market == "E" else AUDITORS[draw.below(len(AUDITORS))],
        "적정" if market != "E" and not real else None,
        business_of(industry) if industry else None, code,
        f"{changed[:4]}/{changed[4:6]}/{changed[6:]}", f"{opened:%Y%m%d}",
        f"{opened + timedelta(days=draw.between(200, 900)):%Y%m%d}"[:8],
    )  # fmt: skip


def _floor(seed: int, code: str, real: bool) -> str:
    draw = Draw(seed, "floor", code)
    return "" if real or draw.chance(450) else f"{draw.between(2, 21)}층"


def _staff(seed: int, company: dict[str, Value], draw: Draw) -> tuple[int, str | None, int]:
    """Return heads, mean years of service and mean pay, as a reporting company reports them."""
    if company["corp_cls"] == "E":
        heads = max(1, number(company, "assets") // draw.between(180, 900))
        return heads, None, draw.between(28, 66) * 1_000_000
    closed = path(seed, company, main_scope(company))[_YEAR]
    groups = staff(seed, company, _YEAR, closed, business_of(str(company["induty_code"])))
    heads = sum(group.all for group in groups)
    paid = sum(group.all * group.pay for group in groups)
    return heads, str(groups[0].tenure), paid // max(1, heads)


def _institution(row: dict[str, Value]) -> Row:
    place = int(str(row["place"]))
    draw = Draw(place, "outline of an institution")
    return (
        row["crno"], row["kdic_name"], "", row["name"], row["ceo"], "E", "기타", None, None,
        row["bizno"], row["zip"], row["address"], "", row["url"], row["phone"], None,
        "금융 및 보험업", row["founded"], "12", *[None] * 6, None, None,
        int(str(row["size"])) // 40 + 4, None, draw.between(52, 128) * 1_000_000, None, None,
        None, f"000{place:05d}", "2024/03/11", "20200420", "20250331",
    )  # fmt: skip


CORP_OUTLINES = Table(
    "corp_outlines",
    tuple(
        Column(
            name,
            "int" if name in ("staff", "pay") else "text",
            {"crno": "jurir_no", "name": "corp_name", "corp_code": "corp_code"}.get(name, ""),
            "ref" if name in ("crno", "name", "corp_code") else "rule",
            0.04 if name in ("crno", "url", "fax", "industry", "small", "bank", "business") else
            0.96 if name in ("tenure", "auditor", "opinion") or "_ko" in name else
            1.0 if name in ("kind_code", "kind") else 0.0,
        )
        for name in _TEXTS
    ),
    _outlines,
    key=("corp_code",),
    index=(("crno",), ("name",)),
    persons="fictional",
)  # fmt: skip


def _stakes(world: World) -> Iterator[tuple[dict[str, Value], dict[str, Value]]]:
    """Yield (holder, company held) as the holders' reports name them in their stakes."""
    partners = world.select("companies", [Condition("corp_cls", "eq", "E")], limit=3_005)[0]
    for company in world.select("companies", [Condition("corp_cls", "ne", "E")])[0]:
        # The same draws as in the report's item on stakes in other companies.
        draw = Draw(world.seed, "item", str(company["corp_code"]), "stakes")
        count = draw.between(1, 5)
        first = draw.below(3_000)
        for partner in partners[first : first + count]:
            yield company, partner


def _affiliates(world: World) -> Iterator[Row]:
    for company, partner in _stakes(world):
        yield (
            "20241231", company["jurir_no"] or None, company["corp_name"],
            partner["corp_name_full"], partner["jurir_no"], "N",
        )  # fmt: skip
        yield (
            "20241231", partner["jurir_no"], partner["corp_name"], company["corp_name_full"],
            company["jurir_no"] or None, "Y",
        )  # fmt: skip


AFFILIATES = Table(
    "corp_affiliates",
    (
        Column("day", domain="date"),
        Column("crno", domain="jurir_no", gen="ref", null_rate=0.04),
        Column("name", domain="corp_name", gen="ref"),
        Column("affiliate", domain="corp_name", gen="ref"),
        Column("affiliate_crno", domain="jurir_no", gen="ref", null_rate=0.04),
        Column("listed"),
    ),
    _affiliates,
    index=(("crno",), ("affiliate",)),
)


def _subsidiaries(world: World) -> Iterator[Row]:
    for company, partner in _stakes(world):
        if not company["consolidated"]:
            continue
        assets = path(world.seed, partner, "OFS")[_YEAR].assets
        large = assets > 75_000_000_000
        yield (
            "20241231", company["jurir_no"] or None, company["corp_name"],
            partner["corp_name_full"], partner["est_dt"], partner["adres"],
            business_of(str(partner["induty_code"])), assets,
            "의결권의 과반수 소유(회계기준서 1110호)", "해당" if large else "미해당",
        )  # fmt: skip


SUBSIDIARIES = Table(
    "corp_subsidiaries",
    (
        Column("day", domain="date"),
        Column("crno", domain="jurir_no", gen="ref", null_rate=0.08),
        Column("name", domain="corp_name", gen="ref"),
        Column("subsidiary", domain="corp_name", gen="ref"),
        Column("founded"),
        Column("address"),
        Column("business"),
        Column("assets", "int"),
        Column("basis"),
        Column("main"),
    ),
    _subsidiaries,
    index=(("crno",), ("subsidiary",)),
)
