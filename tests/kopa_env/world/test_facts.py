"""Facts carry their source, and hold only what may be held of real people."""

from __future__ import annotations

from importlib.resources import files

import pytest

from kopa_env.world.fact_rows import fact_rows, fact_source

NAMES = (
    *("provinces", "districts", "school_counts", "cohorts", "members", "committees", "bills22"),
    "committee_seats",
    *("rollcalls22", "stations", "seoul_dongs", "seoul_areas"),
    *("qualifications", "job_fields", "prof_series", "hrdk_branches", "eligibility", "ncs_fields"),
    *("towns", "residents", "elections", "past_elections", "education_offices"),
)


@pytest.mark.parametrize("name", NAMES)
def test_every_file_says_where_it_is_from(name: str) -> None:
    assert len(fact_source(name)) > 20
    rows = fact_rows(name)
    assert rows
    assert all(None not in row and None not in row.values() for row in rows)


def test_no_fact_file_is_without_a_source() -> None:
    folder = files("kopa_env.world") / "facts"
    for entry in folder.iterdir():
        if entry.name.endswith(".csv"):
            first = entry.read_text(encoding="utf-8").partition("\n")[0]
            assert first.startswith("# source: ") or "source" in first.split(","), entry.name


def test_members_carry_public_facts_only() -> None:
    columns = set(fact_rows("members")[0])
    assert columns == {
        *("code", "name", "hanja", "english", "party", "elected_party", "district", "seat"),
        *("committees", "sex", "wins", "last_seen"),
    }


def test_a_seat_on_a_committee_is_one_that_the_member_has() -> None:
    held = {r["code"]: r["committees"].split("|") for r in fact_rows("members")}
    for r in fact_rows("committee_seats"):
        assert r["committee"] in held[r["code"]]


def test_recorded_tallies_add_up() -> None:
    for r in fact_rows("bills22"):
        assert int(r["votes"]) == int(r["yes"]) + int(r["no"]) + int(r["blank"]), r["bill_no"]
        assert r["decided"] < "2026-01-30"


def test_codes_are_unique() -> None:
    for name, column in (
        ("districts", "code"),
        ("members", "code"),
        ("committees", "code"),
        ("bills22", "bill_id"),
        ("stations", "code"),
        ("seoul_dongs", "code"),
    ):
        codes = [r[column] for r in fact_rows(name)]
        assert len(codes) == len(set(codes)), name


def test_seats_of_a_committee_are_recorded_or_left_out() -> None:
    assert [r["name"] for r in fact_rows("committees") if r["seats"]] == ["국회운영위원회"]


@pytest.mark.shared
def test_a_member_was_last_seen_when_a_record_says_so(shared: object) -> None:
    import csv
    from datetime import date, timedelta
    from pathlib import Path

    folder = Path(str(shared)) / "world"
    seen: dict[str, str] = {}
    with (folder / "assembly22_rollcall_sample.csv").open(encoding="utf-8") as file:
        for r in csv.DictReader(file):
            day = (date(1970, 1, 1) + timedelta(days=int(float(r["vote_date"])))).isoformat()
            seen[r["member_id"]] = max(day, seen.get(r["member_id"], ""))
    with (folder / "assembly22_bills.csv").open(encoding="utf-8") as file:
        for r in csv.DictReader(file):
            lead = r["RST_MONA_CD"]
            seen[lead] = max(r["PROPOSE_DT"], seen.get(lead, ""))
    for member in fact_rows("members"):
        assert member["last_seen"] == seen.get(member["code"], ""), member["name"]


@pytest.mark.shared
def test_rosters_agree_with_the_gathered_records(shared: object) -> None:
    """Every recorded bill and vote here is one that was recorded, figure for figure."""
    import csv
    from pathlib import Path

    folder = Path(str(shared)) / "world"
    with (folder / "assembly22_votes.csv").open(encoding="utf-8") as file:
        known = {r["BILL_ID"]: r for r in csv.DictReader(file)}
    for r in fact_rows("bills22"):
        source = known[r["bill_id"]]
        assert (r["yes"], r["no"], r["blank"]) == (
            source["YES_TCNT"],
            source["NO_TCNT"],
            source["BLANK_TCNT"],
        )
        assert source["BILL_NAME"] == f"{r['title']}({r['proposer']})"
