"""Items of a periodic report on shares, owners, dividends and capital."""

from __future__ import annotations

from kopa_env.world.draw import Draw
from kopa_env.world.names import company_name, person
from kopa_env.world.tables.decisions import Values
from kopa_env.world.tables.financials import Period
from kopa_env.world.tables.ledger import Company, path
from kopa_env.world.tables.market import (
    number,
    own_shares,
    percent,
    share_price,
)
from kopa_env.world.tables.other_shares import Other, other_shares, own_other_shares
from kopa_env.world.tables.report_item import Item, closed, item_draw, whole
from kopa_env.world.world import Condition, World

_KINDS = ("보통주", "우선주")
_BY_KIND = ("현금배당수익률(%)", "주식배당수익률(%)", "주당 현금배당금(원)", "주당 주식배당(주)")
"""Items on dividends that are given for each kind of shares."""

_Term = dict[tuple[str, str | None], str | None]
"""What a report says of one business year, by item and kind of shares."""


def _other(world: World, period: Period) -> Other | None:
    return other_shares(world).get(str(period.company["corp_code"]))


def _own_other(world: World, period: Period, year: int) -> int:
    return own_other_shares(world.seed, period.company, year, _other(world, period))


def share_totals(world: World, period: Period) -> list[Values]:
    """Shares authorised, issued, retired, held and floating: of each kind and in all."""
    shares = number(period.company, "shares")
    own = own_shares(world.seed, period.company, period.year)
    reduced = shares * item_draw(world, period, "retired").below(80) // 1000
    common: Values = {
        "authorised": max(100_000_000, shares * 4),
        "issued": shares + reduced,
        "reduced": reduced or None,
        "shares": shares,
        "own": own or None,
        "floating": shares - own,
    }
    rows = [common, *_other_total(world, period)]
    total: Values = {name: sum(whole(row[name]) for row in rows) or None for name in common}
    return [
        {**row, "stock_kind": kind}
        for row, kind in zip([*rows, total], [*_KINDS[: len(rows)], "합계"], strict=True)
    ]


def _other_total(world: World, period: Period) -> list[Values]:
    other = _other(world, period)
    if other is None:
        return []
    own = _own_other(world, period, period.year)
    return [
        {
            "authorised": max(20_000_000, other.shares * 4),
            "issued": other.shares,
            "reduced": None,
            "shares": other.shares,
            "own": own or None,
            "floating": other.shares - own,
        }
    ]


def treasury_stock(world: World, period: Period) -> list[Values]:
    """Own shares at the beginning and the end, and what was bought and sold between."""
    held = [own_shares(world.seed, period.company, period.year - back) for back in (1, 0)]
    others = [_own_other(world, period, period.year - back) for back in (1, 0)]
    rows = [_own(_KINDS[0], *held), *([_own(_KINDS[1], *others)] if any(others) else ())]
    whole = {"how1": "총계", "how2": "총계", "how3": "총계"}
    way = {"how1": "배당가능이익범위 이내 취득", "how2": "직접취득", "how3": "장내직접취득"}
    return [{**row, **how} for how in (way, whole) for row in rows]


def _own(kind: str, opening: int, closing: int) -> Values:
    return {
        "stock_kind": kind,
        "opening": opening or None,
        "bought": max(0, closing - opening) or None,
        "sold": max(0, opening - closing) or None,
        "closing": closing or None,
    }


def _owner_share(world: World, period: Period) -> int:
    return item_draw(world, period, "owner").between(170, 580)


