"""Short-term securities: certificates of deposit, commercial and asset-backed paper, short bonds.

One register of issues; what is outstanding on a day, falls due in a month or costs at issue follows
from it. Trades between sectors stand beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import NamedTuple

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.exchange.codes import isin
from kopa_env.world.tables.exchange.days import trading_days
from kopa_env.world.tables.finance.repo import SECTORS, base_rate
from kopa_env.world.tables.finance.short_issuers import Issuer, issuers
from kopa_env.world.world import World

_SINCE, _BALANCES_SINCE = "20230102", "20240102"
_CLASSES = {"cd": ("03", "CD"), "cp": ("02", "기업어음"), "esb": ("05", "전자단기사채"),
            "abcp": ("04", "ABCP")}  # fmt: skip
_LETTERS = {"cd": "C", "cp": "F", "esb": "S", "abcp": "A"}
_A_DAY = {"cd": (0, 3), "cp": (2, 6), "esb": (3, 8), "abcp": (1, 4)}
_DAYS = {
    "cd": (91, 91, 91, 182, 60, 364), "cp": (30, 60, 90, 91, 120, 180, 182, 270, 364),
    "esb": (1, 7, 15, 28, 30, 60, 89, 90, 90), "abcp": (28, 30, 60, 90, 90, 91, 120, 180),
}  # fmt: skip
_TERMS = ((31, "30", "30일"), (61, "60", "60일"), (92, "90", "90일"), (122, "120", "120일"),
          (183, "180", "180일"), (366, "365", "365일"))  # fmt: skip
_REDEEMED = ((7, "01", "7일"), (15, "02", "15일"), (31, "03", "30일"), (92, "04", "90일"),
             (183, "05", "180일"), (366, "06", "365일"))  # fmt: skip
_LEFT = ((7, "1", "7일 이하"), (30, "2", "8~30일"), (90, "3", "31~90일"), (180, "4", "91~180일"),
         (366, "5", "181~365일"))  # fmt: skip
_WON = ("KRW", "대한민국 원")
_RATINGS = (("A1", 0), ("A2+", 70), ("A2", 140), ("A3", 290))


class Issue(NamedTuple):
    """One security: its board, its life, and what it pays in hundredths of a per cent."""

    board: str
    day: str
    isin: str
    name: str
    issuer: Issuer
    days: int
    due: str
    amount: int
    rate: int


def _band(bands: tuple[tuple[int, str, str], ...], days: int) -> tuple[str, str]:
    return next((code, name) for most, code, name in bands if days <= most)


def _later(day: str, days: int) -> str:
    then = date(int(day[:4]), int(day[4:6]), int(day[6:8])) + timedelta(days=days)
    return f"{then:%Y%m%d}"


def _issues(world: World) -> list[Issue]:
    able = issuers(world)
    found: list[Issue] = []
    for day in (d for d in trading_days() if d >= _SINCE):
        for board, (low, high) in _A_DAY.items():
            for n in range(Draw(world.seed, "short", board, day).between(low, high)):
                found.append(_issue(world.seed, board, day, n, able[board], len(found)))
    return found


def _issue(seed: int, board: str, day: str, n: int, able: list[Issuer], place: int) -> Issue:
    draw = Draw(seed, "short", board, day, n)
    issuer, days = able[draw.skewed(0, len(able) - 1, 2)], draw.pick(_DAYS[board])
    mark = {"cd": f"{issuer.name} CD", "cp": f"{issuer.name} CP", "esb": issuer.name}
    text = f"{mark.get(board, issuer.name)} {day}-{days}-{n + 1}{'(E)' if board == 'esb' else ''}"
    rate = base_rate(day) + draw.bell(2, 34) + days // 9 + _RATINGS[issuer.rating][1]
    return Issue(
        board, day, isin(f"KRZ{_LETTERS[board]}{place:07d}"), text, issuer, days,
        _later(day, days), draw.skewed(5, 240, 2) * 1_000_000_000, rate + 18 * (board == "abcp"),
    )  # fmt: skip


def _percent(rate: int) -> str:
    return f"{rate // 100}.{rate % 100:02d}"


def _rows(world: World) -> Iterator[Row]:
    for issue in reversed(_issues(world)):
        owner = issue.issuer
        yield (
            issue.board, issue.day, issue.isin, issue.name, owner.crno or None,
            *_CLASSES[issue.board], *_band(_TERMS, issue.days), *_band(_REDEEMED, issue.days),
            owner.number, owner.name, owner.kind, *_WON, owner.asset or None, issue.amount,
            issue.due, _percent(issue.rate),
        )  # fmt: skip


SHORT_ISSUES = Table(
    "short_term_issues",
    (
        Column("board"),
        Column("day", domain="date"),
        Column("isin", domain="isin"),
        Column("name", domain="issue_name"),
        Column("crno", domain="jurir_no", null_rate=0.2),
        Column("class_code"),
        Column("class"),
        Column("term_code"),
        Column("term"),
        Column("redeemed_code"),
        Column("redeemed"),
        Column("number", domain="ksd_customer"),
        Column("issuer", domain="corp_name"),
        Column("issuer_kind"),
        Column("currency_code"),
        Column("currency"),
        Column("assets", null_rate=0.8),
        Column("amount", "int"),
        Column("due", domain="date"),
        Column("rate"),
    ),
    _rows,
    key=("isin",),
    index=(("board", "day"), ("board", "crno"), ("day",)),
)


def _open(world: World) -> Iterator[tuple[str, list[Issue]]]:
    """Yield each day with the issues outstanding at its end, the last day first."""
    issues, running, place = _issues(world), list[Issue](), 0
    found: list[tuple[str, list[Issue]]] = []
    for day in (d for d in trading_days() if d >= _SINCE):
        running = [issue for issue in running if issue.due > day]
        while place < len(issues) and issues[place].day == day:
            running.append(issues[place])
            place += 1
        if day >= _BALANCES_SINCE:
            found.append((day, running.copy()))
    yield from reversed(found)


def _grouped(
    world: World, key: Callable[[str, Issue], tuple[str, ...]]
) -> Iterator[tuple[str, tuple[str, ...], list[Issue]]]:
    for day, running in _open(world):
        groups: dict[tuple[str, ...], list[Issue]] = {}
        for issue in running:
            groups.setdefault(key(day, issue), []).append(issue)
        for names in sorted(groups):
            yield day, names, groups[names]


def _amount(issues: list[Issue]) -> int:
    return sum(issue.amount for issue in issues)


def _by_issuer(world: World) -> Iterator[Row]:
    def key(_: str, issue: Issue) -> tuple[str, ...]:
        owner = issue.issuer
        return (
            owner.number, owner.crno, owner.name, owner.sic_code, owner.sic, *_CLASSES[issue.board]
        )  # fmt: skip

    for day, (number, crno, *rest), issues in _grouped(world, key):
        yield day, number, crno or None, *rest, _amount(issues)


SHORT_ISSUERS = Table(
    "short_term_issuer_balances",
    (
        Column("day", domain="date"),
        Column("number", domain="ksd_customer", gen="ref"),
        Column("crno", domain="jurir_no", gen="ref", null_rate=0.2),
        Column("issuer", domain="corp_name", gen="ref"),
        Column("sic_code"),
        Column("sic"),
        Column("class_code"),
        Column("class"),
        Column("amount", "int"),
    ),
    _by_issuer,
    key=("day", "number", "class_code"),
    index=(("day",), ("crno",), ("issuer",)),
)


def _by_type(world: World) -> Iterator[Row]:
    def key(day: str, issue: Issue) -> tuple[str, ...]:
        left = (_date(issue.due) - _date(day)).days
        return (*_CLASSES[issue.board], issue.issuer.kind, *_WON, *_band(_LEFT, left))

    for day, names, issues in _grouped(world, key):
        yield day, *names, _amount(issues)


def _date(day: str) -> date:
    return date(int(day[:4]), int(day[4:6]), int(day[6:8]))


SHORT_TYPES = Table(
    "short_term_type_balances",
    (
        Column("day", domain="date"),
        Column("class_code"),
        Column("class"),
        Column("issuer_kind"),
        Column("currency_code"),
        Column("currency"),
        Column("left_code"),
        Column("left"),
        Column("amount", "int"),
    ),
    _by_type,
    key=("day", "class_code", "issuer_kind", "left_code"),
    index=(("day",), ("class",)),
)


def _by_kind(world: World) -> Iterator[Row]:
    def key(_: str, issue: Issue) -> tuple[str, ...]:
        rating = _RATINGS[issue.issuer.rating][0]
        return (*_CLASSES[issue.board], issue.issuer.sic, rating)

    for day, names, issues in _grouped(world, key):
        yield day, *names, len({issue.issuer.number for issue in issues}), _amount(issues)


SHORT_KINDS = Table(
    "short_term_kind_balances",
    (
        Column("day", domain="date"),
        Column("class_code"),
        Column("class"),
        Column("sic"),
        Column("rating"),
        Column("issuers", "int"),
        Column("amount", "int"),
    ),
    _by_kind,
    key=("day", "class_code", "sic", "rating"),
    index=(("day",), ("class",), ("sic",)),
)


def _months(world: World) -> Iterator[Row]:
    sums: dict[tuple[str, str], int] = {}
    last = trading_days()[-1]
    for issue in _issues(world):
        if issue.due <= last:
            at = (issue.due[:6], issue.board)
            sums[at] = sums.get(at, 0) + issue.amount
    order = list(_CLASSES)
    for month, board in sorted(sums, key=lambda at: (-int(at[0]), order.index(at[1]))):
        yield month, *_CLASSES[board], sums[month, board]


SHORT_MONTHS = Table(
    "short_term_months",
    (
        Column("ym", domain="ym6"),
        Column("class_code"),
        Column("class"),
        Column("amount", "int"),
    ),
    _months,
    key=("ym", "class_code"),
)

_SIDES = (("1", "매도"), ("2", "매수"))
_DEALERS = ((2, 40), (4, 24), (0, 12), (1, 9), (7, 6), (5, 5), (6, 4))


def _trades(world: World) -> Iterator[Row]:
    for day, running in _open(world):
        for serial in range(1, Draw(world.seed, "short trades", day).between(9, 20)):
            draw = Draw(world.seed, "short trades", day, serial)
            issue = draw.pick(running)
            seller, buyer = (SECTORS[draw.weighted(_DEALERS)] for _ in range(2))
            left = (_date(issue.due) - _date(day)).days
            rate = issue.rate + draw.bell(-12, 12)
            for side, sector in zip(_SIDES, (seller, buyer), strict=True):
                yield (
                    day, f"{day}{serial:05d}", *side, *sector, *seller, *buyer,
                    *_band(_TERMS, issue.days), issue.issuer.kind, *_WON, _band(_LEFT, left)[0],
                    issue.isin, min(issue.amount, draw.between(1, 60) * 1_000_000_000),
                    _percent(rate),
                )  # fmt: skip


SHORT_TRADES = Table(
    "short_term_trades",
    (
        Column("day", domain="date"),
        Column("serial"),
        Column("side_code"),
        Column("side"),
        Column("sector_code"),
        Column("sector"),
        Column("seller_code"),
        Column("seller"),
        Column("buyer_code"),
        Column("buyer"),
        Column("term_code"),
        Column("term"),
        Column("issuer_kind"),
        Column("currency_code"),
        Column("currency"),
        Column("left_code"),
        Column("isin", domain="isin", gen="ref"),
        Column("amount", "int"),
        Column("rate"),
    ),
    _trades,
    key=("serial", "side_code"),
    index=(("side_code", "day"), ("side_code", "term")),
)

SHORT_TERM: tuple[Table, ...] = (
    SHORT_ISSUES,
    SHORT_ISSUERS,
    SHORT_TYPES,
    SHORT_KINDS,
    SHORT_MONTHS,
    SHORT_TRADES,
)
