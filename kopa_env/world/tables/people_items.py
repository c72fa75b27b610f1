"""Items of a periodic report on the board, the staff and their pay."""

from __future__ import annotations

from kopa_env.world.tables.decisions import Values
from kopa_env.world.tables.financials import Period
from kopa_env.world.tables.market import (
    business,
)
from kopa_env.world.tables.people import Officer, board, staff
from kopa_env.world.tables.report_item import full_year, item_draw
from kopa_env.world.world import World

FIVE_HUNDRED_MILLION = 500_000_000
_REPORTED = 5
"""Pay is shown by name from 500 million won on, for five people at most."""


def _board(world: World, period: Period) -> list[Officer]:
    officers = board(world.seed, period.company, full_year(world, period))
    return [officer for officer in officers if officer.since <= period.year]


def executives(world: World, period: Period) -> list[Values]:
    """The board: who, since when, until when."""
    rows: list[Values] = []
    for officer in _board(world, period):
        months = (period.ends.year - officer.since) * 12 + period.ends.month
        until = officer.since + (period.year - officer.since) // 3 * 3 + 3
        rows.append(
            {
                "person": officer.name,
                "sex": officer.sex,
                "born": officer.born,
                "post": officer.post,
                "registered": officer.role,
                "full_time": "상근" if officer.role == "사내이사" else "비상근",
                "job": officer.job,
                "career": officer.career,
                "relation": "발행회사 임원",
                "served": f"{months}개월",
                "term_ends": f"{until}0328",
            }
        )
    return rows


def employees(world: World, period: Period) -> list[Values]:
    """Staff by division and sex, with pay since the year began."""
    share = {"11013": 3, "11012": 6, "11014": 9, "11011": 12}[period.report]
    people = staff(
        world.seed,
        period.company,
        period.year,
        full_year(world, period),
        business(period.company),
    )
    return [
        {
            "division": group.division,
            "sex": group.sex,
            "regular": group.regular,
            "contract": group.contract or None,
            "all": group.all,
            "tenure": group.tenure,
            "payroll": group.all * group.pay * share // 12,
            "pay": group.pay * share // 12,
        }
        for group in people
    ]


def outside_directors(world: World, period: Period) -> list[Values]:
    """How many directors there are, and how many of them come from outside."""
    officers = _board(world, period)
    outside = sum(officer.role == "사외이사" for officer in officers)
    new = sum(o.since == period.year and o.role == "사외이사" for o in officers)
    directors = sum(officer.role != "감사" for officer in officers)
    return [{"directors": directors, "outside": outside, "appointed": new or None}]


def director_pay(world: World, period: Period) -> list[Values]:
    """Pay of all directors and auditors together."""
    officers = _board(world, period)
    total = sum(officer.pay for officer in officers)
    return [{"people": len(officers), "pay": total, "mean": total // len(officers)}]


def director_pay_by_kind(world: World, period: Period) -> list[Values]:
    """Pay of inside directors, outside directors and auditors."""
    rows: list[Values] = []
    for label, role in (
        ("등기이사(사외이사, 감사위원회 위원 제외)", "사내이사"),
        ("사외이사(감사위원회 위원 제외)", "사외이사"),
        ("감사", "감사"),
    ):
        pays = [officer.pay for officer in _board(world, period) if officer.role == role]
        total = sum(pays)
        mean = total // len(pays) if pays else None
        rows.append(
            {"group": label, "people": len(pays) or None, "pay": total or None, "mean": mean}
        )
    return rows


def pay_approved(world: World, period: Period) -> list[Values]:
    """What the shareholders' meeting allowed to pay the board."""
    officers = _board(world, period)
    inside = sum(officer.role != "감사" for officer in officers)
    total = sum(officer.pay for officer in officers if officer.role != "감사")
    ceiling = (total * 14 // 10 // 100_000_000 + 1) * 100_000_000
    return [
        {"group": "등기이사", "people": inside, "approved": ceiling},
        {"group": "감사", "people": len(officers) - inside or None, "approved": 200_000_000},
    ]


def pay_by_name(world: World, period: Period) -> list[Values]:
    """People paid 500 million won or more, the best paid first."""
    paid = [o for o in _board(world, period) if o.pay >= FIVE_HUNDRED_MILLION]
    paid.sort(key=lambda officer: (-officer.pay, officer.name))
    return [{"person": o.name, "post": o.post, "pay": o.pay} for o in paid[:_REPORTED]] or [{}]


def unregistered_pay(world: World, period: Period) -> list[Values]:
    """Executives who are not on the board."""
    draw = item_draw(world, period, "executives")
    heads = max(1, full_year(world, period).sales // (draw.between(12, 60) * 1_000_000_000))
    mean = draw.between(110, 420) * 1_000_000
    return [{"people": heads, "pay": heads * mean, "mean": mean}]
