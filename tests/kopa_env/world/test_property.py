"""Property and addresses: deals, registers, complexes, maps, and 경기도's buses beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from kopa_env.catalogue import Catalogue
from kopa_env.catalogue.compile import PACKAGE, read_platform
from kopa_env.language.particles import particle_errors
from kopa_env.outcome import Record, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.shapes import fits
from kopa_env.replica.spec import load_replica
from kopa_env.world.tables.property.latin import place, road, romanised, utm_k
from kopa_env.world.tables.property.prices import level
from kopa_env.world.tables.property.sites import APT, buildings
from kopa_env.world.world import Condition, World

PLATFORMS = ("molit", "gbis", "juso", "vworld")
READ = {name: read_platform(PACKAGE / "platforms" / name) for name in PLATFORMS}
DECLARED = {name: load_replica(semantics) for name, (_, _, semantics) in READ.items()}
TOOLS = sorted(t.name for specs, _, _ in READ.values() for t in specs if t.endpoint)
TODAY = "20260130"
RARE = {"molit_building_permit_major_repairs"}
"""Of these a single 동 may have none."""
GAEPO = {"sigunguCd": "11680", "bjdongCd": "10300"}


@pytest.fixture(scope="module")
def replicas(world: World) -> dict[str, Replica]:
    found = {}
    for name, (specs, about, _) in READ.items():
        assert about is not None
        found[name] = Replica(world, Catalogue.of(tuple(specs), (about,)), DECLARED[name])
    return found


def _ask(replicas: dict[str, Replica], name: str, **args: str) -> ToolResult:
    replica = replicas[name.split("_")[0]]
    return replica.answer(replica.catalogue[name], args)[0]


def _rows(replicas: dict[str, Replica], name: str, **args: str) -> list[Record]:
    size = {"numOfRows": "1000"} if name.startswith("molit") else {}
    found = _ask(replicas, name, **size, **args)
    assert found.status is Status.OK, (name, args, found.code)
    return list(found.records)


def _values(row: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in row.items():
        if isinstance(value, dict):
            yield from _values(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


def _won(text: object) -> int:
    return int(str(text).replace(",", ""))


# ---- every tool ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", TOOLS)
def test_every_tool_is_declared_and_answers_its_example(
    replicas: dict[str, Replica], name: str
) -> None:
    platform = name.split("_")[0]
    declared = DECLARED[platform][name]
    assert (declared.fidelity, declared.table == "listing") == ("declared", False)
    replica = replicas[platform]
    spec = replica.catalogue[name]
    assert replica.check(spec) == ()
    args = {p.wire_name: str(p.example) for p in spec.params if p.required}
    found = replica.answer(spec, args)[0]
    assert found.status is (Status.EMPTY if name in RARE else Status.OK)
    shapes = {field.path: field.shape for field in spec.fields}
    for row in found.records:
        for path, value in _values(row):
            assert fits(shapes.get(path, "text"), value), (path, value)
    for missing in (p.wire_name for p in spec.params if p.required and p.role == "semantic"):
        rest = {k: v for k, v in args.items() if k != missing}
        assert replica.answer(spec, rest)[0].status is Status.STRUCTURAL


# ---- deals -----------------------------------------------------------------------------------

SALES = (
    *("apartment_trades", "row_house_trades", "officetel_trades", "detached_house_trades"),
    *("land_trades", "commercial_property_trades", "presale_right_trades"),
)


@pytest.mark.parametrize("name", SALES)
@pytest.mark.parametrize(("district", "month"), [("11680", "202411"), ("47130", "202601")])
def test_sales_are_of_the_place_and_month_and_never_later_than_today(
    replicas: dict[str, Replica], name: str, district: str, month: str
) -> None:
    for r in _rows(replicas, f"molit_{name}", LAWD_CD=district, DEAL_YMD=month):
        assert r["sggCd"] == district
        day = f"{r['dealYear']}{int(str(r['dealMonth'])):02d}{int(str(r['dealDay'])):02d}"
        assert day[:6] == month
        assert day <= TODAY
        assert _won(r["dealAmount"]) > 0
        off = str(r["cdealDay"]).strip()
        assert bool(off) == (r["cdealType"] == "O")
        assert not off or day < f"20{off.replace('.', '')}" <= TODAY


def test_both_lists_of_apartment_sales_tell_of_the_same_sales(replicas: dict[str, Replica]) -> None:
    where = {"LAWD_CD": "41135", "DEAL_YMD": "202505"}
    plain = _rows(replicas, "molit_apartment_trades", **where)
    detailed = _rows(replicas, "molit_apartment_trades_detailed", **where)
    keys = ("aptNm", "jibun", "excluUseAr", "dealDay", "dealAmount", "floor")
    assert [[r[k] for k in keys] for r in plain] == [[r[k] for k in keys] for r in detailed]
    for r in detailed:
        main, _, sub = str(r["jibun"]).partition("-")
        assert (r["bonbun"], r["bubun"]) == (main.zfill(4), (sub or "0").zfill(4))


def test_what_was_not_asked_for_in_earlier_years_is_blank(replicas: dict[str, Replica]) -> None:
    where = {"LAWD_CD": "11680"}
    old = _rows(replicas, "molit_apartment_trades", **where, DEAL_YMD="201506")
    assert {r["dealingGbn"] for r in old} == {r["rgstDate"] for r in old} == {" "}
    new = _rows(replicas, "molit_apartment_trades", **where, DEAL_YMD="202406")
    assert {r["dealingGbn"] for r in new} == {"중개거래", "직거래"}
    assert all((r["estateAgentSggNm"] == " ") == (r["dealingGbn"] == "직거래") for r in new)
    assert any(r["cdealType"] == "O" for r in new)
    assert not any(r["rgstDate"] != " " and r["cdealType"] == "O" for r in new)


def test_prices_follow_place_and_time(replicas: dict[str, Replica]) -> None:
    def usual(district: str, month: str) -> float:
        rows = _rows(replicas, "molit_apartment_trades", LAWD_CD=district, DEAL_YMD=month)
        each = sorted(_won(r["dealAmount"]) / float(str(r["excluUseAr"])) for r in rows)
        return each[len(each) // 2]

    assert usual("11680", "202510") > 2 * usual("11320", "202510") > 2 * usual("47130", "202510")
    assert usual("11680", "202510") > usual("11680", "201003") * 1.3
    assert level("202107") > level("202306")


def test_leases_tell_what_they_were_before_only_when_renewed(replicas: dict[str, Replica]) -> None:
    rows = _rows(replicas, "molit_apartment_rents", LAWD_CD="11440", DEAL_YMD="202503")
    assert {str(r["contractType"]) for r in rows} == {"신규", "갱신", " "}
    for r in rows:
        assert (r["preDeposit"] != " ") == (r["contractType"] == "갱신")
        assert r["contractType"] == " " or re.fullmatch(
            r"\d\d\.\d\d~\d\d\.\d\d", str(r["contractTerm"])
        )
    assert any(r["monthlyRent"] == "0" for r in rows)
    assert any(r["monthlyRent"] != "0" for r in rows)


def test_a_month_to_come_or_a_city_with_districts_has_no_deals(
    replicas: dict[str, Replica],
) -> None:
    tool = "molit_apartment_trades"
    assert _ask(replicas, tool, LAWD_CD="11680", DEAL_YMD="202602").status is Status.EMPTY
    assert _ask(replicas, tool, LAWD_CD="41130", DEAL_YMD="202505").status is Status.EMPTY
    assert _ask(replicas, tool, LAWD_CD="11680", DEAL_YMD="2025").status is Status.STRUCTURAL


def test_land_and_houses_hide_their_lots(replicas: dict[str, Replica]) -> None:
    for name in ("land_trades", "detached_house_trades"):
        for r in _rows(replicas, f"molit_{name}", LAWD_CD="47130", DEAL_YMD="202505"):
            assert re.fullmatch(r"산?\d\*+", str(r["jibun"]))


# ---- registers -------------------------------------------------------------------------------


def test_a_sold_apartment_stands_in_the_register_and_has_an_address(
    replicas: dict[str, Replica],
) -> None:
    sale = _rows(replicas, "molit_apartment_trades_detailed", LAWD_CD="11680", DEAL_YMD="202505")[0]
    lot = {"sigunguCd": "11680", "bjdongCd": str(sale["umdCd"])}
    lot |= {"bun": str(sale["bonbun"]), "ji": str(sale["bubun"])}
    found = _rows(replicas, "molit_building_register_overview", **lot)
    assert [r["bldNm"] for r in found] == [sale["aptNm"]]
    road = f"강남구 {sale['roadNm']} {int(str(sale['roadNmBonbun']))}"
    addresses = _rows(replicas, "juso_search_addresses", keyword=road, countPerPage="100")
    assert sale["aptNm"] in {r["bdNm"] for r in addresses}


def test_registers_are_narrowed_by_lot_and_day(replicas: dict[str, Replica]) -> None:
    rows = _rows(replicas, "molit_building_register_recap_title", **GAEPO)
    days = sorted(str(r["crtnDay"]) for r in rows)
    late = _rows(replicas, "molit_building_register_recap_title", **GAEPO, startDate=days[-1])
    assert {str(r["crtnDay"]) for r in late} == {days[-1]} or len(late) == 1
    assert days[-1] < TODAY
    floors = _rows(replicas, "molit_building_register_floors", **GAEPO)
    assert [r["rnum"] for r in floors] == [str(n) for n in range(1, len(floors) + 1)]
    one = {"bun": str(floors[0]["bun"]), "ji": str(floors[0]["ji"])}
    own = _rows(replicas, "molit_building_register_floors", **GAEPO, **one)
    assert 0 < len(own) < len(floors)
    assert {r["mgmBldrgstPk"] for r in own} == {floors[0]["mgmBldrgstPk"]}


def test_units_and_their_areas_share_a_key(replicas: dict[str, Replica]) -> None:
    units = _rows(replicas, "molit_building_permit_units", **GAEPO)
    areas = _rows(replicas, "molit_building_permit_unit_areas", **GAEPO)
    assert {r["mgmHoDetlPk"] for r in units} == {r["mgmHoDetlPk"] for r in areas}
    assert {r["exposPubuseGbCdNm"] for r in areas} == {"전유", "공용"}


def test_complexes_need_a_housing_permit_and_others_a_building_permit(world: World) -> None:
    large = {
        (f"{b.main:04d}", f"{b.sub:04d}")
        for b in buildings(world.seed, "11680")
        if b.ground.code == "1168010300" and b.kind == APT and b.homes >= 30
    }

    def lots(table: str) -> set[tuple[object, object]]:
        where = [Condition(k, "eq", v) for k, v in (*GAEPO.items(), ("board", "overview"))]
        return {(r["bun"], r["ji"]) for r in world.select(table, where)[0]}

    assert lots("housing_permits") <= large
    assert not lots("building_permits") & large


def test_a_complex_costs_more_as_years_go_by(replicas: dict[str, Replica]) -> None:
    code = {"kaptCode": "A10020001"}
    about = _rows(replicas, "molit_apartment_complex_basic", **code)[0]
    assert str(about["kaptAddr"]).startswith("서울특별시 중구 ")
    name = _rows(replicas, "molit_apartment_complex_detail", **code)[0]["kaptName"]

    def guards(month: str) -> int:
        row = _rows(replicas, "molit_apt_fee_cleaning", **code, searchDate=month)[0]
        assert row["kaptName"] == about["kaptName"] == name
        return int(str(row["cleanCost"]))

    assert guards("202512") > guards("201601") > 100_000
    late = _ask(replicas, "molit_apt_fee_cleaning", **code, searchDate="202601")
    assert late.status is Status.EMPTY, "January's fees are not settled in January"
    other = _ask(replicas, "molit_apt_fee_cleaning", kaptCode="A99999999", searchDate="202512")
    assert other.status is Status.EMPTY


def test_zones_say_what_may_be_built(replicas: dict[str, Replica], world: World) -> None:
    tool = "molit_land_use_restrictions"
    where = {"areaCd": "41111", "landUseNm": "유흥주점"}
    home = _rows(replicas, tool, **where, ucodeList="UQA121")[0]
    assert "건축할 수 없음" in str(home["actRegList"])
    both = _rows(replicas, tool, **where, ucodeList="UQA121,UQA220")
    assert [r["UCODE"] for r in both] == ["UQA121", "UQA220"]
    assert "「경기도 수원시 도시계획 조례」" in str(both[1]["actRegList"])
    acts = _rows(replicas, "molit_land_use_activities", landUseNm="창고", pageNum="1")
    assert acts == [{"item": "창고"}]
    texts = {str(r["actRegList"]) for r in world.rows("land_use_rules")}
    assert len(texts) > 100
    assert [error for text in texts for error in particle_errors(text)] == []


# ---- addresses and maps ----------------------------------------------------------------------


def test_an_address_leads_to_its_entrance_and_rooms(replicas: dict[str, Replica]) -> None:
    found = _rows(replicas, "juso_search_addresses", keyword="무교로 10")
    assert [r["roadAddrPart1"] for r in found] == ["서울특별시 중구 무교로 10"]
    names = ("admCd", "rnMgtSn", "udrtYn", "buldMnnm", "buldSlno")
    at = _rows(replicas, "juso_address_coordinates", **{n: str(found[0][n]) for n in names})
    assert at[0]["bdMgtSn"] == found[0]["bdMgtSn"]
    assert 940_000 < float(str(at[0]["entX"])) < 970_000
    complexes = _rows(replicas, "juso_search_addresses", keyword="강남구 마을", countPerPage="100")
    many = next(r for r in complexes if r["detBdNmList"])
    key = {n: str(many[n]) for n in names}
    blocks = _rows(replicas, "juso_building_units", **key, searchType="dong")
    assert str(many["detBdNmList"]).split(", ") == [r["dongNm"] for r in blocks][:12]
    rooms = _rows(replicas, "juso_building_units", **key, searchType="floorho")
    assert {r["dongNm"] for r in rooms} == {r["dongNm"] for r in blocks}


def test_addresses_in_two_tongues_are_the_same(replicas: dict[str, Replica]) -> None:
    latin = _rows(replicas, "juso_search_english_addresses", keyword="10 Mugyo-ro")
    here = next(r for r in latin if str(r["roadAddr"]).startswith("10 Mugyo-ro, Jung-gu"))
    assert str(here["korAddr"]).startswith("서울특별시 중구 무교로 10(")
    short = _ask(replicas, "juso_search_addresses", keyword="무")
    assert (short.status, short.code) == (Status.STRUCTURAL, "E0008")


def test_the_order_of_addresses_may_be_chosen(replicas: dict[str, Replica]) -> None:
    where = {"keyword": "강남구 역삼", "countPerPage": "100"}
    by_road = [
        str(r["rn"]) for r in _rows(replicas, "juso_search_addresses", **where, firstSort="road")
    ]
    assert by_road == sorted(by_road)


def test_a_point_and_its_address_lead_to_one_another(replicas: dict[str, Replica]) -> None:
    place = _rows(replicas, "juso_search_addresses", keyword="무교로 10")[0]
    road = str(place["roadAddr"])
    at = _rows(replicas, "vworld_address_to_coordinates", address=road, type="road")[0]
    where = at["point"]
    assert isinstance(where, dict)
    back = _rows(
        replicas, "vworld_coordinates_to_address", point=f"{where['x']},{where['y']}", type="both"
    )
    assert [r["type"] for r in back] == ["road", "parcel"]
    assert back[0]["text"] == road
    alone = _rows(
        replicas, "vworld_coordinates_to_address", point="126.9723,37.5559", type="parcel"
    )
    assert [r["text"] for r in alone] == ["서울특별시 용산구 동자동 43-205"]
    sea = _ask(replicas, "vworld_coordinates_to_address", point="131.5,35.1", type="both")
    assert sea.code == "NOT_FOUND"


def test_a_search_tells_kinds_apart(replicas: dict[str, Replica]) -> None:
    tool = "vworld_search_places"
    assert _rows(replicas, tool, query="서울역", type="place")[0]["title"] == "서울역"
    towns = _rows(replicas, tool, query="강남구", type="district", category="L2")
    assert [r["title"] for r in towns] == ["서울특별시 강남구"]
    assert _ask(replicas, tool, query="강남구", type="shop").status is Status.STRUCTURAL


def test_layers_are_narrowed_by_attribute_and_extent(replicas: dict[str, Replica]) -> None:
    tool, layer = "vworld_layer_features", {"data": "LT_C_ADSIGG_INFO"}
    one = _rows(replicas, tool, **layer, attrFilter="sig_kor_nm:like:용산")
    assert [r["properties"]["full_nm"] for r in one if isinstance(r["properties"], dict)] == [
        "서울특별시 용산구"
    ]
    assert _ask(replicas, tool, **layer, attrFilter="sig_kor_nm:like:없는").code == "NOT_FOUND"
    near = _rows(replicas, tool, **layer, geomFilter="POINT(126.9723 37.5559)", size="1000")
    assert 0 < len(near) < 20
    unknown = _ask(replicas, tool, data="LT_C_UQ111")
    assert unknown.status is Status.ENVIRONMENTAL, "the world does not know that layer"


def test_metres_are_those_of_the_national_grid() -> None:
    x, y = utm_k(37_566_535, 126_977_969)
    assert abs(float(x) - 953_898) < 5
    assert abs(float(y) - 1_952_036) < 5


@pytest.mark.parametrize(
    ("name", "latin"),
    [
        ("종로", "Jongno"),
        ("신림", "Sillim"),
        ("설악", "Seorak"),
        ("독립", "Dongnip"),
        ("백현", "Baekhyeon"),
    ],
)
def test_names_are_written_as_they_are_spoken(name: str, latin: str) -> None:
    assert romanised(name) == latin


def test_the_smaller_part_comes_first() -> None:
    assert place("성남시 분당구") == "Bundang-gu, Seongnam-si"
    assert road("백현로12번길") == "Baekhyeon-ro 12beon-gil"


def test_every_address_lies_in_a_known_place(world: World) -> None:
    known = {r["region_cd"] for r in world.rows("legal_districts")}
    rows, _ = world.select("addresses", [Condition("of", "eq", "building")], limit=20_000)
    assert {r["admCd"] for r in rows} <= known
    assert len({r["id"] for r in rows}) == len(rows)
    assert len({r["title"] for r in rows if r["bdNm"]}) > 2_000


# ---- buses of 경기도 -------------------------------------------------------------------------


def test_a_stop_leads_to_its_routes_and_arrivals(replicas: dict[str, Replica]) -> None:
    stop = {"stationId": "200001082"}
    routes = _rows(replicas, "gbis_routes_through_stop", **stop)
    arrivals = _rows(replicas, "gbis_arrivals_at_stop", **stop)
    assert {r["routeId"] for r in arrivals} <= {r["routeId"] for r in routes}
    orders = {r["routeId"]: r["staOrder"] for r in routes}
    for r in arrivals:
        assert orders[r["routeId"]] == r["staOrder"]
        where = {"routeId": str(r["routeId"]), "staOrder": str(r["staOrder"])}
        own = _rows(replicas, "gbis_arrival_of_route", **stop, **where)
        assert (own[0]["locationNo1"], own[0]["crowded1"]) == (r["locationNo1"], r["crowded1"])
    way = _rows(replicas, "gbis_stops_of_route", routeId=str(routes[0]["routeId"]))
    place = int(str(routes[0]["staOrder"]))
    assert way[place - 1]["stationId"] == int(stop["stationId"])
    line = _rows(replicas, "gbis_route_line", routeId=str(routes[0]["routeId"]))
    for name in ("x", "y"):
        assert float(str(line[0][name])) == pytest.approx(float(str(way[0][name])), abs=2e-6)


def test_buses_are_those_of_the_national_centre(replicas: dict[str, Replica], world: World) -> None:
    buses = _rows(replicas, "gbis_bus_positions", routeId="200000102")
    same, _ = world.select("transit_positions", [Condition("routeid", "eq", "GGB200000102")])
    assert [r["plateNo"] for r in buses] == [f"경기{r['vehicleno']}" for r in same]
    assert [f"GGB{r['stationId']}" for r in buses] == [r["nodeid"] for r in same]


def test_stops_nearby_come_nearest_first(replicas: dict[str, Replica]) -> None:
    near = _rows(replicas, "gbis_stops_nearby", x="127.0115", y="37.3026")
    away = [int(str(r["distance"])) for r in near]
    assert away == sorted(away)
    assert away[-1] <= 500
    assert _ask(replicas, "gbis_stops_nearby", x="east", y="37.3026").code == "20"
    assert _ask(replicas, "gbis_stop", stationId="abc").status is Status.STRUCTURAL


def test_stops_and_routes_are_found_by_name_and_number(replicas: dict[str, Replica]) -> None:
    stops = _rows(replicas, "gbis_stops_by_name", keyword="초등학교")
    assert all("초등학교" in str(r["stationName"]) for r in stops)
    routes = _rows(replicas, "gbis_routes_by_number", keyword="58")
    assert all("58" in str(r["routeName"]) for r in routes)
    detail = _rows(replicas, "gbis_route", routeId=str(routes[0]["routeId"]))
    assert [r["adminName"] for r in detail] == [routes[0]["adminName"]]
