"""Notices of companies and of financial institutions as the Commission lists them: boards by kind.

What a listed company announces is what it filed with DART; a listed institution's stands among the
institutions' notices. The other institutions' are made here, the fictional ones' alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import NamedTuple

from kopa_env.language.particles import settle
from kopa_env.world.draw import Draw
from kopa_env.world.names import firm
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.exchange.days import day_of, first_from, trading_days
from kopa_env.world.tables.finance.corporate_actions import commons
from kopa_env.world.tables.finance.institutions import FIXED, institutions
from kopa_env.world.world import Condition, World

_SINCE = "20190102"
_YEARS = range(2019, 2026)
_COMPANIES = ("paid_increase", "bonus_issue", "paid_and_bonus", "capital_reduction",
              "asset_transfer", "default", "suspension", "rehabilitation",
              "dissolution")  # fmt: skip
"""Boards that hold notices of other companies too; the rest holds institutions' alone."""


class _Source(NamedTuple):
    """Where a board's notices of listed companies are in DART, and which columns they fill."""

    event: str
    number: str = ""
    text: str = ""
    target: str = ""


_SOURCES: dict[str, _Source] = {
    "paid_increase": _Source("piicDecsn", "nstk_ostk_cnt"),
    "bonus_issue": _Source("fricDecsn", "nstk_ostk_cnt"),
    "paid_and_bonus": _Source("pifricDecsn"),
    "capital_reduction": _Source("crDecsn", "crstk_ostk_cnt"),
    "asset_transfer": _Source("astInhtrfEtcPtbkOpt"),
    "default": _Source("dfOcr", text="df_cn"),
    "suspension": _Source("bsnSp", text="bsnsp_rm"),
    "rehabilitation": _Source("ctrcvsBgrq", text="apcnt"),
    "dissolution": _Source("dsRsOcr", text="ds_rs"),
    "convertible": _Source("cvbdIsDecsn", "bd_tm"),
    "warrant_bond": _Source("bdwtIsDecsn", "bd_tm"),
    "exchangeable": _Source("exbdIsDecsn", "bd_tm"),
    "contingent": _Source("wdCocobdIsDecsn", "bd_tm"),
    "treasury_purchase": _Source("tsstkAqDecsn", "aqpln_stk_ostk"),
    "treasury_disposal": _Source("tsstkDpDecsn"),
    "business_transfer": _Source("bsnTrfDecsn"),
    "equity_acquisition": _Source("otcprStkInvscrInhDecsn", target="iscmp_cmpnm"),
    "equity_disposal": _Source("otcprStkInvscrTrfDecsn", target="iscmp_cmpnm"),
    "bond_acquisition": _Source("stkrtbdInhDecsn", text="stkrtbd_kndn", target="bdiscmp_cmpnm"),
    "bond_disposal": _Source("stkrtbdTrfDecsn", text="stkrtbd_kndn", target="bdiscmp_cmpnm"),
    "merger": _Source("cmpMgDecsn", text="mg_mth"),
    "split": _Source("cmpDvDecsn", text="dv_mth"),
    "split_merger": _Source("cmpDvmgDecsn", text="dvmg_mth"),
    "share_exchange": _Source("stkExtrDecsn", text="extr_sen"),
}

_Told = tuple[int | None, str | None, str | None]
"""Count, text and the other company's name."""


class _Kind(NamedTuple):
    """How institutions outside DART fill a board: how many notices, whose, and with what."""

    total: int
    told: Callable[[Draw, dict[str, Value]], _Told]
    sectors: tuple[str, ...] = ()


_BIG = ("은행", "금융지주", "생명보험", "손해보험")
_SMALL = ("자산운용", "투자자문", "신기술금융", "할부금융", "부동산신탁", "리스")
_NO_SHARES = ("외은지점", "신용협동조합", "농업협동조합", "수산업협동조합", "산림조합")
_BUSINESS = {
    "은행": "신탁 업무", "금융투자": "투자중개업", "생명보험": "신규 보험계약 체결",
    "카드": "카드론", "손해보험": "신규 보험계약 체결", "저축은행": "신규 여신 업무",
    "선물": "파생상품 투자중개업",
    "자산운용": "일반 사모집합투자업", "투자자문": "투자일임업", "부동산신탁": "차입형 토지신탁",
    "할부금융": "신용대출 업무", "리스": "자동차 리스", "신기술금융": "신기술사업투자조합 결성",
}  # fmt: skip
_SCOPES = ("{}", "{} 일부", "{}(신규 업무)", "{} 전부", "{} 중 비대면 부문")
_BOND_KINDS = ("전환사채권", "신주인수권부사채권", "교환사채권")
_CHANGES = (
    "사외이사 {n}명 신규 선임(임기 {y}년)",
    "정기주주총회에서 사외이사 {n}명을 신규 선임하고 {m}명을 재선임함",
    "사외이사 {n}명 재선임(임기 1년)",
    "임기 만료에 따라 사외이사 {n}명 퇴임",
    "사외이사 1명이 일신상의 사유로 중도 퇴임함",
    "임기 만료 {n}명 퇴임, 후임 사외이사 {n}명 선임",
    "임시주주총회에서 감사위원이 되는 사외이사 {n}명 선임",
    "사외이사 1명 해임(주주총회 특별결의)",
    "타사 사외이사 겸직 제한에 따라 사외이사 1명 사임",
    "주주총회에서 사외이사 {n}명을 선임함. 임기는 {y}년",
)


