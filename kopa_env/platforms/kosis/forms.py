"""국가통계포털's other forms: JSON whose keys have no quotes, and SDMX 2.1 of the bulk service."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import quoteattr

from kopa_env.body import as_list, as_rows, decode_text, parse_json, sniff
from kopa_env.markup import json_bytes
from kopa_env.outcome import JSON, Record, ToolResult
from kopa_env.wire import HttpResponse

_BARE_KEY = re.compile(r'"(?:[^"\\]|\\.)*"|(?<=[{,])\s*([A-Za-z_$][\w$]*)\s*(?=:)', re.DOTALL)
_NAME = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
_ESCAPES = {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"}
_OPENED = "<StructureSpecificData><DataSet><Series>"
_CLOSED = "</Series></DataSet></StructureSpecificData>"


def unquoted(response: HttpResponse) -> JSON:
    """Return what a reply with unquoted keys holds, ``None`` if it is nothing of the kind."""
    text = decode_text(response.body, response.content_type)
    if isinstance(text, ToolResult) or sniff(response.body) != "json":
        return None
    found = parse_json(_BARE_KEY.sub(lambda m: f'"{m[1]}"' if m[1] else m[0], text))
    return None if isinstance(found, ToolResult) else found


def bare(value: JSON) -> str:
    """Write JSON without quotes around its keys."""
    if isinstance(value, Mapping):
        pairs = ((k if _NAME.fullmatch(k) else json.dumps(k), v) for k, v in value.items())
        return "{" + ",".join(f"{name}:{bare(v)}" for name, v in pairs) + "}"
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(bare, value)) + "]"
    return json_bytes(value).decode()


def observed(value: JSON, above: Record) -> Iterator[Record]:
    """Yield observations, each with the attributes of the series it lies in."""
    for node in as_list(value):
        for name, child in node.items() if isinstance(node, dict) else ():
            kind = name.rpartition("}")[2]
            if kind == "Obs":
                yield from ({**above, **_values(row)} for row in as_list(child))
            elif kind == "Series":
                for series in as_list(child):
                    yield from observed(series, {**above, **_values(series)})
            else:
                yield from observed(child, above)


def listed(value: JSON) -> list[Record]:
    """Return the rows of XML without observations: one repeated element, or the whole as one."""
    inner = list(value.values()) if isinstance(value, dict) else []
    return as_rows(inner[0] if len(inner) == 1 and isinstance(inner[0], list) else value)


def observations(records: Sequence[Record]) -> str:
    """Write observations in the structure-specific form."""
    rows = (
        "".join(f" {k}={quoteattr(str(v), _ESCAPES)}" for k, v in record.items())
        for record in records
    )
    return _OPENED + "".join(f"<Obs{row}/>" for row in rows) + _CLOSED


def _values(node: JSON) -> Record:
    """Return an element's attributes; in the generic form its children hold them as ``value``."""
    if not isinstance(node, dict):
        return {}
    own = {k[1:]: v for k, v in node.items() if k.startswith("@")}
    inner = {k.rpartition("}")[2]: v for k, v in node.items() if isinstance(v, dict)}
    return own | {k: v["@value"] for k, v in inner.items() if "@value" in v}
