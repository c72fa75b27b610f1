"""Reading reply bodies: charset, kind, JSON, XML and ZIP, within limits.

Whatever a reply does wrong is returned as a failed :class:`~kopa_env.outcome.ToolResult`; nothing
here raises. The body is looked at before its HTTP status or declared type is believed: a platform
that was asked for JSON may answer with XML, with an HTML page or with nothing at all.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Literal, TypeAlias
from xml.etree.ElementTree import ParseError

from kopa_env.outcome import JSON, Reason, Record, ToolResult
from kopa_env.wire import HttpResponse

Kind: TypeAlias = Literal["json", "xml", "html", "zip", "empty", "text"]

MAX_TEXT = 256 * 1024 * 1024
"""Bytes a body may have once decompressed."""
MAX_MEMBERS = 256
"""Files an archive may hold."""
MAX_RATIO = 300
"""How many times larger than the archive its content may be."""
MAX_DEPTH = 64
"""Levels of nesting in JSON or XML."""

_BOM = b"\xef\xbb\xbf"
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([A-Za-z0-9_\-]+)")
_XML_CHARSET = re.compile(rb"<\?xml[^>]{0,100}encoding\s*=\s*[\"']([A-Za-z0-9_\-]+)")
_PROLOGUE = re.compile(rb"\s*(?:<\?.*?\?>\s*|<!--.*?-->\s*)*", re.DOTALL)
_HTML = re.compile(rb"<(?:!doctype\s+html|html|head|body|script|title|meta|center)\b", re.I)
_MAINTENANCE = re.compile(r"점검|maintenance|서비스\s*(?:일시\s*)?중[지단]", re.I)
_QUOTA = re.compile(r"quota|일일\s*(?:호출|트래픽)", re.I)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_KOREAN = {"euc-kr", "euckr", "ks_c_5601-1987", "ksc5601", "x-windows-949", "ms949", "uhc"}


@dataclass(frozen=True, slots=True)
class Document:
    """A body that could be read.

    Attributes:
        kind: ``json``, ``xml`` or ``zip``.
        data: parsed JSON; ``{root: …}`` for XML; ``{file name: bytes}`` for ZIP.
    """

    kind: Kind
    data: JSON


def sniff(body: bytes) -> Kind:
    """Say what a body is by looking at it."""
    head = body[:4096].removeprefix(_BOM).lstrip()
    if not head:
        return "empty" if not body.removeprefix(_BOM).strip() else "text"
    if head[:4] in (b"PK\x03\x04", b"PK\x05\x06"):
        return "zip"
    if head[:1] in b"{[":
        return "json"
    if head[:1] != b"<":
        return "text"
    start = _PROLOGUE.match(head)
    rest = head[start.end() :] if start else head
    return "html" if _HTML.match(rest) else "xml"


def decode_text(body: bytes, content_type: str = "") -> str | ToolResult:
    """Decode a body: declared charset, else strict UTF-8, else CP949.

    A replacement character in the result means that somebody before us lost text: an error. UTF-8
    that breaks off inside its last character is decoded up to there, so that the parser can say
    that the reply is cut.
    """
    body = body.removeprefix(_BOM)
    for charset in _charsets(body, content_type):
        try:
            text = body.decode(charset)
        except LookupError:
            continue
        except UnicodeDecodeError as error:
            if charset != "utf-8" or error.reason != "unexpected end of data":
                continue
            text = body[: error.start].decode("utf-8")
            if text.isascii():
                continue
        if "\ufffd" in text:
            return damaged("글자가 깨져 있습니다", "the text holds replacement characters")
        return text.removeprefix("\ufeff")
    return damaged("글자를 읽을 수 없습니다", "the text is in no known encoding")


def _charsets(body: bytes, content_type: str) -> list[str]:
    declared = _CHARSET.search(content_type.lower())
    inside = _XML_CHARSET.match(body[:200].lstrip())
    names = [declared.group(1)] if declared else []
    names += [inside.group(1).decode().lower()] if inside else []
    known = ["cp949" if n in _KOREAN else "utf-8" if n in ("utf8", "utf-8") else n for n in names]
    return list(dict.fromkeys([*(n for n in known if n != "utf-16"), "utf-8", "cp949"]))


def parse_json(text: str) -> JSON | ToolResult:
    """Parse JSON leniently: control characters inside strings pass, integers keep all digits."""
    try:
        value = json.loads(text, strict=False, parse_constant=str)
    except RecursionError:
        return damaged("JSON 이 너무 깊습니다", "the JSON is nested too deeply")
    except ValueError:
        return damaged("JSON 이 도중에 잘렸거나 깨졌습니다", "the JSON is cut off or malformed")
    if _too_deep(value):
        return damaged("JSON 이 너무 깊습니다", "the JSON is nested too deeply")
    if _SURROGATE.search(text) and _has_lone_surrogate(value):
        return damaged("글자가 깨져 있습니다", "the JSON holds half a character")
    return value


def _too_deep(value: JSON) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH):
        below = chain.from_iterable(
            v.values() if type(v) is dict else v for v in level if type(v) in (dict, list)
        )
        level = [child for child in below if type(child) is dict or type(child) is list]
        if not level:
            return False
    return True


def _has_lone_surrogate(value: JSON) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


def parse_xml(text: str) -> JSON | ToolResult:
    """Parse XML into ``{root tag: value}``.

    A leaf is its text (``""`` if it has none); an element with children is a dict; repeated tags
    are a list; attributes are ``@name``, text beside children ``#text``. Entities and external
    references are refused.
    """
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    nest = _Nest()
    parser = DefusedXMLParser(target=nest)
    try:
        parser.feed(text)
        parser.close()
    except ParseError:
        return damaged("XML 이 도중에 잘렸거나 깨졌습니다", "the XML is cut off or malformed")
    except DefusedXmlException:
        return damaged("XML 에 허용되지 않는 선언이 있습니다", "the XML declares entities")
    except _TooDeepError:
        return damaged("XML 이 너무 깊습니다", "the XML is nested too deeply")
    return nest.root


class _TooDeepError(Exception):
    """XML is nested more than ``MAX_DEPTH`` levels."""


class _Nest:
    """A parser target that builds nested dicts instead of an element tree."""

    def __init__(self) -> None:
        self.root: dict[str, JSON] = {}
        self._open: list[tuple[dict[str, JSON], list[str]]] = [(self.root, [])]

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if len(self._open) > MAX_DEPTH:
            raise _TooDeepError
        self._open.append(({f"@{k}": v for k, v in attributes.items()}, []))

    def data(self, text: str) -> None:
        self._open[-1][1].append(text)

    def end(self, tag: str) -> None:
        children, texts = self._open.pop()
        text = "".join(texts)
        value: JSON = text
        if children:
            value = children
            if text.strip():
                children["#text"] = text
        above = self._open[-1][0]
        if tag not in above:
            above[tag] = value
        elif type(above[tag]) is list:
            above[tag].append(value)
        else:
            above[tag] = [above[tag], value]

    def close(self) -> None:
        """Nothing is left to do; parsers call it."""


def unzip(body: bytes) -> dict[str, bytes] | ToolResult:
    """Unpack an archive in memory; too many files, too much text or a bomb is refused."""
    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            members = [m for m in archive.infolist() if not m.is_dir()]
            if len(members) > MAX_MEMBERS:
                return damaged(
                    "압축 파일에 파일이 너무 많습니다", "the archive holds too many files"
                )
            return _members(archive, members, min(MAX_TEXT, MAX_RATIO * len(body) + 1024))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError):
        return damaged("압축 파일이 깨졌습니다", "the archive is cut off or malformed")


def _members(
    archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], budget: int
) -> dict[str, bytes] | ToolResult:
    files: dict[str, bytes] = {}
    for member in members:
        with archive.open(member) as stream:
            content = stream.read(budget + 1)
        budget -= len(content)
        if budget < 0:
            return damaged("압축을 풀면 너무 커집니다", "the archive unpacks to too much data")
        files[member.filename] = content
    return files


def read(response: HttpResponse) -> Document | ToolResult:
    """Read a reply's body, or say as a failed result why it holds no data."""
    kind = sniff(response.body)
    if kind == "zip":
        files = unzip(response.body)
        return files if isinstance(files, ToolResult) else Document("zip", files)
    text = decode_text(response.body, response.content_type)
    if isinstance(text, ToolResult):
        return text
    if kind == "json" or kind == "xml":
        data = parse_json(text) if kind == "json" else parse_xml(text)
        if not isinstance(data, ToolResult):
            return Document(kind, data)
        return from_status(response.status) or data
    return _no_data(kind, text, response.status)


