"""Patterns: how a walk of each kind is put together (PAPER 4.4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random

from kopa_env.outcome import Record
from kopa_synth.queries.brief import Aggregate, Pattern
from kopa_synth.walk.answers import measures
from kopa_synth.walk.ending import computed, facts, shown, variants
from kopa_synth.walk.heads import one
from kopa_synth.walk.path import Path
from kopa_synth.walk.playing import Scene, scene, taken
from kopa_synth.walk.reducers import conditions
from kopa_synth.walk.trajectory import Ask, Branch, Compare, Kind, Leg, Mode, Trajectory
from kopa_synth.walk.walker import Walker

_ANY: tuple[Kind, ...] = ("SEQ", "FAN", "DRV")
_KINDS: Mapping[Pattern, Kind] = {
    Pattern.SEQ: "SEQ",
    Pattern.FAN: "FAN",
    Pattern.DRV: "DRV",
}
_TWO: tuple[Mode, ...] = ("difference", "difference", "ratio")
_MORE: tuple[Mode, ...] = ("largest", "smallest")
_COMPARED = (2, 3)
"""How many values a comparison is over."""
_TAILS = (2, 3)
"""Sources that are asked about one thing."""


def attempt(pattern: Pattern, walker: Walker, rng: Random, name: str) -> Trajectory | None:
    """Try once to walk a trajectory of a kind; ``None`` if the dice lead nowhere."""
    return _MAKERS[pattern](walker, rng, name)


def long_walk(walker: Walker, rng: Random, name: str) -> Trajectory | None:
    """Try once to walk a long one: over many pages, or a fan of φ things that lead on."""
    path = walker.start(rng, named=False)
    keep = one(rng, (1, walker.phi))
    path = walker.step(path, rng, ("DRV",), keep) if path else None
    while path and len(path.legs) < 4 and (more := walker.step(path, rng, ("SEQ", "FAN"))):
        path = more
    found = _ended(path, walker, rng, name, None) if path else None
    return replace(found, pattern=Pattern.MIXED) if found else None


def _chain(walker: Walker, rng: Random, name: str, pattern: Pattern) -> Trajectory | None:
    """Walk a chain whose junctions are all of one kind."""
    kind = _KINDS[pattern]
    path = walker.start(rng, named=kind == "SEQ")
    if path is None:
        return None
    if kind == "FAN":
        path = _few(path, walker, rng)
    elif kind == "DRV" and len(path.scenes[-1].rows) <= walker.phi:
        return None
    for _ in range(1 + (kind == "SEQ" and rng.random() < 0.5)):
        further = walker.step(path, rng, (kind,)) if path else None
        if further is None:
            break
        path = further
    if path is None or (kind != "DRV" and not path.junctions):
        return None
    return _ended(path, walker, rng, name, pattern)


def _few(path: Path, walker: Walker, rng: Random) -> Path | None:
    """Return a list narrowed by a condition to 2 to φ rows; the path itself if it has no more."""
    rows = path.scenes[-1].kept
    if 2 <= len(rows) <= walker.phi:
        return path
    word = walker.words.tool(path.legs[-1].tool)
    assert word is not None
    leg = path.legs[-1]
    avoid = [*leg.free, *(w.column for w in leg.kind_of)]
    for where in conditions(rows, word, rng, avoid):
        changed = replace(leg, where=(where,))
        found = scene(changed, (), walker.lister)
        if found is not None and 2 <= len(found.rows) <= walker.phi:
            return Path([changed], [found])
    return None


def _mixed(walker: Walker, rng: Random, name: str) -> Trajectory | None:
    """Walk a chain of two kinds of junction, or one that ends in a SEM or COND template."""
    named = rng.random() < 0.25
    path = walker.start(rng, named=named)
    if path is None:
        return None
    if named:
        path = walker.step(path, rng, ("SEQ",))
    else:
        keep = one(rng, (2, 3, 4, 5)) if rng.random() < 0.4 else 1
        path = walker.step(path, rng, ("DRV",), keep)
    if path is None:
        return None
    if rng.random() < 0.8 and (further := walker.step(path, rng, _ANY)):
        path = further
    if len(path.scenes[-1].rows) == 1 and rng.random() < 0.35:
        finished = _sources(path, walker, rng, name, Pattern.MIXED)
        finished = finished or _branched(path, walker, rng, name, Pattern.MIXED)
        if finished is not None:
            return finished
    return _ended(path, walker, rng, name, Pattern.MIXED)


def _sem(walker: Walker, rng: Random, name: str) -> Trajectory | None:
    path = walker.start(rng, named=True, onward=False)
    return _sources(path, walker, rng, name, Pattern.SEM) if path is not None else None


def _sources(
    path: Path, walker: Walker, rng: Random, name: str, pattern: Pattern
) -> Trajectory | None:
    """Ask several sources about the one thing that a path ends at."""
    grown, asks = tails(path, walker, rng, one(rng, _TAILS))
    if len(asks) < 2 or not _all_needed(grown, asks, walker):
        return None
    return _walk(grown, walker, name, pattern, asks=_in_order(grown, asks, walker))


def _in_order(path: Path, asks: Sequence[Ask], walker: Walker) -> tuple[Ask, ...]:
    """Return asks as people list them: a name first, then figures, the whole before its parts."""

    def place(ask: Ask) -> tuple[bool, bool, int]:
        word = walker.words.tool(path.legs[ask.leg].tool)
        assert word is not None
        figure = word.fields[ask.column].kind == "measure"
        return not ask.name, not figure, len(word.fields[ask.column].label) if figure else 0

    return tuple(sorted(asks, key=place))


def tails(
    path: Path, walker: Walker, rng: Random, most: int, each: int = 1
) -> tuple[Path, tuple[Ask, ...]]:
    """Return a path with up to *most* further sources about its last thing, *each* facts of each.

    A source is reached by an edge, or is another tool of the platform that is asked with the same
    arguments and holds the thing under the same name.
    """
    grown = path
    asks: tuple[Ask, ...] = ()
    place = len(path.legs) - 1
    beside = bool(path.legs[place].named) and bool(walker.words.join(path.legs[place].tool))
    if beside and place == 0 and (own := facts(path, 0, walker, rng, most=1)):
        asks = own
    for _ in range(2 * most):
        if len({ask.leg for ask in asks}) == most + beside:
            break
        more = _beside(grown, walker, rng) if beside else _linked(grown, place, walker, rng)
        told = facts(more, len(more.legs) - 1, walker, rng, most=each) if more else ()
        if more is None or not told:
            continue
        if all(_label(more, ask, walker) not in shown(more, ask.leg, walker) for ask in asks):
            grown, asks = more, (*asks, *told)
    return grown, asks


def _linked(path: Path, place: int, walker: Walker, rng: Random) -> Path | None:
    branch = Path(path.legs[: place + 1], path.scenes[: place + 1], path.junctions)
    been = [leg.tool for leg in path.legs]
    further = walker.step(branch, rng, ("SEQ",), same=True, without=been)
    if further is None or len(further.scenes[-1].rows) != 1:
        return None
    return Path(
        [*path.legs, further.legs[-1]],
        [*path.scenes, further.scenes[-1]],
        [*path.junctions, further.junctions[-1]],
    )


def _beside(path: Path, walker: Walker, rng: Random) -> Path | None:
    first = path.legs[0]
    been = {leg.tool for leg in path.legs}
    joined = walker.words.join(first.tool)
    fit = [w for w in walker.tools if w.tool not in been and walker.words.join(w.tool) == joined]
    if not fit:
        return None
    leg = walker.heads.scope(one(rng, fit), rng, path.said(walker.words))
    if leg is None or len(leg.free) != len(first.free):
        return None
    leg = replace(leg, kind_of=first.kind_of, thing=first.thing)
    found = scene(leg, (), walker.lister)
    if found is None or len(found.rows) != 1:
        return None
    return Path([*path.legs, leg], [*path.scenes, found], path.junctions)


def _all_needed(path: Path, asks: Sequence[Ask], walker: Walker) -> bool:
    """Say whether every leg but the first tells something that no other leg shows."""
    needed = {ask.leg for ask in asks}
    alone = all(_label(path, ask, walker) not in shown(path, ask.leg, walker) for ask in asks)
    cells = [path.scenes[ask.leg].rows[0].get(ask.column) for ask in asks]
    alone = alone and len({str(cell) for cell in cells}) == len(cells)
    followed = {leg.parent for leg in path.legs}
    return alone and all(i in needed or i in followed for i in range(len(path.legs)))


def _label(path: Path, ask: Ask, walker: Walker) -> str:
    word = walker.words.tool(path.legs[ask.leg].tool)
    assert word is not None
    return word.fields[ask.column].label if ask.column in word.fields else ask.column


def _cmp(walker: Walker, rng: Random, name: str) -> Trajectory | None:
    """Compare one measure over values of one free argument."""
    path = walker.start(rng, named=rng.random() < 0.3, onward=False)
    leg = path.legs[0] if path else None
    if leg is None or path is None or not leg.said:
        return None
    over = one(rng, leg.said)
    word = walker.words.param(leg.tool, over)
    if word is None or (leg.named and over == leg.named):
        return None
    values = _values(leg, over, walker, rng)
    if len(values) < 2:
        return None
    ask = _measured(path, walker, rng)
    if ask is None:
        return None
    compared = Leg(
        leg.tool,
        leg.thing,
        {k: v for k, v in leg.free.items() if k != over},
        said=tuple(k for k in leg.said if k != over),
        named=leg.named,
        kind_of=leg.kind_of,
        where=path.legs[0].where,
        over=over,
        values=tuple(values),
    )
    found = scene(compared, (), walker.lister)
    if found is None or len(found.visits) != len(values):
        return None
    if not (leg.named or ask.aggregate):
        return None
    modes = _TWO if len(values) == 2 else _MORE
    if ask.aggregate is Aggregate.COUNT:  # 「300명이 295명의 몇 퍼센트」
        modes = tuple(mode for mode in modes if mode != "ratio")
    compare = Compare(ask, one(rng, modes), told=len(values) > 2 or rng.random() < 0.3)
    walk = _walk(Path([compared], [found]), walker, name, Pattern.CMP, compare=compare)
    return walk if _is_clear(walk, found) else None


def _values(leg: Leg, over: str, walker: Walker, rng: Random) -> list[object]:
    word = walker.words.param(leg.tool, over)
    assert word is not None
    known: list[object] = [*word.values]
    if not known:
        rest = {k: v for k, v in leg.free.items() if k != over}
        listing = walker.lister.all(leg.tool, rest)
        known = [*sorted({str(row.get(over)) for row in listing.rows})] if listing else []
    here = leg.free[over]
    known = [v for v in known if v not in ("", "None", *word.unlike)]
    if here not in known:
        return []
    n = one(rng, _COMPARED)
    if word.what in ("연도", "대수"):  # people compare years that follow each other
        known.sort(key=str)
        first = max(0, min(known.index(here), len(known) - n))
        return known[first : first + n]
    others = [v for v in known if v != here]
    rng.shuffle(others)
    return [here, *others[: n - 1]]


def _measured(path: Path, walker: Walker, rng: Random) -> Ask | None:
    """Return what is compared: one row's measure if it is named, else a count or a sum."""
    word = walker.words.tool(path.legs[0].tool)
    assert word is not None
    if path.legs[0].named:
        fit = [f for f in word.of_kind("measure") if f.label]
        return Ask(0, one(rng, fit).path) if fit else None
    if not path.legs[0].where and not path.legs[0].kind_of:
        plain = [f.path for f in word.fields.values() if f.kind != "category"]
        for where in conditions(path.scenes[0].kept, word, rng, [*path.legs[0].free, *plain]):
            path.legs[0] = replace(path.legs[0], where=(where,))
            break
    options = [ask for ask in computed(path, 0, walker, rng) if _counts(ask)]
    return options[0] if options else None


