"""Replies that are HTML: the table of a statute's versions, texts as pages, and notices.

Some operations answer in HTML only. A table becomes rows; a page of text becomes one record that
holds the text; a notice (not registered, under maintenance) is told from either.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from html.parser import HTMLParser

from kopa_env.body import decode_text, from_status, read
from kopa_env.outcome import JSON, Reason, Record, ToolResult
from kopa_env.platforms.law.rows import unkeyed
from kopa_env.wire import HttpResponse

PAGE_TEXT = "본문"
"""The one field of a page of text."""

_NUMBER, _SERIAL, _LINK, _IN_FORCE = "순번", "법령일련번호", "상세링크", "시행일자"
_CELLS = (
    "법령명",
    "소관부처",
    "제개정구분",
    "법령종류",
    "공포번호",
    "공포일자",
    _IN_FORCE,
    "현행연혁",
)

_TOTAL = re.compile(r"총\s*<strong>\s*([\d,]+)\s*</strong>\s*건")
_MST = re.compile(r"[?&]MST=(\d+)")
_DENIED = re.compile(r"미신청|신청하지|검증에 실패|등록해\s?주세요|IP\s?주소")
_NOTICE = re.compile(r"점검|서비스\s*(?:일시\s*)?중[지단]|오류|에러|error", re.IGNORECASE)
_SHORT = 400
"""Characters below which a page may be a notice: a statute's text is longer."""

DENIED = (
    "사용자 정보 검증에 실패하였습니다.",
    "OPEN API 호출 시 사용자 검증을 위하여 정확한 서버장비의 IP주소 및 도메인주소를 등록해 주세요.",
)
"""What an unregistered caller reads: a wrong id and an unknown address get the same words."""

_NOTICES = {
    Reason.MAINTENANCE: (200, "서비스 점검 중입니다."),
    Reason.RATE_LIMIT: (429, "요청이 많습니다. 잠시 후 다시 시도하십시오."),
    Reason.QUOTA: (429, "요청이 많습니다. 잠시 후 다시 시도하십시오."),
    Reason.HTML: (200, ""),
}
_CONTENT = "text/html;charset=UTF-8"


class _Reader(HTMLParser):
    """Collects the rows of tables (cells and first link) and the lines of text."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: list[tuple[list[str], str]] = []
        self.lines: list[str] = [""]
        self._cell: list[str] | None = None
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "style", "title"):
            self._silent += 1
        elif tag == "tr":
            self.rows.append(([], ""))
        elif tag == "td" and self.rows:
            self._cell = []
        elif tag == "a" and self._cell is not None and not self.rows[-1][1]:
            self.rows[-1] = (self.rows[-1][0], dict(attrs).get("href") or "")
        if tag in ("p", "div", "tr", "br", "li", "h1", "h2", "h3", "table"):
            self.lines.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "style", "title"):
            self._silent = max(0, self._silent - 1)
        elif tag == "td" and self._cell is not None:
            self.rows[-1][0].append(_squeezed("".join(self._cell)))
            self._cell = None

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)
        if not self._silent:
            self.lines[-1] += data

    @property
    def text(self) -> str:
        """The page's text, a line a block."""
        return "\n".join(filter(None, map(_squeezed, self.lines)))


def _read(html: str) -> _Reader:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader


def _squeezed(text: str) -> str:
    return " ".join(text.split())


def denied() -> ToolResult:
    """Return the result of a caller who is not registered."""
    return ToolResult.error(Reason.KEY_INVALID, " ".join(DENIED))


def read_page(response: HttpResponse, *, wanted: bool) -> ToolResult:
    """Read a reply in HTML.

    Args:
        response: the reply.
        wanted: whether the operation answers in HTML, so that a page of text is its record.
    """
    html = decode_text(response.body, response.content_type)
    if isinstance(html, ToolResult):
        return html
    reader = _read(html)
    text = unkeyed(reader.text)
    short = len(text) < _SHORT
    if short and _DENIED.search(text):
        return denied()
    failed = from_status(response.status)
    total = _TOTAL.search(html)
    if total and not failed:
        rows = [_row(*row) for row in reader.rows if len(row[0]) > len(_CELLS)]
        count = int(total[1].replace(",", ""))
        return ToolResult.ok(rows, total=count, complete=len(rows) >= count)
    if failed or not wanted or not text or (short and _NOTICE.search(text)):
        why = read(response)
        return why if isinstance(why, ToolResult) else ToolResult.error(Reason.HTML, "")
    return ToolResult.ok([{PAGE_TEXT: text}], complete=True)


def _row(cells: Sequence[str], link: str) -> Record:
    link = unkeyed(link)
    serial = _MST.search(link)
    named = dict(zip(_CELLS, cells[1:], strict=False))
    return {_NUMBER: cells[0], _SERIAL: serial[1] if serial else "", **named, _LINK: link}


def write_table(rows: Sequence[Record], total: int, start: int) -> HttpResponse:
    """Write the table of versions: number, name with its link, and the other columns."""
    lines = [
        "<html>",
        f'<div class="num">총<strong>{total}</strong>건</div>',
        '<table summary="법령 연혁정보 목록"><tbody>',
        *(_line(row, start + n) for n, row in enumerate(rows, 1)),
        "</tbody></table></html>",
    ]
    return HttpResponse(200, _CONTENT, "\n".join(lines).encode())


def _line(row: Mapping[str, JSON], number: int) -> str:
    name, *others = (_shown(row.get(key)) for key in _CELLS)
    cells = "".join(f'<td class="ce">{text}</td>' for text in others)
    anchor = f'<a href="{escape(_link(row))}">{name}</a>'
    return f'<tr><td class="ce">{number}</td><td>{anchor}</td>{cells}</tr>'


def _link(row: Mapping[str, JSON]) -> str:
    serial = str(row.get(_SERIAL) or "")
    if not serial.isdecimal():
        return _squeezed(str(row.get(_LINK) or ""))
    parts = re.findall(r"\d+", str(row.get(_IN_FORCE) or ""))
    day = "".join(part.zfill(2) for part in parts) if len(parts) == 3 else "".join(parts)
    return f"/DRF/lawService.do?target=lsHistory&MST={serial}&type=HTML&efYd={day}"


def _shown(value: JSON) -> str:
    return "" if value is None else escape(_squeezed(str(value)))


def write_text(record: Mapping[str, JSON]) -> HttpResponse:
    """Write a record as a page of text."""
    text = record.get(PAGE_TEXT)
    if set(record) != {PAGE_TEXT} or not str(text or "").strip():
        text = "\n".join(f"{key} {_squeezed(str(value))}" for key, value in record.items())
    lines = (f"<p>{escape(line)}</p>" for line in str(text).splitlines())
    html = f"<html><body>{''.join(lines)}</body></html>"
    return HttpResponse(200, _CONTENT, html.encode())


def as_text(record: Mapping[str, JSON]) -> Record:
    """Return a record as it comes back from a page of text."""
    reader = _read(write_text(record).body.decode())
    return {PAGE_TEXT: unkeyed(reader.text)}


def write_notice(reason: Reason) -> HttpResponse:
    """Write the page that stands where data cannot: maintenance, too many calls, an outage."""
    status, text = _NOTICES.get(reason, (503, "Service Unavailable"))
    html = f"<html><head><title>{text}</title></head><body><p>{text}</p></body></html>"
    return HttpResponse(status, _CONTENT, html.encode())
