"""Reducers and conditions that can be put on rows: tie-safe, sayable, with figures people use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from kopa_env.episode.values import read_date, read_number
from kopa_env.outcome import Record
from kopa_synth.queries.brief import Pick
from kopa_synth.queries.brief import Test as Compared
from kopa_synth.walk.playing import chosen
from kopa_synth.walk.trajectory import Choice, Where
from kopa_synth.walk.vocabulary import FieldWord, ToolWord

_ROUND = (1, 2, 3, 5)
LONGEST = 20
"""Letters of the longest value that a question says."""
_FILLED = 0.8
"""Share of rows that must hold a value for rows to be ordered by it."""


def choices(rows: Sequence[Record], word: ToolWord, rng: Random, k: int = 1) -> Iterator[Choice]:
    """Yield reducers that leave exactly *k* rows without a tie, in random order."""
    options: list[Choice] = []
    for field in word.of_kind("measure"):
        if _held(rows, field) and len({row.get(field.path) for row in rows}) > k:
            options.append(Choice(Pick.MAX if k == 1 else Pick.TOP, field.path, k))
            if k == 1 and (field.least or not field.most):
                options.append(Choice(Pick.MIN, field.path))
    if k == 1:
        for field in word.of_kind("date"):
            if _held(rows, field):
                options += [Choice(Pick.LATEST, field.path), Choice(Pick.EARLIEST, field.path)]
    rng.shuffle(options)
    for option in options:
        if 0 < len(chosen(rows, option)) < len(rows):
            yield option


def _held(rows: Sequence[Record], field: FieldWord) -> bool:
    read = read_date if field.kind == "date" else read_number
    held = sum(read(row.get(field.path)) is not None for row in rows)
    return held >= _FILLED * len(rows)


def conditions(
    rows: Sequence[Record], word: ToolWord, rng: Random, avoid: Sequence[str] = ()
) -> Iterator[Where]:
    """Yield conditions that some rows meet and some do not, in random order."""
    options: list[Where] = []
    for field in word.fields.values():
        if field.path in avoid:
            continue
        if field.kind == "category":
            options += _equal(rows, field)
        elif field.kind == "date":
            options += _since(rows, field, rng)
        elif field.kind == "measure":
            options += _at_least(rows, field, rng)
    rng.shuffle(options)
    yield from options


def _equal(rows: Sequence[Record], field: FieldWord) -> list[Where]:
    counts = Counter(str(row.get(field.path) or "") for row in rows)
    fit = field.values or {value: value for value in counts if field.said}
    return [
        Where(field.path, Compared.EQ, value)
        for value, n in sorted(counts.items())
        if value in fit and value not in field.skip and n < len(rows) and len(value) <= LONGEST
    ]


def _since(rows: Sequence[Record], field: FieldWord, rng: Random) -> list[Where]:
    days = sorted(day for row in rows if (day := read_date(row.get(field.path))))
    if len(days) < _FILLED * len(rows) or len(set(days)) < 3:
        return []
    day = days[int(len(days) * (0.3 + 0.6 * rng.random()))].replace(day=1)
    if rng.random() < 0.5 and day.replace(month=1) > days[0]:
        day = day.replace(month=1)
    return [Where(field.path, Compared.SINCE, day.isoformat())]


def _at_least(rows: Sequence[Record], field: FieldWord, rng: Random) -> list[Where]:
    numbers = sorted(n for row in rows if (n := read_number(row.get(field.path))) is not None)
    if len(numbers) < _FILLED * len(rows) or len(set(numbers)) < 5:
        return []
    figure = round_figure(int(numbers[int(len(numbers) * (0.4 + 0.55 * rng.random()))]))
    if figure <= numbers[0] or figure > numbers[-1]:
        return []
    return [Where(field.path, Compared.GE, figure)]


def round_figure(number: int) -> int:
    """Return the largest 1, 2, 3 or 5 times a power of ten that a number reaches."""
    if number <= 0:
        return 0
    power = int(10 ** (len(str(number)) - 1))
    return max(m * power for m in _ROUND if m * power <= number)
