"""Items of a periodic report on audits, debt and stakes in other companies."""

from __future__ import annotations

from kopa_env.world.draw import Draw
from kopa_env.world.tables.decisions import Values
from kopa_env.world.tables.financials import Period
from kopa_env.world.tables.ledger import at, path
from kopa_env.world.tables.market import (
    AUDITORS,
    BROKERS,
    RATINGS,
    main_scope,
    number,
    percent,
    standing,
)
from kopa_env.world.tables.report_item import Item, closed, full_year, item_draw, whole
from kopa_env.world.world import Condition, World


def _auditor(world: World, period: Period, year: int) -> str:
    first = item_draw(world, period, "auditor").below(len(AUDITORS))
    return AUDITORS[(first + (year - 2018) // 3) % len(AUDITORS)]


def _term(period: Period, back: int) -> str:
    label = ("당기", "전기", "전전기")[back]
    return f"{period.term(period.year - back).replace(' ', '')}({label})"


def audit_opinions(world: World, period: Period) -> list[Values]:
    """Auditor and opinion of three years."""
    matters = (
        "수익 인식의 적정성",
        "재고자산의 순실현가치 평가",
        "영업권 손상 검토",
        "공사 진행률 추정",
    )
    return [
        {
            "term": _term(period, back),
            "auditor": _auditor(world, period, period.year - back),
            "opinion": "적정" if period.annual or back else None,
            "matter": item_draw(world, period, "matter", period.year - back).pick(matters),
        }
        for back in range(3)
    ]


def audit_contracts(world: World, period: Period) -> list[Values]:
    """Fee (in millions of won) and hours of the audit of three years."""
    rows: list[Values] = []
    for back in range(3):
        year = period.year - back
        assets = path(world.seed, period.company, main_scope(period.company))[year].assets
        fee = 60 + min(9_000, assets // 900_000_000)
        hours = fee * item_draw(world, period, "hours", year).between(8, 13)
        rows.append(
            {
                "term": _term(period, back),
                "auditor": _auditor(world, period, year),
                "work": "별도 및 연결 재무제표 감사"
                if period.company["consolidated"]
                else "재무제표 감사",
                "fee": fee,
                "hours": hours,
                "hours_done": hours * 98 // 100,
            }
        )
    return rows


def non_audit_contracts(world: World, period: Period) -> list[Values]:
    """Other work the auditor was paid for, in millions of won."""
    rows: list[Values] = []
    for back in range(3):
        year = period.year - back
        draw = item_draw(world, period, "other work", year)
        row: Values = {"term": _term(period, back)}
        if draw.chance(350):
            month = draw.between(1, 9)
            row |= {
                "on": f"{year}.{month:02d}",
                "work": draw.pick(
                    ("세무 자문", "세무조정", "내부통제 자문", "지속가능경영 보고서 인증")
                ),
                "span": f"{year}.{month:02d}~{year}.{month + 3:02d}",
                "fee": draw.between(5, 120),
                "auditor": _auditor(world, period, year),
            }
        rows.append(row)
    return rows


def outstanding(kind: str, width: int) -> Item:
    """Return an item on debt by time left: public, private and both; buckets add up to the sum.

    Args:
        kind: ``bonds`` and ``paper`` follow the ledger; others do not apply.
        width: number of buckets.
    """

    def item(world: World, period: Period) -> list[Values]:
        ledger = closed(world, period, "OFS")
        total = {"bonds": ledger.bonds, "paper": ledger.borrowings // 12}.get(kind, 0)
        public = total * 6 // 10
        rows = []
        for label, amount in (("공모", public), ("사모", total - public)):
            draw = item_draw(world, period, kind, label, period.year)
            rows.append({"placing": label, **_buckets(draw, amount, width)})
        both: Values = {"placing": "합계"}
        for name in rows[0]:
            if name != "placing":
                both[name] = sum(whole(row.get(name)) for row in rows) or None
        return [*rows, both]

    return item


def _buckets(draw: Draw, amount: int, width: int) -> Values:
    left, values = amount, Values()
    for number_ in range(width - 1):
        part = left * draw.between(0, 600) // 1000 // 1_000_000 * 1_000_000
        values[f"bucket{number_}"] = part or None
        left -= part
    values[f"bucket{width - 1}"] = left or None
    values["sum"] = amount or None
    return values


def debt_issued(world: World, period: Period) -> list[Values]:
    """Debt securities issued this year, and their sum."""
    draw = item_draw(world, period, "debt", period.year)
    ceiling = max(100, full_year(world, period).debt // 100_000_000)
    rows: list[Values] = []
    for _ in range(draw.below(4)):
        day = f"{draw.between(1, period.ends.month):02d}.{draw.between(1, 28):02d}"
        rate = draw.between(250, 690)
        rows.append(
            {
                "bond": draw.pick(("회사채", "회사채", "기업어음증권", "단기사채")),
                "placing": draw.pick(("공모", "사모")),
                "on": f"{period.ends.year}.{day}",
                "amount": ceiling * draw.between(10, 300) // 1000 * 100_000_000,
                "rate": f"{rate // 100}.{rate % 100:02d}",
                "rating": draw.pick(RATINGS),
                "until": f"{period.ends.year + draw.between(1, 5)}.{day}",
                "repaid": "미상환",
                "broker": draw.pick(BROKERS),
            }
        )
    total = sum(whole(row["amount"]) for row in rows)
    return [*rows, {"bond": "합계", "amount": total or None}] if rows else [{}]


def investments(world: World, period: Period) -> list[Values]:
    """Stakes in other companies of the register; their book values add up to the ledger's."""
    draw = item_draw(world, period, "stakes")
    years = path(world.seed, period.company, "OFS")
    now, before = (at(years, y, period.report).investments for y in (period.year, period.year - 1))
    count = draw.between(1, 5)
    partners, _ = world.select(
        "companies", [Condition("corp_cls", "eq", "E")], limit=count, offset=draw.below(3000)
    )
    rows: list[Values] = []
    for place, partner in enumerate(partners):
        last = place == count - 1
        part = now - now // count * (count - 1) if last else now // count
        past = before - before // count * (count - 1) if last else before // count
        held = number(partner, "shares") * draw.between(100, 1000) // 1000
        rows.append(
            {
                **standing(world.seed, partner, "target", period.year - 1),
                "on": _old_day(draw),
                "first": past * draw.between(300, 900) // 1000,
                "opening": held,
                "rate": percent(held, number(partner, "shares")),
                "opening_amount": past,
                "gain": part - past,
                "closing_amount": part,
            }
        )
    return rows


def _old_day(draw: Draw) -> str:
    return f"{draw.between(1998, 2020)}.{draw.between(1, 12):02d}.{draw.between(1, 28):02d}"
