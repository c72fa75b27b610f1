"""Finding arguments: read from how a request was described, or off rows that the world has."""

from __future__ import annotations

import pytest

from kopa_env.conformance.asking import FAR_ROWS, Asker, arguments_in, has_value
from kopa_env.conformance.finding import Finder
from kopa_env.replica.engine import Replica


@pytest.mark.parametrize(
    ("tool", "request_", "found"),
    [
        (
            "dart_dividends",
            "crtfc_key=XXXX&corp_code=00990017&bsns_year=2023&reprt_code=11011",
            {"corp_code": "00990017", "bsns_year": "2023", "reprt_code": "11011"},
        ),
        ("dart_list_disclosures", "corp_code=00990017&bgn_de=…&end_de=…", {
            "corp_code": "00990017",
        }),
        ("dart_list_disclosures", "page_no=3&page_count=10 (a page of ten)", {}),
        ("dart_list_disclosures", "", {}),
        ("edudata_school_overview", "POST srhParam crtrYr=2023, ctpvNm=경북", {
            "crtrYr": "2023", "ctpvNm": "경북",
        }),
        ("assembly_member_bills", "법률안 목록: pSize=1&AGE=21&UNIT_CD=100021", {"AGE": "21"}),
        ("seoul_subway_arrivals", "/api/subway/{KEY}/json/realtimeStationArrival/0/5/영등포", {
            "statnNm": "영등포",
        }),
        (
            "seoul_subway_ridership_by_station",
            "/KEY/json/CardSubwayStatsNew/1/5/20240101/%ED%98%B8%EC%84%A0/",
            {"USE_YMD": "20240101", "LINE": "호선"},
        ),
        ("seoul_bus_find_route", "strSrch=4318&resultType=json", {"strSrch": "4318"}),
        ("seoul_bus_find_route", "sample key, json, 1/5", {}),
    ],
)  # fmt: skip
def test_arguments_are_read_from_a_description_of_the_request(
    replica: Replica, tool: str, request_: str, found: dict[str, str]
) -> None:
    assert arguments_in(request_, replica.catalogue[tool]) == found


def test_a_row_of_the_world_gives_arguments_that_find_it(replica: Replica) -> None:
    spec = replica.catalogue["seoul_bus_arrivals_at_stop"]
    found = list(Finder(replica.world).finding(spec, 3))
    assert len(found) == 3
    for args in found:
        assert set(args) == {p.name for p in spec.params if p.required and p.role == "semantic"}
        result, _ = replica.answer(spec, args)
        assert len(result.records) == 1


def test_a_row_is_looked_for_that_has_a_value_in_a_field(replica: Replica) -> None:
    """Rare values are found wherever they lie in a long list."""
    spec = replica.catalogue["seoul_parks"]
    assert list(Finder(replica.world).finding(spec, 2, field="TELNO"))
    assert list(Finder(replica.world).finding(spec, 2, field="GD_DOC")) == []
    assert list(Finder(replica.world).finding(spec, 2, field="NO_SUCH")) == []


def test_parts_of_a_large_table_are_found_without_building_it(replica: Replica) -> None:
    spec = replica.catalogue["seoul_bus_ridership_by_stop"]
    (args,) = Finder(replica.world).finding(spec, 1)
    assert replica.answer(spec, args)[0].records


def test_replies_come_from_different_places_of_a_long_list(replica: Replica) -> None:
    spec = replica.catalogue["seoul_bus_stop_locations"]
    replies = Asker(replica).ask(spec, "")
    starts = [page.start for _, page in replies if page is not None]
    totals = {result.total for result, _ in replies}
    assert starts[0] == 0
    assert len(set(starts)) == len(starts) == 3
    assert max(starts) + 20 >= max(t for t in totals if t is not None)


def test_further_replies_cover_a_long_list_evenly(replica: Replica) -> None:
    replies = Asker(replica).further(replica.catalogue["moleg_statutes"], "query=*")
    pages = [page for _, page in replies if page is not None]
    total = replies[0][0].total or 0
    assert sum(len(result.records) for result, _ in replies) <= FAR_ROWS
    assert len({page.start for page in pages}) == len(pages) == FAR_ROWS // 100
    assert (pages[0].start, pages[-1].start + 100 >= total) == (0, True)
    assert any("," in str(row["소관부처코드"]) for result, _ in replies for row in result.records)


def test_further_replies_are_to_many_questions_where_there_are_no_pages(replica: Replica) -> None:
    replies = Asker(replica).further(replica.catalogue["nabill_bill_related"], "")
    blocks = {tuple(row["block"] for row in result.records) for result, _ in replies}
    assert ("billGbnCd", "commMemo") in blocks
    assert ("billGbnCd",) in blocks


def test_what_was_asked_comes_first(replica: Replica) -> None:
    spec = replica.catalogue["edudata_school_overview"]
    result, _ = Asker(replica).ask(spec, "crtrYr=2021, ctpvNm=제주")[0]
    assert {(r["crtrYr"], r["ctpvNm"]) for r in result.records} == {("2021", "제주")}


@pytest.mark.parametrize(
    ("record", "answer"),
    [({"a": "x"}, True), ({"a": " "}, False), ({"a": None}, False), ({"b": "x"}, False),
     ({"a": {"b": 1}}, False), ({"a": [{"b": 1}]}, False)],
)  # fmt: skip
def test_having_a_value(record: dict[str, object], answer: bool) -> None:
    assert has_value(record, "a") is answer
    assert has_value({"a": [{"b": 0}]}, "a.b")
