"""중앙선거관리위원회: codes lead to candidates and pledges; what is not held is a miss."""

from __future__ import annotations

import pytest

from kopa_env.outcome import Reason, Status, ToolResult
from kopa_env.replica.engine import Replica
from kopa_env.replica.spec import ReplicaSpec, read_yaml

MINE = sorted(name for name in ReplicaSpec(read_yaml()) if name.startswith("nec_"))
LOCAL = {"sgId": "20220601", "sgTypecode": "3"}


def _ask(replica: Replica, tool: str, /, **args: str) -> ToolResult:
    return replica.answer(replica.catalogue[tool], args)[0]


@pytest.mark.parametrize("name", MINE)
def test_a_declaration_fits_its_tool_and_table(replica: Replica, name: str) -> None:
    assert replica.check(replica.catalogue[name]) == ()


def test_every_tool_is_declared(replica: Replica) -> None:
    assert set(replica.catalogue.names("nec")) == set(MINE)


def test_codes_lead_to_a_constituency_its_candidates_and_a_pledge(replica: Replica) -> None:
    codes = _ask(replica, "nec_election_codes", numOfRows="100").records
    assert {"0", "3", "4", "11"} <= {r["sgTypecode"] for r in codes if r["sgId"] == LOCAL["sgId"]}
    area = _ask(replica, "nec_constituency_codes", **LOCAL).records[1]
    named = {"sdName": str(area["sdName"]), "sggName": str(area["sggName"])}
    found = _ask(replica, "nec_candidates", **LOCAL, **named)
    assert [r["num"] for r in found.records] == [str(n + 1) for n in range(len(found.records))]
    winner = _ask(replica, "nec_winners", **LOCAL, **named).records
    assert len(winner) == int(str(area["sggJungsu"])) == 1
    assert winner[0]["huboid"] in {r["huboid"] for r in found.records}
    pledge = _ask(
        replica, "nec_candidate_pledges", cnddtId=str(winner[0]["huboid"]), **LOCAL
    ).records
    assert pledge[0]["krName"] == winner[0]["name"]
    parties = {r["jdName"] for r in _ask(replica, "nec_party_codes", sgId="20220601").records}
    assert {r["jdName"] for r in found.records} <= parties


def test_the_winner_has_the_most_votes_of_the_count(replica: Replica) -> None:
    rows = _ask(replica, "nec_count_results", **LOCAL, sdName="대구광역시").records
    total = next(r for r in rows if r["wiwName"] == "합계")
    winner = _ask(replica, "nec_winners", **LOCAL, sdName="대구광역시").records[0]
    votes = [int(str(total[f"dugsu{n:02d}"] or 0)) for n in range(1, 51)]
    assert max(votes) == int(str(winner["dugsu"]))
    assert sum(votes) == int(str(total["yutusu"]))
    parts = [r for r in rows if r["wiwName"] != "합계"]
    assert sum(int(str(r["tusu"])) for r in parts) == int(str(total["tusu"]))


def test_the_winners_of_2024_have_public_facts_alone(replica: Replica) -> None:
    found = _ask(replica, "nec_winners", sgId="20240410", sgTypecode="2", numOfRows="100")
    assert found.total == 254
    for r in found.records:
        assert not any(r[f] for f in ("birthday", "age", "addr", "job", "edu", "career1", "dugsu"))
        assert r["name"]
        assert r["hanjaName"]
    listed = _ask(replica, "nec_winners", sgId="20240410", sgTypecode="7")
    assert listed.total == 46
    count = _ask(replica, "nec_count_results", sgId="20240410", sgTypecode="2")
    assert count.reason is Reason.MAINTENANCE, "no votes are made up for them"


def test_what_was_not_recorded_is_a_miss_what_does_not_exist_is_empty(replica: Replica) -> None:
    earlier = {"sgId": "20160413", "sgTypecode": "2"}
    assert _ask(replica, "nec_candidates", **earlier).reason is Reason.MAINTENANCE
    for wrong in ({"sgId": "20220601", "sgTypecode": "2"}, {"sgId": "19990101", "sgTypecode": "2"}):
        nothing = _ask(replica, "nec_candidates", **wrong)
        assert (nothing.status, nothing.code) == (Status.EMPTY, "INFO-03")
    soon = _ask(replica, "nec_preliminary_candidates", sgId="20260603", sgTypecode="3")
    assert soon.status is Status.EMPTY, "nobody could register yet"
    assert _ask(replica, "nec_candidates", sgId="20220601").code == "ERROR-340"


def test_namesakes_are_found_across_elections(replica: Replica) -> None:
    found = _ask(replica, "nec_candidate_search", name="홍길동").records
    assert {"20180613", "20220601"} <= {r["sgId"] for r in found}
    assert len({r["huboid"] for r in found}) == len(found)


def test_places_and_names_of_a_province(replica: Replica) -> None:
    days = {"20220601": "강원도", "20240410": "강원특별자치도"}
    for day, name in days.items():
        assert (_ask(replica, "nec_polling_places", sgId=day, sdName=name).total or 0) > 500
        other = next(n for n in days.values() if n != name)
        assert _ask(replica, "nec_polling_places", sgId=day, sdName=other).status is Status.EMPTY
    ward = {"sgId": "20240410", "sdName": "경기도", "wiwName": "수원시장안구"}
    here = _ask(replica, "nec_polling_places", **ward)
    assert here.total == _ask(replica, "nec_voters_by_polling_district", **ward).total
    assert {r["wiwName"] for r in here.records} == {"수원시장안구"}
    assert _ask(replica, "nec_counting_places", **ward).total == 1


def test_pages_cover_all_candidates_once(replica: Replica) -> None:
    asked = {"sgId": "20220601", "sgTypecode": "6"}
    total = _ask(replica, "nec_candidates", **asked).total or 0
    pages = [
        _ask(replica, "nec_candidates", pageNo=str(n), numOfRows="100", **asked).records
        for n in range(1, -(-total // 100) + 1)
    ]
    ids = [r["huboid"] for page in pages for r in page]
    assert len(ids) == len(set(ids)) == total > 3_500
    assert len(_ask(replica, "nec_candidates", numOfRows="500", **asked).records) == 100
