"""What the model sees of a reply (INTERFACES 4): compact JSON, cut at a row boundary.

    {"status","code","message","result":"r3","total":2785,"shown":40,"cut":true,
     "next":{"page":2},"records":[…]}

``cut`` says that records of this reply were left out; the whole reply stays under its handle.
``next`` holds the arguments that fetch the following page, ``null`` after the last one. A single
record that does not fit is shown with its long texts shortened.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import orjson

from kopa_env.outcome import JSON, Reason, Record, Rendered, Status, ToolResult
from kopa_env.spec import Paging, ToolSpec

_FRAME = 160
"""Room kept for handle, counts and next page around the records."""
_SHORT = 200
_NO_ARGS: Mapping[str, JSON] = {}


def render(
    spec: ToolSpec | None,
    result: ToolResult,
    limit: int,
    args: Mapping[str, JSON] = _NO_ARGS,
) -> Rendered:
    """Render a result for one observation limit, with a gap for the result handle.

    Args:
        spec: the tool that was called, ``None`` if it does not exist.
        result: its outcome.
        limit: characters the whole observation may have.
        args: the call's validated arguments, from which the next page follows.

    Returns:
        Head and tail; ``observation_text(rendered, handle)`` joins them.
    """
    message = _shortened(result.message, max(limit // 2, _SHORT))
    head = dumps({"status": result.status, "code": result.code, "message": message})
    following = _next(spec, result, args)
    rows, shown, cut = _rows(result.records, limit - len(head) - _FRAME)
    middle = {"total": result.total, "shown": shown, "cut": cut, "next": following}
    return Rendered(
        limit,
        f'{head[:-1]},"result":',
        f',{dumps(middle)[1:-1]},"records":[{rows}]}}',
        shown,
        cut,
    )


def observation_text(rendered: Rendered, handle: str | None) -> str:
    """Return the text of an observation under a result handle (``None``: there is none)."""
    name = "null" if handle is None else f'"{handle}"'
    return f"{rendered.head}{name}{rendered.tail}"


def refusal(message: str, limit: int, reason: Reason = Reason.PARSE_ERROR) -> str:
    """Return the observation for a message that could not be read as calls."""
    return observation_text(render(None, ToolResult.error(reason, message), limit), None)


def next_page(paging: Paging, args: Mapping[str, JSON], result: ToolResult) -> JSON:
    """Return the arguments of the page after this one, or ``None`` after the last.

    Where the platform states no total, a full page means that there may be more.
    """
    first, size = _window(paging, args)
    held = len(result.records)
    if held == 0 or result.complete:
        return None
    if paging.mode == "range":
        last = first + held - 1
        done = last >= result.total if result.total is not None else held < size
        return None if done else {paging.page: last + 1, paging.size: last + size}
    size = min(size, paging.max) if paging.max else size
    before = (first - paging.first) * size
    seen = before + held
    done = seen >= result.total if result.total is not None else held < size
    return None if done else {paging.page: first + 1}


def _window(paging: Paging, args: Mapping[str, JSON]) -> tuple[int, int]:
    """Return the page number and size, or in range mode the first row and the row count."""
    first = _integer(args.get(paging.page), paging.first)
    if paging.mode == "range":
        last = _integer(args.get(paging.size), first + paging.default - 1)
        return first, max(last - first + 1, 1)
    return first, max(_integer(args.get(paging.size), paging.default), 1)


def _integer(value: JSON, default: int) -> int:
    text = str(value)
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else default


def _next(spec: ToolSpec | None, result: ToolResult, args: Mapping[str, JSON]) -> JSON:
    if spec is None or spec.paging is None or result.status is not Status.OK:
        return None
    return next_page(spec.paging, args, result)


def _rows(records: Sequence[Record], room: int) -> tuple[str, int, bool]:
    """Return as many whole rows as fit, their number, and whether anything is left out."""
    parts: list[str] = []
    for record in records:
        text = dumps(record)
        room -= len(text) + 1
        if room < 0:
            break
        parts.append(text)
    if not parts and records:
        return _abridged(records[0], room + len(text))
    return ",".join(parts), len(parts), len(parts) < len(records)


def _abridged(record: Record, room: int) -> tuple[str, int, bool]:
    for length in (_SHORT, 40, 12):
        text = dumps({key: _shorten(value, length) for key, value in record.items()})
        if len(text) <= room:
            return text, 1, True
    return "", 0, True


def _shorten(value: JSON, length: int) -> JSON:
    if isinstance(value, str):
        return _shortened(value, length)
    if isinstance(value, list | dict):
        text = dumps(value)
        return value if len(text) <= length else _shortened(text, length)
    return value


def _shortened(text: str, length: int) -> str:
    if len(text) <= length:
        return text
    return f"{text[:length]}… ({len(text):,}자)"


def dumps(value: JSON) -> str:
    """Return compact JSON, Korean as it is."""
    return encoded(value).decode()


def encoded(value: JSON) -> bytes:
    """Return compact JSON as UTF-8."""
    try:
        return orjson.dumps(value)
    except TypeError:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
        return text.encode("utf-8", "replace")
