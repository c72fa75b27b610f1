"""Taking an answer of several parts to pieces: JSON, labelled pairs, or parts in order."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from kopa_env.grading.normalise import clean
from kopa_env.outcome import JSON

_COLON, _PARTICLES = r"[:=]", r"(?:은|는|이|가)\s"
_COMMA = r",(?![0-9]{3}(?![0-9]))"
_SEPARATORS = tuple(
    re.compile(pattern)
    for pattern in (
        r"\s*[;\n|]\s*",
        r",\s+|、",
        rf"\s*{_COMMA}\s*",
        r"\s*[/·]\s*",
        rf"\s*(?:{_COMMA}|、|\s및\s|\s그리고\s|[;\n|/·])\s*",
        rf"\s*(?:{_COMMA}|、|\s및\s|\s그리고\s|(?<=[가-힣0-9)])(?:와|과)\s|[;\n|/·])\s*",
    )
)
_BULLET = re.compile(r"^\s*(?:[-*•·▪○]\s+|\(?[0-9]{1,3}[.)위]\)?:?\s+|[①-⑳]\s*|\[[0-9]{1,3}\]\s*)")
_FENCE = re.compile(r"```[a-zA-Z]*\s*\n?(.*?)```", re.DOTALL)
_WORD = re.compile(r"[가-힣A-Za-z0-9]")
_AND = re.compile(r"^(?:및|그리고|또는)\s+")
_BRACKETS = {"[": "]", "(": ")", "{": "}"}


def items_in(text: str, wanted: int) -> list[str]:
    """Return the items of a list as texts.

    JSON arrays are read as they are. Otherwise items are separated by lines, semicolons, commas
    (not those inside a number), slashes or middle dots: the first of these that gives the wanted
    number of items, or else the plain commas.
    """
    listed = _json_in(text)
    if isinstance(listed, list):
        return [_plain(item) for item in listed]
    body = _unbracketed(text)
    for separator in _SEPARATORS:
        items = _split(separator, body)
        if len(items) == wanted:
            return items
    return _split(_SEPARATORS[4], body)


def rows_in(text: str, wanted: int, width: int) -> list[str]:
    """Return the rows of a table, each as a text: lines, semicolons, brackets, or runs of cells."""
    listed = _json_in(text)
    if isinstance(listed, list) and listed and not isinstance(listed[0], (str, int, float)):
        return [json.dumps(item, ensure_ascii=False) for item in listed]
    body = _unbracketed(text)
    for separator in (_SEPARATORS[0], re.compile(r"(?<=\))\s*,?\s*(?=\()"), re.compile(r",\s+")):
        rows = [_unbracketed(row) for row in _split(separator, body)]
        if len(rows) == wanted:
            return rows
    cells = items_in(text, wanted * width)
    return [", ".join(cells[i : i + width]) for i in range(0, len(cells), width)]


def slots_in(text: str, names: Sequence[str], *, prose: bool = False) -> dict[str, str] | None:
    """Return the slots of a record by name, or ``None`` if they cannot be told apart.

    Three forms: a JSON object with the slots' names as keys; ``이름: 값`` pairs; the values in the
    declared order, separated as in :func:`items_in`.

    Args:
        text: the answer.
        names: slot names in order.
        prose: ``text`` is a whole message: pairs may be written with particles (「차이는 …」), and
            values without labels are not looked for.
    """
    read = _json_in(text)
    if isinstance(read, dict):
        keyed = {_label(str(key)): _plain(value) for key, value in read.items()}
        found = {name: keyed[_label(name)] for name in names if _label(name) in keyed}
        return found if len(found) == len(names) else None
    pairs = _pairs(text, tuple(names), prose=prose)
    if pairs:
        return pairs if len(pairs) == len(names) else None
    if prose and len(names) > 1:
        return None
    if isinstance(read, list):
        values = [_plain(value) for value in read]
    else:
        values = [text.strip()] if len(names) == 1 else items_in(text, len(names))
    return dict(zip(names, values, strict=True)) if len(values) == len(names) else None


def _pairs(text: str, names: tuple[str, ...], *, prose: bool) -> dict[str, str]:
    """Return labelled values. A label given twice with two values counts as not given."""
    for joint in (_COLON, _PARTICLES) if prose else (_COLON,):
        labels = list(_whole_words(_label_pattern(names, joint), text))
        if labels:
            return _labelled(text, labels, {_label(name): name for name in names})
    return {}


def _labelled(
    text: str, labels: Sequence[re.Match[str]], names: Mapping[str, str]
) -> dict[str, str]:
    found: dict[str, str] = {}
    clash: set[str] = set()
    ends = [*(label.start() for label in labels[1:]), len(text)]
    for label, end in zip(labels, ends, strict=True):
        name = names[_label(label[1])]
        value = _until_break(text[label.end() : end])
        if found.setdefault(name, value) != value:
            clash.add(name)
    return {name: value for name, value in found.items() if name not in clash}


@lru_cache(maxsize=512)
def _label_pattern(names: tuple[str, ...], joint: str) -> re.Pattern[str]:
    words = sorted((clean(name) for name in names), key=len, reverse=True)
    spaced = "|".join(r"\s?".join(map(re.escape, re.sub(r"\s", "", word))) for word in words)
    aside, marks = r"(?:\s?\([^()\n]{0,20}\))?", r"[*'\"]{0,3}\s{0,3}"
    return re.compile(rf"({spaced}){aside}{marks}{joint}\s*")


def _whole_words(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Yield the matches that begin no later than their word.

    The same as a look-behind, which would take nine tenths of compiling a pattern a task.
    """
    at = 0
    while found := pattern.search(text, at):
        if found.start() and _WORD.match(text, found.start() - 1):
            at = found.start() + 1
        else:
            yield found
            at = found.end()


def _until_break(text: str) -> str:
    line = re.split(r"[;\n]", text.strip(), maxsplit=1)[0]
    return line.strip("\"'* \t,·|/-•")


def _label(name: str) -> str:
    return re.sub(r"\s|\(.*?\)", "", clean(name)).casefold()


def _json_in(text: str) -> JSON:
    """Return the JSON an answer consists of, fenced or bare; ``None`` if it is none."""
    fence = _FENCE.search(text)
    body = (fence[1] if fence else text).strip()
    if body[:1] not in ("{", "["):
        return None
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None


def _plain(value: JSON) -> str:
    if isinstance(value, str):
        return value.strip()
    if value is None:
        return ""
    return json.dumps(value, ensure_ascii=False)


def _unbracketed(text: str) -> str:
    body = text.strip()
    closing = _BRACKETS.get(body[:1])
    if closing and body.endswith(closing) and body.find(closing) == len(body) - 1:
        return body[1:-1].strip()
    return body


def _split(separator: re.Pattern[str], text: str) -> list[str]:
    return list(_trimmed(separator.split(text)))


def _trimmed(items: Sequence[str]) -> Iterator[str]:
    for item in items:
        bare = _AND.sub("", _BULLET.sub("", item)).strip(" \t\"'")
        if bare:
            yield bare
