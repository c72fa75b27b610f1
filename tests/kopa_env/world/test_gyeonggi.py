"""경기도: one place a row, one register behind several lists, figures that hold together."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import Any

import pytest

from kopa_env.world.draw import Draw
from kopa_env.world.table import Table
from kopa_env.world.tables import gyeonggi_restaurants
from kopa_env.world.tables.companies import business_number
from kopa_env.world.tables.districts import districts
from kopa_env.world.tables.gyeonggi import GYEONGGI
from kopa_env.world.tables.gyeonggi_animals import shelters
from kopa_env.world.tables.gyeonggi_care import daycares, kindergartens
from kopa_env.world.tables.gyeonggi_learning import intake, universities
from kopa_env.world.tables.gyeonggi_places import (
    TODAY,
    cities,
    day,
    dongs,
    dongs_of,
    pick_dong,
    spot,
    wards,
)
from kopa_env.world.tables.gyeonggi_restaurants import restaurants
from kopa_env.world.tables.gyeonggi_shops import CURRENCY_START, business_no, shops
from kopa_env.world.tables.schools import office
from kopa_env.world.tables.universities import university_names
from kopa_env.world.world import Condition, World

SEEDS = (20260130, 20260131, 7)
TABLES = {table.name: table for table in GYEONGGI}
SMALL = sorted(
    name
    for name in TABLES
    if name
    not in ("gyeonggi_restaurants", "gyeonggi_local_currency_shops", "gyeonggi_delivery_shops")
)
Rows = list[dict[str, Any]]


def _some(table: Table, seed: int, count: int = 400) -> Rows:
    """Return the first rows of a table as its function yields them, nothing built."""
    names = [column.name for column in table.columns]
    rows = table.rows(World(seed))
    return [dict(zip(names, row, strict=True)) for row in islice(rows, count)]


def _select(world: Any, table: str, **where: Any) -> Rows:
    found: Rows = world.select(table, [Condition(k, "eq", v) for k, v in where.items()])[0]
    return found


# ---- places ----------------------------------------------------------------------------------


def test_wards_are_the_districts_of_the_province() -> None:
    real = {d.code: d.name for d in districts() if d.province == "경기"}
    assert {w.code: w.name for w in wards()} == real
    assert len(cities()) == 31
    assert all(dongs_of(w.code) for w in wards())
    assert {d.code[:5] for d in dongs()} == set(real)


def _lies_in(lat: str, lon: str, name: str) -> bool:
    """Say whether a point lies in a ward of that name or, for a city's, in one of its wards."""
    y, x = float(lat) * 1000, float(lon) * 1000
    return any(
        abs(y - w.lat) <= w.dlat * 1.1 and abs(x - w.lon) <= w.dlon * 1.1
        for w in wards()
        if name in (w.name, w.city.name)
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_an_address_is_of_one_place(seed: int) -> None:
    for number in range(600):
        draw = Draw(seed, "test", number)
        at = spot(draw, pick_dong(draw))
        ward = at.dong.ward
        assert at.road.startswith(f"경기도 {ward.name} ")
        assert at.lot.startswith(f"경기도 {ward.name} {at.dong.name} ")
        assert at.dong.name in at.road
        assert ward.zip_low <= int(at.zip) <= ward.zip_high
        assert _lies_in(at.lat, at.lon, ward.name)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", sorted(TABLES))
def test_city_addresses_and_coordinates_of_a_row_agree(name: str, seed: int) -> None:
    of_city = {city.name: city for city in cities()}
    for row in _some(TABLES[name], seed):
        city = row.get("sigun_nm")
        for column in ("sigun_cd", "sigun_full"):
            if row.get(column) and city:
                assert row[column] == of_city[city].code
        for column, value in row.items():
            if column.endswith("_addr") and value and value.startswith("경기도"):
                town = value.split()[1]
                assert town in of_city
                assert city in (None, town)
        lat = row.get("refine_wgs84_lat", row.get("wgs84_lat"))
        if lat:
            lon = row.get("refine_wgs84_logt", row.get("wgs84_logt"))
            address = next(v for k, v in row.items() if k in _ADDRESSES and v)
            words = address.split()
            narrow = " ".join(words[1:3])
            inside = narrow if any(w.name == narrow for w in wards()) else words[1]
            assert _lies_in(lat, str(lon), inside), row


_ADDRESSES = (
    *("refine_roadnm_addr", "refine_lotno_addr", "locplc_roadnm_addr", "locplc_loc"),
    "locplc_addr",
)


@pytest.mark.parametrize("name", SMALL)
def test_columns_are_as_null_as_they_say(world: Any, name: str) -> None:
    rows = list(world.rows(name))
    assert rows
    for column in TABLES[name].columns:
        share = sum(r[column.name] is None for r in rows) / len(rows)
        assert abs(share - column.null_rate) < 0.12, (column.name, share)


@pytest.mark.parametrize("name", [n for n in SMALL if TABLES[n].key])
def test_keys_are_unique(world: Any, name: str) -> None:
    keys = [tuple(r[k] for k in TABLES[name].key) for r in world.rows(name)]
    assert len(keys) == len(set(keys))


# ---- businesses ------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_a_licence_ends_after_it_was_given(seed: int) -> None:
    states: Counter[str] = Counter()
    for r in islice(restaurants(seed), 4_000):
        states[r.state] += 1
        assert r.licensed < TODAY
        assert bool(r.closed) == (r.state in ("폐업", "취소"))
        assert not r.closed or r.licensed < r.closed < TODAY
    assert 1_400 < states["영업"] < 2_400
    assert states["휴업"]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_register_writes_dates_both_ways_and_leaves_codes_out(seed: int) -> None:
    rows = _some(gyeonggi_restaurants.GYEONGGI_RESTAURANTS, seed, 3_000)
    dashed = [r for r in rows if "-" in r["licensg_written"]]
    assert 700 < len(dashed) < 1_700
    assert all(r["licensg_written"].replace("-", "") == r["licensg_de"] for r in rows)
    blank = sum(r["sigun_cd"] is None for r in rows)
    assert 1_500 < blank < 2_200
    for r in rows:
        staff = (r["male_enflpsn_cnt"], r["female_enflpsn_cnt"], r["tot_emply_cnt"])
        assert staff == (None, None, None) or staff[0] + staff[1] == staff[2]
        assert (r["clsbiz_de"] or r["licensg_cancl_de"]) is None or r["bsn_state_nm"] == "폐업"
    assert len({r["manage_no"] for r in rows}) == len(rows)


@pytest.mark.parametrize("seed", SEEDS)
def test_shops_are_of_the_register_and_taxed_under_one_number(seed: int) -> None:
    register = {f"r{r.number}": r for r in islice(restaurants(seed), 800)}
    numbers: dict[str, str] = {}
    for shop in islice(shops(seed), 1_000):
        number = business_no(seed, shop.key)
        assert number == business_number(number[:9])
        numbers[number] = shop.key
        assert not shop.closed or shop.closed >= CURRENCY_START
        if shop.key in register:
            r = register[shop.key]
            assert (shop.name, shop.at, shop.closed) == (r.name, r.at, r.closed)
    assert len(numbers) == 1_000


def test_a_delivery_shop_leads_to_its_local_currency(world: Any) -> None:
    shops_ = world.select("gyeonggi_delivery_shops", limit=3_000)[0]
    found = 0
    for shop in shops_[::50]:
        twins = _select(world, "gyeonggi_local_currency_shops", bizregno=shop["bizregno"])
        assert len(twins) < 2
        if twins:
            found += 1
            assert shop["str_nm"].startswith(twins[0]["cmpnm_nm"])
            assert twins[0]["refine_lotno_addr"] == shop["refine_lotno_addr"]
            assert twins[0]["sigun_nm"] == shop["sigun_nm"]
    assert found > 40


def test_a_closed_shop_says_so_twice(world: Any) -> None:
    rows = world.select("gyeonggi_local_currency_shops", limit=5_000)[0]
    kinds = {(r["lead_tax_man_state"], r["lead_tax_man_state_cd"]) for r in rows}
    assert kinds == {("계속사업자", "01"), ("휴업자", "02"), ("폐업자", "03")}
    for r in rows:
        assert (r["clsbiz_day"] is not None) == (r["lead_tax_man_state_cd"] == "03")
        assert r["clsbiz_day"] is None or "20190401" <= r["clsbiz_day"] < day(TODAY)
    assert {r["indutype_nm"][0] == "(" for r in rows} == {True, False}


def test_cities_have_businesses_as_they_have_people(world: Any) -> None:
    count = Counter(r["sigun_nm"] for r in world.rows("gyeonggi_estate_agents"))
    assert len(count) == 31
    assert sum(count.values()) == 30_432
    assert count["수원시"] > count["하남시"] > count["연천군"]
    assert 600 < count["하남시"] < 1_000


# ---- care, learning, animals -----------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_kindergartens_are_the_worlds_schools(seed: int) -> None:
    rows = _some(TABLES["gyeonggi_kindergartens"], seed, 10_000)
    here = kindergartens(seed)
    assert [(r["kdgt_nm"], r["edu_sport_admt_nm"]) for r in rows] == [
        (school.name, office(school)) for school in here
    ]
    assert 1_700 < len(rows) < 2_300
    assert {r["fndn_type"] for r in rows} <= {"공립", "사립", "국립"}


def test_a_kindergarten_lies_where_its_school_does(world: Any) -> None:
    rows = _select(world, "gyeonggi_nurseries", plvtinst_div_nm="사설")
    assert len(rows) > 500
    register = {r["road_address"] for r in _select(world, "schools", sido_short="경기")}
    for r in rows:
        assert r["refine_roadnm_addr"] in register
        words = r["refine_roadnm_addr"].split()
        name = " ".join(words[1:3]) if words[2].endswith("구") else words[1]
        assert _lies_in(r["refine_wgs84_lat"], r["refine_wgs84_logt"], name)


@pytest.mark.parametrize("seed", SEEDS)
def test_special_daycares_run_and_take_no_more_than_they_hold(seed: int) -> None:
    running = {d.name for d in daycares(seed) if d.runs}
    rows = _some(TABLES["gyeonggi_special_daycares"], seed, 10_000)
    assert 200 < len(rows) < 900
    for r in rows:
        assert r["inst_nm"] in running
        assert r["hadcpchd_pstpsn_cnt"] <= r["hadcpchd_psn_capa_cnt"] <= r["tot_psn_capa_cnt"]
        assert r["hadcpchd_pstpsn_cnt"] <= r["tot_pstpsn_cnt"] <= r["tot_psn_capa_cnt"]


@pytest.mark.parametrize("seed", SEEDS)
def test_ways_of_admission_add_up_to_the_intake(seed: int) -> None:
    rows = _some(TABLES["gyeonggi_university_admissions"], seed, 1_500)
    sums: dict[tuple[str, str], list[int]] = {}
    for r in rows:
        held = sums.setdefault((r["std_yy"], r["school_nm"]), [0, 0])
        held[0] += r["last_recrut_psn_cnt"]
        held[1] += r["last_regist_psn_cnt"]
        assert r["last_regist_psn_cnt"] <= r["last_recrut_psn_cnt"]
    schools = {school.name: school for school in universities(seed)}
    for (year, name), (wanted, came) in list(sums.items())[:-1]:
        got = intake(seed, schools[name], int(year))
        assert (wanted, came) == (got.capacity + got.outside, got.entered), (year, name)
    assert set(university_names(seed)) & set(schools)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_animal_is_kept_at_a_listed_shelter(seed: int) -> None:
    listed = {s.name: s for s in shelters(seed)}
    rows = _some(TABLES["gyeonggi_animals"], seed, 1_500)
    for r in rows:
        shelter = listed[r["shter_nm"]]
        assert r["shter_telno"] == shelter.phone
        assert r["jurisd_inst_nm"] == f"경기도 {shelter.city.name}"
        assert r["recept_de"] == r["pblanc_begin_de"] < r["pblanc_end_de"]
        assert r["recept_de"] < day(TODAY)
    assert {"보호중"} < {r["state_nm"] for r in rows}


# ---- figures ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", SEEDS)
def test_both_directions_add_up(seed: int) -> None:
    rows = _some(TABLES["gyeonggi_traffic"], seed, 900)
    hours = [f"tm{hour:02d}_trnsport_amnt" for hour in range(1, 25)]
    for both, up, down in zip(rows[::3], rows[1::3], rows[2::3], strict=True):
        assert [r["upndw_cd"] for r in (both, up, down)] == ["0", "1", "2"]
        for hour in (*hours, "tday_sum"):
            assert both[hour] == up[hour] + down[hour]
        assert both["tday_sum"] == sum(both[hour] for hour in hours)
        assert both["tm09_trnsport_amnt"] > both["tm03_trnsport_amnt"]


def test_stops_are_as_many_as_there_are(world: Any) -> None:
    count = Counter(r["sigun_nm"] for r in world.rows("gyeonggi_bus_stops"))
    assert count == {city.name: city.stops for city in cities()}
    pair = _select(world, "gyeonggi_bus_stops", station_id="200000077")
    pair += _select(world, "gyeonggi_bus_stops", station_id="200000078")
    assert [r["sigun_nm"] for r in pair] == ["수원시", "수원시"]
    assert pair[0]["station_nm_info"] == pair[1]["station_nm_info"]


def test_people_about_are_as_many_as_live_there(world: Any) -> None:
    for city in ("수원시", "연천군"):
        people = next(c.people for c in cities() if c.name == city) * 1000
        for r in _select(world, "gyeonggi_floating_people", cty_nm=city)[::17]:
            total = sum(v for k, v in r.items() if k.endswith("_cnt"))
            assert people * 4 // 10 < total < people * 14 // 10


@pytest.mark.parametrize("seed", SEEDS)
def test_a_project_goes_step_by_step(seed: int) -> None:
    steps = (
        *("assoctn_found_confmtn_de", "biz_implmtn_confmtn_de", "manage_disposit_confmtn_de"),
        *("strcontr_de", "compltn_de", "transfr_notifc_de"),
    )
    rows = _some(TABLES["gyeonggi_renewals"], seed, 1_000)
    assert len(rows) == 533
    for r in rows:
        dates = [r[step] for step in steps if r[step]]
        assert dates == sorted(dates)
        assert [bool(r[step]) for step in steps] == [True] * len(dates) + [False] * (6 - len(dates))
        assert (r["biz_step_nm"] == "이전고시") == (len(dates) == 6)


def test_lists_are_as_long_as_seen(world: Any) -> None:
    for name, length in (
        *(("gyeonggi_daycares", 17_873), ("gyeonggi_wifi", 4_490), ("gyeonggi_rentals", 49)),
        *(("gyeonggi_university_sites", 252), ("gyeonggi_renewals", 533)),
    ):
        assert world.count(name) == length
