"""Keys of calls: from a tool and its arguments straight to the key of the request it makes.

The general way builds the request as the dialect does and canonicalises it. For calls of one shape
(the same tool, the same arguments given) the canonical text differs only where the values stand,
so it is learned once as a template, by asking the dialect with marked values, and filled in from
then on. A template that does not give the general way's text for the call it was learned from is
not used; a property test holds both ways equal for every tool of the catalogue.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from hashlib import blake2b
from typing import TypeAlias

from kopa_env import platforms
from kopa_env.canonical import canonical
from kopa_env.outcome import JSON
from kopa_env.request import wire_text
from kopa_env.spec import ToolSpec
from kopa_env.wire import REDACTED, HttpRequest

Encode: TypeAlias = Callable[[JSON], str]

_PLAIN = re.compile(r"[^\x00-\x20%&=?#/\\\x7f-\U0010ffff]*\Z")
_TEXT_MARK = "kopaq{:03d}x"
_NUMBER_MARK = 910_000_000
_SHAPES = 256
"""Templates kept of one tool; calls of further shapes go the general way."""


class Template:
    """The canonical text of calls of one shape, with gaps for the values."""

    __slots__ = ("_form", "_gaps")

    def __init__(self, form: str, gaps: tuple[tuple[str, Encode], ...]) -> None:
        self._form = form
        self._gaps = gaps

    def fill(self, args: Mapping[str, JSON]) -> str:
        """Return the canonical text for these values."""
        return self._form % tuple([encode(args[name]) for name, encode in self._gaps])


class Keys:
    """Keys of calls, with the templates learned so far. Safe to share."""

    def __init__(self) -> None:
        self._templates: dict[str, dict[tuple[str, ...], Template | None]] = {}

    def key(self, spec: ToolSpec, args: Mapping[str, JSON]) -> bytes:
        """Return the 16-byte key of the first request of a call. ``args`` are validated."""
        return blake2b(self.canonical(spec, args).encode(), digest_size=16).digest()

    def canonical(self, spec: ToolSpec, args: Mapping[str, JSON]) -> str:
        """Return the canonical text of the first request of a call."""
        shape = tuple(args)
        known = self._templates.get(spec.name)
        if known is None:
            known = self._templates[spec.name] = {}
        template = known.get(shape, _UNKNOWN)
        if template is _UNKNOWN:
            template = learn(spec, args) if len(known) < _SHAPES else None
            if len(known) < _SHAPES:
                known[shape] = template
        if template is None or None in args.values() or "" in args.values():
            return canonical(first_request(spec, args))
        return template.fill(args)


_UNKNOWN = Template("", ())


def first_request(spec: ToolSpec, args: Mapping[str, JSON]) -> HttpRequest:
    """Return the first request a dialect makes for a call, with ``~`` for the operator's key."""
    return next(platforms.dialect(spec.platform).exchange(spec, args, REDACTED))


def learn(spec: ToolSpec, args: Mapping[str, JSON]) -> Template | None:
    """Learn the template of a call's shape; ``None`` where its text is not made of its values."""
    marks = {name: _mark(number, value) for number, (name, value) in enumerate(args.items())}
    if None in marks.values():
        return None
    try:
        marked = canonical(first_request(spec, marks))
    except (ValueError, TypeError, KeyError):
        return None
    template = _template(marked, {str(mark): name for name, mark in marks.items()})
    if template is None or template.fill(args) != canonical(first_request(spec, args)):
        return None
    return template


def _mark(number: int, value: JSON) -> JSON:
    if isinstance(value, str):
        return _TEXT_MARK.format(number) if value else None
    if isinstance(value, int) and not isinstance(value, bool):
        return _NUMBER_MARK + number
    return None


def _template(marked: str, names: Mapping[str, str]) -> Template | None:
    body = marked.find(" #")
    in_json = body if body >= 0 and marked[body + 2 : body + 3] in ("{", "[") else len(marked)
    form, gaps, at = "", [], 0
    pattern = '"?(' + "|".join(map(re.escape, names)) + ')"?' if names else "(?!)"
    for found in re.finditer(pattern, marked):
        mark = found.group(1)
        quoted = found.start() >= in_json
        start, end = found.span() if quoted else found.span(1)
        form += marked[at:start].replace("%", "%%") + "%s"
        gaps.append((names[mark], _as_json if quoted else _as_token))
        at = end
    if len({name for name, _ in gaps}) != len(gaps):
        return None
    return Template(form + marked[at:].replace("%", "%%"), tuple(gaps))


def _as_token(value: JSON) -> str:
    text = value if isinstance(value, str) else wire_text(value)
    if _PLAIN.match(text):
        return text
    alone = HttpRequest("GET", "h", (text.encode(),))
    return canonical(alone)[6:]


def _as_json(value: JSON) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    if text.isascii():
        return text
    from unicodedata import normalize

    return normalize("NFC", text)
