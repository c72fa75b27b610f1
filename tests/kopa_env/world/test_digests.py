"""Same seed, same bytes: in every process, whatever the hash seed; and another seed differs.

A digest that changes here means that the content of a table changed: raise ``WORLD_VERSION`` once
the world has been released.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kopa_env.world.world import World

PINNED = {
    "districts": "40cde1a17dbdf1d03c8a71855be6cd04",
    "university_years": "0cef45ac617d5dd861ce5343d26a5d4d",
    "members": "99dac24c22ccac1d9399e3d9034710d9",
    "committees": "c37ce8913f993591ae23a05652142b35",
    "committee_members": "d6d7f31dae0bbc3a3a073098cfca36a5",
    "member_careers": "c8f0627c4fd9714cfb74bc44d5da5aaa",
    "plenary_schedule": "80c18f6990a48c9b2d442ca9aa2ac9b0",
    "assembly_sessions": "cefd7cea5dac0cfcbef55c733adf431b",
    "party_seats": "d94ecccdbb76284e684da3634219853b",
    "secretariat_contracts": "50047f52a0627d342c43ac0db983cc12",
    "petitions": "3bf77b459f1ece35d8a75daff3d1be2c",
    "bill_counts": "84e97a94f8771a6f3fd2b3cc33ff1c7e",
    "bills": "3c7ecaf809f523e3658c540345a4ab6f",
    "committee_meetings": "07812b4984cee0645bbb28bc7f1b2e8c",
    "schools": "847fcd66d888660eabe9c4c755957235",
    "subway_stations": "c2420b958c93ffbae503c5a4f5efe102",
    "subway_transfers": "178f8582c278c4bd9372032b75e9d93b",
    "station_addresses": "60fa6754456f1d1994f940f2e4c8e050",
    "subway_positions": "75ef1721e7ec8b4ceadf5eafdfeef5dc",
    "bus_routes": "1439fb083f21906ff3b394aff5393c9c",
    "bike_stations": "4b32b2be13222f77a7e2771f6dde85ca",
    "public_bookings": "077b326cf99e1428007e69d13b824f8f",
    "parks": "1ef0fbb872e9eeed55cd5276a7fd751d",
    "air_quality": "ecc759f747a0ed25fe5f3cb22802643b",
    "weather_stations": "6d44e1eedac10642c70d496c6b7224c4",
    "public_libraries": "3cb538b86616819da8ef0e2c882da0c9",
    "parking_lots": "92b534ded27887718a4632e2709b4bed",
    "energy_use": "886b87f9747bce414621376b0b726142",
    "floating_population": "5b0d82a3a429cbe6b4244dae6a18efd4",
    "gyeonggi_restaurants": "125f68dbfa72ee6244c759d9f412c6cc",
    "gyeonggi_recommended_restaurants": "838012ffe9dce372fc4d8a5ce9e09a25",
    "gyeonggi_licences": "256edd8355a2fc9d780a359cd50ea3a0",
    "gyeonggi_estate_agents": "dbda1fb78c3b5791206ff53dde66fbcc",
    "gyeonggi_hospitals": "3df761fd969c64d240bc6c19129f70da",
    "gyeonggi_job_postings": "a1f92bdb5604a41603e32a6363d214cf",
    "gyeonggi_daycares": "ed144ceb6e07d23714187f5dcbae30e7",
    "gyeonggi_special_daycares": "cc230ee1888e58488c8cd24314443016",
    "gyeonggi_kindergartens": "c8d912361970a0279ad9226d89ff8ac8",
    "gyeonggi_nurseries": "1af460338468975af2fb27d78e297eab",
    "gyeonggi_disability_programs": "b5ee90461913a614d8d5c7291b0c4389",
    "gyeonggi_birth_grants": "b3355f643778787c475ec30f71405bbc",
    "gyeonggi_university_sites": "c8eea7de1e5cfc785cb97e5063411a3c",
    "gyeonggi_university_intakes": "8ce0a34be648d3a307c8cf4542163a13",
    "gyeonggi_university_admissions": "79a8961370a39e6ea4079f902cd2b53f",
    "gyeonggi_academies": "419a5f0c447282ddd99fb9e12d3883e2",
    "gyeonggi_libraries": "2dd74589aa8e1d088bb5ef8b8e0a736f",
    "gyeonggi_popular_books": "dd9317d6ad570a0ad3f7188eae50cd41",
    "gyeonggi_parking": "50b925c27c55c3417e37b3ed3ce5b186",
    "gyeonggi_toilets": "249e4f7d9d6dca16a448cad5c9745177",
    "gyeonggi_sports": "6cddbf8995b72911a139ed1609314f05",
    "gyeonggi_bike_places": "a0ccbc0e400b5079dbba7549cac2422b",
    "gyeonggi_wifi": "8ac1d31c763733005659011550420244",
    "gyeonggi_heritage": "00ea6a6def9dfc317f3b534a471930c1",
    "gyeonggi_safety_stations": "05d8ba3b573968dffd662f325817718b",
    "gyeonggi_shelters": "65729e340a5a59ed0b253662a346acbe",
    "gyeonggi_animals": "aa560ee2323b0cc0a8114cc850870fd6",
    "gyeonggi_bus_stops": "1dd9ffbf4a398afe559df9a15ba5d398",
    "gyeonggi_traffic": "5dfc22658dacfcb8c7c79aa507ab0f2d",
    "gyeonggi_floating_people": "13c3a892a699a91834e5b60cb1ac2906",
    "gyeonggi_air": "95113f8977411025fa525b421bc53714",
    "gyeonggi_renewals": "bce0fef6d965d1d5966eede756e39afd",
    "gyeonggi_logistics_complexes": "74e6bf4c0597e36d6d230998c5d0c94e",
    "gyeonggi_job_policies": "26498d7cc3c651d4651252f2f51484d5",
    "gyeonggi_waste": "0a1313448c965bcbe5d17842bb125242",
    "gyeonggi_hot_springs": "be741b83ae013d30f66d3d0c8b4cab2c",
    "gyeonggi_rentals": "105102a8bba2886dbc550b32f6a6491c",
    "local_finance_years": "d88dffb4165cfb773654cdc7d28085f6",
    "local_revenue_sources": "11be00073b022caac1c061504d143a5a",
    "local_spending_fields": "7155a07732ab3debf50a1c719b9c1ed1",
    "qualifications": "8ab8aaab44bd799a4d3b2986ad5a2ad3",
    "exam_trends": "4fc0409d3891f0a079844a6aca6b4964",
    "acquirer_trends": "275ef964bf94336fe510b84435807f2a",
    "grade_trends": "2937b17cc28814b15a305b3e2475e289",
    "age_trends": "d63a3a32a6099d58cd879385269b8ab9",
    "exam_totals": "da5cf4bd7949b002b077900abaf2ded8",
    "province_acquirers": "c12b663d61a9163412fc959f24987faf",
    "major_acquirers": "154dfdaaee6265379a0800927b2c5cf9",
    "acquisition_ranks": "314269d13b30e13db4d005edea41f62e",
    "exam_sites": "cb4adda48464ab04081d691d3b44ccf3",
    "exam_subjects": "f8d06ff25b6488e277551d1afcfc1ba1",
    "exam_fees": "cba1108668651ecef892178cc3e1e6b0",
    "exam_guides": "bcd60f69c906d917443a312705a963e3",
    "series_rounds": "d25082dc97e2a56455cfe1f66c6e88be",
    "qualification_rounds": "fda7e6181b924f5bcefd1762c3dca6a2",
    "all_rounds": "36c5b1e7204e1b1cd5d205556a02c81b",
    "professional_rounds": "e218c7f611f7df34165f1110175a367c",
    "department_fields": "9700d570415e911a3b76476899dc4117",
    "university_departments": "4e773ab0a91668c981866a99ddae8a35",
    "qualification_successions": "320ef86ef632abbfc780a8f5764c123f",
    "open_questions": "6079af3dcc617283ee4da48aba154534",
    "ncs_units": "f8898ebbf5253b88a80b8a4262caf5bb",
    "course_qualifications": "8c46ca97e3f84252d89479148aad0a6e",
    "course_units": "b5c85c76505f690248e1f4ca66076dc4",
    "course_results": "0f4e404d35818a1d15b581d50901aa19",
    "designated_courses": "59185b6a3fd74149cfa2f2d0c633587c",
    "overseas_hires": "13844cc8e13a58f7a45719a1e1c88388",
    "overseas_notices": "371f3e1b397a3a70a6fbf16bc68d9820",
    "meisters": "d589c5e3b0279e6a5f09779977ac8d59",
    "skill_contests": "d3beecbebb87040cd13b217f42d8f5a1",
    "work_learning_years": "11aaa85b3da3dbbe857e92b612f39e36",
    "expressway_gates": "5990611e708d0f21ffef46670eef05b9",
    "expressway_interchanges": "8d644a5172720aa2335800c5c6dcbe83",
    "expressway_sections": "e833866a1d1057c1229a3a0bf8506a86",
    "expressway_flow": "43024fc9cf8e6ee2cef19cc5ed00cc27",
    "expressway_region_counts": "1717cade2843dac1495c17236cb7fe76",
    "expressway_feast_hours": "de805399a8b0d5d7a28226116b9480e8",
    "expressway_rest_areas": "6cf355076af1dc6a9f7541920dae7e5d",
    "expressway_service_register": "b1812d90d0bc0e1f55c4058542e4a70d",
    "expressway_dishes": "92d3d03fe0a251346d930a490dd01282",
    "expressway_rest_events": "4e9d0d63f2e481c6952e465c2c7f876a",
    "expressway_fuel_prices": "18dab0d3074261b393622fa56b46519f",
    "expressway_incidents": "2c4566880b7eb3d4af7ce351f720c92a",
    "expressway_works": "316ee0b4cd874dc3a12ab7997843f547",
    "road_links": "bfb04a7ece06245a3ec893f5ddee8878",
    "road_incidents": "760abdc84315257b2f0e290cb54227b2",
    "transit_routes": "1edacfe681c0e829c137eba9d3b413fc",
    "transit_express_destinations": "bb342be50d26b98803d6eb27d7ea2a2b",
    "transit_metro_stations": "22cbd56727b0c33c7d41861bc17a6b73",
    "bill_lists": "b26dac7fde1542b7d4cc95ec991b4a7e",
    "bill_promulgations": "42cae868aeec6df8507d8e833d60b895",
    "bill_committees": "54001e7ddecd4fab742ccb6240f646e9",
    "bill_relations": "cf159d5a82b152cd1b7a6a635eb840b2",
    "legal_districts": "3b1765fd5f035fc9fe904c026c7d00ca",
    "admin_dongs": "6e42ef5a23f3254113a1c745d9308d3a",
    "city_sizes": "e055121ac0e4fd346c0bac3b00f629c8",
    "district_areas": "8a66ff2721a105906fc2ca9f62c84a6a",
    "district_counts": "3a355e52f1826ce4bc5b7dcee257b77a",
    "elections": "a7bf5e7bef4bc82a9cc0ed0df4b96691",
    "election_wards": "bf5437c7f7d271ecdb2a845a9be05e2e",
    "constituencies": "6afee1199626d786734e8e2c0d201aff",
    "election_parties": "9590e3b95034f9b5de0ba80bbcc0fb80",
    "candidate_codes": "ffb49730a9d45ebb6f4244b9862f03b1",
    "past_elections": "fff00e1f1fd2ea21b8a555a392f3ea3f",
    "by_elections": "98f795005e3e48b64bcda2b3cd576f12",
    "by_election_days": "fbe797371ca1d81b53f87eba00051776",
    "candidates": "ce2364b29cfc11396fab0e75cd77b9d2",
    "party_policies": "04f1d6744d9275759c01b9db8bbabce5",
    "counting_places": "7e6811a6f840668794e993ee389904ca",
    "party_offices": "479f4674eab6ca441acc291b0aefa3a4",
    "school_register": "21f880925c127a6a184be71cafa8a33b",
    "school_departments": "c3fd2eb520cb061b587dff73c00d32c0",
    "school_tracks": "db8a760ff8f04cef4a8361a6f7f93469",
    "disclosed_schools": "023c6554c99130db86eb6533aebff946",
    "exchange_funds": "7549868fa951406ff0ce218d10fc3121",
    "warrants": "4f79c678e838a334a6aec1bbfbf9f678",
    "subscription_rights": "0cad75957c7428767144303f7c31de4a",
    "bonds": "2cf533ca4a0b840994271f84b77a042b",
    "bond_kind_months": "a22c38fa70432f1ca208c317d47e493b",
    "financial_institutions": "52b03fb8390346c6c081a81cb92e2ad7",
    "bankrupt_institutions": "2db12c74a044a1d9319b52dfed636c1c",
    "failed_bank_profits": "2c1976af5c22f4f9a03276ee5bbd6b32",
    "failed_bank_balances": "f3068fd29906555094601a99e91ea8a2",
    "insured_events": "62c84760264680dfba6f85628f8f979c",
    "failed_years": "db5170ae51be4bae9d08e7b7dd40abd1",
    "estate_goods": "a9717ca2edfca8440504cd33a5a1e2d4",
    "deposit_trends": "c3af85b095175f04e477ff1a2d00bebd",
    "fund_contributions": "f2b72e282af9cd8884fe50dcfb79c6e9",
    "fund_support": "70e6ea9946b9166f93194a1d6727d282",
    "redemption_fund_days": "6c5081d084ef6ba6ad043eaa63690766",
    "insurer_bonds": "120105fb4cd74f9f1f355622dee28716",
    "insurer_publications": "9610de710279b0715c42d5030b97fcc3",
    "payout_branches": "1808475ca3726af6e908e84ae88e97f4",
    "insured_names": "4d95db25d7abefea9844b84c7afcf63e",
    "insured_products": "85eaf00bfaa506c5b46f40fb7ccf8cd9",
    "disclosing_companies": "add6f737033c5a8c64ce2521fa5bb2a3",
    "deposit_products": "c828e4f1f09257ca7067bc47c1ede20b",
    "saving_products": "300fff23b02757a8773f56866b3a0456",
    "pension_products": "78b89f22e3ede221706556ea1c965412",
    "mortgage_products": "ced15e71703d6456eb93983435422d88",
    "jeonse_products": "3996935cc206a967a36c39b05a90021c",
    "credit_products": "483c532e093d4b5866693dea3e015c53",
    "lockup_returns": "e864e83e3dcd042fcdc2732ae4bdf553",
    "irregular_certificates": "fca9eb930c0414a60d778473a3f70304",
    "stock_issues": "402fae5bd023d2bedd5a8a7729b2cfe8",
    "law_statutes": "554239aa7e9f70cdeaa489eea2b82886",
    "law_revisions": "369c6a7b2ed0a56ae697a618de4b6d47",
    "law_deleted_records": "51e8a6b15276ae4bde06105d7f9c2468",
    "law_tiers": "7c3d066a80e37fa67348f5c436d3404f",
    "law_related": "891e52f5f0ca44965c971a1285af6c8f",
    "law_one_view": "f474506d50397c2d3bc4e3262fe41f4c",
    "law_rules": "414f372fff447d66d91140bd2fa0d198",
    "law_rule_annexes": "9045398a3774ea65a22d8bed07d12425",
    "law_institution_rules": "3707532628dcf21d01c063adc12e4ec7",
    "law_ordinances": "358e442c90e9b3407d40e7e3ff14dcab",
    "law_ordinance_annexes": "0792f5f6a0c0683e63fb8dbb5ac774b9",
    "law_precedents": "18c81af82f9ee09acbcdec444796575f",
    "law_constitutional": "ab9d1c3215449b4fbbae5a11312d638e",
    "law_interpretations": "4eefc0f9a29adc75101d1c1d9d37fb5b",
    "law_appeals": "e9184fa2b2ab838636c97816ca4e4855",
    "law_commissions": "b9c607ab493ecdcd992c76a43351e966",
    "law_terms": "64c8d4bde5f632ea14cdfccf700ecd71",
    "law_term_knowledge": "7b87b744756b03a52c4c0a6906859b51",
    "law_everyday_words": "c23d9184e1adb580a284a448cefdb867",
    "law_treaties": "49eab5679f77e049199f34b5e6145e33",
    "law_annexes": "4f03891587ec0fe5f5de2884d7684456",
    "law_searched_articles": "c8765458f74740263c9521ae4e12b47a",
}

_SCRIPT = """
import sys
from pathlib import Path
from kopa_env.world.world import Condition, World
world = World(20260130, directory=Path(sys.argv[1]))
parts = (
    ("school_years", {"year": "2024", "sido_short": "세종"}),
    ("subway_boardings", {"use_ymd": "20260112"}),
    ("subway_timetable", {"station_cd": "2736", "week_tag": "1", "inout_tag": "2"}),
    ("subway_arrivals", {"statnnm": "강남"}),
    ("bike_months", {"rent_nm": "202510"}),
    ("bus_riders", {"use_ymd": "20260112"}),
    ("stock_days", {"day": "20240115"}),
    ("index_days", {"day": "20240115"}),
    ("fin_quarters", {"sector": "저축은행"}),
    ("law_texts", {"law_name": "보행길안전법"}),
    ("law_rule_texts", {"rule_id": "700001"}),
    ("law_ordinance_texts", {"ordinance_id": "3000101"}),
    ("law_precedent_texts", {"id": "990003"}),
    ("law_commission_texts", {"key": "ftc", "id": "1920101"}),
)
for name, where in parts:
    rows = world.select(name, [Condition(k, "eq", v) for k, v in where.items()])[0]
    print(name, len(rows), __import__("hashlib").sha256(repr(rows).encode()).hexdigest())
for name in sys.argv[2:]:
    print(name, world.digest(name))
"""


def _in_process(directory: Path, hash_seed: str, *tables: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", _SCRIPT, str(directory), *tables],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def test_two_processes_make_the_same_bytes(tmp_path: Path) -> None:
    tables = ("members", "secretariat_contracts", "petitions", "parks", "air_quality", "bills")
    first = _in_process(tmp_path / "a", "1", *tables)
    second = _in_process(tmp_path / "b", "4242", *tables)
    assert len(first) == len(tables) + 14
    assert first == second


@pytest.mark.parametrize("table", sorted(PINNED))
def test_content_is_pinned(world: World, table: str) -> None:
    assert world.digest(table) == PINNED[table]


@pytest.mark.parametrize("table", ["secretariat_contracts", "petitions", "parks"])
def test_another_seed_is_another_world(world: World, table: str, tmp_path: Path) -> None:
    other = World(20260131, directory=tmp_path)
    assert other.digest(table) != world.digest(table)
    other.close()
