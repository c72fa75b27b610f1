"""School meals: what was served on the days a school was open, in words nobody owns.

Most schools write allergens in brackets after a dish, a few in the older way without; calories are
what the nutrients add up to. High schools that serve dinner, and boarding ones breakfast, do so on
the same days. Persons served have a fraction from the day on which the new NEIS opened: so it is in
replies recorded since, and not in those recorded before.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.education.days import TODAY, YEARS, all_parts, year_of
from kopa_env.world.tables.education.register import OFFICE, head, school_of
from kopa_env.world.tables.pupils import figures
from kopa_env.world.tables.schools import School
from kopa_env.world.world import World

Dish = tuple[str, str]
"""A dish and its allergens, parted by dots."""

_RICE: tuple[Dish, ...] = (
    *(("보리밥", ""), ("잡곡밥", "5"), ("현미밥", ""), ("기장밥", ""), ("흑미밥", "")),
    *(("콩나물밥", "5.6"), ("카레라이스", "2.5.6.10.12.13"), ("비빔밥", "1.5.6.16")),
    *(("찹쌀밥", ""), ("수수밥", ""), ("볶음밥", "1.5.6.10")),
)
_SOUP: tuple[Dish, ...] = (
    *(("미역국", "5.6.16"), ("된장국", "5.6"), ("시금치된장국", "5.6"), ("콩나물국", "5")),
    *(("소고기뭇국", "5.6.16"), ("감자국", "5.6"), ("순두부찌개", "1.5.6.9"), ("어묵국", "1.5.6")),
    *(("북엇국", "1.5.6"), ("김치찌개", "5.9.10"), ("떡국", "1.5.6.16"), ("육개장", "1.5.6.16")),
)
_MAIN: tuple[Dish, ...] = (
    *(("제육볶음", "5.6.10.13"), ("닭갈비", "5.6.13.15"), ("돈육장조림", "1.5.6.10.13")),
    *(("고등어조림", "5.6.7.13"), ("불고기", "5.6.10.13.16"), ("오징어볶음", "5.6.13.17")),
    *(("닭볶음탕", "5.6.13.15"), ("생선까스", "1.5.6.12"), ("돈까스", "1.2.5.6.10.12")),
    *(("떡볶이", "5.6.12.13"), ("삼치구이", "5.6"), ("두부조림", "5.6.13"), ("달걀찜", "1.9")),
    *(("훈제오리구이", "5.6"), ("치킨너겟", "1.2.5.6.15"), ("소불고기", "5.6.13.16")),
)
_SIDE: tuple[Dish, ...] = (
    *(("콩나물무침", "5"), ("시금치나물", "5.6"), ("오이무침", "13"), ("멸치볶음", "5.6")),
    *(("도라지무침", "5.6.13"), ("어묵볶음", "1.5.6.13"), ("감자채볶음", "5"), ("김구이", "5")),
    *(("숙주나물", "5.6"), ("양배추샐러드", "1.5.12"), ("버섯볶음", "5.6"), ("잡채", "5.6.10")),
    *(("메추리알조림", "1.5.6"), ("호박전", "1.5.6"), ("진미채볶음", "5.6.13.17")),
)
_KIMCHI: tuple[Dish, ...] = (
    *(("배추김치", "9"), ("깍두기", "9"), ("총각김치", "9"), ("열무김치", "9"), ("백김치", "9")),
)
_SWEET: tuple[Dish, ...] = (
    *(("사과", ""), ("귤", ""), ("방울토마토", "12"), ("바나나", ""), ("포도", ""), ("배", "")),
    *(("요구르트", "2"), ("우유", "2"), ("식혜", ""), ("수박", ""), ("딸기", ""), ("떡", "")),
    *(("과일주스", "13"), ("푸딩", "2.5"), ("꿀떡", "5")),
)
_COURSES = (_RICE, _SOUP, _MAIN, _SIDE, _KIMCHI, _SWEET)
_ORIGINS = (
    *("쌀 : 국내산", "김치류 : 국내산", "고춧가루(김치류) : 국내산", "쇠고기(종류) : 국내산(한우)"),
    *("돼지고기 : 국내산", "닭고기 : 국내산", "오리고기 : 국내산", "고등어 : 국내산"),
    *("오징어 : 원양산", "콩 : 국내산"),
)
_NEW_NEIS = date(2023, 6, 21)
_MEALS = {"1": "조식", "2": "중식", "3": "석식"}
_MICRO = (("비타민A(R.E)", 180, 420), ("티아민(mg)", 4, 13), ("비타민C(mg)", 90, 420))


def _served(seed: int, school: School) -> tuple[str, ...]:
    """Return the meals a school serves."""
    draw = Draw(seed, "kitchen", school.open_id)
    if school.level != "high":
        return ("2",)
    if school.kind == "특수목적고등학교" and draw.chance(700):
        return ("1", "2", "3")
    return ("2", "3") if draw.chance(380) else ("2",)


def _persons(count: int, day: date) -> str:
    return str(count) if day < _NEW_NEIS else f"{count}.0"


def _tenth(value: int) -> str:
    return f"{value // 10}.{value % 10}"


def _dishes(draw: Draw, older: bool) -> str:
    found = []
    for course in _COURSES:
        dish, allergens = draw.pick(course)
        if older:
            found.append(f"{dish}{allergens}." if allergens else dish)
        else:
            found.append(f"{dish} ({allergens})" if allergens else dish)
    return "<br/>".join(found)


def _nutrients(draw: Draw, school: School, kind: str) -> tuple[str, str]:
    """Return calories and nutrients; four for each gram, nine for one of fat."""
    size = {"elementary": 78, "middle": 104, "high": 118}.get(school.level, 88)
    size = size * (82 if kind == "1" else 100) // 100
    grams = (draw.between(850, 1250), draw.between(260, 420), draw.between(150, 290))
    carb, protein, fat = (n * size // 100 for n in grams)
    calories = 4 * carb + 4 * protein + 9 * fat
    lines = [f"탄수화물(g) : {_tenth(carb)}", f"단백질(g) : {_tenth(protein)}"]
    lines += [f"지방(g) : {_tenth(fat)}"]
    lines += [f"{name} : {_tenth(draw.between(low, high))}" for name, low, high in _MICRO]
    lines += [
        f"칼슘(mg) : {_tenth(draw.between(1100, 4300))}",
        f"철분(mg) : {_tenth(draw.between(20, 68))}",
    ]
    return f"{_tenth(calories)} Kcal", "<br/>".join(lines)


def _rows(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    school = school_of(world, *values[:2]) if len(values) > 1 else None
    if school is None:
        return
    start, meals = head(world, school, values[1]), _served(world.seed, school)
    draw = Draw(world.seed, "cook", school.open_id)
    older = draw.chance(70)
    origins = "<br/>".join(_ORIGINS[: draw.between(7, len(_ORIGINS))])
    for year in YEARS:
        if not school.runs_in(year):
            continue
        pupils = figures(world.seed, school, year).get("total", 0)
        for day in year_of(world.seed, school, year).open_days():
            if day > TODAY:
                return
            for kind in meals:
                line = Draw(world.seed, "meal", school.open_id, day.isoformat(), kind)
                yield (*start, *_meal(line, school, day, kind, pupils, older, origins))


def _meal(
    draw: Draw,
    school: School,
    day: date,
    kind: str,
    pupils: int,
    older: bool,
    origins: str,
) -> Row:
    share = {"1": 340, "2": 985, "3": 480}[kind]
    persons = max(1, pupils * share // 1000 - draw.between(0, 4))
    calories, nutrients = _nutrients(draw, school, kind)
    text = day.strftime("%Y%m%d")
    loaded = min(day + timedelta(days=draw.between(0, 2)), TODAY).strftime("%Y%m%d")
    return (
        *(kind, _MEALS[kind], text, _persons(persons, day)),
        *(_dishes(draw, older), origins, calories, nutrients, text, text, loaded),
    )


MEALS = Table(
    "school_meals",
    (
        *OFFICE,
        *(Column(n) for n in ("MMEAL_SC_CODE", "MMEAL_SC_NM")),
        Column("MLSV_YMD", domain="date"),
        *(Column(n) for n in ("MLSV_FGR", "DDISH_NM", "ORPLC_INFO", "CAL_INFO", "NTR_INFO")),
        *(Column(n, domain="date") for n in ("MLSV_FROM_YMD", "MLSV_TO_YMD", "LOAD_DTM")),
    ),
    lambda world: (row for part in all_parts(world) for row in _rows(world, part)),
    by=("ATPT_OFCDC_SC_CODE", "SD_SCHUL_CODE"),
    part=_rows,
)
