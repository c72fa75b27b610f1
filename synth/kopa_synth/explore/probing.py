"""Whether a tool looks at an argument at all.

Some services drop a parameter they do not know and answer with everything they have. The reply
looks like a success, so an edge into such a parameter would be confirmed by any value. A probe
asks again with other values: a reply that stays the same was not caused by the argument.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kopa_env.outcome import JSON, Origin, Record, Status, ToolResult
from kopa_env.spec import Param, ToolSpec
from kopa_synth.explore.executor import Executor

_DATES = {
    "YYYY": ("1900", "2999"),
    "YYYYMM": ("190001", "299912"),
    "YYYY-MM": ("1900-01", "2999-12"),
    "YYYYMMDD": ("19000101", "29991231"),
    "YYYY-MM-DD": ("1900-01-01", "2999-12-31"),
}
TRIES = 3
"""Probes of one argument that may come to nothing before it is left at that."""

_AGAIN = 2
"""More tries of a probing call that meets an environmental fault."""

_TURNS = ((7, 13), (3, 5))
"""How far digits and letters are turned for the two other values."""


class Probe:
    """Finds out, once per tool and parameter, whether an argument is used.

    Attributes:
        verdicts: ``tool.param`` → whether it is used. What stays open after :data:`TRIES` probes,
            or what the recording cannot answer, is taken to be used.
    """

    def __init__(self, executor: Executor, verdicts: dict[str, bool] | None = None) -> None:
        self.verdicts = {} if verdicts is None else verdicts
        self.tries: dict[str, int] = {}
        self._executor = executor

    def used(self, spec: ToolSpec, params: Sequence[str], args: Mapping[str, JSON]) -> bool:
        """Say whether at least one of these arguments of a successful call made a difference.

        What cannot be told (the service fails just now) counts as used and is tried again later.
        """
        return any([self._verdict(spec, name, args) for name in params]) if params else True

    def _verdict(self, spec: ToolSpec, name: str, args: Mapping[str, JSON]) -> bool:
        place = f"{spec.name}.{name}"
        if place not in self.verdicts:
            found = self._probe(spec, name, args)
            self.tries[place] = self.tries.get(place, 0) + 1
            if found is None and self.tries[place] < TRIES:
                return True
            self.verdicts[place] = found is not False
        return self.verdicts[place]

    def _probe(self, spec: ToolSpec, name: str, args: Mapping[str, JSON]) -> bool | None:
        param = spec.param(name)
        true = self._look(spec, args)
        if param is None or true is None or true.status is not Status.OK:
            return None
        asked = False
        for other in other_values(param, args[name]):
            result = self._look(spec, {**args, name: other})
            if result is None:
                continue
            if result.origin is Origin.MISS:
                return True
            if result.status in (Status.ENVIRONMENTAL, Status.CONFIG):
                return None
            if not alike(true, result, {str(args[name]), str(other)}):
                return True
            asked = True
        return not asked

    def _look(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult | None:
        """Ask, and again where the service fails."""
        result = self._executor.look(spec, args)
        for _ in range(_AGAIN):
            if result is None or result.status is not Status.ENVIRONMENTAL:
                break
            if result.origin is Origin.MISS:
                break
            result = self._executor.look(spec, args)
        return result


def other_values(param: Param, value: JSON) -> list[JSON]:
    """Return up to two other values of the same form, which no honest filter treats alike."""
    if param.enum:
        return [code for code in param.enum if code != value][:2]
    if param.format in _DATES:
        return list(_DATES[param.format])
    if isinstance(value, int | float):
        return [value + 1_000_003, value + 7]
    text = str(value)
    return [_turned(text, digits, letters) for digits, letters in _TURNS]


def _turned(text: str, digits: int, letters: int) -> str:
    turned = "".join(_turn(char, digits, letters) for char in text)
    return turned if turned != text else f"{text}{'힣' * digits}"


def _turn(char: str, digits: int, letters: int) -> str:
    if "0" <= char <= "9":
        return str((int(char) + digits) % 10)
    for first in "aA":
        if first <= char <= chr(ord(first) + 25):
            return chr(ord(first) + (ord(char) - ord(first) + letters) % 26)
    return char


def alike(one: ToolResult, other: ToolResult, echoed: set[str]) -> bool:
    """Say whether two replies hold the same rows, cells that merely echo the argument aside."""
    if other.status is not one.status or other.total != one.total:
        return False
    if len(one.records) != len(other.records):
        return False
    return all(
        _without(a, echoed) == _without(b, echoed)
        for a, b in zip(one.records, other.records, strict=True)
    )


def _without(record: Record, echoed: set[str]) -> dict[str, JSON]:
    return {name: "" if str(value) in echoed else value for name, value in record.items()}
