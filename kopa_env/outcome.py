"""What a tool call is and what can come of it (INTERFACES 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeAlias, overload

JSON: TypeAlias = Any
Record: TypeAlias = Mapping[str, JSON]


UNRECORDED = "이 세계에 기록이 없는 자료입니다 / not recorded in this world"
"""How the message of a miss ends that the replica answers; no other message ends like that."""


class Status(StrEnum):
    """The five outcomes of a call."""

    OK = "ok"
    EMPTY = "empty"
    STRUCTURAL = "structural"
    ENVIRONMENTAL = "environmental"
    CONFIG = "config"


class Reason(StrEnum):
    """Why a call ended as it did; drives retries, EDGE's weights and the failure taxonomy."""

    NONE = ""
    # structural: the caller can mend it
    UNKNOWN_TOOL = "unknown_tool"
    MISSING_ARG = "missing_arg"
    BAD_TYPE = "bad_type"
    BAD_VALUE = "bad_value"
    UNKNOWN_ID = "unknown_id"
    TOO_MANY = "too_many"
    PARSE_ERROR = "parse_error"
    # environmental: nobody's fault, may pass
    TIMEOUT = "timeout"
    CONNECT = "connect"
    HTTP_5XX = "http_5xx"
    MAINTENANCE = "maintenance"
    RATE_LIMIT = "rate_limit"
    QUOTA = "quota"
    TRUNCATED = "truncated"
    HTML = "html"
    # config: the operator can mend it
    KEY_MISSING = "key_missing"
    KEY_INVALID = "key_invalid"
    KEY_EXPIRED = "key_expired"
    IP_DENIED = "ip_denied"

    @property
    def status(self) -> Status:
        """The outcome this reason belongs to (``NONE`` is not an error: ``ok``)."""
        return _STATUS_OF[self]


_STATUS_OF: dict[Reason, Status] = {
    **dict.fromkeys(list(Reason)[1:8], Status.STRUCTURAL),
    **dict.fromkeys(list(Reason)[8:16], Status.ENVIRONMENTAL),
    **dict.fromkeys(list(Reason)[16:], Status.CONFIG),
    Reason.NONE: Status.OK,
}


class Origin(StrEnum):
    """Where a reply came from. Kept in ``info`` and logs; the model never sees it."""

    EXACT = "exact"
    """Recorded."""
    DERIVED = "derived"
    """Computed by the replica from its tables."""
    LOCAL = "local"
    """A workspace, view or reduction tool."""
    LIVE = "live"
    MISS = "miss"


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One call a policy asks for: a tool name and its arguments by parameter name."""

    name: str
    args: Mapping[str, JSON] = field(default_factory=dict)
    id: str = ""


class LazyRecords(Sequence[Record]):
    """Records that are decoded only when somebody reads them."""

    __slots__ = ("_load", "_rows", "_size")

    def __init__(self, size: int, load: Callable[[], Sequence[Record]]) -> None:
        self._size = size
        self._load: Callable[[], Sequence[Record]] | None = load
        self._rows: Sequence[Record] = ()

    def _all(self) -> Sequence[Record]:
        if self._load is not None:
            self._rows, self._load = self._load(), None
        return self._rows

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Record]: ...
    def __getitem__(self, index: int | slice) -> Record | Sequence[Record]:
        return self._all()[index]

    def __iter__(self) -> Iterator[Record]:
        return iter(self._all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    def __hash__(self) -> int:
        return hash(self._size)

    def __repr__(self) -> str:
        return f"LazyRecords({self._size})"


@dataclass(frozen=True, slots=True)
class Rendered:
    """An observation rendered ahead of time for one observation limit.

    Attributes:
        limit: the limit in characters it was rendered under.
        head: the text before the result handle.
        tail: the text after it.
        shown: number of records inside.
        cut: whether records were left out.
    """

    limit: int
    head: str
    tail: str
    shown: int
    cut: bool


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The outcome of one call.

    Attributes:
        status: one of the five outcomes.
        reason: why; empty for ``ok`` and ``empty``.
        code: the platform's own result code, as served.
        message: the platform's own message, or ours (Korean / English) for a structural error.
        records: the rows, values kept as served (``"1,234"`` stays text).
        total: rows that match in all pages, where the platform says so.
        complete: whether ``records`` holds every matching row; ``None`` if nobody can tell.
        origin: where the reply came from.
        recorded_from: ``live`` or ``replica`` for recorded and derived replies.
        rendered: a ready observation, where replay has one.
    """

    status: Status
    reason: Reason = Reason.NONE
    code: str = ""
    message: str = ""
    records: Sequence[Record] = ()
    total: int | None = None
    complete: bool | None = None
    origin: Origin = Origin.LOCAL
    recorded_from: str = ""
    rendered: Rendered | None = field(default=None, compare=False, repr=False)

    @classmethod
    def ok(
        cls,
        records: Sequence[Record],
        *,
        code: str = "",
        message: str = "",
        total: int | None = None,
        complete: bool | None = None,
    ) -> ToolResult:
        """Build an ``ok`` result, or an ``empty`` one when there is no record."""
        status = Status.OK if records else Status.EMPTY
        return cls(
            status, code=code, message=message, records=records, total=total, complete=complete
        )

    @classmethod
    def error(cls, reason: Reason, message: str, code: str = "") -> ToolResult:
        """Build a failed result whose status follows from the reason."""
        return cls(reason.status, reason, code, message)

    def came_from(self, origin: Origin, recorded_from: str = "") -> ToolResult:
        """Return the same result labelled with its origin; a miss stays one, whoever served it."""
        if self.message.endswith(UNRECORDED):
            return replace(self, origin=Origin.MISS, recorded_from="")
        return replace(self, origin=origin, recorded_from=recorded_from)
