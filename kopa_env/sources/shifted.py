"""A source a few years later: the same replies, every day and year in them moved.

A task put onto it shows whether its answer comes from the data: nothing else has changed. Which
parameters and fields hold days is read from their formats and shapes, so a bill number that looks
like a year stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from kopa_env.outcome import JSON, Record, ToolResult
from kopa_env.source import Source
from kopa_env.spec import ToolSpec

_FORMATS = ("YYYY",)
_SHAPES = ("date", "year4", "ym")
_YEAR = re.compile(r"^(19|20)\d{2}(?!\d{5,})")
_LEAP = re.compile(r"^(\d{4}\D*0?2\D*)29")


@dataclass(frozen=True, slots=True)
class ShiftedSource:
    """Answers as another source does, some years later.

    Attributes:
        source: answers what is asked, moved back.
        years: how many years its replies are moved on.
    """

    source: Source
    years: int

    def call(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call."""
        return self._later(spec, self.source.call(spec, self._earlier(spec, args)))

    async def acall(self, spec: ToolSpec, args: Mapping[str, JSON]) -> ToolResult:
        """Answer one call."""
        return self._later(spec, await self.source.acall(spec, self._earlier(spec, args)))

    def hashes(self) -> Mapping[str, str]:
        """Return the hashes of the source underneath, its world's marked as moved."""
        held = dict(self.source.hashes())
        return {**held, "world": f"{held.get('world', '')}{self.years:+d}y"}

    def _earlier(self, spec: ToolSpec, args: Mapping[str, JSON]) -> dict[str, JSON]:
        days = {p.name for p in spec.params if p.format.startswith(_FORMATS)}
        return {k: moved(v, -self.years) if k in days else v for k, v in args.items()}

    def _later(self, spec: ToolSpec, result: ToolResult) -> ToolResult:
        days = {f.path for f in spec.fields if f.shape.startswith(_SHAPES)}
        records = [self._row(row, days, "") for row in result.records]
        return replace(result, records=records, rendered=None)

    def _row(self, row: Record, days: set[str], under: str) -> Record:
        return {name: self._cell(value, days, under + name) for name, value in row.items()}

    def _cell(self, value: JSON, days: set[str], path: str) -> JSON:
        if isinstance(value, Mapping):
            return self._row(value, days, f"{path}.")
        if isinstance(value, list | tuple):
            return [self._cell(item, days, path) for item in value]
        return moved(value, self.years) if path in days else value


def moved(value: JSON, years: int) -> JSON:
    """Return a day, month or year moved by some years, as it was written; all else as it is.

    The 29th of February becomes the 28th where the other year has none.
    """
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if not isinstance(text, str) or not _YEAR.match(text):
        return value
    year = int(text[:4]) + years
    whole = f"{year}{text[4:]}"
    if _LEAP.match(whole) and not (year % 4 == 0 and (year % 100 or year % 400 == 0)):
        whole = _LEAP.sub(r"\g<1>28", whole)
    return int(whole) if isinstance(value, int) else whole
