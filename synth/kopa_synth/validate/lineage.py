"""Lineage: the rows a value was taken from, and what else could have stood there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from kopa_env.episode.observation import dumps
from kopa_env.episode.plan import without_tokens
from kopa_env.episode.reduce import cell
from kopa_env.outcome import JSON, Record, Status
from kopa_env.spec import ToolSpec
from kopa_env.task import GoldenCall
from kopa_synth.validate.evidence import Evidence

ENOUGH = 10
"""Rows from which shares are taken; with fewer, others of the same kind are asked for."""
PEERS = 12
"""Others that are asked for at most."""

_CALL = re.compile(r"\bc\d+\b")


class Lineage:
    """Follows golden calls back to the replies that their rows come from."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._calls = {call.id: call for call in evidence.task.golden_calls()}

    def behind(self, names: Iterable[str]) -> list[str]:
        """Return calls and those whose results they reduce, however many steps before."""
        found: dict[str, None] = {}
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name in found or name not in self._calls:
                continue
            found[name] = None
            call = self._calls[name]
            if self._evidence.catalogue[call.tool].kind == "local":
                waiting += _CALL.findall(dumps(dict(call.args)))
        return list(found)

    def column(self, names: Iterable[str], column: str) -> list[JSON]:
        """Return the values of a column in the largest set of rows behind some calls.

        The pages of a list count as one set.
        """
        sets: dict[str, list[JSON]] = {}
        for name in self.behind(names):
            result = self._evidence.results.get(name)
            values = _values(result.records, column) if result else []
            tool = self._calls[name].tool
            key = name if self._evidence.catalogue[tool].kind == "local" else tool
            sets.setdefault(key, []).extend(values)
        return max(sets.values(), key=len, default=[])

    def rows(self, names: Iterable[str]) -> int:
        """Return how many rows the lists behind some calls have, the pages of each told once."""
        lists: dict[str, tuple[int, int]] = {}
        for name in self.behind(names):
            result, call = self._evidence.results.get(name), self._calls[name]
            spec = self._evidence.catalogue[call.tool]
            if result is None or spec.kind == "local":
                continue
            turned = {spec.paging.page, spec.paging.size} if spec.paging else set()
            asked = {k: v for k, v in call.args.items() if k not in turned}
            key = f"{call.tool} {dumps(asked)}"
            held, total = lists.get(key, (0, 0))
            lists[key] = held + len(result.records), max(total, result.total or 0)
        return sum(max(counts) for counts in lists.values())

    def peers(self, names: Iterable[str], column: str) -> list[JSON]:
        """Return the values that a column has for others of its kind, by asking for some."""
        for name in self.behind(names):
            call = self._calls[name]
            spec = self._evidence.catalogue[call.tool]
            if spec.kind not in ("endpoint", "view"):
                continue
            found = self._of_others(call, spec, column) or _values(self._wider(call, spec), column)
            if found:
                return found
        return []

    def _wider(self, call: GoldenCall, spec: ToolSpec) -> Sequence[Record]:
        """Return the rows of a call that does not say of what: conditions off, names cut short.

        Only of tools that answer in pages: of others it would be all there is.
        """
        if spec.paging is None and spec.view is None:
            return ()
        args = dict(call.resolved or {})
        free = [p for p in spec.params if p.role == "semantic" and p.name in args]
        for param in free:
            if not param.required and not param.enum:
                args.pop(param.name)
            elif spec.view is not None and spec.view.where[param.name].op != "eq":
                args[param.name] = str(args[param.name])[:2]
        if args == dict(call.resolved or {}):
            return ()
        rows = self._ask(spec, args)
        return rows if len(rows) >= ENOUGH else ()

    def _of_others(self, call: GoldenCall, spec: ToolSpec, column: str) -> list[JSON]:
        """Return the column's values for other things than the one the call was made for."""
        found: list[JSON] = []
        for param, value in call.args.items():
            origin = re.fullmatch(r"(c\d+)\.records\[[^\]]*\]\.(.+)", _ref(value))
            if origin is None or (p := spec.param(param)) is None or p.role != "semantic":
                continue
            for other in self._others(origin[1], origin[2]):
                found += _values(self._ask(spec, {**(call.resolved or {}), param: other}), column)
            if found:
                break
        return found

    def _others(self, name: str, column: str) -> list[JSON]:
        """Return other values of the column that a reference reads."""
        known = self.column([name], column)
        if len(known) < ENOUGH and name in self._calls:
            for source in self.behind([name]):
                call = self._calls[source]
                spec = self._evidence.catalogue[call.tool]
                if spec.kind in ("endpoint", "view"):
                    known = known + _values(self._wider(call, spec), column)
        return list({dumps(value): value for value in known}.values())[:PEERS]

    def _ask(self, spec: ToolSpec, args: Mapping[str, Any]) -> Sequence[Record]:
        sent = without_tokens(spec, {k: v for k, v in args.items() if not _ref(v)})
        result = self._evidence.memory.call(spec, sent)
        return result.records if result.status == Status.OK else ()


def _ref(value: JSON) -> str:
    return str(value["ref"]) if isinstance(value, Mapping) and set(value) == {"ref"} else ""


def _values(rows: Sequence[Record], column: str) -> list[JSON]:
    return [value for row in rows if (value := cell(row, column)) not in (None, "")]
