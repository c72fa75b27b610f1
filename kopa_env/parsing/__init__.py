"""Tool-call parsing: from what a model wrote to calls, an answer or a visible error."""

from kopa_env.parsing.message import assistant_message, parse_message
from kopa_env.parsing.parse import MAX_TEXT, parse, render_calls
from kopa_env.parsing.parsed import ERRORS, Parsed, Verdict
from kopa_env.parsing.registry import DIALECTS

__all__ = [
    "DIALECTS",
    "ERRORS",
    "MAX_TEXT",
    "Parsed",
    "Verdict",
    "assistant_message",
    "parse",
    "parse_message",
    "render_calls",
]
