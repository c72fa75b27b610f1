"""Figures of institutions item by item, as the Commission's statistics list them."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.finance.institutions import SECTORS
from kopa_env.world.tables.market import percent
from kopa_env.world.world import Condition, World

_ITEMS: tuple[tuple[str, str, str, str, str], ...] = (
    # group, code, item, amount, whole that the ratio is of
    ("asset", "1100", "현금 및 예치금", "cash", "assets"),
    ("asset", "1200", "유가증권", "securities", "assets"),
    ("asset", "1300", "대출채권", "loans", "assets"),
    ("asset", "1900", "기타자산", "other_assets", "assets"),
    ("asset", "1000", "자산총계", "assets", "assets"),
    ("capital", "3100", "자기자본", "equity", "assets"),
    ("capital", "3200", "자본금", "capital", "equity"),
    ("soundness", "4100", "정상", "normal", "loans"),
    ("soundness", "4200", "요주의", "watch", "loans"),
    ("soundness", "4300", "고정", "substandard", "loans"),
    ("soundness", "4400", "회수의문", "doubtful", "loans"),
    ("soundness", "4500", "추정손실", "loss", "loans"),
    ("business", "5100", "영업수익", "revenue", "assets"),
    ("business", "5200", "예수부채", "deposits", "assets"),
    ("business", "5300", "당기순이익", "net", "equity"),
)
_ACTIVITY: tuple[tuple[str, str, str, int, int], ...] = (
    # group, code, item, per mille of the revenue or the securities, share abroad in per mille
    ("trading", "A01", "주식 매매", 8_200, 60),
    ("trading", "A02", "채권 매매", 14_500, 40),
    ("trading", "A03", "수익증권 매매", 1_700, 30),
    ("derivative", "B01", "장내 선물", 6_900, 190),
    ("derivative", "B02", "장내 옵션", 2_100, 120),
    ("derivative", "B03", "장외 스왑", 3_800, 210),
    ("fee", "C01", "기본 보수", 14, 0),
    ("fee", "C02", "성과 보수", 5, 0),
    ("contract", "D01", "개인 계약", 90, 0),
    ("contract", "D02", "법인 계약", 310, 0),
    ("entrusted", "E01", "계약 자산", 420, 0),
    ("placement", "F01", "주식 운용", 160, 240),
    ("placement", "F02", "채권 운용", 230, 90),
    ("placement", "F03", "유동성 자산", 40, 10),
)
_ACTIVE = ("금융투자", "자산운용", "투자자문")


def _part(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    sector = str(names[0])
    for row in world.select("fin_quarters", [Condition("sector", "eq", sector)])[0]:
        head = (sector, row["ym"], row["fin_id"], row["code"], row["name"], row["crno"])
        for group, code, item, name, whole in _ITEMS:
            amount, base = int(str(row[name])), int(str(row[whole]))
            yield (*head, group, code, item, amount, percent(amount, base, 2), amount, 0)
        if sector in _ACTIVE:
            yield from _activity(world.seed, row, head)


def _activity(seed: int, row: dict[str, Value], head: tuple[Value, ...]) -> Iterator[Row]:
    size = int(str(row["assets"]))
    draw = Draw(seed, "activity", str(row["fin_id"]), str(row["ym"]))
    for group, code, item, share, abroad in _ACTIVITY:
        amount = size * share * draw.between(600, 1_400) // 1_000_000
        away = amount * abroad * draw.between(0, 2_000) // 1_000_000
        yield (*head, group, code, item, amount, percent(amount, size, 2), amount - away, away)


FIN_ACCOUNTS = Table(
    "fin_accounts",
    (
        Column("sector", domain="fin_sector", gen="ref"),
        Column("ym", domain="ym6"),
        Column("fin_id", domain="fin_id", gen="ref"),
        Column("code", domain="fin_co_no", gen="ref", null_rate=0.04),
        Column("name", domain="fin_name", gen="ref"),
        Column("crno", domain="jurir_no", gen="ref", null_rate=0.06),
        Column("grp"),
        Column("item_code"),
        Column("item"),
        Column("amount", "int"),
        Column("ratio"),
        Column("at_home", "int"),
        Column("abroad", "int"),
    ),
    lambda world: (row for sector in SECTORS for row in _part(world, (sector.name,))),
    by=("sector",),
    part=_part,
)
