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
    "schools": "007789023a5e6869e7500512ab5ddced",
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
    assert len(first) == len(tables) + 6
    assert first == second


@pytest.mark.parametrize("table", sorted(PINNED))
def test_content_is_pinned(world: World, table: str) -> None:
    assert world.digest(table) == PINNED[table]


@pytest.mark.parametrize("table", ["secretariat_contracts", "petitions", "parks"])
def test_another_seed_is_another_world(world: World, table: str, tmp_path: Path) -> None:
    other = World(20260131, directory=tmp_path)
    assert other.digest(table) != world.digest(table)
    other.close()
