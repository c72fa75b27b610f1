"""Executor: asks tools, tells what came of it, and never asks the same thing twice."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import orjson

from kopa_env.catalogue.arguments import validate
from kopa_env.errors import ReplayMiss, UsageError
from kopa_env.outcome import JSON, Origin, Reason, Status, ToolResult
from kopa_env.source import Source
from kopa_env.spec import ToolSpec
from kopa_synth.explore.values import NOTHING, Fields, Held, hold, says_something
from kopa_synth.graph import Edge, Fault, fault_of

if TYPE_CHECKING:
    from kopa_env.catalogue import Catalogue

_LASTING = frozenset(
    f for f in Fault if f is Fault.MISS or not (f.environmental or f is Fault.AMBIGUOUS)
)

CAPACITY = 200_000
"""Replies kept; the oldest goes first."""


@dataclass(slots=True)
class Calls:
    """What was called.

    Attributes:
        made: calls of tools, however answered.
        sent: calls that reached the source: what a platform's quota counts.
        distinct: different calls among those sent.
        refused: calls whose arguments did not pass the tool's own rules; never sent.
        probes: calls sent to see whether an argument matters, included in the above.
        misses: replies saying that the recording or world does not hold the answer.
        platforms: calls sent, by platform.
    """

    made: int = 0
    sent: int = 0
    distinct: int = 0
    refused: int = 0
    probes: int = 0
    misses: int = 0
    platforms: dict[str, int] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON values, with the calls answered from memory."""
        return {**asdict(self), "remembered": self.made - self.sent - self.refused}

    @classmethod
    def from_dict(cls, saved: Mapping[str, Any]) -> Calls:
        """Read what :meth:`as_dict` wrote."""
        return cls(**{name: n for name, n in saved.items() if name != "remembered"})


@dataclass(frozen=True, slots=True)
class Reply:
    """What is kept of a reply: how it ended and the values that edges can carry on."""

    fault: Fault
    held: Mapping[Fields, Held] = field(default_factory=dict)

    def values(self, fields: Fields) -> Held:
        """Return what the reply holds for the fields of an edge."""
        return self.held.get(fields, NOTHING)


class Executor:
    """Asks tools on behalf of edges.

    Args:
        catalogue: the tools.
        source: what answers.
        edges: whose source fields are worth keeping of a reply.
        phi: values kept of a field.
        writes: tools with effect ``write`` that may be called; all others never are.
        capacity: replies kept.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        source: Source,
        edges: Iterable[Edge],
        phi: int,
        writes: Collection[str] = (),
        capacity: int = CAPACITY,
    ) -> None:
        self.calls = Calls()
        self._unsaved: list[dict[str, Any]] = []
        self._catalogue = catalogue
        self._source = source
        self._phi = phi
        self._writes = frozenset(writes)
        self._capacity = capacity
        self._replies: dict[bytes, Reply] = {}
        self._seen: set[bytes] = set()
        self._last: tuple[bytes, ToolResult] | None = None
        fields: dict[str, dict[Fields, None]] = {}
        for edge in edges:
            fields.setdefault(edge.source, {}).setdefault(fields_of(edge))
        self._fields = {tool: tuple(found) for tool, found in fields.items()}

    def callable(self, tool: str) -> bool:
        """Say whether a tool may be asked here: an endpoint or view that only reads, or named."""
        spec = self._catalogue.get(tool)
        if spec is None or spec.kind not in ("endpoint", "view"):
            return False
        return spec.effect == "read" or tool in self._writes

    def run(self, spec: ToolSpec, args: Mapping[str, JSON]) -> Reply:
        """Return what came of a call; the same call is answered from memory.

        Environmental faults are not remembered, for the next try may fare better; a miss is.

        Raises:
            UsageError: if the tool may not be called.
        """
        if not self.callable(spec.name):
            raise UsageError(f"{spec.name} writes or is no API tool; it is called only when named")
        self.calls.made += 1
        valid = validate(spec, args)
        if isinstance(valid, ToolResult):
            self.calls.refused += 1
            return Reply(fault_of(valid.status, valid.reason))
        key = _key(spec.name, valid)
        known = self._replies.get(key)
        return self._ask(spec, valid, key)[0] if known is None else known

    def look(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult | None:
        """Return the whole reply of a probing call, or ``None`` if the tool's rules refuse it."""
        valid = validate(spec, args)
        if isinstance(valid, ToolResult):
            return None
        key = _key(spec.name, valid)
        last = self._last
        if last is not None and last[0] == key and last[1].status in (Status.OK, Status.EMPTY):
            return last[1]
        self.calls.made += 1
        self.calls.probes += 1
        return self._ask(spec, valid, key)[1]

    def _ask(
        self, spec: ToolSpec, args: Mapping[str, JSON], key: bytes
    ) -> tuple[Reply, ToolResult]:
        try:
            result = self._source.call(spec, args)
        except ReplayMiss as miss:
            result = ToolResult.error(Reason.MAINTENANCE, str(miss)).came_from(Origin.MISS)
        reply = self._read(spec, result)
        self.calls.sent += 1
        platforms = self.calls.platforms
        platforms[spec.platform] = platforms.get(spec.platform, 0) + 1
        self.calls.misses += result.origin is Origin.MISS
        self._last = (key, result)
        self._keep(key, reply)
        self._unsaved.append(
            {
                "key": key.hex(),
                "tool": spec.name,
                "args": args,
                "fault": str(reply.fault),
                "held": [[f, h.count, h.rows] for f, h in reply.held.items()],
            }
        )
        return reply, result

    def _read(self, spec: ToolSpec, result: ToolResult) -> Reply:
        if result.origin is Origin.MISS:
            return Reply(Fault.MISS)
        fault = fault_of(result.status, result.reason)
        if fault is Fault.NONE and not says_something(result.records):
            fault = Fault.EMPTY
        if fault is not Fault.NONE:
            return Reply(fault)
        wanted = self._fields.get(spec.name, ())
        held = {fields: hold(result.records, fields, self._phi) for fields in wanted}
        return Reply(fault, {fields: found for fields, found in held.items() if found.count})

    def _keep(self, key: bytes, reply: Reply) -> None:
        if key not in self._seen:
            self._seen.add(key)
            self.calls.distinct += 1
        if reply.fault not in _LASTING:
            return
        self._replies[key] = reply
        if len(self._replies) > self._capacity:
            del self._replies[next(iter(self._replies))]

    def drain(self) -> list[dict[str, Any]]:
        """Return what was sent since the last time, a line a call, and start anew."""
        rows, self._unsaved = self._unsaved, []
        self._last = None
        return rows

    def recall(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """Take up replies saved by an earlier run, so that nothing is asked a second time."""
        for row in rows:
            held = {tuple(f): Held(n, tuple(map(tuple, values))) for f, n, values in row["held"]}
            self._keep(bytes.fromhex(row["key"]), Reply(Fault(row["fault"]), held))


def fields_of(edge: Edge) -> Fields:
    """Return the source fields an edge binds, in the order of its bindings."""
    return tuple(binding.field for binding in edge.bindings)


def semantic_params(spec: ToolSpec, edge: Edge) -> Sequence[str]:
    """Return the semantic parameters an edge binds."""
    bound = {binding.param for binding in edge.bindings}
    return [p.name for p in spec.params if p.role == "semantic" and p.name in bound]


def _key(tool: str, args: Mapping[str, JSON]) -> bytes:
    text = orjson.dumps(args, option=orjson.OPT_SORT_KEYS)
    return blake2b(tool.encode() + b"\n" + text, digest_size=16).digest()