def _other(draw: Draw) -> str:
    return firm(draw.u64(), draw.below(2))[0]


def _series(draw: Draw, _: dict[str, Value]) -> _Told:
    return draw.skewed(1, 14, 2), None, None


def _shares(draw: Draw, row: dict[str, Value]) -> _Told:
    return draw.skewed(20, 4_000, 2) * 1_000 + draw.below(2) * draw.below(1_000), None, None


def _nothing(_: Draw, __: dict[str, Value]) -> _Told:
    return None, None, None


def _among(*texts: str) -> Callable[[Draw, dict[str, Value]], _Told]:
    return lambda draw, _: (None, draw.pick(texts), None)


def _bond_kind(draw: Draw, _: dict[str, Value]) -> _Told:
    return None, draw.pick(_BOND_KINDS), _other(draw)


def _target(draw: Draw, _: dict[str, Value]) -> _Told:
    return None, None, _other(draw)


def _director(draw: Draw, _: dict[str, Value]) -> _Told:
    form = draw.pick(_CHANGES)
    text = form.format(n=draw.between(1, 3), m=draw.between(1, 2), y=draw.between(1, 3))
    return None, settle(text), None


def _staff(draw: Draw, _: dict[str, Value]) -> _Told:
    return draw.skewed(1, 64, 2), None, None


def _field(draw: Draw, row: dict[str, Value]) -> _Told:
    return None, draw.pick(_SCOPES).format(_BUSINESS[str(row["sector"])]), None


def _applicant(draw: Draw, row: dict[str, Value]) -> _Told:
    return None, f"{row['name']}(본인)" if draw.chance(600) else f"{_other(draw)}(채권자)", None


_KINDS: dict[str, _Kind] = {
    "paid_increase": _Kind(260, _shares),
    "bonus_issue": _Kind(28, _shares),
    "capital_reduction": _Kind(40, _shares),
    "asset_transfer": _Kind(60, _nothing),
    "suspension": _Kind(24, _field, _SMALL),
    "rehabilitation": _Kind(8, _applicant, _SMALL),
    "creditor_management": _Kind(9, _nothing, _SMALL),
    "lawsuit": _Kind(130, _nothing),
    "overseas_listing": _Kind(6, _nothing, _BIG),
    "overseas_delisting": _Kind(5, _among("미국", "영국", "룩셈부르크"), _BIG),
    "convertible": _Kind(34, _series),
    "warrant_bond": _Kind(24, _series),
    "exchangeable": _Kind(12, _series),
    "contingent": _Kind(120, _series, _BIG),
    "treasury_purchase": _Kind(70, _shares),
    "treasury_disposal": _Kind(46, _nothing),
    "business_transfer": _Kind(40, _among("Y", "Y", "Y", "N")),
    "equity_acquisition": _Kind(150, _target),
    "equity_disposal": _Kind(110, _target),
    "bond_acquisition": _Kind(60, _bond_kind),
    "bond_disposal": _Kind(44, _bond_kind),
    "merger": _Kind(48, _among("흡수합병", "흡수합병", "소규모합병", "간이합병", "신설합병")),
    "split": _Kind(22, _among("단순 물적분할", "물적분할", "인적분할")),
    "split_merger": _Kind(9, _among("분할합병", "흡수분할합병")),
    "share_exchange": _Kind(14, _among("주식의 포괄적 교환", "주식의 포괄적 이전")),
    "outside_director": _Kind(520, _director),
    "stock_option": _Kind(90, _staff),
}


def _shifted(day: str, days: int) -> str:
    """Return the first trading day from so many days after ``day``."""
    moved = date(int(day[:4]), int(day[4:6]), int(day[6:8])) + timedelta(days=days)
    return day_of(first_from(min(f"{moved:%Y%m%d}", trading_days()[-1])))


def _listed(world: World) -> Iterator[Row]:
    """Yield what listed companies filed with DART."""
    numbers = {str(c["corp_code"]): c for c, _ in commons(world)}
    financial = {row["stock_code"] for row in institutions(world) if row["stock_code"]}
    for board, source in _SOURCES.items():
        for event in world.rows(f"dart_{source.event}"):
            company = numbers.get(str(event["corp_code"]), {})
            sector = int(company.get("stock_code") in financial)
            if not sector and board not in _COMPANIES:
                continue
            yield (
                board, sector, event["received"],
                company.get("jurir_no") or None, event["corp_name"],
                _whole(event[source.number]) if source.number else None,
                _text(board, event, source), event[source.target] if source.target else None,
            )  # fmt: skip


