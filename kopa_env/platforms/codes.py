"""Result codes as data: what each means, and the one a failure is written as."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from kopa_env.outcome import UNRECORDED, Origin, Reason, Status, ToolResult

FLAG = "알 수 없는 결과 코드(unknown result code): "
"""Put before the message of a reply whose code is in no table."""


class Code(NamedTuple):
    """What one result code stands for, and the platform's own wording of it."""

    status: Status
    reason: Reason
    message: str


def failure(reason: Reason, message: str) -> Code:
    """A code that means this failure."""
    return Code(reason.status, reason, message)


def ok(message: str) -> Code:
    """The code of success."""
    return Code(Status.OK, Reason.NONE, message)


def empty(message: str) -> Code:
    """The code of a valid call that found nothing."""
    return Code(Status.EMPTY, Reason.NONE, message)


def _as_is(code: str, message: str, reason: Reason) -> Reason:
    return reason


@dataclass(frozen=True)
class CodeTable:
    """A platform's result codes.

    Attributes:
        codes: by code as served. The first code of a reason is the one that reason is written as.
        refine: a second look at (code, message, reason), where one code means two things.
        stand_in: reasons the platform has no code for, and the reason it reports instead.
        worded: (code, message) of reasons that share a code and differ by their message.
        fallback: the code of every other failure.
    """

    codes: Mapping[str, Code]
    fallback: str
    stand_in: Mapping[Reason, Reason]
    refine: Callable[[str, str, Reason], Reason] = _as_is
    worded: Mapping[Reason, tuple[str, str]] = field(default_factory=dict)

    def read(self, code: str, message: str) -> ToolResult:
        """Return the result a code and message stand for, without records.

        An unknown code is environmental and flagged: nobody is blamed for what nobody documented.
        The replica's miss comes under a code of the platform's, told apart by its message.
        """
        if message.endswith(UNRECORDED):
            return ToolResult.error(Reason.MAINTENANCE, message, code)
        known = self.codes.get(code)
        if known is None:
            return ToolResult.error(Reason.HTTP_5XX, flagged(message), code)
        if known.reason is not Reason.NONE:
            return ToolResult.error(self.refine(code, message, known.reason), message, code)
        return ToolResult(known.status, Reason.NONE, code, message)

    def settle(self, result: ToolResult) -> ToolResult:
        """Return the result as this platform reports it: its code, its wording, its reason.

        Records, total and completeness are kept where the outcome stays ``ok`` or ``empty``.
        """
        code, message = self._wording(result)
        verdict = self.read(code, message.removeprefix(FLAG))
        if verdict.reason is not Reason.NONE:
            return verdict
        status = result.status if result.reason is Reason.NONE else verdict.status
        return replace(
            result,
            status=status,
            reason=Reason.NONE,
            code=code,
            message=message,
            origin=Origin.LOCAL,
            recorded_from="",
            rendered=None,
        )

    def _wording(self, result: ToolResult) -> tuple[str, str]:
        code, message = self.worded.get(result.reason, ("", ""))
        if not code or result.code not in ("", code):
            code = result.code or self.code_of(result.status, result.reason)
            known = self.codes.get(code)
            message = known.message if known else ""
        return code, result.message or message

    def code_of(self, status: Status, reason: Reason) -> str:
        """Return the code an outcome is written as."""
        reason = self.stand_in.get(reason, reason)
        matches = (c for c, k in self.codes.items() if k.status is status and k.reason is reason)
        if reason is not Reason.NONE:
            matches = (c for c, k in self.codes.items() if k.reason is reason)
        return next(matches, self.fallback)


def flagged(message: str) -> str:
    """Mark the message of a reply with an unknown code."""
    return message if message.startswith(FLAG) else FLAG + message


def nothing_found(result: ToolResult) -> ToolResult:
    """Return ``ok`` without a row as ``empty``, its code left to the platform."""
    if result.reason is Reason.NONE and not result.records and result.status is Status.OK:
        return replace(result, status=Status.EMPTY, code="", message="")
    return result
