"""What the securities depository says of shares: holders, what may be deposited, what is lost.

How many small holders a company has, and what they hold, is what its annual report in DART says.
Certificates that were lost or forged are those of fictional companies alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.exchange.codes import isin
from kopa_env.world.tables.exchange.days import first_from, trading_days
from kopa_env.world.tables.finance.corporate_actions import commons
from kopa_env.world.tables.finance.institutions import FIXED, institutions
from kopa_env.world.tables.financials import Period
from kopa_env.world.tables.market import percent
from kopa_env.world.tables.share_items import minority_shareholders
from kopa_env.world.world import Condition, World

_YEARS = (2024, 2023, 2022)
_LOST = (("01", "분실"), ("02", "도난"), ("03", "위조"), ("04", "가압류"), ("05", "멸실"))
_CERTIFICATES = 1_400
_PAPERLESS = "20190916"
"""From this day on shares are electronic: no certificate can be lost any more."""


def _distribution(world: World) -> Iterator[Row]:
    rows: list[Row] = []
    for place, (company, share) in enumerate(commons(world), 1):
        for year in _YEARS:
            period = Period(company, year, "11011", "")
            ends = f"{period.ends:%Y%m%d}"
            if str(share["listed_on"]) <= ends:
                rows += _holders(world, place, company, period, ends)
    yield from sorted(rows, key=lambda row: (str(row[0]), str(row[1])), reverse=True)


def _holders(
    world: World, place: int, company: dict[str, Value], period: Period, ends: str
) -> Iterator[Row]:
    found = minority_shareholders(world, period)[0]
    few, everyone = (int(str(found[name])) for name in ("small_holders", "all_holders"))
    shares, held = (int(str(v)) for v in (company["shares"], found["small_shares"]))
    head = (ends, f"{place:05d}", company["jurir_no"] or None, company["corp_name"])
    for code, name, people, owned in (
        ("01", "소액주주", few, held),
        ("02", "대주주 및 기타", everyone - few, shares - held),
        ("09", "합계", everyone, shares),
    ):
        yield (
            *head, code, name, people, percent(people, everyone, 2), owned,
            percent(owned, shares, 2),
        )  # fmt: skip


DISTRIBUTION = Table(
    "stock_distribution",
    (
        Column("day", domain="date"),
        Column("customer", domain="ksd_customer"),
        Column("crno", domain="jurir_no", gen="ref", null_rate=0.08),
        Column("issuer", domain="corp_name", gen="ref"),
        Column("class_code"),
        Column("class"),
        Column("holders", "int"),
        Column("holders_rate"),
        Column("shares", "int"),
        Column("shares_rate"),
    ),
    _distribution,
    index=(("day",), ("issuer",)),
)


def _eligible(world: World) -> Iterator[Row]:
    for row in world.select("stock_issues", [Condition("crno", "ne", "")])[0]:
        kind = "보통주" if row["kind"] == "보통주" else "우선주"
        yield (
            row["crno"], row["corp_name"], row["isin"], row["abbr"],
            "0101" if kind == "보통주" else "0201", kind, row["listed_on"],
        )  # fmt: skip
    for row in institutions(world):
        if str(row["name"]).startswith(FIXED) and row["crno"]:
            code = isin(f"KR79{int(str(row['place'])):05d}00")
            yield row["crno"], row["name"], code, row["name"], "0101", "보통주", row["founded"]


ELIGIBLE = Table(
    "deposit_shares",
    (
        Column("crno", domain="jurir_no", gen="ref"),
        Column("issuer", domain="corp_name", gen="ref"),
        Column("isin", domain="isin"),
        Column("name", domain="issue_name"),
        Column("kind_code"),
        Column("kind"),
        Column("since", domain="date"),
    ),
    _eligible,
    key=("isin",),
    index=(("crno",),),
)


def _irregular(world: World) -> Iterator[Row]:
    owners = [share for company, share in commons(world) if not company["real"]]
    days = trading_days()[: first_from(_PAPERLESS) - first_from("")]
    rows: list[Row] = []
    for n in range(_CERTIFICATES):
        draw = Draw(world.seed, "certificate", n)
        share, place = draw.pick(owners), draw.below(len(days))
        day = days[place]
        if str(share["listed_on"]) < day:
            rows.append(
                (day, share["crno"], share["isin"], share["abbr"], share["corp_name"],
                 *draw.pick(_LOST), draw.between(1, 40) * 10)
            )  # fmt: skip
    yield from sorted(rows, key=lambda row: (str(row[0]), str(row[2])), reverse=True)


IRREGULAR = Table(
    "irregular_certificates",
    (
        Column("day", domain="date"),
        Column("crno", domain="jurir_no", gen="ref"),
        Column("isin", domain="isin", gen="ref"),
        Column("name", domain="issue_name", gen="ref"),
        Column("issuer", domain="corp_name", gen="ref"),
        Column("reason_code"),
        Column("reason"),
        Column("count", "int"),
    ),
    _irregular,
    index=(("day",), ("crno",)),
)

DEPOSITORY: tuple[Table, ...] = (DISTRIBUTION, ELIGIBLE, IRREGULAR)
