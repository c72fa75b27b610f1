"""FaultOverlay: seeded faults over any source.

Which fault meets a call is a function of the seed, the call and how often it was made before, never
of the order or concurrency of calls: same seed, same faults. A GRPO group shares the seed, so all
its rollouts face the same world.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal, TypeAlias, get_args

from kopa_env import platforms
from kopa_env.errors import UsageError, did_you_mean
from kopa_env.outcome import JSON, Origin, Reason, ToolResult
from kopa_env.source import Source
from kopa_env.sources.keys import Keys
from kopa_env.spec import ToolSpec

FaultKind = Literal[
    "timeout", "connect", "bad_gateway", "unavailable", "quota", "rate_limit", "truncated", "empty"
]
"""``quota`` is the platform's own error body under HTTP 200; ``empty`` a page without rows."""

Rates: TypeAlias = Mapping[str, float]
"""Share of calls (0 … 1) that meet a fault, per kind, or per ``platform.kind`` for one platform."""

_WHOLE = 1 << 32
_KINDS: tuple[FaultKind, ...] = get_args(FaultKind)


@dataclass(frozen=True, slots=True)
class Injected:
    """One fault that was injected."""

    tool: str
    key: str
    nth: int
    kind: FaultKind


class FaultOverlay:
    """Injects faults into the replies of a source (:class:`~kopa_env.source.Source`).

    Counts calls for one episode: give each its own by :meth:`fresh`.

    Args:
        source: what answers the calls that meet no fault.
        seed: decides which calls meet one.
        rates: how many do; see :data:`Rates`.

    Raises:
        UsageError: if a kind is unknown or the rates are no shares; see :func:`check_rates`.
    """

    def __init__(self, source: Source, seed: int, rates: Rates) -> None:
        check_rates(rates)
        self.source = source
        self.seed = seed
        self.injected: list[Injected] = []
        self._rates = dict(rates)
        self._tables: dict[str, tuple[tuple[int, FaultKind], ...]] = {}
        self._state = blake2b(digest_size=4, key=seed.to_bytes(16, "little", signed=True))
        self._counts: dict[bytes, int] = {}
        self._keys = Keys()

    def fresh(self, seed: int) -> FaultOverlay:
        """Return an overlay for another episode: same source and rates, counters at zero."""
        other = FaultOverlay(self.source, seed, self._rates)
        other._keys = self._keys
        return other

    def fork(self) -> FaultOverlay:
        """Return an overlay that goes on from here on its own, for a branch of the episode."""
        other = self.fresh(self.seed)
        other._counts = dict(self._counts)
        other.injected = list(self.injected)
        return other

    def count(self, spec: ToolSpec, args: Mapping[str, JSON]) -> None:
        """Count a call that was answered before, so that a restored episode goes on alike."""
        self._meet(spec, args)

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call, or let it meet its fault."""
        kind = self._meet(spec, args)
        if kind is None:
            return self.source.call(spec, args)
        return faulty(spec, kind)

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call without blocking, or let it meet its fault."""
        kind = self._meet(spec, args)
        if kind is None:
            return await self.source.acall(spec, args)
        return faulty(spec, kind)

    def hashes(self) -> Mapping[str, str]:
        """Return the source's hashes and what the faults depend on."""
        rates = ",".join(f"{name}={self._rates[name]!r}" for name in sorted(self._rates))
        return {**self.source.hashes(), "faults": f"{self.seed}:{rates}"}

    def fault(self, platform: str, key: bytes, nth: int) -> FaultKind | None:
        """Say which fault the ``nth`` call (from 0) under a key meets: a pure function."""
        state = self._state.copy()
        state.update(key + nth.to_bytes(4, "little"))
        drawn = int.from_bytes(state.digest(), "little")
        for bound, kind in self._table(platform):
            if drawn < bound:
                return kind
        return None

    def _meet(self, spec: ToolSpec, args: Mapping[str, JSON]) -> FaultKind | None:
        key = self._keys.key(spec, args)
        nth = self._counts.get(key, 0)
        self._counts[key] = nth + 1
        kind = self.fault(spec.platform, key, nth)
        if kind is not None:
            self.injected.append(Injected(spec.name, key.hex(), nth, kind))
        return kind

    def _table(self, platform: str) -> tuple[tuple[int, FaultKind], ...]:
        table = self._tables.get(platform)
        if table is None:
            bound, rows = 0, []
            for kind in _KINDS:
                bound += int(_rate(self._rates, platform, kind) * _WHOLE)
                rows.append((bound, kind))
            table = self._tables[platform] = tuple(rows)
        return table


def faulty(spec: ToolSpec, kind: FaultKind) -> ToolResult:
    """Return what a client sees of a call that meets a fault."""
    if kind == "empty":
        result = _in_own_words(spec, ToolResult.ok((), total=0, complete=True))
    elif kind == "quota":
        result = _in_own_words(spec, ToolResult.error(Reason.QUOTA, ""))
    else:
        reason, code, message = _FAULTS[kind]
        result = ToolResult.error(reason, message, code)
    return result.came_from(Origin.LOCAL)


def _in_own_words(spec: ToolSpec, result: ToolResult) -> ToolResult:
    """Return a result as the platform itself words it, code included."""
    wire = spec.endpoint.wire if spec.endpoint else "json"
    return platforms.dialect(spec.platform).express(spec, result, page=None, wire=wire)


_FAULTS: dict[str, tuple[Reason, str, str]] = {
    "timeout": (Reason.TIMEOUT, "", "응답 시간 초과 / timed out"),
    "connect": (Reason.CONNECT, "", "서버에 연결하지 못함 / cannot connect"),
    "bad_gateway": (Reason.HTTP_5XX, "502", "서버 오류 502 / server error 502"),
    "unavailable": (Reason.HTTP_5XX, "503", "서버 오류 503 / server error 503"),
    "rate_limit": (Reason.RATE_LIMIT, "429", "호출이 너무 잦습니다 / too many calls at once"),
    "truncated": (Reason.TRUNCATED, "", "응답이 중간에 끊김 / the reply was cut off"),
}


def _rate(rates: Rates, platform: str, kind: str) -> float:
    return rates.get(f"{platform}.{kind}", rates.get(kind, 0.0))


def check_rates(rates: Rates) -> None:
    """Check the shares of calls that meet a fault.

    Raises:
        UsageError: if a kind is unknown, a rate no share, or the rates of a platform more than 1.
    """
    if not isinstance(rates, Mapping):
        raise UsageError(f"faults are shares of calls by kind, not {rates!r}")
    platforms = {""}
    for name, rate in rates.items():
        platform, _, kind = str(name).rpartition(".")
        platforms.add(platform)
        if kind not in _KINDS:
            known = ", ".join(_KINDS)
            raise UsageError(f"no fault {kind!r}{did_you_mean(kind, _KINDS)}; faults: {known}")
        if not isinstance(rate, int | float) or not 0 <= rate <= 1:
            raise UsageError(f"the rate of {name} is {rate!r}, not a number between 0 and 1")
    for platform in sorted(platforms):
        total = sum(_rate(rates, platform, kind) for kind in _KINDS)
        if total > 1 + 1e-9:
            raise UsageError(f"the fault rates of {platform or 'all platforms'} come to {total:g}")
