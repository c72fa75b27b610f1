"""The watched places of Seoul's live city data and how many people are there.

Names, districts and stations are real; people are generated: a usual crowd by kind of place, and
how it comes and goes over a Friday.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.outcome import JSON
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.law.documents import dumped
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.world import World

MADE_AT = "2026-01-30 08:55"
HOUR = 9
_USUAL = {
    "관광특구": (26_000, 88_000), "인구밀집지역": (9_000, 96_000), "발달상권": (5_000, 46_000),
    "고궁·문화유산": (2_500, 44_000), "공원": (700, 16_000),
}  # fmt: skip
_COURSE = {
    # per cent of the most people from 9 to 21 o'clock
    "관광특구": (58, 64, 74, 88, 92, 90, 89, 91, 96, 100, 98, 90, 78),
    "인구밀집지역": (86, 80, 84, 96, 92, 88, 87, 90, 98, 100, 92, 80, 66),
    "발달상권": (44, 56, 76, 100, 96, 88, 82, 80, 86, 97, 96, 86, 70),
    "고궁·문화유산": (46, 66, 82, 96, 100, 98, 92, 80, 64, 52, 40, 34, 28),
    "공원": (42, 58, 70, 84, 96, 100, 95, 82, 66, 58, 48, 40, 32),
}
_RESIDENTS = {"관광특구": (90, 220), "인구밀집지역": (140, 420), "발달상권": (120, 330),
              "고궁·문화유산": (60, 180), "공원": (50, 260)}  # fmt: skip
_LEVELS = (
    (56, "여유", "사람이 몰려 있을 가능성이 낮고 붐빔은 거의 느껴지지 않아요."),
    (80, "보통", "사람들이 몰려 있을 수 있지만 크게 붐비지는 않아요."),
    (90, "약간 붐빔", "사람들이 몰려 있을 가능성이 크고 붐빈다고 느낄 수 있어요."),
    (999, "붐빔", "사람들이 몰려 있을 가능성이 매우 크고 많이 붐빈다고 느낄 수 있어요."),
)
_AGES = (6, 42, 180, 215, 195, 175, 118, 70)
_STUDENTS = ("대학", "홍대", "신촌", "건대", "성수", "연남", "입구역")


@dataclass(frozen=True, slots=True)
class Area:
    """One watched place."""

    name: str
    code: str
    gu: str
    kind: str
    stations: tuple[str, ...]


@lru_cache(maxsize=1)
def areas() -> tuple[Area, ...]:
    """Return the watched places in the order of their codes."""
    found = (
        Area(
            r["name"], r["code"], r["gu"], r["kind"], tuple(filter(None, r["stations"].split("|")))
        )
        for r in fact_rows("seoul_areas")
    )
    return tuple(sorted(found, key=lambda area: area.code))


@lru_cache(maxsize=1)
def _known() -> Mapping[str, Area]:
    return {key: area for area in areas() for key in (area.name, area.code)}


def area_of(asked: Value) -> Area | None:
    """Return the place of a name or a code."""
    return _known().get(str(asked))


def level(per_cent: int) -> tuple[str, str]:
    """Return how crowded a place is, in a word and in a sentence."""
    return next((word, text) for limit, word, text in _LEVELS if per_cent < limit)


def shares(draw: Draw, weights: Sequence[int]) -> list[str]:
    """Return shares in per cent with one decimal that add up to 100."""
    drawn = [weight * draw.between(70, 130) for weight in weights]
    whole = sum(drawn)
    tenths = [value * 1000 // whole for value in drawn]
    tenths[tenths.index(max(tenths))] += 1000 - sum(tenths)
    return [f"{value // 10}.{value % 10}" for value in tenths]


def _span(people: int) -> tuple[str, str]:
    """Return the round numbers between which an estimate lies."""
    step = 200 if people < 3_000 else 500 if people < 10_000 else 2_000
    low = people // step * step
    return str(low), str(low + step)


def _at(seed: int, area: Area, hour: int) -> tuple[int, str, str, str, str]:
    """Return people, level, message and the ends of the estimate at an hour."""
    most = Draw(seed, "area", area.code).skewed(*_USUAL[area.kind], 2)
    busy = Draw(seed, "area day", area.code).between(68, 104)
    noise = Draw(seed, "area", area.code, hour).between(96, 104)
    share = _COURSE[area.kind][hour - HOUR] * busy * noise // 10_000
    people = max(40, most * share // 100)
    return people, *level(share), *_span(people)


def people(seed: int, area: Area) -> dict[str, JSON]:
    """Return a place's record of people as the platform gives it."""
    draw = Draw(seed, "area people", area.code)
    _, word, text, low, high = _at(seed, area, HOUR)
    men, women = shares(draw, (50, 50 if area.kind != "발달상권" else 54))
    young = 145 if any(part in area.name for part in _STUDENTS) else 100
    weights = [w * (young if age in (2, 3) else 100) for age, w in enumerate(_AGES)]
    living = draw.between(*_RESIDENTS[area.kind])
    told = not draw.chance(60)
    return {
        **{"AREA_NM": area.name, "AREA_CD": area.code},
        **{"AREA_CONGEST_LVL": word, "AREA_CONGEST_MSG": text},
        **{"AREA_PPLTN_MIN": low, "AREA_PPLTN_MAX": high},
        **{"MALE_PPLTN_RATE": men, "FEMALE_PPLTN_RATE": women},
        **{f"PPLTN_RATE_{n}0".replace("_00", "_0"): s for n, s in enumerate(shares(draw, weights))},
        "RESNT_PPLTN_RATE": f"{living // 10}.{living % 10}",
        "NON_RESNT_PPLTN_RATE": f"{(1000 - living) // 10}.{(1000 - living) % 10}",
        **{"REPLACE_YN": "Y" if draw.chance(25) else "N", "PPLTN_TIME": MADE_AT},
        **{"FCST_YN": "Y" if told else "N", "FCST_PPLTN": _forecast(seed, area) if told else []},
    }


def _forecast(seed: int, area: Area) -> list[JSON]:
    found: list[JSON] = []
    for hour in range(HOUR + 1, HOUR + 13):
        _, word, _, low, high = _at(seed, area, hour)
        found.append(
            {
                "FCST_TIME": f"2026-01-30 {hour:02d}:00",
                "FCST_CONGEST_LVL": word,
                "FCST_PPLTN_MIN": low,
                "FCST_PPLTN_MAX": high,
            }
        )
    return found


def _people(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    area = area_of(values[0])
    if area is not None:
        made = people(world.seed, area)
        yield (
            str(values[0]),
            *(dumped(v) if isinstance(v, list) else str(v) for v in made.values()),
        )


_COLUMNS = (
    "area_congest_lvl area_congest_msg area_ppltn_min area_ppltn_max male_ppltn_rate "
    "female_ppltn_rate ppltn_rate_0 ppltn_rate_10 ppltn_rate_20 ppltn_rate_30 ppltn_rate_40 "
    "ppltn_rate_50 ppltn_rate_60 ppltn_rate_70 resnt_ppltn_rate non_resnt_ppltn_rate replace_yn "
    "ppltn_time fcst_yn fcst_ppltn"
)

AREA_PEOPLE = Table(
    "seoul_area_people",
    (
        *(Column(n, domain="seoul_area", gen="fact") for n in ("asked", "area_nm", "area_cd")),
        *map(Column, _COLUMNS.split()),
    ),
    lambda world: (row for area in areas() for row in _people(world, (area.name,))),
    by=("asked",),
    part=_people,
)
"""``asked`` is the name or the code by which a place is asked for."""
