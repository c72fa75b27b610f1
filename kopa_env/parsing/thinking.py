"""Telling thinking from what a model says: thoughts are never run and never graded."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TAGS = {"<think>": "</think>", "<thinking>": "</thinking>", "[THINK]": "[/THINK]"}
_ANY_TAG = re.compile("|".join(re.escape(tag) for pair in _TAGS.items() for tag in pair))


@dataclass(frozen=True, slots=True)
class Split:
    """A text split in two.

    Attributes:
        thinking: what was thought, without tags.
        speech: what was said.
        implicit_end: a call ended an unclosed thought.
        unclosed: a thought was still open when the text ended.
    """

    thinking: str
    speech: str
    implicit_end: bool = False
    unclosed: bool = False


def split_thinking(text: str, call_marker: re.Pattern[str]) -> Split:
    """Split a text into thinking and speech.

    A first closing tag without an opening one ends thinking that began in the prompt; a later one
    is dropped, unless a call stands before it, which then counts as thought. A call inside a
    thought that never closes ends the thought.
    """
    if not _ANY_TAG.search(text):
        return Split("", text)
    thoughts: list[str] = []
    said: list[str] = []
    position, closer = 0, ""
    for tag in _ANY_TAG.finditer(text):
        piece = text[position : tag.start()]
        if closer and tag[0] != closer:
            continue
        if closer:
            thoughts.append(piece)
            closer = ""
        elif tag[0] in _TAGS:
            said.append(piece)
            closer = _TAGS[tag[0]]
        elif thoughts and not call_marker.search(piece):
            said.append(piece)
        else:
            thoughts.append(piece)
        position = tag.end()
    return _finish(text[position:], closer, thoughts, said, call_marker)


def _finish(
    rest: str, closer: str, thoughts: list[str], said: list[str], call_marker: re.Pattern[str]
) -> Split:
    call = call_marker.search(rest) if closer else None
    if call:
        thoughts.append(rest[: call.start()])
        said.append(rest[call.start() :])
    else:
        (thoughts if closer else said).append(rest)
    return Split(
        thinking="\n".join(thought.strip() for thought in thoughts).strip(),
        speech="".join(said),
        implicit_end=call is not None,
        unclosed=bool(closer) and call is None,
    )
