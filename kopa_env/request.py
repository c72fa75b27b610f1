"""Building requests from a ToolSpec, and reading path arguments back.

A dialect says where its key goes; everything else about a request is data of the spec.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kopa_env.dialect import Incoming
from kopa_env.markup import json_bytes
from kopa_env.outcome import JSON
from kopa_env.spec import Param, ToolSpec
from kopa_env.wire import HttpRequest

KEY_SLOT = "KEY"
FORMAT_SLOT = "TYPE"
_FIXED = frozenset({KEY_SLOT, FORMAT_SLOT})

_SLOT = re.compile(r"\{([^{}]+)\}")
_SKIPPED = b" "
"""What stands for a path argument left out before one that is given."""


@dataclass(frozen=True, slots=True)
class _Plan:
    segments: tuple[str, ...]
    slots: tuple[tuple[int, str], ...]
    in_path: Mapping[str, Param]
    in_query: tuple[tuple[str, bytes], ...]
    in_body: tuple[tuple[str, tuple[str, ...]], ...]
    in_header: tuple[tuple[str, str], ...]


_PLANS: dict[int, tuple[ToolSpec, _Plan]] = {}


def _plan(spec: ToolSpec) -> _Plan:
    known = _PLANS.get(id(spec))
    if known is None or known[0] is not spec:
        if len(_PLANS) > 20_000:
            _PLANS.clear()
        known = _PLANS[id(spec)] = (spec, _make_plan(spec))
    return known[1]


def _make_plan(spec: ToolSpec) -> _Plan:
    if spec.endpoint is None:
        raise ValueError(f"{spec.name} is no endpoint")
    segments = tuple(spec.endpoint.path_template.removeprefix("/").split("/"))
    sent = [p for p in spec.params if p.role != "token"]
    return _Plan(
        segments=segments,
        slots=tuple((i, m.group(1)) for i, s in enumerate(segments) if (m := _SLOT.search(s))),
        in_path={p.wire_name: p for p in sent if p.location == "path"},
        in_query=tuple((p.name, p.wire_name.encode()) for p in sent if p.location == "query"),
        in_body=tuple(
            (p.name, tuple(p.wire_name.split("."))) for p in sent if p.location == "body"
        ),
        in_header=tuple((p.name, p.wire_name.lower()) for p in sent if p.location == "header"),
    )


def wire_text(value: JSON) -> str:
    """Return an argument as the text that goes on the wire."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return ",".join(wire_text(v) for v in value)
    return str(value)


def build(
    spec: ToolSpec,
    args: Mapping[str, object],
    *,
    fixed: Mapping[str, str] | None = None,
    query: Sequence[tuple[bytes, bytes]] = (),
    headers: Sequence[tuple[str, str]] = (),
    body: Mapping[str, JSON] | None = None,
    secret_slots: frozenset[str] = frozenset(),
) -> HttpRequest:
    """Build the request of a call.

    Args:
        spec: the tool; its path template, parameters and body kind decide the shape.
        args: validated arguments by parameter name. Tokens are not sent.
        fixed: values of the template's slots that are no parameters (``KEY``, ``TYPE``).
        query: pairs the dialect adds ahead of the arguments.
        headers: headers the dialect adds.
        body: what the dialect puts into the JSON body ahead of the arguments.
        secret_slots: where the dialect put the operator's key; path slots named ``KEY`` are added.
    """
    plan, endpoint = _plan(spec), spec.endpoint
    assert endpoint is not None  # _plan has checked it
    path, secret_path = _path(plan, args, fixed or {})
    pairs = [
        (wire, value if isinstance(value, bytes) else wire_text(value).encode())
        for name, wire in plan.in_query
        if (value := args.get(name)) is not None
    ]
    sent = [(n, wire_text(args[k])) for k, n in plan.in_header if args.get(k) is not None]
    content = b""
    if endpoint.body != "none":
        content, kind = _body(endpoint.body, plan, args, body or {})
        sent.insert(0, ("content-type", kind))
    return HttpRequest(
        endpoint.method,
        endpoint.host,
        path,
        (*query, *pairs),
        (*headers, *sent),
        content,
        secret_slots | secret_path if secret_path else secret_slots,
        endpoint.scheme,
        endpoint.port,
    )


def _path(
    plan: _Plan, args: Mapping[str, object], fixed: Mapping[str, str]
) -> tuple[tuple[bytes, ...], frozenset[str]]:
    segments = [s.encode() for s in plan.segments]
    secrets: set[str] = set()
    missing: set[int] = set()
    for index, slot in plan.slots:
        param = plan.in_path.get(slot)
        value = fixed.get(slot) if param is None else args.get(param.name)
        if value is None or value == "":
            missing.add(index)
        text = "" if value is None else wire_text(value)
        segments[index] = plan.segments[index].replace(f"{{{slot}}}", text).encode()
        if slot == KEY_SLOT:
            secrets.add(f"path:{index}")
            missing.discard(index)
    _leave_out(segments, missing)
    return tuple(segments), frozenset(secrets)


def _leave_out(segments: list[bytes], missing: set[int]) -> None:
    """Drop arguments missing at the end of the path; a blank holds the place of earlier ones."""
    trailing = bool(segments) and segments[-1] == b"" and len(segments) - 1 not in missing
    if trailing:
        segments.pop()
    while segments and len(segments) - 1 in missing:
        segments.pop()
    for index in missing:
        if index < len(segments):
            segments[index] = _SKIPPED
    if trailing:
        segments.append(b"")


def _body(
    kind: str, plan: _Plan, args: Mapping[str, object], body: Mapping[str, JSON]
) -> tuple[bytes, str]:
    given = [(path, args[name]) for name, path in plan.in_body if args.get(name) is not None]
    if kind == "form":
        from urllib.parse import urlencode

        pairs = [(k, wire_text(v)) for k, v in body.items()]
        pairs += [(".".join(path), wire_text(value)) for path, value in given]
        return urlencode(pairs).encode(), "application/x-www-form-urlencoded"
    document: dict[str, JSON] = {
        k: dict(v) if isinstance(v, Mapping) else v for k, v in body.items()
    }
    for path, value in given:
        level = document
        for name in path[:-1]:
            level = level.setdefault(name, {})
        level[path[-1]] = value
    return json_bytes(document), "application/json"


def query_text(request: HttpRequest) -> dict[str, str]:
    """Return a request's query as text, blank values left out, the last of repeated names kept."""
    return {text_of(k): text_of(v) for k, v in request.query if v}


def text_of(raw: bytes) -> str:
    """Decode a name or value from a URL: UTF-8, else CP949, else byte for byte."""
    for charset in ("utf-8", "cp949"):
        try:
            return raw.decode(charset)
        except UnicodeDecodeError:
            continue
    return raw.decode("latin-1")


def bind(spec: ToolSpec, incoming: Incoming) -> dict[str, str]:
    """Return the arguments of a received request by wire name.

    Platforms that take arguments as path segments (Seoul) cannot name them without the spec: their
    dialect leaves them in ``incoming.positional``, and the slots of the spec's path template name
    them here. A lone blank stands for an argument left out.
    """
    args = dict(incoming.args)
    if incoming.positional:
        names = [slot for _, slot in _plan(spec).slots if slot not in _FIXED]
        for name, value in zip(names, incoming.positional, strict=False):
            if value.strip():
                args[name] = value
    return args
