"""Where the National Competency Standards are used: briefings, schools, hiring, courses."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world.draw import Draw
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.firms import firms
from kopa_env.world.tables.hrdk.acquirers import REGIONS
from kopa_env.world.tables.hrdk.course_quals import course_qualifications
from kopa_env.world.tables.hrdk.course_stats import trainers
from kopa_env.world.tables.hrdk.exam_sites import branch_of_province
from kopa_env.world.tables.hrdk.ncs import duties, units
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.world import World


def _briefings(world: World) -> Iterator[Row]:
    number = 0
    for year in range(2026, 2020, -1):
        for place, (region, _) in enumerate(REGIONS):
            for turn in range(1, 1 + Draw(world.seed, "ncs fair", year, region).between(1, 4)):
                number += 1
                draw = Draw(world.seed, "ncs fair", year, region, turn)
                day = f"{year}{draw.between(3, 11):02d}{draw.between(1, 25):02d}"
                end = f"{day[:6]}{int(day[6:]) + draw.below(3):02d}"
                name = f"{year}년 {region} NCS 활용 설명회 {turn}차"
                yield (
                    *(str(number), name, draw.between(3, 20) * 10, f"{place + 1:02d}", region),
                    *(day, end, "NCS 활용 교육과정 편성과 채용 제도를 안내한다."),
                )


BRIEFINGS = Table(
    "ncs_fairs",
    columns("fair fair_name places area sido start_day end_day text", "places"),
    _briefings,
    key=("fair",),
    index=(("sido",),),
)


def _school_subjects(world: World) -> Iterator[Row]:
    """Subjects of vocational high schools, which take over a middle group each."""
    seen: dict[str, int] = {}
    for year in range(2021, 2026):
        for duty in duties():
            lclas, mclas = duty.code[:2], duty.code[2:4]
            if duty.code[4:] != "0101":
                continue
            subject = f"{duty.names[1].split('·')[0]} 실무"
            number = seen.setdefault(subject, len(seen) + 1)
            for unit in units(duty.code)[:3]:
                yield (
                    *(str(year), f"G{lclas}", f"{duty.names[0]} 교과군", f"S{number:03d}", subject),
                    *(lclas, duty.names[0], mclas, duty.names[1], unit.code, unit.name),
                )


SCHOOL_SUBJECTS = Table(
    "ncs_school_subjects",
    columns(
        "year group group_name subject subject_name lclas lclas_name mclas mclas_name unit "
        "unit_name"
    ),
    _school_subjects,
    index=(("year",),),
)


def _hiring(world: World) -> Iterator[Row]:
    every = duties()
    for number, firm in enumerate(firms(world, 640, skip=9_000)):
        for place in range(1 + Draw(world.seed, "blind", number).below(3)):
            duty = Draw(world.seed, "blind", number, place).pick(every)
            yield (firm.name, f"{duty.names[3]} 담당", duty.names[0])


HIRING = Table("blind_hiring", columns("company job lclas_name"), _hiring)


def _new_units(world: World) -> Iterator[Row]:
    """As the standards themselves, the same in every world."""
    kinds = (("A", "신기술"), ("B", "고숙련"), ("C", "융복합"))
    for year in range(2021, 2026):
        for duty in duties():
            draw = Draw("new unit", year, duty.code)
            if draw.chance(52):
                code, kind = draw.pick(kinds)
                word = draw.pick(("인공지능 기반", "친환경", "디지털 전환", "자율제어", "정밀"))
                yield (
                    *(
                        str(year),
                        f"{year}{draw.digits(4)}",
                        duty.names[1],
                        draw.pick(("1단계", "2단계")),
                    ),
                    *(draw.pick(("단독기업형", "공동훈련센터형")), code, kind),
                    *(f"{word} {duty.names[3]}", f"{duty.code}N{draw.digits(2)}"),
                )


NEW_UNITS = Table(
    "new_technology_units",
    columns("year version division step joined kind_code kind_of unit_name unit"),
    _new_units,
    index=(("year",),),
)


def _participants(world: World) -> Iterator[Row]:
    """Institutions with C courses and companies with W ones, a row a year."""
    places = {name: f"{n + 1:03d}" for n, (name, _) in enumerate(REGIONS)}
    courses: dict[tuple[str, str, str], list[tuple[str, str]]] = {}
    for row in world.rows("designated_courses"):
        key = (str(row["trainer"]), str(row["sido"]), str(row["year"]))
        courses.setdefault(key, []).append((str(row["course"]), str(row["jmnm"])))
    regions = {name: region for name, _, region in trainers(world.seed)}
    for (name, _, when), held in sorted(courses.items()):
        yield _participant("C", name, regions[name], when, held, places)
    work = [q for q in course_qualifications(world.seed) if q.kind == "W"]
    for number, firm in enumerate(firms(world, 1_800, skip=12_000)):
        draw = Draw(world.seed, "learning company", number)
        region = next(name for name in places if firm.address.startswith(name))
        for year in range(draw.between(2019, 2025), 2026):
            q = draw.pick(work)
            course = f"{q.name} 훈련과정"
            yield _participant("W", firm.name, region, str(year), [(course, q.name)], places)


def _participant(
    kind: str,
    name: str,
    region: str,
    year: str,
    held: list[tuple[str, str]],
    places: dict[str, str],
) -> Row:
    branch = branch_of_province()[region]
    titles, subjects = ("|".join(dict.fromkeys(column)) for column in zip(*held, strict=True))
    return (
        *(kind, name, places[region], region, branch.code, branch.name, year, len(held)),
        *(titles, subjects),
    )


PARTICIPANTS = Table(
    "course_participants",
    columns("kind party region3 sido branch branch_name year courses titles jmnm", "courses"),
    _participants,
    index=(("kind", "year"),),
)


def _framework(world: World) -> Iterator[Row]:
    """Sectoral qualifications framework: a duty at two to four levels."""
    for duty in duties():
        draw = Draw("framework", duty.code)
        if draw.chance(380):
            for level in range(low := draw.between(2, 4), low + draw.between(2, 4)):
                name = duty.names[3]
                yield (
                    *(duty.code[:2], duty.names[0], duty.names[1], duty.names[2], name),
                    *(str(level), f"{name} 업무를 {level}수준에서 수행한다."),
                    ("지시에 따라 수행한다.", "스스로 계획하고 책임진다.")[level > 4],
                )


FRAMEWORK = Table(
    "sector_framework",
    columns("lclas lclas_name sector subsector duty_name level definition responsibility"),
    _framework,
    index=(("lclas",),),
)

NCS_USES = (FRAMEWORK, BRIEFINGS, SCHOOL_SUBJECTS, HIRING, NEW_UNITS, PARTICIPANTS)
