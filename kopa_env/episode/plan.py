"""Checking a call before it runs: does the tool exist, do arguments fit, is the key issued."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kopa_env.catalogue.arguments import validate
from kopa_env.episode.workspace import Workspace
from kopa_env.errors import UsageError, did_you_mean
from kopa_env.outcome import JSON, Origin, Reason, ToolCall, ToolResult
from kopa_env.spec import ToolSpec


@dataclass(slots=True)
class Planned:
    """One call of the turn in progress.

    Attributes:
        call: as the policy wrote it.
        spec: the tool; ``None`` if there is none of that name on offer.
        args: validated, or as written if they were refused.
        refused: why it will not run.
        is_local: it counts against the budget of local calls.
        is_sent: a source must answer it.
    """

    call: ToolCall
    spec: ToolSpec | None
    args: Mapping[str, JSON]
    refused: ToolResult | None = None
    is_local: bool = False
    is_sent: bool = False


def plan_call(call: ToolCall, tools: Mapping[str, ToolSpec], desk: Workspace) -> Planned:
    """Check one call.

    Args:
        call: as the policy wrote it.
        tools: the tools on offer, by name.
        desk: knows which keys were issued in this episode.
    """
    spec = tools.get(call.name)
    if spec is None:
        near = did_you_mean(call.name, tools)
        message = f"없는 도구 {call.name[:64]} / no tool {call.name[:64]}{near}"
        return Planned(call, None, call.args, ToolResult.error(Reason.UNKNOWN_TOOL, message))
    is_local = spec.kind == "local" or (spec.kind == "workspace" and spec.effect == "read")
    args = validate(spec, call.args)
    if isinstance(args, ToolResult):
        return Planned(call, spec, call.args, args, is_local)
    refused = _bad_token(spec, args, desk)
    is_sent = refused is None and spec.kind in ("endpoint", "view")
    return Planned(call, spec, args, refused, is_local, is_sent)


def _bad_token(spec: ToolSpec, args: Mapping[str, JSON], desk: Workspace) -> ToolResult | None:
    """Refuse a key that was not issued in this episode, as the platform itself would."""
    for param in spec.params:
        if param.role == "token" and not desk.is_issued(spec.platform, args.get(param.name)):
            return _key_refused(spec)
    return None


def without_tokens(spec: ToolSpec, args: Mapping[str, JSON]) -> Mapping[str, JSON]:
    """Leave tokens out: they are checked here, and a platform gets the operator's own key."""
    tokens = [param.name for param in spec.params if param.role == "token"]
    return {k: v for k, v in args.items() if k not in tokens} if tokens else args


def _key_refused(spec: ToolSpec) -> ToolResult:
    from kopa_env.platforms import dialect

    result = ToolResult.error(
        Reason.KEY_INVALID,
        "발급된 인증키가 아님: issue_api_key로 먼저 발급받으세요"
        " / not an issued API key: call issue_api_key first",
    )
    try:
        platform = dialect(spec.platform)
    except UsageError:
        return result
    return replace(platform.express(spec, result, page=None, wire="json"), origin=Origin.LOCAL)
