"""What companies told the market, as the Commission's disclosure service lists it.

Decisions and events are those that DART holds (``dart_…``), with the company's registration number;
listed financial institutions announce theirs elsewhere (``commission_disclosures``). Grants of
share options and changes of outside directors are set down here, the latter from the boards that
annual reports show, both for fictional companies only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from kopa_env.language.particles import settle
from kopa_env.world.clock import TODAY
from kopa_env.world.draw import Draw
from kopa_env.world.names import person
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.exchange.days import day_of, first_from, trading_days
from kopa_env.world.tables.finance.institutions import institutions
from kopa_env.world.tables.people import Officer, members
from kopa_env.world.world import Condition, World

Event = dict[str, Value]
_YEARS = range(2020, 2026)
_NOW = TODAY.replace("-", "")


class _Kind(NamedTuple):
    """Where a kind of notice is from, and which of its columns hold what."""

    name: str
    source: str
    text: str = ""
    number: str = ""
    partner: str = ""
    day: str = ""


_KINDS: tuple[_Kind, ...] = (
    _Kind("creditors", "bnkMngtPcbg", day="mngt_pcbg_dd"),
    _Kind("lawsuit", "lwstLg", "icnm", day="lgd"),
    _Kind("listed abroad", "ovLst"),
    _Kind("delisted abroad", "ovDlst", "lstex_nt"),
    _Kind("convertible", "cvbdIsDecsn", number="bd_tm"),
    _Kind("warrants", "bdwtIsDecsn", number="bd_tm"),
    _Kind("exchangeable", "exbdIsDecsn", number="bd_tm"),
    _Kind("contingent", "wdCocobdIsDecsn", number="bd_tm"),
    _Kind("shares bought", "tsstkAqDecsn", number="aqpln_stk_ostk"),
    _Kind("shares sold", "tsstkDpDecsn", number="dppln_stk_ostk"),
    _Kind("business bought", "bsnInhDecsn", "inh_bsn", partner="dlptn_cmpnm"),
    _Kind("business sold", "bsnTrfDecsn", "trf_bsn", partner="dlptn_cmpnm"),
    _Kind("stake bought", "otcprStkInvscrInhDecsn", partner="iscmp_cmpnm"),
    _Kind("stake sold", "otcprStkInvscrTrfDecsn", partner="iscmp_cmpnm"),
    _Kind("bond bought", "stkrtbdInhDecsn", "stkrtbd_kndn", partner="bdiscmp_cmpnm"),
    _Kind("bond sold", "stkrtbdTrfDecsn", "stkrtbd_kndn", partner="bdiscmp_cmpnm"),
    _Kind("merger", "cmpMgDecsn", "mg_mth"),
    _Kind("split", "cmpDvDecsn", "dv_mth"),
    _Kind("split merger", "cmpDvmgDecsn", "dvmg_mth"),
    _Kind("exchange", "stkExtrDecsn", "extr_sen"),
)
_OPEN = ("{} 사외이사 신규 선임(임기 3년)", "신임 사외이사 {} 선임", "사외이사 선임: {}, 임기 3년")
_AGAIN = ("{} 사외이사 재선임(임기 3년)", "사외이사 {} 연임", "사외이사 재선임: {}, 임기 3년")
_SINCE = (
    "{old} 사외이사 중도 퇴임({why}), 후임으로 {new} 선임",
    "사외이사 {old}이(가) {why}으로(로) 물러나고 {new} 신규 선임",
    "{old} 사외이사 임기 만료 퇴임, {new} 신규 선임",
    "사외이사 {old} 해임, {new} 선임",
)
_WHY = ("일신상의 사유", "겸직 제한", "건강상의 이유", "타사 이사 취임")


def listed(world: World) -> list[Event]:
    """Return every company whose shares are listed."""
    return world.select("companies", [Condition("corp_cls", "ne", "E")])[0]


def on_or_after(day: str) -> str:
    """Return the first trading day from a day on."""
    return day_of(first_from(min(day, trading_days()[-1])))


def _decided(world: World, kind: _Kind, numbers: dict[str, str]) -> Iterator[Row]:
    for event in world.rows(f"dart_{kind.source}"):
        code = str(event["corp_code"])
        if code not in numbers:
            continue
        text = str(event[kind.text]) if kind.text else None
        if kind.name == "delisted abroad" and text:
            text = text.rpartition("(")[2].removesuffix(")")
        amount = event[kind.number] if kind.number else None
        if kind.number and amount is None:
            continue
        whole = Draw(world.seed, "notice", str(event["rcept_no"])).chance(880)
        yield (
            kind.name, event["received"], numbers.get(code) or None, event["corp_name"],
            event[kind.day] if kind.day else event["received"], text,
            None if amount is None else int(str(amount)),
            event[kind.partner] if kind.partner else None, "Y" if whole else "N",
        )  # fmt: skip


def _options(world: World, company: Event) -> Iterator[Row]:
    """Yield grants of share options: mostly by young firms of KOSDAQ, around their meetings."""
    draw = Draw(world.seed, "share options", str(company["corp_code"]))
    keen = draw.chance(260 if company["corp_cls"] == "K" else 90)
    for year in _YEARS if keen else ():
        if not draw.chance(420) or str(company["listed_on"]) > f"{year}0101":
            continue
        month = draw.weighted(((3, 8), (2, 2), (5, 1), (8, 1), (11, 1)))
        day = on_or_after(f"{year}{month:02d}{draw.between(3, 27):02d}")
        yield (
            "options", day, company["jurir_no"], company["corp_name"], day, None,
            draw.skewed(2, 190, 3), None, "Y",
        )  # fmt: skip


def _directors(world: World, company: Event) -> Iterator[Row]:
    """Yield who came, stayed and left among the outside directors of a board."""
    for officer in members(world.seed, company):
        if officer.role != "사외이사":
            continue
        draw = Draw(world.seed, "outside", str(company["corp_code"]), officer.name)
        for year in _YEARS:
            if year < officer.since or (year - officer.since) % 3:
                continue
            day = on_or_after(f"{year}03{draw.between(20, 28):02d}")
            if day >= str(company["listed_on"]):
                yield (
                    "directors", day, company["jurir_no"], company["corp_name"], day,
                    _told(draw, officer, year), None, None, "Y",
                )  # fmt: skip


def _told(draw: Draw, officer: Officer, year: int) -> str:
    if year > officer.since:
        return draw.pick(_AGAIN).format(officer.name)
    if draw.chance(450):
        return draw.pick(_OPEN).format(officer.name)
    form = draw.weighted(tuple(zip(_SINCE, (4, 3, 4, 1), strict=True)))
    return settle(form.format(old=person(draw), new=officer.name, why=draw.pick(_WHY)))


_FURTHER: tuple[Callable[[World, Event], Iterator[Row]], ...] = (_options, _directors)


def _rows(world: World) -> Iterator[Row]:
    banks = {row["stock_code"] for row in institutions(world)} - {None}
    companies = [c for c in listed(world) if c["stock_code"] not in banks]
    numbers = {str(c["corp_code"]): str(c["jurir_no"] or "") for c in companies}
    rows = [row for kind in _KINDS for row in _decided(world, kind, numbers)]
    own = [c for c in companies if not c["real"]]
    rows += [row for more in _FURTHER for company in own for row in more(world, company)]
    rows.sort(key=lambda row: (str(row[0]), str(row[3])))
    rows.sort(key=lambda row: str(row[1]), reverse=True)
    yield from (row for row in rows if str(row[1]) <= _NOW)


COMPANY_NOTICES = Table(
    "company_notices",
    (
        Column("kind", domain="notice_kind"),
        Column("day", domain="date"),
        Column("crno", domain="jurir_no", gen="ref", null_rate=0.01),
        Column("name", domain="corp_name", gen="ref"),
        Column("event_day", domain="date"),
        Column("text", null_rate=0.31),
        Column("count", "int", null_rate=0.74),
        Column("partner", null_rate=0.92),
        Column("flag"),
    ),
    _rows,
    index=(("kind", "day"), ("kind", "crno")),
    persons="fictional",
)
