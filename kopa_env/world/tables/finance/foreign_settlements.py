"""Foreign securities settled through the depository, and receipts on Korean shares abroad."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.exchange.codes import isin
from kopa_env.world.tables.exchange.days import day_of, first_from, trading_days
from kopa_env.world.tables.finance.corporate_actions import commons
from kopa_env.world.tables.finance.institutions import FIXED, institutions
from kopa_env.world.world import Condition, World

_SINCE = "20240102"
_MARKETS = (
    # code, country, continent, shares sold a day in thousands, price of one in won
    ("US", "미국", "북아메리카", 42_000, 61_000), ("HK", "홍콩", "아시아", 5_200, 11_000),
    ("JP", "일본", "아시아", 3_900, 24_000), ("CN", "중국", "아시아", 2_100, 9_000),
    ("EU", "유로시장", "유럽", 640, 1_400_000), ("DE", "독일", "유럽", 45, 97_000),
    ("GB", "영국", "유럽", 60, 31_000), ("FR", "프랑스", "유럽", 18, 120_000),
    ("VN", "베트남", "아시아", 1_500, 2_600), ("CA", "캐나다", "북아메리카", 90, 38_000),
    ("AU", "호주", "오세아니아", 70, 21_000), ("SG", "싱가포르", "아시아", 50, 8_000),
    ("ID", "인도네시아", "아시아", 120, 900), ("BR", "브라질", "남아메리카", 25, 4_200),
)  # fmt: skip
_BOND_MARKETS = ("US", "EU", "JP", "BR")
_CLASSES = (("01", "주식"), ("02", "채권"))


def _rows(world: World) -> Iterator[Row]:
    days = [day for day in trading_days() if day >= _SINCE]
    for place in reversed(range(len(days))):
        yield from _day(world.seed, days[place], place)


def _day(seed: int, day: str, place: int) -> Iterator[Row]:
    serial = 0
    for code, country, continent, usual, price in _MARKETS:
        for class_code, kind in _CLASSES:
            draw = Draw(seed, "settled", day, code, class_code)
            bonds = class_code == "02"
            if (bonds and code not in _BOND_MARKETS) or (usual < 100 and draw.chance(180)):
                continue
            serial += 1
            sold = usual * (1_000 + place) * draw.bell(500, 1_500) // 1_000
            bought = sold * draw.bell(820, 1_240) // 1_000
            each = price * draw.bell(880, 1_130) // 1_000
            if bonds:
                sold, bought, each = sold // 9, bought // 8, 1_300 if code != "BR" else 240
            yield (
                day, class_code, kind, serial, code, country, continent, sold, sold * each, bought,
            )  # fmt: skip


SETTLEMENTS = Table(
    "foreign_settlements",
    (
        Column("day", domain="date"),
        Column("class_code"),
        Column("class"),
        Column("serial", "int"),
        Column("country_code"),
        Column("country"),
        Column("continent"),
        Column("sold", "int"),
        Column("sold_amount", "int"),
        Column("bought", "int"),
    ),
    _rows,
    key=("day", "serial"),
    index=(("day",),),
)

_RECEIPTS = 36
_FORMS = ("{} DR(GDR)", "{} DR(ADR LEVEL 1)", "{} DR(GDR 144A)", "{} DR(EDR)")


def _owners(world: World) -> list[tuple[str, str, str, str, str]]:
    """Return who has receipts: number of the customer, registration number, name, share, ISIN."""
    rows = world.select("deposit_shares", [Condition("crno", "ne", "")])[0]
    bank = next(row for row in institutions(world, "은행") if str(row["name"]).startswith(FIXED))
    numbers = {
        str(share["isin"]): f"{place:05d}"
        for place, (company, share) in enumerate(commons(world), 1)
        if not company["real"] and not share["delisted_on"]
    }
    able = [row for row in rows if str(row["isin"]) in numbers]
    chosen = {Draw(world.seed, "receipt", n).below(len(able)) for n in range(_RECEIPTS)}
    own = [row for row in rows if row["crno"] == bank["crno"]]
    return [
        (
            numbers.get(str(row["isin"]), "90001"), str(row["crno"]), str(row["issuer"]),
            str(row["name"]), str(row["isin"]),
        )
        for row in (*own, *(able[place] for place in sorted(chosen)))
    ]  # fmt: skip


def _receipts(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    days = [day for day in trading_days() if day >= "20150102"]
    for number, crno, issuer, name, share in _owners(world):
        draw = Draw(world.seed, "receipts of", crno)
        since = [row["since"] for row in world.select("deposit_shares", [_of(share)])[0]]
        able = [day for day in days if day > str(since[0])] or days[-1:]
        for n in range(draw.between(1, 3)):
            day = "20240115" if number == "90001" and not n else draw.pick(able)
            code = isin(f"US{draw.digits(9)}")
            kind = ("0101", "보통주") if "우" not in name[-2:] else ("0201", "우선주")
            rows.append(
                (day, crno, code, _FORMS[n + draw.below(2)].format(name), issuer, *kind, share)
            )
    yield from sorted(rows, key=lambda row: (str(row[0]), str(row[2])), reverse=True)


def _of(share: str) -> Condition:
    return Condition("isin", "eq", share)


RECEIPTS = Table(
    "depositary_receipts",
    (
        Column("day", domain="date"),
        Column("crno", domain="jurir_no", gen="ref"),
        Column("isin", domain="isin"),
        Column("name", domain="issue_name"),
        Column("issuer", domain="corp_name", gen="ref"),
        Column("kind_code"),
        Column("kind"),
        Column("share", domain="isin", gen="ref"),
    ),
    _receipts,
    key=("isin",),
    index=(("day",), ("crno",)),
)

_REASONS = (("11", "배당"), ("21", "정기주주총회"), ("31", "유상증자"), ("41", "액면변경"))
_STATES = ("해당 없음", "유가증권시장 추가상장", "코스닥시장 추가상장", "룩셈부르크 신규상장")


def _rights(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    for number, crno, issuer, name, _ in _owners(world):
        draw = Draw(world.seed, "rights of receipts", crno)
        for year in range(2019, 2025):
            record = day_of(first_from(f"{year}1226"))
            for code, reason in _REASONS[:2]:
                rows.append((record, number, crno, issuer, code, reason, name, _STATES[0]))
            if draw.chance(160):
                day = day_of(
                    first_from(f"{year}{draw.between(2, 11):02d}{draw.between(1, 27):02d}")
                )
                code, reason = _REASONS[2 + draw.below(2)]
                state = draw.pick(_STATES[1:]) if code == "31" else _STATES[0]
                rows.append((day, number, crno, issuer, code, reason, name, state))
    rows.sort(key=lambda row: (str(row[0]), str(row[1]), str(row[4])), reverse=True)
    yield from rows


RECEIPT_RIGHTS = Table(
    "depositary_receipt_rights",
    (
        Column("day", domain="date"),
        Column("number", domain="ksd_customer"),
        Column("crno", domain="jurir_no", gen="ref"),
        Column("issuer", domain="corp_name", gen="ref"),
        Column("reason_code"),
        Column("reason"),
        Column("name", domain="issue_name", gen="ref"),
        Column("state"),
    ),
    _rights,
    index=(("day",), ("crno",)),
)
