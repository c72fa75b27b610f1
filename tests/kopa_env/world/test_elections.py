"""Elections: counts add up, winners have the most votes, members have public facts only."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.election.candidates import HELD, LISTS, Race, races
from kopa_env.world.tables.election.days import (
    LOCAL,
    PAST_ASSEMBLY,
    PRESENT,
    TYPES,
    by_id,
    constituencies,
    votes_in,
    wards,
)
from kopa_env.world.tables.election.lists import weekday
from kopa_env.world.tables.members import TERM_START, fictional_members
from kopa_env.world.world import Condition, World

SEEDS = (20260130, 20260131, 7)


@pytest.fixture(scope="module", params=SEEDS)
def held(request: pytest.FixtureRequest) -> dict[tuple[str, str], list[Race]]:
    return {
        (sg_id, kind): list(races(request.param, sg_id, kind))
        for sg_id in HELD
        for kind in by_id()[sg_id].types
    }


def _rows(world: World, table: str, **where: str) -> list[dict[str, Any]]:
    return world.select(table, [Condition(c, "eq", v) for c, v in where.items()])[0]


def test_votes_add_up_in_every_part(held: dict[tuple[str, str], list[Race]]) -> None:
    for (sg_id, _), found in held.items():
        for race in found:
            if sg_id == PRESENT or not race.contested:
                assert not any(c.votes for c in race.candidates)
                continue
            for part, (cast, invalid) in enumerate(zip(race.cast, race.invalid, strict=True)):
                votes = sum(c.votes[part] for c in race.candidates if c.votes)
                assert votes == cast - invalid
                assert race.electors[part] >= cast


def test_seats_are_filled_by_those_with_the_most_votes(
    held: dict[tuple[str, str], list[Race]],
) -> None:
    for (sg_id, kind), found in held.items():
        for race in found:
            elected = [c for c in race.candidates if c.elected]
            assert len(elected) == race.area.seats, (sg_id, race.area)
            others = [c for c in race.candidates if not c.elected and c.status == "등록"]
            if kind not in LISTS and race.contested and sg_id != PRESENT:
                assert min(c.total for c in elected) >= max(c.total for c in others)


def test_ids_are_unique_and_parties_stand_once(held: dict[tuple[str, str], list[Race]]) -> None:
    ids = [c.huboid for found in held.values() for race in found for c in race.candidates]
    assert len(ids) == len(set(ids)) > 15_000
    for (_, kind), found in held.items():
        for race in found if kind in ("2", "3", "4", "5") else ():
            parties = Counter(c.party for c in race.candidates if c.party != "무소속")
            assert max(parties.values(), default=0) < 2, race.area


def test_winners_of_2024_are_the_members_and_nothing_is_made_up_about_them(
    held: dict[tuple[str, str], list[Race]],
) -> None:
    members = {r["name"]: r for r in fact_rows("members")}
    won = [
        (race.area, c) for kind in "27" for race in held[PRESENT, kind] for c in race.candidates
        if c.elected
    ]  # fmt: skip
    assert len(won) == 300
    for area, c in won:
        assert c.fact
        assert c.party == members[c.name]["elected_party"]
        assert (c.born, c.age, c.home, c.job, c.schooling, c.careers, c.votes) == (
            *(None, None, None, None, None, (None, None), ()),
        )
        if area.kind == "2":
            assert (
                area.name.replace("연천군", "연천구") in members[c.name]["district"]
                or area.name in members[c.name]["district"]
            )
    others = {c.name for race in held[PRESENT, "2"] for c in race.candidates if not c.fact}
    assert not others & members.keys()


def test_winners_of_2020_are_the_fictional_members(
    held: dict[tuple[str, str], list[Race]],
) -> None:
    seed = next(
        s for s in SEEDS if tuple(races(s, PAST_ASSEMBLY, "7")) == tuple(held[PAST_ASSEMBLY, "7"])
    )
    members = {m.name: m for m in fictional_members(seed) if m.joined == TERM_START}
    won = {
        c.name: c
        for kind in "27"
        for r in held[PAST_ASSEMBLY, kind]
        for c in r.candidates
        if c.elected
    }
    assert won.keys() == members.keys()
    assert all(members[n].party in (c.party, "무소속") for n, c in won.items())


def test_constituencies_cover_the_country_once() -> None:
    for sg_id in LOCAL:
        units = {w.code for w in wards(sg_id) if w.unit}
        for kind in ("4", "5", "6", "9"):
            parts = [p for c in constituencies(7, sg_id, kind) for p in c.parts]
            assert {p.ward.code for p in parts} == units
            for code in units:
                own = [p for p in parts if p.ward.code == code]
                assert sum(p.cut(1_000_003) for p in own) == 1_000_003
    seats = constituencies(7, PRESENT, "2")
    assert len(seats) == 254
    assert {p.ward.code for c in seats for p in c.parts} == {w.code for w in wards(PRESENT)}
    for kind in TYPES:
        areas = constituencies(7, LOCAL[1], kind)
        assert len({(c.sd, c.name) for c in areas}) == len(areas)


def test_provinces_are_called_as_on_the_day() -> None:
    names = {day: {w.sd for w in wards(day)} for day in ("20220601", "20240410")}
    assert {"강원도", "전라북도"} <= names["20220601"]
    assert {"강원특별자치도", "전북특별자치도"} <= names["20240410"]
    home = {day: next(w.sd for w in wards(day) if w.name == "군위군") for day in names}
    assert home == {"20220601": "경상북도", "20240410": "대구광역시"}


@pytest.mark.parametrize("seed", SEEDS)
def test_turnout_is_near_the_real_one(seed: int) -> None:
    for sg_id, election in by_id().items():
        if election.turnout:
            found = [votes_in(seed, sg_id, w.code) for w in wards(sg_id)]
            electors, cast = sum(v.electors for v in found), sum(v.cast for v in found)
            assert abs(cast * 1000 // electors - election.turnout) < 15, sg_id
            assert 38_000_000 < electors < 46_500_000
            assert all(0 < v.early < v.cast < v.electors for v in found)


def test_sums_of_turnout_are_the_sums_of_their_districts(world: World) -> None:
    rows = _rows(world, "turnout", sgId="20240410", sgTypecode="2")
    total = rows[0]
    assert (total["sdName"], total["wiwName"]) == ("전국", "합계")
    inner = [r for r in rows if r["wiwName"] != "합계"]
    provinces = [r for r in rows[1:] if r["wiwName"] == "합계"]
    for column in ("totSunsu", "totTusu", "psTusu", "psEtcTusu"):
        assert total[column] == sum(r[column] for r in inner) == sum(r[column] for r in provinces)
    assert all(r["totTusu"] == r["psTusu"] + r["psEtcTusu"] for r in rows)


def test_a_count_has_the_sum_first_and_the_winner_in_it(world: World) -> None:
    rows = _rows(world, "vote_counts", sgId="20220601", sgTypecode="3", sdName="부산광역시")
    whole, parts = rows[0], rows[1:]
    assert whole["wiwName"] == "합계"
    assert len(parts) == 16
    for column in ("sunsu", "tusu", "yutusu", "mutusu", "gigwonsu", "dugsu01", "dugsu02"):
        assert whole[column] == sum(r[column] for r in parts)
    winner = _rows(
        world, "candidates", sgId="20220601", sgTypecode="3", sdName="부산광역시", elected="Y"
    )[0]
    votes = {whole[f"hbj{n:02d}"]: whole[f"dugsu{n:02d}"] for n in range(1, 51)}
    assert votes[winner["name"]] == winner["dugsu"] == max(v for v in votes.values() if v)
    assert _rows(world, "vote_counts", sgId=PRESENT, sgTypecode="2") == []


def test_polling_places_share_out_a_districts_electors(world: World) -> None:
    rows = _rows(world, "polling_places", sgId="20240410", sdName="대전광역시")
    early = _rows(world, "early_polling_places", sgId="20240410", sdName="대전광역시")
    by_ward = Counter({r["wiwName"]: 0 for r in rows})
    for r in rows:
        by_ward[r["wiwName"]] += r["electors"]
    for ward in (w for w in wards("20240410") if w.sd == "대전광역시"):
        assert by_ward[ward.name] == votes_in(world.seed, "20240410", ward.code).electors
        assert sum(r["electors"] for r in early if r["wiwName"] == ward.name) == by_ward[ward.name]
    schools = {r["road_address"] for r in world.rows("schools")}
    assert sum(r["addr"] in schools for r in rows) > len(rows) // 3


def test_early_candidates_and_offices_are_of_the_fictional(world: World) -> None:
    assert _rows(world, "early_candidates", sgId=PRESENT) == []
    early = _rows(world, "early_candidates", sgId="20220601")
    assert len(early) > 4_000
    assert all(str(r["regdate"]) < "20220601" for r in early)
    gone = [r for r in early if r["status"] == "사퇴"]
    assert all(str(r["regdate"]) <= str(r["left_on"]) < "20220601" for r in gone)
    real = {r["name"] for r in fact_rows("members")}
    assert not real & {r["name"] for r in _rows(world, "campaign_offices", sgId=PRESENT)}


def test_past_elections_fell_on_their_weekdays(world: World) -> None:
    rows = {r["elctNm"]: r for r in world.rows("past_elections")}
    assert rows["제22대 국회의원선거"]["elctDywk"] == weekday("20240410") == "수"
    assert rows["제21대 대통령선거"]["elctDywk"] == "화"
    days = [r["day"] for r in world.rows("by_elections")]
    assert days == sorted(days)
    assert {"20250402", "20260603"} <= set(days)
