"""What a tool's schema tells: parameters, response columns and how tools lead to one another."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kopa_env.catalogue.search import terms

_RESPONSE = "응답 항목:"
_COLUMN = re.compile(r"([A-Za-z_][\w.]*)\(((?:[^()]|\([^()]*\))*)\)")
_FORMAT = re.compile(r"형식: (\S+?)\.?(?= |$)")
_MOST = re.compile(r"최대 ([\d,]+)")
_GENERIC = re.compile(r"쪽 번호|페이지|행 수|첫 행|마지막 행|결과 수|표시 개수|응답 형식")
OWN = frozenset(
    {
        *("table_select", "table_count", "table_group", "table_join", "evaluate_expression"),
        *("save_table", "save_note", "save_report", "add_to_watchlist", "send_notice"),
        *("add_calendar_entry", "list_workspace", "delete_workspace_item"),
    }
)
"""Tools of the desk: no API, nothing is found by them."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter as its schema tells of it."""

    name: str
    meaning: str
    kind: str
    required: bool
    enum: tuple[str, ...] = ()
    format: str = ""

    @property
    def is_generic(self) -> bool:
        """Whether it turns pages or chooses a format, and says nothing of what is asked."""
        return bool(_GENERIC.search(self.meaning))

    @property
    def most(self) -> int:
        """Return the largest value that its description allows; 0 if it tells none."""
        found = _MOST.search(self.meaning)
        return int(found[1].replace(",", "")) if found else 0


@dataclass(frozen=True, slots=True)
class Tool:
    """An API tool as its schema tells of it."""

    name: str
    text: str
    parameters: tuple[Parameter, ...]
    columns: Mapping[str, str]

    def nearness(self, question: str) -> float:
        """Return the share of the question's syllable pairs that the description holds."""
        asked = set(terms(question))
        return len(asked & set(terms(self.text))) / max(len(asked), 1)


def read_tools(schemas: Sequence[Mapping[str, Any]]) -> list[Tool]:
    """Return the API tools among those on offer."""
    functions = [schema["function"] for schema in schemas]
    return [_tool(function) for function in functions if function["name"] not in OWN]


def _tool(function: Mapping[str, Any]) -> Tool:
    text, _, told = function["description"].partition(_RESPONSE)
    needed = function["parameters"].get("required", ())
    return Tool(
        function["name"],
        text + told,
        tuple(
            Parameter(
                name,
                schema.get("description", ""),
                schema.get("type", "string"),
                name in needed,
                tuple(map(str, schema.get("enum", ()))),
                found[1] if (found := _FORMAT.search(schema.get("description", ""))) else "",
            )
            for name, schema in function["parameters"].get("properties", {}).items()
        ),
        {name: meaning for name, meaning in _COLUMN.findall(told)},
    )
