"""What comes out of reading one assistant turn, and the ways it can be unreadable."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kopa_env.outcome import ToolCall

Verdict = Literal["answer", "calls", "error"]

MESSAGE_LIMIT = 200
"""Characters of an error line shown to the model."""

ERRORS: dict[str, tuple[str, str]] = {
    "bad_arguments": ("인자는 JSON 객체여야 합니다", "arguments must be one JSON object"),
    "bad_json": ("호출의 JSON을 읽을 수 없습니다", "the call is not valid JSON"),
    "bad_message": ("메시지 형식이 맞지 않습니다", "not an assistant message"),
    "bad_name": ("도구 이름이 너무 깁니다", "the tool name is too long"),
    "call_as_text": (
        "호출이 본문에 글로 적혀 실행되지 않았습니다. 정해진 호출 형식으로 다시 쓰세요",
        "a call was written as plain text and was not run; use the call format",
    ),
    "control_char": (
        "문자열 안의 줄바꿈·탭은 \\n·\\t로 쓰세요",
        "escape control characters in strings",
    ),
    "dialect_mixed": ("서로 다른 호출 형식이 섞였습니다", "two call formats are mixed"),
    "duplicate_key": ("같은 인자가 두 번 나옵니다", "an argument is given twice"),
    "empty": ("응답이 비어 있습니다", "the reply is empty"),
    "extra_data": (
        "호출 하나에 JSON 하나만 두고 다른 글은 빼세요",
        "extra text beside the JSON of the call",
    ),
    "missing_open": ("호출을 여는 태그가 없습니다", "the opening tag of the call is missing"),
    "no_name": ("도구 이름이 없습니다", "the call has no tool name"),
    "python_literal": (
        "파이썬 표기가 아니라 JSON으로 쓰세요(큰따옴표, true, null)",
        "write JSON, not Python (double quotes, true, null)",
    ),
    "too_long": ("응답이 너무 깁니다", "the reply is too long"),
    "too_many_calls": ("한 번에 부를 수 있는 호출 수를 넘었습니다", "too many calls in one turn"),
    "truncated": (
        "응답이 길이 제한에서 잘려 실행하지 않았습니다",
        "the output was cut off; nothing was run",
    ),
    "unknown_tool": ("없는 도구입니다", "no such tool"),
    "unterminated": ("호출이나 생각이 닫히지 않았습니다", "a call or a thought is not closed"),
}
"""Error code → what the model is told, in Korean and English."""


@dataclass(frozen=True, slots=True)
class Parsed:
    """One assistant turn, read.

    Attributes:
        calls: the calls to run, in order; empty unless ``verdict`` is ``calls``.
        content: the text outside calls and thinking.
        thinking: the text inside thinking, never run and never graded.
        verdict: ``answer``, ``calls`` or ``error``.
        error: a key of :data:`ERRORS`, empty unless ``verdict`` is ``error``.
        message: one line for the model, Korean / English, at most 200 characters.
        flags: what was let pass or is worth counting (``escaped_hangul``,
            ``implicit_think_end``, ``dialect_mixed`` …), each once, in order of appearance.
        dialect: the dialect the calls were written in, or the one asked for.
    """

    calls: tuple[ToolCall, ...]
    content: str
    thinking: str
    verdict: Verdict
    error: str = ""
    message: str = ""
    flags: tuple[str, ...] = ()
    dialect: str = "auto"


class Unreadable(Exception):
    """A call that cannot be read. Stays inside this package: ``parse`` turns it into a verdict."""

    def __init__(self, code: str, detail: str = "") -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail


def error_line(code: str, detail: str = "") -> str:
    """Return the bilingual line of an error code with a detail such as a position or a name."""
    korean, english = ERRORS[code]
    line = f"{korean} / {english}"
    if detail:
        line += f" [{' '.join(detail.split())}]"
    return line if len(line) <= MESSAGE_LIMIT else line[: MESSAGE_LIMIT - 2] + "…]"