def _counts(ask: Ask) -> bool:
    return ask.aggregate in (Aggregate.COUNT, Aggregate.SUM)


def _is_clear(walk: Trajectory, found: Scene) -> bool:
    """Say whether the comparison has one outcome, with a margin, and no nought to divide by."""
    assert walk.compare is not None
    figures = measures(walk.compare, walk, [found])
    whole = len(figures) == len(found.visits)
    return whole and len(set(figures)) == len(figures) and min(figures) > 0


def _cond(walker: Walker, rng: Random, name: str) -> Trajectory | None:
    path = walker.start(rng, named=rng.random() < 0.5, onward=False)
    if path is None:
        return None
    if len(path.scenes[-1].rows) > 1:
        plain = (p for p in walker.reduced(path, rng, 1) if not p.legs[-1].where)
        reduced = next(plain, None)
        if reduced is None or len(reduced.scenes[-1].rows) != 1:
            return None
        path = reduced
    return _branched(path, walker, rng, name, Pattern.COND)


def _branched(
    path: Path, walker: Walker, rng: Random, name: str, pattern: Pattern
) -> Trajectory | None:
    """Ask one source if a condition holds for the one thing, and another if not."""
    place = len(path.legs) - 1
    leg = path.legs[place]
    word = walker.words.tool(leg.tool)
    assert word is not None
    if leg.group is not None or len(path.scenes[place].rows) != 1:
        return None
    grown, asks = tails(path, walker, rng, 2, each=2)
    sides = _sides(grown, place, asks, walker, rng)
    if sides is None:
        return None
    avoid = {leg.named, *(w.column for w in (*leg.kind_of, *leg.where)), *leg.free}
    avoid |= {leg.choice.column} if leg.choice else set()
    avoid |= {ask.column for side in sides for ask in side if ask.leg == place}
    avoid |= {
        f.path
        for f in word.fields.values()
        if f.group or not f.asked or not f.decides or f.kind == "date"
    }
    holds = rng.random() < 0.5
    options = list(conditions(_others(path, walker), word, rng, sorted(avoid)))
    options.sort(key=lambda where: taken(Branch(place, where, *sides), path.scenes) is not holds)
    for where in options:
        branch = Branch(place, where, *sides)
        met = taken(branch, path.scenes)
        if not met and sides[1][0].leg == place:  # what is told must need the further source
            branch = Branch(place, where, sides[1], sides[0])
        return _walk(grown, walker, name, pattern, branch=branch)
    return None


