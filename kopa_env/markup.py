"""Writing reply bodies: JSON, XML and ZIP, as the platforms' servers do."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping

import orjson

from kopa_env.outcome import JSON

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})


def json_bytes(value: JSON) -> bytes:
    """Write JSON without blanks, Korean as it is."""
    try:
        return orjson.dumps(value)
    except TypeError:  # an integer beyond 64 bits
        return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def xml_value(value: JSON) -> JSON:
    """Return a value as it comes back from XML: text, ``""`` for none, nesting kept."""
    if isinstance(value, Mapping):
        return {k: xml_value(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [xml_value(v) for v in value]
    return _text(value)


def _text(value: JSON) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return _FORBIDDEN.sub("", value) if isinstance(value, str) else repr(value)


def xml_element(tag: str, value: JSON) -> str:
    """Write one element: a mapping nests, a list repeats the tag, ``None`` is an empty element."""
    return "".join(_pieces(tag, value))


def _pieces(tag: str, value: JSON) -> Iterator[str]:
    if value is None:
        yield f"<{tag}/>"
    elif isinstance(value, Mapping):
        yield f"<{tag}>"
        for name, child in value.items():
            yield from _pieces(name, child)
        yield f"</{tag}>"
    elif isinstance(value, (list, tuple)):
        for child in value:
            yield from _pieces(tag, child)
    else:
        yield f"<{tag}>{_text(value).translate(_ESCAPES)}</{tag}>"


def zip_bytes(files: Mapping[str, bytes]) -> bytes:
    """Pack files into an archive that is the same on every run: no clock, no file system."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name, content in files.items():
            info = zipfile.ZipInfo(name, date_time=(1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3
            archive.writestr(info, content)
    return buffer.getvalue()
