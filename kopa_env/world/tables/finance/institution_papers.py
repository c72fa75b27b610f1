"""What institutions hand in once a year: statements as text, officers, owners; and proceeds."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.finance.institutions import institutions
from kopa_env.world.world import Condition, World

_YEARS = ("2020", "2021", "2022", "2023", "2024")
_STATEMENTS: dict[str, tuple[str, str, tuple[tuple[str, str], ...]]] = {
    # title, how the day is told, lines
    "balance": (
        "재무상태표", "{y}년 12월 31일 현재",
        (
            ("현금및예치금", "cash"), ("유가증권", "securities"), ("대출채권", "loans"),
            ("기타자산", "other_assets"), ("자산총계", "assets"), ("예수부채", "deposits"),
            ("차입부채", "borrowings"), ("기타부채", "other_debt"), ("부채총계", "debt"),
            ("자본금", "capital"), ("자본총계", "equity"),
        ),
    ),
    "income": (
        "손익계산서", "{y}년 1월 1일부터 12월 31일까지",
        (("영업수익", "revenue"), ("영업비용", "expense"), ("당기순이익", "net")),
    ),
    "summary": (
        "요약재무제표", "{y}년 12월 31일 기준",
        (
            ("자산총계", "assets"), ("부채총계", "debt"), ("자본총계", "equity"),
            ("자본금", "capital"), ("영업수익", "revenue"), ("당기순이익", "net"),
        ),
    ),
}  # fmt: skip


def _statements(world: World) -> Iterator[Row]:
    found: dict[str, list[dict[str, Value]]] = {year: [] for year in reversed(_YEARS)}
    for sector in dict.fromkeys(str(row["sector"]) for row in institutions(world)):
        for row in world.select("fin_quarters", [Condition("sector", "eq", sector)])[0]:
            ym = str(row["ym"])
            if row["crno"] and ym[4:] == "12" and ym[:4] in found:
                found[ym[:4]].append(row)
    for report, (title, told, lines) in _STATEMENTS.items():
        for year, rows in found.items():
            for row in rows:
                head = f"{row['name']} {title} ({told.format(y=year)}, 단위: 백만원)"
                body = " | ".join(f"{name} {int(str(row[key])):,}" for name, key in lines)
                yield report, f"{year}1231", year, row["crno"], row["name"], head, body


STATEMENT_TEXTS = Table(
    "institution_statement_texts",
    (
        Column("report"),
        Column("day", domain="date"),
        Column("year", domain="year"),
        Column("crno", domain="jurir_no", gen="ref"),
        Column("name", domain="fin_name", gen="ref"),
        Column("head"),
        Column("body"),
    ),
    _statements,
    key=("report", "day", "crno"),
    index=(("report", "year"), ("report", "crno")),
)

_NO_BOARD = ("외은지점",)


def _governance(world: World) -> Iterator[Row]:
    """Yield, a year's end each, how many owners, directors and officers an institution has."""
    for year in reversed(_YEARS[2:]):
        for row in institutions(world):
            if row["crno"] and row["sector"] not in _NO_BOARD and str(row["founded"])[:4] < year:
                draw = Draw(world.seed, "governance", str(row["fin_id"]))
                small = int(str(row["size"])) < 800
                owners = draw.skewed(1, 9, 2)
                directors = draw.between(3, 5) if small else draw.between(5, 9)
                officers = directors + draw.skewed(0, 4 if small else 24, 2)
                change = Draw(world.seed, "governance", str(row["fin_id"]), year).between(-1, 1)
                counts = (("owner", owners), ("officer", officers + change))
                head = (f"{year}1231", row["crno"], row["name"])
                yield "pay", *head, None, directors
                for board, count in counts:
                    for serial in range(1, count + 1):
                        yield board, *head, f"{serial}", None


GOVERNANCE_COUNTS = Table(
    "institution_governance",
    (
        Column("board"),
        Column("day", domain="date"),
        Column("crno", domain="jurir_no", gen="ref"),
        Column("name", domain="fin_name", gen="ref"),
        Column("serial", null_rate=0.1),
        Column("directors", "int", null_rate=0.9),
    ),
    _governance,
    index=(("board", "day"), ("board", "crno")),
)


def _proceeds(world: World) -> Iterator[Row]:
    """Yield, from each annual report, the rounds in which a company raised money that year."""
    raised: dict[str, list[dict[str, Value]]] = {}
    for event in world.rows("dart_piicDecsn"):
        raised.setdefault(str(event["corp_code"]), []).append(event)
    for row in world.rows("annual_report_notices"):
        first = f"{row['year']}0101"
        rounds = {True: 0, False: 0}
        for event in raised.get(str(row["corp_code"]), ()):
            if not first <= str(event["received"]) <= str(row["ends"]):
                continue
            private = event["ic_mthn"] == "제3자배정증자"
            rounds[private] += 1
            yield (
                "private" if private else "public", f"{rounds[private]}회차", row["day"],
                row["year"], row["corp_kind"], row["corp_code"], row["name"], row["crno"],
                row["rcept_no"],
            )  # fmt: skip


PROCEEDS = Table(
    "proceeds_uses",
    (
        Column("placing"),
        Column("round"),
        Column("day", domain="date"),
        Column("year", domain="year"),
        Column("corp_kind"),
        Column("corp_code", domain="corp_code", gen="ref"),
        Column("name", domain="corp_name", gen="ref"),
        Column("crno", domain="jurir_no", gen="ref", null_rate=0.08),
        Column("rcept_no", domain="rcept_no", gen="ref"),
    ),
    _proceeds,
    index=(("placing", "year"), ("placing", "crno")),
)
