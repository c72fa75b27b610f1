"""Where people vote and where votes are counted; electors of towns; offices of campaigns.

Each 행정동 has one early polling place and a polling place for about 2,600 electors, often in a
school: schools are those of ``schools``, with their addresses by road. Addresses of other places
are made up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from kopa_env.world import school_names
from kopa_env.world.condition import Condition
from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.election.candidates import HELD, LISTS
from kopa_env.world.tables.election.days import PRESENT, Ward, elections, votes_in, wards
from kopa_env.world.tables.election.lists import parties_of
from kopa_env.world.tables.population.figures import counts
from kopa_env.world.tables.schools import School, province_schools, road_address
from kopa_env.world.tables.towns import AREA_CODES, AdminDong, admin_dongs_of, by_code
from kopa_env.world.world import World

A_PLACE = 2_600
"""Electors of one polling place, roughly."""

_ROOMS = (("1층 체육관", 30), ("1층 시청각실", 14), ("2층 도서실", 8), ("1층 급식실", 12))
_OFFICES = ("행정복지센터", "주민센터", "복지회관", "경로당", "작은도서관")
_HALLS = ("체육관", "실내체육관", "국민체육센터", "문화회관", "대학교 체육관")

_SG_ID = Column("sgId", domain="election_id", gen="ref")
_SD = Column("sdName", domain="sido_name", gen="ref")
_WIW = Column("wiwName", domain="election_ward", gen="ref")


@lru_cache(maxsize=64)
def _schools_in(seed: int, code: str) -> tuple[School, ...]:
    """Return the schools of a district that have a hall, in a settled order."""
    district = by_code()[code]
    return tuple(
        s
        for s in province_schools(seed, district.province)
        if s.district == district.name and s.level in ("elementary", "middle", "high")
    )


def _held(day: str) -> bool:
    """Say whether votes were cast in all districts that day."""
    return any(e.sg_id == day and e.turnout for e in elections())


def _wards_of(values: Sequence[Value]) -> list[Ward]:
    day = str(values[0])
    if not _held(day):
        return []
    return [w for w in wards(day) if len(values) < 2 or w.sd == values[1]]


def _towns(seed: int, day: str, ward: Ward) -> list[tuple[AdminDong, int]]:
    """Return the 행정동 of a ward with their electors, which add up to the ward's."""
    dongs = admin_dongs_of(ward.code)
    people = [c.total for c in counts(seed, ward.code, day[:6])]
    number, whole = votes_in(seed, day, ward.code).electors, max(1, sum(people))
    ends, end = [0], 0
    for one in people:
        end += one
        ends.append(number * end // whole)
    return [(d, b - a) for d, a, b in zip(dongs, ends, ends[1:], strict=False)]


def _place(seed: int, ward: Ward, dong: AdminDong, number: int) -> tuple[str, str, str]:
    """Return a place's name, its address and its floor; the same at every election."""
    draw = Draw(seed, "polling place", dong.code, number)
    found = _schools_in(seed, ward.code)
    if found and draw.chance(620):
        school = draw.pick(found)
        room = draw.weighted(_ROOMS)
        return f"{school.name} {room[3:]}", road_address(seed, school), room[:2]
    name = f"{dong.name} {draw.pick(_OFFICES)}"
    return name, f"{_base(ward)} {school_names.road(draw)}", draw.pick(("1층", "1층", "2층"))


def _base(ward: Ward) -> str:
    district = by_code()[ward.code].name
    return ward.sd if district == ward.sd else f"{ward.sd} {district}"


def _polling(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    day = str(values[0])
    for ward in _wards_of(values):
        for dong, number in _towns(world.seed, day, ward):
            places = max(1, -(-number // A_PLACE))
            for place in range(1, places + 1):
                name, address, floor = _place(world.seed, ward, dong, place)
                share = number * place // places - number * (place - 1) // places
                title = f"{dong.name} 제{place}투표소"
                yield (day, title, ward.sd, ward.name, dong.name, name, address, floor, share)


POLLING = Table(
    "polling_places",
    (
        *(_SG_ID, Column("psName"), _SD, _WIW, Column("emdName", gen="ref")),
        *(Column(n) for n in ("placeName", "addr", "floor")),
        Column("electors", "int"),
    ),
    lambda world: (row for e in elections() for row in _polling(world, (e.sg_id,))),
    key=("sgId", "sdName", "wiwName", "psName"),
    by=("sgId", "sdName"),
    part=_polling,
)


def _early(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    day = str(values[0])
    for ward in _wards_of(values):
        for order, (dong, number) in enumerate(_towns(world.seed, day, ward), start=1):
            name, address, _ = _place(world.seed, ward, dong, 0)
            title = f"{dong.name}사전투표소"
            yield (day, title, ward.sd, ward.name, dong.name, name, address, order, number)


EARLY_POLLING = Table(
    "early_polling_places",
    (
        *(_SG_ID, Column("evPsName"), _SD, _WIW, Column("emdName", gen="ref")),
        *(Column(n) for n in ("placeName", "addr")),
        *(Column(n, "int") for n in ("evOrder", "electors")),
    ),
    lambda world: (row for e in elections() for row in _early(world, (e.sg_id,))),
    key=("sgId", "sdName", "wiwName", "evPsName"),
    by=("sgId", "sdName"),
    part=_early,
)
"""One row a 행정동: ``electors`` are those of the whole 행정동."""


def _counting(world: World) -> Iterator[Row]:
    for e in elections():
        for ward in wards(e.sg_id) if e.turnout else ():
            draw = Draw(world.seed, "counting place", ward.code)
            stem = ward.name if len(ward.name) < 3 else ward.name.rstrip("시군구")
            hall = f"{stem}{draw.pick(_HALLS)}"
            yield (e.sg_id, ward.sd, ward.name, hall, f"{_base(ward)} {school_names.road(draw)}")


COUNTING = Table(
    "counting_places",
    (_SG_ID, _SD, _WIW, Column("countingSttnName"), Column("addr")),
    _counting,
    key=("sgId", "sdName", "wiwName"),
)

# ---- offices ---------------------------------------------------------------------------------


def _offices(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    """Yield an office of each candidate whose election is not by list, and of early ones."""
    sg_id = str(values[0])
    if sg_id not in HELD:
        return
    where = [Condition("sgId", "eq", sg_id)]
    for stage in ("early", "final"):
        if stage == "early" and sg_id == PRESENT:
            continue
        table = "early_candidates" if stage == "early" else "candidates"
        for c in world.select(table, where)[0]:
            if c["sgTypecode"] not in LISTS and c.get("record") != "fact":
                yield _office(world.seed, stage, c)


def _office(seed: int, stage: str, c: dict[str, Value]) -> Row:
    draw = Draw(seed, "office", stage, str(c["huboid"]))
    home = str(c["addr"])
    day = str(c.get("regdate") or f"{str(c['sgId'])[:4]}{int(str(c['sgId'])[4:6]) - 1:02d}15")
    return (
        *(stage, c["sgId"], c["sgTypecode"], c["sdName"], home.split()[-1], c["sggName"]),
        *(
            c["jdName"],
            c["name"],
            f"{c['name']} 선거사무소",
            home,
            f"{draw.between(1000, 63999):05d}",
        ),
        day,
    )


OFFICES = Table(
    "campaign_offices",
    (
        Column("stage"),
        *(_SG_ID, Column("sgTypecode", domain="election_type", gen="ref"), _SD, _WIW),
        Column("sggName", domain="constituency_name", gen="ref"),
        Column("jdName", domain="party", gen="ref"),
        Column("name", domain="person_name", gen="ref"),
        *(Column(n) for n in ("elwkorName", "instlRgnName")),
        Column("zip", domain="zip5"),
        Column("instlDclrDate", domain="date"),
    ),
    lambda world: (row for sg_id in sorted(HELD) for row in _offices(world, (sg_id,))),
    persons="fictional",
    by=("sgId",),
    part=_offices,
)


def _party_offices(world: World) -> Iterator[Row]:
    for sg_id in sorted(HELD):
        if sg_id == PRESENT:
            continue
        for party in parties_of(world.seed, sg_id)[:4]:
            for ward in wards(sg_id):
                draw = Draw(world.seed, "party office", sg_id, party, ward.code)
                if party != "무소속" and draw.chance(640):
                    address = f"{_base(ward)} {school_names.road(draw)}"
                    area = AREA_CODES[by_code()[ward.code].province]
                    phone = f"{area}-0{draw.between(100, 999)}-{draw.digits(4)}"
                    yield (sg_id, ward.sd, ward.name, None, party, address, phone)


PARTY_OFFICES = Table(
    "party_offices",
    (
        *(_SG_ID, _SD, _WIW, Column("sggName", null_rate=1.0)),
        Column("jdName", domain="party", gen="ref"),
        *(Column(n) for n in ("addr", "telNo")),
    ),
    _party_offices,
    index=(("sgId", "sdName"),),
)
"""Of the fictional parties alone."""
