"""Decisions: the figures of major events, made to add up. Each function fills in one family.

Money raised equals shares times price and the sum of its purposes; what is split off and what
stays is what was there; ratios follow from the amounts beside them.
"""

from __future__ import annotations

from collections.abc import Callable

from kopa_env.world.draw import Draw
from kopa_env.world.table import Value
from kopa_env.world.tables.ledger import Year
from kopa_env.world.tables.market import percent, ticked

Values = dict[str, Value]
Family = Callable[[Draw, Values, Year], Values]

PURPOSES = ("for_operation", "for_plant", "for_debt", "for_stakes", "for_business", "for_other")
_WAYS = ("by_market", "by_block", "by_otc", "by_otc")
_RECEIPTS = (1, 1, 2, 5, 10, 25)
"""How many shares a receipt stands for."""
_PLACINGS = (
    ("제3자배정증자", 60), ("주주배정후 실권주 일반공모", 18), ("일반공모증자", 12),
    ("주주배정증자", 10),
)  # fmt: skip


def _of(values: Values, name: str) -> int:
    value = values.get(name)
    return value if isinstance(value, int) else 0


def purposes(draw: Draw, amount: int) -> Values:
    """Share an amount out among one to three purposes."""
    count = draw.between(1, 3)
    names = [PURPOSES[0]]
    while len(names) < count:
        name = PURPOSES[draw.skewed(1, len(PURPOSES) - 1, 2)]
        if name not in names:
            names.append(name)
    left, values = amount, Values()
    for name in names[1:]:
        part = amount * draw.between(15, 40) // 100 // 1000 * 1000
        values[name] = part
        left -= part
    return {**values, names[0]: left}


