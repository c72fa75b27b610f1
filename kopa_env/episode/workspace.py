"""The workspace: what a clerk writes beside the APIs (INTERFACES 7).

State is ``{table: {id: row}}``, ids are counters. What two clerks would call the same entry is the
same state: cells are stored by value (``"1,234"`` and ``1234``, ``"2024.3.12"`` and ``20240312``,
``"5:30"`` and ``"05:30"``), a table's rows as a bag, a note's values under their labels. Column
names, labels as typed and the issued keys themselves stand under names that begin with an
underscore, which canonical states leave out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from copy import deepcopy
from hashlib import blake2b
from typing import TypeAlias
from unicodedata import normalize

from kopa_env.episode.observation import dumps
from kopa_env.episode.reduce import Misuse
from kopa_env.episode.values import plain_number, read_date, read_number, read_text, read_time
from kopa_env.outcome import JSON, Reason, ToolResult

State: TypeAlias = dict[str, dict[str, dict[str, JSON]]]

MAX_CELLS = 20_000
"""Cells one write may hold."""
MAX_TITLE = 200
_KOREAN_TIME = re.compile(r"(\d{1,2})시(?:\s*(\d{1,2})분)?(?:\s*(\d{1,2})초)?", re.ASCII)


class Workspace:
    """The stateful tools of one episode.

    Args:
        seed: issued keys depend on it and on nothing else.
        state: entries to start from.
        counters: last id given out per table; where left out, follows from the state.
    """

    def __init__(
        self,
        seed: int,
        state: Mapping[str, JSON] | None = None,
        counters: Mapping[str, int] | None = None,
    ) -> None:
        self._seed = seed
        self.state: State = deepcopy(dict(state or {}))
        self.counters: dict[str, int] = dict(counters or {})
        for table, rows in self.state.items():
            held = [int(key) for key in rows if key.isascii() and key.isdigit()]
            if held:
                self.counters.setdefault(table, max(held))

    def run(self, name: str, args: Mapping[str, JSON]) -> ToolResult:
        """Run a workspace tool with validated arguments.

        Returns:
            Its result; what the caller did wrong is a structural one and changes nothing.
        """
        try:
            return ToolResult.ok(_TOOLS[name](self, args), complete=True)
        except Misuse as error:
            return ToolResult.error(error.reason, f"{name}: {error}")

    def is_issued(self, platform: str, token: JSON) -> bool:
        """Whether a key was issued for a platform in this episode."""
        held = self.state.get("api_keys", {}).get(platform)
        return held is not None and held["_api_key"] == token

    def add(self, table: str, row: dict[str, JSON]) -> str:
        """Store a row under the next id of its table."""
        number = self.counters.get(table, 0) + 1
        self.counters[table] = number
        self.state.setdefault(table, {})[str(number)] = row
        return str(number)

    def token(self, platform: str) -> str:
        """Return the dummy key of a platform: the same for the same seed."""
        digest = blake2b(f"{self._seed}:{platform}".encode(), digest_size=12).hexdigest()
        return f"KOPA-{digest.upper()}"


def normal_value(value: JSON) -> JSON:
    """Return a value as the workspace stores it, equal for equal readings.

    Numbers become numbers (a unit such as 원 or 명 falls away), days ``YYYY-MM-DD``, times
    ``HH:MM[:SS]``, texts NFC with single blanks; a code keeps its leading zeros.
    """
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, Mapping):
        return {read_text(key): normal_value(item) for key, item in value.items()}
    if isinstance(value, list):
        return [normal_value(item) for item in value]
    return _normal_scalar(value)


def _normal_scalar(value: JSON) -> JSON:
    text = read_text(value)
    if isinstance(value, str):
        if (day := read_date(text)) and not (text.isdigit() and len(text) > 8):
            return day.isoformat()
        if clock := _clock(text):
            return clock
    is_code = text[:1] == "0" and text[1:2].isdigit()
    number = None if is_code else read_number(text)
    return " ".join(text.split()) if number is None else plain_number(number)


def _clock(text: str) -> str:
    found = _KOREAN_TIME.fullmatch(text)
    if found:
        text = "{}:{:0>2}:{:0>2}".format(*(part or "0" for part in found.groups()))
    seconds = read_time(text)
    if seconds is None:
        return ""
    clock = f"{seconds // 3600:02}:{seconds // 60 % 60:02}"
    return f"{clock}:{seconds % 60:02}" if seconds % 60 else clock


def _bag(values: list[JSON]) -> list[JSON]:
    return sorted((normal_value(value) for value in values), key=dumps)


def _title(args: Mapping[str, JSON], name: str) -> str:
    text = " ".join(normalize("NFC", args[name]).split())
    if len(text) > MAX_TITLE:
        raise Misuse(f"{name} 값은 {MAX_TITLE}자까지", f"{name} may have {MAX_TITLE} characters")
    return text


def _fields(args: Mapping[str, JSON]) -> dict[str, JSON]:
    """Return labelled values by label; blanks in a label do not count."""
    fields = args.get("fields") or {}
    if _size(fields) > MAX_CELLS:
        raise _too_large()
    labels = {"".join(normalize("NFC", str(label)).split()): label for label in fields}
    values = {key: normal_value(fields[label]) for key, label in labels.items()}
    return {"values": values, "_fields": normal_value(fields)}


def _too_large() -> Misuse:
    return Misuse(f"값은 {MAX_CELLS:,}개까지", f"at most {MAX_CELLS:,} values", Reason.TOO_MANY)


def _size(value: JSON) -> int:
    if isinstance(value, Mapping):
        return 1 + sum(_size(item) for item in value.values())
    return 1 + sum(_size(item) for item in value) if isinstance(value, list) else 1


def _issue_api_key(desk: Workspace, args: Mapping[str, JSON]) -> list[JSON]:
    platform = args["platform"]
    token = desk.token(platform)
    rows = desk.state.setdefault("api_keys", {})
    rows[platform] = {"platform": platform, "_api_key": token}
    return [{"platform": platform, "api_key": token}]


def _save_table(desk: Workspace, args: Mapping[str, JSON]) -> list[JSON]:
    columns = [" ".join(read_text(name).split()) for name in args["columns"]]
    if not columns or not all(columns) or len(set(columns)) < len(columns):
        raise Misuse("columns에는 서로 다른 열 이름이 필요함", "columns must be distinct names")
    if _size(args["rows"]) > MAX_CELLS:
        raise _too_large()
    rows = [_cells(row, columns) for row in args["rows"]]
    entry = {"name": _title(args, "name"), "rows": sorted(rows, key=dumps), "_columns": columns}
    return [{"id": desk.add("tables", entry), "rows": len(rows)}]


def _cells(row: JSON, columns: list[str]) -> list[JSON]:
    if isinstance(row, Mapping):
        named = {" ".join(read_text(key).split()): value for key, value in row.items()}
        if unknown := [name for name in named if name not in columns]:
            raise Misuse(f"columns에 없는 열 {unknown[0]}", f"{unknown[0]} is not in columns")
        return [normal_value(named.get(name)) for name in columns]
    if not isinstance(row, list) or len(row) != len(columns):
        raise Misuse(
            f"행마다 값이 {len(columns)}개여야 함", f"each row needs {len(columns)} values"
        )
    return [normal_value(cell) for cell in row]


def _document(table: str) -> _Tool:
    def save(desk: Workspace, args: Mapping[str, JSON]) -> list[JSON]:
        entry = {"title": _title(args, "title"), **_fields(args)}
        if not entry["values"]:
            raise Misuse("fields에 적을 값이 없음", "fields holds no values", Reason.MISSING_ARG)
        return [{"id": desk.add(table, entry)}]

    return save


def _add_to_watchlist(desk: Workspace, args: Mapping[str, JSON]) -> list[JSON]:
    detail = args.get("detail")
    if _size(detail) > MAX_CELLS:
        raise _too_large()
    given = list(detail.values()) if isinstance(detail, Mapping) else detail
    values = given if isinstance(given, list) else [] if given in (None, "") else [given]
    entry = {
        "list": _title(args, "list_name"),
        "name": _title(args, "name"),
        "values": _bag(values),
        "_detail": normal_value(detail),
    }
    return [{"id": desk.add("watchlist", entry)}]


def _send_notice(desk: Workspace, args: Mapping[str, JSON]) -> list[JSON]:
    entry = {"recipient": _title(args, "recipient"), "title": _title(args, "title")}
    return [{"id": desk.add("notices", {**entry, **_fields(args)})}]


def _add_calendar_entry(desk: Workspace, args: Mapping[str, JSON]) -> list[JSON]:
    entry = {"date": args["date"], "title": _title(args, "title")}
    return [{"id": desk.add("calendar", entry)}]


def _list_workspace(desk: Workspace, args: Mapping[str, JSON]) -> list[JSON]:
    rows = desk.state.get(args["kind"], {})
    return [
        {"id": key, **{name.lstrip("_"): value for name, value in row.items()}}
        for key, row in rows.items()
    ]


def _delete_workspace_item(desk: Workspace, args: Mapping[str, JSON]) -> list[JSON]:
    rows = desk.state.get(args["kind"], {})
    if args["id"] not in rows:
        held = ", ".join(rows) or "-"
        raise Misuse(
            f"없는 번호 {args['id']} (있는 번호: {held})",
            f"no entry {args['id']} (entries: {held})",
            Reason.UNKNOWN_ID,
        )
    del rows[args["id"]]
    return [{"id": args["id"]}]


_Tool: TypeAlias = Callable[[Workspace, Mapping[str, JSON]], list[JSON]]

_TOOLS: dict[str, _Tool] = {
    "issue_api_key": _issue_api_key,
    "save_table": _save_table,
    "save_note": _document("notes"),
    "save_report": _document("reports"),
    "add_to_watchlist": _add_to_watchlist,
    "send_notice": _send_notice,
    "add_calendar_entry": _add_calendar_entry,
    "list_workspace": _list_workspace,
    "delete_workspace_item": _delete_workspace_item,
}
WORKSPACE_TOOLS = frozenset(_TOOLS)
"""Names of the tools a workspace runs; their schemas are data in ``platforms/local``."""