def _whole(value: Value) -> int | None:
    return int(value) if value not in (None, "") else None


def _text(board: str, event: dict[str, Value], source: _Source) -> Value:
    if board == "business_transfer":
        return "Y"
    return event[source.text] if source.text else None


def _yearly(world: World) -> Iterator[Row]:
    """Yield dividends and calls of general meetings of listed companies."""
    financial = {row["stock_code"] for row in institutions(world) if row["stock_code"]}
    pars = {}
    for company, share in commons(world):
        pars[share["isin"]] = (company["par"] or None, int(company["stock_code"] in financial))
        yield from _meetings(world, company, share, int(company["stock_code"] in financial))
    for row in world.rows("stock_dividends"):
        par, sector = pars[row["isin"]]
        draw = Draw(world.seed, "dividend notice", str(row["isin"]), str(row["record_day"]))
        day = _shifted(str(row["record_day"]), draw.between(35, 66))
        yield "dividend", sector, day, row["crno"], row["issuer"], par, None, None


def _meetings(
    world: World, company: dict[str, Value], share: dict[str, Value], sector: int
) -> Iterator[Row]:
    draw = Draw(world.seed, "meeting notice", str(company["corp_code"]))
    for year in _YEARS:
        index = year * 12 + int(str(company["acc_mt"])) + 1
        called = f"{index // 12}{index % 12 + 1:02d}{draw.between(14, 28):02d}"
        if str(share["listed_on"]) < called < trading_days()[-20]:
            day = _shifted(called, draw.below(12))
            yield (
                "meeting", sector, day, share["crno"], company["corp_name"], None, None, None,
            )  # fmt: skip


def _unlisted(world: World) -> Iterator[Row]:
    """Yield the notices of fictional institutions."""
    able = [
        row
        for row in institutions(world)
        if row["crno"] and not row["real"] and row["sector"] not in _NO_SHARES
    ]
    days = trading_days()[first_from(_SINCE) - first_from("") :]
    for board, kind in _KINDS.items():
        owners = [row for row in able if not kind.sectors or row["sector"] in kind.sectors]
        first = next((row for row in owners if str(row["name"]).startswith(FIXED)), owners[0])
        for n in range(kind.total):
            draw = Draw(world.seed, "notice", board, n)
            row, day = (draw.pick(owners) if n else first), draw.pick(days)
            if n == 0:
                day = "20240115"
            count, text, target = kind.told(draw, row)
            if board == "creditor_management":
                text = _shifted(day, -draw.between(2, 5))
            yield board, 1, day, row["crno"], row["name"], count, text, target
    for row in able:
        yield from _annual(world, row)


def _annual(world: World, row: dict[str, Value]) -> Iterator[Row]:
    draw = Draw(world.seed, "annual notices", str(row["fin_id"]))
    par = draw.pick((500, 1_000, 5_000, 5_000, 5_000, 10_000))
    pays = draw.between(100, 900)
    for year in _YEARS:
        called = _shifted(f"{year}0222", draw.below(24))
        if str(row["founded"])[:4] < str(year):
            yield "meeting", 1, called, row["crno"], row["name"], None, None, None
            if draw.chance(pays):
                day = _shifted(f"{year}0205", draw.below(17))
                yield "dividend", 1, day, row["crno"], row["name"], par, None, None


def _failed(world: World) -> Iterator[Row]:
    """Yield the end of savings banks: their business stopped, then they were declared bankrupt."""
    since = [Condition("declared", "range", ("2010", None))]
    for row in world.select("bankrupt_institutions", since)[0]:
        draw = Draw(world.seed, "end", str(row["serial"]))
        declared = str(row["declared"])
        reason = draw.pick(("파산선고", "파산선고에 따른 해산", "법원의 파산선고로 인한 해산"))
        business = "상호저축은행업" if row["region"] == "저축은행" else f"{row['region']} 영업"
        field = draw.pick(("{} 전부", "{} 전부(예금 지급 포함)", "{}")).format(business)
        stopped = _shifted(declared, -draw.between(140, 170))
        for board, day, text in (("suspension", stopped, field), ("dissolution", declared, reason)):
            yield board, 1, day, row["crno"], row["name"], None, text, None


def _rows(world: World) -> Iterator[Row]:
    rows = [*_listed(world), *_yearly(world), *_unlisted(world), *_failed(world)]
    rows.sort(key=lambda row: (str(row[0]), str(row[2]), str(row[4])))
    yield from rows


DISCLOSURES = Table(
    "commission_disclosures",
    (
        Column("board"),
        Column("financial", "int"),
        Column("day", domain="date"),
        Column("crno", domain="jurir_no", gen="ref", null_rate=0.08),
        Column("name", domain="corp_name", gen="ref"),
        Column("count", "int", null_rate=0.6),
        Column("text", null_rate=0.85),
        Column("target", null_rate=0.95),
    ),
    _rows,
    index=(("board", "day"), ("board", "crno")),
)
