"""Agencies of remote training (원격훈련) and the offices of labour that look after them.

Offices are real, agencies fictional.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache

from kopa_env.world import names
from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Row, Table
from kopa_env.world.tables.districts import provinces
from kopa_env.world.tables.hrdk.acquirers import REGIONS
from kopa_env.world.tables.hrdk.exam_sites import Branch, jurisdictions
from kopa_env.world.tables.hrdk.ncs import duties
from kopa_env.world.tables.hrdk.qual_columns import columns
from kopa_env.world.world import World

AGENCIES = 168
LAST = date(2026, 1, 29)
"""The last whole day that the monitor has recorded."""

_KINDS = (
    "원격평생교육원", "사이버연수원", "이러닝", "에듀", "HRD", "원격교육원", "러닝센터",
    "온라인캠퍼스", "직업능력개발원", "인재개발원",
)  # fmt: skip
_STAFF = (("emon01", 9), ("emon02", 7), ("emon03", 5), ("hrdk_admin", 3), ("loms_admin", 2))


@dataclass(frozen=True, slots=True)
class Office:
    """A branch of a labour office (지청) with its job centre."""

    code: str
    office: str
    detail: str
    branch: str
    centre: str
    areas: tuple[str, ...]
    districts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Agency:
    """An agency that trains people at a distance."""

    id: str
    name: str
    province: str
    address: str
    zip: str
    since: date
    office: Office
    size: int


def day8(day: date) -> str:
    """Return a day as the monitor writes it."""
    return day.strftime("%Y%m%d")


def stamp(draw: Draw, day: date, first: int = 8, last: int = 18) -> str:
    """Return a moment of a day, within some hours."""
    hour, minute, second = draw.between(first, last), draw.below(60), draw.below(60)
    return f"{day.isoformat()} {hour:02d}:{minute:02d}:{second:02d}"


def between(draw: Draw, first: date, last: date = LAST) -> date:
    """Return a day from ``first`` to ``last``."""
    return first + timedelta(days=draw.below((last - first).days + 1))


def staff(draw: Draw) -> str:
    """Return the account of someone who runs the monitor."""
    return draw.weighted(_STAFF)


@lru_cache(maxsize=1)
def offices() -> tuple[Office, ...]:
    """Return the labour offices' branches, by code."""
    return tuple(
        Office(
            *(r["code"], r["office"], r["detail"], r["branch"], r["centre"]),
            tuple(r["areas"].split("|")),
            tuple(filter(None, r["districts"].split("|"))),
        )
        for r in fact_rows("hrdk_labor_offices")
    )


def office_of(draw: Draw, province: str, address: str = "") -> Office:
    """Return an office that serves a province (by its long name), best the address itself."""
    short = next(p.short for p in provinces() if p.name == province)
    able = [o for o in offices() if short in o.areas]
    near = [o for o in able if any(f" {place}" in address for place in o.districts)]
    return draw.pick(near or able)


@lru_cache(maxsize=4)
def agencies(seed: int) -> tuple[Agency, ...]:
    """Return the agencies, by id."""
    known: dict[str, None] = {}
    number = 0
    while len(known) < AGENCIES:
        draw = Draw(seed, "remote name", number)
        known.setdefault(names.named(draw, _KINDS))
        number += 1
    return tuple(_agency(seed, place, name) for place, name in enumerate(known, start=1))


def _agency(seed: int, place: int, name: str) -> Agency:
    draw = Draw(seed, "remote agency", place)
    weights = [(r, w * 4 if r.startswith("서울") else w) for r, w in REGIONS]
    province = draw.weighted(weights)
    address = names.address(draw, province)
    prefix = next(p[2] for p in names.PLACES if address.startswith(p[0]))
    return Agency(
        id=f"A{place:04d}",
        name=name,
        province=province,
        address=address,
        zip=prefix + draw.digits(3),
        since=between(draw, date(2012, 3, 2), date(2023, 6, 30)),
        office=office_of(draw, province, address),
        size=draw.skewed(8, 400, 2),
    )


def _branch(a: Agency) -> Branch:
    """Return the branch of 한국산업인력공단 that serves an agency's district."""
    short = next(p.short for p in provinces() if p.name == a.province)
    place = a.address.removeprefix(a.province).strip()
    near = [(d, b) for d, b in jurisdictions() if d.province == short]
    return next((b for d, b in near if place.startswith(d.name)), near[0][1])


def _agencies(world: World) -> Iterator[Row]:
    for number, a in enumerate(agencies(world.seed), start=1):
        o = a.office
        yield (
            *(a.id, a.name, a.province, a.zip, a.address, day8(a.since), str(10_000 + number)),
            f"한국산업인력공단 {_branch(a).full_name}",
            *(o.office, o.branch, o.centre),
        )


AGENCY_TABLE = Table(
    "remote_agencies",
    columns(
        "agent name sido zip address since_day serial hrdk_office labor_office_name branch centre"
    ),
    _agencies,
    key=("agent",),
)


def _offices(world: World) -> Iterator[Row]:
    for number, o in enumerate(offices(), start=1):
        draw = Draw(world.seed, "office registered", o.detail)
        yield (o.code, o.detail, o.branch, number, staff(draw))


OFFICE_TABLE = Table(
    "labor_offices",
    columns("labor_office detail branch number registrar", "number", facts=("branch",)),
    _offices,
    key=("detail",),
)


def _key_industry(world: World) -> Iterator[Row]:
    """Trainings of 국가기간·전략산업직종: a duty of the NCS under an office."""
    making = [d for d in duties() if d.code[:2] in ("14", "15", "16", "17", "19", "20", "08", "21")]
    for number in range(460):
        draw = Draw(world.seed, "key industry", number)
        o = office_of(draw, draw.weighted(REGIONS))
        yield (str(30_000 + number), o.office, o.branch, o.centre, draw.pick(making).names[3])


KEY_INDUSTRY = Table(
    "key_industry_trainings",
    columns("serial labor_office_name branch centre subd_name"),
    _key_industry,
    key=("serial",),
)

REMOTE_AGENCIES = (AGENCY_TABLE, OFFICE_TABLE, KEY_INDUSTRY)
