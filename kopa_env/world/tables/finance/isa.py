"""ISA, accounts that hold all kinds of savings: who has them, what is in them, what models earn."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.finance.goods_text import label
from kopa_env.world.tables.finance.institutions import institutions
from kopa_env.world.world import World

_FIRST, _MONTHS = 2021 * 12 + 3, 58
"""Number of March 2021, from when on brokers keep accounts as well, and months up to 2025's end."""

_FORMS: tuple[tuple[str, str, int, int, int, int, int], ...] = (
    # sector, form, firms, people and 억원 in the first month, their change a month (per 10,000)
    ("은행", "신탁형", 14, 812_000, 56_400, -18, 145),
    ("은행", "일임형", 11, 121_000, 6_150, -62, 12),
    ("증권", "신탁형", 17, 61_000, 1_240, -120, -70),
    ("증권", "일임형", 15, 38_500, 1_130, -40, 55),
    ("증권", "투자중개형", 13, 480_000, 9_700, 455, 600),
    ("보험", "신탁형", 2, 1_350, 24, -95, -60),
)
_ASSETS: dict[str, tuple[tuple[str, int], ...]] = {
    "신탁형": (("예·적금", 905), ("펀드", 38), ("ELS·DLS", 31), ("RP", 14), ("기타", 12)),
    "일임형": (("국내주식형 펀드", 210), ("해외주식형 펀드", 330), ("채권형 펀드", 255),
               ("혼합형 펀드", 120), ("ETF", 55), ("현금성 자산", 30)),
    "투자중개형": (("국내주식", 330), ("국내상장 해외 ETF", 340), ("국내 ETF", 120), ("펀드", 70),
                   ("채권", 60), ("RP·예수금", 50), ("ELS·DLS", 30)),
}  # fmt: skip


def _ends(number: int) -> date:
    """Return the last day of a month, by its number (year times 12 and month)."""
    year, month = divmod(number, 12)
    return date(year, month + 1, 1) - timedelta(days=1)


def _joined(world: World) -> Iterator[Row]:
    for n in reversed(range(_MONTHS)):
        day = f"{_ends(_FIRST + n):%Y%m%d}"
        for sector, form, firms, people, money, more, dearer in _FORMS:
            draw = Draw(world.seed, "isa", sector, form, n)
            yield (
                day, sector, form, firms + (n // 9 if form == "투자중개형" else 0),
                people * (10_000 + more * n + draw.between(-40, 40)) // 10_000,
                money * (10_000 + dearer * n + draw.between(-90, 90)) // 10_000,
            )  # fmt: skip


ISA_MEMBERS = Table(
    "isa_members",
    (
        Column("day", domain="date"),
        Column("sector", domain="isa_sector"),
        Column("form", domain="isa_form"),
        Column("firms", "int"),
        Column("people", "int"),
        Column("amount", "int"),
    ),
    _joined,
    key=("day", "sector", "form"),
)


def _held(world: World) -> Iterator[Row]:
    """Yield what the accounts hold; the parts add up to the sum, the shares to 100."""
    for row in world.rows("isa_members"):
        day, sector, form = str(row["day"]), str(row["sector"]), str(row["form"])
        whole, draw = int(str(row["amount"])), Draw(world.seed, "isa assets", sector, form, day)
        assets = _ASSETS[form]
        weights = [share * draw.between(92, 108) for _, share in assets]
        shares = [weight * 1_000 // sum(weights) for weight in weights]
        shares[0] += 1_000 - sum(shares)
        amounts = [whole * share // 1_000 for share in shares]
        amounts[0] += whole - sum(amounts)
        for (asset, _), amount in zip(assets, amounts, strict=True):
            yield (day, sector, "금액", form, asset, str(amount))
        for (asset, _), share in zip(assets, shares, strict=True):
            yield (day, sector, "비중", form, asset, f"{share // 10}.{share % 10}")


ISA_ASSETS = Table(
    "isa_assets",
    (
        Column("day", domain="date"),
        Column("sector", domain="isa_sector"),
        Column("measure"),
        Column("form", domain="isa_form"),
        Column("asset"),
        Column("value"),
    ),
    _held,
    index=(("day",),),
)

_TYPES: tuple[tuple[str, tuple[str, ...], int], ...] = (
    # type of model, words in names, what it earns in a year (hundredths of a per cent)
    ("초저위험", ("안정형", "예금플러스", "세이프"), 240),
    ("저위험", ("안정추구형", "인컴", "채권플러스"), 330),
    ("중위험", ("위험중립형", "밸런스", "자산배분"), 520),
    ("고위험", ("적극투자형", "성장추구", "글로벌 성장"), 840),
    ("초고위험", ("공격투자형", "글로벌 주식", "알파"), 1_150),
)
_TERMS = (("3개월", 3), ("6개월", 6), ("9개월", 9), ("1년", 12), ("전년도", 12), ("최근 2년", 24))
_KEEPERS = {"은행": 14, "금융투자": 18}
_SECTOR = {"은행": "은행", "금융투자": "증권"}


def _earned(world: World) -> Iterator[Row]:
    models = [m for sector, count in _KEEPERS.items() for m in _models(world, sector, count)]
    for n in reversed(range(34, _MONTHS)):
        end = _ends(_FIRST + n)
        for sector, company, name, kind, released, usual in models:
            draw = Draw(world.seed, "isa model", name, n)
            age = (end.year - int(released[:4])) * 12 + end.month - int(released[5:7])
            for term, months in _TERMS:
                if age >= months:
                    rate = usual * months // 12 + draw.between(-usual, usual) * months // 20
                    sign = "-" if rate < 0 else ""
                    text = f"{sign}{abs(rate) // 100}.{abs(rate) % 100:02d}"
                    yield (f"{end:%Y%m%d}", sector, company, kind, name, released, term, text)


def _models(world: World, sector: str, count: int) -> Iterator[tuple[str, str, str, str, str, int]]:
    for row in institutions(world, sector)[:count]:
        company, draw = str(row["name"]), Draw(world.seed, "isa models", str(row["fin_id"]))
        for kind, words, usual in _TYPES:
            if draw.chance(780):
                year, month = draw.between(2016, 2022), draw.between(4, 12)
                day = f"{year}/{month:02d}/{draw.between(1, 28):02d}"
                name = f"{label(company)} ISA {draw.pick(words)} MP"
                yield _SECTOR[sector], company, name, kind, day, usual


ISA_MODELS = Table(
    "isa_models",
    (
        Column("day", domain="date"),
        Column("sector", domain="isa_sector"),
        Column("company", domain="fin_name", gen="ref"),
        Column("kind"),
        Column("name"),
        Column("released"),
        Column("term"),
        Column("rate"),
    ),
    _earned,
    index=(("day",), ("company",)),
)

ISA_TABLES: tuple[Table, ...] = (ISA_MEMBERS, ISA_ASSETS, ISA_MODELS)
