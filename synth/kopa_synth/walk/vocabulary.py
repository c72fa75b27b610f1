"""Vocabulary: how people speak of a tool's rows, fields and arguments, and of the way between them.

A platform's words are data (``vocabulary/<platform>.yaml``). A platform without a file, one of the
user's own for instance, is spoken of in the words of its catalogue.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import yaml

from kopa_env.catalogue import Catalogue
from kopa_env.spec import Field, ToolSpec
from kopa_synth.graph import Edge
from kopa_synth.queries.brief import Thing

Kind = Literal["name", "measure", "date", "category", "text", "id"]

_DATES = ("date8", "date10", "date_dot", "date_ko")
_ASIDE = re.compile(r"\s*[(（,.].*$", re.DOTALL)


@dataclass(frozen=True, slots=True)
class FieldWord:
    """How a column is spoken of.

    Attributes:
        kind: ``name`` (what people call a row by), ``measure``, ``date``, ``category`` (few
            values, fit for conditions), ``text``, ``id`` (a number people know a thing by).
        said: how a value stands before the noun, with ``{}``: 「{} 소관」.
        values: raw value → how it stands before the noun; conditions use these alone, if given.
        most: 「반대표가 가장 많이 나온」.
        least: the same for the smallest.
        adds_up: whether a sum over rows means something.
        group: what the values are when rows are counted or summed by them.
        happened: for a day, what happened on it, before a noun: 「제안된」.
        skip: values, or their ends, that are no answer and no condition.
        told: a word in a thing's name that tells this already: a 「여자고등학교」 has girls alone.
        late: days by which the latest thing has none of this yet: what was just proposed was not
            voted on.
        asked: whether anybody would ask for it.
        decides: whether anybody would make what they ask depend on it.
    """

    path: str
    label: str
    kind: Kind
    unit: str = ""
    said: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    most: str = ""
    least: str = ""
    adds_up: bool = False
    group: Thing | None = None
    happened: str = ""
    skip: tuple[str, ...] = ()
    told: str = ""
    late: tuple[str, ...] = ()
    asked: bool = True
    decides: bool = True


@dataclass(frozen=True, slots=True)
class ParamWord:
    """How a free argument is spoken of.

    Attributes:
        what: what it is (:class:`~kopa_synth.queries.brief.Subject`).
        said: how it stands before the noun, with ``{}``.
        values: raw value → name; empty if values are taken from the column of the same name.
        often: how often it is given where it may be left out.
        unlike: values that are none of the things that others are: nothing is compared with them.
    """

    name: str
    what: str
    said: str = ""
    values: Mapping[str, str] = field(default_factory=dict)
    often: float = 0.4
    unlike: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class ToolWord:
    """How a tool's rows are spoken of.

    Attributes:
        name: the column people call a row by, empty if there is none.
        free: arguments that a question may name.
        kinds: column → raw value → noun, where a value makes rows another kind of thing.
        what: what a row that is named is (:class:`~kopa_synth.queries.brief.Subject`).
        named: how its name is said, with ``{}``.
        of: what its rows are, whatever they are called: only like is the same as like.
        now: what a question may say of the things that lead here (대수 → 22), for a tool that lists
            what is so today.
    """

    tool: str
    thing: Thing
    name: str
    free: tuple[str, ...]
    kinds: Mapping[str, Mapping[str, str]]
    fields: Mapping[str, FieldWord]
    what: str = ""
    named: str = ""
    of: str = ""
    now: Mapping[str, str] = field(default_factory=dict)

    def of_kind(self, *kinds: Kind) -> list[FieldWord]:
        """Return the fields of these kinds, in the order of the tool's columns."""
        return [word for word in self.fields.values() if word.kind in kinds]


@dataclass(frozen=True, slots=True)
class Way:
    """How the things that an edge leads to follow from those before.

    Attributes:
        reached: fits after 「그 법안의」; empty if it is about the same thing.
        same: whether it is about the same thing in another source.
        via: what it goes by, if things have one alone: a committee leads to another list of the
            same committee, so no walk goes by it twice.
        often: how readily anybody would ask by it, beside other ways: questions that look a bill's
            committee up to ask of its other business got 17 of 46 ratings under 3 from readers.
        single: whether it leads on from one thing alone.
    """

    reached: str
    same: bool = False
    via: str = ""
    often: float = 1.0
    single: bool = False


