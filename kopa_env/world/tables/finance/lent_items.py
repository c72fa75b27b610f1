"""Securities on loan as 금융투자협회 counts them: items, the market in all, who lent and borrowed.

The loans are those of ``securities_lending``; totals are sums over the items, and what foreigners
borrow of shares is what ``share_lending_days`` says.
"""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.market import percent
from kopa_env.world.world import World

_MARKETS = {"KOSPI": "유가증권시장", "KOSDAQ": "코스닥시장", "KONEX": "코넥스시장"}
_HOME, _AWAY = "내국인", "외국인"
_PARTIES: tuple[tuple[str, str, dict[str, tuple[int, int]]], ...] = (
    # class, detail, and shares of lending and borrowing (per mille, usual) by kind
    (_HOME, "증권사", {"주식": (180, 760), "채권": (60, 690)}),
    (_HOME, "은행", {"주식": (25, 10), "채권": (170, 150)}),
    (_HOME, "보험사", {"주식": (45, 6), "채권": (420, 6)}),
    (_HOME, "자산운용사", {"주식": (110, 190), "채권": (90, 40)}),
    (_HOME, "연기금", {"주식": (30, 3), "채권": (210, 1)}),
    (_HOME, "기타", {"주식": (20, 31), "채권": (30, 20)}),
    (_AWAY, "증권사", {"주식": (330, 690), "채권": (8, 70)}),
    (_AWAY, "은행", {"주식": (150, 40), "채권": (4, 18)}),
    (_AWAY, "기타", {"주식": (110, 270), "채권": (8, 5)}),
)


def _items(world: World) -> Iterator[Row]:
    shares = {str(row["isin"]): row for row in world.rows("stock_issues")}
    for row in world.rows("securities_lending"):
        share = shares.get(str(row["isin"]))
        yield (
            row["kind"], row["day"], _MARKETS[str(share["market"])] if share else "채권시장",
            row["name"], share["code"] if share else row["isin"], row["lent"], row["returned"],
            row["left"], row["balance"], row["lent_amount"], row["returned_amount"],
        )  # fmt: skip


_SUMS = ("lent", "repaid", "left", "balance", "lent_amount", "repaid_amount")
_FIGURES = tuple(Column(name, "int") for name in _SUMS)

LENT_ITEMS = Table(
    "lent_items",
    (
        Column("kind"),
        Column("day", domain="date"),
        Column("market"),
        Column("name", domain="issue_name", gen="ref"),
        Column("code", gen="ref"),
        *_FIGURES,
    ),
    _items,
    index=(("kind", "day"), ("kind", "name"), ("kind", "code")),
)


def _days(world: World) -> Iterator[Row]:
    sums: dict[tuple[str, str], list[int]] = {}
    for row in world.rows("lent_items"):
        total = sums.setdefault((str(row["kind"]), str(row["day"])), [0] * len(_SUMS))
        for place, name in enumerate(_SUMS):
            total[place] += int(str(row[name]))
    for (kind, day), total in sums.items():
        yield (kind, day, *total)


LENT_DAYS = Table(
    "lent_days", (Column("kind"), Column("day", domain="date"), *_FIGURES), _days,
    key=("kind", "day"),
)  # fmt: skip


def _split(draw: Draw, whole: int, usual: list[int]) -> list[int]:
    """Share a sum out among the parties, near what is usual; the first takes what is left."""
    weights = [draw.between(6, 14) * share for share in usual]
    parts = [whole * weight // sum(weights) for weight in weights]
    parts[0] += whole - sum(parts)
    return parts


def _borrowed(draw: Draw, kind: str, whole: int, away: int | None) -> list[int]:
    """Return what each party borrowed; of it all foreigners took ``away``, if that is known."""
    usual = [shares[kind][1] for _, _, shares in _PARTIES]
    if away is None:
        return _split(draw, whole, usual)
    homes = sum(group == _HOME for group, _, _ in _PARTIES)
    return [*_split(draw, whole - away, usual[:homes]), *_split(draw, away, usual[homes:])]


def _parties(world: World) -> Iterator[Row]:
    days = world.rows("share_lending_days")
    away = {str(row["day"]): int(str(row["away_lent_amount"])) for row in days}
    for row in world.rows("lent_days"):
        kind, day, whole = str(row["kind"]), str(row["day"]), int(str(row["lent_amount"]))
        draw = Draw(world.seed, "lenders", kind, day)
        lent = _split(draw, whole, [shares[kind][0] for _, _, shares in _PARTIES])
        borrowed = _borrowed(draw, kind, whole, away[day] if kind == "주식" else None)
        for place, (group, detail, _) in enumerate(_PARTIES):
            yield (
                kind, day, group, detail, lent[place], percent(lent[place], whole, 2),
                borrowed[place], percent(borrowed[place], whole, 2),
            )  # fmt: skip


LENT_PARTIES = Table(
    "lent_parties",
    (
        Column("kind"),
        Column("day", domain="date"),
        Column("party"),
        Column("detail"),
        Column("lent", "int"),
        Column("lent_rate"),
        Column("borrowed", "int"),
        Column("borrowed_rate"),
    ),
    _parties,
    index=(("kind", "day"),),
)

LENT_TABLES: tuple[Table, ...] = (LENT_ITEMS, LENT_DAYS, LENT_PARTIES)
