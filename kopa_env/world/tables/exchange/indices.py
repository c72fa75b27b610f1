"""Indices day by day: those made of shares move as their members' worth does.

``index_turnover`` holds a year of what was traded in one part, because a year of a share costs
little more than a day. ``index_days`` is a day of every index
as the exchange serves it, with those that follow another (leveraged, inverse, dividends kept);
``index_prices`` the indices made of shares as the Commission serves them, also over years.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import add

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Series, Table, Value
from kopa_env.world.tables.exchange.assets import ASSETS, asset_logs, fear
from kopa_env.world.tables.exchange.days import (
    day_of,
    first_from,
    number,
    span,
    trading_days,
    years,
)
from kopa_env.world.tables.exchange.members import (
    FINE,
    Index,
    Places,
    begins,
    indices,
    member_indices,
    members,
)
from kopa_env.world.tables.exchange.prices import MIDDLE, closes, register, shares_on, volumes
from kopa_env.world.tables.exchange.stocks import SINCE, since_2020, turnover
from kopa_env.world.tables.exchange.texts import bare, decimal, hundredths
from kopa_env.world.tables.exchange.walk import logarithm, power, values
from kopa_env.world.world import Condition, World

_FEW = 4
"""Up to so many days of a year, what was traded is summed up from those days' shares."""

_KEPT_A_DAY = 5
"""Dividends kept, as a logarithm a day: about 1.8 % a year."""


def _year(names: tuple[Value, ...]) -> int:
    text = str(names[0])
    return int(text) if text.isdigit() and int(text) in years() else 0


def _by_index(sums: dict[Places, list[int]], width: int) -> dict[int, list[int]]:
    totals: dict[int, list[int]] = {}
    for places, amounts in sums.items():
        for place in places:
            totals[place] = list(map(add, totals.get(place, [0] * width), amounts))
    return totals


_bases_kept: dict[tuple[int, int], dict[int, tuple[int, int, int]]] = {}


def bases_of(world: World, year: int) -> dict[int, tuple[int, int, int]]:
    """Return (level in millionths, worth, number of shares) of each index as a year began."""
    key = (world.seed, year)
    if key not in _bases_kept:
        if len(_bases_kept) >= 64:
            _bases_kept.clear()
        _bases_kept[key] = {
            int(str(row["place"])): (
                int(str(row["level"])), int(str(row["cap"])), int(str(row["count"]))
            )
            for row in world.select("index_years", [Condition("year", "eq", year)])[0]
        }  # fmt: skip
    return _bases_kept[key]


Levels = dict[int, tuple[int | None, int]]
_days_kept: dict[tuple[int, int], Levels] = {}
_MANY = 20
"""From so many days of a year on, its levels are reckoned all at once."""


def member_levels(world: World, day: int) -> Levels:
    """Return (level in hundredths, worth) of every index of shares on a day, by its place."""
    key = (world.seed, day)
    if key not in _days_kept:
        _keep(world, range(day, day + 1))
    return _days_kept[key]


def _keep(world: World, days: range) -> None:
    """Reckon the levels of days of one year."""
    if len(_days_kept) >= 1_000:
        _days_kept.clear()
    year, issues = int(day_of(days.start)[:4]), register(world)
    sums: dict[Places, list[int]] = {}
    for n, places in members(world, year).items():
        issue = issues[n]
        prices = closes(world.seed, issue, days.start, days.stop)
        if days.start < issue.split < days.stop:
            caps = [p * shares_on(issue, day) for p, day in zip(prices, days, strict=True)]
        else:
            shares = shares_on(issue, days.start)
            caps = [p * shares for p in prices]
        held = sums.get(places)
        sums[places] = caps if held is None else list(map(add, held, caps))
    totals = _by_index(sums, len(days))
    for n, day in enumerate(days):
        caps_of = {place: caps[n] for place, caps in totals.items()}
        _days_kept[world.seed, day] = _levels(world, year, day, caps_of)


