from __future__ import annotations

import asyncio
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kopa_env.errors import UsageError
from kopa_env.outcome import JSON, Origin, Reason, Status, ToolResult
from kopa_env.sources.faults import FaultOverlay, Rates, faulty
from kopa_env.spec import ToolSpec

EVEN: Rates = {"timeout": 0.1, "unavailable": 0.1, "quota": 0.1, "empty": 0.1, "truncated": 0.1}


class Fine:
    """A source where nothing ever fails."""

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        return ToolResult.ok([{"a": "1"}]).came_from(Origin.EXACT)

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        return self.call(spec, args)

    def hashes(self) -> Mapping[str, str]:
        return {"world": "w"}


def many(tools: Any, n: int = 200) -> list[tuple[ToolSpec, dict[str, JSON]]]:
    return [(tools["dart_company"], {"corp_code": f"{i % 60:08d}"}) for i in range(n)]


def met(overlay: FaultOverlay) -> Counter[tuple[str, int, str]]:
    return Counter((fault.key, fault.nth, fault.kind) for fault in overlay.injected)


@given(seed=st.integers(0, 2**64), order=st.permutations(range(90)))
def test_order_changes_nothing(seed: int, order: list[int], tools_once: Any) -> None:
    calls = many(tools_once, 90)
    one, other = FaultOverlay(Fine(), seed, EVEN), FaultOverlay(Fine(), seed, EVEN)
    for spec, args in calls:
        one.call(spec, args)
    for number in order:
        other.call(*calls[number])
    assert met(one) == met(other)


@pytest.fixture(scope="session")
def tools_once() -> Any:
    from kopa_env.catalogue import Catalogue
    from kopa_env.spec import Endpoint, Param

    endpoint = Endpoint("GET", "opendart.fss.or.kr", "/api/company.json")
    spec = ToolSpec(
        "dart_company",
        "opendart:dart.company",
        "endpoint",
        "dart",
        "t",
        "",
        "",
        "",
        "",
        params=(Param("corp_code", "corp_code"),),
        endpoint=endpoint,
    )
    return Catalogue.of((spec,))


def test_concurrency_changes_nothing(tools: Any) -> None:
    calls = many(tools)
    alone = FaultOverlay(Fine(), 7, EVEN)
    for spec, args in calls:
        alone.call(spec, args)

    together = alone.fresh(7)

    async def all_at_once() -> None:
        await asyncio.gather(*(together.acall(spec, args) for spec, args in calls))

    asyncio.run(all_at_once())
    assert met(together) == met(alone)
    assert alone.injected, "some calls meet a fault"


def test_another_seed_is_another_world_and_fresh_forgets(tools: Any) -> None:
    overlays = [FaultOverlay(Fine(), seed, EVEN) for seed in (1, 2, 1)]
    for overlay in overlays:
        for spec, args in many(tools):
            overlay.call(spec, args)
    assert met(overlays[0]) == met(overlays[2]) != met(overlays[1])
    again = overlays[0].fresh(1)
    assert again.injected == []
    for spec, args in many(tools):
        again.call(spec, args)
    assert met(again) == met(overlays[0])


def test_a_repeat_may_fare_otherwise(tools: Any) -> None:
    overlay = FaultOverlay(Fine(), 3, {"timeout": 0.5})
    spec, args = many(tools)[0]
    outcomes = {overlay.call(spec, args).status for _ in range(40)}
    assert outcomes == {Status.OK, Status.ENVIRONMENTAL}


def test_rates_are_kept(tools: Any) -> None:
    overlay = FaultOverlay(Fine(), 11, {"timeout": 0.2, "dart.timeout": 0.05, "quota": 0.1})
    keys = [n.to_bytes(16, "little") for n in range(20_000)]
    kinds = Counter(overlay.fault("dart", key, 0) for key in keys)
    assert kinds["timeout"] == pytest.approx(1000, rel=0.15)
    assert kinds["quota"] == pytest.approx(2000, rel=0.15)
    others = Counter(overlay.fault("seoul", key, 0) for key in keys)
    assert others["timeout"] == pytest.approx(4000, rel=0.15)


def test_no_rate_no_fault_and_every_call_at_rate_one(tools: Any) -> None:
    none, always = FaultOverlay(Fine(), 0, {}), FaultOverlay(Fine(), 0, {"connect": 1.0})
    for spec, args in many(tools):
        assert none.call(spec, args).status is Status.OK
        assert always.call(spec, args).reason is Reason.CONNECT


@pytest.mark.parametrize(
    "tool", ["dart_company", "assembly_members", "edudata_schools", "seoul_bikes"]
)
@pytest.mark.parametrize(
    ("kind", "status", "reasons"),
    [
        ("timeout", Status.ENVIRONMENTAL, {Reason.TIMEOUT}),
        ("connect", Status.ENVIRONMENTAL, {Reason.CONNECT}),
        ("bad_gateway", Status.ENVIRONMENTAL, {Reason.HTTP_5XX}),
        ("unavailable", Status.ENVIRONMENTAL, {Reason.HTTP_5XX}),
        ("quota", Status.ENVIRONMENTAL, {Reason.QUOTA, Reason.RATE_LIMIT}),
        ("rate_limit", Status.ENVIRONMENTAL, {Reason.RATE_LIMIT}),
        ("truncated", Status.ENVIRONMENTAL, {Reason.TRUNCATED}),
        ("empty", Status.EMPTY, {Reason.NONE}),
    ],
)
def test_what_a_client_sees(
    tools: Any, tool: str, kind: Any, status: Status, reasons: set[Reason]
) -> None:
    result = faulty(tools[tool], kind)
    assert (result.status, result.origin) == (status, Origin.LOCAL)
    assert result.reason in reasons
    assert len(result.records) == 0
    assert "fault" not in result.message
    assert "inject" not in result.message


def test_quota_comes_in_the_platforms_own_words(tools: Any) -> None:
    assert faulty(tools["dart_company"], "quota").code == "020"


@pytest.mark.parametrize(
    ("rates", "said"),
    [
        ({"timeuot": 0.1}, r"no fault 'timeuot' \(did you mean timeout"),
        ({"http_5xx": 0.1}, "faults: timeout, connect, bad_gateway"),
        ({"timeout": 1.5}, "is 1.5, not a number between 0 and 1"),
        ({"timeout": "0.1"}, "is '0.1', not a number between 0 and 1"),
        (0.1, "shares of calls by kind, not 0.1"),
        ({"timeout": 0.6, "quota": 0.5}, "come to 1.1"),
        ({"timeout": 0.6, "dart.quota": 0.5}, "fault rates of dart come to 1.1"),
    ],
)
def test_bad_rates_are_told(rates: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        FaultOverlay(Fine(), 0, rates)


def test_hashes_tell_seed_and_rates() -> None:
    hashes = FaultOverlay(Fine(), 5, {"timeout": 0.1}).hashes()
    assert hashes == {"world": "w", "faults": "5:timeout=0.1"}


def test_faults_do_not_depend_on_the_hash_seed() -> None:
    code = (
        "from kopa_env.sources.faults import FaultOverlay\n"
        "o = FaultOverlay(None, 5, {'timeout': 0.3, 'quota': 0.3})\n"
        "print([o.fault('dart', bytes([n]) * 16, n) for n in range(40)])"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={"PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "77")
    }
    assert len(seen) == 1
    assert b"timeout" in seen.pop()
