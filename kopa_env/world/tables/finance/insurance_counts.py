"""Counts of insurance contracts, losses and victims, crossed as the Commission crosses them.

Every statistic is a *cube*: axes of labels with their usual shares (per mille), over months or
years. Columns that a statistic does not have are empty.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.districts import provinces
from kopa_env.world.world import World

Axis = tuple[str, tuple[tuple[str, int], ...]]

_SEXES = (("남자", 520), ("여자", 480))
_AGES = (
    ("10대 이하", 140), ("20대", 120), ("30대", 130), ("40대", 160), ("50대", 170), ("60대", 150),
    ("70대", 80), ("80대 이상", 50),
)  # fmt: skip
_DRIVERS = (
    ("20대 이하", 60), ("30대", 170), ("40대", 250), ("50대", 270), ("60대", 190),
    ("70대 이상", 60),
)  # fmt: skip
_COVERS = (
    ("대인배상Ⅰ", 1_000), ("대인배상Ⅱ", 965), ("대물배상", 995), ("자기신체사고", 890),
    ("자기차량손해", 830), ("무보험차상해", 880),
)  # fmt: skip


class _Cube(NamedTuple):
    """A statistic: its axes, how many units the first period has, and how they grow a period."""

    kind: str
    periods: Sequence[str]
    axes: tuple[Axis, ...]
    whole: int
    growth: int
    each: int = 0


def _months(first: int, years: int) -> list[str]:
    return [f"{first + n // 12}{n % 12 + 1:02d}" for n in range(years * 12)]


_YEARS = [str(year) for year in range(2015, 2025)]
_CUBES: tuple[_Cube, ...] = (
    _Cube(
        "property", _YEARS,
        (("cover", (("재산종합위험", 560), ("기계위험", 190), ("기업휴지위험", 110),
                    ("배상책임위험", 140))),
         ("object", (("공장", 300), ("창고", 110), ("업무용건물", 170), ("판매시설", 120),
                     ("숙박시설", 60), ("의료시설", 50), ("교육시설", 70), ("발전시설", 30),
                     ("기타", 90)))),
        41_500, 22, 11_800_000,
    ),
    _Cube(
        "annuity", _YEARS,
        (("age", (("20대 이하", 70), ("30대", 190), ("40대", 290), ("50대", 280), ("60대", 130),
                  ("70대 이상", 40))),
         ("taxed", (("Y", 480), ("N", 520))),
         ("paying", (("월납", 860), ("일시납", 140))),
         ("channel", (("설계사", 520), ("방카슈랑스", 290), ("대리점", 150), ("다이렉트", 40))),
         ("term", (("일시납", 60), ("5년", 120), ("7년", 140), ("10년", 390), ("15년", 120),
                   ("20년", 130), ("전기납", 40)))),
        8_650_000, -21,
    ),
    _Cube(
        "auto", _months(2024, 2),
        (("insurance", (("개인용 자동차보험", 1_000),)), ("cover", _COVERS),
         ("sex", (("남자", 690), ("여자", 310))),
         ("age", _DRIVERS), ("origin", (("국산", 855), ("외산", 145))),
         ("car", (("경차", 110), ("소형", 130), ("중형", 360), ("대형", 300), ("다인승", 100)))),
        17_900_000, 1,
    ),
    _Cube(
        "auto", _months(2024, 2),
        (("insurance", (("업무용 자동차보험", 1_000),)), ("cover", _COVERS),
         ("sex", (("남자", 760), ("여자", 240))),
         ("age", _DRIVERS), ("origin", (("국산", 950), ("외산", 50))),
         ("car", (("승용", 170), ("승합", 110), ("화물", 720)))),
        4_650_000, 1,
    ),
    _Cube(
        "losses", _months(2024, 2),
        (("insurance", (("개인용 자동차보험", 740), ("업무용 자동차보험", 200),
                        ("영업용 자동차보험", 60))),
         ("cover", (("대인배상Ⅰ", 230), ("대인배상Ⅱ", 60), ("대물배상", 370), ("자기신체사고", 40),
                    ("자기차량손해", 290), ("무보험차상해", 10))),
         ("car", (("승용", 800), ("승합", 60), ("화물", 140)))),
        512_000, 1, 1_950_000,
    ),
)  # fmt: skip

_NAMES = (
    "insurance", "cover", "object", "region", "sex", "age", "taxed", "paying", "channel", "term",
    "origin", "car",
)  # fmt: skip


def _row(kind: str, period: str, labels: dict[str, str], numbers: Sequence[Value]) -> Row:
    code = next((p.code for p in provinces() if p.name == labels.get("region")), None)
    return (kind, period, code, *(labels.get(name) for name in _NAMES), *numbers)


def _crossed(seed: int, cube: _Cube) -> Iterator[Row]:
    names = [name for name, _ in cube.axes]
    for place, period in enumerate(cube.periods):
        whole = cube.whole * (1_000 + cube.growth * place) // 1_000
        for cell in product(*(labels for _, labels in cube.axes)):
            labels = dict(zip(names, (label for label, _ in cell), strict=True))
            if (labels.get("paying") == "일시납") != (labels.get("term") == "일시납"):
                continue
            draw = Draw(seed, cube.kind, period, *labels.values())
            count = whole * draw.between(940, 1_060) // 1_000
            for _, share in cell:
                count = count * share // 1_000
            severe = count * draw.between(2, 14) // 1_000 if cube.kind == "losses" else None
            amount = count * cube.each * draw.between(700, 1_400) // 1_000
            yield _row(cube.kind, period, labels, (count, severe, amount or None, None))


_KINDS = (
    ("종신보험", 310), ("정기보험", 95), ("암보험", 340), ("건강보험", 420), ("연금보험", 235),
    ("저축보험", 120), ("실손의료보험", 720),
)  # fmt: skip
_BY_AGE = (380, 560, 790, 940, 960, 800, 520, 230)
"""How readily each of ``_AGES`` is insured, per mille of the best."""


def _enrolled(seed: int) -> Iterator[Row]:
    """Yield how many residents of each sex and age have each kind of insurance."""
    people = {row["short"]: int(row["people"]) * 1_000 for row in fact_rows("residents")}
    for place, year in enumerate(_YEARS):
        for region, sex in product(provinces(), _SEXES):
            for (age, share), keen in zip(_AGES, _BY_AGE, strict=True):
                group = people[region.short] * sex[1] // 1_000 * share // 1_000
                for kind, usual in _KINDS:
                    draw = Draw(seed, "enrolment", year, region.short, sex[0], age, kind)
                    rate = min(970, usual * keen // 1_000 * (1_000 + 9 * place) // 1_000)
                    rate = rate * draw.between(930, 1_070) // 1_000
                    labels = {
                        "insurance": kind, "region": region.name, "sex": sex[0], "age": age,
                    }  # fmt: skip
                    numbers = (group * rate // 1_000, None, None, f"{rate // 10}.{rate % 10}")
                    yield _row("enrolment", year, labels, numbers)


def _pensions(seed: int) -> Iterator[Row]:
    """Yield what home pensions began each month, in millions of won."""
    people = {row["short"]: int(row["people"]) for row in fact_rows("residents")}
    for place, month in enumerate(_months(2018, 8)):
        for region in provinces():
            draw = Draw(seed, "home pension", month, region.short)
            dear = {"서울": 3, "경기": 2}.get(region.short, 1)
            count = people[region.short] * (100 + place) * draw.between(7, 13) // 70_000
            amount = count * dear * draw.between(98, 152)
            yield _row("pension", month, {"region": region.name}, (count, None, amount, None))


def _rows(world: World) -> Iterator[Row]:
    rows = [row for cube in _CUBES for row in _crossed(world.seed, cube)]
    rows += _enrolled(world.seed)
    rows += _pensions(world.seed)
    rows.sort(key=lambda row: str(row[1]), reverse=True)
    yield from rows


INSURANCE_COUNTS = Table(
    "insurance_counts",
    (
        Column("kind"),
        Column("period"),
        Column("region_code", domain="sido2", gen="ref", null_rate=0.61),
        Column("insurance", null_rate=0.12),
        Column("cover", null_rate=0.45),
        Column("object", null_rate=0.98),
        Column("region", domain="sido_name", gen="ref", null_rate=0.61),
        Column("sex", null_rate=0.14),
        Column("age", null_rate=0.07),
        Column("taxed", null_rate=0.92),
        Column("paying", null_rate=0.92),
        Column("channel", null_rate=0.92),
        Column("term", null_rate=0.92),
        Column("origin", null_rate=0.48),
        Column("car", null_rate=0.46),
        Column("count", "int"),
        Column("severe", "int", null_rate=0.97),
        Column("amount", "int", null_rate=0.94),
        Column("rate", null_rate=0.64),
    ),
    _rows,
    index=(("kind", "period"),),
)

_NONE = "00"


def _hurt(world: World) -> Iterator[Row]:
    """Yield who was hurt: the dead, the injured by grade (1 the worst), the disabled by grade."""
    for month in reversed(_months(2023, 3)):
        cells = [("사망", "N", _NONE, _NONE, 190, 98_000_000)]
        cells += [
            ("부상", "N", f"{grade:02d}", _NONE, _injured(grade), 24_000_000 // grade)
            for grade in range(1, 15)
        ]
        cells += [
            ("부상", "Y", f"{max(1, grade - 3):02d}", f"{grade:02d}", 4 + grade * grade // 2,
             190_000_000 // (grade + 1))
            for grade in range(1, 15)
        ]  # fmt: skip
        for group, disabled, injury, grade, usual, pay in cells:
            draw = Draw(world.seed, "victims", month, group, injury, grade)
            mean = pay * draw.between(850, 1_150) // 1_000
            people = usual * draw.between(800, 1_200) // 1_000
            yield (month, group, disabled, injury, grade, people, f"{mean}.{draw.below(10)}")


def _injured(grade: int) -> int:
    return {12: 61_000, 13: 9_500, 14: 52_000}.get(grade, 180 + 260 * grade)


VICTIMS = Table(
    "auto_victims",
    (
        Column("ym", domain="ym6"),
        Column("group"),
        Column("disabled"),
        Column("injury"),
        Column("grade"),
        Column("people", "int"),
        Column("mean"),
    ),
    _hurt,
    key=("ym", "group", "injury", "grade"),
)

_CAUSES: tuple[tuple[str, str, int, int, int, int], ...] = (
    # cause, code, weight for the young, in middle age and old, and for women (per mille of men's)
    ("고의적 자해(자살)", "X60-X84", 900, 420, 150, 480),
    ("운수사고", "V01-V99", 260, 120, 70, 380),
    ("백혈병", "C91-C95", 90, 40, 30, 800), ("뇌의 악성신생물", "C71", 80, 45, 20, 850),
    ("심장 질환", "I20-I51", 110, 300, 560, 800), ("뇌혈관 질환", "I60-I69", 60, 200, 350, 900),
    ("간 질환", "K70-K76", 50, 260, 90, 300), ("폐렴", "J12-J18", 20, 60, 480, 850),
    ("기관·기관지 및 폐의 악성신생물", "C33-C34", 15, 230, 370, 420),
    ("간의 악성신생물", "C22", 12, 210, 170, 380),
    ("대장의 악성신생물", "C18-C21", 30, 170, 150, 750),
    ("위의 악성신생물", "C16", 28, 150, 120, 560), ("췌장의 악성신생물", "C25", 8, 150, 130, 900),
    ("유방의 악성신생물", "C50", 35, 170, 60, 40_000), ("당뇨병", "E10-E14", 14, 70, 130, 800),
    ("알츠하이머병", "G30", 0, 6, 240, 1_500), ("패혈증", "A40-A41", 12, 40, 140, 1_000),
    ("고혈압성 질환", "I10-I13", 6, 20, 90, 1_600), ("추락", "W00-W19", 45, 60, 60, 400),
)  # fmt: skip
_FALLEN_ILL: tuple[tuple[str, str, int, int, int, int], ...] = (
    ("갑상선의 악성신생물", "C73", 700, 520, 120, 2_600),
    ("유방의 악성신생물", "C50", 180, 600, 230, 60_000),
    ("대장의 악성신생물", "C18-C21", 130, 420, 520, 680),
    ("위의 악성신생물", "C16", 90, 410, 480, 520),
    ("기관·기관지 및 폐의 악성신생물", "C33-C34", 25, 280, 560, 520),
    ("전립선의 악성신생물", "C61", 4, 180, 560, 0), ("간의 악성신생물", "C22", 30, 210, 230, 330),
    ("자궁경부의 악성신생물", "C53", 60, 60, 20, 90_000),
    ("신장의 악성신생물", "C64", 40, 110, 90, 450),
    ("비호지킨 림프종", "C82-C86", 60, 70, 80, 800),
)  # fmt: skip
_SPANS = ("10대 이하", "20대", "30대", "40대", "50대", "60대", "70대", "80대 이상")
_LIVES = (3, 9, 16, 38, 90, 170, 240, 310)


def _weight(cause: tuple[str, str, int, int, int, int], span: int, woman: bool) -> int:
    _, _, young, middle, old, women = cause
    usual = young if span < 3 else middle if span < 5 else (middle + old) // 2 if span == 5 else old
    return usual * (women if woman else 1_000) // 1_000 if not woman or women < 5_000 else usual


def _ranked(world: World, kind: str, most: int) -> Iterator[Row]:
    causes = _FALLEN_ILL if kind == "cancer" else _CAUSES
    if kind == "cancer death":
        causes = tuple(cause for cause in _CAUSES if cause[1].startswith("C"))
    for year, (sex, span) in product(reversed(_YEARS), product("12", range(len(_SPANS)))):
        woman = sex == "2"
        found = []
        for cause in causes:
            if cause[5] > 5_000 and not woman:
                continue
            draw = Draw(world.seed, "life", "deaths" if "death" in kind else kind, year, sex, span,
                        cause[1])  # fmt: skip
            lives = _LIVES[span] * (3 if kind == "cancer" else 1)
            count = _weight(cause, span, woman) * lives * draw.between(88, 112) // 10_000
            found.append((count, cause))
        found.sort(key=lambda pair: (-pair[0], pair[1][1]))
        for rank, (count, cause) in enumerate(found[:most], 1):
            if count:
                yield (kind, year, sex, _SPANS[span], rank, cause[0], cause[1], count)


def _ranks(world: World) -> Iterator[Row]:
    for kind, most in (("death", 10), ("cancer death", 5), ("cancer", 5)):
        yield from _ranked(world, kind, most)


LIFE_RANKS = Table(
    "life_insurance_ranks",
    (
        Column("kind"),
        Column("year", domain="year"),
        Column("sex"),
        Column("age"),
        Column("rank", "int"),
        Column("name", domain="kcd_name"),
        Column("code", domain="kcd"),
        Column("people", "int"),
    ),
    _ranks,
    index=(("kind", "year"),),
)

INSURANCE_TABLES: tuple[Table, ...] = (INSURANCE_COUNTS, VICTIMS, LIFE_RANKS)