def issue(draw: Draw, known: Values, year: Year) -> Values:
    """New shares for money."""
    new = max(1, _of(known, "shares") * draw.between(20, 320) // 1000)
    price = ticked(max(100, _of(known, "price") * draw.between(70, 100) // 100))
    placing = draw.weighted(_PLACINGS)
    short = draw.chance(150) and placing != "제3자배정증자"
    return {
        "new": new,
        "issue": price,
        "amount": new * price,
        "placing": placing,
        "shares_after": _of(known, "shares") + new,
        "short_sale": "Y" if short else "N",
        "short_from": known["short_day"] if short else None,
        "short_to": known["rcept_dt"] if short else None,
        **purposes(draw, new * price),
    }


def other_issue(draw: Draw, known: Values, year: Year) -> Values:
    """New shares of another kind instead of common ones: now and then, where there are some."""
    if not known.get("other") or not draw.chance(350):
        return {}
    new = max(1, _of(known, "other") * draw.between(20, 320) // 1000)
    price = ticked(max(100, _of(known, "other_price") * draw.between(80, 100) // 100))
    return {
        "new": None,
        "new_other": new,
        "issue": price,
        "amount": new * price,
        "shares_after": known["shares"],
        **dict.fromkeys(PURPOSES),
        **purposes(draw, new * price),
    }


def bonus(draw: Draw, known: Values, year: Year) -> Values:
    """New shares for nothing, so many for each share held."""
    tenths = draw.pick((1, 2, 3, 5, 5, 10, 10, 20))
    shares = _of(known, "shares_after" if "shares_after" in known else "shares")
    rate = f"{tenths // 10}.{tenths % 10}"
    values: Values = {"bonus": shares * tenths // 10, "bonus_rate": rate}
    if known.get("other") and draw.chance(600):
        values |= {"bonus_other": _of(known, "other") * tenths // 10, "bonus_rate_other": rate}
    return values


def reduction(draw: Draw, known: Values, year: Year) -> Values:
    """Shares merged, so many into one."""
    merge = draw.pick((2, 3, 5, 5, 10, 10, 20))
    shares, other = _of(known, "shares"), _of(known, "other")
    left, other_left = shares // merge, other
    values: Values = {"merge": merge, "merged": "보통주"}
    if other and draw.chance(600):
        other_left = other // merge
        values["merged"] = "보통주 및 우선주"
        values["other_cut"] = other - other_left
        values["other_cut_rate"] = percent(other - other_left, other, 2)
    return {
        **values,
        "cut": shares - left,
        "shares_left": left,
        "other_left": other_left or None,
        "capital": _of(known, "par") * (shares + other),
        "capital_after": _of(known, "par") * (left + other_left),
        "cut_rate": percent(shares - left, shares, 2),
    }


def bond(draw: Draw, known: Values, year: Year) -> Values:
    """A bond that turns into shares, or one that is written off."""
    unit = 1_000_000_000 if year.assets > 100_000_000_000 else 100_000_000
    amount = max(1, year.assets * draw.between(8, 90) // 1000 // unit) * unit
    strike = ticked(max(100, _of(known, "price") * draw.between(90, 115) // 100))
    private = draw.chance(850)
    shares = amount // strike
    years = draw.pick((3, 3, 4, 5))
    return {
        "series": str(draw.between(1, 14)),
        "amount": amount,
        "limit": amount * draw.between(2, 12),
        "strike": strike,
        "floor": ticked(strike * 7 // 10),
        "convertible": shares,
        "convertible_rate": percent(shares, _of(known, "shares") + _of(known, "other") + shares, 2),
        "coupon": f"{draw.pick((0, 0, 0, 1, 2, 3))}.0",
        "yield": f"{draw.between(0, 6)}.{draw.pick((0, 5))}",
        "placing": "사모" if private else "공모",
        "registered": "아니오" if private else "예",
        "exempt": "사모 발행(1년간 전환 및 권면 분할 금지)" if private else None,
        "years": years,
        "broker_or_none": None if private else known["broker"],
        **purposes(draw, amount),
    }


def treasury(draw: Draw, known: Values, year: Year) -> Values:
    """Own shares bought, sold or held in trust."""
    buy = max(10, _of(known, "shares") * draw.between(4, 35) // 1000)
    sell = max(1, min(_of(known, "own"), _of(known, "shares") * draw.between(2, 25) // 1000))
    price = _of(known, "price")
    way = draw.pick(_WAYS)
    return {
        "treasury": buy,
        "treasury_amount": buy * price,
        "treasury_daily": max(1, buy // 10),
        "disposal": sell,
        "disposal_amount": sell * price,
        "disposal_daily": max(1, sell // 8),
        "trust": draw.between(5, 120) * 100_000_000,
        way: sell,
    }


def other_treasury(draw: Draw, known: Values, year: Year) -> Values:
    """Other shares of the company's own bought or sold along with common ones."""
    other, own, price = (_of(known, name) for name in ("other", "own_other", "other_price"))
    values = Values()
    if other and draw.chance(450):
        buy = max(10, other * draw.between(4, 35) // 1000)
        values |= {
            "treasury_other": buy,
            "treasury_other_amount": buy * price,
            "treasury_other_daily": max(1, buy // 10),
        }
    if own and draw.chance(500):
        sell = max(1, min(own, other * draw.between(2, 25) // 1000))
        way = next(way for way in _WAYS if known.get(way))
        values |= {
            "disposal_other": sell,
            "disposal_other_price": price,
            "disposal_other_amount": sell * price,
            "disposal_other_daily": max(1, sell // 8),
            way: _of(known, way) + sell,
        }
    return values


def abroad(draw: Draw, known: Values, year: Year) -> Values:
    """Shares listed abroad, mostly as receipts: new common ones, or others that are out already."""
    receipts, each = draw.chance(700), draw.pick(_RECEIPTS)
    other = bool(known.get("other")) and draw.chance(550)
    wanted = _of(known, "other") * draw.between(20, 300) // 1000 if other else _of(known, "new")
    count = max(1, wanted // each) * each
    return {
        "new": None if other else count,
        "listed_other": count if other else None,
        "listed_shares": None if receipts else count,
        "receipts": count // each if receipts else None,
        "abroad_for": None if other else "해외 투자 재원",
    }


def deal(draw: Draw, known: Values, year: Year) -> Values:
    """Something bought or sold for money, measured against the company's own size."""
    price = max(1, year.assets * draw.between(20, 210) // 1000 // 1_000_000) * 1_000_000
    stakes = max(1, _of(known, "target_shares") * draw.between(50, 1000) // 1000)
    after = min(_of(known, "target_shares"), stakes + stakes * draw.below(400) // 1000)
    return {
        "deal": price,
        "face": price * draw.between(85, 105) // 100 // 1_000_000 * 1_000_000,
        "deal_to_assets": percent(price, year.assets),
        "deal_to_equity": percent(price, year.equity),
        "stakes": stakes,
        "stakes_after": after,
        "stakes_rate": percent(after, _of(known, "target_shares")),
    }


def split(draw: Draw, known: Values, year: Year) -> Values:
    """A part of the company, and what stays without it."""
    share = draw.between(60, 420)
    assets, debt = year.assets * share // 1000, year.debt * share // 1000
    sales, capital = year.sales * share // 1000, year.capital * share // 1000
    return {
        "part_assets": assets,
        "part_debt": debt,
        "part_equity": assets - debt,
        "part_capital": capital,
        "part_sales": sales,
        "rest_assets": year.assets - assets,
        "rest_debt": year.debt - debt,
        "rest_equity": year.equity - (assets - debt),
        "rest_capital": year.capital - capital,
        "rest_sales": year.sales - sales,
        "part_assets_rate": percent(assets, year.assets),
        "part_debt_rate": percent(debt, year.debt),
        "part_sales_rate": percent(sales, year.sales),
        "split_rate": f"0.{1000 - share:03d}:0.{share:03d}",
        "split_percent": percent(share, 1000),
    }


def combination(draw: Draw, known: Values, year: Year) -> Values:
    """Two companies made one, or one made the other's owner: new shares at a ratio."""
    ratio = draw.between(500_000, 19_999_999)
    shares = _of(known, "target_shares") * ratio // 10_000_000
    return {
        "ratio": f"{ratio // 10_000_000}.{ratio % 10_000_000:07d}",
        "swap_shares": shares,
        "swap_amount": shares * _of(known, "price"),
    }


def mishap(draw: Draw, known: Values, year: Year) -> Values:
    """A sum in dispute or in default: fictional companies only."""
    small = max(1, year.equity * draw.between(5, 120) // 1000 // 1000) * 1000
    return {"small": small, "small_comma": f"{small:,}"}


FAMILIES: dict[str, tuple[Family, ...]] = {
    "piicDecsn": (issue, other_issue),
    "fricDecsn": (bonus,),
    "pifricDecsn": (issue, bonus),
    "crDecsn": (reduction,),
    "cvbdIsDecsn": (bond,),
    "bdwtIsDecsn": (bond,),
    "exbdIsDecsn": (bond,),
    "wdCocobdIsDecsn": (bond,),
    "tsstkAqDecsn": (treasury, other_treasury),
    "tsstkDpDecsn": (treasury, other_treasury),
    "tsstkAqTrctrCnsDecsn": (treasury,),
    "tsstkAqTrctrCcDecsn": (treasury,),
    "astInhtrfEtcPtbkOpt": (deal,),
    "bsnInhDecsn": (deal, split),
    "bsnTrfDecsn": (deal, split),
    "tgastInhDecsn": (deal,),
    "tgastTrfDecsn": (deal,),
    "otcprStkInvscrInhDecsn": (deal,),
    "otcprStkInvscrTrfDecsn": (deal,),
    "stkrtbdInhDecsn": (deal, bond),
    "stkrtbdTrfDecsn": (deal, bond),
    "cmpMgDecsn": (combination,),
    "cmpDvDecsn": (split,),
    "cmpDvmgDecsn": (split, combination),
    "stkExtrDecsn": (combination,),
    "dfOcr": (mishap,),
    "lwstLg": (mishap,),
    "bsnSp": (split,),
    "ctrcvsBgrq": (),
    "dsRsOcr": (),
    "bnkMngtPcbg": (),
    "bnkMngtPcsp": (),
    "ovLstDecsn": (issue, abroad),
    "ovDlstDecsn": (issue, abroad),
    "ovLst": (issue, abroad),
    "ovDlst": (issue, abroad),
}
"""DART's 36 major events, and the families of figures each of them shows."""

WITH_TARGET = frozenset(
    {
        "bsnInhDecsn", "bsnTrfDecsn", "tgastInhDecsn", "tgastTrfDecsn", "otcprStkInvscrInhDecsn",
        "otcprStkInvscrTrfDecsn", "stkrtbdInhDecsn", "stkrtbdTrfDecsn", "cmpMgDecsn",
        "cmpDvmgDecsn", "stkExtrDecsn", "lwstLg",
    }
)  # fmt: skip
"""Events that name another company (one of the register)."""
