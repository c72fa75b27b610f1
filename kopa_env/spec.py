"""ToolSpec: one callable function, as data (INTERFACES 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kopa_env.outcome import JSON

Kind = Literal["endpoint", "view", "workspace", "local"]
ParamType = Literal["string", "integer", "number", "boolean", "array", "object", "any"]
Location = Literal["path", "query", "body", "header"]
Role = Literal["semantic", "generic", "constant", "token"]
Confidence = Literal["verified-by-sample", "seen-in-code", "documented", "inferred"]


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter of a tool.

    Attributes:
        name: what the policy writes; a Python identifier.
        wire_name: what the platform reads.
        location: where it goes in the request.
        type: its JSON type. Codes are strings, so leading zeros survive.
        required: whether the call is refused without it.
        enum: allowed values with their Korean meaning, empty if open.
        format: ``YYYYMMDD``, ``YYYY``, ``YYYY-MM-DD``, ``digits`` … ; checked before the call.
        pad: width to which a shorter run of digits is left-padded with zeros, 0 for never.
        default: the value sent when the policy leaves it out; ``None`` sends nothing.
        role: ``semantic``, ``generic`` (page, size, format), ``constant`` (not offered to the
            policy, always sent) or ``token`` (issued inside an episode).
    """

    name: str
    wire_name: str
    location: Location = "query"
    type: ParamType = "string"
    required: bool = False
    enum: Mapping[str, str] | None = None
    format: str = ""
    pad: int = 0
    default: JSON = None
    example: JSON = None
    role: Role = "semantic"
    meaning_ko: str = ""
    meaning_en: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a tool's records.

    Attributes:
        path: key in a record; dots for nesting.
        shape: how a value is written (``text``, ``int``, ``int_comma``, ``decimal``, ``date8``,
            ``date10``, ``date_ko``, ``code:N``, ``url`` …): what the replica writes and
            conformance compares.
        example: one value of that shape.
    """

    path: str
    type: str = "string"
    shape: str = "text"
    unit: str = ""
    nullable: bool = False
    example: JSON = None
    meaning_ko: str = ""
    meaning_en: str = ""
    confidence: Confidence = "documented"


@dataclass(frozen=True, slots=True)
class Paging:
    """How a list is paged: by page number and size, or by first and last row (``range``).

    ``page`` and ``size`` are parameter *names*; in ``range`` mode they hold the first and the
    last row.
    """

    page: str
    size: str
    first: int = 1
    default: int = 10
    max: int = 1000
    mode: Literal["page", "range"] = "page"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where a call goes over HTTP.

    ``path_template`` holds ``{wire_name}`` slots, and ``{KEY}`` where the operator's key sits.
    ``items_path`` and ``total_path`` say where rows and their number lie in a JSON reply; an empty
    ``total_path`` means that the platform tells no number or that its dialect knows the place.
    ``selector`` is the pair that asks for ``wire`` (``resultType=json``), where services of one
    dialect spell it differently.
    """

    method: str
    host: str
    path_template: str
    body: Literal["none", "json", "form"] = "none"
    wire: Literal["json", "xml", "zip"] = "json"
    items_path: str = ""
    total_path: str = ""
    selector: str = ""
    scheme: str = "https"
    port: int | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """One filter of a view: ``op`` compares the named column with the argument."""

    column: str
    op: Literal["eq", "contains", "prefix"] = "eq"


@dataclass(frozen=True, slots=True)
class View:
    """A deterministic look-up, done on the client's side, over one endpoint's full reply."""

    over: str
    where: Mapping[str, Match]
    columns: tuple[str, ...]
    limit: int = 50


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """One callable function.

    Attributes:
        name: ``^[a-z][a-z0-9_]{2,63}$``; frozen once released.
        ref: the upstream identifier, such as ``opendart:dart.list``.
        effect: ``write`` for workspace tools that change state.
        volatility: how often the real data change.
        quota: calls a day the platform allows, 0 if unknown.
        confidence: the weakest link of what is known about this tool.
        source: where the facts come from.
        thin: too few informative fields to be counted.
    """

    name: str
    ref: str
    kind: Kind
    platform: str
    domain: str
    title_ko: str
    title_en: str
    description_ko: str
    description_en: str
    params: tuple[Param, ...] = ()
    fields: tuple[Field, ...] = ()
    effect: Literal["read", "write"] = "read"
    endpoint: Endpoint | None = None
    view: View | None = None
    paging: Paging | None = None
    volatility: Literal["static", "daily", "realtime"] = "daily"
    quota: int = 0
    confidence: Confidence = "documented"
    source: str = ""
    thin: bool = False
    spec_version: int = 1

    @property
    def address(self) -> str:
        """Path and constant arguments: what a server knows an endpoint by; empty for others."""
        if self.endpoint is None:
            return ""
        fixed = (f"{p.wire_name}={p.default}" for p in self.params if p.role == "constant")
        return "?".join(filter(None, (self.endpoint.path_template, "&".join(fixed))))

    def param(self, name: str) -> Param | None:
        """Return the parameter of that name, or ``None``."""
        return next((p for p in self.params if p.name == name), None)
