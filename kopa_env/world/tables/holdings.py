"""Holdings (DART's DS004): who reported how many shares of whom. Reporters are fictional."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.events import Register, final_reports
from kopa_env.world.tables.market import number, percent
from kopa_env.world.world import World

_CODES = (
    Column("rcept_no", domain="rcept_no", gen="ref"),
    Column("rcept_dt", domain="date", gen="ref"),
    Column("corp_code", domain="corp_code", gen="ref"),
    Column("corp_name", domain="corp_name", gen="ref"),
)
_REASONS = (
    "장내 매수",
    "장내 매도",
    "특별관계자 및 보유주식수 변동",
    "주식 담보 계약 체결",
    "신규 보고",
)
_POSTS = ("대표이사", "부사장", "전무", "상무", "이사")


def _signed(part: int, shares: int) -> str:
    return percent(part, shares, 2)


def _large(seed: int, filing: Mapping[str, Value], shares: int) -> tuple[Value, ...]:
    draw = Draw(seed, "large holding", str(filing["rcept_no"]))
    held = shares * draw.between(50, 260) // 1000
    change = shares * draw.between(-24, 24) // 1000
    pledged = held * draw.between(50, 500) // 1000 if draw.chance(250) else 0
    kind = "일반" if "일반" in str(filing["report_nm"]) else "약식"
    return (
        kind, filing["flr_nm"], held, change, _signed(held, shares), _signed(change, shares),
        pledged or None, _signed(pledged, shares) if pledged else None, draw.pick(_REASONS),
    )  # fmt: skip


def _insider(seed: int, filing: Mapping[str, Value], shares: int) -> tuple[Value, ...]:
    draw = Draw(seed, "insider holding", str(filing["rcept_no"]))
    held = shares * draw.skewed(0, 120, 3) // 1000 + draw.between(0, 40_000)
    held = min(held, shares // 3)
    change = draw.between(-held, 20_000) if draw.chance(600) else held
    owner = draw.chance(150)
    return (
        filing["flr_nm"], None if owner else draw.pick(("등기임원", "비등기임원")),
        None if owner else draw.pick(_POSTS), "10%이상주주" if owner else None,
        held, change, _signed(held, shares), _signed(change, shares),
    )  # fmt: skip


def _rows(
    kind: str, columns: Callable[[int, Mapping[str, Value], int], tuple[Value, ...]]
) -> Callable[[World], Iterator[Row]]:
    def rows(world: World) -> Iterator[Row]:
        register = Register(world)
        for filing in final_reports(world, kind):
            shares = number(register[filing["corp_code"]], "shares")
            codes = tuple(filing[column.name] for column in _CODES)
            yield (*codes, *columns(world.seed, filing, shares))

    return rows


LARGE_HOLDINGS = Table(
    name="large_holdings",
    columns=(
        *_CODES,
        Column("report_tp"),
        Column("repror"),
        Column("stkqy", "int"),
        Column("stkqy_irds", "int"),
        Column("stkrt"),
        Column("stkrt_irds"),
        Column("ctr_stkqy", "int", null_rate=0.75),
        Column("ctr_stkrt", null_rate=0.75),
        Column("report_resn"),
    ),
    rows=_rows("majorstock", _large),
    key=("rcept_no",),
    index=(("corp_code",),),
    persons="fictional",
)

INSIDER_HOLDINGS = Table(
    name="insider_holdings",
    columns=(
        *_CODES,
        Column("repror"),
        Column("isu_exctv_rgist_at"),
        Column("isu_exctv_ofcps"),
        Column("isu_main_shrholdr"),
        Column("sp_stock_lmp_cnt", "int"),
        Column("sp_stock_lmp_irds_cnt", "int"),
        Column("sp_stock_lmp_rate"),
        Column("sp_stock_lmp_irds_rate"),
    ),
    rows=_rows("elestock", _insider),
    key=("rcept_no",),
    index=(("corp_code",),),
    persons="fictional",
)