class Vocabulary:
    """The words of all tools of a catalogue.

    Args:
        catalogue: the tools.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue
        self._tools: dict[str, ToolWord | None] = {}

    def tool(self, name: str) -> ToolWord | None:
        """Return the words of a tool, ``None`` if people cannot be made to speak of it."""
        if name not in self._tools:
            self._tools[name] = self._read(self._catalogue[name])
        return self._tools[name]

    def param(self, tool: str, name: str) -> ParamWord | None:
        """Return the words of a free argument, ``None`` if no question can name it."""
        spec = self._catalogue[tool]
        row = _document(spec.platform).get("params", {}).get(name)
        if row is not None:
            return ParamWord(name, **row)
        given = spec.param(name)
        if _document(spec.platform) or given is None or given.role != "semantic":
            return None
        return ParamWord(name, _short(given.meaning_ko), values=given.enum or {})

    def way(self, edge: Edge) -> Way | None:
        """Return how an edge is said, ``None`` if it cannot be."""
        source, target = self.tool(edge.source), self.tool(edge.target)
        if source is None or target is None:
            return None
        document = _document(self._catalogue[edge.source].platform)
        if not document:
            return Way(target.thing.noun)
        for row in document["ways"]:
            same = row.get("same", False)
            like = source.of == target.of if same else source.of in row.get("of", [source.of])
            if like and _fits(row, edge):
                said = row["reached"].replace("{noun}", target.thing.noun)
                often, single = row.get("often", 1.0), row.get("single", False)
                return Way(said, same, row.get("via", ""), often, single)
        return None

    def now(self, tool: str) -> Mapping[str, str]:
        """Return what holds today on a tool's platform: 대수 → 22."""
        found: Mapping[str, str] = _document(self._catalogue[tool].platform).get("now", {})
        return found

    def join(self, tool: str) -> str:
        """Return the column that joins a tool's rows to those of its platform's other tools."""
        document = _document(self._catalogue[tool].platform)
        return str(document.get("join", {}).get(tool, ""))

    def _read(self, spec: ToolSpec) -> ToolWord | None:
        document = _document(spec.platform)
        if not document:
            return _derived(spec)
        row = document["tools"].get(spec.name)
        now = document.get("now", {}) if row and row.get("now") else {}
        return None if row is None else _tool(spec, row, document["fields"], now)


@cache
def _document(platform: str) -> Mapping[str, Any]:
    file = files("kopa_synth.walk") / "vocabulary" / f"{platform}.yaml"
    if not file.is_file():
        return {}
    document: Mapping[str, Any] = yaml.load(
        file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader
    )
    return document


def _tool(
    spec: ToolSpec, row: Mapping[str, Any], common: Mapping[str, Any], now: Mapping[str, str]
) -> ToolWord:
    words = {**common, **row.get("fields", {})}
    omitted = set(row.get("omit", ()))
    return ToolWord(
        tool=spec.name,
        thing=_thing(row),
        name=row.get("name", ""),
        free=tuple(name for name in row.get("free", ()) if spec.param(name)),
        kinds=row.get("kinds", {}),
        fields={
            f.path: _field(f.path, words[f.path])
            for f in spec.fields
            if f.path in words and f.path not in omitted and f.confidence != "inferred"
        },
        what=row.get("what", ""),
        named=row.get("named", ""),
        of=row.get("of", row["noun"]),
        now=now,
    )


def _thing(row: Mapping[str, Any]) -> Thing:
    return Thing(row["noun"], row.get("counter", "건"), row.get("asks", "무엇"))


def _field(path: str, row: Mapping[str, Any]) -> FieldWord:
    return FieldWord(
        path=path,
        label=row["label"],
        kind=row["kind"],
        unit=row.get("unit", ""),
        said=row.get("said", ""),
        values=row.get("values", {}),
        most=row.get("max", ""),
        least=row.get("min", ""),
        adds_up=row.get("sum", False),
        group=_thing(row["group"]) if "group" in row else None,
        happened=row.get("happened", ""),
        skip=tuple(row.get("skip", ())),
        told=row.get("told", ""),
        late=tuple(row.get("late", ())),
        asked=row.get("ask", True),
        decides=row.get("decides", True),
    )


def _fits(row: Mapping[str, Any], edge: Edge) -> bool:
    fields = {b.param: b.field for b in edge.bindings}
    by = next((param for param in row["by"] if param in fields), None)
    return (
        by is not None
        and edge.target in row["to"]
        and ("source" not in row or edge.source in row["source"])
        and ("from" not in row or fields[by] in row["from"])
    )


# ---- tools nobody wrote words for ---------------------------------------------------------------


def _derived(spec: ToolSpec) -> ToolWord | None:
    if spec.effect != "read" or spec.kind not in ("endpoint", "view"):
        return None
    words = [word for f in spec.fields if (word := _derived_field(f))]
    if not words:
        return None
    name = next((w.path for w in words if w.kind == "name"), "")
    free = tuple(p.name for p in spec.params if p.role == "semantic" and p.meaning_ko)
    return ToolWord(
        spec.name, Thing(spec.title_ko), name, free, {}, {word.path: word for word in words}
    )


def _derived_field(f: Field) -> FieldWord | None:
    label = _short(f.meaning_ko)
    kind = _kind(f)
    if not label or kind is None or f.confidence == "inferred":
        return None
    return FieldWord(f.path, label, kind, f.unit)


def _kind(f: Field) -> Kind | None:
    if f.shape in _DATES:
        return "date"
    if f.shape in ("name", "org"):
        return "name"
    if f.type in ("integer", "number"):
        return "measure"
    return "text" if f.shape in ("text", "place") else None


def _short(meaning: str) -> str:
    return _ASIDE.sub("", meaning).strip()
