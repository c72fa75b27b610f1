"""Who acquires 국가기술자격: sex, age, education, region and month, all of it generated.

Shares of a trait add up to the acquirers of the year; combinations of traits are counted person
by person, so that they add up to the shares.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from kopa_env.world.draw import Draw
from kopa_env.world.tables.hrdk.exam_figures import FIRST, before, figures, shared
from kopa_env.world.tables.hrdk.exam_rounds import of_rounds
from kopa_env.world.tables.hrdk.qualifications import Qualification, by_code, fields

AGES = (
    "19세이하", "20~24세", "25~29세", "30~34세", "35~39세", "40~44세", "45~49세", "50~54세",
    "55~59세", "60~64세", "65세이상", "미상",
)  # fmt: skip
EDUCATIONS = (
    "초등학교졸이하", "중학교졸", "고등학교재학", "고등학교졸", "전문대재학", "전문대졸",
    "대학재학", "대학졸", "대학원이상", "미상",
)  # fmt: skip
SEXES = ("남자", "여자")
REGIONS = (
    ("서울특별시", 176), ("부산광역시", 62), ("대구광역시", 46), ("인천광역시", 57),
    ("광주광역시", 30), ("대전광역시", 31), ("울산광역시", 27), ("세종특별자치시", 8),
    ("경기도", 268), ("강원특별자치도", 28), ("충청북도", 32), ("충청남도", 44),
    ("전북특별자치도", 33), ("전라남도", 34), ("경상북도", 51), ("경상남도", 63),
    ("제주특별자치도", 12),
)  # fmt: skip
_AGES_OF = {
    "10": (0, 0, 40, 160, 230, 230, 160, 100, 50, 22, 8, 0),
    "20": (0, 10, 60, 130, 180, 190, 170, 140, 80, 30, 10, 0),
    "30": (2, 190, 330, 150, 90, 85, 60, 45, 28, 15, 5, 0),
    "31": (20, 230, 270, 140, 90, 85, 65, 50, 30, 15, 5, 0),
    "40": (260, 130, 100, 75, 65, 85, 80, 85, 65, 40, 15, 0),
    "": (10, 130, 210, 160, 130, 120, 90, 70, 45, 25, 10, 0),
}
_EDUCATIONS_OF = {
    "10": (0, 0, 0, 18, 0, 45, 4, 560, 371, 2), "20": (2, 8, 0, 330, 8, 270, 12, 330, 38, 2),
    "30": (0, 1, 1, 62, 14, 90, 290, 500, 40, 2), "31": (1, 4, 12, 190, 130, 250, 90, 305, 16, 2),
    "40": (10, 32, 245, 300, 50, 130, 60, 160, 10, 3), "": (1, 4, 3, 130, 30, 170, 150, 450, 60, 2),
}  # fmt: skip
_MONTHS_OF = {
    # grade: the months in which its rounds end
    "10": (5, 8, 12), "20": (4, 10), "30": (6, 9, 12), "31": (6, 9, 12), "32": (6, 12),
    "33": (6, 9, 12), "39": (7, 12), "40": (4, 6, 10, 12), "41": (6, 12),
}  # fmt: skip


def ages_of(q: Qualification) -> tuple[int, ...]:
    """Return how the ages of a qualification's acquirers are usually shared."""
    return _AGES_OF.get(q.grade, _AGES_OF[""])


def educations_of(q: Qualification) -> tuple[int, ...]:
    """Return how the education of a qualification's acquirers is usually shared."""
    return _EDUCATIONS_OF.get(q.grade, _EDUCATIONS_OF[""])


@dataclass(frozen=True, slots=True)
class Acquirers:
    """Everyone who acquired a qualification in a year: one byte a person and trait.

    Each trait is an index: into ``SEXES``, ``AGES``, ``EDUCATIONS``, ``REGIONS``, the months.
    """

    sex: bytes
    age: bytes
    education: bytes
    region: bytes
    month: bytes


@lru_cache(maxsize=12_000)
def counts(seed: int, code: str, year: int) -> dict[str, list[int]]:
    """Return how many acquirers of a qualification and year have each trait."""
    q = by_code(seed)[code]
    total = before(seed, code).acquired if year < FIRST else figures(seed, code, year).acquired
    draw = Draw(seed, "acquirers", code, year)
    men = fields()[q.field].men
    return {
        "sex": shared(draw, total, (men, 1000 - men), 12),
        "age": shared(draw, total, ages_of(q)),
        "education": shared(draw, total, educations_of(q)),
        "region": shared(draw, total, [w for _, w in REGIONS], 180),
        "month": _months(seed, q, year),
    }


def _months(seed: int, q: Qualification, year: int) -> list[int]:
    """Return how many acquire a qualification in each month: those who pass its rounds."""
    numbers = [0] * 12
    for place, (_, f) in enumerate(of_rounds(seed, q.code, year)):
        numbers[place // 2 if q.rolling else _MONTHS_OF[q.grade][place] - 1] += f.acquired
    return numbers


@lru_cache(maxsize=2_400)
def acquirers(seed: int, code: str, year: int) -> Acquirers:
    """Return the acquirers of a qualification and year one by one."""
    lists = {
        trait: b"".join(bytes([i]) * n for i, n in enumerate(numbers))
        for trait, numbers in counts(seed, code, year).items()
    }
    return Acquirers(
        lists["sex"],
        _mixed(lists["age"], 7),
        _mixed(lists["education"], 31),
        _mixed(lists["region"], 13),
        _mixed(lists["month"], 53),
    )


def _mixed(traits: bytes, step: int) -> bytes:
    """Deal a sorted list out into piles and put them together: mixes without a draw a person."""
    while step > 1 and step * 2 > len(traits):
        step = step // 2
    return b"".join(traits[start::step] for start in range(step))
