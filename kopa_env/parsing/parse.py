"""Reading what a model wrote: one parser for training and evaluation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from kopa_env.errors import UsageError
from kopa_env.outcome import ToolCall
from kopa_env.parsing.calls import MAX_CALLS, distinct
from kopa_env.parsing.hermes import CLOSE, OPEN
from kopa_env.parsing.jsontext import unfence, without_surrogates
from kopa_env.parsing.parsed import Parsed, Unreadable, error_line
from kopa_env.parsing.registry import SYNTAXES, syntax_of
from kopa_env.parsing.shapes import MARKER, bare_call, call_as_text
from kopa_env.parsing.syntax import CallSyntax, Manner, Reading
from kopa_env.parsing.thinking import split_thinking
from kopa_env.spec import ToolSpec

MAX_TEXT = 200_000
"""Characters of one turn beyond which it is refused unread."""

_END_TOKENS = (
    *("<|im_end|>", "<|eot_id|>", "<|eom_id|>", "<|endoftext|>", "<|end_of_text|>", "</s>"),
)


def parse(
    text: str,
    dialect: str = "auto",
    *,
    strict: bool = False,
    tools: Mapping[str, ToolSpec] | None = None,
    truncated: bool = False,
) -> Parsed:
    """Read one assistant turn.

    A turn whose calls cannot all be read runs none of them; text with the shape of a call is never
    an answer; calls inside closed thinking are never run; truncated output is never run.

    Args:
        text: what the model wrote, thinking included.
        dialect: one of :data:`~kopa_env.parsing.registry.DIALECTS`.
        strict: refuse every slip instead of forgiving the documented ones.
        tools: the tools on offer, by name: XML values are read by their schema.
        truncated: the output ended at a length limit.

    Raises:
        UsageError: only for an unknown dialect; never for what ``text`` holds.
    """
    syntax = syntax_of(dialect)
    if len(text) > MAX_TEXT:
        return _failed(Unreadable("too_long", f"{len(text)} > {MAX_TEXT}"), dialect)
    split = split_thinking(_cleaned(text), MARKER)
    content = split.speech.strip()
    flags = ["implicit_think_end"] if split.implicit_end else []
    draft = Parsed((), content, split.thinking, "answer", flags=tuple(flags), dialect=dialect)
    if truncated:
        cut = replace(draft, flags=(*draft.flags, "truncated_output"))
        return _failed(Unreadable("truncated"), dialect, cut)
    try:
        if split.unclosed:
            raise Unreadable("unterminated", "think")
        return _spoken(draft, syntax, Manner(strict, tools))
    except Unreadable as failure:
        return _failed(failure, dialect, draft)


def render_calls(calls: Sequence[ToolCall], dialect: str) -> str:
    """Write calls as a model of a dialect writes them: ``parse`` of it gives them back.

    Raises:
        UsageError: if the dialect is unknown or ``auto``.
    """
    syntax = syntax_of(dialect)
    if syntax is None:
        raise UsageError("calls are written in a named dialect, not 'auto'")
    return syntax.render(calls)


def _cleaned(text: str) -> str:
    """Drop end-of-turn tokens and what cannot be encoded."""
    text = without_surrogates(text)
    while True:
        stripped = text.rstrip()
        shorter = next((stripped.removesuffix(t) for t in _END_TOKENS if stripped.endswith(t)), "")
        if not shorter:
            return "" if stripped in _END_TOKENS else text
        text = shorter


def _failed(failure: Unreadable, dialect: str, draft: Parsed | None = None) -> Parsed:
    draft = draft or Parsed((), "", "", "error", dialect=dialect)
    return replace(
        draft,
        verdict="error",
        error=failure.code,
        message=error_line(failure.code, failure.detail),
    )


def _spoken(draft: Parsed, syntax: CallSyntax | None, manner: Manner) -> Parsed:
    """Read the speech of a turn; raise ``Unreadable``."""
    whole = _whole(draft.content, syntax, manner)
    content, reading, used = whole or _sites(draft.content, syntax, manner)
    if len(reading.calls) > MAX_CALLS:
        raise Unreadable("too_many_calls", f"{len(reading.calls)} > {MAX_CALLS}")
    if not reading.calls:
        if call_as_text(content, manner.tools):
            raise Unreadable("call_as_text")
        if not content:
            raise Unreadable("empty")
        return draft
    if len(used) > 1:
        if manner.strict:
            raise Unreadable("dialect_mixed", " + ".join(used))
        reading.flags.append("dialect_mixed")
    return replace(
        draft,
        calls=tuple(reading.calls),
        content=content,
        verdict="calls",
        flags=distinct((*draft.flags, *reading.flags)),
        dialect=used[0],
    )


def _whole(
    text: str, syntax: CallSyntax | None, manner: Manner
) -> tuple[str, Reading, list[str]] | None:
    """Read a turn that is a call as a whole: bare Llama objects, and JSON where asked for."""
    name = syntax.name if syntax else "auto"
    inner = unfence(text) if name == "json" else None
    body = text if inner is None else inner.strip()
    if name == "json" and body[:1] in ("{", "[") and call_as_text(body, None):
        reading = SYNTAXES["json"].read(body, 0, manner)
    elif name in ("llama3", "auto") and bare_call(body, "parameters"):
        name = "llama3"
        reading = SYNTAXES[name].read(body, 0, manner)
    else:
        return None
    if reading.extra and "{" in reading.extra:
        raise Unreadable("call_as_text")
    return reading.extra.strip(), reading, [name]


def _sites(text: str, syntax: CallSyntax | None, manner: Manner) -> tuple[str, Reading, list[str]]:
    """Read every marked call site of a text; what stands around them is content."""
    outside: list[str] = []
    used: list[str] = []
    total = Reading()
    position = 0
    if not manner.strict and (syntax or SYNTAXES["hermes"]).name == "hermes" and _headless(text):
        text = OPEN + text
        total.flags.append("missing_open")
    while site := MARKER.search(text, position):
        chosen = syntax or _by_marker(text, site.start())
        if not text.startswith(chosen.markers, site.start()) or not chosen.markers:
            raise Unreadable("call_as_text", f"dialect {chosen.name}")
        reading = chosen.read(text, site.start(), manner)
        outside += [text[position : site.start()], reading.extra]
        total.calls += reading.calls
        total.flags += reading.flags
        used += [] if chosen.name in used else [chosen.name]
        position = reading.end
    outside.append(text[position:])
    content = "\n".join(piece.strip() for piece in outside if piece.strip())
    if total.calls and (CLOSE in content or call_as_text(content, None)):
        raise Unreadable("call_as_text", "beside a call")
    return content, total, used


def _headless(text: str) -> bool:
    """Tell whether a block's closing tag comes before any opening one, after an object."""
    first = MARKER.search(text)
    return text.startswith("{") and text.find(CLOSE, 0, first.start() if first else None) > 0


def _by_marker(text: str, start: int) -> CallSyntax:
    for name in ("mistral", "llama3"):
        if text.startswith(SYNTAXES[name].markers, start):
            return SYNTAXES[name]
    after_tag = text[start : start + 100].removeprefix(OPEN).lstrip()
    return SYNTAXES["qwen3_coder" if after_tag.startswith("<function") else "hermes"]
