"""Candidates, winners, turnout and counts as the commission lists them, and what they promised."""

from __future__ import annotations

from collections.abc import Iterator

from kopa_env.world import names
from kopa_env.world.condition import Condition
from kopa_env.world.draw import Draw
from kopa_env.world.table import Column, Row, Table, Value
from kopa_env.world.tables.election.candidates import (
    HELD,
    JOBS,
    LISTS,
    SCHOOLING,
    Candidate,
    Race,
    races,
    share_of,
)
from kopa_env.world.tables.election.days import PRESENT, Ward, by_id, elections, votes_in, wards
from kopa_env.world.tables.election.lists import parties_of, ward_name
from kopa_env.world.tables.population.figures import ratio
from kopa_env.world.world import World

MOST = 50
"""Candidates that one row of a count has room for."""

_SG_ID = Column("sgId", domain="election_id", gen="fact")
_TYPE = Column("sgTypecode", domain="election_type", gen="fact")
_SD = Column("sdName", domain="sido_name", gen="ref")
_WIW = Column("wiwName", domain="election_ward", gen="ref")
_SGG = Column("sggName", domain="constituency_name", gen="ref")
_ALL = "합계"


def _person(race: Race, c: Candidate) -> Row:
    area = race.area
    gone = c.status != "등록"
    valid = sum(race.cast) - sum(race.invalid)
    known = c.votes and area.kind not in LISTS
    return (
        *(area.sg_id, area.kind, c.huboid, area.name, area.sd, ward_name(area)),
        *(str(c.number) if c.number else None, c.mark or None, c.party or None, c.name, c.hanja),
        *(c.sex, c.born, c.age, c.home, c.job, JOBS.get(c.job or ""), c.schooling),
        *(SCHOOLING.get(c.schooling or ""), *c.careers, c.status),
        *(c.total if known else None, share_of(c.total, valid) if known else None),
        *("Y" if c.elected else "N", "N" if race.contested else "Y"),
        *(_left(area.sg_id) if gone else None, "일신상의 사유" if gone else None),
        "fact" if c.fact else "rule",
    )


def _left(day: str) -> str:
    return f"{day[:6]}{max(1, int(day[6:]) - 9):02d}"


def _candidates(world: World) -> Iterator[Row]:
    for sg_id in sorted(HELD):
        for kind in by_id()[sg_id].types:
            for race in races(world.seed, sg_id, kind):
                yield from (_person(race, c) for c in race.candidates)


_PERSON = (
    *(_SG_ID, _TYPE, Column("huboid", domain="candidate_id"), _SGG, _SD, _WIW),
    *(Column(n) for n in ("giho", "gihoSangse")),
    Column("jdName", domain="party"),
    Column("name", domain="person_name"),
    Column("hanjaName"),
    *(Column(n) for n in ("gender", "birthday")),
    Column("age", "int"),
    Column("addr"),
    Column("jobId", domain="candidate_code"),
    Column("job"),
    Column("eduId", domain="candidate_code"),
    *(Column(n) for n in ("edu", "career1", "career2", "status")),
)

CANDIDATES = Table(
    "candidates",
    (
        *_PERSON,
        Column("dugsu", "int"),
        Column("dugyul"),
        *(Column(n) for n in ("elected", "alone")),
        Column("left_on", domain="date"),
        *(Column(n) for n in ("left_for", "record")),
    ),
    _candidates,
    key=("huboid",),
    index=(("sgId", "sgTypecode", "sdName"), ("name",)),
    persons="office_holder",
)
"""Fictional but for the winners of the 22nd Assembly (``record = "fact"``)."""


# ---- before the lists closed -----------------------------------------------------------------