def _levels(world: World, year: int, day: int, caps: dict[int, int]) -> Levels:
    bases, after = bases_of(world, year), bases_of(world, year + 1)
    last = day == span(year).stop - 1
    found: Levels = {}
    for index in member_indices():
        level, opening, _ = bases[index.place]
        if index.place not in caps or not opening:
            continue
        cap = caps[index.place]
        fine = level * cap // opening
        if last and index.place in after:
            fine = after[index.place][0]
        found[index.place] = (fine // (FINE // 100) if index.level else None, cap)
    return found


def _traded(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    year = _year(names)
    if not year:
        return
    days, issues = span(year), register(world)
    amounts: dict[Places, list[int]] = {}
    worths: dict[Places, list[int]] = {}
    for n, places in members(world, year).items():
        issue = issues[n]
        prices = closes(world.seed, issue, days.start - 1, days.stop)
        bases = prices[:-1]
        if days.start <= issue.split < days.stop:
            bases[issue.split - days.start] //= issue.ratio
        moved = [abs(a - b) for a, b in zip(prices[1:], bases, strict=True)]
        volume = volumes(world.seed, issue, days.start, days.stop, moved, prices[1:])
        words = values(world.seed, f"{issue.code} range", 1, days.start, days.stop)
        worth = list(map(turnover, volume, bases, prices[1:], words))
        for sums, new in ((amounts, volume), (worths, worth)):
            held = sums.get(places)
            sums[places] = new if held is None else list(map(add, held, new))
    volume_of, worth_of = _by_index(amounts, len(days)), _by_index(worths, len(days))
    for n, day in enumerate(days):
        for place in volume_of:
            yield str(year), day_of(day), place, volume_of[place][n], worth_of[place][n]


INDEX_TURNOVER = Table(
    "index_turnover",
    (
        Column("year", domain="year"),
        Column("day", domain="date"),
        Column("place", "int"),
        Column("volume", "int"),
        Column("value", "int"),
    ),
    lambda world: (row for year in years() for row in _traded(world, (str(year),))),
    key=("day", "place"),
    by=("year",),
    part=_traded,
)


def level_before(world: World, index: Index, day: int) -> int:
    """Return an index's level (hundredths) at the end of the day before, of its year's members."""
    year = int(day_of(day)[:4])
    if day - 1 > begins(year):
        found = member_levels(world, day - 1).get(index.place)
        return (found[0] or 0) if found else 0
    return bases_of(world, year)[index.place][0] // (FINE // 100)


def named_level(world: World, name: str, day: int) -> int:
    """Return the level of an index of shares (the exchange's own first) in hundredths."""
    index = next(i for i in member_indices() if i.name == name)
    if day < span(years()[0]).start:
        return level_before(world, index, day + 1)
    found = member_levels(world, day).get(index.place)
    return (found[0] or 0) if found else 0


def base_log(world: World, base: str, day: int) -> int:
    """Return how far an index or asset stands from where it stood at the beginning of 2024."""
    if base in ASSETS:
        return asset_logs(world.seed, base, day, day + 1)[0]
    now, then = named_level(world, base, day), named_level(world, base, MIDDLE)
    return logarithm(now, then) if now and then else 0


def following(world: World, index: Index, day: int) -> int:
    """Return the level (hundredths) of an index that follows another."""
    if index.base == "VOL":
        return fear(world.seed, day)
    log = base_log(world, index.base, day) * index.factor // 10
    if index.kept:
        log += _KEPT_A_DAY * (day - MIDDLE)
    return max(1, power(log, index.level * 10_000) // 10_000)


def _day(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    day = number(names[0])
    if day is None:
        return
    levels = member_levels(world, day)
    traded = _turnover(world, day)
    for index in indices():
        if index.market:
            if index.place in levels:
                close, cap = levels[index.place]
                before = level_before(world, index, day)
                yield _row(world, index, day, close, before, (*traded[index.place], cap))
        else:
            now, before = following(world, index, day), following(world, index, day - 1)
            yield _row(world, index, day, now, before, None)


def _turnover(world: World, day: int) -> dict[int, tuple[int, int]]:
    """Return (volume, value) of every index of shares on a day, from the shares' own."""
    held = members(world, int(day_of(day)[:4]))
    places = {issue.code: held.get(n, ()) for n, issue in enumerate(register(world))}
    totals: dict[int, tuple[int, int]] = {}
    for row in world.select("stock_days", [Condition("day", "eq", day_of(day))])[0]:
        volume, value = int(str(row["volume"])), int(str(row["value"]))
        for place in places[str(row["code"])]:
            had = totals.get(place, (0, 0))
            totals[place] = (had[0] + volume, had[1] + value)
    return totals


def _row(
    world: World,
    index: Index,
    day: int,
    close: int | None,
    before: int,
    traded: tuple[int, int, int] | None,
) -> Row:
    """Return a day of an index: ``traded`` is volume, value and worth of its shares."""
    head = (day_of(day), index.series, f"{index.series}시리즈", index.kind, index.name)
    tail: tuple[Value, ...] = (None, None, None)
    if traded is not None and (index.ranged or not index.level):
        tail = traded
    count = None
    if index.market:
        count = bases_of(world, int(day_of(day)[:4]))[index.place][2]
    if close is None:
        return (*head, *[None] * 7, *tail, count, *[None] * 4)
    change = close - before
    text = decimal(hundredths(change, before), 2)
    opening = high = low = None
    if index.ranged:
        draw = Draw(world.seed, "index day", index.place, day)
        start = before + change * draw.between(-30, 110) // 100
        reach = close * draw.between(5, 70) // 10_000
        opening = decimal(start, 2)
        high = decimal(max(start, close) + reach, 2)
        low = decimal(max(1, min(start, close) - reach * draw.between(40, 160) // 100), 2)
    return (
        *head, decimal(close, 2), decimal(change, 2), text, bare(text), opening, high, low,
        *tail, count, change / 100, float(text), *_since_last_year(world, index, day, close),
    )  # fmt: skip


def _since_last_year(world: World, index: Index, day: int, close: int) -> tuple[Value, Value]:
    """Return how far an index of shares stands from last year's end, in points and per cent."""
    if not index.market:
        return None, None
    opening = bases_of(world, int(day_of(day)[:4]))[index.place][0] // (FINE // 100)
    return (close - opening) / 100, hundredths(close - opening, opening) / 100


_COLUMNS = (
    Column("day", domain="date"),
    Column("series"),
    Column("series_name"),
    Column("kind"),
    Column("name", domain="index_name", gen="fact"),
    Column("close", null_rate=0.01),
    Column("change", null_rate=0.01),
    Column("rate", null_rate=0.01),
    Column("rate_bare", null_rate=0.01),
    Column("open", null_rate=0.15),
    Column("high", null_rate=0.15),
    Column("low", null_rate=0.15),
    Column("volume", "int", null_rate=0.7),
    Column("value", "int", null_rate=0.7),
    Column("cap", "int", null_rate=0.7),
    Column("count", "int", null_rate=0.65),
    Column("change_num", "real", null_rate=0.01),
    Column("rate_num", "real", null_rate=0.01),
    Column("year_change", "real", null_rate=0.65),
    Column("year_rate", "real", null_rate=0.65),
)

INDEX_DAYS = Table(
    "index_days",
    _COLUMNS,
    lambda world: (row for day in trading_days() for row in _day(world, (day,))),
    key=("day", "series", "kind", "name"),
    by=("day",),
    part=_day,
)


def _public() -> tuple[Index, ...]:
    return tuple(index for index in member_indices() if index.level)


def _of_days(world: World, chosen: Sequence[Index], days: Sequence[str]) -> Iterator[Row]:
    for _, group in groupby(days, key=lambda day: day[:4]):
        places = [first_from(text) for text in group]
        if len(places) >= _MANY:
            _keep(world, range(max(places[0] - 1, span(int(days[0][:4])).start), places[-1] + 1))
        traded = _traded_on(world, places)
        for day in places:
            levels = member_levels(world, day)
            for index in chosen:
                close, cap = levels.get(index.place, (None, 0))
                if close is not None:
                    sums = (*traded[day].get(index.place, (0, 0)), cap)
                    before = level_before(world, index, day)
                    yield _row(world, index._replace(ranged=True), day, close, before, sums)


def _traded_on(world: World, days: Sequence[int]) -> dict[int, dict[int, tuple[int, int]]]:
    """Return (volume, value) of the indices on days of one year."""
    if len(days) <= _FEW:
        return {day: _turnover(world, day) for day in days}
    found: dict[int, dict[int, tuple[int, int]]] = {day: {} for day in days}
    for row in world.select("index_turnover", [Condition("year", "eq", day_of(days[0])[:4])])[0]:
        day = number(row["day"])
        if day in found:
            sums = int(str(row["volume"])), int(str(row["value"]))
            found[day][int(str(row["place"]))] = sums
    return found


def _public_day(world: World, names: tuple[Value, ...]) -> Iterator[Row]:
    if str(names[0]) >= SINCE and number(names[0]) is not None:
        yield from _of_days(world, _public(), [str(names[0])])


def _find(world: World, where: Sequence[Condition]) -> list[str]:
    return [str(i.place) for i in _public() if all(c.meets(i.name) for c in where)]


def _history(world: World, place: str, days: Sequence[str]) -> Iterator[Row]:
    chosen = [index for index in _public() if str(index.place) == place]
    yield from _of_days(world, chosen, days)


INDEX_PRICES = Table(
    "index_prices",
    _COLUMNS,
    lambda world: (row for day in since_2020(world) for row in _public_day(world, (day,))),
    key=("day", "series", "name"),
    by=("day",),
    part=_public_day,
    series=Series(
        keys=since_2020,
        size=lambda world, day: len(_public()),
        items=("name",),
        find=_find,
        life=lambda world, place: ("0", "9"),
        history=_history,
    ),
)

INDICES: tuple[Table, ...] = (INDEX_TURNOVER, INDEX_DAYS, INDEX_PRICES)
