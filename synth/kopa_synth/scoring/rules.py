"""The scorer that needs no model: names, meanings, formats and examples, weighed by fixed rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kopa_env.spec import Field, Param, ToolSpec
from kopa_synth.graph import Binding
from kopa_synth.scoring.matching import NO_MATCH, Match, match
from kopa_synth.scoring.plan import plan_rest
from kopa_synth.scoring.proposal import Proposal
from kopa_synth.scoring.sense import Kind, Sense, field_sense, param_sense

MOST = 3
"""Proposals a pair of tools can have."""
FLOOR = 0.2
"""Scores below this are not worth a line."""
COMPANION = 0.3
"""What a field needs to supply a required parameter beside the main one."""

_ECHO = 0.7
_GUESSED = {Kind.CODE: 0.7, Kind.PERSON: 0.8, Kind.NAME: 0.85, Kind.COORDINATE: 0.6}
_GUESSED_OTHER = 0.93
_OPTIONAL = 0.95
_ABROAD = {Kind.CODE: 0.85, Kind.PERSON: 0.6, Kind.NAME: 0.8, Kind.COORDINATE: 1.0}
_ABROAD_OTHER = 0.5
_POINTED = 0.6
"""How much of the doubt remains where the documentation names the source tool."""


@dataclass(frozen=True, slots=True)
class _Input:
    param: Param
    sense: Sense
    key: int


@dataclass(frozen=True, slots=True)
class _Output:
    path: str
    sense: Sense
    key: int
    echo: bool


class RuleScorer:
    """Deterministic and offline.

    A field fits a parameter as far as their kinds, formats and examples allow it and their names
    and meanings agree; identifiers weigh most, dates and titles little. What the source was
    asked for and only repeats weighs less, as does a value carried to another platform.
    """

    name = "rules-1"

    def __init__(self) -> None:
        self._numbers: dict[tuple[object, ...], int] = {}
        self._inputs: dict[str, tuple[ToolSpec, list[_Input]]] = {}
        self._outputs: dict[str, tuple[ToolSpec, list[_Output]]] = {}
        self._matches: dict[tuple[int, int], Match] = {}

    def score(self, source: ToolSpec, target: ToolSpec) -> list[Proposal]:
        """Return up to three dependencies of ``target`` on ``source``, best first."""
        inputs, outputs = self._inputs_of(target), self._outputs_of(source)
        fits = {i.param.name: self._best(source, target, i, outputs) for i in inputs}
        found: dict[tuple[Binding, ...], Proposal] = {}
        for asked in inputs:
            if fits[asked.param.name][1].score >= FLOOR:
                proposal = _proposal(asked, inputs, fits, target)
                if proposal and proposal.score >= FLOOR:
                    known = found.get(proposal.bindings)
                    if known is None or known.score < proposal.score:
                        found[proposal.bindings] = proposal
        return sorted(found.values(), key=lambda p: (-p.score, p.bindings))[:MOST]

    def _best(
        self, source: ToolSpec, target: ToolSpec, asked: _Input, outputs: list[_Output]
    ) -> tuple[str, Match]:
        """Return the field that fits a parameter best; ties go to the field named first."""
        best, path = NO_MATCH, ""
        for given in outputs:
            key = (given.key, asked.key)
            found = self._matches.get(key)
            if found is None:
                found = self._matches[key] = match(given.sense, asked.sense)
            if found.score > best.score:
                found = _in_context(found, given, asked, source, target)
                if found.score > best.score:
                    best, path = found, given.path
        return path, best

    def _inputs_of(self, spec: ToolSpec) -> list[_Input]:
        known = self._inputs.get(spec.name)
        if known is None or known[0] is not spec:
            rows = [
                _Input(p, param_sense(p), self._number(_param_facts(p)))
                for p in spec.params
                if p.role == "semantic"
            ]
            known = self._inputs[spec.name] = (spec, rows)
        return known[1]

    def _outputs_of(self, spec: ToolSpec) -> list[_Output]:
        known = self._outputs.get(spec.name)
        if known is None or known[0] is not spec:
            asked = [param_sense(p) for p in spec.params if p.required and p.role == "semantic"]
            rows = [self._output(f, asked) for f in spec.fields]
            known = self._outputs[spec.name] = (spec, rows)
        return known[1]

    def _output(self, field: Field, asked: list[Sense]) -> _Output:
        sense = field_sense(field)
        echo = any(
            sense.name == a.name or (sense.key == a.key and sense.kind is a.kind) for a in asked
        )
        return _Output(field.path, sense, self._number(_field_facts(field)), echo)

    def _number(self, facts: tuple[object, ...]) -> int:
        return self._numbers.setdefault(facts, len(self._numbers))


def _in_context(
    found: Match, given: _Output, asked: _Input, source: ToolSpec, target: ToolSpec
) -> Match:
    """Weigh a match by where the two stand: same tool family, echo, pointed at."""
    score = found.score
    if given.echo:
        score *= _ECHO
    if source.platform != target.platform:
        score *= _ABROAD.get(asked.sense.kind, _ABROAD_OTHER)
    if source.name not in asked.sense.mentions or score <= 0:
        return Match(score, found.reason)
    if given.sense.name in asked.sense.mentions:
        return Match(0.97, f"{found.reason}, documentation says where it comes from")
    return Match(1 - (1 - score) * _POINTED, f"{found.reason}, documentation names the source")


def _proposal(
    main: _Input,
    inputs: list[_Input],
    fits: Mapping[str, tuple[str, Match]],
    target: ToolSpec,
) -> Proposal | None:
    """Bind one parameter and every required one the source can supply, plan the others."""
    path, fit = fits[main.param.name]
    bound = {main.param.name: path}
    score = fit.score if main.param.required else fit.score * _OPTIONAL
    for other in inputs:
        if other is main or not other.param.required:
            continue
        field, companion = fits[other.param.name]
        if companion.score >= COMPANION and field not in bound.values():
            bound[other.param.name] = field
        elif other.param.default is None:
            score *= _GUESSED.get(other.sense.kind, _GUESSED_OTHER)
    plan = plan_rest(target, bound)
    if plan is None:
        return None
    bindings = tuple(sorted(Binding(param, field) for param, field in bound.items()))
    return Proposal(bindings, round(score, 4), fit.reason, plan)


def _param_facts(param: Param) -> tuple[object, ...]:
    return (
        "p",
        *_facts(param.name, param.type, param.format, param.example, param.meaning_ko),
        *(param.enum or ()),
    )


def _field_facts(field: Field) -> tuple[object, ...]:
    name = field.path.rpartition(".")[2]
    facts = _facts(name, field.type, field.shape, field.example, field.meaning_ko)
    return ("f", *facts, field.confidence)


def _facts(*values: object) -> Iterator[str]:
    return (str(value) for value in values)