def _sides(
    path: Path, place: int, asks: tuple[Ask, ...], walker: Walker, rng: Random
) -> tuple[tuple[Ask, ...], tuple[Ask, ...]] | None:
    """Return what the two sides of a branch ask, each of another source; a further one first."""
    asks = tuple(ask for ask in asks if ask.leg != place)
    legs = sorted({ask.leg for ask in asks})
    if not legs:
        return None
    first = tuple(ask for ask in asks if ask.leg == legs[0])
    second = tuple(ask for ask in asks if ask.leg == legs[-1])
    if len(legs) == 1:
        second = facts(path, place, walker, rng, most=2, tested=True)
    return (first, second) if second and not any(ask.name for ask in (*first, *second)) else None


def _others(path: Path, walker: Walker) -> Sequence[Record]:
    """Return the rows among which the last thing was found: what a condition is chosen by."""
    leg, found = path.legs[-1], path.scenes[-1]
    if leg.bindings or leg.named not in leg.free:
        return found.found
    listing = walker.lister.all(leg.tool, {k: v for k, v in leg.free.items() if k != leg.named})
    return listing.rows if listing is not None else found.found


def _ended(
    path: Path, walker: Walker, rng: Random, name: str, pattern: Pattern | None
) -> Trajectory | None:
    """Ask something at the end of a path; only if that leaves it the kind it should be, if any."""
    for ended, asks in variants(path, walker, rng):
        if asks and pattern in (None, label(ended)):
            return _walk(ended, walker, name, label(ended), asks=asks)
    return None


