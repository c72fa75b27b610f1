"""The planted truth agrees with the gold list, with the world's own values and with itself."""

from __future__ import annotations

import itertools

import pytest

from kopa_bench.planted import PlantedTruth
from kopa_env.catalogue import Catalogue
from kopa_env.errors import UsageError
from kopa_env.world.tables import TABLES
from kopa_env.world.world import World
from kopa_synth.gold import load_gold

APART = {
    ("assembly_petitions_processed", "BILL_ID", "assembly_plenary_other_bills", "BILL_ID"),
}
"""True on the real platform; this world keeps petitions out of the bills voted on."""


@pytest.fixture(scope="module")
def truth() -> PlantedTruth:
    return PlantedTruth(Catalogue.load())


def test_it_agrees_with_what_is_known_from_outside(truth: PlantedTruth) -> None:
    differ = {g.key for g in load_gold() if truth.judge(*g.key) == (not g.true)}
    assert differ == APART
    judged = [g for g in load_gold() if truth.judge(*g.key) is not None]
    assert sum(g.true for g in judged) >= 85
    assert sum(not g.true for g in judged) >= 85


@pytest.mark.parametrize(
    ("field", "param", "verdict"),
    [
        (("dart_find_corp_code", "corp_code"), ("dart_company", "corp_code"), True),
        (("dart_company", "stock_code"), ("dart_find_corp_code", "stock_code"), True),
        (("dart_find_corp_code", "stock_code"), ("dart_company", "corp_code"), False),
        (("dart_list_disclosures", "rcept_dt"), ("dart_merger_decision", "bgn_de"), True),
        (("dart_dividends", "stlm_dt"), ("dart_merger_decision", "bgn_de"), False),
        (("assembly_members", "HG_NM"), ("assembly_member_bills", "PROPOSER"), True),
        (("assembly_bill_search", "BILL_NAME"), ("assembly_member_bills", "BILL_NAME"), True),
        (("assembly_committees", "HG_NM"), ("assembly_members", "HG_NM"), False),
        (
            ("seoul_subway_ridership_by_station", "SBWY_STNS_NM"),
            ("seoul_subway_arrivals", "statnNm"),
            None,
        ),
        (("assembly_minutes_plenary", "CONF_ID"), ("assembly_minutes_detail", "CONF_ID"), True),
        (("kto_ko_places_by_area", "contentid"), ("kto_ko_place_images", "contentId"), None),
        (("assembly_members", "NO_SUCH"), ("assembly_members", "MONA_CD"), False),
        (("assembly_members", "MONA_CD"), ("assembly_members", "pIndex"), None),
    ],
    ids=[
        "one code of one view",
        "into a view",
        "two codes of a company",
        "a date in the form asked for",
        "a date in another form",
        "a name among other words",
        "one column",
        "a column that is always blank",
        "names that are mostly the same",
        "one id of one record",
        "a generated listing",
        "no such field",
        "a page",
    ],
)
def test_verdicts(
    truth: PlantedTruth, field: tuple[str, str], param: tuple[str, str], verdict: bool | None
) -> None:
    assert truth.judge(*field, *param) is verdict


def test_an_argument_that_is_not_heeded_takes_no_value(truth: PlantedTruth) -> None:
    key = ("seoul_bus_find_route", "busRouteId", "kto_pet_place_intro_by_type", "contentId")
    assert truth.fidelity("kto_pet_place_intro_by_type") == "listing_only"
    assert truth.judge(*key) is False
    assert truth.domains(*key) == ("bus_route_id", "ignored")


def test_every_true_need_has_a_field_that_fills_it(truth: PlantedTruth) -> None:
    catalogue = Catalogue.load()
    tools = [*catalogue.names("edudata"), *catalogue.names("seoul"), "dart_find_corp_code"]
    needs = list(truth.needs(tools))
    assert len(needs) > 100
    for source, target, param in needs:
        fields = (f.path for f in catalogue[source].fields)
        assert any(truth.judge(source, path, target, param) for path in fields)
    found = {need for need in needs if need[1] == "seoul_subway_timetable"}
    assert ("seoul_subway_find_station", "seoul_subway_timetable", "STATION_CD") in found


def test_dates_and_kinds_name_no_single_thing(truth: PlantedTruth) -> None:
    assert truth.identifies("dart_company", "corp_code")
    assert not truth.identifies("dart_merger_decision", "bgn_de")
    assert not truth.identifies("assembly_roll_call", "AGE")
    assert not truth.identifies("kto_pet_place_intro_by_type", "contentId"), "nothing is planted"


SMALL = (
    *("bus_routes", "bus_route_stops", "bus_stops", "subway_stations", "subway_positions"),
    *("committees", "committee_members", "members", "member_careers", "plenary_schedule"),
    *("petitions", "committee_meetings", "bike_stations", "districts"),
)

WHEN = {"date", "assembly_unit", "assembly_term", "assembly_age"}
"""Two tables may tell of different times."""


def test_columns_of_one_domain_hold_values_in_common() -> None:
    """What the truth rests on: a domain that two tables name must join them."""
    world = World(20260131)
    held: dict[str, dict[str, set[str]]] = {}
    for name in SMALL:
        table = TABLES[name]
        rows = list(table.rows(world))
        for place, column in enumerate(table.columns):
            values = {str(row[place]) for row in rows if row[place] is not None}
            if column.domain and column.domain not in WHEN and values:
                held.setdefault(column.domain, {})[f"{name}.{column.name}"] = values
    pairs = [
        (domain, first, second)
        for domain, columns in held.items()
        for first, second in itertools.combinations(columns, 2)
    ]
    assert len(pairs) > 40
    apart = [pair for pair in pairs if not held[pair[0]][pair[1]] & held[pair[0]][pair[2]]]
    assert apart == []


def test_a_tool_that_nobody_knows_is_named(truth: PlantedTruth) -> None:
    with pytest.raises(UsageError, match="no_such_tool"):
        truth.judge("no_such_tool", "x", "dart_company", "corp_code")
