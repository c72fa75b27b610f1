"""Cells of the portal's tables: parts that can be added up, and items reckoned from their sums."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.tables.districts import districts, provinces
from kopa_env.world.tables.exchange.texts import decimal
from kopa_env.world.tables.statistics import members, subject
from kopa_env.world.tables.statistics_bank.series import values as bank
from kopa_env.world.tables.statistics_base.people import (
    AGE_GROUPS,
    CAUSES,
    apportion,
    births,
    by_age,
    deaths,
    residents,
)
from kopa_env.world.tables.statistics_base.places import firms, homes, houses

Vector = tuple[int, ...]
Cell = tuple[tuple[str, ...], Vector]
"""Codes, one an axis, and numbers that add up."""

_ITEMS: Mapping[str, Mapping[str, tuple[int, int, int, int]]] = {
    # subject: item: (above, below or -1, times, digits)
    "주민등록인구": {"T20": (0, -1, 1, 0), "T21": (1, -1, 1, 0), "T22": (2, -1, 1, 0)},
    "주민등록세대": {"T1": (3, -1, 1, 0)},
    "연령별 인구": {"T2": (0, -1, 1, 0), "T3": (1, -1, 1, 0), "T4": (2, -1, 1, 0)},
    "사망": {"T1": (0, -1, 1, 0), "T4": (0, 1, 100_000, 1)},
    "출생": {"T1": (0, -1, 1, 0), "T2": (0, 1, 1000, 1)},
    "가구": {"T1": (0, -1, 1, 0), "T2": (1, -1, 1, 0)},
    "1인가구": {"T001": (1, 0, 100, 1)},
    "총조사": {
        "T100": (0, -1, 1, 0), "T110": (1, -1, 1, 0), "T120": (2, -1, 1, 0),
        "T200": (3, -1, 1, 0), "T310": (4, -1, 1, 0),
    },
    "사업체": {"T1": (0, -1, 1, 0), "T2": (1, -1, 1, 0)},
    "주택": {"T1": (0, -1, 1, 0)},
    "미분양 종합": {"13103871014T1": (0, -1, 1, 0)},
    "고용": {"T1": (0, -1, 1, 0), "T2": (1, 2, 100, 1)},
    "물가": {"T1": (0, -1, 1, 2)},
    "품목별 물가": {"T1": (0, -1, 1, 2)},
}  # fmt: skip
_HEADS = (0, 0, 0, 6, 45, 92, 108, 92, 96, 94, 98, 95, 94, 80, 55, 43, 31, 16, 6, 1, 0)
"""Heads of households by age, and among a hundred of each how many live alone."""
_ALONE = (0, 0, 0, 92, 88, 66, 42, 28, 22, 20, 22, 27, 33, 37, 39, 42, 46, 50, 55, 58, 60)
_WORKING = (0, 0, 0, 8, 70, 118, 128, 115, 127, 128, 128, 112, 86, 52, 30, 18, 9, 3, 1, 0, 0)
_OUT_OF_WORK = (0, 0, 0, 16, 120, 160, 110, 78, 72, 66, 70, 72, 90, 60, 40, 30, 14, 3, 0, 0, 0)


@lru_cache(maxsize=1)
def _above() -> Mapping[str, tuple[str, ...]]:
    """Return the codes that a district counts for: the country, its province, itself."""
    codes = {p.short: p for p in provinces()}
    return {
        d.code: ("00", codes[d.province].code)
        if d.name == codes[d.province].name
        else ("00", codes[d.province].code, d.code)
        for d in districts()
    }


def _month(cycle: str, period: str) -> str:
    return f"{period}12" if cycle == "A" else period


def _registered(seed: int, cycle: str, period: str) -> Iterator[Cell]:
    for d in districts():
        c = residents(seed, d.code, _month(cycle, period))
        yield (d.code,), (c.total, c.male, c.female, c.households)


def _aged(seed: int, cycle: str, period: str) -> Iterator[Cell]:
    for d in districts():
        for n, (men, women) in enumerate(by_age(seed, d.code, int(period))):
            yield (d.code, f"{(n + 1) * 5:03d}"), (men + women, men, women)


def _born(seed: int, cycle: str, period: str) -> Iterator[Cell]:
    year = int(period)
    for d in districts():
        people = residents(seed, d.code, f"{year}12").total
        yield (d.code,), (births(seed, d.code, year), people)


def _died(seed: int, cycle: str, period: str) -> Iterator[Cell]:
    year = int(period)
    people = [residents(seed, d.code, f"{year}12") for d in districts()]
    men, women = sum(c.male for c in people), sum(c.female for c in people)
    found = deaths(seed, year, men + women)
    for sex, (own, living) in enumerate(zip(found, (men, women), strict=True), 1):
        for n, number in enumerate(own):
            cause = str(n + 1) if n < len(CAUSES) else ""
            yield (cause, str(sex)), (number, living if not n else 0)


def _householders(seed: int, cycle: str, period: str) -> Iterator[Cell]:
    year = int(period)
    for d in districts():
        own = homes(seed, d.code, year)
        whole = sum(n for n, _ in own.values())
        alone = sum(n for (kind, _), (n, _) in own.items() if kind == "A0")
        people = [m + w for m, w in by_age(seed, d.code, year)]
        heads = apportion(whole, [p * h for p, h in zip(people, _HEADS, strict=True)])
        single = apportion(alone, [h * a for h, a in zip(heads, _ALONE, strict=True)])
        for n in range(AGE_GROUPS):
            yield (d.code, f"{(n + 1) * 5:03d}"), (heads[n], min(heads[n], single[n]))


def _census(seed: int, cycle: str, period: str) -> Iterator[Cell]:
    year = int(period)
    for d in districts():
        c = residents(seed, d.code, f"{year}12")
        own = sum(n for n, _ in homes(seed, d.code, year).values())
        yield (d.code,), (c.total, c.male, c.female, own, sum(houses(seed, d.code, year)))


def _alone(seed: int, cycle: str, period: str) -> Iterator[Cell]:
    for d in districts():
        own = homes(seed, d.code, int(period))
        single = sum(n for (kind, _), (n, _) in own.items() if kind == "A0")
        yield (d.code,), (sum(n for n, _ in own.values()), single)


def _firms(seed: int, cycle: str, period: str) -> Iterator[Cell]:
    for d in districts():
        for section, numbers in firms(seed, d.code, int(period)).items():
            yield (d.code, section), numbers


def _unsold(seed: int, cycle: str, period: str) -> Iterator[Cell]:
    month = _month(cycle, period)
    number = int(month[:4]) * 12 + int(month[4:])
    for d in districts():
        draw = Draw(seed, "unsold", d.code)
        top, start = draw.skewed(0, 1800), draw.between(2016, 2026) * 12
        gone = max(0, 100 - abs(number - start) * draw.between(2, 5))
        yield (d.code,), (top * gone // 100,)


def _unsold_parts(seed: int, cycle: str, period: str) -> Iterator[Cell]:
    whole = sum(numbers[0] for _, numbers in _unsold(seed, cycle, period))
    draw = Draw(seed, "unsold parts", period)
    public = whole * draw.between(0, 18) // 1000
    sizes = apportion(whole, [draw.between(8, 20), draw.between(60, 80), draw.between(6, 20)])
    head, below = "13102871014A.000", "13102871014B.000"
    for sort, codes, parts in (("1", "23", (public, whole - public)), ("2", "456", sizes)):
        yield (head + sort, f"{below}1"), (whole,)
        for code, part in zip(codes, parts, strict=True):
            yield (head + sort, below + code), (part,)


def _employed(seed: int, cycle: str, period: str) -> Iterator[Cell]:
    key = period if cycle != "Q" else f"{period[:4]}Q{int(period[4:])}"
    working = bank(seed, "901Y027", "I61BA", cycle)[key]
    looking = bank(seed, "901Y027", "I61BB", cycle)[key]
    draw = Draw(seed, "employed", key)
    sexes, weights, idle = ("1", "2"), [], []
    for sex in (557, 443):
        weights += [w * sex * draw.between(985, 1015) for w in _WORKING]
        idle += [w * (sex + 20) * draw.between(96, 104) for w in _OUT_OF_WORK]
    cells = [(sex, f"{(n + 1) * 5:03d}") for sex in sexes for n in range(AGE_GROUPS)]
    parts = zip(cells, apportion(working, weights), apportion(looking, idle), strict=True)
    for codes, has, wants in parts:
        yield codes, (has, wants, has + wants)


def _prices(seed: int, cycle: str, period: str) -> Iterator[Cell]:
    for code in ("00", *(p.code for p in provinces())):
        yield (code,), (_price(seed, cycle, period, code, "0"),)


def _price_parts(seed: int, cycle: str, period: str) -> Iterator[Cell]:
    for code in ("00", *(p.code for p in provinces())):
        for part, *_ in members("지출목적"):
            yield (code, part), (_price(seed, cycle, period, code, part),)


def _price(seed: int, cycle: str, period: str, place: str, part: str) -> int:
    key = period if cycle != "Q" else f"{period[:4]}Q{int(period[4:])}"
    nation = bank(seed, "901Y009", part, cycle)[key]
    if place == "00":
        return nation
    apart = Draw(seed, "prices", place, part).between(-8, 8)
    years = int(period[:4]) - 2020
    return nation + nation * apart * years // 10_000


Cells = Callable[[int, str, str], Iterator[Cell]]
_CELLS: Mapping[str, Cells] = {
    "주민등록인구": _registered, "주민등록세대": _registered, "연령별 인구": _aged, "사망": _died,
    "출생": _born, "가구": _householders, "총조사": _census, "1인가구": _alone, "사업체": _firms,
    "주택": _unsold, "미분양 종합": _unsold_parts,
    "고용": _employed, "물가": _prices, "품목별 물가": _price_parts,
}  # fmt: skip
_AS_THEY_ARE = ("미분양 종합", "물가", "품목별 물가")


def table(seed: int, name: str, cycle: str, period: str) -> Mapping[tuple[str, ...], Vector]:
    """Return the numbers of every combination of an axis's values, totals among them."""
    axes = subject(name).axes
    found: dict[tuple[str, ...], Vector] = {}
    for codes, numbers in _CELLS[name](seed, cycle, period):
        if name in _AS_THEY_ARE:
            found[codes] = numbers
            continue
        for key in _keys(axes, codes):
            held = found.get(key)
            found[key] = numbers if held is None else tuple(map(int.__add__, held, numbers))
    if name == "사망":  # a rate is of all who live, whatever they die of
        living = {sex: found["0", sex][1] for sex in "012"}
        return {(cause, sex): (n[0], living[sex]) for (cause, sex), n in found.items()}
    return found


def _keys(axes: Sequence[str], codes: Sequence[str]) -> list[tuple[str, ...]]:
    keys: list[tuple[str, ...]] = [()]
    for axis, code in zip(axes, codes, strict=True):
        keys = [(*key, step) for key in keys for step in _steps(axis, code)]
    return keys


@lru_cache(maxsize=2048)
def _steps(axis: str, code: str) -> tuple[str, ...]:
    if axis == "시군구":
        return _above()[code]
    if axis == "시도":
        return _above()[code][:2]
    total = "000" if axis == "연령" else "0"
    listed = any(code == member[0] for member in members(axis))
    return (total, code) if listed else (total,)


def written(name: str, item: str, numbers: Vector) -> str:
    """Return the value of an item."""
    above, below, times, digits = _ITEMS[name][item]
    if below < 0:
        return decimal(numbers[above], digits)
    whole = numbers[below]
    if not whole:
        return "-"
    scale = times * 10**digits
    return decimal((numbers[above] * scale * 2 + whole) // (2 * whole), digits)
