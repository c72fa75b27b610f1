"""Rules of ``facts/dart_fields.csv``: how one field of a report is made from a context.

===========  =================================================================================
``=text``    the text
``?a|b``     one of the texts
``$name``    a value of the context; nothing if it has none of that name
``+N``       the day N days after the context's day, ``YYYYMMDD``
``#a:b``     a whole number from a to b
``~text``    a text with ``{name}`` filled in; ``{koN}`` is the day N days on, in Korean
(empty)      nothing: DART writes ``-``
===========  =================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import Literal

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Value

_SLOT = re.compile(r"\{(\w+)\}")
_DOMAINS = {
    "rcept_no": "rcept_no", "corp_code": "corp_code", "corp_name": "corp_name",
    "corp_cls": "corp_cls", "rpt_rcpn": "rcept_no", "stlm_dt": "date",
    "dlptn_cmpnm": "corp_name", "iscmp_cmpnm": "corp_name", "bdiscmp_cmpnm": "corp_name",
    "mgptncmp_cmpnm": "corp_name", "extr_tgcmp_cmpnm": "corp_name", "inv_prm": "corp_name",
    "isu_cmpny": "company_name",
}  # fmt: skip


@dataclass(slots=True)
class Context:
    """What the fields of one record are made from."""

    draw: Draw
    day: date
    values: Mapping[str, Value]

    def ko(self, ahead: int) -> str:
        """Return a day in Korean."""
        return f"{self.day + timedelta(days=ahead):%Y년 %m월 %d일}"


Rule = Callable[[Context], Value]


@dataclass(frozen=True, slots=True)
class Layout:
    """The fields of one kind of record: their columns and rules, in order."""

    columns: tuple[Column, ...]
    rules: tuple[Rule, ...]

    def row(self, context: Context) -> Row:
        """Return one record."""
        return tuple(rule(context) for rule in self.rules)


def layout(kind: str) -> Layout:
    """Return the layout of a kind of report, such as ``piicDecsn``."""
    fields = _by_kind()[kind]
    return Layout(
        tuple(_column(name, type_) for name, type_, _ in fields),
        tuple(_rule(text) for _, _, text in fields),
    )


@lru_cache(maxsize=1)
def _by_kind() -> dict[str, list[tuple[str, Literal["text", "int"], str]]]:
    kinds: dict[str, list[tuple[str, Literal["text", "int"], str]]] = {}
    for row in fact_rows("dart_fields"):
        type_: Literal["text", "int"] = "int" if row["type"] == "int" else "text"
        kinds.setdefault(row["kind"], []).append((row["field"], type_, row["rule"]))
    return kinds


def kinds() -> Iterator[str]:
    """Yield every kind there are rules for; ``kind/block`` where a reply comes in blocks."""
    yield from _by_kind()


def _column(name: str, type_: Literal["text", "int"]) -> Column:
    other = "company_name" if name.endswith("cmpnm") else ""  # not all of them file reports
    domain = _DOMAINS.get(name, other)
    return Column(name, type_, domain=domain, gen="ref" if domain else "rule")


@lru_cache(maxsize=2048)
def _rule(text: str) -> Rule:
    mark, rest = text[:1], text[1:]
    if not text:
        return lambda context: None
    if mark == "=":
        return lambda context: rest
    if mark == "?":
        choices = tuple(rest.split("|"))
        return lambda context: context.draw.pick(choices)
    if mark == "$":
        return lambda context: context.values.get(rest)
    if mark == "+":
        ahead = timedelta(days=int(rest))
        return lambda context: f"{context.day + ahead:%Y%m%d}"
    if mark == "#":
        low, high = map(int, rest.split(":"))
        return lambda context: context.draw.between(low, high)
    if mark == "~":
        return lambda context: _SLOT.sub(lambda slot: _filled(slot[1], context), rest)
    raise ValueError(f"dart_fields: no such rule: {text!r}")


def _filled(name: str, context: Context) -> str:
    if name.startswith("ko") and name[2:].isdigit():
        return context.ko(int(name[2:]))
    value = context.values.get(name)
    return "" if value is None else str(value)
