"""Ledger: the yearly figures of a company, from which every statement and ratio is written.

One path of years a company and scope (consolidated or separate), made of integer steps, so that
each year opens with what the year before closed with. All amounts are in won. For every year
assets = liabilities + equity, cash at the end = cash before + the three cash flows, and profit for
the year = profit before tax - tax.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from kopa_env.world.draw import Draw
from kopa_env.world.table import Value

YEARS = range(2018, 2026)
SHARE = {"11013": 240, "11012": 490, "11014": 745, "11011": 1000}
"""Per mille of a year's flow that has come in by the end of each report's period."""

Company = Mapping[str, Value]


class Year(NamedTuple):
    """One business year in won; ``flow`` items are sums over the year, the rest stands at its end.

    Quarterly views are made by :func:`at`.
    """

    cash: int
    receivables: int
    inventories: int
    other_current: int
    plant: int
    intangibles: int
    investments: int
    other_noncurrent: int
    payables: int
    borrowings: int
    other_current_debt: int
    bonds: int
    other_noncurrent_debt: int
    capital: int
    premium: int
    retained: int
    minority: int
    sales: int
    cost: int
    expenses: int
    finance_income: int
    finance_cost: int
    tax: int
    other_income: int
    from_operations: int
    from_investing: int
    from_financing: int
    cash_before: int

    @property
    def current_assets(self) -> int:
        """Current assets."""
        return self.cash + self.receivables + self.inventories + self.other_current

    @property
    def noncurrent_assets(self) -> int:
        """Non-current assets."""
        return self.plant + self.intangibles + self.investments + self.other_noncurrent

    @property
    def assets(self) -> int:
        """Total assets."""
        return self.current_assets + self.noncurrent_assets

    @property
    def current_debt(self) -> int:
        """Current liabilities."""
        return self.payables + self.borrowings + self.other_current_debt

    @property
    def noncurrent_debt(self) -> int:
        """Non-current liabilities."""
        return self.bonds + self.other_noncurrent_debt

    @property
    def debt(self) -> int:
        """Total liabilities."""
        return self.current_debt + self.noncurrent_debt

    @property
    def equity(self) -> int:
        """Total equity."""
        return self.capital + self.premium + self.retained + self.minority

    @property
    def gross(self) -> int:
        """Gross profit."""
        return self.sales - self.cost

    @property
    def operating(self) -> int:
        """Operating profit."""
        return self.gross - self.expenses

    @property
    def before_tax(self) -> int:
        """Profit before income tax."""
        return self.operating + self.finance_income - self.finance_cost

    @property
    def net(self) -> int:
        """Profit for the period."""
        return self.before_tax - self.tax


_FLOWS = (
    "sales", "cost", "expenses", "finance_income", "finance_cost", "tax", "other_income",
    "from_operations", "from_investing", "from_financing",
)  # fmt: skip


def path(seed: int, company: Company, scope: str) -> Mapping[int, Year]:
    """Return a company's years 2018 to 2025 for ``CFS`` or ``OFS``."""
    capital = int(company["par"] or 100) * int(company["shares"] or 1)
    assets = int(company["assets"] or 1)
    return _path(seed, str(company["corp_code"]), scope, assets, capital)


@lru_cache(maxsize=2048)
def _path(seed: int, corp_code: str, scope: str, base: int, capital: int) -> dict[int, Year]:
    draw = Draw(seed, "ledger", corp_code)
    own = Draw(seed, "ledger", corp_code, scope)
    group = scope == "CFS"
    assets = base * 1_000_000 if group else base * (680 + draw.below(260)) * 1000
    trade = draw.between(350, 1250)
    margin = draw.between(-20, 150)
    debt_share = draw.between(180, 620)
    years: dict[int, Year] = {}
    before: Year | None = None
    for year in YEARS:
        assets = assets * (1000 + draw.bell(-70, 170)) // 1000 + own.below(1_000_000)
        debt_share = max(100, min(780, debt_share + draw.bell(-60, 60)))
        debt = assets * debt_share // 1000
        sales = assets * max(100, trade + draw.bell(-160, 160)) // 1000
        profit = sales * (margin + draw.bell(-90, 90)) // 1000
        before = _year(own, assets, debt, capital, sales, profit, before, group)
        years[year] = before
    return years


def _year(
    draw: Draw,
    assets: int,
    debt: int,
    capital: int,
    sales: int,
    operating: int,
    before: Year | None,
    group: bool,
) -> Year:
    current = _part(draw, assets, 300, 620)
    cash = _part(draw, current, 120, 420)
    receivables = _part(draw, current, 180, 330)
    inventories = _part(draw, current, 100, 220)
    fixed = assets - current
    plant, soft = _part(draw, fixed, 380, 640), _part(draw, fixed, 30, 130)
    stakes = _part(draw, fixed, 40, 180)
    near = _part(draw, debt, 420, 720)
    payables, loans = _part(draw, near, 240, 420), _part(draw, near, 200, 400)
    bonds = _part(draw, debt - near, 300, 760)
    equity = assets - debt
    premium = _part(draw, equity - capital, 100, 350)
    minority = _part(draw, equity - capital, 5, 70) if group else 0
    cost = _part(draw, sales - operating, 780, 900)
    income, charge = _part(draw, sales, 2, 16), _part(draw, sales, 4, 24)
    before_tax = operating + income - charge
    tax = before_tax * draw.between(180, 250) // 1000 if before_tax > 0 else 0
    opening = before.cash if before else cash * 9 // 10
    earned = before_tax - tax + _part(draw, fixed, 40, 90)
    spent = -_part(draw, fixed, 60, 150)
    return Year(
        cash, receivables, inventories, current - cash - receivables - inventories,
        plant, soft, stakes, fixed - plant - soft - stakes,
        payables, loans, near - payables - loans, bonds, debt - near - bonds,
        capital, premium, equity - capital - premium - minority, minority,
        sales, cost, sales - operating - cost, income, charge, tax, _part(draw, equity, 0, 12),
        earned, spent, cash - opening - earned - spent, opening,
    )  # fmt: skip


def _part(draw: Draw, whole: int, low: int, high: int) -> int:
    """Return between ``low`` and ``high`` thousandths of an amount."""
    return whole * (low * 1000 + draw.below((high - low) * 1000 + 1)) // 1_000_000


def at(years: Mapping[int, Year], year: int, report: str) -> Year:
    """Return a year as its annual (``11011``) or interim report shows it, flows cumulated.

    What stands at an interim date lies between the two year ends; cash is what the flows leave.
    """
    if report == "11011":
        return years[year]
    share, last, this = SHARE[report], years[year - 1], years[year]
    values = {
        name: a + (b - a) * share // 1000
        for name, a, b in zip(Year._fields, last, this, strict=True)
    }
    for name in _FLOWS:
        values[name] = getattr(this, name) * share // 1000
    values["cash_before"] = last.cash
    flows = sum(values[n] for n in ("from_operations", "from_investing"))
    values["from_financing"] = values["cash"] - last.cash - flows
    made = Year(**values)
    rounded = made.assets - made.debt - made.equity
    return made._replace(retained=made.retained + rounded)


def quarter(years: Mapping[int, Year], year: int, report: str) -> Year:
    """Return what the three months of an interim report alone brought (flows); stands as in ``at``.

    For an annual report the flows are the whole year's.
    """
    whole = at(years, year, report)
    earlier = {"11012": "11013", "11014": "11012"}.get(report)
    if earlier is None:
        return whole
    past = at(years, year, earlier)
    return whole._replace(**{n: getattr(whole, n) - getattr(past, n) for n in _FLOWS})