def _early(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    """Yield those who had themselves put down before: most candidates, and some who gave up."""
    sg_id = str(values[0])
    if sg_id not in HELD or sg_id == PRESENT:
        return
    where = [Condition("sgId", "eq", sg_id), Condition("status", "eq", "등록")]
    for c in world.select("candidates", where)[0]:
        draw = Draw(world.seed, "early", str(c["huboid"]))
        if c["sgTypecode"] in LISTS or not draw.chance(820):
            continue
        yield _early_row(c, draw, "등록", None)
        if draw.chance(260):
            yield _early_row(_another(world, c), draw, "사퇴", "불출마")


def _another(world: World, c: dict[str, Value]) -> dict[str, Value]:
    """Return someone else of the same constituency."""
    draw = Draw(world.seed, "gave up", str(c["huboid"]))
    born = f"{draw.between(1955, 1990)}{draw.between(1, 12):02d}{draw.between(1, 28):02d}"
    age = int(str(c["sgId"])[:4]) - int(born[:4]) - (born[4:] > str(c["sgId"])[4:])
    number = str(int(str(c["huboid"])) + 1_000_000)
    return {**c, "huboid": number, "name": names.person(draw), "birthday": born, "age": age}


def _early_row(c: dict[str, Value], draw: Draw, status: str, why: str | None) -> Row:
    day = str(c["sgId"])
    month = int(day[4:6]) - draw.between(1, 3)
    left = f"{day[:4]}{int(day[4:6]) - 1:02d}{draw.between(1, 14):02d}" if why else None
    registered = f"{day[:4]}{month:02d}{draw.between(2, 27):02d}"
    if left is not None:
        registered = min(registered, left)
    names = ("giho", "gihoSangse", "status")
    kept = tuple(c[column.name] for column in _PERSON if column.name not in names)
    return (*kept, registered, status, left, why)


_EARLY_COLUMNS = (
    *(column for column in _PERSON if column.name not in ("giho", "gihoSangse", "status")),
    Column("regdate", domain="date"),
    Column("status"),
    Column("left_on", domain="date"),
    Column("left_for"),
)

EARLY_CANDIDATES = Table(
    "early_candidates",
    _EARLY_COLUMNS,
    lambda world: (row for sg_id in sorted(HELD) for row in _early(world, (sg_id,))),
    key=("huboid",),
    index=(("sgTypecode", "sdName"),),
    persons="fictional",
    by=("sgId",),
    part=_early,
)


# ---- turnout ---------------------------------------------------------------------------------


def _turnout(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    """Yield the sum of the country, then each province's sum before its wards."""
    sg_id, kinds = str(values[0]), [str(v) for v in values[1:]]
    election = by_id().get(sg_id)
    if election is None or not election.turnout:
        return
    for kind in kinds or election.types:
        if kind in election.types:
            yield from _turnout_of(world.seed, sg_id, kind)


def _turnout_of(seed: int, sg_id: str, kind: str) -> Iterator[Row]:
    held = [w for w in wards(sg_id) if w.unit or kind not in ("4", "6", "9")]
    if kind == "10":
        held = [w for w in held if w.sd == "제주특별자치도"]
    yield _turnout_row(seed, sg_id, kind, "전국", _ALL, held)
    for sd in dict.fromkeys(w.sd for w in held):
        own = [w for w in held if w.sd == sd]
        yield _turnout_row(seed, sg_id, kind, sd, _ALL, own)
        for ward in own:
            yield _turnout_row(seed, sg_id, kind, sd, ward.name, [ward])


def _turnout_row(seed: int, sg_id: str, kind: str, sd: str, name: str, own: list[Ward]) -> Row:
    found = [votes_in(seed, sg_id, w.code) for w in own]
    electors, cast = sum(v.electors for v in found), sum(v.cast for v in found)
    early, early_electors = sum(v.early for v in found), sum(v.early_electors for v in found)
    return (
        *(sg_id, kind, sd, name, electors, electors - early_electors, early_electors),
        *(cast, cast - early, early, ratio(cast * 100, electors, 1)),
    )


TURNOUT = Table(
    "turnout",
    (
        *(_SG_ID, _TYPE, _SD, _WIW),
        *(Column(n, "int") for n in ("totSunsu", "psSunsu", "psEtcSunsu")),
        *(Column(n, "int") for n in ("totTusu", "psTusu", "psEtcTusu")),
        Column("turnout"),
    ),
    lambda world: (row for e in elections() for row in _turnout(world, (e.sg_id,))),
    key=("sgId", "sgTypecode", "sdName", "wiwName"),
    by=("sgId", "sgTypecode"),
    part=_turnout,
)


# ---- counts ----------------------------------------------------------------------------------


def _count(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    sg_id, kinds = str(values[0]), [str(v) for v in values[1:]]
    if sg_id not in HELD or sg_id == PRESENT:
        return
    for kind in kinds or by_id()[sg_id].types:
        for race in races(world.seed, sg_id, kind):
            if race.contested:
                yield from _count_rows(race)


def _count_rows(race: Race) -> Iterator[Row]:
    standing = [c for c in race.candidates if c.votes]
    yield _count_row(race, standing, None)
    for place in range(len(race.area.parts)):
        yield _count_row(race, standing, place)


def _count_row(race: Race, standing: list[Candidate], place: int | None) -> Row:
    def of(numbers: tuple[int, ...]) -> int:
        return sum(numbers) if place is None else numbers[place]

    area = race.area
    name = _ALL if place is None else area.parts[place].ward.name
    electors, cast, invalid = of(race.electors), of(race.cast), of(race.invalid)
    spare = (None,) * (MOST - len(standing))
    people = area.kind not in LISTS
    return (
        *(area.sg_id, area.kind, area.name, area.sd, name, electors, cast, cast - invalid),
        *(invalid, electors - cast),
        *(*(c.party or None for c in standing), *spare),
        *(*(c.name if people else None for c in standing), *spare),
        *(*(of(c.votes) for c in standing), *spare),
    )


COUNTS = Table(
    "vote_counts",
    (
        *(_SG_ID, _TYPE, _SGG, _SD, _WIW),
        *(Column(n, "int") for n in ("sunsu", "tusu", "yutusu", "mutusu", "gigwonsu")),
        *(Column(f"jd{n:02d}", domain="party") for n in range(1, MOST + 1)),
        *(Column(f"hbj{n:02d}", domain="person_name") for n in range(1, MOST + 1)),
        *(Column(f"dugsu{n:02d}", "int") for n in range(1, MOST + 1)),
    ),
    lambda world: (row for sg_id in sorted(HELD) for row in _count(world, (sg_id,))),
    persons="fictional",
    by=("sgId", "sgTypecode"),
    part=_count,
)
"""A row of sums (``합계``) stands before the wards of each constituency."""


# ---- promises --------------------------------------------------------------------------------

_FIELDS = ("교통", "주거", "교육", "복지", "환경", "경제", "문화", "안전", "청년", "행정")
_AIMS = (
    *("마을버스 배차 간격 단축", "작은도서관 확충", "돌봄 공백 해소", "골목상권 지원"),
    *("걷기 좋은 길 조성", "공공임대 주차장 확대", "학교 앞 안전 강화", "하천 생태 복원"),
    *("청년 일터 만들기", "어르신 식사 지원", "생활체육관 건립", "민원 처리 기간 단축"),
)
_MEANS = (
    "목표: {aim}. 방법: 조례를 고치고 예산을 마련함. 기간: 임기 {n}년 안.",
    "{aim}을(를) 위하여 전담 부서를 두고 해마다 성과를 공개하겠습니다. 재원: 시비와 국비.",
    "주민 의견을 들어 {aim} 계획을 세우고 {n}년에 걸쳐 나누어 시행하겠습니다.",
)


def promises(draw: Draw, count: int) -> Iterator[Row]:
    """Yield order, field, title and wording of promises."""
    start = draw.below(len(_AIMS))
    for place in range(count):
        aim = _AIMS[(start + place) % len(_AIMS)]
        text = draw.pick(_MEANS).format(aim=aim, n=draw.between(2, 4))
        yield (place + 1, draw.pick(_FIELDS), aim, text)


def _pledges(world: World, values: tuple[Value, ...]) -> Iterator[Row]:
    found, _ = world.select("candidates", [Condition("huboid", "eq", values[0])], limit=1)
    yield from (_pledge_row(world.seed, c) for c in found if _promises(c))


def _promises(c: dict[str, Value]) -> bool:
    """Say whether a candidate hands in promises: those for offices, not for seats."""
    return c["record"] == "rule" and c["sgTypecode"] in ("3", "4", "11") and c["status"] == "등록"


def _pledge_row(seed: int, c: dict[str, Value]) -> Row:
    draw = Draw(seed, "pledges", str(c["huboid"]))
    count = draw.between(3, 5) if c["sgTypecode"] != "3" else draw.between(5, 10)
    made = list(promises(draw, count))
    flat = [value for row in made for value in row]
    return (
        *(c["sgId"], c["sgTypecode"], c["huboid"], c["sggName"], c["sdName"], c["wiwName"]),
        *(c["jdName"], c["name"], c["hanjaName"], count, *flat, *(None,) * (40 - len(flat))),
    )


def _pledge_rows(world: World) -> Iterator[Row]:
    for c in world.select("candidates")[0]:
        if _promises(c):
            yield _pledge_row(world.seed, c)


def _promise_columns(places: int) -> Iterator[Column]:
    for n in range(1, places + 1):
        yield Column(f"prmsOrd{n}", "int")
        yield from (Column(f"{name}{n}") for name in ("prmsRealmName", "prmsTitle", "prmmCont"))


PLEDGES = Table(
    "pledges",
    (
        *(_SG_ID, _TYPE, Column("cnddtId", domain="candidate_id", gen="ref"), _SGG),
        *(Column("sidoName", domain="sido_name", gen="ref"), _WIW),
        Column("partyName", domain="party", gen="ref"),
        Column("krName", domain="person_name", gen="ref"),
        Column("cnName", null_rate=1.0),
        Column("prmsCnt", "int"),
        *_promise_columns(10),
    ),
    _pledge_rows,
    persons="fictional",
    by=("cnddtId",),
    part=_pledges,
)


def _policies(world: World) -> Iterator[Row]:
    for sg_id in sorted(HELD):
        if sg_id == PRESENT:
            continue
        for party in parties_of(world.seed, sg_id):
            draw = Draw(world.seed, "policies", sg_id, party)
            if party != "무소속":
                yield (sg_id, party, draw.between(5, 10), *next(promises(draw, 1)))


POLICIES = Table(
    "party_policies",
    (
        *(_SG_ID, Column("partyName", domain="party", gen="ref"), Column("prmsCnt", "int")),
        *_promise_columns(1),
    ),
    _policies,
    key=("sgId", "partyName"),
)
"""Of the fictional parties alone."""
