"""Seoul: real stations, figures that hold together, and a clock that stands still."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from typing import Any

import pytest

from kopa_env.world.draw import Draw
from kopa_env.world.tables.bus import routes, stops
from kopa_env.world.tables.seoul_places import dongs, gus, spot
from kopa_env.world.tables.subway import day_kind, stations
from kopa_env.world.tables.timetable import CLOCK, clock
from kopa_env.world.world import Condition

Rows = list[dict[str, Any]]


def _select(world: Any, table: str, **where: str) -> Rows:
    found: Rows = world.select(table, [Condition(k, "eq", v) for k, v in where.items()])[0]
    return found


def _seconds(text: str) -> int:
    hours, minutes, seconds = map(int, text.split(":"))
    return hours * 3600 + minutes * 60 + seconds


def test_a_day_has_every_station_of_every_line(world: Any) -> None:
    rows = _select(world, "subway_boardings", use_ymd="20260112")
    assert len(rows) > 600
    seven = [r for r in rows if r["sbwy_rout_ln_nm"] == "7호선"]
    assert len(seven) == 53
    assert {r["reg_ymd"] for r in rows} == {"20260115"}
    assert any("(" in r["sbwy_stns_nm"] for r in seven)


@pytest.mark.parametrize("day", ["20270101", "20241231", "2026-01-12", "x", "20260128", ""])
def test_a_day_without_figures_has_no_rows(world: Any, day: str) -> None:
    assert _select(world, "subway_boardings", use_ymd=day) == []


def test_fewer_people_ride_on_sundays(world: Any) -> None:
    def total(day: str) -> int:
        return sum(r["gton_tnope"] for r in _select(world, "subway_boardings", use_ymd=day))

    monday, saturday, sunday = total("20260112"), total("20260117"), total("20260118")
    assert sunday < saturday < monday
    assert total("20260101") < monday * 8 // 10, "a holiday is a Sunday"


def test_kinds_of_days() -> None:
    assert day_kind(date(2026, 1, 12)) == "1"
    assert day_kind(date(2026, 1, 17)) == "2"
    assert day_kind(date(2026, 1, 18)) == "3"
    assert day_kind(date(2026, 1, 1)) == "3"


def test_card_names_lead_to_station_codes(world: Any) -> None:
    """The byname goes, ``총신대입구(이수)`` stays; an interchange has a code a line."""
    register = _select(world, "subway_stations", station_nm="군자")
    assert {r["line_num"] for r in register} == {"05호선", "07호선"}
    assert len({r["station_cd"] for r in register}) == 2
    assert _select(world, "subway_stations", station_nm="총신대입구(이수)")
    assert not _select(world, "subway_stations", station_nm="군자(능동)")
    full = {s.full for s in stations()}
    assert {"군자(능동)", "총신대입구(이수)"} <= full


def test_a_weekday_timetable_is_long_and_runs_past_midnight(world: Any) -> None:
    rows = _select(world, "subway_timetable", station_cd="2736", week_tag="1", inout_tag="2")
    assert len(rows) >= 150
    leaving = [_seconds(r["lefttime"]) for r in rows if r["lefttime"]]
    assert min(leaving) < 6 * 3600 + 1800
    assert max(leaving) > 24 * 3600
    assert len({r["train_no"] for r in rows}) == len(rows)


def test_trains_that_end_or_start_here_lack_a_time(world: Any) -> None:
    for code in ("2752", "2711", "3761", "2728"):
        for direction in ("1", "2"):
            where = {"station_cd": code, "week_tag": "1", "inout_tag": direction}
            for r in _select(world, "subway_timetable", **where):
                assert (r["lefttime"] is None) == (r["deststation"] == code)
                assert (r["arrivetime"] is None) == (r["originstation"] == code)
    last = _select(world, "subway_timetable", station_cd="3761", week_tag="1", inout_tag="2")
    assert last
    assert all(r["lefttime"] is None for r in last)


def test_neighbouring_stations_agree_on_a_train(world: Any) -> None:
    here = _select(world, "subway_timetable", station_cd="2735", week_tag="1", inout_tag="2")
    ahead = {
        r["train_no"]: r
        for r in _select(world, "subway_timetable", station_cd="2736", week_tag="1", inout_tag="2")
    }
    met = [r for r in here if r["train_no"] in ahead]
    assert len(met) > 100
    for r in met:
        gap = _seconds(ahead[r["train_no"]]["arrivetime"]) - _seconds(r["lefttime"])
        assert 60 <= gap <= 240
        assert ahead[r["train_no"]]["deststation"] == r["deststation"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"station_cd": "9999", "week_tag": "1", "inout_tag": "1"},
        {"station_cd": "2736", "week_tag": "4", "inout_tag": "1"},
        {"station_cd": "군자", "week_tag": "1", "inout_tag": "2"},
    ],
)
def test_a_wrong_code_finds_no_timetable(world: Any, wrong: dict[str, str]) -> None:
    assert _select(world, "subway_timetable", **wrong) == []


def test_arrivals_come_from_the_timetable(world: Any) -> None:
    rows = _select(world, "subway_arrivals", statnnm="강남")
    assert rows
    table = {
        (r["train_no"], r["station_cd"]): r
        for direction in ("1", "2")
        for r in _select(
            world, "subway_timetable", station_cd="0222", week_tag="1", inout_tag=direction
        )
    }
    for r in rows:
        assert r["totalcount"] == len(rows)
        assert r["recptndt"] == "2026-01-30 09:00:00.0"
        found = table.get((r["btrainno"], "0222"))
        if r["subwayid"] == "1002":
            assert found is not None
            assert _seconds(found["arrivetime"]) == CLOCK + int(r["barvldt"])


def test_hours_go_past_midnight() -> None:
    assert clock(24 * 3600 + 12 * 60 + 30) == "24:12:30"
    assert clock(5 * 3600 + 30 * 60) == "05:30:00"


def test_a_route_and_its_riders_name_the_same_stops(world: Any) -> None:
    route = routes(world.seed)[40]
    listed = _select(world, "bus_route_stops", busrouteid=route.code)
    rode = _select(world, "bus_riders", use_ymd="20260112", rte_no=route.number)
    assert [r["station"] for r in listed] == [r["stops_id"] for r in rode]
    assert [r["arsid"] for r in listed] == [r["stops_ars_no"] for r in rode]
    assert rode[-1]["gton_tnope"] == 0
    assert rode[0]["gtoff_tnope"] == 0
    known = {s.node for s in stops(world.seed)}
    assert {r["station"] for r in listed} <= known


def test_bikes_agree_between_services(world: Any) -> None:
    rows = list(world.rows("bike_stations"))
    assert len(rows) == 2_740
    for r in rows:
        share = int(str(r["parkingbiketotcnt"])) * 100 // int(str(r["racktotcnt"]))
        assert int(str(r["shared"])) == share
        assert r["rent_id"] == r["stationid"]
        assert r["rent_nm"] == r["stationname"]
    month = _select(world, "bike_months", rent_nm="202510")
    assert {m["rent_id"] for m in month} == {r["rent_id"] for r in rows}
    assert _select(world, "bike_months", rent_nm="202613") == []


@pytest.mark.parametrize(
    ("table", "rows"),
    [
        ("public_wifi", 17_768),
        ("cultural_events", 19_429),
        ("parks", 133),
        ("air_quality", 25),
        ("subway_transfers", 44),
    ],
)
def test_lists_have_their_real_length(world: Any, table: str, rows: int) -> None:
    assert world.count(table) == rows


def test_places_lie_in_their_district() -> None:
    assert len(gus()) == 25
    at = spot(Draw(1, "x"))
    assert at.dong in dongs()
    assert at.road.startswith(f"서울특별시 {at.dong.gu} ")
    assert abs(float(at.lat) - at.dong.lat / 1000) < 0.02


def test_districts_add_up_over_the_hours(world: Any) -> None:
    rows = _select(world, "living_population_dong", stdr_de_id="20260112")
    assert len(rows) == 24 * len(dongs())
    assert all(float(r["male_f0t9_lvpop_co"]) < float(r["tot_lvpop_co"]) for r in rows)


def test_a_few_cultural_venues_have_two_numbers(world: Any) -> None:
    numbers = [(r["kind"], str(r["telno"])) for r in world.rows("public_bookings")]
    two = [(kind, text) for kind, text in numbers if "," in text]
    assert {kind for kind, _ in two} == {"Culture"}
    assert 0.06 < len(two) / sum(kind == "Culture" for kind, _ in numbers) < 0.18
    assert all(re.fullmatch(r"02-0000-\d{4}, \d{4}", text) for _, text in two)


def test_a_booking_is_in_the_state_its_dates_say(world: Any) -> None:
    """Open only between the first and the last moment of booking; use begins after that."""
    now = "2026-01-30 09:00:00.0"
    states: Counter[str] = Counter()
    for r in world.rows("public_bookings"):
        first, last = str(r["rcptbgndt"]), str(r["rcptenddt"])
        assert first < last < str(r["svcopnbgndt"]) < str(r["svcopnenddt"])
        phase = "안내중" if now < first else "접수종료" if now > last else "open"
        state = str(r["svcstatnm"])
        assert state == phase or (phase == "open" and state in ("접수중", "예약마감")), r["svcid"]
        states[state] += 1
    assert states.keys() == {"접수중", "예약마감", "안내중", "접수종료"}
    assert min(states.values()) > 300
