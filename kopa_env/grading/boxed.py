"""Finding what a final message commits to: the last box, or the final-answer line."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kopa_env.grading.normalise import clean, unlatex

LONGEST = 20_000
"""Characters of a final message that are looked at, counted from its end."""

_MARKERS = 8

_BOX = re.compile(r"(?:\\+(?:boxed|fbox)|\x08oxed|(?<![A-Za-z\\])boxed)\s*\{")
_THOUGHT = re.compile(r"</think(?:ing)?>|\[/THINK\]")
_MARKER = re.compile(
    r"(?:최종\s?(?:답변|답안|답|결과|정답)|정답|답변|답|final answer|answer)"
    r"\s?(?:은|는|:|=)\s*(?:\n\s*)?",
    re.IGNORECASE,
)
_EMPHASIS = re.compile(r"[*_`#]{1,3}")


@dataclass(frozen=True, slots=True)
class Commitment:
    """What a message commits to.

    Attributes:
        text: the text to read the answer from.
        kind: ``box``, ``slot`` (a final-answer line) or ``whole`` (the message).
        problem: a reason, Korean / English, why there is nothing to read; empty if there is.
        message: the whole message, for answers whose labels stand on lines of their own.
    """

    text: str
    kind: str
    problem: str = ""
    message: str = ""


def commitment(message: str, question: str = "") -> Commitment:
    """Return what a final message commits to.

    Only the last box counts. Without one, the text after the last 「최종 답:」 counts, provided
    that all such lines say the same; without one of these, the whole message, the question taken
    out where it is repeated.
    """
    text = message[-LONGEST:]
    thought = list(_THOUGHT.finditer(text))
    if thought:
        text = text[thought[-1].end() :]
    boxes = list(_BOX.finditer(text))
    if boxes:
        inside = _inside(text, boxes[-1].end())
        if inside is None:
            return Commitment("", "box", "상자가 닫히지 않음 / the box is not closed")
        return _checked(unlatex(clean(inside)), "box")
    plain = _EMPHASIS.sub("", unlatex(clean(text)))
    if question:
        plain = plain.replace(clean(question).strip(), " ")
    markers = list(_MARKER.finditer(plain))[-_MARKERS:]
    slots = [_to_line_end(plain, marker.end()) for marker in markers]
    slots = [slot for slot in slots if slot.strip(" .")]
    if len({re.sub(r"\s", "", slot) for slot in slots}) > 1:
        return Commitment("", "slot", "최종 답이 여럿 / several final answers", plain)
    return replace(
        _checked(slots[-1], "slot") if slots else _checked(plain, "whole"), message=plain.strip()
    )


def last_box(text: str) -> str | None:
    r"""Return the content of the last closed ``\boxed{…}``, LaTeX taken off, or ``None``."""
    found = commitment(text)
    return found.text if found.kind == "box" and not found.problem else None


def _checked(text: str, kind: str) -> Commitment:
    stripped = text.strip()
    return Commitment(stripped, kind, "" if stripped else "답이 비어 있음 / the answer is empty")


def _to_line_end(text: str, start: int) -> str:
    end = text.find("\n", start)
    return text[start:] if end < 0 else text[start:end]


def _inside(text: str, start: int) -> str | None:
    """Return the text up to the brace that closes the one before ``start``."""
    depth, position = 1, start
    while position < len(text):
        character = text[position]
        if character == "\\":
            position += 1
        elif character == "{":
            depth += 1
        elif character == "}":
            depth -= 1
            if not depth:
                return text[start:position]
        position += 1
    return None
