"""What events and reports need to know of a company beyond its ledger: price, own shares, helpers.

Brokers, banks, auditors and rating agencies are fictional.
"""

from __future__ import annotations

from typing import cast

from kopa_env.world.draw import Draw
from kopa_env.world.names import business_of
from kopa_env.world.table import Value
from kopa_env.world.tables.ledger import Company, Year, path

BROKERS = ("누리증권", "나래증권", "마루투자증권", "여울증권", "해율투자증권", "새담증권")
BANKS = ("나래은행", "여울은행", "담온은행", "솔율은행")
AUDITORS = ("새빛회계법인", "담율회계법인", "솔율회계법인", "채율회계법인", "늘담회계법인")
RATINGS = ("누리신용평가 AA", "누리신용평가 A+", "담율신용평가 A", "담율신용평가 BBB+")


def number(company: Company, column: str) -> int:
    """Return an integer column of a company."""
    return cast(int, company[column] or 0)


def share_price(year: Year, company: Company, draw: Draw) -> int:
    """Return a share price in won around the book value, on the exchange's tick."""
    book = year.equity // max(1, number(company, "shares"))
    return ticked(max(100, book * draw.between(500, 2200) // 1000))


def ticked(price: int) -> int:
    """Round a price down to the exchange's tick."""
    for limit, tick in (
        (2_000, 1), (5_000, 5), (20_000, 10), (50_000, 50), (200_000, 100), (500_000, 500),
    ):  # fmt: skip
        if price < limit:
            return price // tick * tick
    return price // 1000 * 1000


def own_shares(seed: int, company: Company, year: int) -> int:
    """Return how many of its own shares a company holds at the end of a year."""
    draw = Draw(seed, "own shares", str(company["corp_code"]))
    base = number(company, "shares") * draw.skewed(3, 70, 2) // 1000
    return base * (1000 + draw.between(-20, 60) * (year - 2020)) // 1000


def main_scope(company: Company) -> str:
    """Return the statements a company is measured by."""
    return "CFS" if company["consolidated"] else "OFS"


def business(company: Company) -> str:
    """Return what a company does."""
    return business_of(str(company["induty_code"]))


def percent(part: int, whole: int, decimals: int = 1) -> str:
    """Write a share in per cent with so many decimals, rounded down."""
    scaled = part * 100 * 10**decimals // whole if whole else 0
    head, tail = divmod(abs(scaled), 10**decimals)
    return f"{'-' if scaled < 0 else ''}{head}.{tail:0{decimals}d}"


def standing(seed: int, company: Company, prefix: str, year: int) -> dict[str, Value]:
    """Return what one company's report says of another, each name under a prefix."""
    closed = path(seed, company, "OFS")[year]
    values: dict[str, Value] = {
        "": company["corp_name"],
        "_capital": closed.capital,
        "_business": business(company),
        "_place": " ".join(str(company["adres"]).split()[:2]),
        "_ceo": company["ceo_nm"],
        "_shares": company["shares"],
        "_assets": closed.assets,
        "_debt": closed.debt,
        "_equity": closed.equity,
        "_sales": closed.sales,
        "_net": closed.net,
    }
    return {f"{prefix}{name}": value for name, value in values.items()}
