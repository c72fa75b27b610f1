"""What bonds pay and when, and what became of the rights that some of them carry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.exchange.days import day_of, first_from, trading_days
from kopa_env.world.world import Condition, World

_FROM, _TO = "20230101", "20261231"


def _months(day: str, months: int) -> str:
    index = int(day[:4]) * 12 + int(day[4:6]) - 1 + months
    return f"{index // 12}{index % 12 + 1:02d}{day[6:]}"


def _paid(day: str) -> str:
    """Return the trading day on which something that falls due on a day is paid."""
    return day_of(first_from(day)) if day <= trading_days()[-1] else day


def _payments(world: World) -> Iterator[Row]:
    for bond in world.select("bonds", [Condition("matures", "range", (_FROM, None))])[0]:
        issued, matures = str(bond["issued"]), str(bond["matures"])
        every = 3 if bond["style"] == "이표채" else 0
        amount, coupon = int(str(bond["amount"])), int(str(bond["coupon"]))
        ends = min(matures, "20300101")
        due = _months(issued, 3) if every and coupon else ends
        while due < ends:
            if _FROM <= due <= _TO:
                yield _payment(bond, due, "이자지급", amount * coupon // 400_000)
            due = _months(due, 3)
        if matures <= _TO:
            last = amount * coupon // 400_000 if every else amount * coupon // 100_000
            yield _payment(bond, matures, "만기상환", amount + last)


def _payment(bond: Mapping[str, object], due: str, reason: str, amount: int) -> Row:
    values = {name: bond[name] for name in _TAKEN}
    return (
        _paid(due), *(str(v) if v is not None else None for v in values.values()), reason, amount,
        f"{bond['placing']}{bond['style']}",
    )  # fmt: skip


_TAKEN = ("crno", "isin", "name", "issuer", "kind_code", "kind", "currency")

BOND_PAYMENTS = Table(
    "bond_payments",
    (
        Column("day", domain="date"),
        Column("crno", domain="jurir_no", gen="ref", null_rate=0.5),
        Column("isin", domain="isin", gen="ref"),
        Column("name", domain="issue_name", gen="ref"),
        Column("issuer", domain="corp_name", gen="ref"),
        Column("kind_code", gen="ref"),
        Column("kind", domain="bond_kind", gen="ref"),
        Column("currency"),
        Column("reason"),
        Column("amount", "int"),
        Column("form"),
    ),
    _payments,
    index=(("day",), ("crno",), ("issuer",)),
)


def _events(world: World) -> Iterator[Row]:
    shares = {str(r["code"]): r for r in world.rows("stock_issues")}
    last = trading_days()[-1]
    made: list[Row] = []
    for bond in world.rows("bonds"):
        share = shares.get(str(bond["target"])) if bond["target"] else None
        if share is None:
            continue
        opens, closes = str(bond["opens"]), str(bond["closes"])
        strike = int(str(bond["strike"]))
        draw = Draw(world.seed, "bond rights", str(bond["isin"]))
        head = (
            bond["crno"], bond["isin"], bond["name"], bond["issuer"], bond["kind"],
            bond["issued"], bond["matures"], f"{bond['placing']}{bond['style']}",
        )  # fmt: skip
        rest = (opens, closes, share["isin"], share["abbr"])
        put = draw.chance(760)
        kind = ("2", "PUT") if put else ("1", "CALL")
        made.append((_paid(str(bond["issued"])), "option", *head, *kind, strike, *rest))
        day = _months(str(bond["issued"]), 7)
        while day < min(last, closes) and draw.chance(560):
            strike = max(strike * draw.between(840, 990) // 1_000, 500)
            made.append((_paid(day), "adjusted", *head, *kind, strike, *rest))
            day = _months(day, draw.between(3, 7))
        if opens < last and draw.chance(480):
            place = first_from(opens) + draw.between(3, 160)
            if place <= first_from(last):
                made.append((day_of(place), "exercised", *head, *kind, strike, *rest))
        early = _months(str(bond["issued"]), draw.between(18, 30))
        if put and early <= last and early < str(bond["matures"]) and draw.chance(330):
            made.append((_paid(early), "redeemed", *head, *kind, strike, *rest))
    yield from sorted(made, key=lambda row: (str(row[0]), str(row[3]), str(row[1])))


BOND_EVENTS = Table(
    "bond_events",
    (
        Column("day", domain="date"),
        Column("event"),
        Column("crno", domain="jurir_no", gen="ref", null_rate=0.1),
        Column("isin", domain="isin", gen="ref"),
        Column("name", domain="issue_name", gen="ref"),
        Column("issuer", domain="corp_name", gen="ref"),
        Column("kind", domain="bond_kind", gen="ref"),
        Column("issued", domain="date"),
        Column("matures", domain="date"),
        Column("form"),
        Column("option_code"),
        Column("option"),
        Column("strike", "int"),
        Column("opens", domain="date"),
        Column("closes", domain="date"),
        Column("target_isin", domain="isin", gen="ref"),
        Column("target_name", domain="issue_name", gen="ref"),
    ),
    _events,
    index=(("event", "day"), ("crno",)),
)


def _by_kind(world: World) -> Iterator[Row]:
    """Yield, month by month, what was issued and redeemed of each kind of bond, in won."""
    sums: dict[tuple[str, str, str], list[int]] = {}
    for bond in world.rows("bonds"):
        kind = (str(bond["kind_code"]), str(bond["kind"]))
        amount = int(str(bond["amount"]))
        for place, day in ((0, str(bond["issued"])), (1, str(bond["matures"]))):
            if day[:4] > "2015" and day <= trading_days()[-1]:
                sums.setdefault((day[:6], *kind), [0, 0])[place] += amount
    before: dict[tuple[str, str], list[int]] = {}
    for (month, code, kind_name), (new, gone) in sorted(sums.items()):
        first = before.setdefault((code, kind_name), [0, 0])
        if month.endswith("01"):
            first[:] = [0, 0]
        first[0], first[1] = first[0] + new, first[1] + gone
        ends = _paid_end(month)
        yield ends, code, kind_name, new, gone, new - gone, first[0], first[1]


def _paid_end(month: str) -> str:
    following = f"{int(month[:4]) + int(month[4:]) // 12}{int(month[4:]) % 12 + 1:02d}01"
    return day_of(first_from(following) - 1)


BOND_KINDS = Table(
    "bond_kind_months",
    (
        Column("day", domain="date"),
        Column("kind_code"),
        Column("kind", domain="bond_kind"),
        Column("new", "int"),
        Column("gone", "int"),
        Column("net", "int"),
        Column("new_year", "int"),
        Column("gone_year", "int"),
    ),
    _by_kind,
    key=("day", "kind_code"),
)

BOND_EVENT_TABLES: tuple[Table, ...] = (BOND_PAYMENTS, BOND_EVENTS, BOND_KINDS)