def _no_data(kind: Kind, text: str, status: int) -> ToolResult:
    if kind != "empty" and _MAINTENANCE.search(text):
        return ToolResult.error(
            Reason.MAINTENANCE, "서비스 점검 중입니다 / the service is under maintenance"
        )
    if status == 429 and _QUOTA.search(text):
        return ToolResult.error(
            Reason.QUOTA, "호출 한도를 모두 썼습니다 / the call quota is used up", "429"
        )
    if failed := from_status(status):
        return failed
    if kind == "empty":
        return damaged("빈 응답이 왔습니다", "the reply is empty")
    return ToolResult.error(
        Reason.HTML, "자료 대신 안내 페이지가 왔습니다 / a page came instead of data"
    )


def from_status(status: int) -> ToolResult | None:
    """Judge a reply by its HTTP status alone, where its body says nothing; ``None`` if it is fine.

    Never ``structural``: a status without a readable body does not show that the caller erred.
    """
    if status in (401, 403):
        return ToolResult.error(
            Reason.KEY_INVALID, "접근이 거부되었습니다 / access was denied", str(status)
        )
    if status == 429:
        return ToolResult.error(
            Reason.RATE_LIMIT, "호출이 너무 잦습니다 / too many calls at once", "429"
        )
    if status >= 500:
        return ToolResult.error(
            Reason.HTTP_5XX, f"서버 오류 {status} / server error {status}", str(status)
        )
    return None


def damaged(korean: str, english: str) -> ToolResult:
    """Return the result of a reply that cannot be read: environmental, worth another try."""
    return ToolResult.error(Reason.TRUNCATED, f"응답을 읽을 수 없습니다: {korean} / {english}")


def as_list(value: JSON) -> list[JSON]:
    """Return rows as a list: platforms send none, one or many in three shapes."""
    if isinstance(value, list):
        return value
    return [] if value is None or value == "" or value == {} else [value]


def as_rows(value: JSON) -> list[Record]:
    """Return rows as a list of mappings; a bare value becomes ``{"value": …}``."""
    return [row if isinstance(row, dict) else {"value": row} for row in as_list(value)]
