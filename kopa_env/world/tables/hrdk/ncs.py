"""National Competency Standards: the classification, its duties and competency units.

Major and middle groups are real; what lies below (소분류, 세분류 or duty, 능력단위, its elements)
is made by rule in the real structure and at about the real size, the same in every world. A duty's
code joins four levels of two digits; a unit's adds its number and edition (``2001020103_23v2``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.world import World

EDITIONS = ((15, "Y"), (14, "N"))
"""Number of an edition, and whether it is the one in use."""

_MAKING = ("설계", "개발", "생산", "설치", "운영", "관리", "정비", "시험")
_SERVING = ("기획", "운영", "관리", "지원", "상담", "서비스", "교육", "평가")
_SIDES = ("현장", "시스템", "품질", "안전", "자료", "장비", "제품", "환경", "고객", "기술")
_SERVED = ("고객", "현장", "사업", "자료", "안전", "정보", "품질", "대외", "내부", "특화")
_ACTS = (
    "계획 수립", "요구 분석", "기본 설계", "상세 설계", "실행 준비", "작업 수행", "공정 점검",
    "유지 관리",
    "품질 확인", "안전 관리", "성과 평가", "기록 관리", "개선 활동", "인력 지도", "자재 관리",
    "검수",
)  # fmt: skip
_STEPS = ("파악하기", "계획하기", "준비하기", "수행하기", "확인하기", "정리하기")


@dataclass(frozen=True, slots=True)
class Duty:
    """A 세분류: its code of eight digits, its names from the top down, its service number."""

    code: str
    names: tuple[str, str, str, str]
    service: str
    old: bool


@dataclass(frozen=True, slots=True)
class Unit:
    """A 능력단위 of a duty."""

    duty: Duty
    number: str
    name: str
    level: int
    code: str


@lru_cache(maxsize=1)
def duties() -> tuple[Duty, ...]:
    """Return every duty in code order; one that is not ``old`` came with the latest edition."""
    found = []
    for row in fact_rows("ncs_fields"):
        words = row["middle_name"].split("·")
        for small in range(int(row["divided"])):
            draw = Draw("ncs", row["major"], row["middle"], small)
            word = words[small % len(words)]
            served = row["major"] < "14"
            kinds, sides = (_SERVING, _SERVED) if served else (_MAKING, _SIDES)
            kind = kinds[(small // len(words) + draw.below(2) * 4) % len(kinds)]
            for place in range(draw.between(3, 6)):
                side = sides[(place * 3 + small) % len(sides)]
                found.append(
                    Duty(
                        f"{row['major']}{row['middle']}{small + 1:02d}{place + 1:02d}",
                        (
                            *(row["major_name"], row["middle_name"]),
                            *(f"{word}{kind}", f"{word}{side}{kind}"),
                        ),
                        f"SVC20{draw.between(14, 25)}{draw.digits(5)}",
                        not draw.chance(60),
                    )
                )
    return tuple(found)


@lru_cache(maxsize=4_000)
def units(code: str) -> tuple[Unit, ...]:
    """Return the units of a duty; none for a code that nobody has."""
    duty = duty_of().get(code)
    if duty is None:
        return ()
    draw = Draw("ncs units", code)
    start = draw.below(len(_ACTS))
    found = []
    for place in range(draw.between(7, 16)):
        act = _ACTS[(start + place) % len(_ACTS)]
        edition = f"{draw.between(14, 25)}v{draw.between(1, 5)}"
        number = f"{place + 1:02d}"
        name = f"{duty.names[3]} {act}"
        found.append(
            Unit(duty, number, name, draw.bell(2, 7), f"{code}{number}_{edition}"),
        )
    return tuple(found)


@lru_cache(maxsize=1)
def duty_of() -> dict[str, Duty]:
    """Return every duty by its code."""
    return {duty.code: duty for duty in duties()}


def defined(unit: Unit) -> str:
    """Return a unit's definition."""
    act = unit.name.split(" ", 1)[1]
    return f"{unit.name}(이)란 {unit.duty.names[3]} 직무에서 {act} 업무를 수행하는 능력이다."


def elements(unit: Unit) -> list[str]:
    """Return the names of a unit's elements."""
    draw = Draw("ncs elements", unit.code)
    start = draw.below(3)
    act = unit.name.split(" ", 1)[1]
    return [f"{act} {_STEPS[start + place]}" for place in range(draw.between(3, 4))]


# ---- the classification ----------------------------------------------------------------------


def _levels(duty: Duty, level: int) -> tuple[str, ...]:
    parts = [duty.code[n : n + 2] for n in range(0, 8, 2)][:level]
    return tuple(value for pair in zip(parts, duty.names, strict=False) for value in pair)


def _classes(level: int) -> Table:
    """Return the table of one level: codes and names from the top down, in both editions."""
    names = ("lclas", "mclas", "sclas", "subd")[:level]

    def rows(world: World) -> Iterator[Row]:
        for edition, used in EDITIONS:
            seen = dict.fromkeys(_levels(d, level) for d in duties() if used == "Y" or d.old)
            for place in seen:
                duty = "".join(place[0::2]) if level == 4 else None
                yield (edition, used, *place, duty)

    return Table(
        f"ncs_{('majors', 'middles', 'minors', 'duties')[level - 1]}",
        columns(
            f"edition used {' '.join(f'{n} {n}_name' for n in names)} duty",
            "edition",
            facts=("lclas", "lclas_name", "mclas", "mclas_name"),
            nulls="" if level == 4 else "duty",
        ),
        rows,
        index=(names,),
    )


CLASSES = tuple(_classes(level) for level in (1, 2, 3, 4))


def _duties(world: World) -> Iterator[Row]:
    for duty in duties():
        name, field = duty.names[3], duty.names[2]
        text = f"{name}(은)는 {field} 분야의 업무를 계획하고 수행하며 개선하는 일이다."
        yield (duty.code, name, duty.service, text)


DUTY_DEFINITIONS = Table(
    "ncs_duty_definitions",
    columns("duty duty_name service definition"),
    _duties,
    key=("duty",),
)


def _units(world: World) -> Iterator[Row]:
    edition, used = EDITIONS[0]
    for duty in duties():
        for unit in units(duty.code):
            yield (
                *(edition, used),
                *(*_levels(duty, 4), duty.code, duty.service),
                *(unit.code, unit.number, unit.name, str(unit.level), defined(unit)),
            )


UNITS = Table(
    "ncs_units",
    columns(
        "edition used lclas lclas_name mclas mclas_name sclas sclas_name subd subd_name duty "
        "service unit unit_number unit_name level definition",
        "edition",
        facts=("lclas", "lclas_name", "mclas", "mclas_name"),
    ),
    _units,
    key=("unit",),
    index=(("duty",), ("lclas", "mclas", "sclas", "subd")),
)


def _elements(world: World) -> Iterator[Row]:
    for duty in duties():
        for unit in units(duty.code):
            for place, name in enumerate(elements(unit), start=1):
                yield (
                    *(EDITIONS[0][0], "Y", duty.code, duty.service, unit.code, unit.number),
                    *(unit.name, str(unit.level), defined(unit), str(place)),
                    *(f"{unit.code.partition('_')[0]}.{place}", name),
                )


ELEMENTS = Table(
    "ncs_elements",
    columns(
        "edition used duty service unit unit_number unit_name level definition element_number "
        "element element_name",
        "edition",
    ),
    _elements,
    key=("element",),
    index=(("duty", "unit_number"), ("unit", "element_number")),
)

NCS_CLASSIFICATION = (*CLASSES, DUTY_DEFINITIONS, UNITS, ELEMENTS)
