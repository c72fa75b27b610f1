"""서울교통공사 and 대전교통공사, and the national portal's own services: tools and tables agree."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.compile import PACKAGE, read_platform
from kopa_env.language.particles import particle_errors
from kopa_env.outcome import Record, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.shapes import fits
from kopa_env.replica.spec import ReplicaSpec, load_replica
from kopa_env.spec import ToolSpec
from kopa_env.world.fact_rows import fact_rows
from kopa_env.world.tables.benefits import BENEFITS
from kopa_env.world.tables.rail import RAIL
from kopa_env.world.world import Condition, World

_READ = {name: read_platform(PACKAGE / "platforms" / name) for name in ("rail", "gov24")}
TOOLS: list[ToolSpec] = [spec for read in _READ.values() for spec in read[0]]
ABOUT = [read[1] for read in _READ.values() if read[1] is not None]
DECLARED: ReplicaSpec = load_replica({k: v for read in _READ.values() for k, v in read[2].items()})
NAMES = [spec.name for spec in TOOLS if spec.endpoint]
MINE = {table.name for table in (*RAIL, *BENEFITS)}
TODAY = "20260130"
PLANNED = {"cstrnEndYmd", "prwnrPrsntnDt", "EDate"}
"""Fields of what is still to come: the end of works, the day when winners are told."""

PERIOD = {"sDate": "20251101", "eDate": "20260130"}
LONG_PERIOD = {"startDate": "20251101", "endDate": "20260130"}


@pytest.fixture(scope="module")
def served(world: World) -> Replica:
    """A replica of the two platforms alone."""
    return Replica(world, Catalogue.of(tuple(TOOLS), tuple(ABOUT)), DECLARED)


def _ask(served: Replica, name: str, **args: str) -> ToolResult:
    return served.answer(served.catalogue[name], args)[0]


def _with(served: Replica, name: str, args: dict[str, str]) -> list[Record]:
    found = served.answer(served.catalogue[name], {"perPage": "1000", "numOfRows": "1000"} | args)
    assert found[0].status is Status.OK, (name, args, found[0].code)
    return list(found[0].records)


def _example(served: Replica, name: str) -> list[Record]:
    spec = served.catalogue[name]
    args = {p.wire_name: str(p.example) for p in spec.params if p.required}
    for group in DECLARED[name].any_of:
        args[group[-1]] = "20240101" if "YMD" in group[-1] or "DATE" in group[-1] else "202401"
    return _with(served, name, args)


def _column(world: World, table: str, name: str, **only: Any) -> set[Any]:
    where = [Condition(column, "eq", value) for column, value in only.items()]
    return {row[name] for row in world.select(table, where)[0]}


# ---- every tool ------------------------------------------------------------------------------


def test_every_tool_is_declared() -> None:
    assert len(NAMES) == 121
    assert [n for n in NAMES if n not in DECLARED or DECLARED[n].table not in MINE] == []
    for spec in TOOLS:
        needed = {p.wire_name for p in spec.params if p.required and p.role == "semantic"}
        assert needed == set(DECLARED[spec.name].required), spec.name
        free = {p.wire_name for p in spec.params if p.role == "semantic"}
        assert free - set(DECLARED[spec.name].where) <= {"selectFields"}, spec.name


@pytest.mark.parametrize("name", NAMES)
def test_a_tool_answers_its_example_in_its_own_shapes(served: Replica, name: str) -> None:
    spec = served.catalogue[name]
    assert served.check(spec) == ()
    filled = set()
    for record in _example(served, name):
        for field in spec.fields:
            value = record[field.path]
            if not isinstance(value, dict | list):
                assert not field.shape or fits(field.shape, value), (field.path, value)
                if field.shape in ("date8", "date10", "datetime14", "ym6", "year4"):
                    told = re.sub(r"\D", "", str(value or ""))[:8]
                    assert told <= TODAY or field.path in PLANNED, (field.path, value)
            filled |= {field.path} if value not in ("", None) else set()
    if "business" not in name and name != "rail_seoulmetro_shortest_path":
        assert filled == {field.path for field in spec.fields}, "a field never filled"


@pytest.mark.parametrize("name", NAMES)
def test_particles_fit_their_words(served: Replica, name: str) -> None:
    prose = [f.path for f in served.catalogue[name].fields if f.shape != "address"]
    for record in _example(served, name)[:300]:
        for path in prose:
            text = str(record[path])
            assert (
                not re.search(r"[을은이과]\([를는가와란]\)|으로\(로\)|[{}]", text) or "b_no" in text
            )
            if re.search("[가-힣] ", text):
                assert particle_errors(text) == [], text


# ---- 서울교통공사 ----------------------------------------------------------------------------


def test_facilities_are_found_by_station_line_and_exit(served: Replica, world: World) -> None:
    everywhere = _with(served, "rail_seoulmetro_elevators", {})
    assert len({r["stnCd"] for r in everywhere}) > 200
    one = _with(served, "rail_seoulmetro_elevators", {"stnCd": "2828"})
    assert {r["stnNm"] for r in one} == {"남위례"}
    assert {r["lineNm"] for r in one} == {"8호선"}
    part = _with(served, "rail_seoulmetro_toilets", {"stnNm": "구청", "lineNm": "2"})
    assert {r["lineNm"] for r in part} == {"2호선"}
    assert all("구청" in str(r["stnNm"]) for r in part)
    idle = _with(served, "rail_seoulmetro_escalators", {"oprtngSitu": "보수중"})
    assert 0 < len(idle) < 150
    known = {r["code"].lstrip("0") for r in fact_rows("stations")}
    assert _column(world, "metro_facilities", "stncd") <= known


def test_both_guides_to_elevators_tell_of_the_same(served: Replica) -> None:
    there, guide = (
        {str(r["elvtrSn"]) for r in _with(served, f"rail_seoulmetro_{n}", {"stnNm": "시청"})}
        for n in ("elevators", "accessible_elevators")
    )
    assert there == guide


def test_fares_follow_the_network(served: Replica) -> None:
    asked = {"dptreStnCd": "150", "arvlStnCd": "151"}
    there = _with(served, "rail_seoulmetro_fares", asked)
    back = _with(served, "rail_seoulmetro_fares", {"dptreStnCd": "151", "arvlStnCd": "150"})
    assert [r["mvmnDstc"] for r in there] == [r["mvmnDstc"] for r in back]
    far = _with(served, "rail_seoulmetro_fares", {"dptreStnNm": "방화", "arvlStnNm": "장암"})
    assert "추가" in str(far[0]["addCrgExpln"])
    assert "기본운임" in str(there[0]["addCrgExpln"])


def test_a_path_goes_through_and_round_what_is_wished(served: Replica) -> None:
    asked = {"dptreStnNm": "강남", "arvlStnNm": "시청", "searchDt": "2026-01-30 09:00:00"}

    def way(**more: str) -> list[tuple[str, str]]:
        rows = _with(served, "rail_seoulmetro_shortest_path", asked | more)
        return [(str(r["lineNm"]), str(r["stnNm"])) for r in rows]

    plain = way()
    assert (plain[0][1], plain[-1][1]) == ("강남", "시청")
    changes = {b for (a, b), (c, d) in pairwise(plain) if a != c and b == d}
    assert changes, "the quickest way changes lines"
    rounded = way(exclTrfstnNms=",".join(changes))
    again = {b for (a, b), (c, d) in pairwise(rounded) if a != c}
    assert again.isdisjoint(changes)
    assert "왕십리" in {name for _, name in way(thrghStnNms="왕십리")}
    few = way(searchType="transfer")
    assert len({line for line, _ in few}) <= len({line for line, _ in plain})
    wrong = _ask(served, "rail_seoulmetro_shortest_path", **{**asked, "searchDt": "2026-01-30"})
    assert wrong.status is Status.STRUCTURAL


def test_hours_add_up_to_the_day_that_the_city_tells_of(served: Replica, world: World) -> None:
    rows = _with(
        served, "rail_seoulmetro_hourly_ridership", {"pasngYmd": "20260127", "stnCd": "222"}
    )
    where = [Condition("use_ymd", "eq", "20260127"), Condition("sbwy_stns_nm", "eq", "강남")]
    day = next(r for r in world.select("subway_boardings", where)[0] if "2호선" in str(r))
    assert sum(int(str(r["rideNope"])) for r in rows) == day["gton_tnope"]
    assert sum(int(str(r["gffNope"])) for r in rows) == day["gtoff_tnope"]
    eight = {"pasngYmd": "20260127", "stnCd": "222", "pasngHr": "08", "trnscdSeCd": "2"}
    assert len(_with(served, "rail_seoulmetro_hourly_ridership", eight)) == 1
    gone = _ask(served, "rail_seoulmetro_hourly_ridership", pasngYmd="20240115")
    assert gone.status is Status.EMPTY


def test_trains_are_those_of_the_city_timetable(served: Replica, world: World) -> None:
    asked = {"tmprTmtblYn": "N", "upbdnbSe": "하행", "wkndSe": "평일", "lineNm": "3호선"}
    rows = _with(served, "rail_seoulmetro_train_schedule", asked | {"stnNm": "잠원"})
    code = next(r["code"] for r in fact_rows("stations") if r["name"] == "잠원")
    wanted = (("station_cd", code), ("week_tag", "1"), ("inout_tag", "2"))
    where = [Condition(column, "eq", value) for column, value in wanted]
    held = {r["train_no"] for r in world.select("subway_timetable", where)[0]}
    assert {r["trainno"] for r in rows} == held
    none = _ask(served, "rail_seoulmetro_train_schedule", **(asked | {"tmprTmtblYn": "Y"}))
    assert none.status is Status.EMPTY
    missing = {k: v for k, v in asked.items() if k != "wkndSe"}
    assert _ask(served, "rail_seoulmetro_train_schedule", **missing).status is Status.STRUCTURAL


def test_works_of_a_day_are_those_under_way(served: Replica) -> None:
    rows = _with(served, "rail_seoulmetro_station_construction", {"srchCstrnYmd": "20250601"})
    assert rows
    assert all(str(r["cstrnBgngYmd"]) <= "20250601" <= str(r["cstrnEndYmd"]) for r in rows)
    assert len(_with(served, "rail_seoulmetro_station_construction", {})) == 430


def test_alerts_and_events_keep_to_their_periods(served: Replica) -> None:
    span = {"srchStartNoftOcrnYmd": "20251201", "srchEndNoftOcrnYmd": "20251231"}
    alerts = _with(served, "rail_seoulmetro_alerts", span)
    assert {str(r["noftOcrnDt"])[:7] for r in alerts} == {"2025-12"}
    tours = {"srchStartBycyclBgngYmd": "20251201", "srchEndBycyclBgngYmd": "20251231"}
    for name in ("depot_tours", "safety_center_sessions"):
        rows = _with(served, f"rail_seoulmetro_{name}", tours)
        assert {str(r["bycyclBgngYmd"])[:6] for r in rows} == {"202512"}


# ---- 대전교통공사 ----------------------------------------------------------------------------


def test_numbers_of_daejeon_lead_to_its_stations(served: Replica, world: World) -> None:
    names = {
        str(r["stationNo"]): str(r["stationNmKor"])
        for r in _with(served, "rail_daejeon_station_names", {})
    }
    assert len(names) == 22
    shown = _with(served, "rail_daejeon_station_incidents", PERIOD)
    assert all(f"{names[str(r['stationNo'])]}역" == r["stationNm"] for r in shown)
    tables = ("evasions", "transfers", "dust", "shows", "timetable", "riders", "slips")
    for table in tables:
        assert _column(world, f"daejeon_{table}", "station") <= set(names), table
    metro = next(r for r in fact_rows("metro_lines") if r["operator"] == "DJ")
    held = [s.partition(":")[2].partition("(")[0] for s in metro["stations"].split("|")]
    assert list(names.values()) == held


def test_tickets_add_up_to_passengers(served: Replica) -> None:
    day = {"startDate": "20260105", "endDate": "20260105"}
    riders = _with(served, "rail_daejeon_station_passengers", day)
    tickets = _with(served, "rail_daejeon_traffic_by_ticket_type", day)
    for ours, theirs in (("cnt_06", "cnt06"), ("cnt_00", "cnt00"), ("cnt_05", "cnt05")):
        total = sum(int(str(r[ours])) for r in riders)
        assert total == sum(int(str(r[theirs])) for r in tickets) > 0


def test_daejeon_asks_for_a_period_and_keeps_to_it(served: Replica) -> None:
    assert _ask(served, "rail_daejeon_lost_items").status is Status.STRUCTURAL
    posts = _with(served, "rail_daejeon_announcements", PERIOD)
    days = [str(r["regdt"]) for r in posts]
    assert days == sorted(days, reverse=True)
    assert min(days) >= "20251101"
    one = _with(served, "rail_daejeon_bus_transfers_at_station", PERIOD | {"Stationcode": "104"})
    assert {r["stationCode"] for r in one} == {"104"}
    free = _with(served, "rail_daejeon_enforcement_activity_names", {})
    assert len(free) > len(_with(served, "rail_daejeon_enforcement_activity_codes", PERIOD))


def test_times_grow_along_the_line(served: Replica) -> None:
    def minutes(target: str) -> int:
        asked = {"strstnno": "101", "endstnno": target}
        return int(str(_with(served, "rail_daejeon_time_distance_fare", asked)[0]["min"]))

    assert minutes("102") < minutes("110") < minutes("122")
    asked = {"stNum": "104", "dayType": "0", "drctType": "1"}
    hours = [str(r["tmZone"]) for r in _with(served, "rail_daejeon_timetable_at_station", asked)]
    assert hours == sorted(hours)
    assert hours[0] == "05"


# ---- benefits --------------------------------------------------------------------------------


def test_a_service_leads_to_its_detail_and_conditions(served: Replica) -> None:
    asked = {"cond[서비스명::LIKE]": "청년", "cond[소관기관유형::LIKE]": "중앙"}
    listed = _with(served, "gov24_public_services", asked)
    assert all("청년" in str(r["서비스명"]) for r in listed)
    first = listed[0]
    own = {"cond[서비스ID::EQ]": str(first["서비스ID"])}
    (detail,) = _with(served, "gov24_public_service_detail", own)
    (rules,) = _with(served, "gov24_public_service_conditions", own)
    assert detail["지원대상"] == first["지원대상"]
    assert (rules["JA0110"], rules["JA0111"], rules["JA0328"]) == ("19", "34", None)
    assert len({str(r["서비스명"]) for r in _with(served, "gov24_public_services", {})}) > 300


def test_bodies_of_services_are_real(world: World) -> None:
    bodies = {(r["code"], r["name"]) for n in ("ministries", "local_governments")
              for r in fact_rows(n)}  # fmt: skip
    for table, code, name in (
        ("public_services", "소관기관코드", "소관기관명"),
        ("portal_lists", "org_cd", "org_nm"),
    ):
        assert {(r[code], r[name]) for r in world.rows(table)} <= bodies


def test_bounds_of_a_period_take_in_the_value_or_not(served: Replica) -> None:
    def months(op: str) -> set[str]:
        rows = _with(
            served,
            "gov24_train_seats_by_route",
            {f"cond[RUN_YM::{op}]": "202401", "cond[SRCH_TYP::EQ]": "주말"},
        )
        return {str(r["RUN_YM"]) for r in rows}

    assert max(months("LT")) == "202312"
    assert max(months("LTE")) == "202401"
    assert min(months("GTE")) == "202401"
    assert min(months("GT")) == "202402"
    assert _ask(served, "gov24_train_seats_by_route").status is Status.STRUCTURAL


def test_a_business_number_is_known_or_told_to_be_unknown(served: Replica, world: World) -> None:
    status, check = (f"gov24_business_registration_{n}" for n in ("status", "validate"))
    company = next(
        r for r in world.rows("companies") if r["bizr_no"] and r["stock_code"] and not r["real"]
    )
    number, founded, head = (str(company[n]) for n in ("bizr_no", "est_dt", "ceo_nm"))
    (known,) = _with(served, status, {"b_no": number})
    assert (known["b_stt"], known["b_stt_cd"]) == ("계속사업자", "01")
    (unknown,) = _with(served, status, {"b_no": "0001200345"})
    assert unknown["b_stt"] == ""
    assert "등록되지 않은" in str(unknown["tax_type"])
    asked = {
        "businesses.b_no": number,
        "businesses.start_dt": founded,
        "businesses.p_nm": head,
    }
    (right,) = _with(served, check, asked)
    assert (right["valid"], right["status"]["b_no"]) == ("01", number)
    (wrong,) = _with(served, check, asked | {"businesses.p_nm": "홍길동"})
    assert (wrong["valid"], wrong["status"]) == ("02", None)
    assert _ask(served, status).code == "REQUEST_DATA_MALFORMED"


# ---- homes -----------------------------------------------------------------------------------


def test_types_and_contests_are_those_of_notices(served: Replica, world: World) -> None:
    for board in ("apt", "officetel", "leftover", "rental", "optional"):
        numbers = _column(world, "housing_notices", "house_manage_no", board=board)
        assert _column(world, "housing_types", "house_manage_no", board=board) == numbers
        assert _column(world, "housing_contests", "house_manage_no", board=board) <= numbers
    again = _column(world, "housing_contests", "house_manage_no", board="resupply")
    assert again <= _column(world, "housing_notices", "house_manage_no", house_secd="06")
    one = {"cond[HOUSE_MANAGE_NO::EQ]": "2024000001"}
    (notice,) = _with(served, "gov24_apt_sale_notices", one)
    assert notice["PBLANC_NO"] == "2024000001"
    local = _with(served, "gov24_apt_sale_competition", one | {"cond[RESIDE_SECD::EQ]": "01"})
    assert len(local) == len(_with(served, "gov24_apt_sale_types", one))


def test_notices_are_found_by_place_and_day(served: Replica) -> None:
    asked = {"cond[SUBSCRPT_AREA_CODE_NM::EQ]": "서울", "cond[RCRIT_PBLANC_DE::GTE]": "2025-01-01"}
    rows = _with(served, "gov24_apt_sale_notices", asked)
    assert {r["SUBSCRPT_AREA_CODE"] for r in rows} == {"100"}
    assert all(str(r["HSSPLY_ADRES"]).startswith("서울특별시") for r in rows)
    days = [str(r["RCRIT_PBLANC_DE"]) for r in rows]
    assert days == sorted(days, reverse=True)
    bare = _with(served, "gov24_optional_supply_notices", {"cond[RCRIT_PBLANC_DE::LT]": "20220101"})
    assert all(str(r["RCRIT_PBLANC_DE"]) < "20220101" for r in bare)
    rooms = _with(served, "gov24_officetel_sale_notices", {"cond[SEARCH_HOUSE_SECD::EQ]": "0204"})
    assert rooms


def test_complexes_have_buildings_and_names(served: Replica, world: World) -> None:
    keys = _column(world, "apartment_ids", "complex_pk")
    for board in ("building", "name"):
        assert _column(world, "apartment_parts", "complex_pk", board=board) == keys
    own = {"cond[COMPLEX_PK::EQ]": "20190001"}
    (one,) = _with(served, "gov24_apartment_complexes", own)
    assert str(one["USEAPR_DT"]).startswith("2019")
    assert len(_with(served, "gov24_apartment_buildings", own)) >= 2


def test_registers_are_searched_by_part(served: Replica) -> None:
    green = _with(
        served,
        "gov24_green_building_certificates",
        {"cond[REGION_NM::LIKE]": "서울", "cond[CERTIFY_GRADE::LIKE]": "우수(그린2"},
    )
    assert {r["REGION_NM"] for r in green} == {"서울특별시"}
    near = _with(served, "gov24_entrusted_hospitals", {"cond[region_small::LIKE]": "수원시"})
    assert {r["region_big"] for r in near} == {"경기도"}
    csv = _with(served, "gov24_portal_datasets", {"cond[ext::EQ]": "CSV"})
    assert {r["list_type"] for r in csv} == {"FILE"}
    land = _with(
        served,
        "gov24_land_price_change_microdata",
        {"cond[YM::EQ]": "202401", "cond[REG::EQ]": "11140"},
    )
    assert 2 <= len(land) <= 6
