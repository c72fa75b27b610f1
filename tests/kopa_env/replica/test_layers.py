"""Rows and bytes are one answer: for every endpoint tool, over arguments good and bad."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.arguments import validate, wire_args
from kopa_env.catalogue.compile import PACKAGE, read_platforms
from kopa_env.outcome import JSON, UNRECORDED, Status, ToolResult
from kopa_env.platforms import dialect
from kopa_env.replica.engine import Replica
from kopa_env.sources.replica import DUMMY_CREDENTIAL
from kopa_env.spec import Param, ToolSpec
from kopa_env.wire import run
from kopa_env.world import Condition, Draw, World

_SHARE = 20
"""One in so many tools of a platform is asked in the fast tests, the others in the slow ones."""


def _tools() -> list[Any]:
    by_platform: dict[str, int] = {}
    params: list[Any] = []
    for spec in read_platforms(PACKAGE / "platforms")[0]:
        if spec.kind == "endpoint":
            number = by_platform[spec.platform] = by_platform.get(spec.platform, -1) + 1
            marks = () if number % _SHARE == 0 else (pytest.mark.slow,)
            params.append(pytest.param(spec.name, marks=marks))
    return params


_TOOLS = _tools()
_ODD = ("없는 값", "0", "-1", "99999999", "20240230", "%00'&=/..", "가" * 40)


@pytest.fixture(scope="session")
def known(world: World) -> dict[str, JSON]:
    """Values that exist in the world, by parameter name."""
    annual = [Condition("kind", "eq", "periodic"), Condition("reprt_code", "eq", "11011")]
    filing = world.select("filings", annual, limit=1)[0][0]
    return {
        "corp_code": filing["corp_code"],
        "bsns_year": filing["bsns_year"],
        "reprt_code": filing["reprt_code"],
        "rcept_no": filing["rcept_no"],
        "bgn_de": "20240101",
        "end_de": "20240331",
        "fs_div": "OFS",
        "idx_cl_code": "M220000",
        "sj_div": "BS1",
    }


def _value(param: Param, draw: Draw, known: dict[str, JSON]) -> JSON:
    if param.enum:
        return draw.pick(tuple(param.enum))
    if param.name in known and not draw.chance(150):
        return known[param.name]
    if param.type in ("integer", "number"):
        return draw.between(1, 12)
    if draw.chance(100):
        return draw.pick(_ODD)
    return param.example if param.example is not None else draw.pick(_ODD)


def _calls(spec: ToolSpec, known: dict[str, JSON]) -> Iterator[dict[str, JSON]]:
    made: list[dict[str, JSON]] = []
    for number in range(8):
        draw = Draw("layers", spec.name, number)
        left_out = (100, 1000, 500)[number % 3]
        call = {
            param.name: _value(param, draw, known)
            for param in spec.params
            if param.role != "constant" and (param.required or draw.chance(1000 - left_out))
        }
        if call not in made:
            made.append(call)
            yield call


def _same(left: ToolResult, right: ToolResult) -> bool:
    names = ("status", "reason", "code", "message", "total", "complete")
    return all(getattr(left, n) == getattr(right, n) for n in names) and (
        list(left.records) == list(right.records)
    )


@pytest.mark.parametrize("name", _TOOLS)
def test_both_layers_give_the_same_result(
    name: str, catalogue: Catalogue, replica: Replica, known: dict[str, JSON]
):
    """Case kind A20 too: what the platform answers with no rows is never dressed up."""
    spec, spoken = catalogue[name], dialect(catalogue[name].platform)
    documented = {field.path for field in spec.fields}
    whole = {field.path for field in spec.fields if field.shape == "object"}
    seen: set[Status] = set()
    for args in _calls(spec, known):
        checked = validate(spec, args)
        if isinstance(checked, ToolResult):
            continue
        rows, _ = replica.answer(spec, wire_args(spec, checked))
        exchange = spoken.exchange(spec, checked, DUMMY_CREDENTIAL)
        assert _same(run(exchange, replica.respond), rows), args
        seen.add(rows.status)
        answered = rows.status in (Status.OK, Status.EMPTY, Status.STRUCTURAL)
        assert answered or rows.message == UNRECORDED, rows
        for record in rows.records[:3]:
            assert set(_paths(record, whole)) <= documented
    assert seen, "no argument was good enough to be sent"


def _paths(record: JSON, whole: set[str], head: str = "") -> Iterator[str]:
    """Yield the paths of a record; a field that is documented as an object stands for all of it."""
    for name, value in record.items():
        if isinstance(value, dict) and f"{head}{name}" not in whole:
            yield from _paths(value, whole, f"{head}{name}.")
        else:
            yield f"{head}{name}"
