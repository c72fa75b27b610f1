"""Text that has the shape of a call though nothing there can be run."""

from __future__ import annotations

import re
from collections.abc import Container

from kopa_env.parsing.hermes import CLOSE, OPEN
from kopa_env.parsing.llama3 import TAG as LLAMA
from kopa_env.parsing.mistral import TAG as MISTRAL
from kopa_env.parsing.qwen3_coder import END_FUNCTION, FUNCTION

MARKER = re.compile("|".join(re.escape(m) for m in (OPEN, FUNCTION, MISTRAL, LLAMA)))
"""Where a call of some dialect begins."""

_FOREIGN = re.compile(
    "|".join(
        re.escape(mark)
        for mark in (
            *(OPEN, CLOSE, FUNCTION, END_FUNCTION, MISTRAL, LLAMA),
            *("<function>", "<parameter=", "</parameter>", "<tool_code>", "<invoke "),
            *("<function_call>", "<function_calls>", "<|tool_call", "<|tool_calls", "<｜tool"),
            *("to=functions.", "✿FUNCTION✿", "functools[{"),
        )
    )
    + r"|(?m:^\s*Action Input\s*:)"
)
_NAMED = re.compile(r"""["'](?:name|function)["']\s*:\s*["'{]""")
_GIVEN = re.compile(r"""["'](?:arguments|parameters)["']\s*:""")
_LISTED = re.compile(r"""["'](?:tool_calls|function_call)["']\s*:""")
_PYTHONIC = re.compile(r"[\s\[`]*([A-Za-z_][A-Za-z0-9_]{0,127})\(")
_BARE = re.compile(r'\{\s*"(?:name|parameters|type|id)"\s*:')


def call_as_text(text: str, tools: Container[str] | None) -> bool:
    """Tell whether a text looks like a call in whatever format."""
    if "{" in text and (_LISTED.search(text) or (_NAMED.search(text) and _GIVEN.search(text))):
        return True
    if _FOREIGN.search(text):
        return True
    pythonic = _PYTHONIC.match(text) if tools else None
    return bool(pythonic and tools and pythonic[1] in tools)


def bare_call(text: str, key: str) -> bool:
    """Tell whether a whole text is one bare object with a name and arguments under ``key``."""
    return bool(
        _BARE.match(text) and text.endswith("}") and _NAMED.search(text) and f'"{key}"' in text
    )
