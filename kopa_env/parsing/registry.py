"""The dialects by name."""

from __future__ import annotations

from kopa_env.errors import UsageError, did_you_mean
from kopa_env.parsing import hermes, json_calls, llama3, mistral, qwen3_coder
from kopa_env.parsing.syntax import CallSyntax

SYNTAXES: dict[str, CallSyntax] = {
    syntax.name: syntax
    for syntax in (
        hermes.SYNTAX,
        qwen3_coder.SYNTAX,
        llama3.SYNTAX,
        mistral.SYNTAX,
        json_calls.SYNTAX,
    )
}

DIALECTS: tuple[str, ...] = ("auto", *SYNTAXES)
"""Names a caller may give; ``auto`` goes by the marker that a text shows."""


def syntax_of(dialect: str) -> CallSyntax | None:
    """Return the named syntax, ``None`` for ``auto``.

    Raises:
        UsageError: if there is no such dialect.
    """
    if dialect == "auto":
        return None
    if dialect not in SYNTAXES:
        known = ", ".join(DIALECTS)
        raise UsageError(
            f"unknown dialect {dialect!r}; known: {known}{did_you_mean(dialect, DIALECTS)}"
        )
    return SYNTAXES[dialect]
