"""Lists of elections: codes, districts, constituencies, parties, past elections, by-elections."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from kopa_env.world.draw import Draw
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.table import Column, Row, Table
from kopa_env.world.tables.election.candidates import HELD, JOBS, SCHOOLING, races
from kopa_env.world.tables.election.days import (
    PRESENT,
    TYPES,
    Constituency,
    Election,
    constituencies,
    elections,
    wards,
)
from kopa_env.world.world import World

_DAYS = "월화수목금토일"
_SG_ID = Column("sgId", domain="election_id", gen="fact")
_TYPE = Column("sgTypecode", domain="election_type", gen="fact")
_SD = Column("sdName", domain="sido_name", gen="ref")
_WIW = Column("wiwName", domain="election_ward", gen="ref")
_SGG = Column("sggName", domain="constituency_name", gen="ref")


def weekday(day: str) -> str:
    """Return the weekday of a day (``YYYYMMDD``)."""
    return _DAYS[date(int(day[:4]), int(day[4:6]), int(day[6:])).weekday()]


def _codes(world: World) -> Iterator[Row]:
    for e in elections():
        yield (e.sg_id, "0", e.name, e.sg_id)
        for kind in e.types:
            yield (e.sg_id, kind, TYPES[kind], e.sg_id)


ELECTIONS = Table(
    "elections",
    (_SG_ID, _TYPE, Column("sgName", gen="fact"), Column("sgVotedate", domain="date", gen="fact")),
    _codes,
    key=("sgId", "sgTypecode"),
)


def _wards(world: World) -> Iterator[Row]:
    for e in elections():
        for place, ward in enumerate(wards(e.sg_id), start=1):
            yield (e.sg_id, ward.name, place, ward.sd, ward.code)


ELECTION_WARDS = Table(
    "election_wards",
    (_SG_ID, _WIW, Column("wOrder", "int"), _SD, Column("code", domain="sigun5", gen="ref")),
    _wards,
    key=("sgId", "sdName", "wiwName"),
)


def _areas(world: World) -> Iterator[Row]:
    for e in elections():
        for kind in e.types:
            for place, area in enumerate(constituencies(world.seed, e.sg_id, kind), start=1):
                yield (e.sg_id, kind, area.name, area.sd, ward_name(area), area.seats, place)


def ward_name(area: Constituency) -> str | None:
    """Return the ward a constituency is listed under; none where it has several cities' wards."""
    names = list(dict.fromkeys(p.ward.name for p in area.parts))
    if len(names) == 1:
        return names[0]
    return area.name if area.kind in ("4", "9") else names[0] if area.kind == "2" else None


CONSTITUENCIES = Table(
    "constituencies",
    (_SG_ID, _TYPE, _SGG, _SD, _WIW, Column("sggJungsu", "int"), Column("sOrder", "int")),
    _areas,
    key=("sgId", "sgTypecode", "sdName", "sggName"),
)


def parties_of(seed: int, sg_id: str) -> list[str]:
    """Return the parties that stand in an election, in the order of the ballot."""
    found: dict[str, int] = {}
    for kind in next(e.types for e in elections() if e.sg_id == sg_id):
        for race in races(seed, sg_id, kind):
            for c in race.candidates:
                if c.party:
                    found[c.party] = min(found.get(c.party, 99), c.number or 50)
    return sorted(found, key=lambda p: (p == "무소속", found[p], p))


def _parties(world: World) -> Iterator[Row]:
    for sg_id in sorted(HELD):
        for place, party in enumerate(parties_of(world.seed, sg_id), start=1):
            yield (sg_id, party, place)


ELECTION_PARTIES = Table(
    "election_parties",
    (_SG_ID, Column("jdName", domain="party"), Column("pOrder", "int")),
    _parties,
    key=("sgId", "jdName"),
)


def _choices(world: World) -> Iterator[Row]:
    for e in elections():
        for kind, known in (("job", JOBS), ("education", SCHOOLING)):
            for place, (code, name) in enumerate(known.items(), start=1):
                yield (e.sg_id, kind, code, name, place)


CANDIDATE_CODES = Table(
    "candidate_codes",
    (
        _SG_ID,
        Column("kind"),
        Column("code", domain="candidate_code"),
        Column("name"),
        Column("place", "int"),
    ),
    _choices,
    key=("sgId", "kind", "code"),
)


# ---- the past --------------------------------------------------------------------------------

