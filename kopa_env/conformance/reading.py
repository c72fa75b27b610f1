"""Reading a sample and holding it to its key."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kopa_env.conformance.samples import KEY_FIELDS, Sample
from kopa_env.outcome import Reason, ToolResult
from kopa_env.platforms import dialect
from kopa_env.spec import ToolSpec
from kopa_env.wire import HttpResponse

_HTTP = re.compile(r"\bHTTP ([1-5]\d\d)\b")


@dataclass(frozen=True, slots=True)
class Reading:
    """What a dialect made of a reply, held to its key.

    Attributes:
        read: the value by name (:data:`~kopa_env.conformance.samples.KEY_FIELDS`), as text.
        reason: why a failed call failed.
        right: names that are as the key says, or as one of its alternatives says.
        otherwise: those of them that only an alternative allows.
    """

    read: Mapping[str, str]
    reason: Reason
    right: frozenset[str]
    otherwise: frozenset[str] = frozenset()

    @property
    def wrong(self) -> tuple[str, ...]:
        """Names whose value is neither the key's nor an alternative, in the key's order."""
        return tuple(name for name in KEY_FIELDS if name not in self.right)


def response_of(sample: Sample, body: bytes) -> HttpResponse:
    """Return a sample as it came over HTTP; its status is 200 unless the key's note names one."""
    named = _HTTP.search(sample.note)
    return HttpResponse(int(named.group(1)) if named else 200, "", body)


def decode(spec: ToolSpec, response: HttpResponse) -> ToolResult:
    """Read a reply with its platform's dialect."""
    return dialect(spec.platform).decode(spec, response)


def judge(sample: Sample, result: ToolResult) -> Reading:
    """Hold a result to a sample's key."""
    read = {
        "outcome": str(result.status),
        "code": result.code,
        "n_records": str(len(result.records)),
        "total": "" if result.total is None else str(result.total),
    }
    right = {name for name in KEY_FIELDS if read[name] == sample.key[name]}
    otherwise = {
        name
        for name in KEY_FIELDS
        if name not in right and read[name] in sample.others.get(name, ())
    }
    return Reading(read, result.reason, frozenset(right | otherwise), frozenset(otherwise))