def label(path: Path) -> Pattern:
    """Return the kind of a chain by the kinds of its junctions."""
    kinds = path.kinds
    return Pattern(next(iter(kinds))) if len(kinds) == 1 else Pattern.MIXED


def _walk(
    path: Path,
    walker: Walker,
    name: str,
    pattern: Pattern,
    *,
    asks: tuple[Ask, ...] = (),
    compare: Compare | None = None,
    branch: Branch | None = None,
) -> Trajectory:
    spec = walker.spec(path.legs[0].tool)
    return Trajectory(
        id=name,
        pattern=pattern,
        platform=spec.platform,
        domain=spec.domain,
        legs=tuple(path.legs),
        asks=asks,
        compare=compare,
        branch=branch,
        junctions=tuple(path.junctions),
    )


def _of(pattern: Pattern) -> Callable[[Walker, Random, str], Trajectory | None]:
    return lambda walker, rng, name: _chain(walker, rng, name, pattern)


_MAKERS: Mapping[Pattern, Callable[[Walker, Random, str], Trajectory | None]] = {
    Pattern.SEQ: _of(Pattern.SEQ),
    Pattern.FAN: _of(Pattern.FAN),
    Pattern.DRV: _of(Pattern.DRV),
    Pattern.SEM: _sem,
    Pattern.CMP: _cmp,
    Pattern.COND: _cond,
    Pattern.MIXED: _mixed,
}
