"""Key indicators: figures of the portal's and the Bank's tables, under ids of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.districts import districts
from kopa_env.world.tables.exchange.texts import decimal
from kopa_env.world.tables.statistics_bank.plan import plans
from kopa_env.world.tables.statistics_bank.series import changes, values
from kopa_env.world.tables.statistics_base.people import expected_births
from kopa_env.world.tables.statistics_portal.cells import table, written
from kopa_env.world.tables.statistics_portal.entries import WORDS, known
from kopa_env.world.world import World

_SITE = "https://www.index.go.kr/unity/potal/main/EachDtlPageDetail.do?idx_cd="


@lru_cache(maxsize=128)
def _series(seed: int, source: str) -> tuple[str, Mapping[str, str]]:
    """Return the cycle of an indicator, and its values by period."""
    kind, *parts = source.split()
    if kind == "tfr":
        codes_of = [d.code for d in districts()]
        born = {y: expected_births(seed, codes_of, y) for y in range(2015, 2025)}
        return "A", {str(y): decimal(n, 3) for y, n in born.items()}
    if kind == "kosis":
        org, name, item, *codes = parts
        found = known()[org, name]
        years = found.periods("A")
        whole = {y: table(seed, found.subject, "A", y)[tuple(codes)] for y in years}
        return "A", {y: written(found.subject, item, n) for y, n in whole.items()}
    code, item, second, cycle, how = parts
    plan = plans()[code]
    own = next(s for s in plan.seconds if s.code == second.strip("-"))
    numbers = values(seed, code, item, cycle, own)
    digits = 1 if plan.items[item].kind in ("share", "yoy") or how == "change" else plan.digits
    if how == "change":
        numbers = changes(numbers, 12)
    return cycle, {_period(key): decimal(n, digits) for key, n in numbers.items()}


def _period(key: str) -> str:
    """Return a period as the portal writes it: ``202404`` for a quarter."""
    return key.replace("Q", "0")


def _indicators(world: World) -> Iterator[Row]:
    rows = list(fact_rows("kosis_indicators"))
    for number, r in enumerate(rows, 1):
        cycle, found = _series(world.seed, r["from"])
        keys, word = list(found), WORDS[cycle]
        same = [other for other in rows if other["list"] == r["list"]]
        yield (
            r["list"], r["section"], int(r["id"]), r["name"], r["unit"] or "지수", "전국", word,
            keys[0], keys[-1], len(keys), int(r["list"][1:3]), same.index(r) + 1,
            f"{keys[-1]}({word})", int(same[0]["id"]), same[0]["name"],
            f"{_SITE}{same[0]['id']}", f"{_SITE}{r['id']}",
            f"{r['name']} 설명자료", f"{r['concept']}.", number,
        )  # fmt: skip


def _values(world: World, names: tuple[Value, ...] = ()) -> Iterator[Row]:
    for r in fact_rows("kosis_indicators"):
        cycle, found = _series(world.seed, r["from"])
        for back, (period, value) in enumerate(reversed(list(found.items())), 1):
            yield (int(r["id"]), r["name"], cycle, period, "전국", float(value), back)


INDICATORS: tuple[Table, ...] = (
    Table(
        "statistics_indicators",
        (
            Column("listId", domain="indicator_list"),
            Column("listNm"),
            Column("statJipyoId", "int", domain="indicator"),
            *map(Column, ("statJipyoNm", "unit", "areaTypeName", "prdSeName")),
            *map(Column, ("strtPrdDe", "endPrdDe")),
            *(Column(name, "int") for name in ("rn", "listSn1", "listSn2")),
            Column("prdDe"),
            Column("repJipyoId", "int", domain="indicator"),
            *map(Column, ("repJipyoNm", "repJipyoUrl", "explainUrl")),
            *map(Column, ("jipyoExplan", "jipyoExplan1")),
            Column("place", "int"),
        ),
        _indicators,
        key=("statJipyoId",),
    ),
    Table(
        "statistics_indicator_values",
        (
            Column("statJipyoId", "int", domain="indicator"),
            *map(Column, ("statJipyoNm", "prdSe", "prdDe", "itmNm")),
            Column("val", "real"),
            Column("recent", "int"),
        ),
        _values,
        key=("statJipyoId", "prdDe"),
        index=(("statJipyoId",), ("statJipyoNm",)),
    ),
)
