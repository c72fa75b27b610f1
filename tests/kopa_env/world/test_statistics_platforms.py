"""Statistics of ECOS, KOSIS, SGIS and 대학알리미: they add up, agree, and are filtered as asked."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.compile import PACKAGE, read_platform
from kopa_env.language.particles import particle_errors
from kopa_env.outcome import Record, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.shapes import fits
from kopa_env.replica.spec import load_replica, scoped
from kopa_env.spec import ToolSpec
from kopa_env.world.tables.districts import districts, provinces
from kopa_env.world.tables.exchange.assets import asset_price
from kopa_env.world.tables.exchange.days import number
from kopa_env.world.tables.population.figures import counts, summed
from kopa_env.world.tables.statistics_map.areas import CODES
from kopa_env.world.tables.statistics_portal.entries import known
from kopa_env.world.tables.universities import university_names
from kopa_env.world.world import World

PLATFORMS = ("ecos", "kosis", "sgis", "academyinfo")
TOOLS: list[ToolSpec] = []
ABOUT: list[Any] = []
SEMANTICS: dict[str, Any] = {}
for _name in PLATFORMS:
    _tools, _about, _semantics = read_platform(PACKAGE / "platforms" / _name)
    assert _about is not None
    TOOLS += _tools
    ABOUT.append(_about)
    SEMANTICS |= scoped(_name, _semantics)
DECLARED = load_replica(SEMANTICS)
ENDPOINTS = [spec.name for spec in TOOLS if spec.endpoint]
TODAY = "20260130"
PERIODS = {"prdSe": "Y", "newEstPrdCnt": "1"}


@pytest.fixture(scope="module")
def replica(world: World) -> Replica:
    """A replica of the four platforms."""
    return Replica(world, Catalogue.of(tuple(TOOLS), tuple(ABOUT)), DECLARED)


def _ask(replica: Replica, name: str, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[name], args)[0]


def _rows(replica: Replica, name: str, **args: str) -> list[Record]:
    found = _ask(replica, name, **args)
    assert found.status is Status.OK, (name, args, found.code)
    return list(found.records)


def _numbers(rows: list[Record], key: str, value: str) -> dict[str, float]:
    return {str(row[key]): float(str(row[value])) for row in rows}


# ---- every tool ------------------------------------------------------------------------------


def test_every_tool_is_declared(replica: Replica) -> None:
    loose = [n for n in ENDPOINTS if n not in DECLARED or DECLARED[n].table == "listing"]
    assert loose == []
    assert len(ENDPOINTS) == 6 + 23 + 15 + 91
    assert [fault for spec in TOOLS for fault in replica.check(spec)] == []


@pytest.mark.parametrize("name", ENDPOINTS)
def test_a_tool_answers_its_example_in_its_own_shapes(replica: Replica, name: str) -> None:
    spec = replica.catalogue[name]
    args = {p.wire_name: str(p.example) for p in spec.params if p.required}
    if DECLARED[name].any_of:
        args |= {"newEstPrdCnt": "2"} if "prdSe" in args else {"statId": "1962004"}
    found = replica.answer(spec, args)[0]
    if name == "kosis_table_weights":
        assert found.status is Status.EMPTY
        return
    if name.startswith(("kosis_indicator_notes_by_name", "kosis_indicators_by_name")):
        assert found.records[0]["statJipyoNm"] == "합계출산율"
    assert found.status is Status.OK, (args, found.code)
    for record in found.records[:300]:
        for field in spec.fields:
            value: Any = record
            for part in field.path.split("."):
                value = value.get(part) if isinstance(value, dict) else None
            if not isinstance(value, dict | list):
                assert fits(field.shape, value), (field.path, value)
            if isinstance(value, str) and re.search("[가-힣]", value):
                assert particle_errors(value.replace("소비자물가 ", "물가 ")) == [], value


# ---- 한국은행 ----------------------------------------------------------------------------------


def _bank(
    replica: Replica, table: str, cycle: str, start: str, end: str, *items: str
) -> list[Record]:
    codes = {f"item_code{n}": item for n, item in enumerate(items, 1)}
    return _rows(
        replica,
        "ecos_statistic_values",
        stat_code=table,
        cycle=cycle,
        start_date=start,
        end_date=end,
        end="100000",
        **codes,
    )


def test_the_bank_s_items_cycles_and_values_agree(replica: Replica) -> None:
    tables = _rows(replica, "ecos_statistic_tables", end="1000")
    above = {row["STAT_CODE"] for row in tables} | {"*"}
    assert {row["P_STAT_CODE"] for row in tables} <= above
    for table in [row for row in tables if row["SRCH_YN"] == "Y"][::6]:
        code = str(table["STAT_CODE"])
        items = _rows(replica, "ecos_statistic_items", stat_code=code, end="1000")
        first = next(row for row in items if row["GRP_CODE"] == "Group1")
        rows = _bank(
            replica, code, str(first["CYCLE"]), str(first["START_TIME"]), str(first["END_TIME"]),
            str(first["ITEM_CODE"]),
        )  # fmt: skip
        assert len(rows) == first["DATA_CNT"]
        assert {row["UNIT_NAME"] for row in rows} == {first["UNIT_NAME"]}


def test_totals_are_the_sum_of_their_items_in_every_cycle(replica: Replica) -> None:
    for cycle, period in (("M", "202511"), ("Q", "2025Q3"), ("A", "2024")):
        rows = _numbers(
            _bank(replica, "301Y013", cycle, period, period), "ITEM_CODE1", "DATA_VALUE"
        )
        assert sum(v for k, v in rows.items() if k != "000000") == pytest.approx(rows["000000"])
    months = _bank(replica, "301Y013", "M", "202401", "202412", "000000")
    year = _bank(replica, "301Y013", "A", "2024", "2024", "000000")
    assert sum(float(str(r["DATA_VALUE"])) for r in months) == pytest.approx(
        float(str(year[0]["DATA_VALUE"]))
    )


def test_the_bank_filters_by_period_and_items(replica: Replica) -> None:
    rates = _bank(replica, "722Y001", "D", "20260105", "20260106", "0101000")
    assert [row["DATA_VALUE"] for row in rates] == ["2.5", "2.5"]
    both = _bank(replica, "731Y004", "M", "202512", "202512", "0000001")
    assert {row["ITEM_NAME2"] for row in both} == {"평균자료", "말일자료"}
    bad = _ask(
        replica, "ecos_statistic_values", stat_code="722Y001", cycle="M", start_date="2024-01",
        end_date="202402",
    )  # fmt: skip
    assert bad.code == "ERROR-101"
    latest = _bank(replica, "731Y001", "D", "20260101", "20261231", "0000001")
    assert all(str(row["TIME"]) < TODAY for row in latest)


def test_the_dollar_costs_what_the_exchange_reckons_with(replica: Replica, world: World) -> None:
    day = "20260129"
    place = number(day)
    assert place is not None
    row = _bank(replica, "731Y001", "D", day, day, "0000001")[0]
    assert float(str(row["DATA_VALUE"])) * 100 == pytest.approx(
        asset_price(world.seed, "USD", place)
    )


def test_key_statistics_are_the_latest_values(replica: Replica) -> None:
    keys = {row["KEYSTAT_NAME"]: row for row in _rows(replica, "ecos_key_statistics", end="200")}
    cpi = keys["소비자물가지수"]
    row = _bank(replica, "901Y009", "M", str(cpi["CYCLE"]), str(cpi["CYCLE"]), "0")[0]
    assert row["DATA_VALUE"] == cpi["DATA_VALUE"]
    assert all(str(row["CYCLE"])[:6].replace("Q", "0") <= "202601" for row in keys.values())


# ---- 국가통계포털 ------------------------------------------------------------------------------


def _table(replica: Replica, table: str, item: str, **args: str) -> list[Record]:
    asked = {"objL1": "ALL", "objL2": "ALL", "orgId": "101", **PERIODS, **args}
    return _rows(replica, "kosis_table_values", tblId=table, itmId=item, **asked)


def test_the_country_is_the_sum_of_provinces_and_of_districts(
    replica: Replica, world: World
) -> None:
    rows = _numbers(_table(replica, "DT_1B040A3", "T20"), "C1", "DT")
    assert rows["00"] == sum(rows[p.code] for p in provinces())
    seoul = [d.code for d in districts() if d.province == "서울"]
    assert rows["11"] == sum(rows[code] for code in seoul)
    people = summed(c for code in seoul for c in counts(world.seed, code, "202512"))
    assert rows["11"] == people.total
    month = _table(replica, "DT_1B040A3", "T20", prdSe="M", objL1="11")[0]
    assert (month["PRD_DE"], float(str(month["DT"]))) == ("202512", rows["11"])


def test_ages_and_sexes_add_up(replica: Replica) -> None:
    rows = _table(replica, "DT_1B04006", "ALL", objL1="00+11")
    found = {(r["C1"], r["C2"], r["ITM_ID"]): float(str(r["DT"])) for r in rows}
    for place in ("00", "11"):
        ages = [v for (c1, c2, item), v in found.items() if (c1, item) == (place, "T2")]
        assert sum(ages) == 2 * found[place, "000", "T2"]
        assert found[place, "000", "T2"] == found[place, "000", "T3"] + found[place, "000", "T4"]
    whole = _table(replica, "DT_1B040A3", "T20", objL1="00")[0]
    assert found["00", "000", "T2"] == float(str(whole["DT"]))


def test_an_axis_must_be_given_and_periods_are_chosen(replica: Replica) -> None:
    args = {"orgId": "101", "tblId": "DT_1B34E13", "objL1": "0", "itmId": "T1", "prdSe": "Y"}
    assert _ask(replica, "kosis_table_values", **args, newEstPrdCnt="1").code == "30"
    assert _ask(replica, "kosis_table_values", **args, objL2="0").code == "20"
    rows = _rows(
        replica, "kosis_table_values", **args, objL2="0", startPrdDe="2020", endPrdDe="2022"
    )
    assert [row["PRD_DE"] for row in rows] == ["2020", "2021", "2022"]
    assert all(str(row["LST_CHN_DE"]).replace("-", "") < TODAY for row in rows)


def test_what_is_told_of_a_table_fits_its_values(replica: Replica) -> None:
    for org, table in known():
        ids = {"orgId": org, "tblId": table}
        values = _rows(
            replica, "kosis_table_values", **ids, objL1="00+0+13102871014A.0001",
            objL2="ALL", itmId="ALL",
            prdSe="Y", newEstPrdCnt="1",
        )  # fmt: skip
        items = _rows(replica, "kosis_table_items", **ids)
        assert {row["ITM_ID"] for row in values} == {
            row["ITM_ID"] for row in items if row["OBJ_ID"] == "ITEM"
        }
        periods = _rows(replica, "kosis_table_periods", **ids)
        years = next(row for row in periods if row["PRD_SE"] == "년")
        assert {row["PRD_DE"] for row in values} == {years["END_PRD_DE"]}
        units = {row["UNIT_NM"] for row in _rows(replica, "kosis_table_units", **ids)}
        assert {row["UNIT_NM"] for row in values} == units
        assert _rows(replica, "kosis_table_name", **ids)[0]["TBL_NM"] == values[0]["TBL_NM"]
        updates = _rows(replica, "kosis_table_updates", **ids)
        assert all(str(row["SEND_DE"]).replace("-", "") < TODAY for row in updates)


def test_the_tree_leads_to_tables(replica: Replica) -> None:
    top = _rows(replica, "kosis_table_tree", vwCd="MT_ZTITLE")
    population = next(row for row in top if row["LIST_NM"] == "인구")
    lists = _rows(
        replica, "kosis_table_tree", vwCd="MT_ZTITLE", parentListId=str(population["LIST_ID"])
    )
    below = [
        row
        for part in lists
        for row in _rows(
            replica, "kosis_table_tree", vwCd="MT_ZTITLE", parentListId=str(part["LIST_ID"])
        )
    ]
    assert "DT_1B040A3" in {row["TBL_ID"] for row in below}
    found = _rows(replica, "kosis_search_tables", searchNm="1인 가구", sort="DATE")
    assert "DT_1JC1501" in {row["TBL_ID"] for row in found}


def test_indicators_are_the_tables_own_figures(replica: Replica) -> None:
    rate = _rows(replica, "kosis_indicator_values_by_name", jipyoNm="실업률", srvRn="1")[0]
    month = str(rate["prdDe"])
    table = _table(
        replica, "DT_1DA7001S", "T2", objL1="0", objL2="000", prdSe="M", startPrdDe=month,
        endPrdDe=month, newEstPrdCnt="",
    )  # fmt: skip
    bank = _bank(replica, "901Y027", "M", month, month, "I61BC")
    assert {float(str(table[0]["DT"])), float(str(bank[0]["DATA_VALUE"]))} == {rate["val"]}
    price = _bank(replica, "901Y009", "A", "2025", "2025", "0")[0]
    portal = _table(replica, "DT_1J22003", "T1", objL1="00")[0]
    assert float(str(price["DATA_VALUE"])) == float(str(portal["DT"]))


# ---- SGIS ------------------------------------------------------------------------------------


def test_the_map_tells_the_portal_s_figures(replica: Replica) -> None:
    census = {
        (r["C1"], r["ITM_ID"]): float(str(r["DT"]))
        for r in _table(replica, "DT_1IN1502", "ALL", objL1="ALL")
    }
    key = {str(r["adm_cd"]): r for r in _rows(replica, "sgis_census_key_figures", year="2024")}
    for p in provinces():
        row = key[CODES[p.short]]
        told = [float(str(row[c])) for c in ("tot_ppltn", "tot_family", "tot_house")]
        assert told == [census[p.code, item] for item in ("T100", "T200", "T310")]
    works = _numbers(_rows(replica, "sgis_companies", year="2023"), "adm_cd", "corp_cnt")
    portal = _table(replica, "DT_1K52C01", "T1", objL1="00", objL2="0")[0]
    assert sum(works.values()) == float(str(portal["DT"]))


def test_an_area_is_the_sum_of_those_below_it(replica: Replica) -> None:
    for scope in ("11", "11010"):
        for tool, value in (
            ("sgis_population_by_condition", "population"),
            ("sgis_households", "household_cnt"),
            ("sgis_houses", "house_cnt"),
            ("sgis_companies", "tot_worker"),
        ):
            own = _rows(replica, tool, year="2020", adm_cd=scope)
            parts = _rows(replica, tool, year="2020", adm_cd=scope, low_search="1")
            assert len(own) == 1 < len(parts)
            assert sum(int(str(r[value])) for r in parts) == int(str(own[0][value]))


def test_conditions_split_the_people_and_homes(replica: Replica) -> None:
    args = {"year": "2024", "adm_cd": "39"}
    for tool, name, codes, value in (
        ("sgis_population_by_condition", "gender", "1 2", "population"),
        ("sgis_households", "household_type", "01 02 03 04 A0 B0", "household_cnt"),
        ("sgis_houses", "house_type", "01 02 03 04 05 06", "house_cnt"),
    ):
        whole = int(str(_rows(replica, tool, **args)[0][value]))
        parts = [_rows(replica, tool, **args, **{name: c})[0][value] for c in codes.split()]
        assert sum(int(str(part)) for part in parts) == whole
    divisions = _rows(replica, "sgis_industry_codes", class_code="G")
    parts = [
        _rows(replica, "sgis_companies", **args, class_code=str(r["class_code"]))[0]["corp_cnt"]
        for r in divisions
    ]
    section = _rows(replica, "sgis_companies", **args, class_code="G")[0]["corp_cnt"]
    assert sum(int(str(part)) for part in parts) == int(str(section))


def test_points_and_addresses_lead_to_one_another(replica: Replica) -> None:
    args = {"address": "부산광역시 해운대구 우동 100"}
    flat, round_ = (_rows(replica, f"sgis_geocode_{kind}", **args)[0] for kind in ("utmk", "wgs84"))
    assert flat["sgg_nm"] == "해운대구"
    there = _rows(
        replica, "sgis_transform_coordinates", src="5179", dst="4326", posX=str(flat["x"]),
        posY=str(flat["y"]),
    )[0]  # fmt: skip
    for found, told in ((there["posX"], round_["x"]), (there["posY"], round_["y"])):
        assert float(str(found)) == pytest.approx(float(str(told)), abs=2e-6)
    back = _rows(
        replica, "sgis_reverse_geocode_utmk", x_coor="953901", y_coor="1952032", addr_type="20"
    )
    assert back[0]["sido_nm"] == "서울특별시"
    sea = _ask(replica, "sgis_reverse_geocode_wgs84", x_coor="140.0", y_coor="30.0", addr_type="20")
    assert sea.status is Status.EMPTY


# ---- 대학알리미 --------------------------------------------------------------------------------


def test_universities_are_the_world_s(replica: Replica, world: World) -> None:
    rows = [dict(row) for row in world.rows("academy_schools")]
    assert {row["schlKrnNm"] for row in rows} == set(university_names(world.seed))
    assert all(str(row["lstUpdtDtm"]) < TODAY for row in rows)
    listed = _ask(replica, "academyinfo_universities_comparison", svyYr="2024", znCd="11")
    assert listed.total == sum(row["svyYr"] == "2024" and row["znCd"] == "11" for row in rows)


def test_a_figure_is_the_same_wherever_it_is_asked_for(world: World) -> None:
    found = {
        (row["tool"], row["indctId"], row["svyYr"], row["schlId"]): float(str(row["indctVal1"]))
        for row in world.rows("academy_figures")
    }
    for (tool, one, year, school), value in found.items():
        other = {"freshman_fill_rate": "freshman_recruitment", "dropout_rate": "dropouts"}.get(
            str(tool)
        )
        if other:
            assert found[other, one, year, school] == value
        if tool == "enrolled_students":
            assert value <= found["registered_students", one, year, school]
        if tool == "fulltime_lecture_share":
            rest = found["nonfulltime_lecture_share", one, year, school]
            assert value + rest == pytest.approx(100)


def test_departments_lie_in_fields(world: World) -> None:
    fields = {
        (r["srsLclftCd"], r["srsMclftCd"], r["srsSclftCd"]) for r in world.rows("academy_fields")
    }
    rows = [dict(row) for row in world.rows("academy_majors")]
    assert {(r["srsLclftCd"], r["srsMclftCd"], r["srsSclftCd"]) for r in rows} <= fields
    assert len({r["clgNm"] for r in rows}) > 6


def test_disclosures_are_filtered_by_year_and_school(replica: Replica) -> None:
    whole = _ask(replica, "academyinfo_field_practice", svyYr="2024").total
    every = _ask(replica, "academyinfo_field_practice").total
    assert whole is not None
    assert every is not None
    assert whole * 6 == every
    one = _rows(
        replica, "academyinfo_faculty_research_comparison", svyYr="2024", schlId="0000063",
        indctId="2",
    )  # fmt: skip
    assert [(r["schlId"], r["svyYr"], r["indctId"]) for r in one] == [("0000063", "2024", "2")]