def largest_shareholders(world: World, period: Period) -> list[Values]:
    """The largest shareholder, relatives and affiliates, and their sum."""
    shares = number(period.company, "shares")
    draw = item_draw(world, period, "owners")
    share = _owner_share(world, period)
    first = company_name(draw) if draw.chance(350) else person(draw)
    parts = [(first, "본인", share * draw.between(550, 850) // 1000)]
    rest = share - parts[0][2]
    for _ in range(draw.between(1, 4)):
        part = rest * draw.between(200, 600) // 1000
        parts.append((person(draw), draw.pick(("친인척", "임원", "특수관계인")), part))
        rest -= part
    parts.append((person(draw), "특수관계인", rest))
    rows: list[Values] = []
    for name, relation, per_mille in parts:
        closing = shares * per_mille // 1000
        rows.append(_holding(name, relation, closing - closing * draw.below(40) // 1000, closing))
    sums = [sum(whole(row[key]) for row in rows) for key in ("opening", "closing")]
    return [_rated(row, shares) for row in [*rows, _holding("계", "-", sums[0], sums[1])]]


def _holding(name: str, relation: str, opening: int, closing: int) -> Values:
    return {"holder": name, "relation": relation, "opening": opening, "closing": closing}


def _rated(row: Values, shares: int) -> Values:
    rates = {f"{key}_rate": percent(whole(row[key]), shares, 2) for key in ("opening", "closing")}
    return {**row, **rates}


def shareholder_changes(world: World, period: Period) -> list[Values]:
    """When the largest shareholder last changed: now and then."""
    draw = item_draw(world, period, "change")
    if draw.chance(650):
        return [{}]
    shares = number(period.company, "shares")
    held = shares * _owner_share(world, period) // 1000
    day = f"{draw.between(2015, period.year - 1)}{draw.between(1, 12):02d}{draw.between(1, 28):02d}"
    return [
        {
            "on": day,
            "holder": largest_shareholders(world, period)[0]["holder"],
            "closing": held,
            "percent": f"{percent(held, shares, 2)}%",
            "how": draw.pick(("장내매수", "유상증자 참여", "주식 양수도 계약", "상속")),
        }
    ]


def minority_shareholders(world: World, period: Period) -> list[Values]:
    """Small shareholders: how many and how much they hold."""
    draw = item_draw(world, period, "minority", period.year)
    shares = number(period.company, "shares")
    holders = max(300, shares // draw.between(300, 3000))
    held = shares * (1000 - _owner_share(world, period)) // 1000 * draw.between(600, 950) // 1000
    return [
        {
            "small_holders": holders,
            "all_holders": holders + draw.between(4, 40),
            "holders_percent": f"{percent(holders, holders + 22, 2)}%",
            "small_shares": held,
            "small_percent": f"{percent(held, shares, 2)}%",
        }
    ]


def dividends(world: World, period: Period) -> list[Values]:
    """Earnings and dividends of three years."""
    terms = [_dividend(world, period, back) for back in range(3)]
    names = ("this", "last", "before")
    return [
        {"item": item, "stock_kind": kind,
         **{name: term[item, kind] for name, term in zip(names, terms, strict=True)}}
        for item, kind in terms[0]
    ]  # fmt: skip


def dividend_per_share(seed: int, period: Period, year: int) -> int:
    """Return the cash dividend per share of a business year in won; 0 for years without."""
    draw = Draw(seed, "dividend", str(period.company["corp_code"]))
    pays, share = draw.chance(620), draw.between(80, 420)
    net = path(seed, period.company, "OFS")[year].net
    counted = number(period.company, "shares") - own_shares(seed, period.company, year)
    if not pays or net <= 0:
        return 0
    each: int = net * share // 1000 // counted
    return each if each < 50 else each // 5 * 5 if each < 500 else each // 50 * 50


def _dividend(world: World, period: Period, back: int) -> _Term:
    company, year = period.company, period.year - back
    group = closed(world, period, back=back)
    alone = closed(world, period, "OFS", back)
    shares = number(company, "shares") - own_shares(world.seed, company, year)
    each = dividend_per_share(world.seed, period, year) if period.annual else 0
    other, rate = _other_dividend(world, period, year, each)
    total = each * shares + other
    price = share_price(group, company, item_draw(world, period, "price"))
    scope = "연결" if company["consolidated"] else "별도"
    firm = {
        "주당액면가액(원)": f"{number(company, 'par'):,}" if company["par"] else None,
        f"({scope})당기순이익(백만원)": f"{group.net // 1_000_000:,}",
        "(별도)당기순이익(백만원)": f"{alone.net // 1_000_000:,}",
        f"({scope})주당순이익(원)": f"{(group.net - other) // shares:,}",
        "현금배당금총액(백만원)": f"{total // 1_000_000:,}" if each else None,
        "주식배당금총액(백만원)": None,
        f"({scope})현금배당성향(%)": (
            percent(total, group.net, 2) if each and group.net > 0 else None
        ),
    }
    kinds = {_KINDS[0]: (each, price)}
    if rate:
        kinds[_KINDS[1]] = (_preferred_each(company, each), max(1, price * rate // 1000))
    return {
        **{(name, _KINDS[0] if "주당순이익" in name else None): v for name, v in firm.items()},
        **{(name, kind): _of_kind(name, *v) for name in _BY_KIND for kind, v in kinds.items()},
    }


def _preferred_each(company: Company, each: int) -> int:
    """Return the dividend of a preferred share: one per cent of its par value is added."""
    return each + max(1, number(company, "par") // 100) if each else 0


def _other_dividend(world: World, period: Period, year: int, each: int) -> tuple[int, int]:
    """Return what all preferred shares get, and their price as a rate; zeros if there are none."""
    other = _other(world, period)
    if other is None:
        return 0, 0
    held = other.shares - _own_other(world, period, year)
    return _preferred_each(period.company, each) * held, other.rate


def _of_kind(name: str, each: int, price: int) -> str | None:
    if not each or "현금" not in name:
        return None
    return f"{each:,}" if "배당금" in name else percent(each, price, 2)


def capital_changes(world: World, period: Period) -> list[Values]:
    """Capital increases decided until the end of the period, from the events."""
    rows: list[Values] = []
    for event in _raised(world, period, since=0):
        common, amount = whole(event["nstk_ostk_cnt"]), _sum_of_purposes(event)
        shares = common or whole(event["nstk_estk_cnt"])
        rows.append(
            {
                "stock_kind": _KINDS[0] if common else _KINDS[1],
                "on": _dotted(str(event["received"])),
                "how": f"유상증자({str(event['ic_mthn']).removesuffix('증자')})",
                "count": shares,
                "price": amount // shares if shares else None,
            }
        )
    return rows or [{}]


def _raised(world: World, period: Period, since: int) -> list[dict[str, str | int | float | None]]:
    end = f"{period.ends:%Y%m%d}"
    conditions = [
        Condition("corp_code", "eq", period.company["corp_code"]),
        Condition("received", "range", (f"{since:04d}0101", end)),
    ]
    return world.select("dart_piicDecsn", conditions)[0]


def _sum_of_purposes(event: dict[str, str | int | float | None]) -> int:
    return sum(whole(value) for name, value in event.items() if name.startswith("fdpp_"))


def _dotted(day: str) -> str:
    return f"{day[:4]}.{day[4:6]}.{day[6:]}"


def fund_use(placing: bool) -> Item:
    """Return the item on how money raised this year was used (``placing``: privately raised)."""

    def item(world: World, period: Period) -> list[Values]:
        rows: list[Values] = []
        for event in _raised(world, period, since=period.year):
            if (str(event["ic_mthn"]) == "제3자배정증자") is not placing:
                continue
            amount = _sum_of_purposes(event)
            used = (
                amount * item_draw(world, period, str(event["rcept_no"])).between(400, 1000) // 1000
            )
            rows.append(
                {
                    "what": "유상증자",
                    "series": str(len(rows) + 1),
                    "on": _dotted(str(event["received"])),
                    "amount": amount,
                    "purpose": "운영자금" if event["fdpp_op"] else "시설자금",
                    "used": used,
                    "why": "집행 시기 미도래" if used < amount else None,
                }
            )
        return rows or [{}]

    return item