_NAMES = {"president": "대통령선거", "assembly": "국회의원선거", "local": "전국동시지방선거"}
_PERIODS = {"assembly": ("20040101", 14)}
"""Since when the election period of an Assembly's election is so many days."""


def _past(world: World) -> Iterator[Row]:
    for r in fact_rows("past_elections"):
        since, days = _PERIODS.get(r["kind"], ("99", 0))
        yield (
            *(r["kind"], f"{r['number']} {_NAMES[r['kind']]}", r["number"], r["day"]),
            *(weekday(r["day"]), None, None, r["winner"] or None, r["seats"] or None),
            *(r["turnout"] or None, days if r["day"] >= since else None, r["note"] or None),
        )


PAST_ELECTIONS = Table(
    "past_elections",
    (
        Column("kind"),
        *(Column(n, gen="fact") for n in ("elctNm", "elctNotmNm")),
        Column("elctYmd", domain="date", gen="fact"),
        Column("elctDywk", gen="fact"),
        Column("pbancYmd", domain="date", null_rate=1.0),
        Column("pbancDywk", null_rate=1.0),
        Column("sccnNm", domain="person_name", gen="fact"),
        Column("fdno", gen="fact"),
        Column("voteRt", gen="fact"),
        Column("elctPrdDys", "int", gen="fact"),
        Column("rmrk", gen="fact"),
    ),
    _past,
    key=("kind", "elctYmd"),
    persons="office_holder",
)


# ---- by-elections ----------------------------------------------------------------------------


def _by_days() -> list[Election]:
    """Return the days on which council seats fell vacant were filled, the next one included."""
    usual = [e for e in elections() if not e.turnout or e.sg_id in (PRESENT, "20220309")]
    return [*usual, *(e for e in elections() if e.sg_id == "20200415")]


def by_elections(seed: int) -> Iterator[tuple[str, str, Constituency, str]]:
    """Yield day, type, constituency and kind of each by-election; only councils' seats."""
    for e in sorted(_by_days(), key=lambda e: e.sg_id):
        term = "20260603" if e.sg_id > "20240118" else "20220601"
        term = "20180613" if e.sg_id < "20220601" else term
        for kind, odds in (("5", 12), ("6", 14)):
            for area in constituencies(seed, term, kind):
                draw = Draw(seed, "by-election", e.sg_id, kind, area.sd, area.name)
                if draw.chance(odds):
                    yield e.sg_id, kind, area, "재선거" if draw.chance(330) else "보궐선거"


def _by(world: World) -> Iterator[Row]:
    for day, kind, area, sort in by_elections(world.seed):
        office = ward_name(area) or area.sd
        yield (day, day[:4], weekday(day), kind, TYPES[kind], sort, area.sd, office, area.name)


BY_ELECTIONS = Table(
    "by_elections",
    (
        Column("day", domain="date", gen="fact"),
        Column("year", domain="year4", gen="fact"),
        Column("weekday", gen="fact"),
        Column("kind", domain="election_type", gen="fact"),
        Column("kind_name", gen="fact"),
        Column("sort"),
        Column("sd", domain="sido_name", gen="ref"),
        Column("ward", domain="election_ward", gen="ref"),
        Column("area", domain="constituency_name", gen="ref"),
    ),
    _by,
    index=(("year",), ("day",)),
)
"""Only seats of councils, whose holders are fictional here."""


def _by_summary(world: World) -> Iterator[Row]:
    held: dict[tuple[str, str], int] = {}
    for day, kind, _, _ in by_elections(world.seed):
        if day != "20260603":
            held[day, kind] = held.get((day, kind), 0) + 1
    for (day, kind), seats in held.items():
        along = by_name(day)
        yield (day[:4], day, weekday(day), TYPES[kind], kind, seats, along)


def by_name(day: str) -> str | None:
    """Return the election that by-elections of a day were held along with."""
    along = next(e for e in elections() if e.sg_id == day)
    return f"{along.name}와 함께 실시" if along.turnout else None


BY_ELECTION_DAYS = Table(
    "by_election_days",
    (
        Column("elctYear", domain="year4", gen="fact"),
        Column("elctYmd", domain="date", gen="fact"),
        Column("elctDywk", gen="fact"),
        Column("elctNm", gen="fact"),
        Column("elctKndCd", domain="election_type", gen="fact"),
        Column("fdno", "int"),
        Column("rmrk"),
    ),
    _by_summary,
    key=("elctYmd", "elctKndCd"),
)
