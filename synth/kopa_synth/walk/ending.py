"""Ending: what is asked where a walk ends.

An answer has to say something: a figure, a day, a name. A party or an outcome alone is guessed too
easily, so such a field is asked beside another one only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random

from kopa_env.episode.values import read_number
from kopa_env.outcome import Record
from kopa_synth.explore.values import usable
from kopa_synth.queries.brief import Aggregate, Pick
from kopa_synth.walk.heads import one
from kopa_synth.walk.path import Path, constant
from kopa_synth.walk.playing import value
from kopa_synth.walk.reducers import conditions
from kopa_synth.walk.trajectory import GROUPED, Ask
from kopa_synth.walk.vocabulary import FieldWord, ToolWord
from kopa_synth.walk.walker import Walker

_SHARP = frozenset({"name", "text", "date", "measure", "id"})
_MANY = 120
"""Rows from which the first or last day among them is no lucky guess."""
_FEWEST = 3
"""Rows that a condition leaves at least."""
_RANKED = 0.35
"""How often a first list is reduced to a ranking instead of one row."""
_LONG = 60
"""Longest text that is asked for."""


def facts(
    path: Path,
    place: int,
    walker: Walker,
    rng: Random,
    most: int = 2,
    *,
    name: bool = False,
    tested: bool = False,
) -> tuple[Ask, ...]:
    """Return fields of a leg's one row (or of every row) that are worth asking, at least one.

    Args:
        path: the walk.
        place: the leg.
        walker: knows the words.
        rng: decides.
        most: how many at most.
        name: whether the row's name is asked first.
        tested: whether they stand behind a condition: what the row was chosen by is no news then.
    """
    leg, rows = path.legs[place], path.scenes[place].rows
    if leg.group is not None:
        return (Ask(place, leg.group.by, name=True), Ask(place, GROUPED))
    word = walker.words.tool(leg.tool)
    assert word is not None
    asks: list[Ask] = []
    if name and word.name and _all_told(rows, word.fields.get(word.name)):
        asks.append(Ask(place, word.name, name=True))
    known = _known(path, place, walker, tested)
    names, latest = _names(path, place, walker), _chosen_by(path, walker, Pick.LATEST)
    fit = [
        f
        for f in word.fields.values()
        if f.path != word.name
        and _is_fit(f, rows, known)
        and not _is_told(f, rows, names)
        and not latest & set(f.late)
        and not any(f.label.endswith(label) for label in _tested(path, walker))
    ]
    if (
        leg.choice
        and not tested
        and (by := word.fields.get(leg.choice.column))
        and rng.random() < 0.5
    ):
        asks.append(Ask(place, by.path))
        fit = [f for f in fit if f.path != by.path]
    rng.shuffle(fit)
    taken: list[FieldWord] = []
    for field in fit:
        alike = [other for other in taken if _says_same(field, other, rows)]
        if len(taken) < max(most - len(asks), 0 if asks else 1) and not alike:
            taken.append(field)
    order = list(word.fields)
    asks += [Ask(place, field.path) for field in sorted(taken, key=lambda f: order.index(f.path))]
    return tuple(asks) if _says_something(asks, word) else ()


def _says_same(field: FieldWord, other: FieldWord, rows: Sequence[Record]) -> bool:
    """Say whether two fields are called alike, or are figures that come out alike."""
    if field.label == other.label:
        return True
    both = field.kind == other.kind == "measure"
    return both and all(row.get(field.path) == row.get(other.path) for row in rows)


def _says_something(asks: Sequence[Ask], word: ToolWord) -> bool:
    return any(word.fields[ask.column].kind in _SHARP for ask in asks)


def _known(path: Path, place: int, walker: Walker, tested: bool) -> set[str]:
    """Return the labels of what the question, or the way to this leg, has told already."""
    known: set[str] = set()
    for i, leg in enumerate(path.legs[: place + 1]):
        word = walker.words.tool(leg.tool)
        assert word is not None
        columns = [leg.named, *(w.column for w in (*leg.kind_of, *leg.where)), *leg.free]
        columns += [leg.choice.column] if leg.choice and (i < place or tested) else []
        columns += [b.param for b in leg.bindings]
        known |= {word.fields[c].label for c in columns if c in word.fields}
        known |= {w.what for c in leg.said if (w := walker.words.param(leg.tool, c))}
        if leg.named:
            known |= {f.label for f in word.of_kind("name")}
    for via in filter(None, (leg.via for leg in path.legs)):
        known |= {f"소관{via}", f"소속 {via}"}  # what the walk itself goes by
    return known | shown(path, place, walker)


def shown(path: Path, place: int, walker: Walker) -> set[str]:
    """Return the labels of what other legs show of the same thing: no call is needed for these."""
    known: set[str] = set()
    for other in _alike(path, place):
        word = walker.words.tool(path.legs[other].tool)
        assert word is not None
        rows = path.scenes[other].rows
        known |= {f.label for f in word.fields.values() if any(row.get(f.path) for row in rows)}
    return known


def _alike(path: Path, place: int) -> set[int]:
    """Return the other legs that are about the same thing as a leg."""
    found: set[int] = set()
    at = place
    while path.legs[at].parent >= 0 and not path.legs[at].reached:
        at = path.legs[at].parent
        found.add(at)
    for other, leg in enumerate(path.legs):
        beside = leg.parent < 0 and path.legs[place].parent < 0
        if beside or (leg.parent in found and not leg.reached):
            found.add(other)
    return found - {place}


def _names(path: Path, place: int, walker: Walker) -> list[str]:
    """Return what the thing of a leg is called, in every source that shows it."""
    found: list[str] = []
    for other in (*_alike(path, place), place):
        word = walker.words.tool(path.legs[other].tool)
        if word is not None and word.name:
            found += [str(row.get(word.name)) for row in path.scenes[other].rows]
    return found


def _tested(path: Path, walker: Walker) -> set[str]:
    """Return the labels of the conditions on the way: 「수정 가결된」 tells a 처리 결과 already."""
    found: set[str] = set()
    for leg in path.legs:
        word = walker.words.tool(leg.tool)
        assert word is not None
        found |= {word.fields[w.column].label for w in leg.where if w.column in word.fields}
    return found


def _chosen_by(path: Path, walker: Walker, op: Pick | None = None) -> set[str]:
    """Return the labels of what lists were reduced by on the way."""
    found: set[str] = set()
    for leg in path.legs:
        word, choice = walker.words.tool(leg.tool), leg.choice
        if word is not None and choice is not None and choice.column in word.fields:
            found |= {word.fields[choice.column].label} if op in (None, choice.op) else set()
    return found


def _is_told(field: FieldWord, rows: Sequence[Record], names: Sequence[str]) -> bool:
    """Say whether a text stands inside a name: that of a bill often tells who proposed it."""
    if field.told and any(field.told in name for name in names):
        return True
    if field.kind != "text":
        return False
    return any(str(row.get(field.path)) in name for row in rows for name in names)


def _is_fit(field: FieldWord, rows: Sequence[Record], known: set[str]) -> bool:
    return field.asked and field.label not in known and _all_told(rows, field)


def _all_told(rows: Sequence[Record], field: FieldWord | None) -> bool:
    if field is None:
        return False
    cells = [row.get(field.path) for row in rows]
    if field.kind == "measure":
        return all((read_number(cell) or 0) > 0 for cell in cells)
    fit = [isinstance(c, str) and usable(c) and len(c) <= _LONG for c in cells]
    return all(fit) and not any(str(cell).endswith(field.skip) for cell in cells)


def computed(path: Path, place: int, walker: Walker, rng: Random) -> tuple[Ask, ...]:
    """Return one or two figures computed over all rows of a leg, or nothing."""
    leg, rows = path.legs[place], path.scenes[place].rows
    word = walker.words.tool(leg.tool)
    assert word is not None
    known = shown(path, place, walker)
    if _is_twice(path, place, word):
        return ()
    options: list[Ask] = []
    if leg.where or leg.kind_of:
        options.append(Ask(place, "", Aggregate.COUNT))
    for field in word.of_kind("measure"):
        if field.adds_up and field.label not in known and _spread(rows, field):
            options.append(Ask(place, field.path, Aggregate.SUM))
            if field.unit != "원" and len(path.scenes[place].visits) == 1:
                options.append(Ask(place, field.path, Aggregate.MEAN))
    for field in word.of_kind("date"):
        days = {row.get(field.path) for row in rows} - {None, "", "-"}
        if len(days) > 1 and len(rows) >= _MANY and field.label not in known:
            how = one(rng, (Aggregate.LATEST, Aggregate.EARLIEST))
            options.append(Ask(place, field.path, how))
    rng.shuffle(options)
    asks, two = options[:1], rng.random() < 0.4
    labels = {f.path: f.label for f in word.fields.values()}
    more = [o for o in options[1:] if labels.get(o.column) != labels.get(asks[0].column)]
    asks = sorted([*asks, *more[:two]], key=lambda ask: bool(ask.column))
    return tuple(asks) if any(_is_hard(ask, rows, word) for ask in asks) else ()


def _spread(rows: Sequence[Record], field: FieldWord) -> bool:
    numbers = [n for row in rows if (n := read_number(row.get(field.path))) is not None]
    return len(set(numbers)) > 1


def _is_twice(path: Path, place: int, word: ToolWord) -> bool:
    """Say whether one person may stand in several replies: is a count of persons or of rows?"""
    if word.thing.asks != "누구" or len(path.scenes[place].visits) < 2:
        return False
    names = [row.get(word.name) for row in path.scenes[place].rows]
    return len(set(names)) < len(names)


def _is_day(ask: Ask) -> bool:
    return ask.aggregate in (Aggregate.LATEST, Aggregate.EARLIEST)


def _is_hard(ask: Ask, rows: Sequence[Record], word: ToolWord) -> bool:
    """Say whether a figure is beyond a lucky guess."""
    if _is_day(ask):
        return True
    number = value(ask, rows, "number")
    return isinstance(number, int | float) and number >= (12 if not ask.column else 40)


def final_choice(path: Path, walker: Walker, rng: Random, keep: int = 1) -> Path | None:
    """Return the path with its last list reduced, ``None`` if nothing reduces it."""
    for reduced in walker.reduced(path, rng, keep):
        if len(reduced.scenes[-1].rows) == keep:
            return reduced
    return None


def listed(path: Path, walker: Walker, rng: Random) -> tuple[Ask, ...]:
    """Return asks for a list: what each thing of a fan is called, and one of its facts.

    Every call of the last leg has to answer with one row.
    """
    place = len(path.legs) - 1
    leg = path.legs[place]
    visits = path.scenes[place].visits
    before = path.legs[leg.parent]
    word = walker.words.tool(before.tool)
    if word is None or not word.name or before.group is not None:
        return ()
    if any(len(visit.listing.rows) != 1 for visit in visits):
        return ()
    names = {row.get(word.name) for row in path.scenes[leg.parent].rows}
    if leg.reached or len(names) != len(visits):
        return ()
    told = facts(path, place, walker, rng, most=1)
    return (Ask(leg.parent, word.name, name=True), *told) if told else ()


def variants(path: Path, walker: Walker, rng: Random) -> Iterator[tuple[Path, tuple[Ask, ...]]]:
    """Yield ways to end a walk, the likelier ones first at random."""
    place = len(path.legs) - 1
    rows, visits = path.scenes[place].rows, path.scenes[place].visits
    if len(rows) == 1:
        yield path, _of_one(path, place, walker, rng)
        return
    many = len(visits) > 1
    order = ["list", "compute", "choose"] if many else ["choose", "compute"]
    if rng.random() < 0.5:
        order.reverse()
    for how in order:
        if how == "list":
            yield path, listed(path, walker, rng)
        elif how == "compute":
            narrower = _conditioned(path, place, walker, rng)
            yield narrower, computed(narrower, place, walker, rng)
        else:
            yield from _chosen(path, place, walker, rng)


def _conditioned(path: Path, place: int, walker: Walker, rng: Random) -> Path:
    """Return the path with its last list under a condition, if it has none, half the time."""
    leg, found = path.legs[place], path.scenes[place]
    word = walker.words.tool(leg.tool)
    assert word is not None
    if any(before.where for before in path.legs) or leg.group or rng.random() < 0.5:
        return path
    avoid = [*leg.free, *(w.column for w in leg.kind_of), *constant(found)]
    for where in conditions(found.kept, word, rng, avoid):
        changed = walker.with_last(path, replace(leg, where=(where,)))
        if _FEWEST <= len(changed.scenes[place].rows) < len(found.kept):
            return changed
    return path


def _chosen(
    path: Path, place: int, walker: Walker, rng: Random
) -> Iterator[tuple[Path, tuple[Ask, ...]]]:
    """Yield a path whose last list is reduced to one row, or to the first few in order."""
    if any(leg.choice and leg.choice.k > 1 for leg in path.legs[:place]):
        return  # the first of the four that got most votes: nobody asks for that
    few = not path.legs[place].bindings and rng.random() < _RANKED
    reduced = final_choice(path, walker, rng, one(rng, (2, 3)) if few else 1)
    if reduced is None or _is_chosen_before(reduced, place, walker):
        return
    if len(reduced.scenes[place].rows) > 1:
        yield reduced, _ranking(reduced, place, walker)
    else:
        yield reduced, facts(reduced, place, walker, rng, name=True)


def _ranking(path: Path, place: int, walker: Walker) -> tuple[Ask, ...]:
    leg = path.legs[place]
    word = walker.words.tool(leg.tool)
    assert word is not None
    if leg.choice is None or not word.name:
        return ()
    return (Ask(place, word.name, name=True), Ask(place, leg.choice.column))


def _is_chosen_before(path: Path, place: int, walker: Walker) -> bool:
    """Say whether a list could have been reduced without the calls of its last leg."""
    leg = path.legs[place]
    word = walker.words.tool(leg.tool)
    assert word is not None
    by = word.fields.get(leg.choice.column) if leg.choice else None
    before = Path(path.legs[:place], path.scenes[:place])
    known = shown(path, place, walker) | _chosen_by(before, walker)
    return by is not None and by.label in known


def _of_one(path: Path, place: int, walker: Walker, rng: Random) -> tuple[Ask, ...]:
    """Ask of the last thing, and half the time what the chosen thing before it is called."""
    leg = path.legs[place]
    named = bool(leg.choice or leg.reached)
    asks = facts(path, place, walker, rng, most=2, name=named)
    parent = leg.parent
    if asks and parent >= 0 and path.legs[parent].choice:
        before = facts(path, parent, walker, rng, most=1, name=True)
        asks = (*before[:1], *asks)
    return asks
